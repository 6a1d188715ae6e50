// SPDX-License-Identifier: Apache-2.0
// The equations of a model at rest, and the matrices of its motion nearby.
#pragma once

#include "nonsmooth/model.hpp"
#include "nonsmooth/model/layout.hpp"
#include "nonsmooth/problem.hpp"

namespace nonsmooth::analysis {

/// f = F + G lambda + ..., y: values and derivatives at (z, lambda).
struct StaticLinearisation {
  Vector f, y;  ///< f includes the effect of lambda
  Matrix f_z, f_lambda, y_z, y_lambda;
};

class StaticEquations {
 public:
  /// Throws Error for systems and laws that have no equilibria in this sense.
  explicit StaticEquations(const Model& model);

  int unknowns() const { return layout_.x_count + layout_.q_count; }
  int rows() const { return layout_.row_count; }
  bool linear() const { return linear_; }
  std::vector<AnyLaw> laws() const;
  Vector start() const;
  StaticLinearisation at(VectorIn z, VectorIn lambda);

  /// A, B, C, D of the motion about an equilibrium in the state (x, q, v); D y_lambda.
  struct Motion {
    Matrix A, B, C, D;
  };
  Motion motion(VectorIn z, VectorIn lambda);
  const Layout& layout() const { return layout_; }

 private:
  void add_first_order(std::size_t i, VectorIn z, StaticLinearisation& out);
  void add_lagrangian(std::size_t i, VectorIn z, StaticLinearisation& out);
  void add_interaction(std::size_t i, VectorIn z, VectorIn lambda, StaticLinearisation& out);
  void add_general(std::size_t i, VectorIn z, VectorIn lambda, StaticLinearisation& out);

  const Model& model_;
  Layout layout_;
  bool linear_ = true;
  Arena scratch_;
};

}  // namespace nonsmooth::analysis
