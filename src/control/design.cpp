// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/control/design.hpp"

#include "control/require.hpp"
#include "control/system_check.hpp"
#include "nonsmooth/linalg/decompositions.hpp"

namespace nonsmooth::control {

LinearSystem checked(const char* who, LinearSystem s) {
  const Eigen::Index n = s.A.rows(), m = s.B.cols();
  if (s.D.size() == 0) s.D = Matrix::Zero(s.C.rows(), m);
  require_size(who, "A", s.A, n, n);
  require_size(who, "B", s.B, n, m);
  require_size(who, "C", s.C, s.C.rows(), n);
  require_size(who, "D", s.D, s.C.rows(), m);
  return s;
}

std::vector<int> relative_degree(const LinearSystem& system) {
  const LinearSystem s = checked("relative_degree", system);
  std::vector<int> degrees;
  for (Eigen::Index i = 0; i < s.C.rows(); ++i) {
    // relative to what the entry could be: rounding of a product is no input
    Eigen::RowVectorXd row = s.C.row(i);
    int degree = s.D.row(i).cwiseAbs().maxCoeff() > 0.0 ? 0 : -1;
    for (int r = 1; degree < 0 && r <= s.A.rows(); ++r) {
      if ((row * s.B).norm() > 1e-12 * row.norm() * s.B.norm()) degree = r;
      const double before = row.norm() * s.A.norm();
      row = row * s.A;
      if (row.norm() <= 1e-14 * before) break;
    }
    degrees.push_back(degree);
  }
  return degrees;
}

// The largest subspace from which l keeps y = 0: x is in it if some l gives A x + B l in it and
// C x + D l = 0. Start with everything, remove what fails, until nothing does.
ZeroDynamics zero_dynamics(const LinearSystem& system) {
  const LinearSystem s = checked("zero_dynamics", system);
  const Eigen::Index n = s.A.rows(), m = s.B.cols(), p = s.C.rows();
  Matrix V = Matrix::Identity(n, n);
  const double scale_x = std::max(1e-300, s.A.norm()), scale_y = std::max(1e-300, s.C.norm());
  const auto constraints = [&](const Matrix& basis) {
    const Matrix outside = Matrix::Identity(n, n) - basis * basis.transpose();
    Matrix rows(n + p, basis.cols() + m);
    rows << outside * s.A * basis / scale_x, outside * s.B / scale_x, s.C * basis / scale_y,
        s.D / scale_y;
    return rows;
  };
  for (Eigen::Index before = n + 1; V.cols() > 0 && V.cols() < before;) {
    before = V.cols();
    const SingularValues svd = singular_values(constraints(V));
    const Matrix kernel = svd.V.rightCols(before + m - svd.rank(1e-10));
    const SingularValues span = singular_values(V * kernel.topRows(before));
    V = span.U.leftCols((span.values.array() > 1e-9).count());
  }
  ZeroDynamics result{.V = V, .dynamics = {}, .input = {}, .unique = true, .zeros = {}};
  const Eigen::Index k = V.cols();
  result.input = Matrix::Zero(m, k);
  if (m > 0) {
    const Matrix rows = constraints(V);
    const SingularValues inputs = singular_values(rows.rightCols(m));
    result.unique = inputs.rank(1e-10) == m;
    if (k > 0) result.input = -inputs.solve(rows.leftCols(k), 1e-10);
  }
  result.dynamics = V.transpose() * (s.A * V + s.B * result.input);
  if (k > 0) result.zeros = eigenvalues(result.dynamics);
  return result;
}

bool is_p_matrix(MatrixIn M) {
  const int n = static_cast<int>(M.rows());
  require(n <= 16, "is_p_matrix: " + std::to_string(n) + " rows; at most 16");
  for (unsigned set = 1; set < (1u << n); ++set) {
    std::vector<int> rows;
    for (int i = 0; i < n; ++i)
      if ((set >> i & 1u) != 0) rows.push_back(i);
    if (!(determinant(Matrix(M(rows, rows))) > 0.0)) return false;
  }
  return true;
}

namespace {

bool positive_definite(const Matrix& M) {
  const Matrix symmetric = 0.5 * (M + M.transpose());
  return symmetric_eigenvalues(symmetric).minCoeff() > 1e-12 * symmetric.norm();
}

}  // namespace

WellPosednessReport well_posedness(const LinearSystem& system) {
  const LinearSystem s = checked("well_posedness", system);
  require_size("well_posedness", "D", s.D, s.D.cols(), s.D.cols());
  if (positive_definite(s.D))
    return {WellPosedness::lipschitz, "D is positive definite: l is unique for every x"};
  if (s.D.rows() <= 16 && is_p_matrix(s.D))
    return {WellPosedness::lipschitz, "D is a P-matrix: l is unique for every x"};
  const Matrix CB = s.C * s.B;
  const bool no_feedthrough = s.D.norm() == 0.0;
  if (no_feedthrough && (CB - CB.transpose()).norm() <= 1e-10 * CB.norm() && positive_definite(CB))
    return {WellPosedness::absolutely_continuous,
            "D = 0 and C B is symmetric positive definite: relative degree 1 in every component"};
  const Passivity storage = passivity(s);
  if (storage.passive) return {WellPosedness::absolutely_continuous, "passive: " + storage.reason};
  if (no_feedthrough && CB.norm() <= 1e-12 * s.C.norm() * s.B.norm())
    return {WellPosedness::needs_jump_rule,
            "D = 0 and C B = 0: relative degree 2 or more, l contains impulses"};
  return {WellPosedness::unknown,
          "D is no P-matrix, C B is not symmetric positive definite with D = 0, and not passive: " +
              storage.reason};
}

}  // namespace nonsmooth::control
