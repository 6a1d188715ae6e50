// SPDX-License-Identifier: Apache-2.0
// Compares user Jacobians with what differences of their functions give.
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/model/layout.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

constexpr int samples = 3;

double relative_difference(const Matrix& a, const Matrix& b) {
  const double scale = std::max({a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff(), 1e-300});
  return (a - b).cwiseAbs().maxCoeff() / scale;
}

class Check {
 public:
  explicit Check(double tolerance) : tolerance_(tolerance) {}

  void compare(const std::string& where, const Matrix& given, const Matrix& differences) {
    const double error = relative_difference(given, differences);
    if (!(error > tolerance_) && std::isfinite(error)) return;
    for (JacobianComplaint& known : complaints)
      if (known.where == where) {
        known.error = std::max(known.error, error);
        return;
      }
    complaints.push_back({where, error});
  }

  void force(const std::string& where, const Force& f, double t, VectorIn q, VectorIn v) {
    if (!f.of_state || (!f.dq && !f.dv)) return;
    const Force bare{.of_state = f.of_state};
    const Eigen::Index n = v.size();
    Matrix dq = Matrix::Zero(n, n), dv = dq, dq_bare = dq, dv_bare = dq;
    add_force_jacobians(f, 1.0, t, q, v, dq, dv, scratch_);
    add_force_jacobians(bare, 1.0, t, q, v, dq_bare, dv_bare, scratch_);
    if (f.dq) compare(where + ".dq", dq, dq_bare);
    if (f.dv) compare(where + ".dv", dv, dv_bare);
  }

  std::vector<JacobianComplaint> complaints;
  Arena& scratch() { return scratch_; }

 private:
  double tolerance_;
  Arena scratch_;
};

// rows x columns of a derivative by central differences
template <class Fill>
Matrix differences_of(const Vector& at, Eigen::Index rows, Fill fill) {
  Matrix result(rows, at.size());
  for (Eigen::Index j = 0; j < at.size(); ++j) {
    const double step = 6e-6 * std::max(1.0, std::abs(at[j]));
    Vector point = at, forward = Vector::Zero(rows), backward = forward;
    point[j] += step;
    fill(point, forward);
    point[j] = at[j] - step;
    fill(point, backward);
    result.col(j) = (forward - backward) / (2.0 * step);
  }
  return result;
}

void check_system(Check& check, const Model& model, int index, const State& state,
                  const SystemSlot& slot) {
  const System& system = model.systems()[static_cast<std::size_t>(index)];
  const std::string name = model.name(SystemId{index});
  if (const auto* first = std::get_if<FirstOrder>(&system)) {
    if (!first->f || !first->f_dx) return;
    const Vector x = state.x.segment(slot.x, slot.x_count);
    Matrix given = Matrix::Zero(slot.x_count, slot.x_count);
    first->f_dx(state.t, x, given);
    check.compare(name + ": f_dx", given,
                  differences_of(x, slot.x_count, [&](const Vector& at, Vector& out) {
                    first->f(state.t, at, out);
                  }));
    return;
  }
  const Vector q = state.q.segment(slot.q, slot.q_count), v = state.v.segment(slot.v, slot.v_count);
  if (const auto* lagrangian = std::get_if<Lagrangian>(&system)) {
    check.force(name + ": force", lagrangian->force, state.t, q, v);
    check.force(name + ": internal", lagrangian->internal, state.t, q, v);
    check.force(name + ": gyroscopic", lagrangian->gyroscopic, state.t, q, v);
  } else {
    check.force(name + ": force", std::get<RigidBody>(system).force, state.t, q, v);
  }
}

void check_general(Check& check, const std::string& name, const FirstOrderGeneral& r, double t,
                   const Vector& x, const Vector& lambda) {
  const auto one = [&](const char* field, const auto& given_function, const Vector& at,
                       Eigen::Index rows, auto fill) {
    if (!given_function) return;
    Matrix given = Matrix::Zero(rows, at.size());
    given_function(t, x, lambda, given);
    check.compare(name + ": relation." + field, given, differences_of(at, rows, fill));
  };
  const auto h_x = [&](const Vector& at, Vector& out) { r.h(t, at, lambda, out); };
  const auto g_x = [&](const Vector& at, Vector& out) { r.g(t, at, lambda, out); };
  const auto h_l = [&](const Vector& at, Vector& out) { r.h(t, x, at, out); };
  const auto g_l = [&](const Vector& at, Vector& out) { r.g(t, x, at, out); };
  one("h_x", r.h_x, x, lambda.size(), h_x);
  one("g_x", r.g_x, x, x.size(), g_x);
  one("h_lambda", r.h_lambda, lambda, lambda.size(), h_l);
  one("g_lambda", r.g_lambda, lambda, x.size(), g_l);
}

void check_relation(Check& check, const Model& model, int index, const Layout& layout,
                    const State& state, Random& random) {
  const Interaction& interaction = model.interactions()[static_cast<std::size_t>(index)];
  const std::string name = model.name(InteractionId{index});
  const Arena::Scope scope(check.scratch());
  const auto of_its_systems = [&](const Vector& all, int SystemSlot::*first,
                                  int SystemSlot::*count) -> Vector {
    return joined(layout, interaction, all, first, count, check.scratch());
  };
  if (const auto* general = std::get_if<FirstOrderGeneral>(&interaction.relation)) {
    Vector lambda(interaction.law.size());
    for (double& entry : lambda) entry = random.uniform();
    check_general(check, name, *general, state.t,
                  of_its_systems(state.x, &SystemSlot::x, &SystemSlot::x_count), lambda);
  }
  const auto* holonomic = std::get_if<Holonomic>(&interaction.relation);
  if (holonomic == nullptr || !holonomic->jacobian) return;
  const Vector q = of_its_systems(state.q, &SystemSlot::q, &SystemSlot::q_count);
  const Eigen::Index n = of_its_systems(state.v, &SystemSlot::v, &SystemSlot::v_count).size();
  Interaction bare = interaction;
  std::get<Holonomic>(bare.relation).jacobian = {};
  Matrix given(interaction.law.size(), n), differences(interaction.law.size(), n);
  relation_jacobian(model, interaction, state.t, q, given, check.scratch());
  relation_jacobian(model, bare, state.t, q, differences, check.scratch());
  // tangential rows need not be derivatives of anything
  check.compare(name + ": relation.jacobian", given.topRows(1), differences.topRows(1));
}

}  // namespace

std::vector<JacobianComplaint> check_jacobians(const Model& model, double tolerance) {
  const Layout layout(model);
  const State start = initial_state(model, layout);
  Check check(tolerance);
  Random random(1);
  for (int sample = 0; sample < samples; ++sample) {
    State state = start;
    if (sample > 0) {
      for (Vector* part : {&state.q, &state.v, &state.x})
        for (double& entry : *part) entry += 0.1 * std::max(1.0, std::abs(entry)) * random.normal();
      state.t = random.uniform();
    }
    for (std::size_t s = 0; s < layout.systems.size(); ++s)
      check_system(check, model, static_cast<int>(s), state, layout.systems[s]);
    for (std::size_t i = 0; i < layout.interactions.size(); ++i)
      check_relation(check, model, static_cast<int>(i), layout, state, random);
  }
  return check.complaints;
}

}  // namespace nonsmooth
