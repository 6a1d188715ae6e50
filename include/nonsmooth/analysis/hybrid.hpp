// SPDX-License-Identifier: Apache-2.0
// Piecewise smooth systems with located events, and how small changes travel through them:
//
//   mode m:           x' = f_m(t, x)
//   transition:       where its guard g(t, x) changes sign, x+ = R(t, x-), and another mode
//   sensitivity:      Phi' = df/dx Phi between events, and at an event Phi+ = S Phi- with
//                     S = R_x + (f+ - R_x f- - R_t) g_x / (g_x f- + g_t)
//
// S is the saltation matrix (Aizerman, Gantmacher 1958): it accounts for the shift of the event
// itself. It has no meaning at a grazing event, where g_x f- + g_t is zero.
#pragma once

#include "nonsmooth/base/types.hpp"
#include "nonsmooth/ode.hpp"

#include <functional>
#include <string>
#include <vector>

namespace nonsmooth::analysis {

using Rate = std::function<void(double t, VectorIn x, VectorOut dx)>;

struct Transition {
  int from = 0, to = 0;  ///< modes
  std::function<double(double t, VectorIn x)> guard{};
  Crossing crossing = Crossing::falling;
  std::function<void(double t, VectorIn x, VectorOut after)> reset{};  ///< empty: x stays
  std::function<int(double t, VectorIn after)> choose{};               ///< in place of `to`
};

struct HybridSystem {
  int size = 0;
  std::vector<Rate> modes{};
  std::vector<Transition> transitions{};
};

struct HybridState {
  double t = 0.0;
  int mode = 0;
  Vector x{};
};

struct Event {
  double t = 0.0;
  int transition = 0;
  double approach = 0.0;  ///< d/dt of the guard before the event; near zero it grazes
};

struct FlowOptions {
  double relative_tolerance = 1e-10, absolute_tolerance = 1e-12;
  int max_events = 10000;
  bool sensitivity = false;
};

struct Flow {
  bool ok = false;
  std::string message;
  HybridState end;
  Matrix sensitivity;  ///< d end.x / d start.x, if asked for
  std::vector<Event> events;
  /// The transitions met, in order: two orbits with the same are in one smooth family.
  std::vector<int> sequence() const;
  double slowest_approach() const;  ///< smallest |approach|; infinite without events
};

/// Throws Error for a system that is not complete, or without SUNDIALS.
Flow flow(const HybridSystem& system, const HybridState& start, double end,
          const FlowOptions& options = {});

/// x' = below where h(x) < 0, above where h(x) > 0; on h = 0 the state crosses, or slides with the
/// convex combination that keeps h = 0 (Filippov). Modes 0 below, 1 above, 2 sliding; it leaves
/// where the combination becomes one of the two. Sliding where both point away does not begin.
HybridSystem filippov(int size, Rate below, Rate above,
                      std::function<double(double t, VectorIn x)> h,
                      std::function<void(double t, VectorIn x, VectorOut gradient)> gradient);

}  // namespace nonsmooth::analysis
