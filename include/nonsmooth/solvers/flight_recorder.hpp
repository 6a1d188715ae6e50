// SPDX-License-Identifier: Apache-2.0
// A flight recorder keeps the problems on which a solve failed or was slow, so that they can be
// looked at, replayed and shrunk later. Hang it into the workspace of the solves to watch:
//
//   ns::FlightRecorder recorder = ns::io::flight_recorder("flights");
//   recorder.slower_than = 0.1;
//   workspace.recorder = &recorder;
//
// It costs one copy of the warm start per solve. Whatever goes wrong with the writing stays here
// and never reaches the solve.
#pragma once

#include "nonsmooth/problem.hpp"

#include <functional>
#include <string>
#include <variant>

namespace nonsmooth {

/// One solve, as the writer gets it.
struct Flight {
  std::variant<const Problem*, const GlobalProblem*> problem;  ///< as it was given to `solve`
  VectorIn start;           ///< warm start; zero if there was none
  std::string_view solver;  ///< its name, and ...
  std::string options;      ///< "tolerance 1e-10, max_time 60"
  const Solution& solution;
};

struct FlightRecorder {
  /// Stores one solve. A FileError (disk full, folder not writable) ends the recording; any other
  /// exception leaves out this one (a law that is code, data that are NaN).
  std::function<void(const Flight&)> write;
  bool failures = true;           ///< keep what was not solved
  double slower_than = infinity;  ///< keep what took longer than this, s
  int most = 100;                 ///< stop after this many

  // what became of it
  int written = 0, left_out = 0;
  bool stopped = false;   ///< by a FileError
  std::string complaint;  ///< why it stopped, else why the last one was left out

  bool full() const { return written >= most; }
  bool wants(const Solution& solution) const {
    return write && !stopped && !full() &&
           ((failures && !solution.success()) || solution.time > slower_than);
  }
  /// Writes the flight; never throws.
  void keep(const Flight& flight) noexcept;
};

}  // namespace nonsmooth
