#!/usr/bin/env python3
"""A device of Modbus with random registers, for the tests: pymodbus serves them, and Python's own decoding says their values.

usage: modbus-server.py FOLDER (--tcp PORT | --rtu PATH [BAUD]) [--seed N] [--count N]

Writes FOLDER/expected, a line for each address: the address as a panel has it, a tab, and the value's bits of 32.32, `failed`,
`none` or `"TEXT"`. The value is the exact fraction, rounded to the nearest, halves away from zero. Units 1, 2 and 7 are there.
The registers 90 to 99 and 45000 to 45009 of unit 1 can be written.

row: P6A
"""
import argparse
import asyncio
import fractions
import math
import pathlib
import random
import struct
import sys

from pymodbus import FramerType
from pymodbus.server import ModbusSerialServer, ModbusTcpServer
from pymodbus.simulator import DataType, SimData, SimDevice

UNITS = (1, 2, 7)
FORMS = {
    "u16": (1, "H"), "s16": (1, "h"), "u32": (2, "I"), "s32": (2, "i"), "u64": (4, "Q"), "s64": (4, "q"), "f32": (2, "f"),
    "f64": (4, "d"), "bcd": (1, None), "bcd32": (2, None), "bcd64": (4, None),
}
# The order in which the bytes of a register pair lie in the device: A is the highest.
ORDERS = {
    "": (False, False), "swap": (True, False), "swap byte": (False, True), "swap word_byte": (True, True), "swap word": (True, False),
    "abcd": (False, False), "cdab": (True, False), "badc": (False, True), "dcba": (True, True),
}
SCALES = [("", "1", "0")] * 6 + [
    ("*0.1", "0.1", "0"), ("*0.1 -40", "0.1", "-40"), ("*-0.01 +5", "-0.01", "5"), ("*0.001", "0.001", "0"),
    ("+0.5", "1", "0.5"), ("*2.5e-3-273.15", "0.0025", "-273.15"), ("*1e-9", "1e-9", "0"), ("*0.0625", "0.0625", "0"),
]
TEXTS = ["Pump", "Grundfos ALPHA2", "Käse", "x", "", "  two  words ", "0123456789ABCDEF"]
SPECIAL = {"u16": 0xFFFF, "s16": 0x8000, "u32": 0xFFFFFFFF, "s32": 0x80000000, "u64": 2**64 - 1, "s64": 1 << 63,
           "f32": 0x7FC00000, "f64": 0x7FF8 << 48}


def rounded(value):
    """The bits of 32.32 of a fraction; `failed` beyond its range."""
    scaled = abs(value) * 2**32
    bits = math.floor(scaled + fractions.Fraction(1, 2))
    bits = -bits if value < 0 else bits
    return str(bits) if -(2**63) <= bits < 2**63 else "failed"


def in_order(data, words, swapped):
    """The registers of big-endian bytes in a device's order."""
    registers = list(struct.unpack(f">{len(data) // 2}H", data))
    if words:
        registers.reverse()
    return [(r >> 8 | r << 8) & 0xFFFF if swapped else r for r in registers]


