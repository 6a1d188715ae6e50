#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""plot_profile.py friction.csv profile.svg [profile.png ...]: performance profiles of `bench friction`.

Dolan and More 2002: the share of the files that a solver solves within tau times the time of the fastest solver of
that file. The right end is the share it solves at all, and stands beside the line with its name. Per kind of
problem and tolerance one panel, with our solvers and the peer's best ones; dashed, the best of the peer's per file.
"""
import csv
import math
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.fonttype"] = "none"  # text stays text: small files, sharp at any size
matplotlib.rcParams["svg.hashsalt"] = "nonsmooth"  # the same picture has the same bytes
import matplotlib.pyplot as plt

PEERS_SHOWN = 6
LARGEST_LOG2 = 14
OURS = ["#b3261e", "#e0902b", "#8a5a2b", "#c2569b", "#d88c8c", "#6d4c41"]
PEERS = ["#1f4e79", "#2e9bc6", "#3a7d44", "#6a7fdb", "#7b8794", "#7fb59a", "#00695c", "#9575cd", "#4e6e8e", "#5c9e31"]


def read(path):
    """{(tolerance, kind): {(side, solver): {file: time or inf}}}"""
    panels = {}
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            solvers = panels.setdefault((float(row["tolerance"]), row["kind"]), {})
            time = float(row["time_s"]) if row["solved"] == "1" else math.inf
            solvers.setdefault((row["side"], row["solver"]), {})[row["file"]] = time
    return panels


def log_ratios(times, best):
    """Sorted log2 of time over best time, of the solved files only."""
    return sorted(math.log2(time / best[file]) for file, time in times.items() if time < math.inf)


def color_of(key, given, used):
    """A solver keeps its colour over all panels, unless another one of this panel has it."""
    palette = OURS if key[0] == "ours" else PEERS
    if given.get(key) in used:
        given.pop(key)
    fresh = [color for color in palette if color not in given.values()] + palette
    color = given.setdefault(key, next((color for color in fresh if color not in used), palette[0]))
    used.add(color)
    return color


def chosen(solvers, best, colors):
    """The lines of a panel: label, ratios, style; ours first, then the peer's by success and speed."""
    def rank(key):
        ratios = log_ratios(solvers[key], best)
        return -len(ratios), sum(ratios)

    ours = sorted((key for key in solvers if key[0] == "ours"), key=lambda key: (key[1] != "auto", rank(key)))
    peers = sorted((key for key in solvers if key[0] != "ours"), key=rank)
    used = set()
    lines = [(key[1], log_ratios(solvers[key], best),
              {"color": color_of(key, colors, used), "linewidth": 3 if key[1] == "auto" else 1.5}) for key in ours]
    if len(peers) > 1:
        together = {file: min(solvers[key].get(file, math.inf) for key in peers) for file in best}
        lines.append((f"{peers[0][0]}, best per file", log_ratios(together, best),
                      {"color": "#1b2733", "linewidth": 2, "linestyle": (0, (4, 2))}))
    lines += [(f"{key[0]} {key[1]}", log_ratios(solvers[key], best),
               {"color": color_of(key, colors, used), "linewidth": 1.5}) for key in peers[:PEERS_SHOWN]]
    return lines


def spread(heights, gap):
    """Moves the heights apart to at least gap, in their order, centred where they crowd, within [0, 1]."""
    order = sorted(range(len(heights)), key=lambda i: (heights[i], -i))  # of equals, the first on top
    groups = []  # [centre, members]: a crowd is spaced evenly about its mean, and swallows what it touches
    for i in order:
        groups.append([heights[i], [i]])
        while len(groups) > 1:
            low, high = groups[-2], groups[-1]
            reach = gap * (len(low[1]) + len(high[1])) / 2
            if high[0] - low[0] >= reach - 1e-12:
                break
            members = low[1] + high[1]
            half = gap * (len(members) - 1) / 2
            centre = sum(heights[m] for m in members) / len(members)
            groups[-2:] = [[min(max(centre, half), max(1 - half, half)), members]]
    placed = [0.0] * len(heights)
    for centre, members in groups:
        for k, i in enumerate(members):
            placed[i] = centre + gap * (k - (len(members) - 1) / 2)
    return placed


def draw(axes, title, solvers, colors):
    files = sorted({file for times in solvers.values() for file in times})
    best = {file: min(times.get(file, math.inf) for times in solvers.values()) for file in files}
    lines = chosen(solvers, best, colors)
    end = max([1.0] + [ratios[-1] for _, ratios, _ in lines if ratios])
    end = min(math.ceil(1.05 * end + 0.1), LARGEST_LOG2)
    shares = [len(ratios) / len(files) for _, ratios, _ in lines]
    # the last drawn lies on top: auto
    for label, ratios, style in reversed(lines):
        x = [0.0] + [ratio for ratio in ratios if ratio <= end for _ in (0, 1)] + [end]
        y = [k / len(files) for k in range(sum(ratio <= end for ratio in ratios) + 1) for _ in (0, 1)]
        axes.plot(x, y, solid_joinstyle="round", clip_on=False, **style)
    heights = spread(shares, 0.062)
    for (label, ratios, style), share, height in zip(lines, shares, heights):
        axes.plot([end, 1.03 * end, 1.05 * end], [share, height, height], color=style["color"], linewidth=0.7,
                  clip_on=False)
        axes.text(1.06 * end, height, f"{len(ratios)}/{len(files)}  {label}", color=style["color"], va="center",
                  fontsize=8.5, fontweight="bold" if label == "auto" else "normal")
    axes.set_xlim(0, end)
    axes.set_ylim(0, 1)
    step = 1 if end <= 8 else 2
    axes.set_xticks(range(0, end + 1, step), [f"{2 ** k}" for k in range(0, end + 1, step)])
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25 %", "50 %", "75 %", "100 %"])
    axes.set_xlabel("within this factor of the fastest solver of the file")
    axes.set_ylabel("share of the files solved")
    axes.set_title(title, fontsize=11, loc="left", fontweight="bold")
    axes.grid(color="#e3e3e3", linewidth=0.6)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def main():
    panels = read(sys.argv[1])
    count = {key: len({file for times in solvers.values() for file in times}) for key, solvers in panels.items()}
    shown = [key for key in panels if count[key] > 2] or list(panels)  # a profile of two files says nothing
    columns = 1 if len(shown) == 1 else 2
    rows = math.ceil(len(shown) / columns)
    figure, grid = plt.subplots(rows, columns, figsize=(7.6 * columns, 4.3 * rows), squeeze=False)
    for axes in grid.flat[len(shown):]:
        axes.set_visible(False)
    colors = {}
    for axes, (tolerance, kind) in zip(grid.flat, shown):
        title = f"{kind.replace('_', ' ')}, {count[tolerance, kind]} files, tolerance {tolerance:g}"
        draw(axes, title, panels[tolerance, kind], colors)
    # the names stand right of the axes
    figure.subplots_adjust(left=0.85 / (7.6 * columns), right=1 - 2.5 / (7.6 * columns), top=1 - 0.4 / (4.3 * rows),
                           bottom=0.6 / (4.3 * rows), wspace=3.5 / 4.4, hspace=0.32)
    for path in sys.argv[2:]:
        figure.savefig(path, dpi=110, metadata={"Date": None} if path.endswith(".svg") else None)


if __name__ == "__main__":
    main()
