// SPDX-License-Identifier: Apache-2.0
#include "schemes/smooth_motion.hpp"

#include "nonsmooth/base/error.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace nonsmooth {

SmoothMotion::SmoothMotion(const Model& model, const Layout& layout)
    : model_(model),
      layout_(layout),
      rows_(model, layout),
      fixed_(at(layout.v_count), 0),
      matrices_(static_cast<int>(layout.systems.size())),
      coupling_(static_cast<int>(layout.systems.size())),
      modes_(layout.interactions.size(), ContactMode::open) {
  for (Vector* vector : {&a_, &constant_a_, &external_, &inner_, &viscous_})
    vector->setZero(layout_.v_count);
  for (Vector* vector : {&bias_, &lambda_, &r_}) vector->setZero(layout_.row_count);
  held_.reserve(layout_.interactions.size());
  compile_systems();
  compile_links();
  place();
}

void SmoothMotion::compile_systems() {
  const State state = initial_state(model_, layout_);
  for (std::size_t k = 0; k < layout_.systems.size(); ++k) {
    const SystemSlot& slot = layout_.systems[k];
    const int s = static_cast<int>(k);
    Part part;
    bool regular = true;
    if (const auto* system = std::get_if<Lagrangian>(&model_.systems()[k])) {
      part.constant_mass = !system->mass_of_q;
      part.has_inner =
          !system->internal.empty() || !system->gyroscopic.empty() || system->mass_of_q;
      part.trivial = part.constant_mass && !part.has_inner && system->stiffness.empty() &&
                     system->damping.empty() && !system->force.of_time && !system->force.of_state;
      regular = system->mass_of_q            ? true
                : system->mass.is_diagonal() ? matrices_.set_diagonal(s, system->mass.diagonal())
                : system->mass.is_sparse()   ? matrices_.set_sparse(s, system->mass.sparse())
                                             : matrices_.set_dense(s, system->mass.dense());
    } else if (const auto* body = std::get_if<RigidBody>(&model_.systems()[k])) {
      Mat<6> M = Mat<6>::Zero();
      M.topLeftCorner<3, 3>().diagonal().setConstant(body->mass);
      M.bottomRightCorner<3, 3>() = body->inertia;
      const bool diagonal = Mat<3>(body->inertia.diagonal().asDiagonal()) == body->inertia;
      regular = diagonal ? matrices_.set_diagonal(s, M.diagonal()) : matrices_.set_dense(s, M);
    } else {
      const FirstOrder& first = std::get<FirstOrder>(model_.systems()[k]);
      regular = first.E.empty() ? matrices_.set_diagonal(s, Vector::Ones(slot.x_count))
                                : matrices_.set_dense(s, first.E.dense());
    }
    if (!regular)
      throw Error("event_driven: " + model_.name(SystemId{s}) +
                  ": its matrix (mass or E) is singular; euler_moreau and moreau_jean step "
                  "differential-algebraic systems");
    parts_.push_back(part);
    constant_mass_ = constant_mass_ && part.constant_mass;
    if (!part.trivial) continue;
    const Lagrangian& system = std::get<Lagrangian>(model_.systems()[k]);
    auto external = external_.segment(slot.v, slot.v_count);
    if (system.force.constant.size() > 0) external = system.force.constant;
    constant_a_.segment(slot.v, slot.v_count) = external;
    matrices_.solve(s, VectorOut(constant_a_.segment(slot.v, slot.v_count)));
  }
}

void SmoothMotion::place() {
  bool inner = false, damped = false;
  for (std::size_t s = 0; s < parts_.size(); ++s) {
    inner = inner || parts_[s].has_inner;
    const auto* lagrangian = std::get_if<Lagrangian>(&model_.systems()[s]);
    damped = damped || (lagrangian != nullptr && !lagrangian->damping.empty());
  }
  int next = layout_.q_count;
  const auto take = [&](int count) { return std::exchange(next, next + count); };
  places_.v = take(layout_.v_count);
  places_.x = take(layout_.x_count);
  places_.impulse = take(layout_.row_count);
  places_.external = take(1);
  if (inner) places_.internal = take(1);
  if (damped) places_.viscous = take(1);
  for (int i = 0; i < static_cast<int>(links_.size()); ++i) {
    // a closed contact that does not move does no normal work, one without friction no other
    places_.normal_work.push_back(constant(i) ? -1 : take(1));
    places_.tangential_work.push_back(links_[at(i)].has_friction ? take(1) : -1);
  }
  places_.size = next;
}

