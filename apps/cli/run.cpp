// SPDX-License-Identifier: Apache-2.0
// `nonsmooth run`: which kind of file it is decides who runs it.
#include "apps/cli/run.hpp"

#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace nonsmooth::cli {
namespace {

struct Kind {
  std::string_view extension;
  int (*run)(const RunArguments& arguments);
};

// To add a kind of file: its function in a file of its own, declared in run.hpp, and a line here.
constexpr std::array kinds{Kind{".toml", run_scene},    Kind{".urdf", run_scene},
                           Kind{".cir", run_netlist},   Kind{".sp", run_netlist},
                           Kind{".spice", run_netlist}, Kind{".net", run_netlist}};

}  // namespace

int run(const RunArguments& arguments) {
  std::string extension = arguments.file.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                 [&](const Kind& each) { return each.extension == extension; });
  if (kind != kinds.end()) return kind->run(arguments);
  std::string known;
  for (const Kind& each : kinds) known += (known.empty() ? "" : ", ") + std::string(each.extension);
  throw Error(arguments.file.string() + ": expected a file that ends in one of " + known);
}

}  // namespace nonsmooth::cli
