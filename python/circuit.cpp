// SPDX-License-Identifier: Apache-2.0
// Circuit, the model it becomes, operating points and runs. Methods that take nodes take their
// names too.
#include "circuits.hpp"
#include "modules.hpp"
#include "runs.hpp"
#include "structs.hpp"

#include "nonsmooth/circuit/jumps.hpp"
#include "nonsmooth/circuit/operating_point.hpp"
#include "nonsmooth/circuit/transient.hpp"
#include "nonsmooth/io.hpp"

namespace nonsmooth::python {

template <>
struct Table<LoweringOptions> {
  static auto fields() {
    using Options = LoweringOptions;
    return Fields{
        field("frozen_at", &Options::frozen_at, "sources hold their value of this time, s"),
        field("dense_limit", &Options::dense_limit,
              "nodes and currents up to which matrices are dense and theta counts", 0)};
  }
};

template <>
struct Table<TransientOptions> {
  static auto fields() {
    using Options = TransientOptions;
    return Fields{
        field("step", &Options::step, "s; with a tolerance the longest one", 1e-300),
        field("end", &Options::end, "s"),
        field("tolerance", &Options::tolerance, "error of a step, V and A; None: fixed steps"),
        field("theta", &Options::theta, "1/2 trapezoidal, 1 implicit Euler", 0, 1)};
  }
};

template <>
struct Table<CircuitModel::Branch> {
  static auto fields() {
    using Branch = CircuitModel::Branch;
    return Fields{
        field("name", &Branch::name, "of the element"),
        field("current", &Branch::current, "column of its current; negative: it has none"),
        field("plus", &Branch::plus, "column of its first node's voltage; negative: ground"),
        field("minus", &Branch::minus, "column of its second node's voltage; negative: ground"),
        field("stores", &Branch::stores, "capacitor or inductor"),
        field("source", &Branch::source, "may give energy")};
  }
};

template <>
struct Table<CircuitModel> {
  static auto fields() {
    return Fields{
        field("model", &CircuitModel::model, "a copy"),
        field("signals", &CircuitModel::signals, "'v(out)' of every node, 'i(r1)' of elements"),
        field("branches", &CircuitModel::branches, "one per element, for power and energy"),
        field("from_x", &CircuitModel::from_x, "signals = from_x x + from_lambda lambda + ..."),
        field("from_lambda", &CircuitModel::from_lambda, "see from_x"),
        field("from_source", &CircuitModel::from_source, "of the sources, the first is 1")};
  }
};

template <>
struct Table<StateJump> {
  static auto fields() {
    return Fields{field("t", &StateJump::t, "end of the step, s"),
                  field("element", &StateJump::element, "its name"),
                  field("charge", &StateJump::charge, "else flux"),
                  field("before", &StateJump::before, "V of a capacitor, A of an inductor"),
                  field("after", &StateJump::after, "V of a capacitor, A of an inductor"),
                  field("amount", &StateJump::amount, "C, or Wb")};
  }
};

template <>
struct Table<JumpOptions> {
  static auto fields() {
    return Fields{
        field("sharpness", &JumpOptions::sharpness, "times the rates of the steps before and after",
              1),
        field("smallest", &JumpOptions::smallest, "of the largest value of that state", 0)};
  }
};

template <>
struct Table<OperatingPoint> {
  static auto fields() {
    return Fields{field("found", &OperatingPoint::found, "whether there is one"),
                  field("signals", &OperatingPoint::signals, "V and A, as lowered.signals"),
                  field("lowered", &OperatingPoint::lowered, "with frozen sources")};
  }
};

namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

NodeId node_of(Circuit& circuit, py::handle node) {
  if (py::isinstance<py::str>(node)) return circuit.node(read_string(node, "node"));
  return Convert<NodeId>::from(node, "node");
}

ElementId element_of(const Circuit& circuit, py::handle element) {
  if (py::isinstance<py::str>(element)) return circuit.element(read_string(element, "element"));
  return Convert<ElementId>::from(element, "element");
}

// the function changes what it is given, or returns something else
Circuit edited(const Circuit& circuit, const py::function& edit) {
  return circuit.edited([&](circuit::Element& element) {
    const py::object given = Convert<circuit::Element>::to(element), back = edit(given);
    element = Convert<circuit::Element>::from(back.is_none() ? given : back, "the element");
  });
}

void bind_devices(py::class_<Circuit>& type) {
  type.def(
          "zener",
          [](Circuit& c, py::handle anode, py::handle cathode, const py::kwargs& options) {
            c.zener(node_of(c, anode), node_of(c, cathode), options_of<circuit::Zener>(options));
          },
          py::arg("anode"), py::arg("cathode"),
          "Forward a diode, backwards it conducts beyond its breakdown; fields of circuit.Zener.")
      .def(
          "mosfet",
          [](Circuit& c, py::handle drain, py::handle gate, py::handle source,
             const py::kwargs& options) {
            c.mosfet(node_of(c, drain), node_of(c, gate), node_of(c, source),
                     options_of<circuit::Mosfet>(options));
          },
          py::arg("drain"), py::arg("gate"), py::arg("source"),
          "Sah's square by chords; fields of circuit.Mosfet.")
      .def(
          "bjt",
          [](Circuit& c, py::handle collector, py::handle base, py::handle emitter,
             const py::kwargs& options) {
            c.bjt(node_of(c, collector), node_of(c, base), node_of(c, emitter),
                  options_of<circuit::Bjt>(options));
          },
          py::arg("collector"), py::arg("base"), py::arg("emitter"),
          "Ebers and Moll with straight diodes; fields of circuit.Bjt.");
}

// a method of two nodes: c.resistor("in", "out", 1e3, name="r1") adds circuit::Resistor
template <class Element, auto value>
auto two_pole() {
  return [](Circuit& c, py::handle a, py::handle b, py::handle given, const std::string& name) {
    Element element{.name = name, .a = node_of(c, a), .b = node_of(c, b)};
    using Value = std::decay_t<decltype(element.*value)>;
    element.*value = Convert<Value>::from(given, "the value of " + (name.empty() ? "it" : name));
    return c.add(element);
  };
}

void bind_two_poles(py::class_<Circuit>& type) {
  using namespace circuit;
  const auto a = py::arg("a"), b = py::arg("b");
  const auto name = py::arg("name") = "";
  type.def("resistor", two_pole<Resistor, &Resistor::ohm>(), a, b, py::arg("ohm"), name)
      .def(
          "capacitor",
          [](Circuit& c, py::handle from, py::handle to, double farad, py::handle v0,
             const std::string& called) {
            const auto start = Convert<std::optional<double>>::from(v0, "v0");
            return c.capacitor(node_of(c, from), node_of(c, to), farad, {start, called});
          },
          a, b, py::arg("farad"), py::arg("v0") = py::none(), name)
      .def(
          "inductor",
          [](Circuit& c, py::handle from, py::handle to, double henry, py::handle i0,
             const std::string& called) {
            const auto start = Convert<std::optional<double>>::from(i0, "i0");
            return c.inductor(node_of(c, from), node_of(c, to), henry, {start, called});
          },
          a, b, py::arg("henry"), py::arg("i0") = py::none(), name)
      .def("voltage_source", two_pole<VoltageSource, &VoltageSource::volt>(), a, b, py::arg("volt"),
           name, "volt: a number, Sine, Pulse, Polyline or function of time.")
      .def("current_source", two_pole<CurrentSource, &CurrentSource::ampere>(), a, b,
           py::arg("ampere"), name, "The current flows from a through the source to b.")
      .def(
          "diode",
          [](Circuit& c, py::handle anode, py::handle cathode, double forward, double on,
             double off, const std::string& called) {
            return c.diode({called, node_of(c, anode), node_of(c, cathode), forward, on, off});
          },
          py::arg("anode"), py::arg("cathode"), py::arg("forward") = 0.0, py::arg("on") = 0.0,
          py::arg("off") = infinity, name, "Ideal as it stands; V, ohm, ohm.")
      .def(
          "couple",
          [](Circuit& c, py::handle first, py::handle second, double k) {
            return c.couple(element_of(c, first), element_of(c, second), k);
          },
          py::arg("first"), py::arg("second"), py::arg("k"), "Mutual inductance of two inductors.")
      .def(
          "transformer",
          [](Circuit& c, py::handle n1, py::handle n2, py::handle n3, py::handle n4, double ratio) {
            return c.transformer(node_of(c, n1), node_of(c, n2), node_of(c, n3), node_of(c, n4),
                                 ratio);
          },
          a, b, py::arg("c"), py::arg("d"), py::arg("ratio"),
          "v_ab = ratio v_cd and i_cd = -ratio i_ab.");
}

void bind_circuit_class(py::module_& module) {
  py::class_<Circuit> type(
      module, "Circuit",
      "Nodes and ideal elements between them. Where a node is wanted, its name "
      "will do:\nc.resistor('in', 'out', 1e3). '0' and 'gnd' are ground.");
  type.def(py::init<>())
      .def(py::init<const Circuit&>(), py::arg("circuit"), "A copy.")
      .def("ground", &Circuit::ground)
      .def(
          "node", [](Circuit& c, const std::string& name) { return c.node(name); },
          py::arg("name") = "", "A new node; one with a name is made once and found again.")
      .def(
          "add",
          [](Circuit& c, py::handle element) {
            return c.add(Convert<circuit::Element>::from(element, "element"));
          },
          py::arg("element"), "Any element of nonsmooth.circuit; returns its id.")
      .def(
          "element", [](const Circuit& c, const std::string& name) { return c.element(name); },
          py::arg("name"), "The id of the element of that name.")
      .def("name", py::overload_cast<NodeId>(&Circuit::name, py::const_), py::arg("id"))
      .def("name", py::overload_cast<ElementId>(&Circuit::name, py::const_), py::arg("id"))
      .def_property_readonly("node_count", &Circuit::node_count)
      .def_property_readonly(
          "elements",
          [](const Circuit& c) { return Convert<std::vector<circuit::Element>>::to(c.elements()); },
          "Copies of all elements.")
      .def("edited", &edited, py::arg("edit"),
           "A copy whose elements went through edit(element), which may change values.")
      .def("check", &Circuit::check,
           "Raises Error naming elements and nodes where sources form a loop or nodes float.")
      .def(
          "model",
          [](const Circuit& c, const py::kwargs& options) {
            return c.model(options_of<LoweringOptions>(options));
          },
          "The CircuitModel to simulate; the keyword arguments are the fields of LoweringOptions.")
      .def("__repr__", [](const Circuit& c) {
        return "<Circuit: " + std::to_string(c.node_count()) + " nodes, " +
               std::to_string(c.elements().size()) + " elements>";
      });
  bind_two_poles(type);
  bind_devices(type);
}

Matrix observe_rows(const CircuitModel& lowered, py::handle t, py::handle x, py::handle lambda) {
  const Rows states = read_matrix(x, "x"), multipliers = read_matrix(lambda, "lambda_");
  return lowered.observe(read_vector(t, "t"), states, multipliers);
}

void bind_circuit_model(py::module_& module) {
  bind_result<CircuitModel>(module, "CircuitModel",
                            "A circuit as a model, and how its voltages and currents follow from "
                            "states and multipliers.")
      .def(
          "signal",
          [](const CircuitModel& lowered, const std::string& name) { return lowered.signal(name); },
          py::arg("name"), "The column of a signal.")
      .def(
          "observe",
          [](const CircuitModel& lowered, py::handle t, py::handle x, py::handle lambda) {
            return copy_matrix(observe_rows(lowered, t, x, lambda));
          },
          py::arg("t"), py::arg("x"), py::arg("lambda_"),
          "One row per instant (s), one column per signal (V, A); x and lambda_ as in State.")
      .def(
          "breakpoints",
          [](const CircuitModel& lowered, double from, double to) {
            return Convert<std::vector<double>>::to(lowered.breakpoints(from, to));
          },
          py::arg("begin"), py::arg("end"), "Corners and jumps of the sources, s.")
      .def(
          "powers",
          [](const CircuitModel& lowered, py::handle rows) {
            return copy_matrix(lowered.powers(read_matrix(rows, "rows")));
          },
          py::arg("rows"), "Power taken by every branch, W, from rows of signals.");
}

// What CircuitRun is made of: the trajectory, and its signals from the very beginning.
py::tuple run_circuit(const Circuit& circuit, const CircuitModel& lowered, py::handle scheme,
                      double step, py::handle path, const py::kwargs& options) {
  std::optional<io::TrajectoryWriter> writer;
  if (!path.is_none())
    writer.emplace(read_string(path, "file"),
                   io::WriterOptions{.existing = io::IfExists::replace,
                                     .signals = {lowered.signals, [&](double t, VectorIn x,
                                                                      VectorIn l, VectorOut y) {
                                                   lowered.observe(t, x, l, y);
                                                 }}});
  ModelRun run = run_model(lowered.model, scheme, options, writer ? &*writer : nullptr);
  Matrix rows;
  {
    const py::gil_scoped_release released;
    rows = observe(circuit, lowered, run.rows, step);
  }
  return py::make_tuple(py::cast(std::move(run)), copy_matrix(rows));
}

}  // namespace

