// SPDX-License-Identifier: Apache-2.0
#include "schemes/mode_system.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

constexpr int dense_limit = 64;            // rows up to which a factor is dense
constexpr std::size_t dense_factors = 16;  // kept
constexpr std::size_t most_changes = 48;   // rows a kept factor is bridged over
constexpr double rounding = 1e-12;         // what a row may contradict its place by, of its terms
constexpr double shift = 1e-7;             // of singular matrices
constexpr int patience = 10;               // steps of Newton's rule that may fail to make progress
constexpr int few = 16;                    // wrong rows, as where a front moves: going on is cheap
constexpr int most_modes = 300;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

const FirstOrder& first_order(const Model& model, SystemId id) {
  return std::get<FirstOrder>(model.systems()[at(id.index)]);
}

void add_matrix(const SystemMatrix& matrix, int first, Triplets& to) {
  const SparseMatrix sparse = matrix.compressed();
  for (int j = 0; j < sparse.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(sparse, j); it; ++it)
      to.emplace_back(first + static_cast<int>(it.row()), first + j, it.value());
}

}  // namespace

// --- What is treated
// -------------------------------------------------------------------------------------------

std::string ModeSystem::obstacle(const Model& model) {
  for (std::size_t s = 0; s < model.systems().size(); ++s) {
    const auto* system = std::get_if<FirstOrder>(&model.systems()[s]);
    if (system == nullptr || system->f || system->A_of_t)
      return model.name(SystemId{static_cast<int>(s)}) +
             " is not a linear first-order system with constant matrices";
  }
  for (std::size_t i = 0; i < model.interactions().size(); ++i) {
    const Interaction& interaction = model.interactions()[i];
    const std::string name = model.name(InteractionId{static_cast<int>(i)});
    const auto* linear = std::get_if<FirstOrderLinear>(&interaction.relation);
    if (linear == nullptr && !std::holds_alternative<FirstOrderSparse>(interaction.relation))
      return name + " has a nonlinear relation (a switch that the circuit controls, a B source)";
    if (linear != nullptr && linear->B_of_t) return name + " has a B that changes with time";
    const AnyLaw& law = interaction.law.block;
    const Box* box = law.get_if<Box>();
    if (law.get_if<Free>() == nullptr && law.get_if<NonNegative>() == nullptr &&
        (box == nullptr || box->dead_zone.size() > 0))
      return name + " has a law that is not one of bounds (" + std::string(law.kind()) + ")";
  }
  return {};
}

ModeSystem::ModeSystem(const Model& model) : model_(model), layout_(model_) { gather(model_); }

// --- Matrices
// -------------------------------------------------------------------------------------------

