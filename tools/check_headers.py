#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles every public header alone: it must bring what it uses.

    tools/check_headers.py --include include --include build/dev/include [--compiler c++]
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys


def compile_alone(header, base, arguments):
    command = [arguments.compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-x", "c++"]
    command += [f"-I{folder}" for folder in arguments.include]
    command += [f"-isystem{folder}" for folder in arguments.system]
    # twice: a header without include guard fails
    source = f'#include "{header.relative_to(base).as_posix()}"\n' * 2
    result = subprocess.run(command + ["-"], input=source, capture_output=True, text=True, check=False)
    return header, result.returncode, result.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compiler", default="c++")
    parser.add_argument("--include", action="append", required=True, help="folder with public headers")
    parser.add_argument("--system", action="append", default=[], help="folder of a dependency")
    arguments = parser.parse_args()
    headers = [(path, pathlib.Path(folder)) for folder in arguments.include
               for path in sorted(pathlib.Path(folder).rglob("*.hpp"))]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for header, code, output in pool.map(lambda job: compile_alone(*job, arguments), headers):
            if code != 0:
                failed += 1
                print(f"{header} does not compile alone:\n{output}")
    print(f"{len(headers) - failed} of {len(headers)} headers compile alone")
    return 1 if failed or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