void bind_circuit(py::module_& module) {
  bind<LoweringOptions>(module, "LoweringOptions", "Options of Circuit.model.");
  bind<TransientOptions>(module, "TransientOptions", "Options of transient_scheme.");
  bind_result<CircuitModel::Branch>(module, "CircuitBranch", "Where the power of an element is.");
  bind_circuit_model(module);
  bind_circuit_class(module);
  bind_result<OperatingPoint>(module, "OperatingPoint", "A circuit at rest.")
      .def(
          "__getitem__",
          [](const OperatingPoint& rest, const std::string& name) {
            return io::signal_column(rest.lowered, rest.signals.transpose(), name)[0];
          },
          py::arg("name"), "V, A or W by name: 'v(out)', 'v(a,b)', 'i(r1)', 'p(r1)'.");
  module.def(
      "operating_point",
      [](const Circuit& circuit, double t) {
        const py::gil_scoped_release released;
        return operating_point(circuit, t);
      },
      py::arg("circuit"), py::arg("t") = 0.0,
      "At rest with the sources of time t, s: every capacitor a gap, every inductor a wire.");
  module.def(
      "begun_at_rest",
      [](const Circuit& circuit) {
        const py::gil_scoped_release released;
        return begun_at_rest(circuit);
      },
      py::arg("circuit"),
      "The circuit with all capacitors and inductors that have no initial value at their\n"
      "operating point.");
  module.def(
      "transient_scheme",
      [](const CircuitModel& lowered, const py::kwargs& options) {
        return Convert<Scheme>::to(
            transient_scheme(lowered, options_of<TransientOptions>(options)));
      },
      py::arg("lowered"), "Fixed or controlled steps; the fields of TransientOptions.");
  module.def("_run_circuit", &run_circuit);
  bind_result<StateJump>(module, "StateJump",
                         "A charge or a flux that went over in no time, and the state it changed.");
  bind<JumpOptions>(module, "JumpOptions", "Options of state_jumps.");
  module.def(
      "state_jumps",
      [](const Circuit& circuit, const CircuitModel& lowered, py::handle t, py::handle rows,
         const py::kwargs& options) {
        return Convert<std::vector<StateJump>>::to(
            state_jumps(circuit, lowered, read_vector(t, "t"), read_matrix(rows, "rows"),
                        options_of<JumpOptions>(options)));
      },
      py::arg("circuit"), py::arg("lowered"), py::arg("t"), py::arg("rows"),
      "Where voltages of capacitors and currents of inductors jump; fields of JumpOptions.");
}

}  // namespace nonsmooth::python
