// SPDX-License-Identifier: Apache-2.0
// Primal-dual path following on the cone form (cone_form.hpp), x_j = A_j r + b_j:
//
//     W r + q + C r + g(z) - sum A_j^T z_j = 0,   x_j o z_j = mu e,   mu -> 0
//     g_N = shift (sqrt(|z_T|^2 + epsilon^2) - epsilon),   epsilon = smoothing * mu
//
// At a solution z_T = u_T, so g is the non-associated part of friction. Taken at z it keeps the
// normal velocity a (z_0 - |z_T|) of Coulomb's law positive inside the cone, which u would not; and
// epsilon makes the law associated at the start and exact at the end. Both decide: with g(u) or
// without epsilon the path stalls in most piles of spheres.
//
// Mehrotra's predictor and corrector share one factorisation per step. With lambda = N z = N^-1 x,
// dx = A dr and G = dg/dz_T,
//
//     N dz + N^-1 dx = lambda \ c,    c = sigma mu e - lambda o lambda - (N^-1 dx_a) o (N dz_a)
//     ((I + G) W + C + A^T N^-2 A) dr = A^T N^-1 (lambda \ c) - (I + G) rest
//
// Without sliding the problem is monotone and the path leads to its solution; with sliding there is
// no proof, and a path that stalls is tried again with ten times more and less smoothing. Reactions
// of sliding contacts are accurate to sqrt(mu) only: undamped Alart-Curnier Newton steps do the
// rest.
//
// Nesterov and Todd 1998; Mehrotra 1992; Acary, Armand, Nguyen, Shpakovych 2022 (friction).
#include "solvers/cone_interior_point.hpp"

#include "solvers/best_point.hpp"
#include "solvers/block_newton.hpp"
#include "solvers/cone_algebra.hpp"
#include "solvers/cone_system.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace nonsmooth {
namespace {

// largest of mu and the rest of the equations, in the common unit
constexpr double first_polish = 1e-5;
constexpr double end_of_path = 1e-14;
constexpr int patience = 10;          // steps without progress
constexpr double to_boundary = 0.99;  // fraction of the way, nearly one in the end
constexpr int polish_steps = 15;
constexpr double other_smoothings[] = {10.0, 0.1};

class ConePath {
  template <class V>
  static auto part(V& vector, const ConeBlock& cone) {
    return vector.segment(cone.begin, cone.size());
  }

 public:
  ConePath(const Problem& problem, Arena& scratch)
      : form_(make_cone_form(problem, scratch)),
        n_(form_.size),
        scratch_(scratch),
        system_(problem, form_, scratch),
        r_(scratch.vector(n_)),
        slip_(scratch.vector(n_)),
        rest_(scratch.vector(n_)),
        dr_(scratch.vector(n_)),
        x_(scratch.vector(form_.cone_rows)),
        z_(scratch.vector(form_.cone_rows)),
        lambda_(scratch.vector(form_.cone_rows)),
        w_(scratch.vector(form_.cone_rows)),
        dx_(scratch.vector(form_.cone_rows)),
        dz_(scratch.vector(form_.cone_rows)),
        target_(scratch.vector(form_.cone_rows)),
        scalings_(scratch.array<NtScaling>(static_cast<Eigen::Index>(form_.cones.size()))) {}

  /// Back to the beginning: reactions of size one inside every cone, and z on the path with mu = 1.
  void start(double smoothing) {
    smoothing_ = smoothing;
    r_.setZero();
    int before = -1;
    for (const ConeBlock& cone : form_.cones) {
      if (cone.normal < 0) continue;
      double& r = r_[cone.normal];
      const double edge = -cone.b / cone.a;
      const bool between = cone.normal == before && cone.a < 0.0;  // r is above a lower bound
      r = cone.a > 0.0 ? edge + 1.0 : between ? std::min(r, 0.5 * (r - 1.0 + edge)) : edge - 1.0;
      before = cone.normal;
    }
    read_cones(r_, x_);
    for (const ConeBlock& cone : form_.cones) {
      part(z_, cone).setZero();
      z_[cone.begin] = 1.0 / x_[cone.begin];
    }
    evaluate();
  }

  /// The largest of mu and of the rest of the equations.
  double size() const { return n_ == 0 ? 0.0 : std::max(mu(), rest_.cwiseAbs().maxCoeff()); }
  bool sliding() const { return form_.sliding; }
  /// r in the unit of the problem
  void copy_reaction(VectorOut r) const { r = form_.unit * r_.cwiseQuotient(form_.root); }

  /// One step; false if the linear algebra breaks down. `full` keeps the derivative of g.
  bool advance(bool full) {
    const Arena::Scope scope(scratch_);  // the factors of this step
    full_ = full && form_.sliding;
    if (!scale_cones() || !system_.factorize(scalings_, full_ ? &slip_ : nullptr)) return false;
    const double before = mu();
    target_ = -lambda_;
    if (!find_direction()) return false;
    const double reach = std::min(1.0, longest_step());
    const double predicted = (x_ + reach * dx_).dot(z_ + reach * dz_) / std::max(cone_count(), 1.0);
    const double ratio = before > 0.0 ? std::clamp(predicted / before, 0.0, 1.0) : 0.0;
    aim(ratio * ratio * ratio * before);
    if (!find_direction()) return false;
    const double length = std::min(1.0, std::max(to_boundary, 1.0 - 0.1 * before) * longest_step());
    r_ += length * dr_;
    z_ += length * dz_;
    evaluate();
    return true;
  }

