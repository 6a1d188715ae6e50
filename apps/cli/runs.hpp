// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apps/cli/json_line.hpp"
#include "apps/cli/verbs.hpp"

#include "nonsmooth/io/trajectory_file.hpp"

namespace nonsmooth::cli {

/// Whether the signals say everything: of a circuit they do, those of a sampled loop stand beside
/// the states of its plant.
bool shows_a_circuit(const io::TrajectoryTable& run);
/// What `info` shows of a file with a run.
Json describe_run(const std::filesystem::path& path);

}  // namespace nonsmooth::cli
