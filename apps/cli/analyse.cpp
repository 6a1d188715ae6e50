// SPDX-License-Identifier: Apache-2.0
// `nonsmooth analyse`: where a circuit rests and whether it stays there, how its long-term motion
// changes with a value (brute force: samples once per period or on a section, each value begun
// where the last ended), and sections of recorded runs.
#include "apps/cli/analyse.hpp"

#include "apps/cli/circuit_value.hpp"
#include "apps/cli/json_line.hpp"
#include "apps/cli/verbs.hpp"

#include "nonsmooth/analysis.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/circuit/operating_point.hpp"
#include "nonsmooth/circuit/transient.hpp"
#include "nonsmooth/control/design.hpp"
#include "nonsmooth/io.hpp"

#include <cmath>
#include <cstdio>

namespace nonsmooth::cli {
namespace {

namespace fs = std::filesystem;

// --- At rest
// -------------------------------------------------------------------------------------------

/// x' = A x + B l, y = C x + D l of a circuit that is one linear system under one law.
struct Structure {
  control::LinearSystem system;
  bool complementarity;  ///< 0 <= y _|_ l >= 0: ideal diodes and nothing else
};

std::optional<Structure> linear_part(const Model& model) {
  if (model.systems().size() != 1 || model.interactions().size() != 1) return std::nullopt;
  const auto* system = std::get_if<FirstOrder>(&model.systems()[0]);
  const auto* relation = std::get_if<FirstOrderLinear>(&model.interactions()[0].relation);
  if (system == nullptr || relation == nullptr || !system->E.empty() || system->f ||
      relation->C_of_t || relation->B_of_t || relation->D_of_t)
    return std::nullopt;
  return Structure{{system->A.dense(), relation->B, relation->C, relation->D},
                   model.interactions()[0].law.block.kind() == NonNegative{1}.kind()};
}

std::string text(const std::complex<double>& value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, value.imag() == 0.0 ? "%.4g" : "%.4g%+.4gi", value.real(),
                value.imag());
  return buffer;
}

Json equilibrium_object(const analysis::Equilibrium& each, const CircuitModel& lowered) {
  Vector signals(std::ssize(lowered.signals));
  lowered.observe(0.0, each.x, each.lambda, signals);
  Json values = Json::object(), eigenvalues = Json::array();
  for (std::size_t k = 0; k < lowered.signals.size(); ++k)
    values[lowered.signals[k]] = signals[static_cast<Eigen::Index>(k)];
  for (const auto& value : each.eigenvalues)
    eigenvalues.push_back({{"real", value.real()}, {"imaginary", value.imag()}});
  return {{"stability", name(each.stability)},
          {"reason", each.reason},
          {"eigenvalues", eigenvalues},
          {"signals", values}};
}

void print_equilibria(const std::vector<analysis::Equilibrium>& found, const Json& objects) {
  std::printf("%zu %s, sources as they are at t = 0\n", found.size(),
              found.size() == 1 ? "equilibrium" : "equilibria");
  for (std::size_t k = 0; k < found.size(); ++k) {
    std::printf("\n%zu: %s (%s)\n", k + 1, std::string(name(found[k].stability)).c_str(),
                found[k].reason.c_str());
    if (!found[k].eigenvalues.empty()) {
      std::printf("  %-16s", "eigenvalues 1/s");
      for (const auto& value : found[k].eigenvalues) std::printf("  %s", text(value).c_str());
      std::printf("\n");
    }
    for (const auto& [signal, value] : objects[k]["signals"].items())
      std::printf("  %-16s  %.6g %s\n", signal.c_str(), value.get<double>(),
                  signal.starts_with("v(") ? "V" : "A");
  }
}

constexpr Eigen::Index most_states = 10;  // the work of the passivity test grows like n^6

Json structure_of(const Structure& found) {
  const control::LinearSystem& system = found.system;
  Json object{{"states", system.A.rows()},
              {"pairs", system.B.cols()},
              {"complementarity", found.complementarity},
              {"relative_degree", control::relative_degree(system)}};
  if (found.complementarity) object["well_posedness"] = control::well_posedness(system).reason;
  if (system.A.rows() > most_states) return object;
  const control::Passivity passivity = control::passivity(system);
  object["passive"] = passivity.passive;
  object["passivity"] = passivity.reason;
  return object;
}

void print_structure(const Json& object) {
  const int pairs = object["pairs"].get<int>();
  std::printf("\nas a %s system: %d states, %d %s\n",
              object["complementarity"].get<bool>() ? "complementarity" : "piecewise-linear",
              object["states"].get<int>(), pairs, pairs == 1 ? "pair" : "pairs");
  std::printf("  %-16s  %s\n", "relative degree", object["relative_degree"].dump().c_str());
  if (object.contains("well_posedness"))
    std::printf("  %-16s  %s\n", "well-posedness",
                object["well_posedness"].get<std::string>().c_str());
  if (object.contains("passive"))
    std::printf("  %-16s  %s: %s\n", "passive", object["passive"].get<bool>() ? "yes" : "no",
                object["passivity"].get<std::string>().c_str());
}

int analyse_rest(const AnalyseArguments& arguments, const io::Netlist& netlist) {
  const CircuitModel lowered = netlist.circuit.model({.frozen_at = 0.0});
  const auto found = analysis::equilibria(lowered.model);
  Json object{{"file", arguments.file.string()}, {"equilibria", Json::array()}};
  for (const auto& each : found) object["equilibria"].push_back(equilibrium_object(each, lowered));
  const auto system = linear_part(lowered.model);
  if (system && system->system.B.cols() > 0) object["structure"] = structure_of(*system);
  if (arguments.json) {
    print_line(object);
  } else {
    print_equilibria(found, object["equilibria"]);
    if (object.contains("structure")) print_structure(object["structure"]);
  }
  return found.empty() ? not_converged : ok;
}

// --- Diagrams
// -------------------------------------------------------------------------------------------

struct Section {
  std::string signal;
  double level;
};

std::optional<Section> section_of(const AnalyseArguments& arguments) {
  if (arguments.section.empty()) return std::nullopt;
  return Section{arguments.section[0], parse_double("--section", arguments.section[1])};
}

/// Rows of signals, one per step or sample.
class Recorder {
 public:
  explicit Recorder(const CircuitModel& lowered)
      : lowered_(lowered), signals_(std::ssize(lowered.signals)) {}
  void take(const State& state) {
    lowered_.observe(state.t, state.x, state.lambda, signals_);
    t_.push_back(state.t);
    rows_.insert(rows_.end(), signals_.begin(), signals_.end());
  }
  VectorView t() const { return {t_.data(), std::ssize(t_)}; }
  Matrix rows() const {
    return Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(
        rows_.data(), std::ssize(t_), signals_.size());
  }

