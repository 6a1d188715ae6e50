// SPDX-License-Identifier: Apache-2.0
// The positive-real inequality by a small interior-point method.
//
// Where v is in the kernel of D + D^T the inequality demands (P B - C^T) v = 0: linear equations
// for P, solved first, P = P_0 + sum y_i P_i. What is left is the inequality on the complement,
//   maximise s:   F(y) - s I >= 0,   P(y) - (s + floor) I >= 0,   tr P <= bound,   s <= 1,
// by damped Newton steps on the logarithmic barrier. Data are scaled to norms of one. Reference:
// Boyd, El Ghaoui, Feron, Balakrishnan, Linear Matrix Inequalities in System and Control Theory,
// 1994.
#include "control/require.hpp"
#include "control/system_check.hpp"
#include "nonsmooth/control/design.hpp"
#include "nonsmooth/linalg/decompositions.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace nonsmooth::control {
namespace {

constexpr double tolerance = 1e-7, trace_bound = 1e4, floor_of_P = 1e-6;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

Matrix symmetric_unit(Eigen::Index n, Eigen::Index k) {
  Matrix unit = Matrix::Zero(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    if (k <= j) {
      unit(k, j) = unit(j, k) = 1.0;
      return unit;
    }
    k -= j + 1;
  }
  return unit;
}

// Blocks that must stay positive definite, each constant + sum of z_i terms[i].
struct Constraint {
  Matrix constant;
  std::vector<Matrix> terms;
  Matrix at(VectorIn z) const {
    Matrix value = constant;
    for (std::size_t i = 0; i < terms.size(); ++i)
      value += z[static_cast<Eigen::Index>(i)] * terms[i];
    return value;
  }
};

// s is the last entry of z. Returns false if z leaves the blocks' interior.
bool barrier(const std::vector<Constraint>& blocks, VectorIn z, double mu, double& value,
             Vector& gradient, Matrix& hessian) {
  const Eigen::Index count = z.size();
  value = -z[count - 1] / mu;
  gradient = Vector::Zero(count);
  gradient[count - 1] = -1 / mu;
  hessian = Matrix::Zero(count, count);
  for (const Constraint& block : blocks) {
    const Eigen::LLT<Matrix> factor(block.at(z));
    if (factor.info() != Eigen::Success) return false;
    const Matrix L = factor.matrixL();
    value -= 2.0 * L.diagonal().array().log().sum();
    Matrix scaled(L.size(), count);
    for (Eigen::Index i = 0; i < count; ++i) {
      Matrix term = block.terms[static_cast<std::size_t>(i)];
      factor.matrixL().solveInPlace(term);
      term.transposeInPlace();
      factor.matrixL().solveInPlace(term);
      gradient[i] -= term.trace();
      scaled.col(i) = term.reshaped();
    }
    hessian += scaled.transpose() * scaled;
  }
  return std::isfinite(value);
}

// The largest s, in z.
void maximise(const std::vector<Constraint>& blocks, Vector& z) {
  double value = 0.0, trial_value = 0.0;
  Vector gradient, trial_gradient;
  Matrix hessian, trial_hessian;
  for (double mu = 1.0; mu > 1e-10; mu *= 0.2) {
    if (!barrier(blocks, z, mu, value, gradient, hessian)) return;
    for (int iteration = 0; iteration < 60; ++iteration) {
      const Vector step = -solve_symmetric(hessian, gradient);
      const double decrement = -gradient.dot(step);
      if (!(decrement > 1e-9)) break;
      double length = 1.0;
      while (length > 1e-12) {
        const Vector trial = z + length * step;
        if (barrier(blocks, trial, mu, trial_value, trial_gradient, trial_hessian) &&
            trial_value <= value - 0.1 * length * decrement)
          break;
        length *= 0.5;
      }
      if (length <= 1e-12) break;
      z += length * step;
      value = trial_value;
      gradient = trial_gradient;
      hessian = trial_hessian;
    }
  }
}

// Units of the states (x = units x^) in which rows and columns of A have one size (Osborne 1960).
Vector balance(LinearSystem& s) {
  const Eigen::Index n = s.A.rows();
  Vector units = Vector::Ones(n);
  for (int sweep = 0; sweep < 20; ++sweep)
    for (Eigen::Index i = 0; i < n; ++i) {
      const double own = std::abs(s.A(i, i)), row = s.A.row(i).lpNorm<1>() - own,
                   column = s.A.col(i).lpNorm<1>() - own;
      if (!(row > 0.0) || !(column > 0.0)) continue;
      const double f = std::sqrt(row / column);
      units[i] *= f;
      s.A.row(i) /= f;
      s.B.row(i) /= f;
      s.A.col(i) *= f;
      s.C.col(i) *= f;
    }
  return units;
}

Matrix inequality(const LinearSystem& s, const Matrix& P) {
  const Eigen::Index n = s.A.rows(), m = s.B.cols();
  Matrix F(n + m, n + m);
  F << s.A.transpose() * P + P * s.A, P * s.B - s.C.transpose(), s.B.transpose() * P - s.C,
      -(s.D + s.D.transpose());
  return F;
}

double largest_eigenvalue(const Matrix& M) { return symmetric_eigenvalues(M).maxCoeff(); }

// The real matrix [Re -Im; Im Re] does what the complex one does, and has its eigenvalues twice.
Matrix real_form(const Matrix& re, const Matrix& im) {
  Matrix both(2 * re.rows(), 2 * re.cols());
  both << re, -im, im, re;
  return both;
}

// Why not: an unstable A, or a frequency at which G(jw) + G(jw)^* has a negative eigenvalue.
std::string why_not(const LinearSystem& s) {
  double unstable = -infinity;
  for (const std::complex<double> pole : eigenvalues(s.A))
    unstable = std::max(unstable, pole.real());
  if (unstable > 1e-9 * s.A.norm()) return "A has an eigenvalue of real part " + number(unstable);
  double worst = 0.0, at = 0.0;
  const double size = s.A.norm() > 0.0 ? s.A.norm() : 1.0;
  const Eigen::Index n = s.A.rows(), m = s.B.cols();
  const auto real = [](const Matrix& M) { return real_form(M, Matrix::Zero(M.rows(), M.cols())); };
  const Matrix B = real(s.B), C = real(s.C), D = real(s.D);
  for (int k = 0; k <= 600; ++k) {
    const double w = size * std::pow(10.0, -4 + k / 100.0);
    const Matrix G = C * inverse(real_form(-s.A, w * Matrix::Identity(n, n))) * B + D;
    const double least = m > 0 ? symmetric_eigenvalues(G + G.transpose()).minCoeff() : 0.0;
    if (least < worst) {
      worst = least;
      at = w;
    }
  }
  if (worst < 0.0)
    return "G(iw) + G(iw)^* has the eigenvalue " + number(worst) + " at w = " + number(at);
  return "the inequality has no solution P > 0";
}

}  // namespace

