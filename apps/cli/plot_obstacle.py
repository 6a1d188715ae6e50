#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""plot_obstacle.py obstacle.csv obstacle.png: the string, the obstacle and the reaction between them."""
import csv
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt


def main():
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        rows = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]
    x, obstacle, string, reaction = ([row[key] for row in rows]
                                     for key in ("x", "obstacle", "string", "reaction"))
    figure, (top, bottom) = plt.subplots(2, 1, sharex=True, figsize=(8, 4.8), height_ratios=(3, 2),
                                         constrained_layout=True)
    low = min(obstacle) - 0.04
    top.fill_between(x, low, obstacle, color="#c9c2b4", label="obstacle")
    # the string is fixed at both ends
    top.plot([0, *x, 1], [0, *string, 0], color="#1f4e79", linewidth=2, label="string under load")
    top.set_ylim(low, 0.03)
    top.set_ylabel("height")
    top.legend(loc="upper center", ncol=2, frameon=False, bbox_to_anchor=(0.5, 0.95))
    top.set_title("String on an obstacle: 0 ≤ gap ⊥ reaction ≥ 0, one LCP with 400 unknowns", fontsize=11)
    bottom.fill_between(x, 0, reaction, color="#c0504d", alpha=0.8, linewidth=0, step="mid")
    bottom.set_ylabel("reaction per length")
    bottom.set_xlabel("position")
    bottom.set_xlim(0, 1)
    bottom.set_ylim(bottom=0)
    figure.savefig(sys.argv[2], dpi=110)


if __name__ == "__main__":
    main()
