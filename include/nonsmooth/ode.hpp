// SPDX-License-Identifier: Apache-2.0
// Smooth phases of a nonsmooth system, and the instants at which they end:
//
//   y' = f(t, y)   until the first t at which a watched guard g_i(t, y) changes sign, or t_end
//
// What happens there (an impact, a change of mode) is the caller's business: change y, tell which
// guards matter from now on, `restart`, `advance`. Internally SUNDIALS takes the steps; src/ode
// says how events are found in them.
#pragma once

#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/base/types.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>

namespace nonsmooth {

enum class OdeMethod {
  explicit_runge_kutta,  ///< Dormand-Prince 5(4) (ARKODE): cheap to restart, hence for many events
  stiff,                 ///< BDF of order 1 to 5 (CVODE) with dense linear algebra
};
std::span<const std::string_view> enum_names(OdeMethod);

struct OdeOptions {
  OdeMethod method = OdeMethod::explicit_runge_kutta;
  double relative_tolerance = 1e-10;
  double absolute_tolerance = 1e-12;
  double initial_step = 0.0;
  double max_step = infinity;
  int max_steps = 100000;
  double guard_tolerance = 1e-12;

  static constexpr auto fields() {
    return Fields{
        field("method", &OdeOptions::method, "explicit_runge_kutta, or stiff for BDF"),
        field("relative_tolerance", &OdeOptions::relative_tolerance,
              "local error per step, relative to each component of y", 1e-14, 1e-1),
        field("absolute_tolerance", &OdeOptions::absolute_tolerance,
              "local error per step, in the unit of y", 1e-300, infinity),
        field("initial_step", &OdeOptions::initial_step, "first step; 0 leaves it to an estimate",
              0.0, infinity),
        field("max_step", &OdeOptions::max_step, "longest step: the resolution of the sign tests",
              1e-300, infinity),
        field("max_steps", &OdeOptions::max_steps, "most internal steps of one advance", 1),
        field("guard_tolerance", &OdeOptions::guard_tolerance,
              "a guard this close to zero counts as zero at a restart (unit of the guards)", 0.0,
              infinity)};
  }
};

/// The smooth phase. Vectors have the sizes announced here; the functions may throw (see `advance`)
/// and must not allocate if `advance` is to be free of allocations.
struct OdeSystem {
  int size = 0;
  int guard_count = 0;  ///< of all modes together: those without meaning at present are not watched
  std::function<void(double t, VectorIn y, VectorOut dy)> rhs;
  std::function<void(double t, VectorIn y, VectorOut g)> guards;
  /// df_i/dy_j, optional, for the stiff method; difference quotients otherwise. J comes as zeros.
  std::function<void(double t, VectorIn y, MatrixOut J)> jacobian;
};

/// Which changes of sign of a guard end a phase.
enum class Crossing { off, falling, rising, both };

/// `on` also looks for a pair of roots inside one step (a touch and a return): a few evaluations of
/// the guards more per step.
enum class GrazingCheck { off, on };

enum class OdeEnd { reached_end, root, failed };

/// The views are valid until the next call of a member of the integrator that is not const.
struct OdeResult {
  OdeEnd end = OdeEnd::failed;
  double t = 0.0;
  std::span<const int> roots;  ///< per guard: -1 falling, +1 rising, 0 no root here
  std::string_view message;    ///< why it failed, else empty
  long steps = 0;              ///< internal steps of this call
};

/// One phase after the other of one system. Move only, one per thread.
class OdeIntegrator {
 public:
  /// All guards are watched in both directions. Throws Error for options out of bounds, for missing
  /// functions, and if the library was built without SUNDIALS.
  OdeIntegrator(OdeSystem system, OdeOptions options = {});
  ~OdeIntegrator();
  OdeIntegrator(OdeIntegrator&&) noexcept;
  OdeIntegrator& operator=(OdeIntegrator&&) noexcept;

  /// Whether this build has SUNDIALS.
  static bool available();

  /// Starts a phase, after a jump or for the first time. The explicit method keeps its step length.
  /// `rhs` is never asked for times beyond `stop_time` (where an input jumps, for instance). A
  /// guard that is zero here within `guard_tolerance`, or not larger than it was when it fired
  /// here, is no root: it takes the sign with which it leaves zero. No allocation.
  /// With a `first_step` (0: an estimate) everything before is forgotten: what follows has the same
  /// bits as in a new integrator.
  void restart(double t, VectorIn y, double stop_time = infinity,
               std::optional<double> first_step = {});

  /// Before the first `advance` of a phase or between two of them; takes effect at once.
  void watch(int guard, Crossing crossing, GrazingCheck grazing = GrazingCheck::off);

  /// Goes on to the first root or to t_end, and no further than the stop time. y is the state
  /// there, also after a failure (the last good one). Guards that are zero within `guard_tolerance`
  /// at a root and cross in the same step are reported with it. After a root one may go on without
  /// a restart. An exception of a callback leaves this function as it is; then, and after a
  /// failure, restart. No allocation on success. Which roots are found does not depend on t_end.
  OdeResult advance(double t_end, VectorOut y);

  /// The state at a time between the beginning of the last internal step and the time reached.
  void dense(double t, VectorOut y) const;

  double time() const;  ///< reached by restart or advance
  /// The length that the error estimate proposes for the next internal step; 0 where there is none.
  double next_step() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace nonsmooth
