# SPDX-License-Identifier: Apache-2.0
"""Modelling, simulation and solution of nonsmooth dynamical systems.

    import nonsmooth as ns

    model = ns.Model()
    ball = model.add(ns.Lagrangian(mass=[[1.0]], q0=[1.0], force=ns.constant([-9.81])))
    floor = model.add(ns.Interaction(on=[ball], relation=ns.LinearRelation(H=[[1.0]]),
                                     law=ns.NewtonImpact(e=0.9)))
    run = ns.simulate(model, ns.MoreauJean(step=5e-3), end=10.0)

Units are SI. Names are those of the C++ library; every class takes its fields as keyword arguments,
and help(ns.MoreauJean) lists them with bounds and units.
"""

from . import _core

for _name, _value in vars(_core).items():
    if isinstance(_value, type) and _value.__module__ == _core.__name__:
        _value.__module__ = __name__
    if isinstance(_value, type) and not _value.__doc__ and hasattr(_value, "__members__"):
        _value.__doc__ = "One of " + ", ".join(_value.__members__) + "."
    if not _name.startswith("_"):
        globals()[_name] = _value
del _name, _value

__version__ = _core.__version__

_core.Error.__doc__ = "Wrong use: names object, field, values and remedy."
_core.FileError.__doc__ = "A file that cannot be read or written: names file, place and what was expected."

from ._laws import law  # noqa: E402
from ._pictures import plot, to_pandas  # noqa: E402
from ._runs import rollout, simulate  # noqa: E402

_core.Trajectory.plot = plot
_core.Trajectory.to_pandas = to_pandas
del plot, to_pandas
