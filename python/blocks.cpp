// SPDX-License-Identifier: Apache-2.0
// nonsmooth.control: controllers, observers and differentiators. Each takes the fields of its
// options as keyword arguments, and is called as block(t, in) -> out.
#include "blocks.hpp"
#include "laws.hpp"
#include "modules.hpp"
#include "structs.hpp"

#include "nonsmooth/control.hpp"

namespace nonsmooth::control {

std::span<const std::string_view> enum_names(Form) {
  static constexpr std::array<std::string_view, 3> names{"explicit_euler", "implicit",
                                                         "compensated"};
  return names;
}

}  // namespace nonsmooth::control

namespace nonsmooth::python {

using namespace control;

void SizedBlock::tick(double t, VectorIn in, VectorOut out) {
  if (in.size() != inputs || out.size() != outputs)
    throw Error("block: measures " + std::to_string(inputs) + " numbers and gives " +
                std::to_string(outputs) + ", was asked to turn " + std::to_string(in.size()) +
                " into " + std::to_string(out.size()) + "; set inputs and outputs of its device");
  run(t, in, out);
}

Block Convert<Block>::from(py::handle object, std::string_view what) {
  if (object.is_none()) return {};
  if (py::isinstance<SizedBlock>(object)) return object.cast<const SizedBlock&>().copy();
  return [call = Function(object, std::string(what))](double t, VectorIn in, VectorOut out) {
    const py::gil_scoped_acquire held;
    call.fill({argument(t), argument(in)}, out.data(), out.size(), 1, out.size());
  };
}

// --- Tables --------------------------------------------------------------------------------------

namespace {

constexpr std::string_view period_doc = "between samples, s";
constexpr std::string_view form_doc = "explicit_euler chatters, implicit does not";
constexpr std::string_view first_estimate_doc = "first estimate; empty means zero";

}  // namespace

template <>
struct Table<Pid> {
  static auto fields() {
    return Fields{field("Kp", &Pid::Kp, "unit of u / unit of e"),
                  field("Ki", &Pid::Ki, "the same per s"),
                  field("Kd", &Pid::Kd, "the same times s"),
                  field("period", &Pid::period, period_doc, 1e-300),
                  field("reference", &Pid::reference, "of t; zero if missing")};
  }
};

template <>
struct Table<StateFeedback> {
  static auto fields() {
    return Fields{field("K", &StateFeedback::K, "u = feedforward(t) - K (x - reference(t))"),
                  field("reference", &StateFeedback::reference, "of t; zero if missing"),
                  field("feedforward", &StateFeedback::feedforward, "of t; zero if missing")};
  }
};

template <>
struct Table<LuenbergerOptions> {
  using T = LuenbergerOptions;
  static auto fields() {
    return Fields{field("A", &T::A, "x' = A x + B u, 1/s"),
                  field("B", &T::B, "one column per input"),
                  field("C", &T::C, "y = C x"),
                  field("L", &T::L, "of the correction at a sample: poles of (I - L C) e^(A h)"),
                  field("x0", &T::x0, first_estimate_doc),
                  field("period", &T::period, period_doc, 1e-300)};
  }
};

template <>
struct Table<SlidingModeOptions> {
  using T = SlidingModeOptions;
  static auto fields() {
    return Fields{field("A", &T::A, "nominal plant x' = A x + B u"),
                  field("B", &T::B, "one column per control"),
                  field("C", &T::C, "surface C x = 0; C B regular"),
                  field("gain", &T::gain, "bound of every component of the set-valued part"),
                  field("period", &T::period, period_doc, 1e-300),
                  field("form", &T::form, form_doc)};
  }
};

template <>
struct Table<TwistingOptions> {
  using T = TwistingOptions;
  static auto fields() {
    return Fields{field("r1", &T::r1, "of Sgn(x1), larger than r2"),
                  field("r2", &T::r2, "of Sgn(x2), larger than the disturbance"),
                  field("period", &T::period, period_doc, 1e-300),
                  field("form", &T::form, form_doc)};
  }
};

template <>
struct Table<SuperTwistingOptions> {
  using T = SuperTwistingOptions;
  static auto fields() {
    return Fields{field("k1", &T::k1, "of |sigma|^(1/2)"),
                  field("k2", &T::k2, "of the integral, larger than the disturbance's rate"),
                  field("period", &T::period, period_doc, 1e-300),
                  field("form", &T::form, form_doc), field("size", &T::size, "of sigma", 1)};
  }
};

template <>
struct Table<NestedOptions> {
  using T = NestedOptions;
  static auto fields() {
    return Fields{field("order", &T::order, "length of the chain of integrators", 2, 3),
                  field("gain", &T::gain, "bound of u"),
                  field("beta", &T::beta, "of order 2: gain > beta^2 / 2 + |d|"),
                  field("period", &T::period, period_doc, 1e-300),
                  field("form", &T::form, form_doc)};
  }
};

template <>
struct Table<DifferentiatorOptions> {
  using T = DifferentiatorOptions;
  static auto fields() {
    return Fields{
        field("order", &T::order, "derivatives 0 to this one are given", 1, 5),
        field("L", &T::L, "bound of the derivative of that order plus one"),
        field("period", &T::period, period_doc, 1e-300), field("form", &T::form, form_doc),
        field("gains", &T::gains, "g_0 to g_n; empty means Levant's 1.1, 1.5, 2, 3, 5, 8")};
  }
};

template <>
struct Table<SlidingObserverOptions> {
  using T = SlidingObserverOptions;
  static auto fields() {
    return Fields{field("A", &T::A, "x' = A x + B u, 1/s"),
                  field("B", &T::B, "one column per input"),
                  field("C", &T::C, "y = C x"),
                  field("G", &T::G, "directions of the set-valued injection"),
                  field("gain", &T::gain, "its bounds, larger than what is not known"),
                  field("L", &T::L, "linear injection, 1/s; empty means none"),
                  field("x0", &T::x0, first_estimate_doc),
                  field("period", &T::period, period_doc, 1e-300)};
  }
};

template <>
struct Table<LcsObserverOptions> {
  using T = LcsObserverOptions;
  static auto fields() {
    return Fields{field("A", &T::A, "x' = A x + B lambda + E u"),
                  field("B", &T::B, "of the multiplier"),
                  field("H", &T::H, "the law on (H x + J lambda + c, lambda)"),
                  field("J", &T::J, "empty means zero"),
                  field("E", &T::E, "of the inputs; empty means none"),
                  field("c", &T::c, "empty means zero"),
                  field("law", &T::law, "of the plant"),
                  field("C", &T::C, "y = C x is measured"),
                  field("L", &T::L, "gain of the observer, 1/s"),
                  field("x0", &T::x0, first_estimate_doc),
                  field("period", &T::period, period_doc, 1e-300)};
  }
};

template <>
struct Table<TrackingOptions> {
  using T = TrackingOptions;
  static auto fields() {
    return Fields{field("freedoms", &T::freedoms, "entries of q", 1),
                  field("mass", &T::mass, "M(q), kg"),
                  field("bias", &T::bias, "(q, v, w) -> C(q, v) w + g(q), N"),
                  field("position", &T::position, "q_d(t)"),
                  field("velocity", &T::velocity, "its derivative"),
                  field("acceleration", &T::acceleration, "its second derivative"),
                  field("Lambda", &T::Lambda, "symmetric positive definite, 1/s"),
                  field("K", &T::K, "symmetric positive definite, N s/m"),
                  field("gamma", &T::gamma, "bounds of the set-valued part, N"),
                  field("period", &T::period, period_doc, 1e-300),
                  field("form", &T::form, form_doc)};
  }
};

// --- Blocks --------------------------------------------------------------------------------------

namespace {

int columns(const Matrix& m) { return static_cast<int>(m.cols()); }
int rows(const Matrix& m) { return static_cast<int>(m.rows()); }

struct Sizes {
  int inputs, outputs;
};
Sizes sizes(const Pid&) { return {1, 1}; }
Sizes sizes(const StateFeedback& o) { return {columns(o.K), rows(o.K)}; }
Sizes sizes(const LuenbergerOptions& o) { return {rows(o.C) + columns(o.B), rows(o.A)}; }
Sizes sizes(const SlidingModeOptions& o) { return {columns(o.A), columns(o.B)}; }
Sizes sizes(const TwistingOptions&) { return {2, 1}; }
Sizes sizes(const SuperTwistingOptions& o) { return {o.size, o.size}; }
Sizes sizes(const NestedOptions& o) { return {o.order, 1}; }
Sizes sizes(const DifferentiatorOptions& o) { return {1, o.order + 1}; }
Sizes sizes(const SlidingObserverOptions& o) {
  return {rows(o.C) + columns(o.B), rows(o.A) + columns(o.G)};
}
Sizes sizes(const LcsObserverOptions& o) {
  return {rows(o.C) + columns(o.E), rows(o.A) + columns(o.B)};
}
Sizes sizes(const TrackingOptions& o) { return {2 * o.freedoms, o.freedoms}; }

template <class T>
class Bound final : public SizedBlock {
 public:
  Bound(T made, Sizes size) : SizedBlock(size.inputs, size.outputs), block(std::move(made)) {}
  Block copy() const override {
    return [own = *this](double t, VectorIn in, VectorOut out) mutable { own.tick(t, in, out); };
  }

