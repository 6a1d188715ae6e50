// SPDX-License-Identifier: Apache-2.0
// The matrix of an interior-point step on cones, in the common unit of the cone form,
//
//     (I + G) W + D,    D = C + sum_j A_j^T N_j^-2 A_j,
//
// of which G = dg/du and D have the blocks of the laws. N^-2 spreads like 1 / mu^2, hence one
// solves for y = T^-1 dr with
//
//     L W T + T^T D T,    L = T^T (I + G),
//
// where T = A^-1 N wherever a law is one cone, whose block of T^T D T is then the identity. G makes
// it unsymmetric; without sliding and with symmetric W it is factored by Cholesky. Small or dense
// problems use our LU in the arena; sparse ones with equal blocks BlockLu, others and those on
// which that loses digits the factorisation seam. Sparse factors allocate.
#pragma once

#include "nonsmooth/linalg/block_lu.hpp"
#include "nonsmooth/linalg/factorization.hpp"
#include "solvers/cone_algebra.hpp"
#include "solvers/cone_form.hpp"
#include "solvers/dense_lu.hpp"

#include <optional>
#include <vector>

namespace nonsmooth {

class ConeSystem {
 public:
  /// Keeps references.
  ConeSystem(const Problem& problem, const ConeForm& form, Arena& scratch);

  /// product = W r in the common unit.
  void multiply(VectorIn r, VectorOut product) const;
  /// Sets D and factors. `slip` has the directions u_T / |u_T| in the tangential rows; null leaves
  /// G out. False if the matrix is singular even after a small shift of its diagonal. Dense factors
  /// live until the caller's scope in the arena ends.
  bool factorize(std::span<const NtScaling> scalings, const VectorMap* slip);
  /// x = ((I + G) W + D)^-1 x, with one step of refinement.
  void solve(VectorOut x);

 private:
  void set_scaling(std::size_t unit, std::span<const NtScaling> scalings);
  void set_left(std::size_t unit, const VectorMap* slip);
  bool factorize_dense(double shift);
  bool factorize_sparse(double shift, bool symmetric);
  void fill_blocks(double shift);
  bool factorize_blocks();
  void apply_factors(VectorOut x);
  void multiply_matrix(VectorIn y, VectorOut product) const;

  enum class BlockKind { left, right, diagonal };  // L, T, T^T D T
  static constexpr int block_kinds = 3;
  MatrixMap block(BlockKind kind, std::size_t unit) const;
  void apply(BlockKind kind, VectorIn x, VectorOut y) const;

  const Problem& problem_;
  const ConeForm& form_;
  Arena& scratch_;
  std::span<double*> blocks_;
  std::optional<DenseLu> lu_;
  struct Sparse {
    BlockSparse W;       // in the common unit, one block row per unit, with all diagonal blocks
    BlockSparse blocks;  // the matrix of the step
    std::optional<BlockLu> lu;  // where the blocks are equal
    SparseMatrix matrix;        // a copy of `blocks` for the seam
    std::vector<int> places;    // in `matrix`: first entry of every column of every block of W
    bool symmetric;             // W is
    bool by_blocks = false;     // whose the last factors are: lu's,
    bool cholesky = false;      // definite's, else general's
    SparseFactorization general, definite;
  };
  std::optional<Sparse> sparse_;
};

}  // namespace nonsmooth
