// SPDX-License-Identifier: Apache-2.0
// Makes a problem small while it keeps failing (delta debugging): contacts and scalar rows are
// removed in halves, quarters, ... down to single ones, and a removal stays if what is left still
// fails. Removing a row means that its reaction is zero and its velocity is nobody's business.
#pragma once

#include "nonsmooth/problem.hpp"

#include <functional>
#include <span>
#include <vector>

namespace nonsmooth {

/// The smaller problem of some rows (ascending). Of a law that is not scalar all rows or none must
/// be there, else Error. Of a global problem, degrees of freedom that no row moves any more go too.
Problem with_rows(const Problem& problem, std::span<const int> rows);
GlobalProblem with_rows(const GlobalProblem& problem, std::span<const int> rows);

/// Does this problem, made of these rows of the whole one, still fail?
template <class AnyProblem>
using StillFails = std::function<bool(const AnyProblem&, std::span<const int> rows)>;

struct ShrinkOptions {
  double max_time = 60.0;                                    ///< s; the smallest so far counts
  std::function<void(int parts, int trials)> progress = {};  ///< after every removal
};

template <class AnyProblem>
struct Shrunk {
  AnyProblem problem;
  std::vector<int> rows;  ///< of the whole problem
  int parts = 0;          ///< contacts and scalar rows that are left
  int trials = 0;         ///< problems that were tried
  bool minimal = false;   ///< no single part can be removed any more; false if the time was up
};

/// Precondition: the whole problem fails. The same predicate gives the same answer, unless time
/// cuts it.
Shrunk<Problem> shrink(const Problem& problem, const StillFails<Problem>& fails,
                       const ShrinkOptions& options = {});
Shrunk<GlobalProblem> shrink(const GlobalProblem& problem, const StillFails<GlobalProblem>& fails,
                             const ShrinkOptions& options = {});

}  // namespace nonsmooth