void ModeSystem::gather(const Model& model) {
  n_ = layout_.x_count;
  m_ = layout_.row_count;
  Triplets E, A, rows;
  b_constant_.setZero(n_);
  e_constant_.setZero(m_);
  lower_.setConstant(m_, -infinity);
  upper_.setConstant(m_, infinity);
  compliance_.setZero(m_);
  for (int s = 0; s < static_cast<int>(layout_.systems.size()); ++s) {
    const SystemSlot& slot = layout_.systems[at(s)];
    const FirstOrder& system = first_order(model, {s});
    if (system.E.empty())
      for (int i = 0; i < slot.x_count; ++i) E.emplace_back(slot.x + i, slot.x + i, 1.0);
    else
      add_matrix(system.E, slot.x, E);
    if (!system.A.empty()) add_matrix(system.A, slot.x, A);
    if (system.b.size() > 0) b_constant_.segment(slot.x, slot.x_count) = system.b;
  }
  for (int i = 0; i < static_cast<int>(layout_.interactions.size()); ++i) {
    const InteractionSlot& slot = layout_.interactions[at(i)];
    const Interaction& interaction = model.interactions()[at(i)];
    std::vector<int> column;
    for (const SystemId id : interaction.on)
      for (int k = 0; k < layout_.systems[at(id.index)].x_count; ++k)
        column.push_back(layout_.systems[at(id.index)].x + k);
    const auto place = [&](const SparseMatrix& C, const SparseMatrix& B, const SparseMatrix& D) {
      for (int j = 0; j < C.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(C, j); it; ++it)
          rows.emplace_back(slot.row + static_cast<int>(it.row()), column[at(j)], it.value());
      for (int j = 0; j < D.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(D, j); it; ++it)
          rows.emplace_back(slot.row + static_cast<int>(it.row()), n_ + slot.row + j, it.value());
      for (int j = 0; j < B.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(B, j); it; ++it)
          A.emplace_back(column[at(static_cast<int>(it.row()))], n_ + slot.row + j, it.value());
    };
    if (const auto* sparse = std::get_if<FirstOrderSparse>(&interaction.relation)) {
      place(sparse->C, sparse->B, sparse->D);
      if (sparse->e.size() > 0) e_constant_.segment(slot.row, slot.size) = sparse->e;
    } else {
      const FirstOrderLinear& linear = std::get<FirstOrderLinear>(interaction.relation);
      const int cols = static_cast<int>(column.size());
      if (linear.C_of_t || linear.D_of_t) {
        // every entry may come into being
        varying_.push_back({i, slot.row, slot.size, cols, column, linear.C, linear.D});
        Varying& link = varying_.back();
        if (link.C.size() == 0) link.C.setZero(slot.size, cols);
        if (link.D.size() == 0) link.D.setZero(slot.size, slot.size);
        for (int r = 0; r < slot.size; ++r) {
          for (int k = 0; k < cols; ++k)
            rows.emplace_back(slot.row + r, column[at(k)], link.C(r, k));
          for (int k = 0; k < slot.size; ++k)
            rows.emplace_back(slot.row + r, n_ + slot.row + k, link.D(r, k));
        }
        place({}, linear.B.sparseView(), {});
      } else {
        place(linear.C.sparseView(), linear.B.sparseView(), linear.D.sparseView());
      }
      if (linear.e.size() > 0) e_constant_.segment(slot.row, slot.size) = linear.e;
    }
    const AnyLaw& law = interaction.law.block;
    if (law.get_if<NonNegative>() != nullptr) lower_.segment(slot.row, slot.size).setZero();
    if (const Box* box = law.get_if<Box>()) {
      lower_.segment(slot.row, slot.size) = box->lower;
      upper_.segment(slot.row, slot.size) = box->upper;
      for (int k = 0; k < slot.size; ++k) compliance_[slot.row + k] = box->compliance_at(k);
    }
  }
  compile(E, A, rows);
}

