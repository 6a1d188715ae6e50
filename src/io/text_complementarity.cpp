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
  int equations = 0;  // as many as free unknowns, but for the older layout
  int total() const { return free + complementary; }
};

MlcpSizes read_mlcp_sizes(TokenCursor& cursor) {
  MlcpSizes sizes;
  sizes.by_blocks = cursor.integer("the flag of the block layout", 0, 1) == 1;
  sizes.by_parts =
      cursor.integer("the flag of the A, B, C, D layout", sizes.by_blocks ? 0 : 1, 1) == 1;
  sizes.free = cursor.integer("the number of equations", 0, largest_int);
  sizes.complementary = cursor.integer("the number of inequalities", 0, largest_int - sizes.free);
  sizes.equations = sizes.free;
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
  const int n = sizes.free, m = sizes.complementary, e = sizes.equations;
  // a and b need as many numbers; B alone would not bound n when m is zero, nor A bound m
  cursor.require(std::int64_t{e} + m, "a and b");
  const Matrix A = read_by_rows(cursor, e, n, "A"), B = read_by_rows(cursor, m, m, "B");
  const Matrix C = read_by_rows(cursor, e, m, "C"), D = read_by_rows(cursor, m, n, "D");
  const Vector a = cursor.vector(e, "a"), b = cursor.vector(m, "b");
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

// "1 1 n" may be the start of a current file; that goes on with m and the first block start, 0.
void demand_no_current_mlcp(const TokenCursor& after_sizes) {
  TokenCursor cursor(after_sizes);
  try {
    cursor.integer("m", 0, largest_int);
    cursor.integer("the first block start", 0);
  } catch (const Mismatch&) {
    return;
  }
  throw Mismatch{after_sizes.offset(), "a file of one layout", "the start of two"};
}

void demand_older_count(const TokenCursor& after_sizes, const MlcpSizes& sizes, int rows) {
  // every row of A and C, or D and B, has n + m entries and one of a or b
  const std::int64_t problem = std::int64_t{rows} * (std::int64_t{sizes.total()} + 1);
  const std::int64_t solution = std::int64_t{sizes.total()} + sizes.complementary;
  TokenCursor cursor(after_sizes);
  const std::int64_t found = cursor.numbers_ahead();
  for (std::int64_t i = 0; i < found; ++i) cursor.next("");
  if ((found == problem || found == problem + solution) && cursor.at_end()) return;
  throw Mismatch{after_sizes.offset(),
                 std::to_string(problem) +
                     " numbers (A, B, C, D, a, b of the older layout), with or "
                     "without the " +
                     std::to_string(solution) + " of a solution, and the end",
                 std::to_string(found) + (cursor.at_end() ? "" : " and other text")};
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

// n, m, rows, then A, B, C, D, a, b with rows - m equations, then nothing or a reference solution
// of n + 2 m numbers. The first three numbers tell it from every other kind of file, whole or cut:
//
//   starts with                      why it is no older MLCP
//   n storage n (LCP, relay)         storage 0 is m = 0; otherwise rows = n < n + m
//   dimension count storage          rows <= 2 < n + m (friction; a SOCLCP of size 1 has words)
//   dimension count model            rows <= 2 < n + m (plasticity)
//   storage rows cols (generic)      rows = m < n + m
//   flag flag n (current MLCP)       a flag 0 is n = 0 or m = 0; flags 1 1 need a look at what
//   follows
//
// and the count of all numbers must fit.
ProblemFile read_text_mlcp_older(TextAttempt& attempt) {
  TokenCursor& cursor = attempt.cursor;
  MlcpSizes sizes;
  sizes.free = cursor.integer("the number of free unknowns", 1, largest_int);
  sizes.complementary = cursor.integer("the number of inequalities", 1, largest_int - sizes.free);
  const int rows = cursor.integer("the number of rows", sizes.total(), largest_int);
  sizes.equations = rows - sizes.complementary;
  if (sizes.total() == 2) demand_no_current_mlcp(cursor);
  demand_older_count(cursor, sizes, rows);
  ProblemFile file;
  file.format = "siconos text mlcp";
  file.problem = read_mlcp_parts(cursor, sizes);
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
