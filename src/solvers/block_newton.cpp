// SPDX-License-Identifier: Apache-2.0
#include "solvers/block_newton.hpp"

#include "solvers/cone_maps.hpp"
#include "solvers/dense_lu.hpp"
#include "solvers/storage_choice.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

// the cone whose own equation the map offers; null: the natural map
const SecondOrderCone* mapped_cone(NewtonMap map, const AnyLaw& law) {
  const auto* cone = law.get_if<SecondOrderCone>();
  return cone != nullptr && has_cone_map(map, *cone) ? cone : nullptr;
}

// x = A^-1 x, A is overwritten; false if A is singular
bool solve_small(MatrixOut A, VectorOut x, Arena& scratch) {
  if (A.isIdentity(0.0)) return true;
  const Arena::Scope scope(scratch);
  const DenseLu lu(A, scratch);
  if (!(lu.pivot_ratio() > 1e-13)) return false;
  lu.solve(x);
  return true;
}

}  // namespace

BlockNewton::BlockNewton(const Problem& problem, NewtonMap map, Arena& scratch,
                         double regularisation)
    : problem_(problem),
      map_(map),
      regularisation_(regularisation),
      scratch_(scratch),
      n_(problem.size()),
      sparse_(wants_sparse_factors(problem)),
      units_(scratch.array<Unit>(n_)),
      scale_(scratch.vector(n_)),
      root_(scratch.vector(n_)),
      inverse_root_(scratch.vector(n_)),
      u_(scratch.vector(n_)),
      F_(scratch.vector(n_)) {
  block_scales(problem, scale_);
  root_ = scale_.cwiseSqrt();
  inverse_root_ = root_.cwiseInverse();
  std::size_t count = 0;
  int row = 0;
  for (const AnyLaw& law : problem.laws) {
    for (int i = 0; i < law.size();) {
      const int size = law.scalar() ? 1 : law.size();
      units_[count++] = {&law, i, row + i, size};
      i += size;
    }
    row += law.size();
  }
  units_ = units_.first(count);
  if (sparse_) factorization_.emplace(MatrixClass::general);
}

void BlockNewton::evaluate_unit(const Unit& unit, VectorIn r) {
  const auto [law, component, row, size] = unit;
  const double rho = 1.0 / scale_[row];
  if (law->scalar()) {
    F_[row] = law->component_map(component, rho, u_[row], r[row]);
  } else if (const SecondOrderCone* cone = mapped_cone(map_, *law)) {
    evaluate_cone_map(map_, *cone, rho, u_.segment(row, size), r.segment(row, size),
                      F_.segment(row, size), scratch_);
  } else {
    const Arena::Scope scope(scratch_);
    VectorMap z = scratch_.vector(size), resolved = scratch_.vector(size);
    z = r.segment(row, size) - rho * u_.segment(row, size);
    law->resolvent(rho, u_.segment(row, size), z, resolved, scratch_);
    F_.segment(row, size) = r.segment(row, size) - resolved;
  }
}

double BlockNewton::evaluate(VectorIn r) {
  problem_.W.multiply(r, u_);
  u_ += problem_.q;
  for (const Unit& unit : units_) evaluate_unit(unit, r);
  F_ = F_.cwiseProduct(root_);
  return F_.norm();
}

void BlockNewton::derive_unit(const Unit& unit, VectorIn r, MatrixOut dr, MatrixOut du) {
  const auto [law, component, row, size] = unit;
  const double rho = 1.0 / scale_[row];
  if (law->scalar()) {
    const double slope = law->component_slope(component, rho, r[row] - rho * u_[row]);
    dr(0, 0) = 1.0 - slope;
    du(0, 0) = rho * slope;
    return;
  }
  if (const SecondOrderCone* cone = mapped_cone(map_, *law)) {
    derive_cone_map(map_, *cone, rho, u_.segment(row, size), r.segment(row, size), dr, du,
                    scratch_);
    return;
  }
  // F = r - R(rho, u, r - rho u):  dF = (I - R_z) dr + (rho R_z - R_u) du
  const Arena::Scope scope(scratch_);
  VectorMap z = scratch_.vector(size);
  MatrixMap dz = scratch_.matrix(size, size);
  z = r.segment(row, size) - rho * u_.segment(row, size);
  law->resolvent_jacobian(rho, u_.segment(row, size), z, dz, du, scratch_);
  du = rho * dz - du;
  dr = -dz;
  dr.diagonal().array() += 1.0;
}