Passivity passivity(const LinearSystem& system) {
  const LinearSystem original = checked("passivity", system);
  const Eigen::Index n = original.A.rows(), m = original.B.cols();
  require_size("passivity", "C", original.C, m, n);
  Passivity result;

  // states of one size, time in units of 1/|A|, storage such that B and C have one norm: P is
  // scaled back at the end
  LinearSystem s = original;
  const Vector units = balance(s);
  const double rate = s.A.norm() > 0.0 ? s.A.norm() : 1.0;
  s.A /= rate;
  s.B /= std::sqrt(rate);
  s.C /= std::sqrt(rate);
  const double ratio = s.B.norm() > 0.0 && s.C.norm() > 0.0 ? s.C.norm() / s.B.norm() : 1.0;
  s.C /= ratio;
  s.D /= ratio;

  const SymmetricEigen feed = symmetric_eigen(s.D + s.D.transpose());
  const double small = 1e-10 * (1.0 + s.D.norm());
  if (m > 0 && feed.values.minCoeff() < -small) {
    result.reason = "D + D^T has the eigenvalue " + number(ratio * feed.values.minCoeff());
    return result;
  }
  Eigen::Index null = 0;
  while (null < m && feed.values[null] <= small) ++null;
  const Matrix kernel = feed.vectors.leftCols(null), rest = feed.vectors.rightCols(m - null);

  const Eigen::Index unknowns = n * (n + 1) / 2;
  Matrix equations(n * null, unknowns);
  for (Eigen::Index k = 0; k < unknowns; ++k)
    equations.col(k) = (symmetric_unit(n, k) * s.B * kernel).reshaped();
  const Vector target = (s.C.transpose() * kernel).reshaped();
  Vector particular = Vector::Zero(unknowns);
  Matrix free = Matrix::Identity(unknowns, unknowns);
  if (null > 0) {
    const SingularValues svd = singular_values(equations);
    particular = svd.solve(target, 1e-11);
    if ((equations * particular - target).norm() > 1e-8 * std::max(1.0, target.norm())) {
      result.reason = "no symmetric P has P B = C^T on the kernel of D + D^T; " + why_not(original);
      return result;
    }
    free = svd.V.rightCols(unknowns - svd.rank(1e-11));
  }
  const auto matrix_of = [&](VectorIn p) {
    Matrix P = Matrix::Zero(n, n);
    for (Eigen::Index k = 0; k < unknowns; ++k) P += p[k] * symmetric_unit(n, k);
    return P;
  };

  const auto reduced = [&](const Matrix& P, bool affine) {
    Matrix F(n + m - null, n + m - null);
    const Matrix cross = affine ? Matrix(P * s.B - s.C.transpose()) : Matrix(P * s.B);
    F << s.A.transpose() * P + P * s.A, cross * rest, (cross * rest).transpose(),
        affine ? Matrix(-(rest.transpose() * (s.D + s.D.transpose()) * rest))
               : Matrix(Matrix::Zero(m - null, m - null));
    return Matrix(-F);
  };
  const Matrix P0 = matrix_of(particular);
  const Matrix I_F = Matrix::Identity(n + m - null, n + m - null), I_P = Matrix::Identity(n, n);
  Constraint F{reduced(P0, true), {}}, positive{P0 - floor_of_P * I_P, {}},
      bounded{Matrix{{trace_bound - P0.trace()}}, {}}, last{Matrix{{1.0}}, {}};
  for (Eigen::Index k = 0; k < free.cols(); ++k) {
    const Matrix term = matrix_of(free.col(k));
    F.terms.push_back(reduced(term, false));
    positive.terms.push_back(term);
    bounded.terms.push_back(Matrix{{-term.trace()}});
    last.terms.push_back(Matrix{{0.0}});
  }
  F.terms.push_back(-I_F);
  positive.terms.push_back(-I_P);
  bounded.terms.push_back(Matrix{{0.0}});
  last.terms.push_back(Matrix{{-1.0}});

  Vector z = Vector::Zero(free.cols() + 1);
  z[free.cols()] = -1.0 - largest_eigenvalue(-F.constant) - largest_eigenvalue(-positive.constant) -
                   F.constant.norm() - P0.norm();
  maximise({F, positive, bounded, last}, z);
  const double margin = z[free.cols()];
  result.passive = margin >= -tolerance;
  result.strictly = margin > tolerance;
  if (!result.passive) {
    result.reason = why_not(original);
    return result;
  }
  Vector p = particular;
  p += free * z.head(free.cols());
  result.P = units.cwiseInverse().asDiagonal() * (ratio * matrix_of(p)) *
             units.cwiseInverse().asDiagonal();
  result.violation = largest_eigenvalue(inequality(original, result.P));
  result.reason = result.strictly
                      ? "a storage function exists, with strict dissipation"
                      : "a storage function exists; the inequality holds with equality somewhere";
  return result;
}

}  // namespace nonsmooth::control
