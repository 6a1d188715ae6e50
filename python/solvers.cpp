// SPDX-License-Identifier: Apache-2.0
// One class per solver, from its table of fields.
#include "modules.hpp"
#include "structs.hpp"

#include "nonsmooth/solvers.hpp"

namespace nonsmooth::python {

void bind_solvers(py::module_& module) {
  bind_names(module, "SweepOrder", enum_names(SweepOrder{}));
  bind_names(module, "PivotRule", enum_names(PivotRule{}));
  bind_names(module, "NewtonMap", enum_names(NewtonMap{}));
  bind_names(module, "Acceleration", enum_names(Acceleration{}));

  bind<Auto>(
      module, "Auto",
      "Chooses by the structure of the problem, verifies, and escalates until the tolerance\n"
      "is met; Solution.path says what ran.");
  bind<Lemke>(module, "Lemke",
              "Lemke's complementary pivoting: finite, for scalar and polyhedral laws.");
  bind<PrincipalPivoting>(module, "PrincipalPivoting",
                          "Pivoting on the active set; the fastest for large dense P-matrices.");
  bind<CaoFerris>(module, "CaoFerris", "Pivoting for affine variational inequalities.");
  bind<Enumeration>(
      module, "Enumeration",
      "Tries every active set of a small problem; finding none proves there is none.");
  bind<Nsgs>(module, "Nsgs",
             "Nonsmooth Gauss-Seidel: sweeps over the blocks, each law solved exactly.");
  bind<SemismoothNewton>(module, "SemismoothNewton",
                         "Newton's method on a nonsmooth equation equivalent to the laws.");
  bind<InteriorPoint>(module, "InteriorPoint",
                      "Predictor-corrector interior-point method; W may be singular.");
  bind<ProximalNewton>(module, "ProximalNewton",
                       "Proximal point iteration around Newton, for friction with singular W.");
  bind<ProjectedGradient>(module, "ProjectedGradient",
                          "Accelerated projected gradient steps; robust on stacks at 1e-8.");
  bind<FixedPoint>(module, "FixedPoint",
                   "Projected fixed point or extragradient: any law, cheap steps.");
  bind<Admm>(module, "Admm", "Alternating directions: moderate accuracy at a predictable price.");
  bind<ConvexFixedPoint>(module, "ConvexFixedPoint", "Friction as a sequence of convex problems.");
}

}  // namespace nonsmooth::python
