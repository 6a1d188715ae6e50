// SPDX-License-Identifier: Apache-2.0
// What all solvers share: scratch memory, limits, and the door for a solver of one's own.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/linalg/block_lu.hpp"
#include "nonsmooth/problem.hpp"
#include "nonsmooth/solvers/contact_form.hpp"
#include "nonsmooth/solvers/flight_recorder.hpp"

#include <chrono>
#include <functional>
#include <string>

namespace nonsmooth {

/// Scratch memory of repeated solves. Keep one per thread and pass it again: after the first solve
/// of a size nothing is allocated any more.
struct Workspace {
  using Clock = std::chrono::steady_clock;

  Arena arena;
  Clock::time_point deadline = Clock::time_point::max();  ///< solvers end with max_time after this
  const ContactForm* contact_form = nullptr;  ///< of the problem to come, if known; not owned
  FlightRecorder* recorder = nullptr;         ///< keeps failed and slow solves; not owned
  Vector recorded_start;                      ///< the warm start, for the recorder
  KeptBlockLu factors;  ///< of the sparse problem solved last, kept by its pattern

  bool expired() const { return deadline != Clock::time_point::max() && Clock::now() > deadline; }
  static Clock::time_point after(double seconds) {
    return seconds > 1e9 ? Clock::time_point::max()
                         : Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                              std::chrono::duration<double>(seconds));
  }
};

/// A solver of one's own: improves solution.r, which holds the warm start, and says how it ended.
/// The certificate is computed afterwards like for any other solver; a claim to have solved that it
/// does not confirm becomes numerical_failure.
struct CustomSolver {
  std::string name = "custom";
  double tolerance = 1e-10;
  std::function<Status(const Problem&, Workspace&, Solution&)> run;
};

}  // namespace nonsmooth
