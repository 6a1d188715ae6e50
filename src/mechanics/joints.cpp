// SPDX-License-Identifier: Apache-2.0
#include "mechanics/joints.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Vec<3> perpendicular(const Vec<3>& axis) {
  int k = 0;
  axis.cwiseAbs().minCoeff(&k);
  return axis.cross(Vec<3>::Unit(k)).normalized();
}

// the rotation vector of a matrix close to the identity, exactly zero there
Vec<3> rotation_vector(const Mat<3>& R) {
  return 0.5 * Vec<3>(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));
}

bool turns(JointKind kind) { return kind == JointKind::hinge || kind == JointKind::screw; }
bool slides(JointKind kind) { return kind == JointKind::slider || kind == JointKind::cylindrical; }

}  // namespace

AnyLaw contact_block_law(const ContactLaw& law, int dimension) {
  if (law.rolling > 0.0) return RollingCone{dimension == 3 ? 5 : 3, law.friction, law.rolling};
  if (law.friction > 0.0) return coulomb(law.friction, dimension);
  return NonNegative{1};
}

Joints::Joints(const Scene& scene, const SceneState& state) {
  for (const Joint& joint : scene.joints()) {
    Part part;
    part.a = joint.a.index;
    part.b = joint.b.valid() ? joint.b.index : -1;
    const Mat<3> R_a = rotation_matrix(state.orientation[at(part.a)]);
    const Mat<3> R_b =
        part.b < 0 ? Mat<3>(Mat<3>::Identity()) : rotation_matrix(state.orientation[at(part.b)]);
    const Vec<3> x_b = part.b < 0 ? Vec<3>(Vec<3>::Zero()) : state.centre[at(part.b)];
    const Vec<3> p_b = joint.anchor_b.value_or(joint.anchor);
    part.anchor_a = R_a.transpose() * (joint.anchor - state.centre[at(part.a)]);
    part.anchor_b = R_b.transpose() * (p_b - x_b);
    const Vec<3> axis_b = joint.axis_b ? joint.axis_b->normalized() : joint.axis;
    part.axis_a = R_a.transpose() * joint.axis;
    part.axis_b = R_b.transpose() * axis_b;
    const Vec<3> side = perpendicular(joint.axis);
    part.side_a = R_a.transpose() * side;
    part.side_b = R_b.transpose() * (joint.axis_b ? perpendicular(axis_b) : side);
    part.turn = R_a.transpose() * R_b;
    part.length = joint.length.value_or((joint.anchor - p_b).norm());
    parts_.push_back(part);
  }
}

Joints::Frame Joints::frame(const Part& part, const SceneState& state) const {
  return frame(part, state, {}, 0.0);
}

Joints::Frame Joints::frame(const Part& part, const SceneState& state, std::span<const Vec<6>> v,
                            double time) const {
  Frame f;
  const auto place = [&](int body, Mat<3>& R) -> Vec<3> {
    if (body < 0) {
      R.setIdentity();
      return Vec<3>::Zero();
    }
    if (v.empty()) {
      R = rotation_matrix(state.orientation[at(body)]);
      return state.centre[at(body)];
    }
    R = rotation_matrix(turned(state.orientation[at(body)], time * v[at(body)].tail<3>()));
    return state.centre[at(body)] + time * v[at(body)].head<3>();
  };
  const Vec<3> x_a = place(part.a, f.R_a), x_b = place(part.b, f.R_b);
  f.arm_a = f.R_a * part.anchor_a;
  f.arm_b = f.R_b * part.anchor_b;
  f.d = x_a + f.arm_a - x_b - f.arm_b;
  f.axis = f.R_a * part.axis_a;
  f.axis_b = f.R_b * part.axis_b;
  f.t1 = f.R_b * part.side_b;
  f.t2 = f.axis_b.cross(f.t1);
  return f;
}

