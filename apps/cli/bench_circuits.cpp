// SPDX-License-Identifier: Apache-2.0
// Circuits: how the cost of a step grows with the network, what a period of an inverter's carrier
// costs, and the buck converter at 50 ps and with controlled error. With --peer ngspice the same
// converter runs there in the same run: waveforms are compared first, then processor times.
#include "apps/cli/bench_support.hpp"
#include "apps/cli/verbs.hpp"

#include "bench/circuits.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace nonsmooth::cli {
namespace {

// --- Networks
// -------------------------------------------------------------------------------------------

struct Network {
  std::string name;
  int size;
  double seconds = 0.0;  // per step
  double set_up = 0.0;
  double modes = 0.0;  // factorisations or products per step
  double worst_residual = 0.0;
  bool solved = true;
};

Network measure(const std::string& name, int size, const Circuit& circuit, double step, int steps) {
  Network row{name, size};
  double begin = thread_seconds();
  const CircuitModel lowered = circuit.model();
  Simulator simulator(lowered.model, EulerMoreau{.step = step});
  row.set_up = thread_seconds() - begin;
  begin = thread_seconds();
  for (int k = 0; k < steps; ++k) {
    const StepReport report = simulator.step();
    row.solved = row.solved && report.ok();
    row.modes += static_cast<double>(report.solver_iterations) / steps;
    row.worst_residual = std::max(
        {row.worst_residual, report.residual, report.residual_invariant, report.equation_residual});
  }
  row.seconds = (thread_seconds() - begin) / steps;
  return row;
}

std::vector<Network> measure_networks(bool quick) {
  std::vector<Network> rows;
  rows.push_back(measure("ladder, 40 diodes", 40, models::bridge_ladder(10), 1e-6, 500));
  rows.push_back(measure("ladder, 1000 diodes", 1000, models::bridge_ladder(250), 1e-6, 100));
  // one period of the source: a front of conducting diodes crosses the mesh, and comes back
  for (const int side : {10, 20, 40, 70, 100}) {
    if (quick && side > 40) continue;
    const int nodes = side * side;
    show_progress("mesh of " + std::to_string(nodes) + " nodes");
    rows.push_back(measure("mesh, " + std::to_string(nodes) + " nodes", nodes,
                           models::diode_mesh(side), 1e-6, quick ? 100 : 1000));
  }
  return rows;
}

// of the time per step between the first and the last mesh
double growth(const std::vector<Network>& rows) {
  const Network &first = rows[2], &last = rows.back();
  return std::log(last.seconds / first.seconds) /
         std::log(static_cast<double>(last.size) / first.size);
}

void print_networks(const std::vector<Network>& rows) {
  std::printf("%-24s %12s %12s %8s %10s\n", "network", "set-up", "per step", "modes", "residual");
  for (const Network& row : rows)
    std::printf("%-24s %12s %12s %8.2f %10.1e%s\n", row.name.c_str(), time_text(row.set_up).c_str(),
                time_text(row.seconds).c_str(), row.modes, row.worst_residual,
                row.solved ? "" : "  NOT SOLVED");
  std::printf("from %d to %d nodes a step grows like n^%.2f\n\n", rows[2].size, rows.back().size,
              growth(rows));
}

// --- The inverter
// -------------------------------------------------------------------------------------------

// With located switchings; linear in their number if a switching costs the same at every carrier.
bool bench_inverter(bool quick) {
  std::printf(
      "inverter, 20 ms, tolerance 1e-4   carrier   switchings      steps   per switching\n");
  double least = infinity, most = 0.0;
  bool solved = true;
  for (const int kilohertz : {1, 2, 5, 9, 10, 15, 20}) {
    if (quick && kilohertz > 5) continue;
    const io::Netlist netlist =
        io::read_netlist_text(models::inverter_netlist(1e3 * kilohertz), "inverter.cir");
    const CircuitModel lowered = netlist.circuit.model();
    const double begin = thread_seconds();
    const Trajectory run =
        simulate(lowered.model,
                 SwitchedLinear{
                     .step = 1e-6, .tolerance = 1e-4, .breakpoints = lowered.breakpoints(0, 20e-3)},
                 {.end = 20e-3});
    const double seconds = thread_seconds() - begin;
    const int switchings = 4 * 20 * kilohertz;  // both legs, twice in every period of the carrier
    std::printf("%32s %6d kHz %12d %10ld %15s%s\n", "", kilohertz, switchings, long(run.steps),
                time_text(seconds / switchings).c_str(), run.success() ? "" : "  NOT SOLVED");
    solved = solved && run.success();
    least = std::min(least, seconds / switchings);
    most = std::max(most, seconds / switchings);
  }
  std::printf("\n");
  return solved && most < 4.0 * least;  // a shared machine, and cold memory at 1 kHz
}

// --- The buck converter
// -------------------------------------------------------------------------------------------

struct Waveform {
  std::vector<double> t, v;
  double seconds = 0.0;
  long steps = 0;
  std::string status = "solved";

