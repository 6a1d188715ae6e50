// SPDX-License-Identifier: Apache-2.0
// nonsmooth.circuit: what a circuit is made of, from tables of fields, and waveforms of sources.
#include "circuits.hpp"
#include "modules.hpp"
#include "structs.hpp"

namespace nonsmooth::python {

Waveform Convert<Waveform>::from(py::handle object, std::string_view what) {
  if (py::isinstance<Sine>(object)) return object.cast<const Sine&>();
  if (py::isinstance<Pulse>(object)) return object.cast<const Pulse&>();
  if (py::isinstance<Polyline>(object)) return object.cast<const Polyline&>();
  if (PyCallable_Check(object.ptr()) != 0)
    return Convert<std::function<double(double)>>::from(object, what);
  if (PyNumber_Check(object.ptr()) == 0)
    refuse(what, "a number, a Sine, a Pulse, a Polyline or a function of time", object);
  return read_double(object, what);
}

template <>
struct Convert<circuit::Hinges::Hinge> {
  using Hinge = circuit::Hinges::Hinge;
  static Hinge from(py::handle object, std::string_view what) {
    const auto [start, slope] = Convert<std::pair<double, double>>::from(object, what);
    return {start, slope};
  }
  static py::object to(const Hinge& hinge) { return py::make_tuple(hinge.from, hinge.slope); }
  static std::string type() { return "tuple[float, float]"; }
};

template <>
struct Convert<decltype(circuit::Behavioural::value)> {
  using Value = decltype(circuit::Behavioural::value);
  static Value from(py::handle object, std::string_view what) {
    if (object.is_none()) return {};
    return [call = Function(object, std::string(what))](double t, std::span<const double> probed) {
      const py::gil_scoped_acquire held;
      const py::object values = copy_vector(probed.data(), std::ssize(probed));
      return read_double(call.call({argument(t), values}), "the result of " + call.what());
    };
  }
  static std::string type() { return "Callable[[float, NDArray[numpy.float64]], float] | None"; }
};

// --- Tables --------------------------------------------------------------------------------------

namespace {

template <class T>
auto name_of() {
  return Fields{field("name", &T::name, "for messages and signals: i(<name>)")};
}

template <class T>
auto two_nodes() {
  return join(name_of<T>(), Fields{field("a", &T::a, "node where the current enters"),
                                   field("b", &T::b, "node where it leaves")});
}

template <class T>
auto four_nodes() {
  return join(two_nodes<T>(), Fields{field("c", &T::c, "first node of the other side or control"),
                                     field("d", &T::d, "second node of it")});
}

}  // namespace

// an element: its nodes, then what is its own
#define NS_ELEMENT(Type, nodes, ...)                                       \
  template <>                                                              \
  struct Table<circuit::Type> {                                            \
    using T = circuit::Type;                                               \
    static auto fields() { return join(nodes<T>(), Fields{__VA_ARGS__}); } \
  };

NS_ELEMENT(Resistor, two_nodes, field("ohm", &T::ohm, "resistance, ohm"),
           field("of_time", &T::of_time, "R(t) in its place, ohm"))
NS_ELEMENT(Capacitor, two_nodes, field("farad", &T::farad, "capacitance, F"),
           field("v0", &T::v0, "V at the start; None: 0, or the operating point"))
NS_ELEMENT(Inductor, two_nodes, field("henry", &T::henry, "inductance, H"),
           field("i0", &T::i0, "A at the start; None: 0, or the operating point"))
NS_ELEMENT(Coupling, name_of, field("first", &T::first, "id of an inductor"),
           field("second", &T::second, "id of another"),
           field("k", &T::k, "mutual inductance k sqrt(L1 L2), above -1 and below 1"))
NS_ELEMENT(Transformer, four_nodes, field("ratio", &T::ratio, "v_ab / v_cd"))
NS_ELEMENT(VoltageSource, two_nodes, field("volt", &T::volt, "v_ab, V"))
NS_ELEMENT(CurrentSource, two_nodes, field("ampere", &T::ampere, "from a through it to b, A"))
NS_ELEMENT(VoltageControlledVoltage, four_nodes, field("gain", &T::gain, "v_ab / v_cd"))
NS_ELEMENT(VoltageControlledCurrent, four_nodes, field("siemens", &T::siemens, "i_ab / v_cd, S"))
NS_ELEMENT(CurrentControlledVoltage, two_nodes, field("control", &T::control, "id of an element"),
           field("ohm", &T::ohm, "v_ab / i(control), ohm"))
NS_ELEMENT(CurrentControlledCurrent, two_nodes, field("control", &T::control, "id of an element"),
           field("gain", &T::gain, "i_ab / i(control)"))
NS_ELEMENT(Diode, two_nodes, field("forward", &T::forward, "drop, V"),
           field("on", &T::on, "ohm while it conducts"),
           field("off", &T::off, "ohm while it blocks"))
NS_ELEMENT(Hinges, four_nodes, field("hinges", &T::hinges, "(from V, slope S) of every corner"))
NS_ELEMENT(Amplifier, four_nodes,
           field("gain", &T::gain, "v_ab = clip(gain v_cd); inf is set-valued at 0"),
           field("low", &T::low, "least output, V"), field("high", &T::high, "largest output, V"))
NS_ELEMENT(Switch, four_nodes,
           field("control", &T::control, "id of the element whose current controls it, or none"),
           field("threshold", &T::threshold, "of the control, V or A"),
           field("hysteresis", &T::hysteresis, "half width of the band with two states, V or A"),
           field("on", &T::on, "ohm above the threshold"), field("off", &T::off, "ohm below it"))
NS_ELEMENT(Behavioural, two_nodes,
           field("voltage", &T::voltage, "True: v_ab is given, False: i_ab"),
           field("probes", &T::probes, "what the function reads"),
           field("value", &T::value, "f(t, probed), V or A"))
NS_ELEMENT(Zener, name_of, field("breakdown", &T::breakdown, "reverse, V"),
           field("forward", &T::forward, "drop, V"), field("on", &T::on, "ohm"))
NS_ELEMENT(Mosfet, name_of, field("threshold", &T::threshold, "of the gate, V"),
           field("k", &T::k, "of k/2 ((v_gs - vt)+^2 - (v_gd - vt)+^2), A/V^2"),
           field("range", &T::range, "V above the threshold that are met exactly at the corners"),
           field("pieces", &T::pieces, "chords of the square over the range", 1),
           field("p_channel", &T::p_channel, "True: signs reversed"),
           field("body_diode", &T::body_diode, "its forward voltage, V; None: there is none"))
NS_ELEMENT(Bjt, name_of, field("alpha_f", &T::alpha_f, "forward gain"),
           field("alpha_r", &T::alpha_r, "reverse gain"),
           field("forward", &T::forward, "V of both junctions"),
           field("on", &T::on, "ohm of both junctions"),
           field("pnp", &T::pnp, "True: signs reversed"))
#undef NS_ELEMENT

template <>
struct Table<circuit::Probe> {
  using T = circuit::Probe;
  static auto fields() {
    return Fields{field("a", &T::a, "v_ab is read"), field("b", &T::b, "ground by default"),
                  field("element", &T::element, "or, where this is given, its current")};
  }
};

template <>
struct Table<Sine> {
  static auto fields() {
    return Fields{field("offset", &Sine::offset, "V or A"),
                  field("amplitude", &Sine::amplitude, "V or A"),
                  field("frequency", &Sine::frequency, "Hz"),
                  field("delay", &Sine::delay, "before it the value there, s"),
                  field("damping", &Sine::damping, "1/s"),
                  field("phase", &Sine::phase, "degrees")};
  }
};

template <>
struct Table<Pulse> {
  static auto fields() {
    return Fields{field("low", &Pulse::low, "V or A"),
                  field("high", &Pulse::high, "V or A"),
                  field("delay", &Pulse::delay, "s"),
                  field("rise", &Pulse::rise, "s; 0 is a jump"),
                  field("fall", &Pulse::fall, "s; 0 is a jump"),
                  field("width", &Pulse::width, "at high, s"),
                  field("period", &Pulse::period, "s; 0: once")};
  }
};

template <>
struct Table<Polyline> {
  static auto fields() {
    return Fields{field("points", &Polyline::points, "(t in s, value); constant outside")};
  }
};

namespace {

template <class Shape>
void bind_waveform(py::module_& module, const char* name, const char* doc) {
  bind<Shape>(module, name, doc)
      .def(
          "__call__", [](const Shape& shape, double t) { return Waveform(shape)(t); }, py::arg("t"),
          "The value at time t, s.");
}

}  // namespace

void bind_elements(py::module_& module) {
  bind_id<NodeTag>(module, "NodeId");
  bind_id<ElementTag>(module, "ElementId");
  bind_waveform<Sine>(module, "Sine",
                      "offset + amplitude exp(-damping (t - delay)) sin(2 pi f (t - delay) + "
                      "phase).");
  bind_waveform<Pulse>(module, "Pulse", "From low to high and back, again and again.");
  bind_waveform<Polyline>(module, "Polyline", "Straight lines between points (t, value).");

  py::module_ home = module.def_submodule(
      "circuit",
      "Elements of circuits. Currents are counted from the first node through the element to the\n"
      "second, voltages from the first to the second: v i is the power an element takes.");
  using namespace circuit;
  bind<Resistor>(home, "Resistor", "v_ab = R i_ab.");
  bind<Capacitor>(home, "Capacitor", "i_ab = C v_ab'.");
  bind<Inductor>(home, "Inductor", "v_ab = L i_ab'.");
  bind<Coupling>(home, "Coupling", "Mutual inductance k sqrt(L1 L2).");
  bind<Transformer>(home, "Transformer", "v_ab = ratio v_cd and i_cd = -ratio i_ab.");
  bind<VoltageSource>(home, "VoltageSource", "v_ab as a function of time.");
  bind<CurrentSource>(home, "CurrentSource", "i_ab as a function of time.");
  bind<VoltageControlledVoltage>(home, "VoltageControlledVoltage", "E: v_ab = gain v_cd.");
  bind<VoltageControlledCurrent>(home, "VoltageControlledCurrent", "G: i_ab = siemens v_cd.");
  bind<CurrentControlledVoltage>(home, "CurrentControlledVoltage", "H: v_ab = ohm i(control).");
  bind<CurrentControlledCurrent>(home, "CurrentControlledCurrent", "F: i_ab = gain i(control).");
  bind<Diode>(home, "Diode", "0 <= i _|_ forward + on i - v >= 0, and v / off beside it.");
  bind<Hinges>(home, "Hinges", "i_ab = sum of slope max(0, v_cd - from).");
  bind<Amplifier>(home, "Amplifier", "Op-amp or comparator: v_ab = clip(gain v_cd, low, high).");
  bind<Switch>(home, "Switch", "Resistance by a control above or below a threshold.");
  bind<Probe>(home, "Probe", "What a behavioural source reads.");
  bind<Behavioural>(home, "Behavioural", "B: voltage or current as any function.");
  bind<Zener>(home, "Zener", "Options of Circuit.zener.");
  bind<Mosfet>(home, "Mosfet", "Options of Circuit.mosfet.");
  bind<Bjt>(home, "Bjt", "Options of Circuit.bjt.");
}

}  // namespace nonsmooth::python
