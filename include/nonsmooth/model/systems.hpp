// SPDX-License-Identifier: Apache-2.0
// What evolves smoothly between events. Units are SI, or any consistent ones.
//
//   Lagrangian   M(q) dv = (F - F_int - F_gyr - C v - K q) dt + H dI,    dq = v dt
//   RigidBody    m dv_G = f dt + ...,  J dOmega + Omega x J Omega dt = tau dt + ...
//   FirstOrder   E x' = A(t) x + b(t) + f(t, x) + r
#pragma once

#include "nonsmooth/base/types.hpp"
#include "nonsmooth/model/functions.hpp"
#include "nonsmooth/model/system_matrix.hpp"

#include <functional>
#include <string>
#include <vector>

namespace nonsmooth {

/// A velocity that is given: v[dof] = velocity(t). The reaction it needs is the boundary's work.
struct PrescribedVelocity {
  int dof = 0;
  std::function<double(double t)> velocity;
};

struct Lagrangian {
  std::string name{};                    ///< for messages and files; "system 3" if empty
  SystemMatrix mass{};                   ///< constant, symmetric positive definite
  Vector q0{};                           ///< initial position
  Vector v0{};                           ///< initial velocity; empty means zero
  Force force{};                         ///< external, on the right-hand side
  SystemMatrix stiffness{};              ///< K: force -K q
  SystemMatrix damping{};                ///< C: force -C v
  Force internal{};                      ///< enters with a minus sign
  Force gyroscopic{};                    ///< enters with a minus sign
  MatrixFunction<VectorIn> mass_of_q{};  ///< M(q) in place of `mass`
  std::vector<PrescribedVelocity> prescribed{};
};

/// q = (x_G, p) with the unit quaternion p = (w, x, y, z) that turns body axes into inertial ones;
/// v = (v_G inertial, Omega body).
struct RigidBody {
  std::string name{};
  double mass = 1.0;
  Mat<3> inertia = Mat<3>::Identity();       ///< about the centre of mass, body axes
  Vec<3> position = Vec<3>::Zero();          ///< of the centre of mass
  Vec<4> orientation = Vec<4>(1, 0, 0, 0);   ///< w, x, y, z; normalised on add
  Vec<3> velocity = Vec<3>::Zero();          ///< of the centre of mass
  Vec<3> angular_velocity = Vec<3>::Zero();  ///< body axes
  Force force{};  ///< 6 entries: force (inertial axes), torque (body axes); q has 7, v has 6
};

struct FirstOrder {
  std::string name{};
  SystemMatrix A{};
  Vector x0{};
  Vector b{};                               ///< constant input; empty means zero
  VectorFunction<double> b_of_t{};          ///< added to b
  MatrixFunction<double> A_of_t{};          ///< added to A
  VectorFunction<double, VectorIn> f{};     ///< f(t, x), added to A x + b
  MatrixFunction<double, VectorIn> f_dx{};  ///< its derivative; differences if missing
  SystemMatrix E{};  ///< empty means identity; may be singular (differential-algebraic)
};

}  // namespace nonsmooth