// --- Forces
// ---------------------------------------------------------------------------------------

void SmoothMotion::set_mass(int s, VectorIn q) {
  const Lagrangian& system = std::get<Lagrangian>(model_.systems()[at(s)]);
  const Arena::Scope scope(scratch_);
  const SystemSlot& slot = layout_.systems[at(s)];
  MatrixMap M = scratch_.matrix(slot.v_count, slot.v_count);
  M.setZero();
  system.mass_of_q(q.segment(slot.q, slot.q_count), M);
  system.mass.add_to(1.0, M);
  solvable_ = matrices_.set_dense(s, M) && solvable_;
}

void SmoothMotion::set_masses(VectorIn q) {
  for (int s = 0; !constant_mass_ && s < static_cast<int>(parts_.size()); ++s)
    if (!parts_[at(s)].constant_mass) set_mass(s, q);
}

// a of one system without reactions, and its forces for the ledger
void SmoothMotion::add_forces(int s, double t, VectorIn q, VectorIn v) {
  const SystemSlot& slot = layout_.systems[at(s)];
  const int n = slot.v_count;
  auto a = a_.segment(slot.v, n);
  auto external = external_.segment(slot.v, n);
  const auto own_q = q.segment(slot.q, slot.q_count);
  const auto own_v = v.segment(slot.v, n);
  external.setZero();
  if (const auto* body = std::get_if<RigidBody>(&model_.systems()[at(s)])) {
    add_force(body->force, 1.0, t, own_q, own_v, external, scratch_);
    const Vec<3> omega = own_v.tail<3>();
    a = external;
    a.tail<3>() -= omega.cross(body->inertia * omega);
    matrices_.solve(s, VectorOut(a));
    return;
  }
  const Lagrangian& system = std::get<Lagrangian>(model_.systems()[at(s)]);
  auto inner = inner_.segment(slot.v, n), viscous = viscous_.segment(slot.v, n);
  add_force(system.force, 1.0, t, own_q, own_v, external, scratch_);
  a = external;
  system.stiffness.add_product(-1.0, own_q, a);
  if (!system.damping.empty()) {
    viscous.setZero();
    system.damping.add_product(-1.0, own_v, viscous);
    a += viscous;
  }
  if (parts_[at(s)].has_inner) {
    inner.setZero();
    add_force(system.internal, -1.0, t, own_q, own_v, inner, scratch_);
    add_force(system.gyroscopic, -1.0, t, own_q, own_v, inner, scratch_);
    a += inner;
  }
  if (!parts_[at(s)].constant_mass) set_mass(s, q);
  matrices_.solve(s, VectorOut(a));
}

void SmoothMotion::accelerate_freely(double t, VectorIn q, VectorIn v) {
  solvable_ = true;
  for (int s = 0; s < static_cast<int>(parts_.size()); ++s) {
    const SystemSlot& slot = layout_.systems[at(s)];
    if (slot.v_count == 0) continue;
    if (parts_[at(s)].trivial)
      a_.segment(slot.v, slot.v_count) = constant_a_.segment(slot.v, slot.v_count);
    else
      add_forces(s, t, q, v);
  }
}

// --- Held rows
// ------------------------------------------------------------------------------------

void SmoothMotion::set_modes(std::span<const ContactMode> modes) {
  held_.clear();
  holds_nonlinear_ = false;
  coupled_ = false;
  lambda_.setZero();
  for (int i = 0; i < static_cast<int>(modes.size()); ++i) {
    modes_[at(i)] = modes[at(i)];
    if (!holds(modes[at(i)])) continue;
    held_.push_back(i);
    holds_nonlinear_ = holds_nonlinear_ || !constant(i);
  }
}

