// SPDX-License-Identifier: Apache-2.0
// One block of the second-order cone, normal N and tangential T, dilation e = mu - shift:
//
//     [u_N]   [w   a^T] [r_N]   [q_N]      release   r = 0,  q_N >= e |q_T|
//     [u_T] = [c   T  ] [r_T] + [q_T]      stick     u = 0,  |r_T| <= mu r_N
//                                          slip      |r_T| = mu r_N,  u_T = -alpha r_T,
//                                                    u_N = e |u_T|
//
// Coulomb (e = 0) in space is the quartic of nonsmooth/laws/space_coulomb.hpp.
// In the plane the two directions of slip are linear equations.
//
// Any dimension and any dilation: for a given s = r_N the tangential part is a disk problem of
// radius mu s; then f(s) = u_N - e |u_T| is continuous, for symmetric positive definite W and e =
// mu or 0 also increasing, and its root is bracketed. Newton on the natural map comes first, being
// faster.
#include "laws/block_solution.hpp"

#include "nonsmooth/laws/cone.hpp"
#include "nonsmooth/laws/space_coulomb.hpp"

namespace nonsmooth {
namespace {

// Coulomb in space. False if the answer is not exact to rounding.
bool solve_space_coulomb(double mu, MatrixIn W, VectorIn q, VectorIn guess, double* r) {
  const SpaceCoulomb<double> block(mu, W(0, 0), W(0, 1), W(0, 2), W(1, 0), W(2, 0), W(1, 1),
                                   W(1, 2), W(2, 1), W(2, 2));
  // u_T = -alpha r_T of the guess
  double alpha = 0.0;
  if (const double square = guess.tail<2>().squaredNorm(); square > 0.0)
    alpha = -(W.bottomRows<2>() * guess + q.tail<2>()).dot(guess.tail<2>()) / square;
  const auto answer = block.solve(q[0], q[1], q[2], alpha, 1e-15);
  r[0] = answer.r0, r[1] = answer.r1, r[2] = answer.r2;
  return answer.exact;
}

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
    found = solve_space_coulomb(mu, W, q, r, exact);
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
