// SPDX-License-Identifier: Apache-2.0
// Reads FCLib files; the layout is in fclib.hpp.
#include "io/diagnose.hpp"
#include "io/fclib.hpp"
#include "io/hdf5.hpp"
#include "io/partition.hpp"
#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <utility>

namespace nonsmooth::io {
namespace {

using Entries = std::vector<Eigen::Triplet<double>>;
using hdf5::Reader;

// --- Matrices
// -------------------------------------------------------------------------------------

struct CsMatrix {
  int rows = 0, cols = 0, nz = 0;
  std::vector<int> p, i;
  Vector x;
};

void demand(const Reader& reader, const std::string& path, std::int64_t found,
            std::int64_t expected, const std::string& reason) {
  if (found != expected)
    reader.fail(path, "expected " + std::to_string(expected) + " (" + reason + "), found " +
                          std::to_string(found));
}

bool all_below(const std::vector<int>& indices, std::size_t count, int bound) {
  return std::all_of(indices.begin(), indices.begin() + static_cast<std::ptrdiff_t>(count),
                     [bound](int index) { return index >= 0 && index < bound; });
}

Entries triplet_entries(const Reader& reader, const std::string& path, CsMatrix& matrix) {
  const auto count = static_cast<std::size_t>(matrix.nz);
  if (matrix.p.size() < count || matrix.i.size() < count ||
      static_cast<std::size_t>(matrix.x.size()) < count)
    reader.fail(path, "expected " + std::to_string(count) + " triplets (nz), found " +
                          std::to_string(matrix.p.size()) + " in p, " +
                          std::to_string(matrix.i.size()) + " in i, " +
                          std::to_string(matrix.x.size()) + " in x");
  const auto fits = [&] {
    return all_below(matrix.p, count, matrix.cols) && all_below(matrix.i, count, matrix.rows);
  };
  // the header of the FCLib library documents the opposite meaning; a file written to that letter
  // shows itself by indices out of range
  if (!fits()) {
    std::swap(matrix.p, matrix.i);
    if (!fits())
      reader.fail(path, "expected indices within " + std::to_string(matrix.rows) + " x " +
                            std::to_string(matrix.cols) + ", found some outside");
  }
  Entries entries;
  for (std::size_t k = 0; k < count; ++k)
    entries.emplace_back(matrix.i[k], matrix.p[k], matrix.x[static_cast<Eigen::Index>(k)]);
  return entries;
}

Entries compressed_entries(const Reader& reader, const std::string& path, const CsMatrix& matrix,
                           bool by_row) {
  const int major_count = by_row ? matrix.rows : matrix.cols;
  const int minor_count = by_row ? matrix.cols : matrix.rows;
  demand(reader, path + "/p", static_cast<std::int64_t>(matrix.p.size()),
         std::int64_t{major_count} + 1, "entries, one more than rows or columns");
  const auto available =
      std::min<std::int64_t>(static_cast<std::int64_t>(matrix.i.size()), matrix.x.size());
  if (matrix.p.front() != 0 || matrix.p.back() > available ||
      !std::is_sorted(matrix.p.begin(), matrix.p.end()))
    reader.fail(path + "/p", "expected pointers ascending from 0 to at most " +
                                 std::to_string(available) + ", found others");
  const auto count = static_cast<std::size_t>(matrix.p.back());
  if (!all_below(matrix.i, count, minor_count))
    reader.fail(path + "/i",
                "expected indices below " + std::to_string(minor_count) + ", found some outside");
  Entries entries;
  for (int major = 0; major < major_count; ++major)
    for (int k = matrix.p[static_cast<std::size_t>(major)];
         k < matrix.p[static_cast<std::size_t>(major) + 1]; ++k) {
      const int minor = matrix.i[static_cast<std::size_t>(k)];
      entries.emplace_back(by_row ? major : minor, by_row ? minor : major, matrix.x[k]);
    }
  return entries;
}

// The shape is known from vectors already read, so nothing here is sized by a mere claim.
Entries read_entries(const Reader& reader, const std::string& path, Eigen::Index rows,
                     Eigen::Index cols) {
  CsMatrix matrix;
  matrix.rows = reader.integer(path + "/m");
  matrix.cols = reader.integer(path + "/n");
  demand(reader, path + "/m", matrix.rows, rows, "rows, as the vectors say");
  demand(reader, path + "/n", matrix.cols, cols, "columns, as the vectors say");
  matrix.nz = reader.integer(path + "/nz");
  matrix.p = reader.integers(path + "/p");
  matrix.i = reader.integers(path + "/i");
  matrix.x = reader.numbers(path + "/x");
  if (matrix.nz >= 0) return triplet_entries(reader, path, matrix);
  if (matrix.nz < -2)
    reader.fail(path + "/nz", "expected a count, -1 (by columns) or -2 (by rows), found " +
                                  std::to_string(matrix.nz));
  return compressed_entries(reader, path, matrix, matrix.nz == -2);
}

SparseMatrix assemble(Eigen::Index rows, Eigen::Index cols, const Entries& entries) {
  SparseMatrix matrix(rows, cols);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

// --- Laws, solution
// -------------------------------------------------------------------------------

std::vector<AnyLaw> read_laws(const Reader& reader, const std::string& root, Eigen::Index size,
                              bool rolling) {
  const int dimension = reader.integer(root + "/spacedim");
  const bool known = dimension == 3 || dimension == (rolling ? 5 : 2);
  if (!known)
    reader.fail(root + "/spacedim", std::string("expected ") + (rolling ? "3 or 5" : "2 or 3") +
                                        ", found " + std::to_string(dimension));
  const Vector mu = reader.numbers(root + "/vectors/mu");
  demand(reader, root + "/vectors/mu", mu.size() * dimension, size,
         "entries times the dimension, the number of contact unknowns");
  const Vector mu_r = rolling ? reader.numbers(root + "/vectors/mu_r") : Vector();
  if (rolling)
    demand(reader, root + "/vectors/mu_r", mu_r.size(), mu.size(), "entries, one per contact");
  std::vector<AnyLaw> laws;
  for (Eigen::Index i = 0; i < mu.size(); ++i) {
    if (rolling)
      laws.emplace_back(RollingCone{dimension, mu[i], mu_r[i]});
    else
      laws.emplace_back(coulomb(mu[i], dimension));
  }
  return laws;
}

struct UnknownSizes {
  Eigen::Index contacts = 0, equations = 0, velocities = 0;
};

Vector read_sized(const Reader& reader, const std::string& path, Eigen::Index size) {
  Vector values = reader.numbers(path);
  demand(reader, path, values.size(), size, "entries, as in the problem");
  return values;
}

// True if the group holds a solution. Shipped files carry r = 0 as a placeholder for none.
bool read_solution(const Reader& reader, const std::string& group, const UnknownSizes& sizes,
                   ProblemFile& file) {
  if (!reader.has(group + "/r")) return false;
  if (sizes.equations > 0 && !reader.has(group + "/l")) return false;
  Vector r(sizes.contacts + sizes.equations);
  r.head(sizes.contacts) = read_sized(reader, group + "/r", sizes.contacts);
  if (sizes.equations > 0)
    r.tail(sizes.equations) = read_sized(reader, group + "/l", sizes.equations);
  if (r.isZero(0.0)) return false;
  file.r = std::move(r);
  if (reader.has(group + "/u")) {
    Vector u = Vector::Zero(sizes.contacts + sizes.equations);
    u.head(sizes.contacts) = read_sized(reader, group + "/u", sizes.contacts);
    file.u = std::move(u);
  }
  if (sizes.velocities > 0 && reader.has(group + "/v"))
    file.v = read_sized(reader, group + "/v", sizes.velocities);
  return true;
}

void read_solution_or_guess(const Reader& reader, const UnknownSizes& sizes, ProblemFile& file) {
  if (read_solution(reader, "/solution", sizes, file)) return;
  for (int guess = 1; reader.has("/guesses/" + std::to_string(guess)); ++guess)
    if (read_solution(reader, "/guesses/" + std::to_string(guess), sizes, file)) {
      file.guess = true;
      return;
    }
}

Vector joined(const Vector& head, const Vector& tail) {
  Vector all(head.size() + tail.size());
  all.head(head.size()) = head;
  all.tail(tail.size()) = tail;
  return all;
}

// --- Problems
// -------------------------------------------------------------------------------------

Problem read_local(const Reader& reader, UnknownSizes& sizes) {
  const std::string& root = fclib::local_root;
  const Vector q = reader.numbers(root + "/vectors/q");
  const bool equations = reader.has(root + "/V") || reader.has(root + "/R");
  const Vector s = equations ? reader.numbers(root + "/vectors/s") : Vector();
  sizes = {q.size(), s.size(), 0};
  Problem problem;
  problem.laws = read_laws(reader, root, q.size(), false);
  Entries entries = read_entries(reader, root + "/W", q.size(), q.size());
  if (equations) {
    const int first = static_cast<int>(q.size());
    for (const auto& v : read_entries(reader, root + "/V", q.size(), s.size())) {
      entries.emplace_back(v.row(), first + v.col(), v.value());
      entries.emplace_back(first + v.col(), v.row(), v.value());
    }
    for (const auto& r : read_entries(reader, root + "/R", s.size(), s.size()))
      entries.emplace_back(first + r.row(), first + r.col(), r.value());
    problem.laws.emplace_back(Free{static_cast<int>(s.size())});
  }
  problem.q = joined(q, s);
  const std::vector<int> blocks = block_partition(problem.laws);
  problem.W = BlockSparse(blocks, blocks, assemble(problem.q.size(), problem.q.size(), entries));
  return problem;
}

GlobalProblem read_global(const Reader& reader, const std::string& root, bool rolling,
                          UnknownSizes& sizes) {
  GlobalProblem problem;
  problem.f = reader.numbers(root + "/vectors/f");
  const Vector w = reader.numbers(root + "/vectors/w");
  const bool equations = reader.has(root + "/G");
  const Vector b = equations ? reader.numbers(root + "/vectors/b") : Vector();
  sizes = {w.size(), b.size(), problem.f.size()};
  problem.laws = read_laws(reader, root, w.size(), rolling);
  const Eigen::Index n = problem.f.size();
  problem.M = assemble(n, n, read_entries(reader, root + "/M", n, n));
  Entries entries = read_entries(reader, root + "/H", n, w.size());
  if (equations) {
    for (const auto& g : read_entries(reader, root + "/G", n, b.size()))
      entries.emplace_back(g.row(), static_cast<int>(w.size()) + g.col(), g.value());
    problem.laws.emplace_back(Free{static_cast<int>(b.size())});
  }
  problem.w = joined(w, b);
  problem.H = assemble(n, problem.w.size(), entries);
  return problem;
}

}  // namespace

ProblemFile read_fclib(std::span<const char> bytes, const std::string& name) {
  const Reader reader(bytes, name);
  ProblemFile file;
  UnknownSizes sizes;
  std::string root = fclib::local_root;
  if (reader.has(root)) {
    file.format = "fclib local";
    file.problem = read_local(reader, sizes);
  } else {
    const bool rolling = reader.has(fclib::rolling_root);
    root = rolling ? fclib::rolling_root : fclib::global_root;
    if (!reader.has(root))
      throw FileError(name +
                      ": expected a group fclib_local, fclib_global or "
                      "fclib_global_rolling, found none of them");
    file.format = rolling ? "fclib global rolling" : "fclib global";
    file.problem = read_global(reader, root, rolling, sizes);
  }
  file.title = reader.text(root + "/info/title");
  file.description = reader.text(root + "/info/description");
  read_solution_or_guess(reader, sizes, file);
  check_problem(file, name);
  return file;
}

}  // namespace nonsmooth::io
