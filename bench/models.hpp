// SPDX-License-Identifier: Apache-2.0
// Models with known trajectories, shared by tests, benchmarks and examples.
#pragma once

#include "nonsmooth/simulate.hpp"

#include <cmath>
#include <numbers>
#include <vector>

namespace nonsmooth::models {

inline constexpr double gravity = 9.81;

/// A ball of mass 1 above the ground: y = q.
struct Ball {
  Model model;
  SystemId ball;
  InteractionId floor;
};

inline Ball bouncing_ball(double e = 0.9, double height = 1.0, double velocity = 0.0,
                          double g = gravity) {
  Ball b;
  b.ball = b.model.add(Lagrangian{.name = "ball",
                                  .mass = Matrix{{1.0}},
                                  .q0 = Vector{{height}},
                                  .v0 = Vector{{velocity}},
                                  .force = constant(Vector{{-g}})});
  b.floor = b.model.add(Interaction{.on = {b.ball},
                                    .relation = LinearRelation{.H = Matrix{{1.0}}},
                                    .law = NewtonImpact{.e = e},
                                    .name = "floor"});
  return b;
}

/// Beads of mass 1 on a vertical line above the ground, with one or three degrees of freedom each
/// (position, lateral position, rotation).
struct Column {
  Model model;
  std::vector<SystemId> beads;
  std::vector<InteractionId> contacts;  ///< contacts[0] with the ground, contacts[i] below bead i
};

inline Column bead_column(int count, double radius, double first, double spacing, double e,
                          int freedoms = 1) {
  Column c;
  Vector mass = Vector::Ones(freedoms), force = Vector::Zero(freedoms);
  if (freedoms == 3) mass[2] = 0.6 * radius * radius;
  force[0] = -gravity;
  for (int i = 0; i < count; ++i) {
    Vector q = Vector::Zero(freedoms);
    q[0] = first + spacing * i;
    c.beads.push_back(
        c.model.add(Lagrangian{.mass = diagonal(mass), .q0 = q, .force = constant(force)}));
  }
  for (int i = 0; i < count; ++i) {
    Matrix H = Matrix::Zero(1, i == 0 ? freedoms : 2 * freedoms);
    if (i == 0) {
      H(0, 0) = 1.0;
    } else {
      H(0, 0) = -1.0;
      H(0, freedoms) = 1.0;
    }
    const auto at = [&](int k) { return c.beads[static_cast<std::size_t>(k)]; };
    c.contacts.push_back(c.model.add(Interaction{
        .on = i == 0 ? std::vector{at(0)} : std::vector{at(i - 1), at(i)},
        .relation = LinearRelation{.H = H, .b = Vector{{i == 0 ? -radius : -2.0 * radius}}},
        .law = NewtonImpact{.e = e}}));
  }
  return c;
}

/// An elastic bar of linear elements with consistent mass that flies at a wall (node 0 at q = 0).
struct Bar {
  Model model;
  SystemId bar;
  InteractionId wall;
};

inline Bar elastic_bar(int nodes, double element, double section, double modulus, double density,
                       double gap, double velocity, double e) {
  const double k = modulus * section / element, m = density * section * element;
  Matrix M = Matrix::Zero(nodes, nodes), K = M;
  for (int i = 0; i + 1 < nodes; ++i) {
    M(i, i) += m / 3;
    M(i + 1, i + 1) += m / 3;
    M(i, i + 1) += m / 6;
    M(i + 1, i) += m / 6;
    K(i, i) += k;
    K(i + 1, i + 1) += k;
    K(i, i + 1) -= k;
    K(i + 1, i) -= k;
  }
  Matrix H = Matrix::Zero(1, nodes);
  H(0, 0) = 1.0;
  Bar b;
  b.bar = b.model.add(Lagrangian{.name = "bar",
                                 .mass = M,
                                 .q0 = Vector::Constant(nodes, gap),
                                 .v0 = Vector::Constant(nodes, velocity),
                                 .stiffness = K});
  b.wall = b.model.add(Interaction{.on = {b.bar},
                                   .relation = LinearRelation{.H = H},
                                   .law = NewtonImpact{.e = e},
                                   .name = "wall"});
  return b;
}

/// A first-order linear system under one law.
struct Lcs {
  Model model;
  SystemId system;
  InteractionId law;
};

inline Lcs linear_system(Matrix A, Vector x0, Matrix B, Matrix C, Matrix D, InteractionLaw law) {
  Lcs s;
  s.system = s.model.add(FirstOrder{.A = A, .x0 = std::move(x0)});
  s.law = s.model.add(Interaction{
      .on = {s.system},
      .relation = FirstOrderLinear{.C = std::move(C), .B = std::move(B), .D = std::move(D)},
      .law = std::move(law)});
  return s;
}

/// lambda in [-1, 1]: +1 where y < 0, -1 where y > 0.
inline Box relay_law(int size) { return {Vector::Constant(size, -1.0), Vector::Ones(size)}; }

/// An oscillating tank of L and C under a bridge of four ideal diodes with a load R.
inline Lcs diode_bridge() {
  const double L = 1e-2, C = 1e-6, R = 1e3;
  return linear_system(
      Matrix{{0, -1 / C}, {1 / L, 0}}, Vector{{10, 0}}, Matrix{{0, 0, -1 / C, 1 / C}, {0, 0, 0, 0}},
      Matrix{{0, 0}, {0, 0}, {-1, 0}, {1, 0}},
      Matrix{{1 / R, 1 / R, -1, 0}, {1 / R, 1 / R, 0, -1}, {1, 0, 0, 0}, {0, 1, 0, 0}},
      NonNegative{4});
}

/// Two states driven to zero by relays: x' = 2 lambda.
inline Lcs two_relays() {
  return linear_system(Matrix::Zero(2, 2), Vector{{1, -1}}, 2.0 * Matrix::Identity(2, 2),
                       Matrix::Identity(2, 2), Matrix(), relay_law(2));
}

}  // namespace nonsmooth::models