class Device:
    """Random registers, and the addresses that name them."""

    def __init__(self, seed, count):
        self.random = random.Random(seed)
        self.tables = {unit: {"holding": {}, "input": {}, "coil": {}, "discrete": {}} for unit in UNITS}
        self.expected = []
        self.next = {}
        for number in range(count):
            self.add(number)
        for table in ("holding", "input", "coil", "discrete"):
            self.expected.append((f"{table} 60000", "failed"))
        # What controls write to.
        for address in list(range(90, 100)) + list(range(45000, 45010)):
            self.tables[1]["holding"][address] = 0
            self.tables[1]["coil"][address] = False

    def place(self, unit, table, count):
        """Room for registers: neighbours mostly, small gaps, and large ones."""
        start = self.next.get((unit, table), 100) + self.random.choice([0, 0, 0, 1, 3, 40, 300])
        self.next[unit, table] = start + count
        return start

    def address(self, unit, table, number):
        """The address as a person may write it."""
        prefix = "" if unit == 1 and self.random.random() < 0.7 else f"unit {unit} "
        digit = {"coil": "0", "discrete": "1", "input": "3", "holding": "4"}[table]
        choice = self.random.random()
        if choice < 0.3 and number < 9999:
            return f"{prefix}{digit}{number + 1:04}"
        if choice < 0.5:
            return f"{prefix}{digit}{number + 1:05}"
        return f"{prefix}{table} " + (hex(number) if choice < 0.6 else str(number))

    def add(self, number):
        """One address more."""
        unit = self.random.choice(UNITS)
        kind = self.random.random()
        if kind < 0.2:
            table = self.random.choice(["coil", "discrete"])
            place = self.place(unit, table, 1)
            bit = self.random.random() < 0.5
            self.tables[unit][table][place] = bit
            self.expected.append((self.address(unit, table, place), str(int(bit) << 32)))
            return
        table = self.random.choice(["holding", "input"])
        if kind < 0.3:
            self.add_text(unit, table)
            return
        form = self.random.choice(list(FORMS))
        count, code = FORMS[form]
        order = self.random.choice(list(ORDERS)) if self.random.random() < 0.6 else ""
        scale, factor, offset = self.random.choice(SCALES)
        factor, offset = fractions.Fraction(factor), fractions.Fraction(offset)
        place = self.place(unit, table, count)
        words = [self.address(unit, table, place), "" if form == "u16" and self.random.random() < 0.5 else form, order, scale]
        data = self.random.randbytes(2 * count)
        if form.startswith("f") and self.random.random() < 0.8:
            data = struct.pack(">" + code, self.random.uniform(-1e6, 1e6))
        if self.random.random() < 0.2 and form in SPECIAL:
            data = SPECIAL[form].to_bytes(2 * count, "big")
        if code is None and self.random.random() < 0.9:
            data = bytes.fromhex("".join(self.random.choice("0123456789") for _ in range(4 * count)))
        for index, register in enumerate(in_order(data, *ORDERS[order])):
            self.tables[unit][table][place + index] = register
        value = self.value(data, form, code)
        if form[0] in "us" and self.random.random() < 0.3:
            first = self.random.randrange(16 * count)
            last = self.random.randrange(first, 16 * count)
            words[1] = form if words[1] or form != "u16" else ""
            words.insert(2, f"bit {first}" if first == last else f"bits {first}..{last}")
            value = int.from_bytes(data, "big") >> first & (1 << (last - first + 1)) - 1
            if form[0] == "s" and value >> (last - first):
                value -= 1 << (last - first + 1)
        result = "failed" if value is None else rounded(fractions.Fraction(value) * factor + offset)
        if self.random.random() < 0.3:
            words.append("sunspec")
            if form in SPECIAL and data == SPECIAL[form].to_bytes(2 * count, "big") or form[0] == "f" and self.is_nan(data, code):
                result = "none"
            if form.startswith("bcd") and data == b"\xff" * len(data):
                result = "none"
        self.expected.append((" ".join(word for word in words if word), result))

    @staticmethod
    def is_nan(data, code):
        return math.isnan(struct.unpack(">" + code, data)[0])

    @staticmethod
    def value(data, form, code):
        """What Python says; `None` for what is no number."""
        if code is None:
            return int(data.hex()) if data.hex().isdigit() else None
        value = struct.unpack(">" + code, data)[0]
        return None if form.startswith("f") and not math.isfinite(value) else value

    def add_text(self, unit, table):
        """A text, in UTF-8 or Latin-1."""
        text = self.random.choice(TEXTS)
        data = text.encode(self.random.choice(["utf-8", "latin-1"]))
        length = max(1, len(data) + self.random.choice([0, 1, 5]))
        count = (length + 1) // 2
        padded = data + self.random.choice([b" ", b"\0"]) * (2 * count - len(data))
        swapped = self.random.random() < 0.3
        place = self.place(unit, table, count)
        for index, register in enumerate(in_order(padded, False, swapped)):
            self.tables[unit][table][place + index] = register
        self.expected.append((f"{self.address(unit, table, place)} text {length}{' swap' if swapped else ''}", f'"{text.rstrip()}"'))

    def devices(self):
        """Those of pymodbus."""
        return [
            SimDevice(unit, simdata=tuple(self.blocks(tables[name], name) for name in ("coil", "discrete", "holding", "input")))
            for unit, tables in self.tables.items()
        ]

    @staticmethod
    def blocks(table, name):
        """Registers behind each other; what is not among them is not there."""
        blocks, values = [], []
        for place in sorted(table):
            if values and place == blocks[-1][0] + len(values[-1]):
                values[-1].append(table[place])
            else:
                blocks.append((place,))
                values.append([table[place]])
        if not blocks:
            # pymodbus wants one at least.
            blocks, values = [(65535,)], [[False if name in ("coil", "discrete") else 0]]
        kind = DataType.BITS if name in ("coil", "discrete") else DataType.REGISTERS
        return [SimData(start, values=part, datatype=kind) for (start,), part in zip(blocks, values)]


async def serve(options, devices):
    if options.tcp:
        server = ModbusTcpServer(devices, address=("127.0.0.1", options.tcp))
    else:
        server = ModbusSerialServer(devices, framer=FramerType.RTU, port=options.rtu, baudrate=options.baud)
    await server.serve_forever()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--tcp", type=int)
    parser.add_argument("--rtu")
    parser.add_argument("--baud", type=int, default=19200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=400)
    options = parser.parse_args()
    device = Device(options.seed, options.count)
    lines = "".join(f"{address}\t{value}\n" for address, value in device.expected)
    (options.folder / "expected").write_text(lines, encoding="utf-8")
    asyncio.run(serve(options, device.devices()))


if __name__ == "__main__":
    sys.exit(main())
