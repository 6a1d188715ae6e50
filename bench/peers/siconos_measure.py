# SPDX-License-Identifier: Apache-2.0
"""What every measurement of Siconos shares: problems in our JSON, a child process per solver, medians.

A case of the manifest names at least
  {"problem": <nonsmooth JSON file>, "original": <file or "">, "tolerance": ..., "repeats": ..., "limit_s": ...}
Import this module before siconos: it keeps BLAS to one thread, like our side of the comparison.
"""
import json
import math
import os
import resource
import select
import signal
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np
import scipy.sparse as sparse

REPEAT_BUDGET_S = 1.5  # slow solvers get fewer repeats


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def matrix_of(stored):
    """A dense array, or a sparse matrix for the other two storages of our JSON."""
    storage = stored["storage"]
    if storage == "dense":
        return np.array(stored["values"], dtype=float).reshape(stored["rows"], stored["cols"])
    if storage == "triplets":
        return sparse.csc_matrix((stored["values"], (stored["row"], stored["col"])),
                                 shape=(stored["rows"], stored["cols"]))
    rows = np.concatenate([[0], np.cumsum(stored["row_sizes"])])
    cols = np.concatenate([[0], np.cumsum(stored["col_sizes"])])
    i, j, values = [], [], []
    for block in stored["blocks"]:
        row, col = block["row"], block["col"]
        at = np.meshgrid(np.arange(rows[row], rows[row + 1]), np.arange(cols[col], cols[col + 1]), indexing="ij")
        i.append(at[0].ravel())
        j.append(at[1].ravel())
        values.append(block["values"])
    return sparse.csc_matrix((np.concatenate(values), (np.concatenate(i), np.concatenate(j))),
                             shape=(rows[-1], cols[-1]))


def timed(call):
    """(seconds, what it returned): the smaller of wall and processor time, for a machine that others use too."""
    busy, begin = time.thread_time(), time.perf_counter()
    result = call()
    wall = time.perf_counter() - begin
    return min(wall, time.thread_time() - busy), result


def median_of_repeats(once, repeats):
    """once() -> (seconds, answer with "info"); only a solver that claims success is asked again."""
    times, begin = [], time.time()
    while True:
        elapsed, answer = once()
        times.append(elapsed)
        if answer.get("info", 0) != 0 or len(times) >= repeats or time.time() - begin > REPEAT_BUDGET_S:
            return {"time_s": sorted(times)[len(times) // 2], **answer}


def in_child(work, limit):
    """Runs work() in a forked child; a crash, an abort or the CPU limit is a result."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        seconds = math.ceil(limit + REPEAT_BUDGET_S + time.process_time())
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        try:
            answer = json.dumps(work())
        except BaseException as error:  # whatever it is, the parent reports it
            answer = json.dumps({"error": " ".join(repr(error).split())[:200]})
        with os.fdopen(write_end, "w") as pipe:
            pipe.write(answer)
        os._exit(0)
    os.close(write_end)
    text = b""
    deadline = time.time() + 6 * limit + 5
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
    if number in (signal.SIGXCPU, signal.SIGKILL):
        return {"error": "time limit"}
    return {"error": f"signal {number}" if number else f"the library ended the process with {status >> 8}"}
