// SPDX-License-Identifier: Apache-2.0
// What the search for events needs of an integrator: one internal step after the other, and the
// solution inside the last one. The implementation with SUNDIALS is stepper_sundials.cpp, its
// stand-in stepper_absent.cpp.
#pragma once

#include "nonsmooth/ode.hpp"

#include <memory>
#include <string>

namespace nonsmooth::ode {

class Stepper {
 public:
  virtual ~Stepper() = default;
  /// The last step becomes the point (t, y). With a first step (0: estimated) the past is
  /// forgotten.
  virtual void restart(double t, VectorIn y, double stop_time,
                       std::optional<double> first_step) = 0;
  /// The length proposed for the next step, 0 if unknown.
  virtual double next_step() const = 0;
  /// One step of the length that the error estimate allows. False: `message` says why not.
  virtual bool step() = 0;
  /// The solution at a time within the last step. May call the right-hand side.
  virtual void dense(double t, VectorOut y) = 0;

  double begin() const { return begin_; }  ///< of the last step
  double end() const { return end_; }
  const Vector& end_state() const { return end_state_; }
  const std::string& message() const { return message_; }

 protected:
  double begin_ = 0.0, end_ = 0.0;
  Vector end_state_;
  std::string message_;
};

bool stepper_available();
/// `system` must outlive the stepper.
std::unique_ptr<Stepper> make_stepper(const OdeSystem& system, const OdeOptions& options);

}  // namespace nonsmooth::ode
