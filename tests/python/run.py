# SPDX-License-Identifier: Apache-2.0
"""Runs pytest on the package in the build tree:  run.py <folder of the package> <folder of tests>"""
import sys

SKIPPED = 77  # what ctest takes for "skipped"


def main(package, tests):
    if not package:
        print("skipped: the Python package was not built (pybind11-dev and python3-numpy build it)")
        return SKIPPED
    try:
        import pytest
    except ImportError:
        print("skipped: pytest is missing (python3-pytest)")
        return SKIPPED
    sys.path.insert(0, package)
    return pytest.main(["-q", "-p", "no:cacheprovider", "-rs", tests])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
