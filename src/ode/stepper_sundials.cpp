// SPDX-License-Identifier: Apache-2.0
// The steps of SUNDIALS: ARKODE's explicit Runge-Kutta method and CVODE's BDF, one internal step at
// a time. Neither the root finding of SUNDIALS is used (the one in event_search.hpp also sees
// grazing roots, and costs nothing to switch) nor its interpolation for explicit methods (each
// value of degree 5 costs several right-hand sides there, three for a whole step in
// step_polynomial.hpp).
//
// Callbacks run inside C code: an exception is kept, the step given up, and the exception thrown
// again from `step`. Reference: Hindmarsh et al., SUNDIALS, ACM TOMS 31 (2005); Reynolds et al.,
// ARKODE, ACM TOMS 49 (2023).
#include "nonsmooth/base/error.hpp"
#include "ode/step_polynomial.hpp"
#include "ode/stepper.hpp"

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <utility>

namespace nonsmooth::ode {
namespace {

struct Delete {
  void operator()(_SUNContext* context) const { SUNContext_Free(&context); }
  void operator()(_generic_N_Vector* vector) const { N_VDestroy(vector); }
  void operator()(_generic_SUNMatrix* matrix) const { SUNMatDestroy(matrix); }
  void operator()(_generic_SUNLinearSolver* solver) const { SUNLinSolFree(solver); }
};
template <class T>
using Owned = std::unique_ptr<T, Delete>;

Owned<_SUNContext> new_context() {
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  return Owned<_SUNContext>(context);
}

// --- Vectors
// -------------------------------------------------------------------------------------- SUNDIALS'
// own vectors, but the two operations that make up most of an explicit step are written so that the
// compiler turns them into vector instructions.

// z = sum_k c_k x_k in pieces that stay in the first cache; z may be one of the x_k
int combine(int count, realtype* c, N_Vector* x, N_Vector z) {
  constexpr Eigen::Index piece = 64;
  const Eigen::Index size = NV_LENGTH_S(z);
  double sum[piece];
  for (Eigen::Index begin = 0; begin < size; begin += piece) {
    const Eigen::Index n = std::min(piece, size - begin);
    const double* first = NV_DATA_S(x[0]) + begin;
    for (Eigen::Index i = 0; i < n; ++i) sum[i] = c[0] * first[i];
    for (int k = 1; k < count; ++k) {
      if (c[k] == 0.0) continue;  // tables have holes
      const double* next = NV_DATA_S(x[k]) + begin;
      for (Eigen::Index i = 0; i < n; ++i) sum[i] += c[k] * next[i];
    }
    std::copy_n(sum, n, NV_DATA_S(z) + begin);
  }
  return 0;
}

realtype weighted_norm(N_Vector x, N_Vector w) {
  const Eigen::Index size = NV_LENGTH_S(x);
  const VectorView values(NV_DATA_S(x), size), weights(NV_DATA_S(w), size);
  return std::sqrt(values.cwiseProduct(weights).squaredNorm() / static_cast<double>(size));
}

// over the memory of `vector`; copies that SUNDIALS makes inherit the operations
Owned<_generic_N_Vector> wrap(Vector& vector, SUNContext context) {
  Owned<_generic_N_Vector> wrapped(N_VMake_Serial(vector.size(), vector.data(), context));
  if (!wrapped) throw Error("OdeIntegrator: SUNDIALS could not make a vector");
  wrapped->ops->nvlinearcombination = &combine;
  wrapped->ops->nvwrmsnorm = &weighted_norm;
  return wrapped;
}

// --- What both methods share
// ----------------------------------------------------------------------

class SundialsStepper : public Stepper {
 protected:
  SundialsStepper(const OdeSystem& system, const OdeOptions& options)
      : system_(system), options_(options), context_(new_context()) {
    end_state_.setZero(system.size);
    begin_state_.setZero(system.size);
    y_ = wrap(end_state_, context_.get());
  }