void ModeSystem::compile(const Triplets& E, const Triplets& A, const Triplets& rows) {
  const int size = n_ + m_;
  E_.resize(n_, n_);
  E_.setFromTriplets(E.begin(), E.end());
  differential_.assign(at(n_), 0);
  algebraic_row_.assign(at(n_), 1);
  for (int j = 0; j < n_; ++j)
    for (SparseMatrix::InnerIterator it(E_, j); it; ++it)
      if (it.value() != 0.0) differential_[at(j)] = 1, algebraic_row_[at(int(it.row()))] = 0;
  // the pattern holds for every mode and every step, diagonals included
  SparseMatrix dynamics(size, size);
  dynamics.setFromTriplets(A.begin(), A.end());
  Triplets pattern;
  for (const auto& entry : A) pattern.emplace_back(entry.row(), entry.col(), 0.0);
  for (const auto& entry : E) pattern.emplace_back(entry.row(), entry.col(), 0.0);
  for (const auto& entry : rows) pattern.emplace_back(n_ + entry.row(), entry.col(), 0.0);
  for (int i = 0; i < size; ++i) pattern.emplace_back(i, i, 0.0);
  K_.resize(size, size);
  K_.setFromTriplets(pattern.begin(), pattern.end());
  K_.makeCompressed();
  const auto index = [&](int i, int j) {
    return static_cast<int>(&K_.coeffRef(i, j) - K_.valuePtr());
  };
  for (int j = 0; j < size; ++j)
    for (SparseMatrix::InnerIterator it(K_, j); it; ++it) {
      const int row = static_cast<int>(it.row());
      if (row >= n_) continue;
      dynamic_.push_back(
          {index(row, j), j < n_ ? E_.coeff(row, j) : 0.0, dynamics.coeff(row, j), row});
    }
  SparseMatrix outputs(m_, size);
  outputs.setFromTriplets(rows.begin(), rows.end());
  law_rows_.resize(at(m_));
  for (int j = 0; j < size; ++j)
    for (SparseMatrix::InnerIterator it(outputs, j); it; ++it)
      law_rows_[at(int(it.row()))].push_back({index(n_ + int(it.row()), j), j, it.value()});
  rows_of_unknown_.resize(at(size));
  for (int i = 0; i < m_; ++i)
    for (const Entry& entry : law_rows_[at(i)]) rows_of_unknown_[at(entry.column)].push_back(i);
  for (int i = 0; i < m_; ++i) law_diagonal_.push_back(index(n_ + i, n_ + i));
  for (const Triplets* entries : {&A, &E})
    for (const auto& entry : *entries)
      if (entry.row() == entry.col() && algebraic_row_[at(entry.row())] != 0)
        state_diagonal_.push_back(index(entry.row(), entry.col()));
  std::sort(state_diagonal_.begin(), state_diagonal_.end());
  state_diagonal_.erase(std::unique(state_diagonal_.begin(), state_diagonal_.end()),
                        state_diagonal_.end());
  for (Vector* v : {&right_, &z_, &correction_, &terms_}) v->setZero(size);
  b_.setZero(n_);
  e_.setZero(m_);
  wanted_.assign(at(m_), Place::between);
  for (int i = 0; i < m_; ++i) set_row(i, Place::between);
  place_ = wanted_;
}

void ModeSystem::set_row(int i, Place place) {
  double* values = K_.valuePtr();
  for (const Entry& entry : law_rows_[at(i)])
    values[entry.value] = place == Place::between ? entry.number : 0.0;
  values[law_diagonal_[at(i)]] += place == Place::between ? compliance_[i] : 1.0;
}

// C and D at time t: whether they are those that are known, and on request they become so
bool ModeSystem::evaluate_matrices(double t, bool write) {
  bool same = true;
  for (Varying& link : varying_) {
    const FirstOrderLinear& linear =
        std::get<FirstOrderLinear>(model_.interactions()[at(link.interaction)].relation);
    Matrix C = link.C, D = link.D;
    if (linear.C_of_t) linear.C_of_t(t, C);
    if (linear.D_of_t) linear.D_of_t(t, D);
    if (C == link.C && D == link.D) continue;
    same = false;
    if (!write) break;
    link.C = C;
    link.D = D;
    for (int r = 0; r < link.size; ++r) {
      const int row = link.row + r;
      for (Entry& entry : law_rows_[at(row)]) entry.number = 0.0;
      for (Entry& entry : law_rows_[at(row)]) {
        if (entry.column >= n_) {
          entry.number = D(r, entry.column - n_ - link.row);
          continue;
        }
        for (int k = 0; k < link.columns; ++k)
          if (link.column[at(k)] == entry.column) entry.number = C(r, k);
      }
      K_.valuePtr()[law_diagonal_[at(row)]] = 0.0;
      set_row(row, place_[at(row)]);
    }
  }
  if (!same && write) ++version_;
  return same;
}

bool ModeSystem::same_matrices_at(double t) { return evaluate_matrices(t, false); }

// --- A stage
// -------------------------------------------------------------------------------------------

void ModeSystem::read_mode(VectorIn lambda, std::vector<Place>& mode) const {
  mode.resize(at(m_));
  for (int i = 0; i < m_; ++i)
    mode[at(i)] = lambda[i] <= lower_[i]   ? Place::lower
                  : lambda[i] >= upper_[i] ? Place::upper
                                           : Place::between;
}

