# SPDX-License-Identifier: Apache-2.0
"""The layer check on small trees with one violation each."""

import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check_layers  # noqa: E402

TABLE = """
# Some architecture

| level | module | may include | holds |
|---|---|---|---|
| 0 | base | | types |
| 1 | linalg | base | matrices |
| 2 | laws, collide | base | laws |
| 9 | apps | * | commands |

| other | table | here |
|---|---|---|
| 7 | base | linalg |
"""


class LayersTest(unittest.TestCase):
    def complaints(self, files, table=TABLE):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "ARCHITECTURE.md").write_text(table, encoding="utf-8")
            for name in ("base", "linalg", "laws"):
                (root / "src" / name).mkdir(parents=True)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            return check_layers.check(root)

    def expect(self, files, *words, table=TABLE):
        complaints = self.complaints(files, table)
        self.assertEqual(len(complaints), 1, complaints)
        for word in words:
            self.assertIn(word, complaints[0])

    def test_what_is_allowed(self):
        self.assertEqual(self.complaints({
            "include/nonsmooth/base/types.hpp": "#include <Eigen/Core>\n#include <vector>\n",
            "include/nonsmooth/laws.hpp": '#include "nonsmooth/base/types.hpp"\n',
            "include/nonsmooth/nonsmooth.hpp": '#include "nonsmooth/laws.hpp"\n',
            "src/linalg/a.cpp": '#include "linalg/b.hpp"\n#include <klu.h>\n#include <Eigen/SparseLU>\n',
            "apps/cli/main.cpp": '#include "nonsmooth/laws.hpp"\n#include <CLI/CLI.hpp>\n',
        }), [])

    def test_upwards(self):
        self.expect({"src/base/a.cpp": '\n#include "nonsmooth/laws.hpp"\n'},
                    "src/base/a.cpp:2:", "base may not include laws")

    def test_in_angle_brackets(self):
        self.expect({"include/nonsmooth/base/a.hpp": "#include <nonsmooth/linalg/a.hpp>\n"},
                    "base may not include linalg")

    def test_same_level(self):
        self.expect({"src/laws/a.cpp": '#include "nonsmooth/collide.hpp"\n'},
                    "laws may not include collide")

    def test_private_header_of_another_module(self):
        self.expect({"src/laws/a.cpp": '#include "linalg/b.hpp"\n'}, "private to linalg")
        self.expect({"apps/cli/a.cpp": '#include "linalg/b.hpp"\n'}, "private to linalg")
        self.expect({"src/laws/a.cpp": '#include "../linalg/b.hpp"\n'}, "leaves its folder")

    def test_heavy_public_headers(self):
        for header in ("hdf5.h", "nlohmann/json.hpp", "tbb/task.h", "cholmod.h", "CLI/CLI.hpp",
                       "Eigen/LU", "Eigen/SparseLU", "Eigen/Dense", "stdint.h"):
            self.expect({"include/nonsmooth/base/a.hpp": f"#include <{header}>\n"}, header, "too heavy")

    def test_shared_ptr(self):
        self.expect({"include/nonsmooth/base/a.hpp": "std::shared_ptr<int> p;\n"}, "shared_ptr")

    def test_comments_do_not_count(self):
        self.assertEqual(self.complaints({
            "include/nonsmooth/base/a.hpp":
                '// shared_ptr\n/* \n#include "nonsmooth/laws.hpp"\n*/\n// #include <hdf5.h>\n'}), [])

    def test_line_numbers_after_a_comment(self):
        self.expect({"src/base/a.cpp": '/* one\ntwo */\n#include "nonsmooth/laws.hpp"\n'}, "a.cpp:3:")

    def test_module_that_is_not_in_the_table(self):
        self.expect({"src/misc/a.cpp": "int x;\n"}, "module misc is not in the table")

    def test_table_that_contradicts_itself(self):
        self.expect({}, "upwards", table=TABLE.replace("| 0 | base | |", "| 0 | base | linalg |"))
        self.expect({}, "not a module", table=TABLE.replace("| linalg | base |", "| linalg | bse |"))
        self.expect({}, "no table", table="nothing here")


if __name__ == "__main__":
    unittest.main()
