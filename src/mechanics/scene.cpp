// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/mechanics/scene.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/fields.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>

namespace nonsmooth {
namespace {

std::string number(double value) { return std::to_string(value); }

[[noreturn]] void refuse(const std::string& who, const std::string& what) {
  throw Error(who + ": " + what);
}

void require_finite(const std::string& who, const char* field, const Eigen::Ref<const Matrix>& x) {
  if (!x.allFinite()) refuse(who, std::string(field) + " is not finite; give numbers");
}

void check_law(const std::string& who, const ContactLaw& law) {
  if (!(law.restitution >= 0.0 && law.restitution <= 1.0))
    refuse(who, "restitution is " + number(law.restitution) + "; it must be between 0 and 1");
  if (!(law.friction >= 0.0 && law.friction < infinity))
    refuse(who, "friction is " + number(law.friction) + "; it must be 0 or larger");
  if (!(law.rolling >= 0.0 && law.rolling < infinity))
    refuse(who, "rolling is " + number(law.rolling) + "; it must be 0 or larger, in metres");
}

bool endless(const Shape& shape) {
  if (const auto* mesh = std::get_if<TriangleMesh>(&shape)) return !mesh->closed();
  return std::holds_alternative<HalfSpace>(shape) || std::holds_alternative<HeightField>(shape) ||
         std::holds_alternative<Segment>(shape);
}

bool plane(const Shape& shape) {
  return std::holds_alternative<Circle>(shape) || std::holds_alternative<Polygon>(shape) ||
         std::holds_alternative<Segment>(shape);
}

void check_mass(const std::string& who, const Body& body) {
  if (endless(body.shape))
    refuse(who, "a " + std::string(nonsmooth::name(body.shape)) +
                    " has no mass of its own and cannot be dynamic; set motion to fixed or driven");
  if (!(body.mass >= 0.0 && body.mass < infinity))
    refuse(who, "mass is " + number(body.mass) + "; it must be positive, or 0 to use the density");
  if (body.mass == 0.0 && !(body.density > 0.0 && body.density < infinity))
    refuse(who, "density is " + number(body.density) + "; it must be positive");
  if (!body.inertia) return;
  const Mat<3>& J = *body.inertia;
  require_finite(who, "inertia", J);
  if ((J - J.transpose()).cwiseAbs().maxCoeff() > 1e-12 * J.cwiseAbs().maxCoeff())
    refuse(who, "inertia is not symmetric");
  const double minor2 = J(0, 0) * J(1, 1) - J(0, 1) * J(1, 0);
  if (!(J(0, 0) > 0.0 && minor2 > 0.0 && J.determinant() > 0.0))
    refuse(who, "inertia is not positive definite");
}

}  // namespace

std::span<const std::string_view> enum_names(Motion) {
  static constexpr std::array<std::string_view, 3> names{"dynamic", "fixed", "driven"};
  return names;
}

std::span<const std::string_view> enum_names(JointKind) {
  static constexpr std::array<std::string_view, 10> names{
      "ball",  "hinge", "slider", "cylindrical", "universal",
      "screw", "gear",  "fixed",  "distance",    "cable"};
  return names;
}

BodyId Scene::add(Body body) {
  const BodyId id{static_cast<int>(bodies_.size())};
  const std::string who = body.name.empty() ? "body " + std::to_string(id.index) : body.name;
  if (by_name_.contains(body.name))
    refuse(who, "there is a body of that name already; names must differ");
  check_shape(body.shape);
  require_finite(who, "position", body.position);
  require_finite(who, "orientation", body.orientation);
  require_finite(who, "velocity", body.velocity);
  require_finite(who, "angular_velocity", body.angular_velocity);
  const double length = body.orientation.norm();
  if (!(length > 0.0)) refuse(who, "orientation is zero; give a quaternion (w, x, y, z)");
  body.orientation /= length;
  if (body.motion == Motion::dynamic) check_mass(who, body);
  if (body.motion == Motion::driven && !body.drive)
    refuse(who, "is driven but has no drive; give one, or set motion to fixed");
  if (plane(body.shape) && (body.position[2] != 0.0 || body.velocity[2] != 0.0))
    refuse(who, "a " + std::string(nonsmooth::name(body.shape)) +
                    " moves in the plane z = 0 but position or "
                    "velocity have a z component");
  if (!bodies_.empty() && plane(body.shape) != plane(bodies_.front().shape))
    refuse(who, "plane shapes and solid ones cannot meet in one scene");
  if (!body.name.empty()) by_name_.emplace(body.name, id.index);
  bodies_.push_back(std::move(body));
  return id;
}

JointId Scene::add(Joint joint) {
  const JointId id{static_cast<int>(joints_.size())};
  const std::string who = joint.name.empty() ? "joint " + std::to_string(id.index) : joint.name;
  const int count = static_cast<int>(bodies_.size());
  const auto known = [&](BodyId body) { return body.index >= 0 && body.index < count; };
  if (!known(joint.a)) refuse(who, "body a does not exist; add it to the scene first");
  if (joint.b.valid() && !known(joint.b))
    refuse(who, "body b does not exist; add it first, or leave b out for the world");
  if (joint.a == joint.b) refuse(who, "a and b are the same body");
  const auto moves = [&](BodyId body) {
    return body.valid() && bodies_[static_cast<std::size_t>(body.index)].motion == Motion::dynamic;
  };
  if (!moves(joint.a) && !moves(joint.b)) refuse(who, "joins two bodies that do not give way");
  require_finite(who, "anchor", joint.anchor);
  require_finite(who, "axis", joint.axis);
  if (!(joint.axis.norm() > 0.0)) refuse(who, "axis is zero");
  joint.axis.normalize();
  if (joint.kind == JointKind::universal &&
      (!joint.axis_b || std::abs(joint.axis.dot(joint.axis_b->normalized())) > 1e-9))
    refuse(who, "a universal joint needs axis_b perpendicular to axis");
  if ((joint.kind == JointKind::distance || joint.kind == JointKind::cable) && !joint.anchor_b)
    refuse(who, "needs anchor_b, the other end");
  if (joint.length && !(*joint.length > 0.0))
    refuse(who, "length is " + number(*joint.length) + "; it must be positive");
  if (!(joint.lower <= joint.upper))
    refuse(who, "lower " + number(joint.lower) + " is above upper " + number(joint.upper));
  if (joint.clearance > 0.0 && joint.kind != JointKind::ball && joint.kind != JointKind::hinge)
    refuse(who, "clearance is for ball and hinge joints");
  for (const auto& [value, field] :
       {std::pair(joint.clearance, "clearance"), std::pair(joint.friction, "friction"),
        std::pair(joint.stiffness, "stiffness"), std::pair(joint.damping, "damping"),
        std::pair(joint.motor_limit, "motor_limit")})
    if (!(value >= 0.0 && value < infinity))
      refuse(who, std::string(field) + " is " + number(value) + "; it must be 0 or larger");
  check_law(who, joint.clearance_law);
  const bool has_coordinate = joint.kind == JointKind::hinge || joint.kind == JointKind::screw ||
                              joint.kind == JointKind::slider ||
                              joint.kind == JointKind::cylindrical;
  if (!has_coordinate &&
      (joint.friction > 0.0 || joint.stiffness > 0.0 || joint.damping > 0.0 ||
       joint.motor_limit > 0.0 || joint.lower > -infinity || joint.upper < infinity))
    refuse(who,
           "stops, friction, springs and motors need a hinge, screw, slider or cylindrical "
           "joint");
  joints_.push_back(std::move(joint));
  return id;
}

void Scene::set_law(std::string_view a, std::string_view b, ContactLaw law) {
  check_law("contact law of " + std::string(a) + " and " + std::string(b), law);
  for (PairLaw& pair : laws_)
    if ((pair.a == a && pair.b == b) || (pair.a == b && pair.b == a)) {
      pair.law = law;
      return;
    }
  laws_.push_back({std::string(a), std::string(b), law});
}

const ContactLaw& Scene::law(std::string_view a, std::string_view b) const {
  for (const PairLaw& pair : laws_)
    if ((pair.a == a && pair.b == b) || (pair.a == b && pair.b == a)) return pair.law;
  return contact_law;
}

std::string Scene::name(BodyId id) const {
  const std::string& own = bodies_.at(static_cast<std::size_t>(id.index)).name;
  return own.empty() ? "body " + std::to_string(id.index) : own;
}

std::string Scene::name(JointId id) const {
  const std::string& own = joints_.at(static_cast<std::size_t>(id.index)).name;
  return own.empty() ? "joint " + std::to_string(id.index) : own;
}

BodyId Scene::body(std::string_view wanted) const {
  if (const auto found = by_name_.find(wanted); found != by_name_.end()) return {found->second};
  std::vector<std::string_view> names;
  for (const auto& [name, index] : by_name_) names.push_back(name);
  // a list of thousands would hide the one that is meant
  const std::string_view near = nearest_name(wanted, names);
  if (names.size() > 30 && !near.empty())
    throw Error("Scene: unknown body '" + std::string(wanted) + "'; did you mean '" +
                std::string(near) + "'?");
  if (names.size() > 30) names.resize(30);
  throw Error("Scene: " + unknown_name_message("body", wanted, names));
}

int Scene::dimension() const { return !bodies_.empty() && plane(bodies_.front().shape) ? 2 : 3; }

}  // namespace nonsmooth
