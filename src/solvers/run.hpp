// SPDX-License-Identifier: Apache-2.0
// The private side of a solver: improve r, say how it ended. Nothing here decides on success; the
// certificate in solve.cpp does. To add a solver: `obstacle` and `run`, declared here, in one .cpp
// file.
#pragma once

#include "nonsmooth/solvers.hpp"
#include "solvers/judge.hpp"

namespace nonsmooth {

struct Outcome {
  Status status = Status::numerical_failure;  ///< `solved`: the solver believes so
  std::string_view message;                   ///< a sentence for the user, static text
  int iterations = 0;
};

/// Why the solver cannot treat the problem; empty if it can.
std::string_view obstacle(const Auto&, const Problem&);
std::string_view obstacle(const Lemke&, const Problem&);
std::string_view obstacle(const PrincipalPivoting&, const Problem&);
std::string_view obstacle(const CaoFerris&, const Problem&);
std::string_view obstacle(const Enumeration&, const Problem&);
std::string_view obstacle(const Nsgs&, const Problem&);
std::string_view obstacle(const SemismoothNewton&, const Problem&);
std::string_view obstacle(const InteriorPoint&, const Problem&);
std::string_view obstacle(const ProximalNewton&, const Problem&);
std::string_view obstacle(const ProjectedGradient&, const Problem&);
std::string_view obstacle(const FixedPoint&, const Problem&);
std::string_view obstacle(const Admm&, const Problem&);
std::string_view obstacle(const ConvexFixedPoint&, const Problem&);
std::string_view obstacle(const CustomSolver&, const Problem&);

/// r holds the warm start and receives the answer. Precondition: no obstacle.
Outcome run(const Lemke&, const Problem&, Workspace&, VectorOut r);
Outcome run(const PrincipalPivoting&, const Problem&, Workspace&, VectorOut r);
Outcome run(const CaoFerris&, const Problem&, Workspace&, VectorOut r);
Outcome run(const Enumeration&, const Problem&, Workspace&, VectorOut r);
Outcome run(const Nsgs&, const Problem&, Workspace&, VectorOut r);
Outcome run(const SemismoothNewton&, const Problem&, Workspace&, VectorOut r);
Outcome run(const InteriorPoint&, const Problem&, Workspace&, VectorOut r);
Outcome run(const ProximalNewton&, const Problem&, Workspace&, VectorOut r);
Outcome run(const ProjectedGradient&, const Problem&, Workspace&, VectorOut r);
Outcome run(const FixedPoint&, const Problem&, Workspace&, VectorOut r);
Outcome run(const Admm&, const Problem&, Workspace&, VectorOut r);
Outcome run(const ConvexFixedPoint&, const Problem&, Workspace&, VectorOut r);

/// Auto has every point judged while it climbs; the judge keeps the best one, and the path.
Outcome run(const Auto&, const Problem&, Workspace&, Judge&);

}  // namespace nonsmooth
