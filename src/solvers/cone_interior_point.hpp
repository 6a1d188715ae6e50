// SPDX-License-Identifier: Apache-2.0
// The interior-point method on cones, for `InteriorPoint` and for whoever wants a start from it.
#pragma once

#include "solvers/run.hpp"

namespace nonsmooth {

/// Follows the path, polishes, returns the best point. Precondition: no cone_form_obstacle.
Outcome run_cone_interior_point(const InteriorPoint& options, const Problem& problem,
                                Workspace& workspace, VectorOut r);

/// Follows the path as far as it goes and returns the last point inside the cones, unpolished and
/// whatever its residual: where the path stalls, that point has resolved the flat directions of W
/// and is a better start for proximal methods than one of smaller residual.
Outcome run_interior_start(const InteriorPoint& options, const Problem& problem,
                           Workspace& workspace, VectorOut r);

}  // namespace nonsmooth
