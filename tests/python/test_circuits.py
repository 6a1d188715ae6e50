# SPDX-License-Identifier: Apache-2.0
"""Circuits in code and as netlists: the numbers of matrices made by hand, Tellegen, and names."""
import numpy as np
import pytest

import nonsmooth as ns

C, L, R, V0 = 1e-6, 1e-2, 1e3, 10.0
A = 1 / (2 * R * C)  # the load sees |v|, so that v = V0 exp(-A t) (cos W t - A/W sin W t)
W = np.sqrt(1 / (L * C) - A * A)
SCHEME = ns.EulerMoreau(step=1e-6, theta=0.5)
NETLIST = """Bridge
C1 top 0 1u IC=10
L1 top 0 10m IC=0
D1 top plus ideal
D2 0 plus ideal
D3 minus top ideal
D4 minus 0 ideal
R1 plus minus 1k
.model ideal D
.tran 1u 5m uic
.measure tran first_zero WHEN v(top)=0 fall=1
.measure tran never WHEN v(top)=20
.end
"""


def bridge():
    c = ns.Circuit()
    c.capacitor("top", "0", C, v0=V0, name="c1")
    c.inductor("top", "0", L, name="l1")
    for anode, cathode in (("top", "plus"), ("0", "plus"), ("minus", "top"), ("minus", "0")):
        c.diode(anode, cathode)
    c.resistor("plus", "minus", R, name="r1")
    return c


def bridge_by_hand():
    """x = (v, i); lambda = currents of two diodes and voltages of the other two, as in the literature."""
    model = ns.Model()
    tank = model.add(ns.FirstOrder(A=[[0, -1 / C], [1 / L, 0]], x0=[V0, 0.0]))
    model.add(ns.Interaction(on=[tank], law=ns.NonNegative(4), relation=ns.FirstOrderLinear(
        B=[[0, 0, -1 / C, 1 / C], [0, 0, 0, 0]], C=[[0, 0], [0, 0], [-1, 0], [1, 0]],
        D=[[1 / R, 1 / R, -1, 0], [1 / R, 1 / R, 0, -1], [1, 0, 0, 0], [0, 1, 0, 0]])))
    return ns.simulate(model, SCHEME, end=5e-3).x(tank)


def test_bridge_in_code_equals_matrices_made_by_hand():
    run = ns.simulate(bridge(), SCHEME, end=5e-3)
    assert run.success and len(run) == 5001
    by_hand = bridge_by_hand()
    np.testing.assert_allclose(run["v(top)"], by_hand[:, 0], atol=1e-10 * V0)
    # the first row is an instant later: diodes have chosen, nothing else has moved
    np.testing.assert_allclose(run["i(l1)"][1:], by_hand[1:, 1], atol=1e-10)
    # the load sees the absolute value
    np.testing.assert_allclose(run["v(plus,minus)"], np.abs(run["v(top)"]), atol=1e-9)


def test_a_netlist_gives_the_same_numbers_and_its_measures():
    netlist = ns.io.read_netlist_text(NETLIST)
    assert netlist.title == "Bridge" and netlist.transient.end == 5e-3
    run, code = ns.simulate(netlist), ns.simulate(bridge(), step=1e-6, end=5e-3)
    np.testing.assert_allclose(run["v(top)"], code["v(top)"], atol=1e-12)
    # v falls through zero where cos(w t) = a / w sin(w t); multipliers are of first order in the step
    assert run.measures["first_zero"] == pytest.approx(np.arctan2(W, A) / W, abs=0.1 * 1e-6)
    assert run.measures["never"] is None


def test_powers_cancel_and_the_load_takes_what_the_tank_loses():
    run = ns.simulate(bridge(), SCHEME, end=5e-3)
    powers = run.lowered.powers(run.rows)[1:]
    assert np.abs(powers.sum(axis=1)).max() < 1e-9 * np.abs(powers).max()
    for branch, power in zip(run.lowered.branches, powers.T):
        if not branch.stores and not branch.source:  # an ideal diode keeps v i = 0 up to rounding
            assert power.min() > -1e-10, branch.name
    stored = 0.5 * C * run["v(top)"] ** 2 + 0.5 * L * run["i(l1)"] ** 2
    # of 50 uJ; multipliers are of first order in the step, 1e-6 s of a motion of 1e-4 s
    np.testing.assert_allclose(run.energy("r1"), stored[0] - stored, atol=1e-3 * stored[0])


