#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much faster a rollout is on several threads:  rollout.py [variants] [threads] [steps] [record_every]

The best of five for each number of threads, alternating, wall time. `serial` is the share of one thread's
processor time in which the interpreter is held. Keeping every step costs as much as computing it, and fresh memory
is handed out by the kernel to one thread at a time: 1.65 to 1.85 times faster then, twice where every tenth is kept.
"""
import sys
import time

import nonsmooth as ns


def falling(height):
    model = ns.Model()
    ball = model.add(ns.Lagrangian(name="ball", mass=[[1.0]], q0=[height], force=ns.constant([-9.81])))
    model.add(ns.Interaction(on=[ball], relation=ns.LinearRelation(H=[[1.0]]), name="floor",
                             law=ns.NewtonImpact(e=0.9)))
    return model


def seconds(heights, threads, steps, record_every):
    wall, processor = time.perf_counter(), time.process_time()
    runs = ns.rollout(falling, heights, ns.MoreauJean(step=1e-3), threads=threads, end=1e-3 * steps,
                      record_every=record_every)
    spent = time.perf_counter() - wall, time.process_time() - processor
    assert all(run.success for run in runs)
    return *spent, sum(run.time for run in runs)


def main(variants=1000, threads=2, steps=5000, record_every=10):
    heights = [0.5 + k / variants for k in range(variants)]
    best = {1: (float("inf"),) * 3, threads: (float("inf"),) * 3}
    for _ in range(5):
        for count in best:
            best[count] = min(best[count], seconds(heights, count, steps, record_every))
    one, many = best[1], best[threads]
    print(f"{variants} variants of {steps} steps, every {record_every}. kept: {one[0]:.3f} s on 1 thread, {many[0]:.3f} s on {threads}: "
          f"{one[0] / many[0]:.2f} times faster; processor {one[1]:.3f} s and {many[1]:.3f} s; "
          f"serial {1 - one[2] / one[1]:.1%}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
