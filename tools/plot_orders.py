#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the errors that the test of orders writes, one panel per problem; by hand, after a change of a scheme.

    NS_CONVERGENCE_CSV=orders.csv build/dev/tests/schemes/schemes_test --gtest_filter='Orders.*'
    tools/plot_orders.py orders.csv docs/images/orders.png
"""
import csv
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402


def main():
    source, target = sys.argv[1], sys.argv[2]
    curves = {}
    with open(source, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            curve = curves.setdefault(row["problem"], {}).setdefault(row["scheme"], [])
            curve.append((float(row["step"]), float(row["error_q"])))
    styles = {}
    figure, panels = plt.subplots(2, 3, figsize=(12.5, 8))
    for panel, (problem, schemes) in zip(panels.flat, curves.items()):
        for scheme, points in schemes.items():
            k = styles.setdefault(scheme, len(styles))
            steps, errors = zip(*points)
            panel.loglog(steps, errors, marker="osD^v<>ph*"[k % 10], ms=4, lw=1.2, color=f"C{k % 10}", label=scheme)
        fixed = next(iter(schemes.values()))
        largest = max(e for p in schemes.values() for _, e in p)
        coarsest, finest = max(s for s, _ in fixed), min(s for s, _ in fixed)
        for order, style in ((1, ":"), (2, "--")):
            if order == 2 and problem != "free oscillator":
                continue
            panel.loglog([coarsest, finest], [largest, largest * (finest / coarsest) ** order],
                         style, color="0.5", lw=1, label=f"order {order}" if problem == "free oscillator" else None)
        panel.set_title(problem, fontsize=10)
        panel.set_xlabel("step h [s]")
        panel.set_ylabel("largest error of q")
        panel.grid(True, which="major", color="0.88")
        panel.spines[["top", "right"]].set_visible(False)
    entries = {label: handle for panel in panels.flat for handle, label in zip(*panel.get_legend_handles_labels())}
    figure.tight_layout(rect=(0, 0.1, 1, 1))
    figure.legend(entries.values(), entries.keys(), loc="lower center", ncol=4, fontsize=9, frameon=False)
    figure.savefig(target, dpi=110)


main()
