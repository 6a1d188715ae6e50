// SPDX-License-Identifier: Apache-2.0
// Files of problems; those of runs are in io/trajectory_file.hpp, of meshes and terrain in
// io/surface_files.hpp. Readers recognise the format by content, verify every count, and refuse
// what is truncated, malformed, not finite or of absurd size with a FileError that names file,
// position, expectation and finding. They never allocate what a header merely claims.
#pragma once

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io/netlist.hpp"
#include "nonsmooth/io/scene_file.hpp"
#include "nonsmooth/io/scene_run_file.hpp"
#include "nonsmooth/io/surface_files.hpp"
#include "nonsmooth/io/tessellate.hpp"
#include "nonsmooth/io/trajectory_file.hpp"
#include "nonsmooth/io/urdf.hpp"
#include "nonsmooth/io/vtk.hpp"
#include "nonsmooth/problem.hpp"
#include "nonsmooth/solvers/flight_recorder.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace nonsmooth::io {

struct ProblemFile {
  std::variant<Problem, GlobalProblem> problem;
  std::string format;  ///< "fclib local", "siconos text friction", "nonsmooth json", ...
  std::string title, description;  ///< where the format carries them
  std::optional<Vector> r, u, v;   ///< a solution or guess stored with the problem, if any
  bool guess = false;              ///< r, u, v are where to start from; FCLib keeps guesses apart
};

/// FCLib HDF5 (local, global, rolling), Siconos numerics text, nonsmooth JSON.
ProblemFile read(const std::filesystem::path& path);
/// The same from memory; `name` stands in messages for the path.
ProblemFile read_bytes(std::span<const char> bytes, const std::string& name);
/// The reduced problem of a file (global ones are reduced).
Problem read_problem(const std::filesystem::path& path);

// The readers one by one, for tests and fuzzers.
ProblemFile read_text(std::string_view text, const std::string& name);
ProblemFile read_json(std::string_view text, const std::string& name);
ProblemFile read_fclib(std::span<const char> bytes, const std::string& name);

/// Self-describing JSON: format, version, every law by name with its fields. Reads back exactly.
/// Writers throw FileError when the file cannot be completed, and leave no half-written file.
void write_json(const std::filesystem::path& path, const ProblemFile& file);
/// FCLib HDF5: cone laws of one dimension (friction, rolling) plus free blocks as equalities.
/// Throws Error naming the first law the format cannot hold. Never overwrites an existing file.
void write_fclib(const std::filesystem::path& path, const ProblemFile& file);
/// r, u (and v) in full precision with status, residuals and path, as JSON for an outside checker.
void write_solution(const std::filesystem::path& path, const Solution& solution);

/// A recorder that writes <folder>/<number>-<status>.hdf5 (.json where FCLib cannot hold the laws),
/// with the warm start as a guess and solver, options, residuals and path in the description. The
/// folder is made with the first flight, numbers go on from what it holds, no file is replaced.
FlightRecorder flight_recorder(const std::filesystem::path& folder);

}  // namespace nonsmooth::io
