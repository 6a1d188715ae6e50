// SPDX-License-Identifier: Apache-2.0
#include "solvers/active_set.hpp"

#include "solvers/polish.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

constexpr int most_iterations = 20;
constexpr int most_setbacks = 3;  // iterations that do not reduce the number of wrong places
constexpr double rounding = 1e-14;

// -(w_i + compliance_i r_i) in N_[lower_i, upper_i](r_i); d_i is the size of row i (block_scales).
struct Rows {
  int size;
  double *lower, *upper, *compliance, *d;
  Place* place;

  // `memory` has room for 4 numbers per row.
  Rows(const Problem& problem, double* memory, Place* places)
      : size(problem.size()),
        lower(memory),
        upper(lower + size),
        compliance(upper + size),
        d(compliance + size),
        place(places) {
    int row = 0;
    for (const AnyLaw& any : problem.laws)
      any.visit([&]<class L>(const L& law) {
        for (int i = 0; i < law.size(); ++i, ++row) {
          lower[row] = std::is_same_v<L, NonNegative> ? 0.0 : -infinity;
          upper[row] = infinity;
          compliance[row] = 0.0;
          if constexpr (std::is_same_v<L, Box>) {
            lower[row] = law.lower[i];
            upper[row] = law.upper[i];
            compliance[row] = law.compliance_at(i);
          }
        }
      });
  }

  bool is_between(int i) const { return place[i] == Place::between; }
  bool any_between() const {
    return std::find(place, place + size, Place::between) != place + size;
  }
  double bound(int i) const { return place[i] == Place::lower ? lower[i] : upper[i]; }
  double clip(int i, double r) const { return std::min(std::max(r, lower[i]), upper[i]); }

  void classify(const double* r, const double* w) {
    for (int i = 0; i < size; ++i) {
      const double target = r[i] - w[i] / d[i];
      place[i] = target <= lower[i]   ? Place::lower
                 : target >= upper[i] ? Place::upper
                                      : Place::between;
    }
  }
  // Moves row i where its sign is wrong by more than the rounding of its terms. True if it moved.
  bool correct(int i, double r, double w, double terms) {
    const Place old = place[i];
    const double noise = rounding * terms;
    if (old == Place::between) {
      if ((r - lower[i]) * d[i] < -noise) place[i] = Place::lower;
      if ((r - upper[i]) * d[i] > noise) place[i] = Place::upper;
    } else if (lower[i] < upper[i] && (old == Place::lower ? w < -noise : w > noise)) {
      place[i] = Place::between;
    }
    return place[i] != old;
  }
};

// Up to 16 rows: elimination in place. Pivots are compared in the units of the rows, A_ik^2 / d_i,
// so that no choice of units changes them.
class SmallSystem {
 public:
  SmallSystem(const Problem& problem, Arena& scratch) : n_(problem.size()), q_(problem.q.data()) {
    if (problem.W.is_dense()) {
      W_ = problem.W.dense().data();
    } else {
      MatrixMap copy = scratch.matrix(n_, n_);
      problem.W.copy_dense(copy);
      W_ = copy.data();
    }
  }

  void sizes(const Rows& rows) const {
    for (int i = 0; i < n_; ++i) {
      rows.d[i] = std::abs(W_[i * (n_ + 1)]) + rows.compliance[i];
      for (int j = 0; j < n_ && rows.d[i] == 0.0; ++j) rows.d[i] = std::abs(W_[i + j * n_]);
      if (rows.d[i] == 0.0) rows.d[i] = 1.0;
    }
  }

  bool solve(const Rows& rows, double* r) {
    int between[small_active_set], m = 0;
    for (int i = 0; i < n_; ++i) {
      r[i] = rows.is_between(i) ? 0.0 : rows.bound(i);
      if (rows.is_between(i)) between[m++] = i;
    }
    for (int k = 0; k < m; ++k) {
      const int i = between[k];
      double sum = -q_[i];
      for (int j = 0; j < n_; ++j) sum -= W_[i + j * n_] * r[j];
      b_[k] = sum;
      for (int l = 0; l < m; ++l) A_[k + l * m] = W_[i + between[l] * n_];
      A_[k * (m + 1)] += rows.compliance[i];
    }
    double d[small_active_set];
    for (int k = 0; k < m; ++k) d[k] = rows.d[between[k]];
    if (!eliminate(m, d)) return false;
    for (int k = 0; k < m; ++k) r[between[k]] = b_[k];
    return true;
  }

