// SPDX-License-Identifier: Apache-2.0
// Every law here is a box per row. With the held rows S, those with feedthrough (D row not zero)
// give D_SS lambda_S = -(C x + e + D lambda)_S, the others are differentiated once:
// C_S B_S lambda_S = -(C (f + B lambda) + e')_S. A mode is one of {held, lower, upper} per row.
#include "nonsmooth/schemes/located_switches.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/model/layout.hpp"
#include "nonsmooth/problem.hpp"
#include "schemes/small_inverse.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

constexpr double held = 0.0, lower = -1.0, upper = 1.0;  // modes, as stored in State::memory
constexpr double singular = 1e-13;                       // pivots, relative to the largest

class SwitchStepper final : public Stepper {
 public:
  SwitchStepper(const LocatedSwitches& options, const Model& model)
      : options_(options), model_(model), layout_(model) {
    const int n = layout_.x_count, m = layout_.row_count;
    if (layout_.q_count > 0) refuse("a mechanical system; event_driven treats those");
    for (const System& system : model.systems())
      if (!std::get<FirstOrder>(system).E.empty())
        refuse("a system with E; euler_moreau treats it");
    B_ = Matrix::Zero(n, m);
    C_ = Matrix::Zero(m, n);
    D_ = Matrix::Zero(m, m);
    low_ = Vector::Zero(m);
    high_ = Vector::Zero(m);
    for (std::size_t i = 0; i < model.interactions().size(); ++i) place(i);
    differentiated_.resize(static_cast<std::size_t>(m));
    for (int i = 0; i < m; ++i)
      differentiated_[static_cast<std::size_t>(i)] = D_.row(i).cwiseAbs().maxCoeff() == 0.0;
    for (Vector* v : {&k1_, &k2_, &k3_, &k4_, &stage_, &x1_, &drift_}) *v = Vector::Zero(n);
    for (Vector* v : {&lambda_, &y_, &mode_, &scale_y_, &scale_l_, &g0_, &g1_, &g_, &e_, &de_,
                      &later_, &earlier_, &rhs_, &solved_, &off_})
      *v = Vector::Zero(m);
    inverse_ = projection_ = Matrix::Zero(m, m);
    back_ = Matrix::Zero(n, m);
    exchanged_.resize(static_cast<std::size_t>(m));
    held_rows_.reserve(static_cast<std::size_t>(m));
    kept_.reserve(static_cast<std::size_t>(m));
    fired_.assign(static_cast<std::size_t>(m), false);
    problem_ = Problem{Delassus(Matrix::Identity(m, m)), -Vector::Ones(m), {Box{low_, high_}}};
    solution_.r = Vector::Zero(m);
    // solvers take their memory at the first solve, which may be long after the first steps
    if (m > 0) solve(problem_, Auto{}, workspace_, solution_);
  }

  double nominal_step() const override { return options_.step; }

  void start(State& state) override {
    if (state.step == 0) state.origin = state.t;
    if (state.memory.size() != 3 * mode_.size()) {
      mode_.setZero();
      scale_y_.setZero();
      scale_l_.setZero();
      fired_.assign(differentiated_.size(), true);
      first_choice_ = true;
      (void)choose(state.t, state.x);
      first_choice_ = false;
    } else {
      recall(state);
    }
    (void)factorize();
    record(state);
  }

  StepReport step(State& state, double) override {
    const double from = state.t;
    const double end =
        state.origin + static_cast<double>(state.step + 1 - state.origin_step) * options_.step;
    StepReport report;
    report.message = "integrated in its mode";
    recall(state);
    bool fine = factorize();
    double t = state.t;
    int events = 0;
    while (fine && t < end) {
      const double h = end - t;
      const double share = first_switch(t, state.x, h);
      advance(t, state.x, share * h, x1_);
      state.x = x1_;
      t = share < 1.0 ? t + share * h : end;
      project(t, state.x);
      if (share >= 1.0) break;
      if (++events > options_.max_events) {
        report.status = Status::max_iterations;
        report.message = "more than max_events switches in one step: they accumulate";
        break;
      }
      fine = choose(t, state.x);
    }
    if (!fine || !state.x.allFinite()) {
      report.status = Status::numerical_failure;
      report.message =
          "no mode satisfies the laws here: the state would have to jump, or C B is "
          "singular on what slides";
    }
    state.t = end;
    ++state.step;
    report.step = state.t - from;
    report.events = events;
    report.active = static_cast<int>((mode_.array() == held).count());
    record(state);
    return report;
  }

 private:
  [[noreturn]] static void refuse(const std::string& what) {
    throw Error("located_switches: the model has " + what);
  }

