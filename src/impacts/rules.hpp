// SPDX-License-Identifier: Apache-2.0
// The private side of a rule: set impulse, status, message, residual and iterations of the result,
// which come in as zero impulse and no success. Velocities and energies are computed afterwards,
// from the impulse alone.
#pragma once

#include "nonsmooth/impacts.hpp"

namespace nonsmooth {

void run(const NewtonRule&, const Impact&, ImpactWorkspace&, ImpactResult&);
void run(const FremondRule&, const Impact&, ImpactWorkspace&, ImpactResult&);
void run(const PoissonRule&, const Impact&, ImpactWorkspace&, ImpactResult&);
void run(const BinaryCollisions&, const Impact&, ImpactWorkspace&, ImpactResult&);
void run(const EnergeticRule&, const Impact&, ImpactWorkspace&, ImpactResult&);

// --- Shared by the rules that solve one-step problems
// ---------------------------------------------

/// Per contact: equality for joints, complementarity for a normal alone, Coulomb's law otherwise
/// (also with mu = 0: no tangential impulse).
void set_laws(const Impact& impact, std::vector<AnyLaw>& laws);
/// Solves from zero and passes the verdict on. The point is phase.solution.r.
void solve_phase(double tolerance, Workspace& workspace, ImpactWorkspace::Phase& phase,
                 ImpactResult& result);

/// u+ = u- + W P, accurately.
void update_velocity(const Impact& impact, Workspace& workspace, ImpactResult& result);

}  // namespace nonsmooth
