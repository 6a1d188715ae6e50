// SPDX-License-Identifier: Apache-2.0
// From a point of K, walk along directions orthogonal to the active normals until a further
// constraint blocks; a direction that nothing blocks either way is a line of K. After n steps the
// active normals and the lines span the space.
#include "solvers/polytope_vertex.hpp"

#include "solvers/dense_lu.hpp"

#include <cmath>

namespace nonsmooth {
namespace {

// Removes from x its part along the orthonormal rows 0..count-1 of Q (twice, against rounding).
void orthogonalise(const MatrixMap& Q, int count, VectorMap& x) {
  for (int pass = 0; pass < 2; ++pass)
    for (int k = 0; k < count; ++k) x -= Q.row(k).dot(x) * Q.row(k).transpose();
}

// The coordinate axis with the largest part orthogonal to Q, made orthogonal and of unit length.
void orthogonal_direction(const MatrixMap& Q, int count, VectorMap& direction) {
  const int n = static_cast<int>(direction.size());
  int best = 0;
  double longest = -1.0;
  for (int i = 0; i < n; ++i) {
    const double left = 1.0 - Q.col(i).head(count).squaredNorm();
    if (left > longest) {
      longest = left;
      best = i;
    }
  }
  direction.setZero();
  direction[best] = 1.0;
  orthogonalise(Q, count, direction);
  direction.normalize();
}

// The first constraint met from x along d, or -1; `step` receives the way to it.
int blocking(const Polytope& K, const VectorMap& x, const VectorMap& d, double& step) {
  int first = -1;
  step = infinity;
  for (int i = 0; i < K.A.rows(); ++i) {
    const double speed = K.A.row(i).dot(d);
    if (!(speed > 1e-11 * K.A.row(i).norm())) continue;
    const double way = std::max(0.0, K.b[i] - K.A.row(i).dot(x)) / speed;
    if (way < step) {
      step = way;
      first = i;
    }
  }
  return first;
}

}  // namespace

PolytopeVertex no_vertex(const Polytope& polytope, Arena& scratch) {
  const int n = polytope.size();
  VectorMap point = scratch.vector(n);
  MatrixMap directions = scratch.matrix(n, n);
  auto at_vertex = scratch.array<bool>(polytope.A.rows());
  point.setZero();
  directions.setIdentity();
  std::fill(at_vertex.begin(), at_vertex.end(), false);
  return {VectorView(point.data(), n), MatrixView(directions.data(), n, n), 0, at_vertex};
}

PolytopeVertex find_vertex(const Polytope& polytope, Arena& scratch) {
  const int n = polytope.size();
  VectorMap point = scratch.vector(n);
  MatrixMap directions = scratch.matrix(n, n);
  auto at_vertex = scratch.array<bool>(polytope.A.rows());
  std::fill(at_vertex.begin(), at_vertex.end(), false);
  int slacks = 0;
  {
    const Arena::Scope scope(scratch);
    MatrixMap Q = scratch.matrix(n, n);      // orthonormal basis of normals and lines so far
    MatrixMap basis = scratch.matrix(n, n);  // rows: the normals that meet, then the lines
    MatrixMap lines = scratch.matrix(n, n);
    VectorMap d = scratch.vector(n);
    d.setZero();
    polytope.project(d, point, scratch, nullptr, nullptr);
    int line_count = 0;
    for (int count = 0; count < n; ++count) {
      orthogonal_direction(Q, count, d);
      double step = 0.0;
      int constraint = blocking(polytope, point, d, step);
      if (constraint < 0) {
        d = -d;
        constraint = blocking(polytope, point, d, step);
      }
      if (constraint < 0) {
        lines.row(line_count++) = d.transpose();
      } else {
        point += step * d;
        at_vertex[static_cast<std::size_t>(constraint)] = true;
        basis.row(slacks++) = polytope.A.row(constraint);
        d = polytope.A.row(constraint).transpose();
        orthogonalise(Q, count, d);
        d.normalize();
      }
      Q.row(count) = d.transpose();
    }
    basis.bottomRows(line_count) = lines.topRows(line_count);
    // r = basis^-1 (b_e - s, y): columns of the inverse, those of the slacks negated
    directions.setIdentity();
    const DenseLu lu(basis, scratch);
    for (int k = 0; k < n; ++k) {
      lu.solve(directions.col(k));
      if (k < slacks) directions.col(k) *= -1.0;
    }
  }
  return {VectorView(point.data(), n), MatrixView(directions.data(), n, n), slacks, at_vertex};
}

}  // namespace nonsmooth
