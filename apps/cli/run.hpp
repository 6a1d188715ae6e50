// SPDX-License-Identifier: Apache-2.0
// Arguments of `nonsmooth run`, and the kinds of files it takes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace nonsmooth::cli {

struct RunArguments {
  std::filesystem::path file;
  std::optional<std::filesystem::path> out;  ///< run file; <name>.h5 beside the caller if none
  std::optional<std::filesystem::path> csv, raw;
  bool ascii = false;                      ///< of the raw file
  std::optional<double> step, end, theta;  ///< in place of what the file says
  int every = 0;                           ///< steps per recorded row; 0: as the file says
  bool json = false;
};
int run(const RunArguments& arguments);

int run_netlist(const RunArguments& arguments);

}  // namespace nonsmooth::cli
