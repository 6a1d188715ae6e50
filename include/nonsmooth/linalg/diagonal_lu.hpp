// SPDX-License-Identifier: Apache-2.0
// LU of a sparse matrix of one pattern with all pivots on the diagonal, which may be shifted where
// it has nothing to offer:  P (K + diag(shift)) P^T = L U.
//
// Matrices whose symmetric part is positive have such factors in every order P, so that one order
// (minimum degree) and one analysis serve all values. Whoever uses it looks at the residual: what a
// shift or a small pivot changes, refinement with K takes back.
//
// Changes of a few rows, K + sum e_i d_i^T, need no new factors but two short vectors each,
//
//   p_i = L^-1 P e_i,   w_i = U^-T P d_i,   1 + D^T K^-1 E = 1 + [w_i . p_j],
//
// which live on paths of the elimination tree (compensation; Alsac, Stott, Tinney 1983).
#pragma once

#include "nonsmooth/base/types.hpp"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace nonsmooth {

class DiagonalLu {
 public:
  /// Precondition: compressed and square, all diagonal entries stored.
  explicit DiagonalLu(const SparseMatrix& pattern);
  ~DiagonalLu();
  DiagonalLu(DiagonalLu&&) noexcept;
  DiagonalLu& operator=(DiagonalLu&&) noexcept;

  // Nothing from here on allocates. Precondition of both: the pattern is the one analysed.
  /// False where a pivot vanishes beside its row or values are not finite.
  [[nodiscard]] bool factorize(const SparseMatrix& K, VectorIn shift);
  /// The same where only these rows of K and entries of the shift have changed since: rows of the
  /// factors that depend on none of them are kept. The factors are those of `factorize`, to the
  /// bit.
  [[nodiscard]] bool refactorize(const SparseMatrix& K, VectorIn shift,
                                 std::span<const int> changed);

  /// In place; `forward` gives L^-1 P b, in the order of elimination, `backward` takes it from
  /// there.
  void forward(VectorOut b);
  void backward(VectorOut b);
  void solve(VectorOut b) {
    forward(b);
    backward(b);
  }

  /// A vector in the order of elimination, by its entries that are not zero.
  struct Part {
    std::vector<int> place{};  // ascending
    std::vector<double> value{};
  };
  using Entries = std::span<const std::pair<int, double>>;
  /// An empty part with memory for vectors of so many entries.
  Part reserved(int entries) const;
  void forward(Entries b, Part& part);             ///< L^-1 P b
  void forward_transposed(Entries b, Part& part);  ///< U^-T P b

  std::ptrdiff_t factor_entries() const;
  double factor_work() const;  ///< products of a factorisation
  int height() const;          ///< of the elimination tree: entries of the longest path

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

}  // namespace nonsmooth
