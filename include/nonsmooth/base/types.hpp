// SPDX-License-Identifier: Apache-2.0
// The numeric types every module shares. Double precision only; Eigen at the surface.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include <limits>

/// Modelling, simulation and solution of nonsmooth dynamical systems.
namespace nonsmooth {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
template <int N>
using Vec = Eigen::Matrix<double, N, 1>;
template <int N>
using Mat = Eigen::Matrix<double, N, N>;

/// Compressed columns with 32-bit indices, the layout sparse direct solvers take.
using SparseMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

// Parameters only: a Ref must never be returned, it may refer to a temporary.
using VectorIn = const Eigen::Ref<const Vector>&;
using VectorOut = Eigen::Ref<Vector>;
using MatrixIn = const Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>&;
using MatrixOut = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;

// Views that do not own: return types and scratch memory.
using VectorView = Eigen::Map<const Vector>;
using MatrixView = Eigen::Map<const Matrix>;
using VectorMap = Eigen::Map<Vector>;
using MatrixMap = Eigen::Map<Matrix>;

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double machine_epsilon = std::numeric_limits<double>::epsilon();

}  // namespace nonsmooth

namespace ns = nonsmooth;
