// SPDX-License-Identifier: Apache-2.0
// nonsmooth.control: sampled loops. Runs go on without the interpreter; devices and plants that
// are Python functions take it when they are called.
#include "blocks.hpp"
#include "interrupt.hpp"
#include "modules.hpp"
#include "runs.hpp"
#include "structs.hpp"
#include "words.hpp"

#include "nonsmooth/control.hpp"
#include "nonsmooth/io.hpp"

namespace nonsmooth::python {

using namespace control;

namespace {

/// The inputs of a plant as long as its loop lives, then null.
using HeldSlot = std::shared_ptr<const Vector*>;

struct PlantInputs {
  HeldSlot slot;
  const Vector& get() const {
    if (*slot == nullptr) throw Error("Held: the loop of these inputs is gone");
    return **slot;
  }
};

/// What a device looks at, until its function returns.
struct DeviceView {
  const LoopView* view;
  const LoopView& get() const {
    if (view == nullptr) throw Error("LoopView: keep numbers, not the view they came from");
    return *view;
  }
};

struct Loop {
  HeldSlot slot;
  SampledLoop loop;
  Loop(HeldSlot held, SampledLoop made) : slot(std::move(held)), loop(std::move(made)) {}
  Loop(Loop&&) = default;
  ~Loop() {
    if (slot) *slot = nullptr;
  }
};

/// A run with its trajectory as Python holds it.
struct SampledRun {
  py::object plant;
  std::vector<std::string> names;
  Matrix signals;
};

}  // namespace

using Measure = std::function<void(const LoopView&, VectorOut)>;

template <>
struct Convert<Measure> {
  static Measure from(py::handle object, std::string_view what) {
    if (object.is_none()) return {};
    if (object.is(py::module_::import("nonsmooth._core.control").attr("measure_states")))
      return measure_states;
    return [call = Function(object, std::string(what))](const LoopView& now, VectorOut in) {
      const py::gil_scoped_acquire held;
      const py::object view = py::cast(DeviceView{&now});
      call.fill({view}, in.data(), in.size(), 1, in.size());
      view.cast<DeviceView&>().view = nullptr;
    };
  }
  static std::string type() { return "Callable[[LoopView], ArrayLike] | None"; }
};

/// SampledLoop puts the slot of its inputs in place of this.
template <>
struct Convert<std::function<Model(Held)>> {
  static std::function<Model(Held)> from(py::handle object, std::string_view what) {
    if (object.is_none()) return {};
    const Function checked(object, std::string(what));
    return [](Held) -> Model { throw Error("Plant.model: to be used in a SampledLoop"); };
  }
  static std::string type() { return "Callable[[Held], Model] | None"; }
};

template <>
struct Table<Plant> {
  static auto fields() {
    return Fields{field("model", &Plant::model, "model(held) -> Model, called once"),
                  field("inputs", &Plant::inputs, "number of them", 0),
                  field("scheme", &Plant::scheme, "of fixed step")};
  }
};

template <>
struct Table<Channel> {
  static auto fields() {
    return Fields{field("noise", &Channel::noise, "standard deviation of normal noise", 0),
                  field("quantum", &Channel::quantum, "rounds to multiples of it; 0: no", 0),
                  field("lower", &Channel::lower, "of every component"),
                  field("upper", &Channel::upper, "of every component"),
                  field("delay", &Channel::delay, "in ticks of the device", 0)};
  }
};

template <>
struct Table<Device> {
  static auto fields() {
    return Fields{
        field("name", &Device::name, "of its signals: 'name', or 'name/0', 'name/1', .."),
        field("period", &Device::period, "between ticks, s: a multiple of the plant's step"),
        field("offset", &Device::offset, "first tick, s: likewise"),
        field("inputs", &Device::inputs, "of the block", 0),
        field("outputs", &Device::outputs, "of the block", 1),
        field("measure", &Device::measure, "measure(now) -> inputs of the block"),
        field("block", &Device::block, "block(t, in) -> out; a copy is taken"),
        field("drives", &Device::drives, "first input of the plant it drives; negative: none"),
        field("sensor", &Device::sensor, "between measure and block"),
        field("actuator", &Device::actuator, "after the block")};
  }
};

template <>
struct Table<CouplingOptions> {
  static auto fields() {
    return Fields{
        field("C", &CouplingOptions::C, "what of the states is compared; empty: everything"),
        field("B", &CouplingOptions::B, "where the coupling acts; empty: transpose of C"),
        field("gain", &CouplingOptions::gain, "bound of the coupling", 0)};
  }
};

namespace {

Loop make_loop(py::handle object, std::uint64_t seed) {
  Plant plant = Convert<Plant>::from(object, "plant");
  auto slot = std::make_shared<const Vector*>(nullptr);
  const py::object model = object.attr("model");
  if (!model.is_none())
    plant.model = [call = Function(model, "Plant.model"), slot](Held held) {
      const py::gil_scoped_acquire taken;
      *slot = &held.vector();
      return Convert<Model>::from(call.call({py::cast(PlantInputs{slot})}),
                                  "the result of Plant.model");
    };
  return {slot, SampledLoop(plant, seed)};
}

DeviceId add_device(Loop& self, const py::args& given, py::kwargs fields) {
  if (given.size() == 1 && fields.empty())
    return self.loop.add(Convert<Device>::from(given[0], "device"));
  if (!given.empty()) throw Error("SampledLoop.add: give a Device, or its fields by keyword");
  if (fields.contains("block") && py::isinstance<SizedBlock>(fields["block"])) {
    const auto& block = fields["block"].cast<const SizedBlock&>();
    if (!fields.contains("inputs")) fields["inputs"] = block.inputs;
    if (!fields.contains("outputs")) fields["outputs"] = block.outputs;
  }
  return self.loop.add(options_of<Device>(fields));
}

SampledRun run_loop(Loop& self, double end, py::handle file, int record_every) {
  std::optional<io::TrajectoryWriter> writer;
  if (!file.is_none())
    writer.emplace(read_string(file, "file"),
                   io::WriterOptions{.existing = io::IfExists::replace,
                                     .signals = {self.loop.signal_names(),
                                                 [&self](double, VectorIn, VectorIn, VectorOut y) {
                                                   self.loop.signal_values(y);
                                                 }}});
  Interrupt interrupt;
  bool interrupted = false;
  LoopRun run;
  {
    const py::gil_scoped_release released;
    run = self.loop.run(end, writer ? &*writer : nullptr, record_every, [&](const StepReport&) {
      interrupted = interrupt.requested();
      return !interrupted;
    });
  }
  if (interrupted) run.plant.message = interrupted_message;
  return {py::cast(ModelRun{std::move(run.plant), interrupted}), std::move(run.names),
          std::move(run.signals)};
}

py::array signal_view(py::object self, const std::string& name) {
  const auto& run = self.cast<const SampledRun&>();
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < run.names.size(); ++i) {
    if (run.names[i] == name)
      return view(run.signals.col(static_cast<Eigen::Index>(i)).data(), {run.signals.rows()}, {1},
                  self);
    known.push_back(run.names[i]);
  }
  throw Error("LoopRun: " + unknown_name_message("signal", name, known));
}

void bind_views(py::module_& module) {
  py::class_<PlantInputs>(module, "Held",
                          "The inputs of a plant, for the functions of its model. Valid as long as "
                          "the loop.")
      .def("__getitem__",
           [](const PlantInputs& u, int i) {
             if (i < 0 || i >= u.get().size())
               throw py::index_error("Held: the plant has " + std::to_string(u.get().size()) +
                                     " inputs");
             return u.get()[i];
           })
      .def("__len__", [](const PlantInputs& u) { return u.get().size(); })
      .def_property_readonly(
          "vector",
          [](const PlantInputs& u) { return copy_vector(u.get().data(), u.get().size()); },
          "All of them, a copy.");
  py::class_<DeviceView>(module, "LoopView", "What a device may look at while it measures.")
      .def_property_readonly(
          "state", [](const DeviceView& now) { return now.get().state; },
          "Of the plant, a copy; t s.")
      .def_property_readonly(
          "input", [](const DeviceView& now) { return Convert<Vector>::to(now.get().input); },
          "Of the plant, as held until now.")
      .def(
          "output",
          [](const DeviceView& now, DeviceId id) {
            return Convert<Vector>::to(now.get().output(id));
          },
          py::arg("device"), "Of another device, as held now.");
  module.def(
      "measure_states",
      [](const DeviceView& now) { return Convert<Vector>::to(now.get().state.x); }, py::arg("now"),
      "For Device.measure: all states of the first-order systems.");
}

void bind_loop(py::module_& module) {
  py::class_<SampledRun>(module, "LoopRun", "What a loop did: its plant, and the held signals.")
      .def_readonly("plant", &SampledRun::plant, "The Trajectory of the plant.")
      .def_property_readonly(
          "t", [](const SampledRun& run) { return run.plant.attr("t"); }, "s")
      .def_property_readonly("success",
                             [](const SampledRun& run) { return run.plant.attr("success"); })
      .def_property_readonly(
          "interrupted", [](const SampledRun& run) { return run.plant.attr("interrupted"); },
          words::interrupted)
      .def_property_readonly(
          "names",
          [](const SampledRun& run) { return Convert<std::vector<std::string>>::to(run.names); },
          "Of the columns of `signals`.")
      .def_property_readonly(
          "signals",
          [](py::object self) {
            const Matrix& rows = self.cast<const SampledRun&>().signals;
            return view(rows.data(), {rows.rows(), rows.cols()}, {1, rows.rows()}, self);
          },
          "One row per row of the plant; a view.")
      .def("signal", &signal_view, py::arg("name"), "A column of `signals`; a view.");
  py::class_<Loop>(module, "SampledLoop",
                   "A plant in continuous time under devices that work at the ticks of their own "
                   "clocks.\nEqual seeds give equal noise.")
      .def(py::init(&make_loop), py::arg("plant"), py::arg("seed") = 1)
      .def("add", &add_device,
           "Takes a Device, or its fields by keyword (inputs and outputs then come from the block "
           "if\nit is one of this module); returns its id.")
      .def(
          "step",
          [](Loop& self) {
            const py::gil_scoped_release released;
            return self.loop.step();
          },
          "One step of the plant, after the ticks that are due; returns its StepReport.")
      .def("run", &run_loop, py::arg("end"), py::arg("file") = py::none(),
           py::arg("record_every") = 1,
           "Steps up to the end, s, and returns a LoopRun; with a `file` all rows and signals are\n"
           "written to it too. Ctrl-C ends the run and returns what there is so far, with success\n"
           "False and interrupted True; the loop can go on from there.")
      .def_property_readonly(
          "state", [](const Loop& self) { return self.loop.state(); }, "Of the plant, a copy.")
      .def_property_readonly(
          "input", [](const Loop& self) { return Convert<Vector>::to(self.loop.input()); },
          "Of the plant, as held now.")
      .def(
          "output",
          [](const Loop& self, DeviceId id) { return Convert<Vector>::to(self.loop.output(id)); },
          py::arg("device"), "Of a device, as held now.")
      .def_property_readonly("signal_names", [](const Loop& self) {
        return Convert<std::vector<std::string>>::to(self.loop.signal_names());
      });
}

py::list couple_systems(Model& model, py::handle edges, const py::kwargs& options) {
  std::vector<Edge> read;
  for (const auto& each : Convert<std::vector<std::vector<SystemId>>>::from(edges, "edges")) {
    if (each.size() != 2) throw Error("couple: an edge is a pair of systems");
    read.push_back({each[0], each[1]});
  }
  return Convert<std::vector<InteractionId>>::to(
      couple(model, read, options_of<CouplingOptions>(options)));
}

}  // namespace

