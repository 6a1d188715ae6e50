// SPDX-License-Identifier: Apache-2.0
// What the benchmarks share: finding problem files, timing, the peer's process, and words for the
// report.
#pragma once

#include "apps/cli/json_line.hpp"

#include "nonsmooth/io.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace nonsmooth::cli {

/// Hands over every problem of the files and folders. A file that is no problem throws; in a folder
/// it is named and left out.
void for_each_problem(
    const std::vector<std::filesystem::path>& places,
    const std::function<void(const std::filesystem::path&, io::ProblemFile&&)>& use);

/// A folder that goes away with the object.
struct TemporaryFolder {
  std::filesystem::path path;
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
};

/// Throws Error naming the remedy if the peer is not installed.
void demand_siconos();

/// Numbers of a JSON array; what is no number (Python writes NaN for NaN) becomes infinite.
Vector vector_of(const Json& numbers);
/// Processor time of this thread, s: what a machine shared with others does not inflate.
double thread_seconds();
/// Wall time since some moment, s.
double seconds_now();
/// The middle one; `values` may come in any order and must not be empty.
double median(std::vector<double> values);

/// On a terminal, what is being measured, in one line that is written over.
void show_progress(const std::string& text);
/// "3.3 us", "20.87 ms", "1.50 s"
std::string time_text(double seconds);
/// Processor, cores, compiler and instruction set in one line.
std::string machine_facts();

}  // namespace nonsmooth::cli
