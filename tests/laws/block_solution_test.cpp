// SPDX-License-Identifier: Apache-2.0
// One block alone: known values, and random blocks judged by the natural map written out here.
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/laws.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace nonsmooth {
namespace {

// |r - R(rho, u, r - rho u)| over the largest of r, rho u, rho q, with rho = 1 / mean diagonal
double natural_error(const AnyLaw& law, const Matrix& W, const Vector& q, const Vector& r) {
  Arena scratch;
  double d = W.diagonal().cwiseAbs().mean();
  if (!(d > 0.0)) d = W.cwiseAbs().maxCoeff();
  const double rho = d > 0.0 ? 1.0 / d : 1.0;
  const Vector u = W * r + q;
  const Vector z = r - rho * u;
  Vector projected(r.size());
  law.resolvent(rho, u, z, projected, scratch);
  const double size = std::max({r.norm(), rho * u.norm(), rho * q.norm()});
  return size > 0.0 ? (r - projected).norm() / size : 0.0;
}

Matrix random_matrix(Random& random, int rows, int cols) {
  Matrix M(rows, cols);
  for (int j = 0; j < cols; ++j)
    for (int i = 0; i < rows; ++i) M(i, j) = random.normal();
  return M;
}

enum class Shape { regular, unsymmetric, deficient, inconsistent, scaled };
constexpr const char* shape_names[] = {"regular", "unsymmetric", "deficient", "inconsistent",
                                       "scaled"};

Matrix random_block(Shape shape, int n, Random& random) {
  Matrix B = random_matrix(random, n, n);
  Matrix W = B * B.transpose() / n + 0.1 * Matrix::Identity(n, n);
  if (shape == Shape::unsymmetric) {
    const Matrix S = random_matrix(random, n, n);
    W += 0.2 * (S - S.transpose());
  } else if (shape == Shape::deficient || shape == Shape::inconsistent) {
    B = random_matrix(random, n, 1 + random.below(n));
    W = B * B.transpose();
    if (random.below(4) == 0) {  // a direction that nothing moves
      const int i = random.below(n);
      W.row(i).setZero();
      W.col(i).setZero();
    }
  } else if (shape == Shape::scaled) {
    Vector s(n);
    const double spread = random.uniform(0.0, 12.0);
    for (int i = 0; i < n; ++i) s[i] = std::pow(10.0, 0.5 * spread * random.uniform(-1.0, 1.0));
    W = (s.asDiagonal() * W * s.asDiagonal()).eval();
    W *= std::pow(10.0, random.uniform(-12.0, 12.0));
  }
  return W;
}

struct Outcome {
  double worst = 0.0;  // natural map over all samples
  int above_1e13 = 0, above_1e8 = 0, worse_than_guess = 0, not_finite = 0;
  int first = -1;  // sample that is above 1e-8
};

using Maker = std::function<AnyLaw(Random&)>;

Outcome sample(Shape shape, int samples, std::uint64_t seed, const Maker& make) {
  Outcome outcome;
  Arena scratch;
  for (int k = 0; k < samples; ++k) {
    Random random(seed + static_cast<std::uint64_t>(k));
    const AnyLaw law = make(random);
    const int n = law.size();
    const Matrix W = random_block(shape, n, random);
    Vector q = random_matrix(random, n, 1);
    // in the range of W, as for bodies: a solution exists
    if (shape == Shape::deficient) q = W * q;
    if (random.below(20) == 0) q.setZero();
    q *= std::pow(10.0, random.uniform(-3.0, 3.0));
    Vector r = Vector::Zero(n);
    if (random.below(2)) r = random_matrix(random, n, 1);
    const double before = natural_error(law, W, q, r);
    law.solve_block(W, q, r, scratch);
    const double after = natural_error(law, W, q, r);
    if (!r.allFinite()) ++outcome.not_finite;
    if (!(after <= before * (1.0 + 1e-12) + 1e-13)) ++outcome.worse_than_guess;
    if (!(after <= 1e-13)) ++outcome.above_1e13;
    if (!(after <= 1e-8)) ++outcome.above_1e8;
    if (!(after <= outcome.worst)) outcome.worst = after;
    if (!(after <= 1e-8) && outcome.first < 0) outcome.first = k;
  }
  std::printf("  %-12s seed %llu: worst %.1e, %d above 1e-13, %d above 1e-8 of %d, first k %d\n",
              shape_names[static_cast<int>(shape)], static_cast<unsigned long long>(seed),
              outcome.worst, outcome.above_1e13, outcome.above_1e8, samples, outcome.first);
  return outcome;
}

double random_mu(Random& random) {
  switch (random.below(8)) {
    case 0: return 0.0;
    case 1: return 10.0 * random.uniform();
    default: return 1.2 * random.uniform();
  }
}

// `inconsistent`: q is not in the range of W and there may be no solution
void check_family(std::uint64_t seed, const Maker& make, int samples = 20000) {
  for (const Shape shape :
       {Shape::regular, Shape::unsymmetric, Shape::deficient, Shape::inconsistent, Shape::scaled}) {
    const bool solvable = shape != Shape::inconsistent;
    const Outcome outcome = sample(shape, solvable ? samples : samples / 10, seed, make);
    EXPECT_EQ(outcome.not_finite, 0) << shape_names[static_cast<int>(shape)];
    EXPECT_EQ(outcome.worse_than_guess, 0) << shape_names[static_cast<int>(shape)];
    if (shape == Shape::regular || shape == Shape::unsymmetric) {
      EXPECT_EQ(outcome.above_1e13, 0) << shape_names[static_cast<int>(shape)];
    }
    // condition numbers up to 1e24 cost digits
    if (solvable) {
      EXPECT_LE(outcome.worst, 1e-10) << shape_names[static_cast<int>(shape)];
    }
  }
}

TEST(BlockSolution, CoulombInSpace) {
  check_family(1000, [](Random& random) { return coulomb(random_mu(random)); });
}
TEST(BlockSolution, CoulombInThePlane) {
  check_family(2000, [](Random& random) { return coulomb(random_mu(random), 2); });
}
TEST(BlockSolution, SecondOrderConeOfAnyDimension) {
  check_family(3000, [](Random& random) {
    return SecondOrderCone{1 + random.below(6), random_mu(random), 0.0};
  });
}
TEST(BlockSolution, DruckerPrager) {
  check_family(4000, [](Random& random) {
    const double mu = random_mu(random);
    return SecondOrderCone{2 + random.below(5), mu, mu * random.uniform()};
  });
}
TEST(BlockSolution, RollingFriction) {
  check_family(5000, [](Random& random) {
    return RollingCone{random.below(2) ? 5 : 3, random_mu(random), random_mu(random)};
  });
}
TEST(BlockSolution, Disk) {
  // the set is bounded: there is always a solution
  const auto disk = [](Random& random) -> AnyLaw { return Disk{2, random.uniform()}; };
  EXPECT_LE(sample(Shape::inconsistent, 20000, 6500, disk).worst, 2e-12);
  check_family(6000, [](Random& random) {
    return Disk{1 + random.below(5), random.below(10) == 0 ? 0.0 : 3.0 * random.uniform()};
  });
}
TEST(BlockSolution, Free) {
  check_family(7000, [](Random& random) { return Free{1 + random.below(6)}; });
}
TEST(BlockSolution, NonNegative) {
  check_family(8000, [](Random& random) { return NonNegative{1 + random.below(4)}; });
}
TEST(BlockSolution, Box) {
  check_family(9000, [](Random& random) {
    const int n = 1 + random.below(3);
    struct Box box {
      Vector(n), Vector(n), Vector::Zero(n), Vector::Zero(n)
    };
    for (int i = 0; i < n; ++i) {
      box.lower[i] = random.below(4) ? -random.uniform() : -infinity;
      box.upper[i] = random.below(4) ? random.uniform() : infinity;
      if (random.below(2)) box.compliance[i] = random.uniform();
      if (random.below(2)) box.dead_zone[i] = random.uniform();
    }
    return box;
  });
}

TEST(BlockSolution, Graph) {
  check_family(9500, [](Random& random) {
    struct Graph graph;
    const int n = 1 + random.below(2);
    for (int i = 0; i < n; ++i) {
      PiecewiseLinear curve;
      double u = random.uniform(-1.0, 0.0), r = random.uniform(0.0, 1.0);
      for (int k = 0; k < 2 + random.below(3); ++k) {
        curve.points.push_back({u, r});
        if (random.below(3) > 0) u += random.uniform();
        if (random.below(3) > 0) r -= random.uniform();
      }
      curve.before = random.below(2) ? 0.0 : random.below(2) ? -infinity : -random.uniform();
      // a graph without u = 0 may have no solution with a singular W
      const bool vertical = curve.points.back().u >= 0.0 && random.below(2) == 0;
      curve.after = random.below(2) ? 0.0 : vertical ? -infinity : -random.uniform();
      graph.curves.push_back(curve);
    }
    return graph;
  });
}

Vector solved(const AnyLaw& law, const Matrix& W, const Vector& q) {
  Arena scratch;
  Vector r = Vector::Zero(q.size());
  EXPECT_TRUE(law.solve_block(W, q, r, scratch));
  return r;
}

TEST(BlockSolution, KnownContacts) {
  const Matrix W{{1, 0.2, 0.1}, {0.2, 0.8, 0.05}, {0.1, 0.05, 0.6}};
  const Vector q{{-1, 0.9, -0.4}};
  const Vector slip = solved(coulomb(0.3), W, q);
  EXPECT_LE((slip - Vector{{1.05163635, -0.30267891, 0.08899432}}).norm(), 1e-8);
  EXPECT_LE((W * slip + q - Vector{{0, 0.87263386, -0.25657372}}).norm(), 1e-8);
  const Vector stick = solved(coulomb(1.5), W, q);
  EXPECT_LE((stick - Vector{{1.23575419, -1.47039106, 0.58324022}}).norm(), 1e-8);
  const Vector plane = solved(coulomb(0.5, 2), Matrix{{2.5, -1.5}, {-1.5, 2.5}}, Vector{{-2, 0.2}});
  EXPECT_LE((plane - Vector{{8.0 / 7, 4.0 / 7}}).norm(), 1e-15);
}

TEST(BlockSolution, AssociatedConeIsAProjection) {
  // W = I: r = P_K(-q); q_N > 0 and still in contact, which no Coulomb law would be
  const Vector r =
      solved(SecondOrderCone{3, 1.0, 0.0}, Matrix::Identity(3, 3), Vector{{0.1, -2.0, 0.0}});
  EXPECT_LE((r - Vector{{0.95, 0.95, 0.0}}).norm(), 1e-14);
}

TEST(BlockSolution, DruckerPragerReturnMap) {
  // methods.md 1.9: p = -K eps_v + p_t, |s| = |s_t| - 2 G lam; W holds the compliances 1/K, 1/2G
  // and the cone starts at -p0
  const double G = 1, K = 2, alpha = 0.6, beta = 0.2, p0 = 0.1;
  const Matrix W = Vector{{1 / K, 1 / (2 * G)}}.asDiagonal();
  const Vector trial{{0.5 + p0, 2.0}};
  const Vector r = solved(SecondOrderCone{2, alpha, alpha - beta}, W, -W * trial);
  EXPECT_NEAR(r[0] - p0, 0.7928571429, 1e-10);
  EXPECT_NEAR(r[1], 0.5357142857, 1e-10);
}

TEST(BlockSolution, PolytopesAndLargeScalarBlocksDecline) {
  Arena scratch;
  Vector r = Vector::Zero(2);
  const AnyLaw triangle = Polytope{Matrix{{1, 1}}, Vector{{1}}};
  EXPECT_FALSE(triangle.solve_block(Matrix::Identity(2, 2), Vector{{-1, -1}}, r, scratch));
  Vector many = Vector::Zero(50);
  EXPECT_FALSE(AnyLaw(NonNegative{50})
                   .solve_block(Matrix::Identity(50, 50), -Vector::Ones(50), many, scratch));
}

struct Halver {
  static constexpr int dimension = 1;
  Vec<1> resolvent(double, const Vec<1>&, const Vec<1>& z) const { return z.cwiseMax(0.0); }
  bool solve_block(const Mat<1>& W, const Vec<1>& q, Vec<1>& r) const {
    r[0] = std::max(0.0, -q[0] / W(0, 0));
    return true;
  }
};

TEST(BlockSolution, CustomLawsMayOfferTheirOwn) {
  EXPECT_EQ(solved(AnyLaw(Halver{}), Matrix{{2.0}}, Vector{{-3.0}})[0], 1.5);
}

}  // namespace
}  // namespace nonsmooth
