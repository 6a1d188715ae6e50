// SPDX-License-Identifier: Apache-2.0
// The one-step problem with all velocities in it, for contacts and joints (R = L^T, D = 0):
//
//   A z = H r + A z_free,   u = H^T z + c
//
// over the systems that a block is on. Unknowns that are prescribed answer to no reaction: they
// have no row in H, and what they add to u is part of c.
#include "schemes/coupling.hpp"

namespace nonsmooth {

const Solution& Coupling::solve_global(const IterationMatrices& A,
                                       std::span<const unsigned char> fixed, VectorIn c, VectorIn r,
                                       const Solver& solver, Workspace& workspace, VectorOut z) {
  std::vector<int> begin(kept_of_system_.size(), -1);
  std::vector<Eigen::Triplet<double>> mass, directions;
  int n = 0;
  for (const Leg& leg : legs_) {
    int& place = begin[index(leg.system)];
    if (place >= 0) continue;
    place = n;
    n += leg.n;
    A.add_entries(leg.system, place, mass);
  }
  GlobalProblem problem{SparseMatrix(n, n), SparseMatrix(n, rows_), Vector(n), c, {}};
  for (const Leg& leg : legs_) {
    const int m = size(leg.block), from = row(leg.block), place = begin[index(leg.system)];
    problem.f.segment(place, leg.n) = z.segment(leg.z, leg.n);
    for (int i = 0; i < leg.n; ++i)
      for (int j = 0; j < m; ++j)
        if (fixed[index(leg.z + i)] != 0)
          problem.w[from + j] += leg.left[i * m + j] * z[leg.z + i];
        else if (leg.left[i * m + j] != 0.0)
          directions.emplace_back(place + i, from + j, leg.left[i * m + j]);
  }
  problem.M.setFromTriplets(mass.begin(), mass.end());
  problem.H.setFromTriplets(directions.begin(), directions.end());
  problem.f = problem.M * problem.f;
  problem.laws.assign(problem_.laws.begin(), problem_.laws.begin() + block_count());
  solution_.r = r;
  nonsmooth::solve(problem, solver, workspace, solution_);
  for (const Leg& leg : legs_)
    z.segment(leg.z, leg.n) = solution_.v.segment(begin[index(leg.system)], leg.n);
  return solution_;
}

}  // namespace nonsmooth
