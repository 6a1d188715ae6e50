// SPDX-License-Identifier: Apache-2.0
// Balls in a row, the test bench of impact rules: contact i between balls i and i + 1.
#pragma once

#include "nonsmooth/impacts.hpp"

namespace nonsmooth::testing {

struct Balls {
  Vector masses, velocities;

  int contacts() const { return static_cast<int>(masses.size()) - 1; }

  /// Every contact like the given one.
  Impact impact(const ImpactContact& contact) const {
    const int n = contacts();
    Matrix H = Matrix::Zero(n + 1, n);
    for (int i = 0; i < n; ++i) {
      H(i, i) = -1.0;
      H(i + 1, i) = 1.0;
    }
    return {H.transpose() * masses.cwiseInverse().asDiagonal() * H, H.transpose() * velocities,
            std::vector<ImpactContact>(static_cast<std::size_t>(n), contact)};
  }

  Vector after(const ImpactResult& result) const {
    Vector v = velocities;
    for (int i = 0; i < contacts(); ++i) {
      v[i] -= result.impulse[i] / masses[i];
      v[i + 1] += result.impulse[i] / masses[i + 1];
    }
    return v;
  }

  Vector after(const ImpactRule& rule, const ImpactContact& contact) const {
    return after(resolve_impact(impact(contact), rule));
  }
};

/// n equal balls; the first one comes with speed one.
inline Balls equal_balls(int n) { return {Vector::Ones(n), Vector::Unit(n, 0)}; }

}  // namespace nonsmooth::testing
