// SPDX-License-Identifier: Apache-2.0
// The generalised equation of one sample, solved exactly: the core of every implicit controller and
// observer with a linear nominal model. With the model's next state x_f without lambda,
//
//   x = x_f + S lambda,    y = C x + D lambda + c,    the law on (y, lambda)
//
// so that y = (C S + D) lambda + C x_f + c is a one-step problem like that of a scheme.
#pragma once

#include "nonsmooth/base/types.hpp"
#include "nonsmooth/laws.hpp"
#include "nonsmooth/problem.hpp"
#include "nonsmooth/solvers.hpp"

namespace nonsmooth::control {

class ImplicitStep {
 public:
  ImplicitStep() = default;
  /// Empty D and c are zero. Throws Error where sizes do not fit.
  ImplicitStep(Matrix C, Matrix S, AnyLaw law, Matrix D = {}, Vector c = {});
  ImplicitStep(const ImplicitStep& other);
  ImplicitStep& operator=(const ImplicitStep& other);
  ImplicitStep(ImplicitStep&&) noexcept = default;
  ImplicitStep& operator=(ImplicitStep&&) noexcept = default;
  ~ImplicitStep() = default;

  /// x comes as x_f and leaves as x; lambda() is what the law chose. Where the problem has no
  /// solution lambda is the best point met, and the status says so.
  Status solve(VectorOut x);
  /// Another S of the same size, where it depends on the configuration.
  void use(MatrixIn S);
  const Vector& lambda() const { return solution_.r; }
  const Vector& output() const { return solution_.u; }

 private:
  Problem problem_;
  Matrix C_, S_, D_;
  Vector c_;
  Workspace workspace_;
  Solution solution_;
};

/// x_1 = Phi x_0 + Psi u for x' = A x + B u with u held over the time h.
struct HeldModel {
  Matrix Phi, Psi;
};
HeldModel hold(MatrixIn A, MatrixIn B, double h);

}  // namespace nonsmooth::control
