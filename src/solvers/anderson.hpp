// SPDX-License-Identifier: Apache-2.0
// Anderson acceleration of a fixed point x = G(x). With f = G(x) - x and the differences of the
// last m steps in the columns of dF and dG,
//
//     next = G(x) - dG c,     c minimises |f - dF c|
//
// in a norm weighted per component, so that units do not decide which rows count. The normal
// equations are kept up to date, one row per step; columns that depend on newer ones are left out.
// Whether `next` is any good is for the caller to judge. Anderson 1965; Walker and Ni 2011.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/base/types.hpp"

namespace nonsmooth {

class Anderson {
 public:
  /// Squares of differences are weighted by `weights`, which must outlive this. All memory comes
  /// from `scratch`.
  Anderson(int memory, VectorIn weights, Arena& scratch);

  /// Given x and image = G(x), writes the extrapolated point to `next` (the image where there is no
  /// history).
  void extrapolate(VectorIn x, VectorIn image, VectorOut next);
  /// Forgets all history.
  void restart();
  /// |G(x) - x| in the weighted norm, without touching the history.
  double step_norm(VectorIn x, VectorIn image) const;

 private:
  void append(VectorIn image);
  int solve_normal_equations();

  int memory_, count_ = 0, newest_ = -1;
  bool started_ = false;
  VectorMap root_weights_;     // square roots
  MatrixMap dF_, dG_;          // columns in a ring; dF weighted
  VectorMap length_;           // of the columns of dF, by ring position
  MatrixMap cosine_, factor_;  // between columns of dF; the Cholesky factor of their matrix
  VectorMap f_, previous_f_, previous_image_, rhs_, c_;
};

}  // namespace nonsmooth
