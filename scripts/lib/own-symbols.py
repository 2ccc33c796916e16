#!/usr/bin/env python3
"""Takes out of a module's symbol graph what it re-exports: those symbols have pages in the modules that they belong to, and
their links lead nowhere under another's name.

usage: own-symbols.py FILE.symbols.json MODULE...      the graph, which is written over, and the modules to be left out
"""

import json
import pathlib
import sys


def main(path, modules):
    graph = json.loads(path.read_text(encoding="utf-8"))
    # How the mangled name of everything that a module declares begins.
    others = tuple(f"s:{len(name)}{name}" for name in modules)
    kept = [symbol for symbol in graph["symbols"] if not symbol["identifier"]["precise"].startswith(others)]
    known = {symbol["identifier"]["precise"] for symbol in kept}
    graph["symbols"] = kept
    graph["relationships"] = [relationship for relationship in graph["relationships"] if relationship["source"] in known]
    path.write_text(json.dumps(graph), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), sys.argv[2:])
