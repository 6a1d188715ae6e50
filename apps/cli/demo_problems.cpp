// SPDX-License-Identifier: Apache-2.0
// `nonsmooth demo --problems`: small problems of every family with their certificates, an obstacle
// problem whose solution is written for the plot, and a run for `nonsmooth plot`.
#include "apps/cli/python_script.hpp"
#include "apps/cli/verbs.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"
#include "nonsmooth/simulate.hpp"

#include <cmath>
#include <cstdio>
#include <fstream>

namespace nonsmooth::cli {
namespace {

// A string of unit tension fixed at both ends of [0, 1], pressed by the load f onto an obstacle
// psi:
//   -y'' = f + r,   y >= psi,   r >= 0,   r (y - psi) = 0.
// Differences with step h give a Laplacian A; the gap u = y - psi and the reaction r of the nodes
// obey u = A^-1 r + (A^-1 f - psi): one LCP.
struct ObstacleProblem {
  Problem problem;
  Vector x, psi;
};

ObstacleProblem obstacle_problem(int n) {
  ObstacleProblem obstacle;
  const double h = 1.0 / (n + 1);
  obstacle.x.resize(n);
  obstacle.psi.resize(n);
  Matrix green(n, n);  // A^-1: x (1 - s) for x <= s, times h
  for (int i = 0; i < n; ++i) {
    const double x = obstacle.x[i] = (i + 1) * h;
    obstacle.psi[i] = -0.28 - 0.12 * std::cos(6.0 * 3.141592653589793 * x) - 0.1 * x;
    for (int j = 0; j < n; ++j) {
      const double s = (j + 1) * h;
      green(i, j) = std::min(x, s) * (1.0 - std::max(x, s));
    }
  }
  const Vector load = Vector::Constant(n, -10.0 * h);
  obstacle.problem = lcp(green, green * load - obstacle.psi);
  return obstacle;
}

struct Example {
  const char* what;
  Problem problem;
};

std::vector<Example> examples() {
  std::vector<Example> list;
  list.push_back({"LCP: two contacts", lcp(Matrix{{2, 1}, {1, 2}}, Vector{{-5, -6}})});
  list.push_back({"LCP: bimatrix game (three equilibria)",
                  lcp(Matrix{{0, 0, 10, 20}, {0, 0, 30, 15}, {10, 20, 0, 0}, {30, 15, 0, 0}},
                      -Vector::Ones(4))});
  list.push_back({"LCP: without solution", lcp(Matrix{{-1.0}}, Vector{{-1.0}})});
  list.push_back({"MLCP: redundant equation",
                  mlcp(Matrix{{1, 0}, {0, 1}, {1, 1}}, Matrix{{1}}, Matrix::Zero(3, 1),
                       Matrix::Zero(1, 2), Vector{{-1, -2, -3}}, Vector{{-4}})});
  list.push_back({"relay: two switches", relay(Matrix{{2, 0.5}, {0.5, 1}}, Vector{{-3, 0.2}},
                                               Vector{{-1, -1}}, Vector{{1, 1}})});
  list.push_back({"AVI on a triangle", avi(Matrix{{2, 1}, {-1, 2}}, Vector{{-3, -1}},
                                           Matrix{{1, 1}, {-1, 0}, {0, -1}}, Vector{{1, 0, 0}})});
  list.push_back({"one contact with Coulomb friction",
                  Problem{Matrix{{1, 0.2, 0.1}, {0.2, 0.8, 0.05}, {0.1, 0.05, 0.6}},
                          Vector{{-1, 0.9, -0.4}},
                          {coulomb(0.3)}}});
  list.push_back({"joint + diode + friction in one problem",
                  Problem{Matrix::Identity(5, 5) + 0.2 * Matrix::Ones(5, 5),
                          Vector{{0.3, -1, -1, 0.5, 0.2}},
                          {Free{1}, NonNegative{1}, coulomb(0.4)}}});
  list.push_back({"string on an obstacle, 400 nodes", obstacle_problem(400).problem});
  return list;
}

void write_csv(const std::filesystem::path& path, const ObstacleProblem& obstacle,
               const Solution& solution) {
  std::ofstream file(path);
  file.precision(17);
  file << "x,obstacle,string,reaction\n";
  const double h = obstacle.x[0];
  for (int i = 0; i < obstacle.x.size(); ++i)
    file << obstacle.x[i] << ',' << obstacle.psi[i] << ',' << obstacle.psi[i] + solution.u[i] << ','
         << solution.r[i] / h << '\n';
  file.close();
  if (!file) throw FileError(path.string() + ": could not be written completely");
}

// A ball falls from 1 m, bounces with e = 0.9 and comes to rest after 8.6 s.
Trajectory bouncing_ball() {
  Model model;
  const SystemId ball = model.add(Lagrangian{.name = "ball",
                                             .mass = Matrix{{1.0}},
                                             .q0 = Vector{{1.0}},
                                             .force = constant(Vector{{-9.81}})});
  model.add(Interaction{.on = {ball},
                        .relation = LinearRelation{.H = Matrix{{1.0}}},
                        .law = NewtonImpact{.e = 0.9},
                        .name = "floor"});
  return simulate(model, MoreauJean{.step = 5e-3}, {.end = 10.0});
}

void run_ball(const std::filesystem::path& file) {
  const Trajectory run = bouncing_ball();
  std::printf("\nBouncing ball: %ld steps in %.2g ms, every step certified (worst residual %.1e)\n",
              run.steps, 1e3 * run.time, run.worst_residual);
  try {
    io::write_trajectory(run, file);
    std::printf("               wrote %s, draw it with: nonsmooth plot %s\n", file.string().c_str(),
                file.string().c_str());
  } catch (const FileError& error) {
    std::printf("               %s\n", error.what());
  }
}

}  // namespace

int demo_problems(const std::filesystem::path& out) {
  std::printf("%-42s %5s  %-12s %9s %9s %9s  %s\n", "problem", "size", "status", "residual",
              "invariant", "time", "solved by");
  for (const Example& example : examples()) {
    const Solution s = nonsmooth::solve(example.problem);
    std::printf("%-42s %5d  %-12s %9.1e %9.1e %6.0f us  %s\n", example.what, example.problem.size(),
                std::string(name(s.status)).c_str(), s.residual, s.residual_invariant, 1e6 * s.time,
                s.path.empty() ? "-" : std::string(s.path.back().solver).c_str());
  }
  std::filesystem::create_directories(out);
  const ObstacleProblem obstacle = obstacle_problem(400);
  const Solution solution = nonsmooth::solve(obstacle.problem);
  const std::filesystem::path csv = out / "obstacle.csv";
  write_csv(csv, obstacle, solution);
  std::printf(
      "\nEvery status is decided outside the solver, by both residuals of the answer.\n"
      "String on an obstacle: wrote %s\n",
      csv.string().c_str());
  const std::filesystem::path png = out / "obstacle.png";
  // the numbers are in the CSV anyway
  if (try_script("apps/cli/plot_obstacle.py", {csv, png}))
    std::printf("                       and  %s\n", png.string().c_str());
  else
    std::printf("No picture: that needs python3-matplotlib (./ns setup).\n");
  run_ball(out / "ball.h5");
  return solution.success() ? ok : not_converged;
}

}  // namespace nonsmooth::cli
