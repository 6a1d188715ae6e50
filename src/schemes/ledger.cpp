// SPDX-License-Identifier: Apache-2.0
#include "schemes/ledger.hpp"

namespace nonsmooth {

void measure_energy(const Model& model, const Layout& layout, State& state, Arena& scratch) {
  double kinetic = 0.0, potential = 0.0;
  for (std::size_t s = 0; s < layout.systems.size(); ++s) {
    const SystemSlot& slot = layout.systems[s];
    const int n = slot.v_count;
    if (n == 0) continue;
    const double* v = state.v.data() + slot.v;
    if (const auto* body = std::get_if<RigidBody>(&model.systems()[s])) {
      const Vec<3> omega(v[3], v[4], v[5]);
      kinetic +=
          body->mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + omega.dot(body->inertia * omega);
      continue;
    }
    const Lagrangian& system = std::get<Lagrangian>(model.systems()[s]);
    if (system.mass.is_diagonal()) {
      const double* m = system.mass.diagonal().data();
      for (int i = 0; i < n; ++i) kinetic += m[i] * v[i] * v[i];
      if (system.stiffness.empty()) continue;
    }
    const Arena::Scope scope(scratch);
    VectorMap product = scratch.vector(n);
    if (system.mass_of_q) {
      MatrixMap M = scratch.matrix(n, n);
      M.setZero();
      system.mass_of_q(state.q.segment(slot.q, n), M);
      product.noalias() = M * state.v.segment(slot.v, n);
      kinetic += product.dot(state.v.segment(slot.v, n));
    } else if (!system.mass.is_diagonal()) {
      product.setZero();
      system.mass.add_product(1.0, state.v.segment(slot.v, n), product);
      kinetic += product.dot(state.v.segment(slot.v, n));
    }
    if (!system.stiffness.empty()) {
      product.setZero();
      system.stiffness.add_product(1.0, state.q.segment(slot.q, n), product);
      potential += product.dot(state.q.segment(slot.q, n));
    }
  }
  state.energy.kinetic = 0.5 * kinetic;
  state.energy.potential = 0.5 * potential;
}

void begin_ledger(const Model& model, const Layout& layout, State& state, Arena& scratch) {
  state.energy = {};
  measure_energy(model, layout, state, scratch);
  state.energy.initial = state.energy.kinetic + state.energy.potential;
}

void add_interaction_work(int i, const InteractionSlot& slot, const double* impulse,
                          const double* u, State& state) {
  double work[2] = {0.0, 0.0};
  for (int k = 0; k < slot.size; ++k) work[k > 0 ? 1 : 0] += impulse[k] * u[k];
  state.work[2 * i] += work[0];
  state.work[2 * i + 1] += work[1];
  state.energy.normal += work[0];
  state.energy.tangential += work[1];
}

}  // namespace nonsmooth
