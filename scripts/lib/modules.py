#!/usr/bin/env python3
"""Says how to read the modules that the package vends, and all that they import: scripts/docs has the compiler do it. A
library that needs another package is for this project's own tools, and is left out.

usage: swift package dump-package | modules.py ROOT
output: a line a module, those it imports before it, with tabs between: `vended` or `imported`; `swift`, `c` or `system`;
        its name; its folder; the compiler's options (swift) or the name for pkg-config (system). Exit status 1 if nothing
        is vended.
"""

import json
import pathlib
import sys

# What a target's settings are to the compiler. The others say how code is made, and none is.
OPTIONS = {
    "swiftLanguageMode": "-swift-version {}",
    "strictMemorySafety": "-strict-memory-safety",
    "enableExperimentalFeature": "-enable-experimental-feature {}",
    "enableUpcomingFeature": "-enable-upcoming-feature {}",
    "define": "-D{}",
}


def options(target):
    kinds = [setting["kind"] for setting in target["settings"] if setting["tool"] == "swift" and "condition" not in setting]
    return " ".join(OPTIONS[name].format(value.get("_0", "")) for kind in kinds for name, value in kind.items() if name in OPTIONS)


def line(target, root, is_vended):
    folder = root / target.get("path", "Sources/" + target["name"])
    if target["type"] == "system":
        kind, more = "system", target.get("pkgConfig", "")
    elif any(folder.rglob("*.swift")):
        kind, more = "swift", options(target)
    else:
        kind, more = "c", ""
    return "\t".join(["vended" if is_vended else "imported", kind, target["name"], str(folder), more])


def main():
    root = pathlib.Path(sys.argv[1])
    package = json.load(sys.stdin)
    targets = {target["name"]: target for target in package["targets"]}
    done = []

    def needs_package(name):
        return any(
            "product" in dependency or needs_package((dependency.get("byName") or dependency.get("target") or [None])[0])
            for dependency in targets.get(name, {"dependencies": []})["dependencies"]
        )

    libraries = [product["targets"] for product in package["products"] if "library" in product["type"]]
    vended = [name for names in libraries if not any(needs_package(name) for name in names) for name in names]

    def visit(name):
        if name in done or name not in targets:
            return
        for dependency in targets[name]["dependencies"]:
            # Products of other packages are left out.
            visit((dependency.get("byName") or dependency.get("target") or [None])[0])
        done.append(name)
        print(line(targets[name], root, name in vended))

    for name in vended:
        visit(name)
    return 0 if vended else 1


sys.exit(main())
