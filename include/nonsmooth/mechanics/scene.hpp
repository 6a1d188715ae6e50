// SPDX-License-Identifier: Apache-2.0
// A Scene is bodies with shapes and materials, joints between them, and forces.
//
//   ns::Scene scene;
//   scene.contact_law = {.friction = 0.5};
//   scene.add(ns::Body{.shape = ns::HalfSpace{}, .motion = ns::Motion::fixed});
//   const auto ball = scene.add(ns::Body{.shape = ns::Sphere{0.1}, .position = {0, 0, 1}});
//   ns::SceneRun run = ns::simulate(scene, ns::SceneScheme{.step = 1e-3}, {.end = 2.0});
//
// SI units, z up, quaternions (w, x, y, z). A scene of plane shapes (circle, polygon, segment)
// moves in the plane z = 0.
#pragma once

#include "nonsmooth/base/id.hpp"
#include "nonsmooth/base/types.hpp"
#include "nonsmooth/collide/shapes.hpp"

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nonsmooth {

using BodyId = Id<struct BodyTag>;
using JointId = Id<struct JointTag>;

enum class Motion {
  dynamic,  ///< moved by forces, contacts and joints
  fixed,    ///< never moves
  driven    ///< moves with the velocity that `drive` gives, whatever pushes it
};
std::span<const std::string_view> enum_names(Motion);

/// Where a body is and how it moves.
struct BodyState {
  Vec<3> position = Vec<3>::Zero();          ///< of the body frame
  Vec<4> orientation = Vec<4>(1, 0, 0, 0);   ///< turns body axes into world axes
  Vec<3> velocity = Vec<3>::Zero();          ///< of the centre of mass, world axes
  Vec<3> angular_velocity = Vec<3>::Zero();  ///< body axes
};

struct Wrench {
  Vec<3> force = Vec<3>::Zero();   ///< N, at the centre of mass, world axes
  Vec<3> torque = Vec<3>::Zero();  ///< N m, about the centre of mass, world axes
};

struct Body {
  std::string name{};                        ///< for messages and files; "body 3" if empty
  Shape shape = Sphere{};                    ///< in body axes
  Motion motion = Motion::dynamic;           ///< half-spaces and terrain must be fixed or driven
  std::string material = "default";          ///< see Scene::set_law
  double density = 1000.0;                   ///< kg/m^3 (kg/m^2 of plane shapes)
  double mass = 0.0;                         ///< kg; positive: in place of the density
  std::optional<Mat<3>> inertia{};           ///< about the centre of mass, in place of the shape's
  std::optional<Vec<3>> centre{};            ///< of mass, body axes, in place of the shape's
  Vec<3> position = Vec<3>::Zero();          ///< of the body frame at the start
  Vec<4> orientation = Vec<4>(1, 0, 0, 0);   ///< normalised on add
  Vec<3> velocity = Vec<3>::Zero();          ///< of the centre of mass, world axes
  Vec<3> angular_velocity = Vec<3>::Zero();  ///< body axes
  unsigned group = 1, collides_with = ~0u;   ///< bits: both must agree to meet
  /// Added to gravity.
  std::function<Wrench(double t, const BodyState& state)> force{};
  /// Velocity of a driven body: of its frame, and angular velocity in world axes.
  std::function<std::pair<Vec<3>, Vec<3>>(double t)> drive{};
};

/// What happens where two materials touch.
struct ContactLaw {
  double restitution = 0.0;  ///< Newton's, 0 to 1
  double friction = 0.5;     ///< Coulomb's, >= 0
  double rolling = 0.0;      ///< rolling resistance, m, >= 0
};

enum class JointKind {
  ball,         ///< anchors coincide
  hinge,        ///< and turns about the axis only
  slider,       ///< moves along the axis only
  cylindrical,  ///< moves along and turns about the axis
  universal,    ///< anchors coincide, two axes stay perpendicular
  screw,        ///< cylindrical, with travel = pitch x angle / (2 pi)
  gear,         ///< angles about two axes: angle_b = -ratio angle_a
  fixed,        ///< one rigid body
  distance,     ///< a rod between the anchors
  cable         ///< anchors not farther apart than the length
};
std::span<const std::string_view> enum_names(JointKind);

/// Joins a to b. Anchor and axes are given in world axes where the bodies are at the start.
struct Joint {
  std::string name{};
  JointKind kind = JointKind::ball;
  BodyId a{};                        ///< required
  BodyId b{};                        ///< none: the world
  Vec<3> anchor = Vec<3>::Zero();    ///< on a; and on b unless anchor_b is given
  std::optional<Vec<3>> anchor_b{};  ///< distance and cable
  Vec<3> axis = Vec<3>::UnitZ();     ///< normalised on add
  std::optional<Vec<3>> axis_b{};    ///< second axis of universal and gear
  double pitch = 0.0;                ///< screw, m per turn
  double ratio = 1.0;                ///< gear
  std::optional<double> length{};    ///< distance, cable; of the start if none
  double clearance = 0.0;            ///< ball and hinge: play of the pin, m, with contact
  ContactLaw clearance_law{};        ///< of pin and hole
  // along the joint's own coordinate (rad of hinge and screw, m of slider and cylindrical),
  // counted from the start
  double lower = -infinity, upper = infinity;     ///< stops
  double restitution = 0.0;                       ///< of the stops
  double friction = 0.0;                          ///< dry: N m or N that must be overcome
  double stiffness = 0.0, damping = 0.0;          ///< spring and damper, implicit
  double rest = 0.0;                              ///< of the spring
  double motor_limit = 0.0;                       ///< largest N m or N of a motor; 0: none
  std::function<double(double t)> motor_speed{};  ///< rad/s or m/s it tries to hold; none: 0
};

class Scene {
 public:
  Vec<3> gravity = Vec<3>(0, 0, -9.81);
  ContactLaw contact_law{};  ///< of materials without a law of their own

  /// Checks the body and takes it in. Throws Error naming body, field, value and remedy.
  BodyId add(Body body);
  JointId add(Joint joint);
  /// The law between two materials, in either order.
  void set_law(std::string_view material_a, std::string_view material_b, ContactLaw law);
  const ContactLaw& law(std::string_view material_a, std::string_view material_b) const;

  const std::vector<Body>& bodies() const { return bodies_; }
  const std::vector<Joint>& joints() const { return joints_; }
  std::string name(BodyId id) const;
  std::string name(JointId id) const;
  /// Throws Error with the nearest name.
  BodyId body(std::string_view name) const;
  /// 2 if all shapes are plane ones, else 3.
  int dimension() const;

 private:
  struct PairLaw {
    std::string a, b;
    ContactLaw law;
  };
  std::vector<Body> bodies_;
  std::vector<Joint> joints_;
  std::vector<PairLaw> laws_;
  std::map<std::string, int, std::less<>> by_name_;  // bodies that were given one
};

}  // namespace nonsmooth
