// SPDX-License-Identifier: Apache-2.0
// The certificate: how far a point is from satisfying its laws, computed from the problem data
// alone.
#include "nonsmooth/problem.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

// |F|, F_i = r_i - R_i(rho_i, u_i, r_i - rho_i u_i); each F_i weighted by 1 / sqrt(rho_i). The
// weight makes the result an energy-like unit when rho_i = 1 / d_i, and changes nothing for rho
// = 1.
template <class Rho>
double natural_map_norm(const std::vector<AnyLaw>& laws, VectorIn r, VectorIn u, Rho&& rho_of,
                        Arena& scratch) {
  double sum = 0.0;
  int row = 0;
  for (const AnyLaw& law : laws) {
    const Arena::Scope scope(scratch);
    const int n = law.size();
    VectorMap z = scratch.vector(n), projected = scratch.vector(n);
    if (law.scalar()) {
      // one rho per row
      for (int i = 0; i < n; ++i) {
        const double rho = rho_of(row + i);
        sum += std::pow(law.component_map(i, rho, u[row + i], r[row + i]), 2) / rho;
      }
    } else if (n > 0) {
      const double rho = rho_of(row);
      z = r.segment(row, n) - rho * u.segment(row, n);
      law.resolvent(rho, u.segment(row, n), z, projected, scratch);
      sum += (r.segment(row, n) - projected).squaredNorm() / rho;
    }
    row += n;
  }
  return std::sqrt(sum);
}

double divide_if(double value, double by, double above) { return by > above ? value / by : value; }

// The mixed measure as Siconos computes it: equations and inequalities judged apart, each divided
// by two plus its norm (its running sum starts at one and one is added again); a product counts
// where positive.
double mlcp_measure(const Problem& problem, VectorIn r, VectorIn u) {
  double equations = 0.0, equations_scale = 2.0, inequalities = 0.0, inequalities_scale = 2.0;
  int row = 0;
  for (const AnyLaw& law : problem.laws) {
    const int n = law.size();
    if (law.get_if<Free>() != nullptr) {
      equations += u.segment(row, n).norm();
      equations_scale += problem.q.segment(row, n).norm();
    } else {
      inequalities_scale += u.segment(row, n).norm();
      for (int i = row; i < row + n; ++i)
        inequalities += std::max(-r[i], 0.0) + std::max(-u[i], 0.0) + std::max(r[i] * u[i], 0.0);
    }
    row += n;
  }
  return std::max(equations / equations_scale, inequalities / inequalities_scale);
}

double standard_measure(const Problem& problem, VectorIn r, VectorIn u, Arena& scratch) {
  const ProblemKind what = kind(problem);
  if (what == ProblemKind::mlcp) return mlcp_measure(problem, r, u);
  const double e = natural_map_norm(
      problem.laws, r, u, [](int) { return 1.0; }, scratch);
  const double q = problem.q.norm();
  switch (what) {
    case ProblemKind::lcp: return divide_if(e, q, machine_epsilon);
    case ProblemKind::relay:
    case ProblemKind::soclcp:
    case ProblemKind::avi: return e / (1.0 + q);
    case ProblemKind::plasticity: return e;
    default: return divide_if(e, std::max({q, r.norm(), u.norm()}), machine_epsilon);
  }
}

Residuals infinite_unless_finite(Residuals residuals) {
  if (!(residuals.standard < infinity)) residuals.standard = infinity;
  if (!(residuals.invariant < infinity)) residuals.invariant = infinity;
  return residuals;
}

// sqrt(sum of weight_i x_i^2)
template <class Weight>
double weighted_norm(VectorIn x, Weight&& weight) {
  double sum = 0.0;
  for (int i = 0; i < x.size(); ++i) sum += weight(i) * x[i] * x[i];
  return std::sqrt(sum);
}

}  // namespace

