// SPDX-License-Identifier: Apache-2.0
// Restitution where bodies touch more than one other: impacts that go on from body to body within
// a step, and bodies that are wedged in.
#include "mechanics/stepper.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

// Contacts that were open and that the reactions of others have closed: what uses up a gap g by a
// reaction r loses the energy r g / h. Where that is more than the solver can tell, Newton's law
// holds for them too; reactions that solve nothing do not count. `again_` gets the islands to leave
// alone.
bool SceneSimulator::Stepper::pass_on_impacts() {
  bool any = false;
  again_.assign(at(islands_.count()), 1);
  for (int island = 0; island < islands_.count(); ++island) {
    if (skip_[at(island)] != 0 || !islands_.solution(island).success()) continue;
    const auto for_each_hit = [&](auto&& visit) {
      for (const int k : islands_.blocks_of(island)) {
        const Blocks::Block& block = blocks_.list[at(k)];
        if (block.kind != BlockKind::contact || !(blocks_.r[at(block.row)] > 0.0)) continue;
        if (PassedOn& hit = passed_on_[at(block.source)]; hit.gap > 0.0) visit(hit, block.row);
      }
    };
    double lost = 0.0, energy = 0.0;
    for_each_hit(
        [&](const PassedOn& hit, int row) { lost += blocks_.r[at(row)] * hit.gap / scheme.step; });
    if (lost == 0.0) continue;
    for (const int i : islands_.bodies_of(island)) energy += kinetic_energy(bodies, i, v0_[at(i)]);
    if (!(lost > tolerance() * energy)) continue;
    for_each_hit([&](PassedOn& hit, int row) {
      blocks_.bias[at(row)] = hit.bias;
      hit.gap = 0.0;
    });
    for (const int i : islands_.bodies_of(island)) v_[at(i)] = v_free_[at(i)];
    again_[at(island)] = 0;
    any = true;
  }
  return any;
}

// A body between two slopes that hold each other by friction: reactions d with W d = 0 inside of
// their cones. Velocities can only fulfil d . u = d . q, and where Newton's law asks for more, for
// a rebound from both slopes, the one-step problem has no solution and reactions run away. Such an
// impact is one without rebound: q is then J v_free, and rest is possible. `again_` gets the
// islands to leave alone.
bool SceneSimulator::Stepper::release_wedged() {
  bool any = false;
  again_.assign(at(islands_.count()), 1);
  for (int island = 0; island < islands_.count(); ++island) {
    if (skip_[at(island)] != 0 || !islands_.ran_away(island)) continue;
    for (const int k : islands_.blocks_of(island)) {
      const Blocks::Block& block = blocks_.list[at(k)];
      if (block.kind != BlockKind::contact) continue;
      double& bias = blocks_.bias[at(block.row)];
      if (bias < 0.0) bias = again_[at(island)] = 0;
    }
    if (again_[at(island)] != 0) continue;
    // what grew without bound is no start
    for (const int k : islands_.blocks_of(island)) {
      const Blocks::Block& block = blocks_.list[at(k)];
      std::fill_n(blocks_.r.begin() + block.row, block.size, 0.0);
    }
    for (const int i : islands_.bodies_of(island)) v_[at(i)] = v_free_[at(i)];
    any = true;
  }
  return any;
}

// The report of all islands after some were solved again.
void SceneSimulator::Stepper::judge(IslandReport& report) const {
  report.islands = islands_.count();
  report.skipped = 0;
  report.status = Status::solved;
  report.residual = report.residual_invariant = 0.0;
  for (int island = 0; island < islands_.count(); ++island) {
    if (skip_[at(island)] != 0) {
      ++report.skipped;
      continue;
    }
    report.judge(islands_.solution(island));
  }
}

}  // namespace nonsmooth