def test_waveforms_and_functions_of_time():
    def driven(volt):
        c = ns.Circuit()
        c.voltage_source("in", "0", volt, name="v1")
        c.resistor("in", "out", 1e3)
        c.capacitor("out", "0", 1e-6, v0=0.0)
        return ns.simulate(c, step=1e-5, end=1e-3)["v(out)"]

    sine = ns.Sine(amplitude=2.0, frequency=500.0)
    assert sine(0.5e-3) == pytest.approx(2.0)
    np.testing.assert_allclose(driven(sine), driven(lambda t: 2.0 * np.sin(1000 * np.pi * t)), atol=1e-12)
    # a constant charges it: 1 - exp(-t / RC), trapezoidal rule
    np.testing.assert_allclose(driven(5.0)[-1], 5 * (1 - np.exp(-1.0)), rtol=1e-4)
    with pytest.raises(ns.Error, match="function of time"):
        driven("5V")


def test_controlled_steps_locate_the_switching():
    run = ns.simulate(bridge(), step=1e-4, tolerance=1e-6, end=5e-3)
    assert run.success and len(run) < 2500
    exact = V0 * np.exp(-A * run.t) * (np.cos(W * run.t) - A / W * np.sin(W * run.t))
    # 1e-6 per step, relative to states above 1
    np.testing.assert_allclose(run["v(top)"], exact, atol=1e-6 * V0 * len(run))


def test_operating_point():
    c = ns.Circuit()
    c.voltage_source("in", "0", 10.0, name="v1")
    c.resistor("in", "out", 1e3, name="r1")
    c.zener("out", "0", name="z1", breakdown=3.0)  # its anode is up: it conducts forward
    c.capacitor("out", "0", 1e-6)
    rest = ns.operating_point(c)
    assert rest.found and rest["v(out)"] == pytest.approx(0.0, abs=1e-9)
    assert rest["i(r1)"] == pytest.approx(1e-2) and rest["p(v1)"] == pytest.approx(-0.1)
    started = ns.begun_at_rest(c.edited(lambda e: setattr(e, "volt", -10.0) if e.name == "v1" else None))
    run = ns.simulate(started, step=1e-6, end=1e-5)
    np.testing.assert_allclose(run["v(out)"], -3.0, atol=1e-9)  # it was at rest, it stays there


def test_charge_that_goes_over_at_once():
    c = ns.Circuit()  # 1 uF at 10 V meets 3 uF at none: 7.5 uC pass the diode, 2.5 V are left
    c.capacitor("a", "0", 1e-6, v0=10.0, name="c1")
    c.capacitor("b", "0", 3e-6, v0=0.0, name="c2")
    c.diode("a", "b")
    c.resistor("b", "0", 1e3)
    given, taken = ns.simulate(c, step=1e-6, tolerance=1e-6, end=1e-4).jumps()
    assert (given.element, taken.element) == ("c1", "c2") and given.charge and taken.charge
    assert given.amount == pytest.approx(-7.5e-6, abs=1e-10) and taken.after == pytest.approx(2.5, abs=1e-4)
    assert ns.simulate(bridge(), SCHEME, end=1e-3).jumps() == []


def test_signals_go_into_files_tables_and_pictures(tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    run = ns.simulate(ns.io.read_netlist_text(NETLIST), file=str(tmp_path / "run.h5"), end=1e-4)
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "run.h5") as file:
        names = [str(n.decode() if isinstance(n, bytes) else n) for n in file["signals"].attrs["columns"]]
        np.testing.assert_allclose(file["signals"][1:, names.index("v(plus)")], run["v(plus)"][1:])
    table = run.to_pandas()
    np.testing.assert_array_equal(table["i(l1)"], run["i(l1)"])
    voltage, current = run.plot("v(top)", "i(l1)")
    assert "V" in voltage.get_ylabel() and "A" in current.get_ylabel()
    ns.io.write_raw(str(tmp_path / "run.raw"), "bridge", run.signals, run.t, run.rows, format="ascii")
    assert "No. Points: 101" in (tmp_path / "run.raw").read_text()


def test_mistakes_are_named():
    c = ns.Circuit()
    c.voltage_source("a", "0", 1.0, name="v1")
    c.voltage_source("a", "0", 2.0, name="v2")
    with pytest.raises(ns.Error, match="v1.*v2|v2.*v1"):
        c.check()
    with pytest.raises(ns.Error, match="did you mean 'breakdown'"):
        c.zener("a", "0", breakdwon=3.0)
    with pytest.raises(ns.FileError, match="line 2|:2"):
        ns.io.read_netlist_text("title\nR1 a b\n.end\n")
    with pytest.raises(ns.Error, match="v\\(top\\)"):
        ns.simulate(bridge(), SCHEME, end=1e-5)["v(tob)"]
