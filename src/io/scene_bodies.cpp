// SPDX-License-Identifier: Apache-2.0
#include "io/scene_parts.hpp"
#include "nonsmooth/base/error.hpp"

#include <cmath>
#include <limits>

namespace nonsmooth::io {
namespace {

constexpr std::string_view force_variables[] = {"t", "x", "y", "z", "vx", "vy", "vz"};
constexpr std::string_view time_variable[] = {"t"};

bool is_plane(const Shape& shape) {
  return std::holds_alternative<Circle>(shape) || std::holds_alternative<Polygon>(shape) ||
         std::holds_alternative<Segment>(shape);
}

Vec<3> values(const std::vector<Formula>& formulas, std::span<const double> at) {
  Vec<3> result = Vec<3>::Zero();
  for (std::size_t k = 0; k < formulas.size(); ++k)
    result[static_cast<Eigen::Index>(k)] = formulas[k](at);
  return result;
}

std::optional<Mat<3>> read_inertia(SceneTable& table) {
  const TomlValue* value = table.find("inertia");
  if (value == nullptr) return {};
  if (!value->items.empty() && value->items[0].kind == TomlValue::Kind::array) {
    const Matrix rows = table.points("inertia", 3, dimension::inertia);
    if (rows.cols() != 3) table.fail(value->line, "inertia: expected three rows");
    return Mat<3>(rows.transpose());
  }
  return Mat<3>(table.maybe_vector("inertia", dimension::inertia)->asDiagonal());
}

void read_forces(SceneTable& table, Body& body) {
  std::vector<Formula> force, torque;
  if (table.has("force")) force = table.formulas("force", force_variables);
  if (table.has("torque")) torque = table.formulas("torque", force_variables);
  if (force.empty() && torque.empty()) return;
  body.force = [force, torque](double t, const BodyState& state) {
    const Vec<3>&x = state.position, &v = state.velocity;
    const double at[] = {t, x[0], x[1], x[2], v[0], v[1], v[2]};
    return Wrench{values(force, at), values(torque, at)};
  };
}

void read_drive(SceneTable& table, Body& body) {
  const TomlValue* value = table.find("drive");
  if (value == nullptr) return;
  SceneTable drive(table.source(), *value, table.what() + ", drive");
  std::vector<Formula> velocity, turning;
  if (drive.has("velocity")) velocity = drive.formulas("velocity", time_variable);
  if (drive.has("angular_velocity")) turning = drive.formulas("angular_velocity", time_variable);
  drive.finish();
  body.drive = [velocity, turning](double t) {
    return std::pair(values(velocity, {&t, 1}), values(turning, {&t, 1}));
  };
}

unsigned bits(SceneTable& table, std::string_view key, unsigned standard) {
  const TomlValue* value = table.find(key);
  if (value == nullptr) return standard;
  if (value->kind != TomlValue::Kind::integer || value->integer < 0 ||
      value->integer > std::numeric_limits<unsigned>::max())
    table.fail(value->line, std::string(key) + ": expected the bits of a whole number below 2^32");
  return static_cast<unsigned>(value->integer);
}

}  // namespace

ContactLaw read_law(SceneTable& table, const ContactLaw& standard) {
  ContactLaw law;
  law.restitution = table.number("restitution", dimension::none, standard.restitution);
  law.friction = table.number("friction", dimension::none, standard.friction);
  law.rolling = table.number("rolling", dimension::length, standard.rolling);
  if (law.restitution < 0.0 || law.restitution > 1.0)
    table.fail(table.require("restitution").line, "restitution: expected 0 to 1");
  if (law.friction < 0.0)
    table.fail(table.require("friction").line, "friction: expected a number not below 0");
  if (law.rolling < 0.0)
    table.fail(table.require("rolling").line, "rolling: expected a length not below 0");
  return law;
}

Body read_body(SceneTable& table) {
  Body body;
  body.name = table.text("name", "");
  body.shape = read_shape(table, "shape");
  read_drive(table, body);
  body.motion = table.choice("motion", body.drive ? Motion::driven : Motion::dynamic);
  body.material = table.text("material", body.material);
  const Dimension per_size =
      is_plane(body.shape) ? Dimension{-2, 1, 0, 0} : Dimension(dimension::density);
  body.density = table.number("density", per_size, body.density);
  body.mass = table.number("mass", dimension::mass, body.mass);
  body.inertia = read_inertia(table);
  body.centre = table.maybe_vector("centre", dimension::length);
  body.position = table.vector("position", dimension::length, body.position);
  body.orientation = table.orientation("orientation");
  body.velocity = table.vector("velocity", dimension::speed, body.velocity);
  body.angular_velocity =
      table.vector("angular_velocity", dimension::angular_speed, body.angular_velocity);
  body.group = bits(table, "group", body.group);
  body.collides_with = bits(table, "collides_with", body.collides_with);
  read_forces(table, body);
  return body;
}

// --- Joints

namespace {

bool turns(JointKind kind) {
  return kind != JointKind::slider && kind != JointKind::cylindrical &&
         kind != JointKind::distance && kind != JointKind::cable;
}

BodyId body_named(SceneTable& table, std::string_view key, const Scene& scene) {
  const std::string name = table.text(key);
  try {
    return scene.body(name);
  } catch (const Error& error) {
    table.fail(table.require(key).line, std::string(key) + ": " + error.what());
  }
}

// What acts along the joint's own coordinate, an angle or a length.
void read_coordinate(SceneTable& table, Joint& joint) {
  const bool angle = turns(joint.kind);
  const Dimension along = angle ? dimension::angle : dimension::length;
  const Dimension effort = angle ? dimension::torque : dimension::force;
  joint.lower = table.limit("lower", along, joint.lower);
  joint.upper = table.limit("upper", along, joint.upper);
  joint.restitution = table.number("restitution", dimension::none, joint.restitution);
  joint.friction = table.number("friction", effort, joint.friction);
  joint.stiffness = table.number(
      "stiffness", angle ? dimension::angular_stiffness : dimension::stiffness, joint.stiffness);
  joint.damping = table.number("damping", angle ? dimension::angular_damping : dimension::damping,
                               joint.damping);
  joint.rest = table.number("rest", along, joint.rest);
  joint.motor_limit = table.limit("motor_limit", effort, joint.motor_limit);
  if (const TomlValue* speed = table.find("motor_speed")) {
    // a number may carry a unit, anything else is a formula in SI units
    if (speed->kind == TomlValue::Kind::string) try {
        const double value =
            parse_quantity(speed->string, angle ? dimension::angular_speed : dimension::speed);
        joint.motor_speed = [value](double) { return value; };
        return;
      } catch (const Error&) {
      }
    joint.motor_speed = [formula = table.formula("motor_speed", time_variable)](double t) {
      return formula({&t, 1});
    };
  }
}

}  // namespace

Joint read_joint(SceneTable& table, const Scene& scene) {
  Joint joint;
  joint.name = table.text("name", "");
  joint.kind = table.choice("kind", joint.kind);
  joint.a = body_named(table, "a", scene);
  if (table.has("b")) joint.b = body_named(table, "b", scene);
  joint.anchor = table.vector("anchor", dimension::length, joint.anchor);
  joint.anchor_b = table.maybe_vector("anchor_b", dimension::length);
  joint.axis = table.vector("axis", dimension::none, joint.axis);
  joint.axis_b = table.maybe_vector("axis_b", dimension::none);
  joint.pitch = table.number("pitch", dimension::length, joint.pitch);
  joint.ratio = table.number("ratio", dimension::none, joint.ratio);
  joint.length = table.maybe_number("length", dimension::length);
  joint.clearance = table.number("clearance", dimension::length, joint.clearance);
  if (const TomlValue* law = table.find("clearance_law")) {
    SceneTable pin(table.source(), *law, table.what() + ", clearance_law");
    joint.clearance_law = read_law(pin, {});
    pin.finish();
  }
  read_coordinate(table, joint);
  return joint;
}

}  // namespace nonsmooth::io
