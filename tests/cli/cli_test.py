#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The `nonsmooth` command as a user meets it: what it prints, what it writes, how it ends.

    cli_test.py <path of nonsmooth> [unittest arguments]

Problems are written here, and answers are judged here: nothing is taken from the library.
"""
import csv
import json
import math
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

OK, FAILURE, USAGE, NOT_CONVERGED = 0, 1, 2, 3
COMMAND = ""

SOLVE_KEYS = {"file", "kind", "blocks", "size", "solver", "status", "message", "residual",
              "residual_invariant", "iterations", "time_s", "path"}
FRICTION_KEYS = {"file", "kind", "contacts", "tolerance", "side", "solver", "solved", "time_s", "residual",
                 "residual_invariant", "iterations", "status", "path"}
BENCH_KEYS = {"name", "ours_s", "peer", "peer_s", "ratio", "checked", "residual"}
SOLVERS = ["auto", "lemke", "principal_pivoting", "cao_ferris", "enumeration", "nsgs",
           "semismooth_newton", "interior_point", "proximal_newton", "projected_gradient", "fixed_point",
           "admm", "convex_fixed_point"]
GENERATE_KEYS = {"file", "family", "contacts", "contacts_asked", "degrees_of_freedom", "seed", "form",
                 "time_s"}
FAMILIES = ["pile", "tower", "wall", "arch", "chute", "elastic"]
VERBS = [["solve"], ["run"], ["analyse"], ["info"], ["csv"], ["plot"], ["view"], ["report"], ["doctor"], ["demo"],
         ["generate"], ["bench"],
         ["bench", "complementarity"], ["bench", "friction"], ["bench", "newton-or-sweeps"],
         ["bench", "sweeps"]]

# --- Problems ----------------------------------------------------------------------------------------


def document(W, q, laws, **more):
    """A reduced problem in the project's JSON."""
    values = [value for row in W for value in row]
    return {"format": "nonsmooth problem", "version": 1, "form": "reduced", **more,
            "W": {"storage": "dense", "rows": len(W), "cols": len(W), "values": values},
            "q": q, "laws": laws}


def non_negative(dimension):
    return {"kind": "non_negative", "dimension": dimension}


# one third and its like have no short decimal form: a file that rounds them is found out
LCP = document([[3.0, 1.0], [1.0, 2.0]], [-1.0, -1.0 / 3.0], [non_negative(2)], title="two contacts")
# every row is loaded: Gauss-Seidel needs many sweeps
STIFF = document([[4.0, 3.0, 2.0], [3.0, 4.0, 3.0], [2.0, 3.0, 4.0]], [-1.0, -1.1, -1.0],
                 [non_negative(3)])
NO_SOLUTION = document([[-1.0]], [-1.0], [non_negative(1)])
# u_1 + u_2 = -2 whatever r is, and sweeps push r up for ever
ENDLESS = document([[1.0, -1.0], [-1.0, 1.0]], [-1.0, -1.0], [non_negative(2)])
FRICTION = document([[1.0, 0.2, 0.1], [0.2, 0.8, 0.05], [0.1, 0.05, 0.6]], [-1.0, 0.9, -0.4],
                    [{"kind": "second_order_cone", "dimension": 3, "mu": 0.3, "shift": 0.3}])
FRICTION_2D = document([[2.0, 0.5], [0.5, 1.0]], [-1.0, 0.7],
                       [{"kind": "second_order_cone", "dimension": 2, "mu": 0.5, "shift": 0.5}])
