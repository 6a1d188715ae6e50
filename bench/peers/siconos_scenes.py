# SPDX-License-Identifier: Apache-2.0
"""Runs scenes of rigid bodies with Siconos and its Bullet back end.

usage: siconos_scenes.py MANIFEST, a JSON file {"folder", "step", "tolerance", "sweeps", "runs":
[["spheres", count, steps] | ["wall", across, rows, steps], ...]}. Every run is made twice, each in
a process of its own: as packaged, and with the self-checks of its graphs (assertions that the
package leaves on) answered at once by a small library loaded before it. Prints one JSON object per
run. The scenes are those of bench/scenes.hpp; only the random offsets of spheres differ.
"""
import json
import math
import os
import pathlib
import resource
import subprocess
import sys
import time

GRAPHS = [
    "ISt10shared_ptrI11InteractionES0_I15DynamicalSystemE21InteractionProperties"
    "25DynamicalSystemProperties15GraphPropertiesE",
    "ISt10shared_ptrI15DynamicalSystemES0_I11InteractionE25DynamicalSystemProperties"
    "21InteractionProperties15GraphPropertiesE",
]


def compile_quick_checks(folder):
    """A library whose versions of the graph's self-checks take no time."""
    lines = []
    for number, graph in enumerate(GRAPHS):
        for check in ("12state_assertEv", "20adjacent_vertices_okEv"):
            name = f"yes_{number}_{check[:2]}"
            symbol = f"_ZNK12SiconosGraph{graph}{check}"
            lines.append(f'_Bool {name}(const void* g) __asm__("{symbol}");')
            lines.append(f"_Bool {name}(const void* g) {{ (void)g; return 1; }}")
        # a vertex with an edge has a list of edges that is not empty: its head is not itself
        name, symbol = f"linked_{number}", f"_ZNK12SiconosGraph{graph}22adjacent_vertex_existsERKPv"
        lines.append(f'_Bool {name}(const void* g, void* const* v) __asm__("{symbol}");')
        lines.append(f"_Bool {name}(const void* g, void* const* v)"
                     " { (void)g; return *(void**)*v != *v; }")
    source = pathlib.Path(folder) / "quick_checks.c"
    source.write_text("\n".join(lines) + "\n")
    library = source.with_suffix(".so")
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    return library


