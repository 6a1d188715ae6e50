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
bool is_plain(const AnyLaw& law) {
  return law.scalar() && !has_dead_zone(law) && law.get_if<Graph>() == nullptr;
}

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
  if (law.get_if<SecondOrderCone>() != nullptr) return 1;
  int count = 0;
  if (const Graph* graph = law.get_if<Graph>(); graph != nullptr)
    for (const PiecewiseLinear& curve : graph->curves) count += std::max(0, curve.rise_count() - 1);
  if (has_dead_zone(law))
    for (int i = 0; i < law.size(); ++i) count += law.get_if<Box>()->dead_zone[i] > 0.0;
  return count;
}

int extra_count(const Problem& problem) {
  int count = 0;
  for (const AnyLaw& law : problem.laws) count += extra_count(law);
  return count;
}

// The general case: r = origin + S z for the first `core` variables, then one multiplier per
// constraint A r <= b that is kept. The rows are T^T (W r + q + C multipliers) + d, where T = S and
// C = A^T but for the non-associated part of friction.
class FormBuilder {
 public:
  FormBuilder(const Problem& problem, PolytopeForm polytopes, Arena& scratch)
      : problem_(problem),
        polytopes_(polytopes),
        scratch_(scratch),
        n_(problem.size()),
        extra_(extra_count(problem)),
        S_(scratch.matrix(n_, n_ + extra_)),
        T_(scratch.matrix(n_, n_ + extra_)),
        A_(scratch.matrix(extra_, n_)),
        C_(scratch.matrix(n_, extra_)),
        origin_(scratch.vector(n_)),
        b_(scratch.vector(extra_)),
        d_(scratch.vector(n_ + extra_)),
        compliance_(scratch.vector(n_ + extra_)),
        lower_(scratch.vector(n_ + extra_)),
        upper_(scratch.vector(n_ + extra_)) {
    for (MatrixMap* matrix : {&S_, &T_, &A_, &C_}) matrix->setZero();
    for (VectorMap* vector : {&origin_, &b_, &d_, &compliance_, &lower_}) vector->setZero();
    upper_.setConstant(infinity);
  }

  BoxForm build() {
    int row = 0;
    for (const AnyLaw& law : problem_.laws) {
      if (const auto* polytope = law.get_if<Polytope>(); polytope != nullptr)
        add(*polytope, row);
      else if (const auto* cone = law.get_if<SecondOrderCone>(); cone != nullptr)
        add(*cone, row);
      else if (const auto* graph = law.get_if<Graph>(); graph != nullptr)
        for (int i = 0; i < graph->size(); ++i) add(graph->at(i), row + i);
      else
        add_scalar(law, row);
      row += law.size();
    }
    return assemble();
  }

 private:
  void add(const Polytope& polytope, int row) {
    const int size = polytope.size();
    const PolytopeVertex vertex = polytopes_ == PolytopeForm::vertex
                                      ? find_vertex(polytope, scratch_)
                                      : no_vertex(polytope, scratch_);
    S_.block(row, core_, size, size) = T_.block(row, core_, size, size) = vertex.directions;
    origin_.segment(row, size) = vertex.point;
    for (int k = vertex.slack_count; k < size; ++k) lower_[core_ + k] = -infinity;
    core_ += size;
    for (int k = 0; k < polytope.A.rows(); ++k) {
      if (vertex.at_vertex[static_cast<std::size_t>(k)]) continue;
      A_.block(kept_, row, 1, size) = polytope.A.row(k);
      C_.block(row, kept_, size, 1) = polytope.A.row(k).transpose();
      b_[kept_++] = polytope.b[k];
    }
  }

  // Plane friction, u_T = u+ - u-: r_N, a = r_T + mu r_N and u- are non-negative, with the rows
  //   r_N: u_N + (shift - mu)(u+ + u-),   a: u+ = u_T + u-,   u-: mu r_N - r_T = 2 mu r_N - a
  void add(const SecondOrderCone& cone, int row) {
    S_(row, core_) = T_(row, core_) = S_(row + 1, core_ + 1) = T_(row + 1, core_ + 1) = 1.0;
    S_(row + 1, core_) = A_(kept_, row) = -cone.mu;
    T_(row + 1, core_) = C_(row, kept_) = cone.shift - cone.mu;
    A_(kept_, row + 1) = C_(row + 1, kept_) = 1.0;
    core_ += 2;
    ++kept_;
  }

  // r = bottom + sum of z, each z rising along its piece: w = u - start + compliance z
  void add(const PiecewiseLinear& curve, int row) {
    const int count = curve.rise_count();
    origin_[row] = curve.points.back().r;
    if (count == 0) {
      S_(row, core_) = T_(row, core_) = 1.0;
      upper_[core_++] = 0.0;
    }
    for (int k = 0; k < count; ++k, ++core_) {
      const PiecewiseLinear::Rise rise = curve.rise(k);
      S_(row, core_) = T_(row, core_) = 1.0;
      d_[core_] = -rise.start;
      compliance_[core_] = rise.compliance;
      lower_[core_] = rise.downwards ? -infinity : 0.0;
      upper_[core_] = rise.downwards ? 0.0 : rise.length;
    }
  }

