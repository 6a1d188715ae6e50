// SPDX-License-Identifier: Apache-2.0
// Newton's method on F(z) = 0, one equation per component or block of the laws.
//
//   natural map             F = r - resolvent(rho, u, r - rho u), rho_i = 1 / diagonal of W_ii
//   Fischer-Burmeister      phi(a, b) = a + b - sqrt(a^2 + b^2), zero iff 0 <= a _|_ b >= 0:
//     [l, inf)  phi(z - l, w)      (-inf, u]  -phi(u - z, -w)      [l, u]  phi(z - l, -phi(u - z,
//     -w))
//   on second-order cones also Alart-Curnier, Jean-Moreau and their own Fischer-Burmeister function
//   (cone_maps.hpp)
//
// Each step solves J d = -F with J an element of the generalised Jacobian. A direction that does
// not reduce |F|^2 / 2, or a singular J, is replaced by a damped (Levenberg-Marquardt) one. Armijo
// line search. Scalar and polyhedral laws run on their box form; round laws on the blocks
// themselves. A regularisation alpha puts W + alpha D into J and leaves F: the first Newton step on
// the proximal problem centred at the present point.
//
// Qi and Sun 1993; De Luca, Facchinei, Kanzow 1996; two-sided form: Billups 1995.
#include "solvers/block_newton.hpp"
#include "solvers/box_system.hpp"
#include "solvers/polish.hpp"
#include "solvers/run.hpp"

#include <cmath>

namespace nonsmooth {
namespace {

struct Slope {
  double value, da, db;
};

// phi(a, b) with an element of its generalised gradient; at the origin the one of direction (1, 1)
Slope fischer_burmeister(double a, double b) {
  const double s = std::hypot(a, b);
  if (s == 0.0) return {0.0, 1.0 - std::sqrt(0.5), 1.0 - std::sqrt(0.5)};
  // a + b - s without cancellation when both are positive
  const double value = a > 0.0 && b > 0.0 ? 2.0 * a * b / (a + b + s) : a + b - s;
  return {value, 1.0 - a / s, 1.0 - b / s};
}

// F_i and its derivatives with respect to z_i and w_i
Slope box_equation(const BoxForm& box, int i, double z, double w, NewtonMap map, double rho) {
  const double l = box.lower[i], u = box.upper[i];
  if (box.is_free(i)) return {rho * w, 0.0, rho};
  if (map != NewtonMap::fischer_burmeister || l == u) {
    const double target = z - rho * w;
    if (target <= l) return {z - l, 1.0, 0.0};
    if (target >= u) return {z - u, 1.0, 0.0};
    return {rho * w, 0.0, rho};
  }
  if (u == infinity) {
    const Slope f = fischer_burmeister(z - l, rho * w);
    return {f.value, f.da, rho * f.db};
  }
  const Slope inner = fischer_burmeister(u - z, -rho * w);
  if (l == -infinity) return {-inner.value, inner.da, rho * inner.db};
  const Slope outer = fischer_burmeister(z - l, -inner.value);
  return {outer.value, outer.da + outer.db * inner.da, outer.db * rho * inner.db};
}

constexpr double armijo = 1e-4;
constexpr int halvings = 25;

// Newton on the box form.
class BoxNewton {
 public:
  BoxNewton(const SemismoothNewton& options, const Problem& problem, Workspace& workspace)
      : options_(options),
        workspace_(workspace),
        system_(problem, options.scale, workspace),
        n_(system_.box().size),
        scratch_(workspace.arena),
        z_(scratch_.vector(n_)),
        w_(scratch_.vector(n_)),
        F_(scratch_.vector(n_)),
        a_(scratch_.vector(n_)),
        b_(scratch_.vector(n_)),
        d_(scratch_.vector(n_)),
        trial_(scratch_.vector(n_)),
        rho_(scratch_.vector(n_)),
        gradient_(scratch_.vector(n_)) {
    if (system_.is_sparse()) {
      block_scales(problem, rho_);
    } else {
      row_weights(system_.box(), rho_);
    }
    rho_ = rho_.cwiseInverse();
  }

  Outcome run(VectorOut r) {
    system_.start(r, z_);
    double merit = evaluate(z_);
    for (int step = 1; step <= options_.max_iterations; ++step) {
      if (!(merit < infinity)) return {Status::numerical_failure, "the iterates diverged", step};
      if (merit <= target()) return finish(r, Status::solved, "", step - 1);
      if (workspace_.expired())
        return finish(r, Status::max_time, "the time budget was used up", step - 1);
      derive();
      if (!take_step(merit)) {
        // a stationary point of the merit function that is no solution
        return finish(r, Status::numerical_failure, "no direction reduces the residual", step);
      }
    }
    return finish(r, Status::max_iterations, "the limit on Newton steps was reached",
                  options_.max_iterations);
  }

 private:
  // small enough that the active set is safe; the polish does the rest
  double target() const {
    const double size = 1e-13 * (1.0 + system_.box().q.norm() + z_.norm());
    return 0.5 * size * size;
  }

  Outcome finish(VectorOut r, Status status, std::string_view message, int steps) const {
    system_.finish(z_, r);
    return {status, message, steps};
  }

