// SPDX-License-Identifier: Apache-2.0
// What a step leaves as violation of positions is projected out: the nearest positions, in the
// metric of the masses, that violate nothing,
//
//   g + J_N d >= 0,  joint errors + J d = 0,  d = M^-1 J^T p.
//
// Velocities are not touched.
#include "mechanics/stepper.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

bool SceneSimulator::Stepper::violated(SceneReport& report) const {
  report.deepest_gap = 0.0;
  bool deep = false;
  for (const SceneContact& contact : state.contacts) {
    if (!(contact.gap < 0.0)) continue;
    report.deepest_gap = std::min(report.deepest_gap, contact.gap);
    deep = deep || contact.gap < -touching(contact);
  }
  if (joints_.empty()) return deep;
  report.joint_error = joints_.error(scene, state);
  double size = infinity;
  for (const Joint& joint : scene.joints()) size = std::min(size, bodies.radius[at(joint.a.index)]);
  return deep || report.joint_error > 1e-2 * scheme.penetration * std::min(size, 1.0);
}

void SceneSimulator::Stepper::project(SceneReport& report, std::span<const unsigned char> only) {
  ++report.projections;
  Blocks& blocks = position_blocks_;
  blocks.clear();
  joints_.add_position_blocks(scene, state, blocks);
  add_contacts(
      blocks, [](const SceneContact&) { return NonNegative{1}; },
      [&](Blocks::Block& block) {
        const SceneContact& contact = state.contacts[at(block.source)];
        const Pose &a = detector_.poses()[at(contact.a)], &b = detector_.poses()[at(contact.b)];
        block.arm_a = contact.point - state.centre[at(contact.a)];
        block.arm_b = contact.point - state.centre[at(contact.b)];
        blocks.set_point_row(block.row, contact.normal, block.arm_a, block.arm_b, a.rotation,
                             b.rotation);
        blocks.bias[at(block.row)] = contact.gap;
      });
  Islands& islands = position_islands_;
  islands.split(bodies, blocks);
  position_skip_.assign(at(islands.count()), 0);
  for (int island = 0; island < islands.count(); ++island) {
    double worst = 0.0;
    for (const int k : islands.blocks_of(island)) {
      const Blocks::Block& block = blocks.list[at(k)];
      for (int row = block.row; row < block.row + block.size; ++row)
        worst = std::max(worst, block.kind == BlockKind::joint ? std::abs(blocks.bias[at(row)])
                                                               : -blocks.bias[at(row)]);
    }
    bool wanted = only.empty();
    for (const int body : islands.bodies_of(island)) wanted = wanted || only[at(body)] != 0;
    position_skip_[at(island)] = worst == 0.0 || !wanted ? 1 : 0;
  }
  shift_.assign(at(bodies.count()), Vec<6>::Zero());
  // what contacts keep of their penetration, the next step projects; joints are brought home at
  // once
  const Solver solver = joints_.empty()
                            ? Solver(Nsgs{.tolerance = 1e-2,
                                          .max_iterations = 40,
                                          .order = SweepOrder::coloured,
                                          .threads = scheme.threads})
                            : Solver(Auto{.tolerance = 1e-9, .threads = scheme.threads});
  IslandReport ignored;
  islands.solve(bodies, detector_.poses(), blocks, shift_, solver, position_skip_, workers_,
                nullptr, ignored);
  const double before = potential_energy(bodies, state, scene.gravity);
  moved_.assign(shift_.size(), 0);
  for (std::size_t i = 0; i < shift_.size(); ++i) {
    if (shift_[i].isZero(0.0) || !shift_[i].allFinite()) continue;
    state.centre[i] += shift_[i].head<3>();
    if (!shift_[i].tail<3>().isZero(0.0))
      state.orientation[i] = turned(state.orientation[i], shift_[i].tail<3>());
    state.at_rest[i] = 0;
    moved_[i] = 1;
  }
  state.energy.projection += potential_energy(bodies, state, scene.gravity) - before;
}

}  // namespace nonsmooth
