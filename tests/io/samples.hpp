// SPDX-License-Identifier: Apache-2.0
// Small problems of our own in every text format; tests damage them and fuzzers start from them.
#pragma once

#include "nonsmooth/base/random.hpp"
#include "nonsmooth/io.hpp"

#include <string>
#include <vector>

namespace nonsmooth::io::samples {

struct Sample {
  std::string format, text;
};

inline const std::string friction_3d =
    "3\n1\n0\n3\n3\n3 3\n4 1 0\n1 5 0.5\n0 0.25 6\n-1 0.5 2\n0.3\n";
inline const std::string friction_2d_blocks =
    "2 2  1 4 4  3 2 2  2 4  2 4  3 3  0 2 3  0 1 1\n"
    "0\n 1 2 3 4\n1\n 5 6 7 8\n2\n 9 10 11 12\n-1 0 -2 0  0.1 0.2\n0\n";
inline const std::string friction_2d_sparse =
    "2 1 2 2 2 2\nCSparse Version 3.2.0, Sept 12, 2017.  Copyright (c)\n"
    "2-by-2, nzmax: 3 nnz: 3, 1-norm: 4\n    col 0 : locations 0 to 1\n      0 : 3\n      1 : -1\n"
    "    col 1 : locations 2 to 2\n      1 : 2.5\n-1 0.5\n0.4\n";
inline const std::string rolling =
    "5 1 2 5 5 1\nCSparse Version 3.2.0\ntriplet: 5-by-5, nzmax: 8 nnz: 6\n"
    "0 0 : 2\n1 1 : 2\n2 2 : 2\n3 3 : 1\n4 4 : 1\n0 1 : 0.5\n-1 0.1 0 0.2 0\n0.6\n0.05\n";
inline const std::string global =
    "3 1  0 3 3 3 3  2 0 0 0 2 0 0 0 1  0 3 3 3 3  1 0 0.5 0 1 0 0 0 1\n"
    "1 -1 0.25  0 0.5 -0.5  0.7\n1\n";
inline const std::string lcp = "2\n0\n2\n2\n2 2\n2 1\n0 3\n-1 -4\n\na remark of 2 lines\nno data\n";
inline const std::string relay = "2 0 2 2 2 2  1 0 0 1  -0.5 3  -1 -2  1 2.5\n";
inline const std::string mlcp =
    "1 1 1 2\n0 1 3\n0 1\n0 3 3 3 3\n1 7 0  2 5 0  0 4 6\n-1 1 -3\n"
    "1\n5 4\n0 6\n2 0\n7\n0\n-1\n1 -3 0.5 0.25\n";
inline const std::string mlcp_parts = "0 1 1 1  4  3  2  1  -5  -6\n";
// the same problem as `mlcp`: n, m, number of rows, A, B, C, D, a, b
inline const std::string mlcp_older = "1 2 3\n1\n5 4\n0 6\n2 0\n7\n0\n-1\n1 -3\n";
inline const std::string generic =
    "1 6 6  3 3 3  1 3 6  1 3 6  4 3  0 1 2 3  0 1 2\n"
    "0 2\n1 3 0 0 3\n2 4 0 0 0 4 0 0 0 4\n-1 -2 0 -3 0 0\n2\n3 0.2\n4 0.3\n";
inline const std::string soclcp =
    "5 2 0 5 5 5 5  1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1\n-1 1 2 -1 3\n0 3 5\n0.5 "
    "0.25\n";
inline const std::string drucker_prager =
    "3 1 1 2 3 3 4\nCSparse Version 4.4.1\ntriplet: 3-by-3, nzmax: 4 nnz: 4\n"
    "0 0 : 1\n1 1 : 2\n2 2 : 3\n0 1 : 0.5\n-1 1 3\n0.3\n0.1\n";
inline const std::string von_mises = "3 1 2 0 3 3 3 3  1 0 0 0 1 0 0 0 1  -1 1 3  2.5\n";

inline std::vector<Sample> all() {
  return {{"siconos text friction", friction_3d},
          {"siconos text friction", friction_2d_blocks},
          {"siconos text friction", friction_2d_sparse},
          {"siconos text rolling friction", rolling},
          {"siconos text global friction", global},
          {"siconos text lcp", lcp},
          {"siconos text relay", relay},
          {"siconos text mlcp", mlcp},
          {"siconos text mlcp", mlcp_parts},
          {"siconos text mlcp", mlcp_older},
          {"siconos text generic mechanical", generic},
          {"siconos text soclcp", soclcp},
          {"siconos text plasticity", drucker_prager},
          {"siconos text plasticity", von_mises}};
}

// --- Random problems for round trips
// --------------------------------------------------------------

inline Vector random_vector(Random& random, int size) {
  Vector values(size);
  for (double& value : values) value = random.normal() * std::pow(10.0, random.below(20) - 10);
  return values;
}

inline SparseMatrix random_sparse(Random& random, int rows, int cols) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      if (i == j || random.below(3) == 0) entries.emplace_back(i, j, random.normal());
  SparseMatrix matrix(rows, cols);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

/// Coulomb contacts and, behind them, `equations` rows coupled symmetrically.
inline ProblemFile random_local(std::uint64_t seed, int contacts, int dimension, int equations) {
  Random random(seed);
  Problem problem;
  for (int i = 0; i < contacts; ++i)
    problem.laws.emplace_back(coulomb(random.uniform(), dimension));
  if (equations > 0) problem.laws.emplace_back(Free{equations});
  const int n = contacts * dimension + equations;
  const SparseMatrix half = random_sparse(random, n, n);
  const SparseMatrix W = half + SparseMatrix(half.transpose());
  std::vector<int> sizes;
  for (const AnyLaw& law : problem.laws) sizes.push_back(law.size());
  problem.W = BlockSparse(sizes, sizes, W);
  problem.q = random_vector(random, n);
  ProblemFile file{std::move(problem), "", "a title", "line one\nline two", {}, {}, {}};
  file.r = random_vector(random, n);
  file.u = Vector::Zero(n);
  file.u->head(contacts * dimension) = random_vector(random, contacts * dimension);
  return file;
}

inline ProblemFile random_global(std::uint64_t seed, int contacts, int dimension, bool with_rolling,
                                 int equations) {
  Random random(seed);
  GlobalProblem problem;
  for (int i = 0; i < contacts; ++i) {
    if (with_rolling)
      problem.laws.emplace_back(RollingCone{dimension, random.uniform(), random.uniform()});
    else
      problem.laws.emplace_back(coulomb(random.uniform(), dimension));
  }
  if (equations > 0) problem.laws.emplace_back(Free{equations});
  const int n = 7, m = contacts * dimension + equations;
  problem.M = random_sparse(random, n, n);
  problem.H = random_sparse(random, n, m);
  problem.f = random_vector(random, n);
  problem.w = random_vector(random, m);
  ProblemFile file{std::move(problem), "", "global", "", {}, {}, {}};
  file.r = random_vector(random, m);
  file.v = random_vector(random, n);
  return file;
}

}  // namespace nonsmooth::io::samples
