// SPDX-License-Identifier: Apache-2.0
// The ladder. Every rung starts from the point named beside it, is judged by the certificate, and
// only a better point replaces the best one; the first point within the tolerance ends the climb.
//
//   first                                  the active set of the warm start; one block alone
//   scalar and polyhedral laws, dense      small: pivoting; large: a few sweeps, block pivoting
//   scalar laws, block-sparse and large    sweeps, then sparse Newton and interior point
//   round or user laws                     accelerated sweeps, projected gradients, at rest the
//                                          associated problem, proximal Newton, interior point;
//                                          before, a few contacts in the plane: pivoting
//
// then, for the dense family, a search for a proof of infeasibility, Newton-FB unscaled and scaled,
// Newton-min, interior point, other covering vectors, random starts, enumeration. The order follows
// what solved which of the public problem files (src/solvers/README.md).
#include "nonsmooth/base/random.hpp"
#include "solvers/active_set.hpp"
#include "solvers/box_form.hpp"
#include "solvers/infeasibility.hpp"
#include "solvers/run.hpp"

#include <cmath>
#include <limits>

namespace nonsmooth {
namespace {

constexpr int pivoting_limit = 16;  // up to here plain Lemke is the fastest start
constexpr int sweeping_limit = 64;  // from here on a few sweeps pay for themselves
constexpr int sparse_limit = 300;   // above it a block-sparse W stays sparse as long as it can
constexpr int dense_limit = 4000;   // largest size a dense copy of W is made for
// friction: rows from which interior points precede proximal steps, and where factors hardly fill
constexpr int interior_point_limit = 1500, interior_point_limit_plane = 10000;
constexpr int plane_neighbours = 10;  // blocks in a row of W: disks, but not bricks, have fewer
constexpr double rest_slip = 1e-2;    // slip against q, below which nothing may slide
constexpr double flowing_slip = 0.5;  // the same, above which most does: chutes 0.95, piles 0.2
constexpr double rest_gain = 1e-2;    // what of the residual is left where nothing slides
constexpr int slow_pivoting_limit = 1500;  // largest size Lemke is tried at

class Ladder {
 public:
  /// `iterations` were spent before.
  Ladder(const Auto& options, const Problem& problem, Workspace& workspace, Judge& judge,
         VectorIn start, int iterations)
      : options_(options),
        problem_(problem),
        workspace_(workspace),
        judge_(judge),
        start_(workspace.arena.vector(problem.size())),
        trial_(workspace.arena.vector(problem.size())),
        sound_(workspace.arena.vector(problem.size())),
        sound_residual_(judge.worst()),
        warm_(!start.isZero(0.0)),
        iterations_(iterations) {
    start_ = start;
    sound_ = judge.r();
  }

  Outcome climb() {
    if (!polyhedral_obstacle(problem_).empty()) {
      if (problem_.size() <= pivoting_limit && box_form_obstacle(problem_).empty()) climb_plane();
      climb_round();
    } else {
      if (!problem_.W.is_dense() && problem_.size() > sparse_limit) climb_sparse();
      if (problem_.size() <= dense_limit) climb_dense();
    }
    return finish();
  }

 private:
  enum class From { start, best, zero };

  bool solved() const { return judge_.worst() <= options_.tolerance; }
  bool ended() const { return solved() || infeasible_ || workspace_.expired(); }

  // One rung. Returns true when the climb is over.
  template <class Options>
  bool attempt(Options options, From from) {
    if (from == From::zero)
      trial_.setZero();
    else
      trial_ = from == From::best ? sound_ : start_;
    return attempt_from_trial(options);
  }

