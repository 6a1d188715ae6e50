#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files that ns_together compiles as one must not give one name two meanings:  check_together.py [root]

A build with tests compiles every file alone and would not notice; the first build of a newcomer would end with an
error. What is looked at are the unnamed namespaces, as clang-format lays them out: types, constants, functions with
their parameters.
"""
import re
import sys
from pathlib import Path

FOLDERS = ["src/*", "apps/cli", "bench", "python"]


def groups(text, folder):
    """The files of every call of ns_together; a call without files takes those that are in no other."""
    text = re.sub(r"#.*", "", text)
    found = [re.findall(r"[\w/]+\.cpp", call) for call in re.findall(r"^ns_together\(\w+([^)]*)\)", text, re.M)]
    for listed in re.findall(r'"([\w;]+)"', text) if "ns_together(nonsmooth_python" in text else []:
        found.append([name + ".cpp" for name in listed.split(";")])
    taken = {name for group in found for name in group}
    apart = set(re.findall(r"[\w/]+\.cpp", " ".join(re.findall(r"set_source_files_properties\(([^)]*)\)", text))))
    rest = [path.name for path in sorted(folder.glob("*.cpp")) if path.name not in taken | apart]
    return [group or rest for group in found]


def local_names(text):
    """What the unnamed namespaces of a file declare."""
    names = set()
    for body in re.findall(r"^namespace \{$(.*?)^\}  // namespace$", text, re.M | re.S):
        body = re.sub(r"//.*", "", body)
        for line in re.findall(r"^[^ }#\n].*(?:\n +.*)*", body, re.M):  # with the lines that continue it
            if found := re.match(r"(?:template <[^\n]*\n)?(?:struct|class|enum class|enum) (\w+)", line):
                names.add(found[1])
            elif found := re.match(r"using (\w+) = (.*)", line):
                names.add(f"{found[1]} is {found[2]}")
            elif re.match(r"(constexpr|const|inline constexpr) ", line) and "(" not in line.split("=")[0]:
                names.update(re.findall(r"(\w+)(?=(?:\[\w*\])? ?[={])", line.split(";")[0]))
            elif found := re.match(r"[^=;(]*?(?<![:~\w])(?!operator)(\w+)\(([^)]*)\)", line):  # no members
                kinds = [re.sub(r"\s+", " ", each).rsplit(" ", 1)[0] for each in found[2].split(",")]
                names.add(f"{found[1]}({', '.join(kinds)})")
    return names


def clashes(group, folder):
    owners = {}
    for name in group:
        path = folder / name
        for declared in local_names(path.read_text(encoding="utf-8")) if path.is_file() else ():
            if " is " in declared:  # the same alias twice is fine, another one is not
                alias = declared.split(" is ")[0]
                others = {each for each in owners if each.startswith(alias + " is ")} - {declared}
                if others:
                    yield f"{folder.name}: {name} and {owners[others.pop()]} mean different things by {alias}"
            elif declared in owners:
                yield f"{folder.name}: {name} and {owners[declared]} both declare {declared}"
            owners.setdefault(declared, name)


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    problems, count = [], 0
    for folder in sorted(path for pattern in FOLDERS for path in root.glob(pattern) if path.is_dir()):
        lists = folder / "CMakeLists.txt"
        for group in groups(lists.read_text(encoding="utf-8"), folder) if lists.is_file() else []:
            count += 1
            problems += clashes(group, folder)
    for problem in problems:
        print(f"{problem}; rename one, or take one out of ns_together")
    print(f"{count} groups of files that are compiled together")
    return 1 if problems or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
