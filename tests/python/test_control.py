# SPDX-License-Identifier: Apache-2.0
"""Sampled loops: implicit sliding modes do not chatter, and everything is the library's own."""
import os
import signal
import threading
import time

import numpy as np
import pytest

import nonsmooth as ns
from nonsmooth import control

A, B, SURFACE = [[0.0, 1.0], [0.0, 0.0]], [[0.0], [1.0]], [[2.0, 1.0]]
PERIOD = 1e-2


def disturbance(t):
    return 0.5 * np.sin(3 * t)


def sliding_loop(form, block=None, **device):
    loop = control.SampledLoop(control.linear_plant(A, B, x0=[0.5, 0.0],
                                                    scheme=ns.ZeroOrderHold(step=PERIOD / 10),
                                                    disturbance=disturbance))
    sliding = control.SlidingMode(A=A, B=B, C=SURFACE, gain=[1.0], period=PERIOD, form=form)
    loop.add(name="u", period=PERIOD, measure=control.measure_states, block=block or sliding, drives=0,
             **({"inputs": 2} if block else {}), **device)
    return loop


def increments(run, after):
    """Largest change of the control between samples."""
    held = run.signal("u")[::10][int(after / PERIOD):]
    return np.abs(np.diff(held)).max()


def test_implicit_sliding_mode_does_not_chatter_and_the_explicit_one_does():
    implicit, explicit = (sliding_loop(form).run(8.0) for form in ("implicit", "explicit_euler"))
    assert implicit.success and explicit.success
    # the control follows the disturbance, whose rate is at most 1.5, plus 2 v of the equivalent control
    assert increments(implicit, 4.0) < 1.5 * 1.5 * PERIOD
    assert increments(explicit, 4.0) > 1.0
    x = implicit.plant.x("plant")
    assert np.abs(x @ SURFACE[0])[4000:].max() < PERIOD * 0.5 * 1.05  # at most h |d|


def test_a_run_is_rows_of_views():
    run = sliding_loop("implicit").run(1.0, record_every=10)
    assert run.names == ["u"] and run.signals.shape == (len(run.plant), 1) == (len(run.t), 1)
    assert not run.signals.flags.owndata and not run.signals.flags.writeable
    np.testing.assert_array_equal(run.signal("u"), run.signals[:, 0])
    with pytest.raises(ns.Error, match="unknown signal 'v'"):
        run.signal("v")


def test_blocks_and_measures_written_in_python_give_the_same_bits():
    own = control.SlidingMode(A=A, B=B, C=SURFACE, gain=[1.0], period=PERIOD)
    assert own.inputs == 2 and own.outputs == 1
    python = sliding_loop("implicit", block=lambda t, x: own(t, x)).run(1.0)
    library = sliding_loop("implicit").run(1.0)
    np.testing.assert_array_equal(python.signals, library.signals)
    assert own.discontinuous_part.shape == (1,)

    def plant(u):
        model = ns.Model()
        model.add(ns.FirstOrder(name="plant", A=A, x0=[0.5, 0.0],
                                b_of_t=lambda t: [0.0, u[0] + disturbance(t)]))
        return model

    loop = control.SampledLoop(control.Plant(model=plant, scheme=ns.ZeroOrderHold(step=PERIOD / 10)))
    loop.add(control.Device(name="u", period=PERIOD, inputs=2, drives=0, measure=lambda now: now.state.x,
                            block=control.SlidingMode(A=A, B=B, C=SURFACE, gain=[1.0], period=PERIOD)))
    np.testing.assert_allclose(loop.run(1.0).signals, library.signals, atol=1e-12)


def test_clocks_noise_and_delays():
    seen = []
    loop = control.SampledLoop(control.linear_plant([[-1.0]], [[1.0]], [1.0], ns.ZeroOrderHold(step=1e-2)),
                               seed=3)
    loop.add(name="probe", period=0.1, offset=0.05, measure=control.measure_states,
             sensor=control.Channel(noise=0.1), block=lambda t, y: seen.append((t, y[0])) or y)
    loop.add(name="echo", period=0.1, measure=lambda now: now.input, block=lambda t, y: [t],
             actuator=control.Channel(delay=1))
    run = loop.run(1.0)
    times, values = np.array(seen).T
    np.testing.assert_allclose(times, 0.05 + 0.1 * np.arange(10), atol=1e-12)
    assert 0.02 < np.std(values - np.exp(-times)) < 0.3
    np.testing.assert_allclose(run.signal("echo")[15], 0.0, atol=1e-12)  # one tick late
    np.testing.assert_allclose(run.signal("echo")[25], 0.1, atol=1e-12)


def test_twisting_arrives_when_predicted():
    h = 1e-3
    loop = control.SampledLoop(control.linear_plant(A, B, [1.0, 0.5], ns.ZeroOrderHold(step=h)))
    loop.add(name="u", period=h, measure=control.measure_states, drives=0,
             block=control.Twisting(r1=2.0, r2=1.0, period=h))
    run = loop.run(12.0)
    arrival = control.twisting_time(1.0, 0.5, 2.0, 1.0)
    size = np.abs(run.plant.x("plant")).max(axis=1)
    first = run.t[np.flatnonzero(size > 1e-9)[-1]]
    assert abs(first - arrival) < 0.3 * arrival
    assert np.abs(run.signal("u")[-100:]).max() < 1e-9