void ModeSystem::begin(double h, double t, VectorIn base) {
  (void)evaluate_matrices(t, true);
  if (h != h_) {
    double* values = K_.valuePtr();
    for (const Dynamic& entry : dynamic_)
      values[entry.value] = entry.E - (algebraic_row_[at(entry.row)] != 0 ? 1.0 : h) * entry.A;
    h_ = h;
    row_size_.setZero(n_);
    for (const Dynamic& entry : dynamic_)
      row_size_[entry.row] = std::max(row_size_[entry.row], std::abs(values[entry.value]));
  }
  b_ = b_constant_;
  e_ = e_constant_;
  for (int s = 0; s < static_cast<int>(layout_.systems.size()); ++s) {
    const FirstOrder& system = first_order(model_, {s});
    const SystemSlot& slot = layout_.systems[at(s)];
    if (!system.b_of_t) continue;
    auto part = correction_.head(slot.x_count);
    part.setZero();
    system.b_of_t(t, part);
    b_.segment(slot.x, slot.x_count) += part;
  }
  for (int i = 0; i < static_cast<int>(layout_.interactions.size()); ++i) {
    const InteractionSlot& slot = layout_.interactions[at(i)];
    const Relation& relation = model_.interactions()[at(i)].relation;
    const auto* linear = std::get_if<FirstOrderLinear>(&relation);
    const VectorFunction<double>& e =
        linear != nullptr ? linear->e_of_t : std::get<FirstOrderSparse>(relation).e_of_t;
    if (!e) continue;
    auto part = correction_.head(slot.size);
    part.setZero();
    e(t, part);
    e_.segment(slot.row, slot.size) += part;
  }
  right_.head(n_).noalias() = E_ * base;
  for (int i = 0; i < n_; ++i) right_[i] += (algebraic_row_[at(i)] != 0 ? 1.0 : h) * b_[i];
}

void ModeSystem::write_mode(const std::vector<Place>& mode) {
  for (int i = 0; i < m_; ++i)
    if (mode[at(i)] != place_[at(i)]) {
      K_.valuePtr()[law_diagonal_[at(i)]] = 0.0;
      set_row(i, place_[at(i)] = mode[at(i)]);
    }
}

// Factors of K_ as it is; false where they cannot be had.
bool ModeSystem::factorize_anew(double h, Factor& factor) {
  factor.h = h;
  factor.version = version_;
  factor.mode = place_;
  factor.changed.clear();
  factor.columns.clear();
  factor.law_shift = 0.0;
  const bool dense = n_ + m_ <= dense_limit;
  // zeros of this mode are no pivots: an ordering that counts on them would fill the factors
  const auto set = [&](const SparseMatrix& K) {
    return dense ? factor.matrix.set_dense(0, Matrix(K))
                 : factor.matrix.set_sparse(0, SparseMatrix(K.pruned(0.0, 1.0)));
  };
  factor.shifted = singular_met_;
  if (!singular_met_ && set(K_)) return true;
  singular_met_ = !dense;  // large circuits with such modes have many of them
  // a proximal step: what the mode leaves undetermined stays where it is
  // first where a row has a diagonal of its own (a node), since other ones make bad pivots
  factor.shifted = true;
  SparseMatrix shifted = K_;
  for (const int diagonal : state_diagonal_) shifted.valuePtr()[diagonal] += shift;
  factor.law_shift = 0.0;
  if (set(shifted)) return true;
  factor.law_shift = shift;
  for (int i = 0; i < m_; ++i)
    if (place_[at(i)] == Place::between) shifted.valuePtr()[law_diagonal_[at(i)]] += shift;
  return set(shifted);
}