// W of the held rows, where it may have changed. Precondition: linked, masses set
bool SmoothMotion::couple() {
  if (coupled_ && constant_mass_ && !holds_nonlinear_) return true;
  coupling_.begin();
  for (const int i : held_)
    add_block(coupling_, i, i, slides(modes_[at(i)]) ? free_row_ : free_[at(i)], modes_[at(i)]);
  coupling_.assemble(matrices_, fixed_);
  coupled_ = system_.factor(coupling_.problem().W);
  return coupled_;
}

bool SmoothMotion::accelerate(double t, VectorIn q, VectorIn v) {
  accelerate_freely(t, q, v);
  if (held_.empty()) return solvable_;
  for (const int i : held_) {
    link(i, t, q, v);
    find_bias(i, t, q, v);
  }
  if (!solvable_ || !couple()) {
    a_.setConstant(std::nan(""));
    return false;
  }
  for (std::size_t b = 0; b < held_.size(); ++b) {
    const int i = held_[b], block = static_cast<int>(b);
    for (int k = 0; k < coupling_.size(block); ++k)
      r_[coupling_.row(block) + k] = -bias_[layout_.interactions[at(i)].row + k] - along(i, k, a_);
  }
  auto r = r_.head(coupling_.rows());
  system_.solve(r);
  coupling_.add_response(r, a_);
  for (std::size_t b = 0; b < held_.size(); ++b) {
    const int i = held_[b], block = static_cast<int>(b), row = layout_.interactions[at(i)].row;
    for (int k = 0; k < coupling_.size(block); ++k) lambda_[row + k] = r[coupling_.row(block) + k];
    if (!slides(modes_[at(i)])) continue;
    const double mu = model_.interactions()[at(i)].law.mu;
    lambda_[row + 1] = (modes_[at(i)] == ContactMode::forward ? -mu : mu) * lambda_[row];
  }
  return true;
}

double SmoothMotion::project_positions(double t, VectorOut q) {
  double worst = 0.0;
  if (held_.empty()) return worst;
  const Arena::Scope scope(scratch_);
  VectorMap still = scratch_.vector(layout_.v_count), shift = scratch_.vector(layout_.v_count);
  still.setZero();
  for (int pass = 0; pass < 4; ++pass) {
    double violation = 0.0;
    int row = 0;
    for (const int i : held_) {
      link(i, t, q, still);
      const bool contact = model_.interactions()[at(i)].law.unilateral();
      const int rows = slides(modes_[at(i)]) ? 1 : layout_.interactions[at(i)].size;
      for (int k = 0; k < rows; ++k, ++row) {
        // tangential rows have velocities only
        r_[row] = contact && k > 0 ? 0.0 : -gap()[layout_.interactions[at(i)].row + k];
        violation = std::max(violation, std::abs(r_[row]));
      }
    }
    worst = std::max(worst, violation);
    if (violation <= 4.0 * machine_epsilon) break;
    set_masses(q);
    if (!couple()) break;
    auto r = r_.head(row);
    system_.solve(r);
    shift.setZero();
    coupling_.add_response(r, shift);
    for (std::size_t s = 0; s < layout_.systems.size(); ++s) {
      const SystemSlot& slot = layout_.systems[s];
      if (slot.q_count == 0) continue;
      const Arena::Scope inner(scratch_);
      VectorMap before = scratch_.vector(slot.q_count);
      before = q.segment(slot.q, slot.q_count);
      move_position(model_.systems()[s], before, shift.segment(slot.v, slot.v_count), 1.0,
                    q.segment(slot.q, slot.q_count));
    }
    if (!holds_nonlinear_) break;
  }
  return worst;
}

