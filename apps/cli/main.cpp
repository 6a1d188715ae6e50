// SPDX-License-Identifier: Apache-2.0
// Wiring of the command line: verbs, flags, exit codes. Flags of solvers come from their field tables.
#include "apps/cli/verbs.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/base/version.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <set>

namespace nonsmooth::cli {
namespace {

std::string kebab(std::string_view name) {
  std::string flag(name);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

// One flag per solver field, whoever has it; the documentation names the solvers.
void add_solver_flags(CLI::App& verb, SolveArguments& arguments) {
  std::map<std::string, std::string> docs;
  std::vector<std::string> order;
  for (const Solver& solver : built_in_solvers())
    std::visit(
        [&]<class Options>(const Options&) {
          if constexpr (HasFields<Options>)
            for_each_field<Options>([&](const auto& field) {
              const std::string key(field.name);
              if (key == "max_time") return;  // a limit of every solve, declared once below
              if (!docs.contains(key)) order.push_back(key);
              std::string& doc = docs[key];
              if (doc.empty()) doc = std::string(field.doc) + " [" + std::string(Options::name) + "]";
              else doc.insert(doc.size() - 1, ", " + std::string(Options::name));
            });
        },
        solver);
  for (const std::string& key : order)
    verb.add_option_function<std::string>(
            "--" + kebab(key),
            [&arguments, key](const std::string& text) { arguments.options[key] = text; }, docs[key])
        ->group("Solver options");
}

std::string solver_list() {
  std::string list;
  for (const Solver& solver : built_in_solvers())
    list += (list.empty() ? "" : ", ") + std::string(name(solver));
  return list;
}

// CLI11 names what it did not expect; we add the nearest thing it would have taken.
std::string suggestion(const CLI::App& app, const std::vector<std::string>& words) {
  std::vector<std::string> known;
  const CLI::App* at = &app;
  for (const CLI::App* verb : app.get_subcommands()) at = verb;
  for (const CLI::App* verb : at->get_subcommands({})) known.push_back(verb->get_name());
  for (const CLI::Option* option : at->get_options())
    for (const std::string& flag : option->get_lnames()) known.push_back("--" + flag);
  const std::vector<std::string_view> candidates(known.begin(), known.end());
  for (const std::string& word : words) {
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    if (word.size() < 2 || (word[0] != '-' && at != &app)) continue;
    const std::string_view near = nearest_name(word, candidates);
    if (!near.empty()) return "did you mean '" + std::string(near) + "' instead of '" + word + "'?";
  }
  return {};
}

int run(int argc, char** argv) {
  CLI::App app{"Nonsmooth: problems and solvers of nonsmooth dynamics", "nonsmooth"};
  app.set_version_flag("--version", version);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  std::function<int()> chosen;

  SolveArguments solve_arguments;
  CLI::App* verb = app.add_subcommand("solve", "solve problem files and certify the answers");
  verb->add_option("files", solve_arguments.files, "FCLib, Siconos text or nonsmooth JSON files")
      ->required();
  verb->add_option("--solver", solve_arguments.solver, "one of: " + solver_list())->capture_default_str();
  verb->add_option("--max-time", solve_arguments.max_time, "give up after this many seconds per file");
  verb->add_flag("--all", solve_arguments.all, "every solver that can treat the problem");
  verb->add_flag("--json", solve_arguments.json, "one JSON object per line");
  verb->add_option("--solution", solve_arguments.solution, "write r, u (and v) of the answer to this file");
  add_solver_flags(*verb, solve_arguments);
  verb->callback([&] { chosen = [&] { return solve(solve_arguments); }; });

  InfoArguments info_arguments;
  verb = app.add_subcommand("info", "what a problem file holds");
  verb->add_option("files", info_arguments.files, "problem files")->required();
  verb->add_flag("--json", info_arguments.json, "one JSON object per line");
  verb->callback([&] { chosen = [&] { return info(info_arguments); }; });

  DoctorArguments doctor_arguments;
  verb = app.add_subcommand("doctor", "versions, optional parts, and what each would give");
  verb->add_flag("--json", doctor_arguments.json, "as one JSON object");
  verb->callback([&] { chosen = [&] { return doctor(doctor_arguments); }; });

  DemoArguments demo_arguments;
  verb = app.add_subcommand("demo", "solve a few problems and draw one of them");
  verb->add_option("--out", demo_arguments.out, "folder for the files")->capture_default_str();
  verb->callback([&] { chosen = [&] { return demo(demo_arguments); }; });

  BenchArguments bench_arguments;
  CLI::App* bench = app.add_subcommand("bench", "measure speed and success, beside a peer");
  bench->require_subcommand(1);
  verb = bench->add_subcommand("complementarity", "LCP, MLCP and relay problems");
  verb->add_option("files", bench_arguments.files,
                   "problem files or folders (default: generated problems only)");
  verb->add_option("--peer", bench_arguments.peer, "siconos: measure it in the same run")
      ->check(CLI::IsMember({"siconos"}));
  verb->add_option("--repeats", bench_arguments.repeats, "runs per problem; the median counts")
      ->check(CLI::Range(1, 1000))->capture_default_str();
  verb->add_flag("--json", bench_arguments.json, "one JSON object per row");
  verb->add_flag("--quick", bench_arguments.quick, "small sizes, few repeats");
  verb->callback([&] { chosen = [&] { return bench_complementarity(bench_arguments); }; });

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    std::fprintf(stderr, "nonsmooth: %s\n", error.what());
    const std::string hint = suggestion(app, {argv + 1, argv + argc});
    if (!hint.empty()) std::fprintf(stderr, "nonsmooth: %s\n", hint.c_str());
    std::fprintf(stderr, "nonsmooth: see nonsmooth --help\n");
    return usage;
  }
  return chosen();
}

}  // namespace
}  // namespace nonsmooth::cli

int main(int argc, char** argv) {
  try {
    return nonsmooth::cli::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "nonsmooth: %s\n", error.what());
    return nonsmooth::cli::failure;
  }
}
