// SPDX-License-Identifier: Apache-2.0
// What one asks of (A, B, C, D) before a controller is built or a complementarity system is run:
//
//   x' = A x + B l,   y = C x + D l
#pragma once

#include "nonsmooth/base/types.hpp"

#include <complex>
#include <string>
#include <vector>

namespace nonsmooth::control {

/// An empty D means zero.
struct LinearSystem {
  Matrix A, B, C, D{};
};

/// For every output the number of derivatives until l appears: 0 where D has an entry, else the
/// smallest r with C_i A^(r-1) B != 0; -1 where l never reaches the output.
std::vector<int> relative_degree(const LinearSystem& system);

/// What happens inside while y is kept at zero: x = V z, z' = dynamics z, l = input z.
struct ZeroDynamics {
  Matrix V;         ///< orthonormal basis of the states from which y can be kept at zero
  Matrix dynamics;  ///< its eigenvalues are the transmission zeros
  Matrix input;
  bool unique = true;  ///< whether y = 0 fixes l
  std::vector<std::complex<double>> zeros;
};
ZeroDynamics zero_dynamics(const LinearSystem& system);

/// Whether there is a storage function x^T P x / 2 with d/dt of it at most y^T l: the inequality
///   [ A^T P + P A    P B - C^T ]
///   [ B^T P - C      -(D + D^T) ]  <= 0,    P = P^T > 0.
struct Passivity {
  bool passive = false;
  bool strictly = false;   ///< with room: the first block is negative definite
  Matrix P;                ///< certificate if passive
  double violation = 0.0;  ///< largest eigenvalue of the inequality at P, in units of the data
  std::string reason;
};
/// For small systems (the work grows like n^6). Near the border, within 1e-7 of the data, a system
/// counts as passive: lossless ones are on it.
Passivity passivity(const LinearSystem& system);

/// Of the complementarity system 0 <= y _|_ l >= 0.
enum class WellPosedness {
  lipschitz,  ///< l is a Lipschitz function of x: one solution, continuously differentiable
  absolutely_continuous,  ///< one solution, after a jump if C x_0 is negative
  needs_jump_rule,        ///< l is a measure: states jump, and a restitution law is needed
  unknown,
};
struct WellPosednessReport {
  WellPosedness kind = WellPosedness::unknown;
  std::string reason;
};
WellPosednessReport well_posedness(const LinearSystem& system);

/// All principal minors positive; up to 16 rows.
bool is_p_matrix(MatrixIn M);

}  // namespace nonsmooth::control
