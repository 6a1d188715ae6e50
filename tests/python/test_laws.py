# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import nonsmooth as ns
from support import ball_model


@ns.law(dimension=1)
class AtLeastOne:
    """r >= 1, u >= 0, orthogonal."""

    def resolvent(self, rho, u, z):
        return np.maximum(z, 1.0)

    def resolvent_jacobian(self, rho, u, z):
        return np.array([[float(z[0] > 1.0)]]), np.zeros((1, 1))


def test_a_law_written_in_python():
    report = ns.check_law(AtLeastOne())
    assert report["ok"], report["failures"]
    low = ns.solve(ns.Problem([[2.0]], [3.0], [AtLeastOne()]))
    high = ns.solve(ns.Problem([[2.0]], [-6.0], [AtLeastOne()]))
    assert low.success and low.r[0] == pytest.approx(1)
    assert high.success and high.r[0] == pytest.approx(3)


def test_a_law_that_is_wrong_is_found():
    @ns.law(dimension=1)
    class Wrong:
        def resolvent(self, rho, u, z):
            return 2 * z

    assert not ns.check_law(Wrong())["ok"]


def test_an_impact_law_written_in_python_equals_the_built_in_one():
    @ns.law(dimension=1)
    class Newton:
        def resolvent(self, rho, u, z):
            return np.maximum(z, 0.0)

        def bias(self, u_before):
            return 0.9 * u_before

    runs = []
    for law in (Newton(), ns.NewtonImpact(e=0.9)):
        model, ball, _ = ball_model(law=law)
        runs.append(ns.simulate(model, ns.MoreauJean(step=5e-3), end=2.0).q(ball))
    np.testing.assert_allclose(runs[0], runs[1], atol=1e-8)


def test_what_is_no_law_is_refused():
    with pytest.raises(ns.Error, match="a law"):
        ns.Interaction(law=3.0)
    with pytest.raises(ns.Error, match="resolvent"):
        ns.law(dimension=1)(type("Empty", (), {}))
    with pytest.raises(ns.Error, match="result of Long.resolvent must be 1 number"):
        @ns.law(dimension=1)
        class Long:
            def resolvent(self, rho, u, z):
                return [1.0, 2.0]
        ns.solve(ns.Problem([[2.0]], [3.0], [Long()]))


def test_graphs():
    relay = ns.solve(ns.Problem([[1.0]], [5.0], [ns.Graph([ns.curves.relay()])]))
    assert relay.success and relay.r[0] == pytest.approx(-1)
    curve = ns.PiecewiseLinear(points=[(0, 1), (0, -1)])
    assert ns.Graph(curves=[curve]).curves[0].points == [(0.0, 1.0), (0.0, -1.0)]
