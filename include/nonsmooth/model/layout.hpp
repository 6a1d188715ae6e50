// SPDX-License-Identifier: Apache-2.0
// Where the numbers of every system and interaction lie in the vectors of a State, and what the
// functions of a model evaluate to. For schemes; users of `simulate` need none of it.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/model.hpp"

#include <vector>

namespace nonsmooth {

struct SystemSlot {
  int q = 0, q_count = 0;  ///< first entry and number in State::q
  int v = 0, v_count = 0;
  int x = 0, x_count = 0;
};

struct InteractionSlot {
  int row = 0, size = 0;   ///< in State::lambda and State::output
  bool mechanical = true;  ///< else first-order
  LawLevel level = LawLevel::velocity;
};

struct Layout {
  explicit Layout(const Model& model);

  std::vector<SystemSlot> systems;
  std::vector<InteractionSlot> interactions;
  int q_count = 0, v_count = 0, x_count = 0, row_count = 0;
};

/// What the systems of an interaction have of `all`, one after the other: with
/// (&SystemSlot::q, &SystemSlot::q_count) their positions of State::q, and so on.
VectorMap joined(const Layout& layout, const Interaction& interaction, VectorIn all,
                 int SystemSlot::*first, int SystemSlot::*count, Arena& scratch);

/// The state a run begins with.
State initial_state(const Model& model, const Layout& layout);

// --- Systems
// --------------------------------------------------------------------------------------

/// sum += factor F(t, q, v).
void add_force(const Force& force, double factor, double t, VectorIn q, VectorIn v, VectorOut sum,
               Arena& scratch);
/// dq += factor dF/dq T(q), dv += factor dF/dv, where q' = T(q) v (identity for a Lagrangian).
void add_force_jacobians(const Force& force, double factor, double t, VectorIn q, VectorIn v,
                         MatrixOut dq, MatrixOut dv, Arena& scratch);
/// sum += factor (A(t) x + b(t) + f(t, x)).
void add_first_order_rate(const FirstOrder& system, double factor, double t, VectorIn x,
                          VectorOut sum, Arena& scratch);
/// df += d f(t, x) / dx of the nonlinear part alone.
void first_order_jacobian(const FirstOrder& system, double t, VectorIn x, MatrixOut df,
                          Arena& scratch);
/// q_end = q moved along velocity v for the time h: q + h v, a quaternion by the exponential.
void move_position(const System& system, VectorIn q, VectorIn v, double h, VectorOut q_end);

// --- Relations of mechanical systems; q and v are those of the interaction's systems, joined
// ----------------------------------------------------------------------------------------

/// y = h(t, q) without the compliant part.
void relation_gap(const Relation& relation, double t, VectorIn q, VectorOut y);
/// J(t, q) with u = J v + drift.
void relation_jacobian(const Model& model, const Interaction& interaction, double t, VectorIn q,
                       MatrixOut J, Arena& scratch);
/// dh/dt at fixed q; differences if the relation does not give it.
void relation_drift(const Relation& relation, double t, VectorIn q, VectorOut drift,
                    Arena& scratch);
const Matrix& relation_compliance(const Relation& relation);

/// What a general first-order relation is near (x, lambda): values and derivatives, with
/// differences where the relation gives none. Preallocated by the caller.
struct GeneralLinearisation {
  VectorOut h, g;
  MatrixOut h_x, h_lambda, g_x, g_lambda;
};
void linearise(const FirstOrderGeneral& relation, double t, VectorIn x, VectorIn lambda,
               GeneralLinearisation out, Arena& scratch);

}  // namespace nonsmooth
