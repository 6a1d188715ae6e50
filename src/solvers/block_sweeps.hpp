// SPDX-License-Identifier: Apache-2.0
// Gauss-Seidel sweeps over the blocks of a problem: the engine of Nsgs and of what is built on it.
// For every block in turn, with the reactions of the others held fixed,
//
//     u_i = W_ii r_i + q_loc,   q_loc = q_i + sum_{j != i} W_ij r_j
//     -(u_i + g_i(u_i)) in dPhi_i(r_i)
//
//   scalar law    exact: r = resolvent(1/W_ii, r - u/W_ii), one component after the other
//   free block    linear solve, factored once per solve where W_ii is regular
//   other laws    exact by AnyLaw::solve_block; projected steps where a law offers none
//
// then relaxation, r <- P_K((1 - omega) r_old + omega r_new). Dense W: u is kept up to date by
// columns, and a component that did not change costs nothing. Block-sparse W: u_i is gathered by
// rows, and q_loc = u_i - W_ii r_i.
//
// Coloured order: blocks of one colour do not see each other, so eight Coulomb contacts are solved
// at once in the lanes of vector registers, and threads share a colour. Who does what changes
// nothing in the result: a block reads only other colours and writes only itself.
//
// Where several contacts join the same two rigid bodies (grouped_matrix.hpp), colours are those of
// groups, and eight groups are visited at once, contact after contact. With z_P = C_P^T r_P kept,
//
//     y_P = sum_Q X_PQ z_Q
//     then for i in P:   u_i = q_i + C_i y_P,   y_P += X_PP C_i^T (r_new - r)
//
// instead of all rows of W: less memory (no copy of W) and less work.
//
//   block_sweeps.cpp       pieces, their order, one sweep
//   single_blocks.cpp      what a visit does to one block
//   coloured_batches.cpp   eight contacts of one colour
//   grouped_sweeps.cpp     eight groups of one colour
//   colour_chunks.hpp      a colour shared among threads
#pragma once

#include "nonsmooth/base/random.hpp"
#include "nonsmooth/laws/plane_coulomb.hpp"
#include "nonsmooth/laws/space_coulomb.hpp"
#include "nonsmooth/problem.hpp"
#include "nonsmooth/solvers/nsgs.hpp"
#include "solvers/colour_chunks.hpp"
#include "solvers/four.hpp"
#include "solvers/grouped_matrix.hpp"

#include <span>
#include <vector>

namespace nonsmooth {

class BlockSweeps {
 public:
  /// Takes all its memory from `scratch`; keeps references to everything passed. Block rows that
  /// are marked in `aside` are never visited.
  BlockSweeps(const Nsgs& options, const Problem& problem, VectorOut r, Arena& scratch,
              std::span<const bool> aside = {});

  /// False if a law that is not scalar does not coincide with a block row of W.
  static bool fits(const Problem& problem);

  /// One pass over all blocks that are not frozen (over all if `full`). Returns the largest change
  /// of r relative to the largest r, both in the natural unit sqrt(W_ii) r.
  double sweep(bool full);
  /// Whether the last sweep left out frozen blocks.
  bool skipped() const { return skipped_; }
  /// Whether a symmetric pair of sweeps waits for its second half.
  bool halfway() const { return backward_; }
  /// Call after r was changed from outside, or to shed rounding.
  void refresh();
  /// Block rows that are marked are never visited again. False, with nothing changed, where
  /// contacts are visited by groups or alone.
  bool leave_out(std::span<const bool> aside);
  /// Goes on as if no sweep had been made: no block counts as at rest, none knows where it slid.
  void forget();
  /// r was moved on by momentum.
  void follow(double) { refresh(); }
  /// Puts every block of `point` on the set of its law.
  void project(VectorOut point);
  /// Whether contacts are visited by groups.
  bool grouped() const { return !group_batches_.empty(); }
  /// The laws in the order in which a grouped sweep visits them.
  std::vector<int> group_order() const;

 private:
  enum class Method : unsigned char { scalar, free, block };
  // A law, or the part of a scalar law that lies in one block row of W.
  struct Piece {
    const AnyLaw* law;
    int law_row;    // first row of the law
    int row, size;  // rows of the piece
    int block_row, diagonal_block;
    Method method;
    bool in_batch;     // solved beside others
    int quiet;         // visits without change
    double weight;     // of a change of r: sqrt of the mean diagonal of W_ii
    double* diagonal;  // W_ii plus the proximal term; null for dense scalar pieces
    double* inverse;   // of the diagonal of a regular free block, else null
  };