  double evaluate(VectorIn z) {
    system_.multiply(z, w_);
    w_ += system_.box().q;
    for (int i = 0; i < n_; ++i)
      F_[i] = box_equation(system_.box(), i, z[i], w_[i], options_.map, rho_[i]).value;
    return 0.5 * F_.squaredNorm();
  }

  void derive() {
    for (int i = 0; i < n_; ++i) {
      const Slope f = box_equation(system_.box(), i, z_[i], w_[i], options_.map, rho_[i]);
      a_[i] = f.da + options_.regularisation * f.db / rho_[i];
      b_[i] = f.db;
    }
  }

  bool take_step(double& merit) {
    const Arena::Scope scope(scratch_);  // the factors of this step
    const double before = merit;
    d_ = -F_;
    if (system_.factor(a_, b_)) {
      system_.solve(d_);
      if (d_.allFinite()) {
        if (!options_.line_search) {
          z_ += d_;
          merit = evaluate(z_);
          return true;
        }
        if (search(merit, -2.0 * before, 12)) return true;
      }
    }
    // damped: from nearly Newton to nearly the gradient
    for (double mu = 1e-10 * (1.0 + before); mu < 1e6; mu *= 100.0) {
      evaluate(z_);
      d_ = -F_;
      system_.multiply_jacobian_transposed(a_, b_, F_, gradient_);
      if (!system_.solve_damped(a_, b_, mu, d_)) continue;
      const double slope = gradient_.dot(d_);
      merit = before;
      if (slope < 0.0 && search(merit, slope, halvings)) return true;
    }
    evaluate(z_);
    merit = before;
    return false;
  }

  // Armijo from the full step; leaves z at the point found.
  bool search(double& merit, double slope, int most) {
    double length = 1.0;
    for (int k = 0; k < most; ++k, length *= 0.5) {
      trial_ = z_ + length * d_;
      const double reached = evaluate(trial_);
      if (reached <= merit + armijo * length * slope && reached < merit) {
        z_ = trial_;
        merit = reached;
        return true;
      }
    }
    return false;
  }

  const SemismoothNewton& options_;
  const Workspace& workspace_;
  BoxSystem system_;
  int n_;
  Arena& scratch_;
  VectorMap z_, w_, F_, a_, b_, d_, trial_, rho_, gradient_;
};

// Newton with line search on the blocks of any differentiable laws.
Outcome run_on_blocks(const SemismoothNewton& options, const Problem& problem, Workspace& workspace,
                      VectorOut r) {
  Arena& scratch = workspace.arena;
  BlockNewton newton(problem, options.map, scratch, options.regularisation);
  VectorMap d = scratch.vector(problem.size()), trial = scratch.vector(problem.size());
  double merit = newton.evaluate(r);
  for (int step = 1; step <= options.max_iterations; ++step) {
    if (!(merit < infinity)) return {Status::numerical_failure, "the iterates diverged", step};
    if (workspace.expired()) return {Status::max_time, "the time budget was used up", step - 1};
    // well below the tolerance: one more step is cheap and squares the residual
    if (natural_residual(problem, r, scratch).worst() <= 1e-3 * options.tolerance)
      return {Status::solved, "", step - 1};
    bool moved = false;
    if (newton.direction(r, d)) {
      double length = 1.0;
      for (int k = 0; k < halvings && !moved; ++k, length *= 0.5) {
        trial = r + length * d;
        const double reached = newton.evaluate(trial);
        moved = reached < merit * (1.0 - armijo * length) || !options.line_search;
        if (moved) {
          r = trial;
          merit = reached;
        }
      }
    }
    if (!moved) {
      const double residual = natural_residual(problem, r, scratch).worst();
      return {residual <= options.tolerance ? Status::solved : Status::numerical_failure,
              "no direction reduces the residual", step};
    }
  }
  return {Status::max_iterations, "the limit on Newton steps was reached", options.max_iterations};
}

}  // namespace

std::string_view obstacle(const SemismoothNewton& options, const Problem& problem) {
  if (options.first_sweeps > 0)
    if (const std::string_view reason = obstacle(Nsgs{}, problem); !reason.empty()) return reason;
  if (polyhedral_obstacle(problem).empty()) return {};
  for (const AnyLaw& law : problem.laws) {
    if (!law.differentiable()) return "a law offers no resolvent_jacobian";
  }
  return {};
}

Outcome run(const SemismoothNewton& options, const Problem& problem, Workspace& workspace,
            VectorOut r) {
  const Arena::Scope scope(workspace.arena);
  int sweeps = 0;
  if (options.first_sweeps > 0) {
    const Outcome first =
        run(Nsgs{.tolerance = options.tolerance, .max_iterations = options.first_sweeps}, problem,
            workspace, r);
    if (first.status == Status::solved) return first;
    sweeps = first.iterations;
  }
  Outcome outcome = polyhedral_obstacle(problem).empty()
                        ? BoxNewton(options, problem, workspace).run(r)
                        : run_on_blocks(options, problem, workspace, r);
  outcome.iterations += sweeps;
  return outcome;
}

}  // namespace nonsmooth
