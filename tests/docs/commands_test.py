#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands the documents show, so that what a reader types works.

    commands_test.py <path of nonsmooth> <root of the source tree> <folder of the Python package or ''>
                     [unittest arguments]

Of every fenced block marked sh, the lines that call `./ns` or `nonsmooth` run in order, in a copy of
the tree of their own per document, and must exit 0. A file that a command reads and that is not there
is written from the nearest json block above the command. Blocks marked python run as they are, each in
a process of its own, where the package was built. Blocks marked cpp must be lines of an example or a test,
which are compiled and run.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COMMAND = Path()
ROOT = Path()
PACKAGE = ""  # folder of the Python package; empty where it was not built
SKIPPED = 77  # what ctest takes for "skipped"
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "docs/**/*.md", "src/*/README.md"]

# what cannot run inside a test, and why
NOT_RUN = [
    (r"^\./ns test\b", "would run this test in itself"),
    (r"^\./ns setup\b", "installs packages"),
    (r"^\./ns build\b", "builds what is being tested"),
    (r"\s--peer\b", "needs another program and minutes"),
    (r"^(\./ns|nonsmooth) view\b", "serves until Ctrl-C; tests/viewer runs it"),
]
WRITING_FLAGS = {"--solution", "--out"}  # the file that follows is made by the command
WRITING_VERBS = {"generate"}  # so are all files
FILE_ENDINGS = (".json", ".dat", ".hdf5")


class Failed(Exception):
    """A command of a document does not do what the reader is told."""


# --- Reading documents -------------------------------------------------------------------------------


def fenced_blocks(text):
    """(language, line number of the first line, lines) of every fenced block."""
    opening = None
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r"\s*(```+|~~~+)\s*(\S*)\s*$", line)
        if opening is None and mark:
            opening, lines = mark, []
        elif opening is not None and mark and mark[1].startswith(opening[1]) and not mark[2]:
            yield opening[2], number - len(lines), lines
            opening = None
        elif opening is not None:
            lines.append(line)
    if opening is not None:
        raise Failed("a fenced block is not closed")


def calls_us(line):
    """The command without settings of the environment before it, or None if it is another program's."""
    command = re.sub(r"^(\w+=\S*\s+)*", "", line.strip())
    return command if re.match(r"(\./ns|nonsmooth)(\s|$)", command) else None


def commands(text):
    """(line number, whole line, nearest json block above) of every command that is ours."""
    above = None
    for language, number, lines in fenced_blocks(text):
        if language == "json":
            above = "\n".join(lines) + "\n"
        if language != "sh":
            continue
        start, whole = number, ""
        for offset, line in enumerate(lines):
            whole += line.strip()
            if whole.endswith("\\"):
                whole = whole[:-1]
                continue
            if calls_us(whole):
                yield start, whole, above
            start, whole = number + offset + 1, ""


def reason_not_to_run(line):
    return next((why for pattern, why in NOT_RUN if re.search(pattern, calls_us(line))), None)


def files_read(line):
    words = shlex.split(line, comments=True)
    if WRITING_VERBS & set(words[:2]):
        return []
    return [word for before, word in zip(words, words[1:])
            if word.endswith(FILE_ENDINGS) and before not in WRITING_FLAGS and not word.startswith("-")]


# --- Running them ------------------------------------------------------------------------------------


def provide_files(folder, line, above):
    for name in files_read(line):
        if any(folder.glob(name)):
            continue
        if above is None:
            raise Failed(f"reads {name}, which neither the tree nor a json block above provides")
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(above)


def run_line(folder, line):
    path = f"{COMMAND.parent}:/usr/bin:/bin"
    process = subprocess.run(["bash", "-euo", "pipefail", "-c", line], cwd=folder, text=True,
                             env={**os.environ, "NS_COMMAND": str(COMMAND), "PATH": path},
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, timeout=300)
    if process.returncode != 0:
        raise Failed(f"ended with {process.returncode}:\n{process.stdout}")


