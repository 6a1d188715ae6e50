# SPDX-License-Identifier: Apache-2.0
"""Writes the stubs from the tables of fields:  python3 -m nonsmooth._stubs <folder>"""
import enum
import inspect
import re
import sys
import types
from pathlib import Path

import nonsmooth

HEAD = '''# SPDX-License-Identifier: Apache-2.0
# Made by nonsmooth._stubs from the tables of fields; do not edit.
from __future__ import annotations

import enum
from typing import Any, Callable, Iterable, Literal, Sequence, TypeVar

import numpy
import pandas
from numpy.typing import ArrayLike, NDArray

MatrixLike = Any  # ArrayLike or a scipy.sparse matrix
Law = Any  # a class of laws, or an object with `dimension` and `resolvent`
_T = TypeVar("_T", bound=type)
'''
ARRAYS = {"Trajectory": {"t", "q", "v", "x", "lambda_", "impulse", "output", "work", "gap", "energy",
                         "certificate"},
          "SceneRun": {"t", "poses", "velocities", "pose", "velocity", "energy"},
          "Solution": {"r", "u", "v"}, "State": {"q", "v", "x", "lambda_", "output"},
          "Simulator": {"q", "v", "x", "lambda_", "impulse", "output"},
          "SceneSimulator": {"poses", "velocities"}, "Problem": {"q"}, "GlobalProblem": {"f", "w"},
          "CircuitRun": {"t", "power", "energy", "rows"}, "LoopRun": {"t", "signals", "signal"},
          "Held": {"vector"}, "LoopView": {"input", "output"}, "SampledLoop": {"input", "output"},
          "CircuitModel": {"observe", "powers"}, "Block": {"__call__"}}
KNOWN = {"success": "bool", "ok": "bool", "status": "str", "message": "str", "interrupted": "bool",
         "steps": "int", "failed_steps": "int", "iterations": "int", "time": "float", "t": "float",
         "residual": "float", "residual_invariant": "float", "index": "int", "names": "Sequence[str]",
         "signal_names": "Sequence[str]", "plant": "Trajectory", "inputs": "int", "outputs": "int"}
RETURNS = {"solve": "Solution", "lcp": "Problem", "mlcp": "Problem", "relay": "Problem", "avi": "Problem",
           "reduce": "Problem", "coulomb": "SecondOrderCone", "constant": "Force", "of_time": "Force",
           "of_state": "Force", "newmark": "GeneralizedAlpha", "hht": "GeneralizedAlpha"}


SPECIAL = {"__init__": "None", "__len__": "int", "__getitem__": "Any", "__call__": None}


def first_line(text):
    return (text or "").strip().split("\n")[0].replace('"""', "'''")


def struct(kind):
    yield f"class {kind.__name__}:"
    yield f'    """{first_line(kind.__doc__)}"""'
    for name, field_type, _, doc in kind.__fields__:
        yield f"    {name}: {field_type}"
        yield f'    """{doc}"""'
    arguments = "".join(f", {name}: {field_type} = ..." for name, field_type, _, _ in kind.__fields__)
    yield f"    def __init__(self{arguments}) -> None: ..."


def result(kind):
    for name, field_type, doc in kind.__results__:
        yield "    @property"
        yield f"    def {name}(self) -> {field_type.replace('ArrayLike', 'NDArray[numpy.float64]')}:"
        yield f'        """{doc}"""'


def members(kind):
    told = {each[0] for each in getattr(kind, "__results__", ())}
    for name, value in sorted(vars(kind).items()):
        if name in told:
            continue
        array = name in ARRAYS.get(kind.__name__, ())
        returns = "NDArray[numpy.float64]" if array else KNOWN.get(name, "Any")
        if isinstance(value, property):
            yield "    @property"
            yield f"    def {name}(self) -> {returns}: ..."
        elif callable(value) and (not name.startswith("_") or name in SPECIAL):
            answer = SPECIAL.get(name) or returns
            yield f"    def {name}(self{parameters(value)}) -> {answer}: ..."


def parameters(function):
    """What the signature in the first line of the documentation says, without types."""
    if inspect.isfunction(function):
        named = list(inspect.signature(function).parameters.values())[1:]
        return "".join(f", {each}" if each.kind is not each.KEYWORD_ONLY else f", *, {each}" for each in named)
    found = re.match(r"\w+\(self[^,)]*,?\s*(.*)\) -> ", function.__doc__ or "")
    if not found or "Overloaded" in function.__doc__ or "::" in found[1]:
        return ", *args: Any, **kwargs: Any"
    names = re.findall(r"(\w+): [^,]*?(?:( = [^,]*))?(?:,|$)", re.sub(r"\([^()]*\)", "()", found[1]))
    return "".join(f", {name}: Any" + (" = ..." if default else "") for name, default in names)


def plain(kind):
    bases = {"Error": "ValueError", "FileError": "Error"}
    parent = kind.__mro__[1]
    base = bases.get(kind.__name__) or (parent.__name__ if parent.__module__ == kind.__module__ else None)
    yield f"class {kind.__name__}({base}):" if base else f"class {kind.__name__}:"
    yield f'    """{first_line(kind.__doc__)}"""'
    if kind.__name__ not in bases:
        yield from result(kind) if hasattr(kind, "__results__") else ()
        yield from members(kind)


def names(kind):
    yield f"class {kind.__name__}(str, enum.Enum):"
    for each in kind:
        yield f'    {each.name} = "{each.value}"'


def function(name, value):
    if inspect.isfunction(value):
        yield f"def {name}{inspect.signature(value)}: ..."
    else:
        yield f"def {name}(*args: Any, **kwargs: Any) -> {RETURNS.get(name, 'Any')}: ..."


def submodules():
    return {name: value for name, value in vars(nonsmooth).items()
            if isinstance(value, types.ModuleType) and not name.startswith("_")}


def text(module):
    package = module is nonsmooth
    blocks = [HEAD.rstrip()]
    if package:
        blocks.append("from . import " + ", ".join(f"{name} as {name}" for name in sorted(submodules())))
        blocks.append("__version__: str")
    else:
        blocks.append("from nonsmooth import *")
    for name, value in sorted(vars(module).items()):
        if name.startswith("_"):
            continue
        if isinstance(value, type) and issubclass(value, enum.Enum):
            blocks.append("\n".join(names(value)))
        elif isinstance(value, type) and hasattr(value, "__fields__"):
            blocks.append("\n".join(struct(value)))
        elif isinstance(value, type):
            blocks.append("\n".join(plain(value)))
        elif callable(value):
            blocks.append("\n".join(function(name, value)))
    return "\n\n".join(blocks) + "\n"


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for stub, home in {"__init__": nonsmooth, **submodules()}.items():
        (folder / f"{stub}.pyi").write_text(text(home), encoding="utf-8")