  void evaluate(const Rows& rows, const double* r, double* w, double* terms) const {
    for (int i = 0; i < n_; ++i) {
      w[i] = q_[i] + rows.compliance[i] * r[i];
      terms[i] = std::abs(q_[i]);
    }
    for (int j = 0; j < n_; ++j) {
      if (r[j] == 0.0) continue;
      for (int i = 0; i < n_; ++i) {
        const double term = W_[i + j * n_] * r[j];
        w[i] += term;
        terms[i] += std::abs(term);
      }
    }
  }

 private:
  // b becomes A^-1 b. False where a pivot is lost to rounding.
  bool eliminate(int m, double* d) {
    double column_size[small_active_set];
    std::copy(d, d + m, column_size);
    for (int k = 0; k < m; ++k) {
      double* column = A_ + k * m;
      int pivot = k;
      for (int i = k + 1; i < m; ++i)
        if (column[i] * column[i] * d[pivot] > column[pivot] * column[pivot] * d[i]) pivot = i;
      if (!(column[pivot] * column[pivot] > 1e-24 * d[pivot] * column_size[k])) return false;
      if (pivot != k) {
        for (int j = k; j < m; ++j) std::swap(A_[k + j * m], A_[pivot + j * m]);
        std::swap(b_[k], b_[pivot]);
        std::swap(d[k], d[pivot]);
      }
      const double inverse = 1.0 / column[k];
      for (int i = k + 1; i < m; ++i) column[i] *= inverse;
      for (int j = k + 1; j < m; ++j)
        for (int i = k + 1; i < m; ++i) A_[i + j * m] -= column[i] * A_[k + j * m];
      for (int i = k + 1; i < m; ++i) b_[i] -= column[i] * b_[k];
      column[k] = inverse;
    }
    for (int k = m - 1; k >= 0; --k) {
      b_[k] *= A_[k * (m + 1)];
      for (int i = 0; i < k; ++i) b_[i] -= A_[i + k * m] * b_[k];
    }
    return true;
  }

  int n_;
  const double *W_, *q_;
  double A_[small_active_set * small_active_set], b_[small_active_set];
};

// Rows at a bound become identity, their columns move to the right-hand side; the pattern stays
// that of W, so that one analysis serves every set of places and every step of a simulation.
class SparseSystem {
 public:
  SparseSystem(const Problem& problem, Workspace& workspace)
      : W_(problem.W.blocks()),
        q_(problem.q.data()),
        factors_(workspace.factors),
        b_(workspace.arena.vector(problem.size())) {
    factors_.take_pattern(W_);
  }

  void sizes(const Rows& rows) const {
    for (int i = 0; i < W_.block_rows(); ++i) {
      const MatrixView block = W_.block(i, W_.find(i, i));
      for (int c = 0; c < block.cols(); ++c) {
        const int row = W_.row_offset(i) + c;
        rows.d[row] = std::abs(block(c, c)) + rows.compliance[row];
        if (rows.d[row] == 0.0) rows.d[row] = block.row(c).cwiseAbs().maxCoeff();
        if (rows.d[row] == 0.0) rows.d[row] = 1.0;
      }
    }
  }

  bool solve(const Rows& rows, double* r) {
    for (int i = 0; i < rows.size; ++i) r[i] = rows.is_between(i) ? 0.0 : rows.bound(i);
    for (int i = 0; i < rows.size; ++i) b_[i] = rows.is_between(i) ? -q_[i] : r[i];
    for (int i = 0; i < W_.block_rows(); ++i) fill_row(rows, i, r);
    if (!factors_.factorize()) return false;
    factors_.solve(b_, b_);
    for (int i = 0; i < rows.size; ++i)
      if (rows.is_between(i)) r[i] = b_[i];
    return b_.allFinite();
  }

  void evaluate(const Rows& rows, const double* r, double* w, double* terms) const {
    for (int i = 0; i < rows.size; ++i) {
      w[i] = q_[i] + rows.compliance[i] * r[i];
      terms[i] = std::abs(q_[i]);
    }
    for (int i = 0; i < W_.block_rows(); ++i)
      for (int k = W_.row_begin(i); k < W_.row_begin(i + 1); ++k) {
        const int size = W_.row_size(i), row = size * i, col = size * W_.block_col(k);
        const double* value = W_.block(i, k).data();
        for (int c = 0; c < size; ++c)
          for (int a = 0; a < size; ++a) {
            const double term = *value++ * r[col + c];
            w[row + a] += term;
            terms[row + a] += std::abs(term);
          }
      }
  }

