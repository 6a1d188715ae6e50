# SPDX-License-Identifier: Apache-2.0
"""Orbits, exponents and equilibria where they are known."""
import numpy as np
import pytest

import nonsmooth as ns
from nonsmooth import analysis


def impact_oscillator(w, damping=0.1, stop=1.0, e=0.7, force=0.5):
    """x'' + 2 z x' + x = F cos(w t), x <= stop."""
    return analysis.HybridSystem(
        size=2, modes=[lambda t, x: [x[1], force * np.cos(w * t) - 2 * damping * x[1] - x[0]]],
        transitions=[analysis.Transition(guard=lambda t, x: stop - x[0], reset=lambda t, x: [x[0], -e * x[1]])])


def stick_slip(V=0.2):
    """A block on a belt: static friction 1, kinetic friction 1/2."""
    slips = lambda t, x: [x[1], 0.5 - x[0]]
    sticks = lambda t, x: [V, 0.0]
    return analysis.HybridSystem(size=2, modes=[slips, sticks], transitions=[
        analysis.Transition(from_=0, to=1, guard=lambda t, x: x[1] - V, crossing="rising",
                            reset=lambda t, x: [x[0], V]),
        analysis.Transition(from_=1, to=0, guard=lambda t, x: 1.0 - x[0])])


def test_period_of_a_known_limit_cycle():
    V, D = 0.2, 0.5
    orbit = analysis.periodic_orbit(stick_slip(V), [0.9, -0.3], 8.5, autonomous=True)
    assert orbit.converged, orbit.message
    assert orbit.period == pytest.approx(2 * D / V + 2 * (np.pi - np.arctan(D / V)), abs=1e-8)
    # sticking forgets everything but the phase
    np.testing.assert_allclose(np.sort(np.abs(orbit.multipliers)), [0.0, 1.0], atol=1e-6)
    assert orbit.stable(autonomous=True) and orbit.sequence == [0, 1]


def test_flow_through_an_impact_scales_areas():
    system, w = impact_oscillator(0.0, damping=0.0, e=0.7, force=0.0), 1.0
    flow = analysis.flow(system, [0.0, 2.0], 2.0, sensitivity=True)
    assert flow.ok and len(flow.events) == 1
    assert flow.events[0].t == pytest.approx(np.arcsin(0.5), abs=1e-10)
    # without damping an impact shrinks areas by e^2 and nothing else does
    assert np.linalg.det(flow.sensitivity) == pytest.approx(0.7 ** 2, rel=1e-6)
    assert flow.end.x.shape == (2,) and flow.slowest_approach() > 1


def test_continuation_ends_where_the_orbit_grazes():
    branch = analysis.continue_orbit(impact_oscillator, [0.5, 0.0], lambda w: 2 * np.pi / w, from_=0.4,
                                     to=1.0, step=0.05, smallest_step=1e-5)
    u = 1 - 2 * 0.1 ** 2  # (1 - W)^2 + 4 z^2 W = F^2 for W = w^2
    assert branch.end == analysis.ContinuationEnd.grazing, branch.message
    assert branch.parameter == pytest.approx(np.sqrt(u - np.sqrt(u * u - 0.75)), abs=1e-3)
    assert all(orbit.stable() for orbit in branch.orbits)


def test_exponents_of_a_smooth_oscillator_are_its_damping():
    exponents = analysis.lyapunov_exponents(impact_oscillator(0.4), [0.0, 0.0], 1.0, 40, transient=0)
    assert exponents.sum() == pytest.approx(-0.2, rel=1e-6)  # trace of the Jacobian


def test_diagram_and_stroboscope():
    parameters, states = analysis.bifurcation_diagram(
        impact_oscillator, [0.0, 0.0], parameters=[0.3, 0.4], skipped=30, kept=3,
        period=lambda w: 2 * np.pi / w)
    np.testing.assert_allclose(parameters, [0.3] * 3 + [0.4] * 3)
    for w, x in zip(parameters, states[:, 0]):  # below grazing: the linear response at t = 0
        assert x == pytest.approx(0.5 * (1 - w * w) / ((1 - w * w) ** 2 + (0.2 * w) ** 2), abs=1e-6)
    rows = analysis.stroboscope(impact_oscillator(0.4), [0.0, 0.0], 2 * np.pi / 0.4, skipped=30, kept=1)
    np.testing.assert_allclose(rows, states[3:4], atol=1e-6)


