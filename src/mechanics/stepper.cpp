// SPDX-License-Identifier: Apache-2.0
#include "mechanics/stepper.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/collide/contact.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

using Clock = std::chrono::steady_clock;

constexpr double rest_accuracy = 1e-10;  // of the weight, per body
constexpr double certain_share = 1e-3;   // of the fall in a step: slower is at rest
constexpr int most_passes = 20;          // of impacts from body to body within a step

// the time since the last call
double lap(Clock::time_point& last) {
  const Clock::time_point now = Clock::now();
  return std::chrono::duration<double>(now - std::exchange(last, now)).count();
}

// the same for every contact with this normal, whatever came before
void tangents(const Vec<3>& n, Vec<3>& t1, Vec<3>& t2) {
  const double sign = std::copysign(1.0, n[2]), a = -1.0 / (sign + n[2]), b = n[0] * n[1] * a;
  t1 = Vec<3>(1.0 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]);
  t2 = Vec<3>(b, sign + n[1] * n[1] * a, -n[1]);
}

// first directions of forces in the order of the law, then those of rolling moments
struct Directions {
  Vec<3> force[3], moment[2];
  int forces = 3, moments = 2;
};

Directions directions(const Vec<3>& n, int dimension) {
  Directions d;
  d.force[0] = n;
  if (dimension == 2) {
    d.force[1] = Vec<3>(-n[1], n[0], 0.0);
    d.moment[0] = Vec<3>::UnitZ();
    d.forces = 2;
    d.moments = 1;
    return d;
  }
  tangents(n, d.force[1], d.force[2]);
  d.moment[0] = d.force[1];
  d.moment[1] = d.force[2];
  return d;
}

Solver with_threads(Solver solver, int threads) {
  std::visit(
      [&](auto& options) {
        if constexpr (requires { options.threads; }) options.threads = threads;
      },
      solver);
  return solver;
}

}  // namespace

SceneSimulator::Stepper::Stepper(const Scene& scene_in, SceneScheme scheme_in)
    : scene(scene_in),
      scheme(std::move(scheme_in)),
      bodies(scene),
      state(initial_state(scene, bodies)),
      joints_(scene, state),
      detector_(scene),
      workers_(scheme.threads),
      solver_(with_threads(scheme.solver, scheme.threads)),
      dimension_(scene.dimension()) {
  if (dimension_ == 2 && scene.gravity[2] != 0.0)
    throw Error("Scene: all shapes are plane ones and move in z = 0, but gravity has the z " +
                std::string("component ") + std::to_string(scene.gravity[2]) +
                "; set gravity to, say, (0, -9.81, 0)");
  state.joint_impulses.assign(scene.joints().size() * Joints::rows_per_joint, 0.0);
  state.joint_memory.assign(scene.joints().size(), 0.0);
  compile_laws();
  detect();
}

void SceneSimulator::Stepper::compile_laws() {
  laws_.clear();
  block_laws_.clear();
  for (const std::string& a : bodies.materials)
    for (const std::string& b : bodies.materials) {
      laws_.push_back(scene.law(a, b));
      block_laws_.push_back(contact_block_law(laws_.back(), dimension_));
    }
  detector_.use_laws(laws_);
  // forces and motors that depend on time keep their bodies awake
  restless_.assign(at(bodies.count()), 0);
  for (int i = 0; i < bodies.count(); ++i)
    if (scene.bodies()[at(i)].force || scene.bodies()[at(i)].motion == Motion::driven)
      restless_[at(i)] = 1;
  for (const Joint& joint : scene.joints())
    if (joint.motor_speed) restless_[at(joint.a.index)] = 1;
  find_surfaces();
}

SceneReport SceneSimulator::Stepper::step() {
  SceneReport report;
  Clock::time_point clock = Clock::now();
  predict();
  report.times.predict = lap(clock);
  assemble();
  solve(report);
  report.times.solve = lap(clock) - report.times.assemble;
  settle();
  account();
  correct();
  report.times.correct = lap(clock);
  detect();
  report.times.detect = lap(clock);
  // joints are of little use when they are only nearly closed
  const int passes = joints_.empty() || scheme.projections == 0 ? scheme.projections
                                                                : std::max(scheme.projections, 3);
  while (report.projections < passes && violated(report)) {
    project(report);
    report.times.project += lap(clock);
    detect(moved_);
    report.times.detect += lap(clock);
  }
  lift_sunken(report);
  report.times.project += lap(clock);
  violated(report);
  state.energy.kinetic = kinetic_energy(bodies, state);
  state.energy.potential = potential_energy(bodies, state, scene.gravity);
  return report;
}

