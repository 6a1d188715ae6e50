// SPDX-License-Identifier: Apache-2.0
// Newton's method on F(z) = 0, one equation per component or block of the laws.
//
//   natural map             F = r - resolvent(rho, u, r - rho u), rho_i = 1 / diagonal of W_ii
//   Fischer-Burmeister      phi(a, b) = a + b - sqrt(a^2 + b^2), zero iff 0 <= a _|_ b >= 0:
//     [l, inf)  phi(z - l, w)      (-inf, u]  -phi(u - z, -w)      [l, u]  phi(z - l, -phi(u - z,
//     -w))
//
// Each step solves J d = -F with J an element of the generalised Jacobian. A direction that does
// not reduce |F|^2 / 2, or a singular J, is replaced by a damped (Levenberg-Marquardt) one. Armijo
// line search. Scalar and polyhedral laws run on their box form; round laws on the blocks
// themselves.
//
// Qi and Sun 1993; De Luca, Facchinei, Kanzow 1996; two-sided form: Billups 1995.
#include "solvers/box_system.hpp"
#include "solvers/dense_lu.hpp"
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
  if (map == NewtonMap::natural || l == u) {
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
  BoxNewton(const SemismoothNewton& options, const Problem& problem, const Workspace& workspace,
            Arena& scratch)
      : options_(options),
        workspace_(workspace),
        system_(problem, options.scale, scratch),
        n_(system_.box().size),
        scratch_(scratch),
        z_(scratch.vector(n_)),
        w_(scratch.vector(n_)),
        F_(scratch.vector(n_)),
        a_(scratch.vector(n_)),
        b_(scratch.vector(n_)),
        d_(scratch.vector(n_)),
        trial_(scratch.vector(n_)),
        rho_(scratch.vector(n_)),
        gradient_(scratch.vector(n_)) {
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
      a_[i] = f.da;
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

// Newton on the blocks of any differentiable laws, natural map, dense.
class BlockNewton {
 public:
  BlockNewton(const SemismoothNewton& options, const Problem& problem, const Workspace& workspace,
              Arena& scratch)
      : options_(options),
        problem_(problem),
        workspace_(workspace),
        n_(problem.size()),
        scratch_(scratch),
        W_(scratch.matrix(n_, n_)),
        J_(scratch.matrix(n_, n_)),
        u_(scratch.vector(n_)),
        F_(scratch.vector(n_)),
        d_(scratch.vector(n_)),
        trial_(scratch.vector(n_)),
        scale_(scratch.vector(n_)) {
    problem.W.copy_dense(W_);
    block_scales(problem, scale_);
  }

  Outcome run(VectorOut r) {
    double merit = evaluate(r);
    for (int step = 1; step <= options_.max_iterations; ++step) {
      if (!(merit < infinity)) return {Status::numerical_failure, "the iterates diverged", step};
      if (natural_residual(problem_, r, scratch_).worst() <= 1e-3 * options_.tolerance)
        return {Status::solved, "", step - 1};
      if (workspace_.expired()) return {Status::max_time, "the time budget was used up", step - 1};
      const Arena::Scope scope(scratch_);
      fill_jacobian(r);
      if (!newton_direction() || !search(r, merit)) {
        const double residual = natural_residual(problem_, r, scratch_).worst();
        return {residual <= options_.tolerance ? Status::solved : Status::numerical_failure,
                "no direction reduces the residual", step};
      }
    }
    return {Status::max_iterations, "the limit on Newton steps was reached",
            options_.max_iterations};
  }

 private:
  // F in the common unit sqrt(d_i) r_i; one rho per row for scalar laws, per block otherwise
  double evaluate(VectorIn r) {
    u_.noalias() = W_ * r;
    u_ += problem_.q;
    int row = 0;
    for (const AnyLaw& law : problem_.laws) {
      const Arena::Scope scope(scratch_);
      const int n = law.size();
      VectorMap z = scratch_.vector(n), resolved = scratch_.vector(n);
      for (int i = 0; i < n; ++i) z[i] = r[row + i] - u_[row + i] / scale_[row + i];
      if (law.scalar())
        for (int i = 0; i < n; ++i) resolved[i] = law.component(i, 1.0 / scale_[row + i], z[i]);
      else if (n > 0)
        law.resolvent(1.0 / scale_[row], u_.segment(row, n), z, resolved, scratch_);
      for (int i = 0; i < n; ++i)
        F_[row + i] = std::sqrt(scale_[row + i]) * (r[row + i] - resolved[i]);
      row += n;
    }
    return 0.5 * F_.squaredNorm();
  }

  // dF = (I - R_z) dr + (rho R_z - R_u) W dr
  void fill_jacobian(VectorIn r) {
    int row = 0;
    for (const AnyLaw& law : problem_.laws) {
      const int n = law.size();
      for (int i = 0; i < n;) {
        // scalar laws one component at a time, each with its own rho
        const int size = law.scalar() ? 1 : n;
        const Arena::Scope scope(scratch_);
        MatrixMap dz = scratch_.matrix(size, size), du = scratch_.matrix(size, size);
        VectorMap z = scratch_.vector(size);
        const int first = row + i;
        const double rho = 1.0 / scale_[first];
        z = r.segment(first, size) - rho * u_.segment(first, size);
        if (law.scalar()) {
          dz(0, 0) = slope_of(law, i, rho, z[0]);
          du(0, 0) = 0.0;
        } else {
          law.resolvent_jacobian(rho, u_.segment(first, size), z, dz, du, scratch_);
        }
        du = rho * dz - du;
        J_.middleRows(first, size).noalias() = du * W_.middleRows(first, size);
        J_.block(first, first, size, size) -= dz;
        J_.block(first, first, size, size).diagonal().array() += 1.0;
        i += size;
      }
      row += n;
    }
    for (int j = 0; j < n_; ++j) J_.col(j).array() *= scale_.array().sqrt() / std::sqrt(scale_[j]);
  }

  static double slope_of(const AnyLaw& law, int i, double rho, double z) {
    return law.visit([&]<class L>(const L& each) {
      if constexpr (ScalarLaw<L>)
        return each.component_slope(i, rho, z);
      else
        return 0.0;
    });
  }

  bool newton_direction() {
    const Arena::Scope scope(scratch_);
    MatrixMap A = scratch_.matrix(n_, n_);
    A = J_;
    d_ = -F_;
    const DenseLu lu(A, scratch_);
    if (lu.pivot_ratio() > 1e-13) {
      lu.solve(d_);
    } else {
      // damped normal equations where the Jacobian is singular
      A.noalias() = J_.transpose() * J_;
      A.diagonal().array() += 1e-12 * std::max(A.trace(), 1e-300);
      d_.noalias() = -(J_.transpose() * F_);
      const DenseLu damped(A, scratch_);
      if (!(damped.pivot_ratio() > 0.0)) return false;
      damped.solve(d_);
    }
    for (int i = 0; i < n_; ++i) d_[i] /= std::sqrt(scale_[i]);
    return d_.allFinite();
  }

  bool search(VectorOut r, double& merit) {
    double length = 1.0;
    for (int k = 0; k < halvings; ++k, length *= 0.5) {
      trial_ = r + length * d_;
      const double reached = evaluate(trial_);
      if (reached < merit * (1.0 - armijo * length) || !options_.line_search) {
        r = trial_;
        merit = reached;
        return true;
      }
    }
    evaluate(r);
    return false;
  }

  const SemismoothNewton& options_;
  const Problem& problem_;
  const Workspace& workspace_;
  int n_;
  Arena& scratch_;
  MatrixMap W_, J_;
  VectorMap u_, F_, d_, trial_, scale_;
};

}  // namespace

std::string_view obstacle(const SemismoothNewton& options, const Problem& problem) {
  if (box_form_obstacle(problem).empty()) return {};
  for (const AnyLaw& law : problem.laws) {
    if (!law.differentiable()) return "a law offers no resolvent_jacobian";
  }
  if (options.map == NewtonMap::fischer_burmeister)
    return "the Fischer-Burmeister map is for scalar and polyhedral laws; use map natural";
  return {};
}

Outcome run(const SemismoothNewton& options, const Problem& problem, Workspace& workspace,
            VectorOut r) {
  const Arena::Scope scope(workspace.arena);
  if (box_form_obstacle(problem).empty())
    return BoxNewton(options, problem, workspace, workspace.arena).run(r);
  return BlockNewton(options, problem, workspace, workspace.arena).run(r);
}

}  // namespace nonsmooth
