// SPDX-License-Identifier: Apache-2.0
// The verbs for files of runs: what one holds, its columns as text.
#include "apps/cli/runs.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

namespace nonsmooth::cli {
namespace {

namespace fs = std::filesystem;

std::string number(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

// "1000 lagrangian" and "ball, tank" say more than a list of a thousand names
template <class Owners, class Kind>
std::string summary(const Owners& owners, const Kind& kind) {
  std::map<std::string, int> counts;
  for (const auto& owner : owners) ++counts[kind(owner)];
  std::string text;
  for (const auto& [name, count] : counts)
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + name;
  if (owners.empty()) return "none";
  text += " (";
  for (std::size_t i = 0; i < owners.size() && i < 4; ++i)
    text += (i > 0 ? ", " : "") + owners[i].name;
  return text + (owners.size() > 4 ? ", ...)" : ")");
}

}  // namespace

bool shows_a_circuit(const io::TrajectoryTable& run) {
  return std::any_of(run.signals.begin(), run.signals.end(),
                     [](const std::string& name) { return name.starts_with("v("); });
}

Json describe_run(const fs::path& path) {
  const io::TrajectoryTable table = io::read_trajectory(path);
  const int end = table.size() - 1;
  Json object{{"format", "nonsmooth run"},
              {"library", table.library},
              {"scheme", table.scheme},
              {"options", table.scheme_options},
              {"systems", summary(table.systems, [](const auto& s) { return s.kind; })},
              {"interactions", summary(table.interactions, [](const auto& i) { return i.law; })},
              {"rows", table.size()},
              {"columns", table.columns().size()},
              {"time", number("%g", table.t()[0]) + " to " + number("%g s", table.t()[end])},
              {"steps", table.steps},
              {"finished", table.finished},
              {"status", name(table.status)},
              {"message", table.message},
              {"failed_steps", table.failed_steps},
              {"worst_residual", table.worst_residual},
              {"deepest_gap", table.deepest_gap}};
  if (table.groups[static_cast<std::size_t>(Quantity::v)].cols() > 0) {
    object["energy_first"] = table.energy("total")[0];
    object["energy_last"] = table.energy("total")[end];
    object["energy_closure"] = table.energy("closure").cwiseAbs().maxCoeff();
  }
  object["wall_time_s"] = table.time;
  char hash[24];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(table.state_hash));
  object["state_hash"] = hash;
  return object;
}

namespace {

template <class Table>
int csv_of(const Table& table, const CsvArguments& arguments) {
  if (arguments.out) {
    io::write_csv(table, *arguments.out, arguments.columns);
    return ok;
  }
  const std::string text = io::csv_text(table, arguments.columns);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return ok;
}

}  // namespace

int csv(const CsvArguments& arguments) {
  if (io::is_scene_run(arguments.file))
    return csv_of(io::read_scene_run(arguments.file), arguments);
  return csv_of(io::read_trajectory(arguments.file), arguments);
}

}  // namespace nonsmooth::cli
