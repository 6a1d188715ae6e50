// SPDX-License-Identifier: Apache-2.0
// `nonsmooth run circuit.cir`: operating point, sweep and transient of a netlist.
#include "apps/cli/circuit_value.hpp"
#include "apps/cli/json_line.hpp"
#include "apps/cli/run.hpp"
#include "apps/cli/verbs.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/circuit/operating_point.hpp"
#include "nonsmooth/circuit/transient.hpp"
#include "nonsmooth/io.hpp"
#include "nonsmooth/simulate.hpp"

#include <cmath>
#include <cstdio>

namespace nonsmooth::cli {
namespace {

namespace fs = std::filesystem;

// --- At rest
// -------------------------------------------------------------------------------------------

int print_operating_point(const io::Netlist& netlist, bool json) {
  const OperatingPoint rest = operating_point(netlist.circuit);
  if (!rest.found) {
    std::fprintf(stderr, "nonsmooth: no operating point was found\n");
    return not_converged;
  }
  Json object = Json::object();
  for (std::size_t k = 0; k < rest.lowered.signals.size(); ++k) {
    const double value = rest.signals[static_cast<Eigen::Index>(k)];
    if (json)
      object[rest.lowered.signals[k]] = value;
    else
      std::printf("%-20s %.9g\n", rest.lowered.signals[k].c_str(), value);
  }
  if (json) std::printf("%s\n", Json{{"operating_point", object}}.dump().c_str());
  return ok;
}

// one line per value of the source, comma-separated
int sweep(const io::Netlist& netlist) {
  const io::SweepCommand& command = *netlist.sweep;
  const long steps = std::lround(std::floor((command.to - command.from) / command.step + 1e-9));
  int code = ok;
  for (long k = 0; k <= steps; ++k) {
    const double value = command.from + static_cast<double>(k) * command.step;
    const OperatingPoint rest = operating_point(with_value(netlist.circuit, command.source, value));
    if (k == 0) {
      std::printf("%s", command.source.c_str());
      for (const std::string& name : rest.lowered.signals) std::printf(",%s", name.c_str());
      std::printf("\n");
    }
    if (!rest.found) code = not_converged;
    std::printf("%.9g", value);
    for (const double signal : rest.signals) std::printf(",%.9g", signal);
    std::printf("\n");
  }
  return code;
}

// --- Transient
// -------------------------------------------------------------------------------------------

void print_measures(const io::Netlist& netlist, const CircuitModel& lowered, VectorIn t,
                    MatrixIn rows, Json& object) {
  for (const io::Measure& measure : netlist.measures) {
    const std::optional<double> value = io::evaluate(measure, lowered, t, rows);
    if (value)
      object["measures"][measure.name] = *value;
    else
      object["measures"][measure.name] = nullptr;
  }
}

void write_columns(const RunArguments& arguments, const io::Netlist& netlist,
                   const CircuitModel& lowered, VectorIn t, MatrixIn rows) {
  const std::vector<std::string>& names = netlist.print.empty() ? lowered.signals : netlist.print;
  Matrix columns(rows.rows(), std::ssize(names));
  for (std::size_t k = 0; k < names.size(); ++k)
    columns.col(static_cast<Eigen::Index>(k)) = io::signal_column(lowered, rows, names[k]);
  if (arguments.raw)
    io::write_raw(*arguments.raw, netlist.title, names, t, columns,
                  arguments.ascii ? io::RawFormat::ascii : io::RawFormat::binary);
  if (!arguments.csv) return;
  io::TrajectoryTable table;
  table.groups[0] = t;
  table.signals = names;
  table.signal_rows = columns;
  io::write_csv(table, *arguments.csv, names);
}

int transient(const RunArguments& arguments, const io::Netlist& netlist) {
  const io::TransientCommand& tran = *netlist.transient;
  const double step = arguments.step.value_or(tran.fixed_step()),
               end = arguments.end.value_or(tran.end);
  const Circuit circuit =
      tran.use_initial_values ? netlist.circuit : begun_at_rest(netlist.circuit);
  const CircuitModel lowered = circuit.model();
  const fs::path out = arguments.out.value_or(arguments.file.stem().string() + ".h5");
  io::TrajectoryWriter writer(
      out, {.existing = io::IfExists::replace,
            .signals = {lowered.signals, [&](double t, VectorIn x, VectorIn lambda, VectorOut y) {
                          lowered.observe(t, x, lambda, y);
                        }}});
  const auto tolerance = arguments.tolerance ? arguments.tolerance : netlist.tolerance;
  const int every = arguments.every > 0 ? arguments.every
                    : tolerance
                        ? 1
                        : static_cast<int>(std::clamp(std::round(tran.step / step), 1.0, 1e9));
  const Trajectory run =
      simulate(lowered.model,
               transient_scheme(lowered, {.step = step,
                                          .end = end,
                                          .tolerance = tolerance,
                                          .theta = arguments.theta.value_or(0.5)}),
               {.end = end, .record_every = every, .sink = &writer});
  const Matrix rows = observe(circuit, lowered, run, step);
  for (const std::string& name : netlist.print) (void)io::signal_column(lowered, rows, name);
  write_columns(arguments, netlist, lowered, run.t(), rows);

  Json object{{"file", arguments.file.string()},
              {"run", out.string()},
              {"steps", run.steps},
              {"time", run.t()[run.size() - 1]},
              {"status", name(run.status)},
              {"message", run.message},
              {"worst_residual", run.worst_residual},
              {"wall_time_s", run.time},
              {"measures", Json::object()}};
  print_measures(netlist, lowered, run.t(), rows, object);
  if (arguments.json) {
    std::printf("%s\n", object.dump().c_str());
  } else {
    std::printf("%s: %ld steps to %g s in %.3g s, %s, worst residual %.1e\n", out.string().c_str(),
                run.steps, run.t()[run.size() - 1], run.time, run.message.c_str(),
                run.worst_residual);
    for (const auto& [key, value] : object["measures"].items())
      std::printf("%-20s %s\n", key.c_str(),
                  value.is_null() ? "never happens" : value.dump().c_str());
  }
  return run.success() ? ok : not_converged;
}

}  // namespace

int run_netlist(const RunArguments& arguments) {
  const io::Netlist netlist = io::read_netlist(arguments.file);
  for (const std::string& note : netlist.notes)
    std::fprintf(stderr, "nonsmooth: %s\n", note.c_str());
  if (!netlist.transient && !netlist.operating_point && !netlist.sweep)
    throw Error(arguments.file.string() + ": it asks for nothing; add .tran, .op or .dc");
  int code = ok;
  if (netlist.operating_point)
    code = std::max<int>(code, print_operating_point(netlist, arguments.json));
  if (netlist.sweep) code = std::max(code, sweep(netlist));
  if (netlist.transient) code = std::max(code, transient(arguments, netlist));
  return code;
}

}  // namespace nonsmooth::cli