  void place(std::size_t i) {
    const Interaction& interaction = model_.interactions()[i];
    const InteractionSlot& slot = layout_.interactions[i];
    const auto* r = std::get_if<FirstOrderLinear>(&interaction.relation);
    if (r == nullptr || r->C_of_t || r->B_of_t || r->D_of_t)
      refuse("an interaction whose relation is not linear and constant");
    int at = 0;
    for (const SystemId id : interaction.on) {
      const SystemSlot& s = layout_.systems[static_cast<std::size_t>(id.index)];
      C_.block(slot.row, s.x, slot.size, s.x_count) += r->C.middleCols(at, s.x_count);
      B_.block(s.x, slot.row, s.x_count, slot.size) += r->B.middleRows(at, s.x_count);
      at += s.x_count;
    }
    if (r->D.size() > 0) D_.block(slot.row, slot.row, slot.size, slot.size) = r->D;
    const AnyLaw& law = interaction.law.block;
    for (int k = 0; k < slot.size; ++k) {
      double& l = low_[slot.row + k];
      double& u = high_[slot.row + k];
      if (const Box* box = law.get_if<Box>()) {
        if (box->compliance_at(k) > 0.0 || box->dead_zone_at(k) > 0.0)
          refuse("a box with compliance or dead zone; euler_moreau treats it");
        l = box->lower[k];
        u = box->upper[k];
      } else if (law.get_if<NonNegative>() != nullptr) {
        u = infinity;
      } else if (law.get_if<Free>() != nullptr) {
        l = -infinity;
        u = infinity;
      } else {
        refuse("a law that is not a relay, complementarity or an equality");
      }
    }
  }

  // e(t), and its rate by differences
  void offsets(double t, bool with_rate) {
    const double d = 1e-5 * std::max(options_.step, 1e-6 * std::abs(t));
    e_.setZero();
    de_.setZero();
    for (std::size_t i = 0; i < model_.interactions().size(); ++i) {
      const FirstOrderLinear& r = std::get<FirstOrderLinear>(model_.interactions()[i].relation);
      const InteractionSlot& slot = layout_.interactions[i];
      if (r.e_of_t) {
        r.e_of_t(t, e_.segment(slot.row, slot.size));
        if (with_rate) {
          const auto later = later_.head(slot.size), earlier = earlier_.head(slot.size);
          r.e_of_t(t + d, later_.head(slot.size));
          r.e_of_t(t - d, earlier_.head(slot.size));
          de_.segment(slot.row, slot.size) = (later - earlier) / (2 * d);
        }
      }
      if (r.e.size() > 0) e_.segment(slot.row, slot.size) += r.e;
    }
  }

  void free_rate(double t, VectorIn x, VectorOut f) {
    f.setZero();
    const Arena::Scope scope(scratch_);
    for (std::size_t i = 0; i < model_.systems().size(); ++i) {
      const SystemSlot& s = layout_.systems[i];
      add_first_order_rate(std::get<FirstOrder>(model_.systems()[i]), 1.0, t,
                           x.segment(s.x, s.x_count), f.segment(s.x, s.x_count), scratch_);
    }
  }

  bool is_held(Eigen::Index i) const { return mode_[i] == held; }

  // matrices of the held rows; false where they do not determine lambda
  bool factorize() {
    if (factored_.size() == mode_.size() && factored_ == mode_) return regular_;
    factored_ = mode_;
    regular_ = factorize_anew();
    return regular_;
  }
  bool factorize_anew() {
    held_rows_.clear();
    kept_.clear();
    for (int i = 0; i < mode_.size(); ++i)
      if (is_held(i)) held_rows_.push_back(i);
    const int k = static_cast<int>(held_rows_.size());
    MatrixMap K(inverse_.data(), k, k);
    for (int a = 0; a < k; ++a)
      for (int b = 0; b < k; ++b) {
        const int i = held_rows_[static_cast<std::size_t>(a)],
                  j = held_rows_[static_cast<std::size_t>(b)];
        K(a, b) = differentiated(i) ? C_.row(i).dot(B_.col(j)) : D_(i, j);
      }
    if (!invert(inverse_.data(), k, exchanged_.data(), singular)) return false;
    return prepare_projection();
  }
  // held rows without feedthrough are brought back onto y = 0 along B
  bool prepare_projection() {
    for (const int i : held_rows_)
      if (differentiated(i)) kept_.push_back(i);
    const int k = static_cast<int>(kept_.size());
    MatrixMap CB(projection_.data(), k, k);
    for (int a = 0; a < k; ++a)
      for (int b = 0; b < k; ++b)
        CB(a, b) = C_.row(kept_[static_cast<std::size_t>(a)])
                       .dot(B_.col(kept_[static_cast<std::size_t>(b)]));
    if (!invert(projection_.data(), k, exchanged_.data(), singular)) return false;
    for (int b = 0; b < k; ++b) {
      back_.col(b).setZero();
      for (int a = 0; a < k; ++a)
        back_.col(b) += CB(a, b) * B_.col(kept_[static_cast<std::size_t>(a)]);
    }
    return true;
  }
  bool differentiated(int i) const { return differentiated_[static_cast<std::size_t>(i)]; }

