// SPDX-License-Identifier: Apache-2.0
// Reads every public problem file that lies beside the repository (not in it) and checks kind, size
// and a few values. NS_SHARED_PROBLEMS names another folder.
#include "nonsmooth/io.hpp"

#include "tests/support/shared_problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

namespace nonsmooth::io {
namespace {

namespace fs = std::filesystem;

fs::path folder() { return nonsmooth::testing::shared_problems(); }

class SharedProblems : public ::testing::Test {
 protected:
  void SetUp() override { SKIP_WITHOUT_SHARED_PROBLEMS(); }
  static Problem reduced(const std::string& file) {
    return std::get<Problem>(read(folder() / file).problem);
  }
};

ProblemKind kind_of(const ProblemFile& file) {
  return std::visit([](const auto& problem) { return kind(problem); }, file.problem);
}
int size_of(const ProblemFile& file) {
  return std::visit([](const auto& problem) { return problem.size(); }, file.problem);
}

void expect_same(const Problem& a, const Problem& b) {
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(a.W.to_dense(), b.W.to_dense());
  EXPECT_EQ(a.q, b.q);
  EXPECT_EQ(kind(a), kind(b));
}

TEST_F(SharedProblems, EveryFileHasTheKindOfItsFolder) {
  const std::map<std::string, ProblemKind> kinds{{"friction2d", ProblemKind::friction_2d},
                                                 {"friction3d", ProblemKind::friction_3d},
                                                 {"lcp", ProblemKind::lcp},
                                                 {"mlcp", ProblemKind::mlcp},
                                                 {"relay", ProblemKind::relay},
                                                 {"rolling", ProblemKind::rolling},
                                                 {"soclcp", ProblemKind::soclcp}};
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder())) {
    if (entry.path().extension() != ".dat" && entry.path().extension() != ".hdf5") continue;
#if !NS_TEST_HDF5
    if (entry.path().extension() == ".hdf5") continue;
#endif
    SCOPED_TRACE(entry.path().string());
    ProblemFile file;
    ASSERT_NO_THROW(
        try { file = read(entry.path()); } catch (const std::exception& error) {
          ADD_FAILURE() << error.what();
          throw;
        });
    ++files;
    const std::string where = entry.path().parent_path().filename();
    if (const auto expected = kinds.find(where); expected != kinds.end()) {
      EXPECT_EQ(name(kind_of(file)), name(expected->second)) << file.format;
    }
    EXPECT_TRUE(where != "global" || std::holds_alternative<GlobalProblem>(file.problem));
    EXPECT_TRUE(where != "plasticity" || file.format == "siconos text plasticity");
    EXPECT_TRUE(where != "mixed" || file.format == "siconos text generic mechanical");
  }
  EXPECT_GT(files, 60);
}

TEST_F(SharedProblems, SizesAreTheDocumentedOnes) {
  const std::map<std::string, int> sizes{
      {"friction2d/FC2D_SliderCrankLagrangian00000.dat", 4},
      {"friction2d/FrictionContactProblem00237.dat", 752},
      {"friction2d/fc2d_granularflowonwall_02020_00213.dat", 4040},
      {"friction3d/Capsules-i100-889.dat", 828},
      {"friction3d/KaplasTower-i1061-4.hdf5.dat", 1710},
      {"friction3d/Rover4396.dat", 6},
      {"global/GFC3D_TwoRods1.dat", 9},
      {"global/gfc2d_granularflowonwall_00000_00117.dat", 0},
      {"global/gfc2d_granularflowonwall_00069_00350.dat", 138},
      {"lcp/lcp_mmc.dat", 26},
      {"mixed/GMP0.dat", 6},
      {"mixed/GMP1.dat", 15},
      {"mixed/GMP2.dat", 14},
      {"mixed/GMP5.dat", 8},
      {"mlcp/deltasigma_mlcp.dat", 221},
      {"plasticity/plasticity_2d_footing_100.dat", 300},
      {"relay/relay1.dat", 15},
      {"rolling/rockfall_14_25792.dat", 70},
      {"soclcp/Example1_SOCLCP_SBM.dat", 9}};
  for (const auto& [file, size] : sizes) EXPECT_EQ(size_of(read(folder() / file)), size) << file;
}

TEST_F(SharedProblems, StoragesOfOneProblemAgree) {
  for (const std::string name : {"lcp/lcp_ortiz", "lcp/lcp_deudeu", "lcp/lcp_trivial"})
    expect_same(reduced(name + ".dat"), reduced(name + "_block.dat"));
  expect_same(reduced("friction3d/FC3D_Example1.dat"), reduced("friction3d/FC3D_Example1_SBM.dat"));
  const Problem blocks = reduced("friction3d/FC3D_Example1_SBM.dat");
  ASSERT_FALSE(blocks.W.is_dense());
  EXPECT_EQ(blocks.W.blocks().row_size(0), 3);
}

// the dense storage is by columns: only then are these the documented solutions
TEST_F(SharedProblems, DocumentedSolutionsSolve) {
  const auto residual = [](const Problem& problem, const Vector& r) {
    return natural_residual(problem, r).standard;
  };
  EXPECT_LT(residual(reduced("lcp/lcp_ortiz.dat"), Vector{{2.0 / 3, 0, 1.0 / 3, 0}}), 1e-15);
  EXPECT_LT(residual(reduced("lcp/lcp_CPS_4.dat"), Vector{{2, 2, 2, 92}}), 1e-12);
  EXPECT_LT(residual(reduced("lcp/lcp_CPS_2.dat"), Vector{{0, 1, 3}}), 1e-15);
  EXPECT_LT(residual(reduced("mlcp/m2n1_mlcp.dat"), Vector{{1, 0, 3}}), 1e-15);
  EXPECT_LT(residual(reduced("mlcp/m3n2_mlcp.dat"), Vector{{1, -1, 0, 4, 0}}), 1e-15);
  EXPECT_LT(residual(reduced("friction3d/FrictionContact3D_1c.dat"),
                     Vector{{0.06569568, -0.00367861, -0.00544307}}),
            1e-7);
}

TEST_F(SharedProblems, FclibCarriesTitleAndShape) {
#if NS_TEST_HDF5
  const ProblemFile file = read(folder() / "global/Box_Stacks-i0122-82-5.hdf5");
  EXPECT_EQ(file.format, "fclib global");
  EXPECT_EQ(file.title, "Box_stacks");
  const auto& problem = std::get<GlobalProblem>(file.problem);
  EXPECT_EQ(problem.M.rows(), 450);
  EXPECT_EQ(problem.size(), 3 * 82);
  EXPECT_DOUBLE_EQ(problem.f[2], -9.80665000e-04);
  EXPECT_FALSE(file.r.has_value()) << "the stored solution is a placeholder of zeros";
  EXPECT_EQ(size_of(read(folder() / "rolling/Chute-ndof-768-nc-4-3.hdf5")), 20);
#else
  GTEST_SKIP() << "built without HDF5";
#endif
}

}  // namespace
}  // namespace nonsmooth::io
