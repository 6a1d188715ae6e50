// SPDX-License-Identifier: Apache-2.0
#include "bench/friction_problems_neighbours.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace nonsmooth::bench {
namespace {

double wrapped(double distance, double period) {
  return period > 0.0 ? distance - period * std::round(distance / period) : distance;
}

// Cells along one axis: of the period where there is one, else of the extent of the points.
struct Axis {
  double origin = 0.0, width = 1.0;
  int count = 1;
  bool periodic = false;

  Axis(double low, double high, double period, double reach) {
    periodic = period > 0.0;
    origin = low;
    const double extent = periodic ? period : high - low;
    count = std::clamp(static_cast<int>(extent / reach), 1, 512);
    if (periodic && count < 3) count = 1;  // neighbours would be met twice
    width = std::max(extent / count, 1e-300);
  }
  int cell(double x) const {
    const int i = static_cast<int>(std::floor((x - origin) / width));
    return periodic ? ((i % count) + count) % count : std::clamp(i, 0, count - 1);
  }
  // the cell `step` further, or -1 if there is none
  int neighbour(int cell, int step) const {
    if (count == 1) return step == 0 ? 0 : -1;
    const int i = cell + step;
    if (periodic) return (i + count) % count;
    return i >= 0 && i < count ? i : -1;
  }
};

}  // namespace

Vec<3> Domain::between(const Vec<3>& a, const Vec<3>& b) const {
  const Vec<3> d = a - b;
  return {wrapped(d.x(), period_x), wrapped(d.y(), period_y), d.z()};
}

std::vector<std::pair<int, int>> near_pairs(std::span<const Vec<3>> centres, double reach,
                                            const Domain& domain) {
  std::vector<std::pair<int, int>> pairs;
  if (centres.empty()) return pairs;
  Vec<3> low = centres[0], high = centres[0];
  for (const Vec<3>& c : centres) low = low.cwiseMin(c), high = high.cwiseMax(c);
  const std::array<Axis, 3> axes{Axis(low.x(), high.x(), domain.period_x, reach),
                                 Axis(low.y(), high.y(), domain.period_y, reach),
                                 Axis(low.z(), high.z(), 0.0, reach)};
  const auto number = [&](int i, int j, int k) {
    return static_cast<std::size_t>((k * axes[1].count + j) * axes[0].count + i);
  };
  // chains of the points of each cell, the highest index first
  std::vector<int> first(number(0, 0, axes[2].count), -1), next(centres.size(), -1);
  for (std::size_t p = 0; p < centres.size(); ++p) {
    const Vec<3>& c = centres[p];
    int& head = first[number(axes[0].cell(c.x()), axes[1].cell(c.y()), axes[2].cell(c.z()))];
    next[p] = head;
    head = static_cast<int>(p);
  }
  for (std::size_t p = 0; p < centres.size(); ++p) {
    const int self = static_cast<int>(p);
    const Vec<3>& c = centres[p];
    for (int step = 0; step < 27; ++step) {
      const int i = axes[0].neighbour(axes[0].cell(c.x()), step % 3 - 1);
      const int j = axes[1].neighbour(axes[1].cell(c.y()), step / 3 % 3 - 1);
      const int k = axes[2].neighbour(axes[2].cell(c.z()), step / 9 - 1);
      if (i < 0 || j < 0 || k < 0) continue;
      for (int q = first[number(i, j, k)]; q > self; q = next[static_cast<std::size_t>(q)])
        if (domain.between(c, centres[static_cast<std::size_t>(q)]).squaredNorm() <= reach * reach)
          pairs.emplace_back(self, q);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace nonsmooth::bench
