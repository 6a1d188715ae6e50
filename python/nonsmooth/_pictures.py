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
