// SPDX-License-Identifier: Apache-2.0
// Projected gradient steps on  u = W r + q,  -(u_i + g_i(u_i)) in dPhi_i(r_i)  in the common unit
// of law_steps.hpp. With g = 0 and symmetric W this minimises r.W r / 2 + q.r + Phi(r); with
// friction g is renewed in every step, which costs nothing and in practice converges as fast.
//
//   nesterov           see accelerated_steps.hpp
//   barzilai_borwein   d = R(alpha, u, r - alpha u) - r,  r <- r + lambda d, with alpha in turn
//                      s.s / s.y and s.y / y.y of the last step s = dr, y = du. lambda halves until
//                      the natural map is not above the largest of the last ten; where that takes
//                      too long, a plain projected step with a safe length is taken instead.
//
// Barzilai and Borwein 1988; Birgin, Martinez, Raydan 2000; La Cruz, Martinez, Raydan 2006 (search
// on the residual).
#include "solvers/accelerated_steps.hpp"
#include "solvers/iterate.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace nonsmooth {
namespace {

constexpr int window = 10;
constexpr int most_halvings = 4;
constexpr int refresh_period = 20;

class SpectralSteps {
 public:
  SpectralSteps(LawSteps& steps, VectorIn start, Arena& scratch)
      : steps_(steps),
        plain_(steps, start, scratch),
        r_(scratch.vector(start.size())),
        u_(scratch.vector(start.size())),
        d_(scratch.vector(start.size())),
        y_(scratch.vector(start.size())),
        trial_(scratch.vector(start.size())),
        u_trial_(scratch.vector(start.size())) {
    r_ = start;
    steps_.velocity(r_, u_);
    merits_.fill(steps_.residual(r_, u_, u_));
  }

  VectorView r() const { return {r_.data(), r_.size()}; }
  VectorView u() const { return {u_.data(), u_.size()}; }

  void advance() {
    steps_.step(alpha_, r_, u_, u_, d_);
    d_ -= r_;
    steps_.problem().W.multiply(d_, y_);
    double merit = search();
    if (merit == infinity) {
      // a plain step; its length belongs to the largest curvature seen
      plain_.start_from(r_, u_);
      plain_.advance();
      r_ = plain_.r();
      u_ = plain_.u();
      merit = steps_.residual(r_, u_, u_);
    }
    ++count_;
    if (count_ % refresh_period == 0) steps_.velocity(r_, u_);  // sheds the rounding of updates
    merits_[static_cast<std::size_t>(count_ % window)] = merit;
    choose_step();
  }

 private:
  // moves r by lambda d and returns the natural map there; infinity if no lambda is good enough
  double search() {
    const double limit = *std::max_element(merits_.begin(), merits_.end());
    double lambda = 1.0;
    for (int k = 0; k <= most_halvings; ++k, lambda *= 0.5) {
      trial_ = r_ + lambda * d_;
      u_trial_ = u_ + lambda * y_;
      const double merit = steps_.residual(trial_, u_trial_, u_trial_);
      if (!(merit <= limit)) continue;
      r_ = trial_;
      u_ = u_trial_;
      return merit;
    }
    return infinity;
  }

  // from the direction last tried, whatever became of it
  void choose_step() {
    const double ss = steps_.reaction_dot(d_, d_), sy = d_.dot(y_);
    const double yy = std::pow(steps_.velocity_norm(y_), 2);
    if (!(sy > 0.0) || !(ss > 0.0)) {
      alpha_ = 1.0;
      return;
    }
    alpha_ = std::clamp(count_ % 2 == 0 ? ss / sy : sy / yy, 1e-10, 1e10);
  }

  LawSteps& steps_;
  AcceleratedSteps plain_;
  VectorMap r_, u_, d_, y_, trial_, u_trial_;
  std::array<double, window> merits_{};
  double alpha_ = 1.0;
  int count_ = 0;
};

}  // namespace

std::string_view obstacle(const ProjectedGradient&, const Problem&) { return {}; }

Outcome run(const ProjectedGradient& options, const Problem& problem, Workspace& workspace,
            VectorOut r) {
  const Arena::Scope scope(workspace.arena);
  LawSteps steps(problem, workspace.arena);
  if (options.acceleration == Acceleration::nesterov)
    return iterate(AcceleratedSteps(steps, r, workspace.arena), options, steps, workspace, r);
  return iterate(SpectralSteps(steps, r, workspace.arena), options, steps, workspace, r);
}

}  // namespace nonsmooth
