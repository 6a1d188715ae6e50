// SPDX-License-Identifier: Apache-2.0
// Wiring of the command line: verbs, flags, exit codes. Flags of solvers come from their field
// tables.
#include "apps/cli/analyse.hpp"
#include "apps/cli/run.hpp"
#include "apps/cli/verbs.hpp"
#include "apps/cli/view.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/base/version.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <set>
#include <span>

namespace nonsmooth::cli {
namespace {

// CLI11's own would name the largest double in its message.
CLI::Validator positive() {
  return {[](const std::string& text) {
            double value = 0.0;
            const bool good = CLI::detail::lexical_cast(text, value) && value > 0.0;
            return good ? std::string() : "expected a positive number, found '" + text + "'";
          },
          "POSITIVE"};
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
              if (doc.empty())
                doc = std::string(field.doc) + " [" + std::string(Options::name) + "]";
              else
                doc.insert(doc.size() - 1, ", " + std::string(Options::name));
            });
        },
        solver);
  for (const std::string& key : order)
    verb.add_option_function<std::string>(
            flag_name(key),
            [&arguments, key](const std::string& text) { arguments.options[key] = text; },
            docs[key])
        ->group("Solver options");
}

std::string solver_list() {
  std::string list;
  for (const Solver& solver : built_in_solvers())
    list += (list.empty() ? "" : ", ") + std::string(name(solver));
  return list;
}

// The verb the words lead to: `bench complementarity` and not just `bench`.
const CLI::App& innermost_verb(const CLI::App& app) {
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().back();
  return *at;
}

// CLI11 names what it did not expect; we add the nearest thing it would have taken.
std::string suggestion(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App& at = innermost_verb(app);
  std::vector<std::string> known;
  for (const CLI::App* verb : at.get_subcommands({})) known.push_back(verb->get_name());
  const bool expects_verb = !known.empty();
  for (const CLI::Option* option : at.get_options())
    for (const std::string& flag : option->get_lnames()) known.push_back("--" + flag);
  std::vector<std::string_view> candidates(known.begin(), known.end());
  constexpr std::string_view other_word = "simulate";  // for `run`
  if (expects_verb && at.get_parent() == nullptr) candidates.push_back(other_word);
  for (const std::string& argument : words) {
    const std::string word = argument.substr(0, argument.find('='));
    const bool fits = word.size() > 1 && (word[0] == '-' || expects_verb) && word != at.get_name();
    if (!fits || std::find(known.begin(), known.end(), word) != known.end()) continue;
    std::string_view near = nearest_name(word, candidates);
    if (near == other_word && at.get_parent() == nullptr) near = "run";
    if (!near.empty()) return "did you mean '" + std::string(near) + "' instead of '" + word + "'?";
  }
  return {};
}

// "nonsmooth bench complementarity"
std::string full_name(const CLI::App& verb) {
  const CLI::App* parent = verb.get_parent();
  return (parent != nullptr ? full_name(*parent) + " " : "") + verb.get_name();
}

// "solve, info, doctor": what may follow where a verb is missing.
std::string verb_list(const CLI::App& app) {
  std::string list;
  for (const CLI::App* verb : app.get_subcommands({}))
    list += (list.empty() ? "" : ", ") + verb->get_name();
  return list;
}

// What is wrong, the nearest right thing, and where to read on.
void report(const CLI::ParseError& error, const CLI::App& app,
            const std::vector<std::string>& words) {
  const CLI::App& at = innermost_verb(app);
  if (error.get_name() == "RequiredError" && !at.get_subcommands({}).empty())
    std::fprintf(stderr, "nonsmooth: expected one of: %s\n", verb_list(at).c_str());
  else
    std::fprintf(stderr, "nonsmooth: %s\n", error.what());
  const std::string hint = suggestion(app, words);
  if (!hint.empty()) std::fprintf(stderr, "nonsmooth: %s\n", hint.c_str());
  std::fprintf(stderr, "nonsmooth: see %s --help\n", full_name(at).c_str());
}