// Rows that are between in one mode and at a bound in the other change a few rows of the matrix:
//
//   K = K_0 + sum e_i d_i^T,   K^-1 b = K_0^-1 b - Y (1 + D^T Y)^-1 D^T K_0^-1 b,   Y = K_0^-1
//   (e_i)
//
// (Woodbury). False where they are too many, or their matrix is singular.
bool ModeSystem::bridge(Factor& factor, const std::vector<Place>& mode) {
  factor.changed.clear();
  for (int i = 0; i < m_; ++i) {
    if ((mode[at(i)] == Place::between) == (factor.mode[at(i)] == Place::between)) continue;
    if (factor.changed.size() == most_changes) return false;
    factor.changed.push_back(i);
  }
  const int k = static_cast<int>(factor.changed.size());
  if (k == 0) return true;
  for (const int i : factor.changed) {
    if (factor.columns.contains(i)) continue;
    Vector& column = factor.columns[i];
    column.setZero(n_ + m_);
    column[n_ + i] = 1.0;
    factor.matrix.solve(0, VectorOut(column));
  }
  Matrix small = Matrix::Identity(k, k);
  for (int b = 0; b < k; ++b) {
    const Vector& column = factor.columns[factor.changed[at(b)]];
    for (int a = 0; a < k; ++a)
      small(a, b) += row_change(factor, mode, factor.changed[at(a)], column);
  }
  factor.small.compute(small);
  const Vector pivots = factor.small.matrixLU().diagonal().cwiseAbs();
  return pivots.minCoeff() > 1e-10 * pivots.maxCoeff();
}

// d_i^T z
double ModeSystem::row_change(const Factor& factor, const std::vector<Place>& mode, int i,
                              const Vector& z) const {
  double sum = (compliance_[i] + factor.law_shift - 1.0) * z[n_ + i];
  for (const Entry& entry : law_rows_[at(i)]) sum += entry.number * z[entry.column];
  return mode[at(i)] == Place::between ? sum : -sum;
}

void ModeSystem::apply_inverse(const Factor& factor, Vector& b) const {
  factor.matrix.solve(0, VectorOut(b));
  const int k = static_cast<int>(factor.changed.size());
  if (k == 0) return;
  Vector c(k);
  for (int a = 0; a < k; ++a) c[a] = row_change(factor, place_, factor.changed[at(a)], b);
  c = factor.small.solve(c);
  for (int a = 0; a < k; ++a) b -= c[a] * factor.columns.at(factor.changed[at(a)]);
}

// K_ and factors for this mode; the first of factors_ is the one to use. Small systems keep those
// of several modes; large ones keep one, and bridge from there.
bool ModeSystem::factorize(double h, const std::vector<Place>& mode) {
  const bool dense = n_ + m_ <= dense_limit;
  if (!dense && factors_.empty() && base_.size() == at(m_)) {
    write_mode(base_);
    factors_.emplace_front();
    if (!factorize_anew(h, factors_.front())) factors_.pop_front();
  }
  write_mode(mode);
  for (auto it = factors_.begin(); it != factors_.end(); ++it)
    if (it->h == h && it->version == version_ && (dense ? it->mode == mode : bridge(*it, mode))) {
      factors_.splice(factors_.begin(), factors_, it);
      return true;
    }
  if (factors_.size() >= (dense ? dense_factors : 1))
    factors_.splice(factors_.begin(), factors_, std::prev(factors_.end()));
  else
    factors_.emplace_front();
  if (factorize_anew(h, factors_.front())) return true;
  factors_.pop_front();
  return false;
}

bool ModeSystem::solve(double h, Stage& stage) {
  ++stage.modes_tried;
  if (!factorize(h, stage.mode)) return false;
  for (int i = 0; i < m_; ++i)
    right_[n_ + i] = stage.mode[at(i)] == Place::between ? -e_[i]
                     : stage.mode[at(i)] == Place::lower ? lower_[i]
                                                         : upper_[i];
  const Factor& factor = factors_.front();
  if (!factor.shifted) {
    z_ = right_;
    apply_inverse(factor, z_);
  }
  // refinement; for a shifted matrix, the proximal iteration from the last point
  for (int pass = 0; pass < (factor.shifted ? 5 : 1); ++pass) {
    correction_ = right_;
    correction_.noalias() -= K_ * z_;
    apply_inverse(factor, correction_);
    z_ += correction_;
  }
  if (!z_.allFinite()) {
    z_.setZero();
    return false;
  }
  stage.x = z_.head(n_);
  stage.lambda = z_.tail(m_);
  for (int i = 0; i < m_; ++i)
    if (stage.mode[at(i)] != Place::between) stage.lambda[i] = right_[n_ + i];
  evaluate(stage);
  return true;
}

