// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/analysis/equilibria.hpp"

#include "analysis/static_equations.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/control/design.hpp"
#include "nonsmooth/linalg/decompositions.hpp"
#include "nonsmooth/solvers.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth::analysis {
namespace {

constexpr int most_enumerated = 10;  // components with a choice: 3^10 modes
constexpr int most_followed = 6;     // the same in every step of Newton's method

class Search {
 public:
  Search(const Model& model, const EquilibriaOptions& options)
      : options_(options), equations_(model), laws_(equations_.laws()) {
    for (const AnyLaw& law : laws_) {
      if (law.get_if<Free>() == nullptr) choices_ += law.size();
      for (int i = 0; i < law.size(); ++i) scalar_.push_back({&law, i});
    }
  }

  std::vector<Equilibrium> go() {
    const int n = equations_.unknowns(), m = equations_.rows();
    if (equations_.linear()) {
      for (const Vector& r : solutions(Vector::Zero(n), Vector::Zero(m))) keep(r);
      return std::move(found_);
    }
    Random random(options_.seed);
    for (int k = 0; k < options_.starts; ++k) {
      Vector z = equations_.start();
      if (k > 0)
        for (double& entry : z) entry += options_.spread * random.uniform(-1.0, 1.0);
      for (const Vector& r : solutions(z, multipliers(z))) polish(r);
    }
    return std::move(found_);
  }

 private:
  // bounds of a component of a relay or complementarity law; false for other laws
  bool bounds(Eigen::Index row, double& lower, double& upper) const {
    const auto& [law, i] = scalar_[static_cast<std::size_t>(equations_.unknowns() + row)];
    lower = 0.0;
    upper = infinity;
    if (law->get_if<NonNegative>() != nullptr) return true;
    const Box* box = law->get_if<Box>();
    if (box == nullptr || box->compliance_at(i) > 0.0 || box->dead_zone_at(i) > 0.0) return false;
    lower = box->lower[i];
    upper = box->upper[i];
    return true;
  }

  // those that the laws ask for at z, where they are bounded: products of multipliers need a start
  // on the right side
  Vector multipliers(VectorIn z) {
    Vector lambda = Vector::Zero(equations_.rows());
    const Vector y = equations_.at(z, lambda).y;
    double lower = 0.0, upper = 0.0;
    for (Eigen::Index i = 0; i < lambda.size(); ++i) {
      if (!bounds(i, lower, upper)) continue;
      const double asked = y[i] > 0.0 ? lower : upper;
      if (std::isfinite(asked)) lambda[i] = asked;
    }
    return lambda;
  }

  // the generalised equation, linearised at (z, lambda), for r = (z, lambda)
  Problem linearised(VectorIn z, VectorIn lambda) {
    const StaticLinearisation l = equations_.at(z, lambda);
    const Eigen::Index n = z.size(), m = lambda.size();
    Matrix W(n + m, n + m);
    W << l.f_z, l.f_lambda, l.y_z, l.y_lambda;
    Vector r(n + m), q(n + m);
    r << z, lambda;
    q << l.f, l.y;
    q -= W * r;
    return {Delassus(W), q, laws_};
  }

  std::vector<Vector> solutions(VectorIn z, VectorIn lambda) {
    const Problem problem = linearised(z, lambda);
    std::vector<Vector> result;
    if (choices_ <= most_enumerated) {
      try {
        for (const Solution& s :
             enumerate(problem, {.max_size = 30, .max_solutions = 100}).solutions)
          result.push_back(s.r);
        return result;
      } catch (const Error&) {  // a law without modes: one solution is what there is
      }
    }
    const Solution s = solve(problem);
    if (s.success()) result.push_back(s.r);
    return result;
  }

  // The solution of the equation linearised at r that is nearest to r: Newton's method converges to
  // an equilibrium only if it stays with one solution. Empty if there is none.
  Vector nearest(const Vector& r) {
    const Eigen::Index n = equations_.unknowns(), m = equations_.rows();
    if (choices_ > most_followed) {
      Solution s;
      s.r = r;
      solve(linearised(r.head(n), r.tail(m)), Auto{}, workspace_, s);
      return s.success() ? s.r : Vector();
    }
    Vector best;
    for (const Vector& other : solutions(r.head(n), r.tail(m)))
      if (best.size() == 0 || (other - r).norm() < (best - r).norm()) best = other;
    return best;
  }

  void polish(Vector r) {
    for (int k = 0; k < options_.iterations; ++k) {
      const Vector next = nearest(r);
      if (next.size() == 0 || !next.allFinite()) return;
      const double step = (next - r).norm();
      r = next;
      if (step <= 1e-13 * (1.0 + r.norm())) break;
    }
    keep(r);
  }

