#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Waveforms beside those of ngspice, whose diodes are made stiff. Skipped where it is not installed.

    ngspice_test.py <path of nonsmooth> <folder of example netlists> [unittest arguments]

Both read the same lines, but for what only one of them knows: comparators and amplifiers that
saturate, and transistors of straight pieces, are B sources for ngspice.
"""
import csv
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COMMAND = ""
EXAMPLES = Path()
SKIPPED = 77  # what ctest takes for "skipped"
STIFF = ".model ideal d(is=1e-12 n=0.01)"  # 0.26 mV: a drop of 7 mV at 1 A


def columns(table, time, name):
    with table.open() as file:
        rows = list(csv.DictReader(file))
    return [float(row[time]) for row in rows], [float(row[name]) for row in rows]


def at(t, times, values):
    """Straight lines between points."""
    low, high = 0, len(times) - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if times[middle] <= t else (low, middle)
    share = (t - times[low]) / (times[high] - times[low])
    return values[low] + share * (values[high] - values[low])


def compare(ours, theirs, expression, step=None):
    """Largest difference of one signal."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "a.cir").write_text(ours + f".print tran {expression}\n.end\n")
        # .print makes ngspice list what wrdata would: the table is read from there
        (folder / "b.cir").write_text(theirs + f".control\nrun\nwrdata table {expression}\n"
                                      ".endc\n.end\n")
        subprocess.run([COMMAND, "run", "a.cir", "--csv", "a.csv"]
                       + (["--step", str(step)] if step else []), cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        log = subprocess.run(["ngspice", "-b", "b.cir"], cwd=folder, capture_output=True,
                             text=True, check=False)
        tables = list(folder.glob("table*"))
        if not tables:
            raise AssertionError("ngspice wrote no table:\n" + (log.stdout + log.stderr)[-2000:])
        times, values = columns(folder / "a.csv", "t", expression)
        pairs = [line.split() for line in tables[0].read_text().splitlines()]
    other = [float(p[0]) for p in pairs], [float(p[1]) for p in pairs]
    if len(other[0]) < 100:
        raise AssertionError(f"ngspice gave up after {len(other[0])} points")
    return max(abs(v - at(t, *other)) for t, v in zip(times[1:], values[1:]) if t <= other[0][-1])


def example(name, end, largest, ours=(), theirs=()):
    """An example's lines for both, shortened; `ours` and `theirs` are pairs of old and new lines."""
    text = (EXAMPLES / f"{name}.cir").read_text()
    text = re.sub(r"(?m)^\.(measure|end\b).*\n?", "", text)
    # a rise in no time takes one of its steps in ngspice: a nanosecond for both
    text = re.sub(r"(PULSE\(\S+ \S+ \S+) 0 0 ", r"\1 1n 1n ", text)
    text = re.sub(r"(?m)^\.tran .*$", f".tran {largest} {end} 0 {largest} uic", text)
    result = []
    for changes in (ours, theirs):
        changed = text
        for old, new in changes:
            if old not in changed:
                raise AssertionError(f"{name}.cir no longer has the line '{old}'")
            changed = changed.replace(old, new)
        result.append(changed)
    # errors of steps are not what is compared
    result[0] = re.sub(r"tolerance=\S+", "tolerance=1e-8", result[0])
    # a width of nothing is one without end there, and its own errors are kept out of the way
    theirs = re.sub(r"(PULSE\(\S+ \S+ \S+ \S+ \S+) 0 ", r"\1 1p ", result[1])
    return result[0], re.sub(r"(?m)^\.options .*$", "", theirs) + ".options reltol=1e-6\n"


IDEAL = (".model ideal D", STIFF)


class Waveforms(unittest.TestCase):
    def difference(self, text, expression, step):
        return compare(text + ".model ideal d\n", text + STIFF + "\n", expression, step)

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


class Examples(unittest.TestCase):
    def check(self, name, end, largest, signal, bound, ours=(), theirs=(), step=None):
        found = compare(*example(name, end, largest, ours, theirs), signal, step)
        print(f"{name}: {signal} within {found:.2e} of ngspice (bound {bound})", flush=True)
        self.assertLess(found, bound)

    def test_buck(self):
        # the drop of the diode, 7 mV for two fifths of the time, and the rise of a nanosecond
        self.check("buck", "100u", "2n", "v(out)", 0.01, theirs=[IDEAL], step=2e-9)

    def test_boost(self):
        self.check("boost_closed_loop", "400u", "5n", "v(out)", 0.03, theirs=[
            IDEAL, ("Ucmp gate 0 ctl ramp cmp", "Bcmp gate 0 V=min(max(1e3*v(ctl,ramp),0),10)"),
            (".model cmp comparator(gain=1e3 low=0 high=10)", ""),
            # one chord of the square over 8 V: slope 8
            ("Mn sw gate 0 0 switch",
             "Bn sw 0 I=40*(max(v(gate)-2,0)-max(v(gate)-v(sw)-2,0))"),
            (".model switch nmos(vto=2 kp=10 range=8 pieces=1)", "")])

    def test_inverter(self):
        # an instant of switching is as good as its step: 100 ns of 800 V over 20 mH, 4 mA each
        self.check("inverter", "10m", "100n", "i(l1)", 0.05, theirs=[IDEAL])

    def test_resonant_converter(self):
        # ngspice ends at once where nothing but diodes holds a node: 10 pF of junction, which takes
        # 0.5 nC of charge in every half period, and resistors to ground; two drops of 7 mV
        self.check("resonant", "100u", "10n", "i(l1)", 0.03, theirs=[
            (IDEAL[0], ".model ideal d(is=1e-12 n=0.01 cjo=10p)"),
            ("R1 plus minus 20", "R1 plus minus 20\nRg minus 0 1meg\nRp p 0 1meg")])

    def test_colpitts(self):
        # before chaos; its transistor in ngspice: both junctions and their transfers (alpha 200/201 and 1/2)
        self.check("colpitts", "40u", "5n", "v(c)", 0.01, theirs=[
            ("Q1 c 0 e bipolar",
             "Bf 0 e I=max(-v(e)-0.75,0)/0.497512\nBr 0 c I=max(-v(c)-0.75,0)/0.497512\n"
             "Bff c 0 I=200/201*max(-v(e)-0.75,0)/0.497512\n"
             "Brr e 0 I=0.5*max(-v(c)-0.75,0)/0.497512"),
            (".model bipolar NPN(bf=200 br=1 vfwd=0.75 ron=0.497512)", "")])

    def test_chua(self):
        self.check("chua", "2m", "100n", "v(a)", 0.005, theirs=[
            ("Uclip s 0 a 0 clip", "Bclip s 0 V=min(max(v(a),-1),1)"),
            (".model clip opamp(gain=1 low=-1 high=1)", "")])

    def test_delta_sigma(self):
        # an integrator that ramps by a volt in a microsecond, sampled within a nanosecond
        self.check("delta_sigma", "40u", "1n", "v(sum)", 0.02, theirs=[
            ("Ucmp q 0 sum 0 cmp", "Bcmp q 0 V=min(max(1e6*v(sum),-1),1)"),
            (".model cmp comparator(gain=1e6 low=-1 high=1)", "")])

    def test_phase_locked_loop(self):
        # a B source is taken at the end of a step: an error of one step of its 0.6 V per 100 us
        self.check("pll", "2m", "200n", "v(ctl)", 0.003, step=1e-7)

    def test_relay_feedback(self):
        # begun away from y = 0, where a gain of 1e5 is no relay
        begun = ("C3 y 0 1 IC=0", "C3 y 0 1 IC=0.15")
        self.check("relay_feedback", "20", "1m", "v(y)", 1e-3, ours=[begun], theirs=[begun,
            ("Urelay u 0 0 y relay", "Brelay u 0 V=min(max(-1e5*v(y),-1),1)"),
            (".model relay comparator(low=-1 high=1)", "")])


if __name__ == "__main__":
    COMMAND = str(Path(sys.argv.pop(1)).resolve())
    EXAMPLES = Path(sys.argv.pop(1)).resolve()
    if shutil.which("ngspice") is None:
        print("ngspice is not installed (./ns setup --profile peers): skipped")
        sys.exit(SKIPPED)
    unittest.main()
