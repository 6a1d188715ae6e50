// SPDX-License-Identifier: Apache-2.0
#include "laws.hpp"
#include "modules.hpp"
#include "structs.hpp"

#include "nonsmooth/model.hpp"

namespace nonsmooth {
std::span<const std::string_view> enum_names(LawLevel) {
  static constexpr std::array<std::string_view, 3> names{"automatic", "position", "velocity"};
  return names;
}
}  // namespace nonsmooth

namespace nonsmooth::python {
namespace {

constexpr std::string_view system_name_doc = "for messages and files; 'system 3' if empty";
constexpr std::string_view compliance_doc = "D >= 0, m/N: a law of positions";
constexpr std::string_view minus_doc = "force that enters with a minus sign, N";

}  // namespace

/// A Force, or an array, which stands for a constant one.
template <>
struct Convert<Force> {
  static Force from(py::handle object, std::string_view what) {
    if (object.is_none()) return {};
    if (py::isinstance<Force>(object)) return object.cast<const Force&>();
    if (PyCallable_Check(object.ptr()) != 0)
      refuse(what, "a force: an array, ns.constant, ns.of_time(f) or ns.of_state(f)", object);
    return constant(read_vector(object, what));
  }
  static std::string type() { return "Force | ArrayLike | None"; }
};

template <>
struct Table<Force> {
  static auto fields() {
    return Fields{field("constant", &Force::constant, "N or N m; empty means none"),
                  field("of_time", &Force::of_time, "F(t)"),
                  field("of_state", &Force::of_state, "F(t, q, v)"),
                  field("dq", &Force::dq, "derivative of of_state by q, unknowns in columns"),
                  field("dv", &Force::dv, "derivative of of_state by v")};
  }
};

template <>
struct Table<PrescribedVelocity> {
  static auto fields() {
    return Fields{field("dof", &PrescribedVelocity::dof, "index of the velocity", 0),
                  field("velocity", &PrescribedVelocity::velocity, "v[dof] as function of t")};
  }
};

template <>
struct Table<Lagrangian> {
  static auto fields() {
    return Fields{field("name", &Lagrangian::name, system_name_doc),
                  field("mass", &Lagrangian::mass, "constant, symmetric positive definite, kg"),
                  field("q0", &Lagrangian::q0, "initial position, m"),
                  field("v0", &Lagrangian::v0, "initial velocity, m/s; empty means zero"),
                  field("force", &Lagrangian::force, "external, on the right-hand side, N"),
                  field("stiffness", &Lagrangian::stiffness, "K: force -K q, N/m"),
                  field("damping", &Lagrangian::damping, "C: force -C v, N s/m"),
                  field("internal", &Lagrangian::internal, minus_doc),
                  field("gyroscopic", &Lagrangian::gyroscopic, minus_doc),
                  field("mass_of_q", &Lagrangian::mass_of_q, "M(q) in place of mass, kg"),
                  field("prescribed", &Lagrangian::prescribed, "velocities that are given")};
  }
};

template <>
struct Table<RigidBody> {
  static auto fields() {
    return Fields{
        field("name", &RigidBody::name, system_name_doc),
        field("mass", &RigidBody::mass, "kg", 1e-300),
        field("inertia", &RigidBody::inertia, "about the centre of mass, body axes, kg m^2"),
        field("position", &RigidBody::position, "of the centre of mass, m"),
        field("orientation", &RigidBody::orientation, "quaternion w, x, y, z"),
        field("velocity", &RigidBody::velocity, "of the centre of mass, m/s"),
        field("angular_velocity", &RigidBody::angular_velocity, "body axes, rad/s"),
        field("force", &RigidBody::force,
              "6 entries: force (inertial axes, N), torque (body axes, N m)")};
  }
};

template <>
struct Table<FirstOrder> {
  static auto fields() {
    return Fields{field("name", &FirstOrder::name, system_name_doc),
                  field("A", &FirstOrder::A, "E x' = A x + b + f + r"),
                  field("x0", &FirstOrder::x0, "initial state"),
                  field("b", &FirstOrder::b, "constant input; empty means zero"),
                  field("b_of_t", &FirstOrder::b_of_t, "added to b"),
                  field("A_of_t", &FirstOrder::A_of_t, "added to A"),
                  field("f", &FirstOrder::f, "f(t, x), added to A x + b"),
                  field("f_dx", &FirstOrder::f_dx, "its derivative; differences if missing"),
                  field("E", &FirstOrder::E, "None means identity; may be singular")};
  }
};

template <>
struct Table<LinearRelation> {
  static auto fields() {
    return Fields{field("H", &LinearRelation::H, "y = H q + b, one row per component of the law"),
                  field("b", &LinearRelation::b, "m; empty means zero"),
                  field("compliance", &LinearRelation::compliance, compliance_doc)};
  }
};

template <>
struct Table<Holonomic> {
  static auto fields() {
    return Fields{field("dimension", &Holonomic::dimension, "entries of the gap", 1),
                  field("gap", &Holonomic::gap, "h(t, q), m"),
                  field("jacobian", &Holonomic::jacobian,
                        "J(t, q), dimension x velocities; differences if missing"),
                  field("drift", &Holonomic::drift, "dh/dt at fixed q; differences if missing"),
                  field("compliance", &Holonomic::compliance, compliance_doc)};
  }
};

template <>
struct Table<FirstOrderLinear> {
  static auto fields() {
    using Relation = FirstOrderLinear;
    return Fields{field("C", &Relation::C, "y = C x + e + D lambda"),
                  field("B", &Relation::B, "input B lambda, one row per state"),
                  field("D", &Relation::D, "empty means zero"),
                  field("e", &Relation::e, "constant of y; empty means zero"),
                  field("C_of_t", &Relation::C_of_t, "in place of C"),
                  field("B_of_t", &Relation::B_of_t, "in place of B"),
                  field("D_of_t", &Relation::D_of_t, "in place of D"),
                  field("e_of_t", &Relation::e_of_t, "added to e"),
                  field("dimension", &Relation::dimension, "where C comes from C_of_t alone")};
  }
};

template <>
struct Table<FirstOrderGeneral> {
  static auto fields() {
    using Relation = FirstOrderGeneral;
    return Fields{field("dimension", &Relation::dimension, "entries of y", 1),
                  field("h", &Relation::h, "y(t, x, lambda)"),
                  field("g", &Relation::g, "input(t, x, lambda), one entry per state"),
                  field("h_x", &Relation::h_x, "derivative; differences if missing"),
                  field("h_lambda", &Relation::h_lambda, "derivative"),
                  field("g_x", &Relation::g_x, "derivative"),
                  field("g_lambda", &Relation::g_lambda, "derivative")};
  }
};

template <>
struct Table<Interaction> {
  static auto fields() {
    return Fields{
        field("on", &Interaction::on, "ids of the systems it ties"),
        field("relation", &Interaction::relation, "how the law's variables hang on them"),
        field("law", &Interaction::law, "any law; NewtonImpact() if None"),
        field("name", &Interaction::name, "for messages and files; 'interaction 3' if empty"),
        field("level", &Interaction::level, "of laws without a jump rule on mechanical systems"),
        field("present", &Interaction::present, "at the start; a simulator can change it")};
  }
};

namespace {

py::list complaints(const Model& model, double tolerance) {
  py::list found;
  for (const JacobianComplaint& each : check_jacobians(model, tolerance))
    found.append(py::make_tuple(each.where, each.error));
  return found;
}

void bind_model_class(py::module_& module) {
  py::class_<Model>(module, "Model", "What exists: systems, and interactions between them.")
      .def(py::init<>())
      .def(py::init<const Model&>(), py::arg("model"), "A copy.")
      .def("add", py::overload_cast<Lagrangian>(&Model::add), py::arg("system"),
           "Checks it and takes it in; returns its id.")
      .def("add", py::overload_cast<RigidBody>(&Model::add), py::arg("system"))
      .def("add", py::overload_cast<FirstOrder>(&Model::add), py::arg("system"))
      .def("add", py::overload_cast<Interaction>(&Model::add), py::arg("interaction"))
      .def("name", py::overload_cast<SystemId>(&Model::name, py::const_), py::arg("id"))
      .def("name", py::overload_cast<InteractionId>(&Model::name, py::const_), py::arg("id"))
      .def(
          "system", [](const Model& model, const std::string& name) { return model.system(name); },
          py::arg("name"), "The system of that name.")
      .def(
          "interaction",
          [](const Model& model, const std::string& name) { return model.interaction(name); },
          py::arg("name"), "The interaction of that name.")
      .def_property_readonly("system_count", [](const Model& m) { return m.systems().size(); })
      .def_property_readonly("interaction_count",
                             [](const Model& m) { return m.interactions().size(); })
      .def("position_count", &Model::position_count, py::arg("id"), "Entries of q.")
      .def("velocity_count", &Model::velocity_count, py::arg("id"), "Entries of v.")
      .def("state_count", &Model::state_count, py::arg("id"), "Entries of x.")
      .def("__repr__", [](const Model& m) {
        return "<Model: " + std::to_string(m.systems().size()) + " systems, " +
               std::to_string(m.interactions().size()) + " interactions>";
      });
}

void bind_forces(py::module_& module) {
  module.def(
      "constant", [](py::handle value) { return constant(read_vector(value, "constant")); },
      py::arg("value"), "A constant force, N.");
  module.def(
      "of_time",
      [](py::handle f) { return of_time(Convert<VectorFunction<double>>::from(f, "of_time")); },
      py::arg("f"), "A force F(t), N.");
  module.def(
      "of_state",
      [](py::handle f, py::handle dq, py::handle dv) {
        return of_state(Convert<Force::OfState>::from(f, "of_state"),
                        Convert<Force::Jacobian>::from(dq, "dq"),
                        Convert<Force::Jacobian>::from(dv, "dv"));
      },
      py::arg("f"), py::arg("dq") = py::none(), py::arg("dv") = py::none(),
      "A force F(t, q, v), N, and its derivatives, unknowns in columns.");
}

}  // namespace

void bind_model(py::module_& module) {
  bind_id<SystemTag>(module, "SystemId");
  bind_id<InteractionTag>(module, "InteractionId");
  bind_names(module, "LawLevel", enum_names(LawLevel{}));
  bind<Force>(module, "Force", "A generalised force: the sum of what is given.");
  bind<PrescribedVelocity>(module, "PrescribedVelocity", "A velocity that is given.");
  bind<Lagrangian>(module, "Lagrangian",
                   "M(q) dv = (F - F_int - F_gyr - C v - K q) dt + H dI, dq = v dt.");
  bind<RigidBody>(module, "RigidBody",
                  "A rigid body: q = (x_G, quaternion w x y z), v = (v_G inertial, Omega body).");
  bind<FirstOrder>(module, "FirstOrder", "E x' = A(t) x + b(t) + f(t, x) + r.");
  bind<LinearRelation>(module, "LinearRelation", "y = H q + b + D lambda, u = H v.");
  bind<Holonomic>(module, "Holonomic", "y = h(t, q) + D lambda, u = J v + dh/dt.");
  bind<FirstOrderLinear>(module, "FirstOrderLinear", "y = C x + e + D lambda, input B lambda.");
  bind<FirstOrderGeneral>(module, "FirstOrderGeneral",
                          "y = h(t, x, lambda), input g(t, x, lambda).");
  bind<Interaction>(module, "Interaction", "Which systems, which relation, which law.");
  bind_forces(module);
  bind_model_class(module);
  module.def("check_jacobians", &complaints, py::arg("model"), py::arg("tolerance") = 1e-5,
             "(where, error) of every Jacobian that differs from differences of its function.");
}

}  // namespace nonsmooth::python