// The bounds are those of the option of Auto, which has the same meaning.
double parse_max_time(const std::string& text) {
  Auto limits;
  try {
    set_field(limits, "max_time", text);
  } catch (const Error& error) {
    throw CLI::ValidationError("--max-time", error.what());
  }
  return limits.max_time;
}

// A choice or number that is wrong is wrong usage, said with the flag as it was typed.
template <class Read>
auto reading(const std::string& flag, const Read& read) {
  return [flag, read](const std::string& text) {
    try {
      read(text);
    } catch (const Error& error) {
      throw CLI::ValidationError(flag, error.what());
    }
  };
}

std::string joined(std::span<const std::string_view> names) {
  std::string list;
  for (const std::string_view each : names) list += (list.empty() ? "" : ", ") + std::string(each);
  return list;
}

void add_generate_flags(CLI::App& verb, GenerateArguments& arguments) {
  using Options = bench::FrictionProblemOptions;
  static constexpr std::array<std::string_view, 2> shapes{"spheres", "cubes"};
  static constexpr std::array<std::string_view, 2> forms{"reduced", "global"};
  const auto families = enum_names(bench::Family{});
  verb.add_option_function<std::string>(
          "family",
          reading("family",
                  [&arguments, families](const std::string& text) {
                    arguments.problem.family =
                        static_cast<bench::Family>(parse_choice("family", text, families));
                  }),
          "one of: " + joined(families))
      ->required();
  verb.add_option("out", arguments.out, "FCLib file to write; must not exist")->required();
  for_each_field<Options>([&](const auto& field) {
    const std::string key(field.name);
    char standard[32];
    std::snprintf(standard, sizeof standard, " [%g]",
                  static_cast<double>(arguments.problem.*field.member));
    verb.add_option_function<std::string>(flag_name(key),
                                          reading(flag_name(key),
                                                  [&arguments, key](const std::string& text) {
                                                    set_field(arguments.problem, key, text);
                                                  }),
                                          std::string(field.doc) + standard);
  });
  verb.add_option_function<std::string>("--shape",
                                        reading("--shape",
                                                [&arguments](const std::string& text) {
                                                  arguments.problem.cubes =
                                                      parse_choice("shape", text, shapes) == 1;
                                                }),
                                        "pile: of spheres or cubes [spheres]");
  verb.add_option_function<std::string>("--form",
                                        reading("--form",
                                                [&arguments](const std::string& text) {
                                                  arguments.reduced =
                                                      parse_choice("form", text, forms) == 0;
                                                }),
                                        "reduced (W, q) or global (M, H, f, w) [reduced]");
  verb.add_flag("--json", arguments.json, "say what was written as one JSON object");
}