// w of every row, and the size of its terms
void ModeSystem::evaluate(Stage& stage) {
  stage.w.resize(m_);
  for (int i = 0; i < m_; ++i) {
    double sum = e_[i] + compliance_[i] * stage.lambda[i];
    double size = std::abs(e_[i]) + std::abs(compliance_[i] * stage.lambda[i]);
    for (const Entry& entry : law_rows_[at(i)]) {
      const double term = entry.number * (entry.column < n_ ? stage.x[entry.column]
                                                            : stage.lambda[entry.column - n_]);
      sum += term;
      size += std::abs(term);
    }
    stage.w[i] = sum;
    terms_[i] = size;
  }
}

double ModeSystem::noise(const Stage& stage) const {
  double largest = 0.0;
  for (int i = 0; i < m_; ++i) largest = std::max({largest, terms_[i], std::abs(stage.lambda[i])});
  return 0.1 * rounding * largest;
}

double ModeSystem::margin(const Stage& stage) const {
  double least = infinity;
  for (int i = 0; i < m_; ++i) {
    const double l = stage.lambda[i];
    const Place place = stage.mode[at(i)];
    least = std::min(least, place == Place::lower   ? stage.w[i]
                            : place == Place::upper ? -stage.w[i]
                                                    : std::min(l - lower_[i], upper_[i] - l));
  }
  return least;
}

// Rows that contradict their place get the next one in wanted_; how many there are.
int ModeSystem::correct(const Stage& stage, bool only_last) {
  double slip = 0.0, slack = 0.0;
  for (int i = 0; i < m_; ++i) {
    slip = std::max(slip, rounding * std::abs(stage.lambda[i]));
    slack = std::max(slack, rounding * terms_[i]);
  }
  int wrong = 0;
  wanted_ = stage.mode;
  for (int i = m_ - 1; i >= 0; --i) {
    Place next = stage.mode[at(i)];
    switch (next) {
      case Place::lower: next = stage.w[i] < -slack ? Place::between : next; break;
      case Place::upper: next = stage.w[i] > slack ? Place::between : next; break;
      case Place::between:
        if (stage.lambda[i] < lower_[i] - slip) next = Place::lower;
        if (stage.lambda[i] > upper_[i] + slip) next = Place::upper;
    }
    if (next == stage.mode[at(i)]) continue;
    if (wrong == 0 || !only_last) wanted_[at(i)] = next;
    ++wrong;
  }
  return wrong;
}

// Newton's rule; where it no longer makes progress (what one row lets through, the next one stops),
// once more from the other side, with every row between its bounds, and then one row at a time.
bool ModeSystem::search(double h, double t, VectorIn base, Stage& stage) {
  stage.modes_tried = 0;
  stage.settled = false;
  begin(h, t, base);
  z_.head(n_) = base;
  // what is left where no mode has an answer at all
  stage.x = base;
  for (Vector* v : {&stage.lambda, &stage.w}) v->setZero(m_);
  int fewest = m_ + 1, tries = patience;
  bool other_side = false;
  const int front = n_ + m_ > dense_limit ? few : 0;  // small systems have none
  while (stage.modes_tried < most_modes) {
    const bool regular = solve(h, stage);
    if (!regular && other_side) return false;
    const int wrong = regular ? correct(stage, tries < (front > 0 ? -5 * patience : 0)) : m_;
    if (wrong == 0 && regular) {
      stage.settled = true;
      break;
    }
    if (regular && wrong < fewest) {
      fewest = wrong;
      tries = patience;
    } else if (((--tries <= 0 && wrong > front) || !regular) && !other_side) {
      other_side = true;
      fewest = m_ + 1;
      tries = patience;
      std::fill(wanted_.begin(), wanted_.end(), Place::between);
    }
    if (!other_side && wrong <= front && tries < patience)
      widen(stage, 1 << std::min(4, patience - tries));
    stage.mode = wanted_;
  }
  judge(stage);
  return stage.settled;
}

