// SPDX-License-Identifier: Apache-2.0
// Runs of scenes. Poses and velocities of all records lie in one array, one row per body, so that
// Python sees them as (records, bodies, 7) and (records, bodies, 6) without a copy. Bodies that
// were added during the run are NaN before.
#include "interrupt.hpp"
#include "modules.hpp"
#include "scenes.hpp"
#include "structs.hpp"
#include "words.hpp"

#include "nonsmooth/io.hpp"
#include "nonsmooth/mechanics/run.hpp"

#include <limits>

namespace nonsmooth::python {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr int pose_size = 7, twist_size = 6;

struct Record {
  double t;
  std::vector<double> poses, velocities;
  std::vector<SceneContact> contacts;
  SceneEnergy energy;
};

/// Takes what Python wants to see; hands everything on to a file if there is one.
class Recorder final : public SceneSink {
 public:
  SceneSink* next = nullptr;
  std::vector<Record> records;

  const SceneState* begin(const SceneSimulator& simulator) override {
    const SceneState* from = next != nullptr ? next->begin(simulator) : nullptr;
    if (from == nullptr) keep(simulator);
    return from;
  }
  void record(const SceneSimulator& simulator, const SceneReport& report) override {
    keep(simulator);
    if (next != nullptr) next->record(simulator, report);
  }
  void end(const SceneSimulator& simulator, Status status, const std::string& message) override {
    if (next != nullptr) next->end(simulator, status, message);
  }

 private:
  void keep(const SceneSimulator& simulator) {
    const SceneState& state = simulator.state();
    Record made{state.t, {}, {}, state.contacts, state.energy};
    for (int i = 0; i < static_cast<int>(state.centre.size()); ++i) {
      const BodyState body = simulator.body(BodyId{i});
      made.poses.insert(made.poses.end(), body.position.begin(), body.position.end());
      made.poses.insert(made.poses.end(), body.orientation.begin(), body.orientation.end());
      made.velocities.insert(made.velocities.end(), body.velocity.begin(), body.velocity.end());
      made.velocities.insert(made.velocities.end(), body.angular_velocity.begin(),
                             body.angular_velocity.end());
    }
    records.push_back(std::move(made));
  }
};

struct RecordedRun {
  Scene scene;
  SceneRun result;
  bool interrupted = false;
  Vector t;
  py::ssize_t bodies = 0;
  std::vector<double> poses, velocities;
  std::vector<std::vector<SceneContact>> contacts;
  std::vector<SceneEnergy> energies;

  bool success() const { return result.success() && !interrupted; }

  void take(std::vector<Record> records) {
    t.resize(static_cast<Eigen::Index>(records.size()));
    for (const Record& each : records)
      bodies = std::max(bodies, static_cast<py::ssize_t>(each.poses.size()) / pose_size);
    for (std::size_t i = 0; i < records.size(); ++i) {
      t[static_cast<Eigen::Index>(i)] = records[i].t;
      append(poses, records[i].poses, bodies * pose_size);
      append(velocities, records[i].velocities, bodies * twist_size);
      contacts.push_back(std::move(records[i].contacts));
      energies.push_back(records[i].energy);
    }
  }

 private:
  static void append(std::vector<double>& all, const std::vector<double>& some, py::ssize_t size) {
    all.insert(all.end(), some.begin(), some.end());
    all.insert(all.end(), static_cast<std::size_t>(size) - some.size(), nothing);
  }
};

/// See Stepping in simulate.cpp.
struct SceneStepping {
  std::unique_ptr<SceneSimulator> owned;
  SceneSimulator* simulator = nullptr;

  SceneSimulator& get() const {
    if (simulator == nullptr) throw Error("SceneSimulator: the run it belonged to is over");
    return *simulator;
  }
};

}  // namespace

using OnSceneStep = std::function<bool(SceneSimulator&, const SceneReport&)>;

template <>
struct Convert<OnSceneStep> {
  static OnSceneStep from(py::handle object, std::string_view what) {
    if (object.is_none()) return {};
    return [call = Function(object, std::string(what))](SceneSimulator& simulator,
                                                        const SceneReport& report) {
      const py::gil_scoped_acquire held;
      const py::object stepping = py::cast(SceneStepping{nullptr, &simulator});
      const py::object answer = call.call({stepping, py::cast(report)});
      stepping.cast<SceneStepping&>().simulator = nullptr;
      return answer.is_none() || PyObject_IsTrue(answer.ptr()) == 1;
    };
  }
  static std::string type() {
    return "Callable[[SceneSimulator, SceneReport], bool | None] | None";
  }
};

