// SPDX-License-Identifier: Apache-2.0
// What a run file holds besides its rows (the layout is in docs/run-files.md): a header in JSON
// that describes model and scheme, and checkpoints, a State as a row of numbers.
#pragma once

#include "nonsmooth/io/trajectory_file.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace nonsmooth::io::run_format {

inline constexpr std::string_view format = "nonsmooth run";
inline constexpr int schema = 1;
inline constexpr const char* header_path = "/run";
/// "/t", "/q", ...
std::string rows_path(Quantity quantity);

/// A line of /commits: what is in the file for certain.
struct Commit {
  std::int64_t rows = 0, steps = 0, failed_steps = 0, status = 0;
  std::int64_t checkpoint_begin = 0, checkpoint_end = 0;
  std::int64_t message_begin = 0, message_end = 0;
  std::int64_t finished = 0, hash = 0;
};
inline constexpr int commit_columns = 10;
static_assert(sizeof(Commit) == commit_columns * sizeof(std::int64_t));
inline const std::array<std::string, commit_columns> commit_names{
    "rows",           "steps",         "failed_steps", "status",   "checkpoint_begin",
    "checkpoint_end", "message_begin", "message_end",  "finished", "hash"};

inline constexpr const char* signals_path = "/signals";
/// The header of a run.
std::string header_text(const Model& model, const Scheme& scheme,
                        const std::vector<std::string>& signals = {});
/// What the header says, into a table without rows. Throws FileError starting with `file`.
void parse_header(const std::string& text, const std::string& file, TrajectoryTable& table);
/// What systems, interactions and scheme a table describes are not those of the header; empty if
/// they are.
std::string difference(const std::string& header, const std::string& other);

/// Numbers that are no part of a State: worst residual, deepest gap, wall time.
inline constexpr int counted_numbers = 3;
std::vector<double> pack(const State& state, double worst_residual, double deepest_gap,
                         double time);
/// False if the numbers are not those of a state of this table.
bool unpack(const std::vector<double>& numbers, TrajectoryTable& table);

int width(const TrajectoryTable& table, Quantity quantity);

}  // namespace nonsmooth::io::run_format
