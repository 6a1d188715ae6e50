# SPDX-License-Identifier: Apache-2.0
"""Many variants side by side: the same bits as one by one, in the order asked for."""
import numpy as np
import pytest

import nonsmooth as ns
from support import ball_model

SCHEME = ns.MoreauJean(step=1e-3)
HEIGHTS = np.linspace(0.5, 2.0, 24)


def falling(height):
    return ball_model(q0=height)[0]


def test_same_bits_for_any_number_of_threads():
    alone = [ns.simulate(falling(height), SCHEME, end=2.0) for height in HEIGHTS]
    for threads in (1, 2, 4):
        runs = ns.rollout(falling, HEIGHTS, SCHEME, threads=threads, end=2.0)
        assert len(runs) == len(HEIGHTS)
        for run, other in zip(runs, alone):
            assert run.success
            np.testing.assert_array_equal(run.q("ball"), other.q("ball"))
            np.testing.assert_array_equal(run.impulse("floor"), other.impulse("floor"))


def test_seed_decides_and_threads_do_not():
    def thrown(spread, random):
        return ball_model(q0=1.0 + spread * random.random())[0]

    def starts(seed, threads):
        runs = ns.rollout(thrown, [0.1] * 8, SCHEME, threads=threads, seed=seed, end=0.01)
        return [run.q("ball")[0, 0] for run in runs]

    assert starts(7, 1) == starts(7, 2)
    assert starts(7, 1) != starts(8, 1)
    assert len(set(starts(7, 1))) == 8  # every variant has numbers of its own


def test_a_pair_brings_its_own_scheme():
    runs = ns.rollout(lambda step: (falling(1.0), ns.MoreauJean(step=step)), [1e-2, 5e-3], end=0.1)
    assert [len(run) for run in runs] == [11, 21]


def test_an_error_in_one_variant_is_raised():
    def make(height):
        if height > 1.0:
            raise ValueError(f"no ball at {height}")
        return falling(height)

    for threads in (1, 2):
        with pytest.raises(ValueError, match="no ball at 3"):
            ns.rollout(make, [0.5, 3.0, 1.0], SCHEME, threads=threads, end=0.1)