void bind_control(py::module_& module) {
  py::module_ home = module.def_submodule(
      "control", "Sampled loops, controllers and observers with set-valued parts, design helpers.");
  bind_id<DeviceTag>(home, "DeviceId");
  bind_blocks(home);
  bind<Channel>(home, "Channel",
                "What happens to a signal on its way: noise, quantisation, saturation, delay.");
  bind<Plant>(home, "Plant", "A model with inputs, and the scheme that steps it.");
  bind_views(home);
  bind<Device>(home, "Device", "A block with its clock: a controller, an observer, a filter.");
  bind_loop(home);
  home.def(
      "linear_plant",
      [](py::handle A, py::handle B, py::handle x0, py::handle scheme, py::handle disturbance) {
        return linear_plant(read_matrix(A, "A"), read_matrix(B, "B"), read_vector(x0, "x0"),
                            Convert<Scheme>::from(scheme, "scheme"),
                            Convert<VectorFunction<double>>::from(disturbance, "disturbance"));
      },
      py::arg("A"), py::arg("B"), py::arg("x0"), py::arg("scheme"),
      py::arg("disturbance") = py::none(), "x' = A x + B (u + d(t)), a system named 'plant'.");
  bind<CouplingOptions>(home, "CouplingOptions", "Of couple.");
  home.def("couple", &couple_systems, py::arg("model"), py::arg("edges"),
           "Ties first-order systems along pairs of ids by relays; fields of CouplingOptions.\n"
           "Returns the ids of the interactions.");
  bind_design(home);
}

}  // namespace nonsmooth::python