def add_spheres(io, contactor, count):
    import numpy

    r, wall = 0.05, 0.2
    pitch = 2.2 * r
    side = max(3, round(count ** (1 / 3)))
    width = side * pitch + 0.02
    height = 4 * width
    io.add_primitive_shape("floor_shape", "Box", (width + 2 * wall, width + 2 * wall, wall))
    io.add_primitive_shape("x_shape", "Box", (wall, width + 2 * wall, height))
    io.add_primitive_shape("y_shape", "Box", (width + 2 * wall, wall, height))
    io.add_primitive_shape("ball_shape", "Sphere", (r,))
    io.add_object("floor", [contactor("floor_shape")], translation=[0, 0, -wall / 2])
    for s in (-1, 1):
        far = s * (width + wall) / 2
        io.add_object(f"x{s}", [contactor("x_shape")], translation=[far, 0, height / 2])
        io.add_object(f"y{s}", [contactor("y_shape")], translation=[0, far, height / 2])
    mass = 4 / 3 * math.pi * r**3 * 2500
    random = numpy.random.RandomState(1)
    for i in range(count):
        cell = numpy.array([i % side - (side - 1) / 2, i // side % side - (side - 1) / 2,
                            i // side // side])
        place = pitch * cell + 0.05 * r * random.uniform(-1, 1, 3) + [0, 0, r + 0.015]
        io.add_object(f"ball{i}", [contactor("ball_shape")], translation=list(place),
                      velocity=[0] * 6, mass=mass, inertia=[0.4 * mass * r * r] * 3)


def add_wall(io, contactor, across, rows):
    io.add_primitive_shape("floor_shape", "Box", (4 * across, 10, 1))
    io.add_primitive_shape("cube_shape", "Box", (1, 1, 1))
    io.add_object("floor", [contactor("floor_shape")], translation=[0, 0, -0.5])
    for k in range(rows):
        for i in range(across):
            x = (i - (across - 1) / 2) * 1.01 + (0.5 if k % 2 else 0.0)
            io.add_object(f"cube{k}_{i}", [contactor("cube_shape")], translation=[x, 0, 0.5 + k],
                          velocity=[0] * 6, mass=1000.0, inertia=[1000.0 / 6] * 3)


def run_one(manifest, run, checks):
    import siconos.kernel as kernel
    import siconos.numerics as numerics
    from siconos.io.mechanics_run import MechanicsHdf5Runner
    from siconos.mechanics.collision.bullet import SiconosBulletOptions
    from siconos.mechanics.collision.tools import Contactor

    steps, h = int(run[-1]), manifest["step"]
    file = str(pathlib.Path(manifest["folder"]) / f"scene_{os.getpid()}.hdf5")
    with MechanicsHdf5Runner(io_filename=file) as io:
        io.add_Newton_impact_friction_nsl("contact", mu=0.5, e=0.0)
        if run[0] == "spheres":
            add_spheres(io, Contactor, int(run[1]))
        else:
            add_wall(io, Contactor, int(run[1]), int(run[2]))
    bullet = SiconosBulletOptions()
    bullet.worldScale = 1.0
    bullet.contactBreakingThreshold = 0.01
    bullet.perturbationIterations = 0
    bullet.minimumPointsPerturbationThreshold = 0
    options = kernel.solver_options_create(numerics.SICONOS_FRICTION_3D_NSGS)
    options.iparam[numerics.SICONOS_IPARAM_MAX_ITER] = manifest["sweeps"]
    options.dparam[numerics.SICONOS_DPARAM_TOL] = manifest["tolerance"]

    clock, contacts, heights = [], [], []

    class AfterStep:
        def __call__(self, io):
            clock.append(time.process_time())
            contacts.append(int(io._simulation.oneStepNSProblem(0).getSizeOutput()) // 3)
            if len(clock) >= steps - 1:
                # rows of a number and (x, y, z, quaternion)
                heights.append(float(io._io.positions(io._nsds)[:, 3].mean()))

    with MechanicsHdf5Runner(io_filename=file, mode="r+") as io:
        io.run(with_timer=False, bullet_options=bullet, t0=0.0, T=steps * h, h=h, theta=0.50001,
               Newton_max_iter=1, solver_options=options, numerics_verbose=False, verbose=False,
               verbose_progress=False, explode_Newton_solve=True, output_frequency=10**6,
               end_run_iteration_hook=AfterStep())
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"run": run, "checks": checks, "contacts": contacts[-1], "height": heights[-1],
            "seconds_per_step": (clock[-1] - clock[0]) / max(1, len(clock) - 1),
            "memory_mb": memory}


def main():
    manifest = json.loads(pathlib.Path(sys.argv[1]).read_text())
    if len(sys.argv) > 2:
        result = run_one(manifest, json.loads(sys.argv[2]), sys.argv[3] == "on")
        print("\n" + json.dumps(result), flush=True)
        return
    quick = compile_quick_checks(manifest["folder"])
    for run in manifest["runs"]:
        for checks in ("on", "off"):
            environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
            if checks == "off":
                environment["LD_PRELOAD"] = str(quick)
            done = subprocess.run([sys.executable, __file__, sys.argv[1], json.dumps(run), checks],
                                  capture_output=True, text=True, check=False, env=environment)
            lines = [line for line in done.stdout.splitlines() if line.startswith('{"run"')]
            if done.returncode == 0 and lines:
                print(lines[-1], flush=True)
            else:
                sys.stderr.write(f"siconos_scenes.py: {run} failed:\n{done.stderr[-1500:]}\n")


main()
