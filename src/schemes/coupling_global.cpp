// SPDX-License-Identifier: Apache-2.0
// The one-step problem with all velocities in it, for contacts and joints (R = L^T = H, D = 0):
//
//   A z = H r + f,   f = A z_free,        u = H^T z + c.
//
// A is block-diagonal and factorised, so the solver sees the reduction W = H^T A^-1 H; the
// certificate is that of both equations, and H^T z is compared with its own size, not with that of
// W r. Unknowns that are prescribed answer to no reaction: they have no row in
// H, and what they add to u is data.
#include "schemes/coupling.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace nonsmooth {

Residuals Coupling::global_residual(const IterationMatrices& A,
                                    std::span<const unsigned char> fixed, VectorIn z_free,
                                    VectorIn z, VectorIn c, Arena& scratch) {
  const Arena::Scope scope(scratch);
  VectorMap w = scratch.vector(rows_), f = scratch.vector(z.size()), Az = scratch.vector(z.size()),
            Hr = scratch.vector(z.size());
  w = c;
  solution_.u = c;
  for (VectorMap* x : {&f, &Az, &Hr}) x->setZero();
  int last = -1;
  for (const int k : legs_of_system_) {
    const Leg& leg = legs_[index(k)];
    if (leg.system != last) {
      A.multiply(leg.system, z_free.segment(leg.z, leg.n), f.segment(leg.z, leg.n));
      A.multiply(leg.system, z.segment(leg.z, leg.n), Az.segment(leg.z, leg.n));
      last = leg.system;
    }
    const int m = size(leg.block), from = row(leg.block);
    for (int i = 0; i < leg.n; ++i)
      for (int j = 0; j < m; ++j) {
        const double h = leg.left[i * m + j];
        solution_.u[from + j] += h * z[leg.z + i];
        if (fixed[index(leg.z + i)] != 0)
          w[from + j] += h * z[leg.z + i];
        else
          Hr[leg.z + i] += h * solution_.r[from + j];
      }
  }
  const double size = std::max({f.norm(), Az.norm(), Hr.norm()});
  const double driven = std::abs(z_free.dot(f));  // f.A^-1 f
  f += Hr - Az;
  return natural_residual(problem_, w, solution_.r, solution_.u,
                          {.equilibrium = size > 0.0 ? f.norm() / size : 0.0, .driven = driven},
                          scratch);
}

const Solution& Coupling::solve_global(const IterationMatrices& A,
                                       std::span<const unsigned char> fixed, VectorIn c, VectorIn r,
                                       const Solver& solver, Workspace& workspace, VectorOut z) {
  const Arena::Scope scope(workspace.arena);
  VectorMap z_free = workspace.arena.vector(z.size());
  z_free = z;
  prepare(z_free, c, r);
  const auto judge = [&](Solution& found) {
    z = z_free;
    add_response(found.r, z);
    return global_residual(A, fixed, z_free, z, c, workspace.arena);
  };
  // by reference: a function of many captures would be copied to the heap
  nonsmooth::solve(problem_, solver, workspace, solution_, std::ref(judge));
  return solution_;
}

}  // namespace nonsmooth
