// SPDX-License-Identifier: Apache-2.0
// Lemke's complementary pivoting for bounded variables.
//
//   w = M z + q + t d,   -w_i in N_[l_i, u_i](z_i)          index i is at its lower bound (z_i =
//   l_i, w_i >= 0), at its upper bound (z_i = u_i, w_i <= 0), or between (w_i = 0, l_i <= z_i <=
//   u_i)
//
// A large t makes the start z = l a solution. The path to t = 0 is piecewise linear; on each piece
// one variable drives. The first event ends the piece: t = 0 (solved), a basic variable meets a
// bound (it leaves, its complement drives next), or the driving z meets its other bound (its w
// drives next). No event: a secondary ray. Free variables are made basic first and never leave.
// Ties are broken by the lexicographic rule, which makes the method finite: q counts as q + (e,
// e^2, ..., e^n) with an infinitesimal e.
//
// Lemke 1965; bounded variables as in Cottle, Pang, Stone, The Linear Complementarity Problem,
// 1992.
#include "solvers/lemke.hpp"

#include "solvers/polish.hpp"
#include "solvers/run.hpp"
#include "solvers/tableau.hpp"

#include "nonsmooth/base/random.hpp"

#include <cmath>

namespace nonsmooth {
namespace {

constexpr double pivot_tolerance = 1e-11;  // relative to the largest entry of the column

class LemkePath {
 public:
  LemkePath(const BoxForm& box, Arena& scratch)
      : box_(box), T_(box, scratch), at_upper_(scratch.array<bool>(box.size)) {
    for (int i = 0; i < box.size; ++i)
      at_upper_[at(i)] = box.lower[i] == -infinity && box.upper[i] < infinity;
  }

  bool eliminate_free();
  void start_from(std::span<const bool> basic);
  void cover(VectorIn d);
  LemkeResult follow(int max_iterations, const Workspace& workspace);
  void point(VectorOut z) const {
    for (int i = 0; i < box_.size; ++i) z[i] = T_.value(T_.z(i));
  }
  void direction(VectorOut ray) const;

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  double low(int variable) const;
  double high(int variable) const;
  bool enter_equation(double threshold);
  bool enter_with_partner(double threshold);
  void enter(int i);
  void leave(int variable, double bound);
  bool raise_t();
  int leaving_variable(double& step) const;
  bool lexicographically_less(int row_a, int row_b) const;
  double perturbation(int row, int j) const;

