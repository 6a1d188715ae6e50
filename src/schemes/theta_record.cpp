// SPDX-License-Identifier: Apache-2.0
// What a theta step leaves behind: outputs, multipliers, and the energy ledger. With the mean
// velocity v_th = th v_1 + (1 - th) v_0 the balance of a linear system is an identity:
//
//   E_1 - E_0 = h v_th.F_th - h |v_th|^2_C + u_th.P + (1/2 - th) (|dv|^2_M + |dq|^2_K)
#include "schemes/theta_stepper.hpp"

#include <cmath>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

void ThetaStepper::record(State& state, StepReport& report) {
  report.step = h_;
  // interactions outside the problem have no multiplier
  int block = 0;
  for (int i = 0; i < static_cast<int>(links_.size()); ++i) {
    const InteractionSlot& slot = layout_.interactions[at(i)];
    const bool active = block < coupling_.block_count() && coupling_.interaction(block) == i;
    if (active)
      ++block;
    else
      for (int k = 0; k < slot.size; ++k) state.lambda[slot.row + k] = 0.0;
    if (state.present[at(i)] == 0) {
      state.output.segment(slot.row, slot.size).setZero();
      continue;
    }
    if (!slot.mechanical) {
      state.output.segment(slot.row, slot.size) = after_.segment(slot.row, slot.size);
      continue;
    }
    double* u = state.output.data() + slot.row;
    const double* J = number(links_[at(i)].J);
    for (int k = 0; k < slot.size; ++k) u[k] = drift_[slot.row + k];
    for (const SystemId id : model_.interactions()[at(i)].on) {
      const Part& part = parts_[at(id.index)];
      for (int j = 0; j < part.n; ++j, J += slot.size)
        for (int k = 0; k < slot.size; ++k) u[k] += J[k] * z_[part.z + j];
    }
    if (!active) continue;
    // work done on the systems: without the motion of the obstacle itself
    const double theta = options_.theta;
    double work[2] = {0.0, 0.0};
    for (int k = 0; k < slot.size; ++k) {
      const double mean = theta * (u[k] - drift_[slot.row + k]) +
                          (1.0 - theta) * (before_[slot.row + k] - drift0_[slot.row + k]);
      work[k > 0 ? 1 : 0] += state.lambda[slot.row + k] * mean;
    }
    state.work[2 * i] += work[0];
    state.work[2 * i + 1] += work[1];
    state.energy.normal += work[0];
    state.energy.tangential += work[1];
  }
  account_work(state);
  measure_energy(state);
  if (!state.q.allFinite() || !state.v.allFinite() || !state.x.allFinite()) {
    report.status = Status::numerical_failure;
    report.message = "the state is no longer finite";
  }
}

// after correct(): z0_ and z_ are both ends of the step
void ThetaStepper::account_work(State& state) const {
  const double theta = options_.theta, h = h_;
  EnergyLedger& energy = state.energy;
  for (std::size_t s = 0; s < parts_.size(); ++s) {
    const Part& part = parts_[s];
    if (!part.mechanical) continue;
    const auto v0 = z0_.segment(part.z, part.n), v1 = z_.segment(part.z, part.n);
    const double *a = z0_.data() + part.z, *b = z_.data() + part.z, *F = external_.data() + part.z;
    double work = 0.0;
    for (int i = 0; i < part.n; ++i) work += F[i] * (theta * b[i] + (1.0 - theta) * a[i]);
    energy.external += h * work;
    const auto* lagrangian = std::get_if<Lagrangian>(&model_.systems()[s]);
    if (lagrangian == nullptr) {
      if (theta == 0.5) continue;
      const RigidBody& body = std::get<RigidBody>(model_.systems()[s]);
      const Vec<6> dv = v1 - v0;
      energy.numerical += (0.5 - theta) * (body.mass * dv.head<3>().squaredNorm() +
                                           dv.tail<3>().dot(body.inertia * dv.tail<3>()));
      continue;
    }
    if (part.trivial) {
      if (theta == 0.5) continue;
      energy.numerical += (0.5 - theta) * (v1 - v0).cwiseAbs2().dot(lagrangian->mass.diagonal());
      continue;
    }
    Arena& scratch = const_cast<Arena&>(workspace_.arena);
    const Arena::Scope scope(scratch);
    VectorMap v = scratch.vector(part.n), product = scratch.vector(part.n);
    v = theta * v1 + (1.0 - theta) * v0;
    energy.internal += h * v.dot(internal_.segment(part.z, part.n));
    product.setZero();
    lagrangian->damping.add_product(1.0, v, product);
    energy.viscous -= h * v.dot(product);
    for (const PrescribedVelocity& given : lagrangian->prescribed)
      energy.boundary += boundary_[part.z + given.dof] * v[given.dof];
    if (theta == 0.5) continue;
    product.setZero();
    lagrangian->stiffness.add_product(h * h, v, product);
    double lost = v.dot(product);
    v = v1 - v0;
    product.setZero();
    lagrangian->mass.add_product(1.0, v, product);
    lost += v.dot(product);
    energy.numerical += (0.5 - theta) * lost;
  }
}

void ThetaStepper::measure_energy(State& state) const {
  double kinetic = 0.0, potential = 0.0;
  for (std::size_t s = 0; s < parts_.size(); ++s) {
    const Part& part = parts_[s];
    if (!part.mechanical) continue;
    const SystemSlot& slot = layout_.systems[s];
    const double* v = state.v.data() + slot.v;
    if (const auto* body = std::get_if<RigidBody>(&model_.systems()[s])) {
      const Vec<3> omega(v[3], v[4], v[5]);
      kinetic +=
          body->mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + omega.dot(body->inertia * omega);
      continue;
    }
    const Lagrangian& system = std::get<Lagrangian>(model_.systems()[s]);
    if (system.mass.is_diagonal()) {
      const double* m = system.mass.diagonal().data();
      for (int i = 0; i < part.n; ++i) kinetic += m[i] * v[i] * v[i];
      if (part.trivial) continue;
    }
    Arena& scratch = const_cast<Arena&>(workspace_.arena);
    const Arena::Scope scope(scratch);
    VectorMap product = scratch.vector(part.n);
    if (system.mass_of_q) {
      MatrixMap M = scratch.matrix(part.n, part.n);
      M.setZero();
      system.mass_of_q(state.q.segment(slot.q, part.n), M);
      product.noalias() = M * state.v.segment(slot.v, part.n);
      kinetic += product.dot(state.v.segment(slot.v, part.n));
    } else if (!system.mass.is_diagonal()) {
      product.setZero();
      system.mass.add_product(1.0, state.v.segment(slot.v, part.n), product);
      kinetic += product.dot(state.v.segment(slot.v, part.n));
    }
    if (!system.stiffness.empty()) {
      product.setZero();
      system.stiffness.add_product(1.0, state.q.segment(slot.q, part.n), product);
      potential += product.dot(state.q.segment(slot.q, part.n));
    }
  }
  state.energy.kinetic = 0.5 * kinetic;
  state.energy.potential = 0.5 * potential;
}

}  // namespace nonsmooth
