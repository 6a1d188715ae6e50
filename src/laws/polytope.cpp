// SPDX-License-Identifier: Apache-2.0
// Projection on K = { r : A r <= b } by the dual active-set method of Goldfarb and Idnani (1983) with
// unit Hessian: start at the unconstrained minimum r = z; while a constraint p is violated, move
// along the part of a_p that is orthogonal to the active normals until p holds, dropping active
// constraints whose multiplier would turn negative. Finite; ends with a proof when K is empty.
#include "nonsmooth/laws/complementarity.hpp"

#include <cmath>

namespace nonsmooth {
namespace {

// Solves the symmetric positive definite k x k system G x = x in place (Cholesky; G is destroyed).
// Returns false when a pivot vanishes.
bool solve_cholesky(MatrixMap& G, int k, VectorMap& x) {
  for (int j = 0; j < k; ++j) {
    double pivot = G(j, j);
    for (int l = 0; l < j; ++l) pivot -= G(j, l) * G(j, l);
    if (!(pivot > 1e-14 * G(j, j))) return false;
    pivot = std::sqrt(pivot);
    for (int i = j + 1; i < k; ++i) {
      double sum = G(i, j);
      for (int l = 0; l < j; ++l) sum -= G(i, l) * G(j, l);
      G(i, j) = sum / pivot;
    }
    G(j, j) = pivot;
  }
  for (int i = 0; i < k; ++i) {
    for (int l = 0; l < i; ++l) x[i] -= G(i, l) * x[l];
    x[i] /= G(i, i);
  }
  for (int i = k - 1; i >= 0; --i) {
    for (int l = i + 1; l < k; ++l) x[i] -= G(l, i) * x[l];
    x[i] /= G(i, i);
  }
  return true;
}

}  // namespace

bool Polytope::project(VectorIn z, VectorOut r, Arena& scratch, int* active,
                       int* active_count) const {
  const Arena::Scope scope(scratch);
  const int n = size(), m = static_cast<int>(A.rows()), most = std::min(n, m);
  auto set = scratch.array<int>(most + 1);      // active constraints
  VectorMap s = scratch.vector(most + 1);       // their multipliers
  VectorMap slope = scratch.vector(most + 1);   // change of the multipliers per unit step
  VectorMap move = scratch.vector(n);           // change of r per unit step, negated
  MatrixMap G = scratch.matrix(most + 1, most + 1);
  int count = 0;
  r = z;
  // each constraint enters at most a few times; the cap only guards against rounding
  for (int iteration = 0; iteration < 50 * (m + 1); ++iteration) {
    // the constraint violated most, in units of its own normal
    int p = -1;
    double worst = 0.0;
    for (int i = 0; i < m; ++i) {
      const double length = A.row(i).norm();
      const double violation = A.row(i).dot(r) - b[i];
      const double noise = 1e-14 * (length * r.norm() + std::abs(b[i]));
      if (violation > noise && violation > worst * (length > 0.0 ? length : 1.0)) {
        worst = violation / (length > 0.0 ? length : 1.0);
        p = i;
      }
    }
    if (p < 0) break;
    double multiplier = 0.0;
    while (true) {
      // slope = (N N^T)^-1 N a_p over the active normals N; move = a_p - N^T slope
      for (int i = 0; i < count; ++i) {
        slope[i] = A.row(set[i]).dot(A.row(p));
        for (int j = 0; j <= i; ++j) G(i, j) = A.row(set[i]).dot(A.row(set[j]));
      }
      if (!solve_cholesky(G, count, slope)) return false;
      move = A.row(p).transpose();
      for (int i = 0; i < count; ++i) move -= slope[i] * A.row(set[i]).transpose();
      const double curvature = move.squaredNorm();
      const bool dependent = curvature <= 1e-24 * A.row(p).squaredNorm() || count == n;
      // longest step before an active multiplier turns negative
      int drop = -1;
      double dual_step = infinity;
      for (int i = 0; i < count; ++i)
        if (slope[i] > 0.0 && s[i] / slope[i] < dual_step) {
          dual_step = s[i] / slope[i];
          drop = i;
        }
      const double primal_step = dependent ? infinity : (A.row(p).dot(r) - b[p]) / curvature;
      const double step = std::min(dual_step, primal_step);
      if (step == infinity) return false;  // A r <= b has no solution: Farkas multipliers found
      if (!dependent) r -= step * move;
      for (int i = 0; i < count; ++i) s[i] -= step * slope[i];
      multiplier += step;
      if (primal_step <= dual_step) {
        set[static_cast<std::size_t>(count)] = p;
        s[count++] = multiplier;
        break;
      }
      for (int i = drop; i + 1 < count; ++i) {
        set[static_cast<std::size_t>(i)] = set[static_cast<std::size_t>(i) + 1];
        s[i] = s[i + 1];
      }
      --count;
    }
  }
  if (active != nullptr) {
    *active_count = count;
    for (int i = 0; i < count; ++i) active[i] = set[static_cast<std::size_t>(i)];
  }
  return true;
}

void Polytope::resolvent(double, VectorIn, VectorIn z, VectorOut r, Arena& scratch) const {
  project(z, r, scratch, nullptr, nullptr);
}

void Polytope::resolvent_jacobian(double, VectorIn, VectorIn z, MatrixOut dz, MatrixOut du,
                                  Arena& scratch) const {
  // derivative of the projection on the active face: I - N^T (N N^T)^-1 N, one column at a time
  const Arena::Scope scope(scratch);
  const int n = size(), most = std::min(n, static_cast<int>(A.rows()));
  VectorMap r = scratch.vector(n), x = scratch.vector(most + 1);
  MatrixMap G = scratch.matrix(most + 1, most + 1);
  auto set = scratch.array<int>(most + 1);
  int count = 0;
  du.setZero();
  dz.setIdentity();
  if (!project(z, r, scratch, set.data(), &count)) return;
  for (int c = 0; c < n; ++c) {
    for (int i = 0; i < count; ++i) {
      x[i] = A(set[static_cast<std::size_t>(i)], c);
      for (int j = 0; j <= i; ++j)
        G(i, j) = A.row(set[static_cast<std::size_t>(i)])
                      .dot(A.row(set[static_cast<std::size_t>(j)]));
    }
    if (!solve_cholesky(G, count, x)) return;
    for (int i = 0; i < count; ++i)
      dz.col(c) -= x[i] * A.row(set[static_cast<std::size_t>(i)]).transpose();
  }
}

}  // namespace nonsmooth