 private:
  void fill_row(const Rows& rows, int i, const double* r) {
    const int size = W_.row_size(i), row = size * i;
    for (int k = W_.row_begin(i); k < W_.row_begin(i + 1); ++k) {
      const int col = size * W_.block_col(k);
      const double* from = W_.block(i, k).data();
      double* to = factors_.matrix().block(i, k).data();
      for (int c = 0; c < size; ++c)
        for (int a = 0; a < size; ++a, ++from, ++to) {
          const bool keep = rows.is_between(row + a) && rows.is_between(col + c);
          *to = keep ? *from : 0.0;
          if (row + a == col + c) *to = keep ? *from + rows.compliance[row + a] : 1.0;
          if (rows.is_between(row + a) && !keep) b_[row + a] -= *from * r[col + c];
        }
    }
  }

  const BlockSparse& W_;
  const double* q_;
  KeptBlockLu& factors_;
  VectorMap b_;
};

// Corrects the places until none is wrong, adding to end.iterations. False if it does not settle.
template <class System>
bool settle(System& system, Rows& rows, const Workspace& workspace, double* r, double* w,
            ActiveSetEnd& end) {
  int fewest = rows.size + 1, setbacks = 0;
  for (int k = 0; k < most_iterations && setbacks <= most_setbacks; ++k) {
    if (k >= 2 && workspace.expired()) return false;
    if (rows.any_between()) ++end.iterations;
    if (!system.solve(rows, r)) return false;
    double* terms = w + rows.size;
    system.evaluate(rows, r, w, terms);
    int wrong = 0;
    for (int i = 0; i < rows.size; ++i) {
      wrong += rows.correct(i, r[i], w[i], terms[i]) ? 1 : 0;
      r[i] = rows.clip(i, r[i]);
    }
    if (wrong == 0) return true;
    if (wrong >= fewest) ++setbacks;
    fewest = std::min(fewest, wrong);
  }
  return false;
}

// From the start; where that only spreads from row to row (an impact on a chain at rest), once more
// from the other side, with every row between its bounds. `w` has room for 2 numbers per row.
template <class System>
ActiveSetEnd iterate(System& system, Rows& rows, VectorIn r, const Workspace& workspace, double* w,
                     VectorOut answer) {
  ActiveSetEnd end;
  system.sizes(rows);
  system.evaluate(rows, r.data(), w, w + rows.size);
  rows.classify(r.data(), w);
  end.settled = settle(system, rows, workspace, answer.data(), w, end);
  if (end.settled) return end;
  std::fill(rows.place, rows.place + rows.size, Place::between);
  end.settled = settle(system, rows, workspace, answer.data(), w, end);
  return end;
}

}  // namespace

bool fits_active_set(const Problem& problem) {
  for (const AnyLaw& any : problem.laws) {
    const Box* box = any.get_if<Box>();
    if (!any.scalar() || any.get_if<Graph>() != nullptr ||
        (box != nullptr && box->dead_zone.size() > 0))
      return false;
  }
  if (problem.size() <= small_active_set) return problem.size() > 0;
  if (problem.W.is_dense() || !BlockLu::supports(problem.W.blocks())) return false;
  const BlockSparse& W = problem.W.blocks();
  for (int i = 0; i < W.block_rows(); ++i)
    if (W.find(i, i) < 0) return false;
  return true;
}

bool clearly_violated(const Problem& problem, VectorIn r, double tolerance) {
  constexpr int rows_looked_at = 4;
  const int n = problem.size();
  if (!problem.W.is_dense() || n > small_active_set) return false;
  const double* W = problem.W.dense().data();
  int row = 0;
  for (const AnyLaw& any : problem.laws) {
    for (int i = 0; i < any.size() && row < rows_looked_at; ++i, ++row) {
      double u = problem.q[row], terms = std::abs(u);
      for (int j = 0; j < n; ++j) {
        const double term = W[row + j * n] * r[j];
        u += term;
        terms += std::abs(term);
      }
      const double d = std::abs(W[row * (n + 1)]);
      if (d * std::abs(any.component_map(i, 1.0 / d, u, r[row])) > 1e3 * tolerance * terms)
        return true;
    }
  }
  return false;
}

ActiveSetEnd find_active_set(const Problem& problem, VectorIn r, Workspace& workspace,
                             VectorOut answer) {
  Arena& scratch = workspace.arena;
  const Arena::Scope scope(scratch);
  if (problem.size() <= small_active_set) {
    double memory[6 * small_active_set];
    Place places[small_active_set];
    Rows rows(problem, memory + 2 * small_active_set, places);
    SmallSystem system(problem, scratch);
    return iterate(system, rows, r, workspace, memory, answer);
  }
  const int n = problem.size();
  Rows rows(problem, scratch.vector(4 * n).data(), scratch.array<Place>(n).data());
  SparseSystem system(problem, workspace);
  return iterate(system, rows, r, workspace, scratch.vector(2 * n).data(), answer);
}

}  // namespace nonsmooth
