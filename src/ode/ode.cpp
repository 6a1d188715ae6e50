// SPDX-License-Identifier: Apache-2.0
// Phases made of internal steps. Every step is searched for events as a whole, once; `advance` then
// hands out what lies before t_end.
#include "nonsmooth/ode.hpp"

#include "nonsmooth/base/error.hpp"
#include "ode/event_search.hpp"
#include "ode/stepper.hpp"

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace nonsmooth {

std::span<const std::string_view> enum_names(OdeMethod) {
  static constexpr std::array<std::string_view, 2> names = {"explicit_runge_kutta", "stiff"};
  return names;
}

namespace {

void check(const OdeSystem& system, const OdeOptions& options) {
  const auto refuse = [](const std::string& what) { throw Error("OdeIntegrator: " + what); };
  for (const std::string& complaint : validate(options)) refuse(complaint);
  if (system.size < 1) refuse("size is " + std::to_string(system.size) + "; it must be positive");
  if (system.guard_count < 0)
    refuse("guard_count is " + std::to_string(system.guard_count) + "; it must not be negative");
  if (!system.rhs) refuse("the system has no rhs; set OdeSystem::rhs");
  if (system.guard_count > 0 && !system.guards)
    refuse("guard_count is " + std::to_string(system.guard_count) +
           " but the system has no guards; set OdeSystem::guards");
}

void check_state(const char* where, VectorIn y, int size) {
  if (y.size() != size)
    throw Error("OdeIntegrator::" + std::string(where) + ": y has " + std::to_string(y.size()) +
                " components, the system " + std::to_string(size));
}

}  // namespace

struct OdeIntegrator::State final : ode::GuardPath {
  State(OdeSystem given_system, const OdeOptions& given_options)
      : system(std::move(given_system)),
        options(given_options),
        stepper(ode::make_stepper(system, options)),
        events(system.guard_count, options.guard_tolerance),
        y(system.size),
        no_roots(static_cast<std::size_t>(system.guard_count)) {
    for (int i = 0; i < system.guard_count; ++i) events.watch(i, Crossing::both, GrazingCheck::off);
  }

  void guards(double t, Vector& values) override {
    stepper->dense(t, y);
    system.guards(t, y, values);
  }

  // whether something happens in what is left of the last step
  void search() {
    searched = true;
    has_event =
        now < stepper->end() && events.watches_any() && events.search(*this, now, stepper->end());
  }

  OdeResult finish(OdeEnd end, double t, VectorOut out, long steps) {
    now = t;
    stepper->dense(t, out);
    if (end == OdeEnd::root) {
      events.pass_event();
      searched = false;
    }
    return {end, t, end == OdeEnd::root ? events.roots() : no_roots,
            end == OdeEnd::failed ? std::string_view(message) : std::string_view(), steps};
  }

  OdeResult advance(double t_end, VectorOut out) {
    for (long steps = 0;; ++steps) {
      if (!searched) search();
      if (has_event && events.time() <= t_end)
        return finish(OdeEnd::root, events.time(), out, steps);
      if (t_end <= stepper->end()) return finish(OdeEnd::reached_end, t_end, out, steps);
      now = stepper->end();
      if (steps == options.max_steps) {
        message = "t = " + std::to_string(now) + ": max_steps = " + std::to_string(steps) +
                  " steps were not enough to reach t = " + std::to_string(t_end);
        return finish(OdeEnd::failed, now, out, steps);
      }
      searched = false;
      if (!stepper->step()) {
        message = stepper->message();
        return finish(OdeEnd::failed, now, out, steps);
      }
    }
  }

  const OdeSystem system;
  const OdeOptions options;
  std::unique_ptr<ode::Stepper> stepper;
  ode::EventSearch events;
  Vector y;
  const std::vector<int> no_roots;
  std::string message;
  bool usable = false;  // there is a phase, and it has not failed
  double now = 0.0, stop_time = infinity;
  bool searched = false, has_event = false;
};

OdeIntegrator::OdeIntegrator(OdeSystem system, OdeOptions options) {
  check(system, options);
  state_ = std::make_unique<State>(std::move(system), options);
}
OdeIntegrator::~OdeIntegrator() = default;
OdeIntegrator::OdeIntegrator(OdeIntegrator&&) noexcept = default;
OdeIntegrator& OdeIntegrator::operator=(OdeIntegrator&&) noexcept = default;

bool OdeIntegrator::available() { return ode::stepper_available(); }

void OdeIntegrator::restart(double t, VectorIn y, double stop_time,
                            std::optional<double> first_step) {
  State& state = *state_;
  check_state("restart", y, state.system.size);
  if (!std::isfinite(t) || !y.allFinite())
    throw Error("OdeIntegrator::restart: t or y is not finite; t is " + std::to_string(t));
  if (!(stop_time > t))
    throw Error("OdeIntegrator::restart: the stop time " + std::to_string(stop_time) +
                " is not after t = " + std::to_string(t));
  if (first_step && !(*first_step >= 0.0 && *first_step < infinity))
    throw Error("OdeIntegrator::restart: the first step is " + std::to_string(*first_step) +
                "; it must be positive, or 0 for an estimate");
  state.stepper->restart(t, y, stop_time, first_step);
  state.events.restart(t, first_step.has_value());
  state.now = t;
  state.stop_time = stop_time;
  state.searched = false;
  state.usable = true;
}

void OdeIntegrator::watch(int guard, Crossing crossing, GrazingCheck grazing) {
  if (guard < 0 || guard >= state_->system.guard_count)
    throw Error("OdeIntegrator::watch: there is no guard " + std::to_string(guard) +
                ", the system has " + std::to_string(state_->system.guard_count));
  state_->events.watch(guard, crossing, grazing);
  state_->searched = false;
}

OdeResult OdeIntegrator::advance(double t_end, VectorOut y) {
  State& state = *state_;
  check_state("advance", y, state.system.size);
  if (!state.usable)
    throw Error("OdeIntegrator::advance: there is no phase to go on with; call restart first");
  if (!(t_end >= state.now && t_end <= state.stop_time))
    throw Error("OdeIntegrator::advance: t_end = " + std::to_string(t_end) +
                " is not between the time reached, " + std::to_string(state.now) +
                ", and the stop time, " + std::to_string(state.stop_time));
  state.usable = false;  // unless this returns: a callback may throw
  const OdeResult result = state.advance(t_end, y);
  state.usable = result.end != OdeEnd::failed;
  return result;
}

void OdeIntegrator::dense(double t, VectorOut y) const {
  const State& state = *state_;
  check_state("dense", y, state.system.size);
  if (!(t >= state.stepper->begin() && t <= state.now))
    throw Error("OdeIntegrator::dense: t = " + std::to_string(t) +
                " is not within the last step, from " + std::to_string(state.stepper->begin()) +
                " to " + std::to_string(state.now));
  state.stepper->dense(t, y);
}

double OdeIntegrator::time() const { return state_->now; }
double OdeIntegrator::next_step() const { return state_->stepper->next_step(); }

}  // namespace nonsmooth
