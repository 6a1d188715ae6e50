// SPDX-License-Identifier: Apache-2.0
// User functions held by value. A function may fill its last argument, or return any Eigen
// expression of the right size (fixed-size results allocate nothing), or a number where the result
// has one entry:
//
//   ns::of_state([](double t, ns::VectorIn q, ns::VectorIn v) { return -std::sin(q[0]); })
#pragma once

#include "nonsmooth/base/types.hpp"

#include <concepts>
#include <functional>
#include <type_traits>
#include <utility>

namespace nonsmooth {

/// Out = VectorOut or MatrixOut.
template <class Out, class... In>
class FilledFunction {
 public:
  FilledFunction() = default;
  template <class F>
  requires(std::invocable<const F&, In..., Out> || std::invocable<const F&, In...>)
      FilledFunction(F f) {  // NOLINT: implicit by intent
    if constexpr (std::invocable<const F&, In..., Out>)
      call_ = [f = std::move(f)](In... in, Out out) { f(in..., out); };
    else if constexpr (std::convertible_to<std::invoke_result_t<const F&, In...>, double>)
      call_ = [f = std::move(f)](In... in, Out out) { out.coeffRef(0, 0) = f(in...); };
    else
      call_ = [f = std::move(f)](In... in, Out out) { assign(out, f(in...)); };
  }

  explicit operator bool() const { return static_cast<bool>(call_); }
  void operator()(In... in, Out out) const { call_(in..., out); }

 private:
  // fixed sizes are copied as such: no loop, and compilers need not fear one
  template <class Result>
  static void assign(Out& out, const Result& result) {
    constexpr int rows = Result::RowsAtCompileTime, cols = Result::ColsAtCompileTime;
    if constexpr (rows != Eigen::Dynamic && cols == 1)
      out.template topRows<rows>() = result;
    else if constexpr (rows != Eigen::Dynamic && cols != Eigen::Dynamic)
      out.template topLeftCorner<rows, cols>() = result;
    else
      out = result;
  }

  std::function<void(In..., Out)> call_;
};

template <class... In>
using VectorFunction = FilledFunction<VectorOut, In...>;
template <class... In>
using MatrixFunction = FilledFunction<MatrixOut, In...>;

/// A generalised force: the sum of what is given. Jacobians that are missing are computed by
/// differences.
struct Force {
  using OfState = VectorFunction<double, VectorIn, VectorIn>;
  using Jacobian = MatrixFunction<double, VectorIn, VectorIn>;

  Vector constant{};                 ///< empty means none
  VectorFunction<double> of_time{};  ///< F(t)
  OfState of_state{};                ///< F(t, q, v)
  Jacobian dq{}, dv{};               ///< derivatives of of_state, unknowns in columns

  bool empty() const { return constant.size() == 0 && !of_time && !of_state; }
};

inline Force constant(Vector value) { return {.constant = std::move(value)}; }
inline Force of_time(VectorFunction<double> f) { return {.of_time = std::move(f)}; }
inline Force of_state(Force::OfState f, Force::Jacobian dq = {}, Force::Jacobian dv = {}) {
  return {.of_state = std::move(f), .dq = std::move(dq), .dv = std::move(dv)};
}

}  // namespace nonsmooth
