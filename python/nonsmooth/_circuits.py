# SPDX-License-Identifier: Apache-2.0
"""Runs of circuits by the names of their voltages and currents."""
import numpy

from . import _core


class CircuitRun:
    """A recorded run of a circuit: run["v(out)"], run["v(a,b)"] in V, run["i(r1)"] in A, run["p(r1)"] in W."""

    def __init__(self, circuit, lowered, trajectory, rows, measures=()):
        self.circuit = circuit
        self.lowered = lowered
        self.trajectory = trajectory
        self.rows = rows
        self.rows.flags.writeable = False
        self.measures = {each.name: _core.io.evaluate(each, lowered, self.t, rows) for each in measures}

    @property
    def t(self):
        """Times of the rows, s."""
        return self.trajectory.t

    @property
    def signals(self):
        """Names of the columns of `rows`: every node's voltage and every element's current."""
        return self.lowered.signals

    @property
    def success(self):
        """Every step was solved, none is missing."""
        return self.trajectory.success

    @property
    def message(self):
        """How the run ended."""
        return self.trajectory.message

    def __len__(self):
        return len(self.trajectory)

    def __getitem__(self, name):
        if name in self.signals:
            return self.rows[:, self.lowered.signal(name)]
        return _core.io.signal_column(self.lowered, self.rows, name)

    def power(self, element):
        """Power that an element takes, W, one entry per row; negative: it gives."""
        return self[f"p({element})"]

    def energy(self, element):
        """Energy that an element has taken since the start, J, one entry per row (trapezoidal)."""
        power = self.power(element)
        return numpy.concatenate([[0.0], numpy.cumsum(0.5 * (power[1:] + power[:-1]) * numpy.diff(self.t))])

    def jumps(self, **options):
        """Charges, C, and fluxes, Wb, that went over in no time: a list of StateJump. Fields of JumpOptions."""
        columns = self.trajectory.columns()
        x, multipliers = (numpy.array([each for name, each in columns.items() if name.startswith(kind)])
                          .reshape(-1, len(self)).T for kind in ("x/", "lambda/"))
        # not `rows`: their first one is an instant after the start, where a jump may have been
        raw = self.lowered.observe(self.t, x, multipliers)
        return _core.state_jumps(self.circuit, self.lowered, self.t, raw, **options)

    def to_pandas(self):
        """All signals as a pandas.DataFrame with the index t, s."""
        import pandas

        return pandas.DataFrame(self.rows, columns=self.signals, index=pandas.Index(self.t, name="t"))

    def plot(self, *wanted):
        """Draws signals over time, voltages and currents in panels of their own; returns the axes."""
        from ._pictures import panels

        names = list(wanted) or [name for name in self.signals if name.startswith("v(")][:6]
        units = {"v": "voltage, V", "i": "current, A", "p": "power, W"}
        groups = {label: [(name, self[name]) for name in names if name[0] == kind]
                  for kind, label in units.items()}
        return panels(self.t, {label: curves for label, curves in groups.items() if curves})

    def __repr__(self):
        return f"<CircuitRun: {len(self)} rows, {len(self.signals)} signals, {self.message}>"


def simulate_circuit(circuit, scheme=None, *, file=None, step=None, theta=None, tolerance=None, **options):
    """Runs a Circuit with a scheme, or a Netlist as its .tran says; returns a CircuitRun."""
    measures, first = (), {"theta": theta, "tolerance": tolerance}
    if isinstance(circuit, _core.io.Netlist):
        netlist, circuit = circuit, circuit.circuit
        if netlist.transient is None and "end" not in options:
            raise _core.Error("simulate: the netlist has no .tran; give end and step")
        if netlist.transient is not None:
            command = netlist.transient
            step = step or command.fixed_step()
            options.setdefault("end", command.end)
            if not command.use_initial_values:
                circuit = _core.begun_at_rest(circuit)
        measures = netlist.measures
        first["tolerance"] = netlist.tolerance if tolerance is None else tolerance
    lowered = circuit.model()
    if scheme is None:
        if step is None:
            raise _core.Error("simulate: a circuit needs a scheme, or a step in s")
        chosen = {name: value for name, value in first.items() if value is not None}
        scheme = _core.transient_scheme(lowered, step=step, end=options.get("end", 1.0), **chosen)
    elif any(value is not None for value in (step, theta, tolerance)):
        raise _core.Error("simulate: give a scheme, or step, theta and tolerance, not both")
    trajectory, rows = _core._run_circuit(circuit, lowered, scheme, step or scheme.step, file, **options)
    return CircuitRun(circuit, lowered, trajectory, rows, measures)
