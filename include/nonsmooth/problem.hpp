// SPDX-License-Identifier: Apache-2.0
// One time step of any nonsmooth system is one inclusion problem:
//
//   reduced   u = W r + q
//   global    M v = H r + f,   u = H^T v + w
//   with, for every block i,   -(u_i + g_i(u_i)) in dPhi_i(r_i)       (see laws/law.hpp)
//
// LCP, MLCP, relay, AVI, cone and friction problems differ only in the laws of their blocks, which
// may be mixed freely. This header also defines the residuals; nobody else judges a solution.
#pragma once

#include "nonsmooth/base/status.hpp"
#include "nonsmooth/base/types.hpp"
#include "nonsmooth/laws.hpp"
#include "nonsmooth/linalg/delassus.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace nonsmooth {

/// Which residuals (see there) have to be within a tolerance.
enum class Judgement {
  both,
  invariant  ///< where units are the user's own affair, as in scenes: none of them changes a step
};

struct Problem {
  Delassus W;
  Vector q;
  std::vector<AnyLaw> laws;  ///< in the order of the rows; their sizes add up to the size of q
  Judgement judgement = Judgement::both;

  int size() const { return static_cast<int>(q.size()); }
};

struct GlobalProblem {
  SparseMatrix M;            ///< mass-like, square, regular
  SparseMatrix H;            ///< rows of M x sum of law sizes
  Vector f;                  ///< rows of M
  Vector w;                  ///< columns of H
  std::vector<AnyLaw> laws;  ///< in the order of the columns of H

  int size() const { return static_cast<int>(w.size()); }
};

/// Throws Error with every complaint: sizes that do not fit, NaN, law data out of range.
void validate(const Problem& problem);
void validate(const GlobalProblem& problem);

/// W = H^T M^-1 H, q = H^T M^-1 f + w; blocks of W that are structurally zero are not stored.
/// Throws Error if M is singular.
Problem reduce(const GlobalProblem& problem);

// --- Builders
// -------------------------------------------------------------------------------------

/// 0 <= r _|_ M r + q >= 0.
Problem lcp(Matrix M, Vector q);
/// The first `free_count` rows are equations with free unknowns, the rest complementarity.
Problem mlcp(Matrix M, Vector q, int free_count);
/// 0 = A x + C z + a,  w = D x + B z + b,  0 <= z _|_ w >= 0. A may be rectangular: missing
/// unknowns or equations are filled with zeros, r starts with max(rows, columns of A) free entries.
Problem mlcp(const Matrix& A, const Matrix& B, const Matrix& C, const Matrix& D, const Vector& a,
             const Vector& b);
/// -(M r + q) in N_[lower, upper](r).
Problem relay(Matrix M, Vector q, Vector lower, Vector upper);
/// -(M r + q) in N_K(r),  K = { A r <= b }.
Problem avi(Matrix M, Vector q, Matrix A, Vector b);

// --- Judgement
// ------------------------------------------------------------------------------------

/// What the field calls this mix of laws; it decides the standard residual.
enum class ProblemKind {
  lcp,
  mlcp,
  relay,
  avi,
  soclcp,
  friction_2d,
  friction_3d,
  rolling,
  plasticity,
  mixed
};
ProblemKind kind(const Problem& problem);
ProblemKind kind(const GlobalProblem& problem);
std::string_view name(ProblemKind kind);

struct Residuals {
  double standard = infinity;   ///< the field's own measure for this kind, to compare with others
  double invariant = infinity;  ///< the same point judged independently of the units of u and r
  Judgement by = Judgement::both;
  /// What a tolerance is asked of.
  double worst() const {
    return by == Judgement::both && standard > invariant ? standard : invariant;
  }
};

