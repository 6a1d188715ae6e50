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
// again by refinement.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/model/layout.hpp"
#include "schemes/iteration_matrices.hpp"

#include <Eigen/LU>

#include <list>
#include <map>
#include <string>
#include <vector>

namespace nonsmooth {

enum class Place : unsigned char { lower, between, upper };

/// The end of a stage, and how well it satisfies its equations and laws.
struct Stage {
  Vector x, lambda;
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
  Vector output(const Stage& stage) const {
    return stage.w - compliance_.cwiseProduct(stage.lambda);
  }
  /// w of row i in a state.
  double w_of(const State& state, int i) const {
    return state.output[i] + compliance_[i] * state.lambda[i];
  }
  /// Whether E has entries in the column of a state.
  bool differential(int state) const { return differential_[static_cast<std::size_t>(state)] != 0; }
  /// The mode whose factors are kept: with it, a run goes on with the bits it would have had.
  const std::vector<Place>* base_mode() const {
    return factors_.empty() ? nullptr : &factors_.front().mode;
  }
  bool singular_met() const { return singular_met_; }
  void begin_with(std::vector<Place> base, bool singular_met) {
    base_ = std::move(base);
    singular_met_ = singular_met;
  }
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
    Matrix C, D;
  };
  struct Factor {
    double h = 0.0;
    int version = 0;
    std::vector<Place> mode{};
    IterationMatrices matrix{1};
    bool shifted = false;
    double law_shift = 0.0;           // of rows of laws
    std::vector<int> changed{};       // rows of the law in which the mode asked for differs
    std::map<int, Vector> columns{};  // of the inverse, by row
    Eigen::PartialPivLU<Matrix> small{};
  };

  void gather(const Model& model);
  void compile(const std::vector<Eigen::Triplet<double>>& E,
               const std::vector<Eigen::Triplet<double>>& A,
               const std::vector<Eigen::Triplet<double>>& rows);
  bool evaluate_matrices(double t, bool write);
  void begin(double h, double t, VectorIn base);
  void set_row(int i, Place place);
  void write_mode(const std::vector<Place>& mode);
  bool factorize_anew(double h, Factor& factor);
  bool bridge(Factor& factor, const std::vector<Place>& mode);
  double row_change(const Factor& factor, const std::vector<Place>& mode, int i,
                    const Vector& z) const;
  void apply_inverse(const Factor& factor, Vector& b) const;
  bool factorize(double h, const std::vector<Place>& mode);
  bool solve(double h, Stage& stage);
  void evaluate(Stage& stage);
  int correct(const Stage& stage, bool only_last);
  void widen(const Stage& stage, int depth);
  void judge(Stage& stage);

  const Model model_;
  const Layout layout_;
  int n_ = 0, m_ = 0;
  Vector lower_, upper_, compliance_;
  std::vector<unsigned char> differential_, algebraic_row_;
  SparseMatrix K_;
  std::vector<Dynamic> dynamic_;
  std::vector<std::vector<Entry>> law_rows_;
  std::vector<std::vector<int>> rows_of_unknown_;  // of the laws
  std::vector<int> law_diagonal_;
  std::vector<int> state_diagonal_;  // stored ones of algebraic rows
  std::vector<Varying> varying_;
  int version_ = 0;
  std::vector<Place> place_, wanted_;  // of the rows of K_ as they are, and as they should be
  double h_ = -1.0, floor_ = 0.0;
  bool singular_met_ = false;
  SparseMatrix E_;
  Vector b_constant_, e_constant_, b_, e_;
  Vector right_, z_, correction_, terms_, row_size_;
  std::list<Factor> factors_;  // the most recent first
  std::vector<Place> base_;    // of the first factor, where a run goes on
};

}  // namespace nonsmooth