// One loop over the stored entries of W, for dense and block-sparse alike.
template <class Visit>
static void for_each_entry(const Delassus& W, Visit&& visit) {
  if (W.is_dense()) {
    for (int j = 0; j < W.cols(); ++j)
      for (int i = 0; i < W.rows(); ++i) visit(i, j, W.dense()(i, j));
    return;
  }
  const BlockSparse& blocks = W.blocks();
  for (int i = 0; i < blocks.block_rows(); ++i)
    for (int k = blocks.row_begin(i); k < blocks.row_begin(i + 1); ++k) {
      const MatrixView block = blocks.block(i, k);
      const int row = blocks.row_offset(i), col = blocks.col_offset(blocks.block_col(k));
      for (int c = 0; c < block.cols(); ++c)
        for (int r = 0; r < block.rows(); ++r) visit(row + r, col + c, block(r, c));
    }
}

void block_scales(const Problem& problem, VectorOut scales) {
  // diagonal of W, plus the compliance that acts like one
  problem.W.copy_diagonal(scales);
  scales = scales.cwiseAbs();
  int row = 0;
  bool missing = false;
  for (const AnyLaw& law : problem.laws) {
    const int n = law.size();
    if (const Box* box = law.get_if<Box>(); box != nullptr)
      for (int i = 0; i < n; ++i) scales[row + i] += box->compliance_at(i);
    if (!law.scalar() && n > 0) scales.segment(row, n).setConstant(scales.segment(row, n).mean());
    for (int i = row; i < row + n; ++i) missing = missing || !(scales[i] > 0.0);
    row += n;
  }
  if (!missing) return;
  // A row without diagonal: the compliance it sees through its strongest neighbour, d_i = W_ij^2 /
  // d_j, which changes with the units of row i exactly as a diagonal entry would.
  for (int pass = 0; pass < 3 && missing; ++pass) {
    missing = false;
    for_each_entry(problem.W, [&](int i, int j, double value) {
      // found values are kept negative during the pass, so that a pass only uses earlier ones
      if (value == 0.0 || i == j) return;
      if (scales[i] <= 0.0 && scales[j] > 0.0)
        scales[i] = std::min(scales[i], -value * value / scales[j]);
      if (scales[j] <= 0.0 && scales[i] > 0.0)
        scales[j] = std::min(scales[j], -value * value / scales[i]);
    });
    for (int i = 0; i < scales.size(); ++i) {
      scales[i] = std::abs(scales[i]);
      missing = missing || !(scales[i] > 0.0);
    }
  }
  // rows connected to no diagonal at all: the largest coupling there is
  const double fallback = problem.W.max_abs() > 0.0 ? problem.W.max_abs() : 1.0;
  for (int i = 0; i < scales.size(); ++i)
    if (!(scales[i] > 0.0)) scales[i] = fallback;
  // a cone has one scale, also where its rows found different neighbours
  row = 0;
  for (const AnyLaw& law : problem.laws) {
    const int n = law.size();
    if (!law.scalar() && n > 0) scales.segment(row, n).setConstant(scales.segment(row, n).mean());
    row += n;
  }
}

Residuals natural_residual(const Problem& problem, VectorIn r, Arena& scratch) {
  const Arena::Scope scope(scratch);
  const int n = problem.size();
  if (!r.allFinite()) return {};
  VectorMap u = scratch.vector(n), d = scratch.vector(n);
  problem.W.multiply_accurately(r, problem.q, u, scratch);
  if (!u.allFinite()) return {};
  Residuals residuals;
  residuals.standard = standard_measure(problem, r, u, scratch);
  block_scales(problem, d);
  const double e = natural_map_norm(
      problem.laws, r, u, [&](int i) { return 1.0 / d[i]; }, scratch);
  const auto stiffness = [&](int i) { return 1.0 / d[i]; };
  const double scale = std::max({weighted_norm(problem.q, stiffness), weighted_norm(u, stiffness),
                                 weighted_norm(r, [&](int i) { return d[i]; })});
  residuals.invariant = scale > 0.0 ? e / scale : e;
  return infinite_unless_finite(residuals);
}

Residuals natural_residual(const Problem& problem, VectorIn r) {
  Arena scratch;
  return natural_residual(problem, r, scratch);
}