  void add_scalar(const AnyLaw& law, int row) {
    const int size = law.size(), first = core_;
    fill_bounds(law, lower_.segment(core_, size), upper_.segment(core_, size));
    for (int i = 0; i < size; ++i) S_(row + i, core_ + i) = T_(row + i, core_ + i) = 1.0;
    core_ += size;
    if (!has_dead_zone(law)) return;
    for (int i = 0; i < size; ++i) {
      const double width = law.get_if<Box>()->dead_zone[i];
      if (!(width > 0.0)) continue;
      // r_i = z_first - z_core, both non-negative, each paying the width
      S_(row + i, core_) = T_(row + i, core_) = -1.0;
      d_[first + i] = d_[core_] = width;
      upper_[core_] = -lower_[first + i];
      lower_[core_] = lower_[first + i] = 0.0;
      ++core_;
    }
  }

  BoxForm assemble() {
    const int size = core_ + kept_;
    MatrixMap W = scratch_.matrix(n_, n_), WS = scratch_.matrix(n_, core_);
    MatrixMap M = scratch_.matrix(size, size);
    VectorMap q = scratch_.vector(size), at_origin = scratch_.vector(n_);
    problem_.W.copy_dense(W);
    add_compliance(problem_, W);
    const auto S = S_.leftCols(core_), T = T_.leftCols(core_);
    WS.noalias() = W * S;
    at_origin.noalias() = W * origin_;
    at_origin += problem_.q;
    M.topLeftCorner(core_, core_).noalias() = T.transpose() * WS;
    M.topRightCorner(core_, kept_).noalias() = T.transpose() * C_.leftCols(kept_);
    M.bottomLeftCorner(kept_, core_).noalias() = A_.topRows(kept_) * S;
    M.bottomLeftCorner(kept_, core_) *= -1.0;  // negating the product would make Eigen allocate
    M.bottomRightCorner(kept_, kept_).setZero();
    M.diagonal().head(core_) += compliance_.head(core_);
    q.head(core_).noalias() = T.transpose() * at_origin;
    q.head(core_) += d_.head(core_);
    q.tail(kept_) = b_.head(kept_);
    q.tail(kept_).noalias() -= A_.topRows(kept_) * origin_;
    lower_.segment(core_, kept_).setZero();
    upper_.segment(core_, kept_).setConstant(infinity);
    return {.size = size,
            .M = MatrixView(M.data(), size, size),
            .q = VectorView(q.data(), size),
            .lower = VectorView(lower_.data(), size),
            .upper = VectorView(upper_.data(), size),
            .vertex = polytopes_ == PolytopeForm::vertex,
            .multiplier_begin = core_,
            .identity = false,
            .S = MatrixView(S_.data(), n_, core_),
            .origin = VectorView(origin_.data(), n_)};
  }

  const Problem& problem_;
  PolytopeForm polytopes_;
  Arena& scratch_;
  int n_, extra_;
  MatrixMap S_, T_, A_, C_;
  VectorMap origin_, b_, d_, compliance_, lower_, upper_;
  int core_ = 0, kept_ = 0;
};

bool is_polyhedral(const AnyLaw& law) { return law.scalar() || law.get_if<Polytope>() != nullptr; }

}  // namespace

std::string_view polyhedral_obstacle(const Problem& problem) {
  for (const AnyLaw& law : problem.laws)
    if (!is_polyhedral(law))
      return "it treats scalar and polyhedral laws only (free, non_negative, box, graph, polytope)";
  return {};
}

std::string_view box_form_obstacle(const Problem& problem) {
  for (const AnyLaw& law : problem.laws) {
    const auto* cone = law.get_if<SecondOrderCone>();
    const bool plane = cone != nullptr && cone->dimension == 2;
    if (plane && cone->shift > cone->mu) return "a plane cone with a shift above mu is not pivoted";
    if (!plane && !is_polyhedral(law))
      return "it treats scalar and polyhedral laws and plane friction only (free, non_negative, "
             "box, graph, polytope, second_order_cone of dimension 2)";
  }
  return {};
}

BoxForm make_box_form(const Problem& problem, Arena& scratch, PolytopeForm polytopes) {
  bool plain = true;
  for (const AnyLaw& law : problem.laws) plain = plain && is_plain(law);
  if (plain) return plain_form(problem, scratch);
  return FormBuilder(problem, polytopes, scratch).build();
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
  // a column of S that begins with +-1 takes what the columns before it leave of that row of r, the
  // rest starts at its bound
  for (int i = 0; i < box.size; ++i) z[i] = box.start(i);
  for (int k = 0; k < box.multiplier_begin; ++k) {
    int i = 0;
    while (i < r.size() && box.S(i, k) == 0.0) ++i;
    if (i == r.size() || std::abs(box.S(i, k)) != 1.0) continue;
    const double left = r[i] - box.origin[i] - box.S.row(i).head(k).dot(z.head(k));
    z[k] = box.clip(k, box.S(i, k) * left);
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