double SmoothMotion::project_velocities(double t, VectorIn q, VectorOut v, VectorOut impulse) {
  impulse.setZero();
  if (held_.empty()) return 0.0;
  double worst = 0.0;
  int row = 0;
  for (const int i : held_) {
    link(i, t, q, v);
    const int rows = slides(modes_[at(i)]) ? 1 : layout_.interactions[at(i)].size;
    for (int k = 0; k < rows; ++k, ++row) {
      r_[row] = -u()[layout_.interactions[at(i)].row + k];
      worst = std::max(worst, std::abs(r_[row]));
    }
  }
  if (worst == 0.0) return worst;
  set_masses(q);
  if (!couple()) return infinity;
  auto r = r_.head(row);
  system_.solve(r);
  coupling_.add_response(r, v);
  for (std::size_t b = 0; b < held_.size(); ++b) {
    const int i = held_[b], block = static_cast<int>(b), first = layout_.interactions[at(i)].row;
    for (int k = 0; k < coupling_.size(block); ++k)
      impulse[first + k] = r[coupling_.row(block) + k];
    if (!slides(modes_[at(i)])) continue;
    const double mu = model_.interactions()[at(i)].law.mu;
    impulse[first + 1] = (modes_[at(i)] == ContactMode::forward ? -mu : mu) * impulse[first];
  }
  return worst;
}

void SmoothMotion::normalise(VectorOut q) const {
  for (const SystemSlot& slot : layout_.systems)
    if (slot.q_count == 7 && slot.v_count == 6) q.segment<4>(slot.q + 3).normalize();
}

// --- Rates of the integrator's state
// --------------------------------------------------------------

void SmoothMotion::rates(double t, VectorIn y, VectorOut dy) {
  const VectorView q = positions(y), v = velocities(y);
  (void)accelerate(t, q, v);  // what cannot be solved is NaN, which ends the phase
  dy.segment(places_.v, layout_.v_count) = a_;
  if (layout_.row_count > 0) dy.segment(places_.impulse, layout_.row_count) = lambda_;
  system_rates(t, y, dy);
  power(y, dy);
}

void SmoothMotion::system_rates(double t, VectorIn y, VectorOut dy) {
  for (std::size_t s = 0; s < layout_.systems.size(); ++s) {
    const SystemSlot& slot = layout_.systems[s];
    if (slot.x_count > 0) {
      auto dx = dy.segment(places_.x + slot.x, slot.x_count);
      dx.setZero();
      add_first_order_rate(std::get<FirstOrder>(model_.systems()[s]), 1.0, t,
                           y.segment(places_.x + slot.x, slot.x_count), dx, scratch_);
      matrices_.solve(static_cast<int>(s), VectorOut(dx));
    } else if (slot.q_count == slot.v_count) {
      dy.segment(slot.q, slot.q_count) = y.segment(places_.v + slot.v, slot.v_count);
    } else {
      const auto v = y.segment<6>(places_.v + slot.v);
      const double p0 = y[slot.q + 3];
      const Vec<3> p = y.segment<3>(slot.q + 4), omega = v.tail<3>();
      dy.segment<3>(slot.q) = v.head<3>();
      dy[slot.q + 3] = -0.5 * p.dot(omega);
      dy.segment<3>(slot.q + 4) = 0.5 * (p0 * omega + p.cross(omega));
    }
  }
}

// 1/2 v (dM/dt) v: what the energy of M(q) gains beside the forces; the gyroscopic force takes it
double SmoothMotion::inertia_power(int s, VectorIn q, VectorIn v) {
  const Lagrangian& system = std::get<Lagrangian>(model_.systems()[at(s)]);
  const SystemSlot& slot = layout_.systems[at(s)];
  const Arena::Scope scope(scratch_);
  MatrixMap M = scratch_.matrix(slot.v_count, slot.v_count);
  VectorMap there = scratch_.vector(slot.v_count);
  const auto own_q = q.segment(slot.q, slot.v_count), own_v = v.segment(slot.v, slot.v_count);
  const double speed = own_v.lpNorm<Eigen::Infinity>();
  if (speed == 0.0) return 0.0;
  const double h = 2e-4 * std::max(1.0, own_q.lpNorm<Eigen::Infinity>()) / speed;
  const auto energy = [&](double time) {
    there = own_q + time * own_v;
    M.setZero();
    system.mass_of_q(there, M);
    there.noalias() = M * own_v;
    return 0.5 * there.dot(own_v);
  };
  return (8.0 * (energy(h) - energy(-h)) - (energy(2.0 * h) - energy(-2.0 * h))) / (12.0 * h);
}

