// SPDX-License-Identifier: Apache-2.0
// solve(problem, solver): the solver is a small value that holds its own options.
//
//   ns::Solution s = ns::solve(ns::lcp(M, q));                      // Auto: picks, verifies,
//   escalates ns::Solution s = ns::solve(problem, ns::Lemke{.scale = false});
#pragma once

#include "nonsmooth/problem.hpp"
#include "nonsmooth/solvers/admm.hpp"
#include "nonsmooth/solvers/convex_fixed_point.hpp"
#include "nonsmooth/solvers/fixed_point.hpp"
#include "nonsmooth/solvers/interior_point.hpp"
#include "nonsmooth/solvers/nsgs.hpp"
#include "nonsmooth/solvers/pivoting.hpp"
#include "nonsmooth/solvers/projected_gradient.hpp"
#include "nonsmooth/solvers/proximal_newton.hpp"
#include "nonsmooth/solvers/semismooth_newton.hpp"
#include "nonsmooth/solvers/shrink.hpp"
#include "nonsmooth/solvers/solver.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nonsmooth {

/// Chooses by the structure of the problem, verifies, and escalates until the tolerance is met:
/// warm start as it is, then the method that usually wins at this size, then the others, each
/// starting from the best point so far; last an attempt to prove that there is no solution. The
/// table is in src/solvers/README.md; Solution::path says what ran.
struct Auto {
  double tolerance = 1e-10;
  double max_time = 60.0;
  int threads = 1;

  static constexpr std::string_view name = "auto";
  static constexpr auto fields() {
    return Fields{
        field("tolerance", &Auto::tolerance, "accept when both residuals are at most this", 0, 1),
        field("max_time", &Auto::max_time, "give up after this many seconds", 0),
        field("threads", &Auto::threads,
              "for sweeps over large sparse problems; the result does not depend on them", 1, 256)};
  }
};

/// To add a solver: its options header, `run` in one .cpp file, one line here.
using Solver = std::variant<Auto, Lemke, PrincipalPivoting, CaoFerris, Enumeration, Nsgs,
                            SemismoothNewton, InteriorPoint, ProximalNewton, ProjectedGradient,
                            FixedPoint, Admm, ConvexFixedPoint, CustomSolver>;

/// The solver's name: "auto", "lemke", ... A CustomSolver has its own.
std::string_view name(const Solver& solver);
/// Every built-in solver with default options, in the order of the variant.
std::span<const Solver> built_in_solvers();
/// The built-in solver of that name; throws Error naming the nearest one.
Solver solver_by_name(std::string_view name);

/// Why the solver cannot treat the problem; empty if it can.
std::string unsupported_reason(const Solver& solver, const Problem& problem);
/// The built-in solvers that can treat the problem, with default options.
std::vector<Solver> solvers_for(const Problem& problem);

/// Solves from r = 0. Throws Error for data or options that are no problem at all (see validate);
/// any numerical outcome is a status. `status` is `solved` exactly when both residuals of the
/// returned point, computed outside the solver, are at most the solver's tolerance.
[[nodiscard]] Solution solve(const Problem& problem, const Solver& solver = Auto{});
/// The same from the warm start in solution.r (taken as zero if it has another size), and without
/// validation: for repeated solves. Allocates nothing once workspace and solution have grown.
void solve(const Problem& problem, const Solver& solver, Workspace& workspace, Solution& solution);
/// The same for a problem that was stated in another form and reduced to this one. `judge` measures
/// an answer in the form it was stated in, where it may be less accurate: then the reduced problem
/// is solved again, more accurately, from the answer it had. Both must be within the tolerance.
void solve(const Problem& reduced, const Solver& solver, Workspace& workspace, Solution& solution,
           const std::function<Residuals(Solution&)>& judge);
/// Reduces, solves, recovers v, and certifies in the global measure.
[[nodiscard]] Solution solve(const GlobalProblem& problem, const Solver& solver = Auto{});
void solve(const GlobalProblem& problem, const Solver& solver, Workspace& workspace,
           Solution& solution);

/// All different solutions of a small problem (isolated ones, and one point of every connected
/// piece met), each certified. `complete` is false when max_solutions cut the search short.
struct SolutionSet {
  std::vector<Solution> solutions;
  bool complete = true;
};
/// Throws Error if the problem is too large for `options` or has laws that cannot be enumerated.
SolutionSet enumerate(const Problem& problem, const Enumeration& options = {});

}  // namespace nonsmooth
