#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures Siconos' complementarity solvers on the problems of a manifest.

Called by `nonsmooth bench complementarity --peer siconos`. The manifest is a JSON list of the cases of
siconos_measure.py, each with "name" and "kind": "lcp" | "mlcp".
One JSON object per solver and problem goes to standard output: name, solver, and either time_s (median of
the repeats, around the driver call only) with the answer r, or the reason why there is none. The answers are
judged by the caller. Every measurement runs in a child process with a limit on CPU time, because some
solvers hang or abort. Relays are left out: the Python package of Siconos 4.4 has no relay problem.
"""
import json
import sys

from siconos_measure import in_child, matrix_of, median_of_repeats, read_json, timed

import numpy as np
import scipy.sparse as sparse
import siconos.numerics as sn

SOLVERS = {
    "lcp": ["LEMKE", "PIVOT", "NEWTONMIN", "NEWTON_FB_FBLSA", "NEWTON_MIN_FBLSA", "PGS", "PSOR", "ENUM",
            "AVI_CAOFERRIS", "PATHSEARCH"],
    "mlcp": ["FB", "DIRECT_FB", "ENUM", "DIRECT_ENUM", "LCP_LEMKE", "PGS"],
}
MANY_ITERATIONS = {"PGS": 1000000, "PSOR": 1000000, "LEMKE": 100000, "PIVOT": 100000}


def read_problem(path):
    data = read_json(path)
    matrix = matrix_of(data["W"])
    return matrix.toarray() if sparse.issparse(matrix) else matrix, np.array(data["q"], dtype=float)


def options_for(kind, solver, tolerance):
    options = sn.SolverOptions(getattr(sn, f"SICONOS_{kind.upper()}_{solver}"))
    options.dparam[0] = tolerance
    if solver in MANY_ITERATIONS:
        options.iparam[0] = MANY_ITERATIONS[solver]
    return options


def run_lcp(case, solver, data):
    matrix, q = data
    problem = sn.LCP(np.asfortranarray(matrix), q.copy())
    z, w = np.zeros(len(q)), np.zeros(len(q))
    options = options_for("lcp", solver, case["tolerance"])
    elapsed, _ = timed(lambda: sn.linearComplementarity_driver(problem, z, w, options))
    return elapsed, {"r": z.tolist()}


def run_mlcp(case, solver, data):
    # built from arrays, the problem lacks A, B, C, D and several solvers abort: the library reads its file
    problem = sn.MLCP()
    sn.mixedLinearComplementarity_newFromFilename(problem, case["original"])
    size = len(data[1])
    z, w = np.zeros(size), np.zeros(size)
    options = options_for("mlcp", solver, case["tolerance"])

    def solve():
        sn.mlcp_driver_init(problem, options)
        sn.mlcp_driver(problem, z, w, options)

    elapsed, _ = timed(solve)
    sn.mlcp_driver_reset(problem, options)
    return elapsed, {"r": z.tolist()}


def measure(case, solver, data):
    run = {"lcp": run_lcp, "mlcp": run_mlcp}[case["kind"]]
    return median_of_repeats(lambda: run(case, solver, data), case["repeats"])


def main():
    for case in read_json(sys.argv[1]):
        data = read_problem(case["problem"])
        for solver in SOLVERS[case["kind"]]:
            if solver in ("ENUM", "DIRECT_ENUM") and len(data[1]) > 20:
                continue
            result = in_child(lambda: measure(case, solver, data), case["limit_s"])
            print(json.dumps({"name": case["name"], "solver": solver, **result}), flush=True)


if __name__ == "__main__":
    main()
