// SPDX-License-Identifier: Apache-2.0
// Complementarity problems in Siconos numerics text: LCP (AVI files have the same layout), relay,
// and MLCP, whose unknowns are split into n free ones (equations) and m complementary ones:
//
//   0 = A x + C z + a,   w = D x + B z + b,   0 <= z _|_ w >= 0.
#include "io/text_grammar.hpp"
#include "io/text_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace nonsmooth::io {
namespace {

constexpr int largest_int = std::numeric_limits<int>::max();

// Upper bounds of a relay, checked against the lower ones where they stand in the file.
Box read_bounds(TokenCursor& cursor, int n) {
  Box box;
  box.lower = cursor.vector(n, "lower bound");
  box.upper = Vector(n);
  for (int i = 0; i < n; ++i) {
    const Token token = TokenCursor(cursor).next("upper bound");
    box.upper[i] = cursor.number("upper bound");
    if (box.upper[i] < box.lower[i])
      reject(token, "upper bound " + std::to_string(i) + " not below the lower bound " +
                        std::to_string(box.lower[i]));
  }
  return box;
}

bool flag_follows(const TokenCursor& cursor) {
  const std::string_view token = TokenCursor(cursor).next("").text;
  return token == "0" || token == "1";
}

// --- MLCP
// -----------------------------------------------------------------------------------------

struct MlcpSizes {
  bool by_blocks = false, by_parts = false;
  int free = 0, complementary = 0;
  int total() const { return free + complementary; }
};

MlcpSizes read_mlcp_sizes(TokenCursor& cursor) {
  MlcpSizes sizes;
  sizes.by_blocks = cursor.integer("the flag of the block layout", 0, 1) == 1;
  sizes.by_parts =
      cursor.integer("the flag of the A, B, C, D layout", sizes.by_blocks ? 0 : 1, 1) == 1;
  sizes.free = cursor.integer("the number of equations", 0, largest_int);
  sizes.complementary = cursor.integer("the number of inequalities", 0, largest_int - sizes.free);
  return sizes;
}

// blocks in the order of the rows; neighbours of the same type become one law
std::vector<AnyLaw> read_mlcp_laws(TokenCursor& cursor, const MlcpSizes& sizes) {
  std::vector<int> starts{cursor.integer("the first block start", 0, 0)};
  while (starts.back() < sizes.total())
    starts.push_back(cursor.integer("a block start", starts.back() + 1, sizes.total()));
  struct Run {
    bool complementary;
    int size;
  };
  std::vector<Run> runs;
  int free = 0;
  for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
    const int size = starts[k + 1] - starts[k];
    const bool complementary =
        cursor.integer("a block type (1 complementarity, 0 equality)", 0, 1) == 1;
    if (!complementary) free += size;
    if (runs.empty() || runs.back().complementary != complementary)
      runs.push_back({complementary, size});
    else
      runs.back().size += size;
  }
  if (free != sizes.free)
    throw Mismatch{cursor.offset(), "blocks with " + std::to_string(sizes.free) + " equations",
                   "blocks with " + std::to_string(free)};
  std::vector<AnyLaw> laws;
  for (const Run& run : runs) {
    if (run.complementary)
      laws.emplace_back(NonNegative{run.size});
    else
      laws.emplace_back(Free{run.size});
  }
  return laws;
}

Matrix read_by_rows(TokenCursor& cursor, int rows, int cols, std::string_view what) {
  const std::int64_t count = std::int64_t{rows} * cols;
  cursor.require(count, what);
  Matrix matrix(rows, cols);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) matrix(i, j) = cursor.number(what);
  return matrix;
}

