// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apps/cli/json_line.hpp"
#include "apps/cli/verbs.hpp"

namespace nonsmooth::cli {

/// What `info` shows of a file with a run.
Json describe_run(const std::filesystem::path& path);

}  // namespace nonsmooth::cli