// the derivatives of the proximal problem centred at r: W + regularisation D in place of W
void BlockNewton::linearise(const Unit& unit, VectorIn r, MatrixOut dr, MatrixOut du) {
  derive_unit(unit, r, dr, du);
  if (regularisation_ > 0.0) dr += regularisation_ * scale_[unit.row] * du;
}

bool BlockNewton::direction(VectorIn r, VectorOut d) {
  const bool found =
      !sparse_ ? dense_direction(r, d) : block_direction(r, d) || sparse_direction(r, d);
  if (!found || !d.allFinite()) return false;
  d = d.cwiseQuotient(root_);
  return true;
}

bool BlockNewton::dense_direction(VectorIn r, VectorOut d) {
  const Arena::Scope scope(scratch_);
  MatrixMap J = scratch_.matrix(n_, n_), A = scratch_.matrix(n_, n_), W = scratch_.matrix(n_, n_);
  problem_.W.copy_dense(W);
  for (const Unit& unit : units_) {
    const Arena::Scope unit_scope(scratch_);
    MatrixMap dr = scratch_.matrix(unit.size, unit.size),
              du = scratch_.matrix(unit.size, unit.size);
    linearise(unit, r, dr, du);
    J.middleRows(unit.row, unit.size).noalias() = du * W.middleRows(unit.row, unit.size);
    J.block(unit.row, unit.row, unit.size, unit.size) += dr;
  }
  for (int j = 0; j < n_; ++j) J.col(j).array() *= root_.array() / root_[j];
  A = J;
  d = -F_;
  ++factorizations_;
  const DenseLu lu(A, scratch_);
  if (lu.pivot_ratio() > 1e-13) {
    lu.solve(d);
    return true;
  }
  // damped normal equations where the Jacobian is singular
  A.noalias() = J.transpose() * J;
  A.diagonal().array() += 1e-12 * std::max(A.trace(), 1e-300);
  d.noalias() = J.transpose() * F_;
  d = -d;
  const DenseLu damped(A, scratch_);
  if (!(damped.pivot_ratio() > 0.0)) return false;
  damped.solve(d);
  return true;
}

// J = dr + du W in the common unit, by block rows with the pattern of W. A singular system is
// shifted a little. The factors exchange no rows across blocks: the residual decides, after one
// step of refinement.
bool BlockNewton::block_direction(VectorIn r, VectorOut d) {
  if (!BlockLu::supports(problem_.W.blocks())) return false;
  if (!J_) {
    J_.emplace(problem_.W.blocks());
    lu_.emplace(*J_);
  }
  const Arena::Scope scope(scratch_);
  VectorMap residual = scratch_.vector(n_);
  for (const double shift : {0.0, 1e-9, 1e-6}) {
    std::size_t unit = 0;
    for (int i = 0; i < J_->block_rows(); ++i) fill_block_row(i, unit, r, shift);
    ++factorizations_;
    if (!lu_->factorize(*J_)) continue;
    d.setZero();
    for (int pass = 0; pass < 3; ++pass) {
      J_->multiply(d, residual);
      residual += F_;
      if (!(residual.norm() > 1e-10 * F_.norm())) return true;
      if (pass == 2) break;
      lu_->solve(residual, residual);
      d -= residual;
    }
    if (residual.norm() <= 1e-6 * F_.norm()) return true;
  }
  return false;
}

namespace {

// target = diag(left) du source diag(right)
template <int Size>
void scaled_product(int any_size, const double* du, const double* source, const double* left,
                    const double* right, double* target) {
  const int n = Size > 0 ? Size : any_size;
  for (int c = 0; c < n; ++c)
    for (int a = 0; a < n; ++a) {
      double sum = 0.0;
      for (int b = 0; b < n; ++b) sum += du[b * n + a] * source[c * n + b];
      target[c * n + a] = sum * left[a] * right[c];
    }
}

}  // namespace