  // lambda of the mode, y, and the rate of x
  void evaluate(double t, VectorIn x, VectorOut dx) {
    offsets(t, true);
    free_rate(t, x, drift_);
    for (Eigen::Index i = 0; i < mode_.size(); ++i)
      lambda_[i] = is_held(i) ? 0.0 : mode_[i] == lower ? low_[i] : high_[i];
    const auto k = static_cast<Eigen::Index>(held_rows_.size());
    if (k > 0) {
      dx = drift_;
      dx.noalias() += B_ * lambda_;
      for (Eigen::Index a = 0; a < k; ++a) {
        const int i = held_rows_[static_cast<std::size_t>(a)];
        rhs_[a] = differentiated(i) ? -C_.row(i).dot(dx) - de_[i]
                                    : -C_.row(i).dot(x) - e_[i] - D_.row(i).dot(lambda_);
      }
      solved_.head(k).setZero();
      for (Eigen::Index b = 0; b < k; ++b)
        solved_.head(k) += rhs_[b] * MatrixView(inverse_.data(), k, k).col(b);
      for (Eigen::Index a = 0; a < k; ++a)
        lambda_[held_rows_[static_cast<std::size_t>(a)]] = solved_[a];
    }
    dx = drift_;
    dx.noalias() += B_ * lambda_;
    y_ = e_;
    y_.noalias() += C_ * x;
    y_.noalias() += D_ * lambda_;
    scale_y_ = scale_y_.cwiseMax(y_.cwiseAbs());
    scale_l_ = scale_l_.cwiseMax(lambda_.cwiseAbs());
  }

  void advance(double t, VectorIn x, double h, Vector& x1) {
    evaluate(t, x, k1_);
    stage_ = x + 0.5 * h * k1_;
    evaluate(t + 0.5 * h, stage_, k2_);
    stage_ = x + 0.5 * h * k2_;
    evaluate(t + 0.5 * h, stage_, k3_);
    stage_ = x + h * k3_;
    evaluate(t + h, stage_, k4_);
    x1 = x + h / 6.0 * (k1_ + 2.0 * k2_ + 2.0 * k3_ + k4_);
  }

  // how far every row is from leaving its mode: negative beyond the border
  void guards(double t, VectorIn x, Vector& g) {
    evaluate(t, x, k4_);
    for (Eigen::Index i = 0; i < g.size(); ++i)
      g[i] = is_held(i)            ? std::min(lambda_[i] - low_[i], high_[i] - lambda_[i])
             : low_[i] == high_[i] ? infinity
             : mode_[i] == lower   ? y_[i]
                                   : -y_[i];
  }
  double slack(Eigen::Index i) const {
    return options_.tolerance * (is_held(i) ? 1.0 + scale_l_[i] : 1.0 + scale_y_[i]);
  }
  void guards_after(double t, VectorIn x, double h, Vector& g) {
    advance(t, x, h, x1_);
    guards(t + h, x1_, g);
  }

  // share of h after which the first row leaves its mode; 1 if none does. Sets fired_.
  double first_switch(double t, const Vector& x, double h) {
    fired_.assign(differentiated_.size(), false);
    guards(t, x, g0_);
    guards_after(t, x, h, g1_);
    double first = 1.0;
    Vector& g = g_;
    for (Eigen::Index i = 0; i < g1_.size(); ++i) {
      if (g1_[i] >= -slack(i)) continue;
      double a = 0.0, b = first, ga = g0_[i], gb = 0.0;
      guards_after(t, x, b * h, g);
      gb = g[i];
      if (gb >= -slack(i)) continue;  // it leaves after another one
      // a row that starts at its border leaves it on the right side first, or not at all
      for (double probe = b / 4; ga <= slack(i) && probe > 1e-3 * b; probe /= 4) {
        guards_after(t, x, probe * h, g);
        if (g[i] <= slack(i)) continue;
        a = probe;
        ga = g[i];
      }
      first = ga <= slack(i) ? 0.0 : root(i, t, x, h, a, b, ga, gb);
    }
    if (first >= 1.0) return 1.0;
    guards_after(t, x, first * h, g);
    for (Eigen::Index i = 0; i < g.size(); ++i)
      fired_[static_cast<std::size_t>(i)] = g[i] <= 2.0 * slack(i) && g1_[i] < -slack(i);
    return first;
  }

