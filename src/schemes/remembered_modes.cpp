// SPDX-License-Identifier: Apache-2.0
#include "schemes/remembered_modes.hpp"

#include "schemes/small_inverse.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

void RememberedModes::begin(const Problem& problem) {
  known_ = next_ = last_ = 0;
  size_ = problem.size();
  usable_ = problem.W.is_dense() && size_ > 0 && size_ <= most_rows;
  if (!usable_) return;
  lower_.setConstant(size_, -infinity);
  upper_.setConstant(size_, infinity);
  compliance_.setZero(size_);
  int row = 0;
  for (const AnyLaw& law : problem.laws) {
    if (law.get_if<NonNegative>() != nullptr) {
      lower_.segment(row, law.size()).setZero();
    } else if (const Box* box = law.get_if<Box>()) {
      usable_ = usable_ && box->dead_zone.size() == 0;
      lower_.segment(row, law.size()) = box->lower;
      upper_.segment(row, law.size()) = box->upper;
      for (int i = 0; i < law.size(); ++i) compliance_[row + i] = box->compliance_at(i);
    } else {
      usable_ = usable_ && law.get_if<Free>() != nullptr;
    }
    row += law.size();
  }
  scales_.resize(size_);
  block_scales(problem, scales_);
  modes_.resize(most_modes);
  for (Mode& mode : modes_) {
    mode.place.resize(at(size_));
    mode.between.reserve(at(size_));
    mode.inverse.reserve(at(size_ * size_));
    mode.constant.reserve(at(size_));
  }
}

const RememberedModes::Mode* RememberedModes::find(VectorIn r) {
  Place places[most_rows];
  for (int i = 0; i < size_; ++i) places[i] = place_of(i, r[i]);
  for (std::size_t k = 0; k < known_; ++k) {
    const std::size_t candidate = (last_ + k) % known_;  // mostly the one of the last step
    if (!std::equal(places, places + size_, modes_[candidate].place.begin())) continue;
    last_ = candidate;
    return &modes_[candidate];
  }
  return nullptr;
}

bool RememberedModes::answer(const Problem& problem, double tolerance, Solution& solution,
                             Arena& scratch) {
  if (!usable_) return false;
  const Mode* mode = find(solution.r);
  if (mode == nullptr) mode = learn(problem, solution.r);
  if (mode == nullptr) return false;
  const Arena::Scope scope(scratch);
  VectorMap r = scratch.vector(size_), u = scratch.vector(size_);
  r = solution.r;
  const int n = static_cast<int>(mode->between.size());
  double sum[most_rows] = {};
  for (int j = 0; j < n; ++j) {
    const double right = problem.q[mode->between[at(j)]] + mode->constant[at(j)];
    for (int i = 0; i < n; ++i) sum[i] -= mode->inverse[at(i + j * n)] * right;
  }
  for (int i = 0; i < n; ++i) r[mode->between[at(i)]] = sum[i];
  const Residuals residuals = natural_residual(problem, scales_, r, u, scratch);
  if (!(residuals.worst() <= tolerance)) return false;
  solution.r = r;
  solution.u = u;
  solution.status = Status::solved;
  solution.message = "both residuals are within the tolerance";
  solution.residual = residuals.standard;
  solution.residual_invariant = residuals.invariant;
  solution.iterations = 1;
  solution.path.clear();
  solution.path.push_back({"remembered_mode", 1, residuals.worst()});
  return true;
}

// null where the mode has no inverse
const RememberedModes::Mode* RememberedModes::learn(const Problem& problem, VectorIn r) {
  Mode& mode = modes_[next_];
  mode.between.clear();
  for (int i = 0; i < size_; ++i) {
    mode.place[at(i)] = place_of(i, r[i]);
    if (mode.place[at(i)] == Place::between) mode.between.push_back(i);
  }
  const Matrix& W = problem.W.dense();
  const int n = static_cast<int>(mode.between.size());
  mode.inverse.resize(at(n * n));
  mode.constant.assign(at(n), 0.0);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      mode.inverse[at(i + j * n)] = W(mode.between[at(i)], mode.between[at(j)]) +
                                    (i == j ? compliance_[mode.between[at(i)]] : 0.0);
  for (int j = 0; j < size_; ++j)
    if (mode.place[at(j)] != Place::between)
      for (int i = 0; i < n; ++i) mode.constant[at(i)] += W(mode.between[at(i)], j) * r[j];
  int pivot[most_rows];
  if (!invert(mode.inverse.data(), n, pivot)) {
    known_ = std::min(known_, next_);
    return nullptr;
  }
  last_ = next_;
  next_ = (next_ + 1) % most_modes;
  known_ = std::max(known_, last_ + 1);
  return &mode;
}

}  // namespace nonsmooth