/// Recomputes u = W r + q and measures how far (u, r) is from satisfying the laws:
///   lcp       |r - max(0, r - u)| / |q|
///   relay     |r - clip(r - u)| / (1 + |q|), soclcp and avi likewise with their projection
///   mlcp      larger of  sum of block norms of the equations / (2 + same of q)  and
///             sum of r_-, u_-, (r u)_+ / (2 + sum of block norms of u)
///   friction  |r - P_K(r - u - g(u))| / max(|q|, |r|, |u|), rolling and mixed likewise
///   plasticity   the same without division
/// The invariant one scales every block by the mean diagonal d_i of W_ii, so that sqrt(d_i) r_i and
/// u_i / sqrt(d_i) have one unit, and divides by the largest norm of r, u, q in that unit, where r
/// and u count up to max_reaction_growth times q (see there). Infinite or NaN entries give infinite
/// residuals. No allocation once `scratch` has grown.
Residuals natural_residual(const Problem& problem, VectorIn r, Arena& scratch);
/// The same, and u receives W r + q as it was judged.
Residuals natural_residual(const Problem& problem, VectorIn r, VectorOut u, Arena& scratch);
/// The same with the block_scales of the problem, for whoever measures many points of one W.
Residuals natural_residual(const Problem& problem, VectorIn scales, VectorIn r, VectorOut u,
                           Arena& scratch);
Residuals natural_residual(const Problem& problem, VectorIn r);
/// What the global measure knows beside the laws.
struct GlobalBalance {
  double equilibrium = 0.0;  ///< relative error of M v = H r + f
  double driven = 0.0;       ///< f.M^-1 f
};
/// The global measure of whoever holds M and H in another form: laws and W (for the scales) of the
/// reduced problem, u = H^T v + w and r.
Residuals natural_residual(const Problem& reduced, VectorIn w, VectorIn r, VectorIn u,
                           const GlobalBalance& balance, Arena& scratch);
/// The global measure: relative error of M v = H r + f plus relative natural map at u = H^T v + w.
Residuals natural_residual(const GlobalProblem& problem, VectorIn v, VectorIn r);

/// Where there is no solution, reactions grow without bound, and every violation is small relative
/// to them. So the invariant residual lets r and u count up to this multiple of the data (q, and
/// bounds of r where laws have them). Solutions of stacks of 10^3 to 10^4 contacts need 10 to 360
/// times q; beyond the limit they must be more accurate in proportion, for which rounding leaves
/// room up to 10^8 times q at a tolerance of 10^-10.
inline constexpr double max_reaction_growth = 1e2;

/// The norm of r over that of the data, in the unit of the invariant residual; 0 without data.
double reaction_growth(const Problem& problem, VectorIn r, Arena& scratch);

/// d_i of every row, as used by the invariant residual: positive, one value per block of a cone
/// law, one per row of a scalar law. Rows with zero diagonal take their scale from the rows they
/// couple to.
void block_scales(const Problem& problem, VectorOut scales);

/// Checks a proof that no r satisfies the laws (Farkas): y combines rows of u whose sign the laws
/// fix, so that y.u >= 0 for every admissible r, while y.(W r + q) < 0 for every r whose entries
/// stay below a stated bound (1e8 times the natural size of r). Contacts with friction take part by
/// their normal velocity, which is never negative. Returns false if y proves nothing.
bool proves_infeasible(const Problem& problem, VectorIn y, Arena& scratch);

// --- Answer
// ---------------------------------------------------------------------------------------

/// One solver's part in an answer.
struct Attempt {
  std::string_view solver;
  int iterations = 0;
  double residual = infinity;  ///< worst of both residuals at its end
};

struct Solution {
  Vector r, u;  ///< reaction and relative velocity
  Vector v;     ///< velocity (global problems only)
  Status status = Status::numerical_failure;
  std::string_view message;              ///< one sentence in plain words, never empty after a solve
  double residual = infinity;            ///< standard measure
  double residual_invariant = infinity;  ///< unit-invariant measure
  int iterations = 0;                    ///< pivots, sweeps or Newton steps, summed over the path
  double time = 0.0;                     ///< wall time of the solve, s
  std::vector<Attempt> path;             ///< which solvers ran, in order

  bool success() const { return status == Status::solved; }
  /// "solved in 7 iterations, residual 2.1e-16 (invariant 3.0e-16), 12 us, by lemke"
  std::string summary() const;
};

}  // namespace nonsmooth
