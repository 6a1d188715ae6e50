// SPDX-License-Identifier: Apache-2.0
// Mechanical systems with closed forms, for the tests of all mechanical schemes.
#pragma once

#include "bench/models.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace nonsmooth::models {

/// m x'' + k x = 0 with m = k = 1, from x = 1 at rest; a stop at x = 0 unless e is negative.
struct Oscillator {
  Model model;
  SystemId mass;
};
inline Oscillator oscillator(double e) {
  Oscillator o;
  o.mass = o.model.add(
      Lagrangian{.mass = Matrix{{1.0}}, .q0 = Vector{{1.0}}, .stiffness = Matrix{{1.0}}});
  if (e >= 0.0)
    o.model.add(Interaction{.on = {o.mass},
                            .relation = LinearRelation{.H = Matrix{{1.0}}},
                            .law = NewtonImpact{.e = e}});
  return o;
}
/// Position and velocity of the oscillator with stop: impacts at (2 n - 1) pi / 2.
inline Vec<2> oscillator_exact(double e, double t) {
  constexpr double pi = std::numbers::pi;
  if (e < 0.0 || t < 0.5 * pi) return {std::cos(t), -std::sin(t)};
  const double n = std::floor((t + 0.5 * pi) / pi), since = t - (n - 0.5) * pi;
  const double speed = std::pow(e, n);
  return {speed * std::sin(since), speed * std::cos(since)};
}

/// A mass of 1 on a spring of 1 and a rough floor, mu g = 0.3, released at x = 1: it slides to
/// -0.4, back to -0.2, and sticks there. Coordinates x along the floor, y above it.
inline Oscillator rubbing_oscillator() {
  Oscillator o;
  o.mass = o.model.add(Lagrangian{.mass = Matrix{{1.0, 0.0}, {0.0, 1.0}},
                                  .q0 = Vector{{1.0, 0.0}},
                                  .force = constant(Vector{{0.0, -gravity}}),
                                  .stiffness = Matrix{{1.0, 0.0}, {0.0, 0.0}}});
  o.model.add(Interaction{.on = {o.mass},
                          .relation = LinearRelation{.H = Matrix{{0.0, 1.0}, {1.0, 0.0}}},
                          .law = NewtonImpactFriction{.mu = 0.3 / gravity, .dimension = 2}});
  return o;
}
inline Vec<2> rubbing_exact(double t) {
  constexpr double pi = std::numbers::pi;
  if (t < pi) return {0.3 + 0.7 * std::cos(t), -0.7 * std::sin(t)};
  if (t < 2.0 * pi) return {-0.3 + 0.1 * std::cos(t), -0.1 * std::sin(t)};
  return {-0.2, 0.0};
}

/// Position and velocity of the bouncing ball at time t; at rest once its impacts have accumulated.
inline Vec<2> ball_exact(double e, double height, double t, double g = gravity) {
  const double fall = std::sqrt(2.0 * height / g);
  if (e < 1.0 && t >= (1.0 - 1e-15) * fall * (1.0 + e) / (1.0 - e)) return {0.0, 0.0};
  if (t < fall) return {height - 0.5 * g * t * t, -g * t};
  double speed = e * g * fall, since = t - fall;
  while (since > 2.0 * speed / g) {
    since -= 2.0 * speed / g;
    speed *= e;
  }
  return {speed * since - 0.5 * g * since * since, speed - g * since};
}

/// A rigid sphere above the plane through the origin normal to `axis` (0 to 2 for x to z). Rows:
/// along the axis, then the two tangents in cyclic order; with five rows also the two rates of
/// rolling about these tangents.
inline Holonomic sphere_on_plane(double radius, int axis, int dimension = 3) {
  const int one = (axis + 1) % 3, two = (axis + 2) % 3;
  return {.dimension = dimension,
          .gap = [=](double, VectorIn q, VectorOut y) { y[0] = q[axis] - radius; },
          .jacobian =
              [=](double, VectorIn q, MatrixOut J) {
                const Eigen::Quaterniond p(q[3], q[4], q[5], q[6]);
                const Eigen::Matrix3d rotation = p.toRotationMatrix();
                J(0, axis) = J(1, one) = J(2, two) = 1.0;
                J.block<1, 3>(1, 3) = -radius * rotation.row(two);
                J.block<1, 3>(2, 3) = radius * rotation.row(one);
                if (dimension < 5) return;
                J.block<1, 3>(3, 3) = rotation.row(one);
                J.block<1, 3>(4, 3) = rotation.row(two);
              }};
}

