// SPDX-License-Identifier: Apache-2.0
// One block of the second-order cone, normal N and tangential T, dilation e = mu - shift:
//
//     [u_N]   [w   a^T] [r_N]   [q_N]      release   r = 0,  q_N >= e |q_T|
//     [u_T] = [c   T  ] [r_T] + [q_T]      stick     u = 0,  |r_T| <= mu r_N
//                                          slip      |r_T| = mu r_N,  u_T = -alpha r_T,  u_N = e
//                                          |u_T|
//
// a and c are kept apart: W need not be symmetric.
//
// Coulomb (e = 0) in space: eliminate r_N with u_N = 0, S = T - c a^T / w, b = q_T - c q_N / w.
// Then
//   r_T = -(S + alpha I)^-1 b = -t / D,   t = adj(S) b + alpha b,   D = det(S + alpha I),
//   w r_N = p / D,                        p = -q_N D + a.t,
// and slip asks for mu p = w |t|: the quartic of the literature (Bonnefon and Daviet 2011), one
// root of which is wanted. mu p / (w |t|) - 1 is nearly linear in alpha; Newton on it, kept in a
// bracket that exists because stick failed (negative at zero) and q_N < 0 (positive far away),
// takes 1 to 4 steps. The guess for alpha comes from the warm start.
//
// In the plane the two directions of slip are linear equations.
//
// Any dimension and any dilation: for a given s = r_N the tangential part is a disk problem of
// radius mu s; then f(s) = u_N - e |u_T| is continuous, for symmetric positive definite W and e =
// mu or 0 also increasing, and its root is bracketed. Newton on the natural map comes first, being
// faster.
#include "laws/block_solution.hpp"

#include "nonsmooth/laws/cone.hpp"

namespace nonsmooth {
namespace {

// Coulomb in space by the quartic. False if the answer is not exact to rounding.
class SpaceCoulomb {
 public:
  SpaceCoulomb(double mu, MatrixIn W, VectorIn q) : mu_(mu) {
    w_ = W(0, 0), q_n_ = q[0];
    a1_ = W(0, 1), a2_ = W(0, 2);
    const double c1 = W(1, 0) / w_, c2 = W(2, 0) / w_;
    s11_ = W(1, 1) - c1 * a1_, s12_ = W(1, 2) - c1 * a2_;
    s21_ = W(2, 1) - c2 * a1_, s22_ = W(2, 2) - c2 * a2_;
    b1_ = q[1] - c1 * q_n_, b2_ = q[2] - c2 * q_n_;
    trace_ = s11_ + s22_;
    det_ = s11_ * s22_ - s12_ * s21_;
    t1_ = s22_ * b1_ - s12_ * b2_, t2_ = s11_ * b2_ - s21_ * b1_;
    size_ = std::max({std::abs(W(1, 1)), std::abs(W(2, 2)), std::abs(s12_), std::abs(s21_)});
  }

  bool solve(const double* guess, double* r) {
    // det_ that is only rounding of its terms would make stick arbitrary
    if (!(trace_ > 0.0) || !(det_ > 1e-11 * size_ * size_)) return false;
    evaluate(0.0);
    if (p_ >= 0.0 && mu_ * mu_ * p_ * p_ >= w_ * w_ * square_) {
      set(r, 1.0);
      return accurate(0.0, r);
    }
    double low = 0.0, high = infinity, alpha = first_alpha(guess), length = 0.0;
    for (int k = 0; k < 60; ++k) {
      evaluate(alpha);
      length = std::sqrt(square_);
      const double excess = mu_ * p_ - w_ * length;
      if (std::abs(excess) <= 1e-15 * w_ * length) break;
      if (excess < 0.0)
        low = alpha;
      else
        high = alpha;
      // Newton on mu p / (w |t|) - 1, with one division
      double next = alpha - excess * square_ / (mu_ * (dp_ * square_ - p_ * along_));
      if (!(next > low && next < high))
        next = high < infinity ? 0.5 * (low + high) : 4.0 * low + trace_;
      if (std::abs(next - alpha) <= 2e-16 * alpha || !(next < infinity)) break;
      alpha = next;
    }
    // r_N from the normal equation, r_T put on the cone: both hold to the last bit
    set(r, mu_ * p_ / (w_ * length));
    return accurate(alpha, r);
  }

 private:
  // t, D, p of the opening comment, p' and half the derivative of |t|^2
  void evaluate(double alpha) {
    x1_ = t1_ + alpha * b1_, x2_ = t2_ + alpha * b2_;
    determinant_ = (alpha + trace_) * alpha + det_;
    p_ = -q_n_ * determinant_ + a1_ * x1_ + a2_ * x2_;
    dp_ = -q_n_ * (2.0 * alpha + trace_) + a1_ * b1_ + a2_ * b2_;
    square_ = x1_ * x1_ + x2_ * x2_;
    along_ = x1_ * b1_ + x2_ * b2_;
  }

  // from u_T = -alpha r_T of the guess; else exact for isotropic S
  double first_alpha(const double* guess) const {
    const double square = guess[1] * guess[1] + guess[2] * guess[2];
    if (square > 0.0) {
      const double u1 = b1_ + s11_ * guess[1] + s12_ * guess[2];
      const double u2 = b2_ + s21_ * guess[1] + s22_ * guess[2];
      const double alpha = -(u1 * guess[1] + u2 * guess[2]) / square;
      if (alpha > 0.0 && alpha < infinity) return alpha;
    }
    const double b = std::sqrt(b1_ * b1_ + b2_ * b2_);
    const double alpha = (w_ * b / mu_ - a1_ * b1_ - a2_ * b2_) / -q_n_ - 0.5 * trace_;
    return alpha > 0.0 && alpha < infinity ? alpha : 1e-3 * trace_;
  }

