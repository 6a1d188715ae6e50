// SPDX-License-Identifier: Apache-2.0
// The certificate: how far a point is from satisfying its laws, computed from the problem data
// alone.
#include "nonsmooth/problem.hpp"
#include "problem/entries.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <type_traits>

namespace nonsmooth {
namespace {

// Sums over all rows from which both measures are made, in one pass over the laws. F_i = r_i -
// R_i(rho_i, u_i, r_i - rho_i u_i) is the natural map; divided by sqrt(rho_i) it is energy-like
// where rho_i = 1 / d_i, and unchanged for rho = 1.
struct Sums {
  double plain = 0.0;      // F^2 for rho = 1
  double scaled = 0.0;     // F^2 / rho for rho = 1 / d
  double explained = 0.0;  // d r^2 of the part of r that the data of the laws explain
  double reactions = 0.0;  // d r^2
  double moving = 0.0;     // u^2 / d
  double round = 0.0;      // d r^2 in laws whose map is a difference of vectors
  double given = 0.0;      // q^2 / d

  bool finite() const { return reactions < infinity && moving < infinity; }
};

// What of r_i the data of a law explain, whatever q is: all of it where the law bounds r or is not
// known to us, the part that a bound away from zero enforces where r may grow.
template <class L>
double explained_part(const L& law, int i, double r) {
  if constexpr (std::is_same_v<L, Box>) {
    if (law.lower[i] > -infinity && law.upper[i] < infinity) return r;
    return std::min(std::max(0.0, law.lower[i]), law.upper[i]);
  } else if constexpr (std::is_same_v<L, Graph>) {
    const double lower = law.at(i).lower(), upper = law.at(i).upper();
    if (lower > -infinity && upper < infinity) return r;
    return std::min(std::max(0.0, lower), upper);
  } else {
    constexpr bool may_grow = std::is_same_v<L, Free> || std::is_same_v<L, NonNegative> ||
                              std::is_same_v<L, SecondOrderCone> || std::is_same_v<L, RollingCone>;
    return may_grow ? 0.0 : r;
  }
}

double squared(double x) { return x * x; }

// Cones of a known dimension, as many as come first; returns how many. Most problems have nothing
// else, and their sums stay in registers.
template <int N>
std::size_t add_cones(std::span<const AnyLaw> laws, const double* r, const double* u,
                      const double* q, const double* d, Sums& sums) {
  Sums sum = sums;
  std::size_t count = 0;
  for (; count < laws.size(); ++count, r += N, u += N, q += N, d += N) {
    const auto* cone = laws[count].get_if<SecondOrderCone>();
    if (cone == nullptr || cone->dimension != N) break;
    const double size = d[0], rho = 1.0 / size;  // a cone has one scale
    double z[N], scaled_z[N], projected[N], scaled[N], plain_sum = 0.0, scaled_sum = 0.0;
    for (int i = 0; i < N; ++i) {
      const double weight = size * r[i] * r[i];
      sum.reactions += weight;
      sum.round += weight;
      sum.moving += u[i] * u[i] * rho;
      sum.given += q[i] * q[i] * rho;
      z[i] = r[i] - u[i];
      scaled_z[i] = r[i] - rho * u[i];
    }
    cone->resolve<N>(1.0, u, z, projected);
    cone->resolve<N>(rho, u, scaled_z, scaled);
    for (int i = 0; i < N; ++i) {
      plain_sum += squared(r[i] - projected[i]);
      scaled_sum += squared(r[i] - scaled[i]);
    }
    sum.plain += plain_sum;
    sum.scaled += scaled_sum * size;
  }
  sums = sum;
  return count;
}

// The rows of one law; `z` and `projected` are scratch of its size.
template <class L>
void add_law(const L& law, const double* r, const double* u, const double* q, const double* d,
             double* z, double* projected, Arena& scratch, Sums& sums) {
  const int n = law.size();
  for (int i = 0; i < n; ++i) {
    const double rho = 1.0 / d[i], weight = d[i] * r[i] * r[i];
    sums.explained += d[i] * squared(explained_part(law, i, r[i]));
    sums.reactions += weight;
    sums.moving += u[i] * u[i] * rho;
    sums.given += q[i] * q[i] * rho;
    if constexpr (ScalarLaw<L>) {
      sums.plain += squared(law.component_map(i, 1.0, u[i], r[i]));
      sums.scaled += squared(law.component_map(i, rho, u[i], r[i])) * d[i];
    } else {
      sums.round += weight;
    }
  }
  if constexpr (!ScalarLaw<L>) {
    const VectorView velocity(u, n);
    VectorMap target(z, n), found(projected, n);
    for (const bool unit : {true, false}) {
      if (n == 0) break;
      const double rho = unit ? 1.0 : 1.0 / d[0];
      for (int i = 0; i < n; ++i) z[i] = r[i] - rho * u[i];
      law.resolvent(rho, velocity, target, found, scratch);
      double sum = 0.0;
      for (int i = 0; i < n; ++i) sum += squared(r[i] - projected[i]);
      (unit ? sums.plain : sums.scaled) += unit ? sum : sum * d[0];
    }
  }
}

Sums sum_laws(const std::vector<AnyLaw>& laws, VectorIn r, VectorIn u, VectorIn q, VectorIn d,
              Arena& scratch) {
  const Arena::Scope scope(scratch);
  double *z = nullptr, *projected = nullptr;
  int row = 0, room = 0;
  Sums sums;
  std::size_t next = 0;
  const auto take_cones = [&]<int N>() {
    const std::size_t count = add_cones<N>(std::span(laws).subspan(next), r.data() + row,
                                           u.data() + row, q.data() + row, d.data() + row, sums);
    next += count;
    row += N * static_cast<int>(count);
  };
  while (next < laws.size()) {
    take_cones.template operator()<2>();
    take_cones.template operator()<3>();
    if (next == laws.size()) break;
    laws[next++].visit([&]<class L>(const L& law) {
      const int n = law.size();
      if (!ScalarLaw<L> && n > room) {
        room = n;
        z = scratch.vector(n).data();
        projected = scratch.vector(n).data();
      }
      add_law(law, r.data() + row, u.data() + row, q.data() + row, d.data() + row, z, projected,
              scratch, sums);
      row += n;
    });
  }
  return sums;
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

double standard_measure(const Problem& problem, VectorIn r, VectorIn u, double plain) {
  const ProblemKind what = kind(problem);
  if (what == ProblemKind::mlcp) return mlcp_measure(problem, r, u);
  if (what == ProblemKind::plasticity) return std::sqrt(plain);
  double size = problem.q.squaredNorm();
  if (what == ProblemKind::relay || what == ProblemKind::soclcp || what == ProblemKind::avi)
    return std::sqrt(plain) / (1.0 + std::sqrt(size));
  if (what != ProblemKind::lcp) size = std::max({size, r.squaredNorm(), u.squaredNorm()});
  return std::sqrt(divide_if(plain, size, squared(machine_epsilon)));
}

Residuals infinite_unless_finite(Residuals residuals) {
  if (!(residuals.standard < infinity)) residuals.standard = infinity;
  if (!(residuals.invariant < infinity)) residuals.invariant = infinity;
  return residuals;
}

// Squares of sizes in the natural unit, in which u_i / sqrt(d_i) and sqrt(d_i) r_i agree.
struct Sizes {
  double data = 0.0;     // of q and of what the laws explain
  double reached = 0.0;  // of u and r

  explicit Sizes(const Sums& sums)
      : data(std::max(sums.given, sums.explained)),
        reached(std::max(sums.reactions, sums.moving)) {}
  // What a residual is relative to. Reactions count up to a limit: they can grow without bound
  // where there is no solution, and every violation would look small beside them.
  double scale() const {
    constexpr double growth = max_reaction_growth * max_reaction_growth;
    return data > 0.0 ? std::max(data, std::min(reached, growth * data)) : reached;
  }
};

// Differences below the rounding of r are not seen by the map of a cone, so that it cannot be
// trusted below it.
double invariant_measure(const Sums& sums) {
  const double seen = std::max(sums.scaled, squared(machine_epsilon) * sums.round);
  return std::sqrt(divide_if(seen, Sizes(sums).scale(), 0.0));
}

// below it a norm is no scale
const double small_norm = std::sqrt(machine_epsilon);

Residuals global_measure(Sums sums, VectorIn r, VectorIn u, const GlobalBalance& balance) {
  if (!sums.finite()) return {};
  sums.given = std::max(sums.given, balance.driven);
  return infinite_unless_finite(
      {balance.equilibrium +
           divide_if(std::sqrt(sums.plain), std::max(u.norm(), r.norm()), small_norm),
       balance.equilibrium + invariant_measure(sums)});
}

}  // namespace

void block_scales(const Problem& problem, VectorOut scales) {
  // diagonal of W, plus the compliance that acts like one
  problem.W.copy_diagonal(scales);
  double* d = scales.data();
  bool missing = false;
  for (const AnyLaw& any : problem.laws)
    any.visit([&]<class L>(const L& law) {
      const int n = law.size();
      if constexpr (ScalarLaw<L>) {
        for (int i = 0; i < n; ++i) {
          double size = std::abs(d[i]);
          if constexpr (std::is_same_v<L, Box>) size += law.compliance_at(i);
          if constexpr (std::is_same_v<L, Graph>) size += law.least_compliance(i);
          missing = missing || !(size > 0.0);
          d[i] = size;
        }
      } else if (n > 0) {
        double sum = 0.0;
        for (int i = 0; i < n; ++i) sum += std::abs(d[i]);
        missing = missing || !(sum > 0.0);
        std::fill(d, d + n, sum / n);
      }
      d += n;
    });
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
  int row = 0;
  for (const AnyLaw& law : problem.laws) {
    const int n = law.size();
    if (!law.scalar() && n > 0) scales.segment(row, n).setConstant(scales.segment(row, n).mean());
    row += n;
  }
}

Residuals natural_residual(const Problem& problem, VectorIn r, VectorOut u, Arena& scratch) {
  const Arena::Scope scope(scratch);
  VectorMap d = scratch.vector(problem.size());
  block_scales(problem, d);
  return natural_residual(problem, d, r, u, scratch);
}

Residuals natural_residual(const Problem& problem, VectorIn d, VectorIn r, VectorOut u,
                           Arena& scratch) {
  problem.W.multiply_accurately(r, problem.q, u, scratch);
  const Sums sums = sum_laws(problem.laws, r, u, problem.q, d, scratch);
  if (!sums.finite()) return {};
  return infinite_unless_finite(
      {standard_measure(problem, r, u, sums.plain), invariant_measure(sums), problem.judgement});
}

Residuals natural_residual(const Problem& problem, VectorIn r, Arena& scratch) {
  const Arena::Scope scope(scratch);
  return natural_residual(problem, r, scratch.vector(problem.size()), scratch);
}

double reaction_growth(const Problem& problem, VectorIn r, Arena& scratch) {
  const Arena::Scope scope(scratch);
  VectorMap d = scratch.vector(problem.size()), u = scratch.vector(problem.size());
  block_scales(problem, d);
  u.setZero();
  const Sizes sizes(sum_laws(problem.laws, r, u, problem.q, d, scratch));
  return sizes.data > 0.0 ? std::sqrt(sizes.reached / sizes.data) : 0.0;
}

Residuals natural_residual(const Problem& problem, VectorIn r) {
  Arena scratch;
  return natural_residual(problem, r, scratch);
}

Residuals natural_residual(const GlobalProblem& problem, VectorIn v, VectorIn r) {
  if (!v.allFinite() || !r.allFinite()) return {};
  Arena scratch;
  const Vector Mv = problem.M * v, Hr = problem.H * r;
  const Vector u = problem.H.transpose() * v + problem.w;
  const double equilibrium = divide_if(
      (problem.f + Hr - Mv).norm(), std::max({problem.f.norm(), Mv.norm(), Hr.norm()}), small_norm);
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
  // f in place of the part of q that needs a factorisation: f.M^-1 f for diagonal M
  double driven = 0.0;
  for (int k = 0; k < problem.f.size(); ++k)
    if (const double mass = std::abs(problem.M.coeff(k, k)); mass > 0.0)
      driven += problem.f[k] * problem.f[k] / mass;
  return global_measure(sum_laws(problem.laws, r, u, problem.w, d, scratch), r, u,
                        {equilibrium, driven});
}

Residuals natural_residual(const Problem& reduced, VectorIn w, VectorIn r, VectorIn u,
                           const GlobalBalance& balance, Arena& scratch) {
  const Arena::Scope scope(scratch);
  VectorMap d = scratch.vector(reduced.size());
  block_scales(reduced, d);
  return global_measure(sum_laws(reduced.laws, r, u, w, d, scratch), r, u, balance);
}

}  // namespace nonsmooth