def test_differentiator():
    d = control.Differentiator(order=2, L=1.0, period=1e-3)
    t = np.arange(0, 15, 1e-3)
    estimates = np.array([d(each, [np.sin(each)]) for each in t])
    # errors of derivative i are O(h^(3 - i)), with constants of some tens
    assert np.abs(estimates[12000:, 0] - np.sin(t[12000:])).max() < 1e-7
    assert np.abs(estimates[12000:, 1] - np.cos(t[12000:])).max() < 1e-4
    np.testing.assert_array_equal(d.derivatives, estimates[-1])


def test_observer_finds_an_unknown_input():
    loop = control.SampledLoop(control.linear_plant([[-1.0]], [[1.0]], [0.0], ns.ZeroOrderHold(step=1e-3),
                                                    disturbance=disturbance))
    loop.add(name="seen", period=1e-3, measure=lambda now: [now.state.x[0], 0.0],
             block=control.SlidingObserver(A=[[-1.0]], B=[[1.0]], C=[[1.0]], G=[[1.0]], gain=[2.0],
                                           period=1e-3))
    run = loop.run(5.0)
    np.testing.assert_allclose(run.signal("seen/1")[1000:], disturbance(run.t[1000:]), atol=5e-3)


def test_design_helpers():
    assert control.relative_degree(A, B, SURFACE) == [1]
    zero = control.zero_dynamics(A, B, SURFACE)
    np.testing.assert_allclose(zero.zeros, [-2.0], atol=1e-12)  # x2 = -2 x1 on the surface
    tank = control.passivity(A=[[0, -1], [1, 0]], B=[[1], [0]], C=[[1, 0]])
    assert tank.passive and not tank.strictly
    np.testing.assert_allclose(tank.P, np.eye(2), atol=1e-6)
    assert not control.passivity(A=[[1.0]], B=[[1.0]], C=[[1.0]]).passive
    report = control.well_posedness(A=[[0.0]], B=[[1.0]], C=[[1.0]], D=[[1.0]])
    assert report.kind == control.WellPosedness.lipschitz and report.reason
    assert control.is_p_matrix([[2, 1], [1, 2]]) and not control.is_p_matrix([[1, 2], [2, 1]])
    held = control.hold([[-1.0]], [[1.0]], 0.1)
    assert held.Phi[0, 0] == pytest.approx(np.exp(-0.1)) and held.Psi[0, 0] == pytest.approx(1 - np.exp(-0.1))


def test_coupled_systems_meet():
    model = ns.Model()
    agents = [model.add(ns.FirstOrder(name=f"agent {k}", A=[[0.0]], x0=[float(k)], b=[0.1 * k]))
              for k in range(3)]
    ties = control.couple(model, [(agents[0], agents[1]), (agents[1], agents[2])], gain=1.0)
    run = ns.simulate(model, ns.EulerMoreau(step=1e-3, theta=1.0), end=5.0)
    ends = [run.x(agent)[-1, 0] for agent in agents]
    assert len(ties) == 2 and np.ptp(ends) < 1e-9


def test_mistakes_are_named():
    with pytest.raises(ns.Error, match="did you mean 'gain'"):
        control.SlidingMode(gian=[1.0])
    with pytest.raises(ns.Error, match="give a Device, or its fields"):
        sliding_loop("implicit").add(1, name="u")
    loop = sliding_loop("implicit")
    loop.add(control.Device(name="small", period=PERIOD, inputs=1, measure=lambda now: [0.0],
                            block=control.Luenberger(A=A, B=B, C=[[1.0, 0.0]], L=[[0.5], [0.5]])))
    with pytest.raises(ns.Error, match="measures 2 numbers and gives 2"):
        loop.run(0.1)
    views = []
    loop = sliding_loop("implicit")
    loop.add(name="late", period=PERIOD, measure=lambda now: views.append(now) or [0.0],
             block=lambda t, y: y)
    loop.step()
    with pytest.raises(ns.Error, match="keep numbers"):
        views[0].state


def test_inputs_outlive_their_loop_safely():
    kept = []

    def plant(u):
        kept.append(u)
        model = ns.Model()
        model.add(ns.FirstOrder(A=[[-1.0]], x0=[1.0]))
        return model

    loop = control.SampledLoop(control.Plant(model=plant, scheme=ns.ZeroOrderHold(step=1e-2)))
    assert kept[0][0] == 0.0
    del loop
    with pytest.raises(ns.Error, match="is gone"):
        kept[0][0]


def test_interrupt_returns_what_there_is(tmp_path):
    h5py = pytest.importorskip("h5py")
    loop, path = sliding_loop("implicit"), tmp_path / "loop.h5"
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    began = time.process_time()  # the machine may be busy
    run = loop.run(1e6, file=str(path), record_every=1000)
    assert time.process_time() - began < 5  # it would take minutes
    timer.join()
    assert run.interrupted and not run.success and "interrupt" in run.plant.message
    assert len(run.t) > 1 and run.signals.shape == (len(run.t), 1) and run.t[-1] == loop.state.t
    with h5py.File(path) as file:
        np.testing.assert_array_equal(file["signals"][:, 0], run.signal("u"))
    assert loop.run(loop.state.t + 1.0).success  # it goes on


def test_a_run_goes_into_a_file_with_its_signals(tmp_path):
    h5py = pytest.importorskip("h5py")
    run = sliding_loop("implicit").run(0.5, file=str(tmp_path / "loop.h5"), record_every=10)
    with h5py.File(tmp_path / "loop.h5") as file:
        assert '"zero_order_hold"' in str(file["run"][()])
        np.testing.assert_array_equal(file["signals"][:, 0], run.signal("u"))
        np.testing.assert_array_equal(file["x"][:], run.plant.x("plant"))
