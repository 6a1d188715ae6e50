// SPDX-License-Identifier: Apache-2.0
// Classical blocks: PID, state feedback, Luenberger's observer. e is reference minus measurement.
//
//   Pid             u_k = u_{k-1} + (Kp + Ki h + Kd/h) e_k - (Kp + 2 Kd/h) e_{k-1} + Kd/h e_{k-2}
//   StateFeedback   u = feedforward(t) - K (x - reference(t))
//   Luenberger      x^ = Phi x^ + Psi u, then x^ += L (y - C x^)
#pragma once

#include "nonsmooth/base/types.hpp"
#include "nonsmooth/control/implicit_step.hpp"
#include "nonsmooth/model/functions.hpp"

#include <functional>

namespace nonsmooth::control {

/// Measures one number, gives one.
struct Pid {
  double Kp = 0.0, Ki = 0.0, Kd = 0.0;
  double period = 1e-3;
  std::function<double(double t)> reference{};  ///< zero if missing

  void operator()(double t, VectorIn in, VectorOut out);

  double u = 0.0, e1 = 0.0, e2 = 0.0;  ///< control, and errors of the last two samples
};

/// Measures x.
struct StateFeedback {
  Matrix K;
  VectorFunction<double> reference{}, feedforward{};  ///< zero if missing
  Vector error{};                                     ///< at the last sample

  void operator()(double t, VectorIn in, VectorOut out);
};

struct LuenbergerOptions {
  Matrix A, B, C;
  Matrix L;     ///< of the correction at a sample, dimensionless: poles of (I - L C) e^(A h)
  Vector x0{};  ///< first estimate; empty means zero
  double period = 1e-3;
};

/// Measures (y, u) with the u that was held since the last sample; gives x^.
class Luenberger {
 public:
  explicit Luenberger(const LuenbergerOptions& options);
  void operator()(double t, VectorIn in, VectorOut out);

 private:
  HeldModel model_;
  Matrix C_, L_;
  Vector x_, next_, error_;
  bool started_ = false;
};

}  // namespace nonsmooth::control