  double at(double time) const {
    const auto next = std::lower_bound(t.begin(), t.end(), time);
    if (next == t.begin()) return v.front();
    if (next == t.end()) return v.back();
    const std::size_t k = static_cast<std::size_t>(next - t.begin());
    const double share = (time - t[k - 1]) / (t[k] - t[k - 1]);
    return v[k - 1] + share * (v[k] - v[k - 1]);
  }
};

// largest difference of v(out) over a grid of 50 ns
double difference(const Waveform& a, const Waveform& b) {
  double worst = 0.0;
  const double end = std::min(a.t.back(), b.t.back());
  for (double t = 50e-9; t <= end; t += 50e-9) worst = std::max(worst, std::abs(a.at(t) - b.at(t)));
  return worst;
}

Waveform run_ours(double end, const std::optional<double>& tolerance, double step) {
  const io::Netlist netlist = io::read_netlist_text(models::buck_netlist(false, "50p"), "buck.cir");
  const double begin = thread_seconds();
  const CircuitModel lowered = netlist.circuit.model();
  const Scheme scheme =
      tolerance
          ? Scheme(SwitchedLinear{
                .step = 1e-9, .tolerance = *tolerance, .breakpoints = lowered.breakpoints(0, end)})
          : Scheme(EulerMoreau{.step = step});
  const int every = tolerance ? 1 : std::max(1, static_cast<int>(std::lround(10e-9 / step)));
  const Trajectory run = simulate(lowered.model, scheme, {.end = end, .record_every = every});
  Waveform wave;
  const Matrix rows = lowered.observe(run.t(), run.group(Quantity::x), run.group(Quantity::lambda));
  wave.seconds = thread_seconds() - begin;
  const Vector v = rows.col(lowered.signal("v(out)")), t = run.t();
  wave.t.assign(t.begin(), t.end());
  wave.v.assign(v.begin(), v.end());
  wave.steps = run.steps;
  if (!run.success()) wave.status = run.message;
  return wave;
}

double children_seconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// the file ngspice writes: text up to "Binary:", then doubles point by point
Waveform read_raw(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  std::size_t variables = 0, points = 0, column = 0;
  while (std::getline(file, line) && line != "Binary:") {
    std::istringstream words(line);
    std::string first, second, third;
    words >> first >> second >> third;
    if (line.starts_with("No. Variables:")) variables = std::stoul(third);
    if (line.starts_with("No. Points:")) points = std::stoul(third);
    if (second == "v(out)") column = std::stoul(first);
  }
  if (column == 0 || points == 0) throw Error("ngspice left no waveform of v(out)");
  Waveform wave;
  std::vector<double> row(variables);
  for (std::size_t k = 0; k < points; ++k) {
    file.read(reinterpret_cast<char*>(row.data()),
              static_cast<std::streamsize>(variables * sizeof(double)));
    if (!file) throw Error("the raw file of ngspice ends early");
    wave.t.push_back(row[0]);
    wave.v.push_back(row[column]);
  }
  wave.steps = static_cast<long>(points);
  return wave;
}

Waveform run_ngspice(const std::string& end) {
  const TemporaryFolder folder;
  std::string text = models::buck_netlist(true, "50p");
  text.replace(text.find(" 200u "), 6, " " + end + " ");
  std::ofstream(folder.path / "buck.cir") << text;
  const double begin = children_seconds();
  const std::string command =
      "cd '" + folder.path.string() + "' && ngspice -b -r out.raw buck.cir > log 2>&1";
  if (std::system(command.c_str()) != 0) throw Error("ngspice failed on the buck converter");
  const double seconds = children_seconds() - begin;
  Waveform wave = read_raw(folder.path / "out.raw");
  wave.seconds = seconds;
  return wave;
}

int bench_buck(const BenchArguments& arguments) {
  const double end = arguments.quick ? 10e-6 : 200e-6;
  // the reference has a tolerance 1000 times smaller than what is asked for
  const Waveform reference = run_ours(end, 1e-9, 0.0), fixed = run_ours(end, {}, 50e-12),
                 adaptive = run_ours(end, 1e-5, 0.0);
  std::printf("buck converter, %g us            steps          CPU   v(out) against reference\n",
              1e6 * end);
  const auto print = [&](const char* name, const Waveform& wave) {
    std::printf("%-28s %10ld %12s   %.2e V  %s\n", name, wave.steps,
                time_text(wave.seconds).c_str(), difference(wave, reference),
                wave.status == "solved" ? "" : wave.status.c_str());
  };
  print("tolerance 1e-9: reference", reference);
  print("fixed step of 50 ps", fixed);
  print("tolerance 1e-5", adaptive);
  bool good = fixed.status == "solved" && adaptive.status == "solved" &&
              difference(adaptive, reference) < 1e-3 && difference(fixed, reference) < 1e-3;
  if (arguments.peer.empty()) return good ? ok : failure;
  if (std::system("ngspice --version > /dev/null 2>&1") != 0)
    throw Error("the peer ngspice is not installed; run ./ns setup --profile peers");
  show_progress("ngspice");
  const Waveform theirs = run_ngspice(arguments.quick ? "10u" : "200u");
  show_progress("");
  print("ngspice, steps of 50 ps", theirs);
  std::printf("ngspice takes %.1f times the CPU of our fixed step, %.0f times that of 1 mV\n",
              theirs.seconds / fixed.seconds, theirs.seconds / adaptive.seconds);
  // its transistors are smooth squares where ours have chords, its diodes exponentials
  return good && difference(theirs, reference) < 0.05 ? ok : failure;
}

}  // namespace

int bench_circuits(const BenchArguments& arguments) {
  std::printf("%s; processor time\n\n", machine_facts().c_str());
  const std::vector<Network> networks = measure_networks(arguments.quick);
  show_progress("");
  print_networks(networks);
  // what is asked for is 1.3; a shared machine moves the number by a tenth
  const bool grows_slowly = arguments.quick || growth(networks) < 1.4;
  const bool inverter = bench_inverter(arguments.quick);
  const int code = bench_buck(arguments);
  return grows_slowly && inverter &&
                 std::all_of(networks.begin(), networks.end(),
                             [](const Network& n) { return n.solved; })
             ? code
             : failure;
}

}  // namespace nonsmooth::cli
