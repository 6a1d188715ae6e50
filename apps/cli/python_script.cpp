// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/python_script.hpp"

#include "nonsmooth/base/error.hpp"

#include <cstdio>
#include <cstdlib>

namespace nonsmooth::cli {
namespace {

namespace fs = std::filesystem;

std::string quoted(const fs::path& path) {
  std::string text = "'";
  for (const char c : path.string()) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// Installed scripts lie beside the command; else those of the source tree it was built from.
fs::path script_path(const std::string& script) {
  std::error_code none;
  const fs::path installed =
      fs::read_symlink("/proc/self/exe", none).parent_path() / "../share/nonsmooth" / script;
  return fs::exists(installed, none) ? installed : fs::path(NS_SOURCE_DIR) / script;
}

std::string python_command(const std::string& script, const std::vector<fs::path>& arguments) {
  std::string command = "/usr/bin/python3 " + quoted(script_path(script));
  for (const fs::path& argument : arguments) command += " " + quoted(argument);
  return command;
}

}  // namespace

void run_script(const std::string& script, const std::vector<fs::path>& arguments,
                const std::function<void(const Json&)>& use) {
  const std::string command = python_command(script, arguments);
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw Error("could not start /usr/bin/python3");
  std::string line;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    const Json row = Json::parse(line, nullptr, false);
    line.clear();
    if (row.is_object()) use(row);
  }
  if (pclose(pipe) != 0) throw Error("the script failed: " + script_path(script).string());
}

bool try_script(const std::string& script, const std::vector<fs::path>& arguments) {
  if (!fs::exists(script_path(script)) || !fs::exists("/usr/bin/python3")) return false;
  return std::system((python_command(script, arguments) + " 2>/dev/null").c_str()) == 0;
}

}  // namespace nonsmooth::cli
