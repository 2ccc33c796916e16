#!/usr/bin/env python3
"""Writes the fuzzer's seed corpus: random bytes of a fixed generator, so that every run begins with whole programs.

usage: make-seeds.py FOLDER

Tools/RasterFuzz/ByteReader.swift makes a program of any bytes; longer inputs hold more calls. The first byte decides between
drawing (0...14 modulo 16) and arithmetic (15), the second is the format.
"""
import pathlib
import random
import sys

FORMATS = 3
LENGTHS = (60, 150, 300, 600)


def seeds():
    generator = random.Random(4)
    for format_index in range(FORMATS):
        for length in LENGTHS:
            for number in range(2):
                yield f"draw-{format_index}-{length}-{number}", bytes([0, format_index]) + generator.randbytes(length - 2)
    for length in LENGTHS:
        yield f"arithmetic-{length}", bytes([15]) + generator.randbytes(length - 1)


def main(arguments):
    if len(arguments) != 1:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    folder = pathlib.Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in seeds():
        (folder / name).write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
