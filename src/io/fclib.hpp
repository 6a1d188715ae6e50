// SPDX-License-Identifier: Apache-2.0
// FCLib files (HDF5): one of three root groups, plus optional /solution and /guesses.
//
//   /fclib_local            u = W r + V l + q,   V^T r + R l + s = 0
//   /fclib_global           M v = H r + G l + f,   G^T v + b = 0,   u = H^T v + w
//   /fclib_global_rolling   the same with 3 or 5 components per contact and mu_r
//
// The multipliers l of the equations are unknowns with the law Free behind the contacts: local
// matrices become [[W, V], [V^T, R]], global ones gain the columns of G.
//
// A matrix group holds m, n, nzmax, nz and arrays p, i, x as CSparse does: nz >= 0 triplets with
// p = columns and i = rows, -1 compressed columns, -2 compressed rows. Duplicates are summed.
#pragma once

#include <string>
#include <string_view>

namespace nonsmooth::io::fclib {

inline const std::string local_root = "/fclib_local";
inline const std::string global_root = "/fclib_global";
inline const std::string rolling_root = "/fclib_global_rolling";

}  // namespace nonsmooth::io::fclib
