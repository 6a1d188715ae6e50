// SPDX-License-Identifier: Apache-2.0
// Round trips through the writers, what they refuse, and what they leave behind when they fail.
#include "compare.hpp"
#include "nonsmooth/io.hpp"
#include "samples.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

namespace nonsmooth::io {
namespace {

using compare::contains;
using compare::message_of;
using compare::same;

std::filesystem::path scratch(const std::string& name) {
  const auto path = std::filesystem::path(testing::TempDir()) / ("nonsmooth_write_" + name);
  std::filesystem::remove(path);
  return path;
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void expect_same_solution(const ProblemFile& a, const ProblemFile& b) {
  for (const auto member : {&ProblemFile::r, &ProblemFile::u, &ProblemFile::v}) {
    ASSERT_EQ((a.*member).has_value(), (b.*member).has_value());
    EXPECT_TRUE(!(a.*member) || same(*(a.*member), *(b.*member)));
  }
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.description, b.description);
}

ProblemFile every_law() {
  Random random(11);
  Problem problem;
  problem.laws = {Free{2},
                  NonNegative{3},
                  Box{.lower = Vector{{-infinity, -1.5}}, .upper = Vector{{0.1, infinity}}},
                  Box{.lower = Vector{{-1}},
                      .upper = Vector{{1}},
                      .compliance = Vector{{0.3}},
                      .dead_zone = Vector{{0.2}}},
                  Graph{{curves::relay_with_dead_zone(0.1), {{{1, 2}, {3, -4}}, -infinity, -0.5}}},
                  Polytope{Matrix{{1, 2}, {-1, 0.1}, {0, 1}}, Vector{{1, 2, 3}}},
                  SecondOrderCone{4, 0.1, 0.7},
                  RollingCone{5, 0.3, 1.0 / 3},
                  Disk{2, 1e-300}};
  int n = 0;
  for (const AnyLaw& law : problem.laws) n += law.size();
  problem.q = samples::random_vector(random, n);
  problem.q[0] = 4.9406564584124654e-324;
  problem.q[1] = 1.7976931348623157e308;
  problem.W = Matrix(samples::random_sparse(random, n, n));
  return {std::move(problem), "", "\"quotes\" \\ tab\t \xc3\xa9", "", {}, {}, {}};
}

TEST(Json, RoundTripIsExact) {
  const auto path = scratch("round.json");
  for (int seed = 0; seed < 20; ++seed)
    for (const ProblemFile& file :
         {samples::random_local(static_cast<std::uint64_t>(seed), seed % 5, 3, seed % 3),
          samples::random_global(static_cast<std::uint64_t>(seed), seed % 4, 5, true, seed % 2)}) {
      write_json(path, file);
      const ProblemFile back = read(path);
      EXPECT_EQ(back.format, "nonsmooth json");
      EXPECT_TRUE(same(file, back));
      expect_same_solution(file, back);
    }
}

TEST(Json, EveryLaw) {
  const auto path = scratch("laws.json");
  const ProblemFile file = every_law();
  write_json(path, file);
  const ProblemFile back = read(path);
  EXPECT_TRUE(same(file, back));
  EXPECT_EQ(back.title, file.title);
}

struct TwiceAsHard {
  static constexpr int dimension = 1;
  Vec<1> resolvent(double, const Vec<1>&, const Vec<1>& z) const { return 0.5 * z; }
};

TEST(Json, CustomLawsCannotBeWritten) {
  const ProblemFile file{
      Problem{Matrix{{1.0}}, Vector{{1.0}}, {AnyLaw(TwiceAsHard{})}}, "", "", "", {}, {}, {}};
  EXPECT_TRUE(contains(message_of<Error>([&] { write_json(scratch("c.json"), file); }), "custom"));
  EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(testing::TempDir()) /
                                       "nonsmooth_write_c.json"));
}

TEST(Json, MalformedMessages) {
  const std::string start = R"({"format":"nonsmooth problem","version":1,"form":"reduced",)";
  const std::string W = R"("W":{"storage":"dense","rows":1,"cols":1,"values":[2]},)";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"{", "bad.json:1:2: not JSON"},
      {R"({"format":"other"})", "format: expected \"nonsmooth problem\", found 'other'"},
      {R"({"format":"nonsmooth problem","version":2})", "expected version 1"},
      {start + W + R"("q":[1],"lawz":[]})", "did you mean 'laws'"},
      {start + W + R"("q":[1],"q":[1],"laws":[]})", "'q' comes twice"},
      {start + W + R"("q":[1]})", "expected the key 'laws'"},
      {start + W + R"("q":[1,"x"],"laws":[]})", "q[1]: expected a number, found 'x'"},
      {start + W + R"("q":[1],"laws":[{"kind":"fre","dimension":1}]})", "did you mean 'free'"},
      {start + W + R"("q":[1],"laws":[{"kind":"free","dimension":2}]})", "the laws have 2"},
      {start + W + R"("q":[1],"laws":[{"kind":"free","dimension":2147483647},)" +
           R"({"kind":"free","dimension":2147483647}]})",
       "the laws have 4294967294"},
      {start + W + R"("q":[1],"laws":[{"kind":"free","dimension":1.5}]})", "an integer"},
      {start + W + R"("q":[1,2],"laws":[{"kind":"free","dimension":2}]})", "W is 1 x 1"},
      {start + W + R"("q":[1e999],"laws":[]})", "not JSON"},
      {start + R"("W":{"storage":"dense","rows":2147483647,"cols":2147483647,"values":[2]},)" +
           R"("q":[1],"laws":[]})",
       "expected at most 1"},
      {start + R"("W":{"storage":"block_sparse","row_sizes":[1],"col_sizes":[1],"blocks":)" +
           R"([{"row":0,"col":1,"values":[1]}]},"q":[1],"laws":[]})",
       "blocks[0]: expected a block within 1 x 1"}};
  for (const auto& [text, words] : cases) {
    const std::string message = message_of([&given = text] { read_json(given, "bad.json"); });
    EXPECT_TRUE(contains(message, words)) << text << "\n  " << message << "\n  lacks " << words;
  }
}

