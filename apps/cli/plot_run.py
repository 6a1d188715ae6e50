#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""plot_run.py '<request>': figures of runs. The request is JSON made by `nonsmooth plot`:

    {"kind": "series" | "points" | "phase" | "energy" | "network", "files": [{"path": ..., "columns": [...]}, ...],
     "phase": [x, y], "title": ..., "out": file, "at": time of a network}
"""
import csv
import json
import sys
from pathlib import Path

try:
    import h5py
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import numpy as np
except ImportError as missing:
    sys.exit(f"nonsmooth: figures need {missing.name}: apt-get install python3-matplotlib python3-h5py")

COLOURS = ["#1f4e79", "#c0504d", "#4f8a3d", "#8064a2", "#d08a1d", "#2a9d9d", "#7f7f7f", "#b5528c"]
LABELS = {"q": "position q", "v": "velocity v", "x": "state x", "lambda": "impulse", "output": "relative velocity u", "work": "work", "energy": "energy",
          "certificate": "certificate", "times": "wall time of a step", "pose": "pose", "velocity": "velocity", "volt": "voltage", "ampere": "current"}
UNITS = {"volt": "V", "ampere": "A", "q": "m or rad", "v": "m/s or rad/s", "lambda": "N s", "output": "m/s", "work": "J", "energy": "J",
         "times": "s", "pose": "m", "velocity": "m/s or rad/s"}
# what the ledger adds up, in order of appearance, and how it is called
LEDGER = {"total": "kinetic + potential", "external": "external work", "internal": "internal work",
          "viscous": "damping", "boundary": "boundary work", "normal": "normal contact work",
          "tangential": "friction work", "numerical": "numerical"}
SCENE_LEDGER = {"total": "kinetic + potential", "forces": "forces", "driven": "driven bodies",
                "normal": "normal contact work", "tangential": "friction work", "joints": "joints",
                "projection": "projection", "settled": "put to rest"}
POSE = ["x", "y", "z", "qw", "qx", "qy", "qz"]
VELOCITY = ["vx", "vy", "vz", "wx", "wy", "wz"]
MOST_POINTS = 4000  # per curve; more would only make the file large


class Run:
    """The committed rows of a file, also of one that is still written."""
    ledger = LEDGER

    def __init__(self, path, file):
        self.name = Path(path).stem
        self.file = file
        self.rows = int(self.file["commits"][-1, 0])
        self.header = json.loads(self.file["run"][()])
        self.names = {}
        for group in ("t", "q", "v", "x", "lambda", "output", "work", "energy", "certificate", "signals"):
            if group in self.file:
                names = [n.decode() if isinstance(n, bytes) else str(n)
                         for n in self.file[group].attrs["columns"]]
                self.names.update({name: (group, i) for i, name in enumerate(names)})
        self.mechanical = all(i["mechanical"] for i in self.header["interactions"])

    def __getitem__(self, name):
        group, column = self.names[name]
        return self.file[group][:self.rows, column]

    def label(self, name):
        """"q/ball/0" is q of the ball; the index is shown where there are several."""
        if "(" in name:
            return name
        group, _, rest = name.partition("/")
        if group not in LABELS:  # a signal
            return name
        owner, _, index = rest.rpartition("/")
        several = f"{group}/{owner}/1" in self.names
        return f"{owner} {index}" if owner and several else owner or rest


class SceneRun:
    """The committed records of the run of a scene."""
    mechanical = True
    ledger = SCENE_LEDGER

    def __init__(self, path, file):
        self.name, self.file = Path(path).stem, file
        commit = file["commits"][-1]
        self.rows, bodies_end = int(commit[0]), int(commit[12])
        text = bytes(file["bodies"][:bodies_end]).decode()
        self.bodies = [json.loads(line) for line in text.splitlines()]
        self.index = {body["name"]: i for i, body in enumerate(self.bodies)}
        self.header = json.loads(file["scene_run"][()])
        ends = file["records"][:self.rows]
        self.body_first = np.concatenate([[0], ends[:, 1]])
        self.contact_first = np.concatenate([[0], ends[:, 2]])

    def __getitem__(self, name):
        if name == "t":
            return self.file["t"][:self.rows].ravel()
        group, _, rest = name.partition("/")
        if group in ("pose", "velocity"):
            body, _, part = rest.rpartition("/")
            column = (POSE if group == "pose" else VELOCITY).index(part)
            first, there = self.body_first[:-1] + self.index[body], np.full(self.rows, np.nan)
            born = first < self.body_first[1:]
            there[born] = self.file[group][:, column][first[born]]
            return there
        names = [n.decode() if isinstance(n, bytes) else str(n) for n in self.file[group].attrs["columns"]]
        return self.file[group][:self.rows, names.index(rest)]

    def label(self, name):
        return name.partition("/")[2].replace("/", " ").replace("_", " ")


class Table:
    """Samples of `nonsmooth analyse`: the first column is a parameter or the time."""
    mechanical = False

    def __init__(self, path):
        self.name = Path(path).stem
        with open(path, newline="", encoding="utf-8") as file:
            rows = csv.reader(file)
            self.names = next(rows)
            self.values = np.array([[float(each) for each in row] for row in rows]).reshape(-1, len(self.names))

    def __getitem__(self, name):
        return self.values[:, self.names.index(name)]

    def label(self, name):
        return name


def open_run(path):
    if Path(path).suffix == ".csv":
        return Table(path)
    file = h5py.File(path, "r", libver="latest", swmr=True)
    return SceneRun(path, file) if "scene_run" in file else Run(path, file)


def group_of(name):
    """"v(out)" and "i(r1)" are drawn in volts and amperes, everything else by its first part."""
    return {"v(": "volt", "i(": "ampere"}.get(name[:2], name.split("/")[0])


def axis_label(group, run):
    if not run.mechanical and group in ("lambda", "output"):
        return {"lambda": "multiplier", "output": "output y"}[group]
    return LABELS.get(group, group) + (f"  [{UNITS[group]}]" if group in UNITS else "")


def thin(t, y):
    """Extremes of equal pieces of a long curve: no peak is lost."""
    if len(t) <= MOST_POINTS:
        return t, y
    pieces = np.array_split(np.arange(len(t)), MOST_POINTS // 2)
    chosen = sorted({int(k) for p in pieces
                     for k in (p[np.argmin(y[p])], p[np.argmax(y[p])])} | {0, len(t) - 1})
    return t[chosen], y[chosen]


def finish(axes):
    axes.grid(True, color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def legend(axes):
    handles, labels = axes.get_legend_handles_labels()
    if len(labels) > 12:  # a thousand beads need no legend
        return
    if len(labels) > 1 or labels and labels[0]:
        axes.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))


def series(runs, wanted):
    groups = list(dict.fromkeys(group_of(name) for columns in wanted for name in columns))
    groups = [group for group in groups if group != "t"]
    figure, all_axes = plt.subplots(len(groups), 1, sharex=True, squeeze=False, constrained_layout=True,
                                    figsize=(8, 1.2 + 2.1 * len(groups)))
    for axes, group in zip(all_axes[:, 0], groups):
        count = max(sum(group_of(name) == group for name in columns) for columns in wanted)
        number = 0
        for run, columns in zip(runs, wanted):
            for name in (name for name in columns if group_of(name) == group):
                label = run.label(name) if len(runs) == 1 else \
                    run.name if count == 1 else f"{run.name}: {run.label(name)}"
                colour = COLOURS[number % len(COLOURS)] if count * len(runs) <= 12 else \
                    plt.cm.viridis(number / (count * len(runs)))
                axes.plot(*thin(run["t"], run[name]), label=label, color=colour,
                          linewidth=1.4 if count <= 12 else 0.6)
                number += 1
        axes.set_ylabel(axis_label(group, runs[0]), fontsize=9)
        finish(axes)
        legend(axes)
    all_axes[-1, 0].set_xlabel("time t  [s]")
    return figure


def points(tables, wanted):
    """Samples over the first column: a bifurcation diagram has one panel per signal."""
    names = list(dict.fromkeys(name for columns in wanted for name in columns))
    figure, all_axes = plt.subplots(len(names), 1, sharex=True, squeeze=False, constrained_layout=True,
                                    figsize=(8, 1.0 + 3.4 * len(names)))
    for axes, name in zip(all_axes[:, 0], names):
        for number, table in enumerate(tables):
            if name in table.names:
                # few samples must be seen, many must not hide each other
                size = float(np.clip(60.0 / np.sqrt(max(len(table.values), 1)), 1.0, 4.0))
                axes.plot(table[table.names[0]], table[name], ".", color=COLOURS[number % len(COLOURS)],
                          markersize=size, markeredgewidth=0, label=table.name if len(tables) > 1 else "")
        unit = UNITS.get(group_of(name))
        axes.set_ylabel(name + (f"  [{unit}]" if unit else ""), fontsize=9)
        finish(axes)
        legend(axes)
    first = tables[0].names[0]
    all_axes[-1, 0].set_xlabel("time t  [s]" if first == "t" else f"value of {first}")
    return figure


def phase(runs, names):
    figure, axes = plt.subplots(figsize=(6.4, 4.8), constrained_layout=True)
    for number, run in enumerate(runs):
        x, y = run[names[0]], run[names[1]]
        if isinstance(run, Table):  # samples are not joined
            axes.plot(x, y, ".", color=COLOURS[number % len(COLOURS)], markersize=3, markeredgewidth=0,
                      label=run.name if len(runs) > 1 else "")
            continue
        axes.plot(x, y, color=COLOURS[number % len(COLOURS)], linewidth=1.2,
                  label=run.name if len(runs) > 1 else "")
        axes.plot(x[:1], y[:1], "o", color=COLOURS[number % len(COLOURS)], markersize=5)
    for name, put in zip(names, (axes.set_xlabel, axes.set_ylabel)):
        group = group_of(name)
        put(f"{name.replace('/', ' ')}" + (f"  [{UNITS[group]}]" if group in UNITS else ""))
    finish(axes)
    legend(axes)
    return figure


def energy(runs):
    figure, all_axes = plt.subplots(2, len(runs), sharex="col", squeeze=False, constrained_layout=True,
                                    figsize=(max(8, 5.5 * len(runs)), 5.4), height_ratios=(3, 1))
    for run, (axes, below) in zip(runs, all_axes.T):
        t = run["t"]
        scale = max(np.nanmax(np.abs(run[f"energy/{name}"])) for name in run.ledger) or 1.0
        for number, (name, words) in enumerate(run.ledger.items()):
            values = run[f"energy/{name}"]
            if name == "total" or np.nanmax(np.abs(values)) > 1e-9 * scale:
                axes.plot(*thin(t, values), label=words, color=COLOURS[number % len(COLOURS)],
                          linewidth=2.0 if name == "total" else 1.3)
        axes.set_ylabel("energy and work  [J]", fontsize=9)
        axes.set_title(run.name if len(runs) > 1 else "", fontsize=10)
        closure = np.maximum(np.abs(run["energy/closure"]), 1e-17 * scale)
        below.semilogy(*thin(t, closure), color="#7f7f7f", linewidth=1.0)
        below.set_ylabel("|unexplained|  [J]", fontsize=9)
        below.set_xlabel("time t  [s]")
        finish(axes)
        finish(below)
        legend(axes)
    return figure


def rotation(q):
    w, x, y, z = q / np.linalg.norm(q)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def corners(shape, geometry):
    """Points whose hull is the outline of a convex body, in body axes; None where there is none."""
    kind = shape["kind"]
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
    if kind == "cuboid":
        return np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * shape["half_extents"]
    if kind in ("convex_hull", "convex hull"):
        begin, count = shape["vertices"]
        return geometry[begin:begin + count].reshape(-1, 3)
    if kind in ("cylinder", "capsule"):
        high = shape["half_length"] + (shape["radius"] if kind == "capsule" else 0)
        return np.concatenate([ring * shape["radius"] + [0, 0, h] for h in (-high, high)])
    if kind == "cone":
        return np.concatenate([ring * shape["radius"] - [0, 0, shape["height"] / 4], [[0, 0, 0.75 * shape["height"]]]])
    if kind == "circle":
        return ring * shape["radius"]
    if kind == "polygon":
        return np.column_stack([np.array(shape["vertices"]), np.zeros(len(shape["vertices"]))])
    return None


def hull(points):
    """Convex hull in the plane (Andrew's monotone chain)."""
    points = sorted(map(tuple, points))
    def half(sequence):
        chain = []
        for p in sequence:
            while len(chain) > 1 and (chain[-1][0] - chain[-2][0]) * (p[1] - chain[-2][1]) <= \
                    (chain[-1][1] - chain[-2][1]) * (p[0] - chain[-2][0]):
                chain.pop()
            chain.append(p)
        return chain[:-1]
    return half(points) + half(points[::-1])


def outline(axes, body, pose, geometry, plane):
    style = {"facecolor": "#eef1f5", "edgecolor": "#aab4bf", "linewidth": 0.6, "zorder": 1}
    if body["shape"]["kind"] == "sphere":
        axes.add_patch(plt.Circle(pose[list(plane)], body["shape"]["radius"], **style))
        return
    points = corners(body["shape"], geometry)
    if points is not None:
        axes.add_patch(plt.Polygon(hull((points @ rotation(pose[3:]).T + pose[:3])[:, plane]), **style))


def network(runs, at):
    """Contacts as lines from centre to centre, as thick as their normal force; seen from the side."""
    figure, all_axes = plt.subplots(1, len(runs), squeeze=False, constrained_layout=True,
                                    figsize=(7.2 * len(runs), 5.6))
    for run, axes in zip(runs, all_axes[0]):
        t = run["t"]
        record = len(t) - 1 if at is None else int(np.argmin(np.abs(t - at)))
        begin, end = run.body_first[record:record + 2]
        poses = run.file["pose"][begin:end]
        free = [i for i in range(end - begin) if run.bodies[i]["motion"] == "dynamic"]
        up = int(np.argmax(np.abs(run.header["gravity"])))
        spread = np.ptp(poses[free, :3], axis=0)
        plane = (max((k for k in range(3) if k != up), key=lambda k: spread[k]), up)
        geometry = run.file["geometry"][:].ravel()
        for i in range(end - begin):
            outline(axes, run.bodies[i], poses[i], geometry, plane)
        begin, end = run.contact_first[record:record + 2]
        ids, rows = run.file["contact_ids"][begin:end], run.file["contacts"][begin:end]
        force = np.abs(np.sum(rows[:, 3:6] * rows[:, 7:10], axis=1)) / run.header["scheme"]["step"]
        largest = force.max(initial=0.0) or 1.0
        for k in np.argsort(force):
            if force[k] < 1e-6 * largest:
                continue
            point = rows[k, :3]
            for body in ids[k, :2]:
                if run.bodies[body]["motion"] != "dynamic":
                    continue
                ends = np.array([point, poses[body, :3]])[:, plane]
                axes.plot(*ends.T, color=plt.cm.plasma(0.85 * force[k] / largest), zorder=2,
                          linewidth=0.4 + 5 * np.sqrt(force[k] / largest), solid_capstyle="round")
        axes.set_aspect("equal")
        axes.autoscale_view()
        axes.set_xlabel(f"{'xyz'[plane[0]]}  [m]")
        axes.set_ylabel(f"{'xyz'[plane[1]]}  [m]")
        axes.set_title(f"{run.name}, t = {t[record]:.4g} s, largest normal force {largest:.3g} N", fontsize=10)
        shades = plt.cm.ScalarMappable(plt.Normalize(0, largest / 0.85), plt.cm.plasma)
        figure.colorbar(shades, ax=axes, label="normal force  [N]", shrink=0.8)
        finish(axes)
    return figure


def main():
    request = json.loads(sys.argv[1])
    runs = [open_run(entry["path"]) for entry in request["files"]]
    if request["kind"] == "phase":
        figure = phase(runs, request["phase"])
    elif request["kind"] == "energy":
        figure = energy(runs)
    elif request["kind"] == "network":
        figure = network(runs, request.get("at"))
    else:
        draw = points if request["kind"] == "points" else series
        figure = draw(runs, [entry["columns"] for entry in request["files"]])
    if request["title"]:
        figure.suptitle(request["title"], fontsize=11)
    out = Path(request["out"])
    out.parent.mkdir(parents=True, exist_ok=True)
    # no dates inside: the same run gives the same file
    figure.savefig(out, dpi=110, metadata={"Date": None} if out.suffix == ".svg" else None)


if __name__ == "__main__":
    main()
