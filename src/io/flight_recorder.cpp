// SPDX-License-Identifier: Apache-2.0
// Stores flights as <folder>/<number>-<status>.hdf5 (FCLib), or .json where FCLib cannot hold the
// laws: the problem, the warm start as a guess, and in the description how the solve went.
#include "io/atomic_file.hpp"
#include "io/json_format.hpp"
#include "nonsmooth/io.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace nonsmooth::io {
namespace {

namespace fs = std::filesystem;

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

std::string description_of(const Flight& flight) {
  const Solution& s = flight.solution;
  std::string text = "status: " + std::string(name(s.status)) + "\n";
  text += "message: " + std::string(s.message) + "\n";
  text += "residual: " + number_text(s.residual) + "\n";
  text += "residual_invariant: " + number_text(s.residual_invariant) + "\n";
  text += "iterations: " + std::to_string(s.iterations) + "\n";
  text += "time_s: " + number_text(s.time) + "\n";
  text += "solver: " + std::string(flight.solver) + "\n";
  text += "options: " + flight.options + "\n";
  for (const Attempt& attempt : s.path)
    text += "path: " + std::string(attempt.solver) + ", " + std::to_string(attempt.iterations) +
            " iterations, residual " + number_text(attempt.residual) + "\n";
  return text;
}

ProblemFile file_of(const Flight& flight) {
  ProblemFile file;
  std::visit([&](const auto* problem) { file.problem = *problem; }, flight.problem);
  file.title = "flight record: " + std::string(name(flight.solution.status)) + " by " +
               std::string(flight.solver);
  file.description = description_of(flight);
  if (!flight.start.isZero(0.0)) file.r = flight.start;
  file.guess = true;
  return file;
}

// One more than the largest number a file of the folder begins with.
int next_number(const fs::path& folder) {
  int largest = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string file = entry.path().filename().string();
    const std::size_t digits = std::min(file.find_first_not_of("0123456789"), file.size());
    if (digits > 0 && digits <= 8) largest = std::max(largest, std::atoi(file.c_str()));
  }
  return largest + 1;
}

// FCLib if it can be, JSON else; what JSON says about the failure counts.
void write_either(const fs::path& stem, const ProblemFile& file) {
  try {
    return write_fclib(fs::path(stem).concat(".hdf5"), file);
  } catch (const Error&) {
    write_file(fs::path(stem).concat(".json"), json::text_of(file), Existing::refuse);
  }
}

void write_flight(const fs::path& folder, const Flight& flight) {
  try {
    fs::create_directories(folder);
    char number[16];
    std::snprintf(number, sizeof number, "%04d-", next_number(folder));
    write_either(folder / (number + std::string(name(flight.solution.status))), file_of(flight));
  } catch (const fs::filesystem_error& error) {
    throw FileError(folder.string() + ": cannot record here: " + error.code().message());
  }
}

}  // namespace

FlightRecorder flight_recorder(const fs::path& folder) {
  FlightRecorder recorder;
  recorder.write = [folder](const Flight& flight) { write_flight(folder, flight); };
  return recorder;
}

}  // namespace nonsmooth::io
