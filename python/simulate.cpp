// SPDX-License-Identifier: Apache-2.0
// Runs of models: simulate, Trajectory, Simulator. The interpreter is released while steps are
// taken. Arrays of a trajectory are views of its memory, one row per record.
#include "interrupt.hpp"
#include "modules.hpp"
#include "runs.hpp"
#include "structs.hpp"
#include "words.hpp"

#include "nonsmooth/io.hpp"
#include "nonsmooth/simulate.hpp"

namespace nonsmooth::python {
namespace {

/// A simulator of the user's own, or the one of a run, which on_step may use until it returns.
struct Stepping {
  std::unique_ptr<Simulator> owned;
  Simulator* simulator = nullptr;

  Simulator& get() const {
    if (simulator == nullptr)
      throw Error("Simulator: the run it belonged to is over; keep its state instead");
    return *simulator;
  }
};

}  // namespace

using OnStep = std::function<bool(Simulator&, const StepReport&)>;

template <>
struct Convert<OnStep> {
  static OnStep from(py::handle object, std::string_view what) {
    if (object.is_none()) return {};
    return [call = Function(object, std::string(what))](Simulator& simulator,
                                                        const StepReport& report) {
      const py::gil_scoped_acquire held;
      const py::object stepping = py::cast(Stepping{nullptr, &simulator});
      const py::object answer = call.call({stepping, py::cast(report)});
      stepping.cast<Stepping&>().simulator = nullptr;
      return answer.is_none() || PyObject_IsTrue(answer.ptr()) == 1;
    };
  }
  static std::string type() { return "Callable[[Simulator, StepReport], bool | None] | None"; }
};

template <>
struct Table<RunOptions> {
  static auto fields() {
    return Fields{
        field("end", &RunOptions::end, words::end),
        field("on_failure", &RunOptions::on_failure, "what to do after a step that failed"),
        field("record_every", &RunOptions::record_every, "steps between recorded rows", 1),
        field("allow_initial_penetration", &RunOptions::allow_initial_penetration,
              "start even if contacts are violated"),
        field("keep_rows", &RunOptions::keep_rows, "False: only the last row stays in memory"),
        field("on_step", &RunOptions::on_step, words::on_step),
        field("on_progress", &RunOptions::on_progress, words::on_progress)};
  }
};

ModelRun run_model(const Model& model, py::handle scheme, const py::kwargs& kwargs, RunSink* sink) {
  const Scheme chosen = Convert<Scheme>::from(scheme, "scheme");
  RunOptions options = options_of<RunOptions>(kwargs);
  options.sink = sink;
  Interrupt interrupt;
  ModelRun run;
  options.on_step = [&, user = options.on_step](Simulator& simulator, const StepReport& report) {
    run.interrupted = interrupt.requested();
    return !run.interrupted && (!user || user(simulator, report));
  };
  {
    const py::gil_scoped_release released;
    run.rows = simulate(model, chosen, options);
  }
  if (run.interrupted) run.rows.message = interrupted_message;
  return run;
}

namespace {

SystemId system_of(const Model& model, py::handle id) {
  if (py::isinstance<py::str>(id)) return model.system(read_string(id, "name"));
  return Convert<SystemId>::from(id, "id");
}

InteractionId interaction_of(const Model& model, py::handle id) {
  if (py::isinstance<py::str>(id)) return model.interaction(read_string(id, "name"));
  return Convert<InteractionId>::from(id, "id");
}

py::array view_rows(const Trajectory::Rows& rows, py::handle owner) {
  return view(rows.data(), {rows.rows(), rows.cols()}, {rows.outerStride(), 1}, owner);
}

py::array view_column(const Trajectory::Column& column, py::handle owner) {
  return view(column.data(), {column.size()}, {column.innerStride()}, owner);
}

using SystemRows = Trajectory::Rows (Trajectory::*)(SystemId) const;
using InteractionRows = Trajectory::Rows (Trajectory::*)(InteractionId) const;

auto rows_of(SystemRows rows) {
  return [rows](py::object self, py::handle id) {
    const Trajectory& run = self.cast<const ModelRun&>().rows;
    return view_rows((run.*rows)(system_of(run.model(), id)), self);
  };
}

auto rows_of(InteractionRows rows) {
  return [rows](py::object self, py::handle id) {
    const Trajectory& run = self.cast<const ModelRun&>().rows;
    return view_rows((run.*rows)(interaction_of(run.model(), id)), self);
  };
}

py::dict all_columns(py::object self) {
  const Trajectory& run = self.cast<const ModelRun&>().rows;
  py::dict columns;
  for (int k = 0; k < quantity_count; ++k) {
    const auto quantity = static_cast<Quantity>(k);
    const std::vector<std::string> names = run.column_names(quantity);
    for (std::size_t i = 0; i < names.size(); ++i)
      columns[py::str(names[i])] = view_column(run.column(quantity, static_cast<int>(i)), self);
  }
  return columns;
}

py::dict ledger(const EnergyLedger& energy) {
  using namespace py::literals;
  return py::dict("kinetic"_a = energy.kinetic, "potential"_a = energy.potential,
                  "initial"_a = energy.initial, "external"_a = energy.external,
                  "internal"_a = energy.internal, "viscous"_a = energy.viscous,
                  "boundary"_a = energy.boundary, "normal"_a = energy.normal,
                  "tangential"_a = energy.tangential, "numerical"_a = energy.numerical,
                  "closure"_a = energy.closure());
}

void bind_report(py::module_& module) {
  py::class_<StepReport>(module, "StepReport", "How one step ended.")
      .def_property_readonly(
          "status", [](const StepReport& r) { return std::string(nonsmooth::name(r.status)); })
      .def_property_readonly("message", [](const StepReport& r) { return std::string(r.message); })
      .def_property_readonly("ok", &StepReport::ok)
      .def_readonly("residual", &StepReport::residual, words::residual)
      .def_readonly("residual_invariant", &StepReport::residual_invariant,
                    words::residual_invariant)
      .def_readonly("equation_residual", &StepReport::equation_residual,
                    "Of the nonlinear equations of motion, relative.")
      .def_readonly("newton_iterations", &StepReport::newton_iterations)
      .def_readonly("solver_iterations", &StepReport::solver_iterations)
      .def_readonly("active", &StepReport::active, "Interactions in the one-step problem.")
      .def_readonly("deepest_gap", &StepReport::deepest_gap, words::deepest_gap)
      .def_readonly("step", &StepReport::step, "Time advanced, s.")
      .def_readonly("events", &StepReport::events, "Event-driven only.");
}

template <Vector State::*member>
py::array state_view(py::object self) {
  return view(self.cast<const State&>().*member, self);
}

void bind_state(py::module_& module) {
  py::class_<State>(module, "State", "The numbers that evolve; a checkpoint.")
      .def_readonly("t", &State::t, words::seconds)
      .def_readonly("step", &State::step, "Steps taken.")
      .def_property_readonly("q", &state_view<&State::q>, "Of all mechanical systems.")
      .def_property_readonly("v", &state_view<&State::v>)
      .def_property_readonly("x", &state_view<&State::x>, "Of all first-order systems.")
      .def_property_readonly("lambda_", &state_view<&State::lambda>, "Of all interactions.")
      .def_property_readonly("output", &state_view<&State::output>, "Of all interactions.")
      .def_property_readonly(
          "energy", [](const State& s) { return ledger(s.energy); },
          "Where the mechanical energy went, J.");
}

void bind_trajectory(py::module_& module) {
  py::class_<ModelRun>(
      module, "Trajectory", py::dynamic_attr(),
      "A recorded run: one row per recorded step, the first is the initial state.\n"
      "Arrays are views: nothing is copied, and nothing can be written.")
      .def_property_readonly(
          "t",
          [](py::object self) { return view_column(self.cast<const ModelRun&>().rows.t(), self); },
          "Times of the rows, s.")
      .def("q", rows_of(&Trajectory::q), py::arg("system"), "Positions.")
      .def("v", rows_of(&Trajectory::v), py::arg("system"), "Velocities.")
      .def("x", rows_of(&Trajectory::x), py::arg("system"), "States of a first-order system.")
      .def("lambda_", rows_of(&Trajectory::lambda), py::arg("interaction"), words::impulse)
      .def("impulse", rows_of(&Trajectory::lambda), py::arg("interaction"), words::impulse)
      .def("output", rows_of(&Trajectory::output), py::arg("interaction"),
           "Relative velocity, m/s (mechanics), or y.")
      .def("work", rows_of(&Trajectory::work), py::arg("interaction"),
           "Normal and tangential work since the start, J.")
      .def(
          "gap",
          [](const ModelRun& run, py::handle id) {
            return copy_matrix(run.rows.gap(interaction_of(run.rows.model(), id)));
          },
          py::arg("interaction"), "y of a mechanical interaction, m (computed from q).")
      .def(
          "energy",
          [](py::object self, const std::string& name) {
            return view_column(self.cast<const ModelRun&>().rows.energy(name), self);
          },
          py::arg("column") = "total", "One column of the energy ledger, J.")
      .def(
          "certificate",
          [](py::object self, const std::string& name) {
            return view_column(self.cast<const ModelRun&>().rows.certificate(name), self);
          },
          py::arg("column") = "residual", "One column of what was proved about every step.")
      .def("columns", &all_columns, "Every column by its name: 't', 'q/ball/0', ...")
      .def("__len__", [](const ModelRun& run) { return run.rows.size(); })
      .def_property_readonly("success", &ModelRun::success, words::success)
      .def_property_readonly(
          "status",
          [](const ModelRun& run) { return std::string(nonsmooth::name(run.rows.status)); },
          words::status)
      .def_property_readonly(
          "message", [](const ModelRun& run) { return run.rows.message; }, words::message)
      .def_readonly("interrupted", &ModelRun::interrupted, words::interrupted)
      .def_property_readonly("steps", [](const ModelRun& run) { return run.rows.steps; })
      .def_property_readonly("failed_steps",
                             [](const ModelRun& run) { return run.rows.failed_steps; })
      .def_property_readonly("worst_residual",
                             [](const ModelRun& run) { return run.rows.worst_residual; })
      .def_property_readonly(
          "deepest_gap", [](const ModelRun& run) { return run.rows.deepest_gap; },
          words::deepest_gap)
      .def_property_readonly(
          "time", [](const ModelRun& run) { return run.rows.time; }, words::wall_time)
      .def_property_readonly(
          "end", [](const ModelRun& run) { return run.rows.end; }, "The last state: a checkpoint.")
      .def_property_readonly(
          "model", [](const ModelRun& run) { return run.rows.model(); }, words::copy)
      .def(
          "write",
          [](const ModelRun& run, const std::string& path) {
            io::write_trajectory(run.rows, path);
          },
          py::arg("path"), "Writes the run to an HDF5 file, which replaces what was there.")
      .def("__repr__", [](const ModelRun& run) {
        return "<Trajectory: " + std::to_string(run.rows.size()) + " rows, " +
               (run.success() ? "success" : "no success") + ", " + run.rows.message + ">";
      });
}

/// The part of a vector of the state that belongs to one system: few numbers, so they are copied.
py::array part(const Vector& all, const Model& model, SystemId id,
               int (Model::*count)(SystemId) const) {
  int begin = 0;
  for (int i = 0; i < id.index; ++i) begin += (model.*count)(SystemId{i});
  return copy_vector(all.data() + begin, (model.*count)(id));
}

auto part_of(Vector State::*member, int (Model::*count)(SystemId) const) {
  return [member, count](const Stepping& self, py::handle id) {
    const Simulator& simulator = self.get();
    return part(simulator.state().*member, simulator.model(), system_of(simulator.model(), id),
                count);
  };
}

auto interaction_part(Vector State::*member) {
  return [member](const Stepping& self, py::handle id) {
    const Simulator& simulator = self.get();
    const InteractionId wanted = interaction_of(simulator.model(), id);
    (void)simulator.model().name(wanted);  // throws for an unknown one
    const auto& interactions = simulator.model().interactions();
    int begin = 0;
    for (int i = 0; i < wanted.index; ++i)
      begin += interactions[static_cast<std::size_t>(i)].law.size();
    return copy_vector((simulator.state().*member).data() + begin,
                       interactions[static_cast<std::size_t>(wanted.index)].law.size());
  };
}

StepReport one_step(Stepping& self, double end) {
  Simulator& simulator = self.get();
  const py::gil_scoped_release released;
  return simulator.step(end);
}

void bind_simulator(py::module_& module) {
  py::class_<Stepping>(
      module, "Simulator",
      "A model compiled for a scheme, and its state. Later changes of the model do\n"
      "nothing until update.")
      .def(py::init([](const Model& model, py::handle scheme, bool allow_initial_penetration) {
             auto made = std::make_unique<Simulator>(model, Convert<Scheme>::from(scheme, "scheme"),
                                                     allow_initial_penetration);
             Simulator* simulator = made.get();
             return Stepping{std::move(made), simulator};
           }),
           py::arg("model"), py::arg("scheme"), py::arg("allow_initial_penetration") = false)
      .def("step", &one_step, py::arg("end") = infinity,
           "One step, not beyond `end` where the scheme can choose.")
      .def_property_readonly(
          "t", [](const Stepping& self) { return self.get().state().t; }, words::seconds)
      .def("q", part_of(&State::q, &Model::position_count), py::arg("system"), words::copy)
      .def("v", part_of(&State::v, &Model::velocity_count), py::arg("system"), words::copy)
      .def("x", part_of(&State::x, &Model::state_count), py::arg("system"), words::copy)
      .def("lambda_", interaction_part(&State::lambda), py::arg("interaction"), words::impulse)
      .def("impulse", interaction_part(&State::lambda), py::arg("interaction"), words::impulse)
      .def("output", interaction_part(&State::output), py::arg("interaction"), words::copy)
      .def_property_readonly(
          "state", [](const Stepping& self) { return self.get().state(); },
          "A copy of the state: a checkpoint.")
      .def(
          "restart", [](Stepping& self, const State& state) { self.get().restart(state); },
          py::arg("state"), "Goes on from a checkpoint.")
      .def(
          "set_present",
          [](Stepping& self, py::handle id, bool present) {
            self.get().set_present(interaction_of(self.get().model(), id), present);
          },
          py::arg("interaction"), py::arg("present"),
          "Lets an interaction take part from now on, or not.")
      .def(
          "update", [](Stepping& self, const Model& model) { self.get().update(model); },
          py::arg("model"), "A model that has grown; everything that was there goes on.")
      .def(
          "use",
          [](Stepping& self, py::handle scheme) {
            self.get().use(Convert<Scheme>::from(scheme, "scheme"));
          },
          py::arg("scheme"), "Exchanges the scheme; the state goes on.");
}

}  // namespace

void bind_simulate(py::module_& module) {
  bind_names(module, "OnFailure", enum_names(OnFailure{}));
  bind_report(module);
  bind_state(module);
  bind_simulator(module);
  bind<RunOptions>(module, "RunOptions", "Options of simulate(model, scheme, ...).");
  bind_trajectory(module);
  module.def(
      "simulate",
      [](const Model& model, py::handle scheme, const py::kwargs& kwargs) {
        return run_model(model, scheme, kwargs, nullptr);
      },
      py::arg("model"), py::arg("scheme"),
      "Runs a model; the keyword arguments are the fields of RunOptions. Ctrl-C ends the\n"
      "run and returns what there is so far, with success False.");
}

}  // namespace nonsmooth::python
