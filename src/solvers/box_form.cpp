// SPDX-License-Identifier: Apache-2.0
#include "solvers/box_form.hpp"

#include "solvers/dense_lu.hpp"
#include "solvers/polytope_vertex.hpp"

#include <cmath>
#include <utility>

namespace nonsmooth {
namespace {

bool has_dead_zone(const AnyLaw& law) {
  const Box* box = law.get_if<Box>();
  return box != nullptr && box->dead_zone.size() > 0 && box->dead_zone.maxCoeff() > 0.0;
}

// Laws that keep one variable per row of the problem: r = z.
bool is_plain(const AnyLaw& law) { return law.scalar() && !has_dead_zone(law); }

void fill_bounds(const AnyLaw& law, VectorOut lower, VectorOut upper) {
  lower.setConstant(-infinity);
  upper.setConstant(infinity);
  if (law.get_if<NonNegative>() != nullptr) lower.setZero();
  if (const Box* box = law.get_if<Box>(); box != nullptr) {
    lower = box->lower;
    upper = box->upper;
  }
}

void add_compliance(const Problem& problem, MatrixMap& M) {
  int row = 0;
  for (const AnyLaw& law : problem.laws) {
    if (const Box* box = law.get_if<Box>(); box != nullptr)
      for (int i = 0; i < law.size(); ++i) M(row + i, row + i) += box->compliance_at(i);
    row += law.size();
  }
}

bool has_compliance(const Problem& problem) {
  for (const AnyLaw& law : problem.laws)
    if (const Box* box = law.get_if<Box>(); box != nullptr && box->compliance.size() > 0)
      return true;
  return false;
}

}  // namespace

BoxForm make_bounds(const Problem& problem, Arena& scratch) {
  const int n = problem.size();
  VectorMap lower = scratch.vector(n), upper = scratch.vector(n);
  int row = 0;
  for (const AnyLaw& law : problem.laws) {
    fill_bounds(law, lower.segment(row, law.size()), upper.segment(row, law.size()));
    row += law.size();
  }
  return {.size = n,
          .q = VectorView(problem.q.data(), n),
          .lower = VectorView(lower.data(), n),
          .upper = VectorView(upper.data(), n),
          .multiplier_begin = n};
}

namespace {

BoxForm plain_form(const Problem& problem, Arena& scratch) {
  const int n = problem.size();
  const double* matrix = nullptr;
  if (problem.W.is_dense() && !has_compliance(problem)) {
    matrix = problem.W.dense().data();
  } else {
    MatrixMap M = scratch.matrix(n, n);
    problem.W.copy_dense(M);
    add_compliance(problem, M);
    matrix = M.data();
  }
  const BoxForm bounds = make_bounds(problem, scratch);
  return {.size = n,
          .M = MatrixView(matrix, n, n),
          .q = bounds.q,
          .lower = bounds.lower,
          .upper = bounds.upper,
          .multiplier_begin = n};
}

// How many variables a law adds beyond its own rows, at most.
int extra_count(const AnyLaw& law) {
  if (const Polytope* polytope = law.get_if<Polytope>(); polytope != nullptr)
    return static_cast<int>(polytope->A.rows());
  int count = 0;
  if (has_dead_zone(law))
    for (int i = 0; i < law.size(); ++i) count += law.get_if<Box>()->dead_zone[i] > 0.0;
  return count;
}

}  // namespace

std::string_view box_form_obstacle(const Problem& problem) {
  for (const AnyLaw& law : problem.laws)
    if (!law.scalar() && law.get_if<Polytope>() == nullptr)
      return "it treats scalar and polyhedral laws only (free, non_negative, box, polytope)";
  return {};
}

BoxForm make_box_form(const Problem& problem, Arena& scratch, PolytopeForm polytopes) {
  bool plain = true;
  int extra = 0;
  for (const AnyLaw& law : problem.laws) {
    plain = plain && is_plain(law);
    extra += extra_count(law);
  }
  if (plain) return plain_form(problem, scratch);

  // General case: r = origin + S z for the first `core` variables, then the multipliers of
  // polytopes.
  const int n = problem.size(), most = n + extra;
  MatrixMap S = scratch.matrix(n, most),
            A = scratch.matrix(extra, n);  // A: rows of constraints kept
  VectorMap origin = scratch.vector(n), b = scratch.vector(extra), d = scratch.vector(most);
  VectorMap lower = scratch.vector(most), upper = scratch.vector(most);
  S.setZero();
  A.setZero();
  origin.setZero();
  d.setZero();
  int core = 0, kept = 0, row = 0;
  for (const AnyLaw& law : problem.laws) {
    const int size = law.size();
    if (const Polytope* polytope = law.get_if<Polytope>(); polytope != nullptr) {
      const PolytopeVertex vertex = polytopes == PolytopeForm::vertex
                                        ? find_vertex(*polytope, scratch)
                                        : no_vertex(*polytope, scratch);
      S.block(row, core, size, size) = vertex.directions;
      origin.segment(row, size) = vertex.point;
      for (int k = 0; k < size; ++k) {
        lower[core + k] = k < vertex.slack_count ? 0.0 : -infinity;
        upper[core + k] = infinity;
      }
      core += size;
      for (int k = 0; k < polytope->A.rows(); ++k)
        if (!vertex.at_vertex[static_cast<std::size_t>(k)]) {
          A.block(kept, row, 1, size) = polytope->A.row(k);
          b[kept++] = polytope->b[k];
        }
    } else {
      fill_bounds(law, lower.segment(core, size), upper.segment(core, size));
      for (int i = 0; i < size; ++i) S(row + i, core + i) = 1.0;
      const int first = core;
      core += size;
      if (has_dead_zone(law))
        for (int i = 0; i < size; ++i) {
          const double width = law.get_if<Box>()->dead_zone[i];
          if (!(width > 0.0)) continue;
          // r_i = z_first - z_core, both non-negative, each paying the width
          S(row + i, core) = -1.0;
          d[first + i] = d[core] = width;
          upper[core] = -lower[first + i];
          lower[core] = lower[first + i] = 0.0;
          ++core;
        }
    }
    row += size;
  }

  const int size = core + kept;
  MatrixMap W = scratch.matrix(n, n), WS = scratch.matrix(n, core), M = scratch.matrix(size, size);
  VectorMap q = scratch.vector(size), at_origin = scratch.vector(n);
  problem.W.copy_dense(W);
  add_compliance(problem, W);
  const auto Sc = S.leftCols(core);
  WS.noalias() = W * Sc;
  at_origin.noalias() = W * origin;
  at_origin += problem.q;
  M.setZero();
  M.topLeftCorner(core, core).noalias() = Sc.transpose() * WS;
  M.topRightCorner(core, kept).noalias() = Sc.transpose() * A.topRows(kept).transpose();
  M.bottomLeftCorner(kept, core) = -M.topRightCorner(core, kept).transpose();
  q.head(core).noalias() = Sc.transpose() * at_origin;
  q.head(core) += d.head(core);
  q.tail(kept) = b.head(kept);
  q.tail(kept).noalias() -= A.topRows(kept) * origin;
  lower.segment(core, kept).setZero();
  upper.segment(core, kept).setConstant(infinity);

  return {.size = size,
          .M = MatrixView(M.data(), size, size),
          .q = VectorView(q.data(), size),
          .lower = VectorView(lower.data(), size),
          .upper = VectorView(upper.data(), size),
          .vertex = polytopes == PolytopeForm::vertex,
          .multiplier_begin = core,
          .identity = false,
          .S = MatrixView(S.data(), n, core),
          .origin = VectorView(origin.data(), n)};
}

void to_reaction(const BoxForm& box, VectorIn z, VectorOut r) {
  if (box.identity) {
    r = z;
    return;
  }
  r.noalias() = box.S * z.head(box.multiplier_begin);
  r += box.origin;
}

void from_reaction(const BoxForm& box, VectorIn r, VectorOut z) {
  if (box.identity) {
    for (int i = 0; i < box.size; ++i) z[i] = box.clip(i, r[i]);
    return;
  }
  // columns of S that are unit vectors carry r itself, the rest starts at its bound
  for (int i = 0; i < box.size; ++i) z[i] = box.start(i);
  for (int k = 0; k < box.multiplier_begin; ++k) {
    Eigen::Index i = 0;
    const double largest = box.S.col(k).cwiseAbs().maxCoeff(&i);
    if (largest == 1.0 && box.S.col(k).cwiseAbs().sum() == 1.0)
      z[k] = box.clip(k, box.S(i, k) * (r[i] - box.origin[i]));
  }
}

Equilibrated equilibrate(const BoxForm& box, Arena& scratch) {
  const int n = box.size;
  VectorMap rows = scratch.vector(n), columns = scratch.vector(n);
  MatrixMap M = scratch.matrix(n, n);
  M = box.M;
  rows.setOnes();
  columns.setOnes();
  // Ruiz: divide by the root of the largest entry, a few times over
  const auto factor = [](double largest) {
    return largest > 0.0 ? std::exp2(-std::round(0.5 * std::log2(largest))) : 1.0;
  };
  VectorMap row_max = scratch.vector(n), column_max = scratch.vector(n);
  for (int pass = 0; pass < 4; ++pass) {
    row_max.setZero();
    for (int j = 0; j < n; ++j) {
      row_max = row_max.cwiseMax(M.col(j).cwiseAbs());
      column_max[j] = M.col(j).cwiseAbs().maxCoeff();
    }
    bool changed = false;
    for (int i = 0; i < n; ++i) {
      const double both = std::max(row_max[i], column_max[i]);
      row_max[i] = factor(box.is_free(i) ? row_max[i] : both);
      column_max[i] = factor(box.is_free(i) ? column_max[i] : both);
      changed = changed || row_max[i] != 1.0 || column_max[i] != 1.0;
    }
    if (!changed) break;
    for (int j = 0; j < n; ++j) M.col(j).array() *= column_max[j] * row_max.array();
    rows = rows.cwiseProduct(row_max);
    columns = columns.cwiseProduct(column_max);
  }
  VectorMap q = scratch.vector(n), lower = scratch.vector(n), upper = scratch.vector(n);
  q = rows.cwiseProduct(box.q);
  lower = box.lower.cwiseQuotient(columns);
  upper = box.upper.cwiseQuotient(columns);
  return {.box = {.size = n,
                  .M = MatrixView(M.data(), n, n),
                  .q = VectorView(q.data(), n),
                  .lower = VectorView(lower.data(), n),
                  .upper = VectorView(upper.data(), n),
                  .vertex = box.vertex,
                  .multiplier_begin = box.multiplier_begin},
          .rows = VectorView(rows.data(), n),
          .columns = VectorView(columns.data(), n)};
}

Sign imposed_sign(const BoxForm& box, int i) {
  if (box.is_free(i)) return Sign::zero;
  if (box.upper[i] == infinity) return Sign::non_negative;
  return box.lower[i] == -infinity ? Sign::non_positive : Sign::any;
}

// min over z in [lower, upper] of |dist(M z + q, wanted)|^2 / 2. With y = minus the violation its
// conditions are   z: -M^T y,   y: y + M z + q,   y free where w = 0 is wanted, y >= 0 where w >= 0
// is.
BoxForm feasibility_form(const BoxForm& box, std::span<const Sign> wanted, VectorIn z_lower,
                         VectorIn z_upper, Arena& scratch) {
  const int n = box.size, size = 2 * n;
  MatrixMap M = scratch.matrix(size, size);
  VectorMap q = scratch.vector(size), lower = scratch.vector(size), upper = scratch.vector(size);
  M.setZero();
  q.setZero();
  lower.head(n) = z_lower;
  upper.head(n) = z_upper;
  for (int i = 0; i < n; ++i) {
    const Sign sign = wanted[static_cast<std::size_t>(i)];
    M(n + i, n + i) = 1.0;
    lower[n + i] = sign == Sign::zero || sign == Sign::non_positive ? -infinity : 0.0;
    upper[n + i] = sign == Sign::zero || sign == Sign::non_negative ? infinity : 0.0;
    if (sign == Sign::any) continue;
    M.block(n + i, 0, 1, n) = box.M.row(i);
    M.block(0, n + i, n, 1) = -box.M.row(i).transpose();
    q[n + i] = box.q[i];
  }
  return {.size = size,
          .M = MatrixView(M.data(), size, size),
          .q = VectorView(q.data(), size),
          .lower = VectorView(lower.data(), size),
          .upper = VectorView(upper.data(), size),
          .multiplier_begin = size};
}

double box_residual(const BoxForm& box, VectorIn z, Arena& scratch) {
  const Arena::Scope scope(scratch);
  VectorMap w = scratch.vector(box.size);
  w.noalias() = box.M * z;
  w += box.q;
  double sum = 0.0;
  for (int i = 0; i < box.size; ++i) {
    const double target = z[i] - w[i];
    sum += std::pow(target <= box.lower[i]   ? z[i] - box.lower[i]
                    : target >= box.upper[i] ? z[i] - box.upper[i]
                                             : w[i],
                    2);
  }
  return sum < infinity ? std::sqrt(sum) : infinity;
}

}  // namespace nonsmooth