void SceneSimulator::Stepper::predict() {
  const double h = scheme.step;
  const std::size_t n = at(bodies.count());
  v0_.resize(n);
  v_free_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    v0_[i] << state.velocity[i], state.angular_velocity[i];
    v_free_[i] = v0_[i];
    if (state.present[i] == 0) continue;
    const Body& body = scene.bodies()[i];
    if (body.motion == Motion::driven && body.drive) {
      const auto [velocity, turn] = body.drive(state.t + h);
      v_free_[i] << velocity, detector_.poses()[i].direction_in_body(turn);
      // both ends of the step, so that the mean velocity is that of the drive
      const auto [start, start_turn] = body.drive(state.t);
      v0_[i] << start, detector_.poses()[i].direction_in_body(start_turn);
    }
    if (bodies.inverse_mass[i] == 0.0 || state.at_rest[i] != 0) continue;
    Wrench wrench;
    if (body.force) {
      const Pose& pose = detector_.poses()[i];
      wrench = body.force(state.t + 0.5 * h, {pose.position, state.orientation[i],
                                              state.velocity[i], state.angular_velocity[i]});
      const Vec<3> torque = wrench.torque;
      wrench.torque = pose.direction_in_body(torque);
    }
    v_free_[i].head<3>() += h * (scene.gravity + bodies.inverse_mass[i] * wrench.force);
    if (dimension_ == 3)
      v_free_[i].tail<3>() =
          free_spin(bodies.inertia[i], state.angular_velocity[i], wrench.torque, h);
    else
      v_free_[i].tail<3>() += h * (bodies.inverse_inertia[i] * wrench.torque);
  }
}

double SceneSimulator::Stepper::tolerance() const {
  return std::visit([](const auto& options) { return options.tolerance; }, scheme.solver);
}

// Gaps smaller than what penetrations may be, or than what the solver can tell, are none: else
// every step would find other contacts of a pile open by a little, and other reactions.
double SceneSimulator::Stepper::touching(const SceneContact& contact) const {
  const double size = std::min(bodies.dynamic(contact.a) ? bodies.extent[at(contact.a)] : infinity,
                               bodies.dynamic(contact.b) ? bodies.extent[at(contact.b)] : infinity);
  return std::max(scheme.penetration, tolerance()) * size;
}

void SceneSimulator::Stepper::assemble() {
  blocks_.clear();
  joints_.add_blocks(scene, state, v_free_, v0_, scheme.step, blocks_);
  passed_on_.resize(state.contacts.size());
  add_contacts(
      blocks_,
      [&](const SceneContact& contact) -> const AnyLaw& { return block_laws_[law_of(contact)]; },
      [&](Blocks::Block& block) { fill_contact(block); });
  islands_.split(bodies, blocks_);
}

std::size_t SceneSimulator::Stepper::law_of(const SceneContact& contact) const {
  return at(bodies.material[at(contact.a)]) * bodies.materials.size() +
         at(bodies.material[at(contact.b)]);
}

void SceneSimulator::Stepper::fill_contact(Blocks::Block& block) {
  const SceneContact& contact = state.contacts[at(block.source)];
  const Directions d = directions(contact.normal, dimension_);
  const Pose &a = detector_.poses()[at(contact.a)], &b = detector_.poses()[at(contact.b)];
  block.arm_a = contact.point - state.centre[at(contact.a)];
  block.arm_b = contact.point - state.centre[at(contact.b)];
  const int row = block.row, forces = std::min(block.size, d.forces);
  for (int k = 0; k < forces; ++k) {
    blocks_.set_point_row(row + k, d.force[k], block.arm_a, block.arm_b, a.rotation, b.rotation);
    blocks_.r[at(row + k)] = d.force[k].dot(contact.impulse);
  }
  for (int k = forces; k < block.size; ++k) {
    blocks_.set_turn_row(row + k, d.moment[k - forces], a.rotation, b.rotation);
    blocks_.r[at(row + k)] = d.moment[k - forces].dot(contact.moment);
  }
  const double gap = contact.gap <= touching(contact) ? 0.0 : contact.gap;
  block.open = gap > 0.0;
  const double before = blocks_.velocity(block, row, v0_), e = laws_[law_of(contact)].restitution;
  double& bias = blocks_.bias[at(row)];
  bias = unilateral_bias(gap, before, blocks_.velocity(block, row, v_free_), e, scheme.step);
  const bool may_be_hit = e > 0.0 && gap > 0.0 && bias == before + 2.0 * gap / scheme.step;
  passed_on_[at(block.source)] = {may_be_hit ? gap : 0.0, driven_bias(gap, before, e, scheme.step)};
}