  const BoxForm& box_;
  Tableau T_;
  std::span<bool> at_upper_;  // the bound at which a non-basic z rests
  int driving_ = -1;          // non-basic variable that moves
  double sign_ = 1.0;         // and the way it moves
  int pivots_ = 0;
};

// Bounds of a basic variable. The w of an equation that could not be eliminated, and of a variable
// fixed by equal bounds, may take any value.
double LemkePath::low(int variable) const {
  if (variable == T_.t()) return 0.0;
  const int i = T_.index(variable);
  if (variable < T_.size()) return box_.lower[i];
  const bool any = box_.is_free(i) || box_.lower[i] == box_.upper[i];
  return any || at_upper_[at(i)] ? -infinity : 0.0;
}

double LemkePath::high(int variable) const {
  if (variable == T_.t()) return infinity;
  const int i = T_.index(variable);
  if (variable < T_.size()) return box_.upper[i];
  const bool any = box_.is_free(i) || box_.lower[i] == box_.upper[i];
  return any || !at_upper_[at(i)] ? infinity : 0.0;
}

// Puts a variable that has just left the basis exactly on its bound.
void LemkePath::leave(int variable, double bound) {
  T_.move(variable, bound - T_.value(variable));
  const int i = T_.index(variable);
  if (variable < T_.size() && variable != T_.t()) at_upper_[at(i)] = bound == box_.upper[i];
}

// Makes z_i basic in place of its own w_i, which goes to zero.
void LemkePath::enter(int i) {
  T_.exchange(T_.w(i), T_.z(i));
  leave(T_.w(i), 0.0);
  ++pivots_;
}

// Exchanges w_f against z_g, f and g free, at the largest entry; false when none is left.
bool LemkePath::enter_equation(double threshold) {
  int equation = -1, unknown = -1;
  double best = threshold;
  for (int g = 0; g < box_.size; ++g) {
    if (!box_.is_free(g) || T_.is_basic(T_.z(g))) continue;
    const auto column = T_.column_entries(T_.column(T_.z(g)));
    for (int f = 0; f < box_.size; ++f) {
      if (!box_.is_free(f) || !T_.is_basic(T_.w(f))) continue;
      if (const double entry = std::abs(column[T_.row(T_.w(f))]); entry > best) {
        best = entry;
        equation = T_.w(f);
        unknown = T_.z(g);
      }
    }
  }
  if (equation < 0) return false;
  T_.exchange(equation, unknown);
  leave(equation, 0.0);
  ++pivots_;
  return true;
}

// Where the free block is singular an inequality s lends its variable: z_s for w_f, then z_g for
// w_s.
bool LemkePath::enter_with_partner(double threshold) {
  int equation = -1, unknown = -1, partner = -1;
  double best = threshold;
  for (int s = 0; s < box_.size; ++s) {
    if (box_.is_free(s) || box_.is_boxed(s) || T_.is_basic(T_.z(s))) continue;
    for (int f = 0; f < box_.size; ++f) {
      if (!box_.is_free(f) || !T_.is_basic(T_.w(f))) continue;
      const double lent = std::abs(T_.entry(T_.row(T_.w(f)), T_.column(T_.z(s))));
      if (lent <= best) continue;
      for (int g = 0; g < box_.size; ++g) {
        if (!box_.is_free(g) || T_.is_basic(T_.z(g))) continue;
        const double back = std::abs(T_.entry(T_.row(T_.w(s)), T_.column(T_.z(g))));
        if (std::min(lent, back) <= best) continue;
        best = std::min(lent, back);
        equation = f;
        unknown = g;
        partner = s;
      }
    }
  }
  if (partner < 0) return false;
  T_.exchange(T_.w(equation), T_.z(partner));
  T_.exchange(T_.w(partner), T_.z(unknown));
  leave(T_.w(equation), 0.0);
  leave(T_.w(partner), 0.0);
  pivots_ += 2;
  return true;
}

// Equations first: their unknowns become basic for good. False if an equation is left that still
// depends on other variables or contradicts itself.
bool LemkePath::eliminate_free() {
  const int n = box_.size;
  const double largest = n == 0 ? 0.0 : box_.M.cwiseAbs().maxCoeff();
  const double threshold = 1e-10 * largest;
  while (enter_equation(threshold) || enter_with_partner(threshold)) {
  }
  for (int f = 0; f < n; ++f) {
    if (!box_.is_free(f) || !T_.is_basic(T_.w(f))) continue;
    for (int j = 0; j < n; ++j) {
      const bool moves = !(box_.is_free(j));
      const int nonbasic = T_.is_basic(T_.z(j)) ? T_.w(j) : T_.z(j);
      if (moves && std::abs(T_.entry(T_.row(T_.w(f)), T_.column(nonbasic))) > threshold)
        return false;
    }
    if (std::abs(T_.value(T_.w(f))) > 1e-10 * (1.0 + box_.q.cwiseAbs().maxCoeff())) return false;
  }
  return true;
}

void LemkePath::start_from(std::span<const bool> basic) {
  for (int i = 0; i < static_cast<int>(basic.size()); ++i) {
    if (!basic[at(i)] || box_.is_free(i) || T_.is_basic(T_.z(i))) continue;
    if (std::abs(T_.entry(T_.row(T_.w(i)), T_.column(T_.z(i)))) > 1e-8) enter(i);
  }
  // a two-sided variable outside its bounds cannot be covered: back to the bound it passed
  for (int i = 0; i < box_.size; ++i) {
    if (!box_.is_boxed(i) || !T_.is_basic(T_.z(i))) continue;
    const double value = T_.value(T_.z(i));
    if (value >= box_.lower[i] && value <= box_.upper[i]) continue;
    if (!(std::abs(T_.entry(T_.row(T_.z(i)), T_.column(T_.w(i)))) > 1e-12)) continue;
    T_.exchange(T_.z(i), T_.w(i));
    leave(T_.z(i), value < box_.lower[i] ? box_.lower[i] : box_.upper[i]);
    ++pivots_;
  }
}

// The column of t: every basic variable is pushed towards the inside of its bounds.
void LemkePath::cover(VectorIn d) {
  for (int r = 0; r < box_.size; ++r) {
    const int variable = T_.basic(r);
    const bool below = low(variable) > -infinity, above = high(variable) < infinity;
    T_.set_covering(r, below == above ? 0.0
                       : below        ? d[T_.index(variable)]
                                      : -d[T_.index(variable)]);
  }
}

// Raises t from zero to the least value at which every basic variable is within its bounds; the
// last one to come in leaves the basis for t. Returns false if none was outside.
bool LemkePath::raise_t() {
  const int n = box_.size, c = T_.column(T_.t());
  double largest = 0.0;
  int last = -1;
  for (int r = 0; r < n; ++r) {
    const int variable = T_.basic(r);
    const double outside =
        std::max(low(variable) - T_.value(variable), T_.value(variable) - high(variable));
    const double d = std::abs(T_.entry(r, c));
    if (!(outside > 0.0) || d == 0.0) continue;
    if (last < 0 || outside / d > largest) {
      largest = outside / d;
      last = variable;
    }
  }
  if (last < 0) return false;
  const double bound = T_.value(last) < low(last) ? low(last) : high(last);
  T_.move(T_.t(), largest);
  T_.exchange(last, T_.t());
  leave(last, bound);
  ++pivots_;
  driving_ = T_.complement(last);
  return true;
}

double LemkePath::perturbation(int row, int j) const {
  const int w = T_.w(j);
  if (box_.is_free(j)) return 0.0;
  if (T_.is_basic(w)) return T_.row(w) == row ? 1.0 : 0.0;
  return -T_.entry(row, T_.column(w));
}

bool LemkePath::lexicographically_less(int a, int b) const {
  const int c = T_.column(driving_);
  const double rate_a = -sign_ * T_.entry(a, c), rate_b = -sign_ * T_.entry(b, c);
  for (int j = 0; j < box_.size; ++j) {
    const double key_a = perturbation(a, j) / rate_a, key_b = perturbation(b, j) / rate_b;
    if (std::abs(key_a - key_b) > 1e-12 * (std::abs(key_a) + std::abs(key_b))) return key_a < key_b;
  }
  return a < b;
}

// The basic variable that meets a bound first, or -1.
int LemkePath::leaving_variable(double& step) const {
  const int n = box_.size, c = T_.column(driving_);
  const auto column = T_.column_entries(c);
  const double threshold = pivot_tolerance * std::max(column.cwiseAbs().maxCoeff(), 1e-300);
  const auto ratio_of = [&](int r) {
    const double rate = sign_ * column[r];
    if (!(std::abs(rate) > threshold)) return infinity;
    const int variable = T_.basic(r);
    const double bound = rate < 0.0 ? low(variable) : high(variable);
    return std::max(0.0, (bound - T_.value(variable)) / rate);
  };
  step = infinity;
  for (int r = 0; r < n; ++r) step = std::min(step, ratio_of(r));
  if (step == infinity) return -1;
  // t leaves whenever it can; among the other ties the lexicographic rule decides
  const double tie = step + 1e-12 * (1.0 + step);
  int best = -1;
  for (int r = 0; r < n; ++r) {
    if (ratio_of(r) > tie) continue;
    if (T_.basic(r) == T_.t()) return T_.t();
    if (best < 0 || lexicographically_less(r, best)) best = r;
  }
  return T_.basic(best);
}

LemkeResult LemkePath::follow(int max_iterations, const Workspace& workspace) {
  if (!raise_t()) return {LemkeEnd::solved, pivots_};
  while (pivots_ < max_iterations) {
    if (pivots_ % 16 == 0 && workspace.expired()) return {LemkeEnd::max_time, pivots_};
    // z leaves its bound, or w leaves zero, to the side on which the pair may be
    const int i = T_.index(driving_);
    sign_ = at_upper_[at(i)] ? -1.0 : 1.0;
    double step = infinity;
    const int leaving = leaving_variable(step);
    const double range = driving_ < T_.size() ? box_.upper[i] - box_.lower[i] : infinity;
    if (range < infinity && range <= step) {
      // the driving z crosses its box: no exchange, its w takes over
      T_.move(driving_, sign_ * range);
      leave(driving_, sign_ > 0.0 ? box_.upper[i] : box_.lower[i]);
      driving_ = T_.complement(driving_);
      ++pivots_;
      continue;
    }
    if (leaving < 0) return {LemkeEnd::ray, pivots_};
    const bool falls = sign_ * T_.entry(T_.row(leaving), T_.column(driving_)) < 0.0;
    const double bound = falls ? low(leaving) : high(leaving);
    T_.move(driving_, sign_ * step);
    T_.exchange(leaving, driving_);
    leave(leaving, bound);
    ++pivots_;
    if (leaving == T_.t()) return {LemkeEnd::solved, pivots_};
    driving_ = T_.complement(leaving);
  }
  return {LemkeEnd::max_iterations, pivots_};
}

void LemkePath::direction(VectorOut ray) const {
  const int c = T_.column(driving_);
  for (int i = 0; i < box_.size; ++i) {
    const int variable = T_.z(i);
    ray[i] = T_.is_basic(variable)  ? sign_ * T_.entry(T_.row(variable), c)
             : variable == driving_ ? sign_
                                    : 0.0;
  }
}

}  // namespace

LemkeResult lemke_pivots(const BoxForm& box, VectorIn d, std::span<const bool> basic,
                         int max_iterations, VectorOut z, VectorOut ray, Workspace& workspace) {
  const Arena::Scope scope(workspace.arena);
  LemkePath path(box, workspace.arena);
  ray.setZero();
  if (!path.eliminate_free()) {
    path.point(z);
    return {LemkeEnd::singular_equations, 0};
  }
  path.start_from(basic);
  path.cover(d);
  const LemkeResult result = path.follow(max_iterations, workspace);
  path.point(z);
  if (result.end == LemkeEnd::ray) path.direction(ray);
  return result;
}

Outcome outcome_of(const LemkeResult& result) {
  switch (result.end) {
    case LemkeEnd::solved: return {Status::solved, "", result.pivots};
    case LemkeEnd::max_iterations:
      return {Status::max_iterations, "the pivot limit was reached", result.pivots};
    case LemkeEnd::max_time:
      return {Status::max_time, "the time budget was used up", result.pivots};
    case LemkeEnd::singular_equations:
      return {Status::numerical_failure, "the equations are singular and could not be eliminated",
              result.pivots};
    case LemkeEnd::ray: break;
  }
  return {Status::numerical_failure,
          "ended on a secondary ray, which proves nothing for this matrix", result.pivots};
}

std::string_view obstacle(const Lemke&, const Problem& problem) {
  return box_form_obstacle(problem);
}

Outcome run(const Lemke& options, const Problem& problem, Workspace& workspace, VectorOut r) {
  Arena& scratch = workspace.arena;
  const Arena::Scope scope(scratch);
  const BoxForm box = make_box_form(problem, scratch);
  const Equilibrated scaled =
      options.scale ? equilibrate(box, scratch) : Equilibrated{box, box.q, box.q};
  const int n = box.size;
  VectorMap z = scratch.vector(n), ray = scratch.vector(n), d = scratch.vector(n);
  auto basic = scratch.array<bool>(n);
  from_reaction(box, r, z);
  for (int i = 0; i < n; ++i)
    basic[static_cast<std::size_t>(i)] = z[i] > box.lower[i] && z[i] < box.upper[i];
  d.setOnes();
  if (options.covering_seed != 0) {
    Random random(static_cast<std::uint64_t>(options.covering_seed));
    for (int i = 0; i < n; ++i) d[i] = random.uniform(0.1, 10.0);
  }
  const LemkeResult result =
      lemke_pivots(scaled.box, d, basic, options.max_iterations, z, ray, workspace);
  if (options.scale) z = z.cwiseProduct(scaled.columns);
  polish(box, z, scratch);
  to_reaction(box, z, r);
  // along a ray of a copositive-plus problem the direction of z is itself the proof
  if (result.end == LemkeEnd::ray && box.identity) {
    if (options.scale) ray = ray.cwiseProduct(scaled.rows);
    if (proves_infeasible(problem, ray, scratch))
      return {Status::infeasible, "a secondary ray proves that there is no solution",
              result.pivots};
  }
  return outcome_of(result);
}

}  // namespace nonsmooth
