#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the examples and draws docs/gallery.md with one picture each; by hand, after a change of an example.

    tools/make_gallery.py build/dev [names]      all of them, or those named: 04_bouncing_ball, arch, ...
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# what to draw of each example: runs by label ("" is the run without one), and what of them
PICTURES = {
    "04_bouncing_ball": ([""], ["q", "v"]),
    "05_rigid_or_compliant": (["rigid", "k100000", "k1000"], ["q"]),
    "06_impact_oscillator": ([""], ["--phase", "q/mass/0", "v/mass/0"]),
    "07_two_ball_oscillator": (["theta-1-2", "theta-1"], ["q/balls/0", "energy/potential", "energy/total"]),
    "08_bouncing_pendulum": (["moreau", "newmark", "hht", "generalized-alpha"], ["q/rod/2", "energy/total"]),
    "09_elastic_bar": ([""], ["v/bar/0", "v/bar/100", "v/bar/200", "lambda"]),
    "10_bead_column": ([""], ["q/bead 0", "lambda/interaction 0", "lambda/interaction 500", "lambda/interaction 999"]),
    "11_diode_bridge": ([""], ["x/tank/0", "lambda/bridge/0", "lambda/bridge/1"]),
    "12_seven_link_arm": ([""], ["q/arm", "energy/kinetic"]),
    "13_rocking_block": (["tilted", "flat", "tilted-back"], ["q/block/2", "v/block/2"]),
    "14_corner": (["left", "middle", "right"], ["--phase", "q/particle/0", "q/particle/1"]),
    "15_newtons_cradle": (["moreau", "energetic", "binary"], ["q"]),
    "16_burridge_knopoff": ([""], ["q"]),
    "17_relay_oscillators": (["loop"], ["--phase", "x/loop/0", "x/loop/1"]),
    "18_gene_network": ([""], ["x", "lambda"]),
    "19_stribeck_belt": (["stick-slip", "damped"], ["--phase", "q/mass/0", "v/mass/0"]),
    "20_handy": (["settles", "collapses"], ["x/society/0"]),
    "21_zeno": ([""], ["q", "v"]),
    "24_pendulum_sliding_mode": (["explicit", "implicit"], ["torque", "q"]),
    "25_twisting": (["twisting", "super-twisting"], ["x", "u"]),
    "26_differentiator": ([""], ["x/plant/1", "order1/1", "order2/1"]),
    "27_lcs_observer": ([""], ["x/tank", "estimate/0", "estimate/1"]),
    "29_network": ([""], ["x"]),
}
# examples that end in a table: its label, columns against each other, points or a line
TABLES = {
    "28_impact_oscillator_diagram": ("diagram", (0, 1), ".", "frequency of the drive [rad/s]", "velocity, once per period [m/s]"),
    "30_friction_limit_cycle": ("cycle", (1, 2), "-", "position [m]", "velocity [m/s]"),
}
# scenes: pictures side by side
SCENES = {"brick_wall": 4, "arch": 1, "plank_tower": 1, "domino_row": 4, "granular_box": 4, "rocks": 4, "rover": 4,
          "chain": 4, "tippe_top": 4}
# netlists: how to run them, and what to draw
CIRCUITS = {
    "bridge": ([], ["v(top)", "v(plus)", "i(l1)"]),
    "boost_closed_loop": ([], ["v(out)", "i(l1)"]),
    "buck_closed_loop": ([], ["v(out)", "v(ref)", "i(l1)"]),
    "chua": ([], ["--phase", "v(a)", "v(b)"]),
    "delta_sigma": (["--end", "4e-5"], ["v(sum)", "v(bit)"]),
    "resonant": (["--end", "4e-4"], ["v(p)", "v(plus)", "i(l1)"]),
}


