#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the documentation: every page of the table below as HTML with one navigation, in a folder that opens without a server.

    make_docs.py <folder to write> [<folder of the Python package>]

The options reference is made from the tables of fields, and notebooks are executed, through the Python package; without it these
pages are left out, and said so.
The comparison with peers is made from bench/results. A link that leads nowhere is an error, and so is a page that no section lists: the
documents are checked as they are made.
"""
import base64
import contextlib
import csv
import html
import io
import json
import math
import os
import re
import shutil
import sys
from pathlib import Path
from urllib.parse import unquote

try:
    import markdown
except ImportError:
    print("make_docs: needs python3-markdown", file=sys.stderr)
    sys.exit(77)  # what ctest takes for skipped

ROOT = Path(__file__).resolve().parent.parent

# section: pages in their order; a folder stands for what its README lists
SECTIONS = {
    "Start": ["README.md", "docs/start.md", "docs/from-siconos.md", "docs/gallery.md"],
    "Concepts": ["docs/concepts/README.md", "docs/concepts/inclusions.md", "docs/concepts/one-step-problem.md",
                 "docs/concepts/laws.md", "docs/concepts/certificates.md", "docs/concepts/ladder.md",
                 "docs/concepts/systems.md", "docs/concepts/time-stepping.md", "docs/concepts/events.md",
                 "docs/concepts/energy.md", "docs/concepts/contacts.md"],
    "Notebooks": ["docs/notebooks/bouncing_ball.ipynb", "docs/notebooks/friction.ipynb",
                  "docs/notebooks/stack.ipynb", "docs/notebooks/circuits.ipynb",
                  "docs/notebooks/sliding_mode.ipynb"],
    "How to": ["docs/python.md", "docs/models.md", "docs/running.md", "docs/schemes.md", "docs/impacts.md",
               "docs/scenes.md", "docs/urdf.md", "docs/circuits.md", "docs/control.md", "docs/analysis.md", "docs/viewer.md",
               "docs/failures.md"],
    "Reference": ["docs/options.md", "docs/formats.md", "docs/run-files.md", "docs/scene-runs.md",
                  "docs/generated-problems.md", "NOTATION.md"],
    "Evidence": ["docs/accuracy.md", "docs/benchmarks.md", "docs/peers.md", "docs/newton-or-sweeps.md"],
    "Inside": ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"],
    "Modules": sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("src/*/README.md")),
}
STYLE = """
:root { --ink: #1d2430; --soft: #5b6675; --line: #dfe4ea; --back: #fbfcfd; --mark: #0b62a8; }
* { box-sizing: border-box }
body { margin: 0; color: var(--ink); background: var(--back); font: 16px/1.55 system-ui, sans-serif }
nav { position: fixed; inset: 0 auto 0 0; width: 15rem; overflow: auto; padding: 1.2rem; border-right: 1px solid var(--line) }
nav b { display: block; margin: 1rem 0 .2rem; color: var(--soft); font-weight: 600; font-size: .8rem; text-transform: uppercase }
nav a { display: block; padding: .12rem 0; color: var(--ink); text-decoration: none; font-size: .93rem }
nav a:hover, nav a.here { color: var(--mark) } nav a.here { font-weight: 600 }
main { margin-left: 15rem; padding: 2rem 2.5rem 5rem; max-width: 60rem }
a { color: var(--mark) } img { max-width: 100% } h1 { line-height: 1.2 } h2 { margin-top: 2.2rem }
pre, code { font: .86rem/1.45 ui-monospace, monospace } code { background: #eef1f5; padding: .05rem .25rem; border-radius: 3px }
pre { background: #f1f4f7; border: 1px solid var(--line); border-radius: 6px; padding: .8rem 1rem; overflow: auto }
pre code { background: none; padding: 0 }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: .92rem }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .7rem .3rem 0; text-align: left; vertical-align: top }
@media (max-width: 50rem) { nav { position: static; width: auto; border: 0 } main { margin: 0; padding: 1rem } }
"""


def title_of(text, path):
    found = re.search(r"^# (.+)$", text, re.M)
    return found[1] if found else path


def importable(package):
    """The Python package, or None."""
    if package and package not in sys.path:
        sys.path.insert(0, package)
    try:
        import nonsmooth
        return nonsmooth
    except ImportError:
        print("make_docs: no Python package, pages that need it are left out", file=sys.stderr)
        return None


def plain(text):
    """Text whose signs mean nothing to Markdown."""
    return re.sub(r"([|\[_*<])", r"\\\1", str(text))


def options_page(package):
    """Every struct with a table of fields, and what each field is for."""
    nonsmooth = importable(package)
    if nonsmooth is None:
        return None
    lines = ["# Options", "", "Every value with named fields: the name, its default, what it is for. The same in C++ and Python; made from the "
             "tables that also check them.", ""]
    structs = {}
    for prefix, module in (("", nonsmooth), ("circuit.", nonsmooth.circuit), ("control.", nonsmooth.control),
                           ("analysis.", nonsmooth.analysis)):
        structs.update({prefix + name: kind for name, kind in sorted(vars(module).items())
                        if isinstance(kind, type) and getattr(kind, "__fields__", None)})
    for name, kind in structs.items():
        lines += [f"## {name}", "", plain((kind.__doc__ or "").strip().split("\n")[0]), "",
                  "| field | type | default | |", "|---|---|---|---|"]
        for field, field_type, default, doc in kind.__fields__:
            lines.append(f"| `{field}` | {plain(field_type)} | {f'`{default}`' if default else ''} | {plain(doc)} |")
        lines.append("")
    return "\n".join(lines)


def notebook_page(path, package):
    """A notebook with what its cells print and draw; a cell that fails ends the build."""
    if importable(package) is None:
        return None
    os.environ["MPLBACKEND"] = "Agg"
    import matplotlib.pyplot as plt
    parts, names = [], {}
    for cell in json.loads((ROOT / path).read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code":
            parts.append(source)
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(source, path, "exec"), names)  # noqa: S102 - our own text
        parts.append(f"```python\n{source}\n```")
        if printed.getvalue():
            parts.append(f"```\n{printed.getvalue()}```")
        for number in plt.get_fignums():
            picture = io.BytesIO()
            plt.figure(number).savefig(picture, dpi=100, bbox_inches="tight")
            parts.append(f"![](data:image/png;base64,{base64.b64encode(picture.getvalue()).decode()})")
            plt.close(number)
    return "\n\n".join(parts + [f"[This notebook]({Path(path).name}) to run and change."])


def shifted_mean(times, shift=1e-3):
    return math.exp(sum(math.log(t + shift) for t in times) / len(times)) - shift


def peers_page():
    """Friction problems: who solved how many, and in what time, from the last stored run."""
    lines = ["# Comparison with peers", "", "Made from the runs stored in `bench/results`: every answer was judged by the same independent check, and "
             "failures count at the limit of time. Times are geometric means with a shift of 1 ms.", ""]
    for path in sorted(ROOT.glob("bench/results/*/friction-*.csv")):
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        table = {}
        for row in rows:
            table.setdefault((row["side"], row["solver"]), []).append(row)
        files = max(len(each) for each in table.values())
        limit = max(float(row["time_s"]) for row in rows)
        lines += [f"## {path.parent.name}, tolerance {rows[0]['tolerance']}", "", f"{files} files, limit {limit:g} s.", "",
                  "| | solver | solved | mean time |", "|---|---|---|---|"]
        ranked = []
        for (side, solver), each in table.items():
            solved = sum(row["solved"] == "1" for row in each)
            times = [float(row["time_s"]) for row in each] + [limit] * (files - len(each))
            if 2 * len(each) >= files:
                ranked.append((-solved, shifted_mean(times), side, solver))
        for solved, mean, side, solver in sorted(ranked):
            time = f"{1e3 * mean:.3g} ms" if mean < 1 else f"{mean:.3g} s"
            lines.append(f"| {side} | {solver} | {-solved} of {files} | {time} |")
        lines += ["", "A file that a solver cannot treat counts as a failure, and solvers for less than half of the files are left out; "
                  "[benchmarks](benchmarks.md) tells how all of this is measured.", ""]
    for path in sorted(ROOT.glob("bench/results/*/simulate.txt")):
        lines += [f"## {path.parent.name}, simulations", "", "`bench simulate --peer siconos`: C++ against C++, end states compared before times.",
                  "", "```", path.read_text(encoding="utf-8").strip(), "```", ""]
    return "\n".join(lines)


def collect(package):
    """Texts of all pages by their path; what is generated takes the place of a file."""
    pages = {}
    for paths in SECTIONS.values():
        for path in paths:
            if path == "docs/options.md":
                pages[path] = options_page(package)
            elif path == "docs/peers.md":
                pages[path] = peers_page()
            elif path.endswith(".ipynb"):
                pages[path] = notebook_page(path, package)
            elif (ROOT / path).is_file():
                pages[path] = (ROOT / path).read_text(encoding="utf-8")
    return {path: text for path, text in pages.items() if text is not None}


def target_of(path):
    return "index.html" if path == "README.md" else str(Path(path).with_suffix(".html")).replace("/README.html", "/index.html")


class Site:
    def __init__(self, out, pages):
        self.out, self.pages, self.broken = out, pages, []

    def relative(self, here, target):
        return os.path.relpath(target, Path(here).parent or ".")

    def link(self, path, here, address):
        """Where an address of a page leads: to another page, to a copied file, or nowhere."""
        if re.match(r"[a-z]+:", address):
            return address
        file, _, anchor = unquote(address).partition("#")
        if not file:
            return address
        meant = os.path.normpath(Path(path).parent / file)
        tail = "#" + anchor if anchor else ""
        if meant in self.pages and meant != path:
            return self.relative(here, target_of(meant)) + tail
        source = ROOT / meant
        if source.is_dir():
            source = source / "README.md"
            meant = os.path.join(meant, "README.md")
        if not source.is_file():
            self.broken.append(f"{path}: {address} leads nowhere")
            return address
        copy = self.out / meant
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)
        return self.relative(here, meant) + tail

    def check_anchors(self):
        """Links into a page must find their heading there."""
        made = {file: file.read_text(encoding="utf-8") for file in self.out.glob("**/*.html")}
        headings = {file: set(re.findall(r'id="([^"]+)"', text)) for file, text in made.items()}
        for file, text in made.items():
            for address, anchor in re.findall(r'href="([^":#]*)#([^"]+)"', text):
                target = (file.parent / html.unescape(address)).resolve() if address else file
                if anchor not in headings.get(target, {anchor}):
                    self.broken.append(f"{file.name}: {address}#{anchor} leads to no heading")

    def navigation(self, here):
        parts = []
        for section, paths in SECTIONS.items():
            known = [path for path in paths if path in self.pages]
            if known:
                parts.append(f"<b>{section}</b>")
            for path in known:
                title = html.escape(title_of(self.pages[path], path)).replace("`", "")
                mark = ' class="here"' if target_of(path) == here else ""
                parts.append(f'<a{mark} href="{self.relative(here, target_of(path))}">{title}</a>')
        return "\n".join(parts)

    def write(self, path):
        here = target_of(path)
        body = markdown.markdown(self.pages[path], extensions=["tables", "fenced_code", "toc", "sane_lists"])
        body = re.sub(r'(href|src)="([^"]*)"',
                      lambda m: f'{m[1]}="{html.escape(self.link(path, here, html.unescape(m[2])))}"', body)
        title = html.escape(title_of(self.pages[path], path))
        file = self.out / here
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
                        f"<title>{title} - Nonsmooth</title><style>{STYLE}</style><nav>{self.navigation(here)}</nav><main>{body}</main></html>\n",
                        encoding="utf-8")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    out = Path(sys.argv[1]).resolve()
    if out.exists() and any(out.iterdir()) and not (out / "index.html").is_file():
        sys.exit(f"make_docs: {out} holds something else; choose an empty folder")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    site = Site(out, collect(sys.argv[2] if len(sys.argv) > 2 else ""))
    for path in site.pages:
        site.write(path)
    site.check_anchors()
    listed = {path for paths in SECTIONS.values() for path in paths}
    site.broken += [f"{path.relative_to(ROOT)} is in no section" for path in sorted(ROOT.glob("docs/**/*.md"))
                    if str(path.relative_to(ROOT)) not in listed]
    if site.broken:
        sys.exit("make_docs: " + "\n".join(site.broken))
    print(f"{len(site.pages)} pages in {out}; open {out / 'index.html'}")


main()
