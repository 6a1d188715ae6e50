// SPDX-License-Identifier: Apache-2.0
// solve: dispatch to the solver, then the certificate. This is the only place where `solved` is
// said.
#include "solvers/run.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/linalg/factorization.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>

namespace nonsmooth {
namespace {

double tolerance_of(const Solver& solver) {
  return std::visit([](const auto& options) { return options.tolerance; }, solver);
}

void validate_options(const Solver& solver) {
  std::visit(
      []<class Options>(const Options& options) {
        if constexpr (HasFields<Options>) {
          const std::vector<std::string> complaints = validate(options);
          if (!complaints.empty())
            throw Error(std::string(Options::name) + ": " + complaints.front());
        } else {
          if (!options.run) throw Error("custom solver '" + options.name + "': run is empty");
        }
      },
      solver);
}

struct Judged {
  Outcome outcome;
  Residuals residuals;  // of solution.r; solution.u is the velocity they were computed with
};

Judged judge_again(const Problem& problem, Workspace& workspace, Solution& solution,
                   const Outcome& outcome) {
  // what a solver leaves behind after a breakdown must still be numbers
  if (solution.r.size() != problem.size() || !solution.r.allFinite())
    solution.r.setZero(problem.size());
  solution.u.resize(problem.size());
  return {outcome, natural_residual(problem, solution.r, solution.u, workspace.arena)};
}

Judged dispatch(const Solver& solver, const Problem& problem, Workspace& workspace,
                Solution& solution) {
  if (const Auto* options = std::get_if<Auto>(&solver); options != nullptr) {
    Judge judge(problem, solution, workspace.arena);
    const Outcome outcome = run(*options, problem, workspace, judge);
    return {outcome, judge.residuals()};
  }
  const Outcome outcome = std::visit(
      [&]<class Options>(const Options& options) -> Outcome {
        if (const std::string_view reason = obstacle(options, problem); !reason.empty())
          return {Status::unsupported, reason, 0};
        if constexpr (std::is_same_v<Options, Auto>) {
          return {};  // above
        } else if constexpr (std::is_same_v<Options, CustomSolver>) {
          const Status claim = options.run(problem, workspace, solution);
          return {claim, "the custom solver said so", solution.iterations};
        } else {
          const Outcome end = run(options, problem, workspace, solution.r);
          solution.path.push_back({Options::name, end.iterations, infinity});
          return end;
        }
      },
      solver);
  return judge_again(problem, workspace, solution, outcome);
}

template <class Value>
std::string text_of(const Value& value) {
  if constexpr (std::is_enum_v<Value>)
    return std::string(enum_names(value)[static_cast<std::size_t>(value)]);
  else if constexpr (std::is_same_v<Value, bool>)
    return value ? "true" : "false";
  else if constexpr (std::is_integral_v<Value>)
    return std::to_string(value);
  else {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", value);
    // the short form where it says the same
    char rounded[32];
    std::snprintf(rounded, sizeof rounded, "%g", value);
    return std::strtod(rounded, nullptr) == value ? rounded : text;
  }
}

// "tolerance 1e-10, max_time 60"
std::string options_text(const Solver& solver) {
  std::string list;
  std::visit(
      [&]<class Options>(const Options& options) {
        if constexpr (HasFields<Options>)
          for_each_field<Options>([&](const auto& field) {
            list += (list.empty() ? "" : ", ") + std::string(field.name) + " " +
                    text_of(options.*field.member);
          });
      },
      solver);
  return list;
}

// Keeps the warm start while the solver works, and the flight afterwards. The recorder is out of
// sight in between, so that a solve within the solve is not recorded as one of its own.
class Recording {
 public:
  Recording(Workspace& workspace, const Solution& solution, int size)
      : workspace_(workspace), recorder_(workspace.recorder) {
    if (recorder_ == nullptr) return;
    workspace.recorder = nullptr;
    if (solution.r.size() == size && solution.r.allFinite())
      workspace.recorded_start = solution.r;
    else
      workspace.recorded_start.setZero(size);
  }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
  ~Recording() {
    if (recorder_ != nullptr) workspace_.recorder = recorder_;
  }
  template <class AnyProblem>
  void end(const AnyProblem& problem, const Solver& solver, const Solution& solution) {
    if (recorder_ != nullptr && recorder_->wants(solution))
      recorder_->keep(
          {&problem, workspace_.recorded_start, name(solver), options_text(solver), solution});
  }

