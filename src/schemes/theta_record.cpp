// SPDX-License-Identifier: Apache-2.0
// What a theta step leaves behind: outputs, multipliers, and the energy ledger. With the mean
// velocity v_th = th v_1 + (1 - th) v_0 the balance of a linear system is an identity:
//
//   E_1 - E_0 = h v_th.F_th - h |v_th|^2_C + u_mean.P
//               + (1/2 - th) (|dv|^2_M + |dq|^2_K - du.P)              the scheme's own
#include "schemes/ledger.hpp"
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
    const double *drift = drift_.data() + slot.row, *drift0 = rows_.drift.data() + slot.row,
                 *before = rows_.u.data() + slot.row;
    rows_.velocity(i, z_.data(), drift, u);
    if (!active) continue;
    // Work done on the systems, without the motion of the obstacle itself: at the mean of both
    // velocities, as at an impact. What theta makes of it beyond that is the scheme's own.
    const double* P = state.lambda.data() + slot.row;
    double* mean = mean_.data() + slot.row;
    for (int k = 0; k < slot.size; ++k) {
      const double begin = before[k] - drift0[k], end = u[k] - drift[k];
      mean[k] = 0.5 * (begin + end);
      state.energy.numerical += (options_.theta - 0.5) * P[k] * (end - begin);
    }
    add_interaction_work(i, slot, P, mean, state);
  }
  account_work(state);
  measure_energy(model_, layout_, state, workspace_.arena);
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

}  // namespace nonsmooth
