// SPDX-License-Identifier: Apache-2.0
// Arguments of `nonsmooth view` and `nonsmooth report`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace nonsmooth::cli {

struct ViewArguments {
  std::filesystem::path file;  ///< run: .h5; scene to simulate: .toml
  int port = 0;                ///< 0: any that is free
  bool browser = true;
};
/// Serves the run on this machine until Ctrl-C.
int view(const ViewArguments& arguments);

struct ReportArguments {
  std::filesystem::path file;
  std::optional<std::filesystem::path> out;  ///< else <name>.html where one is
};
/// One HTML page about a run, with everything in it.
std::string report_html(const std::filesystem::path& file);
int report(const ReportArguments& arguments);

}  // namespace nonsmooth::cli