void SmoothMotion::power(VectorIn y, VectorOut dy) {
  const VectorView q = positions(y), v = velocities(y);
  double external = 0.0;
  for (int i = 0; i < layout_.v_count; ++i) external += external_[i] * v[i];
  dy[places_.external] = external;
  if (places_.viscous >= 0) dy[places_.viscous] = viscous_.dot(v);
  if (places_.internal >= 0) {
    double work = inner_.dot(v);
    for (int s = 0; s < static_cast<int>(parts_.size()); ++s)
      if (!parts_[at(s)].constant_mass) work += inertia_power(s, q, v);
    dy[places_.internal] = work;
  }
  for (int i = 0; i < static_cast<int>(links_.size()); ++i) {
    const int normal = places_.normal_work[at(i)], tangential = places_.tangential_work[at(i)];
    if (normal < 0 && tangential < 0) continue;
    const InteractionSlot& slot = layout_.interactions[at(i)];
    const bool joint = !links_[at(i)].has_friction;
    double works[2] = {0.0, 0.0};
    if (holds(modes_[at(i)]))
      // on the systems: without the motion of the obstacle itself
      for (int k = 0; k < slot.size; ++k)
        works[k > 0 ? 1 : 0] += lambda_[slot.row + k] * (u()[slot.row + k] - drift()[slot.row + k]);
    if (normal >= 0) dy[normal] = works[0] + (joint ? works[1] : 0.0);
    if (tangential >= 0) dy[tangential] = works[1];
  }
}

double SmoothMotion::kinetic(VectorIn q, VectorIn v) {
  double twice = 0.0;
  for (std::size_t s = 0; s < layout_.systems.size(); ++s) {
    const SystemSlot& slot = layout_.systems[s];
    if (slot.v_count == 0) continue;
    const double* own = v.data() + slot.v;
    if (const auto* body = std::get_if<RigidBody>(&model_.systems()[s])) {
      const Vec<3> omega(own[3], own[4], own[5]);
      twice += body->mass * (own[0] * own[0] + own[1] * own[1] + own[2] * own[2]) +
               omega.dot(body->inertia * omega);
      continue;
    }
    const Lagrangian& system = std::get<Lagrangian>(model_.systems()[s]);
    if (!system.mass_of_q && system.mass.is_diagonal()) {
      const double* m = system.mass.diagonal().data();
      for (int i = 0; i < slot.v_count; ++i) twice += m[i] * own[i] * own[i];
      continue;
    }
    const Arena::Scope scope(scratch_);
    VectorMap product = scratch_.vector(slot.v_count);
    product.setZero();
    system.mass.add_product(1.0, v.segment(slot.v, slot.v_count), product);
    if (system.mass_of_q) {
      MatrixMap M = scratch_.matrix(slot.v_count, slot.v_count);
      M.setZero();
      system.mass_of_q(q.segment(slot.q, slot.q_count), M);
      product.noalias() += M * v.segment(slot.v, slot.v_count);
    }
    twice += product.dot(v.segment(slot.v, slot.v_count));
  }
  return 0.5 * twice;
}

double SmoothMotion::potential(VectorIn q) {
  double twice = 0.0;
  for (std::size_t s = 0; s < layout_.systems.size(); ++s) {
    const auto* system = std::get_if<Lagrangian>(&model_.systems()[s]);
    if (system == nullptr || system->stiffness.empty()) continue;
    const SystemSlot& slot = layout_.systems[s];
    const Arena::Scope scope(scratch_);
    VectorMap product = scratch_.vector(slot.q_count);
    product.setZero();
    system->stiffness.add_product(1.0, q.segment(slot.q, slot.q_count), product);
    twice += product.dot(q.segment(slot.q, slot.q_count));
  }
  return 0.5 * twice;
}

}  // namespace nonsmooth