def run_document(text, folder):
    """Runs the commands of a document in `folder`; returns how many ran and how many did not."""
    ran, left_out = 0, 0
    for number, line, above in commands(text):
        if reason := reason_not_to_run(line):
            print(f"  line {number}: not run ({reason}): {line}")
            left_out += 1
            continue
        try:
            provide_files(folder, line, above)
            run_line(folder, line)
        except Failed as problem:
            raise Failed(f"line {number}: `{line}` {problem}") from None
        ran += 1
    return ran, left_out


def copy_tree(target):
    """The tree without what is built or written; commands may write into the copy."""
    shutil.copytree(ROOT, target, symlinks=True,
                    ignore=shutil.ignore_patterns(".git", "build", "out", "__pycache__", ".cache", "node_modules"))


def documents():
    return sorted({path for pattern in DOCUMENTS for path in ROOT.glob(pattern)})


class Documents(unittest.TestCase):
    def test_every_command_works(self):
        total = 0
        for path in documents():
            name, text = str(path.relative_to(ROOT)), path.read_text()
            with self.subTest(document=name), tempfile.TemporaryDirectory() as scratch:
                if not any(commands(text)):
                    continue
                folder = Path(scratch, "tree")
                copy_tree(folder)
                try:
                    ran, left_out = run_document(text, folder)
                except Failed as problem:
                    self.fail(f"{name}: {problem}")
                print(f"{name}: {ran} commands ran, {left_out} did not")
                total += ran + left_out
        if total == 0:
            self.skipTest("no document shows a command")


# --- The test itself ---------------------------------------------------------------------------------

PROBLEM = """```json
{"format": "nonsmooth problem", "version": 1, "form": "reduced",
 "W": {"storage": "dense", "rows": 1, "cols": 1, "values": [2]}, "q": [-1],
 "laws": [{"kind": "non_negative", "dimension": 1}]}
```
"""


def shell(*lines):
    return "\n".join(["```sh", *lines, "```", ""])


def shows(source, block):
    """Whether the lines of a block follow each other in a source, indented by any one amount."""
    for start, line in enumerate(source):
        if line.strip() != block[0].strip():
            continue
        margin = line[:len(line) - len(block[0])]
        if source[start:start + len(block)] == [margin + each if each else "" for each in block]:
            return True
    return False


class CodeBlocks(unittest.TestCase):
    def test_code_in_documents_is_compiled(self):
        compiled = [path.read_text(encoding="utf-8").splitlines() for folder in ("examples", "tests")
                    for path in (ROOT / folder).glob("**/*.cpp")]
        checked = 0
        for path in documents():
            for language, number, lines in fenced_blocks(path.read_text(encoding="utf-8")):
                if language != "cpp":
                    continue
                with self.subTest(document=path.name, line=number):
                    self.assertTrue(any(shows(source, lines) for source in compiled),
                                    f"in no example and no test: {lines[0]}")
                checked += 1
        self.assertGreater(checked, 0)

    def test_a_block_is_found_at_any_margin_and_only_whole(self):
        source = ["{", "  for (;;)", "    f();", "", "  g();", "}"]
        self.assertTrue(shows(source, ["for (;;)", "  f();", "", "g();"]))
        self.assertFalse(shows(source, ["for (;;)", "f();"]))
        self.assertFalse(shows(source, ["f();", "h();"]))
        self.assertFalse(shows(source, ["g();", "}"]))


class PythonBlocks(unittest.TestCase):
    def test_every_python_block_runs(self):
        if not PACKAGE:
            self.skipTest("the Python package was not built")
        ran = 0
        for path in documents():
            for language, number, lines in fenced_blocks(path.read_text(encoding="utf-8")):
                if language != "python":
                    continue
                if any('"run.h5", "r"' in line for line in lines):
                    print(f"  {path.name}:{number}: not run (reads a run of the reader's own)")
                    continue
                with self.subTest(document=path.name, line=number), \
                        tempfile.TemporaryDirectory() as folder:
                    process = subprocess.run(
                        [sys.executable, "-W", "error", "-c", "\n".join(lines)], cwd=folder, text=True,
                        env={**os.environ, "PYTHONPATH": PACKAGE, "MPLBACKEND": "Agg"},
                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                        timeout=300)
                    self.assertEqual(process.returncode, 0, f"{path.name}:{number}\n{process.stdout}")
                ran += 1
        self.assertGreater(ran, 0)

    def test_the_ball_of_the_readme_is_short(self):
        block = next(lines for language, _, lines in
                     fenced_blocks((ROOT / "README.md").read_text(encoding="utf-8"))
                     if language == "python")
        self.assertLessEqual(len([line for line in block if line.strip()]), 8)


