// SPDX-License-Identifier: Apache-2.0
// The blocks of a one-step problem over rigid bodies, whatever they stand for (a contact, a joint,
// a stop, a motor): with the velocities v_a, v_b of its two bodies,
//
//   u = J_a v_a + J_b v_b + bias,     M (v - v_free) = J^T r,     a law on (u, r).
//
// Split into islands (sets of bodies that share no block with others), each island is one Problem
// u = W r + q with W = J M^-1 J^T.
#pragma once

#include "mechanics/bodies.hpp"

#include "nonsmooth/base/parallel.hpp"

#include <span>
#include <vector>

namespace nonsmooth {

/// What a block stands for.
enum class BlockKind : unsigned char { contact, joint };

class Blocks {
 public:
  struct Block {
    int a, b;  // bodies, -1: none
    int row, size;
    int source;  // number of the contact or joint
    BlockKind kind;
    double direct;                                          // added to the diagonal of W
    Vec<3> arm_a = Vec<3>::Zero(), arm_b = Vec<3>::Zero();  // of a contact, world axes
    bool open = false;                                      // a contact with a gap
  };

  void clear();
  /// The next block; its Jacobian, bias and r are zero. Returns its first row.
  int add(int a, int b, const AnyLaw& law, BlockKind kind, int source, double direct = 0.0);
  /// Row `row` measures direction . (velocity of the point on a minus that on b); the arms go from
  /// the centres of mass to the points, world axes.
  void set_point_row(int row, const Vec<3>& direction, const Vec<3>& arm_a, const Vec<3>& arm_b,
                     const Mat<3>& R_a, const Mat<3>& R_b);
  /// ... direction . (angular velocity of a minus that of b).
  void set_turn_row(int row, const Vec<3>& direction, const Mat<3>& R_a, const Mat<3>& R_b);
  /// The two halves of a row of the Jacobian.
  double* on_a(int row) { return jacobian.data() + 12 * static_cast<std::size_t>(row); }
  double* on_b(int row) { return on_a(row) + 6; }
  const double* on_a(int row) const { return jacobian.data() + 12 * static_cast<std::size_t>(row); }
  const double* on_b(int row) const { return on_a(row) + 6; }
  /// J v of one row.
  double velocity(const Block& block, int row, std::span<const Vec<6>> v) const;

  int rows() const { return static_cast<int>(bias.size()); }

  std::vector<Block> list;
  std::vector<AnyLaw> laws;
  std::vector<double> jacobian;  // 12 per row: body a, body b
  std::vector<double> bias, r;
  std::vector<double> u;  // at the end, bias not included
};

/// How the problems of a step went.
struct IslandReport {
  Status status = Status::solved;
  std::string_view message = "nothing to solve";
  double residual = 0.0, residual_invariant = 0.0;
  int iterations = 0, islands = 0, skipped = 0;
  double assemble_time = 0.0;  // s

  /// One more island: the first that is not solved speaks for all, the worst residuals count.
  void judge(const Solution& solution);
};

/// Splits blocks into islands and solves them. Keeps its memory from step to step.
class Islands {
 public:
  /// Finds the islands. Blocks between bodies that do not give way are left alone.
  void split(const Bodies& bodies, const Blocks& blocks);
  int count() const { return static_cast<int>(first_.size()) - 1; }
  std::span<const int> blocks_of(int island) const;
  std::span<const int> bodies_of(int island) const;
  /// Of the last solve that did not skip the island.
  const Solution& solution(int island) const {
    return work_[static_cast<std::size_t>(island)].solution;
  }
  /// Whether it failed because reactions grow without bound, so that there is no solution.
  bool ran_away(int island);

  /// v holds v_free and receives the answer, r of the blocks the warm start and the answer. Islands
  /// whose entry of `skip` is not zero stay as they are; `skip` may be empty.
  /// `poses` of the bodies speed up large piles of contacts; may be empty.
  void solve(const Bodies& bodies, std::span<const Pose> poses, Blocks& blocks, std::span<Vec<6>> v,
             const Solver& solver, std::span<const unsigned char> skip, Workers& workers,
             FlightRecorder* recorder, IslandReport& report);

 private:
  struct Work {
    Problem problem{};
    Solution solution{};
    BlockSparse sparse{};
    ContactForm form{};
    std::vector<int> sizes{}, row_begin{}, columns{};
    double assemble_time = 0.0;
  };
  int root(int body);
  void respond(const Bodies& bodies, const Blocks& blocks, Workers& workers);
  void assemble(const Blocks& blocks, int island, std::span<const Vec<6>> v, Work& work,
                Workers& workers);
  void fill_dense(const Blocks& blocks, int island, Matrix& W) const;
  void fill_sparse(const Blocks& blocks, int island, Work& work, Workers& workers);
  bool fill_form(const Bodies& bodies, std::span<const Pose> poses, const Blocks& blocks,
                 int island, Work& work) const;

  std::vector<int> parent_;
  std::vector<int> first_, blocks_, island_of_block_;  // blocks of every island
  std::vector<int> first_body_, bodies_, island_of_body_;
  std::vector<int> local_;             // number of a block in its island
  std::vector<int> local_body_;        // number of a body in its island
  std::vector<int> first_leg_, legs_;  // blocks of every body, ascending
  std::vector<double> response_;       // M^-1 J^T, 12 per row
  std::vector<int> order_;
  std::vector<Work> work_;
  std::vector<Workspace> workspaces_;
};

}  // namespace nonsmooth
