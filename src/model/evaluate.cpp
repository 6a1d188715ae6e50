// SPDX-License-Identifier: Apache-2.0
// What the functions of a model evaluate to, with differences where a Jacobian is missing.
//
// Central differences with step eps^(1/3) max(1, |entry|): the truncation and the rounding error
// are then both about eps^(2/3), 4e-11 of the scale of the function.
#include "nonsmooth/model/layout.hpp"

#include <Eigen/Geometry>

#include <cmath>

namespace nonsmooth {
namespace {

const double difference_step = std::cbrt(machine_epsilon);

// derivative of fill(point, out) with respect to every entry of `point`, added to `target`
template <class Fill>
void add_differences(double factor, VectorIn at, Eigen::Index rows, MatrixOut target, Fill fill,
                     Arena& scratch) {
  const Arena::Scope scope(scratch);
  VectorMap point = scratch.vector(at.size()), forward = scratch.vector(rows),
            backward = scratch.vector(rows);
  point = at;
  for (Eigen::Index j = 0; j < at.size(); ++j) {
    const double step = difference_step * std::max(1.0, std::abs(at[j]));
    point[j] = at[j] + step;
    fill(point, forward);
    point[j] = at[j] - step;
    fill(point, backward);
    point[j] = at[j];
    target.col(j) += factor / (2.0 * step) * (forward - backward);
  }
}

// q of a body after a small motion along velocity direction j
void move_along(int j, double step, VectorIn q, VectorOut moved) {
  Vec<6> direction = Vec<6>::Zero();
  direction[j] = step;
  moved = q;
  moved.head<3>() += direction.head<3>();
  const Vec<3> w = direction.tail<3>();
  const double p0 = q[3];
  const Vec<3> p = q.segment<3>(4);
  moved[3] = p0 - 0.5 * p.dot(w);
  moved.segment<3>(4) = p + 0.5 * (p0 * w + p.cross(w));
}

}  // namespace

void add_force(const Force& force, double factor, double t, VectorIn q, VectorIn v, VectorOut sum,
               Arena& scratch) {
  if (force.constant.size() > 0) sum += factor * force.constant;
  if (!force.of_time && !force.of_state) return;
  const Arena::Scope scope(scratch);
  VectorMap value = scratch.vector(sum.size());
  if (force.of_time) {
    force.of_time(t, value);
    sum += factor * value;
  }
  if (force.of_state) {
    force.of_state(t, q, v, value);
    sum += factor * value;
  }
}

void add_force_jacobians(const Force& force, double factor, double t, VectorIn q, VectorIn v,
                         MatrixOut dq, MatrixOut dv, Arena& scratch) {
  if (!force.of_state) return;
  const Arena::Scope scope(scratch);
  const Eigen::Index n = v.size();
  MatrixMap value = scratch.matrix(n, q.size());
  if (force.dq) {
    value.setZero();
    force.dq(t, q, v, value);
  } else {
    value.setZero();
    add_differences(
        1.0, q, n, value, [&](VectorIn at, VectorOut out) { force.of_state(t, at, v, out); },
        scratch);
  }
  if (q.size() == n) {
    dq += factor * value;
  } else {
    // a rigid body: columns of the quaternion times T(q) = Psi(p) / 2
    dq.leftCols(3) += factor * value.leftCols(3);
    VectorMap moved = scratch.vector(q.size());
    for (int j = 3; j < 6; ++j) {
      move_along(j, 1.0, q, moved);
      dq.col(j) += factor * (value * (moved - q));
    }
  }
  if (force.dv) {
    MatrixMap dv_value = scratch.matrix(n, n);
    dv_value.setZero();
    force.dv(t, q, v, dv_value);
    dv += factor * dv_value;
  } else {
    add_differences(
        factor, v, n, dv, [&](VectorIn at, VectorOut out) { force.of_state(t, q, at, out); },
        scratch);
  }
}

void add_first_order_rate(const FirstOrder& system, double factor, double t, VectorIn x,
                          VectorOut sum, Arena& scratch) {
  system.A.add_product(factor, x, sum);
  if (system.b.size() > 0) sum += factor * system.b;
  if (!system.A_of_t && !system.b_of_t && !system.f) return;
  const Arena::Scope scope(scratch);
  VectorMap value = scratch.vector(x.size());
  if (system.b_of_t) {
    system.b_of_t(t, value);
    sum += factor * value;
  }
  if (system.f) {
    system.f(t, x, value);
    sum += factor * value;
  }
  if (system.A_of_t) {
    MatrixMap A = scratch.matrix(x.size(), x.size());
    A.setZero();
    system.A_of_t(t, A);
    sum.noalias() += factor * (A * x);
  }
}

void first_order_jacobian(const FirstOrder& system, double t, VectorIn x, MatrixOut df,
                          Arena& scratch) {
  if (!system.f) return;
  const Arena::Scope scope(scratch);
  if (system.f_dx) {
    MatrixMap value = scratch.matrix(x.size(), x.size());
    value.setZero();
    system.f_dx(t, x, value);
    df += value;
  } else {
    add_differences(
        1.0, x, x.size(), df, [&](VectorIn at, VectorOut out) { system.f(t, at, out); }, scratch);
  }
}

void linearise(const FirstOrderGeneral& relation, double t, VectorIn x, VectorIn lambda,
               GeneralLinearisation out, Arena& scratch) {
  out.h.setZero();
  out.g.setZero();
  relation.h(t, x, lambda, out.h);
  relation.g(t, x, lambda, out.g);
  const auto derive = [&](const auto& given, VectorIn at, MatrixOut target, auto fill) {
    target.setZero();
    if (given)
      given(t, x, lambda, target);
    else
      add_differences(1.0, at, target.rows(), target, fill, scratch);
  };
  derive(relation.h_x, x, out.h_x,
         [&](VectorIn at, VectorOut value) { relation.h(t, at, lambda, value); });
  derive(relation.g_x, x, out.g_x,
         [&](VectorIn at, VectorOut value) { relation.g(t, at, lambda, value); });
  derive(relation.h_lambda, lambda, out.h_lambda,
         [&](VectorIn at, VectorOut value) { relation.h(t, x, at, value); });
  derive(relation.g_lambda, lambda, out.g_lambda,
         [&](VectorIn at, VectorOut value) { relation.g(t, x, at, value); });
}

void move_position(const System& system, VectorIn q, VectorIn v, double h, VectorOut q_end) {
  if (!std::holds_alternative<RigidBody>(system)) {
    q_end = q + h * v;
    return;
  }
  q_end.head<3>() = q.head<3>() + h * v.head<3>();
  // p o exp(h Omega / 2)
  const Vec<3> half = 0.5 * h * v.tail<3>();
  const double angle = half.norm();
  const double sinc = angle > 1e-4 ? std::sin(angle) / angle : 1.0 - angle * angle / 6.0;
  const double e0 = std::cos(angle), p0 = q[3];
  const Vec<3> e = sinc * half, p = q.segment<3>(4);
  Vec<4> turned;
  turned[0] = p0 * e0 - p.dot(e);
  turned.tail<3>() = p0 * e + e0 * p + p.cross(e);
  q_end.segment<4>(3) = turned / turned.norm();
}

void relation_gap(const Relation& relation, double t, VectorIn q, VectorOut y) {
  if (const auto* linear = std::get_if<LinearRelation>(&relation)) {
    y.noalias() = linear->H * q;
    if (linear->b.size() > 0) y += linear->b;
  } else {
    y.setZero();
    std::get<Holonomic>(relation).gap(t, q, y);
  }
}

void relation_jacobian(const Model& model, const Interaction& interaction, double t, VectorIn q,
                       MatrixOut J, Arena& scratch) {
  if (const auto* linear = std::get_if<LinearRelation>(&interaction.relation)) {
    J = linear->H;
    return;
  }
  const Holonomic& holonomic = std::get<Holonomic>(interaction.relation);
  J.setZero();
  if (holonomic.jacobian) {
    holonomic.jacobian(t, q, J);
    return;
  }
  const Arena::Scope scope(scratch);
  VectorMap point = scratch.vector(q.size()), forward = scratch.vector(J.rows()),
            backward = scratch.vector(J.rows());
  int q_at = 0, v_at = 0;
  for (const SystemId id : interaction.on) {
    const int q_count = model.position_count(id), v_count = model.velocity_count(id);
    for (int j = 0; j < v_count; ++j) {
      const double step =
          difference_step *
          (j < 3 || q_count == v_count ? std::max(1.0, std::abs(q[q_at + j])) : 1.0);
      const auto shift = [&](double by, VectorMap& value) {
        point = q;
        if (q_count == v_count)
          point[q_at + j] += by;
        else
          move_along(j, by, q.segment(q_at, q_count), point.segment(q_at, q_count));
        value.setZero();
        holonomic.gap(t, point, value);
      };
      shift(step, forward);
      shift(-step, backward);
      J.col(v_at + j) = (forward - backward) / (2.0 * step);
    }
    q_at += q_count;
    v_at += v_count;
  }
}

void relation_drift(const Relation& relation, double t, VectorIn q, VectorOut drift,
                    Arena& scratch) {
  drift.setZero();
  const auto* holonomic = std::get_if<Holonomic>(&relation);
  if (holonomic == nullptr) return;
  if (holonomic->drift) {
    holonomic->drift(t, q, drift);
    return;
  }
  const Arena::Scope scope(scratch);
  VectorMap later = scratch.vector(drift.size()), earlier = scratch.vector(drift.size());
  const double step = difference_step * std::max(1.0, std::abs(t));
  later.setZero();
  earlier.setZero();
  holonomic->gap(t + step, q, later);
  holonomic->gap(t - step, q, earlier);
  drift = (later - earlier) / (2.0 * step);
}

const Matrix& relation_compliance(const Relation& relation) {
  if (const auto* linear = std::get_if<LinearRelation>(&relation)) return linear->compliance;
  return std::get<Holonomic>(relation).compliance;
}

}  // namespace nonsmooth
