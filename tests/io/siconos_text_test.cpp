// SPDX-License-Identifier: Apache-2.0
#include "compare.hpp"
#include "nonsmooth/io.hpp"
#include "samples.hpp"

#include <gtest/gtest.h>

namespace nonsmooth::io {
namespace {

using compare::contains;
using compare::message_of;

Problem reduced(const std::string& text) {
  return std::get<Problem>(read_text(text, "sample").problem);
}

TEST(SiconosText, EveryGrammarIsRecognised) {
  for (const auto& [format, text] : samples::all())
    EXPECT_EQ(read_text(text, "sample").format, format) << text;
}

TEST(SiconosText, DenseIsByColumns) {
  const Problem problem = reduced(samples::lcp);
  EXPECT_EQ(problem.W.to_dense(), (Matrix{{2, 0}, {1, 3}}));
  EXPECT_EQ(problem.q, (Vector{{-1, -4}}));
  EXPECT_EQ(kind(problem), ProblemKind::lcp);
}

TEST(SiconosText, BlocksKeepTheSizeOfTheirLaws) {
  const Problem problem = reduced(samples::friction_2d_blocks);
  ASSERT_FALSE(problem.W.is_dense());
  EXPECT_EQ(problem.W.blocks().block_count(), 3);
  EXPECT_EQ(problem.W.to_dense(),
            (Matrix{{1, 3, 5, 7}, {2, 4, 6, 8}, {0, 0, 9, 11}, {0, 0, 10, 12}}));
  EXPECT_EQ(problem.laws[1].get_if<SecondOrderCone>()->mu, 0.2);
  EXPECT_EQ(kind(problem), ProblemKind::friction_2d);
}

TEST(SiconosText, SparsePrints) {
  EXPECT_EQ(reduced(samples::friction_2d_sparse).W.to_dense(), (Matrix{{3, 0}, {-1, 2.5}}));
  // half triplets are mirrored
  EXPECT_EQ(reduced(samples::drucker_prager).W.to_dense(),
            (Matrix{{1, 0.5, 0}, {0.5, 2, 0}, {0, 0, 3}}));
  const Problem rolling = reduced(samples::rolling);
  EXPECT_EQ(rolling.W.to_dense()(0, 1), 0.5);
  EXPECT_EQ(rolling.W.to_dense()(1, 0), 0.0);
  EXPECT_EQ(rolling.laws[0].get_if<RollingCone>()->mu_r, 0.05);
}

TEST(SiconosText, Global) {
  const ProblemFile file = read_text(samples::global, "sample");
  const auto& problem = std::get<GlobalProblem>(file.problem);
  EXPECT_EQ(Matrix(problem.H), (Matrix{{1, 0, 0}, {0, 1, 0}, {0.5, 0, 1}}));
  EXPECT_EQ(problem.f, (Vector{{1, -1, 0.25}}));
  EXPECT_EQ(problem.w, (Vector{{0, 0.5, -0.5}}));
  EXPECT_EQ(kind(problem), ProblemKind::friction_3d);
}

TEST(SiconosText, RelayBounds) {
  const Problem problem = reduced(samples::relay);
  const Box* box = problem.laws[0].get_if<Box>();
  ASSERT_NE(box, nullptr);
  EXPECT_EQ(box->lower, (Vector{{-1, -2}}));
  EXPECT_EQ(box->upper, (Vector{{1, 2.5}}));
}

TEST(SiconosText, MlcpLayouts) {
  const Problem both = reduced(samples::mlcp);
  EXPECT_EQ(both.W.to_dense(), (Matrix{{1, 2, 0}, {7, 5, 4}, {0, 0, 6}}));
  ASSERT_EQ(both.laws.size(), 2u);
  EXPECT_EQ(both.laws[0].kind(), "free");
  EXPECT_EQ(both.laws[1].size(), 2);
  EXPECT_EQ(reduced(samples::mlcp_parts).W.to_dense(), (Matrix{{4, 2}, {1, 3}}));
  // interleaved blocks: one law per run
  const Problem mixed = reduced("1 0 2 1  0 1 2 3  0 1 0  0 3 3 3 3 1 0 0 0 1 0 0 0 1  1 2 3");
  ASSERT_EQ(mixed.laws.size(), 3u);
  EXPECT_EQ(mixed.laws[1].kind(), "non_negative");
}

TEST(SiconosText, OlderMlcpLayout) {
  const Problem older = reduced(samples::mlcp_older), current = reduced(samples::mlcp);
  EXPECT_EQ(older.W.to_dense(), current.W.to_dense());
  EXPECT_EQ(older.q, current.q);
  // a reference solution of n + 2 m numbers may follow, and nothing else
  EXPECT_EQ(reduced(samples::mlcp_older + "1 0 3 0 0").q, current.q);
  for (const char* tail : {"1", "1 0 3 0", "1 0 3 0 0 0", "a remark", "1 0 3 0 0 a remark"})
    EXPECT_NE(compare::message_of([&] { read_text(samples::mlcp_older + tail, "f"); }), "") << tail;
}

TEST(SiconosText, OlderMlcpLayoutWithMoreEquationsThanUnknowns) {
  const Problem file = reduced("2 1 4  1 2 3 4 5 6  7  8 9 10  11 12  -1 -2 -3  -4");
  const Problem built = mlcp(Matrix{{1, 2}, {3, 4}, {5, 6}}, Matrix{{7}}, Matrix{{8}, {9}, {10}},
                             Matrix{{11, 12}}, Vector{{-1, -2, -3}}, Vector{{-4}});
  EXPECT_EQ(file.W.to_dense(), built.W.to_dense());
  EXPECT_EQ(file.q, built.q);
}

TEST(SiconosText, CutFilesAreNoOlderMlcp) {
  // as an older file: one equation, one inequality, two or three rows, 9 or 12 numbers
  const std::string current = "1 1 2 1  0 2 3  0 1  0 3 3 3 3  1 0 0 0 1 0 0 0 1  1 2 3";
  std::size_t end = 0;
  for (int tokens = 1; tokens < 20; ++tokens) {
    end = std::min(current.find_first_of(' ', current.find_first_not_of(' ', end)), current.size());
    EXPECT_NE(compare::message_of([&] { read_text(current.substr(0, end), "f"); }), "") << tokens;
  }
  // what cannot be the start of a current file is an older one
  EXPECT_EQ(reduced("1 1 2  4  3  2  1  -5  -6").W.to_dense(), (Matrix{{4, 2}, {1, 3}}));
  // an LCP without its last three numbers
  EXPECT_NE(compare::message_of([&] { read_text("2 0 2 2 2 2  1 0 0", "f"); }), "");
}

TEST(SiconosText, CutOlderMlcpSaysHowManyNumbersItNeeds) {
  const std::string message = compare::message_of([&] { read_text("2 1 4\n1 2\n3 4\n5\n", "f"); });
  EXPECT_TRUE(compare::contains(message, "f:1:6: expected 16 numbers")) << message;
  EXPECT_TRUE(compare::contains(message, "found 5 ")) << message;
}

TEST(SiconosText, GenericSoclcpPlasticity) {
  const Problem generic = reduced(samples::generic);
  ASSERT_EQ(generic.laws.size(), 3u);
  EXPECT_EQ(generic.laws[0].kind(), "free");
  EXPECT_EQ(generic.laws[2].get_if<SecondOrderCone>()->mu, 0.3);
  const Problem soclcp = reduced(samples::soclcp);
  EXPECT_EQ(soclcp.laws[1].size(), 2);
  EXPECT_EQ(kind(soclcp), ProblemKind::soclcp);
  const auto* cone = reduced(samples::drucker_prager).laws[0].get_if<SecondOrderCone>();
  EXPECT_EQ(cone == nullptr, false);
  EXPECT_EQ(kind(reduced(samples::drucker_prager)), ProblemKind::plasticity);
  const Problem von_mises = reduced(samples::von_mises);
  ASSERT_EQ(von_mises.laws.size(), 2u);
  EXPECT_EQ(von_mises.laws[1].get_if<Disk>()->radius, 2.5);
}

TEST(SiconosText, PlaneRollingByItsExtraCoefficients) {
  const std::string start = "3 2 2 6 6 1\nCSparse\n6-by-6, nzmax: 1 nnz: 1\n0 0 : 1\n1 2 3 4 5 6\n";
  EXPECT_EQ(read_text(start + "0.5 0.6", "x").format, "siconos text friction");
  EXPECT_EQ(read_text(start + "0.5 0.6 0", "x").format, "siconos text friction");
  EXPECT_EQ(read_text(start + "0.5 0.6 0.1 0.2", "x").format, "siconos text rolling friction");
}

// --- Malformed
// ------------------------------------------------------------------------------------

struct Malformed {
  std::string text;
  std::vector<std::string> words;
};

TEST(SiconosText, MessagesNamePositionExpectationFinding) {
  const std::vector<Malformed> cases{
      {"", {"bad.dat", "no text"}},
      {"hello world", {"bad.dat:1:1", "found 'hello'"}},
      {"2\n0\n2\n2\n2 2\n1 x\n0 1\n1 1", {"bad.dat:6:3", "value of M", "found 'x'"}},
      {"2\n0\n2\n2\n2 2\n1 nan\n0 1\n1 1", {"6:3", "a finite number", "found 'nan'"}},
      {"2\n0\n2\n2\n2 2\n1 1e999\n0 1\n1 1", {"6:3", "a finite number"}},
      {"2\n0\n2\n2\n2 2\n1 0\n0 1\n1", {"q", "the end of the file"}},
      {"4\n0\n4\n4\n4 3\n1 0\n0 1\n1 1", {"5:3", "columns (repeated) of M (4)", "found '3'"}},
      {"7\n1\n7\n7\n7 x\n1 0\n0 1\n1 1", {"5:3", "number of block rows of M"}},
      {"2000000000 0 2000000000 2000000000 2000000000 2000000000 1",
       {"2000000000 numbers", "bytes"}},
      {"3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 1 2 3 -0.5", {"mu is -0.5"}},
      {"2 0 2 2 2 2 1 0 0 1 1 1 0 0 1 -1", {"upper bound 1 not below"}},
      {"2 0 2 2 2 2 1 0 0 1 1 1 0.5 0.5 1", {"upper bound", "the end of the file"}},
      {"1 1 1 1 0 1 2 0 1 0 2 2 2 2 1 0 0 1 1 1  9 1 0 0 1 1", {"agree with M"}},
      {"1 0 1 1 0 1 2 1 1 0 2 2 2 2 1 0 0 1 1 1", {"blocks with 1 equations"}}};
  for (const auto& [text, words] : cases) {
    const std::string message = message_of([&given = text] { read_text(given, "bad.dat"); });
    for (const std::string& word : words)
      EXPECT_TRUE(contains(message, word)) << text << "\n  " << message << "\n  lacks " << word;
  }
}

TEST(SiconosText, BlockStructureIsVerified) {
  const auto damaged = [](const std::string& from, const std::string& to) {
    std::string text = samples::friction_2d_blocks;
    text.replace(text.find(from), from.size(), to);
    return message_of([&] { read_text(text, "bad.dat"); });
  };
  EXPECT_TRUE(contains(damaged("1\n 5 6", "7\n 5 6"), "block number of M (1), found '7'"));
  EXPECT_TRUE(contains(damaged("0 1 1\n", "0 5 1\n"), "column index of M"));
  EXPECT_TRUE(contains(damaged("0 2 3 ", "0 2 2 "), "row pointer of M"));
  EXPECT_TRUE(contains(damaged("2 4  2 4", "2 5  2 4"), "cumulative row size of M"));
}

TEST(SiconosText, SparsePrintIsVerified) {
  const auto damaged = [](const std::string& from, const std::string& to) {
    std::string text = samples::friction_2d_sparse;
    text.replace(text.find(from), from.size(), to);
    return message_of([&] { read_text(text, "bad.dat"); });
  };
  EXPECT_TRUE(contains(damaged("2-by-2", "3-by-2"), "'2-by-2,'"));
  EXPECT_TRUE(contains(damaged("nnz: 3", "nnz: 9999"), "entries of M"));
  EXPECT_TRUE(contains(damaged("      1 : -1", "      4 : -1"), "index of M"));
  EXPECT_TRUE(contains(damaged("2 to 2", "2 to 7"), "last location of M"));
}

TEST(SiconosText, GenericTypesMustFitTheirBlocks) {
  std::string text = samples::generic;
  text.replace(text.find("3 0.2"), 5, "4 0.2");
  EXPECT_TRUE(
      contains(message_of([&] { read_text(text, "bad.dat"); }), "fits the 2 rows of block 1"));
  text.replace(text.find("4 0.2"), 5, "1 0.2");
  EXPECT_TRUE(contains(message_of([&] { read_text(text, "bad.dat"); }), "type of block 1"));
}

}  // namespace
}  // namespace nonsmooth::io
