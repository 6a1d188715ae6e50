#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scenes from the command line: check, run, info, csv, files for ParaView, Ctrl-C.

    scenes_test.py <path of nonsmooth> <folder of the example scenes> [unittest arguments]

With the `vtk` module of Python (Debian: python3-vtk9) the files for ParaView are read by VTK itself;
without it that test is skipped.
"""
import base64
import json
import os
import signal
import struct
import subprocess
import sys
import time
import unittest
import xml.etree.ElementTree as xml
import zlib
from pathlib import Path

import cli_test
from cli_test import FAILURE, OK, CommandTest

SCENES = Path()
BALL = """
[scene]
title = "a ball"
[run]
step = 0.01
end = 0.5
[[body]]
name = "floor"
shape = { kind = "half_space" }
motion = "fixed"
[[body]]
name = "ball"
shape = { kind = "sphere", radius = 0.1 }
position = [0, 0, 0.1]
velocity = [1, 0, 0]
"""
REPORT_KEYS = {"title", "bodies", "joints", "status", "message", "t", "steps", "failed_steps",
               "worst_residual", "deepest_gap", "joint_error", "contacts", "energy", "energy_initial",
               "energy_closure", "time_s", "times_s", "state_hash"}


def array(element, name):
    """Numbers of a DataArray: a 64-bit count of bytes, then the bytes."""
    node = next(each for each in element.iter("DataArray") if each.get("Name") == name)
    data = base64.b64decode(node.text)
    count = struct.unpack("<Q", data[:8])[0]
    assert count == len(data) - 8, (name, count, len(data))
    kind = {"Float64": "d", "Int64": "q"}[node.get("type")]
    return struct.unpack(f"<{count // 8}{kind}", data[8:])


class SceneTest(CommandTest):
    def run_json(self, *arguments, expect=OK):
        return self.run_command("run", *arguments, "--json", expect=expect).objects()[0]


class Check(SceneTest):
    def test_says_what_is_in_a_scene(self):
        out = self.run_command("check", self.file("ball.toml", BALL)).out
        for part in ("a ball", "1 half-space, 1 sphere", "4.189 kg", "friction 0.5", "floor - ball"):
            self.assertIn(part, out)

    def test_warns_of_overlaps(self):
        deep = BALL.replace("0, 0, 0.1]", "0, 0, 0.08]")
        found = self.run_command("check", self.file("deep.toml", deep), "--json").objects()[0]
        self.assertEqual(len(found["warning"]), 1)
        self.assertIn("by 0.02 m", found["warning"][0])

    def test_mistakes_name_file_and_line(self):
        wrong = self.file("wrong.toml", BALL.replace("radius", "radus"))
        error = self.run_command("check", wrong, expect=FAILURE).err
        self.assertIn("wrong.toml:13: body 'ball', shape: expected the key 'radius'", error)

    def test_every_example_is_sound(self):
        scenes = sorted(SCENES.glob("*.toml"))
        self.assertGreaterEqual(len(scenes), 13)
        for scene in scenes:
            with self.subTest(scene=scene.name):
                found = self.run_command("check", scene, "--json").objects()[0]
                self.assertEqual(found["warning"], [])


class Robot(SceneTest):
    def setUp(self):
        super().setUp()
        process = subprocess.run([cli_test.COMMAND, "check", SCENES / "arm.urdf"], text=True,
                                 capture_output=True)
        if "cannot read URDF" in process.stderr:
            self.skipTest("built without urdfdom")

    def test_is_checked_and_run_like_a_scene(self):
        found = self.run_command("check", SCENES / "arm.urdf", "--json").objects()[0]
        self.assertEqual((found["title"], found["joints"], found["warning"]), ("arm", 2, []))
        self.assertAlmostEqual(found["mass_kg"], 3.3)
        report = self.run_json(SCENES / "arm.urdf", "--end", "0.1")
        self.assertEqual((report["status"], report["failed_steps"]), ("solved", 0))
        self.assertLess(report["joint_error"], 1e-7)

    def test_mistakes_name_the_link(self):
        text = (SCENES / "arm.urdf").read_text().replace('<mass value="2"/>', '<mass value="-2"/>')
        error = self.run_command("check", self.file("bad.urdf", text), expect=FAILURE).err
        self.assertIn("link 'upper': mass is -2", error)


class Run(SceneTest):
    def test_reports_and_ends_where_physics_does(self):
        found = self.run_json(self.file("ball.toml", BALL))
        self.assertEqual(REPORT_KEYS, set(found))
        self.assertEqual(found["status"], "solved")
        self.assertEqual(found["steps"], 50)
        # slides until it rolls with 5/7 of its speed: 2/7 of the kinetic energy is lost
        mass = 1000 * 4 / 3 * 3.141592653589793 * 0.1 ** 3
        kinetic = found["energy"] - mass * 9.81 * 0.1
        self.assertAlmostEqual(kinetic / (0.5 * mass), 5 / 7, delta=1e-6)
        text = self.run_command("run", self.folder / "ball.toml").out
        for part in ("reached the end", "stage", "solve", "detect"):
            self.assertIn(part, text)

    def test_flags_take_the_place_of_the_file(self):
        found = self.run_json(self.file("ball.toml", BALL), "--step", "0.005", "--end", "0.1",
                              "--threads", "2")
        self.assertEqual((found["steps"], found["t"]), (20, 0.1))

    def test_writes_a_file_that_others_read(self):
        self.file("ball.toml", BALL)
        found = self.run_json("ball.toml", "--out", "run.h5", "--every", "10")
        info = self.run_command("info", "run.h5", "--json").objects()[0]
        self.assertEqual(info["format"], "nonsmooth scene run")
        self.assertEqual(info["records"], 6)
        self.assertEqual(info["state_hash"], found["state_hash"])
        self.assertIs(info["finished"], True)
        rows = self.run_command("csv", "run.h5", "pose/ball/x", "energy/total").out.splitlines()
        self.assertEqual(rows[0], "t,pose/ball/x,energy/total")
        self.assertEqual(len(rows), 7)
        # a second run does not overwrite it by accident
        self.assertIn("exists", self.run_command("run", "ball.toml", "--out", "run.h5", expect=FAILURE).err)
        self.run_json("ball.toml", "--out", "run.h5", "--replace")

    def test_goes_on_with_the_same_bits(self):
        self.file("ball.toml", BALL)
        whole = self.run_json("ball.toml", "--out", "whole.h5")
        self.run_json("ball.toml", "--out", "pieces.h5", "--end", "0.2")
        found = self.run_json("ball.toml", "--out", "pieces.h5", "--resume")
        self.assertEqual(found["steps"], 30)
        self.assertEqual(found["state_hash"], whole["state_hash"])

    def test_ctrl_c_leaves_a_complete_file(self):
        self.file("long.toml", BALL.replace("end = 0.5", "end = 1e6"))
        process = subprocess.Popen([cli_test.COMMAND, "run", "long.toml", "--out", "run.h5"],
                                   cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for _ in range(300):  # the file has its name after the first flush
            if (self.folder / "run.h5").exists():
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, FAILURE)
        info = self.run_command("info", "run.h5", "--json").objects()[0]
        self.assertIs(info["finished"], True)
        self.assertIn("ended", info["message"])
        self.assertGreater(info["steps"], 0)

    def test_other_files_are_refused(self):
        self.assertIn("ends in one of", self.run_command("run", self.file("a.txt", ""), expect=FAILURE).err)
        self.assertIn("none.toml", self.run_command("run", "none.toml", expect=FAILURE).err)


class Pictures(SceneTest):
    """Figures and reports of a run of a scene."""

    def setUp(self):
        super().setUp()
        self.file("ball.toml", BALL)
        self.run_json("ball.toml", "--out", "ball.h5")

    def size_of_png(self, name):
        data = (self.folder / name).read_bytes()
        self.assertTrue(data.startswith(b"\x89PNG\r\n\x1a\n"))
        return struct.unpack(">II", data[16:24]), data

    def pixels(self, data):
        """Rows of an RGB picture as our writer makes them: every line minus the one above."""
        (width, height), at, packed = struct.unpack(">II", data[16:24]), 8, b""
        while at < len(data):
            length, kind = struct.unpack(">I4s", data[at:at + 8])
            body = data[at + 8:at + 8 + length]
            self.assertEqual(struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0], zlib.crc32(kind + body))
            packed += body if kind == b"IDAT" else b""
            at += 12 + length
        rows, above = [], bytes(3 * width)
        raw = zlib.decompress(packed)
        for y in range(height):
            self.assertEqual(raw[y * (3 * width + 1)], 2)
            line = raw[y * (3 * width + 1) + 1:(y + 1) * (3 * width + 1)]
            above = bytes((a + b) % 256 for a, b in zip(line, above))
            rows.append(above)
        return rows

    def test_plot_draws_every_kind(self):
        for arguments in ([], ["pose/ball", "velocity/ball/vx"], ["--energy"], ["--network", "--at", "0.2"],
                          ["--phase", "pose/ball/x", "velocity/ball/vx"]):
            with self.subTest(arguments=arguments):
                self.run_command("plot", "ball.h5", *arguments, "--out", "figure.png")
                self.size_of_png("figure.png")
        for arguments, near in ((["pose/bal"], "pose/ball"), (["enery"], "energy")):
            self.assertIn(f"'{near}", self.run_command("plot", "ball.h5", *arguments, expect=FAILURE).err)

    def test_a_strip_shows_the_ball_where_it_is(self):
        self.run_command("plot", "ball.h5", "--strip", "3", "--out", "strip.png")
        (width, height), data = self.size_of_png("strip.png")
        self.assertEqual((width, height), (3 * 480 + 2 * 4, 360))
        rows = self.pixels(data)
        middles = []
        for k in range(3):
            # blue pixels are those of the ball; the floor is grey
            blue = [x for row in rows for x in range(480)
                    if row[3 * (x + 484 * k) + 2] > row[3 * (x + 484 * k)] + 40]
            self.assertGreater(len(blue), 200)
            middles.append(sum(blue) / len(blue))
        self.assertLess(middles[0] + 20, middles[1])  # it rolls to the right
        self.assertLess(middles[1] + 20, middles[2])
        again = data
        self.run_command("plot", "ball.h5", "--strip", "3", "--out", "strip.png")
        self.assertEqual((self.folder / "strip.png").read_bytes(), again)

    def test_an_animation_has_its_frames(self):
        self.run_command("plot", "ball.h5", "--animation", "--out", "moving.png")
        _, data = self.size_of_png("moving.png")
        (frames,) = struct.unpack(">I", data[data.index(b"acTL") + 4:][:4])
        self.assertEqual((frames, data.count(b"fcTL")), (13, 13))  # 25 per second of 0.5 s

    def test_a_report_opens_alone(self):
        self.run_command("report", "ball.h5")
        page = (self.folder / "ball.html").read_text()
        for words in ("Pictures", "Certificate", "Figures", "Time", "Settings", "data:image/png;base64,", "<svg",
                      "<th>status</th><td>solved</td>", "where energy went"):
            self.assertIn(words, page)
        for outside in ("http:", "https:", "<script", "<link", "url("):
            self.assertNotIn(outside, page)


class ParaView(SceneTest):
    def setUp(self):
        super().setUp()
        self.run_json(self.file("ball.toml", BALL), "--every", "10", "--vtk", "pictures")
        self.pictures = self.folder / "pictures"

    def test_files_are_what_the_format_says(self):
        collection = xml.parse(self.pictures / "contacts.pvd").getroot()
        files = [each.get("file") for each in collection.iter("DataSet")]
        times = [float(each.get("timestep")) for each in collection.iter("DataSet")]
        self.assertEqual(len(files), 6)
        self.assertAlmostEqual(times[-1], 0.5, delta=1e-12)
        piece = next(xml.parse(self.pictures / files[-1]).getroot().iter("Piece"))
        self.assertEqual(piece.get("NumberOfPoints"), "1")
        # the ball stands on the floor, and its weight times the step holds it
        impulse = array(piece, "impulse")
        self.assertAlmostEqual(abs(impulse[2]), 4.18879 * 9.81 * 0.01, delta=1e-5)
        bodies = next(xml.parse(self.pictures / "bodies" / "000005.vtp").getroot().iter("Piece"))
        self.assertEqual(len(array(bodies, "Points")), 3 * int(bodies.get("NumberOfPoints")))
        self.assertEqual(len(array(bodies, "body")), int(bodies.get("NumberOfPolys")))

    def test_vtk_reads_them(self):
        try:
            import vtk
        except ImportError:
            self.skipTest("there is no vtk module (Debian: python3-vtk9)")
        for part, points, cells in (("bodies", 166, 321), ("centres", 2, 2), ("contacts", 1, 1)):
            reader = vtk.vtkXMLPolyDataReader()
            reader.SetFileName(str(self.pictures / part / "000005.vtp"))
            reader.Update()
            data = reader.GetOutput()
            self.assertEqual((data.GetNumberOfPoints(), data.GetNumberOfCells()), (points, cells), part)
        box = data.GetPoint(0)
        self.assertAlmostEqual(box[2], 0.0, delta=1e-6)
        normal = data.GetPointData().GetArray("normal")
        self.assertAlmostEqual(abs(normal.GetTuple3(0)[2]), 1.0, delta=1e-12)


class Examples(SceneTest):
    def test_every_example_runs(self):
        """A few steps each: the whole runs are for `NS_ALL_SCENES=1`."""
        whole = os.environ.get("NS_ALL_SCENES") == "1"
        for scene in sorted(SCENES.glob("*.toml")):
            with self.subTest(scene=scene.name):
                more = [] if whole else ["--end", "0.02"]
                found = self.run_json(scene, *more)
                self.assertEqual((found["status"], found["failed_steps"]), ("solved", 0), scene.name)
                if whole:
                    print(f"{scene.name}: {found['steps']} steps, {found['time_s']:.2f} s")


if __name__ == "__main__":
    if len(sys.argv) < 3 or not os.access(sys.argv[1], os.X_OK):
        sys.exit("usage: scenes_test.py <path of nonsmooth> <folder of scenes> [unittest arguments]")
    cli_test.COMMAND, SCENES = str(Path(sys.argv.pop(1)).resolve()), Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=2)
