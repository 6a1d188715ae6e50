// SPDX-License-Identifier: Apache-2.0
#include "solvers/block_newton.hpp"

#include "solvers/dense_lu.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

constexpr int dense_limit = 200;    // rows up to which a dense matrix is the faster one
constexpr double dense_fill = 0.3;  // fill from which it is at any size

bool wants_sparse(const Problem& problem) {
  if (problem.W.is_dense() || problem.size() <= dense_limit) return false;
  const double filled = static_cast<double>(problem.W.blocks().value_count());
  return filled < dense_fill * problem.size() * static_cast<double>(problem.size());
}

bool is_coulomb(const AnyLaw& law) {
  const auto* cone = law.get_if<SecondOrderCone>();
  return cone != nullptr && cone->shift == cone->mu;
}

// Alart-Curnier on one block with a common rho; F only, or its derivatives too when dr is given.
void alart_curnier(double mu, double rho, VectorIn u, VectorIn r, VectorOut F, MatrixOut* dr,
                   MatrixOut* du) {
  const int t = static_cast<int>(r.size()) - 1;
  const double normal = r[0] - rho * u[0], radius = mu * std::max(normal, 0.0);
  double length = 0.0;
  for (int k = 1; k <= t; ++k) length += std::pow(r[k] - rho * u[k], 2);
  length = std::sqrt(length);
  F[0] = normal > 0.0 ? rho * u[0] : r[0];
  const bool slips = length > radius;
  for (int k = 1; k <= t; ++k)
    F[k] = slips ? r[k] - radius * (r[k] - rho * u[k]) / length : rho * u[k];
  if (dr == nullptr) return;
  dr->setZero();
  du->setZero();
  (normal > 0.0 ? (*du)(0, 0) : (*dr)(0, 0)) = normal > 0.0 ? rho : 1.0;
  for (int i = 1; i <= t; ++i) {
    if (!slips) {
      (*du)(i, i) = rho;
      continue;
    }
    const double ti = (r[i] - rho * u[i]) / length;
    for (int j = 1; j <= t; ++j) {
      const double tj = (r[j] - rho * u[j]) / length;
      const double across = radius / length * ((i == j ? 1.0 : 0.0) - ti * tj);
      (*dr)(i, j) = (i == j ? 1.0 : 0.0) - across;
      (*du)(i, j) = rho * across;
    }
    if (normal > 0.0) {
      (*dr)(i, 0) = -mu * ti;
      (*du)(i, 0) = mu * rho * ti;
    }
  }
}

}  // namespace

BlockNewton::BlockNewton(const Problem& problem, NewtonMap map, Arena& scratch)
    : problem_(problem),
      map_(map),
      scratch_(scratch),
      n_(problem.size()),
      sparse_(wants_sparse(problem)),
      units_(scratch.array<Unit>(n_)),
      scale_(scratch.vector(n_)),
      root_(scratch.vector(n_)),
      u_(scratch.vector(n_)),
      F_(scratch.vector(n_)) {
  block_scales(problem, scale_);
  root_ = scale_.cwiseSqrt();
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
  } else if (map_ == NewtonMap::alart_curnier && is_coulomb(*law)) {
    alart_curnier(law->get_if<SecondOrderCone>()->mu, rho, u_.segment(row, size),
                  r.segment(row, size), F_.segment(row, size), nullptr, nullptr);
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
  const Arena::Scope scope(scratch_);
  VectorMap z = scratch_.vector(size);
  if (map_ == NewtonMap::alart_curnier && is_coulomb(*law)) {
    alart_curnier(law->get_if<SecondOrderCone>()->mu, rho, u_.segment(row, size),
                  r.segment(row, size), z, &dr, &du);
    return;
  }
  // F = r - R(rho, u, r - rho u):  dF = (I - R_z) dr + (rho R_z - R_u) du
  MatrixMap dz = scratch_.matrix(size, size);
  z = r.segment(row, size) - rho * u_.segment(row, size);
  law->resolvent_jacobian(rho, u_.segment(row, size), z, dz, du, scratch_);
  du = rho * dz - du;
  dr = -dz;
  dr.diagonal().array() += 1.0;
}

bool BlockNewton::direction(VectorIn r, VectorOut d) {
  const bool found = sparse_ ? sparse_direction(r, d) : dense_direction(r, d);
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
    derive_unit(unit, r, dr, du);
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

// Units whose F does not depend on u have dr alone: d_i = -dr^-1 F_i (dr is the identity there, or
// has identity rows). The others form the sparse system.
bool BlockNewton::sparse_direction(VectorIn r, VectorOut d) {
  const Arena::Scope scope(scratch_);
  const BlockSparse& W = problem_.W.blocks();
  auto place = scratch_.array<int>(n_);  // column of every kept row, -1 where eliminated
  int kept = 0;
  for (const Unit& unit : units_) {
    const Arena::Scope unit_scope(scratch_);
    MatrixMap dr = scratch_.matrix(unit.size, unit.size),
              du = scratch_.matrix(unit.size, unit.size);
    derive_unit(unit, r, dr, du);
    const bool open = du.isZero(0.0);
    for (int i = unit.row; i < unit.row + unit.size; ++i) {
      place[static_cast<std::size_t>(i)] = open ? -1 : kept++;
      d[i] = open ? -F_[i] : 0.0;
    }
    if (open && !dr.isIdentity(0.0)) return false;  // a map we do not know: not ours to eliminate
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
      derive_unit(unit, r, dr, du);
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
