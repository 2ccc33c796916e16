#!/usr/bin/env python3
"""Says what a WebAssembly module imports, on one line: nothing for a module that needs nothing.

usage: wasm_imports.py MODULE
Format: https://webassembly.github.io/spec/core/binary/modules.html
"""

import pathlib
import sys


def number(data, place):
    """An unsigned LEB128 number and the place behind it."""
    value, shift = 0, 0
    while True:
        byte = data[place]
        value, place, shift = value | (byte & 127) << shift, place + 1, shift + 7
        if byte < 128:
            return value, place


def name(data, place):
    length, place = number(data, place)
    return data[place : place + length].decode(), place + length


def imports(data):
    if data[:8] != b"\0asm\1\0\0\0":
        sys.exit("no WebAssembly module")
    place = 8
    while place < len(data):
        section, (length, start) = data[place], number(data, place + 1)
        if section == 2:
            count, at = number(data, start)
            # The first is enough to know: what follows it depends on its kind.
            return [".".join(name_pair(data, at))] if count else []
        place = start + length
    return []


def name_pair(data, place):
    module, place = name(data, place)
    return module, name(data, place)[0]


if __name__ == "__main__":
    print(*imports(pathlib.Path(sys.argv[1]).read_bytes()))
