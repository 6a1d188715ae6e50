#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""siconos_residuals.py FOLDER: Siconos' own error of the MLCP files in FOLDER at z = c (1, ..., 1).

Prints `file c error` lines for comparison with our standard measure; that is how it was established that the
divisors are two plus a norm and that only positive products count.
"""
import pathlib
import sys

import numpy as np
import siconos.numerics as sn


def size_of(path):
    tokens = path.read_text(errors="replace").split()
    return int(tokens[2]) + int(tokens[3])


def main():
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*_mlcp.dat")):
        problem = sn.MLCP()
        sn.mixedLinearComplementarity_newFromFilename(problem, str(path))
        for c in (0.1, 1.0, -0.5):
            z = np.full(size_of(path), c)
            print(path.name, c, sn.mlcp_compute_error(problem, z, np.zeros(len(z)), 1e-8))


if __name__ == "__main__":
    main()
