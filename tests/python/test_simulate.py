# SPDX-License-Identifier: Apache-2.0
import os
import signal
import threading
import time

import numpy as np
import pytest

import nonsmooth as ns
from support import GRAVITY, ball_model

SCHEME = ns.MoreauJean(step=5e-3)


def test_bouncing_ball():
    model, ball, floor = ball_model()
    run = ns.simulate(model, SCHEME, end=10.0)
    assert run.success and run.message == "the end time was reached"
    assert run.q(ball).shape == (len(run), 1) and run.q("ball")[0, 0] == 1.0
    assert run.t[0] == 0 and run.t[-1] == pytest.approx(10.0)
    # it rests, and the floor carries its weight over every step
    assert run.impulse(floor)[-1, 0] == pytest.approx(GRAVITY * 5e-3, rel=1e-9)
    assert abs(run.v(ball)[-1, 0]) < 1e-9
    # the first bounce returns e^2 of the height, up to O(h)
    first = np.flatnonzero(run.impulse(floor)[:, 0])[0]
    second = first + 1 + np.flatnonzero(run.impulse(floor)[first + 1:, 0])[0]
    assert run.q(ball)[first:second].max() == pytest.approx(0.81, abs=5 * 5e-3 * GRAVITY ** 0.5)
    assert np.all(run.certificate("residual") <= 1e-10)


def test_rows_are_views_time_first():
    model, ball, _ = ball_model()
    q = ns.simulate(model, SCHEME, end=0.1).q(ball)
    assert not q.flags.writeable and not q.flags.owndata and q.dtype == np.float64
    columns = ns.simulate(model, SCHEME, end=0.1).columns()
    assert {"t", "q/ball/0", "v/ball/0", "lambda/floor/0", "energy/kinetic"} <= set(columns)
    np.testing.assert_array_equal(columns["q/ball/0"], q[:, 0])


def test_forces_written_in_python_equal_matrices():
    def oscillator(**forces):
        model = ns.Model()
        mass = model.add(ns.Lagrangian(mass=np.eye(2), q0=[1.0, 0.0], v0=[0.0, 1.0], **forces))
        return ns.simulate(model, ns.MoreauJean(step=1e-2), end=1.0).q(mass)

    stiffness = np.array([[2.0, -1.0], [-1.0, 2.0]])
    exact = oscillator(stiffness=stiffness)
    given = ns.of_state(lambda t, q, v: -stiffness @ q, dq=lambda t, q, v: -stiffness,
                        dv=lambda t, q, v: np.zeros((2, 2)))
    # Newton stops at a relative residual of 1e-10
    np.testing.assert_allclose(oscillator(force=given), exact, atol=1e-8)
    differences = ns.of_state(lambda t, q, v: [-2 * q[0] + q[1], q[0] - 2 * q[1]])
    np.testing.assert_allclose(oscillator(force=differences), exact, atol=1e-7)


def test_errors_in_callbacks_come_out():
    def broken(t, q, v):
        if t > 0.05:
            raise RuntimeError("out of fuel")
        return [0.0]

    model, _, _ = ball_model(force=ns.of_state(broken))
    with pytest.raises(RuntimeError, match="out of fuel"):
        ns.simulate(model, SCHEME, end=1.0)
    model, _, _ = ball_model(force=ns.of_time(lambda t: [1.0, 2.0]))
    with pytest.raises(ns.Error, match=r"of_time must be 1 number, not a list of shape \(2,\)"):
        ns.simulate(model, SCHEME, end=1.0)


def test_holonomic_gap_in_python():
    model = ns.Model()
    ball = model.add(ns.Lagrangian(mass=np.eye(2), q0=[0.0, 2.0], force=[0.0, -GRAVITY]))
    model.add(ns.Interaction(on=[ball], law=ns.NewtonImpact(),
                             relation=ns.Holonomic(gap=lambda t, q: np.hypot(*q) - 1.0)))
    run = ns.simulate(model, ns.MoreauJean(step=1e-2), end=1.0)
    assert run.success
    assert np.hypot(*run.q(ball).T).min() == pytest.approx(1.0, abs=0.1)  # a step of the fall