int Joints::equations(const Joint& joint, const Part& part, const Frame& f, double s, int row,
                      Blocks* blocks, double* errors) const {
  int count = 0;
  // the arm of b reaches to the point of a, so that sliding does not count as turning
  const Vec<3> reach_b = f.arm_b + f.d;
  const auto point = [&](const Vec<3>& direction, const Vec<3>& arm_b, double error) {
    if (blocks != nullptr)
      blocks->set_point_row(row + count, direction, f.arm_a, arm_b, f.R_a, f.R_b);
    errors[count++] = error;
  };
  const auto turn = [&](const Vec<3>& direction, double error) {
    if (blocks != nullptr) blocks->set_turn_row(row + count, direction, f.R_a, f.R_b);
    errors[count++] = error;
  };
  const auto coincide = [&] {
    for (int k = 0; k < 3; ++k) point(Vec<3>::Unit(k), f.arm_b, f.d[k]);
  };
  const auto on_line = [&] {
    for (const Vec<3>& t : {f.t1, f.t2}) point(t, reach_b, t.dot(f.d));
  };
  const auto aligned = [&] {
    const Vec<3> tilt = f.axis_b.cross(f.axis);
    for (const Vec<3>& t : {f.t1, f.t2}) turn(t, t.dot(tilt));
  };
  const auto together = [&] {
    const Vec<3> error = rotation_vector(f.R_a * part.turn * f.R_b.transpose());
    for (int k = 0; k < 3; ++k) turn(Vec<3>::Unit(k), error[k]);
  };
  const bool play = joint.clearance > 0.0;
  switch (joint.kind) {
    case JointKind::ball:
      if (!play) coincide();
      break;
    case JointKind::hinge:
      if (!play)
        coincide();
      else
        point(f.axis_b, reach_b, f.axis_b.dot(f.d));
      aligned();
      break;
    case JointKind::slider:
      on_line();
      together();
      break;
    case JointKind::cylindrical:
      on_line();
      aligned();
      break;
    case JointKind::universal: {
      coincide();
      const Vec<3> across = f.axis.cross(f.axis_b);
      turn(across, f.axis.dot(f.axis_b));
      break;
    }
    case JointKind::screw: {
      on_line();
      aligned();
      const double lead = joint.pitch / (2.0 * std::numbers::pi);
      point(f.axis_b, reach_b, f.axis_b.dot(f.d) - lead * s);
      if (blocks != nullptr) {
        const Vec<3> turn_a = f.R_a.transpose() * f.axis_b, turn_b = f.R_b.transpose() * f.axis_b;
        for (int k = 0; k < 3; ++k) {
          blocks->on_a(row + count - 1)[3 + k] -= lead * turn_a[k];
          blocks->on_b(row + count - 1)[3 + k] += lead * turn_b[k];
        }
      }
      break;
    }
    case JointKind::gear:
      turn(f.axis, 0.0);
      if (blocks != nullptr) {
        const Vec<3> turn_b = f.R_b.transpose() * f.axis_b;
        for (int k = 0; k < 3; ++k) {
          blocks->on_a(row + count - 1)[3 + k] *= joint.ratio;
          blocks->on_b(row + count - 1)[3 + k] = turn_b[k];
        }
      }
      break;
    case JointKind::fixed:
      coincide();
      together();
      break;
    case JointKind::distance: {
      const double length = f.d.norm();
      const Vec<3> n = length > 0.0 ? Vec<3>(f.d / length) : Vec<3>(Vec<3>::UnitZ());
      point(n, f.arm_b, length - part.length);
      break;
    }
    case JointKind::cable: break;
  }
  return count;
}

double Joints::coordinate(const Joint& joint, const Part& part, const Frame& f,
                          double memory) const {
  if (slides(joint.kind)) return f.axis_b.dot(f.d);
  if (!turns(joint.kind)) return 0.0;
  const Vec<3> side = f.R_a * part.side_a;
  const double angle = std::atan2(f.t2.dot(side), f.t1.dot(side)), turn = 2.0 * std::numbers::pi;
  return angle + turn * std::round((memory - angle) / turn);
}

void Joints::set_coordinate_row(const Joint& joint, const Frame& f, int row, double sign,
                                Blocks& blocks) const {
  const Vec<3> direction = sign * f.axis_b;
  if (turns(joint.kind))
    blocks.set_turn_row(row, direction, f.R_a, f.R_b);
  else
    blocks.set_point_row(row, direction, f.arm_a, f.arm_b + f.d, f.R_a, f.R_b);
}