Problem read_mlcp_parts(TokenCursor& cursor, const MlcpSizes& sizes) {
  const int n = sizes.free, m = sizes.complementary;
  // a and b need as many numbers; B alone would not bound n when m is zero, nor A bound m
  cursor.require(std::int64_t{n} + m, "a and b");
  const Matrix A = read_by_rows(cursor, n, n, "A"), B = read_by_rows(cursor, m, m, "B");
  const Matrix C = read_by_rows(cursor, n, m, "C"), D = read_by_rows(cursor, m, n, "D");
  const Vector a = cursor.vector(n, "a"), b = cursor.vector(m, "b");
  return mlcp(A, B, C, D, a, b);
}

// Rows of a problem with its equations first.
std::vector<int> equations_first(const std::vector<AnyLaw>& laws) {
  std::vector<int> equations, inequalities;
  int row = 0;
  for (const AnyLaw& law : laws) {
    auto& rows = law.get_if<Free>() != nullptr ? equations : inequalities;
    for (int i = 0; i < law.size(); ++i) rows.push_back(row++);
  }
  equations.insert(equations.end(), inequalities.begin(), inequalities.end());
  return equations;
}

// A file that holds both layouts says everything twice; they must agree.
void compare_layouts(const TokenCursor& cursor, const Problem& blocks, const Problem& parts) {
  const std::vector<int> order = equations_first(blocks.laws);
  const Matrix expected = blocks.W.to_dense();
  const Matrix found = parts.W.to_dense();
  const double tolerance = 1e-6 * std::max(expected.cwiseAbs().sum(), blocks.q.cwiseAbs().sum());
  bool agree = true;
  for (int i = 0; i < blocks.size(); ++i) {
    const int row = order[static_cast<std::size_t>(i)];
    agree = agree && std::abs(blocks.q[row] - parts.q[i]) <= tolerance;
    for (int j = 0; j < blocks.size(); ++j) {
      const int col = order[static_cast<std::size_t>(j)];
      agree = agree && std::abs(expected(row, col) - found(i, j)) <= tolerance;
    }
  }
  if (!agree)
    throw Mismatch{cursor.offset(), "A, B, C, D, a, b that agree with M and q of the same file",
                   "other values"};
}

}  // namespace

ProblemFile read_text_mlcp(TextAttempt& attempt) {
  TokenCursor& cursor = attempt.cursor;
  const MlcpSizes sizes = read_mlcp_sizes(cursor);
  ProblemFile file;
  file.format = "siconos text mlcp";
  if (!sizes.by_blocks) {
    file.problem = read_mlcp_parts(cursor, sizes);
    return file;
  }
  Problem problem;
  problem.laws = read_mlcp_laws(cursor, sizes);
  TextMatrix matrix = read_matrix(cursor, "M", sizes.total(), sizes.total());
  attempt.certain = true;
  problem.q = cursor.vector(sizes.total(), "q");
  problem.W = to_scalar_delassus(std::move(matrix), problem.laws);
  if (sizes.by_parts) compare_layouts(cursor, problem, read_mlcp_parts(cursor, sizes));
  file.problem = std::move(problem);
  return file;
}

ProblemFile read_text_lcp_or_relay(TextAttempt& attempt) {
  TokenCursor& cursor = attempt.cursor;
  const int n = cursor.integer("the number of unknowns", 0, largest_int);
  TextMatrix matrix = read_matrix(cursor, "M", n, n);
  Problem problem;
  problem.q = cursor.vector(n, "q");
  // after q: nothing, a flag, or words make it an LCP; bounds make it a relay, and fewer numbers
  // than that are a relay cut short, not an LCP
  const std::int64_t numbers = cursor.numbers_ahead();
  const bool relay = n > 0 && numbers > 0 && !(numbers == 1 && flag_follows(cursor));
  if (relay)
    problem.laws.emplace_back(read_bounds(cursor, n));
  else
    problem.laws.emplace_back(NonNegative{n});
  problem.W = to_scalar_delassus(std::move(matrix), problem.laws);
  ProblemFile file;
  file.format = relay ? "siconos text relay" : "siconos text lcp";
  file.problem = std::move(problem);
  return file;
}

}  // namespace nonsmooth::io