  static int call_rhs(realtype t, N_Vector y, N_Vector dy, void* self) noexcept {
    auto& me = *static_cast<SundialsStepper*>(self);
    VectorMap slope(NV_DATA_S(dy), me.system_.size);
    try {
      me.system_.rhs(t, VectorView(NV_DATA_S(y), me.system_.size), slope);
    } catch (...) {
      me.exception_ = std::current_exception();
      return -1;
    }
    return slope.allFinite() ? 0 : me.note_bad_slope(t, slope);
  }

  static int call_jacobian(realtype t, N_Vector y, N_Vector, SUNMatrix J, void* self, N_Vector,
                           N_Vector, N_Vector) noexcept {
    auto& me = *static_cast<SundialsStepper*>(self);
    const int n = me.system_.size;
    MatrixMap matrix(SUNDenseMatrix_Data(J), n, n);
    try {
      matrix.setZero();
      me.system_.jacobian(t, VectorView(NV_DATA_S(y), n), matrix);
    } catch (...) {
      me.exception_ = std::current_exception();
      return -1;
    }
    return matrix.allFinite() ? 0 : 1;
  }

  // keeps what SUNDIALS would print; its warnings have positive codes
  static void keep_error(int code, const char*, const char*, char* text, void* self) noexcept {
    if (code < 0) static_cast<SundialsStepper*>(self)->message_ = text;
  }

  int note_bad_slope(double t, const VectorMap& slope) {
    has_bad_slope_ = true;
    bad_time_ = t;
    bad_component_ = 0;
    while (std::isfinite(slope[bad_component_])) ++bad_component_;
    return 1;  // a shorter step may do
  }

  void begin_step() {
    begin_ = end_;
    begin_state_ = end_state_;
    has_bad_slope_ = false;
    exception_ = nullptr;
    message_.clear();
  }

  // After the call of SUNDIALS. On failure the step is the point at which it began.
  bool end_step(int flag) {
    const bool moves = end_ == stop_time_ ||
                       end_ - begin_ > 8.0 * machine_epsilon * std::max(std::abs(begin_), 1e-300);
    if (flag >= 0 && moves && end_state_.allFinite()) return true;
    end_ = begin_;
    end_state_ = begin_state_;
    if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
    char text[160];
    if (has_bad_slope_)
      std::snprintf(text, sizeof text,
                    "t = %.15g: component %d of the right-hand side is not finite at t = %.15g",
                    begin_, static_cast<int>(bad_component_), bad_time_);
    else if (flag < 0)
      std::snprintf(text, sizeof text, "t = %.15g: SUNDIALS gave up with code %d: ", begin_, flag);
    else
      std::snprintf(text, sizeof text,
                    "t = %.15g: the step has become as short as the rounding of t", begin_);
    message_ = flag < 0 && !has_bad_slope_ ? text + message_ : std::string(text);
    return false;
  }

  void place(double t, VectorIn y, double stop_time) {
    begin_ = end_ = t;
    stop_time_ = stop_time;
    end_state_ = y;
    begin_state_ = y;
  }

  const OdeSystem& system_;
  const OdeOptions options_;
  Owned<_SUNContext> context_;
  Vector begin_state_;
  Owned<_generic_N_Vector> y_;  // the memory of end_state_
  std::exception_ptr exception_;
  double stop_time_ = infinity;
  bool has_bad_slope_ = false;
  double bad_time_ = 0.0;
  Eigen::Index bad_component_ = 0;
};

double step_limit(double max_step) { return std::isinf(max_step) ? 0.0 : max_step; }

// SUNDIALS 6 cannot take a stop time back, but a far one is as good
double far_stop(double stop_time) { return std::min(stop_time, 1e300); }

// a time in the direction of integration, for the estimate of the first step
double some_time_after(double t, double stop_time) {
  return std::min(stop_time, t + std::max(1.0, 1e-3 * std::abs(t)));
}

// --- Dormand-Prince 5(4)
// --------------------------------------------------------------------------

class ExplicitStepper : public SundialsStepper {
 public:
  ExplicitStepper(const OdeSystem& system, const OdeOptions& options)
      : SundialsStepper(system, options),
        polynomial_(system.size),
        begin_slope_(system.size),
        end_slope_(system.size) {
    slope_[0] = wrap(begin_slope_, context_.get());
    slope_[1] = wrap(end_slope_, context_.get());
    memory_ = ERKStepCreate(&call_rhs, 0.0, y_.get(), context_.get());
    if (memory_ == nullptr) throw Error("OdeIntegrator: ERKStepCreate of SUNDIALS failed");
    ERKStepSetUserData(memory_, static_cast<SundialsStepper*>(this));
    ERKStepSetErrHandlerFn(memory_, &keep_error, static_cast<SundialsStepper*>(this));
    ERKStepSStolerances(memory_, options.relative_tolerance, options.absolute_tolerance);
    ERKStepSetTableNum(memory_, ARKODE_DORMAND_PRINCE_7_4_5);
    // the cubic knows the slopes at both ends and never calls the right-hand side
    ERKStepSetInterpolantDegree(memory_, 3);
    ERKStepSetMaxStep(memory_, step_limit(options.max_step));
    set_first_step(options.initial_step);
  }
  ~ExplicitStepper() override { ERKStepFree(&memory_); }

