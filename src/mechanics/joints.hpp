// SPDX-License-Identifier: Apache-2.0
// Joints as rows of the one-step problem. With p_a, p_b the anchors (world), R_a, R_b the rotations
// and omega angular velocities in world axes, a joint is made of
//
//   points coincide      d = p_a - p_b = 0                     rate  vel(p_a) - vel(p_b)
//   points on a line     t_k . d = 0, t_1, t_2 fixed in b      rate  t_k . relative velocity
//   axes aligned         t_k . (z_b x z_a) = 0                 rate  t_k . (omega_a - omega_b)
//   turned together      rotation vector of R_a C R_b^T = 0    rate  omega_a - omega_b
//   axes perpendicular   z_a . z_b = 0
//   a coordinate s       angle about or travel along the axis, with stop, friction, spring, motor
//
// Equations are taken at the middle of the step, and for the mean velocity: J_m (v_0 + v_1) = 0.
// So they do no work, are of second order, and leave errors of h^3 in positions, which are
// projected out. The first step makes the velocities of the start consistent instead.
#pragma once

#include "mechanics/blocks.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {

class Joints {
 public:
  Joints(const Scene& scene, const SceneState& state);

  /// Largest number of rows any joint has as an equation.
  static constexpr int rows_per_joint = 6;
  /// Appends the equations of all joints and what acts along their coordinates.
  void add_blocks(const Scene& scene, const SceneState& state, std::span<const Vec<6>> v_free,
                  std::span<const Vec<6>> v, double h, Blocks& blocks) const;
  /// Appends the equations alone with bias = error of position, and violated bounds.
  void add_position_blocks(const Scene& scene, const SceneState& state, Blocks& blocks) const;
  /// Keeps r of the equations for the next step, counts turns.
  void remember(const Scene& scene, const Blocks& blocks, SceneState& state) const;
  /// Largest error of an equation, m or rad.
  double error(const Scene& scene, const SceneState& state) const;

  bool empty() const { return parts_.empty(); }

 private:
  struct Part {  // what is fixed in the bodies
    int a = -1, b = -1;
    Vec<3> anchor_a, anchor_b;  // from the centres of mass, body axes
    Vec<3> axis_a, axis_b;      // body axes
    Vec<3> side_a, side_b;      // perpendicular to the axes, equal at the start
    Mat<3> turn;                // R_b = R_a turn at the start
    double length = 0.0;
  };
  struct Frame {  // where it is now, world axes
    Mat<3> R_a, R_b;
    Vec<3> arm_a, arm_b, d, axis, axis_b, t1, t2;
  };
  // joints whose bodies take part: visit(number, joint, part, frame, coordinate)
  template <class Visit>
  void for_each_present(const Scene& scene, const SceneState& state, Visit&& visit) const;
  Frame frame(const Part& part, const SceneState& state) const;
  /// ... after moving on for a time with velocities v.
  Frame frame(const Part& part, const SceneState& state, std::span<const Vec<6>> v,
              double time) const;
  // writes the equations from `row` on and their errors into bias; only counts if blocks is null
  int equations(const Joint& joint, const Part& part, const Frame& frame, double coordinate,
                int row, Blocks* blocks, double* errors) const;
  double coordinate(const Joint& joint, const Part& part, const Frame& frame, double memory) const;
  Vec<3> radial(const Joint& joint, const Frame& frame) const;
  double excess(const Joint& joint, const Part& part, const Frame& frame) const;
  void set_coordinate_row(const Joint& joint, const Frame& frame, int row, double sign,
                          Blocks& blocks) const;
  void add_bounds(const Joint& joint, const Part& part, const Frame& frame, double s, int number,
                  std::span<const Vec<6>> v_free, std::span<const Vec<6>> v, double h,
                  Blocks& blocks) const;
  void add_drive(const Joint& joint, const Part& part, const Frame& frame, double s, int number,
                 double t, std::span<const Vec<6>> v, double h, Blocks& blocks) const;
  void add_play(const Joint& joint, const Part& part, const Frame& frame, int number,
                std::span<const Vec<6>> v_free, std::span<const Vec<6>> v, double h,
                Blocks& blocks) const;

  std::vector<Part> parts_;
};

/// What a unilateral row with gap g must be given as bias: u_1 + bias >= 0. Approaching and closed
/// at the end of the step by itself: restitution. Else it may use up its gap, without gain of
/// energy: g + h (u_0 + u_1) / 2 >= 0.
inline double unilateral_bias(double gap, double u_before, double u_free, double restitution,
                              double h) {
  const double open = gap > 0.0 ? gap : 0.0;
  const double rounding = 1e-10 * std::abs(u_free - u_before);
  if (u_before <= rounding && open + 0.5 * h * (u_before + u_free) <= 0.0)
    return restitution * std::min(u_before, 0.0);
  return u_before + 2.0 * open / h;
}

/// ... and when others close it within the step. Approaching: restitution. Separating: the work
/// r (u_0 - bias) / 2 must not be positive, and none is done where e = 1.
inline double driven_bias(double gap, double u_before, double restitution, double h) {
  return u_before <= 0.0 ? restitution * u_before : u_before + 2.0 * (1.0 - restitution) * gap / h;
}

/// The law of a contact in `dimension` (2 or 3), normal component first.
AnyLaw contact_block_law(const ContactLaw& law, int dimension);

}  // namespace nonsmooth