def test_filippov_slides():
    system = analysis.filippov(2, lambda t, x: [1.0, 1.0], lambda t, x: [1.0, -1.0], lambda t, x: x[1],
                               lambda t, x: [0.0, 1.0])
    flow = analysis.flow(system, analysis.HybridState(t=0.0, mode=1, x=[0.0, 0.5]), 2.0)
    assert flow.ok and flow.end.mode == 2
    np.testing.assert_allclose(flow.end.x, [2.0, 0.0], atol=1e-9)


def test_sections_of_a_recorded_run():
    model = ns.Model()
    mass = model.add(ns.Lagrangian(mass=[[1.0]], q0=[1.0], stiffness=[[1.0]]))
    run = ns.simulate(model, ns.MoreauJean(step=1e-3), end=20.0)
    section = analysis.poincare_section(run.t, run.q(mass), 0, 0.0, direction="falling")
    np.testing.assert_allclose(section[:, 0], np.pi / 2 + 2 * np.pi * np.arange(3), atol=1e-4)
    with pytest.raises(ns.Error, match="index is 1"):
        analysis.poincare_section(run.t, run.q(mass), 1, 0.0)


def test_equilibria_of_a_relay():
    def model(gain):
        made = ns.Model()
        state = made.add(ns.FirstOrder(A=[[-1.0]], x0=[0.0]))
        made.add(ns.Interaction(on=[state], law=ns.Box([-1.0], [1.0]),
                                relation=ns.FirstOrderLinear(C=[[1.0]], B=[[gain]])))
        return made

    found = sorted(analysis.equilibria(model(-3.0)), key=lambda each: each.x[0])
    np.testing.assert_allclose([each.x[0] for each in found], [-3, 0, 3], atol=1e-9)
    assert [each.stability for each in found] == ["stable", "unstable", "stable"]
    np.testing.assert_allclose(found[0].eigenvalues, [-1.0])
    assert len(analysis.equilibria(model(3.0), starts=5)) == 1


def test_basins():
    def attractor(x, v):
        return None if x == 0 else [np.sign(x)]

    chart, attractors = analysis.basins([-1.0, 0.0, 1.0], [0.0, 1.0], attractor)
    np.testing.assert_array_equal(chart, [[0, 0], [-1, -1], [1, 1]])
    np.testing.assert_array_equal(np.ravel(attractors), [-1.0, 1.0])


def test_pictures_hold_what_was_found():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")
    branch = analysis.continue_orbit(impact_oscillator, [0.5, 0.0], lambda w: 2 * np.pi / w, from_=0.3,
                                     to=0.4, step=0.05)
    axis = branch.plot()
    np.testing.assert_allclose(axis.lines[0].get_xdata(), branch.parameters)
    np.testing.assert_allclose(axis.lines[0].get_ydata(), [orbit.start.x[0] for orbit in branch.orbits])
    axis = analysis.plot_diagram([1.0, 1.0, 2.0], np.array([[0.0], [1.0], [2.0]]))
    np.testing.assert_allclose(axis.lines[0].get_xydata(), [[1, 0], [1, 1], [2, 2]])
    axis = analysis.plot_basins([-1.0, 0.0, 1.0], [0.0, 1.0], np.array([[0, 0], [-1, -1], [1, 1]]))
    shown = axis.collections[0].get_array().reshape(2, 3)
    assert shown.mask[:, 1].all() and not shown.mask[:, 0].any()
    pyplot.close("all")


def test_branches_may_be_followed_by_their_length():
    # with a branch that does not turn; those that do are in the tests of the library
    branch = analysis.continue_orbit(impact_oscillator, [0.5, 0.0], lambda w: 2 * np.pi / w, from_=0.3,
                                     to=0.4, step=0.05, around_folds=True, max_points=50)
    assert branch.end == analysis.ContinuationEnd.reached and list(branch.folds) == [], branch.message
    for w, orbit in zip(branch.parameters, branch.orbits):
        response = 0.5 * (1 - w * w) / ((1 - w * w) ** 2 + (0.2 * w) ** 2)
        assert orbit.start.x[0] == pytest.approx(response, abs=1e-6)


def test_errors_in_python_come_out():
    def broken(t, x):
        raise RuntimeError("no rate")

    with pytest.raises(RuntimeError, match="no rate"):
        analysis.flow(analysis.HybridSystem(size=1, modes=[broken]), [0.0], 1.0)
    with pytest.raises(ns.Error, match="result of family must be HybridSystem, not a float"):
        analysis.continue_orbit(lambda p: p, [0.0], 1.0)
