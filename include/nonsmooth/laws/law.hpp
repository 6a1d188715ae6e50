// SPDX-License-Identifier: Apache-2.0
// A law relates the relative velocity u and the reaction r of one block:
//
//     -(u + g(u))  in  dPhi(r)        Phi convex; for most laws Phi is the indicator of a set K,
//                                     dPhi its normal cone N_K, and g the non-associated shift
//
// Solvers know a law by its resolvent: for any rho > 0
//
//     (u, r) satisfies the law   <=>   r = resolvent(rho, u, r - rho u).
//
// For a set K and shift g that is P_K(z - rho g(u)). Newton methods also ask for its derivatives.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/base/types.hpp"

#include <concepts>
#include <functional>
#include <string_view>
#include <utility>

namespace nonsmooth {

/// What a law of one's own must offer. The dimension is known to the compiler.
template <class L>
concept Law = requires(const L& law, double rho, const Vec<L::dimension>& u,
                       const Vec<L::dimension>& z) {
  { law.resolvent(rho, u, z) } -> std::convertible_to<Vec<L::dimension>>;
};

/// Derivatives of the resolvent with respect to z and to u (an element of the generalised
/// Jacobian).
template <int N>
struct ResolventJacobian {
  Mat<N> dz, du;
};

/// A law that Newton methods accept too.
template <class L>
concept DifferentiableLaw = Law<L> &&
    requires(const L& law, double rho, const Vec<L::dimension>& u, const Vec<L::dimension>& z) {
  { law.resolvent_jacobian(rho, u, z) } -> std::convertible_to<ResolventJacobian<L::dimension>>;
};

/// A law that solves u = W r + q with itself alone: r holds a guess and receives the solution.
/// Returns false where it cannot; sweeps then take projected steps.
template <class L>
concept BlockSolvableLaw = Law<L> && requires(const L& law, const Mat<L::dimension>& W,
                                              const Vec<L::dimension>& q, Vec<L::dimension>& r) {
  { law.solve_block(W, q, r) } -> std::convertible_to<bool>;
};

/// A user's law behind one erased value (see AnyLaw). Copying copies the law.
struct CustomLaw {
  int dimension = 0;
  std::function<void(double rho, VectorIn u, VectorIn z, VectorOut r)> resolve;
  /// Empty when the law offers no derivatives.
  std::function<void(double rho, VectorIn u, VectorIn z, MatrixOut dz, MatrixOut du)> derive;
  /// Empty when the law offers no solution of one block.
  std::function<bool(MatrixIn W, VectorIn q, VectorOut r)> solve{};

  template <Law L>
  static CustomLaw of(L law) {
    constexpr int n = L::dimension;
    CustomLaw erased;
    erased.dimension = n;
    erased.resolve = [law](double rho, VectorIn u, VectorIn z, VectorOut r) {
      // fixed-size views: the copies need no loop, and compilers need not fear one
      r.template head<n>() = law.resolvent(rho, u.template head<n>(), z.template head<n>());
    };
    if constexpr (DifferentiableLaw<L>)
      erased.derive = [law](double rho, VectorIn u, VectorIn z, MatrixOut dz, MatrixOut du) {
        const ResolventJacobian<n> jacobian =
            law.resolvent_jacobian(rho, u.template head<n>(), z.template head<n>());
        dz.template topLeftCorner<n, n>() = jacobian.dz;
        du.template topLeftCorner<n, n>() = jacobian.du;
      };
    if constexpr (BlockSolvableLaw<L>)
      erased.solve = [law](MatrixIn W, VectorIn q, VectorOut r) {
        const Mat<n> W_n = W.template topLeftCorner<n, n>();
        const Vec<n> q_n = q.template head<n>();
        Vec<n> r_n = r.template head<n>();
        const bool solved = law.solve_block(W_n, q_n, r_n);
        if (solved) r.template head<n>() = r_n;
        return solved;
      };
    return erased;
  }

  static constexpr std::string_view kind() { return "custom"; }
  int size() const { return dimension; }
  bool differentiable() const { return static_cast<bool>(derive); }
  void resolvent(double rho, VectorIn u, VectorIn z, VectorOut r, Arena&) const {
    resolve(rho, u, z, r);
  }
  void resolvent_jacobian(double rho, VectorIn u, VectorIn z, MatrixOut dz, MatrixOut du,
                          Arena&) const {
    derive(rho, u, z, dz, du);
  }
  bool solve_block(MatrixIn W, VectorIn q, VectorOut r, Arena&) const {
    return solve && solve(W, q, r);
  }
};

}  // namespace nonsmooth