 private:
  // mean of x.z over the cones
  double mu() const { return form_.cones.empty() ? 0.0 : x_.dot(z_) / cone_count(); }
  double cone_count() const { return static_cast<double>(form_.cones.size()); }

  // x = A r + b, or A r
  void read_cones(VectorIn r, VectorOut x, bool rates = false) const {
    for (const ConeBlock& cone : form_.cones) {
      x[cone.begin] = (cone.normal < 0 ? 0.0 : cone.a * r[cone.normal]) + (rates ? 0.0 : cone.b);
      x.segment(cone.begin + 1, cone.tangent_size) = r.segment(cone.tangent, cone.tangent_size);
    }
  }

  // y += A^T v of one cone
  void add_transposed(const ConeBlock& cone, VectorIn v, double factor, VectorOut y) const {
    for (int k = 0; k < cone.size(); ++k)
      if (cone.row(k) >= 0) y[cone.row(k)] += factor * cone.factor(k) * v[k];
  }

  // x, the directions of slip, and what is left of the equations
  void evaluate() {
    read_cones(r_, x_);
    system_.multiply(r_, rest_);
    rest_ += form_.q + form_.compliance.cwiseProduct(r_);
    slip_.setZero();
    const double epsilon = smoothing_ * mu();
    for (const ConeBlock& cone : form_.cones) {
      add_transposed(cone, part(z_, cone), -1.0, rest_);
      if (cone.shift == 0.0) continue;
      const auto z_T = z_.segment(cone.begin + 1, cone.tangent_size);
      const double speed = std::hypot(z_T.norm(), epsilon);
      rest_[cone.normal] += cone.shift * (speed - epsilon);
      if (speed > 0.0) slip_.segment(cone.tangent, cone.tangent_size) = z_T / speed;
    }
  }

  bool scale_cones() {
    for (std::size_t j = 0; j < form_.cones.size(); ++j) {
      const ConeBlock& cone = form_.cones[j];
      std::construct_at(&scalings_[j], part(x_, cone), part(z_, cone), part(w_, cone));
      if (!scalings_[j].finite()) return false;
      scalings_[j].apply(part(z_, cone), part(lambda_, cone));
    }
    return true;
  }

  // dr, dx, dz with N dz + N^-1 dx = target
  bool find_direction() {
    const Arena::Scope scope(scratch_);
    VectorMap image = scratch_.vector(form_.cone_rows);
    dr_ = -rest_;
    if (full_)
      for (const ConeBlock& cone : form_.cones)
        if (cone.shift > 0.0)
          dr_[cone.normal] -= cone.shift * slip_.segment(cone.tangent, cone.tangent_size)
                                               .dot(rest_.segment(cone.tangent, cone.tangent_size));
    for (std::size_t j = 0; j < form_.cones.size(); ++j) {
      const ConeBlock& cone = form_.cones[j];
      scalings_[j].apply_inverse(part(target_, cone), part(image, cone));
      add_transposed(cone, part(image, cone), 1.0, dr_);
    }
    system_.solve(dr_);
    if (!dr_.allFinite()) return false;
    read_cones(dr_, dx_, true);
    for (std::size_t j = 0; j < form_.cones.size(); ++j) {
      const ConeBlock& cone = form_.cones[j];
      scalings_[j].apply_inverse(part(dx_, cone), part(image, cone));
      part(image, cone) = part(target_, cone) - part(image, cone);
      scalings_[j].apply_inverse(part(image, cone), part(dz_, cone));
    }
    return true;
  }

  // target = lambda \ c for the corrector; dx, dz hold the predictor
  void aim(double mu) {
    const Arena::Scope scope(scratch_);
    VectorMap p = scratch_.vector(form_.cone_rows), d = scratch_.vector(form_.cone_rows),
              product = scratch_.vector(form_.cone_rows);
    for (std::size_t j = 0; j < form_.cones.size(); ++j) {
      const ConeBlock& cone = form_.cones[j];
      scalings_[j].apply_inverse(part(dx_, cone), part(p, cone));
      scalings_[j].apply(part(dz_, cone), part(d, cone));
      jordan_product(part(p, cone), part(d, cone), part(product, cone));
      auto target = part(target_, cone);
      target = -part(product, cone);
      target[0] += mu;
      jordan_divide(part(lambda_, cone), target);
      target -= part(lambda_, cone);
    }
  }

  double longest_step() const {
    double length = infinity;
    for (const ConeBlock& cone : form_.cones) {
      length = std::min(length, longest_cone_step(part(x_, cone), part(dx_, cone)));
      length = std::min(length, longest_cone_step(part(z_, cone), part(dz_, cone)));
    }
    return length;
  }

