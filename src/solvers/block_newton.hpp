// SPDX-License-Identifier: Apache-2.0
// One Newton step on the blocks of any differentiable laws, for one of the equations
//
//   natural       F_i = r_i - R_i(rho_i, u_i, r_i - rho_i u_i), rho_i = 1 / d_i
//   the others    see cone_maps.hpp; the natural map on laws they do not know
//
// Rows and unknowns are in the common unit sqrt(d_i) r_i, so no choice of units changes a step.
// Small or dense problems use a dense matrix. Sparse ones with equal blocks use BlockLu, whose one
// analysis serves every step; where that fails, and for mixed blocks, a sparse matrix of the blocks
// whose derivative with respect to u is not zero (open contacts are eliminated) goes through the
// factorisation seam. Sparse steps allocate.
#pragma once

#include "nonsmooth/linalg/block_lu.hpp"
#include "nonsmooth/linalg/factorization.hpp"
#include "nonsmooth/problem.hpp"
#include "nonsmooth/solvers/semismooth_newton.hpp"

#include <optional>
#include <span>
#include <vector>

namespace nonsmooth {

class BlockNewton {
 public:
  /// Keeps a reference: W and q may change their values between steps (a proximal shift), not W its
  /// pattern. Steps are those of the problem with W + regularisation D, centred at the present r.
  BlockNewton(const Problem& problem, NewtonMap map, Arena& scratch, double regularisation = 0.0);

  /// |F(r)| in the common unit; u, F are kept for `direction`.
  double evaluate(VectorIn r);
  /// d = -J^-1 F at the point last evaluated. A singular J is damped. False if no step came out.
  bool direction(VectorIn r, VectorOut d);
  /// Cost of factorisations so far, for whoever plans a budget.
  int factorization_count() const { return factorizations_; }

 private:
  // rows of the problem with one rho: a round law, or one component of a scalar law
  struct Unit {
    const AnyLaw* law;
    int component;  // of a scalar law
    int row, size;
  };

  void evaluate_unit(const Unit& unit, VectorIn r);
  // derivatives of F_i with respect to r_i and u_i
  void derive_unit(const Unit& unit, VectorIn r, MatrixOut dr, MatrixOut du);
  void linearise(const Unit& unit, VectorIn r, MatrixOut dr, MatrixOut du);
  bool dense_direction(VectorIn r, VectorOut d);
  bool block_direction(VectorIn r, VectorOut d);
  void fill_block_row(int block_row, std::size_t& unit, VectorIn r, double shift);
  bool sparse_direction(VectorIn r, VectorOut d);

  const Problem& problem_;
  NewtonMap map_;
  double regularisation_;
  Arena& scratch_;
  int n_;
  bool sparse_;
  std::span<Unit> units_;
  VectorMap scale_, root_, inverse_root_, u_, F_;
  int factorizations_ = 0;
  // sparse only: equal blocks, then the others
  std::optional<BlockSparse> J_;
  std::optional<BlockLu> lu_;
  std::optional<SparseFactorization> factorization_;
  std::vector<Eigen::Triplet<double>> entries_;
};

}  // namespace nonsmooth