 private:
  Workspace& workspace_;
  FlightRecorder* recorder_;
};

// Judges solution.r and sets everything that depends on the judgement.
void certify(Solution& solution, const Residuals& residuals, double tolerance,
             const Outcome& outcome) {
  solution.residual = residuals.standard;
  solution.residual_invariant = residuals.invariant;
  solution.iterations = outcome.iterations;
  if (!solution.path.empty() && solution.path.back().residual == infinity)
    solution.path.back().residual = residuals.worst();
  if (residuals.worst() <= tolerance) {
    solution.status = Status::solved;
    solution.message = residuals.by == Judgement::both
                           ? "both residuals are within the tolerance"
                           : "the invariant residual is within the tolerance";
  } else if (outcome.status == Status::solved) {
    solution.status = Status::numerical_failure;
    solution.message = "the solver ended, but the residual is above the tolerance";
  } else {
    solution.status = outcome.status;
    solution.message = outcome.message;
  }
}

// Reactions far beyond what the data call for (ten times what the residual lets count) are the
// usual sign that there is no solution. Which limit came first stays the status.
void name_divergence(const Problem& problem, Workspace& workspace, Solution& solution) {
  if (solution.success() || solution.status == Status::infeasible ||
      solution.status == Status::unsupported ||
      reaction_growth(problem, solution.r, workspace.arena) < 10.0 * max_reaction_growth)
    return;
  solution.message = "the reactions grow without bound: there may be no solution";
}

}  // namespace

std::string_view obstacle(const CustomSolver&, const Problem&) { return {}; }

std::string_view name(const Solver& solver) {
  return std::visit([](const auto& options) -> std::string_view { return options.name; }, solver);
}

std::span<const Solver> built_in_solvers() {
  constexpr std::size_t count = std::variant_size_v<Solver> - 1;  // all but CustomSolver
  static const std::array<Solver, count> solvers{Auto{},
                                                 Lemke{},
                                                 PrincipalPivoting{},
                                                 CaoFerris{},
                                                 Enumeration{},
                                                 Nsgs{},
                                                 SemismoothNewton{},
                                                 InteriorPoint{},
                                                 ProximalNewton{},
                                                 ProjectedGradient{},
                                                 FixedPoint{},
                                                 Admm{},
                                                 ConvexFixedPoint{}};
  return solvers;
}

Solver solver_by_name(std::string_view wanted) {
  std::vector<std::string_view> names;
  for (const Solver& solver : built_in_solvers()) {
    if (name(solver) == wanted) return solver;
    names.push_back(name(solver));
  }
  throw Error(unknown_name_message("solver", wanted, names));
}

std::string unsupported_reason(const Solver& solver, const Problem& problem) {
  return std::string(
      std::visit([&](const auto& options) { return obstacle(options, problem); }, solver));
}

std::vector<Solver> solvers_for(const Problem& problem) {
  std::vector<Solver> fitting;
  for (const Solver& solver : built_in_solvers())
    if (unsupported_reason(solver, problem).empty()) fitting.push_back(solver);
  return fitting;
}

void solve(const Problem& problem, const Solver& solver, Workspace& workspace, Solution& solution) {
  const auto began = std::chrono::steady_clock::now();
  const Arena::Scope scope(workspace.arena);
  Recording recording(workspace, solution, problem.size());
  if (solution.r.size() != problem.size() || !solution.r.allFinite())
    solution.r.setZero(problem.size());
  solution.u.resize(problem.size());
  solution.path.clear();
  solution.iterations = 0;
  const Judged judged = dispatch(solver, problem, workspace, solution);
  certify(solution, judged.residuals, tolerance_of(solver), judged.outcome);
  name_divergence(problem, workspace, solution);
  solution.time = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  recording.end(problem, solver, solution);
}

Solution solve(const Problem& problem, const Solver& solver) {
  validate(problem);
  validate_options(solver);
  Workspace workspace;
  Solution solution;
  solve(problem, solver, workspace, solution);
  return solution;
}

Solution solve(const GlobalProblem& problem, const Solver& solver) {
  validate_options(solver);
  Workspace workspace;
  Solution solution;
  solve(problem, solver, workspace, solution);
  return solution;
}

void solve(const Problem& reduced, const Solver& solver, Workspace& workspace, Solution& solution,
           const std::function<Residuals(Solution&)>& judge) {
  const double tolerance = tolerance_of(solver);
  Solver tighter = solver;
  for (int pass = 0; pass < 3; ++pass) {
    solve(reduced, tighter, workspace, solution);
    const bool reduced_solved = solution.success();
    const Residuals residuals = judge(solution);
    certify(solution, residuals, tolerance,
            {solution.status, solution.message, solution.iterations});
    if (solution.success() || !reduced_solved) break;
    const double share = std::clamp(0.1 * tolerance / residuals.worst(), 1e-3, 0.1);
    std::visit([&](auto& options) { options.tolerance *= share; }, tighter);
  }
}

void solve(const GlobalProblem& problem, const Solver& solver, Workspace& workspace,
           Solution& solution) {
  const auto began = std::chrono::steady_clock::now();
  Recording recording(workspace, solution, problem.size());
  const Problem reduced = reduce(problem);
  SparseFactorization factorization(MatrixClass::general);
  const bool regular = problem.f.size() > 0 && factorization.factorize(problem.M);
  solve(reduced, solver, workspace, solution, [&](Solution& found) {
    // M v = H r + f, with one step of refinement: masses may differ by many decades
    const Vector impulse = problem.H * found.r + problem.f;
    found.v = Vector::Zero(impulse.size());
    for (int step = 0; step < 2 && regular; ++step) {
      Vector correction = impulse - problem.M * found.v;
      factorization.solve(correction, correction);
      found.v += correction;
    }
    found.u = problem.H.transpose() * found.v + problem.w;
    return natural_residual(problem, found.v, found.r);
  });
  solution.time = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  recording.end(problem, solver, solution);
}

}  // namespace nonsmooth
