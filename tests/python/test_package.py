# SPDX-License-Identifier: Apache-2.0
"""The package itself: speed of import and of steps, documentation, stubs."""
import ast
import email
import importlib
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import nonsmooth as ns
from support import ball_model

PACKAGE = Path(ns.__file__).parent


MODULES = {"nonsmooth": ns, **{f"nonsmooth.{name}": getattr(ns, name)
                               for name in ("circuit", "control", "analysis", "io", "curves")}}


def classes():
    return [value for module in MODULES.values() for value in vars(module).values()
            if isinstance(value, type)]


def test_submodules_are_imported_by_their_names():
    for name, module in MODULES.items():
        assert importlib.import_module(name) is module and module.__doc__
        for each in vars(module).values():
            if isinstance(each, type):
                assert each.__module__ == name, each


def test_every_class_says_what_it_is():
    for each in classes():
        assert each.__doc__, each
    assert "time step, s" in ns.MoreauJean.__doc__ and "> 0" in ns.MoreauJean.__doc__
    for each in classes():
        for name, kind, default, doc in getattr(each, "__fields__", ()):
            assert name and kind and default and doc, (each, name)
        for name, kind, doc in getattr(each, "__results__", ()):
            assert name and kind and doc, (each, name)


def test_importing_takes_little_more_than_numpy():
    def seconds(module):
        code = f"import time; t = time.process_time(); import {module}; print(time.process_time() - t)"
        return min(float(subprocess.run([sys.executable, "-c", code], text=True, check=True,
                                        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
                                        stdout=subprocess.PIPE).stdout) for _ in range(3))

    assert seconds("nonsmooth") < 0.3 + seconds("numpy")  # numpy is not ours to make faster


def test_steps_cost_little():
    model, _, _ = ball_model()
    simulator = ns.Simulator(model, ns.MoreauJean(step=1e-4))
    compiled = ns.simulate(model, ns.MoreauJean(step=1e-4), end=1.0, record_every=10000)
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        for _ in range(2000):
            simulator.step()
        best = min(best, (time.process_time() - began) / 2000)
    # five times what was promised: this machine may be busy
    assert best - compiled.time / compiled.steps < 10e-6


def test_stubs_name_everything():
    def named(module):
        file = PACKAGE / (module.partition(".")[2] or "__init__")
        body = ast.parse(file.with_suffix(".pyi").read_text(encoding="utf-8")).body
        return {each.name: each for each in body if isinstance(each, (ast.ClassDef, ast.FunctionDef))}

    for name, module in MODULES.items():
        public = {each for each, value in vars(module).items() if not each.startswith("_") and callable(value)}
        assert public <= set(named(name)), name
    # fields with their types, as keyword arguments too
    fields = {each.target.id: ast.unparse(each.annotation) for each in named("nonsmooth")["MoreauJean"].body
              if isinstance(each, ast.AnnAssign)}
    assert fields["step"] == "float" and fields["theta"] == "float"


def test_pip_would_install_the_same_package(tmp_path):
    pytest.importorskip("setuptools")
    root = Path(__file__).resolve().parents[2]
    told = subprocess.run([sys.executable, "setup.py", "--quiet", "egg_info", "--egg-base", str(tmp_path)], cwd=root,
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    assert told.returncode == 0, told.stdout
    info = email.message_from_string((tmp_path / "nonsmooth.egg-info/PKG-INFO").read_text(encoding="utf-8"))
    assert (info["Name"], info["Version"]) == ("nonsmooth", ns.__version__)
    assert "numpy" in (tmp_path / "nonsmooth.egg-info/requires.txt").read_text(encoding="utf-8")
    listed = (tmp_path / "nonsmooth.egg-info/SOURCES.txt").read_text(encoding="utf-8").split()
    ours = {f"python/nonsmooth/{file.name}" for file in (root / "python/nonsmooth").glob("*.py")}
    assert ours | {"python/nonsmooth/py.typed"} <= set(listed)