  T block;

 protected:
  void run(double t, VectorIn in, VectorOut out) override { block(t, in, out); }
};

template <class T, class Options = T>
py::class_<Bound<T>, SizedBlock> bind_block(py::module_& module, const char* name,
                                            const char* doc) {
  const std::string options = py::str(py::type::of<Options>().attr("__name__"));
  return py::class_<Bound<T>, SizedBlock>(
             module, name, (std::string(doc) + "\nThe fields of " + options + ".").c_str())
      .def(py::init([](const py::kwargs& given) {
        const Options options = options_of<Options>(given);
        return Bound<T>(T(options), sizes(options));
      }));
}

py::array as_array(const Vector& vector) { return copy_vector(vector.data(), vector.size()); }

void bind_options(py::module_& module) {
  bind_names(module, "Form", enum_names(Form{}));
  bind<Pid>(module, "PidOptions", "Of Pid.");
  bind<StateFeedback>(module, "StateFeedbackOptions", "Of StateFeedback.");
  bind<LuenbergerOptions>(module, "LuenbergerOptions", "Of Luenberger.");
  bind<SlidingModeOptions>(module, "SlidingModeOptions", "Of SlidingMode.");
  bind<TwistingOptions>(module, "TwistingOptions", "Of Twisting.");
  bind<SuperTwistingOptions>(module, "SuperTwistingOptions", "Of SuperTwisting.");
  bind<NestedOptions>(module, "NestedOptions", "Of Nested.");
  bind<DifferentiatorOptions>(module, "DifferentiatorOptions", "Of Differentiator.");
  bind<SlidingObserverOptions>(module, "SlidingObserverOptions", "Of SlidingObserver.");
  bind<LcsObserverOptions>(module, "LcsObserverOptions", "Of LcsObserver.");
  bind<TrackingOptions>(module, "TrackingOptions", "Of PassivityTracking.");
}

}  // namespace

void bind_blocks(py::module_& module) {
  bind_options(module);
  py::class_<SizedBlock>(module, "Block",
                         "A controller or observer: block(t, in) -> out, at the ticks of its "
                         "clock. It\nremembers; a loop takes a copy.")
      .def_readonly("inputs", &SizedBlock::inputs, "Numbers it measures.")
      .def_readonly("outputs", &SizedBlock::outputs, "Numbers it gives.")
      .def(
          "__call__",
          [](SizedBlock& block, double t, py::handle in) {
            Vector out = Vector::Zero(block.outputs);
            block.tick(t,
                       py::isinstance<py::float_>(in) ? Vector{{in.cast<double>()}}
                                                      : read_vector(in, "in"),
                       out);
            return as_array(out);
          },
          py::arg("t"), py::arg("in_"), "The output at time t, s.");
  bind_block<Pid>(module, "Pid", "Measures y, gives u.");
  bind_block<StateFeedback>(module, "StateFeedback", "Measures x, gives u.");
  bind_block<Luenberger, LuenbergerOptions>(module, "Luenberger", "Measures (y, u), gives x^.");
  bind_block<SlidingMode, SlidingModeOptions>(module, "SlidingMode",
                                              "Equivalent control and -gain Sgn(C x). Measures x, "
                                              "gives u.")
      .def_property_readonly(
          "discontinuous_part",
          [](const Bound<SlidingMode>& b) { return as_array(b.block.discontinuous_part()); },
          "The set-valued part of u.");
  bind_block<Twisting, TwistingOptions>(module, "Twisting",
                                        "-r1 Sgn(x1) - r2 Sgn(x2). Measures (x1, x2), gives u.");
  bind_block<SuperTwisting, SuperTwistingOptions>(
      module, "SuperTwisting",
      "-k1 |sigma|^(1/2) dir(sigma) - integral of k2 Dir(sigma). Measures sigma, gives u.")
      .def_property_readonly(
          "integral", [](const Bound<SuperTwisting>& b) { return as_array(b.block.integral()); },
          "Tends to minus the disturbance.");
  bind_block<Nested, NestedOptions>(module, "Nested",
                                    "Nested sliding modes. Measures (sigma, sigma', ..), gives u.");
  bind_block<Differentiator, DifferentiatorOptions>(
      module, "Differentiator", "Levant's differentiator. Measures f, gives f, f', ..")
      .def_property_readonly(
          "derivatives",
          [](const Bound<Differentiator>& b) { return as_array(b.block.derivatives()); },
          "f, f', .. at the last sample.");
  bind_block<SlidingObserver, SlidingObserverOptions>(
      module, "SlidingObserver", "Measures (y, u), gives (x^, v): v is what acts unknown along G.");
  bind_block<LcsObserver, LcsObserverOptions>(
      module, "LcsObserver", "A complementarity system. Measures (y, u), gives (x^, lambda).");
  bind_block<PassivityTracking, TrackingOptions>(
      module, "PassivityTracking",
      "Tracking of Lagrangian systems with -gamma Sgn(s). Measures (q, v), gives tau.")
      .def_property_readonly(
          "sliding", [](const Bound<PassivityTracking>& b) { return as_array(b.block.sliding()); },
          "s at the last sample.");
}

}  // namespace nonsmooth::python
