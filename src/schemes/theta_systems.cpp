// SPDX-License-Identifier: Apache-2.0
// The systems' side of a theta step: what R and A are, and what moves positions.
#include "schemes/algebraic_rows.hpp"
#include "schemes/theta_stepper.hpp"

#include "nonsmooth/base/error.hpp"

#include <Eigen/Geometry>

#include <cmath>

namespace nonsmooth {

void ThetaStepper::compile_systems() {
  const int nv = layout_.v_count;
  for (std::size_t s = 0; s < layout_.systems.size(); ++s) {
    const SystemSlot& slot = layout_.systems[s];
    Part part;
    const MechanicalSystems::Part& known = systems_.part(static_cast<int>(s));
    if (known.mechanical) {
      part.z = slot.v;
      part.n = slot.v_count;
      part.linear = part.constant = known.linear;
      part.trivial = known.trivial;
    } else {
      const FirstOrder& first = std::get<FirstOrder>(model_.systems()[s]);
      part.mechanical = false;
      part.z = nv + slot.x;
      part.n = slot.x_count;
      part.linear = !first.f;
      part.constant = !first.f && !first.A_of_t;
      part.theta = row_thetas(first, options_.theta, model_.name(SystemId{static_cast<int>(s)}));
    }
    linear_ = linear_ && part.linear;
    constant_ = constant_ && part.constant;
    parts_.push_back(part);
  }
  for (const Interaction& interaction : model_.interactions())
    for (const SystemId id : interaction.on)
      parts_[static_cast<std::size_t>(id.index)].under_a_law = true;
}

bool ThetaStepper::set_mechanical_matrix(int s, VectorIn z, const State& state) {
  const Part& part = parts_[static_cast<std::size_t>(s)];
  const SystemSlot& slot = layout_.systems[static_cast<std::size_t>(s)];
  const System& system = model_.systems()[static_cast<std::size_t>(s)];
  const double h = h_, theta = options_.theta;
  Arena& scratch = workspace_.arena;
  const Arena::Scope scope(scratch);
  const auto q0 = state.q.segment(slot.q, slot.q_count);
  VectorMap v = scratch.vector(part.n), v_theta = scratch.vector(part.n),
            q_theta = scratch.vector(slot.q_count), q1 = scratch.vector(slot.q_count);
  v = z.segment(part.z, part.n);
  v_theta = theta * v + (1.0 - theta) * z0_.segment(part.z, part.n);
  move_position(system, q0, v_theta, h * theta, q_theta);
  move_position(system, q0, v_theta, h, q1);
  const auto view = [](const VectorMap& map) { return VectorView(map.data(), map.size()); };
  return systems_.set_tangent(s, {1.0, h * theta, h * h * theta * theta},
                              {t1_, view(q_theta), view(q1), view(v), view(v_theta)}, matrices_,
                              scratch);
}

// A of one system at the iterate z; false if it is singular
bool ThetaStepper::set_matrix(int s, VectorIn z, const State& state) {
  if (parts_[static_cast<std::size_t>(s)].mechanical) return set_mechanical_matrix(s, z, state);
  return set_first_order_matrix(s, z);
}

bool ThetaStepper::set_first_order_matrix(int s, VectorIn z) {
  Part& part = parts_[static_cast<std::size_t>(s)];
  const FirstOrder& first = std::get<FirstOrder>(model_.systems()[static_cast<std::size_t>(s)]);
  if (part.constant && first.A.is_sparse() && input_dx_.size() == 0 && !part.kept) {
    SparseMatrix A(part.n, part.n);
    A.setIdentity();
    if (!first.E.empty()) A = first.E.compressed();
    A -= h_ * SparseMatrix(part.theta.asDiagonal() * first.A.sparse());
    A.makeCompressed();
    return matrices_.set_sparse(s, A);
  }
  const Arena::Scope scope(workspace_.arena);
  Arena& scratch = workspace_.arena;
  MatrixMap A = scratch.matrix(part.n, part.n);
  A.setZero();
  if (first.A_of_t) first.A_of_t(t1_, A);
  first.A.add_to(1.0, A);
  if (first.f) {
    MatrixMap df = scratch.matrix(part.n, part.n);
    df.setZero();
    first_order_jacobian(first, t1_, z.segment(part.z, part.n), df, scratch);
    A += df;
  }
  for (int i = 0; i < part.n; ++i) A.row(i) *= -h_ * part.theta[i];
  if (first.E.empty())
    A.diagonal().array() += 1.0;
  else
    first.E.add_to(1.0, A);
  if (input_dx_.size() > 0) A -= input_dx_.block(part.z, part.z, part.n, part.n);
  if (!part.kept) return matrices_.set_dense(s, A);
  part.A = A;
  return A.allFinite();
}

// Called where A is singular: laws on the system may still determine its unknowns. False if there
// are none, or if A is not finite.
bool ThetaStepper::keep(int s, VectorIn z) {
  Part& part = parts_[static_cast<std::size_t>(s)];
  if (part.mechanical || !part.under_a_law) return false;
  part.kept = true;
  part.A.resize(part.n, part.n);
  if (!set_first_order_matrix(s, z)) return false;
  coupling_.keep(s, part.z, part.n, part.A.data(), z0_.data() + part.z);
  return true;
}

void ThetaStepper::residual_lagrangian(int s, const State& state) {
  const Part& part = parts_[static_cast<std::size_t>(s)];
  const SystemSlot& slot = layout_.systems[static_cast<std::size_t>(s)];
  const Lagrangian& system = std::get<Lagrangian>(model_.systems()[static_cast<std::size_t>(s)]);
  const double h = h_, theta = options_.theta;
  const Arena::Scope scope(workspace_.arena);
  Arena& scratch = workspace_.arena;
  const auto v = z_.segment(part.z, part.n), v0 = z0_.segment(part.z, part.n);
  const auto q0 = state.q.segment(slot.q, part.n);
  auto R = R_.segment(part.z, part.n);
  auto external = external_.segment(part.z, part.n), internal = internal_.segment(part.z, part.n);
  VectorMap v_theta = scratch.vector(part.n), q = scratch.vector(part.n);
  v_theta = theta * v + (1.0 - theta) * v0;

  // forces at both ends, weighted
  q = q0 + h * v_theta;
  external = (1.0 - theta) * external0_.segment(part.z, part.n);
  internal = (1.0 - theta) * internal0_.segment(part.z, part.n);
  add_force(system.force, theta, t1_, q, v, external, scratch);
  add_force(system.internal, -theta, t1_, q, v, internal, scratch);
  add_force(system.gyroscopic, -theta, t1_, q, v, internal, scratch);

  R = -h * (external + internal);
  system.damping.add_product(h, v_theta, R);
  q = q0 + h * theta * v_theta;
  system.stiffness.add_product(h, q, R);
  VectorMap dv = scratch.vector(part.n);
  dv = v - v0;
  if (system.mass_of_q) {
    MatrixMap M = scratch.matrix(part.n, part.n);
    M.setZero();
    system.mass_of_q(q, M);
    R.noalias() += M * dv;
  }
  system.mass.add_product(1.0, dv, R);
  for (const PrescribedVelocity& given : system.prescribed) {
    boundary_[part.z + given.dof] = R[given.dof];
    R[given.dof] = v[given.dof] - given.velocity(t1_);
  }
}

void ThetaStepper::residual_body(int s, const State& state) {
  const Part& part = parts_[static_cast<std::size_t>(s)];
  const SystemSlot& slot = layout_.systems[static_cast<std::size_t>(s)];
  const System& system = model_.systems()[static_cast<std::size_t>(s)];
  const RigidBody& body = std::get<RigidBody>(system);
  const double h = h_, theta = options_.theta;
  const auto v = z_.segment<6>(part.z), v0 = z0_.segment<6>(part.z);
  const Vec<6> v_theta = theta * v + (1.0 - theta) * v0;
  auto external = external_.segment<6>(part.z);
  external = (1.0 - theta) * external0_.segment<6>(part.z);
  if (!body.force.empty()) {
    Vec<7> q1;
    move_position(system, state.q.segment(slot.q, 7), v_theta, h, q1);
    add_force(body.force, theta, t1_, q1, v, external, workspace_.arena);
  }
  // the gyroscopic torque of the mean velocity does no work
  const Vec<3> omega = v_theta.tail<3>();
  auto R = R_.segment<6>(part.z);
  R = -h * external;
  R.head<3>() += body.mass * (v - v0).head<3>();
  R.tail<3>() += body.inertia * (v - v0).tail<3>() + h * omega.cross(body.inertia * omega);
}

void ThetaStepper::residual_first_order(int s, const State&) {
  const Part& part = parts_[static_cast<std::size_t>(s)];
  const FirstOrder& system = std::get<FirstOrder>(model_.systems()[static_cast<std::size_t>(s)]);
  const Arena::Scope scope(workspace_.arena);
  const auto x = z_.segment(part.z, part.n);
  auto R = R_.segment(part.z, part.n);
  VectorMap f = workspace_.arena.vector(part.n);
  f.setZero();
  add_first_order_rate(system, 1.0, t1_, x, f, workspace_.arena);
  for (int i = 0; i < part.n; ++i)
    R[i] = -h_ * (part.theta[i] * f[i] + (1.0 - part.theta[i]) * external0_[part.z + i]);
  VectorMap dx = workspace_.arena.vector(part.n);
  dx = x - z0_.segment(part.z, part.n);
  if (system.E.empty())
    R += dx;
  else
    system.E.add_product(1.0, dx, R);
  if (input_.size() > 0) R -= input_.segment(part.z, part.n);
}

// z_free of every system; A where it changes. False if a matrix is singular.
bool ThetaStepper::predict(const State& state) {
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const Part& part = parts_[k];
    const int s = static_cast<int>(k);
    if (part.trivial) {
      z_free_.segment(part.z, part.n) =
          z0_.segment(part.z, part.n) + increment_.segment(part.z, part.n);
      continue;
    }
    if (!part.mechanical)
      residual_first_order(s, state);
    else if (std::holds_alternative<Lagrangian>(model_.systems()[k]))
      residual_lagrangian(s, state);
    else
      residual_body(s, state);
    if (!part.constant || (input_dx_.size() > 0 && !part.mechanical)) {
      if (!set_matrix(s, z_, state)) return false;
    }
    auto step = z_free_.segment(part.z, part.n);
    step = -R_.segment(part.z, part.n);
    if (part.kept) {
      step.noalias() += part.A * z_.segment(part.z, part.n);  // the right-hand side b
      continue;
    }
    matrices_.solve(s, VectorOut(step));
    step += z_.segment(part.z, part.n);
  }
  return true;
}

}  // namespace nonsmooth