  void restart(double t, VectorIn y, double stop_time, std::optional<double> first_step) override {
    place(t, y, stop_time);
    if (first_step) {
      ERKStepReInit(memory_, &call_rhs, t, y_.get());  // forgets the errors of earlier steps
      set_first_step(*first_step);
    } else {
      ERKStepReset(memory_, t, y_.get());  // keeps the step length
    }
    ERKStepSetStopTime(memory_, far_stop(stop_time));
  }

  double next_step() const override {
    double length = 0.0;
    ERKStepGetCurrentStep(memory_, &length);
    return length;
  }

  bool step() override {
    begin_step();
    has_polynomial_ = false;
    for (;;) {
      const int flag = ERKStepEvolve(memory_, some_time_after(begin_, stop_time_), y_.get(), &end_,
                                     ARK_ONE_STEP);
      if (flag >= 0 || exception_ || !shorten_before_bad_slope()) {
        set_first_step(0.0);
        return end_step(flag);
      }
    }
  }

  void dense(double t, VectorOut y) override {
    if (t == end_) {
      y = end_state_;
    } else if (t == begin_) {
      y = begin_state_;
    } else {
      if (!has_polynomial_) build_polynomial();
      polynomial_.evaluate(t, y);
    }
  }

 private:
  // ERKStep gives up where a stage has no finite slope, although the solution may end (at an event)
  // before it gets there: again with a tenth of the way
  bool shorten_before_bad_slope() {
    if (!has_bad_slope_) return false;
    const double shorter = 0.1 * (bad_time_ - begin_);
    if (!(shorter > 1e-12 * std::max(1e-3, std::abs(begin_)))) return false;
    has_bad_slope_ = false;
    end_ = begin_;
    end_state_ = begin_state_;
    ERKStepReset(memory_, begin_, y_.get());
    set_first_step(shorter);
    return true;
  }

  // 0 leaves it to the estimate, and after a reset to the last step
  void set_first_step(double length) {
    if (length == first_step_) return;
    ERKStepSetInitStep(memory_, length);
    first_step_ = length;
  }

  void build_polynomial() {
    ERKStepGetDky(memory_, begin_, 1, slope_[0].get());
    ERKStepGetDky(memory_, end_, 1, slope_[1].get());
    polynomial_.build(system_, begin_, end_, begin_state_, end_state_, begin_slope_, end_slope_);
    has_polynomial_ = true;
  }

