// SPDX-License-Identifier: Apache-2.0
// What `bench friction` measures, and the reports made of it.
#pragma once

#include "apps/cli/verbs.hpp"

#include "nonsmooth/io.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace nonsmooth::cli {

struct FrictionFile {
  std::string name;
  std::filesystem::path path;
  io::ProblemFile content;
  std::string kind;  ///< friction_2d, friction_3d, rolling, or global ... of these
  int size = 0;
  int contacts = 0;
};

/// One solver on one file at one tolerance.
struct FrictionRow {
  std::size_t file = 0;
  double tolerance = 0.0;
  bool peer = false;
  std::string solver;
  bool solved = false;  ///< by the residuals of the answer and within the limit
  double time_s = 0.0;  ///< median, or the limit if not solved
  Residuals residuals{};
  int iterations = 0;
  std::string status{};  ///< ours: the status; the peer: what it claims, or why there is no answer
  std::string path{};    ///< ours: which solvers ran
};

struct FrictionRun {
  std::vector<FrictionFile> files;
  std::vector<FrictionRow> rows;
  std::vector<double> tolerances;
  double limit = 10.0;
  bool with_peer = false;
};

/// Every solver of ours that was asked for and can treat the problem, at every tolerance.
std::vector<FrictionRow> measure_ours(const FrictionFile& file, const FrictionArguments& arguments);

/// Takes the rows of one file in, failures at the limit; prints them with `json`.
void add_rows(FrictionRun& run, std::size_t file, std::vector<FrictionRow> rows, bool json);
/// Draws the table as SVG and PNG by a script of the source tree; says what was written.
void report_files(const std::filesystem::path& csv, const std::string& script,
                  const std::filesystem::path& svg, bool quiet);

/// exp(mean(log(t + shift))) - shift: neither microseconds nor one slow file decide it alone.
double shifted_geometric_mean(const std::vector<double>& times, double shift = 1e-3);

/// Success and time per solver, then file by file against the best of the peer, then the sums.
void print_friction_report(const FrictionRun& run);
/// One line per row; throws FileError.
void write_friction_csv(const FrictionRun& run, const std::filesystem::path& path);

}  // namespace nonsmooth::cli