// Islands all of whose bodies stood still in the last step, and that nothing new has met, stand
// still in this one: the same problem has the same answer.
void SceneSimulator::Stepper::choose_resting() {
  skip_.assign(at(islands_.count()), 0);
  still_.assign(at(bodies.count()), 0);
  for (int island = 0; island < islands_.count(); ++island) {
    bool still = scheme.rest;
    for (const int body : islands_.bodies_of(island))
      still = still && state.at_rest[at(body)] != 0 && restless_[at(body)] == 0;
    for (const int k : islands_.blocks_of(island))
      for (const int body : {blocks_.list[at(k)].a, blocks_.list[at(k)].b})
        still = still && (body < 0 || bodies.dynamic(body) || v_free_[at(body)].isZero(0.0));
    skip_[at(island)] = still ? 1 : 0;
    for (const int body : islands_.bodies_of(island)) still_[at(body)] = still ? 1 : 0;
  }
  // what wakes up falls as everything else does
  for (int i = 0; i < bodies.count(); ++i)
    if (state.at_rest[at(i)] != 0 && still_[at(i)] == 0) {
      state.at_rest[at(i)] = 0;
      v_free_[at(i)].head<3>() += scheme.step * scene.gravity;
    }
}

void SceneSimulator::Stepper::solve(SceneReport& report) {
  IslandReport islands;
  choose_resting();
  v_ = v_free_;
  islands_.solve(bodies, detector_.poses(), blocks_, v_, solver_, skip_, workers_, recorder,
                 islands);
  // an impact goes from body to body, every contact once
  for (int pass = 0; pass < most_passes && pass_on_impacts(); ++pass) {
    islands_.solve(bodies, detector_.poses(), blocks_, v_, solver_, again_, workers_, recorder,
                   islands);
    judge(islands);
  }
  if (islands.status != Status::solved && release_wedged()) {
    islands_.solve(bodies, detector_.poses(), blocks_, v_, solver_, again_, workers_, recorder,
                   islands);
    judge(islands);
  }
  report.status = islands.status;
  report.message = islands.message;
  report.residual = islands.residual;
  report.residual_invariant = islands.residual_invariant;
  report.solver_iterations = islands.iterations;
  report.islands = islands.islands;
  report.islands_at_rest = islands.skipped;
  report.contacts = static_cast<int>(state.contacts.size());
  report.times.assemble = islands.assemble_time;
}

// Where the answer is "nothing moves" up to what the tolerance of the solver can tell, nothing
// moves; the next step, from rest, confirms or refutes it. A rough tolerance cannot tell rest from
// the beginning of a motion: then there must be reactions in equilibrium with the forces, and no
// body may go anywhere. (Spheres that only spin about the normal of a contact go nowhere, and
// nothing in Coulomb's law would ever stop them.)
void SceneSimulator::Stepper::settle() {
  if (!scheme.rest) return;
  equilibrium_.reserve(bodies.count(), static_cast<int>(blocks_.list.size()));
  change_.resize(v_.size());
  for (int island = 0; island < islands_.count(); ++island) {
    if (skip_[at(island)] != 0) continue;
    const std::span<const int> members = islands_.bodies_of(island);
    bool restless = false, was_still = true;
    double speed = 0.0, motion = 0.0, force = 0.0, fall = 0.0;
    double energy = 0.0, weight = 0.0, reaction = 0.0;
    for (const int i : members) {
      restless = restless || restless_[at(i)] != 0;
      was_still = was_still && v0_[at(i)].isZero(0.0);
      const Vec<6>& v = v_[at(i)];
      change_[at(i)] = v - v0_[at(i)];
      const double free = (v_free_[at(i)] - v0_[at(i)]).head<3>().norm();
      fall = std::max(fall, free);
      force += free * free;
      weight += bodies.mass[at(i)] * free;
      speed = std::max(speed, v.head<3>().norm());
      motion += v.head<3>().squaredNorm() +
                bodies.radius[at(i)] * bodies.radius[at(i)] * v.tail<3>().squaredNorm();
      energy += kinetic_energy(bodies, i, v);
    }
    for (const int k : islands_.blocks_of(island))
      reaction += std::abs(blocks_.r[at(blocks_.list[at(k)].row)]);
    // residuals are relative to the island as a whole, reactions included, which in a tower are
    // many times the weight of a block
    const double share = std::min(0.1, 1000.0 * tolerance() * std::max(1.0, reaction / weight));
    if (restless || !(motion <= share * share * force)) continue;
    const bool certain = share <= certain_share;
    if (!certain && !(speed <= share * fall)) continue;
    // the reactions it keeps from now on; where they cannot be improved, those of the solver
    if ((was_still || !certain) &&
        !equilibrium_.find(bodies, blocks_, members, islands_.blocks_of(island), change_, fall,
                           rest_accuracy) &&
        !certain)
      continue;
    for (const int i : members) {
      v_[at(i)].setZero();
      state.at_rest[at(i)] = was_still ? 1 : 0;
    }
    state.energy.settled -= energy;
  }
}