class Samples(unittest.TestCase):
    """A document that is right passes, and every way to be wrong is caught."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        shutil.copy(ROOT / "ns", self.folder / "ns")

    def check(self, *parts):
        return run_document("\n".join(["# A document", *parts]), self.folder)

    def test_right_commands_pass(self):
        right = shell("./ns solve problem.json --solution answer.json  # a remark",
                      "nonsmooth info problem.json --json | grep -q lcp",
                      "nonsmooth solve problem.json \\", "  --solver lemke",
                      "NS_JOBS=1 ./ns help", "", "git clone somewhere")
        self.assertEqual(self.check(PROBLEM, right), (4, 0))
        self.assertTrue((self.folder / "answer.json").exists())
        self.assertFalse((self.folder / "build").exists(), "./ns built something")

    def test_wrong_commands_are_caught(self):
        for line in ("./ns sovle problem.json", "nonsmooth solve problem.json --solver lemek",
                     "./ns solve problem.json --tolerance 2", "nonsmooth doctor | grep -q nowhere"):
            with self.subTest(line=line):
                with self.assertRaisesRegex(Failed, "line 9: .*ended with"):
                    self.check(PROBLEM, shell(line))

    def test_a_wrong_problem_is_caught(self):
        with self.assertRaisesRegex(Failed, "non_negativ"):
            self.check(PROBLEM.replace("non_negative", "non_negativ"), shell("./ns solve problem.json"))

    def test_a_file_that_is_nowhere_is_caught(self):
        with self.assertRaisesRegex(Failed, "reads problem.json, which neither"):
            self.check(shell("./ns solve problem.json"), PROBLEM)

    def test_a_file_made_by_an_earlier_command_is_there(self):
        self.assertEqual(self.check(PROBLEM, shell("./ns solve p.json --solution s.json",
                                                   "nonsmooth info s.json || true")), (2, 0))
        self.assertIn("nonsmooth solution", (self.folder / "s.json").read_text())

    def test_a_generated_file_is_there(self):
        self.assertEqual(self.check(shell("./ns generate wall w.hdf5 --contacts 8",
                                          "nonsmooth solve w.hdf5")), (2, 0))

    def test_what_cannot_run_is_counted(self):
        self.assertEqual(self.check(shell("./ns test --fuzz", "./ns setup --profile peers",
                                          "NS_JOBS=2 ./ns build",
                                          "./ns bench complementarity --peer siconos")), (0, 4))

    def test_other_blocks_are_left_alone(self):
        self.assertEqual(self.check("```cpp\n./ns sovle\n```", "    ./ns sovle", "`./ns sovle`"), (0, 0))

    def test_an_open_block_is_caught(self):
        with self.assertRaisesRegex(Failed, "not closed"):
            self.check("```sh\n./ns help\n")


if __name__ == "__main__":
    if len(sys.argv) < 4 or not os.access(sys.argv[1], os.X_OK):
        sys.exit("usage: commands_test.py <path of nonsmooth> <root> <Python package or ''> "
                 "[unittest arguments]")
    COMMAND, ROOT = Path(sys.argv.pop(1)).resolve(), Path(sys.argv.pop(1)).resolve()
    PACKAGE = sys.argv.pop(1)
    result = unittest.main(exit=False, verbosity=2).result
    if not result.wasSuccessful():
        sys.exit(1)
    sys.exit(SKIPPED if result.skipped else 0)
