// SPDX-License-Identifier: Apache-2.0
#include "schemes/mechanical_systems.hpp"

#include "nonsmooth/base/error.hpp"

#include <Eigen/Geometry>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Mat<3> cross_matrix(const Vec<3>& w) {
  Mat<3> matrix;
  matrix << 0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0;
  return matrix;
}

bool isotropic(const Mat<3>& inertia) {
  return (inertia - inertia(0, 0) * Mat<3>::Identity()).isZero(0.0);
}

MechanicalSystems::Part part_of(const Lagrangian& system) {
  MechanicalSystems::Part part;
  part.constant_mass = !system.mass_of_q;
  part.linear = part.constant_mass && !system.force.of_state && !system.internal.of_state &&
                !system.gyroscopic.of_state;
  part.trivial = part.linear && system.mass.is_diagonal() && system.stiffness.empty() &&
                 system.damping.empty() && !system.force.of_time && system.internal.empty() &&
                 system.gyroscopic.empty() && system.prescribed.empty();
  return part;
}

MechanicalSystems::Part part_of(const RigidBody& system) {
  MechanicalSystems::Part part;
  part.linear = isotropic(system.inertia) && !system.force.of_state;
  part.trivial = part.linear && !system.force.of_time;
  return part;
}

}  // namespace

MechanicalSystems::MechanicalSystems(const Model& model, const Layout& layout)
    : model_(model), layout_(layout), fixed_(at(layout.v_count + layout.x_count), 0) {
  for (std::size_t s = 0; s < layout.systems.size(); ++s) {
    Part part;
    if (const auto* lagrangian = std::get_if<Lagrangian>(&model.systems()[s])) {
      part = part_of(*lagrangian);
      for (const PrescribedVelocity& given : lagrangian->prescribed) {
        fixed_[at(layout.systems[s].v + given.dof)] = 1;
        has_prescribed_ = true;
      }
    } else if (const auto* body = std::get_if<RigidBody>(&model.systems()[s])) {
      part = part_of(*body);
    } else {
      part.mechanical = false;
    }
    linear_ = linear_ && part.linear;
    constant_mass_ = constant_mass_ && part.constant_mass;
    parts_.push_back(part);
  }
}

void MechanicalSystems::forces(double t, const Vector& q, const Vector& v, Vector& external,
                               Vector& internal, Arena& scratch) const {
  external.setZero();
  internal.setZero();
  for (std::size_t s = 0; s < parts_.size(); ++s) {
    const SystemSlot& slot = layout_.systems[s];
    auto outer = external.segment(slot.v, slot.v_count),
         inner = internal.segment(slot.v, slot.v_count);
    const auto position = q.segment(slot.q, slot.q_count),
               velocity = v.segment(slot.v, slot.v_count);
    if (const auto* lagrangian = std::get_if<Lagrangian>(&model_.systems()[s])) {
      add_force(lagrangian->force, 1.0, t, position, velocity, outer, scratch);
      if (parts_[s].trivial) continue;
      add_force(lagrangian->internal, -1.0, t, position, velocity, inner, scratch);
      add_force(lagrangian->gyroscopic, -1.0, t, position, velocity, inner, scratch);
      lagrangian->damping.add_product(-1.0, velocity, inner);
      lagrangian->stiffness.add_product(-1.0, position, inner);
    } else if (const auto* body = std::get_if<RigidBody>(&model_.systems()[s])) {
      add_force(body->force, 1.0, t, position, velocity, outer, scratch);
      if (parts_[s].trivial) continue;
      const Vec<3> omega = velocity.tail<3>();
      inner.tail<3>() = -omega.cross(body->inertia * omega);
    }
  }
}

