# SPDX-License-Identifier: Apache-2.0
"""What a trajectory looks like: tables and plots. pandas and matplotlib are imported when asked for."""


def to_pandas(self):
    """All columns of the run as a pandas.DataFrame with the index t, s."""
    import pandas

    columns = self.columns()
    index = pandas.Index(columns.pop("t"), name="t")
    return pandas.DataFrame(columns, index=index)


def plot(self, *wanted):
    """Draws columns over time, one panel per argument; returns the axes.

    An argument is the beginning of column names: 'q', 'q/ball', 'energy'. Without arguments: positions
    or states, and the total energy.
    """
    columns = self.columns()
    if not wanted:
        groups = {name.split("/")[0] for name in columns}
        wanted = [name for name in ("q", "x", "lambda", "energy/total") if name.split("/")[0] in groups]
    return panels(columns["t"], {
        beginning: [(name, values) for name, values in columns.items()
                    if name == beginning or name.startswith(beginning + "/")] for beginning in wanted})


def panels(t, groups):
    """One panel per group {label of the axis: [(name, values)]}, over time; returns the axes."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(len(groups), 1, sharex=True, squeeze=False, layout="constrained",
                                   figsize=(8, 1 + 2 * len(groups)))
    for axis, (label, curves) in zip(axes[:, 0], groups.items()):
        for name, values in curves:
            axis.plot(t, values, label=name)
        axis.set_ylabel(label)
        if axis.lines:
            axis.legend(loc="best", fontsize="small")
    axes[-1, 0].set_xlabel("t (s)")
    return axes[:, 0]


def plot_branch(self, component=0):
    """Draws a component of the states the orbits begin at over the parameter: unstable ones dashed, folds as dots."""
    import numpy
    from matplotlib import pyplot

    axis = pyplot.subplots(layout="constrained")[1]
    p = numpy.asarray(self.parameters)
    x = numpy.array([orbit.start.x[component] for orbit in self.orbits])
    stable = numpy.array([orbit.stable() for orbit in self.orbits], dtype=bool)
    for part, style, label in ((stable, "-", "stable"), (~stable, "--", "unstable")):
        if part.any():
            axis.plot(p, numpy.where(part, x, numpy.nan), style, color="C0", label=label)
    folds = list(self.folds)
    if folds:
        axis.plot(p[folds], x[folds], "o", color="C3", label="fold")
    axis.set(xlabel="parameter", ylabel=f"x[{component}]")
    axis.legend(loc="best", fontsize="small")
    return axis


def plot_diagram(parameters, states, component=0):
    """Draws the points of a bifurcation_diagram: one component over the parameter."""
    from matplotlib import pyplot

    axis = pyplot.subplots(layout="constrained")[1]
    axis.plot(parameters, states[:, component], ",k")
    axis.set(xlabel="parameter", ylabel=f"x[{component}]")
    return axis


def plot_basins(first, second, chart):
    """Draws the chart of basins over its two ranges: a colour per attractor, white where there is none."""
    import numpy
    from matplotlib import pyplot

    axis = pyplot.subplots(layout="constrained")[1]
    axis.pcolormesh(first, second, numpy.ma.masked_less(chart, 0).T, shading="nearest", cmap="viridis")
    axis.set(xlabel="first", ylabel="second")
    return axis
