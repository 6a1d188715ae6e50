// SPDX-License-Identifier: Apache-2.0
// Arguments of `nonsmooth analyse`.
#pragma once

#include "nonsmooth/analysis/orbits.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace nonsmooth::cli {

struct AnalyseArguments {
  std::filesystem::path file;        ///< netlist, or file of a run
  std::vector<std::string> vary;     ///< element, first and last value
  int points = 61;                   ///< values of it
  std::optional<double> period;      ///< sample once per period, s ...
  std::vector<std::string> section;  ///< ... or where a signal passes a level
  analysis::Direction direction = analysis::Direction::rising;
  int skip = 100, keep = 20;                 ///< periods before samples, samples per value
  std::optional<std::filesystem::path> out;  ///< table of samples
  bool json = false;
};
/// Equilibria and structure of a netlist, its bifurcation diagram, or the section of a run.
int analyse(const AnalyseArguments& arguments);

}  // namespace nonsmooth::cli