  void keep(const Vector& r) {
    const Eigen::Index n = equations_.unknowns(), m = equations_.rows();
    const Problem problem = linearised(r.head(n), r.tail(m));
    const double residual = natural_residual(problem, r).worst();
    if (!(residual <= options_.tolerance)) return;
    for (const Vector& other : points_)
      if ((other - r).norm() <= 1e-6 * (1.0 + r.norm())) return;
    points_.push_back(r);
    const StaticLinearisation at = equations_.at(r.head(n), r.tail(m));
    Equilibrium e{.x = r.head(equations_.layout().x_count),
                  .q = r.segment(equations_.layout().x_count, equations_.layout().q_count),
                  .lambda = r.tail(m),
                  .y = at.y,
                  .eigenvalues = {},
                  .stability = Stability::undecided,
                  .reason = {},
                  .residual = residual};
    judge(r, e);
    found_.push_back(std::move(e));
  }

  enum class Component { held, free, border, other };
  Component component(Eigen::Index row, double y, double lambda) const {
    const AnyLaw* law = scalar_[static_cast<std::size_t>(equations_.unknowns() + row)].first;
    const double small = 1e-7 * (1.0 + std::abs(y) + std::abs(lambda));
    if (law->get_if<Free>() != nullptr) return Component::held;
    double lower = 0.0, upper = 0.0;
    if (!bounds(row, lower, upper)) return Component::other;
    if (lambda > lower + small && lambda < upper - small) return Component::held;
    return std::abs(y) > small ? Component::free : Component::border;
  }

  void judge(const Vector& r, Equilibrium& e) {
    const Eigen::Index n = equations_.unknowns(), m = equations_.rows();
    std::vector<int> held;
    for (Eigen::Index i = 0; i < m; ++i) switch (component(i, e.y[i], e.lambda[i])) {
        case Component::held: held.push_back(static_cast<int>(i)); break;
        case Component::free: break;
        case Component::border: e.reason = "component at the border of its mode"; return;
        case Component::other: e.reason = "a law without simple modes"; return;
      }
    const StaticEquations::Motion motion = equations_.motion(r.head(n), r.tail(m));
    const control::LinearSystem mode{motion.A, motion.B(Eigen::all, held),
                                     motion.C(held, Eigen::all), motion.D(held, held)};
    const control::ZeroDynamics inside = control::zero_dynamics(mode);
    e.eigenvalues = inside.zeros;
    double fastest = -infinity;
    for (const std::complex<double> value : e.eigenvalues)
      fastest = std::max(fastest, value.real());
    const double small = 1e-9 * (1.0 + motion.A.norm());
    e.stability = fastest > small    ? Stability::unstable
                  : fastest > -small ? Stability::marginal
                                     : Stability::stable;
    e.reason = std::to_string(held.size()) + " of " + std::to_string(m) + " components held";
    if (!held.empty() && e.stability != Stability::unstable) judge_mode(mode, e);
  }

  // d/dt y = C B lambda + ..., with lambda against y: attractive where C B is positive. Without C B
  // a relay acts too late (a loop of three lags oscillates); closed contacts are held by impacts.
  static void judge_mode(const control::LinearSystem& mode, Equilibrium& e) {
    const Matrix CB = mode.C * mode.B;
    if (mode.D.norm() > 0.0) return;
    if (CB.norm() <= 1e-12 * mode.C.norm() * mode.B.norm()) {
      if (e.q.size() > 0) return;
      e.stability = Stability::undecided;
      e.reason += ", but C B is zero: whether what is held attracts is not known";
      return;
    }
    const Vector rates = symmetric_eigenvalues(0.5 * (CB + CB.transpose()));
    if (rates.minCoeff() > 0.0) return;
    e.stability = rates.maxCoeff() < 0.0 ? Stability::unstable : Stability::undecided;
    e.reason += ", but C B is not positive: the sliding is not attractive";
  }

  EquilibriaOptions options_;
  StaticEquations equations_;
  std::vector<AnyLaw> laws_;
  std::vector<std::pair<const AnyLaw*, int>> scalar_;
  int choices_ = 0;
  Workspace workspace_;
  std::vector<Vector> points_;
  std::vector<Equilibrium> found_;
};

}  // namespace

std::string_view name(Stability stability) {
  switch (stability) {
    case Stability::stable: return "stable";
    case Stability::unstable: return "unstable";
    case Stability::marginal: return "marginal";
    case Stability::undecided: return "undecided";
  }
  return "unknown";
}

std::vector<Equilibrium> equilibria(const Model& model, const EquilibriaOptions& options) {
  return Search(model, options).go();
}

}  // namespace nonsmooth::analysis
