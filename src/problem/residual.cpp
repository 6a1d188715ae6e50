// SPDX-License-Identifier: Apache-2.0
// The certificate: how far a point is from satisfying its laws, computed from the problem data
// alone.
#include "nonsmooth/problem.hpp"
#include "problem/entries.hpp"

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

// |r_i| that the data of the law explain, whatever q is: all of it where the law bounds r or is not
// known to us, the part that a bound away from zero enforces where r may grow.
double explained(const AnyLaw& law, int i, double r) {
  if (law.get_if<Free>() != nullptr || law.get_if<NonNegative>() != nullptr ||
      law.get_if<SecondOrderCone>() != nullptr || law.get_if<RollingCone>() != nullptr)
    return 0.0;
  const Box* box = law.get_if<Box>();
  if (box == nullptr || (box->lower[i] > -infinity && box->upper[i] < infinity)) return r;
  return std::min(std::max(0.0, box->lower[i]), box->upper[i]);
}

// Sizes in the natural unit, in which u_i / sqrt(d_i) and sqrt(d_i) r_i agree.
struct Sizes {
  double data = 0.0;     // of q and of what the laws explain
  double reached = 0.0;  // of u and r
  double round = 0.0;    // of r in laws whose map is a difference of vectors

  // What a residual is relative to. Reactions count up to a limit: they can grow without bound
  // where there is no solution, and every violation would look small beside them.
  double scale() const {
    return data > 0.0 ? std::max(data, std::min(reached, max_reaction_growth * data)) : reached;
  }
};

// `given` are the data in the unit of u; d as in block_scales.
Sizes natural_sizes(const std::vector<AnyLaw>& laws, double given, VectorIn r, VectorIn u,
                    VectorIn d) {
  double bounded = 0.0, all = 0.0, round = 0.0;
  int row = 0;
  for (const AnyLaw& law : laws)
    for (int i = 0; i < law.size(); ++i, ++row) {
      bounded += d[row] * std::pow(explained(law, i, r[row]), 2);
      all += d[row] * r[row] * r[row];
      if (!law.scalar()) round += d[row] * r[row] * r[row];
    }
  const double moving = weighted_norm(u, [&](int i) { return 1.0 / d[i]; });
  return {std::max(given, std::sqrt(bounded)), std::max(std::sqrt(all), moving), std::sqrt(round)};
}

// The invariant measure of a natural map of norm e. Differences below the rounding of r are not
// seen by the map of a cone, so that e cannot be trusted below it.
double invariant_measure(double e, const Sizes& sizes) {
  const double seen = std::max(e, machine_epsilon * sizes.round), scale = sizes.scale();
  return scale > 0.0 ? seen / scale : seen;
}

}  // namespace

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
  const double given = weighted_norm(problem.q, [&](int i) { return 1.0 / d[i]; });
  residuals.invariant = invariant_measure(e, natural_sizes(problem.laws, given, r, u, d));
  return infinite_unless_finite(residuals);
}

double reaction_growth(const Problem& problem, VectorIn r, Arena& scratch) {
  const Arena::Scope scope(scratch);
  VectorMap d = scratch.vector(problem.size()), u = scratch.vector(problem.size());
  block_scales(problem, d);
  u.setZero();
  const double given = weighted_norm(problem.q, [&](int i) { return 1.0 / d[i]; });
  const Sizes sizes = natural_sizes(problem.laws, given, r, u, d);
  return sizes.data > 0.0 ? sizes.reached / sizes.data : 0.0;
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
  // f in place of the part of q that needs a factorisation: sqrt(f.M^-1 f) for diagonal M
  double driven = 0.0;
  for (int k = 0; k < problem.f.size(); ++k)
    if (const double mass = std::abs(problem.M.coeff(k, k)); mass > 0.0)
      driven += problem.f[k] * problem.f[k] / mass;
  const double given = std::max(weighted_norm(problem.w, stiffness), std::sqrt(driven));
  residuals.invariant =
      equilibrium + invariant_measure(e, natural_sizes(problem.laws, given, r, u, d));
  return infinite_unless_finite(residuals);
}

}  // namespace nonsmooth
