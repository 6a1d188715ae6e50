// SPDX-License-Identifier: Apache-2.0
// Problems under piecewise-linear graphs, by every solver that takes them. The judge is the
// distance of (u, r) from the polyline itself.
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/solvers.hpp"
#include "tests/support/random_problems.hpp"

#include <gtest/gtest.h>

namespace nonsmooth {
namespace {

PiecewiseLinear random_curve(Random& random) {
  PiecewiseLinear curve;
  double u = random.uniform(-1.5, 0.0), r = random.uniform(0.0, 1.5);
  const int corners = 1 + random.below(5);
  for (int k = 0; k < corners; ++k) {
    curve.points.push_back({u, r});
    if (random.below(3) > 0) u += random.uniform();
    if (random.below(3) > 0) r -= random.uniform();
  }
  curve.before = random.below(2) ? 0.0 : random.below(2) ? -infinity : -random.uniform();
  curve.after = random.below(2) ? 0.0 : random.below(2) ? -infinity : -random.uniform();
  return curve;
}

double distance(const GraphPoint& p, const GraphPoint& a, double du, double dr, double most) {
  const double square = du * du + dr * dr,
               along = square > 0.0 ? ((p.u - a.u) * du + (p.r - a.r) * dr) / square : 0.0;
  const double t = std::min(std::max(along, 0.0), most);
  return std::hypot(p.u - a.u - t * du, p.r - a.r - t * dr);
}

double distance(const PiecewiseLinear& curve, const GraphPoint& p) {
  const auto direction = [](double slope, double sign) {
    return slope == -infinity ? GraphPoint{0.0, -sign} : GraphPoint{sign, sign * slope};
  };
  const GraphPoint first = direction(curve.before, -1.0), last = direction(curve.after, 1.0);
  double least = std::min(distance(p, curve.points.front(), first.u, first.r, infinity),
                          distance(p, curve.points.back(), last.u, last.r, infinity));
  for (std::size_t k = 1; k < curve.points.size(); ++k) {
    const GraphPoint &a = curve.points[k - 1], &b = curve.points[k];
    least = std::min(least, distance(p, a, b.u - a.u, b.r - a.r, 1.0));
  }
  return least;
}

struct Sample {
  Problem problem;
  std::vector<PiecewiseLinear> curves;
};

// two laws, so that graphs also stand beside others; positive definite: one solution
Sample random_sample(int n, Random& random) {
  Sample sample;
  for (int i = 0; i < n; ++i) sample.curves.push_back(random_curve(random));
  const Matrix A = testing::random_matrix(random, n + 1, n + 1);
  sample.problem.W = Matrix(A.transpose() * A / n + 0.1 * Matrix::Identity(n + 1, n + 1));
  sample.problem.q = testing::random_vector(random, n + 1);
  sample.problem.laws = {NonNegative{1}, Graph{sample.curves}};
  return sample;
}

double error(const Sample& sample, const Vector& r) {
  const Vector u = sample.problem.W.to_dense() * r + sample.problem.q;
  double worst = std::abs(std::min(u[0], r[0]));
  for (std::size_t i = 0; i < sample.curves.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i) + 1;
    worst = std::max(worst, distance(sample.curves[i], {u[row], r[row]}));
  }
  return worst;
}

// interior points are left out: neighbouring pieces meet where two pairs of bounds bind at once,
// and the path ends with a singular matrix in one problem of five
TEST(GraphProblems, EverySolverThatTakesThemSolvesThem) {
  std::vector<Solver> solvers{Auto{},
                              Lemke{},
                              Nsgs{.max_iterations = 100000},
                              SemismoothNewton{},
                              SemismoothNewton{.map = NewtonMap::natural},
                              ProjectedGradient{},
                              FixedPoint{.extragradient = true},
                              Admm{.relaxation = 1.0, .momentum = false}};
  for (const Solver& solver : solvers)
    for (int seed = 1; seed <= 60; ++seed) {
      Random random(static_cast<std::uint64_t>(seed));
      const Sample sample = random_sample(1 + random.below(12), random);
      ASSERT_TRUE(unsupported_reason(solver, sample.problem).empty());
      const Solution solution = solve(sample.problem, solver);
      EXPECT_TRUE(solution.success()) << name(solver) << ", seed " << seed << ": "
                                      << solution.message << ", " << solution.residual_invariant;
      EXPECT_LT(error(sample, solution.r), 1e-6) << name(solver) << ", seed " << seed;
    }
}

TEST(GraphProblems, EnumerationFindsThemAll) {
  for (int seed = 1; seed <= 30; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Sample sample = random_sample(1 + random.below(2), random);
    const Solution solution = solve(sample.problem, Enumeration{});
    EXPECT_TRUE(solution.success()) << "seed " << seed << ": " << solution.message;
    EXPECT_LT(error(sample, solution.r), 1e-8) << "seed " << seed;
  }
}

TEST(GraphProblems, InteriorPointsOnConesSayThatTheyCannot) {
  Problem problem{Matrix(Matrix::Identity(4, 4)),
                  Vector{{-1, 0.5, 0, 1}},
                  {coulomb(0.3), Graph{{curves::relay()}}}};
  EXPECT_NE(unsupported_reason(InteriorPoint{}, problem).find("graphs"), std::string::npos);
  EXPECT_TRUE(solve(problem, Auto{}).success());
}

}  // namespace
}  // namespace nonsmooth
