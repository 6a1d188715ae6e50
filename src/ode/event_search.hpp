// SPDX-License-Identifier: Apache-2.0
// The first change of sign of the watched guards along one step of an integrator.
//
// Every guard carries the sign s it had when it was last away from zero. It fires at the first t of
// the step with s g(t) <= 0, if that crossing is watched:
//
//   arm      A guard that is zero where the phase begins has no sign. It is sampled at
//            from + 16^-k h, k = 10 ... 0, and takes the sign it has when it leaves the band
//            |g| <= tolerance; a flight that begins and ends within one step is therefore seen.
//   test     Signs at the end of the step; for guards that may graze also at the minimum of s g
//            where the polynomial through its values at the Chebyshev points has one.
//   locate   The first zero of min_i s_i g_i(t) over the guards that changed: one bracket, whatever
//            the number of guards (Chandrupatla, Adv. Eng. Software 28 (1997)), down to rounding.
//   gather   Guards that cross within rounding of the same instant, or that are zero within the
//            tolerance there and cross later in the step, are part of the same event.
#pragma once

#include "nonsmooth/ode.hpp"

#include <span>
#include <vector>

namespace nonsmooth::ode {

/// All guards as functions of time along the step.
class GuardPath {
 public:
  virtual void guards(double t, Vector& values) = 0;

 protected:
  ~GuardPath() = default;
};

class EventSearch {
 public:
  EventSearch(int guard_count, double tolerance);

  void watch(int guard, Crossing crossing, GrazingCheck grazing);
  bool watches_any() const { return watched_ > 0; }

  /// Another phase begins at t: signs are taken anew. `forget`: whatever fired here before.
  void restart(double t, bool forget = false);
  /// Whether there is an event in (from, to]; if so, `time` and `roots` say when and which.
  bool search(GuardPath& path, double from, double to);
  /// The event found has been reported: the next search begins there.
  void pass_event();

  double time() const { return time_; }
  std::span<const int> roots() const { return roots_; }

 private:
  struct Guard {
    Crossing crossing = Crossing::off;
    GrazingCheck grazing = GrazingCheck::off;
    bool fresh = true;         // has not been looked at since the restart
    int sign = 0;              // 0: not yet away from zero
    double armed_from = 0.0;   // the sign holds from here on
    double fired_value = 0.0;  // |g| at the event it fired in
  };

  double band(const Guard& guard) const;
  bool fires(const Guard& guard, double value) const;
  void take_signs(GuardPath& path, double from);
  void arm(GuardPath& path, double from, double to);
  double end_of_grazing(GuardPath& path, double from, double to);
  double first_dip(GuardPath& path, int index, double from, double to);
  double dip_between(GuardPath& path, int index, double low, double high);
  double margin(GuardPath& path, double t);
  double locate(GuardPath& path, double from, double to);
  void gather(GuardPath& path, double from, double to);

  double tolerance_;
  int watched_ = 0;
  std::vector<Guard> guards_;
  bool has_begin_values_ = false;
  double begin_time_ = 0.0;
  Vector begin_, end_, trial_;  // values at both ends of the search, and in between
  Matrix samples_;              // a column per Chebyshev point
  std::vector<int> crossing_;   // guards that change sign until the end of the search
  int crossing_count_ = 0;
  bool event_found_ = false;
  double time_ = 0.0;
  std::vector<int> roots_;
};

}  // namespace nonsmooth::ode
