# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import nonsmooth as ns


def ball_on_floor(height=0.5, **law):
    scene = ns.Scene(contact_law=ns.ContactLaw(**law))
    scene.add(ns.Body(shape=ns.HalfSpace(), motion="fixed"))
    ball = scene.add(ns.Body(name="ball", shape=ns.Sphere(0.1), position=[0, 0, height]))
    return scene, ball


def test_a_ball_falls_and_rests():
    scene, ball = ball_on_floor()
    run = ns.simulate(scene, ns.SceneScheme(step=1e-3), end=1.0, record_every=10)
    assert run.success and len(run) == 101
    assert run.poses.shape == (101, 2, 7) and run.velocities.shape == (101, 2, 6)
    assert not run.poses.flags.owndata
    pose = run.pose(ball)
    assert pose[0, 2] == 0.5
    # free fall to t = 0.2 s: positions with the mean velocity are exact
    assert pose[20, 2] == pytest.approx(0.5 - 0.5 * 9.81 * 0.2 ** 2, abs=1e-9)
    assert run.pose("ball")[-1, 2] == pytest.approx(0.1, abs=1e-5)
    contacts = run.contacts()
    assert contacts["bodies"].tolist() == [[0, 1]]
    weight = 1000 * 4 / 3 * np.pi * 0.1 ** 3 * 9.81
    assert abs(contacts["impulse"][0, 2]) == pytest.approx(weight * 1e-3, rel=1e-3)


def test_scene_step_by_step_gives_the_same_bits():
    scene, ball = ball_on_floor(restitution=0.5)
    run = ns.simulate(scene, end=0.5)
    simulator = ns.SceneSimulator(scene)
    for k in range(1, len(run)):
        assert simulator.step().ok
    np.testing.assert_array_equal(simulator.poses, run.poses[-1])
    assert simulator.mass("ball") == pytest.approx(1000 * 4 / 3 * np.pi * 1e-3)


def test_forces_and_drives_in_python():
    scene = ns.Scene(gravity=[0, 0, 0])
    pushed = scene.add(ns.Body(shape=ns.Sphere(0.1), mass=2.0,
                               force=lambda t, state: ([4.0, 0, 0], [0, 0, 0])))
    driven = scene.add(ns.Body(shape=ns.Sphere(0.1), position=[0, 5, 0], motion="driven",
                               drive=lambda t: ([0, 0, 1.0], [0, 0, 0])))
    run = ns.simulate(scene, end=1.0)
    assert run.velocity(pushed)[-1, 0] == pytest.approx(2.0, rel=1e-9)
    assert run.pose(driven)[-1, 2] == pytest.approx(1.0, rel=1e-9)


def test_a_pendulum_keeps_its_length():
    scene = ns.Scene()
    bob = scene.add(ns.Body(shape=ns.Sphere(0.05), position=[1, 0, 0]))
    scene.add(ns.Joint(kind="ball", a=bob, anchor=[0, 0, 0]))
    run = ns.simulate(scene, end=1.0, record_every=10)
    assert run.success
    np.testing.assert_allclose(np.linalg.norm(run.pose(bob)[:, :3], axis=1), 1.0, atol=1e-4)


def test_bodies_may_come_later():
    scene, _ = ball_on_floor()

    def on_step(simulator, report):
        if abs(simulator.t - 0.1) < 1e-9:
            simulator.add(ns.Body(shape=ns.Sphere(0.1), position=[1, 0, 1]))

    run = ns.simulate(scene, end=0.2, record_every=50, on_step=on_step)
    assert run.poses.shape[1] == 3
    assert np.isnan(run.poses[0, 2]).all() and np.isfinite(run.poses[-1]).all()


def test_mistakes_are_named():
    scene, _ = ball_on_floor()
    with pytest.raises(ns.Error, match="radius"):
        scene.add(ns.Body(shape=ns.Sphere(0.0)))
    with pytest.raises(ns.Error, match="Body.position must be 3 numbers"):
        ns.Body(position=[0, 1])
    with pytest.raises(ns.Error, match="did you mean 'ball'"):
        ns.simulate(scene, end=0.01).pose("bal")


def test_large_shapes():
    corners = [[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    volume, centre, _ = ns.mass_properties(ns.ConvexHull(corners))
    assert volume == pytest.approx(8) and np.allclose(centre, 0)
    terrain = ns.HeightField(np.zeros((3, 3)), spacing=1.0, origin=[-1, -1])
    scene = ns.Scene()
    scene.add(ns.Body(shape=terrain, motion="fixed"))
    box = scene.add(ns.Body(shape=ns.Cuboid([0.1, 0.1, 0.1]), position=[0, 0, 0.15]))
    run = ns.simulate(scene, end=0.5)
    assert run.success and run.pose(box)[-1, 2] == pytest.approx(0.1, abs=1e-5)
