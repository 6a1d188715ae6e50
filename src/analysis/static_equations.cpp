// SPDX-License-Identifier: Apache-2.0
// z is (x, q). Reactions of a mechanical interaction act as J(q)^T lambda; the change of J with q
// is left out of the derivatives where the relation is not linear (differences add it to f_z).
#include "analysis/static_equations.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/linalg/decompositions.hpp"

namespace nonsmooth::analysis {
namespace {

template <class... F>
struct Visitor : F... {
  using F::operator()...;
};
template <class... F>
Visitor(F...) -> Visitor<F...>;

/// Where the entries of the interaction's systems lie in z.
std::vector<int> columns(const Layout& layout, const Interaction& interaction, bool mechanical) {
  std::vector<int> where;
  for (const SystemId id : interaction.on) {
    const SystemSlot& slot = layout.systems[static_cast<std::size_t>(id.index)];
    const int first = mechanical ? layout.x_count + slot.q : slot.x;
    for (int k = 0; k < (mechanical ? slot.q_count : slot.x_count); ++k) where.push_back(first + k);
  }
  return where;
}

}  // namespace

StaticEquations::StaticEquations(const Model& model) : model_(model), layout_(model) {
  for (std::size_t i = 0; i < model.systems().size(); ++i)
    std::visit(Visitor{[&](const RigidBody&) {
                         throw Error("equilibria: " + model.name(SystemId{int(i)}) +
                                     " is a rigid body; write it as a Lagrangian system");
                       },
                       [&](const Lagrangian& s) {
                         if (s.force.of_state || !s.internal.empty() || s.mass_of_q)
                           linear_ = false;
                       },
                       [&](const FirstOrder& s) {
                         if (s.f) linear_ = false;
                       }},
               model.systems()[i]);
  for (std::size_t i = 0; i < model.interactions().size(); ++i) {
    const Interaction& interaction = model.interactions()[i];
    const Relation& relation = interaction.relation;
    if (std::holds_alternative<Holonomic>(relation) ||
        std::holds_alternative<FirstOrderGeneral>(relation))
      linear_ = false;
    const bool positions = interaction.law.unilateral() || interaction.law.bilateral() ||
                           layout_.interactions[i].level == LawLevel::position;
    if (layout_.interactions[i].mechanical && (!positions || interaction.law.mu > 0.0))
      throw Error("equilibria: " + model.name(InteractionId{int(i)}) +
                  " is a law of velocities (friction): equilibria are not isolated; leave it out");
  }
}

std::vector<AnyLaw> StaticEquations::laws() const {
  std::vector<AnyLaw> result{Free{unknowns()}};
  for (const Interaction& interaction : model_.interactions())
    result.push_back(interaction.law.block);
  return result;
}

Vector StaticEquations::start() const {
  const State state = initial_state(model_, layout_);
  Vector z(unknowns());
  z << state.x, state.q;
  return z;
}

StaticLinearisation StaticEquations::at(VectorIn z, VectorIn lambda) {
  const int n = unknowns(), m = rows();
  StaticLinearisation out{Vector::Zero(n),    Vector::Zero(m),    Matrix::Zero(n, n),
                          Matrix::Zero(n, m), Matrix::Zero(m, n), Matrix::Zero(m, m)};
  for (std::size_t i = 0; i < model_.systems().size(); ++i) {
    if (std::holds_alternative<FirstOrder>(model_.systems()[i]))
      add_first_order(i, z, out);
    else
      add_lagrangian(i, z, out);
  }
  for (std::size_t i = 0; i < model_.interactions().size(); ++i) add_interaction(i, z, lambda, out);
  return out;
}

void StaticEquations::add_first_order(std::size_t i, VectorIn z, StaticLinearisation& out) {
  const FirstOrder& s = std::get<FirstOrder>(model_.systems()[i]);
  const SystemSlot& slot = layout_.systems[i];
  const Arena::Scope scope(scratch_);
  const Vector x = z.segment(slot.x, slot.x_count);
  add_first_order_rate(s, 1.0, 0.0, x, out.f.segment(slot.x, slot.x_count), scratch_);
  Matrix J = Matrix::Zero(slot.x_count, slot.x_count);
  if (s.f) first_order_jacobian(s, 0.0, x, J, scratch_);
  s.A.add_to(1.0, J);
  if (s.A_of_t) {
    Matrix A(slot.x_count, slot.x_count);
    s.A_of_t(0.0, A);
    J += A;
  }
  out.f_z.block(slot.x, slot.x, slot.x_count, slot.x_count) += J;
}

void StaticEquations::add_lagrangian(std::size_t i, VectorIn z, StaticLinearisation& out) {
  const Lagrangian& s = std::get<Lagrangian>(model_.systems()[i]);
  const SystemSlot& slot = layout_.systems[i];
  const int at = layout_.x_count + slot.q, n = slot.q_count;
  const Arena::Scope scope(scratch_);
  const Vector q = z.segment(at, n), rest = Vector::Zero(n);
  Vector f = Vector::Zero(n);
  Matrix dq = Matrix::Zero(n, n), dv = Matrix::Zero(n, n);
  for (const auto& [force, factor] : {std::pair{&s.force, 1.0}, {&s.internal, -1.0}}) {
    add_force(*force, factor, 0.0, q, rest, f, scratch_);
    add_force_jacobians(*force, factor, 0.0, q, rest, dq, dv, scratch_);
  }
  s.stiffness.add_product(-1.0, q, f);
  s.stiffness.add_to(-1.0, dq);
  out.f.segment(at, n) += f;
  out.f_z.block(at, at, n, n) += dq;
}

void StaticEquations::add_interaction(std::size_t i, VectorIn z, VectorIn lambda,
                                      StaticLinearisation& out) {
  const Interaction& interaction = model_.interactions()[i];
  const InteractionSlot& slot = layout_.interactions[i];
  const std::vector<int> where = columns(layout_, interaction, slot.mechanical);
  const auto rows = Eigen::seqN(slot.row, slot.size);
  const Vector part = z(where), force = lambda.segment(slot.row, slot.size);
  Matrix L(slot.size, part.size()), R(part.size(), slot.size),
      D = Matrix::Zero(slot.size, slot.size);
  Vector y = Vector::Zero(slot.size);
  if (std::holds_alternative<FirstOrderGeneral>(interaction.relation)) {
    add_general(i, z, lambda, out);
    return;
  }
  if (slot.mechanical) {
    const Arena::Scope scope(scratch_);
    relation_gap(interaction.relation, 0.0, part, y);
    relation_jacobian(model_, interaction, 0.0, part, L, scratch_);
    R = L.transpose();
    if (relation_compliance(interaction.relation).size() > 0)
      D = relation_compliance(interaction.relation);
    // contact forces turn with the surface
    Matrix moved(slot.size, part.size());
    Vector q = part;
    for (Eigen::Index j = 0; !linear_ && j < part.size(); ++j) {
      const double d = 1e-6 * std::max(1.0, std::abs(part[j]));
      q[j] = part[j] + d;
      relation_jacobian(model_, interaction, 0.0, q, moved, scratch_);
      q[j] = part[j];
      const Vector change = (moved - L).transpose() * force / d;
      for (std::size_t k = 0; k < where.size(); ++k)
        out.f_z(where[k], where[static_cast<std::size_t>(j)]) += change[Eigen::Index(k)];
    }
  } else {
    const FirstOrderLinear& r = std::get<FirstOrderLinear>(interaction.relation);
    r.C_of_t ? r.C_of_t(0.0, L) : void(L = r.C);
    r.B_of_t ? r.B_of_t(0.0, R) : void(R = r.B);
    if (r.D_of_t) r.D_of_t(0.0, D);
    if (!r.D_of_t && r.D.size() > 0) D = r.D;
    if (r.e_of_t) r.e_of_t(0.0, y);
    if (r.e.size() > 0) y += r.e;
    y += L * part;
  }
  y += D * force;
  out.y(rows) = y;
  out.f(where) += R * force;
  out.f_lambda(where, rows) += R;
  out.y_z(rows, where) += L;
  out.y_lambda(rows, rows) += D;
}

void StaticEquations::add_general(std::size_t i, VectorIn z, VectorIn lambda,
                                  StaticLinearisation& out) {
  const Interaction& interaction = model_.interactions()[i];
  const InteractionSlot& slot = layout_.interactions[i];
  const std::vector<int> where = columns(layout_, interaction, false);
  const auto rows = Eigen::seqN(slot.row, slot.size);
  const Vector part = z(where), force = lambda.segment(slot.row, slot.size);
  const Eigen::Index n = part.size(), m = slot.size;
  Vector h(m), g(n);
  Matrix h_x(m, n), h_l(m, m), g_x(n, n), g_l(n, m);
  linearise(std::get<FirstOrderGeneral>(interaction.relation), 0.0, part, force,
            {h, g, h_x, h_l, g_x, g_l}, scratch_);
  out.y(rows) = h;
  out.f(where) += g;
  out.f_z(where, where) += g_x;
  out.f_lambda(where, rows) += g_l;
  out.y_z(rows, where) += h_x;
  out.y_lambda(rows, rows) += h_l;
}

StaticEquations::Motion StaticEquations::motion(VectorIn z, VectorIn lambda) {
  const StaticLinearisation at_z = at(z, lambda);
  const int nx = layout_.x_count, nq = layout_.q_count, n = nx + 2 * nq, m = rows();
  Matrix inverse = Matrix::Identity(nx + nq, nx + nq), damping = Matrix::Zero(nq, nq);
  for (std::size_t i = 0; i < model_.systems().size(); ++i) {
    const SystemSlot& slot = layout_.systems[i];
    if (const auto* s = std::get_if<FirstOrder>(&model_.systems()[i])) {
      if (!s->E.empty())
        inverse.block(slot.x, slot.x, slot.x_count, slot.x_count) =
            nonsmooth::inverse(s->E.dense());
      continue;
    }
    const Lagrangian& s = std::get<Lagrangian>(model_.systems()[i]);
    const int k = slot.q_count;
    const Vector q = z.segment(nx + slot.q, k), rest = Vector::Zero(k);
    Matrix M(k, k), dq = Matrix::Zero(k, k), dv = Matrix::Zero(k, k);
    if (s.mass_of_q)
      s.mass_of_q(q, M);
    else
      M = s.mass.dense();
    inverse.block(nx + slot.q, nx + slot.q, k, k) = nonsmooth::inverse(M);
    const Arena::Scope scope(scratch_);
    for (const auto& [force, factor] :
         {std::pair{&s.force, 1.0}, {&s.internal, -1.0}, {&s.gyroscopic, -1.0}})
      add_force_jacobians(*force, factor, 0.0, q, rest, dq, dv, scratch_);
    s.damping.add_to(-1.0, dv);
    damping.block(slot.q, slot.q, k, k) = dv;
  }
  const Matrix f_z = inverse * at_z.f_z, f_l = inverse * at_z.f_lambda;
  Motion result{Matrix::Zero(n, n), Matrix::Zero(n, m), Matrix::Zero(m, n), at_z.y_lambda};
  result.A.topLeftCorner(nx, nx + nq) = f_z.topRows(nx);
  result.A.bottomLeftCorner(nq, nx + nq) = f_z.bottomRows(nq);
  result.A.block(nx, nx + nq, nq, nq).setIdentity();
  result.A.bottomRightCorner(nq, nq) = inverse.bottomRightCorner(nq, nq) * damping;
  result.B.topRows(nx) = f_l.topRows(nx);
  result.B.bottomRows(nq) = f_l.bottomRows(nq);
  result.C.leftCols(nx + nq) = at_z.y_z;
  return result;
}

}  // namespace nonsmooth::analysis
