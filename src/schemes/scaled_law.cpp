// SPDX-License-Identifier: Apache-2.0
#include "schemes/scaled_law.hpp"

namespace nonsmooth {

AnyLaw scaled_law(const AnyLaw& law, double a, double b) {
  if (const auto* box = law.get_if<Box>()) {
    Box scaled = *box;
    scaled.lower *= a;
    scaled.upper *= a;
    // y = -c lambda  is  u = -c / (a b) P
    scaled.compliance /= a * b;
    scaled.dead_zone /= b;
    return scaled;
  }
  if (const auto* graph = law.get_if<Graph>()) {
    Graph scaled = *graph;
    for (PiecewiseLinear& curve : scaled.curves) {
      for (GraphPoint& point : curve.points) point = {point.u / b, point.r * a};
      curve.before *= a * b;
      curve.after *= a * b;
    }
    return scaled;
  }
  if (const auto* disk = law.get_if<Disk>()) return Disk{disk->dimension, a * disk->radius};
  if (const auto* polytope = law.get_if<Polytope>()) return Polytope{polytope->A, a * polytope->b};
  return law;
}

}  // namespace nonsmooth
