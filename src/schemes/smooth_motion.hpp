// SPDX-License-Identifier: Apache-2.0
// The motion of a model while no contact opens, closes, sticks or slips:
//
//   M a = F(t, q, v) + R lambda,     L a + b = 0,   b = d/dt (L) v + d/dt (moving obstacles)
//
// L holds the rows of joints and closed contacts: all rows of one that sticks (R = L^T), the normal
// row of one that slides (R = L_N^T -+ mu L_T^T, against the sliding velocity). b comes from
// differences along the motion, of fourth order. The state of the integrator is
//
//   y = (q, v, x, impulse of every row, works of the forces, works of interactions that can do any)
#pragma once

#include "nonsmooth/model/layout.hpp"
#include "schemes/coupling.hpp"
#include "schemes/iteration_matrices.hpp"
#include "schemes/mechanical_rows.hpp"
#include "schemes/small_system.hpp"

#include <span>
#include <vector>

namespace nonsmooth {

enum class ContactMode : unsigned char {
  absent,    // switched off by the user
  open,      // no force
  closed,    // all rows held: a joint, a contact without friction, one that sticks
  forward,   // slides with u_T > 0: the normal row is held
  backward,  // slides with u_T < 0
};
inline bool holds(ContactMode mode) { return mode >= ContactMode::closed; }
inline bool slides(ContactMode mode) { return mode >= ContactMode::forward; }

class SmoothMotion {
 public:
  /// Throws Error for matrices that cannot be inverted. Model and layout must outlive it.
  SmoothMotion(const Model& model, const Layout& layout);

  // --- Where things are in y
  struct Places {
    int v = 0, x = 0, impulse = 0;
    int external = 0, internal = -1, viscous = -1;  // -1: there is no such force
    std::vector<int> normal_work, tangential_work;  // per interaction
    int size = 0;
  };
  const Places& places() const { return places_; }
  VectorView positions(VectorIn y) const { return {y.data(), layout_.q_count}; }
  VectorView velocities(VectorIn y) const { return {y.data() + places_.v, layout_.v_count}; }

  // --- Relations: gap, direction, u = J v + drift of one interaction, in rows of layout
  void link(int i, double t, VectorIn q, VectorIn v) { rows_.evaluate(i, t, q, v, scratch_); }
  const Vector& gap() const { return rows_.gap; }
  const Vector& u() const { return rows_.u; }
  const Vector& drift() const { return rows_.drift; }
  bool constant(int i) const { return rows_.constant(i); }
  /// b of one interaction.
  void find_bias(int i, double t, VectorIn q, VectorIn v) {
    const InteractionSlot& slot = layout_.interactions[at(i)];
    rows_.curvature(i, t, q, v, bias_.segment(slot.row, slot.size), scratch_);
  }
  const Vector& bias() const { return bias_; }
  /// Adds the block of a linked interaction, as one that sticks or as one that slides.
  void add_block(Coupling& coupling, int i, int id, const AnyLaw& law, ContactMode mode);
  /// J a of a row of an interaction.
  double along(int i, int k, VectorIn a) const;

  // --- Motion in a mode
  void set_modes(std::span<const ContactMode> modes);
  bool holds_any() const { return !held_.empty(); }
  bool holds_nonlinear() const { return holds_nonlinear_; }
  void rates(double t, VectorIn y, VectorOut dy);
  /// a and lambda at this point, without a look at works. False if the held rows cannot be solved.
  bool accelerate(double t, VectorIn q, VectorIn v);
  /// a without lambda.
  void accelerate_freely(double t, VectorIn q, VectorIn v);
  const Vector& acceleration() const { return a_; }
  const Vector& lambda() const { return lambda_; }  ///< N, in rows of layout
  void set_masses(VectorIn q);                      ///< where they depend on q
  IterationMatrices& mass() { return matrices_; }
  std::span<const unsigned char> fixed() const { return fixed_; }

  /// Moves q onto the held gaps; returns the largest violation met.
  double project_positions(double t, VectorOut q);
  /// v becomes the velocity with u = 0 in the held rows, nearest in M; `impulse` (rows of layout)
  /// receives what that took. Returns the largest |u| met.
  double project_velocities(double t, VectorIn q, VectorOut v, VectorOut impulse);
  void normalise(VectorOut q) const;  ///< quaternions

  double kinetic(VectorIn q, VectorIn v);
  double potential(VectorIn q);

 private:
  struct Part {
    bool trivial = false;  // constant diagonal mass and force: constant acceleration
    bool constant_mass = true;
    bool has_inner = false;  // internal, gyroscopic, or M(q)
  };
  struct Link {
    std::size_t normal = 0, slide = 0;  // with friction, in numbers_: J_N, and R while sliding
    bool has_friction = false;
  };
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  double* number(std::size_t i) { return numbers_.data() + i; }
  const double* number(std::size_t i) const { return numbers_.data() + i; }

  void compile_systems();
  void compile_links();
  void place();
  void add_forces(int s, double t, VectorIn q, VectorIn v);
  void set_mass(int s, VectorIn q);
  bool couple();
  void set_slide(int i, ContactMode mode);
  void system_rates(double t, VectorIn y, VectorOut dy);
  void power(VectorIn y, VectorOut dy);
  double inertia_power(int s, VectorIn q, VectorIn v);

  const Model& model_;
  const Layout& layout_;
  Places places_;
  std::vector<Part> parts_;
  MechanicalRows rows_;
  std::vector<Link> links_;
  std::vector<double> numbers_;
  std::vector<AnyLaw> free_;  // per interaction: equality of all its rows
  const AnyLaw free_row_ = Free{1};
  std::vector<unsigned char> fixed_;
  IterationMatrices matrices_;
  Coupling coupling_;
  SmallSystem system_;
  Arena scratch_;
  std::vector<ContactMode> modes_;
  std::vector<int> held_;
  bool holds_nonlinear_ = false, constant_mass_ = true, coupled_ = false, solvable_ = true;
  Vector bias_, lambda_;  // rows of layout
  Vector r_;              // held rows
  Vector a_, constant_a_, external_, inner_, viscous_;
};

}  // namespace nonsmooth
