// SPDX-License-Identifier: Apache-2.0
#include "schemes/mode_system.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

constexpr double rounding = 1e-12;  // what a row may contradict its place by, of its terms
constexpr int patience = 10;        // steps of Newton's rule that may fail to make progress
constexpr int few = 64;             // wrong rows, as where a front moves: going on is cheap
constexpr int most_modes = 300;
constexpr int most_refinements = 6;
constexpr double doubt = 1e-3;           // of a correction: what the next one may be
constexpr double worst_equation = 1e-9;  // residual beyond which diagonal pivots are given up

std::size_t at(int i) { return static_cast<std::size_t>(i); }

const FirstOrder& first_order(const Model& model, SystemId id) {
  return std::get<FirstOrder>(model.systems()[at(id.index)]);
}

double relative(VectorIn change, VectorIn to) {
  double largest = 0.0, size = 1e-300;
  for (Eigen::Index i = 0; i < to.size(); ++i) {
    largest = std::max(largest, std::abs(change[i]));
    size = std::max(size, std::abs(to[i]));
  }
  return largest / size;
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
        varying_.push_back({i, slot.row, slot.size, cols, column, linear.C, linear.D, {}, {}});
        Varying& link = varying_.back();
        if (link.C.size() == 0) link.C.setZero(slot.size, cols);
        if (link.D.size() == 0) link.D.setZero(slot.size, slot.size);
        link.new_C = link.C;
        link.new_D = link.D;
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
  for (int i = 0; i < m_; ++i) law_diagonal_.push_back(index(n_ + i, n_ + i));
  for (Vector* v : {&right_, &z_, &correction_, &terms_}) v->setZero(size);
  b_.setZero(n_);
  e_.setZero(m_);
  stored_diagonal_.assign(at(n_), 0);
  for (const Triplets* entries : {&A, &E})
    for (const auto& entry : *entries)
      if (entry.row() == entry.col()) stored_diagonal_[at(entry.row())] = 1;
  wanted_.assign(at(m_), Place::between);
  shift_.setZero(size);
  law_shift_.setZero(m_);
  for (int i = 0; i < m_; ++i) set_row(i, Place::between);
  place_ = wanted_;
  reserve_factors();
}

void ModeSystem::set_row(int i, Place place) {
  double* values = K_.valuePtr();
  for (const Entry& entry : law_rows_[at(i)])
    values[entry.value] = place == Place::between ? entry.number : 0.0;
  values[law_diagonal_[at(i)]] += place == Place::between ? compliance_[i] : 1.0;
  shift_[n_ + i] = place == Place::between ? law_shift_[i] : 0.0;
}

