// SPDX-License-Identifier: Apache-2.0
// Random contact problems: W = G G^T of any rank, plane and space contacts with any friction,
// equations and complementarity between them, in any units.
#pragma once

#include "nonsmooth/base/random.hpp"
#include "nonsmooth/problem.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace nonsmooth::testing {

struct ContactSample {
  Problem problem;
  bool regular = false;   ///< W is positive definite: there is a solution
  bool solvable = false;  ///< there is a solution, by construction or because W is regular
};

/// q so that a reaction inside its cones, with u = 0 where it acts, solves the problem; other
/// contacts open.
inline Vector solvable_q(const Problem& problem, const Matrix& W, Random& random) {
  Vector r = Vector::Zero(W.rows()), u = Vector::Zero(W.rows());
  int row = 0;
  for (const AnyLaw& law : problem.laws) {
    const auto* cone = law.get_if<SecondOrderCone>();
    for (int i = row; i < row + law.size(); ++i) {
      if (law.get_if<Free>() != nullptr)
        r[i] = random.uniform(-1.0, 1.0);
      else if (cone == nullptr || i == row)
        (random.below(2) == 0 ? r[i] : u[i]) = random.uniform(0.1, 1.0);
      else if (r[row] > 0.0)
        r[i] = 0.5 * cone->mu * r[row] * random.uniform(-1.0, 1.0);
      else
        u[i] = random.uniform(-1.0, 1.0);
    }
    row += law.size();
  }
  return u - W * r;
}

inline ContactSample random_contacts(Random& random, int most_contacts) {
  ContactSample sample;
  // small ones are where the corner cases are; a few large ones
  const double share = random.uniform();
  const int blocks = static_cast<int>(share * share * share * (most_contacts + 1));
  std::vector<int> sizes;
  int n = 0;
  for (int i = 0; i < blocks; ++i) {
    const int pick = random.below(20), size = 2 + random.below(2);
    const double mu = random.below(6) == 0   ? 0.0
                      : random.below(6) == 0 ? random.uniform(0.0, 10.0)
                                             : random.uniform(0.0, 1.0);
    if (pick == 0)
      sample.problem.laws.emplace_back(Free{1 + random.below(3)});
    else if (pick == 1)
      sample.problem.laws.emplace_back(NonNegative{1 + random.below(3)});
    else
      sample.problem.laws.emplace_back(coulomb(mu, size));
    sizes.push_back(sample.problem.laws.back().size());
    n += sizes.back();
  }
  const int rank = random.below(4) == 0 ? n + 2 : random.below(n + 1);
  Matrix G(n, rank);
  for (double& value : G.reshaped()) value = random.uniform(-1.0, 1.0);
  const double units = std::pow(10.0, random.uniform(-6.0, 6.0));
  const Matrix W = units / std::max(1, rank) * (G * G.transpose());
  sample.regular = rank > n;
  const int kind = random.below(6);
  sample.problem.q = Vector::Zero(n);
  if (kind > 2)
    sample.problem.q = solvable_q(sample.problem, W, random);
  else if (kind > 0)
    for (double& value : sample.problem.q) value = random.uniform(-1.0, 1.0);
  sample.solvable = sample.regular || kind == 0 || kind > 2;
  if (random.below(2) == 0)
    sample.problem.W = W;
  else
    sample.problem.W = BlockSparse(sizes, sizes, W.sparseView());
  return sample;
}

}  // namespace nonsmooth::testing
