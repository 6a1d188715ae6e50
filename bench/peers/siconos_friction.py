#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures Siconos' friction solvers on the problems of a manifest.

Called by `nonsmooth bench friction --peer siconos`. The manifest is a JSON list of the cases of
siconos_measure.py, each with "kind" ("friction_2d", "friction_3d", "rolling"), "form" ("reduced", "global"),
"tolerances" and "solvers" (empty: all). One JSON object per tolerance and solver goes to standard output: either
time_s (median of the repeats, around the driver call only), info, iterations and the answer r (and v), or the
reason why there is none. The answers are judged by the caller.

Options are the library's defaults but for the tolerance and the iteration limit, which is raised until the time
limit decides. Problems are read by the library from its own text format, in which we write those that come
from elsewhere: block storage serves all of its local solvers.

Not measured: the GAMS solvers (not compiled in), NCPGlockerFBFixedPoint (the driver does not know it), NSGSV (ends the
process), HP (solves next to nothing and costs the limit each time), NSGS with the plain projections (no convergence on
the first file with 9 contacts).
"""
import json
import os
import sys
import tempfile

from siconos_measure import in_child, matrix_of, median_of_repeats, read_json, timed

import numpy as np
import siconos.numerics as sn

MANY, NEWTON = 1000000, 5000
PREFIX = {("friction_2d", "reduced"): "FRICTION_2D_", ("friction_3d", "reduced"): "FRICTION_3D_",
          ("friction_3d", "global"): "GLOBAL_FRICTION_3D_", ("rolling", "reduced"): "ROLLING_FRICTION_3D_",
          ("rolling", "global"): "GLOBAL_ROLLING_FRICTION_3D_"}
# name and iteration limit; what follows a slash is the solver of one contact
SOLVERS = {
    ("friction_2d", "reduced"): {"NSGS": MANY, "CPG": MANY, "LEMKE": MANY, "ENUM": MANY},
    ("friction_3d", "reduced"): {
        "NSGS": MANY, "NSGS/ONECONTACT_NSN": MANY, "NSGS/ONECONTACT_NSN_GP": MANY,
        "NSGS/ONECONTACT_ProjectionOnConeWithLocalIteration": MANY, "NSGS/ONECONTACT_QUARTIC": MANY,
        "NSN_AC": NEWTON, "NSN_AC_TEST": NEWTON, "NSN_FB": NEWTON, "NSN_NM": NEWTON, "PROX": MANY, "TFP": MANY,
        "PFP": MANY, "ACLMFP": MANY, "SOCLCP": MANY, "ADMM": MANY, "VI_EG": MANY, "VI_FPP": MANY, "EG": MANY,
        "FPP": MANY, "DSFP": MANY},
    ("friction_3d", "global"): {
        "NSGS_WR": MANY, "NSGS": MANY, "NSN_AC": NEWTON, "NSN_AC_WR": NEWTON, "PROX_WR": MANY, "TFP_WR": MANY,
        "DSFP_WR": MANY, "ADMM": MANY, "ADMM_WR": MANY, "IPM": NEWTON, "ACLMFP": MANY, "VI_EG": MANY, "VI_FPP": MANY},
    ("rolling", "reduced"): {"NSGS": MANY, "NSGS/ONECONTACT_ProjectionOnCone": MANY, "ADMM": MANY},
    ("rolling", "global"): {"NSGS_WR": MANY},
}
SHORT = {"ONECONTACT_": "", "ProjectionOnConeWithLocalIteration": "PLI", "ProjectionOnCone": "P"}


def short_name(solver):
    for long, short in SHORT.items():
        solver = solver.replace(long, short)
    return solver


# --- Problems ----------------------------------------------------------------------------------------


def contacts_of(data):
    """(dimension, mu, mu_r or None) of the laws, which are all of one kind."""
    laws = data["laws"]
    rolling = laws[0]["kind"] == "rolling_cone"
    return (laws[0]["dimension"], np.array([law["mu"] for law in laws]),
            np.array([law["mu_r"] for law in laws]) if rolling else None)


def numbers(values):
    return " ".join(repr(float(value)) for value in values) + "\n"


def matrix_text(stored):
    """The library's dense (0), block (1) or triplet (2) storage, the first two column by column."""
    if stored["storage"] == "triplets":
        shape, entries = (stored["rows"], stored["cols"]), len(stored["values"])
        lines = [f"2\n{shape[0]} {shape[1]}\n1\nCSparse\n",
                 f"triplet: {shape[0]}-by-{shape[1]}, nzmax: {entries} nnz: {entries}\n"]
        lines += [f"{i} {j} : {float(value)!r}\n" for i, j, value in zip(stored["row"], stored["col"], stored["values"])]
        return "".join(lines)
    if stored["storage"] == "dense":
        matrix = matrix_of(stored)
        shape = f"{matrix.shape[0]} {matrix.shape[1]}\n"
        return "0\n" + shape + shape + numbers(matrix.ravel(order="F"))
    rows, cols = stored["row_sizes"], stored["col_sizes"]
    blocks = sorted(stored["blocks"], key=lambda block: (block["row"], block["col"]))
    starts = np.searchsorted([block["row"] for block in blocks], range(len(rows) + 1))
    text = [f"1\n{sum(rows)} {sum(cols)}\n{len(blocks)} {len(rows)} {len(cols)}\n",
            " ".join(map(str, np.cumsum(rows))) + "\n", " ".join(map(str, np.cumsum(cols))) + "\n",
            f"{len(rows) + 1} {len(blocks)}\n", " ".join(map(str, starts)) + "\n",
            " ".join(str(block["col"]) for block in blocks) + "\n"]
    for number, block in enumerate(blocks):
        values = np.reshape(block["values"], (rows[block["row"]], cols[block["col"]]))
        text.append(f"{number}\n" + numbers(values.ravel(order="F")))
    return "".join(text)