// C and D at time t: whether they are those that are known, and on request they become so
bool ModeSystem::evaluate_matrices(double t, bool write) {
  bool same = true;
  for (Varying& link : varying_) {
    const FirstOrderLinear& linear =
        std::get<FirstOrderLinear>(model_.interactions()[at(link.interaction)].relation);
    Matrix &C = link.new_C, &D = link.new_D;
    C = link.C;
    D = link.D;
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
  if (!same && write) {
    ++version_;
    if (h_ > 0.0) set_shifts();
  }
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
    set_shifts();
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

// Factors and right-hand side of a mode; false where it has none.
bool ModeSystem::prepare(double h, Stage& stage) {
  ++stage.modes_tried;
  passes_ = 0;
  if (!factorize(h, stage.mode)) return false;
  for (int i = 0; i < m_; ++i)
    right_[n_ + i] = stage.mode[at(i)] == Place::between ? -e_[i]
                     : stage.mode[at(i)] == Place::lower ? lower_[i]
                                                         : upper_[i];
  if (factors_.front().shifted) return true;
  z_ = right_;
  apply_inverse(z_);
  return true;
}

// Once through refinement, which for a shifted matrix is the proximal iteration from the last
// point. What is not settled yet: the last correction, or zero where the next one would be rounding
// if it shrank like the last one. Infinite where numbers are no longer finite.
double ModeSystem::refine(Stage& stage) {
  correction_ = right_;
  correction_.noalias() -= K_ * z_;
  apply_inverse(correction_);
  z_ += correction_;
  const double change = std::max(relative(correction_.head(n_), z_.head(n_)),
                                 relative(correction_.tail(m_), z_.tail(m_)));
  if (passes_ > 0) contraction_ = std::clamp(change / last_change_, 1e-8, 1e-2);
  last_change_ = change;
  ++passes_;
  if (!z_.allFinite()) {
    z_.setZero();
    return infinity;
  }
  stage.x = z_.head(n_);
  stage.lambda = z_.tail(m_);
  for (int i = 0; i < m_; ++i)
    if (stage.mode[at(i)] != Place::between) stage.lambda[i] = right_[n_ + i];
  evaluate(stage);
  const bool done = !factors_.front().shifted || passes_ == most_refinements;
  return done || change * contraction_ <= 1e-13 ? 0.0 : change;
}

bool ModeSystem::solve(double h, Stage& stage) {
  if (!prepare(h, stage)) return false;
  double left = 1.0;
  while (left > 0.0 && left < infinity) left = refine(stage);
  return left == 0.0;
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

// Rows that contradict their place get the next one in wanted_; how many there are. `error` is what
// lambda and y may be wrong by, relative to the largest of them.
int ModeSystem::correct(const Stage& stage, double error, bool only_last) {
  double slip = 0.0, slack = 0.0;
  for (int i = 0; i < m_; ++i) {
    slip = std::max(slip, (rounding + error) * std::abs(stage.lambda[i]));
    slack = std::max(slack, (rounding + error) * terms_[i]);
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

bool ModeSystem::search(double h, double t, VectorIn base, Stage& stage) {
  stage.modes_tried = 0;
  begin(h, t, base);
  begin_proximal(base, stage);
  // what is left where no mode has an answer at all
  stage.x = base;
  for (Vector* v : {&stage.lambda, &stage.w}) v->setZero(m_);
  start_ = stage.mode;
  (void)settle(h, stage);
  judge(stage);
  if (large() && pivots_ == Pivots::diagonal &&
      !(stage.settled && stage.equation_residual <= worst_equation)) {
    pivots_ = Pivots::exchanged;
    stage.mode = start_;
    (void)settle(h, stage);
    judge(stage);
  }
  return stage.settled;
}

void ModeSystem::begin_proximal(VectorIn base, const Stage& stage) {
  contraction_ = first_contraction_;
  z_.head(n_) = base;
  if (stage.lambda.size() == m_)
    z_.tail(m_) = stage.lambda;
  else
    z_.tail(m_).setZero();
}

// Newton's rule; where it no longer makes progress (what one row lets through, the next one stops),
// once more from the other side, with every row between its bounds, and then one row at a time.
// Rows that are wrong beyond doubt move before the point is refined to the end. In large systems
// fronts of conducting rows advance by a few rows at a time, which costs little: they may.
bool ModeSystem::settle(double h, Stage& stage) {
  stage.settled = false;
  int fewest = m_ + 1, tries = patience;
  bool other_side = false;
  const int front = large() ? few : 0;  // small systems have none
  const int most = stage.modes_tried + most_modes;
  while (stage.modes_tried < most) {
    bool regular = prepare(h, stage);
    int wrong = regular ? 0 : m_;
    for (double left = 1.0; regular && wrong == 0 && left > 0.0;) {
      left = refine(stage);
      regular = left < infinity;
      if (regular)
        wrong =
            correct(stage, doubt * contraction_ * left, tries < (front > 0 ? -5 * patience : 0));
    }
    if (!regular && other_side) return false;
    if (wrong == 0 && regular) return stage.settled = true;
    if (regular && wrong < fewest) {
      fewest = wrong;
      tries = patience;
    } else if (((--tries <= 0 && wrong > front) || !regular) && !other_side) {
      other_side = true;
      fewest = m_ + 1;
      tries = patience;
      std::fill(wanted_.begin(), wanted_.end(), Place::between);
    }
    stage.mode = wanted_;
  }
  return false;
}

bool ModeSystem::keep_mode(double h, double t, VectorIn base, Stage& stage) {
  stage.modes_tried = 0;
  stage.settled = false;  // multipliers may be beyond their bounds, and stay there
  begin(h, t, base);
  begin_proximal(base, stage);
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
