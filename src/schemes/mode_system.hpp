// SPDX-License-Identifier: Apache-2.0
// Linear first-order systems under scalar laws with bounds, as one sparse system per mode. Over an
// implicit stage of length h that ends at t, from `base`,
//
//   E (x - base) = h (A x + B lambda + b(t)),     y = C x + D lambda + e(t)
//
// every law is at its lower bound, at its upper one, or between, where y + compliance lambda = 0.
// Which of the three holds for every law is the mode, and in a given mode all is linear:
//
//   [ E - h A      -h B       ] [ x      ]   [ E base + h b ]
//   [ C     D + compliance    ] [ lambda ] = [ -e           ]   rows between
//   [ 0            1          ]              [ bound        ]   the others
//
// Factors are kept, and serve modes that differ in a few rows too. The mode itself is found by
// Newton's rule (every row that contradicts its place moves), one row at a time where that does not
// settle (Judice, Pires 1994). Modes whose matrix is singular (a node between two blocking diodes,
// two conducting ones side by side) take a proximal step: a small shift of the matrix, removed
// again by refinement. Large systems take it in every mode, for factors of one pattern whose pivots
// are on the diagonal (diagonal_lu.hpp), and KLU where these prove to be bad.
#pragma once

#include "nonsmooth/linalg/diagonal_lu.hpp"
#include "nonsmooth/model/layout.hpp"
#include "schemes/iteration_matrices.hpp"

#include <list>
#include <optional>
#include <string>
#include <vector>

namespace nonsmooth {

enum class Place : unsigned char { lower, between, upper };

/// The end of a stage, and how well it satisfies its equations and laws.
struct Stage {
  Vector x, lambda;         ///< lambda, in: where proximal steps begin, if it has its size
  Vector w;                 ///< y + compliance lambda
  std::vector<Place> mode;  ///< in: where the search begins
  bool settled = false;     ///< no row contradicts its place
  int modes_tried = 0;
  double residual = 0.0;  ///< of the laws: largest entry of the natural map, relative to lambda and
                          ///< the terms of y
  double residual_invariant = 0.0;  ///< the same in units in which y and lambda are of one size
  double equation_residual = 0.0;   ///< of the linear equations, row by row
};

class ModeSystem {
 public:
  /// Why a model cannot be treated; empty if it can.
  static std::string obstacle(const Model& model);
  /// Precondition: no obstacle.
  explicit ModeSystem(const Model& model);

  int state_count() const { return n_; }
  int law_count() const { return m_; }
  /// The mode in which a multiplier has the value it has.
  void read_mode(VectorIn lambda, std::vector<Place>& mode) const;
  /// y of a stage.
  void output(const Stage& stage, Vector& y) const {
    y = stage.w - compliance_.cwiseProduct(stage.lambda);
  }
  /// w of row i in a state.
  double w_of(const State& state, int i) const {
    return state.output[i] + compliance_[i] * state.lambda[i];
  }
  /// Whether E has entries in the column of a state.
  bool differential(int state) const { return differential_[static_cast<std::size_t>(state)] != 0; }
  /// The mode whose factors are kept: with it, a run goes on with the bits it would have had.
  const std::vector<Place>* base_mode() const {
    return factors_.front().h < 0.0 ? nullptr : &factors_.front().mode;
  }
  /// How large systems are factorised, which gets safer where a way has failed.
  enum class Pivots { diagonal, exchanged, exchanged_and_shifted };
  Pivots pivots() const { return pivots_; }
  void begin_with(std::vector<Place> base, Pivots pivots) {
    base_ = std::move(base);
    pivots_ = pivots;
  }
  /// By how much refinement shrank errors in the last search; a better guess saves solves in the
  /// next one.
  double contraction() const { return contraction_; }
  void expect_contraction(double value) { first_contraction_ = value; }
  /// Residuals of laws are relative to lambda and the terms of y, but at least to this: where all
  /// of them pass zero, rounding is all there is.
  void set_floor(double floor) { floor_ = floor; }
  /// Whether the matrices at time t are those of the last stage; they may be functions of time.
  bool same_matrices_at(double t);

  /// A stage in the mode that its laws settle for. False if none was found; the last point is kept.
  bool search(double h, double t, VectorIn base, Stage& stage);
  /// A stage in the mode given, whatever the laws say of its end. False if its matrix is singular.
  bool keep_mode(double h, double t, VectorIn base, Stage& stage);
  /// How far the rows are on the right side of their places, the worst of them, in the unit of y or
  /// lambda; negative where one contradicts its place.
  double margin(const Stage& stage) const;
  /// What of a margin is rounding. Of the last stage solved.
  double noise(const Stage& stage) const;

