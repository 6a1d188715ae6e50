// SPDX-License-Identifier: Apache-2.0
// All laws, and AnyLaw: the one value type a problem holds per block.
#pragma once

#include "nonsmooth/laws/complementarity.hpp"
#include "nonsmooth/laws/cone.hpp"
#include "nonsmooth/laws/graph.hpp"
#include "nonsmooth/laws/law.hpp"

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace nonsmooth {

/// A law by value: a built-in kind, or any type that satisfies the concept Law.
/// To add a built-in kind: write its struct, add it to Kinds.
class AnyLaw {
 public:
  using Kinds = std::variant<Free, NonNegative, Box, Graph, Polytope, SecondOrderCone, RollingCone,
                             Disk, CustomLaw>;

  template <class L>
  requires std::constructible_from<Kinds, L> AnyLaw(L law)
      : kind_(std::move(law)) {}  // NOLINT: implicit by intent
  template <Law L>
  explicit AnyLaw(L law) : kind_(CustomLaw::of(std::move(law))) {}

  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) const {
    return std::visit(std::forward<Visitor>(visitor), kind_);
  }
  template <class L>
  const L* get_if() const {
    return std::get_if<L>(&kind_);
  }

  int size() const {
    return visit([](const auto& law) { return law.size(); });
  }
  std::string_view kind() const {
    return visit([](const auto& law) { return law.kind(); });
  }
  /// Whether resolvent_jacobian may be called.
  bool differentiable() const {
    return visit([]<class L>(const L& law) {
      if constexpr (ScalarLaw<L>)
        return true;
      else
        return law.differentiable();
    });
  }
  /// Whether every component obeys its own graph (then component() may be called).
  bool scalar() const {
    return visit([]<class L>(const L&) { return ScalarLaw<L>; });
  }
  /// The resolvent of one component of a scalar law. Precondition: scalar().
  double component(int i, double rho, double z) const {
    return visit([&]<class L>(const L& law) {
      if constexpr (ScalarLaw<L>)
        return law.component(i, rho, z);
      else
        return z;
    });
  }
  /// The natural map r - component(i, rho, r - rho u) without cancellation. Precondition: scalar().
  double component_map(int i, double rho, double u, double r) const {
    return visit([&]<class L>(const L& law) {
      if constexpr (ScalarLaw<L>)
        return law.component_map(i, rho, u, r);
      else
        return r;
    });
  }
  /// Its derivative with respect to z. Precondition: scalar().
  double component_slope(int i, double rho, double z) const {
    return visit([&]<class L>(const L& law) {
      if constexpr (ScalarLaw<L>)
        return law.component_slope(i, rho, z);
      else
        return 1.0;
    });
  }
  /// r = resolvent(rho, u, z). All vectors have size() entries; r may not overlap u or z.
  void resolvent(double rho, VectorIn u, VectorIn z, VectorOut r, Arena& scratch) const {
    visit([&]<class L>(const L& law) {
      if constexpr (ScalarLaw<L>)
        for (int i = 0; i < law.size(); ++i) r[i] = law.component(i, rho, z[i]);
      else
        law.resolvent(rho, u, z, r, scratch);
    });
  }
  /// dz and du receive the size() x size() derivatives. Precondition: differentiable().
  void resolvent_jacobian(double rho, VectorIn u, VectorIn z, MatrixOut dz, MatrixOut du,
                          Arena& scratch) const {
    visit([&]<class L>(const L& law) {
      if constexpr (ScalarLaw<L>) {
        dz.setZero();
        du.setZero();
        for (int i = 0; i < law.size(); ++i) dz(i, i) = law.component_slope(i, rho, z[i]);
      } else {
        law.resolvent_jacobian(rho, u, z, dz, du, scratch);
      }
    });
  }
  /// Solves u = W r + q with this law alone. r holds a guess and receives the answer, which is
  /// never farther from the law than the guess. False where the law offers no such solution
  /// (polytopes, larger blocks of scalar laws, custom laws without one) or none was found.
  bool solve_block(MatrixIn W, VectorIn q, VectorOut r, Arena& scratch) const {
    return visit([&]<class L>(const L& law) {
      if constexpr (requires { law.solve_block(W, q, r, scratch); })
        return law.solve_block(W, q, r, scratch);
      else
        return false;
    });
  }

 private:
  Kinds kind_;
};

/// Complaints about the data of a law (bounds crossed, negative friction, NaN, empty polytope).
std::vector<std::string> validate(const AnyLaw& law);

/// What check_law found: the worst violation of each identity over all samples, relative to the
/// size of the sample. A correct law has all of them near rounding (the Jacobian near 1e-6).
struct LawReport {
  double independence = 0;  ///< a solution for one rho is a solution for every rho
  double idempotence = 0;   ///< resolving a resolved point again for u = 0 changes nothing
  double nonexpansive = 0;  ///< |R(z1) - R(z2)| <= |z1 - z2| at equal u: excess
  double firmness = 0;      ///< (R1 - R2).(z1 - z2) >= |R1 - R2|^2 at equal u: deficit
  double jacobian = 0;      ///< derivatives against central differences (0 if none are offered)
  bool finite = true;       ///< no NaN or infinity came out of finite input
  std::vector<std::string> failures;  ///< one sentence per identity that does not hold
  bool ok() const { return failures.empty(); }
};

/// Runs the identities of the conformance suite on a law with seeded random samples.
LawReport check_law(const AnyLaw& law, int samples = 200, std::uint64_t seed = 1);

}  // namespace nonsmooth