// What every benchmark understands.
template <class Arguments>
void add_repeat_flags(CLI::App& verb, Arguments& arguments) {
  verb.add_option("--repeats", arguments.repeats, "runs per problem; the median counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  verb.add_flag("--json", arguments.json, "one JSON object per row");
  verb.add_flag("--quick", arguments.quick, "small sizes or few files, few repeats");
}

void add_sweep_flags(CLI::App& verb, SweepArguments& arguments) {
  const auto families = enum_names(bench::Family{});
  verb.add_option("--family", arguments.family, "only this one of: " + joined(families))
      ->check(CLI::IsMember(std::vector<std::string>(families.begin(), families.end())));
  verb.add_option("--contacts", arguments.contacts, "of every problem")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  verb.add_option("--threads", arguments.threads, "compared with one")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  add_repeat_flags(verb, arguments);
}

template <class Arguments>
void add_file_flags(CLI::App& verb, Arguments& arguments, const std::string& files) {
  verb.add_option("files", arguments.files, files);
  verb.add_option("--peer", arguments.peer, "siconos: measure it in the same run")
      ->check(CLI::IsMember({"siconos"}));
  add_repeat_flags(verb, arguments);
}

void add_accuracy_flags(CLI::App& verb, FrictionArguments& arguments) {
  verb.add_option("--tolerance", arguments.tolerances, "asked of every solver; may be a list")
      ->delimiter(',')
      ->check(CLI::Range(1e-15, 1.0))
      ->capture_default_str();
  verb.add_option("--limit", arguments.limit, "seconds per solve; what a failure costs")
      ->check(CLI::Range(1e-3, 3600.0))
      ->capture_default_str();
  verb.add_option("--out", arguments.out, "folder for the table and the figure")
      ->capture_default_str();
}

void add_run_verb(CLI::App& app, RunArguments& arguments, std::function<int()>& chosen) {
  CLI::App* verb =
      app.add_subcommand("run", "simulate what a file describes: a scene or a SPICE netlist");
  verb->add_option("file", arguments.file, "scene: .toml, .urdf; netlist: .cir, .sp, .spice, .net")
      ->required();
  verb->add_option("--out", arguments.out, "file of the run, HDF5 [scene: as it says; <name>.h5]");
  verb->add_option("--vtk", arguments.vtk, "scene: folder for ParaView, bodies.pvd and others");
  verb->add_option("--csv", arguments.csv, "netlist: signals as comma-separated values");
  verb->add_option("--raw", arguments.raw, "netlist: signals as a raw file of ngspice, binary");
  verb->add_flag("--ascii", arguments.ascii, "the raw file as text");
  verb->add_option("--step", arguments.step, "time step in place of the file's, s")
      ->check(positive());
  verb->add_option("--end", arguments.end, "end in place of the file's, s")->check(positive());
  verb->add_option("--theta", arguments.theta, "netlist: 1/2 trapezoidal, 1 implicit Euler [0.5]")
      ->check(CLI::Range(0.0, 1.0));
  verb->add_option("--tolerance", arguments.tolerance,
                   "netlist: controlled steps with this error each, V and A")
      ->check(positive());
  verb->add_option("--every", arguments.every, "steps per recorded row [as the file says]")
      ->check(CLI::Range(1, 1000000000));
  verb->add_option("--threads", arguments.threads, "threads of a scene; they change no bit")
      ->check(CLI::Range(1, 256));
  CLI::Option* resume =
      verb->add_flag("--resume", arguments.resume, "scene: go on with the run in --out");
  verb->add_flag("--replace", arguments.replace, "scene: begin anew if --out exists")
      ->excludes(resume);
  verb->add_flag("--json", arguments.json, "results as one JSON object");
  verb->callback([&] { chosen = [&] { return run(arguments); }; });
}

void add_analyse_verb(CLI::App& app, AnalyseArguments& arguments, std::function<int()>& chosen) {
  static constexpr std::array<std::string_view, 3> directions{"rising", "falling", "both"};
  CLI::App* verb = app.add_subcommand(
      "analyse", "equilibria and bifurcation diagrams of netlists, sections of runs");
  verb->add_option("file", arguments.file, "netlist: .cir, .sp, .spice, .net; run: .h5")
      ->required();
  CLI::Option* vary =
      verb->add_option("--vary", arguments.vary, "netlist: an element, first and last value of it")
          ->expected(3);
  verb->add_option("--points", arguments.points, "values of it")
      ->check(CLI::Range(1, 1000000))
      ->needs(vary)
      ->capture_default_str();
  CLI::Option* period =
      verb->add_option("--period", arguments.period, "sample once per period of the sources, s")
          ->check(positive())
          ->needs(vary);
  verb->add_option("--section", arguments.section,
                   "or where a signal passes a level: in the second half of .tran, or of a run")
      ->expected(2)
      ->excludes(period);
  verb->add_option_function<std::string>(
      "--direction",
      reading("--direction",
              [&arguments](const std::string& given) {
                arguments.direction =
                    static_cast<analysis::Direction>(parse_choice("direction", given, directions));
              }),
      "of passing: rising, falling or both [rising]");
  verb->add_option("--skip", arguments.skip, "periods before the first sample of a value")
      ->check(CLI::Range(0, 1000000000))
      ->needs(period)
      ->capture_default_str();
  verb->add_option("--keep", arguments.keep, "samples of a value")
      ->check(CLI::Range(1, 1000000))
      ->needs(period)
      ->capture_default_str();
  verb->add_option("--out", arguments.out, "table of samples [<name>-diagram.csv, -section.csv]");
  verb->add_flag("--json", arguments.json, "results as one JSON object");
  verb->callback([&] { chosen = [&] { return analyse(arguments); }; });
}

void add_plot_verb(CLI::App& app, PlotArguments& arguments, std::function<int()>& chosen) {
  CLI::App* verb = app.add_subcommand(
      "plot", "draw runs and tables of analyse: series, phase, energy, contact forces, pictures");
  verb->add_option("runs", arguments.words,
                   "files of runs, then names of columns [the first systems; scene: energy]")
      ->required();
  CLI::Option* energy = verb->add_flag("--energy", arguments.energy, "the energy ledger");
  CLI::Option* phase =
      verb->add_option("--phase", arguments.phase, "two columns, the second over the first")
          ->expected(2)
          ->excludes(energy);
  CLI::Option* network =
      verb->add_flag("--network", arguments.network, "scene: the network of contact forces")
          ->excludes(energy)
          ->excludes(phase);
  verb->add_option("--at", arguments.at, "time of the network, s [the end]")->needs(network);
  CLI::Option* strip =
      verb->add_option("--strip", arguments.strip, "scene: n pictures side by side")
          ->check(CLI::Range(1, 20))
          ->excludes(energy)
          ->excludes(phase)
          ->excludes(network);
  verb->add_flag("--animation", arguments.animation, "scene: an animated PNG")
      ->excludes(strip)
      ->excludes(energy)
      ->excludes(phase)
      ->excludes(network);
  verb->add_option("--title", arguments.title, "above the figure");
  verb->add_option("--out", arguments.out, "figure to write: .png, .svg or .pdf")
      ->capture_default_str();
  verb->callback([&] { chosen = [&] { return plot(arguments); }; });
}

void add_view_verb(CLI::App& app, ViewArguments& arguments, std::function<int()>& chosen) {
  CLI::App* verb = app.add_subcommand(
      "view", "look at a run, or at a scene while it is simulated, in a browser");
  verb->add_option("file", arguments.file, "run: .h5; scene: .toml")->required();
  verb->add_option("--port", arguments.port, "on 127.0.0.1 [any that is free]")
      ->check(CLI::Range(1, 65535));
  verb->add_flag("!--no-browser", arguments.browser, "only print the address");
  verb->callback([&] { chosen = [&] { return view(arguments); }; });
}

void add_report_verb(CLI::App& app, ReportArguments& arguments, std::function<int()>& chosen) {
  CLI::App* verb = app.add_subcommand(
      "report", "one HTML page about a run: figures, certificate, energy, times, settings");
  verb->add_option("file", arguments.file, "file of a run")->required();
  verb->add_option("-o,--out", arguments.out, "page to write [<name>.html here]");
  verb->callback([&] { chosen = [&] { return report(arguments); }; });
}

int run_command(int argc, char** argv) {
  CLI::App app{"Nonsmooth: problems and solvers of nonsmooth dynamics", "nonsmooth"};
  app.set_version_flag("--version", version);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  std::function<int()> chosen;

  SolveArguments solve_arguments;
  CLI::App* verb = app.add_subcommand("solve", "solve problem files and certify the answers");
  verb->add_option("files", solve_arguments.files, "FCLib, Siconos text or nonsmooth JSON files")
      ->required();
  CLI::Option* solver =
      verb->add_option("--solver", solve_arguments.solver, "one of: " + solver_list())
          ->capture_default_str();
  verb->add_option_function<std::string>(
      "--max-time",
      [&](const std::string& text) { solve_arguments.max_time = parse_max_time(text); },
      "give up after this many seconds per file and solver");
  verb->add_flag(
          "--all", solve_arguments.all,
          "every solver that can treat the problem, one row each; options count where they exist")
      ->excludes(solver);
  verb->add_flag("--json", solve_arguments.json, "one JSON object per line");
  verb->add_option("--solution", solve_arguments.solution,
                   "write r, u (and v) of the answer to this file");
  verb->add_flag("--warm-start", solve_arguments.warm_start,
                 "start from the r that the file holds instead of zero");
  CLI::Option* record = verb->add_option("--record", solve_arguments.record,
                                         "write every problem that is not solved to this folder");
  verb->add_option("--record-slower-than", solve_arguments.record_slower_than,
                   "and every one that takes longer than this, s")
      ->check(CLI::NonNegativeNumber)
      ->needs(record);
  verb->add_option("--shrink", solve_arguments.shrink,
                   "reduce a problem that fails to a smaller one that still does; write it here")
      ->excludes(record);
  verb->add_option("--shrink-time", solve_arguments.shrink_time,
                   "end the search after this many seconds")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  add_solver_flags(*verb, solve_arguments);
  verb->callback([&] { chosen = [&] { return solve(solve_arguments); }; });

  RunArguments run_arguments;
  add_run_verb(app, run_arguments, chosen);

  AnalyseArguments analyse_arguments;
  add_analyse_verb(app, analyse_arguments, chosen);

  CheckArguments check_arguments;
  verb = app.add_subcommand("check", "read a scene and say what is in it, without running it");
  verb->add_option("file", check_arguments.file, "scene: .toml, .urdf")->required();
  verb->add_flag("--json", check_arguments.json, "as one JSON object");
  verb->callback([&] { chosen = [&] { return check(check_arguments); }; });

  InfoArguments info_arguments;
  verb = app.add_subcommand("info", "what a file holds: a problem or a run");
  verb->add_option("files", info_arguments.files, "files of problems or runs")->required();
  verb->add_flag("--json", info_arguments.json, "one JSON object per line");
  verb->callback([&] { chosen = [&] { return info(info_arguments); }; });

  CsvArguments csv_arguments;
  verb = app.add_subcommand("csv", "columns of a run as comma-separated values");
  verb->add_option("file", csv_arguments.file, "file of a run")->required();
  verb->add_option("columns", csv_arguments.columns,
                   "names or beginnings of names: q, q/ball, energy/total [all]");
  verb->add_option("--out", csv_arguments.out, "file to write [standard output]");
  verb->callback([&] { chosen = [&] { return csv(csv_arguments); }; });

  PlotArguments plot_arguments;
  add_plot_verb(app, plot_arguments, chosen);

  ViewArguments view_arguments;
  add_view_verb(app, view_arguments, chosen);
  ReportArguments report_arguments;
  add_report_verb(app, report_arguments, chosen);

  DoctorArguments doctor_arguments;
  verb = app.add_subcommand("doctor", "versions, optional parts, and what each would give");
  verb->add_flag("--json", doctor_arguments.json, "as one JSON object");
  verb->callback([&] { chosen = [&] { return doctor(doctor_arguments); }; });

  DemoArguments demo_arguments;
  verb = app.add_subcommand("demo", "one run of each domain, with reports and pictures");
  verb->add_flag("--problems", demo_arguments.problems,
                 "problems of one step instead, of every family");
  verb->add_option("--out", demo_arguments.out, "folder for the files")->capture_default_str();
  verb->callback([&] { chosen = [&] { return demo(demo_arguments); }; });

  GenerateArguments generate_arguments;
  verb = app.add_subcommand("generate", "write a friction problem of any size as an FCLib file");
  add_generate_flags(*verb, generate_arguments);
  verb->callback([&] { chosen = [&] { return generate(generate_arguments); }; });

  BenchArguments bench_arguments;
  CLI::App* bench = app.add_subcommand("bench", "measure speed and success, beside a peer");
  bench->require_subcommand(1);
  BenchArguments simulate_arguments;
  verb = bench->add_subcommand("simulate", "steps per second of small and large simulations");
  verb->add_option("--peer", simulate_arguments.peer, "siconos: measure it in the same run")
      ->check(CLI::IsMember({"siconos"}));
  add_repeat_flags(*verb, simulate_arguments);
  verb->callback([&] { chosen = [&] { return bench_simulate(simulate_arguments); }; });

  BenchArguments scenes_arguments;
  verb =
      bench->add_subcommand("scenes", "steps per second of spheres in a box and a wall of cubes");
  verb->add_option("--peer", scenes_arguments.peer, "siconos: measure it in the same run")
      ->check(CLI::IsMember({"siconos"}));
  add_repeat_flags(*verb, scenes_arguments);
  verb->callback([&] { chosen = [&] { return bench_scenes(scenes_arguments); }; });

  BenchArguments circuits_arguments;
  verb = bench->add_subcommand("circuits", "cost of networks by size, and the buck converter");
  verb->add_option("--peer", circuits_arguments.peer, "ngspice: measure it in the same run")
      ->check(CLI::IsMember({"ngspice"}));
  verb->add_flag("--quick", circuits_arguments.quick, "smaller networks, a short run");
  verb->callback([&] { chosen = [&] { return bench_circuits(circuits_arguments); }; });

  verb = bench->add_subcommand("complementarity", "LCP, MLCP and relay problems");
  add_file_flags(*verb, bench_arguments,
                 "problem files or folders (default: generated problems only)");
  verb->callback([&] { chosen = [&] { return bench_complementarity(bench_arguments); }; });

  FrictionArguments friction_arguments;
  verb = bench->add_subcommand("friction", "Coulomb and rolling friction: 2D, 3D, global");
  add_file_flags(*verb, friction_arguments, "problem files or folders");
  verb->get_option("files")->required();
  add_accuracy_flags(*verb, friction_arguments);
  verb->add_option("--solvers", friction_arguments.solvers,
                   "only these: our names, the peer's as siconos:NSN_AC")
      ->delimiter(',');
  verb->add_flag("--reduce", friction_arguments.reduce,
                 "reduce global problems first; that time does not count");
  verb->callback([&] { chosen = [&] { return bench_friction(friction_arguments); }; });

  FrictionArguments wall_arguments;
  wall_arguments.tolerances = {1e-3, 1e-4, 1e-6};
  verb = bench->add_subcommand("newton-or-sweeps", "which one when: flexible and rigid walls");
  add_repeat_flags(*verb, wall_arguments);
  add_accuracy_flags(*verb, wall_arguments);
  verb->callback([&] { chosen = [&] { return bench_newton_or_sweeps(wall_arguments); }; });

  SweepArguments sweep_arguments;
  verb = bench->add_subcommand("sweeps", "time and memory of a sweep, against the product W r");
  add_sweep_flags(*verb, sweep_arguments);
  verb->callback([&] { chosen = [&] { return bench_sweeps(sweep_arguments); }; });

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    report(error, app, {argv + 1, argv + argc});
    return usage;
  }
  return chosen();
}

}  // namespace
}  // namespace nonsmooth::cli

int main(int argc, char** argv) {
  int code = nonsmooth::cli::failure;
  try {
    code = nonsmooth::cli::run_command(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "nonsmooth: %s\n", error.what());
  }
  // a full disk shows up here at the latest; rows that are lost must not look like success
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    std::fprintf(stderr, "nonsmooth: standard output could not be written completely\n");
    code = nonsmooth::cli::failure;
  }
  return code;
}