  void* memory_ = nullptr;
  double first_step_ = 0.0;
  StepPolynomial polynomial_;
  bool has_polynomial_ = false;
  Vector begin_slope_, end_slope_;
  Owned<_generic_N_Vector> slope_[2];
};

// --- BDF
// ------------------------------------------------------------------------------------------

class StiffStepper : public SundialsStepper {
 public:
  StiffStepper(const OdeSystem& system, const OdeOptions& options)
      : SundialsStepper(system, options),
        value_(system.size),
        value_vector_(wrap(value_, context_.get())) {
    const int n = system.size;
    memory_ = CVodeCreate(CV_BDF, context_.get());
    matrix_.reset(SUNDenseMatrix(n, n, context_.get()));
    linear_solver_.reset(SUNLinSol_Dense(y_.get(), matrix_.get(), context_.get()));
    if (memory_ == nullptr || !matrix_ || !linear_solver_ ||
        CVodeInit(memory_, &call_rhs, 0.0, y_.get()) != CV_SUCCESS)
      throw Error("OdeIntegrator: CVodeInit of SUNDIALS failed");
    CVodeSetUserData(memory_, static_cast<SundialsStepper*>(this));
    CVodeSetErrHandlerFn(memory_, &keep_error, static_cast<SundialsStepper*>(this));
    CVodeSStolerances(memory_, options.relative_tolerance, options.absolute_tolerance);
    CVodeSetLinearSolver(memory_, linear_solver_.get(), matrix_.get());
    CVodeSetJacFn(memory_, system.jacobian ? &call_jacobian : &difference_jacobian);
    CVodeSetMaxStep(memory_, step_limit(options.max_step));
    CVodeSetInitStep(memory_, options.initial_step);
  }
  ~StiffStepper() override { CVodeFree(&memory_); }

  void restart(double t, VectorIn y, double stop_time, std::optional<double> first_step) override {
    place(t, y, stop_time);
    CVodeSetInitStep(memory_, first_step.value_or(options_.initial_step));
    CVodeReInit(memory_, t, y_.get());
    CVodeSetStopTime(memory_, far_stop(stop_time));
  }

  double next_step() const override { return 0.0; }  // BDF begins with order 1, and far shorter

  bool step() override {
    begin_step();
    return end_step(
        CVode(memory_, some_time_after(begin_, stop_time_), y_.get(), &end_, CV_ONE_STEP));
  }

  void dense(double t, VectorOut y) override {
    if (t == end_) {
      y = end_state_;
    } else if (t == begin_) {
      y = begin_state_;
    } else {
      CVodeGetDky(memory_, t, 0, value_vector_.get());
      y = value_;
    }
  }

 private:
  // Forward differences with CVODE's own increments: half the digits of y_j, but no less than what
  // makes a difference in f. CVODE would do the same and allocate a vector each time.
  static int difference_jacobian(realtype t, N_Vector y, N_Vector dy, SUNMatrix J, void* self,
                                 N_Vector shifted, N_Vector, N_Vector) noexcept {
    auto& me = static_cast<StiffStepper&>(*static_cast<SundialsStepper*>(self));
    const int n = me.system_.size;
    const VectorView slope(NV_DATA_S(dy), n);
    VectorMap state(NV_DATA_S(y), n), slope_there(NV_DATA_S(shifted), n);
    const auto weight = [&](int j) {  // what counts as one in component j
      return me.options_.relative_tolerance * std::abs(state[j]) + me.options_.absolute_tolerance;
    };
    double size = 0.0, step = 0.0;
    CVodeGetCurrentStep(me.memory_, &step);
    for (int j = 0; j < n; ++j) size += std::pow(slope[j] / weight(j), 2);
    size = std::sqrt(size / n) * 1000.0 * std::abs(step) * machine_epsilon * n;
    for (int j = 0; j < n; ++j) {
      const double kept = state[j];
      const double least = size > 0.0 ? size * weight(j) : weight(j);
      const double increment = std::max(std::sqrt(machine_epsilon) * std::abs(kept), least);
      state[j] = kept + increment;
      const int flag = call_rhs(t, y, shifted, self);
      state[j] = kept;
      if (flag != 0) return flag;
      MatrixMap(SUNDenseMatrix_Data(J), n, n).col(j) = (slope_there - slope) / increment;
    }
    return 0;
  }

  void* memory_ = nullptr;
  Vector value_;
  Owned<_generic_N_Vector> value_vector_;
  Owned<_generic_SUNMatrix> matrix_;
  Owned<_generic_SUNLinearSolver> linear_solver_;
};

}  // namespace

bool stepper_available() { return true; }

std::unique_ptr<Stepper> make_stepper(const OdeSystem& system, const OdeOptions& options) {
  if (options.method == OdeMethod::stiff) return std::make_unique<StiffStepper>(system, options);
  return std::make_unique<ExplicitStepper>(system, options);
}

}  // namespace nonsmooth::ode
