// SPDX-License-Identifier: Apache-2.0
// Scenes: bodies, joints, contact laws.
#include "scenes.hpp"

#include "modules.hpp"
#include "structs.hpp"

#include "nonsmooth/mechanics/packings.hpp"

namespace nonsmooth::python {

using BodyForce = std::function<Wrench(double, const BodyState&)>;
using BodyDrive = std::function<std::pair<Vec<3>, Vec<3>>(double)>;

namespace {

std::pair<Vec<3>, Vec<3>> read_pair(py::handle object, const std::string& what) {
  if (!py::isinstance<py::sequence>(object) || py::len(object) != 2)
    refuse("the result of " + what, "two vectors of 3 numbers", object);
  return {Convert<Vec<3>>::from(object[py::int_(0)], "the first result of " + what),
          Convert<Vec<3>>::from(object[py::int_(1)], "the second result of " + what)};
}

}  // namespace

template <>
struct Convert<BodyForce> {
  static BodyForce from(py::handle object, std::string_view what) {
    if (object.is_none()) return {};
    return [call = Function(object, std::string(what))](double t, const BodyState& state) {
      const py::gil_scoped_acquire held;
      const auto [force, torque] =
          read_pair(call.call({argument(t), py::cast(state)}), call.what());
      return Wrench{force, torque};
    };
  }
  static std::string type() {
    return "Callable[[float, BodyState], tuple[ArrayLike, ArrayLike]] | None";
  }
};

template <>
struct Convert<BodyDrive> {
  static BodyDrive from(py::handle object, std::string_view what) {
    if (object.is_none()) return {};
    return [call = Function(object, std::string(what))](double t) {
      const py::gil_scoped_acquire held;
      return read_pair(call.call({argument(t)}), call.what());
    };
  }
  static std::string type() { return "Callable[[float], tuple[ArrayLike, ArrayLike]] | None"; }
};

template <>
struct Table<BodyState> {
  static auto fields() {
    return Fields{field("position", &BodyState::position, "of the body frame, m"),
                  field("orientation", &BodyState::orientation, "quaternion w, x, y, z"),
                  field("velocity", &BodyState::velocity, "of the centre of mass, world axes, m/s"),
                  field("angular_velocity", &BodyState::angular_velocity, "body axes, rad/s")};
  }
};

template <>
struct Table<Body> {
  static auto fields() {
    return Fields{
        field("name", &Body::name, "for messages and files; 'body 3' if empty"),
        field("shape", &Body::shape, "in body axes"),
        field("motion", &Body::motion, "half-spaces and terrain must be fixed or driven"),
        field("material", &Body::material, "see Scene.set_law"),
        field("density", &Body::density, "kg/m^3 (kg/m^2 of plane shapes)", 0),
        field("mass", &Body::mass, "kg; positive: in place of the density", 0),
        field("inertia", &Body::inertia, "about the centre of mass, kg m^2, if not the shape's"),
        field("centre", &Body::centre, "of mass, body axes, m, if not the shape's"),
        field("position", &Body::position, "of the body frame at the start, m"),
        field("orientation", &Body::orientation, "quaternion w, x, y, z"),
        field("velocity", &Body::velocity, "of the centre of mass, world axes, m/s"),
        field("angular_velocity", &Body::angular_velocity, "body axes, rad/s"),
        field("group", &Body::group, "bits: both bodies must agree to meet"),
        field("collides_with", &Body::collides_with, "bits of groups it meets"),
        field("force", &Body::force,
              "(force N, torque N m) of (t, BodyState), at the centre of mass, world axes"),
        field("drive", &Body::drive,
              "(velocity m/s of the frame, angular velocity rad/s in world axes) of t")};
  }
};

template <>
struct Table<ContactLaw> {
  static auto fields() {
    return Fields{field("restitution", &ContactLaw::restitution, "Newton's", 0, 1),
                  field("friction", &ContactLaw::friction, "Coulomb's", 0),
                  field("rolling", &ContactLaw::rolling, "rolling resistance, m", 0)};
  }
};

template <>
struct Table<Joint> {
  static auto fields() {
    return Fields{field("name", &Joint::name, "for messages and files"),
                  field("kind", &Joint::kind, "what it leaves free"),
                  field("a", &Joint::a, "body, required"),
                  field("b", &Joint::b, "body; none: the world"),
                  field("anchor", &Joint::anchor, "world axes at the start, m"),
                  field("anchor_b", &Joint::anchor_b, "distance and cable, m"),
                  field("axis", &Joint::axis, "world axes at the start"),
                  field("axis_b", &Joint::axis_b, "second axis of universal and gear"),
                  field("pitch", &Joint::pitch, "screw, m per turn"),
                  field("ratio", &Joint::ratio, "gear"),
                  field("length", &Joint::length, "distance and cable, m; of the start if None"),
                  field("clearance", &Joint::clearance, "play of the pin, m", 0),
                  field("clearance_law", &Joint::clearance_law, "of pin and hole"),
                  field("lower", &Joint::lower, "stop, rad or m"),
                  field("upper", &Joint::upper, "stop, rad or m"),
                  field("restitution", &Joint::restitution, "of the stops", 0, 1),
                  field("friction", &Joint::friction, "dry, N m or N", 0),
                  field("stiffness", &Joint::stiffness, "of a spring, N m/rad or N/m", 0),
                  field("damping", &Joint::damping, "N m s/rad or N s/m", 0),
                  field("rest", &Joint::rest, "of the spring, rad or m"),
                  field("motor_limit", &Joint::motor_limit, "largest N m or N; 0: no motor", 0),
                  field("motor_speed", &Joint::motor_speed, "rad/s or m/s as function of t")};
  }
};

namespace {

void bind_scene_class(py::module_& module) {
  py::class_<Scene>(module, "Scene", "Bodies with shapes and materials, joints, gravity. z is up.")
      .def(py::init([](py::handle gravity, const ContactLaw& law) {
             Scene scene;
             scene.gravity = Convert<Vec<3>>::from(gravity, "Scene.gravity");
             scene.contact_law = law;
             return scene;
           }),
           py::arg("gravity") = py::make_tuple(0.0, 0.0, -9.81),
           py::arg("contact_law") = ContactLaw{})
      .def_property(
          "gravity", [](const Scene& scene) { return Convert<Vec<3>>::to(scene.gravity); },
          [](Scene& scene, py::handle value) {
            scene.gravity = Convert<Vec<3>>::from(value, "Scene.gravity");
          },
          "m/s^2")
      .def_readwrite("contact_law", &Scene::contact_law, "Of materials without a law of their own.")
      .def("add", py::overload_cast<Body>(&Scene::add), py::arg("body"),
           "Checks the body and takes it in; returns its id.")
      .def("add", py::overload_cast<Joint>(&Scene::add), py::arg("joint"))
      .def(
          "set_law",
          [](Scene& scene, const std::string& a, const std::string& b, const ContactLaw& law) {
            scene.set_law(a, b, law);
          },
          py::arg("material_a"), py::arg("material_b"), py::arg("law"),
          "The law between two materials, in either order.")
      .def("name", py::overload_cast<BodyId>(&Scene::name, py::const_), py::arg("id"))
      .def("name", py::overload_cast<JointId>(&Scene::name, py::const_), py::arg("id"))
      .def(
          "body", [](const Scene& scene, const std::string& name) { return scene.body(name); },
          py::arg("name"), "The body of that name.")
      .def_property_readonly("body_count", [](const Scene& s) { return s.bodies().size(); })
      .def_property_readonly("joint_count", [](const Scene& s) { return s.joints().size(); })
      .def("__repr__", [](const Scene& s) {
        return "<Scene: " + std::to_string(s.bodies().size()) + " bodies, " +
               std::to_string(s.joints().size()) + " joints>";
      });
}

}  // namespace

BodyId body_of(const Scene& scene, py::handle id) {
  if (py::isinstance<py::str>(id)) return scene.body(read_string(id, "name"));
  if (py::isinstance<py::int_>(id)) return BodyId{Convert<int>::from(id, "body")};
  return Convert<BodyId>::from(id, "body");
}

void bind_scene(py::module_& module) {
  bind_id<BodyTag>(module, "BodyId");
  bind_id<JointTag>(module, "JointId");
  bind_names(module, "Motion", enum_names(Motion{}));
  bind_names(module, "JointKind", enum_names(JointKind{}));
  bind<BodyState>(module, "BodyState", "Where a body is and how it moves.");
  bind<Body>(module, "Body", "A rigid body with a shape.");
  bind<ContactLaw>(module, "ContactLaw", "What happens where two materials touch.");
  bind<Joint>(module, "Joint", "Joins body a to body b.");
  bind_scene_class(module);
}

}  // namespace nonsmooth::python