  // Where the blocks of a row of W lie, its diagonal one left out.
  struct Row {
    const double* values;
    const double* ahead;  // values of the row that is read next, null if these need no fetching
    int first_column;     // in columns_
    int before, count;    // blocks before the gap, all blocks
  };
  // Coulomb contacts of one colour, one per lane; missing ones are open for ever. All batches of a
  // problem are of one kind, in space or in the plane; what a kind prepares lies beside them.
  struct Batch {
    int piece[lane_count];  // -1 where missing
    int row[lane_count];
    Row rows[lane_count];
    int quiet;     // visits without change
    Lanes weight;  // as of a piece, 0 where missing
  };
  struct SpaceBatch {
    SpaceCoulomb<Lanes> contacts;
    Lanes alpha;  // of the last visit
  };
  using PlaneBatch = PlaneCoulomb<Lanes>;
  // One contact of each of eight groups of one colour; missing ones are open for ever.
  struct GroupSlot {
    int piece[lane_count];  // -1 where missing
    Lanes q[3];
    Lanes basis[18];  // C by columns
    Lanes W[9];       // the diagonal block, with the proximal term
    SpaceCoulomb<Lanes> contacts;
    Lanes alpha;  // of the last visit
    Lanes weight;
  };
  struct GroupBatch {
    int group[lane_count];  // -1 where missing
    int first_slot, slot_count;
    int quiet;
    Lanes own[36];  // X_PP
  };
  // What a thread must have for itself.
  struct Local {
    Arena* scratch;
    double *q, *r;                            // of the block being visited
    double largest_change, largest_reaction;  // in the natural unit
    bool skipped;
  };

  template <class Visit>
  static bool cut_pieces(const Problem& problem, Visit&& visit);
  // a dense W is read as it lies where components are solved one by one
  bool needs_diagonal(const Piece& piece) const {
    return !dense_ || piece.method != Method::scalar;
  }
  void collect_pieces(std::span<const bool> aside);
  void prepare(Piece& piece, double* diagonal);
  void order_by_colour(std::span<const bool> aside);
  void lay_out_colours();
  void cut_batches(std::span<int> colour_end);
  bool fits_batch(const Piece& piece) const;
  void prepare_batches();
  void prepare_space_batch(std::size_t batch);
  void prepare_plane_batch(std::size_t batch);
  void lay_out_rows();
  bool order_by_groups();
  void cut_group_batches(std::span<const int> sorted, std::span<const int> colours,
                         std::span<int> colour_end);
  void prepare_group_batch(GroupBatch& batch);
  void prepare_slot(GroupSlot& slot);
  void shuffle();

  void visit_unit(int unit, bool skip, Local& local);
  double visit(Piece& piece, Local& local);
  void visit_space_batch(std::size_t batch, Local& local);
  void visit_plane_batch(std::size_t batch, Local& local);
  template <int Size>
  Lanes::Four sum_row(const Row& row) const;
  template <int Size>
  void gather_batch(const Batch& batch, Lanes* q, Lanes* r) const;
  void visit_group_batch(std::size_t batch, Local& local);
  void gather_groups(const GroupBatch& batch, Lanes* y) const;
  void solve_slot(GroupSlot& slot, const Lanes* own, Lanes* y, Lanes* z, Local& local, Lanes& moved,
                  Lanes& reaction);
  void refresh_groups();
  template <int Size>
  void store_batch(Batch& batch, const Lanes* old, const Lanes* next, Lanes::Mask exact,
                   Local& local);
  void note_change(double moved, double reaction, int& quiet, Local& local) const;
  double reaction_of(const Piece& piece) const;
  double reaction_of(const Batch& batch) const;
  double reaction_of(const GroupBatch& batch) const;
  double relaxed(const Piece& piece, int i, double target) const;
  double change(int row, double by);
  double solve_scalar_dense(const Piece& piece);
  double solve_scalar_sparse(const Piece& piece, Local& local);
  double solve_free(const Piece& piece, Local& local);
  void solve_alone(const Piece& piece, const double* q, double* r, Local& local);
  template <int Size>
  double solve_law(const Piece& piece, Local& local);
  template <int Size>
  void gather(const Piece& piece, double* q);
  void projected_steps(const Piece& piece, MatrixIn W, VectorIn q, VectorOut r, Arena& scratch);
  void relax(const Piece& piece, VectorOut r, Arena& scratch);

  const Nsgs& options_;
  const Problem& problem_;
  VectorOut r_;
  Arena& scratch_;
  bool dense_;
  VectorMap u_;  // dense W only
  std::span<Piece> pieces_;
  std::span<int> order_;    // a unit is a piece, or a batch b as -1 - b
  std::span<int> sorted_;   // pieces by colour
  std::span<int> colours_;  // by block row
  int colour_count_ = 0;
  std::span<Batch> batches_;
  std::span<SpaceBatch> space_batches_;
  std::span<PlaneBatch> plane_batches_;
  std::span<double> copied_rows_;
  std::span<int> columns_;  // first row of the r that each block of the batches multiplies
  GroupedMatrix groups_;
  std::span<GroupBatch> group_batches_;
  std::span<GroupSlot> group_slots_;
  std::span<double> z_;  // six per group
  ColourChunks chunks_;
  std::span<Local> locals_;
  std::vector<Arena> arenas_;  // of the other threads
  Random random_;
  bool backward_ = false, skipped_ = false;
  double largest_r_ = 0.0;  // in the natural unit
};

}  // namespace nonsmooth