  // Illinois' form of the secant method: always bracketed
  double root(Eigen::Index i, double t, const Vector& x, double h, double a, double b, double ga,
              double gb) {
    Vector& g = g_;
    double share = b;
    for (int iteration = 0; iteration < 100 && b - a > 1e-16; ++iteration) {
      share = (a * gb - b * ga) / (gb - ga);
      if (!(share > a && share < b)) share = 0.5 * (a + b);
      guards_after(t, x, share * h, g);
      if (std::abs(g[i]) <= 0.1 * slack(i)) return share;
      if (g[i] > 0.0) {
        a = share;
        ga = g[i];
        gb *= 0.5;
      } else {
        b = share;
        gb = g[i];
        ga *= 0.5;
      }
    }
    return share;
  }

  // A new mode where rows have fired. Rows with feedthrough change sides; the others solve the
  // generalised equation of the rates, d/dt y = C B lambda + C f + e', among those with y = 0.
  bool choose(double t, const Vector& x) {
    const int m = static_cast<int>(mode_.size());
    offsets(t, true);
    free_rate(t, x, drift_);
    y_ = e_;
    y_.noalias() += C_ * x;
    Matrix& W = problem_.W.dense();
    Vector& q = problem_.q;
    for (int i = 0; i < m; ++i) {
      const bool at_zero = fired_[static_cast<std::size_t>(i)] || is_held(i);
      if (!differentiated(i)) {
        W.row(i) = D_.row(i);
        q[i] = C_.row(i).dot(x) + e_[i];
      } else if (at_zero && std::abs(y_[i]) <= 1e3 * slack_y(i)) {
        for (int j = 0; j < m; ++j) W(i, j) = C_.row(i).dot(B_.col(j));
        q[i] = C_.row(i).dot(drift_) + de_[i];
      } else {
        const bool low = first_choice_ ? y_[i] > 0.0 : mode_[i] == lower;
        const double fixed = low ? low_[i] : high_[i];
        if (!std::isfinite(fixed)) return false;
        W.row(i).setZero();
        W(i, i) = 1.0;
        q[i] = -fixed;
      }
    }
    solution_.r = lambda_;
    solve(problem_, Auto{}, workspace_, solution_);
    if (!solution_.success()) return false;
    for (int i = 0; i < m; ++i) {
      const double r = solution_.r[i], room = 1e-9 * (1.0 + std::abs(r));
      const double side = r <= low_[i] + room ? lower : r >= high_[i] - room ? upper : held;
      if (differentiated(i) || first_choice_ || !fired_[static_cast<std::size_t>(i)])
        mode_[i] = side;
      else  // continuous there: what was held reaches a bound, what was at a bound is held
        mode_[i] = is_held(i) ? side : held;
    }
    return factorize();
  }
  double slack_y(int i) const { return options_.tolerance * (1.0 + scale_y_[i]); }

  void project(double t, Vector& x) {
    if (held_rows_.empty() || kept_.empty()) return;
    offsets(t, false);
    for (std::size_t a = 0; a < kept_.size(); ++a)
      off_[static_cast<Eigen::Index>(a)] = C_.row(kept_[a]).dot(x) + e_[kept_[a]];
    for (std::size_t a = 0; a < kept_.size(); ++a)
      x -= off_[static_cast<Eigen::Index>(a)] * back_.col(static_cast<Eigen::Index>(a));
  }

  void recall(const State& state) {
    const Eigen::Index m = mode_.size();
    mode_ = state.memory.head(m);
    scale_y_ = state.memory.segment(m, m);
    scale_l_ = state.memory.tail(m);
  }

  void record(State& state) {
    evaluate(state.t, state.x, k1_);
    state.memory.resize(3 * mode_.size());
    state.memory << mode_, scale_y_, scale_l_;
    state.lambda = lambda_;
    state.output = y_;
  }

  LocatedSwitches options_;
  Model model_;
  Layout layout_;
  Matrix B_, C_, D_;
  Matrix inverse_, projection_, back_;  // of the held rows, in the memory for all
  std::vector<int> exchanged_;
  Vector low_, high_, mode_, lambda_, y_, e_, de_, scale_y_, scale_l_, g0_, g1_, g_, rhs_, solved_,
      off_, later_, earlier_;
  Vector k1_, k2_, k3_, k4_, stage_, x1_, drift_;
  std::vector<bool> differentiated_, fired_;
  bool first_choice_ = false;  // no mode before it: every row is chosen by its y
  std::vector<int> held_rows_;
  std::vector<int> kept_;
  Vector factored_;  // the mode that the matrices belong to
  bool regular_ = true;
  Problem problem_;
  Workspace workspace_;
  Solution solution_;
  Arena scratch_;
};

}  // namespace

Scheme located_switches(const LocatedSwitches& options) {
  const std::vector<std::string> complaints = validate(options);
  if (!complaints.empty()) throw Error("located_switches: " + complaints.front());
  return CustomScheme{"located_switches", [options](const Model& model) {
                        return std::make_unique<SwitchStepper>(options, model);
                      }};
}

}  // namespace nonsmooth
