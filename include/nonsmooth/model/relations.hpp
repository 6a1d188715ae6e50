// SPDX-License-Identifier: Apache-2.0
// How the variables of a law hang on the systems of its interaction. Where an interaction is on
// several systems, q, v and x stand for theirs one after the other.
//
//   LinearRelation      y = H q + b + D lambda,       u = H v,      generalised reaction H^T lambda
//   Holonomic           y = h(t, q) + D lambda,       u = J v + dh/dt,              J^T lambda
//   FirstOrderLinear    y = C x + e + D lambda,                     input B lambda
//   FirstOrderSparse    the same with sparse matrices: networks of very many laws
//   FirstOrderGeneral   y = h(t, x, lambda),                        input g(t, x, lambda)
//
// The first entry of y is the gap of a contact; further ones belong to tangential directions and
// only their velocities matter. J has one column per velocity: 6 for a rigid body (v_G, Omega).
#pragma once

#include "nonsmooth/base/types.hpp"
#include "nonsmooth/model/functions.hpp"

#include <variant>

namespace nonsmooth {

struct LinearRelation {
  Matrix H{};           ///< one row per component of the law
  Vector b{};           ///< empty means zero
  Matrix compliance{};  ///< D >= 0, m / N; not empty makes the law one of positions
};

struct Holonomic {
  int dimension = 1;
  VectorFunction<double, VectorIn> gap{};       ///< h(t, q)
  MatrixFunction<double, VectorIn> jacobian{};  ///< J(t, q), dimension x velocities; differences
                                                ///< of `gap` if missing
  VectorFunction<double, VectorIn> drift{};     ///< dh/dt at fixed q; differences if missing
  Matrix compliance{};                          ///< as in LinearRelation
};

struct FirstOrderLinear {
  Matrix C{};                                           ///< y = C x + ...
  Matrix B{};                                           ///< input B lambda; one row per state
  Matrix D{};                                           ///< empty means zero
  Vector e{};                                           ///< constant of y; empty means zero
  MatrixFunction<double> C_of_t{}, B_of_t{}, D_of_t{};  ///< in place of C, B, D
  VectorFunction<double> e_of_t{};                      ///< added to e
  int dimension = 0;  ///< needed only where C comes from C_of_t alone
};

/// For euler_moreau and switched_linear alone, whose steps then never form a dense matrix.
struct FirstOrderSparse {
  SparseMatrix C{};                 ///< y = C x + ...
  SparseMatrix B{};                 ///< input B lambda; one row per state
  SparseMatrix D{};                 ///< one row and column per component of the law
  Vector e{};                       ///< constant of y; empty means zero
  VectorFunction<double> e_of_t{};  ///< added to e
};

struct FirstOrderGeneral {
  int dimension = 1;
  VectorFunction<double, VectorIn, VectorIn> h{};  ///< y(t, x, lambda)
  VectorFunction<double, VectorIn, VectorIn> g{};  ///< input(t, x, lambda), one entry per state
  MatrixFunction<double, VectorIn, VectorIn> h_x{}, h_lambda{}, g_x{}, g_lambda{};
};

using Relation =
    std::variant<LinearRelation, Holonomic, FirstOrderLinear, FirstOrderGeneral, FirstOrderSparse>;

}  // namespace nonsmooth
