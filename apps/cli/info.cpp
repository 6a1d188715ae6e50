// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/json_line.hpp"
#include "apps/cli/runs.hpp"
#include "apps/cli/scene_text.hpp"
#include "apps/cli/verbs.hpp"

#include "nonsmooth/io.hpp"

#include <cstdio>

namespace nonsmooth::cli {
namespace {

Json laws_summary(const std::vector<AnyLaw>& laws) {
  // number of blocks and components by kind, in order of first appearance
  Json summary = Json::object();
  for (const AnyLaw& law : laws) {
    Json& entry = summary[std::string(law.kind())];
    if (entry.is_null()) entry = {{"blocks", 0}, {"components", 0}};
    entry["blocks"] = entry["blocks"].get<int>() + 1;
    entry["components"] = entry["components"].get<int>() + law.size();
  }
  return summary;
}

Json describe(const Problem& problem) {
  Json object{{"form", "reduced"},
              {"kind", name(kind(problem))},
              {"size", problem.size()},
              {"blocks", problem.laws.size()},
              {"laws", laws_summary(problem.laws)},
              {"norm_q", problem.q.norm()},
              {"max_abs_W", problem.W.max_abs()}};
  if (problem.W.is_dense()) {
    object["storage"] = "dense";
    if (problem.size() > 0) {
      const Matrix& W = problem.W.dense();
      object["asymmetry"] = (W - W.transpose()).norm() / std::max(W.norm(), 1e-300);
    }
  } else {
    object["storage"] = "block-sparse";
    object["stored_blocks"] = problem.W.blocks().block_count();
    object["fill"] = static_cast<double>(problem.W.blocks().value_count()) /
                     std::max(1.0, static_cast<double>(problem.size()) * problem.size());
  }
  Json solvers = Json::array();
  for (const Solver& solver : solvers_for(problem)) solvers.push_back(name(solver));
  object["solvers"] = solvers;
  return object;
}

Json describe(const GlobalProblem& problem) {
  return {{"form", "global"},
          {"kind", name(kind(problem))},
          {"size", problem.size()},
          {"degrees_of_freedom", problem.f.size()},
          {"blocks", problem.laws.size()},
          {"laws", laws_summary(problem.laws)},
          {"norm_f", problem.f.norm()},
          {"norm_w", problem.w.norm()},
          {"entries_M", problem.M.nonZeros()},
          {"entries_H", problem.H.nonZeros()}};
}

Json describe_problem(const std::filesystem::path& path) {
  const io::ProblemFile file = io::read(path);
  Json object{{"format", file.format}};
  if (!file.title.empty()) object["title"] = file.title;
  if (!file.description.empty()) object["description"] = file.description;
  object.update(std::visit([](const auto& problem) { return describe(problem); }, file.problem));
  if (file.r) object["norm_stored_r"] = file.r->norm();
  return object;
}

void print_text(const Json& object) {
  for (const auto& [key, value] : object.items()) {
    std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (key == "laws") {
      text.clear();
      for (const auto& [kind, counts] : value.items())
        text += (text.empty() ? "" : ", ") + std::to_string(counts["blocks"].get<int>()) + " " +
                kind + " (" + std::to_string(counts["components"].get<int>()) + " components)";
    } else if (value.is_array()) {
      text.clear();
      for (const Json& item : value) text += (text.empty() ? "" : ", ") + item.get<std::string>();
    }
    std::printf("  %-20s %s\n", key.c_str(), text.c_str());
  }
}

}  // namespace

int info(const InfoArguments& arguments) {
  int code = ok;
  for (const std::filesystem::path& path : arguments.files) {
    try {
      Json object{{"file", path.string()}};
      object.update(io::is_trajectory(path)  ? describe_run(path)
                    : io::is_scene_run(path) ? describe_scene_run(path)
                                             : describe_problem(path));
      if (arguments.json) {
        print_line(object);
      } else {
        std::printf("%s\n", path.string().c_str());
        object.erase("file");
        print_text(object);
      }
    } catch (const std::exception& error) {
      std::fprintf(stderr, "nonsmooth: %s\n", error.what());
      code = failure;
    }
  }
  return code;
}

}  // namespace nonsmooth::cli
