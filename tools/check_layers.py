#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks who includes whom against the module table of ARCHITECTURE.md.

    tools/check_layers.py [root]

Every #include in include/, src/ and apps/ must stay within what the table allows; private headers
are for their own module; public headers hold no heavy dependency and no shared_ptr. Prints one line
per violation and returns 1 if there is any.
"""

import pathlib
import re
import sys
from typing import NamedTuple

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
SUFFIXES = {".hpp", ".cpp", ".h", ".in"}
# What a public header may take from elsewhere; everything else costs every user compile time or
# makes a private dependency part of the interface.
EIGEN_IN_PUBLIC = {"Eigen/Core", "Eigen/SparseCore", "Eigen/Geometry"}
EVERYTHING = "*"


class Module(NamedTuple):
    level: int
    allowed: set


def read_table(text):
    """Rows `| level | module | may include | ...` after the header row of these names."""
    modules, inside = {}, False
    for line in text.splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
        if not line.strip().startswith("|"):
            inside = False
        elif cells[:3] == ["level", "module", "may include"]:
            inside = True
        elif inside and cells[0].isdigit():
            allowed = {word.strip().strip("`") for word in cells[2].split(",") if word.strip()}
            for name in cells[1].split(","):
                modules[name.strip().strip("`")] = Module(int(cells[0]), allowed)
    return modules


def check_table(modules):
    if not modules:
        yield "ARCHITECTURE.md: no table with the columns level, module, may include"
    for name, module in modules.items():
        for other in module.allowed - {EVERYTHING}:
            if other not in modules:
                yield f"ARCHITECTURE.md: {name} may include {other}, which is not a module"
            elif modules[other].level > module.level:
                yield f"ARCHITECTURE.md: {name} (level {module.level}) may not include upwards: {other}"


def blank_comments(text):
    """Comments become spaces, so that line numbers stay."""
    return COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def module_of_public(path):
    """The module of a header named as in `nonsmooth/laws/cone.hpp` or `nonsmooth/laws.hpp`."""
    return pathlib.PurePosixPath(path).parts[1].split(".")[0]


def owner_of(relative):
    """The module a file belongs to, and the tree it lies in."""
    parts = relative.parts
    if parts[0] == "include":
        return parts[0], module_of_public("/".join(parts[1:]))
    return parts[0], "apps" if parts[0] == "apps" else parts[1].split(".")[0]


def check_include(tree, owner, quote, target, modules, root):
    """Complaints about one #include of a file of module `owner`."""
    if target.startswith("nonsmooth/"):
        other = module_of_public(target)
        if other == owner or owner == "nonsmooth":  # nonsmooth.hpp is the umbrella
            return
        allowed = modules[owner].allowed
        if EVERYTHING not in allowed and other not in allowed:
            yield f"{owner} may not include {other} ({target})"
        return
    if quote == '"' and tree == "include":
        yield f'public headers are included as "nonsmooth/...", not "{target}"'
    elif quote == '"':
        first = target.split("/")[0]
        if ".." in target:
            yield f"{target} leaves its folder"
        elif "/" in target and (root / "src" / first).is_dir() and first != owner:
            yield f"{target} is private to {first}"
    elif tree == "include":
        standard = "/" not in target and "." not in target
        if not standard and target not in EIGEN_IN_PUBLIC:
            yield f"<{target}> is too heavy for a public header"


def check_file(path, root, modules):
    tree, owner = owner_of(path.relative_to(root))
    text = blank_comments(path.read_text(encoding="utf-8"))
    where = path.relative_to(root).as_posix()

    def line_of(position):
        return text.count("\n", 0, position) + 1

    if owner not in modules and owner != "nonsmooth":
        yield f"{where}: module {owner} is not in the table of ARCHITECTURE.md"
        return
    for match in INCLUDE.finditer(text):
        for complaint in check_include(tree, owner, *match.groups(), modules, root):
            yield f"{where}:{line_of(match.start(1))}: {complaint}"
    if tree == "include":
        for match in re.finditer(r"\bshared_ptr\b", text):
            yield f"{where}:{line_of(match.start())}: no shared_ptr in the interface: values or unique_ptr"


def check(root):
    modules = read_table((root / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    complaints = list(check_table(modules))
    if complaints:
        return complaints
    for tree in ("include", "src", "apps"):
        for path in sorted((root / tree).rglob("*")):
            if path.suffix in SUFFIXES:
                complaints += check_file(path, root, modules)
    return complaints


def main(arguments):
    here = pathlib.Path(__file__).resolve().parent.parent
    root = pathlib.Path(arguments[0]).resolve() if arguments else here
    complaints = check(root)
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
