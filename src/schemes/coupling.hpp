// SPDX-License-Identifier: Apache-2.0
// The interactions that take part in a step, and their one-step problem. With z the unknowns of the
// systems (velocities and first-order states), every active block i has
//
//   u_i = sum_s L_is z_s + D_i r_i + c_i,        A_s (z_s - z_free_s) = sum_i R_is r_i
//
// so that  u = W r + q  with  W_ij = sum_s L_is A_s^-1 R_js + D_i,  q_i = sum_s L_is z_free_s +
// c_i. The same for contacts (L = H^T, R = H), joints, diodes and relays (L = C, R = h B).
//
// A system whose A_s is singular without the laws (an algebraic variable that only they determine)
// is kept: its unknowns stay in the problem, behind all blocks, as equations with free z_s,
//
//   0 = A_s z_s - sum_i R_is r_i - b_s,     W_ss = A_s, W_is = L_is, W_si = -R_is, q_s = -b_s.
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
  explicit Coupling(int system_count)
      : first_leg_(static_cast<std::size_t>(system_count) + 1),
        kept_of_system_(static_cast<std::size_t>(system_count), -1) {
    // contacts may come late in a run, and a ladder may be climbed late: both have room from the
    // start
    solution_.path.reserve(64);
    for (std::vector<Block>* blocks : {&blocks_, &before_}) blocks->reserve(32);
    legs_.reserve(64);
    legs_of_system_.reserve(64);
    responses_.reserve(512);
    problem_.laws.reserve(32);
  }

  /// From now on the unknowns of this system stay in the problem. `A` is n x n, column-major, and
  /// `start` its warm start; both must stay where they are. b_s is given in place of z_free_s.
  void keep(int system, int z, int n, const double* A, const double* start);
  bool keeps() const { return !kept_.empty(); }  ///< any system

  /// Forgets all blocks; kept systems stay.
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
  int rows() const { return rows_; }  ///< without kept unknowns
  /// Whether the blocks are those of the last assembled step.
  bool same_as_before() const;

  /// Sets up W for these blocks. Rows of R at `fixed` unknowns count as zero.
  void assemble(const IterationMatrices& A, std::span<const unsigned char> fixed);
  /// Sets up q = L z_free + c and solves from the warm start `r`. Precondition: assembled, c and r
  /// have rows() entries. The solution has them first, then the kept unknowns.
  const Solution& solve(VectorIn z_free, VectorIn c, VectorIn r, const Solver& solver,
                        Workspace& workspace);
  /// The first half of it: q, and the warm start in solution().r. The rest is up to the caller.
  void prepare(VectorIn z_free, VectorIn c, VectorIn r);
  Solution& solution() { return solution_; }
  /// The same, certified with all unknowns in the problem. `z` holds z_free and receives the
  /// answer. Precondition: assembled, blocks are contacts and joints, A keeps its matrices, no
  /// system is kept.
  const Solution& solve_global(const IterationMatrices& A, std::span<const unsigned char> fixed,
                               VectorIn c, VectorIn r, const Solver& solver, Workspace& workspace,
                               VectorOut z);
  /// Entry z of sum R r, with rows at fixed unknowns counted.
  double input_at(int z, VectorIn r) const;
  /// z += sum A^-1 R r; kept unknowns are set to what the solution `r` has for them.
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
  struct Kept {
    int system, z, n;
    const double *A, *start;
    int row;  // first one behind all blocks
  };
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  // the place of a system among the kept ones, -1 if it is eliminated
  int kept(int system) const { return kept_of_system_[index(system)]; }
  int all_rows() const { return rows_ + kept_rows_; }
  int last_leg(int block) const {
    return block + 1 < block_count() ? blocks_[index(block) + 1].leg
                                     : static_cast<int>(legs_.size());
  }
  Residuals global_residual(const IterationMatrices& A, std::span<const unsigned char> fixed,
                            VectorIn z_free, VectorIn z, VectorIn c, Arena& scratch);
  void respond(const IterationMatrices& A, std::span<const unsigned char> fixed);
  void sort_legs_by_system();
  void take_size(int n);
  void fill_dense(Matrix& W) const;
  void fill_sparse(BlockSparse& W);
  template <class Place>
  void place_kept(Place&& place) const;

  std::vector<Block> blocks_, before_;
  std::vector<Leg> legs_;
  std::vector<double> responses_;
  std::size_t response_size_ = 0;
  std::vector<int> first_leg_, legs_of_system_, sizes_;
  std::vector<std::pair<int, int>> pattern_;
  std::vector<Kept> kept_;
  std::vector<int> kept_of_system_;
  int rows_ = 0, kept_rows_ = 0;
  Problem problem_;
  Solution solution_;
  // What has another size at present. Eigen gives memory back whenever a size changes; here it
  // waits for the size to return.
  struct Shelf {
    Matrix W{};
    Vector q{}, r{}, u{};
  };
  std::vector<Shelf> shelves_;
  BlockSparse sparse_;
};

}  // namespace nonsmooth
