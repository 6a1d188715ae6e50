# SPDX-License-Identifier: Apache-2.0
"""Writes the stubs from the tables of fields:  python3 -m nonsmooth._stubs __init__.pyi"""
import enum
import inspect
import re
import sys

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
__version__: str
'''
ARRAYS = {"Trajectory": {"t", "q", "v", "x", "lambda_", "impulse", "output", "work", "gap", "energy",
                         "certificate"},
          "SceneRun": {"t", "poses", "velocities", "pose", "velocity", "energy"},
          "Solution": {"r", "u", "v"}, "State": {"q", "v", "x", "lambda_", "output"},
          "Simulator": {"q", "v", "x", "lambda_", "impulse", "output"},
          "SceneSimulator": {"poses", "velocities"}, "Problem": {"q"}, "GlobalProblem": {"f", "w"}}
KNOWN = {"success": "bool", "ok": "bool", "status": "str", "message": "str", "interrupted": "bool",
         "steps": "int", "failed_steps": "int", "iterations": "int", "time": "float", "t": "float",
         "residual": "float", "residual_invariant": "float", "index": "int"}
RETURNS = {"solve": "Solution", "lcp": "Problem", "mlcp": "Problem", "relay": "Problem", "avi": "Problem",
           "reduce": "Problem", "coulomb": "SecondOrderCone", "constant": "Force", "of_time": "Force",
           "of_state": "Force", "newmark": "GeneralizedAlpha", "hht": "GeneralizedAlpha"}


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


def members(kind):
    for name, value in sorted(vars(kind).items()):
        array = name in ARRAYS.get(kind.__name__, ())
        returns = "NDArray[numpy.float64]" if array else KNOWN.get(name, "Any")
        if isinstance(value, property):
            yield "    @property"
            yield f"    def {name}(self) -> {returns}: ..."
        elif callable(value) and (not name.startswith("_") or name in ("__init__", "__len__")):
            result = {"__init__": "None", "__len__": "int"}.get(name, returns)
            yield f"    def {name}(self{parameters(value)}) -> {result}: ..."


def parameters(function):
    """What the signature in the first line of the documentation says, without types."""
    found = re.match(r"\w+\(self[^,)]*,?\s*(.*)\) -> ", function.__doc__ or "")
    if not found or "Overloaded" in function.__doc__ or "::" in found[1]:
        return ", *args: Any, **kwargs: Any"
    names = re.findall(r"(\w+): [^,]*?(?:( = [^,]*))?(?:,|$)", re.sub(r"\([^()]*\)", "()", found[1]))
    return "".join(f", {name}: Any" + (" = ..." if default else "") for name, default in names)


def plain(kind):
    base = {"Error": "ValueError", "FileError": "Error"}.get(kind.__name__)
    yield f"class {kind.__name__}({base}): ..." if base else f"class {kind.__name__}:"
    if not base:
        yield f'    """{first_line(kind.__doc__)}"""'
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


def text():
    blocks = [HEAD.rstrip()]
    for name, value in sorted(vars(nonsmooth).items()):
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
        elif name in ("io", "curves"):
            blocks.append(f"{name}: Any")
    return "\n\n".join(blocks) + "\n"


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(text())
