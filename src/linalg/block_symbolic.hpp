// SPDX-License-Identifier: Apache-2.0
// What the LU of a block-sparse matrix knows before any number: the order of elimination and the
// pattern of the factors, that of the symbolic Cholesky factor of A + A^T. Row i of L holds the
// nodes on the paths of the elimination tree from the entries of row i (Liu 1990), row k of U its
// transpose. Memory only grows, so that patterns that change from step to step cost no allocation.
#pragma once

#include "linalg/minimum_degree.hpp"

#include <vector>

namespace nonsmooth {

class BlockSymbolic {
 public:
  /// Rows of lists of ascending positions.
  struct Pattern {
    std::vector<int> begin, nodes;
    int count(int i) const { return begin[at(i + 1)] - begin[at(i)]; }
  };

  void analyse(const BlockSparse& A);
  /// The same elimination in another order, children before their parent and each family together:
  /// rows of like pattern become neighbours. A is the matrix analysed. Allocates.
  void gather_families(const BlockSparse& A);
  int size() const { return static_cast<int>(node_at.size()); }

  std::vector<int> node_at, position_of;  ///< node_at[position], and its inverse
  Pattern lower, upper;                   ///< L and U without their diagonals

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  void follow(const BlockSparse& A);
  void set_rows(const BlockSparse& A);
  void fill_in();
  void transpose();

  MinimumDegree minimum_degree_;
  Pattern rows_;  // of A + A^T below the diagonal, in positions
  std::vector<int> parent_, ancestor_, seen_, next_;
};

}  // namespace nonsmooth
