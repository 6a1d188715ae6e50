# SPDX-License-Identifier: Apache-2.0
"""Modelling, simulation and solution of nonsmooth dynamical systems.

    import nonsmooth as ns

    model = ns.Model()
    ball = model.add(ns.Lagrangian(mass=[[1.0]], q0=[1.0], force=ns.constant([-9.81])))
    floor = model.add(ns.Interaction(on=[ball], relation=ns.LinearRelation(H=[[1.0]]),
                                     law=ns.NewtonImpact(e=0.9)))
    run = ns.simulate(model, ns.MoreauJean(step=5e-3), end=10.0)

Submodules: circuit (elements), control (sampled loops, controllers, observers), analysis (equilibria,
orbits, diagrams), io (files), curves. Units are SI. Names are those of the C++ library; every class takes its fields as keyword arguments,
and help(ns.MoreauJean) lists them with bounds and units.
"""

import sys as _sys
import types as _types

from . import _core


def _adopt(home, name):
    """Classes and submodules of the extension module become those of the package."""
    for each, value in vars(home).items():
        if isinstance(value, _types.ModuleType):
            _sys.modules[f"{name}.{each}"] = value
            _adopt(value, f"{name}.{each}")
        elif isinstance(value, type) and value.__module__ == home.__name__:
            value.__module__ = name
        if isinstance(value, type) and not value.__doc__ and hasattr(value, "__members__"):
            value.__doc__ = "One of " + ", ".join(value.__members__) + "."
        if home is _core and not each.startswith("_"):
            globals()[each] = value


_adopt(_core, __name__)
__version__ = _core.__version__

_core.Error.__doc__ = "Wrong use: names object, field, values and remedy."
_core.FileError.__doc__ = "A file that cannot be read or written: names file, place and what was expected."

from ._circuits import CircuitRun  # noqa: E402
from ._laws import law  # noqa: E402
from ._pictures import plot, plot_basins, plot_branch, plot_diagram, to_pandas  # noqa: E402
from ._runs import rollout, simulate  # noqa: E402

CircuitRun.__module__ = __name__
_core.Trajectory.plot = plot
_core.Trajectory.to_pandas = to_pandas
_core.analysis.Branch.plot = plot_branch
_core.analysis.plot_basins = plot_basins
_core.analysis.plot_diagram = plot_diagram
del plot, plot_basins, plot_branch, plot_diagram, to_pandas
