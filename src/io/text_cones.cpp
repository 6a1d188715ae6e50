// SPDX-License-Identifier: Apache-2.0
// Siconos numerics text of problems with other or mixed sets:
//
//   soclcp       -(M r + q) in N_K(r), K a product of cones |r_T| <= tau r_N
//   plasticity   Drucker-Prager: friction eta, dilation theta; von Mises: the mean stress is free,
//   the
//                deviator stays in a ball of the yield stress
//   generic      mechanical problems whose diagonal blocks are equations, complementarity, friction
#include "io/text_grammar.hpp"
#include "io/text_matrix.hpp"

#include <limits>
#include <string>
#include <utility>

namespace nonsmooth::io {
namespace {

constexpr int largest_int = std::numeric_limits<int>::max();

std::vector<int> read_cone_starts(TextAttempt& attempt, int n, int cones) {
  TokenCursor& cursor = attempt.cursor;
  cursor.require(std::int64_t{cones} + 1, "cone starts");
  std::vector<int> starts{cursor.integer("the first cone start", 0, 0)};
  for (int i = 0; i < cones; ++i)
    starts.push_back(cursor.integer("a cone start", i + 1 == cones ? n : starts.back() + 1, n));
  attempt.certain = true;
  return starts;
}

std::vector<AnyLaw> read_plasticity_laws(TokenCursor& cursor, int dimension, int points,
                                         bool von_mises) {
  std::vector<AnyLaw> laws;
  if (von_mises) {
    const Vector yield = cursor.vector(points, "yield stress");
    for (int i = 0; i < points; ++i) {
      laws.emplace_back(Free{1});
      laws.emplace_back(Disk{dimension - 1, yield[i]});
    }
    return laws;
  }
  const Vector eta = cursor.vector(points, "eta"), theta = cursor.vector(points, "theta");
  for (int i = 0; i < points; ++i) laws.emplace_back(SecondOrderCone{dimension, eta[i], theta[i]});
  return laws;
}

// The type of one diagonal block and what it needs.
AnyLaw read_generic_law(TokenCursor& cursor, int block, int size) {
  const std::string what =
      "the type of block " + std::to_string(block) +
      " (0 complementarity, 2 equation, 3 friction 2D, 4 friction 3D, 9 relay)";
  const Token token = TokenCursor(cursor).next(what);
  const int type = cursor.integer(what, 0, 9);
  const auto demand = [&](int demanded) {
    if (size != demanded)
      reject(token, "a type that fits the " + std::to_string(size) + " rows of block " +
                        std::to_string(block));
  };
  switch (type) {
    case 0: return NonNegative{size};
    case 2: return Free{size};
    case 3: demand(2); return coulomb(cursor.number("mu"), 2);
    case 4: demand(3); return coulomb(cursor.number("mu"), 3);
    case 9: return Box{.lower = Vector::Constant(size, -1.0), .upper = Vector::Constant(size, 1.0)};
    default: reject(token, what);
  }
}

}  // namespace

ProblemFile read_text_soclcp(TextAttempt& attempt) {
  TokenCursor& cursor = attempt.cursor;
  const int n = cursor.integer("the number of unknowns", 1, largest_int);
  const int cones = cursor.integer("the number of cones", 1, n);
  TextMatrix matrix = read_matrix(cursor, "M", n, n);
  // only friction of one contact starts in the same way
  attempt.certain = !(cones == 1 && (n == 2 || n == 3 || n == 5));
  Problem problem;
  problem.q = cursor.vector(n, "q");
  const std::vector<int> starts = read_cone_starts(attempt, n, cones);
  for (std::size_t i = 0; i + 1 < starts.size(); ++i)
    problem.laws.emplace_back(
        SecondOrderCone{starts[i + 1] - starts[i], cursor.number("tau"), 0.0});
  problem.W = to_delassus(std::move(matrix), problem.laws);
  ProblemFile file;
  file.format = "siconos text soclcp";
  file.problem = std::move(problem);
  return file;
}

ProblemFile read_text_plasticity(TextAttempt& attempt) {
  TokenCursor& cursor = attempt.cursor;
  const int dimension = cursor.integer("the dimension", 2, 6);
  const int points = cursor.integer("the number of points", 1, largest_int / dimension);
  const int model = cursor.integer("the model (1 Drucker-Prager, 2 von Mises)", 1, 2);
  const int size = dimension * points;
  TextMatrix matrix = read_matrix(cursor, "M", size, size);
  attempt.certain = true;
  Problem problem;
  problem.q = cursor.vector(size, "q");
  problem.laws = read_plasticity_laws(cursor, dimension, points, model == 2);
  problem.W = to_delassus(std::move(matrix), problem.laws);
  ProblemFile file;
  file.format = "siconos text plasticity";
  file.problem = std::move(problem);
  return file;
}

ProblemFile read_text_generic(TextAttempt& attempt) {
  TokenCursor& cursor = attempt.cursor;
  const Token first = TokenCursor(cursor).next("the storage of M (1, sparse blocks)");
  const MatrixHeader header = read_matrix_header(cursor, "M", any_size, any_size);
  if (header.storage != 1) reject(first, "the storage of M (1, sparse blocks)");
  if (header.rows != header.cols)
    throw Mismatch{cursor.offset(), "a square matrix M",
                   std::to_string(header.rows) + " x " + std::to_string(header.cols)};
  TextMatrix matrix = read_matrix_body(cursor, "M", header);
  attempt.certain = true;
  Problem problem;
  problem.q = cursor.vector(header.rows, "q");
  const BlockSparse& blocks = std::get<BlockSparse>(matrix);
  for (int i = 0; i < blocks.block_rows(); ++i)
    problem.laws.push_back(read_generic_law(cursor, i, blocks.row_size(i)));
  problem.W = to_delassus(std::move(matrix), problem.laws);
  ProblemFile file;
  file.format = "siconos text generic mechanical";
  file.problem = std::move(problem);
  return file;
}

}  // namespace nonsmooth::io
