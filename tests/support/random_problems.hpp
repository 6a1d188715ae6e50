// SPDX-License-Identifier: Apache-2.0
// Random complementarity problems by class, shared by tests and benchmarks. The class says what is
// known about solvability, so that a wrong verdict shows.
#pragma once

#include "nonsmooth/base/random.hpp"
#include "nonsmooth/problem.hpp"

#include <array>
#include <string_view>

namespace nonsmooth::testing {

enum class RandomClass {
  positive_definite,  // symmetric: unique solution
  nonsymmetric,       // positive definite, not symmetric: unique solution
  p_matrix,           // triangular with unit diagonal, rows and columns permuted: unique solution
  semidefinite,       // low rank, with a planted solution
  degenerate,         // planted solution with many zero pairs, small integer data
  indefinite,         // planted solution, random matrix
  infeasible,         // a non-negative combination of rows is negative: no solution
  arbitrary,          // random matrix and vector: anything
  mixed,              // equations and inequalities, planted
  mixed_singular,     // singular equations, planted
  boxed,              // relay bounds, some infinite, positive semidefinite
};
inline constexpr std::array<std::string_view, 11> random_class_names{
    "positive_definite", "nonsymmetric", "p_matrix", "semidefinite",   "degenerate", "indefinite",
    "infeasible",        "arbitrary",    "mixed",    "mixed_singular", "boxed"};

inline Matrix random_matrix(Random& random, int rows, int cols) {
  Matrix M(rows, cols);
  for (int j = 0; j < cols; ++j)
    for (int i = 0; i < rows; ++i) M(i, j) = random.uniform(-1.0, 1.0);
  return M;
}

inline Vector random_vector(Random& random, int n) { return random_matrix(random, n, 1); }

/// Sets q so that a random complementary pair solves the problem; `free` leading rows are
/// equations.
inline Vector planted_q(Random& random, const Matrix& M, int free, bool degenerate) {
  const int n = static_cast<int>(M.rows());
  Vector z = Vector::Zero(n), w = Vector::Zero(n);
  for (int i = 0; i < n; ++i) {
    const int pick = degenerate ? random.below(3) : random.below(2);
    if (i < free)
      z[i] = random.uniform(-1.0, 1.0);
    else if (pick == 0)
      z[i] = degenerate ? 1.0 + random.below(3) : random.uniform(0.1, 1.0);
    else if (pick == 1)
      w[i] = degenerate ? 1.0 + random.below(3) : random.uniform(0.1, 1.0);
  }
  return w - M * z;
}

inline Problem random_problem(RandomClass which, int n, Random& random) {
  const double root = std::sqrt(static_cast<double>(n));
  switch (which) {
    case RandomClass::positive_definite: {
      const Matrix A = random_matrix(random, n, n);
      return lcp(A.transpose() * A / n + 0.1 * Matrix::Identity(n, n), random_vector(random, n));
    }
    case RandomClass::nonsymmetric: {
      const Matrix A = random_matrix(random, n, n), S = random_matrix(random, n, n);
      return lcp(A.transpose() * A / n + 0.1 * Matrix::Identity(n, n) + (S - S.transpose()) / root,
                 random_vector(random, n));
    }
    case RandomClass::p_matrix: {
      Matrix M = Matrix::Identity(n, n);
      for (int j = 1; j < n; ++j)
        for (int i = 0; i < j; ++i) M(i, j) = 2.0 * random.uniform(-1.0, 1.0) / root;
      return lcp(M.reverse(), random_vector(random, n));
    }
    case RandomClass::semidefinite: {
      const int rank = 1 + random.below(n);
      const Matrix A = random_matrix(random, rank, n), S = random_matrix(random, n, n);
      const Matrix M = A.transpose() * A + (random.below(2) ? 0.0 : 1.0) * (S - S.transpose());
      return lcp(M, planted_q(random, M, 0, false));
    }
    case RandomClass::degenerate: {
      Matrix M(n, n);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) M(i, j) = random.below(3) - 1;
      if (random.below(2)) M = (M * M.transpose()).eval();
      return lcp(M, planted_q(random, M, 0, true));
    }
    case RandomClass::indefinite: {
      const Matrix M = random_matrix(random, n, n);
      return lcp(M, planted_q(random, M, 0, false));
    }
    case RandomClass::infeasible: {
      // y >= 0 with M^T y <= 0 and q.y < 0: the last row is minus a combination of the others, less
      Matrix M = random_matrix(random, n, n);
      Vector q = random_vector(random, n), y(n);
      for (int i = 0; i < n; ++i) y[i] = random.uniform(0.1, 1.0);
      Vector slack(n);
      for (int i = 0; i < n; ++i) slack[i] = random.below(2) ? 0.0 : random.uniform();
      M.row(n - 1) =
          (-(M.topRows(n - 1).transpose() * y.head(n - 1)) - slack).transpose() / y[n - 1];
      q[n - 1] = (-random.uniform(0.1, 1.0) - q.head(n - 1).dot(y.head(n - 1))) / y[n - 1];
      return lcp(M, q);
    }
    case RandomClass::arbitrary: return lcp(random_matrix(random, n, n), random_vector(random, n));
    case RandomClass::mixed: {
      const int free = random.below(n);
      const Matrix A = random_matrix(random, n, n), S = random_matrix(random, n, n);
      const Matrix M = A.transpose() * A / n + 0.1 * Matrix::Identity(n, n) + S - S.transpose();
      return mlcp(M, planted_q(random, M, free, false), free);
    }
    case RandomClass::mixed_singular: {
      const int free = random.below(n);
      const int rank = 1 + random.below(n);
      const Matrix A = random_matrix(random, rank, n);
      const Matrix M = A.transpose() * A;
      return mlcp(M, planted_q(random, M, free, false), free);
    }
    case RandomClass::boxed: {
      const Matrix A = random_matrix(random, 1 + random.below(n), n),
                   S = random_matrix(random, n, n);
      Vector lower(n), upper(n);
      for (int i = 0; i < n; ++i) {
        lower[i] = random.below(8) == 0 ? -infinity : random.uniform(-1.0, 0.5);
        upper[i] = random.below(8) == 0 ? infinity : std::max(lower[i], -1.0) + random.uniform();
      }
      // a multiple of the identity makes the unbounded ones solvable too
      return relay(A.transpose() * A + S - S.transpose() + 0.01 * Matrix::Identity(n, n),
                   random_vector(random, n), lower, upper);
    }
  }
  return {};
}

/// The same problem with one block of W per law, those that are zero left out.
inline Problem stored_by_blocks(const Problem& problem) {
  std::vector<int> sizes;
  for (const AnyLaw& law : problem.laws) sizes.push_back(law.size());
  const SparseMatrix W(problem.W.to_dense().sparseView());
  return {BlockSparse(sizes, sizes, W), problem.q, problem.laws};
}

/// Solvable by construction?
inline bool has_solution(RandomClass which) {
  return which != RandomClass::infeasible && which != RandomClass::arbitrary;
}

}  // namespace nonsmooth::testing
