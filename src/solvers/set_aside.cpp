// SPDX-License-Identifier: Apache-2.0
#include "solvers/set_aside.hpp"

#include <algorithm>
#include <numeric>

namespace nonsmooth {
namespace {

constexpr int least_share = 4;  // one contact in so many: the price is that of a few sweeps

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class Components {
 public:
  Components(const BlockSparse& W, Arena& scratch) : parent_(scratch.array<int>(W.block_rows())) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (int i = 0; i < W.block_rows(); ++i) {
      int a = of(i);
      for (int k = W.row_begin(i); k < W.row_begin(i + 1); ++k) {
        const int j = W.block_col(k);
        if (j == i) continue;
        const int b = of(j);
        if (a != b) parent_[at(std::max(a, b))] = std::min(a, b);
        a = std::min(a, b);
      }
    }
  }
  int of(int i) {
    while (parent_[at(i)] != i) i = parent_[at(i)] = parent_[at(parent_[at(i)])];
    return i;
  }

 private:
  std::span<int> parent_;
};

bool open_coulomb(const AnyLaw& law, const double* q, const double* r, int size) {
  const auto* cone = law.get_if<SecondOrderCone>();
  if (cone == nullptr || cone->dimension != size || cone->shift != cone->mu || !(q[0] >= 0.0))
    return false;
  return std::all_of(r, r + size, [](double value) { return value == 0.0; });
}

// Marks the rows of components without a busy member; returns how many.
int mark_quiet(Components& components, std::span<const bool> busy, std::span<bool> aside,
               Arena& scratch) {
  const Arena::Scope scope(scratch);
  const auto n = static_cast<int>(aside.size());
  auto kept = scratch.array<bool>(n);
  std::fill(kept.begin(), kept.end(), false);
  for (int i = 0; i < n; ++i)
    if (busy[at(i)]) kept[at(components.of(i))] = true;
  int count = 0;
  for (int i = 0; i < n; ++i) {
    aside[at(i)] = !kept[at(components.of(i))];
    count += aside[at(i)] ? 1 : 0;
  }
  return count;
}

}  // namespace

BusySweeps::BusySweeps(const Problem& problem, const Nsgs& options, VectorOut r, Arena& scratch) {
  if (!problem.W.is_dense() && options.order == SweepOrder::coloured)
    set_aside(problem, options, r, scratch);
  if (!sweeps_) sweeps_.emplace(options, problem, r, scratch, aside());
}

void BusySweeps::set_aside(const Problem& problem, const Nsgs& options, VectorOut r,
                           Arena& scratch) {
  const BlockSparse& W = problem.W.blocks();
  const int n = W.block_rows(), size = W.uniform_size();
  if (size == 0 || at(n) != problem.laws.size()) return;
  marks_ = scratch.array<bool>(n);
  // what follows is given back where the sweeps cannot be kept
  trial_.emplace(scratch);
  auto busy = scratch.array<bool>(n);
  int candidates = 0;
  for (int i = 0; i < n; ++i) {
    busy[at(i)] =
        !open_coulomb(problem.laws[at(i)], problem.q.data() + size * i, r.data() + size * i, size);
    candidates += !busy[at(i)] || W.row_begin(i + 1) - W.row_begin(i) == 1 ? 1 : 0;
  }
  if (least_share * candidates < n) return;
  Components components(W, scratch);
  const int open = mark_quiet(components, busy, marks_, scratch);

  sweeps_.emplace(options, problem, r, scratch, marks_);
  sweeps_->sweep(true);
  {
    const Arena::Scope scope(scratch);
    VectorMap before = scratch.vector(r.size());
    before = r;
    sweeps_->sweep(true);
    for (int i = 0; i < n; ++i)
      busy[at(i)] = !std::equal(before.data() + size * i, before.data() + size * (i + 1),
                                r.data() + size * i);
  }
  left_out_ = mark_quiet(components, busy, marks_, scratch);
  sweeps_->forget();  // what lies still after two sweeps may be about to move
  if (left_out_ == open || sweeps_->leave_out(marks_)) return;
  sweeps_.reset();
  trial_.reset();
}

}  // namespace nonsmooth
