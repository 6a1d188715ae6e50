#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures Siconos' complementarity solvers on the problems of a manifest.

Called by `nonsmooth bench complementarity --peer siconos`. The manifest is a JSON list of
  {"name": ..., "kind": "lcp" | "mlcp", "problem": <nonsmooth JSON file>, "original": <file or "">,
   "tolerance": ..., "repeats": ..., "limit_s": ...}
One JSON object per solver and problem goes to standard output: name, solver, and either time_s (median of
the repeats, around the driver call only) with the answer r, or the reason why there is none. The answers are
judged by the caller. Every measurement runs in a child process with a limit on CPU time, because some
solvers hang or abort. Relays are left out: the Python package of Siconos 4.4 has no relay problem.
"""
import json
import math
import os
import resource
import select
import signal
import sys
import time

import numpy as np
import siconos.numerics as sn

SOLVERS = {
    "lcp": ["LEMKE", "PIVOT", "NEWTONMIN", "NEWTON_FB_FBLSA", "NEWTON_MIN_FBLSA", "PGS", "PSOR", "ENUM",
            "AVI_CAOFERRIS", "PATHSEARCH"],
    "mlcp": ["FB", "DIRECT_FB", "ENUM", "DIRECT_ENUM", "LCP_LEMKE", "PGS"],
}
MANY_ITERATIONS = {"PGS": 1000000, "PSOR": 1000000, "LEMKE": 100000, "PIVOT": 100000}


def read_problem(path):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    q = np.array(data["q"], dtype=float)
    return dense_matrix(data["W"], len(q)), q


def dense_matrix(stored, size):
    if "values" in stored:
        return np.array(stored["values"], dtype=float).reshape(stored["rows"], stored["cols"])
    matrix = np.zeros((size, size))
    rows = np.concatenate([[0], np.cumsum(stored["row_sizes"])])
    cols = np.concatenate([[0], np.cumsum(stored["col_sizes"])])
    for block in stored["blocks"]:
        i, j = block["row"], block["col"]
        shape = (stored["row_sizes"][i], stored["col_sizes"][j])
        matrix[rows[i]:rows[i + 1], cols[j]:cols[j + 1]] = np.reshape(block["values"], shape)
    return matrix


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
    begin = time.perf_counter()
    sn.linearComplementarity_driver(problem, z, w, options)
    return time.perf_counter() - begin, z


def run_mlcp(case, solver, data):
    # built from arrays, the problem lacks A, B, C, D and several solvers abort: the library reads its file
    problem = sn.MLCP()
    sn.mixedLinearComplementarity_newFromFilename(problem, case["original"])
    size = len(data[1])
    z, w = np.zeros(size), np.zeros(size)
    options = options_for("mlcp", solver, case["tolerance"])
    begin = time.perf_counter()
    sn.mlcp_driver_init(problem, options)
    sn.mlcp_driver(problem, z, w, options)
    elapsed = time.perf_counter() - begin
    sn.mlcp_driver_reset(problem, options)
    return elapsed, z


def measure(case, solver, data):
    run = {"lcp": run_lcp, "mlcp": run_mlcp}[case["kind"]]
    times, begin = [], time.time()
    while True:
        elapsed, z = run(case, solver, data)
        times.append(elapsed)
        # slow ones get fewer repeats
        if len(times) >= case["repeats"] or time.time() - begin > 1.5:
            break
    return {"time_s": sorted(times)[len(times) // 2], "r": z.tolist()}


def in_child(work, limit):
    """Runs work() in a forked child; a crash, an abort or the CPU limit is a result."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        seconds = math.ceil(limit + time.process_time())
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        try:
            answer = json.dumps(work())
        except BaseException as error:  # whatever it is, the parent reports it
            answer = json.dumps({"error": repr(error)[:200]})
        with os.fdopen(write_end, "w") as pipe:
            pipe.write(answer)
        os._exit(0)
    os.close(write_end)
    text = b""
    deadline = time.time() + 4 * limit + 5
    while time.time() < deadline:
        ready, _, _ = select.select([read_end], [], [], 0.5)
        if ready:
            piece = os.read(read_end, 1 << 16)
            if not piece:
                break
            text += piece
    else:
        os.kill(child, signal.SIGKILL)
    os.close(read_end)
    _, status = os.waitpid(child, 0)
    if text:
        try:
            return json.loads(text)
        except ValueError:
            return {"error": "cut off"}
    number = status & 0x7F
    return {"error": "time limit" if number in (signal.SIGXCPU, signal.SIGKILL) else f"signal {number}"}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        manifest = json.load(file)
    for case in manifest:
        data = read_problem(case["problem"])
        for solver in SOLVERS[case["kind"]]:
            if solver in ("ENUM", "DIRECT_ENUM") and len(data[1]) > 20:
                continue
            result = in_child(lambda: measure(case, solver, data), case["limit_s"])
            print(json.dumps({"name": case["name"], "solver": solver, **result}), flush=True)


if __name__ == "__main__":
    main()