void MechanicalSystems::add_mass_product(const Vector& q, const Vector& x, Vector& y,
                                         Arena& scratch) const {
  for (std::size_t s = 0; s < parts_.size(); ++s) {
    const SystemSlot& slot = layout_.systems[s];
    const auto from = x.segment(slot.v, slot.v_count);
    auto to = y.segment(slot.v, slot.v_count);
    if (const auto* lagrangian = std::get_if<Lagrangian>(&model_.systems()[s])) {
      lagrangian->mass.add_product(1.0, from, to);
      if (!lagrangian->mass_of_q) continue;
      const Arena::Scope scope(scratch);
      MatrixMap M = scratch.matrix(slot.v_count, slot.v_count);
      M.setZero();
      lagrangian->mass_of_q(q.segment(slot.q, slot.q_count), M);
      to.noalias() += M * from;
    } else if (const auto* body = std::get_if<RigidBody>(&model_.systems()[s])) {
      to.head<3>() += body->mass * from.head<3>();
      to.tail<3>() += body->inertia * from.tail<3>();
    }
  }
}

void MechanicalSystems::add_stiffness_product(double factor, const Vector& x, Vector& y) const {
  for (std::size_t s = 0; s < parts_.size(); ++s) {
    const SystemSlot& slot = layout_.systems[s];
    if (const auto* lagrangian = std::get_if<Lagrangian>(&model_.systems()[s]))
      lagrangian->stiffness.add_product(factor, x.segment(slot.v, slot.v_count),
                                        y.segment(slot.v, slot.v_count));
  }
}

void MechanicalSystems::move(const Vector& q, const Vector& v, double h, Vector& q_end) const {
  for (std::size_t s = 0; s < parts_.size(); ++s) {
    const SystemSlot& slot = layout_.systems[s];
    if (slot.q_count == slot.v_count) {
      q_end.segment(slot.q, slot.q_count) =
          q.segment(slot.q, slot.q_count) + h * v.segment(slot.v, slot.v_count);
    } else {
      const Vec<7> from = q.segment<7>(slot.q);
      move_position(model_.systems()[s], from, v.segment<6>(slot.v), h, q_end.segment(slot.q, 7));
    }
  }
}

bool MechanicalSystems::set_tangent(int s, const Weights& weights, const Point& point,
                                    IterationMatrices& matrices, Arena& scratch) const {
  return std::holds_alternative<Lagrangian>(model_.systems()[at(s)])
             ? tangent_lagrangian(s, weights, point, matrices, scratch)
             : tangent_body(s, weights, point, matrices, scratch);
}

bool MechanicalSystems::set_mass(const Vector& q, bool changing_only, IterationMatrices& matrices,
                                 Arena& scratch) const {
  for (int s = 0; s < count(); ++s) {
    if (!part(s).mechanical || (changing_only && part(s).constant_mass)) continue;
    const SystemSlot& slot = layout_.systems[at(s)];
    const VectorView position(q.data() + slot.q, slot.q_count);
    const VectorView none(q.data(), 0);
    if (!set_tangent(s, {}, {0.0, position, position, none, none}, matrices, scratch)) return false;
  }
  return true;
}

