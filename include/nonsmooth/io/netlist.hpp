// SPDX-License-Identifier: Apache-2.0
// SPICE netlists: the circuit, and what is asked of it.
//
//   const ns::io::Netlist netlist = ns::io::read_netlist("bridge.cir");
//   const ns::CircuitModel lowered = netlist.circuit.model();
//
// Devices are ideal or piecewise linear; what a model card says beyond that is listed in `notes`
// (docs/circuits.md has the table). Wrong lines throw a FileError with file, line and token.
#pragma once

#include "nonsmooth/circuit.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nonsmooth::io {

/// .tran step end [start [largest step]] [uic]
struct TransientCommand {
  double step = 0.0, end = 0.0, start = 0.0;
  double largest_step = 0.0;        ///< 0: not given
  bool use_initial_values = false;  ///< else the run begins at the operating point

  double fixed_step() const { return largest_step > 0.0 ? largest_step : step; }
};

/// .dc source from to step
struct SweepCommand {
  std::string source;
  double from = 0.0, to = 0.0, step = 1.0;
};

/// One .measure of a transient.
struct Measure {
  enum class Kind { average, rms, maximum, minimum, peak_to_peak, integral, find, when, delay };
  /// The n-th time a signal passes a value.
  struct Crossing {
    std::string signal;
    double value = 0.0;
    int count = 1;               ///< counted from 1; -1 is the last
    int direction = 0;           ///< 1 rising, -1 falling, 0 both
    std::optional<double> at{};  ///< an instant in place of it
  };
  std::string name;
  Kind kind = Kind::average;
  std::string signal{};
  double from = -infinity, to = infinity;
  Crossing when{}, target{};
};

struct Netlist {
  std::string title;
  Circuit circuit;
  std::optional<TransientCommand> transient;
  std::optional<SweepCommand> sweep;
  bool operating_point = false;
  std::optional<double> tolerance;  ///< of error-controlled steps; none: the step is fixed
  std::vector<std::string> print;   ///< signals asked for by .print, .plot, .save or .probe
  std::vector<Measure> measures;
  std::vector<std::string> notes;  ///< what was read and has no effect
};

/// Files that are included must lie in the folder of the netlist or below it.
Netlist read_netlist(const std::filesystem::path& path);
/// The same from memory, without includes; `name` stands in messages for the path.
Netlist read_netlist_text(std::string_view text, const std::string& name);

/// A column of signals by any of the names "v(a)", "v(a,b)", "i(r1)", "p(r1)"; rows as
/// CircuitModel::observe gives them. Throws Error naming the nearest.
Vector signal_column(const CircuitModel& circuit, MatrixIn rows, std::string_view name);
/// What a measure finds; none where a crossing never happens.
std::optional<double> evaluate(const Measure& measure, const CircuitModel& circuit, VectorIn t,
                               MatrixIn rows);

/// The file of ngspice: a text header, then one point after the other, as text or as doubles.
enum class RawFormat { ascii, binary };
void write_raw(const std::filesystem::path& path, const std::string& title,
               const std::vector<std::string>& names, VectorIn t, MatrixIn columns,
               RawFormat format);

}  // namespace nonsmooth::io