 private:
  const CircuitModel& lowered_;
  Vector signals_;
  std::vector<double> t_, rows_;
};

void advance(Simulator& simulator, double end, Recorder* every_step) {
  while (simulator.state().t < end * (1.0 - 1e-12)) {
    const StepReport report = simulator.step(end);
    if (!report.ok()) throw Error("a step failed: " + std::string(report.message));
    if (every_step != nullptr) every_step->take(simulator.state());
  }
}

/// What is seen of one value of the parameter, begun at `state`, which moves on.
Matrix samples(const AnalyseArguments& arguments, const io::Netlist& netlist,
               const Circuit& circuit, std::optional<State>& state) {
  const CircuitModel lowered = circuit.model();
  const double end = arguments.period ? *arguments.period * (arguments.skip + arguments.keep)
                                      : netlist.transient->end;
  double step = netlist.transient->fixed_step();
  if (arguments.period) step = *arguments.period / std::ceil(*arguments.period / step - 1e-9);
  Simulator simulator(
      lowered.model,
      transient_scheme(lowered, {.step = step, .end = end, .tolerance = netlist.tolerance}));
  if (state) {
    // sources begin anew, and with whole periods nothing changes
    state->t = state->origin = 0.0;
    state->origin_step = state->step;
    simulator.restart(*state);
  }
  Recorder seen(lowered);
  Matrix rows;
  if (arguments.period) {
    for (int k = 1; k <= arguments.skip + arguments.keep; ++k) {
      advance(simulator, *arguments.period * k, nullptr);
      if (k > arguments.skip) seen.take(simulator.state());
    }
    rows = seen.rows();
  } else {
    const Section section = *section_of(arguments);
    advance(simulator, 0.5 * end, nullptr);
    advance(simulator, end, &seen);
    rows = analysis::poincare_section(seen.t(), seen.rows(), lowered.signal(section.signal),
                                      section.level, arguments.direction)
               .rightCols(std::ssize(lowered.signals));
  }
  state = simulator.state();
  return rows;
}

void write_table(const fs::path& path, const std::vector<std::string>& names, const Matrix& rows) {
  std::string content;
  for (const std::string& name : names)
    content += (content.empty() ? "" : ",") + ('"' + name + '"');
  content += "\n";
  char number[32];
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    for (Eigen::Index j = 0; j < rows.cols(); ++j) {
      std::snprintf(number, sizeof number, "%.17g%c", rows(i, j), j + 1 < rows.cols() ? ',' : '\n');
      content += number;
    }
  if (path.has_parent_path()) fs::create_directories(path.parent_path());
  std::FILE* file = std::fopen(path.c_str(), "w");
  const bool good = file != nullptr && std::fputs(content.c_str(), file) >= 0;
  if ((file != nullptr && std::fclose(file) != 0) || !good)
    throw FileError(path.string() + ": cannot be written");
}

int finish(const AnalyseArguments& arguments, const std::string& suffix,
           const std::vector<std::string>& names, const Matrix& rows) {
  const fs::path out =
      arguments.out.value_or(arguments.file.stem().string() + "-" + suffix + ".csv");
  write_table(out, names, rows);
  if (arguments.json)
    print_line({{"file", arguments.file.string()},
                {"table", out.string()},
                {"columns", names},
                {"rows", rows.rows()}});
  else
    std::printf("%s: %d points; draw it with nonsmooth plot %s\n", out.string().c_str(),
                static_cast<int>(rows.rows()), out.string().c_str());
  return ok;
}

int analyse_diagram(const AnalyseArguments& arguments, const io::Netlist& netlist) {
  if (!arguments.period == arguments.section.empty())
    throw Error("analyse: --vary samples once per --period, or on a --section; give one of them");
  if (!netlist.transient)
    throw Error(arguments.file.string() + ": it has no .tran, whose step and end are needed");
  const std::string& element = arguments.vary[0];
  const double from = parse_double("--vary", arguments.vary[1]),
               to = parse_double("--vary", arguments.vary[2]);
  std::vector<std::string> names{element};
  std::vector<std::pair<double, Matrix>> found;
  std::optional<State> state;
  Eigen::Index count = 0;
  for (int k = 0; k < arguments.points; ++k) {
    const double value = from + (to - from) * k / std::max(1, arguments.points - 1);
    Circuit circuit = with_value(netlist.circuit, element, value);
    if (!netlist.transient->use_initial_values && k == 0) circuit = begun_at_rest(circuit);
    if (k == 0)
      for (const std::string& signal : circuit.model().signals) names.push_back(signal);
    found.emplace_back(value, samples(arguments, netlist, circuit, state));
    count += found.back().second.rows();
  }
  Matrix table(count, std::ssize(names));
  Eigen::Index at = 0;
  for (const auto& [value, rows] : found) {
    table.block(at, 0, rows.rows(), 1).setConstant(value);
    table.block(at, 1, rows.rows(), rows.cols()) = rows;
    at += rows.rows();
  }
  return finish(arguments, "diagram", names, table);
}

// --- Sections of runs
// -------------------------------------------------------------------------------------------

int analyse_run(const AnalyseArguments& arguments) {
  if (io::is_scene_run(arguments.file))
    throw Error(arguments.file.string() +
                ": the run of a scene; analyse takes those of models, circuits and loops");
  const auto section = section_of(arguments);
  if (!section || !arguments.vary.empty())
    throw Error(arguments.file.string() + ": of a run, analyse makes a --section column level");
  const io::TrajectoryTable table = io::read_trajectory(arguments.file);
  std::vector<std::string> names = table.columns();
  std::erase(names, "t");
  const auto t = table.column("t");
  Matrix rows(t.size(), std::ssize(names));
  int index = -1;
  for (std::size_t k = 0; k < names.size(); ++k) {
    rows.col(static_cast<Eigen::Index>(k)) = table.column(names[k]);
    if (names[k] == section->signal) index = static_cast<int>(k);
  }
  if (index < 0) (void)table.column(section->signal);  // throws, naming the nearest
  const Matrix found =
      analysis::poincare_section(Vector(t), rows, index, section->level, arguments.direction);
  names.insert(names.begin(), "t");
  return finish(arguments, "section", names, found);
}

}  // namespace

int analyse(const AnalyseArguments& arguments) {
  const fs::path extension = arguments.file.extension();
  if (extension == ".h5") return analyse_run(arguments);
  if (extension == ".toml" || extension == ".urdf")
    throw Error(
        arguments.file.string() +
        ": scenes have thousands of contacts and no equilibria that could be listed; analyse "
        "takes netlists (.cir) and runs (.h5)");
  const io::Netlist netlist = io::read_netlist(arguments.file);
  for (const std::string& note : netlist.notes)
    std::fprintf(stderr, "nonsmooth: %s\n", note.c_str());
  if (!arguments.vary.empty()) return analyse_diagram(arguments, netlist);
  if (arguments.period || !arguments.section.empty())
    throw Error(
        "analyse: --period and --section of a netlist go with --vary; run it and analyse the run "
        "for a section alone");
  return analyse_rest(arguments, netlist);
}

}  // namespace nonsmooth::cli
