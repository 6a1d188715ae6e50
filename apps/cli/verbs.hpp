// SPDX-License-Identifier: Apache-2.0
// The verbs of the `nonsmooth` command, one file each. Every verb returns the exit code.
#pragma once

#include "bench/friction_problems.hpp"
#include "nonsmooth/solvers.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace nonsmooth::cli {

enum ExitCode { ok = 0, failure = 1, usage = 2, not_converged = 3 };

/// The flag of an option field: max_iterations is given as --max-iterations.
inline std::string flag_name(std::string_view field) {
  std::string flag = "--" + std::string(field);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

struct SolveArguments {
  std::vector<std::filesystem::path> files;
  std::string solver = "auto";
  std::map<std::string, std::string> options;  ///< solver fields by name, as given
  std::optional<double> max_time;
  bool all = false;
  bool json = false;
  std::optional<std::filesystem::path> solution;
  bool warm_start = false;                      ///< from the r stored in the file
  std::optional<std::filesystem::path> record;  ///< folder for failed and slow problems
  double record_slower_than = infinity;         ///< s
  std::optional<std::filesystem::path> shrink;  ///< file for the smaller problem
  double shrink_time = 600.0;                   ///< s, for all trials together
};
/// The options given on the command line, put into the solver; unknown ones name the nearest.
Solver configured(const std::string& solver_name,
                  const std::map<std::string, std::string>& options);
/// Throws FileError if the file exists or its folder does not: known before the long work begins.
void refuse_unwritable(const std::filesystem::path& path);
int shrink(const SolveArguments& arguments);
int solve(const SolveArguments& arguments);

struct InfoArguments {
  std::vector<std::filesystem::path> files;
  bool json = false;
};
int info(const InfoArguments& arguments);

struct CsvArguments {
  std::filesystem::path file;
  std::vector<std::string> columns;          ///< "q", "q/ball", "energy/total"; empty: all
  std::optional<std::filesystem::path> out;  ///< else standard output
};
int csv(const CsvArguments& arguments);

struct PlotArguments {
  std::vector<std::string> words;  ///< files with runs, then columns
  std::vector<std::string> phase;  ///< two columns, one against the other
  bool energy = false;             ///< the energy ledger
  bool network = false;            ///< scene: contact forces
  int strip = 0;                   ///< scene: so many pictures side by side
  bool animation = false;          ///< scene: as an animated PNG
  std::optional<double> at;        ///< time of the network, s; else the end
  std::string title;
  std::filesystem::path out = "run.png";
};
int plot(const PlotArguments& arguments);

struct DoctorArguments {
  bool json = false;
};
int doctor(const DoctorArguments& arguments);

struct DemoArguments {
  std::filesystem::path out = "out/demo";
  bool problems = false;  ///< problems of one step instead of runs
};
/// One run of each domain, with reports and pictures.
int demo(const DemoArguments& arguments);
int demo_problems(const std::filesystem::path& out);

struct GenerateArguments {
  bench::FrictionProblemOptions problem;
  std::filesystem::path out;
  bool reduced = true;  ///< W and q, else M, H, f and w
  bool json = false;
};
int generate(const GenerateArguments& arguments);

struct BenchArguments {
  std::vector<std::filesystem::path> files;  ///< problem files or folders of them
  std::string peer;                          ///< "siconos", "ngspice", or empty for none
  int repeats = 7;
  bool json = false;
  bool quick = false;
};
int bench_complementarity(const BenchArguments& arguments);
/// Steps per second of simulations with known ends; takes no files.
int bench_simulate(const BenchArguments& arguments);
/// Growth of the cost of a step with the network, the buck converter; takes no files.
int bench_circuits(const BenchArguments& arguments);
/// Steps per second of scenes of rigid bodies; takes no files.
int bench_scenes(const BenchArguments& arguments);

struct FrictionArguments {
  std::vector<std::filesystem::path> files;  ///< problem files or folders of them
  std::string peer;                          ///< "siconos", or empty for none
  std::vector<double> tolerances{1e-8};
  double limit = 10.0;               ///< s per solve
  std::vector<std::string> solvers;  ///< ours by name, the peer's as siconos:NAME; empty: all
  std::filesystem::path out = "out";
  bool reduce = false;  ///< measure global problems in reduced form, without the reduction
  int repeats = 7;
  bool json = false;
  bool quick = false;
};
int bench_friction(const FrictionArguments& arguments);
/// Newton against sweeps on generated walls; takes no files and no peer.
int bench_newton_or_sweeps(const FrictionArguments& arguments);

struct SweepArguments {
  std::string family;  ///< of generated problems; empty: all
  int contacts = 10000;
  int threads = 2;
  int repeats = 7;
  bool json = false;
  bool quick = false;
};
/// Time and memory of a coloured sweep on generated problems; takes no files.
int bench_sweeps(const SweepArguments& arguments);

}  // namespace nonsmooth::cli