  template <class Options>
  bool attempt_from_trial(Options options) {
    if (ended()) return true;
    if (!obstacle(options, problem_).empty()) return false;
    options.tolerance = options_.tolerance;
    const Outcome outcome = run(options, problem_, workspace_, trial_);
    iterations_ += outcome.iterations;
    const double residual = judge_.offer(trial_);
    judge_.note({Options::name, outcome.iterations, residual});
    if (!std::is_same_v<Options, InteriorPoint> || !runs_away(trial_)) build_on(trial_, residual);
    if (outcome.status == Status::infeasible && !solved()) {
      infeasible_ = true;
      message_ = outcome.message;
    }
    return ended();
  }

  // The point that later rungs start from. Where r may grow without changing u, an interior point
  // drifts far out along such a direction: its residual, relative to r, is small there, but no
  // method finds back from it.
  void build_on(VectorIn r, double residual) {
    if (!(residual < sound_residual_)) return;
    sound_ = r;
    sound_residual_ = residual;
  }
  bool runs_away(VectorIn r) const {
    return reaction_growth(problem_, r, workspace_.arena) > 10.0 * max_reaction_growth;
  }

  void climb_dense() {
    const int n = problem_.size();
    if (has_polytope() && attempt(CaoFerris{}, From::start)) return;
    // sweeps find most of the active set at the price of a few products
    if (n > sweeping_limit && attempt(Nsgs{.max_iterations = warm_ ? 1 : 5}, From::start)) return;
    if (n > pivoting_limit && attempt(PrincipalPivoting{.max_iterations = 30}, From::best)) return;
    if (n <= slow_pivoting_limit && attempt(Lemke{}, From::start)) return;
    if (n <= slow_pivoting_limit / 2 && find_infeasibility_proof(problem_, workspace_)) {
      infeasible_ = true;
      message_ = "a combination of the rows proves that there is no solution";
      return;
    }
    if (attempt(SemismoothNewton{.scale = false}, From::zero)) return;
    if (attempt(SemismoothNewton{}, From::zero)) return;
    if (attempt(SemismoothNewton{.map = NewtonMap::natural}, From::zero)) return;
    if (attempt(SemismoothNewton{.map = NewtonMap::natural}, From::best)) return;
    if (attempt(InteriorPoint{}, From::zero)) return;
    if (n <= slow_pivoting_limit) {
      if (attempt(Lemke{.scale = false}, From::zero)) return;
      for (int seed = 1; seed <= 8; ++seed)
        if (attempt(Lemke{.covering_seed = seed}, From::zero)) return;
    }
    if (attempt(Enumeration{.max_size = 10}, From::zero)) return;
    climb_random_starts();
    if (!ended()) attempt(Enumeration{.max_size = 14}, From::zero);
  }

  void climb_random_starts() {
    // natural size of a reaction: what q asks of the diagonal
    Random random(20261115);
    VectorMap size = workspace_.arena.vector(problem_.size());
    block_scales(problem_, size);
    size = problem_.q.cwiseAbs().maxCoeff() * size.cwiseInverse();
    for (int k = 0; k < 12; ++k) {
      const double factor = std::pow(10.0, random.uniform(-3.0, 1.0));
      for (int i = 0; i < problem_.size(); ++i) trial_[i] = factor * size[i] * random.uniform();
      if (attempt_from_trial(SemismoothNewton{.scale = k % 2 == 0})) return;
    }
  }

  void climb_sparse() {
    if (attempt(Nsgs{.max_iterations = 50}, From::start)) return;
    if (attempt(SemismoothNewton{.map = NewtonMap::natural}, From::best)) return;
    if (attempt(SemismoothNewton{}, From::best)) return;
    if (attempt(InteriorPoint{}, From::zero)) return;
    if (attempt(SemismoothNewton{.map = NewtonMap::natural}, From::best)) return;
    attempt(Nsgs{.max_iterations = 20000}, From::best);
  }

  // A few contacts in the plane. Enumeration can prove that there is no solution, so nothing that
  // might let a reaction grow without bound and call that one comes before it.
  void climb_plane() {
    if (attempt(Lemke{}, From::start)) return;
    for (int seed = 1; seed <= 4; ++seed)
      if (attempt(Lemke{.covering_seed = seed}, From::zero)) return;
    attempt(Enumeration{.max_size = 14}, From::zero);
  }

