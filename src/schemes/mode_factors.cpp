// SPDX-License-Identifier: Apache-2.0
// Factors of the matrix of a mode. Small systems are dense and keep those of several modes. Large
// ones keep one set, K_0 = L U, in one of three ways (Pivots). With pivots on the diagonal a mode
// that differs in a few rows is reached by compensation,
//
//   K = K_0 + sum e_i d_i^T,   K^-1 b = U^-1 (y - P (1 + W^T P)^-1 W^T y),
//   y = L^-1 b,   P = L^-1 (e_i),   W = U^-T (d_i)
//
// and one that differs in many by new rows of the factors, where they depend on what has changed.
//
// A zero on the diagonal is shifted by a small part of what elimination of the rows around it would
// put there, -K_kj K_jk / K_kk, so that the shift has its sign and unit.
#include "schemes/mode_system.hpp"
#include "schemes/small_inverse.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

constexpr int dense_limit = 64;    // rows up to which a factor is dense
constexpr int dense_factors = 16;  // kept
constexpr int most_changes = 64;   // rows a kept factor is bridged over, at most
constexpr double shift = 1e-9;     // of diagonals, relative
constexpr double empty = 1e-8;     // diagonal entries that are no pivots, relative to their row

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

bool ModeSystem::large() const { return n_ + m_ > dense_limit; }

// All memory that factors will need, so that steps allocate nothing.
void ModeSystem::reserve_factors() {
  const int size = n_ + m_;
  start_ = place_;
  if (!large()) {
    dense_.setIdentity(size, size);
    for (int k = 0; k < dense_factors; ++k) {
      factors_.emplace_back();
      factors_.back().mode = place_;
      (void)factors_.back().matrix.set_dense(0, dense_);
    }
    return;
  }
  factors_.emplace_back();
  factors_.back().mode = place_;
  lu_.emplace(K_);
  std::size_t longest = 0;
  for (const std::vector<Entry>& row : law_rows_) longest = std::max(longest, row.size());
  const int entries = static_cast<int>(longest) + 1;
  // as far as compensation is less work than new factors
  bridge_.longest =
      std::clamp(static_cast<int>(std::sqrt(0.5 * lu_->factor_work() / std::max(1, lu_->height()))),
                 1, std::min(most_changes, std::max(1, m_)));
  bridge_.changed.reserve(at(m_));
  bridge_.inverted.reserve(at(m_));
  bridge_.slots.resize(at(bridge_.longest));
  bridge_.products.setZero(bridge_.longest, bridge_.longest);
  for (Slot& slot : bridge_.slots) slot = {-1, lu_->reserved(1), lu_->reserved(entries)};
  bridge_.slot_of_row.assign(at(m_), -1);
  bridge_.small.assign(at(most_changes * most_changes), 0.0);
  bridge_.exchanged.assign(at(most_changes), 0);
  bridge_.part.setZero(most_changes);
  bridge_.scatter.setZero(size);
  bridge_.entries.reserve(at(entries));
}

void ModeSystem::set_shifts() {
  if (!large()) {  // dense factors exchange rows, and take it only where they must
    law_shift_.setConstant(shift);
    shift_.head(n_).setConstant(shift);
    for (int i = 0; i < m_; ++i) shift_[n_ + i] = place_[at(i)] == Place::between ? shift : 0.0;
    return;
  }
  // terms of -sum K_kj K_jk / K_kk; where no neighbour has a diagonal, as if it were 1
  const auto put_together = [](double sum, double bare) {
    const double size = sum != 0.0 ? sum : bare;
    return shift * (size != 0.0 ? size : 1.0);
  };
  for (int j = 0; j < n_; ++j) {
    // what only hangs on itself (two nodes and a resistor between blocking diodes) needs it too
    shift_[j] = shift * K_.coeff(j, j);
    if (std::abs(K_.coeff(j, j)) > empty * row_size_[j]) continue;
    double sum = 0.0, bare = 0.0;
    for (SparseMatrix::InnerIterator it(K_, j); it && it.row() < n_; ++it) {
      const int k = static_cast<int>(it.row());
      const double product = -it.value() * K_.coeff(j, k), diagonal = K_.coeff(k, k);
      if (k == j || product == 0.0) continue;
      if (std::abs(diagonal) > empty * row_size_[k])
        sum += product / diagonal;
      else
        bare += product;
    }
    shift_[j] = put_together(sum, bare);
  }
  for (int i = 0; i < m_; ++i) {
    double sum = 0.0, bare = 0.0, own = compliance_[i], largest = 0.0;
    for (const Entry& entry : law_rows_[at(i)]) {
      largest = std::max(largest, std::abs(entry.number));
      if (entry.column == n_ + i) own += entry.number;
      if (entry.column >= n_) continue;
      const double product = -K_.coeff(entry.column, n_ + i) * entry.number;
      const double diagonal = K_.coeff(entry.column, entry.column);
      if (std::abs(diagonal) > empty * row_size_[entry.column])
        sum += product / diagonal;
      else
        bare += product;
    }
    law_shift_[i] = std::abs(own) > empty * largest ? 0.0 : put_together(sum, bare);
    shift_[n_ + i] = place_[at(i)] == Place::between ? law_shift_[i] : 0.0;
  }
}

