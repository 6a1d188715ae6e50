# SPDX-License-Identifier: Apache-2.0
import sys
import threading

from . import _core
from ._circuits import simulate_circuit


class _Bar:
    """A line that shows how much of a run is done; nothing where nobody looks."""

    def __init__(self, width=40):
        self.width, self.shown = width, -1

    def __call__(self, share):
        done = int(share * self.width)
        if done != self.shown:
            self.shown = done
            sys.stderr.write("\r[" + "#" * done + "." * (self.width - done) + f"] {share:4.0%}")
            sys.stderr.flush()

    def end(self):
        if self.shown >= 0:
            sys.stderr.write("\r" + " " * (self.width + 8) + "\r")
            sys.stderr.flush()


def simulate(model, scheme=None, *, progress=False, **options):
    """Runs a Model with a scheme, a Scene with a SceneScheme, a Circuit or a Netlist; returns what happened.

    Options are the fields of RunOptions or SceneRunOptions: end (s), record_every, on_step, ... A circuit
    may have `step` (s), `theta` and `tolerance` (V and A) in place of a scheme, a netlist has them itself,
    and `file` writes the run with all voltages and currents.
    `progress` shows a bar on standard error. Ctrl-C ends the run and returns what there is so far, with
    success False.
    """
    run = simulate_circuit if isinstance(model, (_core.Circuit, _core.io.Netlist)) else _core.simulate
    if not progress or "on_progress" in options:
        return run(model, scheme, **options)
    bar = _Bar()
    try:
        return run(model, scheme, on_progress=bar, **options)
    finally:
        bar.end()


def rollout(make, variations, scheme=None, *, threads=1, seed=None, **options):
    """Runs many variants of a model in parallel threads; the list of runs is in the order of `variations`.

    `make(variation)` returns the Model, Scene or Circuit to run, or a pair of it and a scheme. With a `seed` it is
    called as `make(variation, random)`, where `random` is a numpy Generator of its own: the same for the
    same seed and position, whatever the number of threads. Runs are those of `simulate` to the last bit.
    """
    variations = list(variations)
    generators = None
    if seed is not None:
        import numpy
        generators = [numpy.random.default_rng(each)
                      for each in numpy.random.SeedSequence(seed).spawn(len(variations))]

    def run(k):
        made = make(variations[k]) if generators is None else make(variations[k], generators[k])
        model, chosen = made if isinstance(made, tuple) else (made, scheme)
        return simulate(model, chosen, **options)

    if threads == 1:
        return [run(k) for k in range(len(variations))]
    return _in_threads(run, len(variations), threads)


def _in_threads(run, count, threads):
    """[run(0), run(1), ...] by threads that take the next number when they are free; the first error is raised.

    An executor would do, at the price of a lock, a queue and a future per run, all of it with the
    interpreter held, which is what short runs cannot share.
    """
    results, failures = [None] * count, []
    numbers = iter(range(count))

    def work():
        for k in numbers:  # one bytecode: no two threads get the same
            if failures:
                return
            try:
                results[k] = run(k)
            except BaseException as error:
                failures.append((k, error))

    crew = [threading.Thread(target=work, daemon=True) for _ in range(min(threads, count))]
    for each in crew:
        each.start()
    try:
        for each in crew:
            each.join()
    except BaseException as error:  # Ctrl-C: runs that have begun come to their end
        failures.append((-1, error))
        for each in crew:
            each.join()
    if failures:
        raise min(failures, key=lambda failure: failure[0])[1]
    return results
