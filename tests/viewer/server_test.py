#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The server of `nonsmooth view`: who may ask it what, and what it survives.

    server_test.py <path of nonsmooth> [unittest arguments]
"""
import http.client
import json
import os
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

COMMAND = ""
SCENE = """
[scene]
title = "pile"
friction = 0.5
[run]
step = "2 ms"
end = 0.3
record_every = 2
[[body]]
name = "floor"
shape = { kind = "half_space" }
motion = "fixed"
[[body]]
name = "lower"
shape = { kind = "sphere", radius = "10 cm" }
density = "1 t/m^3"
position = [0, 0, 0.1]
[[body]]
name = "upper"
shape = { kind = "cuboid", half_extents = [0.1, 0.1, 0.1] }
density = "1 t/m^3"
position = [0, 0, 0.32]
"""


class Server:
    """`nonsmooth view` on a file, until the end of the with block."""

    def __init__(self, path, *arguments):
        self.process = subprocess.Popen([COMMAND, "view", str(path), "--no-browser", *arguments], text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        if not found:
            raise AssertionError(f"no address: {line!r} {self.process.stderr.read()}")
        self.port = int(found[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()

    def stop(self):
        """Ctrl-C; the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=10)

    def get(self, path, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", path, headers=headers)
            reply = connection.getresponse()
            return reply.status, reply.read(), reply
        finally:
            connection.close()

    def json(self, path):
        status, body, _ = self.get(path)
        if status != 200:
            raise AssertionError(f"{path}: {status} {body!r}")
        return json.loads(body)

    def raw(self, request, timeout=10):
        """The whole answer to bytes sent as they are."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as s:
            s.sendall(request)
            answer = b""
            try:
                while part := s.recv(65536):
                    answer += part
            except ConnectionResetError:
                pass
            return answer


class ViewTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.scratch.name)
        (cls.folder / "pile.toml").write_text(SCENE)
        cls.run_file = cls.folder / "pile.h5"
        subprocess.run([COMMAND, "run", str(cls.folder / "pile.toml"), "--out", str(cls.run_file)], check=True,
                       stdout=subprocess.DEVNULL)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()


class WhoMayAsk(ViewTest):
    def test_it_listens_on_loopback_only(self):
        with Server(self.run_file) as server:
            wanted = f":{server.port:04X}"
            listening = []
            for table in ("/proc/net/tcp", "/proc/net/tcp6"):
                if os.path.exists(table):
                    rows = [line.split() for line in Path(table).read_text().splitlines()[1:]]
                    listening += [row[1] for row in rows if row[1].endswith(wanted) and row[3] == "0A"]
            self.assertEqual(listening, ["0100007F" + wanted])  # 127.0.0.1, bytes as the kernel has them

    def test_nothing_outside_the_table_is_served(self):
        secret = self.folder / "secret.txt"
        secret.write_text("a secret beside the run")
        ways = ["/../../../../etc/passwd", "/..%2f..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
                "/viewer.js/../../../etc/passwd", "/etc/passwd", "http://127.0.0.1/etc/passwd", "/secret.txt",
                str(secret), "/pile.h5", "/api/../secret.txt", "/api/run/../../secret.txt", "/viewer.js%00.txt",
                "\\..\\..\\etc\\passwd", "/viewer.css?x=../../etc/passwd", "/./secret.txt", "/api", "/API/run"]
        with Server(self.run_file) as server:
            for way in ways:
                with self.subTest(way=way):
                    answer = server.raw(f"GET {way} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
                    self.assertRegex(answer.split(b"\r\n")[0], rb"HTTP/1\.1 40[04] ")
                    self.assertNotIn(b"root:", answer)
                    self.assertNotIn(b"a secret", answer)

    def test_other_methods_names_and_nonsense_are_refused(self):
        cases = [(b"POST /api/run HTTP/1.1\r\nHost: localhost\r\n\r\n", b"405"),
                 (b"PUT / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"405"),
                 (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"403"),
                 (b"GET / HTTP/1.1\r\n\r\n", b"403"),
                 (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello", b"400"),
                 (b"GET /api/body?record=x&body=1 HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400"),
                 (b"GET /api/body?record=-1&body=1 HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400"),
                 (b"GET /api/body?record=99999999&body=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"404"),
                 (b"GET /api/body HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"404"),
                 (b"\x00\xff\x80 nonsense\r\n\r\n", b"400"),
                 (b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", b"431")]
        with Server(self.run_file) as server:
            for request, status in cases:
                with self.subTest(request=request[:60]):
                    self.assertIn(status, server.raw(request).split(b"\r\n")[0])
            self.assertEqual(server.json("/api/run")["kind"], "scene")

    def test_a_port_that_is_taken_is_said(self):
        with Server(self.run_file) as server:
            again = subprocess.run([COMMAND, "view", str(self.run_file), "--no-browser", "--port", str(server.port)],
                                   capture_output=True, text=True, timeout=30)
            self.assertEqual(again.returncode, 1)
            self.assertIn(f"port {server.port}", again.stderr)


class WhatIsServed(ViewTest):
    def test_the_page_and_its_parts(self):
        with Server(self.run_file) as server:
            for path, kind in (("/", "text/html"), ("/viewer.js", "text/javascript"), ("/viewer.css", "text/css")):
                status, body, reply = server.get(path)
                self.assertEqual((status, reply.headers.get_content_type()), (200, kind))
                self.assertTrue(body)
                self.assertIn("default-src 'none'", reply.headers["Content-Security-Policy"])

    def test_ranges_are_parts_of_the_whole(self):
        with Server(self.run_file) as server:
            for path, width in (("/api/bodies", 56), ("/api/contacts", 52)):
                status, whole, _ = server.get(path)
                self.assertEqual((status, len(whole) % width), (200, 0))
                for first, last in ((0, 0), (1, 130), (width, 2 * width - 1), (len(whole) - 5, len(whole) - 1)):
                    status, part, reply = server.get(path, Range=f"bytes={first}-{last}")
                    self.assertEqual((status, part), (206, whole[first:last + 1]))
                    self.assertEqual(reply.headers["Content-Range"], f"bytes {first}-{last}/{len(whole)}")
                self.assertEqual(server.get(path, Range=f"bytes={len(whole) - 9}-")[1], whole[-9:])
                self.assertEqual(server.get(path, Range=f"bytes={len(whole)}-")[0], 416)
                # as far as numbers go, and past it
                self.assertEqual(server.get(path, Range=f"bytes=5-{2 ** 64 - 1}")[:2], (206, whole[5:]))
                self.assertEqual(server.get(path, Range=f"bytes={2 ** 64 - 1}-")[0], 416)
                for nonsense in (f"bytes=5-{2 ** 64}", "bytes=-5", "bytes=x-y", "lines=1-2", "bytes="):
                    self.assertEqual(server.get(path, Range=nonsense)[:2], (200, whole))

    def test_numbers_are_those_of_the_file(self):
        try:
            import h5py
        except ImportError:
            self.skipTest("no python3-h5py")
        with Server(self.run_file) as server, h5py.File(self.run_file, "r") as file:
            ends = file["records"][:]
            names = [body["name"] for body in server.json("/api/run")["bodies"]]
            self.assertEqual(names, ["floor", "lower", "upper"])
            for record in (0, 20, len(ends) - 1):
                body = server.json(f"/api/body?record={record}&body=2")
                row = ends[record - 1, 1] + 2 if record > 0 else 2
                self.assertEqual(body["pose"], list(file["pose"][row]))
                self.assertEqual(body["velocity"], list(file["velocity"][row]))
                begin = ends[record - 1, 2] if record > 0 else 0
                ids, rows = file["contact_ids"][begin:ends[record, 2]], file["contacts"][begin:ends[record, 2]]
                mine = [(1 if a == 2 else -1, row) for (a, b, _), row in zip(ids, rows) if 2 in (a, b)]
                self.assertEqual([c["impulse"] for c in body["contacts"]],
                                 [[float(sign * x) for x in row[7:10]] for sign, row in mine])
            self.assertTrue(mine, "the upper body rests on something at the end")

    def test_a_model_run_gives_its_columns(self):
        subprocess.run([COMMAND, "demo", "--problems", "--out", str(self.folder)], check=True, stdout=subprocess.DEVNULL)
        lines = subprocess.run([COMMAND, "csv", str(self.folder / "ball.h5"), "q"], check=True, capture_output=True,
                               text=True).stdout.splitlines()
        with Server(self.folder / "ball.h5") as server:
            run = server.json("/api/run")
            self.assertEqual((run["kind"], run["columns"][0]), ("trajectory", "t"))
            _, column, _ = server.get(f"/api/column?index={run['columns'].index('q/ball/0')}")
            values = [v for (v,) in struct.iter_unpack("<d", column)]
            self.assertEqual(values, [float(line.split(",")[1]) for line in lines[1:]])

    def test_a_damaged_run_is_explained(self):
        whole = self.run_file.read_bytes()
        for name, content in (("cut.h5", whole[:len(whole) // 2]), ("empty.h5", b""), ("text.h5", b"no run at all")):
            (self.folder / name).write_bytes(content)
            with self.subTest(name=name), Server(self.folder / name) as server:
                run = server.json("/api/run")
                self.assertEqual(run["kind"], "failure")
                self.assertIn(name, run["message"])
                self.assertEqual(server.stop(), 1)

    def test_a_file_that_is_not_there_ends_at_once(self):
        outcome = subprocess.run([COMMAND, "view", str(self.folder / "nowhere.h5")], capture_output=True, text=True,
                                 timeout=30)
        self.assertEqual(outcome.returncode, 1)
        self.assertIn("nowhere.h5", outcome.stderr)

    def test_a_scene_is_simulated_while_one_looks(self):
        with Server(self.folder / "pile.toml") as server:
            deadline = time.monotonic() + 60
            while not (state := server.json("/api/progress"))["finished"] and time.monotonic() < deadline:
                time.sleep(0.05)
            self.assertEqual((state["finished"], state["status"], len(state["t"])), (True, "solved", state["records"]))
            self.assertEqual(state["records"], 76)  # 150 steps, every second one, and the start
            self.assertEqual(server.json("/api/progress?from=70")["t"], state["t"][70:])
            self.assertEqual(server.stop(), 0)

    def test_a_live_run_ends_with_its_server(self):
        (self.folder / "long.toml").write_text(SCENE.replace("end = 0.3", "end = 1e6"))
        with Server(self.folder / "long.toml") as server:
            self.assertEqual(server.stop(), 0)

    def test_a_scene_with_a_mistake_is_told_in_the_terminal(self):
        (self.folder / "wrong.toml").write_text(SCENE.replace("friction", "frictoin"))
        outcome = subprocess.run([COMMAND, "view", str(self.folder / "wrong.toml")], capture_output=True, text=True,
                                 timeout=30)
        self.assertEqual(outcome.returncode, 1)
        self.assertIn("frictoin", outcome.stderr)


class WhatItSurvives(ViewTest):
    def test_a_thousand_abrupt_disconnects(self):
        seed = 20261115
        print(f"seed {seed}")
        chance = random.Random(seed)
        requests = [b"", b"GET", b"GET / HTTP/1.1\r\nHost: loc", b"GET /viewer.js HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    b"GET /api/bodies HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5, b"\r\n\r\n", os.urandom(300)]
        with Server(self.run_file) as server:
            for _ in range(1000):
                s = socket.create_connection(("127.0.0.1", server.port), timeout=10)
                s.sendall(chance.choice(requests))
                if chance.random() < 0.3:
                    s.settimeout(0.002)
                    try:
                        s.recv(100)
                    except (TimeoutError, socket.timeout, ConnectionError):
                        pass
                if chance.random() < 0.5:  # a reset instead of an orderly end
                    s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                s.close()
            self.assertEqual(server.json("/api/run")["kind"], "scene")
            status = Path(f"/proc/{server.process.pid}/status").read_text()
            self.assertLessEqual(int(re.search(r"Threads:\s+(\d+)", status)[1]), 2)
            self.assertLess(len(os.listdir(f"/proc/{server.process.pid}/fd")), 90)
            self.assertEqual(server.stop(), 0)

    def test_clients_that_say_nothing_do_not_keep_others_out(self):
        with Server(self.run_file) as server:
            silent = [socket.create_connection(("127.0.0.1", server.port), timeout=10) for _ in range(100)]
            for s in silent[::2]:
                try:
                    s.sendall(b"GET / HT")
                except ConnectionError:
                    pass  # it had to make room already
            began = time.monotonic()
            self.assertEqual(server.json("/api/run")["kind"], "scene")
            self.assertLess(time.monotonic() - began, 5)
            for s in silent:
                s.close()

    def test_several_requests_share_a_connection(self):
        with Server(self.run_file) as server:
            one = b"GET /api/progress HTTP/1.1\r\nHost: localhost\r\n\r\n"
            last = one.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
            self.assertEqual(server.raw(one + one + last).count(b"HTTP/1.1 200 OK"), 3)


if __name__ == "__main__":
    if len(sys.argv) < 2 or not os.access(sys.argv[1], os.X_OK):
        sys.exit("usage: server_test.py <path of nonsmooth> [unittest arguments]")
    COMMAND = str(Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)