/// A ball of mass 1, unit inertia and radius 0.1 that is thrown up from x = 1 with 2 m/s and falls
/// along -x; `spin` about z.
struct ThrownBall {
  Model model;
  SystemId ball;
};
inline ThrownBall thrown_ball(InteractionLaw law, int dimension = 3, double spin = 0.0) {
  ThrownBall b;
  b.ball = b.model.add(RigidBody{.position = {1, 0, 0},
                                 .velocity = {2, 0, 0},
                                 .angular_velocity = {0, 0, spin},
                                 .force = constant(Vector{{-gravity, 0, 0, 0, 0, 0}})});
  b.model.add(Interaction{
      .on = {b.ball}, .relation = sphere_on_plane(0.1, 0, dimension), .law = std::move(law)});
  return b;
}

/// Two unit masses on a vertical line joined by a stiff spring of length 1; the lower one bounces.
struct TwoBalls {
  Model model;
  SystemId balls;
};
inline TwoBalls two_balls(double e = 0.8, double k = 1e3, double g = 10.0) {
  TwoBalls b;
  Matrix K(2, 2);
  K << k, -k, -k, k;
  // the second coordinate is counted from 1 above the first, where the spring is at rest
  b.balls = b.model.add(Lagrangian{.mass = Matrix(Matrix::Identity(2, 2)),
                                   .q0 = Vector{{1.0, 1.0}},
                                   .force = constant(Vector{{-g, -g}}),
                                   .stiffness = K});
  b.model.add(Interaction{.on = {b.balls},
                          .relation = LinearRelation{.H = Matrix{{1.0, 0.0}}},
                          .law = NewtonImpact{.e = e}});
  return b;
}

/// A rod q = (x, y, th) held by x = cos th, y = sin th, with a stop at x = sqrt(1/2).
struct StoppedPendulum {
  Model model;
  SystemId rod;
  InteractionId joint, stop;
};
inline StoppedPendulum stopped_pendulum(double e = 0.8) {
  StoppedPendulum p;
  const double start = std::numbers::pi / 12.0;
  p.rod = p.model.add(Lagrangian{.mass = diagonal(Vector{{1.0, 1.0, 1.0 / 12.0}}),
                                 .q0 = Vector{{std::cos(start), std::sin(start), start}},
                                 .force = constant(Vector{{0.0, -gravity, 0.0}})});
  p.joint = p.model.add(Interaction{
      .on = {p.rod},
      .relation = Holonomic{
          .dimension = 2,
          .gap = [](double,
                    VectorIn q) { return Vec<2>(q[0] - std::cos(q[2]), q[1] - std::sin(q[2])); },
          .jacobian = [](double, VectorIn q,
                         MatrixOut J) { J << 1, 0, std::sin(q[2]), 0, 1, -std::cos(q[2]); }},
      .law = Free{2},
      .name = "joint"});
  p.stop = p.model.add(Interaction{
      .on = {p.rod},
      .relation = LinearRelation{.H = Matrix{{1.0, 0.0, 0.0}}, .b = Vector{{-std::sqrt(0.5)}}},
      .law = NewtonImpact{.e = e},
      .name = "stop"});
  return p;
}
/// th'' = -g cos th / (1 + 1/12): angle and rate at 0, h, 2 h, ..., bouncing at th = -pi/4, by
/// Runge-Kutta steps of a millisecond at most with impacts located to rounding.
inline std::vector<Vec<2>> pendulum_exact(double e, double h, int steps) {
  const auto rate = [](const Vec<2>& s) {
    return Vec<2>(s[1], -gravity / (1.0 + 1.0 / 12.0) * std::cos(s[0]));
  };
  const auto advance = [&](const Vec<2>& s, double dt) -> Vec<2> {
    const Vec<2> k1 = rate(s), k2 = rate(s + 0.5 * dt * k1), k3 = rate(s + 0.5 * dt * k2),
                 k4 = rate(s + dt * k3);
    return s + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  };
  const double stop = -0.25 * std::numbers::pi;
  std::vector<Vec<2>> path{Vec<2>(std::numbers::pi / 12.0, 0.0)};
  for (int k = 0; k < steps; ++k) {
    Vec<2> s = path.back();
    double left = h;
    while (left > 1e-14 * h) {
      double dt = std::min(1e-3, left);
      Vec<2> next = advance(s, dt);
      if (next[0] < stop && next[1] < 0.0) {
        double low = 0.0, high = dt;
        for (int bisection = 0; bisection < 60; ++bisection) {
          dt = 0.5 * (low + high);
          (advance(s, dt)[0] < stop ? high : low) = dt;
        }
        next = advance(s, dt);
        next[1] *= -e;
      }
      s = next;
      left -= dt;
    }
    path.push_back(s);
  }
  return path;
}

}  // namespace nonsmooth::models