def opening_comment(source, mark="//"):
    """The words at the top of an example: what it is about."""
    lines = []
    for line in source.read_text(encoding="utf-8").splitlines()[1 if mark == "*" else 0:]:
        if not line.startswith(mark):
            break
        if "SPDX" not in line:
            lines.append(line[len(mark):].strip())
    text = " ".join(lines) or "A ball falls from 1 m, bounces and comes to rest: the example of the front page."
    return text[0].upper() + text[1:] + ("" if text.endswith((".", ")", "?")) else ".")


def draw(build, name, labels, what, image):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([build / "examples" / f"example_{name}", Path(folder, name + ".h5")], check=True)
        # short names make short legends
        runs = []
        for label in labels:
            run = Path(folder, f"{name}-{label}.h5" if label else f"{name}.h5")
            runs.append(run.rename(Path(folder, f"{label or name}.h5")))
        subprocess.run([build / "apps/cli/nonsmooth", "plot", *runs, *what, "--out", image], check=True)


def draw_table(build, name, image):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import numpy as np
    label, (x, y), mark, x_label, y_label = TABLES[name]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([build / "examples" / f"example_{name}", Path(folder, name + ".h5")], check=True)
        rows = np.loadtxt(Path(folder, f"{name}-{label}.csv"), delimiter=",")
    figure, axes = plt.subplots(figsize=(8, 4), constrained_layout=True)
    axes.plot(rows[:, x], rows[:, y], mark, color="#1f4e79", markersize=2)
    axes.set(xlabel=x_label, ylabel=y_label)
    axes.grid(True, color="#dddddd", linewidth=0.6)
    figure.savefig(image)


def draw_file(build, source, how, what, image):
    """A scene or a netlist, by the command alone."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder, source.stem + ".h5")
        subprocess.run([build / "apps/cli/nonsmooth", "run", source, *how, "--out", run], check=True, cwd=folder)
        subprocess.run([build / "apps/cli/nonsmooth", "plot", run, *what, "--out", image], check=True)


def entry(source, title, comment, image):
    path = source.relative_to(ROOT)
    return [f"### {title}", "", comment, "", f"[{path}](../{path})", "", f"![{title}](images/gallery/{image}.png)", ""]


def title_of(name):
    return re.sub(r"^\d+_", "", name).replace("_", " ").capitalize()


def page():
    lines = ["# Gallery", "", "One picture per example, made by `tools/make_gallery.py`. Every example checks itself or is run by the",
             "tests; axes without a better name carry the names of columns. Scenes and netlists need no compiler:",
             "`nonsmooth run` takes them as they are, and `nonsmooth view` shows scenes in a browser.", "", "## Scenes", ""]
    for name in SCENES:
        source = ROOT / "examples/scenes" / f"{name}.toml"
        lines += entry(source, title_of(name), opening_comment(source, "#"), name)
    lines += ["## Circuits", ""]
    for name in CIRCUITS:
        source = ROOT / "examples/circuits" / f"{name}.cir"
        lines += entry(source, source.read_text(encoding="utf-8").splitlines()[0], opening_comment(source, "*"), name)
    lines += ["## Models in C++", ""]
    for name in sorted([*PICTURES, *TABLES]):
        source = ROOT / "examples" / f"{name}.cpp"
        lines += entry(source, title_of(name), opening_comment(source), name)
    return "\n".join(lines)


def main():
    build = Path(sys.argv[1]).resolve()
    images = ROOT / "docs/images/gallery"
    images.mkdir(parents=True, exist_ok=True)
    known = {name: lambda image, name=name: draw(build, name, *PICTURES[name], image) for name in PICTURES}
    known |= {name: lambda image, name=name: draw_table(build, name, image) for name in TABLES}
    known |= {name: lambda image, name=name: draw_file(build, ROOT / f"examples/scenes/{name}.toml", [],
                                                       ["--strip", str(SCENES[name])], image) for name in SCENES}
    known |= {name: lambda image, name=name: draw_file(build, ROOT / f"examples/circuits/{name}.cir",
                                                       *CIRCUITS[name], image) for name in CIRCUITS}
    for name in sys.argv[2:] or known:
        known[name](images / f"{name}.png")
    (ROOT / "docs/gallery.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