TEST(Solution, IsWrittenInFullPrecision) {
  Solution solution;
  solution.r = Vector{{1.0 / 3, -0.0}};
  solution.u = Vector{{0.1, infinity}};
  solution.status = Status::max_iterations;
  solution.message = "stopped";
  solution.path = {{"lemke", 3, 0.5}};
  const auto path = scratch("solution.json");
  write_solution(path, solution);
  const std::string text = contents(path);
  for (const char* part :
       {R"("format": "nonsmooth solution")", R"("status": "max_iterations")",
        R"("r": [0.3333333333333333, -0.0])", R"("u": [0.1, "inf"])", R"("residual": "inf")",
        R"("path": [{"solver": "lemke", "iterations": 3, "residual": 0.5}])"})
    EXPECT_TRUE(contains(text, part)) << text;
}

TEST(Files, FailureIsReportedAndLeavesNothing) {
  const Solution solution{};
  EXPECT_TRUE(
      contains(message_of([&] { write_solution("/dev/full", solution); }), "No space left"));
  EXPECT_TRUE(contains(message_of([&] { write_solution("/nowhere/x.json", solution); }),
                       "/nowhere/x.json: cannot write"));
  const auto folder = scratch("folder");
  std::filesystem::create_directories(folder);
  write_solution(folder / "a.json", solution);
  write_solution(folder / "a.json", solution);
  int files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++files;
  EXPECT_EQ(files, 1);
  std::filesystem::remove_all(folder);
}

#if NS_TEST_HDF5
TEST(Fclib, RoundTripIsExact) {
  const auto path = scratch("round.hdf5");
  for (int seed = 0; seed < 12; ++seed)
    for (const ProblemFile& file :
         {samples::random_local(static_cast<std::uint64_t>(seed), 1 + seed % 4, 2 + seed % 2,
                                seed % 3),
          samples::random_global(static_cast<std::uint64_t>(seed), 1 + seed % 3, 3, seed % 2 == 0,
                                 seed % 3)}) {
      std::filesystem::remove(path);
      write_fclib(path, file);
      const ProblemFile back = read(path);
      EXPECT_TRUE(same(file, back)) << back.format;
      expect_same_solution(file, back);
    }
}

TEST(Fclib, TheSameProblemGivesTheSameBytes) {
  const auto first = scratch("first.hdf5"), second = scratch("second.hdf5");
  const ProblemFile file = samples::random_global(3, 2, 3, false, 1);
  write_fclib(first, file);
  // HDF5 can store the time of writing, in whole seconds
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  write_fclib(second, file);
  EXPECT_EQ(contents(first), contents(second));
}

TEST(Fclib, NeverOverwrites) {
  const auto path = scratch("twice.hdf5");
  write_fclib(path, samples::random_local(1, 1, 3, 0));
  EXPECT_TRUE(contains(message_of([&] { write_fclib(path, samples::random_local(2, 1, 3, 0)); }),
                       "File exists"));
}

TEST(Fclib, RefusesWhatTheFormatCannotHold) {
  const auto refusal = [](std::vector<AnyLaw> laws) {
    int n = 0;
    for (const AnyLaw& law : laws) n += law.size();
    const ProblemFile file{
        Problem{Matrix(Matrix::Identity(n, n)), Vector::Ones(n), laws}, "", "", "", {}, {}, {}};
    return message_of<Error>([&] { write_fclib(scratch("refused.hdf5"), file); });
  };
  EXPECT_TRUE(contains(refusal({coulomb(0.1), NonNegative{1}}), "law 1 (non_negative)"));
  EXPECT_TRUE(contains(refusal({SecondOrderCone{3, 0.5, 0.1}}), "not Coulomb"));
  EXPECT_TRUE(contains(refusal({coulomb(0.1, 3), coulomb(0.1, 2)}), "one kind and dimension"));
  EXPECT_TRUE(contains(refusal({RollingCone{5, 0.1, 0.1}}), "global form only"));
  EXPECT_TRUE(contains(refusal({Free{1}, coulomb(0.1)}), "after all contacts"));
}

TEST(Fclib, DamagedFilesAreNamed) {
  const std::string signature = "\x89HDF\r\n\x1a\n and nothing else";
  EXPECT_TRUE(contains(message_of([&] { read_bytes(signature, "cut.hdf5"); }), "cut.hdf5"));
}
#endif

}  // namespace
}  // namespace nonsmooth::io
