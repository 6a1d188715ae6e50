// SPDX-License-Identifier: Apache-2.0
// Delta debugging by complements: parts are removed in chunks of half, a quarter, ... of what is
// left. A pass of single parts that removes nothing ends the search: the problem is 1-minimal.
//
// A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing input", 2002.
#include "nonsmooth/solvers/shrink.hpp"

#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <chrono>
#include <string>

namespace nonsmooth {
namespace {

// --- The problem of some rows
// ---------------------------------------------------------------------

Vector entries_at(const Vector& values, std::span<const int> rows) {
  if (values.size() == 0) return {};
  Vector chosen(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t k = 0; k < rows.size(); ++k) chosen[static_cast<int>(k)] = values[rows[k]];
  return chosen;
}

// The law of the chosen components (counted within the law) of one law.
AnyLaw part_of(const AnyLaw& law, std::size_t number, std::span<const int> components) {
  const int count = static_cast<int>(components.size());
  if (count == law.size()) return law;
  if (law.get_if<Free>() != nullptr) return Free{count};
  if (law.get_if<NonNegative>() != nullptr) return NonNegative{count};
  if (const Box* box = law.get_if<Box>(); box != nullptr)
    return Box{entries_at(box->lower, components), entries_at(box->upper, components),
               entries_at(box->compliance, components), entries_at(box->dead_zone, components)};
  if (const Graph* graph = law.get_if<Graph>(); graph != nullptr) {
    Graph part;
    for (const int i : components) part.curves.push_back(graph->at(i));
    return part;
  }
  throw Error("with_rows: law " + std::to_string(number) + " (" + std::string(law.kind()) +
              ") has " + std::to_string(law.size()) + " rows that belong together, but " +
              std::to_string(count) + " of them were asked for");
}

std::vector<AnyLaw> laws_of_rows(const std::vector<AnyLaw>& laws, std::span<const int> rows) {
  std::vector<AnyLaw> parts;
  std::vector<int> components;
  std::size_t at = 0;
  int first = 0;
  for (std::size_t i = 0; i < laws.size(); ++i) {
    components.clear();
    for (; at < rows.size() && rows[at] < first + laws[i].size(); ++at)
      components.push_back(rows[at] - first);
    if (!components.empty()) parts.push_back(part_of(laws[i], i, components));
    first += laws[i].size();
  }
  return parts;
}

// new number of every old row, -1 where it is gone
std::vector<int> numbering(std::span<const int> rows, Eigen::Index size) {
  std::vector<int> number(static_cast<std::size_t>(size), -1);
  for (std::size_t k = 0; k < rows.size(); ++k)
    number[static_cast<std::size_t>(rows[k])] = static_cast<int>(k);
  return number;
}

SparseMatrix submatrix(const SparseMatrix& matrix, std::span<const int> rows,
                       std::span<const int> cols) {
  const std::vector<int> row_number = numbering(rows, matrix.rows());
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t j = 0; j < cols.size(); ++j)
    for (SparseMatrix::InnerIterator it(matrix, cols[j]); it; ++it)
      if (const int i = row_number[static_cast<std::size_t>(it.row())]; i >= 0)
        entries.emplace_back(i, static_cast<int>(j), it.value());
  SparseMatrix result(static_cast<int>(rows.size()), static_cast<int>(cols.size()));
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

// Block sizes of the kept rows, cut where the whole W was cut.
std::vector<int> kept_sizes(const BlockSparse& blocks, std::span<const int> rows) {
  std::vector<int> sizes;
  int last = -1;
  for (const int row : rows) {
    const int block = blocks.block_row_of(row);
    if (block == last)
      ++sizes.back();
    else
      sizes.push_back(1);
    last = block;
  }
  return sizes;
}

// Degrees of freedom that the columns of H move, directly or through M.
std::vector<int> moved(const SparseMatrix& M, const SparseMatrix& H, std::span<const int> cols) {
  std::vector<bool> marked(static_cast<std::size_t>(M.rows()), false);
  std::vector<int> waiting;
  const auto mark = [&](int dof) {
    if (marked[static_cast<std::size_t>(dof)]) return;
    marked[static_cast<std::size_t>(dof)] = true;
    waiting.push_back(dof);
  };
  for (const int col : cols)
    for (SparseMatrix::InnerIterator it(H, col); it; ++it) mark(static_cast<int>(it.row()));
  // neighbours in either direction, should M not be symmetric
  const SparseMatrix transposed = M.transpose();
  while (!waiting.empty()) {
    const int dof = waiting.back();
    waiting.pop_back();
    for (const SparseMatrix* matrix : {&M, &transposed})
      for (SparseMatrix::InnerIterator it(*matrix, dof); it; ++it) mark(static_cast<int>(it.row()));
  }
  std::vector<int> dofs;
  for (int i = 0; i < M.rows(); ++i)
    if (marked[static_cast<std::size_t>(i)]) dofs.push_back(i);
  return dofs;
}

// --- The search
// -----------------------------------------------------------------------------------

// What is removed as a whole: the rows of a cone, one row of a scalar law.
std::vector<std::vector<int>> parts_of(const std::vector<AnyLaw>& laws) {
  std::vector<std::vector<int>> parts;
  int row = 0;
  for (const AnyLaw& law : laws) {
    for (int i = 0; i < law.size(); ++i, ++row) {
      if (i == 0 || law.scalar()) parts.emplace_back();
      parts.back().push_back(row);
    }
  }
  return parts;
}

using Parts = std::vector<std::vector<int>>;

std::vector<int> rows_of(const Parts& parts) {
  std::vector<int> rows;
  for (const std::vector<int>& part : parts) rows.insert(rows.end(), part.begin(), part.end());
  return rows;
}

template <class AnyProblem>
Shrunk<AnyProblem> search(const AnyProblem& whole, const StillFails<AnyProblem>& fails,
                          const ShrinkOptions& options) {
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  Parts kept = parts_of(whole.laws);
  Shrunk<AnyProblem> best{whole, rows_of(kept), static_cast<int>(kept.size()), 0, false};
  std::size_t chunk = (kept.size() + 1) / 2;
  while (!best.minimal && kept.size() > 1) {
    bool removed = false;
    for (std::size_t begin = 0; begin < kept.size() && kept.size() > 1;) {
      if (std::chrono::duration<double>(Clock::now() - began).count() > options.max_time)
        return best;
      const std::size_t end = std::min({begin + chunk, kept.size(), begin + kept.size() - 1});
      Parts fewer(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(begin));
      fewer.insert(fewer.end(), kept.begin() + static_cast<std::ptrdiff_t>(end), kept.end());
      const std::vector<int> rows = rows_of(fewer);
      AnyProblem smaller = with_rows(whole, rows);
      ++best.trials;
      if (!fails(smaller, rows)) {
        begin = end;
        continue;
      }
      removed = true;
      kept = std::move(fewer);
      best.problem = std::move(smaller);
      best.rows = rows;
      best.parts = static_cast<int>(kept.size());
      if (options.progress) options.progress(best.parts, best.trials);
    }
    best.minimal = chunk == 1 && !removed;
    chunk = std::max<std::size_t>(1, std::min(chunk, kept.size()) / 2);
  }
  best.minimal = best.minimal || kept.size() <= 1;
  return best;
}

}  // namespace

Problem with_rows(const Problem& problem, std::span<const int> rows) {
  Problem smaller;
  smaller.laws = laws_of_rows(problem.laws, rows);
  smaller.q = entries_at(problem.q, rows);
  if (problem.W.is_dense()) {
    const std::vector<int> chosen(rows.begin(), rows.end());
    smaller.W = Matrix(problem.W.dense()(chosen, chosen));
  } else {
    const std::vector<int> sizes = kept_sizes(problem.W.blocks(), rows);
    smaller.W = BlockSparse(sizes, sizes, submatrix(problem.W.to_sparse(), rows, rows));
  }
  return smaller;
}

GlobalProblem with_rows(const GlobalProblem& problem, std::span<const int> rows) {
  const std::vector<int> dofs = moved(problem.M, problem.H, rows);
  return {submatrix(problem.M, dofs, dofs), submatrix(problem.H, dofs, rows),
          entries_at(problem.f, dofs), entries_at(problem.w, rows),
          laws_of_rows(problem.laws, rows)};
}

Shrunk<Problem> shrink(const Problem& problem, const StillFails<Problem>& fails,
                       const ShrinkOptions& options) {
  return search(problem, fails, options);
}

Shrunk<GlobalProblem> shrink(const GlobalProblem& problem, const StillFails<GlobalProblem>& fails,
                             const ShrinkOptions& options) {
  return search(problem, fails, options);
}

}  // namespace nonsmooth
