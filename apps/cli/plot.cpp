// SPDX-License-Identifier: Apache-2.0
// `nonsmooth plot`: curves by matplotlib (plot_run.py), pictures of bodies by our own renderer.
#include "apps/cli/python_script.hpp"
#include "apps/cli/runs.hpp"
#include "apps/cli/verbs.hpp"
#include "apps/cli/view/render.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace nonsmooth::cli {
namespace {

namespace fs = std::filesystem;

// Two lists given as one: files end where columns begin.
void split(const std::vector<std::string>& words, std::vector<fs::path>& files,
           std::vector<std::string>& columns) {
  for (const std::string& word : words)
    if (columns.empty() && (files.empty() || fs::exists(word)))
      files.emplace_back(word);
    else
      columns.push_back(word);
}

// The first systems, a few columns each: what one wants to see without asking.
std::vector<std::string> first_columns(const io::TrajectoryTable& table) {
  std::vector<std::string> chosen(
      table.signals.begin(),
      table.signals.begin() + std::min<std::ptrdiff_t>(4, std::ssize(table.signals)));
  if (shows_a_circuit(table)) return chosen;
  for (const Quantity quantity : {Quantity::q, Quantity::v, Quantity::x}) {
    const std::vector<std::string> names = table.columns(quantity);
    chosen.insert(chosen.end(), names.begin(),
                  names.begin() + std::min<std::ptrdiff_t>(4, std::ssize(names)));
  }
  return chosen;
}

// "pose/ball/z" and its like: everything below what is asked for.
std::vector<std::string> scene_columns(const io::SceneRunTable& table,
                                       const std::vector<std::string>& wanted) {
  std::vector<std::string> all = ledger_names(), chosen;
  for (const auto& body : table.bodies) {
    for (const char* each : {"x", "y", "z", "qw", "qx", "qy", "qz"})
      all.push_back("pose/" + body.name + "/" + each);
    for (const char* each : {"vx", "vy", "vz", "wx", "wy", "wz"})
      all.push_back("velocity/" + body.name + "/" + each);
  }
  for (const std::string& want : wanted) {
    const std::size_t before = chosen.size();
    for (const std::string& each : all)
      if (each == want || each.starts_with(want + "/")) chosen.push_back(each);
    if (chosen.size() > before) continue;
    std::vector<std::string_view> names{"energy", "certificate", "times", "pose", "velocity"};
    names.insert(names.end(), all.begin(), all.end());
    const std::string_view near = nearest_name(want, names);
    throw Error("unknown column '" + want + "'" +
                (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?"));
  }
  return chosen;
}

bool is_table(const fs::path& file) { return file.extension() == ".csv"; }

// Names in the first line of a table that `nonsmooth analyse` wrote, each in quotes.
std::vector<std::string> table_names(const fs::path& file) {
  std::ifstream in(file);
  std::string line, name;
  std::getline(in, line);
  std::vector<std::string> names;
  for (std::size_t at = 0; at < line.size() && line[at] == '"'; at += 2) {
    const std::size_t end = line.find('"', at + 1);
    if (end == std::string::npos) break;
    names.push_back(line.substr(at + 1, end - at - 1));
    at = end;
  }
  if (names.size() < 2)
    throw Error(file.string() + ": expected a table of nonsmooth analyse, with names in quotes");
  return names;
}

// The columns asked for, or the first that are neither the parameter nor ground.
std::vector<std::string> table_columns(const fs::path& file,
                                       const std::vector<std::string>& wanted) {
  const std::vector<std::string> names = table_names(file);
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (const std::string& want : wanted)
    if (std::find(names.begin(), names.end(), want) == names.end())
      throw Error(file.string() + ": " + unknown_name_message("column", want, known));
  if (!wanted.empty()) return wanted;
  return {names.begin() + 1, names.begin() + std::min<std::ptrdiff_t>(4, std::ssize(names))};
}

// Names are resolved here: one place knows what is near to a typo.
Json request_of(const fs::path& file, const std::vector<std::string>& columns,
                const PlotArguments& arguments) {
  Json entry{{"path", file.string()}, {"columns", Json::array()}};
  if (is_table(file)) {
    if (arguments.energy || arguments.network)
      throw Error(file.string() + ": a table of samples has neither energy nor contacts");
    entry["columns"] = table_columns(file, arguments.phase.size() == 2 ? arguments.phase : columns);
    return entry;
  }
  if (io::is_scene_run(file)) {
    const io::SceneRunTable table = io::read_scene_run(file);
    if (arguments.phase.size() == 2)
      (void)scene_columns(table, arguments.phase);
    else if (!arguments.energy && !arguments.network)
      entry["columns"] = scene_columns(
          table, columns.empty() ? std::vector<std::string>{"energy/kinetic", "energy/potential",
                                                            "energy/total", "certificate/contacts"}
                                 : columns);
    return entry;
  }
  const io::TrajectoryTable table = io::read_trajectory(file);
  if (arguments.network)
    throw Error(file.string() + ": --network draws runs of scenes, and this is none");
  if (arguments.phase.size() == 2)
    for (const std::string& name : arguments.phase) (void)table.column(name);
  else if (!arguments.energy)
    entry["columns"] = columns.empty() ? first_columns(table) : table.columns(columns);
  return entry;
}

void plot_curves(const std::vector<fs::path>& files, const std::vector<std::string>& columns,
                 const PlotArguments& arguments) {
  Json request{{"files", Json::array()}, {"out", arguments.out.string()}};
  for (const fs::path& file : files)
    request["files"].push_back(request_of(file, columns, arguments));
  request["kind"] = arguments.phase.size() == 2 ? "phase"
                    : arguments.energy          ? "energy"
                    : arguments.network         ? "network"
                    : is_table(files.front())   ? "points"
                                                : "series";
  for (const fs::path& file : files)
    if (is_table(file) != is_table(files.front()))
      throw Error("plot: draw tables of samples and runs apart");
  request["phase"] = arguments.phase;
  request["title"] = arguments.title;
  if (arguments.at) request["at"] = *arguments.at;
  run_script("apps/cli/plot_run.py", {request.dump(-1, ' ', false, Json::error_handler_t::replace)},
             [](const Json&) {});
}

void draw_bodies(const std::vector<fs::path>& files, const PlotArguments& arguments) {
  if (files.size() != 1 || arguments.out.extension() != ".png")
    throw Error("plot: pictures are drawn of one run, into a file that ends with .png");
  if (!io::is_scene_run(files[0]))
    throw Error(files[0].string() +
                ": expected the run of a scene; nothing else has bodies to draw");
  const ScenePlay play = play_of(io::read_scene_run(files[0]));
  if (arguments.out.has_parent_path()) fs::create_directories(arguments.out.parent_path());
  write_picture(arguments.out, arguments.animation ? animation(play)
                                                   : png(strip(pictures(play, arguments.strip))));
}

}  // namespace

int plot(const PlotArguments& arguments) {
  std::vector<fs::path> files;
  std::vector<std::string> columns;
  split(arguments.words, files, columns);
  if (arguments.strip > 0 || arguments.animation)
    draw_bodies(files, arguments);
  else
    plot_curves(files, columns, arguments);
  std::printf("%s\n", arguments.out.string().c_str());
  return ok;
}

}  // namespace nonsmooth::cli
