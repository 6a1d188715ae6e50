// SPDX-License-Identifier: Apache-2.0
#include "laws.hpp"

#include "modules.hpp"
#include "structs.hpp"

namespace nonsmooth::python {

template <>
struct Convert<GraphPoint> {
  static GraphPoint from(py::handle object, std::string_view what) {
    const auto [u, r] = Convert<std::pair<double, double>>::from(object, what);
    return {u, r};
  }
  static py::object to(const GraphPoint& point) { return py::make_tuple(point.u, point.r); }
  static std::string type() { return "tuple[float, float]"; }
};

// --- Tables of the laws --------------------------------------------------------------------------

template <>
struct Table<Free> {
  static auto fields() {
    return Fields{field("dimension", &Free::dimension, "number of equations", 0)};
  }
};

template <>
struct Table<NonNegative> {
  static auto fields() {
    return Fields{field("dimension", &NonNegative::dimension, "number of components", 0)};
  }
};

template <>
struct Table<Box> {
  static auto fields() {
    return Fields{
        field("lower", &Box::lower, "least r, may be -inf"),
        field("upper", &Box::upper, "largest r, may be inf"),
        field("compliance", &Box::compliance, "unit of u / unit of r, >= 0; empty means zero"),
        field("dead_zone", &Box::dead_zone, "unit of u, >= 0; empty means zero")};
  }
};

template <>
struct Table<Polytope> {
  static auto fields() {
    return Fields{field("A", &Polytope::A, "one row per constraint A r <= b"),
                  field("b", &Polytope::b, "bounds of A r")};
  }
};

template <>
struct Table<PiecewiseLinear> {
  static auto fields() {
    return Fields{
        field("points", &PiecewiseLinear::points, "corners (u, r), u rising and r falling"),
        field("before", &PiecewiseLinear::before, "slope dr/du before the first corner", -infinity,
              0),
        field("after", &PiecewiseLinear::after, "slope dr/du after the last corner", -infinity, 0)};
  }
};

template <>
struct Table<Graph> {
  static auto fields() {
    return Fields{field("curves", &Graph::curves, "one for every component")};
  }
};

template <>
struct Table<SecondOrderCone> {
  static auto fields() {
    return Fields{
        field("dimension", &SecondOrderCone::dimension, "normal and tangential components", 1),
        field("mu", &SecondOrderCone::mu, "opening: |r_T| <= mu r_N", 0),
        field("shift", &SecondOrderCone::shift, "0 associated, mu exact Coulomb friction", 0)};
  }
};

template <>
struct Table<RollingCone> {
  static auto fields() {
    return Fields{field("dimension", &RollingCone::dimension, "3 in the plane, 5 in space"),
                  field("mu", &RollingCone::mu, "friction coefficient", 0),
                  field("mu_r", &RollingCone::mu_r, "rolling resistance, m", 0)};
  }
};

template <>
struct Table<Disk> {
  static auto fields() {
    return Fields{field("dimension", &Disk::dimension, "number of components", 1),
                  field("radius", &Disk::radius, "largest |r|, unit of r", 0)};
  }
};

template <>
struct Table<NewtonImpact> {
  static auto fields() {
    return Fields{field("e", &NewtonImpact::e, "restitution", 0, 1),
                  field("stiffness", &NewtonImpact::stiffness,
                        "for energetic multiple impacts, where only ratios matter", 1e-300),
                  field("exponent", &NewtonImpact::exponent, "1 linear, 1.5 Hertz", 1, 10)};
  }
};

template <>
struct Table<NewtonImpactFriction> {
  static auto fields() {
    return Fields{
        field("e", &NewtonImpactFriction::e, "restitution", 0, 1),
        field("mu", &NewtonImpactFriction::mu, "friction coefficient", 0),
        field("et", &NewtonImpactFriction::et, "tangential restitution", -1, 1),
        field("dimension", &NewtonImpactFriction::dimension, "2 in the plane, 3 in space", 2, 3)};
  }
};

template <>
struct Table<FremondImpact> {
  static auto fields() {
    return Fields{
        field("e", &FremondImpact::e, "restitution", 0, 1),
        field("mu", &FremondImpact::mu, "friction coefficient", 0),
        field("dimension", &FremondImpact::dimension, "2 in the plane, 3 in space", 2, 3)};
  }
};

template <>
struct Table<RollingImpact> {
  static auto fields() {
    return Fields{
        field("e", &RollingImpact::e, "restitution", 0, 1),
        field("mu", &RollingImpact::mu, "friction coefficient", 0),
        field("mu_r", &RollingImpact::mu_r, "rolling resistance, m", 0),
        field("dimension", &RollingImpact::dimension, "3 in the plane, 5 in space", 3, 5)};
  }
};

// --- Laws written in Python ----------------------------------------------------------------------

namespace {

void copy_pair(const Function& call, py::handle pair, MatrixOut dz, MatrixOut du) {
  if (!py::isinstance<py::tuple>(pair) || py::len(pair) != 2)
    refuse("the result of " + call.what(), "a tuple (dz, du)", pair);
  const Matrix first = read_matrix(pair[py::int_(0)], call.what() + ", dz");
  const Matrix second = read_matrix(pair[py::int_(1)], call.what() + ", du");
  if (first.rows() != dz.rows() || first.cols() != dz.cols() || second.rows() != du.rows() ||
      second.cols() != du.cols())
    refuse("each of both results of " + call.what(),
           "of shape (" + std::to_string(dz.rows()) + ", " + std::to_string(dz.cols()) + ")", pair);
  dz = first;
  du = second;
}

CustomLaw read_custom_law(py::handle object, std::string_view what) {
  if (!py::hasattr(object, "resolvent") || !py::hasattr(object, "dimension"))
    refuse(what, "a law, or an object with `dimension` and `resolvent(rho, u, z)`", object);
  const std::string owner = py::str(py::type::of(object).attr("__name__"));
  CustomLaw law;
  law.dimension = Convert<int>::from(object.attr("dimension"), owner + ".dimension");
  law.resolve = [call = Function(object.attr("resolvent"), owner + ".resolvent")](
                    double rho, VectorIn u, VectorIn z, VectorOut r) {
    const py::gil_scoped_acquire held;
    call.fill({argument(rho), argument(u), argument(z)}, r.data(), r.size(), 1, r.size());
  };
  if (py::hasattr(object, "resolvent_jacobian"))
    law.derive = [call =
                      Function(object.attr("resolvent_jacobian"), owner + ".resolvent_jacobian")](
                     double rho, VectorIn u, VectorIn z, MatrixOut dz, MatrixOut du) {
      const py::gil_scoped_acquire held;
      copy_pair(call, call.call({argument(rho), argument(u), argument(z)}), dz, du);
    };
  return law;
}

template <class... Laws>
std::optional<InteractionLaw> read_impact_law(py::handle object) {
  std::optional<InteractionLaw> found;
  ((py::isinstance<Laws>(object) ? void(found = InteractionLaw(object.cast<const Laws&>()))
                                 : void()),
   ...);
  return found;
}

template <class... Laws>
std::optional<AnyLaw> read_built_in(py::handle object, std::variant<Laws...>*) {
  std::optional<AnyLaw> found;
  ((py::isinstance<Laws>(object) ? void(found = AnyLaw(object.cast<const Laws&>())) : void()), ...);
  return found;
}

py::dict report_of(const AnyLaw& law, int samples, std::uint64_t seed) {
  const LawReport report = check_law(law, samples, seed);
  py::list failures;
  for (const std::string& each : report.failures) failures.append(each);
  using namespace py::literals;
  return py::dict("ok"_a = report.ok(), "failures"_a = failures,
                  "independence"_a = report.independence, "idempotence"_a = report.idempotence,
                  "nonexpansive"_a = report.nonexpansive, "firmness"_a = report.firmness,
                  "jacobian"_a = report.jacobian, "finite"_a = report.finite);
}

}  // namespace

AnyLaw read_law(py::handle object, std::string_view what) {
  if (auto found = read_built_in(object, static_cast<AnyLaw::Kinds*>(nullptr))) return *found;
  return read_custom_law(object, what);
}

InteractionLaw read_interaction_law(py::handle object, std::string_view what) {
  if (auto found =
          read_impact_law<NewtonImpact, NewtonImpactFriction, FremondImpact, RollingImpact>(object))
    return *found;
  InteractionLaw law(read_law(object, what));
  if (!py::hasattr(object, "bias")) return law;
  const std::string owner = py::str(py::type::of(object).attr("__name__"));
  law.jump = InteractionLaw::Jump::custom;
  law.bias = [call = Function(object.attr("bias"), owner + ".bias")](VectorIn before,
                                                                     VectorOut added) {
    const py::gil_scoped_acquire held;
    call.fill({argument(before)}, added.data(), added.size(), 1, added.size());
  };
  return law;
}

py::object law_object(const AnyLaw& law) {
  return law.visit([](const auto& each) -> py::object {
    if constexpr (std::same_as<std::decay_t<decltype(each)>, CustomLaw>)
      return py::none();
    else
      return py::cast(each);
  });
}

void bind_laws(py::module_& module) {
  bind<Free>(module, "Free", "Equality: u = 0, r free (joints, Kirchhoff equations).");
  bind<NonNegative>(module, "NonNegative",
                    "Complementarity: 0 <= u _|_ r >= 0 (unilateral contact, ideal diode).");
  bind<Box>(module, "Box",
            "-u in d( I_[lower, upper](r) + dead_zone |r| + compliance r^2 / 2 ), component by\n"
            "component: relays, Zener diodes, saturations, dead zones.");
  bind<Polytope>(module, "Polytope", "-u in N_K(r) with K = { r : A r <= b }.");
  bind<PiecewiseLinear>(module, "PiecewiseLinear",
                        "A monotone curve through corners (u, r); r never rises with u.");
  bind<Graph>(module, "Graph", "(u_i, r_i) on curve i for every component.");
  bind<SecondOrderCone>(module, "SecondOrderCone",
                        "K = { |r_T| <= mu r_N }, -(u + shift |u_T| n) in N_K(r).");
  bind<RollingCone>(module, "RollingCone",
                    "Coulomb friction with rolling resistance on r = (r_N, r_T, m).");
  bind<Disk>(module, "Disk", "K = { |r| <= radius }, -u in N_K(r): friction of given threshold.");
  bind<NewtonImpact>(module, "NewtonImpact",
                     "Newton's law of impact: 0 <= u_N+ + e u_N- _|_ P >= 0.");
  bind<NewtonImpactFriction>(module, "NewtonImpactFriction",
                             "Newton's law of impact with Coulomb friction.");
  bind<FremondImpact>(module, "FremondImpact",
                      "Friction on the mean of the velocities before and after the impact: it "
                      "never\ncreates energy.");
  bind<RollingImpact>(module, "RollingImpact",
                      "Newton's law of impact with friction and rolling resistance.");
  module.def("coulomb", &coulomb, py::arg("mu"), py::arg("dimension") = 3,
             "The exact Coulomb law of dry friction, as a SecondOrderCone.");
  module.def(
      "check_law",
      [](py::handle law, int samples, std::uint64_t seed) {
        return report_of(read_law(law, "law"), samples, seed);
      },
      py::arg("law"), py::arg("samples") = 200, py::arg("seed") = 1,
      "Runs the identities every law must obey on random samples and returns the worst\n"
      "violation of each, relative to the sample.");

  py::module_ curve = module.def_submodule("curves", "Curves with a name; all answer against u.");
  curve.def("relay", &curves::relay, py::arg("lower") = -1.0, py::arg("upper") = 1.0);
  curve.def("relay_with_dead_zone", &curves::relay_with_dead_zone, py::arg("width"),
            py::arg("lower") = -1.0, py::arg("upper") = 1.0);
  curve.def("saturation", &curves::saturation, py::arg("slope"), py::arg("lower"),
            py::arg("upper"));
  curve.def("dead_zone", &curves::dead_zone, py::arg("slope"), py::arg("width"));
}

}  // namespace nonsmooth::python
