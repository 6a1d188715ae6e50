// SPDX-License-Identifier: Apache-2.0
#include "schemes/algebraic_rows.hpp"

#include "nonsmooth/base/error.hpp"

#include <Eigen/QR>

namespace nonsmooth {

Vector row_thetas(const FirstOrder& system, double theta, const std::string& object) {
  const Eigen::Index n = system.x0.size();
  Vector thetas = Vector::Constant(n, theta);
  if (system.E.empty() || theta == 1.0) return thetas;
  const Matrix E = system.E.dense();
  Eigen::Index differential = 0;
  for (Eigen::Index i = 0; i < n; ++i)
    if (E.row(i).cwiseAbs().maxCoeff() == 0.0)
      thetas[i] = 1.0;
    else
      ++differential;
  const Eigen::Index rank = Eigen::ColPivHouseholderQR<Matrix>(E).rank();
  if (rank < differential)
    throw Error(object + ": E has rank " + std::to_string(rank) + " but " +
                std::to_string(differential) +
                " rows that are not zero, so algebraic equations are hidden among them; combine "
                "rows until they are zero in E, or use theta = 1");
  return thetas;
}

}  // namespace nonsmooth