bool MechanicalSystems::tangent_lagrangian(int s, const Weights& weights, const Point& point,
                                           IterationMatrices& matrices, Arena& scratch) const {
  const Lagrangian& system = std::get<Lagrangian>(model_.systems()[at(s)]);
  const int n = layout_.systems[at(s)].v_count;
  const unsigned char* fixed = fixed_.data() + layout_.systems[at(s)].v;
  const auto [mass, damping, stiffness] = weights;
  const bool with_forces = damping != 0.0 || stiffness != 0.0;
  const bool affine = !with_forces || part(s).linear;
  const Arena::Scope scope(scratch);
  const auto fits = [&](const SystemMatrix& matrix) {
    return !with_forces || matrix.empty() || matrix.is_diagonal();
  };
  if (affine && system.mass.is_diagonal() && !system.mass_of_q && fits(system.stiffness) &&
      fits(system.damping)) {
    VectorMap A = scratch.vector(n);
    A = mass * system.mass.diagonal();
    if (with_forces && !system.damping.empty()) A += damping * system.damping.diagonal();
    if (with_forces && !system.stiffness.empty()) A += stiffness * system.stiffness.diagonal();
    for (int i = 0; i < n; ++i)
      if (fixed[i] != 0) A[i] = 1.0;
    return matrices.set_diagonal(s, A);
  }
  if (affine && system.mass.is_sparse() && !system.mass_of_q) {
    SparseMatrix A = mass * system.mass.sparse();
    if (with_forces) {
      system.damping.add_to(damping, A);
      system.stiffness.add_to(stiffness, A);
    }
    A.prune([&](int row, int, double) { return fixed[row] == 0; });
    for (int i = 0; i < n; ++i)
      if (fixed[i] != 0) A.coeffRef(i, i) = 1.0;
    A.makeCompressed();
    return matrices.set_sparse(s, A);
  }
  MatrixMap A = scratch.matrix(n, n);
  A.setZero();
  if (system.mass_of_q) {
    system.mass_of_q(point.q_mass, A);
    A *= mass;
  }
  system.mass.add_to(mass, A);
  if (with_forces) {
    system.damping.add_to(damping, A);
    system.stiffness.add_to(stiffness, A);
  }
  if (!affine) {
    MatrixMap dq = scratch.matrix(n, n), dv = scratch.matrix(n, n);
    dq.setZero();
    dv.setZero();
    add_force_jacobians(system.force, 1.0, point.t, point.q, point.v, dq, dv, scratch);
    add_force_jacobians(system.internal, -1.0, point.t, point.q, point.v, dq, dv, scratch);
    add_force_jacobians(system.gyroscopic, -1.0, point.t, point.q, point.v, dq, dv, scratch);
    A -= damping * dv + stiffness * dq;
  }
  for (int i = 0; i < n; ++i)
    if (fixed[i] != 0) {
      A.row(i).setZero();
      A(i, i) = 1.0;
    }
  return matrices.set_dense(s, A);
}

bool MechanicalSystems::tangent_body(int s, const Weights& weights, const Point& point,
                                     IterationMatrices& matrices, Arena& scratch) const {
  const RigidBody& body = std::get<RigidBody>(model_.systems()[at(s)]);
  const auto [mass, damping, stiffness] = weights;
  const bool with_forces = damping != 0.0 || stiffness != 0.0;
  if (isotropic(body.inertia) && (part(s).linear || !with_forces)) {
    Vec<6> A;
    A << Vec<3>::Constant(mass * body.mass), mass * body.inertia.diagonal();
    return matrices.set_diagonal(s, A);
  }
  Mat<6> A = Mat<6>::Zero();
  A.topLeftCorner<3, 3>().diagonal().setConstant(mass * body.mass);
  A.bottomRightCorner<3, 3>() = mass * body.inertia;
  if (with_forces) {
    const Vec<3> omega = point.v_gyroscopic.tail<3>();
    A.bottomRightCorner<3, 3>() +=
        damping * (cross_matrix(omega) * body.inertia - cross_matrix(body.inertia * omega));
  }
  if (with_forces && body.force.of_state) {
    const Arena::Scope scope(scratch);
    MatrixMap dq = scratch.matrix(6, 6), dv = scratch.matrix(6, 6);
    dq.setZero();
    dv.setZero();
    add_force_jacobians(body.force, 1.0, point.t, point.q, point.v, dq, dv, scratch);
    A -= damping * dv + stiffness * dq;
  }
  return matrices.set_dense(s, A);
}

void require_mechanical(const Model& model, std::string_view scheme) {
  for (std::size_t s = 0; s < model.systems().size(); ++s)
    if (std::holds_alternative<FirstOrder>(model.systems()[s]))
      throw Error(std::string(scheme) + ": " + model.name(SystemId{static_cast<int>(s)}) +
                  " is a first-order system; use euler_moreau for such systems alone, or "
                  "moreau_jean, which steps both kinds");
}

}  // namespace nonsmooth
