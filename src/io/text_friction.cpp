// SPDX-License-Identifier: Apache-2.0
// Contact problems in Siconos numerics text: friction (dimension 2, 3), rolling friction (3 in the
// plane, 5 in space), both also in global form
//
//   local    u = M r + q                       global   M v = H r + q,   u = H^T v + b
//
// with the normal component first in every contact.
#include "io/text_grammar.hpp"
#include "io/text_matrix.hpp"

#include <limits>
#include <utility>

namespace nonsmooth::io {
namespace {

struct ContactHeader {
  int dimension = 0, contacts = 0;
  int size() const { return dimension * contacts; }
};

ContactHeader read_header(TokenCursor& cursor) {
  ContactHeader header;
  const Token first = TokenCursor(cursor).next("the dimension (2, 3 or 5)");
  header.dimension = cursor.integer("the dimension (2, 3 or 5)", 2, 5);
  if (header.dimension == 4) reject(first, "the dimension (2, 3 or 5)");
  header.contacts = cursor.integer("the number of contacts", 0,
                                   std::numeric_limits<int>::max() / header.dimension);
  return header;
}

// Whether mu_r follows. Space rolling is known by its dimension. Plane rolling needs one more
// number per contact and nothing else; a friction file ends with mu, a 0/1 flag or a flag and a
// guess.
bool rolling_follows(TokenCursor& cursor, const ContactHeader& header) {
  if (header.dimension != 3) return header.dimension == 5;
  const std::int64_t numbers = cursor.numbers_ahead();
  if (header.contacts < 2 || numbers < 2 || numbers > header.contacts) return false;
  if (numbers == header.contacts) return true;
  cursor.require(numbers, "mu_r");
  throw Mismatch{cursor.offset(),
                 "mu_r of " + std::to_string(header.contacts) + " contacts or the end of the file",
                 std::to_string(numbers) + " more numbers"};
}

std::vector<AnyLaw> read_laws(TokenCursor& cursor, const ContactHeader& header) {
  const Vector mu = cursor.vector(header.contacts, "mu");
  const bool rolling = rolling_follows(cursor, header);
  const Vector mu_r = rolling ? cursor.vector(header.contacts, "mu_r") : Vector();
  std::vector<AnyLaw> laws;
  for (int i = 0; i < header.contacts; ++i) {
    if (rolling)
      laws.emplace_back(RollingCone{header.dimension, mu[i], mu_r[i]});
    else
      laws.emplace_back(coulomb(mu[i], header.dimension));
  }
  return laws;
}

bool is_rolling(const std::vector<AnyLaw>& laws) {
  return !laws.empty() && laws[0].get_if<RollingCone>() != nullptr;
}

}  // namespace

ProblemFile read_text_friction(TextAttempt& attempt) {
  TokenCursor& cursor = attempt.cursor;
  const ContactHeader header = read_header(cursor);
  TextMatrix matrix = read_matrix(cursor, "M", header.size(), header.size());
  Problem problem;
  problem.q = cursor.vector(header.size(), "q");
  problem.laws = read_laws(cursor, header);
  problem.W = to_delassus(std::move(matrix), problem.laws);
  ProblemFile file;
  file.format =
      is_rolling(problem.laws) ? "siconos text rolling friction" : "siconos text friction";
  file.problem = std::move(problem);
  return file;
}

ProblemFile read_text_global(TextAttempt& attempt) {
  TokenCursor& cursor = attempt.cursor;
  const ContactHeader header = read_header(cursor);
  const MatrixHeader m_header = read_matrix_header(cursor, "M", any_size, any_size);
  if (m_header.rows != m_header.cols)
    throw Mismatch{cursor.offset(), "a square matrix M",
                   std::to_string(m_header.rows) + " x " + std::to_string(m_header.cols)};
  GlobalProblem problem;
  problem.M = to_sparse(read_matrix_body(cursor, "M", m_header));
  const MatrixHeader h_header = read_matrix_header(cursor, "H", m_header.rows, header.size());
  attempt.certain = true;
  problem.H = to_sparse(read_matrix_body(cursor, "H", h_header));
  problem.f = cursor.vector(m_header.rows, "q");
  problem.w = cursor.vector(header.size(), "b");
  problem.laws = read_laws(cursor, header);
  ProblemFile file;
  file.format = is_rolling(problem.laws) ? "siconos text global rolling friction"
                                         : "siconos text global friction";
  file.problem = std::move(problem);
  return file;
}

}  // namespace nonsmooth::io
