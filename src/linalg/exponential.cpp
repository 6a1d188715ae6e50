// SPDX-License-Identifier: Apache-2.0
// e^A = (e^(A / 2^s))^(2^s), the inner one by r(A) = (V - U)^-1 (V + U) with U odd and V even in A.
// Below the norm 5.37 the approximant of degree 13 has a backward error below rounding.
#include "nonsmooth/linalg/exponential.hpp"

#include <Eigen/LU>

#include <array>
#include <cmath>

namespace nonsmooth {
namespace {

constexpr double largest_norm = 5.371920351148152;
constexpr std::array<double, 14> pade{64764752532480000.0,
                                      32382376266240000.0,
                                      7771770303897600.0,
                                      1187353796428800.0,
                                      129060195264000.0,
                                      10559470521600.0,
                                      670442572800.0,
                                      33522128640.0,
                                      1323241920.0,
                                      40840800.0,
                                      960960.0,
                                      16380.0,
                                      182.0,
                                      1.0};

}  // namespace

Matrix exponential(MatrixIn A) {
  const double norm = A.size() == 0 ? 0.0 : A.cwiseAbs().colwise().sum().maxCoeff();
  if (!std::isfinite(norm)) return Matrix::Constant(A.rows(), A.cols(), std::nan(""));
  const int squarings =
      norm > largest_norm ? static_cast<int>(std::ceil(std::log2(norm / largest_norm))) : 0;
  const Matrix A1 = A * std::ldexp(1.0, -squarings), A2 = A1 * A1, A4 = A2 * A2, A6 = A4 * A2,
               one = Matrix::Identity(A.rows(), A.cols());
  const Matrix U = A1 * (A6 * (pade[13] * A6 + pade[11] * A4 + pade[9] * A2) + pade[7] * A6 +
                         pade[5] * A4 + pade[3] * A2 + pade[1] * one);
  const Matrix V = A6 * (pade[12] * A6 + pade[10] * A4 + pade[8] * A2) + pade[6] * A6 +
                   pade[4] * A4 + pade[2] * A2 + pade[0] * one;
  Matrix E = Eigen::PartialPivLU<Matrix>(V - U).solve(V + U);
  for (int k = 0; k < squarings; ++k) E = (E * E).eval();
  return E;
}

}  // namespace nonsmooth
