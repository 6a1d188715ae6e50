#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""plot_newton_or_sweeps.py newton-or-sweeps.csv figure.svg [figure.png ...]

Left, time of the sweeps over time of Newton, one point per wall and tolerance, with the geometric mean: above one
Newton is faster. Where sweeps run into the time limit the point is a lower bound (hollow). Walls on which Newton
fails have no ratio; right, how many of them there are.
"""
import csv
import math
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.fonttype"] = "none"
matplotlib.rcParams["svg.hashsalt"] = "nonsmooth"
import matplotlib.pyplot as plt

COLORS = {"flexible": "#b3261e", "rigid": "#1f4e79"}
LABELS = {"flexible": "flexible bricks, W regular", "rigid": "rigid bricks, W singular"}


def read(path):
    """{(kind, tolerance): [(newton row, sweeps row), ...]}"""
    pairs = {}
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            place = pairs.setdefault((row["kind"], float(row["tolerance"])), {})
            place.setdefault(row["file"], {})["sweeps" if row["solver"] == "nsgs" else "newton"] = row
    return {key: [(pair["newton"], pair["sweeps"]) for pair in files.values()] for key, files in pairs.items()}


def draw_ratios(axes, pairs, kinds, tolerances):
    axes.axhline(1, color="#555555", linewidth=1)
    for k, kind in enumerate(kinds):
        means = []
        for i, tolerance in enumerate(tolerances):
            solved = [pair for pair in pairs.get((kind, tolerance), []) if pair[0]["solved"] == "1"]
            ratios = [float(sweeps["time_s"]) / float(newton["time_s"]) for newton, sweeps in solved]
            bounds = [sweeps["solved"] != "1" for _, sweeps in solved]
            at = [i + 0.22 * (k - 0.5) + 0.012 * (n - len(ratios) / 2) for n in range(len(ratios))]
            axes.scatter(at, ratios, s=20, facecolors=["white" if bound else COLORS[kind] for bound in bounds],
                         edgecolors=COLORS[kind], alpha=0.55, linewidths=1, zorder=3)
            if ratios:
                means.append((i + 0.22 * (k - 0.5), math.exp(sum(map(math.log, ratios)) / len(ratios))))
        axes.plot(*zip(*means), color=COLORS[kind], linewidth=2.5, label=LABELS[kind], zorder=4)
        for x, mean in means:
            axes.annotate(f"{mean:.2g}", (x, mean), textcoords="offset points", xytext=(24 if k else -24, 0),
                          ha="left" if k else "right", va="center", color=COLORS[kind], fontweight="bold", fontsize=10)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_xticks(range(len(tolerances)), [f"{tolerance:g}" for tolerance in tolerances])
    axes.set_xlim(-0.7, len(tolerances) - 0.4)
    axes.set_xlabel("tolerance")
    axes.set_ylabel("time of sweeps / time of Newton")
    axes.set_title("Above one, Newton is faster", loc="left", fontsize=11, fontweight="bold")
    axes.legend(frameon=False, loc="upper left")


def draw_success(axes, pairs, kinds, tolerances):
    bars = [(kind, side) for kind in kinds for side in ("newton", "sweeps")]
    width = 0.8 / len(bars)
    for b, (kind, side) in enumerate(bars):
        for i, tolerance in enumerate(tolerances):
            rows = [pair[side == "sweeps"] for pair in pairs.get((kind, tolerance), [])]
            share = sum(row["solved"] == "1" for row in rows) / max(len(rows), 1)
            axes.bar(i + (b - 1.5) * width, share, 0.9 * width, color=COLORS[kind],
                     alpha=1 if side == "newton" else 0.4,
                     label=f"{side}, {kind}" if i == 0 else None)
    axes.set_xticks(range(len(tolerances)), [f"{tolerance:g}" for tolerance in tolerances])
    axes.set_yticks([0, 0.5, 1], ["0", "50 %", "100 %"])
    axes.set_ylim(0, 1)
    axes.set_xlabel("tolerance")
    axes.set_title("Walls solved", loc="left", fontsize=11, fontweight="bold")
    axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.14), ncol=2, fontsize=9)


def main():
    pairs = read(sys.argv[1])
    tolerances = sorted({tolerance for _, tolerance in pairs}, reverse=True)
    kinds = [kind for kind in COLORS if any(kind == other for other, _ in pairs)]
    figure, (left, right) = plt.subplots(1, 2, figsize=(10.5, 4.4), width_ratios=(3, 2), constrained_layout=True)
    draw_ratios(left, pairs, kinds, tolerances)
    draw_success(right, pairs, kinds, tolerances)
    for axes in (left, right):
        axes.grid(axis="y", color="#e3e3e3", linewidth=0.6)
        axes.set_axisbelow(True)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    for path in sys.argv[2:]:
        figure.savefig(path, dpi=110, metadata={"Date": None} if path.endswith(".svg") else None)


if __name__ == "__main__":
    main()
