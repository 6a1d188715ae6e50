// SPDX-License-Identifier: Apache-2.0
#include "solvers/law_steps.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

// the normal component of g(u)
double normal_shift(const AnyLaw& law, VectorIn u) {
  const auto n = u.size();
  if (const auto* cone = law.get_if<SecondOrderCone>(); cone != nullptr)
    return cone->shift * u.tail(n - 1).norm();
  if (const auto* cone = law.get_if<RollingCone>(); cone != nullptr) {
    const auto half = (n - 1) / 2;
    return cone->mu * u.segment(1, half).norm() + cone->mu_r * u.tail(half).norm();
  }
  return 0.0;
}

}  // namespace

LawSteps::LawSteps(const Problem& problem, Arena& scratch)
    : problem_(problem),
      scratch_(scratch),
      scale_(scratch.vector(problem.size())),
      z_(scratch.vector(problem.size())),
      mapped_(scratch.vector(problem.size())) {
  block_scales(problem, scale_);
  q_norm_ = velocity_norm(problem.q);
}

void LawSteps::velocity(VectorIn r, VectorOut u) const {
  problem_.W.multiply(r, u);
  u += problem_.q;
}

void LawSteps::step(double rho, VectorIn r, VectorIn u, VectorIn v, VectorOut next) {
  z_.array() = r.array() - rho * u.array() / scale_.array();
  resolve(rho, v, z_, next);
}

void LawSteps::resolve(double rho, VectorIn v, VectorIn z, VectorOut next) {
  int row = 0;
  for (const AnyLaw& law : problem_.laws) {
    const int n = law.size();
    if (law.scalar()) {
      for (int i = row; i < row + n; ++i) next[i] = law.component(i - row, rho / scale_[i], z[i]);
    } else if (n > 0) {
      law.resolvent(rho / scale_[row], v.segment(row, n), z.segment(row, n), next.segment(row, n),
                    scratch_);
    }
    row += n;
  }
}

void LawSteps::add_shift(VectorIn u, VectorOut shifted) const {
  shifted = u;
  int row = 0;
  for (const AnyLaw& law : problem_.laws) {
    const int n = law.size();
    if (!law.scalar() && n > 1) shifted[row] += normal_shift(law, u.segment(row, n));
    row += n;
  }
}

double LawSteps::reaction_dot(VectorIn a, VectorIn b) const {
  return (scale_.array() * a.array() * b.array()).sum();
}

double LawSteps::reaction_norm(VectorIn a) const { return std::sqrt(reaction_dot(a, a)); }

double LawSteps::velocity_norm(VectorIn a) const {
  return std::sqrt((a.array().square() / scale_.array()).sum());
}

double LawSteps::residual(VectorIn r, VectorIn u, VectorIn v) {
  step(1.0, r, u, v, mapped_);
  const double scale = std::max({reaction_norm(r), velocity_norm(u), q_norm_});
  mapped_ -= r;
  const double size = reaction_norm(mapped_);
  const double relative = scale > 0.0 ? size / scale : size;
  return relative < infinity ? relative : infinity;
}

Watch::Watch(LawSteps& steps, double tolerance, Workspace& workspace, VectorIn start)
    : steps_(steps),
      workspace_(workspace),
      tolerance_(tolerance),
      watch_(tolerance),
      best_(workspace.arena.vector(start.size())) {
  best_ = start;
}

bool Watch::accepts(VectorIn r, VectorIn u) {
  last_residual_ = steps_.residual(r, u, u);
  if (last_residual_ < best_residual_) {
    best_residual_ = last_residual_;
    best_ = r;
  }
  if (!(last_residual_ <= watch_)) return false;
  const double worst = natural_residual(steps_.problem(), r, workspace_.arena).worst();
  if (worst <= tolerance_) {
    best_ = r;
    return true;
  }
  watch_ *= std::clamp(tolerance_ / worst, 0.1, 0.9);
  return false;
}

}  // namespace nonsmooth