bool ModeSystem::factorize(double h, const std::vector<Place>& mode) {
  return large() ? factorize_large(h, mode) : factorize_small(h, mode);
}

// --- Small systems
// -------------------------------------------------------------------------------------------

bool ModeSystem::factorize_small(double h, const std::vector<Place>& mode) {
  write_mode(mode);
  for (auto it = factors_.begin(); it != factors_.end(); ++it)
    if (it->h == h && it->version == version_ && it->mode == mode) {
      factors_.splice(factors_.begin(), factors_, it);
      return true;
    }
  factors_.splice(factors_.begin(), factors_, std::prev(factors_.end()));
  Factor& factor = factors_.front();
  factor.h = h;
  factor.version = version_;
  factor.mode = mode;
  if (factorize_dense(factor)) return true;
  factor.h = -1.0;
  factors_.splice(factors_.end(), factors_, factors_.begin());
  return false;
}

// a proximal step where the matrix is singular: what the mode leaves undetermined stays where it is
bool ModeSystem::factorize_dense(Factor& factor) {
  dense_ = K_;
  factor.shifted = false;
  if (factor.matrix.set_dense(0, dense_)) return true;
  factor.shifted = true;
  // first where a row has a diagonal of its own (a node), since other ones make bad pivots
  for (int i = 0; i < n_; ++i)
    if (algebraic_row_[at(i)] != 0 && stored_diagonal_[at(i)] != 0) dense_(i, i) += shift_[i];
  if (factor.matrix.set_dense(0, dense_)) return true;
  for (int i = n_; i < n_ + m_; ++i) dense_(i, i) += shift_[i];
  return factor.matrix.set_dense(0, dense_);
}

// --- Large systems
// -------------------------------------------------------------------------------------------

bool ModeSystem::factorize_large(double h, const std::vector<Place>& mode) {
  Factor& factor = factors_.front();
  if (factor.h < 0.0 && base_.size() == at(m_)) {
    write_mode(base_);
    base_.clear();
    if (!factorize_base(h, true)) factor.h = -1.0;
  }
  const bool usable = factor.h == h && factor.version == version_ && factor.pivots == pivots_;
  if (usable) {
    find_changes(mode);
    write_mode(mode);
    if (bridge()) return true;
    return factorize_base(h, false);
  }
  write_mode(mode);
  return factorize_base(h, true);
}

// Factors of K_ as it is: of all rows, or beginning with those in bridge_.changed.
bool ModeSystem::factorize_base(double h, bool all) {
  Factor& factor = factors_.front();
  factor.h = -1.0;
  for (Slot& slot : bridge_.slots) slot.row = -1;
  bridge_.inverted.clear();
  std::fill(bridge_.slot_of_row.begin(), bridge_.slot_of_row.end(), -1);
  if (pivots_ == Pivots::diagonal) {
    for (int& row : bridge_.changed) row += n_;
    const bool good =
        all ? lu_->factorize(K_, shift_) : lu_->refactorize(K_, shift_, bridge_.changed);
    factor.shifted = true;
    if (!good) pivots_ = Pivots::exchanged;
  }
  bridge_.changed.clear();
  if (pivots_ != Pivots::diagonal && !exchange_pivots(factor)) return false;
  factor.pivots = pivots_;
  factor.h = h;
  factor.version = version_;
  factor.mode = place_;
  return true;
}

// KLU, which exchanges rows and allocates.
bool ModeSystem::exchange_pivots(Factor& factor) {
  // zeros of this mode are no pivots: an ordering that counts on them would fill the factors
  const auto set = [&](const SparseMatrix& K) {
    return factor.matrix.set_sparse(0, SparseMatrix(K.pruned(0.0, 1.0)));
  };
  factor.shifted = false;
  if (pivots_ == Pivots::exchanged && set(K_)) return true;
  pivots_ = Pivots::exchanged_and_shifted;  // circuits with singular modes have many of them
  factor.shifted = true;
  SparseMatrix shifted = K_;
  for (int i = 0; i < n_; ++i)
    if (algebraic_row_[at(i)] != 0 && stored_diagonal_[at(i)] != 0)
      shifted.coeffRef(i, i) += shift_[i] != 0.0 ? shift_[i] : shift;
  if (set(shifted)) return true;
  for (int i = n_; i < n_ + m_; ++i) shifted.coeffRef(i, i) += shift_[i];
  return set(shifted);
}

void ModeSystem::find_changes(const std::vector<Place>& mode) {
  const std::vector<Place>& base = factors_.front().mode;
  bridge_.changed.clear();
  for (int i = 0; i < m_; ++i)
    if ((mode[at(i)] == Place::between) != (base[at(i)] == Place::between))
      bridge_.changed.push_back(i);
}