template <>
struct Table<SceneScheme> {
  static auto fields() {
    return join(SceneScheme::fields(),
                Fields{field("solver", &SceneScheme::solver, words::solver)});
  }
};

template <>
struct Table<SceneRunOptions> {
  static auto fields() {
    using Options = SceneRunOptions;
    return Fields{field("end", &Options::end, words::end),
                  field("record_every", &Options::record_every, "steps between records", 1),
                  field("stop_on_failure", &Options::stop_on_failure, "end at a step that failed"),
                  field("on_step", &Options::on_step, words::on_step),
                  field("on_progress", &Options::on_progress, words::on_progress)};
  }
};

namespace {

RecordedRun run_scene(const Scene& scene, py::handle scheme, const py::kwargs& kwargs) {
  const SceneScheme chosen =
      scheme.is_none() ? SceneScheme{} : Convert<SceneScheme>::from(scheme, "scheme");
  const py::object given = py::type::of<SceneRunOptions>()(**kwargs);
  SceneRunOptions options = given.cast<const SceneRunOptions&>();
  Interrupt interrupt;
  Recorder recorder;
  RecordedRun run;
  options.sink = &recorder;
  options.on_step = [&, user = options.on_step](SceneSimulator& simulator,
                                                const SceneReport& report) {
    run.interrupted = interrupt.requested();
    return !run.interrupted && (!user || user(simulator, report));
  };
  {
    const py::gil_scoped_release released;
    run.result = simulate(scene, chosen, options);
    run.scene = scene;
    run.take(std::move(recorder.records));
  }
  if (run.interrupted) run.result.message = interrupted_message;
  return run;
}

py::array view_bodies(const std::vector<double>& rows, py::ssize_t size, py::object self) {
  const RecordedRun& run = self.cast<const RecordedRun&>();
  return view(rows.data(), {run.t.size(), run.bodies, size}, {run.bodies * size, size, 1}, self);
}

py::array view_body(const std::vector<double>& rows, py::ssize_t size, py::object self,
                    py::handle id) {
  const RecordedRun& run = self.cast<const RecordedRun&>();
  const BodyId body = body_of(run.scene, id);
  if (body.index < 0 || body.index >= run.bodies)
    throw Error("SceneRun: there is no body " + std::to_string(body.index));
  return view(rows.data() + body.index * size, {run.t.size(), size}, {run.bodies * size, 1}, self);
}

// a, b, point, normal, gap, impulse: one row per contact
py::dict contact_table(const std::vector<SceneContact>& contacts) {
  const auto count = static_cast<py::ssize_t>(contacts.size());
  py::array_t<int> bodies({count, py::ssize_t{2}});
  Matrix point(count, 3), normal(count, 3), impulse(count, 3);
  Vector gap(count);
  for (py::ssize_t i = 0; i < count; ++i) {
    const SceneContact& each = contacts[static_cast<std::size_t>(i)];
    bodies.mutable_at(i, 0) = each.a;
    bodies.mutable_at(i, 1) = each.b;
    point.row(i) = each.point.transpose();
    normal.row(i) = each.normal.transpose();
    impulse.row(i) = each.impulse.transpose();
    gap[i] = each.gap;
  }
  using namespace py::literals;
  return py::dict("bodies"_a = bodies, "point"_a = copy_matrix(point),
                  "normal"_a = copy_matrix(normal), "gap"_a = copy_vector(gap.data(), count),
                  "impulse"_a = copy_matrix(impulse));
}

struct EnergyColumn {
  const char* name;
  double (*value)(const SceneEnergy&);
};
constexpr EnergyColumn energy_table[] = {
    {"kinetic", [](const SceneEnergy& e) { return e.kinetic; }},
    {"potential", [](const SceneEnergy& e) { return e.potential; }},
    {"total", [](const SceneEnergy& e) { return e.kinetic + e.potential; }},
    {"forces", [](const SceneEnergy& e) { return e.forces; }},
    {"driven", [](const SceneEnergy& e) { return e.driven; }},
    {"normal", [](const SceneEnergy& e) { return e.normal; }},
    {"tangential", [](const SceneEnergy& e) { return e.tangential; }},
    {"joints", [](const SceneEnergy& e) { return e.joints; }},
    {"projection", [](const SceneEnergy& e) { return e.projection; }},
    {"settled", [](const SceneEnergy& e) { return e.settled; }},
    {"closure", [](const SceneEnergy& e) { return e.closure(); }}};

py::array energy_column(const RecordedRun& run, const std::string& name) {
  std::vector<std::string_view> names;
  for (const EnergyColumn& each : energy_table) {
    names.emplace_back(each.name);
    if (name != each.name) continue;
    py::array_t<double> column(static_cast<py::ssize_t>(run.energies.size()));
    for (std::size_t i = 0; i < run.energies.size(); ++i)
      column.mutable_at(i) = each.value(run.energies[i]);
    return column;
  }
  throw Error(unknown_name_message("energy", name, names));
}

void bind_run(py::module_& module) {
  py::class_<RecordedRun>(module, "SceneRun", py::dynamic_attr(),
                          "A recorded run of a scene. Arrays are views that nobody can write to.")
      .def_property_readonly(
          "t", [](py::object self) { return view(self.cast<const RecordedRun&>().t, self); },
          words::seconds)
      .def_property_readonly(
          "poses",
          [](py::object self) {
            return view_bodies(self.cast<const RecordedRun&>().poses, pose_size, self);
          },
          "(records, bodies, 7): x, y, z of the body frame, m, and quaternion w, x, y, z.")
      .def_property_readonly(
          "velocities",
          [](py::object self) {
            return view_bodies(self.cast<const RecordedRun&>().velocities, twist_size, self);
          },
          "(records, bodies, 6): of the centre of mass, m/s, and angular in body axes, rad/s.")
      .def(
          "pose",
          [](py::object self, py::handle body) {
            return view_body(self.cast<const RecordedRun&>().poses, pose_size, self, body);
          },
          py::arg("body"), "(records, 7) of one body.")
      .def(
          "velocity",
          [](py::object self, py::handle body) {
            return view_body(self.cast<const RecordedRun&>().velocities, twist_size, self, body);
          },
          py::arg("body"), "(records, 6) of one body.")
      .def(
          "contacts",
          [](const RecordedRun& run, py::ssize_t record) {
            const auto count = static_cast<py::ssize_t>(run.contacts.size());
            if (record < -count || record >= count)
              throw py::index_error("SceneRun.contacts: there is no record " +
                                    std::to_string(record));
            return contact_table(
                run.contacts[static_cast<std::size_t>(record < 0 ? record + count : record)]);
          },
          py::arg("record") = -1,
          "bodies (n, 2), point m, normal from b to a, gap m, impulse on a N s, of one record.")
      .def("energy", &energy_column, py::arg("column") = "total", "J, one entry per record.")
      .def("__len__", [](const RecordedRun& run) { return run.t.size(); })
      .def_property_readonly("success", &RecordedRun::success, words::success)
      .def_property_readonly(
          "status",
          [](const RecordedRun& run) { return std::string(nonsmooth::name(run.result.status)); })
      .def_property_readonly(
          "message", [](const RecordedRun& run) { return run.result.message; }, words::message)
      .def_readonly("interrupted", &RecordedRun::interrupted, words::interrupted)
      .def_property_readonly("steps", [](const RecordedRun& run) { return run.result.steps; })
      .def_property_readonly("failed_steps",
                             [](const RecordedRun& run) { return run.result.failed_steps; })
      .def_property_readonly("worst_residual",
                             [](const RecordedRun& run) { return run.result.worst_residual; })
      .def_property_readonly(
          "deepest_gap", [](const RecordedRun& run) { return run.result.deepest_gap; },
          words::deepest_gap)
      .def_property_readonly(
          "time", [](const RecordedRun& run) { return run.result.time; }, words::wall_time)
      .def("__repr__", [](const RecordedRun& run) {
        return "<SceneRun: " + std::to_string(run.t.size()) + " records of " +
               std::to_string(run.bodies) + " bodies, " +
               (run.success() ? "success" : "no success") + ", " + run.result.message + ">";
      });
}

py::tuple state_arrays(const SceneSimulator& simulator) {
  const auto bodies = static_cast<Eigen::Index>(simulator.state().centre.size());
  Matrix poses(bodies, pose_size), velocities(bodies, twist_size);
  for (Eigen::Index i = 0; i < bodies; ++i) {
    const BodyState body = simulator.body(BodyId{static_cast<int>(i)});
    poses.row(i) << body.position.transpose(), body.orientation.transpose();
    velocities.row(i) << body.velocity.transpose(), body.angular_velocity.transpose();
  }
  return py::make_tuple(copy_matrix(poses), copy_matrix(velocities));
}

void bind_scene_simulator(py::module_& module) {
  py::class_<SceneStepping>(module, "SceneSimulator", "A scene compiled for a scheme, its state.")
      .def(py::init([](const Scene& scene, py::handle scheme) {
             auto made = std::make_unique<SceneSimulator>(
                 scene,
                 scheme.is_none() ? SceneScheme{} : Convert<SceneScheme>::from(scheme, "scheme"));
             SceneSimulator* simulator = made.get();
             return SceneStepping{std::move(made), simulator};
           }),
           py::arg("scene"), py::arg("scheme") = py::none())
      .def("step",
           [](SceneStepping& self) {
             SceneSimulator& simulator = self.get();
             const py::gil_scoped_release released;
             return simulator.step();
           })
      .def_property_readonly(
          "t", [](const SceneStepping& s) { return s.get().state().t; }, words::seconds)
      .def_property_readonly(
          "poses", [](const SceneStepping& s) { return py::object(state_arrays(s.get())[0]); },
          "(bodies, 7), a copy; see SceneRun.poses.")
      .def_property_readonly(
          "velocities", [](const SceneStepping& s) { return py::object(state_arrays(s.get())[1]); },
          "(bodies, 6), a copy; see SceneRun.velocities.")
      .def_property_readonly(
          "contacts",
          [](const SceneStepping& s) { return contact_table(s.get().state().contacts); })
      .def(
          "body",
          [](const SceneStepping& s, py::handle id) {
            return s.get().body(body_of(s.get().scene(), id));
          },
          py::arg("body"))
      .def(
          "mass",
          [](const SceneStepping& s, py::handle id) {
            return s.get().mass(body_of(s.get().scene(), id));
          },
          py::arg("body"), "kg")
      .def(
          "set_present",
          [](SceneStepping& s, py::handle id, bool present) {
            s.get().set_present(body_of(s.get().scene(), id), present);
          },
          py::arg("body"), py::arg("present"), "Takes a body out of the run, or in again.")
      .def(
          "set_velocity",
          [](SceneStepping& s, py::handle id, py::handle velocity, py::handle angular) {
            s.get().set_velocity(body_of(s.get().scene(), id),
                                 Convert<Vec<3>>::from(velocity, "velocity"),
                                 Convert<Vec<3>>::from(angular, "angular_velocity"));
          },
          py::arg("body"), py::arg("velocity"),
          py::arg("angular_velocity") = py::make_tuple(0.0, 0.0, 0.0))
      .def(
          "add", [](SceneStepping& s, const Body& body) { return s.get().add(body); },
          py::arg("body"), "A new body, from now on.");
}

void bind_scene_report(py::module_& module) {
  py::class_<SceneReport>(module, "SceneReport", "How one step of a scene ended.")
      .def_property_readonly(
          "status", [](const SceneReport& r) { return std::string(nonsmooth::name(r.status)); })
      .def_property_readonly("message", [](const SceneReport& r) { return std::string(r.message); })
      .def_property_readonly("ok", &SceneReport::ok)
      .def_readonly("residual", &SceneReport::residual, words::residual)
      .def_readonly("residual_invariant", &SceneReport::residual_invariant,
                    words::residual_invariant)
      .def_readonly("contacts", &SceneReport::contacts)
      .def_readonly("islands", &SceneReport::islands)
      .def_readonly("islands_at_rest", &SceneReport::islands_at_rest)
      .def_readonly("deepest_gap", &SceneReport::deepest_gap, words::deepest_gap)
      .def_readonly("joint_error", &SceneReport::joint_error, "m or rad");
}

}  // namespace

void bind_scene_run(py::module_& module) {
  bind<SceneScheme>(module, "SceneScheme", "Time stepping of scenes.");
  bind_scene_report(module);
  bind_scene_simulator(module);
  bind<SceneRunOptions>(module, "SceneRunOptions", "Options of simulate(scene, ...).");
  bind_run(module);
  module.def("simulate", &run_scene, py::arg("scene"), py::arg("scheme") = py::none(),
             "Runs a scene; the keyword arguments are the fields of SceneRunOptions.");
}

}  // namespace nonsmooth::python
