# SPDX-License-Identifier: Apache-2.0
"""Compiles siconos_simulate.cpp against the installed Siconos and runs its cases.

usage: siconos_simulate.py MANIFEST, a JSON file {"folder": where to build, "runs": [[arguments of a
case], ...], "repeats": n}. Prints one JSON object per finished case, the median of its repeats.
"""
import json
import pathlib
import statistics
import subprocess
import sys

INCLUDE = pathlib.Path("/usr/include/siconos")
LIBRARIES = ["siconos_kernel", "siconos_numerics", "siconos_externals"]


def build(folder):
    source = pathlib.Path(__file__).with_suffix(".cpp")
    program = pathlib.Path(folder) / "siconos_simulate"
    includes = [f"-I{path}" for path in [INCLUDE, *sorted(p for p in INCLUDE.rglob("*") if p.is_dir())]]
    command = ["g++", "-O2", "-std=c++17", "-w", str(source), "-o", str(program), *includes]
    command += [f"-l{name}" for name in LIBRARIES]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit("could not compile against Siconos:\n" + done.stderr[:2000])
    return program


def main():
    manifest = json.loads(pathlib.Path(sys.argv[1]).read_text())
    program = build(manifest["folder"])
    for run in manifest["runs"]:
        rows = []
        for _ in range(manifest["repeats"]):
            done = subprocess.run([str(program), *map(str, run)], capture_output=True, text=True,
                                  check=False, env={"OMP_NUM_THREADS": "1"})
            lines = [line for line in done.stdout.splitlines() if line.startswith('{"case"')]
            if done.returncode != 0 or not lines:
                break
            rows.append(json.loads(lines[-1]))
            if sum(row["seconds"] for row in rows) > 20:
                break
        if rows:
            rows[-1]["seconds"] = statistics.median(row["seconds"] for row in rows)
            print(json.dumps(rows[-1]), flush=True)


main()
