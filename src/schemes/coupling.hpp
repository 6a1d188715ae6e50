// SPDX-License-Identifier: Apache-2.0
// The interactions that take part in a step, and their one-step problem. With z the unknowns of the
// systems (velocities and first-order states), every active block i has
//
//   u_i = sum_s L_is z_s + D_i r_i + c_i,        A_s (z_s - z_free_s) = sum_i R_is r_i
//
// so that  u = W r + q  with  W_ij = sum_s L_is A_s^-1 R_js + D_i,  q_i = sum_s L_is z_free_s +
// c_i. The same for contacts (L = H^T, R = H), joints, diodes and relays (L = C, R = h B).
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/solvers.hpp"
#include "schemes/iteration_matrices.hpp"

#include <span>
#include <utility>
#include <vector>

namespace nonsmooth {

class Coupling {
 public:
  explicit Coupling(int system_count) : first_leg_(static_cast<std::size_t>(system_count) + 1) {}

  /// Forgets all blocks.
  void begin();
  /// Forgets the laws too, which may have changed.
  void forget() { blocks_.clear(); }
  /// The next block; `interaction` only names it.
  void add_block(int interaction, const AnyLaw& law);
  /// One system the last block is on: `left` is size x n, column-major, and must live until the
  /// end of the step; `z` is where the system's unknowns begin. Where `right` is null, R is the
  /// transpose of L, else its columns lie `stride` apart from there.
  void add_leg(int system, int z, int n, const double* left, const double* right = nullptr,
               int stride = 0);
  /// Added to the diagonal block of the last block; must live until the end of the step.
  void set_direct(const double* direct) { blocks_.back().direct = direct; }

  int block_count() const { return static_cast<int>(blocks_.size()); }
  int interaction(int block) const { return blocks_[index(block)].interaction; }
  int row(int block) const { return blocks_[index(block)].row; }
  int size(int block) const { return blocks_[index(block)].size; }
  int rows() const { return rows_; }
  /// Whether the blocks are those of the last assembled step.
  bool same_as_before() const;

  /// Sets up W for these blocks. Rows of R at `fixed` unknowns count as zero.
  void assemble(const IterationMatrices& A, std::span<const unsigned char> fixed);
  /// Sets up q = L z_free + c and solves; `r` holds the warm start and receives the answer.
  /// Precondition: assembled, c and r have rows() entries.
  const Solution& solve(VectorIn z_free, VectorIn c, VectorIn r, const Solver& solver,
                        Workspace& workspace);
  /// z += sum A^-1 R r.
  void add_response(VectorIn r, VectorOut z) const;
  const Problem& problem() const { return problem_; }

 private:
  struct Block {
    int interaction, row, size, leg;  // leg: the first one
    const double* direct;
  };
  struct Leg {
    int block, system, z, n, stride;
    const double *left, *right;
    std::size_t response;  // of A^-1 R, n x size, in responses_
  };
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  int last_leg(int block) const {
    return block + 1 < block_count() ? blocks_[index(block) + 1].leg
                                     : static_cast<int>(legs_.size());
  }
  void respond(const IterationMatrices& A, std::span<const unsigned char> fixed);
  void sort_legs_by_system();
  void fill_dense(Matrix& W) const;
  void fill_sparse(BlockSparse& W);

  std::vector<Block> blocks_, before_;
  std::vector<Leg> legs_;
  std::vector<double> responses_;
  std::size_t response_size_ = 0;
  std::vector<int> first_leg_, legs_of_system_, sizes_;
  std::vector<std::pair<int, int>> pattern_;
  int rows_ = 0;
  Problem problem_;
  Solution solution_;
};

}  // namespace nonsmooth
