// SPDX-License-Identifier: Apache-2.0
// Nsgs on the public contact problems beside the repository (not in it). NS_SHARED_PROBLEMS names
// another folder. The norms are converged reference values; r is compared only where it is unique.
#include "nonsmooth/io.hpp"
#include "nonsmooth/solvers.hpp"

#include "tests/support/shared_problems.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace nonsmooth {
namespace {

namespace fs = std::filesystem;

fs::path folder() { return nonsmooth::testing::shared_problems(); }

class SharedFriction : public ::testing::Test {
 protected:
  void SetUp() override { SKIP_WITHOUT_SHARED_PROBLEMS(); }
};

Solution solve_file(const std::string& file, const Nsgs& options) {
  return solve(io::read_problem(folder() / file), options);
}

TEST_F(SharedFriction, SweepsSolveTheEasyFiles) {
  for (const char* file : {"friction2d/FC2D_SliderCrankLagrangian00000.dat",
                           "friction2d/FrictionContactProblem00031.dat",
                           "friction2d/FrictionContactProblem00071.dat",
                           "friction2d/FrictionContactProblem00237.dat",
                           "friction2d/fc2d_granularflowonwall_00667_00000.dat",
                           "friction3d/Confeti-ex03-Fc3D-SBM.dat",
                           "friction3d/Confeti-ex13-4contact-Fc3D-SBM.dat",
                           "friction3d/FC3D_Example1.dat",
                           "friction3d/FC3D_Example1_SBM.dat",
                           "friction3d/FrictionContact3D_1c.dat",
                           "friction3d/FrictionContact3D_RR_1c.dat",
                           "friction3d/GFC3D_TwoRods1-condensed.dat",
                           "friction3d/NESpheres_10_1.dat",
                           "friction3d/Rover1039.dat",
                           "friction3d/Rover1040.dat",
                           "friction3d/Rover1041.dat",
                           "friction3d/Rover11035.dat",
                           "friction3d/Rover3865.dat",
                           "friction3d/Rover4144.dat",
                           "friction3d/Rover4396.dat",
                           "rolling/RFC3D_cube_1.dat",
                           "rolling/RFC3D_sphere_1.dat",
                           "rolling/rfc3d_sphere_from_grfc3d.dat",
                           "soclcp/Example1_SOCLCP_SBM.dat",
                           "plasticity/plasticity_2d_example1.dat",
                           "plasticity/plasticity_2d_footing_1.dat"}) {
    const Solution solution = solve_file(file, Nsgs{.tolerance = 1e-8});
    EXPECT_TRUE(solution.success()) << file << ": " << solution.summary();
  }
}

// hyperstatic stacks on which plain sweeps creep or cycle
TEST_F(SharedFriction, AccelerationSolvesTheStacks) {
  for (const char* file :
       {"friction3d/BoxesStack1-i100000-32.hdf5.dat", "friction3d/Capsules-i100-889.dat",
        "friction3d/Capsules-i101-404.dat", "friction3d/KaplasTower-i1061-4.hdf5.dat",
        "friction3d/OneObject-i100000-316.hdf5.dat", "friction3d/OneObject-i1028-138.hdf5.dat",
        "rolling/rockfall_14_25792.dat", "plasticity/plasticity_2d_footing_100.dat"}) {
    const Solution solution =
        solve_file(file, Nsgs{.tolerance = 1e-8, .max_iterations = 100000, .anderson = 10});
    EXPECT_TRUE(solution.success()) << file << ": " << solution.summary();
  }
}

TEST_F(SharedFriction, NormsOfReferenceSolutions) {
  struct Reference {
    const char* file;
    double r, u;
  };
  for (const auto& [file, r, u] :
       {Reference{"FrictionContact3D_1c", 0.0660233442, 3.352742602},
        Reference{"FrictionContact3D_RR_1c", 11.90199447, 0.1344884058},
        Reference{"NESpheres_10_1", 1.439761429, 3.528550074},
        Reference{"Rover1039", 36.77774904, 0.1710407076},
        Reference{"Rover1040", 54.37937777, 0.6478142447},
        Reference{"Rover1041", 42.60814707, 0.6680489607},
        Reference{"Rover11035", 4.706271314, 0.1088866973},
        Reference{"Rover3865", 32.28880193, 2.762806756},
        Reference{"Rover4144", 34.96265706, 1.964707466},
        Reference{"Rover4396", 230.6339272, 3.409305867},
        Reference{"Confeti-ex13-4contact-Fc3D-SBM", 387.5726779, 9.904897392}}) {
    const Solution solution =
        solve_file("friction3d/" + std::string(file) + ".dat", Nsgs{.tolerance = 1e-13});
    ASSERT_TRUE(solution.success()) << file << ": " << solution.summary();
    EXPECT_NEAR(solution.r.norm(), r, 1e-9 * r) << file;
    EXPECT_NEAR(solution.u.norm(), u, 1e-9 * u) << file;
  }
}

TEST_F(SharedFriction, OneContactInFull) {
  const Solution solution =
      solve_file("friction3d/FrictionContact3D_1c.dat", Nsgs{.tolerance = 1e-14});
  ASSERT_TRUE(solution.success()) << solution.summary();
  EXPECT_LE((solution.r - Vector{{0.06569568, -0.00367861, -0.00544307}}).norm(), 1e-8);
}

}  // namespace
}  // namespace nonsmooth