def test_first_order_relay_reaches_the_sliding_surface():
    model = ns.Model()
    plant = model.add(ns.FirstOrder(A=[[0.0]], x0=[1.0]))
    relay = model.add(ns.Interaction(on=[plant], law=ns.Box(lower=[-1.0], upper=[1.0]),
                                     relation=ns.FirstOrderLinear(C=[[1.0]], B=[[1.0]])))
    run = ns.simulate(model, ns.EulerMoreau(step=1e-2), end=2.0)
    assert run.success
    assert run.x(plant)[50, 0] == pytest.approx(0.5)
    np.testing.assert_allclose(run.x(plant)[110:], 0, atol=1e-9)
    np.testing.assert_allclose(run.lambda_(relay)[110:], 0, atol=1e-7)


def test_step_by_step_gives_the_same_bits():
    model, ball, floor = ball_model()
    run = ns.simulate(model, SCHEME, end=1.0)
    simulator = ns.Simulator(model, SCHEME)
    for k in range(1, len(run)):
        assert simulator.step().ok
        assert simulator.q(ball)[0] == run.q(ball)[k, 0]
        assert simulator.impulse(floor)[0] == run.impulse(floor)[k, 0]
    assert simulator.t == run.t[-1]
    checkpoint = simulator.state
    simulator.step()
    after = simulator.q(ball)
    simulator.restart(checkpoint)
    simulator.step()
    assert simulator.q(ball)[0] == after[0]


def test_on_step_may_stop_and_may_not_outlive_the_run():
    model, _, _ = ball_model()
    kept = []

    def on_step(simulator, report):
        kept.append(simulator)
        return simulator.t < 0.5

    run = ns.simulate(model, SCHEME, end=10.0, on_step=on_step)
    assert run.t[-1] == pytest.approx(0.5) and "on_step" in run.message
    with pytest.raises(ns.Error, match="is over"):
        kept[0].step()


def test_interrupt_returns_what_there_is():
    model, ball, _ = ball_model()
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    began = time.process_time()  # the machine may be busy
    run = ns.simulate(model, ns.MoreauJean(step=1e-7), end=100.0, record_every=1000)
    assert time.process_time() - began < 5  # it would take minutes
    assert run.interrupted and not run.success and "interrupt" in run.message
    assert len(run) > 1 and np.isfinite(run.q(ball)).all()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    timer.join()


def test_other_threads_run_meanwhile():
    model, _, _ = ball_model()
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)
            time.sleep(1e-3)

    thread = threading.Thread(target=tick)
    thread.start()
    ns.simulate(model, ns.MoreauJean(step=1e-5), end=2.0, record_every=1000)
    done.set()
    thread.join()
    assert len(ticks) > 5


def test_initial_penetration_is_named():
    model, _, _ = ball_model(q0=-1.0)
    with pytest.raises(ns.Error, match="allow_initial_penetration"):
        ns.simulate(model, SCHEME, end=1.0)


def test_misfits_are_named():
    with pytest.raises(ns.Error, match="scheme must be MoreauJean"):
        ns.simulate(ns.Model(), ns.Lemke())
    with pytest.raises(ns.Error, match="did you mean 'record_every'"):
        ns.simulate(ball_model()[0], SCHEME, record_evry=2)
    with pytest.raises(ns.Error, match="mass"):
        ns.Model().add(ns.Lagrangian(mass=[[-1.0]], q0=[0.0]))


def test_every_scheme_takes_its_solver():
    scheme = ns.MoreauJean(step=1e-2, solver=ns.Lemke(tolerance=1e-9), projection="combined")
    assert scheme.solver.tolerance == 1e-9 and scheme.projection == "combined"
    for kind in (ns.MoreauJean, ns.SchatzmanPaoli, ns.D1Minus, ns.GeneralizedAlpha):
        model, ball, _ = ball_model()
        run = ns.simulate(model, kind(step=1e-3), end=1.0)
        assert run.success and run.q(ball).min() > -2e-2, kind  # at most a step of the fall deep


def test_pandas_and_plot(tmp_path):
    pandas = pytest.importorskip("pandas")
    model, ball, _ = ball_model()
    run = ns.simulate(model, SCHEME, end=0.5)
    table = run.to_pandas()
    assert isinstance(table, pandas.DataFrame) and table.index.name == "t"
    np.testing.assert_array_equal(table["q/ball/0"], run.q(ball)[:, 0])
    pytest.importorskip("matplotlib").use("Agg")
    axes = run.plot("q/ball", "energy")
    assert len(axes) == 2 and axes[0].lines
