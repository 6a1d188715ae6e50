// SPDX-License-Identifier: Apache-2.0
// Arguments of `nonsmooth run` and `nonsmooth check`, and the kinds of files they take.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace nonsmooth::cli {

struct RunArguments {
  std::filesystem::path file;
  std::optional<std::filesystem::path> out;       ///< run file
  std::optional<std::filesystem::path> vtk;       ///< scene: folder for ParaView
  std::optional<std::filesystem::path> csv, raw;  ///< netlist: signals
  bool ascii = false;                             ///< of the raw file
  std::optional<double> step, end, theta;         ///< in place of what the file says
  std::optional<double> tolerance;                ///< netlist: of error-controlled steps
  std::optional<int> threads;
  int every = 0;        ///< steps per recorded row; 0: as the file says
  bool resume = false;  ///< go on with the run in `out`
  bool replace = false;
  bool json = false;
};
int run(const RunArguments& arguments);

int run_scene(const RunArguments& arguments);
int run_netlist(const RunArguments& arguments);

struct CheckArguments {
  std::filesystem::path file;
  bool json = false;
};
/// Reads and compiles a scene, and says what is in it.
int check(const CheckArguments& arguments);

}  // namespace nonsmooth::cli
