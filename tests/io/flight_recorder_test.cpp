// SPDX-License-Identifier: Apache-2.0
// The recorder keeps what failed or was slow and nothing else, replays it to the same end, and does
// no harm where it cannot write.
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/io.hpp"
#include "nonsmooth/solvers.hpp"
#include "tests/io/samples.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <fstream>
#include <set>

namespace nonsmooth::io {
namespace {

namespace fs = std::filesystem;

class Recorder : public ::testing::Test {
 protected:
  Recorder()
      : folder(fs::path(::testing::TempDir()) /
               ("nonsmooth_flights_" + std::to_string(::getpid()) + "_" +
                ::testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder);
  }
  ~Recorder() override {
    std::error_code ignored;
    fs::permissions(folder, fs::perms::owner_all, ignored);
    fs::remove_all(folder, ignored);
  }
  std::set<std::string> files() const {
    std::set<std::string> names;
    if (fs::exists(folder))
      for (const auto& entry : fs::directory_iterator(folder))
        names.insert(entry.path().filename().string());
    return names;
  }
  static std::string ending() { return NS_TEST_HDF5 ? ".hdf5" : ".json"; }

  fs::path folder;
};

// contacts that need many sweeps
Problem friction(std::uint64_t seed, int contacts) {
  Random random(seed);
  const int n = 3 * contacts;
  Problem problem;
  Matrix G(n, n / 2 + 3);
  for (double& value : G.reshaped()) value = random.uniform(-1.0, 1.0);
  std::vector<int> sizes(static_cast<std::size_t>(contacts), 3);
  const Matrix W = G * G.transpose();
  problem.W = BlockSparse(sizes, sizes, W.sparseView());
  problem.q = Vector(n);
  for (double& value : problem.q) value = random.uniform(-1.0, 1.0);
  for (int i = 0; i < contacts; ++i) problem.laws.emplace_back(coulomb(0.4));
  return problem;
}

TEST_F(Recorder, KeepsWhatFailedAndNothingElse) {
  FlightRecorder recorder = flight_recorder(folder);
  Workspace workspace;
  workspace.recorder = &recorder;
  const Solver brief = Nsgs{.max_iterations = 2}, ample = Auto{};
  int failed = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Problem problem = friction(seed, 6);
    Solution solution;
    solve(problem, seed % 2 == 0 ? brief : ample, workspace, solution);
    failed += !solution.success();
  }
  ASSERT_EQ(failed, 3);
  EXPECT_EQ(recorder.written, 3);
  EXPECT_TRUE(recorder.complaint.empty()) << recorder.complaint;
  EXPECT_EQ(files(), (std::set<std::string>{"0001-max_iterations" + ending(),
                                            "0002-max_iterations" + ending(),
                                            "0003-max_iterations" + ending()}));
  EXPECT_EQ(workspace.recorder, &recorder);
}

TEST_F(Recorder, KeepsWhatWasSlow) {
  FlightRecorder recorder = flight_recorder(folder);
  Workspace workspace;
  workspace.recorder = &recorder;
  Solution solution;
  recorder.slower_than = 1e6;
  solve(friction(1, 6), Auto{}, workspace, solution);
  EXPECT_EQ(recorder.written, 0);
  recorder.slower_than = 0.0;
  solution = {};
  solve(friction(1, 6), Auto{}, workspace, solution);
  ASSERT_TRUE(solution.success());
  EXPECT_EQ(files(), (std::set<std::string>{"0001-solved" + ending()}));
}

TEST_F(Recorder, ReplayFromTheFileEndsTheSame) {
  FlightRecorder recorder = flight_recorder(folder);
  Workspace workspace;
  workspace.recorder = &recorder;
  const Problem problem = friction(4, 8);
  Solution solution;
  solution.r = Vector::LinSpaced(problem.size(), 0.0, 1.0);
  const Vector start = solution.r;
  const Nsgs solver{.tolerance = 1e-12, .max_iterations = 7};
  solve(problem, solver, workspace, solution);
  ASSERT_EQ(recorder.written, 1);

  const ProblemFile file = read(folder / ("0001-max_iterations" + ending()));
  ASSERT_TRUE(file.r.has_value());
  EXPECT_EQ(*file.r, start);
  for (const char* text : {"status: max_iterations", "solver: nsgs", "tolerance 1e-12",
                           "max_iterations 7", "path: nsgs, 7 iterations"})
    EXPECT_NE(file.description.find(text), std::string::npos) << text << "\n" << file.description;
  Workspace other;
  Solution replay;
  replay.r = *file.r;
  solve(std::get<Problem>(file.problem), solver, other, replay);
  EXPECT_EQ(replay.status, solution.status);
  EXPECT_EQ(replay.r, solution.r);  // the same bits: the file holds the same doubles
}

TEST_F(Recorder, GlobalProblemsAreRecordedOnceAndAsGiven) {
  FlightRecorder recorder = flight_recorder(folder);
  recorder.slower_than = 0.0;
  Workspace workspace;
  workspace.recorder = &recorder;
  const ProblemFile file = samples::random_global(3, 2, 3, false, 0);
  Solution solution;
  solve(std::get<GlobalProblem>(file.problem), Nsgs{.max_iterations = 3}, workspace, solution);
  EXPECT_EQ(recorder.written, 1);
  ASSERT_EQ(files().size(), 1u);
  EXPECT_TRUE(std::holds_alternative<GlobalProblem>(read(folder / *files().begin()).problem));
}

TEST_F(Recorder, LawsThatFclibCannotHoldGoToJson) {
  FlightRecorder recorder = flight_recorder(folder);
  Workspace workspace;
  workspace.recorder = &recorder;
  Solution solution;
  solve(lcp(Matrix{{-1.0}}, Vector{{-1.0}}), Auto{}, workspace, solution);
  ASSERT_FALSE(solution.success());
  EXPECT_EQ(files(), (std::set<std::string>{"0001-infeasible.json"}));
}

TEST_F(Recorder, GoesOnCountingAndReplacesNothing) {
  fs::create_directories(folder);
  std::ofstream(folder / "0007-notes.txt") << "mine";
  FlightRecorder recorder = flight_recorder(folder);
  recorder.most = 2;
  Workspace workspace;
  workspace.recorder = &recorder;
  for (int i = 0; i < 4; ++i) {
    Solution solution;
    solve(friction(1, 4), Nsgs{.max_iterations = 1}, workspace, solution);
  }
  EXPECT_TRUE(recorder.full());
  EXPECT_EQ(files(), (std::set<std::string>{"0007-notes.txt", "0008-max_iterations" + ending(),
                                            "0009-max_iterations" + ending()}));
}

struct Own {
  static constexpr int dimension = 1;
  Vec<1> resolvent(double, const Vec<1>&, const Vec<1>& z) const { return z.cwiseMax(0.0); }
};

TEST_F(Recorder, OneThatCannotBeWrittenIsLeftOutAndTheRestIsKept) {
  FlightRecorder recorder = flight_recorder(folder);
  Workspace workspace;
  workspace.recorder = &recorder;
  Solution solution;
  solve(Problem{Matrix{{1.0}}, Vector{{-1.0}}, {AnyLaw(Own{})}}, Lemke{}, workspace, solution);
  EXPECT_EQ(solution.status, Status::unsupported);
  EXPECT_EQ(recorder.left_out, 1);
  EXPECT_FALSE(recorder.stopped);
  EXPECT_NE(recorder.complaint.find("custom"), std::string::npos) << recorder.complaint;
  solution = {};
  solve(friction(1, 4), Nsgs{.max_iterations = 1}, workspace, solution);
  EXPECT_EQ(recorder.written, 1);
}

TEST_F(Recorder, AFolderThatCannotBeWrittenStopsTheRecordingNotTheSolve) {
  // a file in the way of the folder; permissions would not stop root
  std::ofstream(folder) << "in the way";
  FlightRecorder recorder = flight_recorder(folder);
  Workspace workspace;
  workspace.recorder = &recorder;
  int calls = 0;
  const auto write = recorder.write;
  recorder.write = [&](const Flight& flight) {
    ++calls;
    write(flight);
  };
  for (int i = 0; i < 3; ++i) {
    Solution solution;
    EXPECT_NO_THROW(solve(friction(1, 4), Nsgs{.max_iterations = 1}, workspace, solution));
    EXPECT_EQ(solution.status, Status::max_iterations);
  }
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(recorder.stopped);
  EXPECT_EQ(recorder.written, 0);
  EXPECT_NE(recorder.complaint.find(folder.string()), std::string::npos) << recorder.complaint;
}

}  // namespace
}  // namespace nonsmooth::io