# pushing only increases the approach: there is no reaction
FRICTION_WITHOUT_SOLUTION = document([[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [-1.0, 0.0, 0.0],
                                     FRICTION["laws"])
GLOBAL = {"format": "nonsmooth problem", "version": 1, "form": "global",
          "M": {"storage": "triplets", "rows": 2, "cols": 2, "row": [0, 1], "col": [0, 1],
                "values": [2.0, 3.0]},
          "H": {"storage": "triplets", "rows": 2, "cols": 1, "row": [0, 1], "col": [0, 0],
                "values": [1.0, 1.0]},
          "f": [-1.0, -0.1], "w": [0.0], "laws": [non_negative(1)]}
# dense matrices of this format are stored column by column
SICONOS_LCP = "2\n0\n2\n2\n2 2\n2 1\n1 2\n-5 -6\n"
SICONOS_RELAY = "2 0 2 2 2 2  2 0.5 0.5 1  -3 0.2  -1 -1  1 1\n"


def as_polytope(problem):
    """The same LCP with r >= 0 said by planes."""
    n = len(problem["q"])
    planes = [-1.0 if i == j else 0.0 for i in range(n) for j in range(n)]
    law = {"kind": "polytope", "b": [0.0] * n,
           "A": {"storage": "dense", "rows": n, "cols": n, "values": planes}}
    return dict(problem, laws=[law])


def lcp_error(problem, r, u):
    """Largest violation of u = W r + q, r >= 0, u >= 0, r u = 0, in exact products of doubles."""
    n, values, q = len(problem["q"]), problem["W"]["values"], problem["q"]
    worst = 0.0
    for i in range(n):
        row = math.fsum([values[i * n + j] * r[j] for j in range(n)] + [q[i]])
        worst = max(worst, abs(row - u[i]), abs(min(r[i], u[i])))
    return worst


# --- Running -----------------------------------------------------------------------------------------


class Outcome:
    def __init__(self, process):
        self.code, self.out, self.err = process.returncode, process.stdout, process.stderr

    def objects(self):
        return [json.loads(line) for line in self.out.splitlines()]


class CommandTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="nonsmooth-cli-")
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def file(self, name, content):
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    def run_command(self, *arguments, expect=OK, stdout=subprocess.PIPE):
        """Runs the command in the scratch folder; `expect` is the exit code it must end with."""
        process = subprocess.run([COMMAND, *map(str, arguments)], cwd=self.folder, text=True,
                                 stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE,
                                 timeout=120)
        outcome = Outcome(process)
        self.assertEqual(outcome.code, expect, f"{arguments}\n{outcome.out}\n{outcome.err}")
        if expect in (FAILURE, USAGE):
            self.assertTrue(outcome.err.startswith("nonsmooth: "), outcome.err)
        for noise in ("terminate called", "json.exception", "CLI::", "std::"):
            self.assertNotIn(noise, outcome.err)
        return outcome

    def solve_json(self, *arguments, expect=OK):
        return self.run_command("solve", "--json", *arguments, expect=expect).objects()

    def listing(self):
        return sorted(entry.name for entry in self.folder.iterdir())


# --- solve -------------------------------------------------------------------------------------------


class Solve(CommandTest):
    def test_table_has_a_header_and_a_row_per_file(self):
        path = self.file("two contacts.json", LCP)
        header, row = self.run_command("solve", path).out.splitlines()
        for column in ("file", "kind", "size", "status", "residual", "invariant", "time", "path"):
            self.assertIn(column, header)
        for value in ("two contacts.json", "lcp", " 2 ", "solved"):
            self.assertIn(value, row)

    def test_json_has_the_promised_keys_and_types(self):
        path = self.file("a.json", LCP)
        (row,) = self.solve_json(path)
        self.assertEqual(set(row), SOLVE_KEYS)
        self.assertEqual((row["file"], row["kind"], row["blocks"], row["size"]),
                         (str(path), "lcp", 1, 2))
        self.assertEqual((row["solver"], row["status"]), ("auto", "solved"))
        self.assertLessEqual(max(row["residual"], row["residual_invariant"]), 1e-10)
        self.assertGreater(row["time_s"], 0.0)
        self.assertIsInstance(row["iterations"], int)
        for attempt in row["path"]:
            self.assertEqual(set(attempt), {"solver", "iterations", "residual"})
            self.assertIn(attempt["solver"], SOLVERS + ["active_set", "one_block"])

    def test_every_solver_solves_a_problem_of_its_kind(self):
        lcp, avi = self.file("lcp.json", STIFF), self.file("avi.json", as_polytope(STIFF))
        for solver in SOLVERS:
            with self.subTest(solver=solver):
                path = avi if solver == "cao_ferris" else lcp
                (row,) = self.solve_json(path, "--solver", solver, "--solution", "s.json")
                self.assertEqual((row["solver"], row["status"]), (solver, "solved"))
                answer = json.loads((self.folder / "s.json").read_text())
                self.assertLess(lcp_error(STIFF, answer["r"], answer["u"]), 1e-7)

    def test_all_runs_every_solver_that_fits(self):
        path = self.file("a.json", LCP)
        rows = self.solve_json(path, "--all")
        self.assertEqual([row["solver"] for row in rows],
                         [solver for solver in SOLVERS if solver != "cao_ferris"])
        self.assertEqual({row["status"] for row in rows}, {"solved"})
        cone = self.file("b.json", FRICTION)
        rows = self.run_command("solve", "--json", "--all", cone).objects()
        ran = [row["solver"] for row in rows]
        self.assertIn("auto", ran)
        self.assertNotIn("lemke", ran)  # pivots know no cone

    def test_kinds_of_text_files(self):
        lcp, relay = self.file("lcp.dat", SICONOS_LCP), self.file("relay.dat", SICONOS_RELAY)
        rows = self.solve_json(lcp, relay)
        self.assertEqual([row["kind"] for row in rows], ["lcp", "relay"])
        self.assertEqual([row["file"] for row in rows], [str(lcp), str(relay)])

    def test_a_solver_that_does_not_fit_says_why(self):
        path = self.file("a.json", FRICTION)
        outcome = self.run_command("solve", path, "--solver", "lemke", expect=NOT_CONVERGED)
        self.assertIn("unsupported", outcome.out)
        self.assertGreater(len(outcome.out.splitlines()[2].strip()), 10)

    def test_file_names_that_are_not_utf_8_still_give_json(self):
        path = os.fsencode(self.folder) + b"/caf\xe9.json"
        Path(os.fsdecode(path)).write_text(json.dumps(LCP))
        for verb in ("solve", "info"):
            process = subprocess.run([COMMAND, verb, "--json", path], capture_output=True, timeout=60)
            self.assertEqual(process.returncode, OK, process.stderr)
            self.assertIn("caf\N{REPLACEMENT CHARACTER}", json.loads(process.stdout)["file"])


class SolverOptions(CommandTest):
    def test_iteration_limit_is_kept_and_reported(self):
        path = self.file("a.json", STIFF)
        (row,) = self.solve_json(path, "--solver", "nsgs", "--max-iterations", "2",
                                 expect=NOT_CONVERGED)
        self.assertEqual((row["status"], row["iterations"]), ("max_iterations", 2))

    def test_tolerance_decides_what_counts_as_solved(self):
        path = self.file("a.json", STIFF)
        iterations = []
        for tolerance in ("1e-2", "1e-8"):
            (row,) = self.solve_json(path, "--solver", "nsgs", "--tolerance", tolerance)
            self.assertLessEqual(row["residual"], float(tolerance))
            iterations.append(row["iterations"])
        self.assertLess(*iterations)
        self.solve_json(path, "--solver", "nsgs", "--tolerance", "0", "--max-iterations", "5",
                        expect=NOT_CONVERGED)

    def test_time_limit(self):
        path = self.file("a.json", ENDLESS)
        (row,) = self.solve_json(path, "--solver", "nsgs", "--tolerance", "0", "--max-iterations",
                                 "2000000000", "--max-time", "0.2", expect=NOT_CONVERGED)
        self.assertEqual(row["status"], "max_time")
        self.assertLess(row["time_s"], 5.0)

    def test_choices_and_switches(self):
        path = self.file("a.json", LCP)
        for solver, flag, value in (("semismooth_newton", "--map", "natural"),
                                    ("semismooth_newton", "--line-search", "false"),
                                    ("principal_pivoting", "--rule", "least_index"),
                                    ("lemke", "--scale", "false"),
                                    ("nsgs", "--relaxation", "1.2")):
            with self.subTest(flag=flag):
                (row,) = self.solve_json(path, "--solver", solver, flag, value)
                self.assertEqual(row["status"], "solved")

    def test_bad_values_are_wrong_usage_before_any_file_is_read(self):
        for arguments, words in (
                (["--tolerance", "nan"], ["tolerance"]),
                (["--tolerance", "2"], ["tolerance", "between 0 and 1"]),
                (["--tolerance", "much"], ["tolerance", "much"]),
                (["--tolerance", "2", "--all"], ["tolerance", "between 0 and 1"]),
                (["--max-time", "-1"], ["max-time"]),
                (["--max-time", "nan"], ["max-time"]),
                (["--max-time", "soon"], ["max-time", "soon"]),
                (["--solver", "nsgs", "--max-iterations", "0"], ["max-iterations", "at least 1"]),
                (["--solver", "nsgs", "--max-iterations", "1.5"], ["max-iterations", "1.5"]),
                (["--solver", "principal_pivoting", "--rule", "lest_index"], ["least_index"]),
                # auto has no such option; the complaint must name the flag as it was typed
                (["--max-iterations", "5"], ["auto", "--max-iterations"]),
                (["--all", "--solver", "nsgs"], ["--all", "--solver"])):
            with self.subTest(arguments=arguments):
                outcome = self.run_command("solve", "absent.json", *arguments, expect=USAGE)
                self.assertEqual(outcome.out, "")
                self.assertNotIn("absent", outcome.err)
                for word in words:
                    self.assertIn(word, outcome.err)


class SolutionFile(CommandTest):
    def test_holds_the_answer_in_full_precision(self):
        path = self.file("a.json", LCP)
        self.run_command("solve", path, "--solution", "s.json")
        answer = json.loads((self.folder / "s.json").read_text())
        self.assertEqual(answer["format"], "nonsmooth solution")
        self.assertEqual(answer["status"], "solved")
        # exact answer r = (1/3, 0), u = (0, 0); printed with 6 digits it would be off by 1e-7
        self.assertLess(lcp_error(LCP, answer["r"], answer["u"]), 4e-16)
        self.assertAlmostEqual(answer["r"][0], 1.0 / 3.0, delta=2e-16)

    def test_of_a_global_problem_holds_v(self):
        path = self.file("a.json", GLOBAL)
        self.run_command("solve", path, "--solution", "s.json")
        answer = json.loads((self.folder / "s.json").read_text())
        (r,), (u,), v = answer["r"], answer["u"], answer["v"]
        # M v = H r + f by rows, u = H^T v + w
        self.assertAlmostEqual(2.0 * v[0], r - 1.0, delta=1e-14)
        self.assertAlmostEqual(3.0 * v[1], r - 0.1, delta=1e-14)
        self.assertAlmostEqual(u, v[0] + v[1], delta=1e-14)
        self.assertLess(abs(min(u, r)), 1e-14)

    def test_says_that_it_is_none(self):
        path = self.file("a.json", NO_SOLUTION)
        self.run_command("solve", path, "--solution", "s.json", expect=NOT_CONVERGED)
        self.assertNotEqual(json.loads((self.folder / "s.json").read_text())["status"], "solved")

    def test_replaces_an_older_one_and_leaves_nothing_else(self):
        path = self.file("a.json", LCP)
        self.file("s.json", "old")
        self.run_command("solve", path, "--solution", "s.json")
        self.assertIn("solved", (self.folder / "s.json").read_text())
        self.assertEqual(self.listing(), ["a.json", "s.json"])

    def test_that_cannot_be_written_is_a_failure(self):
        path = self.file("a.json", LCP)
        places = ["absent/s.json", "."]
        if os.path.exists("/dev/full"):
            places.append("/dev/full")
        for place in places:
            with self.subTest(place=place):
                outcome = self.run_command("solve", path, "--solution", place, expect=FAILURE)
                self.assertIn(f"{place}: cannot write: ", outcome.err)
                self.assertIn("solved", outcome.out)  # the answer itself is not lost
                self.assertEqual(self.listing(), ["a.json"])

    def test_belongs_to_one_file_and_one_solver(self):
        path = self.file("a.json", LCP)
        for arguments in ([path, path], [path, "--all"]):
            outcome = self.run_command("solve", *arguments, "--solution", "s.json", expect=USAGE)
            self.assertIn("--solution", outcome.err)
            self.assertEqual(self.listing(), ["a.json"])


# --- Flight recorder and shrinking -------------------------------------------------------------------


def squeezed_among(contacts, first, second):
    """Contacts that know nothing of each other, but for two that press one body from both sides."""
    n = 3 * contacts
    W = [[1.0 if i == j else 0.0 for j in range(n)] for i in range(n)]
    for k in range(3):
        sign = -1.0 if k == 0 else 1.0
        W[3 * first + k][3 * second + k] = W[3 * second + k][3 * first + k] = sign
    cone = {"kind": "second_order_cone", "dimension": 3, "mu": 0.3, "shift": 0.3}
    return document(W, [-1.0, 0.0, 0.0] * contacts, [cone] * contacts)


FEW_SWEEPS = ("--solver", "nsgs", "--max-iterations", "100")


class Record(CommandTest):
    def test_keeps_what_failed_and_it_replays(self):
        good, bad = self.file("good.json", FRICTION), self.file("bad.json", squeezed_among(4, 1, 2))
        outcome = self.run_command("solve", good, bad, *FEW_SWEEPS, "--record", "flights",
                                   expect=NOT_CONVERGED)
        self.assertIn("recorded 1 in flights", outcome.err)
        (record,) = (self.folder / "flights").iterdir()
        self.assertTrue(record.name.startswith("0001-max_iterations."), record.name)
        (row,) = self.solve_json(record, *FEW_SWEEPS, "--warm-start", expect=NOT_CONVERGED)
        self.assertEqual((row["status"], row["size"]), ("max_iterations", 12))

    def test_keeps_what_was_slow(self):
        path = self.file("a.json", FRICTION)
        self.run_command("solve", path, "--record", "f", "--record-slower-than", "1000")
        self.assertEqual(self.listing(), ["a.json"])
        self.run_command("solve", path, "--record", "f", "--record-slower-than", "0")
        (record,) = (self.folder / "f").iterdir()
        self.assertTrue(record.name.startswith("0001-solved."), record.name)

    def test_a_folder_that_cannot_be_written_is_said_once(self):
        bad = self.file("bad.json", squeezed_among(4, 1, 2))
        self.file("taken", "a file")
        outcome = self.run_command("solve", bad, bad, *FEW_SWEEPS, "--record", "taken",
                                   expect=FAILURE)
        self.assertEqual(outcome.err.count("recording stopped"), 1, outcome.err)
        self.assertEqual(outcome.out.count("max_iterations"), 2)  # the rows are not lost

    def test_a_bound_on_the_time_needs_a_folder(self):
        path = self.file("a.json", FRICTION)
        self.run_command("solve", path, "--record-slower-than", "1", expect=USAGE)


class Shrink(CommandTest):
    def test_leaves_the_planted_pair_and_it_still_fails(self):
        path = self.file("bad.json", squeezed_among(12, 3, 9))
        outcome = self.run_command("solve", path, *FEW_SWEEPS, "--json", "--shrink", "small.json")
        (row,) = outcome.objects()
        self.assertEqual((row["parts"], row["parts_left"], row["minimal"]), (12, 2, True))
        self.assertIn("left after", outcome.err)
        self.assertEqual(json.loads((self.folder / "small.json").read_text())["q"],
                         [-1.0, 0.0, 0.0] * 2)
        (row,) = self.solve_json(self.folder / "small.json", *FEW_SWEEPS, expect=NOT_CONVERGED)
        self.assertEqual((row["status"], row["size"]), ("max_iterations", 6))

    def test_a_problem_that_is_solved_has_nothing_to_keep(self):
        path = self.file("good.json", FRICTION)
        outcome = self.run_command("solve", path, "--shrink", "small.json", expect=FAILURE)
        self.assertIn("no failure to keep", outcome.err)
        self.assertEqual(self.listing(), ["good.json"])

    def test_replaces_no_file(self):
        path = self.file("bad.json", squeezed_among(4, 1, 2))
        self.file("small.json", "mine")
        self.run_command("solve", path, *FEW_SWEEPS, "--shrink", "small.json", expect=FAILURE)
        self.assertEqual((self.folder / "small.json").read_text(), "mine")

    def test_takes_one_file_and_one_solver(self):
        path = self.file("a.json", FRICTION)
        for arguments in ([path, path], [path, "--all"]):
            outcome = self.run_command("solve", *arguments, "--shrink", "s.json", expect=USAGE)
            self.assertIn("--shrink", outcome.err)


# --- Exit codes and messages -------------------------------------------------------------------------


class ExitCodes(CommandTest):
    def test_a_problem_without_solution_is_not_converged(self):
        path = self.file("a.json", NO_SOLUTION)
        (row,) = self.solve_json(path, expect=NOT_CONVERGED)
        self.assertNotEqual(row["status"], "solved")
        self.assertGreater(len(row["message"]), 10)
        outcome = self.run_command("solve", path, expect=NOT_CONVERGED)
        self.assertIn(row["message"], outcome.out)

    def test_a_broken_file_does_not_stop_the_others(self):
        good, bad = self.file("good.json", LCP), self.file("bad.json", "{\"format\": ")
        undecided, last = self.file("none.json", NO_SOLUTION), self.file("last.dat", SICONOS_LCP)
        outcome = self.run_command("solve", "--json", good, bad, undecided, last, expect=FAILURE)
        self.assertEqual([Path(row["file"]).name for row in outcome.objects()],
                         ["good.json", "none.json", "last.dat"])
        self.assertIn("bad.json", outcome.err)
        self.assertEqual(len(outcome.err.splitlines()), 1, outcome.err)

    def test_what_cannot_be_read_is_named(self):
        cases = {
            "absent.json": (None, "No such file"),
            "empty.dat": ("", "found no text"),
            "cut.json": (json.dumps(LCP)[:-20], "cut.json:1:"),
            "cut.dat": (SICONOS_LCP[:-4], "cut.dat:8:3: expected q, found the end"),
            "nan.dat": (SICONOS_LCP.replace("-5", "nan"),
                        "nan.dat:8:1: expected q (a finite number), found 'nan'"),
            "nan.json": (json.dumps(LCP).replace("-1.0,", "NaN,", 1), "nan.json:1:"),
            "huge.dat": ("2000000000 0 2000000000 2000000000 2000000000 2000000000 1\n",
                         "huge.dat:1:24: expected 2000000000 numbers"),
            "other.json": ({"format": "something else", "version": 1}, "nonsmooth problem"),
        }
        for name, (content, expected) in cases.items():
            if content is not None:
                self.file(name, content)
            for verb in ("solve", "info"):
                with self.subTest(verb=verb, name=name):
                    outcome = self.run_command(verb, name, expect=FAILURE)
                    self.assertIn(name, outcome.err)
                    self.assertIn(expected, outcome.err)

    def test_a_folder_is_no_file(self):
        (self.folder / "folder").mkdir()
        for verb in ("solve", "info"):
            outcome = self.run_command(verb, "folder", expect=FAILURE)
            self.assertIn("folder: expected a file, found a directory", outcome.err)

    @unittest.skipUnless(os.path.exists("/dev/full"), "this system has no /dev/full")
    def test_output_that_goes_nowhere_is_a_failure(self):
        path = self.file("a.json", LCP)
        for arguments in (["solve", path], ["info", path], ["doctor"], ["--help"]):
            with self.subTest(arguments=arguments), open("/dev/full", "w") as full:
                outcome = self.run_command(*arguments, expect=FAILURE, stdout=full)
                self.assertIn("standard output", outcome.err)


class Mistypings(CommandTest):
    def test_the_nearest_name_is_suggested(self):
        path = self.file("a.json", LCP)
        for arguments, near in ((["sovle", path], "solve"),
                                (["docter"], "doctor"),
                                (["bench", "complementrity"], "complementarity"),
                                (["solve", path, "--solvr", "nsgs"], "--solver"),
                                (["solve", path, "--tolerence=1e-8"], "--tolerance"),
                                (["solve", path, "--max-iteratons", "5"], "--max-iterations"),
                                (["info", path, "--jsn"], "--json"),
                                (["generat"], "generate"), (["simualte", "wall.toml"], "run"),
                                (["generate", "towr", "a.hdf5"], "tower"),
                                (["generate", "pile", "a.hdf5", "--shape", "cube"], "cubes"),
                                (["generate", "wall", "a.hdf5", "--gap", "1"], "--gaps"),
                                (["bench", "complementarity", "--quik"], "--quick"),
                                (["bench", "friction", path, "--toleranc", "1e-4"], "--tolerance"),
                                (["bench", "friction", path, "--solvers", "auto,ngs"], "nsgs"),
                                (["solve", path, "--solver", "lemek"], "lemke")):
            with self.subTest(arguments=arguments):
                outcome = self.run_command(*arguments, expect=USAGE)
                self.assertIn(f"did you mean '{near}'", outcome.err)
                self.assertEqual(outcome.out, "")

    def test_what_is_missing_is_named(self):
        for arguments, words in (([], "--help"), (["solve"], "files"), (["info"], "files"),
                                 (["bench"], "complementarity"),
                                 (["generate"], "family"), (["generate", "wall"], "out"),
                                 (["bench", "friction"], "files"),
                                 (["bench", "complementarity", "--peer", "nobody"], "siconos")):
            with self.subTest(arguments=arguments):
                self.assertIn(words, self.run_command(*arguments, expect=USAGE).err)

    def test_nothing_is_suggested_where_nothing_is_near(self):
        outcome = self.run_command("qqqqqqqq", expect=USAGE)
        self.assertNotIn("did you mean", outcome.err)
        self.assertIn("expected one of: solve, run, analyse, check, info, csv, plot, view, report, doctor, demo, generate, bench", outcome.err)

    def test_help_of_the_verb_in_question_is_named(self):
        for arguments, text in ((["sovle"], "nonsmooth --help"), (["solve"], "nonsmooth solve --help"),
                                (["bench", "complementarity", "--quik"],
                                 "nonsmooth bench complementarity --help")):
            self.assertIn("see " + text, self.run_command(*arguments, expect=USAGE).err)


class Help(CommandTest):
    def test_every_verb_explains_itself(self):
        self.assertIn("solve", self.run_command("--help").out)
        self.assertRegex(self.run_command("--version").out, r"^\d+\.\d+\.\d+\n$")
        for verb in VERBS:
            with self.subTest(verb=verb):
                outcome = self.run_command(*verb, "--help")
                self.assertIn(verb[-1], outcome.out)
                self.assertEqual(outcome.err, "")

    def test_help_of_solve_lists_solvers_and_their_options(self):
        text = self.run_command("solve", "--help").out
        for word in SOLVERS + ["--tolerance", "--max-time", "--max-iterations", "--relaxation"]:
            self.assertIn(word, text)


# --- info, doctor, demo, bench -----------------------------------------------------------------------


class Info(CommandTest):
    def test_text_names_format_kind_and_laws(self):
        text = self.run_command("info", self.file("a.json", LCP)).out
        for words in ("nonsmooth json", "two contacts", "lcp", "1 non_negative (2 components)", "lemke"):
            self.assertIn(words, text)

    def test_json(self):
        stored = dict(FRICTION, solution={"r": [3.0, 0.0, 4.0]})
        paths = [self.file("a.json", stored), self.file("b.json", GLOBAL),
                 self.file("c.dat", SICONOS_RELAY)]
        cone, whole, relay = self.run_command("info", "--json", *paths).objects()
        self.assertEqual(cone["laws"], {"second_order_cone": {"blocks": 1, "components": 3}})
        self.assertEqual((cone["form"], cone["size"], cone["storage"]), ("reduced", 3, "dense"))
        self.assertEqual(cone["norm_stored_r"], 5.0)
        self.assertEqual((whole["form"], whole["degrees_of_freedom"]), ("global", 2))
        self.assertEqual((relay["format"], relay["kind"]), ("siconos text relay", "relay"))
        self.assertEqual(relay["file"], str(paths[2]))


class Runs(CommandTest):
    """The verbs for files of runs, on the ball that the demo writes."""

    def setUp(self):
        super().setUp()
        self.run_command("demo", "--problems", "--out", ".")
        if not (self.folder / "ball.h5").exists():
            self.skipTest("this build has no HDF5")

    def test_info_sums_a_run_up(self):
        (run,) = self.run_command("info", "ball.h5", "--json").objects()
        self.assertEqual((run["format"], run["rows"], run["steps"]), ("nonsmooth run", 2001, 2000))
        self.assertEqual((run["status"], run["finished"], run["failed_steps"]), ("solved", True, 0))
        self.assertEqual(run["systems"], "1 lagrangian (ball)")
        # the ball has fallen by 1 m and rests: 9.81 J are gone, and every one of them is accounted for
        self.assertLess(abs(run["energy_last"] - run["energy_first"]), 1e-9)
        self.assertLess(run["energy_closure"], 1e-9)
        text = self.run_command("info", "ball.h5").out
        for words in ("moreau_jean", "floor", "the end time was reached"):
            self.assertIn(words, text)

    def test_csv_gives_the_columns_asked_for(self):
        rows = list(csv.DictReader(self.run_command("csv", "ball.h5", "q/ball", "lambda").out.splitlines()))
        self.assertEqual(list(rows[0]), ["t", "q/ball/0", "lambda/floor/0"])
        self.assertEqual(len(rows), 2001)
        # the values of the literature for this step, at 1 s
        self.assertAlmostEqual(float(rows[200]["q/ball/0"]), 0.7140385, places=7)
        self.assertAlmostEqual(float(rows[-1]["lambda/floor/0"]), 0.04905, places=9)  # solved to 1e-10
        self.run_command("csv", "ball.h5", "--out", "all.csv")
        header = (self.folder / "all.csv").read_text().splitlines()[0].split(",")
        self.assertIn("energy/closure", header)
        self.assertEqual(len(set(header)), len(header))

    def test_plot_draws_every_kind(self):
        for arguments in ([], ["q", "lambda"], ["--energy"], ["--phase", "q/ball/0", "v/ball/0"]):
            with self.subTest(arguments=arguments):
                self.run_command("plot", "ball.h5", *arguments, "--out", "deep/figure.png")
                self.assertTrue((self.folder / "deep/figure.png").read_bytes().startswith(b"\x89PNG"))
        self.run_command("plot", "ball.h5", "ball.h5", "q", "--out", "two.svg")
        self.assertIn("<svg", (self.folder / "two.svg").read_text())

    def test_typos_are_answered_with_the_nearest_column(self):
        for arguments, near in ((["csv", "ball.h5", "q/bal"], "q/ball"),
                                (["csv", "ball.h5", "enrgy/kinetic"], "energy/kinetic"),
                                (["plot", "ball.h5", "lamda"], "lambda"),
                                (["plot", "ball.h5", "--phase", "q/ball/0", "v/ball/1"], "v/ball/0")):
            with self.subTest(arguments=arguments):
                self.assertIn(f"'{near}'", self.run_command(*arguments, expect=FAILURE).err)

    def test_other_files_are_refused_by_name(self):
        path = self.file("a.json", LCP)
        for verb in ("csv", "plot"):
            self.assertIn("a.json", self.run_command(verb, path, expect=FAILURE).err)
            self.assertIn("nowhere.h5", self.run_command(verb, "nowhere.h5", expect=FAILURE).err)
        whole = (self.folder / "ball.h5").read_bytes()
        (self.folder / "cut.h5").write_bytes(whole[:len(whole) // 2])
        self.assertIn("cut.h5", self.run_command("csv", "cut.h5", expect=FAILURE).err)


class Report(CommandTest):
    """A page that needs nothing but itself."""

    def setUp(self):
        super().setUp()
        self.run_command("demo", "--problems", "--out", ".")
        if not (self.folder / "ball.h5").exists():
            self.skipTest("this build has no HDF5")

    def test_holds_everything_and_fetches_nothing(self):
        self.assertIn("ball.html", self.run_command("report", "ball.h5").out)
        page = (self.folder / "ball.html").read_text()
        for words in ("Certificate", "Figures", "Time", "Settings", "moreau_jean", "<svg", "the end time was reached",
                      "<th>status</th><td>solved</td>", "energy and work"):
            self.assertIn(words, page)
        for outside in ("http:", "https:", "<script", "<link", "url("):
            self.assertNotIn(outside, page)
        self.run_command("report", "ball.h5", "-o", "deep/page.html")
        self.assertEqual((self.folder / "deep/page.html").read_text(), page)

    def test_names_what_it_cannot_read(self):
        whole = (self.folder / "ball.h5").read_bytes()
        (self.folder / "cut.h5").write_bytes(whole[:len(whole) // 2])
        for name in ("cut.h5", "nowhere.h5"):
            self.assertIn(name, self.run_command("report", name, expect=FAILURE).err)


NETLIST = """half-wave rectifier
V1 in 0 SIN(0 10 50)
D1 in out ideal
C1 out 0 100u IC=0
R1 out 0 10k
.model ideal D
.tran 10u 40m uic
.print tran v(out) i(d1)
.measure tran top MAX v(out)
.measure tran never WHEN v(out)=11
.end
"""
DIVIDER = "divider\nV1 in 0 6\nR1 in out 2k\nD1 out 0 ideal\nR2 out 0 1k\n.model ideal D(vfwd=3)\n"


class RunNetlist(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.cir", NETLIST)
        self.run_command("demo", "--problems", "--out", "demo")
        if not (self.folder / "demo" / "ball.h5").exists():
            self.skipTest("this build has no HDF5")

    def test_transient_writes_measures_and_every_kind_of_file(self):
        (result,) = self.run_command("run", "a.cir", "--json", "--csv", "a.csv", "--raw", "a.raw",
                                     "--out", "a.h5").objects()
        self.assertEqual((result["status"], result["steps"]), ("solved", 4000))
        self.assertAlmostEqual(result["measures"]["top"], 10, delta=1e-3)
        self.assertIsNone(result["measures"]["never"])
        rows = list(csv.DictReader((self.folder / "a.csv").open()))
        self.assertEqual(list(rows[0]), ["t", "v(out)", "i(d1)"])
        self.assertTrue(all(float(row["i(d1)"]) >= -1e-12 for row in rows))
        # the raw file holds the same numbers: 8 bytes each after the header
        header, _, values = (self.folder / "a.raw").read_bytes().partition(b"Binary:\n")
        self.assertIn(b"No. Variables: 3\nNo. Points: 4001\n", header)
        numbers = struct.unpack(f"{3 * 4001}d", values)
        self.assertEqual(numbers[-2], float(rows[-1]["v(out)"]))
        self.run_command("run", "a.cir", "--raw", "b.raw", "--ascii")
        text = (self.folder / "b.raw").read_text().partition("Values:\n")[2].split()
        self.assertAlmostEqual(float(text[-2]), numbers[-2], delta=1e-12)
        self.run_command("plot", "a.h5", "v(out)", "i(d1)", "--out", "a.png")
        self.assertIn("v(in)", self.run_command("csv", "a.h5", "v(in)").out)

    def test_operating_point_and_sweep(self):
        self.file("op.cir", DIVIDER + ".op\n")
        (result,) = self.run_command("run", "op.cir", "--json").objects()
        self.assertAlmostEqual(result["operating_point"]["v(out)"], 2)
        self.file("dc.cir", DIVIDER + ".dc v1 0 30 10\n")
        rows = list(csv.DictReader(self.run_command("run", "dc.cir").out.splitlines()))
        self.assertEqual([float(row["v(out)"]) for row in rows], [0, 3, 3, 3])

    def test_mistakes_are_named(self):
        self.file("bad.cir", "title\nR1 a 0 1x5\n.op\n")
        self.assertIn("bad.cir:2: '1x5'", self.run_command("run", "bad.cir", expect=FAILURE).err)
        self.file("none.cir", "title\nR1 a 0 1\n")
        self.assertIn(".tran", self.run_command("run", "none.cir", expect=FAILURE).err)
        self.assertIn(".cir", self.run_command("run", self.file("a.txt", ""), expect=FAILURE).err)


# Chua's diode by a straight line and a saturated amplifier; the inductor without resistance
CHUA = """chua
L1 b 0 18m IC=0
C2 b 0 100n IC=0
R1 a b 1.8k
C1 a 0 10n IC=0.1
Uclip s 0 a 0 clip
Gline a 0 a 0 -0.409m
Gclip a 0 s 0 -0.348m
.model clip opamp(gain=1 low=-1 high=1)
.tran 10u 20m uic
.end
"""
BUCK = Path(__file__).resolve().parents[2] / "examples/circuits/buck_voltage_mode.cir"


class Analyse(CommandTest):
    def table(self, name):
        return list(csv.DictReader((self.folder / name).read_text().splitlines()))

    def test_all_equilibria_of_a_circuit(self):
        self.file("chua.cir", CHUA)
        (result,) = self.run_command("analyse", "chua.cir", "--json").objects()
        # v(b) = 0 at rest: the diode's current is -v(a) / R
        slope, inner, outer = 1 / 1.8e3, 0.757e-3, 0.409e-3
        away = (inner - outer) / (slope - outer)
        found = sorted(each["signals"]["v(a)"] for each in result["equilibria"])
        self.assertEqual(len(found), 3)
        for value, expected in zip(found, (-away, 0.0, away)):
            self.assertAlmostEqual(value, expected, delta=1e-9)
        self.assertIn("3 equilibria", self.run_command("analyse", "chua.cir").out)

    def test_structure_as_a_complementarity_system(self):
        self.file("a.cir", NETLIST.replace("SIN(0 10 50)", "5"))
        (result,) = self.run_command("analyse", "a.cir", "--json").objects()
        self.assertTrue(result["structure"]["passive"])
        self.assertEqual(result["equilibria"][0]["stability"], "stable")
        self.assertAlmostEqual(result["equilibria"][0]["signals"]["v(out)"], 5)

    def test_period_doubling_of_the_buck_converter(self):
        self.run_command("analyse", str(BUCK), "--vary", "vin", "20", "27", "--points", "3", "--period", "400u",
                         expect=USAGE)  # seconds are plain numbers
        self.run_command("analyse", str(BUCK), "--vary", "vin", "20", "27", "--points", "3", "--period", "4e-4",
                         "--skip", "120", "--keep", "8", "--out", "deep/diagram.csv")
        rows = self.table("deep/diagram.csv")
        self.assertEqual(len(rows), 24)
        for value, doubled in ((20, False), (23.5, False), (27, True)):
            current = [float(row["i(l1)"]) for row in rows if float(row["vin"]) == value]
            steps = [abs(a - b) for a, b in zip(current, current[1:])]
            # the switch closes at whole microseconds of 400: the current scatters by some mA
            self.assertGreater(min(steps), 0.05) if doubled else self.assertLess(max(steps), 0.01)
        for arguments in (["v(out)"], [], ["--phase", "v(out)", "i(l1)"]):
            self.run_command("plot", "deep/diagram.csv", *arguments, "--out", "deep/diagram.png")
            self.assertTrue((self.folder / "deep/diagram.png").read_bytes().startswith(b"\x89PNG"))
        self.assertIn("'v(out)'", self.run_command("plot", "deep/diagram.csv", "v(otu)", expect=FAILURE).err)

    def test_sections_of_runs_and_of_families(self):
        self.file("chua.cir", CHUA)
        (run,) = self.run_command("run", "chua.cir", "--json", "--out", "chua.h5").objects()
        if run["status"] != "solved":
            self.fail(run["message"])
        self.run_command("analyse", "chua.h5", "--section", "v(b)", "0", "--out", "s.csv")
        rows = self.table("s.csv")
        self.assertGreater(len(rows), 5)
        self.assertTrue(all(abs(float(row["v(b)"])) < 1e-9 for row in rows))
        self.run_command("analyse", "chua.cir", "--vary", "r1", "1900", "2000", "--points", "2", "--section",
                         "v(b)", "0", "--direction", "falling")
        self.assertTrue((self.folder / "chua-diagram.csv").exists())

    def test_mistakes_are_named(self):
        self.file("chua.cir", CHUA)
        vary = ["--vary", "r9", "1", "2", "--period", "1e-3"]
        self.assertIn("r1", self.run_command("analyse", "chua.cir", *vary, expect=FAILURE).err)
        self.assertIn("no single value", self.run_command("analyse", "chua.cir", "--vary", "uclip", "1", "2",
                                                          "--period", "1e-3", expect=FAILURE).err)
        self.assertIn("--period", self.run_command("analyse", "chua.cir", "--vary", "r1", "1", "2",
                                                   expect=FAILURE).err)
        self.assertIn("--section", self.run_command("analyse", "nowhere.h5", expect=FAILURE).err)
        self.assertIn("netlists", self.run_command("analyse", "wall.toml", expect=FAILURE).err)
        self.assertIn("directoin", self.run_command("analyse", "chua.cir", "--directoin", "up",
                                                    expect=USAGE).err)


class Doctor(CommandTest):
    def test_names_versions_and_parts(self):
        (state,) = self.run_command("doctor", "--json").objects()
        self.assertLessEqual({"nonsmooth", "compiler", "eigen", "blas", "processor", "cores", "parts"},
                             set(state))
        self.assertLessEqual({"HDF5", "CHOLMOD", "KLU", "UMFPACK", "MUMPS"}, set(state["parts"]))
        text = self.run_command("doctor").out
        for name, part in state["parts"].items():
            self.assertIsInstance(part["present"], bool)
            line = next(line for line in text.splitlines() if line.startswith(name + " "))
            self.assertIn("yes" if part["present"] else "missing", line)
            self.assertIn(part["gives"], line)


class Demo(CommandTest):
    def test_writes_what_it_names_into_the_folder(self):
        outcome = self.run_command("demo", "--problems", "--out", "deep/er")
        self.assertEqual(self.listing(), ["deep"])
        written = sorted((self.folder / "deep/er").iterdir())
        self.assertTrue(written)
        for path in written:
            self.assertIn(str(path.relative_to(self.folder)), outcome.out)
        header, *rows = (self.folder / "deep/er/obstacle.csv").read_text().splitlines()
        self.assertEqual(header, "x,obstacle,string,reaction")
        for row in rows:
            x, obstacle, string, reaction = map(float, row.split(","))
            self.assertGreaterEqual(string, obstacle - 1e-9)
            self.assertLess(abs(min(string - obstacle, reaction)), 1e-6)

    def test_runs_every_domain_and_says_what_to_open(self):
        (state,) = self.run_command("doctor", "--json").objects()
        if not (state["parts"]["HDF5"]["present"] and state["parts"]["toml++ and muparser"]["present"]):
            self.skipTest("this build has no HDF5 or no scene files")
        out = self.run_command("demo").out
        rows = [line for line in out.splitlines() if re.match(r"(rigid bodies|circuits|control|impacts) ", line)]
        self.assertEqual(len(rows), 4, out)
        for row in rows:
            self.assertRegex(row, r" \d\.\de[-+]\d+  solved ")
        self.assertIn("out/demo/index.html", out)
        written = {path.name for path in (self.folder / "out/demo").iterdir()}
        runs = {f"{name}.{ending}" for name in ("wall", "bridge", "sliding", "oscillator") for ending in ("h5", "html")}
        self.assertEqual(written, runs | {"index.html", "wall.png", "wall_strip.png"})
        for name in ("wall.png", "wall_strip.png"):
            self.assertTrue((self.folder / "out/demo" / name).read_bytes().startswith(b"\x89PNG"))
        self.assertIn(b"acTL", (self.folder / "out/demo/wall.png").read_bytes()[:100])  # it moves

    def test_a_folder_that_cannot_be_made_is_a_failure(self):
        self.file("taken", "a file")
        outcome = self.run_command("demo", "--out", "taken", expect=FAILURE)
        self.assertIn("taken", outcome.err)


class Generate(CommandTest):
    def setUp(self):
        super().setUp()
        (state,) = self.run_command("doctor", "--json").objects()
        if not state["parts"]["HDF5"]["present"]:
            self.skipTest("this build has no HDF5")

    def generate(self, *arguments):
        (row,) = self.run_command("generate", "--json", *arguments).objects()
        self.assertEqual(set(row), GENERATE_KEYS)
        return row

    def info(self, name):
        (row,) = self.run_command("info", "--json", name).objects()
        return row

    def test_every_family_is_written_and_read_back(self):
        for family in FAMILIES:
            with self.subTest(family=family):
                row = self.generate(family, f"{family}.hdf5", "--contacts", "60")
                self.assertEqual((row["family"], row["contacts_asked"]), (family, 60))
                self.assertLessEqual(abs(row["contacts"] - 60), 6)
                read = self.info(f"{family}.hdf5")
                self.assertEqual((read["form"], read["kind"]), ("reduced", "friction_3d"))
                self.assertEqual(read["blocks"], row["contacts"])
                self.assertIn(family, read["title"])

    def test_both_forms_are_the_same_problem(self):
        row = self.generate("tower", "g.hdf5", "--contacts", "40", "--form", "global")
        self.generate("tower", "r.hdf5", "--contacts", "40", "--form", "reduced")
        read = self.info("g.hdf5")
        self.assertEqual((read["form"], read["degrees_of_freedom"]),
                         ("global", row["degrees_of_freedom"]))
        loads = []
        for name in ("g.hdf5", "r.hdf5"):
            # the measures of the two forms differ a little, and so may the status at the tolerance
            subprocess.run([COMMAND, "solve", name, "--solution", name + ".json"], cwd=self.folder,
                           stdout=subprocess.DEVNULL, timeout=60, check=False)
            answer = json.loads((self.folder / (name + ".json")).read_text())
            self.assertLess(answer["residual"], 1e-8)
            loads.append(sum(answer["r"][0:24:3]))
        # the eight contacts on the ground carry the weight, however they share it
        self.assertAlmostEqual(loads[0], loads[1], delta=1e-6 * abs(loads[0]))
        self.assertGreater(loads[0], 0.0)

    def test_the_file_depends_on_the_options_alone(self):
        for name, arguments in (("a", ["--seed", "7"]), ("b", ["--seed", "7"]), ("c", ["--seed", "8"]),
                                ("d", ["--seed", "7", "--mu", "0.3"])):
            self.generate("pile", name + ".hdf5", "--contacts", "20", *arguments)
        a, b, c, d = ((self.folder / f"{name}.hdf5").read_bytes() for name in "abcd")
        self.assertEqual(a, b)
        self.assertNotEqual(a, c)
        self.assertNotEqual(a, d)

    def test_text_says_how_many_contacts_there_are(self):
        text = self.run_command("generate", "wall", "w.hdf5", "--contacts", "50", "--gaps", "1e-6").out
        self.assertRegex(text, r"^w\.hdf5: wall, \d+ contacts \(asked for 50\), .* reduced form")

    def test_wrong_values_are_wrong_usage(self):
        for arguments, words in ((["--contacts", "0"], ["--contacts", "between 1 and"]),
                                 (["--contacts", "many"], ["--contacts", "many"]),
                                 (["--mu", "-1"], ["--mu", "between 0"]),
                                 (["--mu", "nan"], ["--mu"]),
                                 (["--spread", "0.9"], ["--spread", "0.3"]),
                                 (["--form", "reducd"], ["--form", "reduced"])):
            with self.subTest(arguments=arguments):
                outcome = self.run_command("generate", "wall", "w.hdf5", *arguments, expect=USAGE)
                for word in words:
                    self.assertIn(word, outcome.err)
                self.assertEqual(self.listing(), [])

    def test_what_cannot_be_written_is_known_at_once(self):
        self.file("taken.hdf5", "something precious")
        for place, reason in (("taken.hdf5", "File exists"), ("absent/w.hdf5", "No such file"),
                              (".", "File exists")):
            with self.subTest(place=place):
                # a pile of this size would take minutes
                outcome = self.run_command("generate", "pile", place, "--contacts", "1000000",
                                           expect=FAILURE)
                self.assertIn(f"{place}: cannot write: {reason}", outcome.err)
        self.assertEqual((self.folder / "taken.hdf5").read_text(), "something precious")
        self.assertEqual(self.listing(), ["taken.hdf5"])


class Bench(CommandTest):
    def test_rows_have_the_promised_keys_and_are_checked(self):
        rows = self.run_command("bench", "complementarity", "--quick", "--json").objects()
        self.assertGreater(len(rows), 5)
        for row in rows:
            self.assertEqual(set(row), BENCH_KEYS)
            self.assertIs(row["checked"], True, row)
            self.assertLessEqual(row["residual"], 1e-10)
            self.assertGreater(row["ours_s"], 0.0)
            self.assertEqual((row["peer"], row["peer_s"], row["ratio"]), (None, None, None))

    def test_files_and_folders_take_part(self):
        (self.folder / "inside").mkdir()
        self.file("inside/b.dat", SICONOS_LCP)
        self.file("inside/README.md", "no problem")  # folders hold other files too
        path = self.file("a.json", LCP)
        outcome = self.run_command("bench", "complementarity", "--quick", "--json", path, "inside")
        names = [row["name"] for row in outcome.objects()]
        self.assertEqual(names[-2:], ["a.json", "b.dat"])

    def test_a_file_that_cannot_be_read_is_a_failure(self):
        outcome = self.run_command("bench", "complementarity", "--quick", "absent.json",
                                   expect=FAILURE)
        self.assertIn("absent.json", outcome.err)

    def test_a_problem_without_solution_is_not_checked(self):
        path = self.file("none.json", NO_SOLUTION)
        outcome = self.run_command("bench", "complementarity", "--quick", "--json", path,
                                   expect=NOT_CONVERGED)
        self.assertIs(outcome.objects()[-1]["checked"], False)


class BenchFriction(CommandTest):
    def friction_files(self):
        """Two friction problems, a global one, and things that a folder may hold besides."""
        (self.folder / "problems").mkdir()
        self.file("problems/a.json", FRICTION)
        self.file("problems/b.json", FRICTION_2D)
        identity = {"storage": "triplets", "rows": 3, "cols": 3, "row": [0, 1, 2], "col": [0, 1, 2],
                    "values": [1.0, 1.0, 1.0]}
        self.file("problems/c.json", {"format": "nonsmooth problem", "version": 1, "form": "global", "M": identity,
                                      "H": identity, "f": FRICTION["q"], "w": [0.0, 0.0, 0.0],
                                      "laws": FRICTION["laws"]})
        self.file("problems/lcp.json", LCP)
        self.file("problems/README.md", "no problem")
        return "problems"

    def csv_rows(self, folder="out"):
        with open(self.folder / folder / "friction.csv", newline="") as file:
            return list(csv.DictReader(file))

    def test_rows_are_those_of_every_solver_on_every_file(self):
        rows = self.run_command("bench", "friction", self.friction_files(), "--repeats", "2", "--json",
                                "--tolerance", "1e-4,1e-8", "--limit", "0.5").objects()
        self.assertEqual(sorted({(row["file"], row["kind"]) for row in rows}),
                         [("a.json", "friction_3d"), ("b.json", "friction_2d"), ("c.json", "global friction_3d")])
        asked = {(row["file"], row["tolerance"], row["solver"]) for row in rows}
        self.assertEqual(len(asked), len(rows))
        for file in ("a.json", "b.json", "c.json"):
            for tolerance in (1e-4, 1e-8):
                for solver in ("auto", "nsgs", "semismooth_newton"):
                    self.assertIn((file, tolerance, solver), asked)
        for row in rows:
            self.assertEqual(set(row), FRICTION_KEYS)
            self.assertEqual(row["side"], "ours")
            if row["solver"] in ("auto", "nsgs"):
                self.assertIs(row["solved"], True, row)
            if row["solved"]:
                self.assertLessEqual(max(row["residual"], row["residual_invariant"]), row["tolerance"])
                self.assertLess(row["time_s"], 0.5)
        self.assertEqual([row["solver"] for row in self.csv_rows()], [row["solver"] for row in rows])

    def test_the_means_are_those_of_the_table(self):
        text = self.run_command("bench", "friction", self.friction_files(), "--repeats", "1",
                                "--solvers", "auto,nsgs", "--out", "here").out
        times = [float(row["time_s"]) for row in self.csv_rows("here")
                 if row["kind"] == "friction_3d" and row["solver"] == "nsgs"]
        self.assertEqual(len(times), 1)  # of one file the mean is its time
        line = next(line for line in text.split("friction_3d, 1 files")[1].splitlines() if line.startswith("nsgs "))
        self.assertIn("1/1", line)
        self.assertAlmostEqual(float(re.search(r"([\d.]+) us", line)[1]), 1e6 * times[0], delta=0.06)
        self.assertNotIn("semismooth_newton", text.split("file by file")[0])
        self.assertIn(str(Path("here") / "friction.csv"), text)

    def test_a_failure_costs_the_limit(self):
        path = self.file("none.json", FRICTION_WITHOUT_SOLUTION)
        outcome = self.run_command("bench", "friction", path, "--solvers", "auto", "--limit", "0.25", "--json",
                                   expect=NOT_CONVERGED)
        (row,) = outcome.objects()
        self.assertEqual((row["solved"], row["time_s"]), (False, 0.25))

    def test_without_a_friction_problem_there_is_nothing_to_measure(self):
        outcome = self.run_command("bench", "friction", self.file("a.json", LCP), expect=FAILURE)
        self.assertIn("friction", outcome.err)

    def test_newton_and_sweeps_meet_on_both_walls(self):
        rows = self.run_command("bench", "newton-or-sweeps", "--quick", "--json", "--tolerance", "1e-4").objects()
        kinds = {(row["kind"], row["solver"]): row for row in rows}
        self.assertEqual(len(kinds), 4)
        # same geometry, same contacts; sweeps manage both, Newton the regular one in few steps
        self.assertEqual(len({row["contacts"] for row in rows}), 1)
        self.assertTrue(all(row["solved"] for row in rows if row["solver"] == "nsgs"))
        newton = kinds["flexible", "newton_undamped"]
        self.assertTrue(newton["solved"])
        self.assertLess(newton["iterations"], 100)
        self.assertEqual(len(self.listing()), 1)

    def test_sweeps_are_measured_on_every_family(self):
        rows = self.run_command("bench", "sweeps", "--quick", "--json", "--contacts", "200").objects()
        self.assertEqual([row["family"] for row in rows], FAMILIES)
        for row in rows:
            self.assertGreater(row["contacts"], 100)
            # time is never asserted tightly: a sweep costs something, and not a hundred products
            self.assertGreater(row["products_per_sweep"], 0.01)
            self.assertLess(row["products_per_sweep"], 100.0)
            self.assertGreater(row["solve_bytes"], 100.0)
        (row,) = self.run_command("bench", "sweeps", "--quick", "--json", "--contacts", "200", "--family",
                                  "chute").objects()
        self.assertEqual(row["family"], "chute")

    @unittest.skipUnless(os.path.exists("/usr/lib/python3/dist-packages/siconos/numerics.py"),
                         "the peer is not installed")
    def test_the_peer_runs_on_the_same_files(self):
        rows = self.run_command("bench", "friction", self.friction_files(), "--peer", "siconos", "--quick", "--json",
                                "--solvers", "auto,siconos:NSGS,siconos:NSGS_WR").objects()
        theirs = [row for row in rows if row["side"] == "siconos"]
        self.assertEqual({row["file"] for row in theirs}, {"a.json", "b.json", "c.json"})
        for row in theirs:
            if row["solver"] == "NSGS_WR" or row["file"] != "c.json":
                self.assertIs(row["solved"], True, row)


if __name__ == "__main__":
    if len(sys.argv) < 2 or not os.access(sys.argv[1], os.X_OK):
        sys.exit("usage: cli_test.py <path of nonsmooth> [unittest arguments]")
    COMMAND = os.path.abspath(sys.argv.pop(1))
    unittest.main()
