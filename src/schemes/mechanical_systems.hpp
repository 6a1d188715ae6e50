// SPDX-License-Identifier: Apache-2.0
// The mechanical systems of a model at some (t, q, v), all in the order of State::q and State::v:
//
//   M(q) a = external + internal,     internal = -F_int - F_gyr - C v - K q   (-Omega x J Omega)
//
// First-order systems are left alone.
#pragma once

#include "nonsmooth/model/layout.hpp"
#include "schemes/iteration_matrices.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace nonsmooth {

class MechanicalSystems {
 public:
  struct Part {
    bool mechanical = true;
    bool linear = true;         // forces are affine in q and v, M is constant
    bool constant_mass = true;  // M is
    bool trivial = false;       // M is constant and diagonal, the force constant
  };
  /// Weights of M, C - dF/dv and K - dF/dq in a tangent.
  struct Weights {
    double mass = 1.0, damping = 0.0, stiffness = 0.0;
  };
  /// Where the parts of a tangent are taken; entries of the system alone.
  struct Point {
    double t;
    VectorView q_mass, q, v;
    VectorView v_gyroscopic;  // for Omega x J Omega
  };

  /// Keeps references to both.
  MechanicalSystems(const Model& model, const Layout& layout);

  const Part& part(int s) const { return parts_[static_cast<std::size_t>(s)]; }
  int count() const { return static_cast<int>(parts_.size()); }
  bool linear() const { return linear_; }
  bool constant_mass() const { return constant_mass_; }
  /// Per entry of v (and further ones): whether its value is prescribed.
  std::span<const unsigned char> fixed() const { return fixed_; }
  bool has_prescribed() const { return has_prescribed_; }

  void forces(double t, const Vector& q, const Vector& v, Vector& external, Vector& internal,
              Arena& scratch) const;
  /// y += M(q) x.
  void add_mass_product(const Vector& q, const Vector& x, Vector& y, Arena& scratch) const;
  /// y += factor K x.
  void add_stiffness_product(double factor, const Vector& x, Vector& y) const;
  /// q_end = q moved along v for the time h; may be q itself.
  void move(const Vector& q, const Vector& v, double h, Vector& q_end) const;
  /// Calls f(entry of v, its value at t) for every prescribed velocity.
  template <class F>
  void for_each_prescribed(double t, F&& f) const {
    if (!has_prescribed_) return;
    for (std::size_t s = 0; s < parts_.size(); ++s)
      if (const auto* lagrangian = std::get_if<Lagrangian>(&model_.systems()[s]))
        for (const PrescribedVelocity& given : lagrangian->prescribed)
          f(layout_.systems[s].v + given.dof, given.velocity(t));
  }

  /// Factorises a tangent of system s; rows of prescribed entries become those of the identity.
  /// False if it is singular.
  [[nodiscard]] bool set_tangent(int s, const Weights& weights, const Point& at,
                                 IterationMatrices& matrices, Arena& scratch) const;
  /// The same for M(q) of all systems, or of those alone whose mass changes.
  [[nodiscard]] bool set_mass(const Vector& q, bool changing_only, IterationMatrices& matrices,
                              Arena& scratch) const;

 private:
  bool tangent_lagrangian(int s, const Weights& weights, const Point& at,
                          IterationMatrices& matrices, Arena& scratch) const;
  bool tangent_body(int s, const Weights& weights, const Point& at, IterationMatrices& matrices,
                    Arena& scratch) const;

  const Model& model_;
  const Layout& layout_;
  std::vector<Part> parts_;
  std::vector<unsigned char> fixed_;
  bool linear_ = true, constant_mass_ = true, has_prescribed_ = false;
};

/// Throws Error if the model has a first-order system.
void require_mechanical(const Model& model, std::string_view scheme);

}  // namespace nonsmooth
