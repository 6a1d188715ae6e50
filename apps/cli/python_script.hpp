// SPDX-License-Identifier: Apache-2.0
// Scripts of the source tree, run by the distribution's Python: figures, and peers that have no
// other door.
#pragma once

#include "apps/cli/json_line.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace nonsmooth::cli {

/// Runs a script of the source tree with the distribution's Python; every line it prints that is a
/// JSON object goes to `use`. Throws Error if it cannot run or fails.
void run_script(const std::string& script, const std::vector<std::filesystem::path>& arguments,
                const std::function<void(const Json&)>& use);
/// The same, silently, for what is nice to have: false if it did not work.
bool try_script(const std::string& script, const std::vector<std::filesystem::path>& arguments);

}  // namespace nonsmooth::cli
