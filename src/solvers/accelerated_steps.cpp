// SPDX-License-Identifier: Apache-2.0
#include "solvers/accelerated_steps.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

constexpr int most_doublings = 60;
constexpr double decay = 0.9;  // of L per step, so that it can follow the active set down
constexpr double least_lipschitz = 1e-6;

}  // namespace

AcceleratedSteps::AcceleratedSteps(LawSteps& steps, VectorIn start, Arena& scratch)
    : steps_(steps),
      r_(scratch.vector(start.size())),
      u_(scratch.vector(start.size())),
      ahead_(scratch.vector(start.size())),
      u_ahead_(scratch.vector(start.size())),
      next_(scratch.vector(start.size())),
      u_next_(scratch.vector(start.size())),
      d_(scratch.vector(start.size())) {
  r_ = start;
  steps_.velocity(r_, u_);
  restart();
}

void AcceleratedSteps::restart() {
  theta_ = 1.0;
  ahead_ = r_;
  u_ahead_ = u_;
}

void AcceleratedSteps::start_from(VectorIn r, VectorIn u) {
  r_ = r;
  u_ = u;
  restart();
}

// next, and an L that bounds the curvature on the way to it
void AcceleratedSteps::backtrack(VectorIn frozen) {
  for (int trial = 0;; ++trial) {
    steps_.step(1.0 / lipschitz_, ahead_, u_ahead_, frozen, next_);
    steps_.velocity(next_, u_next_);
    d_ = next_ - ahead_;
    const double length = steps_.reaction_dot(d_, d_);
    const double curvature = (d_.array() * (u_next_ - u_ahead_).array()).sum();
    if (!(curvature > lipschitz_ * length) || trial == most_doublings) return;
    // too short to tell curvature from rounding
    if (length <= 1e-28 * steps_.reaction_dot(next_, next_)) return;
    lipschitz_ *= 2.0;
  }
}

void AcceleratedSteps::advance(VectorIn frozen) {
  backtrack(frozen);
  const double root = std::sqrt(theta_ * theta_ + 4.0);
  const double theta = 0.5 * theta_ * (root - theta_);
  const double beta = theta_ * (1.0 - theta_) / (theta_ * theta_ + theta);
  // d = next - y here; uphill when it points against next - r
  const bool uphill = (steps_.scales().array() * d_.array() * (next_ - r_).array()).sum() < 0.0;
  if (uphill) {
    r_ = next_;
    u_ = u_next_;
    restart();
  } else {
    theta_ = theta;
    ahead_ = next_ + beta * (next_ - r_);
    u_ahead_ = u_next_ + beta * (u_next_ - u_);
    r_ = next_;
    u_ = u_next_;
  }
  lipschitz_ = std::max(decay * lipschitz_, least_lipschitz);
}

}  // namespace nonsmooth