  void climb_round() {
    const SweepOrder fastest = problem_.W.is_dense() ? SweepOrder::forward : SweepOrder::coloured;
    // the fastest where they converge; they say themselves when they do not, and the fewer the
    // rows, the later another method could have paid for its preparation
    const int patience = problem_.size() < 1000 ? 1000 : 300;
    if (attempt(Nsgs{.max_iterations = 2000,
                     .order = fastest,
                     .anderson = 10,
                     .threads = options_.threads,
                     .patience = patience},
                From::start))
      return;
    if (climb_gradients()) return;
    if (climb_at_rest()) return;
    // once the modes are right a few Newton steps end it; where factors are cheap, proximal steps
    // are done before the path of the interior point has begun, and where most contacts slide that
    // path is long, or ends nowhere
    const int limit = has_cheap_factors() ? interior_point_limit_plane : interior_point_limit;
    const int steps = problem_.size() < limit || slip_share() > flowing_slip ? 40 : 1;
    if (attempt(ProximalNewton{.max_iterations = steps, .inner_sweeps = 40}, From::best)) return;
    if (find_contact_proof(problem_, trial_, workspace_)) {
      infeasible_ = true;
      message_ = "a combination of normal velocities proves that there is no solution";
      return;
    }
    if (attempt(InteriorPoint{}, From::zero)) return;
    // settled piles: linear creep until the modes are right
    if (attempt(ProximalNewton{.max_iterations = 1000, .first_sweeps = 500}, From::best)) return;
    if (attempt(SemismoothNewton{.max_iterations = 60, .map = NewtonMap::alart_curnier},
                From::zero))
      return;
    if (attempt(ProjectedGradient{.max_iterations = 20000}, From::best)) return;
    // reactions that grow without bound would do so for all of them
    if (runs_away(sound_)) return;
    attempt(Nsgs{.max_iterations = 1000000, .order = SweepOrder::random}, From::best);
  }

  bool has_cheap_factors() const {
    if (problem_.W.is_dense()) return false;
    const BlockSparse& W = problem_.W.blocks();
    return W.uniform_size() == 2 && W.block_count() < plane_neighbours * W.block_rows();
  }

  // Walls on which sweeps creep: one product per step, and rank does not matter. After 100, 200 and
  // 400 steps: is the tolerance within reach at the rate of the last ones?
  bool climb_gradients() {
    const double patience = problem_.size() < 1000 ? 1000.0 : 500.0;
    for (int steps = 100; steps <= 800; steps *= 2) {
      const double before = judge_.residuals().invariant;
      if (attempt(ProjectedGradient{.max_iterations = steps}, From::best)) return true;
      const double decades = std::log10(before / judge_.residuals().invariant) / steps;
      if (!(patience * decades >= std::log10(judge_.residuals().invariant / options_.tolerance)))
        return false;
    }
    return false;
  }

  // Where nothing slides friction is associated: the reactions minimise r.W r / 2 + q.r on the
  // cones, which an interior point finds from anywhere, however hyperstatic the pile.
  bool climb_at_rest() {
    if (!(slip_share() < rest_slip)) return false;
    Problem associated = problem_;
    for (AnyLaw& law : associated.laws)
      if (const auto* cone = law.get_if<SecondOrderCone>(); cone != nullptr)
        law = SecondOrderCone{cone->dimension, cone->mu, 0.0};
    trial_.setZero();
    const InteriorPoint convex{.tolerance = options_.tolerance};
    const Outcome outcome = run(convex, associated, workspace_, trial_);
    iterations_ += outcome.iterations;
    const double residual = judge_.offer(trial_);
    judge_.note({"associated", outcome.iterations, residual});
    // either nothing slid and this is the answer up to a polish, or it is of no use
    if (residual < rest_gain * sound_residual_) build_on(trial_, residual);
    return ended();
  }