// Scalar laws have one unit per row of the block.
void BlockNewton::fill_block_row(int block_row, std::size_t& unit, VectorIn r, double shift) {
  const Arena::Scope scope(scratch_);
  const BlockSparse& W = problem_.W.blocks();
  const int begin = W.row_offset(block_row), size = W.row_size(block_row), end = begin + size;
  MatrixMap dr = scratch_.matrix(size, size), du = scratch_.matrix(size, size);
  dr.setZero();
  du.setZero();
  for (; unit < units_.size() && units_[unit].row < end; ++unit) {
    const int at = units_[unit].row - begin, rows = units_[unit].size;
    linearise(units_[unit], r, dr.block(at, at, rows, rows), du.block(at, at, rows, rows));
  }
  for (int k = W.row_begin(block_row); k < W.row_begin(block_row + 1); ++k) {
    const int column = W.col_offset(W.block_col(k));
    MatrixMap target = J_->block(block_row, k);
    const auto fill = size == 3   ? scaled_product<3>
                      : size == 2 ? scaled_product<2>
                                  : scaled_product<0>;
    fill(size, du.data(), W.block(block_row, k).data(), root_.data() + begin,
         inverse_root_.data() + column, target.data());
    if (column != begin) continue;
    target += dr;
    for (int c = 0; c < size; ++c) target.col(c) += shift * scale_[begin + c] * du.col(c);
  }
}

// Units whose F does not depend on u have dr alone: d_i = -dr^-1 F_i. The others form the sparse
// system.
bool BlockNewton::sparse_direction(VectorIn r, VectorOut d) {
  const Arena::Scope scope(scratch_);
  const BlockSparse& W = problem_.W.blocks();
  auto place = scratch_.array<int>(n_);  // column of every kept row, -1 where eliminated
  int kept = 0;
  for (const Unit& unit : units_) {
    const Arena::Scope unit_scope(scratch_);
    MatrixMap dr = scratch_.matrix(unit.size, unit.size),
              du = scratch_.matrix(unit.size, unit.size);
    linearise(unit, r, dr, du);
    VectorOut own = d.segment(unit.row, unit.size);
    own = -F_.segment(unit.row, unit.size);
    const bool open = du.isZero(0.0) && solve_small(dr, own, scratch_);
    if (!open) own.setZero();
    for (int i = unit.row; i < unit.row + unit.size; ++i)
      place[static_cast<std::size_t>(i)] = open ? -1 : kept++;
  }
  SparseMatrix J(kept, kept);
  VectorMap rhs = scratch_.vector(kept), known = scratch_.vector(n_), moved = scratch_.vector(n_);
  // the velocity that the eliminated steps cause
  known = d.cwiseQuotient(root_);
  W.multiply(known, moved);
  for (int attempt = 0; attempt < 3; ++attempt) {
    // a singular system is shifted a little, in the common unit
    const double shift = attempt == 0 ? 0.0 : attempt == 1 ? 1e-9 : 1e-6;
    entries_.clear();
    for (const Unit& unit : units_) {
      if (place[static_cast<std::size_t>(unit.row)] < 0) continue;
      const Arena::Scope unit_scope(scratch_);
      MatrixMap dr = scratch_.matrix(unit.size, unit.size),
                du = scratch_.matrix(unit.size, unit.size);
      linearise(unit, r, dr, du);
      const double own = shift * scale_[unit.row];
      const int first = place[static_cast<std::size_t>(unit.row)];
      const int block_row = W.block_row_of(unit.row), inside = unit.row - W.row_offset(block_row);
      for (int a = 0; a < unit.size; ++a) {
        double sum = -F_[unit.row + a];
        for (int b = 0; b < unit.size; ++b) {
          sum -= root_[unit.row] * du(a, b) * moved[unit.row + b];
          entries_.emplace_back(first + a, first + b, dr(a, b) + own * du(a, b));
        }
        rhs[first + a] = sum;
      }
      for (int k = W.row_begin(block_row); k < W.row_begin(block_row + 1); ++k) {
        const MatrixView block = W.block(block_row, k);
        const int column = W.col_offset(W.block_col(k));
        for (int c = 0; c < block.cols(); ++c) {
          const int target = place[static_cast<std::size_t>(column + c)];
          if (target < 0) continue;
          for (int a = 0; a < unit.size; ++a) {
            double sum = 0.0;
            for (int b = 0; b < unit.size; ++b) sum += du(a, b) * block(inside + b, c);
            if (sum != 0.0)
              entries_.emplace_back(first + a, target, sum * root_[unit.row] / root_[column + c]);
          }
        }
      }
    }
    J.setFromTriplets(entries_.begin(), entries_.end());
    ++factorizations_;
    if (!factorization_->factorize(J)) continue;
    factorization_->solve(rhs, rhs);
    for (int i = 0; i < n_; ++i)
      if (place[static_cast<std::size_t>(i)] >= 0) d[i] = rhs[place[static_cast<std::size_t>(i)]];
    return true;
  }
  return false;
}

}  // namespace nonsmooth
