// SPDX-License-Identifier: Apache-2.0
// When undisturbed sliding modes of second order reach zero, exactly.
#pragma once

namespace nonsmooth::control {

/// x1' = x2, x2' = -r1 Sgn(x1) - r2 Sgn(x2), r1 > r2 > 0. From (0, v) the next crossing of x1 = 0
/// is at -q v, q^2 = (r1 - r2) / (r1 + r2), and the times form a geometric series.
double twisting_time(double x1, double x2, double r1, double r2);

/// x1' = -k1 |x1|^(1/2) sgn(x1) + x2, x2' = -k2 Sgn(x1), k1, k2 > 0. In the time s with
/// dt = |x1|^(1/2) ds the pair (|x1|^(1/2) sgn(x1), x2) moves linearly; the time is the integral of
/// the magnitude of its first entry.
double super_twisting_time(double x1, double x2, double k1, double k2);

}  // namespace nonsmooth::control
