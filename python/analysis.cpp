// SPDX-License-Identifier: Apache-2.0
// nonsmooth.analysis: equilibria of models, orbits, exponents, diagrams and basins of hybrid
// systems. Everything runs without the interpreter; functions in Python take it when called.
#include "blocks.hpp"
#include "modules.hpp"
#include "structs.hpp"

#include "nonsmooth/analysis.hpp"

namespace nonsmooth {

std::span<const std::string_view> enum_names(Crossing) {
  static constexpr std::array<std::string_view, 4> names{"off", "falling", "rising", "both"};
  return names;
}

namespace analysis {

std::span<const std::string_view> enum_names(Stability) {
  static constexpr std::array<std::string_view, 4> names{"stable", "unstable", "marginal",
                                                         "undecided"};
  return names;
}
std::span<const std::string_view> enum_names(ContinuationEnd) {
  static constexpr std::array<std::string_view, 4> names{"reached", "grazing", "no_orbit",
                                                         "max_points"};
  return names;
}
std::span<const std::string_view> enum_names(Direction) {
  static constexpr std::array<std::string_view, 3> names{"rising", "falling", "both"};
  return names;
}

}  // namespace analysis
}  // namespace nonsmooth

namespace nonsmooth::python {

using namespace analysis;

/// A state, or an array, which stands for x in mode 0 at t = 0.
template <>
struct Convert<HybridState> {
  static HybridState from(py::handle object, std::string_view what) {
    if (py::isinstance<HybridState>(object)) return object.cast<const HybridState&>();
    return {.t = 0.0, .mode = 0, .x = read_vector(object, what)};
  }
  static py::object to(const HybridState& state) { return py::cast(state); }
  static std::string type() { return "HybridState | ArrayLike"; }
};

template <>
struct Convert<Family> {
  static Family from(py::handle object, std::string_view what) {
    return [call = Function(object, std::string(what))](double parameter) {
      const py::gil_scoped_acquire held;
      return Convert<HybridSystem>::from(call.call({argument(parameter)}),
                                         "the result of " + call.what());
    };
  }
  static std::string type() { return "Callable[[float], HybridSystem]"; }
};

template <>
struct Table<Transition> {
  using T = Transition;
  static auto fields() {
    return Fields{field("from_", &T::from, "mode it leaves"),
                  field("to", &T::to, "mode it leads to"),
                  field("guard", &T::guard, "g(t, x), whose change of sign is the event"),
                  field("crossing", &T::crossing, "which changes of sign count"),
                  field("reset", &T::reset, "x after it, (t, x) -> x; None: x stays"),
                  field("choose", &T::choose, "(t, x) -> mode, in place of `to`")};
  }
};

template <>
struct Table<HybridSystem> {
  using T = HybridSystem;
  static auto fields() {
    return Fields{field("size", &T::size, "entries of x", 0),
                  field("modes", &T::modes, "one rate (t, x) -> x' per mode"),
                  field("transitions", &T::transitions, "events between them")};
  }
};

template <>
struct Table<HybridState> {
  using T = HybridState;
  static auto fields() {
    return Fields{field("t", &T::t, "s"), field("mode", &T::mode, "its number", 0),
                  field("x", &T::x, "state")};
  }
};

template <>
struct Table<Event> {
  using T = Event;
  static auto fields() {
    return Fields{field("t", &T::t, "s"), field("transition", &T::transition, "its number"),
                  field("approach", &T::approach, "d/dt of the guard before; 0 grazes")};
  }
};

template <>
struct Table<FlowOptions> {
  using T = FlowOptions;
  static auto fields() {
    return Fields{
        field("relative_tolerance", &T::relative_tolerance, "local error per step", 1e-14, 0.1),
        field("absolute_tolerance", &T::absolute_tolerance, "in the unit of x", 1e-300),
        field("max_events", &T::max_events, "at most", 0),
        field("sensitivity", &T::sensitivity, "d end.x / d start.x as well")};
  }
};

template <>
struct Table<Flow> {
  using T = Flow;
  static auto fields() {
    return Fields{field("ok", &T::ok, "whether the end was reached"),
                  field("message", &T::message, "how it ended"),
                  field("end", &T::end, "the last state"),
                  field("sensitivity", &T::sensitivity, "d end.x / d start.x, if asked for"),
                  field("events", &T::events, "in order")};
  }
};

template <>
struct Table<OrbitOptions> {
  using T = OrbitOptions;
  static auto fields() {
    return Fields{field("autonomous", &T::autonomous, "the period is unknown"),
                  field("tolerance", &T::tolerance, "of the closure, relative to 1 + |x|", 0),
                  field("iterations", &T::iterations, "of Newton, at most", 1),
                  field("flow", &T::flow, "of the integration")};
  }
};

template <>
struct Table<Orbit> {
  using T = Orbit;
  static auto fields() {
    return Fields{
        field("converged", &T::converged, "whether it closes"),
        field("message", &T::message, "how the search ended"),
        field("start", &T::start, "a state on it"),
        field("period", &T::period, "s"),
        field("monodromy", &T::monodromy, "sensitivity over one period"),
        field("multipliers", &T::multipliers, "its eigenvalues; an autonomous orbit has one at 1"),
        field("events", &T::events, "in order"),
        field("residual", &T::residual, "of the closure"),
        field("slowest_approach", &T::slowest_approach, "of all events; 0 grazes"),
        field("sequence", &T::sequence, "of the transitions met")};
  }
};

template <>
struct Table<ContinuationOptions> {
  using T = ContinuationOptions;
  static auto fields() {
    return Fields{field("from_", &T::from, "first parameter"),
                  field("to", &T::to, "last parameter"),
                  field("step", &T::step, "of the parameter"),
                  field("smallest_step", &T::smallest_step, "where it gives up"),
                  field("period", &T::period, "of the forcing; None: that of the guess"),
                  field("orbit", &T::orbit, "of every search"),
                  field("around_folds", &T::around_folds,
                        "follow the length of the branch, so that the parameter may turn"),
                  field("max_points", &T::max_points, "at most, around folds")};
  }
};

template <>
struct Table<Branch> {
  using T = Branch;
  static auto fields() {
    return Fields{field("parameters", &T::parameters, "one per orbit"),
                  field("orbits", &T::orbits, "in order"),
                  field("end", &T::end, "why it ended"),
                  field("parameter", &T::parameter, "where it ended"),
                  field("message", &T::message, "in words"),
                  field("folds", &T::folds, "of the orbits: where the parameter turns")};
  }
};

template <>
struct Table<DiagramOptions> {
  using T = DiagramOptions;
  static auto fields() {
    return Fields{field("parameters", &T::parameters, "in the order of the sweep"),
                  field("skipped", &T::skipped, "periods before the first kept state", 0),
                  field("kept", &T::kept, "states per parameter", 1),
                  field("period", &T::period, "of the forcing, s, of the parameter"),
                  field("flow", &T::flow, "of the integration")};
  }
};

template <>
struct Table<EquilibriaOptions> {
  using T = EquilibriaOptions;
  static auto fields() {
    return Fields{field("starts", &T::starts, "of nonlinear models", 1),
                  field("spread", &T::spread, "half width of the cube of starts", 0),
                  field("seed", &T::seed, "of the starts"),
                  field("tolerance", &T::tolerance, "of the residual", 0),
                  field("iterations", &T::iterations, "of Newton, at most", 1)};
  }
};

template <>
struct Table<Equilibrium> {
  using T = Equilibrium;
  static auto fields() {
    return Fields{field("x", &T::x, "states of first-order systems"),
                  field("q", &T::q, "positions"),
                  field("lambda_", &T::lambda, "multipliers, forces in mechanics"),
                  field("y", &T::y, "arguments of the laws"),
                  field("eigenvalues", &T::eigenvalues, "of the motion inside the mode, 1/s"),
                  field("stability", &T::stability, "by linearisation inside the mode"),
                  field("reason", &T::reason, "in words"),
                  field("residual", &T::residual, "of the generalised equation")};
  }
};

namespace {

template <class Work>
auto without_interpreter(const Work& work) {
  const py::gil_scoped_release released;
  return work();
}

FlowOptions flow_options(py::handle given) {
  return given.is_none() ? FlowOptions{} : Convert<FlowOptions>::from(given, "options");
}

HybridState start_of(py::handle state) { return Convert<HybridState>::from(state, "start"); }

void bind_flows(py::module_& module) {
  bind_names(module, "Crossing", enum_names(Crossing{}));
  bind<Transition>(module, "Transition", "Where a guard changes sign: a reset and another mode.");
  bind<HybridSystem>(module, "HybridSystem", "Modes with their rates, and transitions.");
  bind<HybridState>(module, "HybridState", "Time, mode and state; an array stands for x alone.");
  bind_result<Event>(module, "Event", "A transition that was taken.");
  bind<FlowOptions>(module, "FlowOptions", "Of the integration between events.");
  bind_result<Flow>(module, "Flow", "Where a flow ended, and what it met.")
      .def(
          "sequence", [](const Flow& f) { return Convert<std::vector<int>>::to(f.sequence()); },
          "The transitions met, in order.")
      .def("slowest_approach", &Flow::slowest_approach, "Of all events; infinite without.");
  module.def(
      "flow",
      [](const HybridSystem& system, py::handle start, double end, const py::kwargs& given) {
        const HybridState begin = start_of(start);
        const FlowOptions options = options_of<FlowOptions>(given);
        return without_interpreter([&] { return flow(system, begin, end, options); });
      },
      py::arg("system"), py::arg("start"), py::arg("end"),
      "From a state to the time `end`, s; the keyword arguments are the fields of FlowOptions.");
  module.def(
      "filippov",
      [](int size, py::handle below, py::handle above, py::handle h, py::handle gradient) {
        return filippov(size, Convert<Rate>::from(below, "below"),
                        Convert<Rate>::from(above, "above"),
                        Convert<std::function<double(double, VectorIn)>>::from(h, "h"),
                        Convert<Rate>::from(gradient, "gradient"));
      },
      py::arg("size"), py::arg("below"), py::arg("above"), py::arg("h"), py::arg("gradient"),
      "x' = below(t, x) where h(t, x) < 0, above where h > 0, sliding between; gradient(t, x) of "
      "h.\nModes 0 below, 1 above, 2 sliding.");
}

void bind_orbits(py::module_& module) {
  bind<OrbitOptions>(module, "OrbitOptions", "Of periodic_orbit.");
  bind_result<Orbit>(module, "Orbit", "A periodic orbit, its multipliers and events.")
      .def("stable", &Orbit::stable, py::arg("autonomous") = false,
           "All multipliers inside the unit circle; the one at 1 of an autonomous orbit does not "
           "count.");
  bind_names(module, "ContinuationEnd", enum_names(ContinuationEnd{}));
  bind<ContinuationOptions>(module, "ContinuationOptions", "Of continue_orbit.");
  bind_result<Branch>(module, "Branch", "Orbits over a parameter.");
  module.def(
      "periodic_orbit",
      [](const HybridSystem& system, py::handle guess, double period, const py::kwargs& given) {
        const HybridState begin = Convert<HybridState>::from(guess, "guess");
        const OrbitOptions options = options_of<OrbitOptions>(given);
        return without_interpreter([&] { return periodic_orbit(system, begin, period, options); });
      },
      py::arg("system"), py::arg("guess"), py::arg("period"),
      "By shooting, from guesses of state and period (s); the fields of OrbitOptions.");
  module.def(
      "continue_orbit",
      [](py::handle family, py::handle guess, py::handle period, const py::kwargs& given) {
        const Family made = Convert<Family>::from(family, "family");
        const HybridState begin = Convert<HybridState>::from(guess, "guess");
        ContinuationOptions options = options_of<ContinuationOptions>(given);
        const bool varies = PyCallable_Check(period.ptr()) != 0;
        if (varies) options.period = Convert<std::function<double(double)>>::from(period, "period");
        const double first = varies ? options.period(options.from) : read_double(period, "period");
        return without_interpreter([&] { return continue_orbit(made, begin, first, options); });
      },
      py::arg("family"), py::arg("guess"), py::arg("period"),
      "Follows an orbit of family(parameter) until it grazes or ends; `period` (s) is a guess, or\n"
      "the forcing's as a function of the parameter. The fields of ContinuationOptions.");
}

void bind_long_runs(py::module_& module) {
  const auto options = py::arg("options") = py::none();
  module.def(
      "lyapunov_exponents",
      [](const HybridSystem& system, py::handle start, double interval, int intervals,
         int transient, py::handle given) {
        const HybridState begin = start_of(start);
        const FlowOptions chosen = flow_options(given);
        return Convert<Vector>::to(without_interpreter([&] {
          return lyapunov_exponents(system, begin, interval, intervals, transient, chosen);
        }));
      },
      py::arg("system"), py::arg("start"), py::arg("interval"), py::arg("intervals"),
      py::arg("transient") = 100, options,
      "Of all directions, largest first, 1/s; the frame is renewed every `interval`, s.");
  module.def(
      "stroboscope",
      [](const HybridSystem& system, py::handle start, double period, int skipped, int kept,
         py::handle given) {
        const HybridState begin = start_of(start);
        const FlowOptions chosen = flow_options(given);
        return copy_matrix(without_interpreter(
            [&] { return stroboscope(system, begin, period, skipped, kept, chosen); }));
      },
      py::arg("system"), py::arg("start"), py::arg("period"), py::arg("skipped"), py::arg("kept"),
      options, "States once per period (s), one row each.");
  bind<DiagramOptions>(module, "DiagramOptions", "Of bifurcation_diagram.");
  module.def(
      "bifurcation_diagram",
      [](py::handle family, py::handle start, const py::kwargs& given) {
        const Family made = Convert<Family>::from(family, "family");
        const HybridState begin = start_of(start);
        const DiagramOptions chosen = options_of<DiagramOptions>(given);
        const auto points =
            without_interpreter([&] { return bifurcation_diagram(made, begin, chosen); });
        Vector parameters(std::ssize(points));
        Matrix states(std::ssize(points), points.empty() ? 0 : points[0].x.size());
        for (Eigen::Index k = 0; k < parameters.size(); ++k) {
          parameters[k] = points[static_cast<std::size_t>(k)].parameter;
          states.row(k) = points[static_cast<std::size_t>(k)].x;
        }
        return py::make_tuple(Convert<Vector>::to(parameters), copy_matrix(states));
      },
      py::arg("family"), py::arg("start"),
      "(parameters, states): stroboscopic states for every parameter, each begun where the last\n"
      "ended; the fields of DiagramOptions.");
}

void bind_maps(py::module_& module) {
  bind_names(module, "Direction", enum_names(Direction{}));
  module.def(
      "poincare_section",
      [](py::handle t, py::handle rows, int index, double level, py::handle direction) {
        const Matrix all = read_matrix(rows, "rows");
        if (index < 0 || index >= all.cols())
          throw Error("poincare_section: index is " + std::to_string(index) + ", rows have " +
                      std::to_string(all.cols()) + " columns");
        return copy_matrix(poincare_section(read_vector(t, "t"), all, index, level,
                                            Convert<Direction>::from(direction, "direction")));
      },
      py::arg("t"), py::arg("rows"), py::arg("index"), py::arg("level"),
      py::arg("direction") = "rising",
      "Rows of a recorded run where column `index` passes `level`, the time (s) before them.");
  module.def(
      "basins",
      [](py::handle first, py::handle second, py::handle attractor, double tolerance) {
        const Function call(attractor, "attractor");
        const Basins found = basins(
            read_vector(first, "first"), read_vector(second, "second"),
            [&](double a, double b) -> Vector {
              const py::object end = call.call({argument(a), argument(b)});
              return end.is_none() ? Vector() : read_vector(end, "the result of attractor");
            },
            tolerance);
        py::array_t<int> map({found.map.rows(), found.map.cols()});
        for (Eigen::Index i = 0; i < found.map.rows(); ++i)
          for (Eigen::Index j = 0; j < found.map.cols(); ++j)
            map.mutable_at(i, j) = found.map(i, j);
        return py::make_tuple(map, Convert<std::vector<Vector>>::to(found.attractors));
      },
      py::arg("first"), py::arg("second"), py::arg("attractor"), py::arg("tolerance") = 1e-3,
      "(map, attractors): entry (i, j) is the number of what attractor(first[i], second[j]) gave,\n"
      "-1 where it gave None.");
}

void bind_equilibria(py::module_& module) {
  bind_names(module, "Stability", enum_names(Stability{}));
  bind<EquilibriaOptions>(module, "EquilibriaOptions", "Of equilibria.");
  bind_result<Equilibrium>(module, "Equilibrium", "A model at rest, and whether it stays there.");
  module.def(
      "equilibria",
      [](const Model& model, const py::kwargs& given) {
        const EquilibriaOptions options = options_of<EquilibriaOptions>(given);
        return Convert<std::vector<Equilibrium>>::to(
            without_interpreter([&] { return equilibria(model, options); }));
      },
      py::arg("model"),
      "All that enumeration (linear models) or Newton from many starts finds; the fields of\n"
      "EquilibriaOptions.");
}

}  // namespace

void bind_analysis(py::module_& module) {
  py::module_ home = module.def_submodule(
      "analysis", "Equilibria, periodic orbits, exponents, diagrams and basins.");
  bind_flows(home);
  bind_orbits(home);
  bind_long_runs(home);
  bind_maps(home);
  bind_equilibria(home);
}

}  // namespace nonsmooth::python