Residuals natural_residual(const GlobalProblem& problem, VectorIn v, VectorIn r) {
  if (!v.allFinite() || !r.allFinite()) return {};
  Arena scratch;
  const double tiny = std::sqrt(machine_epsilon);
  const Vector Mv = problem.M * v, Hr = problem.H * r;
  const Vector u = problem.H.transpose() * v + problem.w;
  const double equilibrium = divide_if((problem.f + Hr - Mv).norm(),
                                       std::max({problem.f.norm(), Mv.norm(), Hr.norm()}), tiny);
  const double map = natural_map_norm(
      problem.laws, r, u, [](int) { return 1.0; }, scratch);
  Residuals residuals;
  residuals.standard = equilibrium + divide_if(map, std::max(u.norm(), r.norm()), tiny);
  // d_i by the diagonal of M: sum of H_ki^2 / M_kk, exact when M is diagonal
  Vector d = Vector::Zero(problem.size());
  for (int i = 0; i < problem.size(); ++i)
    for (SparseMatrix::InnerIterator it(problem.H, i); it; ++it) {
      const double mass = std::abs(problem.M.coeff(it.row(), it.row()));
      if (mass > 0.0) d[i] += it.value() * it.value() / mass;
    }
  int row = 0;
  for (const AnyLaw& law : problem.laws) {
    const int n = law.size();
    if (!law.scalar() && n > 0) d.segment(row, n).setConstant(d.segment(row, n).mean());
    row += n;
  }
  for (int i = 0; i < d.size(); ++i)
    if (!(d[i] > 0.0)) d[i] = 1.0;
  const auto stiffness = [&](int i) { return 1.0 / d[i]; };
  const double e = natural_map_norm(problem.laws, r, u, stiffness, scratch);
  const double scale = std::max({weighted_norm(problem.w, stiffness), weighted_norm(u, stiffness),
                                 weighted_norm(r, [&](int i) { return d[i]; })});
  residuals.invariant = equilibrium + (scale > 0.0 ? e / scale : e);
  return infinite_unless_finite(residuals);
}

bool proves_infeasible(const Problem& problem, VectorIn y, Arena& scratch) {
  const Arena::Scope scope(scratch);
  const int n = problem.size();
  if (!y.allFinite() || y.isZero(0.0)) return false;
  VectorMap combined = scratch.vector(n);  // W^T y, and the same with absolute values for rounding
  VectorMap rounding = scratch.vector(n);
  combined.setZero();
  rounding.setZero();
  for_each_entry(problem.W, [&](int i, int j, double value) {
    combined[j] += value * y[i];
    rounding[j] += std::abs(value * y[i]);
  });
  // natural size of r: what the largest entry of q asks of the typical diagonal
  VectorMap d = scratch.vector(n);
  block_scales(problem, d);
  double size = 0.0;
  for (int i = 0; i < n; ++i) size = std::max(size, std::abs(problem.q[i]) / d[i]);
  const double bound = 1e8 * std::max(size, machine_epsilon);

  double best = y.dot(problem.q);  // largest y.u any admissible r can reach
  const double noise = 1e-10 * y.cwiseAbs().dot(problem.q.cwiseAbs());
  int row = 0;
  for (const AnyLaw& law : problem.laws) {
    for (int i = row; i < row + law.size(); ++i) {
      double lower = -bound, upper = bound;
      bool nonnegative = false, nonpositive = false;  // sign of u_i that the law allows for certain
      if (law.get_if<Free>() != nullptr) {
        nonnegative = nonpositive = true;  // u_i = 0: y_i of any sign
      } else if (law.get_if<NonNegative>() != nullptr) {
        lower = 0.0;
        nonnegative = true;
      } else if (const Box* box = law.get_if<Box>(); box != nullptr) {
        lower = std::max(lower, box->lower[i - row]);
        upper = std::min(upper, box->upper[i - row]);
        const bool graded = box->compliance_at(i - row) > 0.0 || box->dead_zone_at(i - row) > 0.0;
        nonnegative = !graded && box->upper[i - row] == infinity;
        nonpositive = !graded && box->lower[i - row] == -infinity;
      } else {
        return false;  // no proof is offered for round or user laws
      }
      if ((y[i] > 0.0 && !nonnegative) || (y[i] < 0.0 && !nonpositive)) return false;
      // entries of W^T y that are only rounding count as the zero they stand for
      const double slope = std::abs(combined[i]) <= 1e-13 * rounding[i] ? 0.0 : combined[i];
      best += std::max(slope * lower, slope * upper);
    }
    row += law.size();
  }
  return best < -noise;
}

}  // namespace nonsmooth
