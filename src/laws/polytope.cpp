// SPDX-License-Identifier: Apache-2.0
// Projection on K = { r : A r <= b } by the dual active-set method of Goldfarb and Idnani (1983)
// with unit Hessian: start at the unconstrained minimum r = z; while a constraint p is violated,
// move along the part of a_p that is orthogonal to the active normals until p holds, dropping
// active constraints whose multiplier would turn negative. Finite; ends with a proof when K is
// empty.
#include "nonsmooth/laws/complementarity.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace nonsmooth {
namespace {

// Orthonormal basis Q of the normals that bind: a_{set[i]} = sum_l Q_l R_li. Gram-Schmidt, applied
// twice, so that planes at a tiny angle do not spoil it as the normal equations would.
class Face {
 public:
  Face(const Matrix& A, int most, Arena& scratch)
      : A_(A), Q_(scratch.matrix(A.cols(), most)), R_(scratch.matrix(most, most)) {}

  void span(std::span<const int> set) {
    count_ = static_cast<int>(set.size());
    for (int i = 0; i < count_; ++i) {
      Q_.col(i) = A_.row(set[static_cast<std::size_t>(i)]).transpose();
      R_.col(i).setZero();
      remove(i, Q_.col(i), R_.col(i));
      R_(i, i) = Q_.col(i).norm();
      Q_.col(i) /= R_(i, i);
    }
  }
  // rest = the part of the vector orthogonal to the face's normals; coefficients x of the other
  // part, vector = rest + sum_i x_i a_{set[i]}
  void split(VectorOut rest, VectorOut x) const {
    x.head(count_).setZero();
    remove(count_, rest, x);
    for (int i = count_ - 1; i >= 0; --i) {
      for (int l = i + 1; l < count_; ++l) x[i] -= R_(i, l) * x[l];
      x[i] /= R_(i, i);
    }
  }
  // the projection on the directions along the face
  void tangential(MatrixOut P) const {
    P.setIdentity();
    for (int i = 0; i < count_; ++i) P.noalias() -= Q_.col(i) * Q_.col(i).transpose();
  }

 private:
  void remove(int count, VectorOut vector, VectorOut amounts) const {
    for (int pass = 0; pass < 2; ++pass)
      for (int l = 0; l < count; ++l) {
        const double amount = Q_.col(l).dot(vector);
        vector -= amount * Q_.col(l);
        amounts[l] += amount;
      }
  }

  const Matrix& A_;
  MatrixMap Q_, R_;
  int count_ = 0;
};

}  // namespace

bool Polytope::project(VectorIn z, VectorOut r, Arena& scratch, int* active,
                       int* active_count) const {
  const Arena::Scope scope(scratch);
  const int n = size(), m = static_cast<int>(A.rows()), most = std::min(n, m);
  auto set = scratch.array<int>(most + 1);     // active constraints
  VectorMap s = scratch.vector(most + 1);      // their multipliers
  VectorMap slope = scratch.vector(most + 1);  // change of the multipliers per unit step
  VectorMap move = scratch.vector(n);          // change of r per unit step, negated
  Face face(A, most, scratch);
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
      face.span(set.first(static_cast<std::size_t>(count)));
      move = A.row(p).transpose();
      face.split(move, slope);
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
  // the derivative of the projection is the projection along the face
  const Arena::Scope scope(scratch);
  const int n = size(), most = std::min(n, static_cast<int>(A.rows()));
  VectorMap r = scratch.vector(n);
  Face face(A, most, scratch);
  auto set = scratch.array<int>(most + 1);
  int count = 0;
  du.setZero();
  dz.setIdentity();
  if (!project(z, r, scratch, set.data(), &count)) return;
  face.span(set.first(static_cast<std::size_t>(count)));
  face.tangential(dz);
}

}  // namespace nonsmooth
