#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Waveforms beside those of ngspice, whose diodes are made stiff. Skipped where it is not installed.

    ngspice_test.py <path of nonsmooth> [unittest arguments]
"""
import csv
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COMMAND = ""
SKIPPED = 77  # what ctest takes for "skipped"


def columns(table, time, name):
    rows = list(csv.DictReader(table.open()))
    return [float(row[time]) for row in rows], [float(row[name]) for row in rows]


def at(t, times, values):
    """Straight lines between points."""
    low, high = 0, len(times) - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if times[middle] <= t else (low, middle)
    share = (t - times[low]) / (times[high] - times[low])
    return values[low] + share * (values[high] - values[low])


class Waveforms(unittest.TestCase):
    def difference(self, text, expression, step):
        """Largest difference of one signal; the diodes are ideal for us and stiff for ngspice."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "a.cir").write_text(text + f".model ideal d\n.print tran {expression}\n.end\n")
            # .print makes ngspice list what wrdata would: the table is read from there
            (folder / "b.cir").write_text(text + ".model ideal d(is=1e-12 n=0.01)\n.control\nrun\n"
                                          f"wrdata table {expression}\n.endc\n.end\n")
            subprocess.run([COMMAND, "run", "a.cir", "--csv", "a.csv", "--step", str(step)], cwd=folder,
                           check=True, stdout=subprocess.DEVNULL)
            subprocess.run(["ngspice", "-b", "b.cir"], cwd=folder, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, check=False)
            times, ours = columns(folder / "a.csv", "t", expression)
            pairs = [line.split() for line in
                     next(folder.glob("table*")).read_text().splitlines()]
            theirs = [float(p[0]) for p in pairs], [float(p[1]) for p in pairs]
        self.assertGreater(len(theirs[0]), 100)
        return max(abs(v - at(t, *theirs)) for t, v in zip(times[1:], ours[1:]) if t <= theirs[0][-1])

    def test_bridge(self):
        text = ("bridge\nC1 top 0 1u IC=10\nL1 top 0 10m IC=0\nD1 top plus ideal\nD2 0 plus ideal\n"
                "D3 minus top ideal\nD4 minus 0 ideal\nR1 plus minus 1k\nR2 minus 0 1e9\n"
                ".tran 1u 3m 0 1u uic\n")
        # a diode of 0.26 mV thermal voltage drops 6 mV at 10 mA; two are in series
        self.assertLess(self.difference(text, "v(top)", 2e-7), 0.03)

    def test_rectifier_with_filter(self):
        text = ("rectifier\nV1 in 0 SIN(0 10 50)\nD1 in out ideal\nR2 in 0 1k\nC1 out 0 100u IC=0\n"
                "R1 out 0 1k\n.tran 10u 60m 0 10u uic\n")
        self.assertLess(self.difference(text, "v(out)", 1e-5), 0.03)


if __name__ == "__main__":
    COMMAND = str(Path(sys.argv.pop(1)).resolve())
    if shutil.which("ngspice") is None:
        print("ngspice is not installed (./ns setup --profile peers): skipped")
        sys.exit(SKIPPED)
    unittest.main()