  // slip against what q would cause; of cones with rolling or other laws nothing is known
  double slip_share() const {
    double slip = 0.0, free = 0.0;
    int row = 0;
    for (const AnyLaw& law : problem_.laws) {
      const int n = law.size();
      const auto* cone = law.get_if<SecondOrderCone>();
      if (cone == nullptr && !law.scalar()) return not_known;
      if (cone != nullptr) slip += judge_.u().segment(row + 1, n - 1).squaredNorm();
      free += problem_.q.segment(row, n).squaredNorm();
      row += n;
    }
    return std::sqrt(slip / free);
  }
  static constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

  bool has_polytope() const {
    for (const AnyLaw& law : problem_.laws)
      if (law.get_if<Polytope>() != nullptr) return true;
    return false;
  }

  Outcome finish() {
    if (solved()) return {Status::solved, "", iterations_};
    if (infeasible_) return {Status::infeasible, message_, iterations_};
    if (workspace_.expired()) return {Status::max_time, "the time budget was used up", iterations_};
    return {Status::max_iterations, "no method reached the tolerance", iterations_};
  }

  const Auto& options_;
  const Problem& problem_;
  Workspace& workspace_;
  Judge& judge_;
  VectorMap start_, trial_, sound_;
  double sound_residual_;
  bool warm_ = false, infeasible_ = false;
  std::string_view message_;
  int iterations_ = 0;
};

// What most time steps of small systems need: the active set of the step before, or one block
// alone.
class Guess {
 public:
  Guess(const Problem& problem, Workspace& workspace, Judge& judge)
      : problem_(problem), workspace_(workspace), judge_(judge) {}

  /// Whether the start of a small problem is too far off to be worth measuring first.
  bool comes_first(double tolerance) const {
    return problem_.size() <= small_active_set && fits_active_set(problem_) &&
           clearly_violated(problem_, judge_.r(), tolerance);
  }
  /// Offers the guess; returns the iterations it took.
  int make() {
    const Arena::Scope scope(workspace_.arena);
    VectorMap trial = workspace_.arena.vector(problem_.size());
    trial = judge_.r();
    if (fits_active_set(problem_)) {
      const ActiveSetEnd end = find_active_set(problem_, judge_.r(), workspace_, trial);
      judge_.note({"active_set", end.iterations, judge_.offer(trial)});
      return end.iterations;
    }
    if (problem_.laws.size() != 1 || !problem_.W.is_dense() ||
        !problem_.laws[0].solve_block(problem_.W.dense(), problem_.q, trial, workspace_.arena))
      return 0;
    judge_.note({"one_block", 1, judge_.offer(trial)});
    return 1;
  }

 private:
  const Problem& problem_;
  Workspace& workspace_;
  Judge& judge_;
};

}  // namespace

std::string_view obstacle(const Auto&, const Problem&) { return {}; }

Outcome run(const Auto& options, const Problem& problem, Workspace& workspace, Judge& judge) {
  const Arena::Scope scope(workspace.arena);
  const auto solved = [&] { return judge.worst() <= options.tolerance; };
  VectorMap start = workspace.arena.vector(problem.size());
  start = judge.r();
  int guesses = 0;
  Guess guess(problem, workspace, judge);
  if (guess.comes_first(options.tolerance)) {
    guesses = guess.make();
    if (!solved()) judge.offer(start);
  } else {
    judge.measure_start();
    if (!solved()) guesses = guess.make();
  }
  if (solved()) return {Status::solved, "", guesses};

  const Workspace::Clock::time_point outer = workspace.deadline;
  workspace.deadline = std::min(outer, Workspace::after(options.max_time));
  const Outcome outcome = Ladder(options, problem, workspace, judge, start, guesses).climb();
  workspace.deadline = outer;
  return outcome;
}

}  // namespace nonsmooth
