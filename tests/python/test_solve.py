# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import nonsmooth as ns

M, Q = [[2.0, 1.0], [1.0, 2.0]], [-5.0, -6.0]
EXACT = [4 / 3, 7 / 3]  # M r = -q


def test_lcp_with_lists_arrays_and_single_precision():
    # the entries are small integers, which single precision holds exactly
    for kind in (list, np.array, lambda a: np.array(a, dtype=np.float32), np.asfortranarray):
        solution = ns.solve(ns.lcp(kind(M), kind(Q)))
        assert solution.success
        np.testing.assert_allclose(solution.r, EXACT, atol=1e-12)
        np.testing.assert_allclose(solution.u, 0, atol=1e-12)


def test_views_live_as_long_as_they_are_used_and_cannot_be_written():
    r = ns.solve(ns.lcp(M, Q)).r
    np.testing.assert_allclose(r, EXACT, atol=1e-12)
    with pytest.raises(ValueError, match="read-only"):
        r[0] = 1.0


def test_sparse_equals_dense():
    sparse = pytest.importorskip("scipy.sparse")
    n = 200
    matrix = sparse.diags([-1.0, 2.1, -1.0], [-1, 0, 1], shape=(n, n))
    q = np.sin(np.arange(n))
    dense = ns.solve(ns.lcp(matrix.toarray(), q))
    for form in ("csc", "csr", "coo"):
        problem = ns.lcp(matrix.asformat(form), q)
        assert abs(problem.W - matrix).max() == 0
        solution = ns.solve(problem)
        assert solution.success
        np.testing.assert_allclose(solution.r, dense.r, atol=1e-8)


def test_builders():
    relay = ns.solve(ns.relay([[1.0]], [5.0], [-1.0], [1.0]))
    assert relay.success and relay.r[0] == pytest.approx(-1)
    mixed = ns.solve(ns.mlcp(M, [1.0, -6.0], 1))  # 2 x + z = -1, x + 2 z = 6
    assert mixed.success
    np.testing.assert_allclose(mixed.r, [-8 / 3, 13 / 3], atol=1e-10)
    triangle = ns.solve(ns.avi(np.eye(2), [-3.0, 0.0], [[1.0, 1.0], [-1.0, 0.0], [0.0, -1.0]],
                               [1.0, 0.0, 0.0]))
    assert triangle.success
    np.testing.assert_allclose(triangle.r, [1, 0], atol=1e-10)


def test_every_solver_that_claims_the_problem_solves_it():
    problem = ns.lcp(M, Q)
    solvers = ns.solvers_for(problem)
    assert len(solvers) >= 10
    for solver in solvers:
        solution = ns.solve(problem, solver)
        assert solution.success, solver
        np.testing.assert_allclose(solution.r, EXACT, atol=1e-6)


def test_mixed_laws_and_global_problems():
    friction = ns.coulomb(0.5)
    assert (friction.dimension, friction.mu, friction.shift) == (3, 0.5, 0.5)
    problem = ns.Problem(W=np.eye(4), q=[-1.0, 0.2, 0.0, 3.0], laws=[friction, ns.Free()])
    solution = ns.solve(problem)
    assert solution.success and problem.kind == "mixed"
    np.testing.assert_allclose(solution.r, [1.0, -0.2, 0, -3], atol=1e-9)  # sticks: u = 0
    whole = ns.GlobalProblem(M=np.eye(2) * 2, H=np.eye(2), f=[-2.0, 2.0], w=[0.0, 0.0],
                             laws=[ns.NonNegative(2)])
    answer = ns.solve(whole)
    assert answer.success
    np.testing.assert_allclose(answer.v, [0, 1], atol=1e-10)
    np.testing.assert_allclose(answer.r, [2, 0], atol=1e-10)


def test_options_are_checked_by_their_table():
    assert ns.Lemke(scale=False).scale is False
    assert ns.Nsgs(order=ns.SweepOrder.coloured).order == "coloured"
    with pytest.raises(ns.Error, match="did you mean 'tolerance'"):
        ns.Lemke(tolerence=1e-8)
    with pytest.raises(ns.Error, match="Lemke: .*tolerance.*2"):
        ns.Lemke(tolerance=2.0)
    with pytest.raises(ns.Error, match="Nsgs.order"):
        ns.Nsgs(order="sideways")
    solver = ns.Lemke()
    with pytest.raises(ns.Error, match="did you mean"):
        solver.max_iteration = 3
    solver.max_iterations = 3
    assert solver.max_iterations == 3
    assert repr(solver) == ("Lemke(tolerance=1e-10, max_iterations=3, scale=True, covering_seed=0)")


@pytest.mark.parametrize("wrong, said", [
    ("text", "a list or array of numbers, not a str 'text'"),
    ([[1.0, 2.0]], r"not a list of shape \(1, 2\)"),
    (np.array([1 + 2j, 0]), "complex128"),
    ([1.0, [2.0]], "not a list"),
    (None, "not None"),
])
def test_wrong_vectors_are_named(wrong, said):
    with pytest.raises(ns.Error, match=said) as raised:
        ns.lcp(M, wrong)
    assert str(raised.value).startswith("q must be")
    assert isinstance(raised.value, ValueError)


def test_messages_of_the_library_come_through():
    with pytest.raises(ns.Error, match="3"):
        ns.lcp(M, [1.0, 2.0, 3.0])
    with pytest.raises(ns.FileError):
        ns.io.read_problem("there-is-no-such-file.json")


def test_json_goes_around(tmp_path):
    path = str(tmp_path / "problem.json")
    ns.io.write_json(path, ns.lcp(M, Q))
    again = ns.io.read_problem(path)
    np.testing.assert_array_equal(again.W, M)
    np.testing.assert_array_equal(again.q, Q)
    assert again.kind == "lcp"


def test_start_is_used():
    problem = ns.lcp(M, Q)
    warm = ns.solve(problem, ns.FixedPoint(), start=EXACT)
    assert warm.success and warm.iterations < ns.solve(problem, ns.FixedPoint()).iterations
    with pytest.raises(ns.Error, match="start has 1"):
        ns.solve(problem, start=[0.0])
