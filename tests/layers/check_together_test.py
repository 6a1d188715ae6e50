#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_together.py on trees of two files: what clashes is named, what does not is left alone."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "check_together.py"
GROUP = "ns_together(nonsmooth_laws a.cpp b.cpp)\n"


def check(first, second, lists=GROUP):
    """What the tool prints about two files with these unnamed namespaces, and its exit code."""
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root, "src", "laws")
        folder.mkdir(parents=True)
        (folder / "CMakeLists.txt").write_text(lists)
        for name, body in (("a.cpp", first), ("b.cpp", second)):
            (folder / name).write_text("namespace nonsmooth {\nnamespace {\n\n" + body + "\n}  // namespace\n}\n")
        done = subprocess.run([sys.executable, "-B", TOOL, root], text=True, capture_output=True)
        return done.stdout, done.returncode


class Together(unittest.TestCase):
    def test_clashes_are_named(self):
        for first, second, named in (
                ("std::size_t at(int i) { return 1; }", "std::size_t at(int k) { return 2; }", "at(int)"),
                ("struct Row {\n  int a;\n};", "class Row {\n public:\n};", "Row"),
                ("constexpr double a = 1, b = 2;", "constexpr int b = 3;", "b"),
                ("using Json = nlohmann::json;", "using Json = nlohmann::ordered_json;", "Json")):
            with self.subTest(named=named):
                text, status = check(first, second)
                self.assertIn("b.cpp and a.cpp", text)
                self.assertIn(named + ";", text)
                self.assertEqual(status, 1)
                self.assertEqual(check(first, second, "ns_together(nonsmooth_laws)\n")[1], 1)
                self.assertEqual(check(first, second, "ns_together(nonsmooth_laws a.cpp)\n")[1], 0)

    def test_what_may_stand_together_is_left_alone(self):
        for first, second in (("int size(int i) { return i; }", "int size(double x) { return 1; }"),
                              ("using Json = nlohmann::json;", "using Json = nlohmann::json;"),
                              ("struct A {\n\n  int r() const;\n};", "struct B {\n\n  int r() const;\n};"),
                              ("int A::get() { return 1; }", "int B::get() { return 1; }")):
            with self.subTest(first=first):
                self.assertEqual(check(first, second)[1], 0)


if __name__ == "__main__":
    unittest.main()