// A front that moves by one row at a time (what one diode lets through, the next one stops) is met
// half-way: with the rows that leave a bound go those that share an unknown with them, `depth`
// times over. What is too much comes back in one step.
void ModeSystem::widen(const Stage& stage, int depth) {
  std::vector<int> front, next;
  for (int i = 0; i < m_; ++i)
    if (wanted_[at(i)] == Place::between && stage.mode[at(i)] != Place::between) front.push_back(i);
  for (int level = 0; level < depth && !front.empty(); ++level) {
    next.clear();
    for (const int i : front)
      for (const Entry& entry : law_rows_[at(i)])
        for (const int k : rows_of_unknown_[at(entry.column)])
          if (wanted_[at(k)] != Place::between) {
            wanted_[at(k)] = Place::between;
            next.push_back(k);
          }
    front.swap(next);
  }
}

bool ModeSystem::keep_mode(double h, double t, VectorIn base, Stage& stage) {
  stage.modes_tried = 0;
  stage.settled = false;  // multipliers may be beyond their bounds, and stay there
  begin(h, t, base);
  z_.head(n_) = base;
  if (!solve(h, stage)) return false;
  judge(stage);
  return true;
}

// --- The certificate
// -------------------------------------------------------------------------------------------

// Everything from the data and the point alone; multipliers are brought within their bounds first.
void ModeSystem::judge(Stage& stage) {
  for (int i = 0; i < m_; ++i)
    if (stage.settled) stage.lambda[i] = std::clamp(stage.lambda[i], lower_[i], upper_[i]);
  evaluate(stage);
  double w_size = floor_ * floor_, l_size = w_size;
  for (int i = 0; i < m_; ++i) {
    w_size = std::max(w_size, terms_[i] * terms_[i]);
    l_size = std::max(l_size, stage.lambda[i] * stage.lambda[i]);
  }
  const double unit = w_size > 0.0 && l_size > 0.0 ? std::sqrt(l_size / w_size) : 1.0;
  double plain = 0.0, scaled = 0.0;
  for (int i = 0; i < m_; ++i) {
    const double l = stage.lambda[i], w = stage.w[i];
    const auto map = [&](double rho) {
      return std::abs(l - std::clamp(l - rho * w, lower_[i], upper_[i]));
    };
    plain = std::max(plain, map(1.0));
    scaled = std::max(scaled, map(unit));
  }
  stage.residual = plain / std::sqrt(std::max({w_size, l_size, 1e-300}));
  stage.residual_invariant = scaled / std::sqrt(std::max({unit * unit * w_size, l_size, 1e-300}));
  // rows of the dynamics: what is left of each, beside its largest entry times the largest unknown
  correction_.head(n_) = right_.head(n_);
  double size = 0.0;
  for (int j = 0; j < n_ + m_; ++j) {
    const double value = j < n_ ? stage.x[j] : stage.lambda[j - n_];
    size = std::max(size, std::abs(value));
    if (value == 0.0) continue;
    for (SparseMatrix::InnerIterator it(K_, j); it && it.row() < n_; ++it)
      correction_[it.row()] -= it.value() * value;
  }
  stage.equation_residual = 0.0;
  for (int i = 0; i < n_; ++i)
    if (const double left = std::abs(correction_[i]); left > 0.0)
      stage.equation_residual =
          std::max(stage.equation_residual, left / (row_size_[i] * size + std::abs(right_[i])));
  evaluate(stage);
}

}  // namespace nonsmooth