  void set(double* r, double stretch) const {
    const double inverse = 1.0 / determinant_;
    r[0] = p_ * inverse / w_;
    r[1] = -stretch * x1_ * inverse;
    r[2] = -stretch * x2_ * inverse;
  }

  // (S + alpha I) r_T + b and the normal equation, relative to their terms
  bool accurate(double alpha, const double* r) const {
    const double e1 = b1_ + s11_ * r[1] + s12_ * r[2] + alpha * r[1];
    const double e2 = b2_ + s21_ * r[1] + s22_ * r[2] + alpha * r[2];
    const double e0 = w_ * r[0] + a1_ * r[1] + a2_ * r[2] + q_n_;
    const double error = std::abs(e0) + std::abs(e1) + std::abs(e2);
    return error <= 1e-14 * (std::abs(q_n_) + std::abs(b1_) + std::abs(b2_));
  }

  double mu_, w_, q_n_, a1_, a2_, s11_, s12_, s21_, s22_, b1_, b2_, trace_, det_, t1_, t2_, size_;
  double x1_ = 0, x2_ = 0, determinant_ = 1, p_ = 0, dp_ = 0, square_ = 0, along_ = 0;
};

// Slip in the plane, direction d = +-1: r = s (1, d mu), u_N + d e u_T = 0, d u_T <= 0.
bool slip_in_plane(double mu, double e, double d, MatrixIn W, VectorIn q, double* r) {
  const double w_n = W(0, 0) + d * mu * W(0, 1), w_t = W(1, 0) + d * mu * W(1, 1);
  const double stiffness = w_n + d * e * w_t;
  if (!(stiffness > 0.0)) return false;
  const double s = -(q[0] + d * e * q[1]) / stiffness;
  r[0] = s;
  r[1] = d * mu * s;
  return s >= 0.0 && d * (w_t * s + q[1]) <= 0.0;
}

// All modes in the plane. False if none fits, or if its equations do not hold to rounding.
bool solve_plane(double mu, double e, MatrixIn W, VectorIn q, double* r) {
  if (q[0] >= e * std::abs(q[1])) {
    r[0] = r[1] = 0.0;
    return true;
  }
  const auto u = [&](int i) { return W(i, 0) * r[0] + W(i, 1) * r[1] + q[i]; };
  const double rounding = 1e-14 * (std::abs(q[0]) + std::abs(q[1]));
  const double det = W(0, 0) * W(1, 1) - W(0, 1) * W(1, 0);
  if (det > 1e-8 * std::abs(W(0, 0) * W(1, 1))) {
    r[0] = (W(0, 1) * q[1] - W(1, 1) * q[0]) / det;
    r[1] = (W(1, 0) * q[0] - W(0, 0) * q[1]) / det;
    if (std::abs(r[1]) <= mu * r[0]) return std::abs(u(0)) + std::abs(u(1)) <= rounding;
  }
  for (const double d : {1.0, -1.0})
    if (slip_in_plane(mu, e, d, W, q, r)) return std::abs(u(0) + d * e * u(1)) <= rounding;
  return false;
}

// f(s) of the opening comment; x receives (s, r_T(s)).
double normal_balance(const SecondOrderCone& cone, double s, MatrixIn W, VectorIn q, VectorMap& x,
                      Arena& scratch) {
  const Arena::Scope scope(scratch);
  const int m = cone.dimension - 1;
  VectorMap b = scratch.vector(m);
  b = q.tail(m) + s * W.col(0).tail(m);
  x[0] = s;
  solve_disk(W.bottomRightCorner(m, m), b, cone.mu * s, x.tail(m), scratch);
  b.noalias() += W.bottomRightCorner(m, m) * x.tail(m);
  return W.row(0).dot(x) + q[0] - (cone.mu - cone.shift) * b.norm();
}

void offer_nested(const SecondOrderCone& cone, MatrixIn W, VectorIn q,
                  Trial<SecondOrderCone>& trial, Arena& scratch) {
  const Arena::Scope scope(scratch);
  VectorMap x = scratch.vector(cone.dimension);
  const auto f = [&](double s) { return normal_balance(cone, s, W, q, x, scratch); };
  const double at_zero = f(0.0);
  if (!(at_zero < 0.0)) return;
  const double w = W.cwiseAbs().maxCoeff();
  f(bracketed_root(f, 0.0, at_zero, w > 0.0 ? -at_zero / w : 1.0));
  trial.offer(x);
}

}  // namespace

bool SecondOrderCone::solve_block(MatrixIn W, VectorIn q, VectorOut r, Arena& scratch) const {
  const double e = mu - shift;
  double exact[3];
  bool found = false;
  if (dimension == 2) {
    found = solve_plane(mu, e, W, q, exact);
  } else if (dimension == 3 && e == 0.0 && mu > 0.0 && W(0, 0) > 0.0) {
    exact[0] = exact[1] = exact[2] = 0.0;
    found = q[0] >= 0.0 || SpaceCoulomb(mu, W, q).solve(r.data(), exact);
  }
  if (found) {
    std::copy_n(exact, dimension, r.data());
    return true;
  }
  const Arena::Scope scope(scratch);
  Trial<SecondOrderCone> trial(*this, W, q, r, scratch);
  if (trial.offer_zero() || trial.offer_stick()) return true;
  trial.newton(trial.warm());
  if (!trial.solved()) offer_nested(*this, W, q, trial, scratch);
  if (!trial.solved()) trial.newton(r);
  if (trial.error() > Trial<SecondOrderCone>::acceptable) trial.improve();
  return trial.error() <= 1e-8;
}

}  // namespace nonsmooth