def library_file(case, data, folder):
    """A file the library reads: the original where its storage is one that all solvers take."""
    if case["original"]:
        with open(case["original"], encoding="utf-8", errors="replace") as file:
            storage = file.read(200).split()[2]
        if storage in ("0", "1"):
            return case["original"]
    dimension, mu, mu_r = contacts_of(data)
    matrices, vectors = (("W",), ("q",)) if case["form"] == "reduced" else (("M", "H"), ("f", "w"))
    path = os.path.join(folder, "problem.dat")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{dimension} {len(mu)}\n")
        for name in matrices:
            file.write(matrix_text(data[name]))
        for values in [data[name] for name in vectors] + [mu] + ([] if mu_r is None else [mu_r]):
            file.write(numbers(values))
    return path


class Library:
    """The driver of one kind of problem, and a fresh problem for every call of it."""

    def __init__(self, case, data, folder):
        self.kind = (case["kind"], case["form"])
        self.driver, self.read = {
            ("friction_2d", "reduced"): (sn.fc2d_driver, sn.frictionContact_new_from_filename),
            ("friction_3d", "reduced"): (sn.fc3d_driver, sn.frictionContact_new_from_filename),
            ("friction_3d", "global"): (sn.gfc3d_driver, sn.globalFrictionContact_new_from_filename),
            ("rolling", "reduced"): (sn.rolling_fc3d_driver, sn.rollingFrictionContact_new_from_filename),
            ("rolling", "global"): (sn.g_rolling_fc3d_driver, sn.globalRollingFrictionContact_new_from_filename),
        }[self.kind]
        whole = case["form"] == "global"
        self.sizes = [len(data["w"]), len(data["w"]), len(data["f"])] if whole else [len(data["q"])] * 2
        self.path = library_file(case, data, folder)

    def options(self, solver, tolerance):
        base, _, one_contact = solver.partition("/")
        prefix = "SICONOS_" + PREFIX[self.kind]
        options = sn.SolverOptions(getattr(sn, prefix + base))
        if one_contact:
            sn.solver_options_update_internal(options, 0, getattr(sn, prefix + one_contact))
        options.dparam[sn.SICONOS_DPARAM_TOL] = tolerance
        options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = SOLVERS[self.kind][solver]
        return options

    def run(self, solver, tolerance):
        options = self.options(solver, tolerance)
        problem = self.read(self.path)
        vectors = [np.zeros(size) for size in self.sizes]  # r, u and, for global problems, v
        elapsed, info = timed(lambda: self.driver(problem, *vectors, options))
        answer = {"info": int(info), "iterations": int(options.iparam[sn.SICONOS_IPARAM_ITER_DONE]),
                  "r": vectors[0].tolist()}
        if len(vectors) == 3:
            answer["v"] = vectors[2].tolist()
        return elapsed, answer


# --- Measurements ------------------------------------------------------------------------------------


def measure_case(case, folder):
    data = read_json(case["problem"])
    kind = (case["kind"], case["form"])
    if kind not in SOLVERS or not data["laws"] or (kind[0] == "rolling" and contacts_of(data)[0] != 5):
        return
    library = Library(case, data, folder)
    for tolerance in case["tolerances"]:
        for solver in SOLVERS[kind]:
            name = short_name(solver)
            if case["solvers"] and name not in case["solvers"]:
                continue
            if solver == "ENUM" and len(data["laws"]) > 8:
                continue  # 3^contacts systems
            result = in_child(lambda: median_of_repeats(lambda: library.run(solver, tolerance), case["repeats"]),
                              case["limit_s"])
            print(json.dumps({"solver": name, "tolerance": tolerance, **result}), flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for case in read_json(sys.argv[1]):
            measure_case(case, folder)


if __name__ == "__main__":
    main()
