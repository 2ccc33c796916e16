#!/usr/bin/env python3
"""Finds what a proof leaves out: an unused generic is never compiled for a board, so it would prove nothing.

usage: unproved.py FILE.sil      the module with Tests/Proofs in it, as `swiftc -emit-silgen` prints it
output: the mangled name of each public generic function that no function named `prove…` and none that is public and not
        generic reaches, and the name of each
        pixel format that none of them mentions, one a line; then how many functions are reached. Exit status 1 if
        anything is left out, or nothing is reached.
"""

import re
import sys

FUNCTION = re.compile(r"^sil (?P<words>[^@]*)@(?P<name>\S+) : \$(?:@convention\(\w+\) |@\w+ )*(?P<generic><)?")
REFERENCE = re.compile(r"function_ref @(\S+)")
FORMAT = re.compile(r"^sil_witness_table .*?(\w+): PixelFormat module")
MENTION = re.compile(r"= metatype \$@\w+ (\w+)\.Type")
PROOF = re.compile(r"\$s11FixedRaster\d+prove")
# Default arguments are functions of their own, and not generic.
DEFAULT_ARGUMENT = re.compile(r"fA\d*_$")
WITNESS = re.compile(r"^  method #.*: @(\S+)")


def read(lines):
    """The public generic functions, the functions each function's body names, those that are compiled in any case (of witness
    tables, or public and not generic), and the formats that no proof mentions."""
    generic, compiled, references, witnesses, current = set(), set(), {}, set(), None
    formats, mentioned = set(), set()
    for line in lines:
        if match := FUNCTION.match(line):
            current = match["name"] if line.rstrip().endswith("{") else None
            if current is None:
                continue
            references[current] = set()
            # What is public has no word of linkage; closures and thunks have one, or are found through what they are in.
            # Transparent are the accessors of stored properties.
            is_public = not re.search(r"\b(hidden|private|shared|transparent)\b", match["words"])
            if match["generic"] and is_public and not DEFAULT_ARGUMENT.search(current):
                generic.add(current)
            elif is_public and not match["generic"]:
                compiled.add(current)
        elif line.startswith("}"):
            current = None
        elif current is not None:
            references[current].update(REFERENCE.findall(line))
            if PROOF.match(current):
                mentioned.update(MENTION.findall(line))
        elif match := WITNESS.match(line):
            witnesses.add(match[1])
        elif match := FORMAT.match(line):
            formats.add(match[1])
    return generic, references, witnesses | compiled, formats - mentioned


def reached(references, roots):
    """All that can be called from the roots, themselves included."""
    seen, waiting = set(), list(roots)
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += references.get(name, ())
    return seen


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    with open(arguments[0], encoding="utf-8") as file:
        generic, references, compiled, formats = read(file)
    roots = [name for name in references if PROOF.match(name)]
    seen = reached(references, roots + sorted(compiled))
    missing = sorted(generic - seen) + sorted(formats)
    for name in missing:
        print(name)
    print(len(generic & seen))
    return 1 if missing or not generic & seen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
