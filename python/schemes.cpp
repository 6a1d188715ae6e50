// SPDX-License-Identifier: Apache-2.0
// One class per scheme and impact rule: its table of fields, and what tables cannot hold.
#include "modules.hpp"
#include "structs.hpp"
#include "words.hpp"

#include "nonsmooth/impacts.hpp"
#include "nonsmooth/schemes.hpp"
#include "nonsmooth/schemes/located_switches.hpp"

namespace nonsmooth::python {
namespace {

template <class Scheme>
auto fields_and_solver() {
  return join(Scheme::fields(), Fields{field("solver", &Scheme::solver, words::solver)});
}

}  // namespace

template <>
struct Table<MoreauJean> {
  static auto fields() { return fields_and_solver<MoreauJean>(); }
};
template <>
struct Table<EulerMoreau> {
  static auto fields() { return fields_and_solver<EulerMoreau>(); }
};
template <>
struct Table<ZeroOrderHold> {
  static auto fields() { return fields_and_solver<ZeroOrderHold>(); }
};
template <>
struct Table<SchatzmanPaoli> {
  static auto fields() { return fields_and_solver<SchatzmanPaoli>(); }
};
template <>
struct Table<D1Minus> {
  static auto fields() { return fields_and_solver<D1Minus>(); }
};
template <>
struct Table<AlphaCoefficients> {
  static auto fields() {
    return Fields{field("alpha_m", &AlphaCoefficients::alpha_m, "share of the old acceleration"),
                  field("alpha_f", &AlphaCoefficients::alpha_f, "share of the old force"),
                  field("gamma", &AlphaCoefficients::gamma, "of velocities"),
                  field("beta", &AlphaCoefficients::beta, "of positions")};
  }
};
template <>
struct Table<GeneralizedAlpha> {
  static auto fields() {
    return join(fields_and_solver<GeneralizedAlpha>(),
                Fields{field("coefficients", &GeneralizedAlpha::coefficients,
                             "in place of those rho gives")});
  }
};
template <>
struct Table<EventDriven> {
  static auto fields() {
    return join(fields_and_solver<EventDriven>(),
                Fields{field("impact", &EventDriven::impact, "rule at impacts")});
  }
};
/// What located_switches returns: a scheme without options that can be read again.
template <>
struct Table<CustomScheme> {
  static auto fields() { return Fields{field("name", &CustomScheme::name, "for messages")}; }
};
template <>
struct Table<Adaptive> {
  static auto fields() {
    return join(Fields{field("scheme", &Adaptive::scheme, "its step is the first one tried")},
                Adaptive::fields());
  }
};
template <>
struct Table<SwitchedLinear> {
  static auto fields() {
    return join(SwitchedLinear::fields(), Fields{field("breakpoints", &SwitchedLinear::breakpoints,
                                                       "instants where steps end, ascending, s")});
  }
};

void bind_schemes(py::module_& module) {
  bind_names(module, "Projection", enum_names(Projection{}));
  bind_names(module, "Compliance", enum_names(Compliance{}));

  bind<NewtonRule>(module, "NewtonRule", "Newton's rule for all contacts of an impact at once.");
  bind<FremondRule>(module, "FremondRule", "Friction on the mean velocity: never creates energy.");
  bind<PoissonRule>(module, "PoissonRule", "Compression, then expansion.");
  bind<BinaryCollisions>(module, "BinaryCollisions", "One contact after the other.");
  bind<EnergeticRule>(module, "EnergeticRule", "Contacts as springs in a stretched instant.");

  bind<MoreauJean>(module, "MoreauJean",
                   "Moreau-Jean time stepping for mechanical systems; first-order systems in the\n"
                   "same model go along.");
  bind<EulerMoreau>(module, "EulerMoreau", "Implicit stepping of first-order systems.");
  bind<ZeroOrderHold>(module, "ZeroOrderHold",
                      "Exact steps of linear first-order systems with the input held.");
  bind<AlphaCoefficients>(module, "AlphaCoefficients", "Of the generalized-alpha rule.");
  bind<GeneralizedAlpha>(module, "GeneralizedAlpha",
                         "Generalized-alpha for smooth motion, impacts apart from it.");
  bind<SchatzmanPaoli>(module, "SchatzmanPaoli", "Positions alone, over two steps; no friction.");
  bind<D1Minus>(module, "D1Minus", "Half-explicit discontinuous Galerkin scheme; no friction.");
  bind<EventDriven>(module, "EventDriven",
                    "Smooth motion to tolerances, every event at its own instant.");
  bind<SwitchedLinear>(
      module, "SwitchedLinear",
      "Linear first-order systems under laws of bounds: controlled error, located\n"
      "switching.");
  bind<Adaptive>(module, "Adaptive", "Another scheme with steps of controlled error.");
  bind_result<CustomScheme>(module, "CustomScheme", "A scheme made by a function.");
  bind<LocatedSwitches>(module, "LocatedSwitches", "Options of located_switches.");
  module.def(
      "located_switches",
      [](const py::kwargs& given) {
        return Convert<Scheme>::to(located_switches(options_of<LocatedSwitches>(given)));
      },
      "A scheme of order 4 across isolated switches of first-order systems, each located to\n"
      "rounding; the keyword arguments are the fields of LocatedSwitches.");
  module.def("newmark", &newmark, py::arg("gamma") = 0.5, py::arg("beta") = 0.25,
             py::arg("step") = 1e-3, "Newmark's rule, as a GeneralizedAlpha.");
  module.def("hht", &hht, py::arg("alpha"), py::arg("step") = 1e-3,
             "Hilber, Hughes, Taylor: alpha from 0 (Newmark) to 1/3 (most damping).");
}

}  // namespace nonsmooth::python