  ConeForm form_;
  int n_;
  Arena& scratch_;
  ConeSystem system_;
  VectorMap r_, slip_, rest_, dr_, x_, z_, lambda_, w_, dx_, dz_, target_;
  std::span<NtScaling> scalings_;
  double smoothing_ = 1.0;
  bool full_ = true;
};

// Improves points by undamped Newton steps and keeps the best.
class Polisher {
 public:
  Polisher(const Problem& problem, double tolerance, Workspace& workspace, VectorIn start)
      : tolerance_(tolerance),
        workspace_(workspace),
        newton_(problem, NewtonMap::alart_curnier, workspace.arena),
        best_(problem, start, workspace.arena),
        point_(workspace.arena.vector(problem.size())),
        step_(workspace.arena.vector(problem.size())) {}

  bool solved() const { return best_.residual() <= tolerance_; }
  VectorView best() const { return best_.point(); }
  void keep(VectorIn point) { best_.offer(point); }

  // The first steps may be worse than the start: they leave the inside of the cones. Well below the
  // tolerance, because one more step is cheap and squares the residual.
  void polish(VectorIn point) {
    point_ = point;
    double least = infinity;
    int worse = 0;
    for (int k = 0; k < polish_steps && !workspace_.expired(); ++k) {
      if (best_.residual() <= 1e-3 * tolerance_ || worse >= (solved() ? 1 : 3)) return;
      newton_.evaluate(point_);
      if (!newton_.direction(point_, step_)) return;
      point_ += step_;
      const double residual = best_.offer(point_);
      if (!(residual < infinity)) return;
      worse = residual < 0.5 * least ? 0 : worse + 1;
      least = std::min(least, residual);
    }
  }

 private:
  double tolerance_;
  Workspace& workspace_;
  BlockNewton newton_;
  BestPoint best_;
  VectorMap point_, step_;
};

// Advances until `look`, which sees the largest of mu and the rest, says that it is enough.
template <class Look>
Outcome follow(ConePath& path, const InteriorPoint& options, int most, const Workspace& workspace,
               Look look) {
  double least = infinity;
  int idle = 0;
  for (int step = 0;; ++step) {
    const double size = path.size();
    if (!(size < infinity)) return {Status::numerical_failure, "the iterates diverged", step};
    if (look(size)) return {Status::solved, "", step};
    if (size < end_of_path)
      return {Status::numerical_failure, "the end of the path is no solution", step};
    idle = size < 0.9 * least ? 0 : idle + 1;
    least = std::min(least, size);
    if (idle >= patience) return {Status::numerical_failure, "the path stalls", step};
    if (workspace.expired()) return {Status::max_time, "the time budget was used up", step};
    if (step == most) return {Status::max_iterations, "the step limit was reached", step};
    if (!path.advance(step >= options.lagged_steps))
      return {Status::numerical_failure, "the Newton matrix is singular", step};
  }
}

// One path to its end, with a polish for every decade.
Outcome follow_and_polish(ConePath& path, const InteriorPoint& options, int most,
                          const Workspace& workspace, Polisher& polisher, VectorOut point) {
  double next_polish = first_polish;
  const Outcome outcome = follow(path, options, most, workspace, [&](double size) {
    path.copy_reaction(point);
    polisher.keep(point);
    if (size < next_polish) {
      polisher.polish(point);
      next_polish = 0.1 * size;
    }
    return polisher.solved();
  });
  if (polisher.solved()) point = polisher.best();
  polisher.polish(point);
  return polisher.solved() ? Outcome{Status::solved, "", outcome.iterations} : outcome;
}

}  // namespace

Outcome run_cone_interior_point(const InteriorPoint& options, const Problem& problem,
                                Workspace& workspace, VectorOut r) {
  const Arena::Scope scope(workspace.arena);
  ConePath path(problem, workspace.arena);
  Polisher polisher(problem, options.tolerance, workspace, r);
  VectorMap point = workspace.arena.vector(problem.size());
  path.start(options.smoothing);
  Outcome outcome =
      follow_and_polish(path, options, options.max_iterations, workspace, polisher, point);
  for (const double factor : other_smoothings) {
    const int left = options.max_iterations - outcome.iterations;
    if (outcome.status != Status::numerical_failure || !path.sliding() || left <= 0) break;
    path.start(factor * options.smoothing);
    const int before = outcome.iterations;
    outcome = follow_and_polish(path, options, left, workspace, polisher, point);
    outcome.iterations += before;
  }
  r = polisher.best();
  return outcome;
}

Outcome run_interior_start(const InteriorPoint& options, const Problem& problem,
                           Workspace& workspace, VectorOut r) {
  const Arena::Scope scope(workspace.arena);
  ConePath path(problem, workspace.arena);
  path.start(options.smoothing);
  const auto far_enough = [](double size) { return size < first_polish; };
  const Outcome outcome = follow(path, options, options.max_iterations, workspace, far_enough);
  path.copy_reaction(r);
  return outcome;
}

}  // namespace nonsmooth