// a place for the vectors of a row, which may be that of one no longer needed
int ModeSystem::slot_for(int row) {
  const auto needed = [&](int other) {
    return std::binary_search(bridge_.changed.begin(), bridge_.changed.end(), other);
  };
  int index = 0;
  while (bridge_.slots[at(index)].row >= 0 && needed(bridge_.slots[at(index)].row)) ++index;
  Slot& slot = bridge_.slots[at(index)];
  if (slot.row >= 0) bridge_.slot_of_row[at(slot.row)] = -1;
  slot.row = row;
  return bridge_.slot_of_row[at(row)] = index;
}

// From a bound to between row i gains its entries and compliance and loses its 1, or the reverse.
void ModeSystem::fill_slot(int i) {
  const int index = slot_for(i);
  Slot& slot = bridge_.slots[at(index)];
  const double sign = factors_.front().mode[at(i)] == Place::between ? -1.0 : 1.0;
  bridge_.entries.clear();
  bridge_.entries.emplace_back(n_ + i, 1.0);
  lu_->forward(bridge_.entries, slot.p);
  bridge_.entries.clear();
  bridge_.entries.emplace_back(n_ + i, sign * (compliance_[i] + law_shift_[i] - 1.0));
  for (const Entry& entry : law_rows_[at(i)])
    bridge_.entries.emplace_back(entry.column, sign * entry.number);
  lu_->forward_transposed(bridge_.entries, slot.w);
  multiply_slot(index);
}

// The products of its vectors with those of all slots.
void ModeSystem::multiply_slot(int index) {
  const auto scatter = [&](const DiagonalLu::Part& part) {
    for (std::size_t q = 0; q < part.place.size(); ++q)
      bridge_.scatter[part.place[q]] = part.value[q];
  };
  const auto product = [&](const DiagonalLu::Part& part) {
    double sum = 0.0;
    for (std::size_t q = 0; q < part.place.size(); ++q)
      sum += bridge_.scatter[part.place[q]] * part.value[q];
    return sum;
  };
  const auto clear = [&](const DiagonalLu::Part& part) {
    for (const int place : part.place) bridge_.scatter[place] = 0.0;
  };
  const Slot& slot = bridge_.slots[at(index)];
  scatter(slot.w);
  for (int b = 0; b < bridge_.longest; ++b)
    if (bridge_.slots[at(b)].row >= 0) bridge_.products(index, b) = product(bridge_.slots[at(b)].p);
  clear(slot.w);
  scatter(slot.p);
  for (int a = 0; a < bridge_.longest; ++a)
    if (bridge_.slots[at(a)].row >= 0) bridge_.products(a, index) = product(bridge_.slots[at(a)].w);
  clear(slot.p);
}

// False where the changes are too many, or their matrix is singular.
bool ModeSystem::bridge() {
  const int k = static_cast<int>(bridge_.changed.size());
  if (k == 0) return true;
  if (k > bridge_.longest || pivots_ != Pivots::diagonal) return false;
  if (bridge_.changed == bridge_.inverted) return true;
  bridge_.inverted.clear();
  for (const int i : bridge_.changed)
    if (bridge_.slot_of_row[at(i)] < 0) fill_slot(i);
  for (int b = 0; b < k; ++b)
    for (int a = 0; a < k; ++a)
      bridge_.small[at(a + b * k)] =
          (a == b ? 1.0 : 0.0) + bridge_.products(bridge_.slot_of_row[at(bridge_.changed[at(a)])],
                                                  bridge_.slot_of_row[at(bridge_.changed[at(b)])]);
  if (!invert(bridge_.small.data(), k, bridge_.exchanged.data(), 1e-10)) return false;
  bridge_.inverted = bridge_.changed;
  return true;
}

void ModeSystem::apply_inverse(Vector& b) {
  if (!large() || pivots_ != Pivots::diagonal) {
    factors_.front().matrix.solve(0, b);
    return;
  }
  lu_->forward(VectorOut(b));
  const int k = static_cast<int>(bridge_.changed.size());
  const auto slot = [&](int a) -> const Slot& {
    return bridge_.slots[at(bridge_.slot_of_row[at(bridge_.changed[at(a)])])];
  };
  for (int a = 0; a < k; ++a) {
    const DiagonalLu::Part& w = slot(a).w;
    double sum = 0.0;
    for (std::size_t q = 0; q < w.place.size(); ++q) sum += w.value[q] * b[w.place[q]];
    bridge_.part[a] = sum;
  }
  for (int a = 0; a < k; ++a) {
    double sum = 0.0;
    for (int j = 0; j < k; ++j) sum += bridge_.small[at(a + j * k)] * bridge_.part[j];
    const DiagonalLu::Part& p = slot(a).p;
    for (std::size_t q = 0; q < p.place.size(); ++q) b[p.place[q]] -= sum * p.value[q];
  }
  lu_->backward(VectorOut(b));
}

}  // namespace nonsmooth