 private:
  struct Entry {
    int value, column;  // in the matrix
    double number;
  };
  struct Dynamic {  // an entry of the upper rows
    int value;
    double E, A;  // A holds B in columns of multipliers
    int row;
  };
  struct Varying {  // an interaction whose matrices change with time
    int interaction, row, size, columns;
    std::vector<int> column;  // of the unknowns of its systems
    Matrix C, D, new_C, new_D;
  };
  struct Factor {
    double h = -1.0;  // negative: none yet
    int version = 0;
    std::vector<Place> mode{};
    IterationMatrices matrix{1};
    bool shifted = false;
    Pivots pivots = Pivots::diagonal;
  };
  // K = K_0 + sum e_i d_i^T for rows that are between in one mode and at a bound in the other
  struct Slot {
    int row = -1;             // of the laws
    DiagonalLu::Part p, w{};  // L^-1 e_i, U^-T d_i
  };
  struct Bridge {
    std::vector<int> changed{}, inverted{};  // rows of the laws; and those of `small`
    int longest = 0;                         // changes
    std::vector<Slot> slots{};
    std::vector<int> slot_of_row{};
    Matrix products{};            // w_i . p_j, by slots
    std::vector<double> small{};  // (1 + w_i . p_j)^-1, by columns
    std::vector<int> exchanged{};
    Vector part{}, scatter{};
    std::vector<std::pair<int, double>> entries{};
  };

  void gather(const Model& model);
  void compile(const std::vector<Eigen::Triplet<double>>& E,
               const std::vector<Eigen::Triplet<double>>& A,
               const std::vector<Eigen::Triplet<double>>& rows);
  bool evaluate_matrices(double t, bool write);
  void begin(double h, double t, VectorIn base);
  void set_row(int i, Place place);
  void write_mode(const std::vector<Place>& mode);
  void set_shifts();
  void reserve_factors();
  bool factorize(double h, const std::vector<Place>& mode);
  bool factorize_small(double h, const std::vector<Place>& mode);
  bool factorize_dense(Factor& factor);
  bool factorize_large(double h, const std::vector<Place>& mode);
  bool factorize_base(double h, bool all);
  bool exchange_pivots(Factor& factor);
  void find_changes(const std::vector<Place>& mode);
  bool bridge();
  int slot_for(int row);
  void fill_slot(int row);
  void multiply_slot(int slot);
  void apply_inverse(Vector& b);
  bool prepare(double h, Stage& stage);
  double refine(Stage& stage);
  bool solve(double h, Stage& stage);
  void evaluate(Stage& stage);
  int correct(const Stage& stage, double error, bool only_last);
  void begin_proximal(VectorIn base, const Stage& stage);
  bool settle(double h, Stage& stage);
  void judge(Stage& stage);
  bool large() const;

  const Model model_;
  const Layout layout_;
  int n_ = 0, m_ = 0;
  Vector lower_, upper_, compliance_;
  std::vector<unsigned char> differential_, algebraic_row_;
  SparseMatrix K_;
  std::vector<Dynamic> dynamic_;
  std::vector<std::vector<Entry>> law_rows_;
  std::vector<int> law_diagonal_;
  std::vector<unsigned char> stored_diagonal_;  // of the rows of the dynamics
  Vector law_shift_, shift_;                    // of rows between their bounds; of K_ as it is
  std::vector<Varying> varying_;
  int version_ = 0;
  std::vector<Place> place_, wanted_;  // of the rows of K_ as they are, and as they should be
  std::vector<Place> start_;           // of a search
  int passes_ = 0;                     // of refinement, and the last of them
  double last_change_ = 0.0, contraction_ = 1e-2, first_contraction_ = 1e-2;
  double h_ = -1.0, floor_ = 0.0;
  Pivots pivots_ = Pivots::diagonal;
  SparseMatrix E_;
  Vector b_constant_, e_constant_, b_, e_;
  Vector right_, z_, correction_, terms_, row_size_;
  std::list<Factor> factors_;  // the most recent first; of large systems there is one
  std::vector<Place> base_;    // of the first factor, where a run goes on
  Matrix dense_;
  std::optional<DiagonalLu> lu_;
  Bridge bridge_;
};

}  // namespace nonsmooth
