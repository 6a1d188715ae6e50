// SPDX-License-Identifier: Apache-2.0
// The public complementarity problem files of the field, read in place: every one that has a
// solution is solved by Auto to 1e-10 in the standard measure, and the known exact solutions are
// met.
#include "nonsmooth/io.hpp"
#include "nonsmooth/solvers.hpp"

#include "tests/support/shared_problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace nonsmooth {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const char* family) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(testing::shared_problems() / family))
    files.push_back(entry);
  std::sort(files.begin(), files.end());
  return files;
}

TEST(SharedProblems, AutoSolvesEveryComplementarityFile) {
  SKIP_WITHOUT_SHARED_PROBLEMS();
  int count = 0;
  for (const char* family : {"lcp", "mlcp", "relay", "mixed", "soclcp"})
    for (const fs::path& file : files_of(family)) {
      const Problem problem = io::read_problem(file);
      const Solution solution = solve(problem);
      EXPECT_TRUE(solution.success()) << file.filename() << ": " << solution.summary();
      EXPECT_LE(solution.residual, 1e-10) << file.filename();
      ++count;
    }
  EXPECT_GE(count, 35);  // 15 LCP, 11 MLCP, 4 relays, 4 mixed, 1 second-order cone
}

// `digits` is what the reference was printed with
void expect_answer(const char* file, const std::vector<Vector>& answers, double digits) {
  const Problem problem = io::read_problem(testing::shared_problems() / file);
  const Solution solution = solve(problem);
  double nearest = infinity;
  for (const Vector& answer : answers)
    if (answer.size() == solution.r.size())
      nearest = std::min(nearest, (solution.r - answer).cwiseAbs().maxCoeff());
  EXPECT_LE(nearest, digits) << file << " gave " << solution.r.transpose();
}

TEST(SharedProblems, KnownLcpSolutions) {
  SKIP_WITHOUT_SHARED_PROBLEMS();
  Vector trivial(9), murty = Vector::Zero(6);
  for (int i = 0; i < 9; ++i) trivial[i] = 1.0 / (i + 1);
  murty[5] = 1.0;
  const double exact = 1e-12;
  expect_answer("lcp/lcp_trivial.dat", {trivial}, exact);
  expect_answer("lcp/lcp_trivial_block.dat", {trivial}, exact);
  expect_answer("lcp/lcp_deudeu.dat", {Vector{{4.0 / 3, 7.0 / 3}}}, exact);
  expect_answer("lcp/lcp_deudeu_block.dat", {Vector{{4.0 / 3, 7.0 / 3}}}, exact);
  expect_answer("lcp/lcp_ortiz.dat", {Vector{{2.0 / 3, 0, 1.0 / 3, 0}}}, exact);
  expect_answer("lcp/lcp_ortiz_block.dat", {Vector{{2.0 / 3, 0, 1.0 / 3, 0}}}, exact);
  expect_answer("lcp/lcp_exp_murty.dat", {murty}, exact);
  expect_answer("lcp/lcp_CPS_2.dat", {Vector{{0, 1, 3}}}, exact);
  expect_answer("lcp/lcp_CPS_3.dat",
                {Vector{{0.1, 0, 0.1, 0}}, Vector{{0, 1.0 / 15, 0, 1.0 / 15}},
                 Vector{{1.0 / 90, 4.0 / 90, 1.0 / 90, 4.0 / 90}}},
                exact);
  expect_answer("lcp/lcp_CPS_4.dat", {Vector{{2, 2, 2, 92}}, Vector{{3, 3, 0, 83}}}, 1e-10);
  expect_answer("lcp/lcp_CPS_5.dat", {Vector{{0, 1}}}, exact);
  expect_answer("lcp/lcp_Pang_isolated_sol.dat", {Vector{{1, 0, 0}}}, exact);
  expect_answer("lcp/lcp_inf_sol_perturbed.dat", {Vector{{1, 0, 1e-4}}}, exact);
}

TEST(SharedProblems, LcpWithASegmentOfSolutions) {
  SKIP_WITHOUT_SHARED_PROBLEMS();
  const Solution solution =
      solve(io::read_problem(testing::shared_problems() / "lcp/lcp_CPS_1.dat"));
  EXPECT_NEAR(solution.r.sum(), 1.0, 1e-12);
  EXPECT_GE(solution.r.minCoeff(), 0.0);
}

TEST(SharedProblems, KnownMlcpSolutions) {
  SKIP_WITHOUT_SHARED_PROBLEMS();
  const double exact = 1e-12, printed = 1e-6;
  expect_answer("mlcp/deudeu_mlcp.dat", {Vector{{1, 0}}}, exact);
  expect_answer("mlcp/RCD_mlcp.dat", {Vector{{0.328904, 0, 0.03289}}}, printed);
  expect_answer("mlcp/m2n1_mlcp.dat", {Vector{{1, 0, 3}}}, exact);
  expect_answer("mlcp/m3n2_mlcp.dat", {Vector{{1, -1, 0, 4, 0}}}, exact);
  expect_answer("mlcp/relay2_mlcp.dat", {Vector{{10, -1.4, 0, -0.014, 9.999, 3}}}, 1e-9);
  expect_answer("mlcp/diodeBridge_mlcp.dat",
                {Vector{{0.985185, 0.985185, 0, 0.000985, 0, 0, 0.000985}}}, printed);
  expect_answer("mlcp/PD_mlcp.dat",
                {Vector{{0.985432, 0.972946, 0.012486, 0.00096, 0, 0, 0.00096}}}, 1e-5);
}

// What Siconos 4.4 itself computes at r = c (1, ..., 1) (bench/peers/siconos_residuals.py), and for
// friction an independent program; the files hold the same numbers, so only rounding may differ.
TEST(SharedProblems, StandardMeasureAgreesWithOthers) {
  SKIP_WITHOUT_SHARED_PROBLEMS();
  struct Measured {
    const char* file;
    double c, error;
  };
  const Measured measured[] = {
      {"lcp/lcp_mmc.dat", 0.1, 56.202551304283},
      {"lcp/lcp_mmc.dat", -0.5, 1052.715693863533},
      {"mlcp/diodeBridge_mlcp.dat", 0.1, 0.3138532042493579},
      {"mlcp/diodeBridge_mlcp.dat", -0.5, 1.0158446719248555},
      {"mlcp/RLCD_mlcp.dat", 1.0, 0.8951269181580634},
      {"mlcp/RLCD_mlcp.dat", -0.5, 0.6464466094067263},
      {"mlcp/PD_mlcp.dat", 1.0, 1.8781799890242206},
      {"friction3d/Rover1039.dat", 0.1, 0.4982852940364},
      {"friction3d/Rover1039.dat", 1.0, 0.3401825004617},
  };
  for (const auto& [file, c, error] : measured) {
    const Problem problem = io::read_problem(testing::shared_problems() / file);
    const Vector r = Vector::Constant(problem.size(), c);
    EXPECT_NEAR(natural_residual(problem, r).standard / error, 1.0, 1e-11) << file << " at " << c;
  }
}

TEST(SharedProblems, RelaysClip) {
  SKIP_WITHOUT_SHARED_PROBLEMS();
  expect_answer("relay/relay_2x2.dat", {Vector{{0.5, -0.5}}}, 1e-15);
  expect_answer("relay/step_1x1.dat", {Vector{{0.0}}}, 1e-15);
  expect_answer("relay/step_2x2.dat", {Vector{{0.5, 0.0}}}, 1e-15);
}

}  // namespace
}  // namespace nonsmooth
