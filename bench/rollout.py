#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much faster a rollout is on several threads:  rollout.py [variants] [threads] [steps] [record_every]

The best of five for each number of threads, alternating, wall time, each in a process of its own: one after the
other in one process, the second would compute in memory that the first has left to its own threads only. `serial`
is the share of one thread's processor time in which the interpreter is held.
"""
import subprocess
import sys
import time


def falling(height):
    import nonsmooth as ns
    model = ns.Model()
    ball = model.add(ns.Lagrangian(name="ball", mass=[[1.0]], q0=[height], force=ns.constant([-9.81])))
    model.add(ns.Interaction(on=[ball], relation=ns.LinearRelation(H=[[1.0]]), name="floor",
                             law=ns.NewtonImpact(e=0.9)))
    return model


def measure(variants, threads, steps, record_every):
    """Wall time and processor time of one rollout, and the sum of the wall times of its runs, s."""
    import nonsmooth as ns
    heights = [0.5 + k / variants for k in range(variants)]
    wall, processor = time.perf_counter(), time.process_time()
    runs = ns.rollout(falling, heights, ns.MoreauJean(step=1e-3), threads=threads, end=1e-3 * steps,
                      record_every=record_every)
    spent = time.perf_counter() - wall, time.process_time() - processor
    assert all(run.success for run in runs)
    return *spent, sum(run.time for run in runs)


def measure_apart(*arguments):
    text = subprocess.run([sys.executable, __file__, "--once", *map(str, arguments)], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    return tuple(map(float, text.split()))


def main(variants=1000, threads=2, steps=5000, record_every=1):
    best = {1: (float("inf"),) * 3, threads: (float("inf"),) * 3}
    for _ in range(5):
        for count in best:
            best[count] = min(best[count], measure_apart(variants, count, steps, record_every))
    one, many = best[1], best[threads]
    print(f"{variants} variants of {steps} steps, every {record_every}. kept: {one[0]:.3f} s on 1 thread, "
          f"{many[0]:.3f} s on {threads}: {one[0] / many[0]:.2f} times faster; "
          f"processor {one[1]:.3f} s and {many[1]:.3f} s; serial {1 - one[2] / one[1]:.1%}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--once"]:
        print(*measure(*map(int, sys.argv[2:])))
    else:
        main(*map(int, sys.argv[1:]))