// Work of every block at the mean of the relative velocities, which is what it adds to the energy.
void SceneSimulator::Stepper::account() {
  const double h = scheme.step;
  SceneEnergy& energy = state.energy;
  for (const Blocks::Block& block : blocks_.list) {
    Vec<3> impulse = Vec<3>::Zero(), moment = Vec<3>::Zero();
    for (int k = 0; k < block.size; ++k) {
      const int row = block.row + k;
      const double r = blocks_.r[at(row)];
      const double work =
          0.5 * r * (blocks_.velocity(block, row, v0_) + blocks_.velocity(block, row, v_));
      (block.kind == BlockKind::joint ? energy.joints
       : k == 0                       ? energy.normal
                                      : energy.tangential) += work;
      for (const int side : {0, 1}) {
        const int body = side == 0 ? block.a : block.b;
        if (body < 0 || bodies.dynamic(body)) continue;
        const double* J = side == 0 ? blocks_.on_a(row) : blocks_.on_b(row);
        energy.driven -= 0.5 * r * Eigen::Map<const Vec<6>>(J).dot(v0_[at(body)] + v_[at(body)]);
      }
    }
    if (block.kind != BlockKind::contact) continue;
    SceneContact& contact = state.contacts[at(block.source)];
    const Directions d = directions(contact.normal, dimension_);
    const int forces = std::min(block.size, d.forces);
    for (int k = 0; k < forces; ++k) impulse += blocks_.r[at(block.row + k)] * d.force[k];
    for (int k = forces; k < block.size; ++k)
      moment += blocks_.r[at(block.row + k)] * d.moment[k - forces];
    contact.impulse = impulse;
    contact.moment = moment;
  }
  for (std::size_t i = 0; i < v_.size(); ++i) {
    const Body& body = scene.bodies()[i];
    if (!body.force || bodies.inverse_mass[i] == 0.0 || state.present[i] == 0) continue;
    const Pose& pose = detector_.poses()[i];
    const Wrench wrench = body.force(
        state.t + 0.5 * h,
        {pose.position, state.orientation[i], state.velocity[i], state.angular_velocity[i]});
    const Vec<6> mean = 0.5 * (v0_[i] + v_[i]);
    energy.forces += h * (wrench.force.dot(mean.head<3>()) +
                          pose.direction_in_body(wrench.torque).dot(mean.tail<3>()));
  }
}

void SceneSimulator::Stepper::correct() {
  const double h = scheme.step;
  start_centre_ = state.centre;
  start_orientation_ = state.orientation;
  for (std::size_t i = 0; i < v_.size(); ++i) {
    if (scene.bodies()[i].motion == Motion::fixed || state.present[i] == 0) continue;
    state.velocity[i] = v_[i].head<3>();
    state.angular_velocity[i] = v_[i].tail<3>();
    if (state.at_rest[i] != 0) continue;
    const Vec<6> mean = 0.5 * (v0_[i] + v_[i]);
    const Vec<3> from = state.centre[i];
    state.centre[i] += h * mean.head<3>();
    if (!mean.tail<3>().isZero(0.0))
      state.orientation[i] = turned(state.orientation[i], h * mean.tail<3>());
    if (bodies.inverse_mass[i] > 0.0 && dimension_ == 3 &&
        h * mean.head<3>().norm() > bodies.inner[i])
      hold_back(i, from);
  }
  ++state.step;
  state.t = static_cast<double>(state.step) * h;
  joints_.remember(scene, blocks_, state);
}

// A body that moves farther than its own size in a step stops at the first surface its centre
// meets, whatever the contacts of the old position knew.
void SceneSimulator::Stepper::hold_back(std::size_t body, const Vec<3>& from) {
  const Vec<3> path = state.centre[body] - from;
  const double length = path.norm(), ahead = bodies.inner[body];
  const Vec<3> to = from + path * ((length + ahead) / length);
  Aabb swept;
  swept.add(from);
  swept.add(to);
  double allowed = length;
  for (std::size_t k = 0; k < scene.bodies().size(); ++k) {
    const Body& other = scene.bodies()[k];
    if (other.motion == Motion::dynamic || state.present[k] == 0) continue;
    if ((other.group & scene.bodies()[body].collides_with) == 0) continue;
    if (!bounds(other.shape, detector_.poses()[k]).overlaps(swept)) continue;
    if (const std::optional<double> hit = ray_hit(other.shape, detector_.poses()[k], from, to))
      allowed = std::min(allowed, std::max(0.0, *hit * (length + ahead) - ahead));
  }
  if (allowed < length) state.centre[body] = from + path * (allowed / length);
}

void SceneSimulator::Stepper::detect(std::span<const unsigned char> moved) {
  detector_.detect(scene, bodies, scheme.step, state, workers_, moved);
}

}  // namespace nonsmooth
