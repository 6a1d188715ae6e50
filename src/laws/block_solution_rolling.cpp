// SPDX-License-Identifier: Apache-2.0
// One block of friction with rolling resistance, r = (c, m) with c = (r_N, r_T):
//
//     [u_c  ]   [W_cc  W_cm] [c]   [q_c]      c obeys Coulomb's law with mu
//     [omega] = [W_mc  W_mm] [m] + [q_m]      |m| <= mu_r r_N,  omega = -beta m,  beta >= 0
//
// For a given beta the moment is eliminated, m = -(W_mm + beta I)^-1 (q_m + W_mc c), and what is
// left is one Coulomb block of (W_cc - W_cm (W_mm + beta I)^-1 W_mc), solved exactly. beta = 0 is
// "no rolling" and holds if |m| <= mu_r r_N; else the excess |m| - mu_r r_N, positive at zero and
// vanishing far away, has a root that is bracketed. All combinations of release, stick, slip and
// roll are covered. Newton on the natural map from the warm start comes first: in late sweeps it
// needs one step.
#include "laws/block_solution.hpp"

#include "nonsmooth/laws/cone.hpp"

namespace nonsmooth {
namespace {

class Nested {
 public:
  Nested(const RollingCone& cone, MatrixIn W, VectorIn q, Arena& scratch)
      : cone_(cone),
        W_(W),
        q_(q),
        scratch_(scratch),
        half_((cone.dimension - 1) / 2),
        size_(1 + half_),
        A_(scratch.matrix(half_, half_)),
        column_(scratch.vector(half_)),
        condensed_(scratch.matrix(size_, size_)),
        q_c_(scratch.vector(size_)),
        x_(scratch.vector(cone.dimension)) {
    x_.setZero();
  }

  const VectorMap& x() const { return x_; }

  /// mu_r r_N - |m| at beta; x() receives the reaction.
  double spare(double beta) {
    condensed_ = W_.topLeftCorner(size_, size_);
    q_c_ = q_.head(size_);
    for (int j = -1; j < size_; ++j) {
      // columns of (W_mm + beta I)^-1 [q_m W_mc]
      if (j < 0)
        column_ = q_.tail(half_);
      else
        column_ = W_.col(j).tail(half_);
      shifted_solve(beta);
      if (j < 0)
        q_c_.noalias() -= W_.topRightCorner(size_, half_) * column_;
      else
        condensed_.col(j).noalias() -= W_.topRightCorner(size_, half_) * column_;
    }
    coulomb(cone_.mu, size_).solve_block(condensed_, q_c_, x_.head(size_), scratch_);
    column_ = -q_.tail(half_);
    column_.noalias() -= W_.bottomLeftCorner(half_, size_) * x_.head(size_);
    shifted_solve(beta);
    x_.tail(half_) = column_;
    return cone_.mu_r * x_[0] - column_.norm();
  }

  /// Puts the moment on its cone.
  void clip() {
    const double length = x_.tail(half_).norm(), most = cone_.mu_r * std::max(x_[0], 0.0);
    if (length > most) x_.tail(half_) *= most / length;
  }

 private:
  void shifted_solve(double beta) {
    A_ = W_.bottomRightCorner(half_, half_);
    A_.diagonal().array() += beta;
    eliminate(A_, column_, scratch_);
  }

  const RollingCone& cone_;
  MatrixIn W_;
  VectorIn q_;
  Arena& scratch_;
  int half_, size_;
  MatrixMap A_;
  VectorMap column_;
  MatrixMap condensed_;
  VectorMap q_c_, x_;
};

// mu_r = 0: no moment at all.
bool offer_without_moment(const RollingCone& cone, MatrixIn W, VectorIn q,
                          Trial<RollingCone>& trial, Arena& scratch) {
  const Arena::Scope scope(scratch);
  const int size = 1 + (cone.dimension - 1) / 2;
  VectorMap x = scratch.vector(cone.dimension);
  x = trial.warm();
  x.tail(cone.dimension - size).setZero();
  coulomb(cone.mu, size)
      .solve_block(W.topLeftCorner(size, size), q.head(size), x.head(size), scratch);
  return trial.offer(x);
}

template <class Take>
void solve_nested(const RollingCone& cone, MatrixIn W, VectorIn q, Arena& scratch, Take&& take) {
  const Arena::Scope scope(scratch);
  Nested nested(cone, W, q, scratch);
  const double at_zero = nested.spare(0.0);
  if (at_zero < 0.0) {
    const int half = (cone.dimension - 1) / 2;
    const double size = W.bottomRightCorner(half, half).diagonal().cwiseAbs().maxCoeff();
    const auto spare = [&](double beta) { return nested.spare(beta); };
    nested.spare(bracketed_root(spare, 0.0, at_zero, size > 0.0 ? size : 1.0));
  }
  nested.clip();
  take(nested.x());
}

// The same with the parts of friction and rolling exchanged: where one of the nested functions
// jumps (several solutions of the inner block), the other may not.
void offer_exchanged(const RollingCone& cone, MatrixIn W, VectorIn q, Trial<RollingCone>& trial,
                     Arena& scratch) {
  const Arena::Scope scope(scratch);
  const int n = cone.dimension, half = (n - 1) / 2;
  const auto other = [&](int i) { return i == 0 ? 0 : i <= half ? i + half : i - half; };
  MatrixMap exchanged = scratch.matrix(n, n);
  VectorMap q_exchanged = scratch.vector(n), x = scratch.vector(n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) exchanged(i, j) = W(other(i), other(j));
    q_exchanged[j] = q[other(j)];
  }
  const RollingCone twin{n, cone.mu_r, cone.mu};
  solve_nested(twin, exchanged, q_exchanged, scratch, [&](const VectorMap& found) {
    for (int i = 0; i < n; ++i) x[other(i)] = found[i];
    trial.offer(x);
  });
}

}  // namespace

bool RollingCone::solve_block(MatrixIn W, VectorIn q, VectorOut r, Arena& scratch) const {
  const Arena::Scope scope(scratch);
  Trial<RollingCone> trial(*this, W, q, r, scratch);
  if (trial.solved()) return true;
  if (q[0] >= 0.0 && trial.offer_zero()) return true;
  if (mu_r == 0.0 && offer_without_moment(*this, W, q, trial, scratch)) return true;
  trial.newton(trial.warm());
  if (trial.solved() || trial.offer_stick() || trial.offer_zero()) return true;
  if (mu_r > 0.0)
    solve_nested(*this, W, q, scratch, [&](const VectorMap& found) { trial.offer(found); });
  if (!trial.solved()) trial.newton(r);
  if (mu > 0.0 && trial.error() > Trial<RollingCone>::acceptable)
    offer_exchanged(*this, W, q, trial, scratch);
  if (trial.error() > Trial<RollingCone>::acceptable) trial.improve();
  return trial.error() <= 1e-8;
}

}  // namespace nonsmooth