void Joints::add_bounds(const Joint& joint, const Part& part, const Frame& f, double s, int number,
                        std::span<const Vec<6>> v_free, std::span<const Vec<6>> v, double h,
                        Blocks& blocks) const {
  const auto add = [&](double gap, double restitution, const auto& set_row) {
    const int row = blocks.add(part.a, part.b, NonNegative{1}, BlockKind::joint, number);
    set_row(row);
    const Blocks::Block& block = blocks.list.back();
    blocks.bias[at(row)] = unilateral_bias(gap, blocks.velocity(block, row, v),
                                           blocks.velocity(block, row, v_free), restitution, h);
  };
  if (joint.kind == JointKind::cable) {
    const double length = f.d.norm();
    if (length == 0.0) return;
    add(part.length - length, joint.restitution,
        [&](int row) { blocks.set_point_row(row, -f.d / length, f.arm_a, f.arm_b, f.R_a, f.R_b); });
  }
  if (joint.lower > -infinity)
    add(s - joint.lower, joint.restitution,
        [&](int row) { set_coordinate_row(joint, f, row, 1.0, blocks); });
  if (joint.upper < infinity)
    add(joint.upper - s, joint.restitution,
        [&](int row) { set_coordinate_row(joint, f, row, -1.0, blocks); });
}

void Joints::add_drive(const Joint& joint, const Part& part, const Frame& f, double s, int number,
                       double t, std::span<const Vec<6>> v, double h, Blocks& blocks) const {
  const auto limited = [&](double limit, double speed) {
    const Vector bound = Vector::Constant(1, h * limit);
    const int row = blocks.add(part.a, part.b, Box{-bound, bound}, BlockKind::joint, number);
    set_coordinate_row(joint, f, row, 1.0, blocks);
    blocks.bias[at(row)] = -speed;
  };
  if (joint.friction > 0.0) limited(joint.friction, 0.0);
  if (joint.motor_limit > 0.0)
    limited(joint.motor_limit, joint.motor_speed ? joint.motor_speed(t + h) : 0.0);
  if (joint.stiffness <= 0.0 && joint.damping <= 0.0) return;
  // r = -h (k (s_1/2 - rest) + c u_m) with s_1/2 = s + h u_m / 2, u_m the mean of u_0 and u_1
  const double rate = 0.5 * h * (0.5 * h * joint.stiffness + joint.damping);
  const int row = blocks.add(part.a, part.b, Free{1}, BlockKind::joint, number, 1.0 / rate);
  set_coordinate_row(joint, f, row, 1.0, blocks);
  const double u_0 = blocks.velocity(blocks.list.back(), row, v);
  blocks.bias[at(row)] = u_0 + h * joint.stiffness * (s - joint.rest) / rate;
}

// The pin of a joint with play touches the hole: a contact whose normal points back to the centre.
void Joints::add_play(const Joint& joint, const Part& part, const Frame& f, int number,
                      std::span<const Vec<6>> v_free, std::span<const Vec<6>> v, double h,
                      Blocks& blocks) const {
  const bool hinge = joint.kind == JointKind::hinge;
  const Vec<3> d = radial(joint, f);
  const double length = d.norm();
  const Vec<3> n = length > 0.0 ? Vec<3>(-d / length) : f.t1;
  const Vec<3> t = hinge ? Vec<3>(f.axis_b.cross(n)) : perpendicular(n);
  ContactLaw law = joint.clearance_law;
  law.rolling = 0.0;
  const AnyLaw block_law = contact_block_law(law, hinge ? 2 : 3);
  const int row = blocks.add(part.a, part.b, block_law, BlockKind::joint, number);
  const Vec<3> directions[3] = {n, t, n.cross(t)};
  for (int k = 0; k < block_law.size(); ++k)
    blocks.set_point_row(row + k, directions[k], f.arm_a, f.arm_b + f.d, f.R_a, f.R_b);
  const Blocks::Block& block = blocks.list.back();
  blocks.bias[at(row)] = unilateral_bias(joint.clearance - length, blocks.velocity(block, row, v),
                                         blocks.velocity(block, row, v_free), law.restitution, h);
}

template <class Visit>
void Joints::for_each_present(const Scene& scene, const SceneState& state, Visit&& visit) const {
  for (int i = 0; i < static_cast<int>(parts_.size()); ++i) {
    const Part& part = parts_[at(i)];
    const Joint& joint = scene.joints()[at(i)];
    if (state.present[at(part.a)] == 0 || (part.b >= 0 && state.present[at(part.b)] == 0)) continue;
    const Frame f = frame(part, state);
    visit(i, joint, part, f, coordinate(joint, part, f, state.joint_memory[at(i)]));
  }
}

