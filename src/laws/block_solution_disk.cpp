// SPDX-License-Identifier: Apache-2.0
// One block of the disk law, and the small linear solve under all block solutions.
//
//     u = W r + q,   |r| <= radius,   u = -alpha r with alpha >= 0, alpha = 0 inside
//
// alpha > 0 is the root of |x(alpha)| = radius, x = (W + alpha I)^-1 q: the secular equation of
// trust regions. Newton on 1/radius - 1/|x|, which is nearly linear (More and Sorensen 1983), kept
// in a bracket; for W + W^T positive semidefinite |x| <= |q| / alpha gives the upper end.
#include "laws/block_solution.hpp"

#include "nonsmooth/laws/cone.hpp"

namespace nonsmooth {

bool eliminate(MatrixOut A, VectorOut b, Arena& scratch) {
  const Arena::Scope scope(scratch);
  const int n = static_cast<int>(b.size());
  const std::span<int> place = scratch.array<int>(n);
  for (int i = 0; i < n; ++i) place[static_cast<std::size_t>(i)] = i;
  // equilibrated, so that small rows are not taken for dependent ones
  VectorMap scale = scratch.vector(n);
  for (int i = 0; i < n; ++i) {
    const double size = A.row(i).cwiseAbs().maxCoeff();
    if (!(size > 0.0)) continue;
    A.row(i) /= size;
    b[i] /= size;
  }
  for (int j = 0; j < n; ++j) {
    const double size = A.col(j).cwiseAbs().maxCoeff();
    scale[j] = size > 0.0 ? 1.0 / size : 1.0;
    A.col(j) *= scale[j];
  }
  double largest = 0.0;
  int rank = 0;
  for (; rank < n; ++rank) {
    int row = rank, col = rank;
    double pivot = 0.0;
    for (int j = rank; j < n; ++j)
      for (int i = rank; i < n; ++i)
        if (std::abs(A(i, j)) > pivot) pivot = std::abs(A(i, j)), row = i, col = j;
    largest = std::max(largest, pivot);
    if (!(pivot > 1e-14 * largest)) break;
    if (row != rank) {
      A.row(row).swap(A.row(rank));
      std::swap(b[row], b[rank]);
    }
    if (col != rank) {
      A.col(col).swap(A.col(rank));
      std::swap(place[static_cast<std::size_t>(col)], place[static_cast<std::size_t>(rank)]);
    }
    for (int i = rank + 1; i < n; ++i) {
      const double factor = A(i, rank) / A(rank, rank);
      if (factor == 0.0) continue;
      for (int j = rank + 1; j < n; ++j) A(i, j) -= factor * A(rank, j);
      b[i] -= factor * b[rank];
    }
  }
  VectorMap x = scratch.vector(n);
  x.setZero();
  for (int i = rank - 1; i >= 0; --i) {
    double sum = b[i];
    for (int j = i + 1; j < rank; ++j) sum -= A(i, j) * b[j];
    b[i] = sum / A(i, i);
    const int at = place[static_cast<std::size_t>(i)];
    x[at] = scale[at] * b[i];
  }
  b = x;
  return rank == n;
}

double solve_disk(MatrixIn W, VectorIn b, double radius, VectorOut r, Arena& scratch) {
  const Arena::Scope scope(scratch);
  const int n = static_cast<int>(b.size());
  r.setZero();
  const double length_b = b.norm();
  if (n == 0 || !(radius > 0.0)) return radius > 0.0 ? 0.0 : infinity;
  if (!(length_b > 0.0)) return 0.0;
  MatrixMap A = scratch.matrix(n, n);
  VectorMap x = scratch.vector(n), y = scratch.vector(n);
  const auto solve_shifted = [&](double alpha, VectorIn rhs, VectorMap& out) {
    A = W;
    A.diagonal().array() += alpha;
    out = rhs;
    return eliminate(A, out, scratch);
  };
  double low = 0.0, high = length_b / radius, alpha = 0.0;
  if (!solve_shifted(0.0, b, x)) {
    y = b;
    y.noalias() -= W * x;
    if (y.norm() > 1e-12 * length_b) {
      // no stick: start where rounding begins to see the shift
      alpha = std::min(1e-12 * W.cwiseAbs().maxCoeff(), 0.5 * high);
      if (!(alpha > 0.0)) alpha = 0.5 * high;
      solve_shifted(alpha, b, x);
      if (!(x.norm() > radius)) x *= 2.0 * radius / x.norm();
    }
  }
  for (int k = 0; k < 100 && (k == 0 ? x.norm() > radius : true); ++k) {
    const double length = x.norm();
    if (length > radius)
      low = alpha;
    else
      high = std::min(high, alpha);
    if (std::abs(length - radius) <= 1e-16 * radius || (k > 0 && !(high - low > 2e-16 * high)))
      break;
    solve_shifted(alpha > 0.0 ? alpha : 1e-300, x, y);
    const double slope = x.dot(y);
    double next = alpha + (length - radius) / radius * length * length / slope;
    if (!(next > low && next <= high))
      next = low > 0.01 * high ? 0.5 * (low + high)
             : low > 0.0       ? std::sqrt(low * high)
                               : 1e-3 * high;
    if (next == alpha) break;
    alpha = next;
    solve_shifted(alpha, b, x);
  }
  r = -x;
  const double length = r.norm();
  if (alpha > low || length > radius) r *= length > 0.0 ? radius / length : 0.0;
  return alpha;
}

bool Disk::solve_block(MatrixIn W, VectorIn q, VectorOut r, Arena& scratch) const {
  const Arena::Scope scope(scratch);
  Trial<Disk> trial(*this, W, q, r, scratch);
  VectorMap x = scratch.vector(dimension);
  solve_disk(W, q, radius, x, scratch);
  if (!trial.offer(x)) trial.improve();
  return trial.error() <= 1e-8;
}

}  // namespace nonsmooth