void Joints::add_blocks(const Scene& scene, const SceneState& state, std::span<const Vec<6>> v_free,
                        std::span<const Vec<6>> v, double h, Blocks& blocks) const {
  double errors[rows_per_joint];
  for_each_present(
      scene, state, [&](int i, const Joint& joint, const Part& part, const Frame& f, double s) {
        if (const int count = equations(joint, part, f, s, 0, nullptr, errors); count > 0) {
          const bool consistent = state.step > 0;
          const int row = blocks.add(part.a, part.b, Free{count}, BlockKind::joint, i);
          equations(joint, part, consistent ? frame(part, state, v, 0.5 * h) : f, s, row, &blocks,
                    errors);
          for (int k = 0; k < count; ++k) {
            blocks.r[at(row + k)] = state.joint_impulses[at(rows_per_joint * i + k)];
            if (consistent)
              blocks.bias[at(row + k)] = blocks.velocity(blocks.list.back(), row + k, v);
          }
        }
        if (joint.clearance > 0.0) add_play(joint, part, f, i, v_free, v, h, blocks);
        add_bounds(joint, part, f, s, i, v_free, v, h, blocks);
        add_drive(joint, part, f, s, i, state.t, v, h, blocks);
      });
}

// the part of d that play and cables bound
Vec<3> Joints::radial(const Joint& joint, const Frame& f) const {
  if (joint.kind != JointKind::hinge) return f.d;
  return f.d - f.axis_b * f.axis_b.dot(f.d);
}

// how far the anchors are beyond what play or cable allow
double Joints::excess(const Joint& joint, const Part& part, const Frame& f) const {
  if (joint.kind == JointKind::cable) return f.d.norm() - part.length;
  return joint.clearance > 0.0 ? radial(joint, f).norm() - joint.clearance : 0.0;
}

void Joints::add_position_blocks(const Scene& scene, const SceneState& state,
                                 Blocks& blocks) const {
  double errors[rows_per_joint];
  for_each_present(
      scene, state, [&](int i, const Joint& joint, const Part& part, const Frame& f, double s) {
        const int count = equations(joint, part, f, s, 0, nullptr, errors);
        if (count > 0) {
          const int row = blocks.add(part.a, part.b, Free{count}, BlockKind::joint, i);
          equations(joint, part, f, s, row, &blocks, errors);
          for (int k = 0; k < count; ++k) blocks.bias[at(row + k)] = errors[k];
        }
        if (const double beyond = excess(joint, part, f); beyond > 0.0) {
          const Vec<3> d = radial(joint, f);
          const int row = blocks.add(part.a, part.b, NonNegative{1}, BlockKind::joint, i);
          blocks.set_point_row(row, -d.normalized(), f.arm_a, f.arm_b + f.d, f.R_a, f.R_b);
          blocks.bias[at(row)] = -beyond;
        }
      });
}

void Joints::remember(const Scene& scene, const Blocks& blocks, SceneState& state) const {
  int last = -1;
  for (const Blocks::Block& block : blocks.list) {
    if (block.kind != BlockKind::joint || block.source == last) continue;
    // the equations come first
    last = block.source;
    for (int k = 0; k < std::min(block.size, rows_per_joint); ++k)
      state.joint_impulses[at(rows_per_joint * block.source + k)] = blocks.r[at(block.row + k)];
  }
  for (int i = 0; i < static_cast<int>(parts_.size()); ++i)
    state.joint_memory[at(i)] = coordinate(scene.joints()[at(i)], parts_[at(i)],
                                           frame(parts_[at(i)], state), state.joint_memory[at(i)]);
}

double Joints::error(const Scene& scene, const SceneState& state) const {
  double worst = 0.0, errors[rows_per_joint];
  for (int i = 0; i < static_cast<int>(parts_.size()); ++i) {
    const Part& part = parts_[at(i)];
    const Frame f = frame(part, state);
    const double s = coordinate(scene.joints()[at(i)], part, f, state.joint_memory[at(i)]);
    const int count = equations(scene.joints()[at(i)], part, f, s, 0, nullptr, errors);
    for (int k = 0; k < count; ++k) worst = std::max(worst, std::abs(errors[k]));
    worst = std::max(worst, excess(scene.joints()[at(i)], part, f));
  }
  return worst;
}

}  // namespace nonsmooth
