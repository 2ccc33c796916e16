#!/usr/bin/env python3
"""Compares the values of dbc-values with those of cantools, on generated DBC files with random frames.

usage: dbc-compare.py PROGRAM [--files N] [--frames N] [--seed N] [--keep FOLDER]

PROGRAM is the built dbc-values. Needs cantools. cantools takes the raw numbers out of each frame and says which signals the
frame has; factor and offset are fractions of the file's text. The value of 32.32 is rounded from the exact result, halves away
from zero. Both have to be equal to the last bit, or both without a value. A feature that no file had fails.

exit status: 0 all equal, 1 differences, 2 usage
row: P62
"""
import argparse
import collections
import fractions
import math
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

import cantools

FACTORS = [
    "1", "1", "1", "0.1", "0.5", "0.01", "0.001", "0.25", "2", "10", "100", "-1", "-0.1", "1E-005", "0.03125", "0.125",
    "0.00390625", "0.0078125", "1e-7", "0.017453292519943295", "3.14159265358979", "5.9604644775390625e-08", "1.1920928955078125E-7",
    "0.3333333333", "1000000", "12345.678", "4.65661287307739E-10", "0.000000000232830643653869628906250", "1E+6", "4.0", "1.5",
    "-0.00043633231299858", "0.0000305185094759972", "1e-20", "123456789012345678", "7E-26", "1.16415321826934814453125E-10",
]
OFFSETS = [
    "0", "0", "0", "-40", "-273.15", "100", "0.5", "-125", "-0.00001", "1e-10", "-3.14159265358979", "-2147483648", "2147483647",
    "1.16415321826934814453125e-10", "-1e9", "-180.0", "32", "1E-15", "0.1", "-0.3", "0.00000000000000000000000001",
]
UNITS = ["", "km/h", "°C", "rpm", "%", "\\\"Hg", "m;s", "Ω"]


class Signal:
    """A signal as the file has it."""


def is_exact(factor, offset):
    """Whether a scale is within the documented limits of CANScale."""
    factor, offset = fractions.Fraction(factor), fractions.Fraction(offset)
    common = math.lcm(factor.denominator, offset.denominator)
    shift = (common & -common).bit_length() - 1
    if shift > 33 or common >> shift >= 1 << 62:
        return False
    return abs(factor * common) < 1 << 64 and abs(offset * common) * 2 ** (33 - shift) < 1 << 126


def uniform_bits(generator, bits):
    """Random bits, often with an extreme value."""
    choice = generator.random()
    if choice < 0.1:
        return 0
    if choice < 0.2:
        return (1 << bits) - 1
    if choice < 0.3:
        return 1 << (bits - 1)
    return generator.getrandbits(bits)


def linear(signal):
    """The places of a signal's bits, from its lowest on: byte and bit."""
    if signal.big:
        place = (signal.start // 8) * 8 + 7 - signal.start % 8
        return [((p // 8), 7 - p % 8) for p in range(place + signal.length - 1, place - 1, -1)]
    return [(b // 8, b % 8) for b in range(signal.start, signal.start + signal.length)]


def put(data, signal, value):
    for index, (byte, bit) in enumerate(linear(signal)):
        data[byte] = data[byte] & ~(1 << bit) | (value >> index & 1) << bit


def free_signal(generator, name, used, length, floats):
    """A signal in bits that no other one has; None where there is no room."""
    signal = Signal()
    signal.name = name
    for _ in range(40):
        signal.kind = "int"
        size = generator.choice([1, 2, 3, 4, 7, 8, 8, 8, 10, 12, 16, 16, 16, 17, 24, 31, 32, 33, 40, 48, 57, 61, 63, 64])
        if floats and generator.random() < 0.25:
            signal.kind, size = generator.choice([("f32", 32), ("f64", 64)])
        signal.length = size
        signal.big = generator.random() < 0.5
        signal.signed = generator.random() < 0.4
        if generator.random() < 0.4:
            signal.start = generator.randrange(length) * 8 + (7 if signal.big else 0)
        else:
            signal.start = generator.randrange(length * 8)
        places = linear(signal)
        if all(byte < length for byte, _ in places) and not used & set(places):
            used |= set(places)
            signal.factor, signal.offset = generator.choice(FACTORS), generator.choice(OFFSETS)
            signal.unit = generator.choice(UNITS)
            signal.mark, signal.values, signal.parent, signal.ranges = "", [], None, None
            signal.refused = not is_exact(signal.factor, signal.offset)
            return signal
    return None


def switch_signal(generator, name, used, length):
    signal = None
    for _ in range(60):
        before = set(used)
        signal = free_signal(generator, name, used, length, False)
        if signal and 2 <= signal.length <= 8:
            signal.signed, signal.factor, signal.offset, signal.refused = False, "1", "0", False
            return signal
        used.clear()
        used |= before
    return None


def make_message(generator, number, style, seen):
    """A message of a style: plain, multiplexed or extended."""
    message = Signal()
    message.fd = generator.random() < 0.25
    message.extended = generator.random() < 0.5
    while True:
        ident = generator.getrandbits(29 if message.extended else 11)
        # An extended id of nobody's address FE would be a message of J1939: scripts/n2k-compare has those.
        if message.extended and ident & 0xFF == 0xFE:
            continue
        if (ident, message.extended) not in seen:
            seen.add((ident, message.extended))
            break
    message.id, message.name = ident, f"Message{number}"
    message.length = generator.choice([12, 16, 20, 24, 32, 48, 64]) if message.fd else generator.choice([1, 2, 4, 7, 8, 8, 8])
    if style != "plain":
        message.length = max(message.length, 8)
    message.signals = signals = []
    used = set()
    shared = ["EngineSpeed", "Load"] if generator.random() < 0.4 else []
    if style == "plain":
        for index in range(generator.randrange(1, 9)):
            name = shared.pop() if shared else f"S{number}_{index}"
            signal = free_signal(generator, name, used, message.length, True)
            if signal:
                signals.append(signal)
        return message
    root = switch_signal(generator, f"Root{number}", used, message.length)
    if root is None:
        return make_message(generator, number, "plain", seen)
    root.mark = "M"
    signals.append(root)
    if style == "multiplexed":
        base = set(used)
        for value in generator.sample(range(1 << root.length), min(4, 1 << root.length)):
            inner = set(base)
            for index in range(generator.randrange(1, 4)):
                signal = free_signal(generator, f"S{number}_{value}_{index}", inner, message.length, True)
                if signal:
                    signal.mark, signal.parent, signal.ranges = f"m{value}", root, [(value, value)]
                    signals.append(signal)
                    used |= inner
    else:
        extended_signals(generator, message, number, root, used)
    common = free_signal(generator, f"Common{number}", used, message.length, True)
    if common:
        signals.append(common)
    return message


def ranges_of(generator, first, last):
    """One to three ranges within first...last."""
    ranges, low = [], first
    for _ in range(generator.randrange(1, 4)):
        if low > last:
            break
        begin = generator.randrange(low, last + 1)
        end = min(last, begin + generator.randrange(0, 5))
        ranges.append((begin, end))
        low = end + 2
    return ranges


def extended_signals(generator, message, number, root, used):
    """Nested switches and ranges of values. Signals of one branch lie in bits of their own."""
    signals = message.signals
    switches, halves = [(root, set(used))], {}
    second = None
    if generator.random() < 0.4:
        second = switch_signal(generator, f"Second{number}", used, message.length)
        if second:
            second.mark = "M"
            signals.append(second)
            switches.append((second, set(used)))
    for depth in range(generator.randrange(1, 4)):
        parent = switches[-1][0]
        nested = switch_signal(generator, f"Nested{number}_{depth}", used, message.length)
        if nested is None:
            break
        nested.parent, nested.ranges = parent, ranges_of(generator, 0, (1 << parent.length) - 1)
        nested.mark = f"m{nested.ranges[0][0]}M"
        signals.append(nested)
        switches.append((nested, set(used)))
    for index in range(generator.randrange(2, 8)):
        parent = generator.choice(switches)[0]
        signal = free_signal(generator, f"X{number}_{index}", used, message.length, True)
        if signal is None:
            break
        signal.parent, signal.ranges = parent, ranges_of(generator, 0, (1 << parent.length) - 1)
        signal.mark = f"m{signal.ranges[0][0]}"
        signals.append(signal)


def text_of(generator, messages):
    """The DBC file."""
    lines = ['VERSION "1.0 \xb0"', "", "NS_ :", "\tNS_DESC_", "\tCM_", "\tBA_DEF_", "\tSG_MUL_VAL_", "\tBO_TX_BU_", "", "BS_:", ""]
    lines += ["BU_: ECU Panel Gateway", 'VAL_TABLE_ OnOff 1 "On" 0 "Off; or not" ;', ""]
    for message in messages:
        number = message.id | (1 << 31 if message.extended else 0)
        lines.append(f"BO_ {number} {message.name}: {message.length} ECU")
        order = message.signals[:]
        generator.shuffle(order)
        for signal in order:
            signal.line = len(lines) + 1
            mark = f" {signal.mark}" if signal.mark else ""
            sign = "-" if signal.signed else "+"
            receivers = generator.choice(["Panel", "Vector__XXX", "Panel,Gateway", " Panel, Gateway"])
            space = generator.choice(["", " "])
            lines.append(
                f" SG_ {signal.name}{mark} : {signal.start}|{signal.length}@{0 if signal.big else 1}{sign}{space}"
                f'({signal.factor},{signal.offset}){space}[0|{generator.choice(["0", "100", "1E+3"])}] "{signal.unit}" {receivers}')
        lines.append("")
    number = lambda message: message.id | (1 << 31 if message.extended else 0)
    lines.append(f"BO_TX_BU_ {number(messages[0])} : ECU,Gateway;")
    lines.append(f'EV_ Variable: 0 [0|10] "" 0 1 DUMMY_NODE_VECTOR0 Vector__XXX;')
    lines.append(f'CM_ "A comment with a ; and BO_ 1 of \xe4\xf6\n two lines";')
    lines.append(f'CM_ BO_ {number(messages[0])} "Said \\"so\\"";')
    lines.append('BA_DEF_ BO_ "GenMsgCycleTime" INT 0 10000;')
    lines.append('BA_DEF_ SG_ "Kind" ENUM "a","b;","c";')
    lines.append('BA_DEF_DEF_ "GenMsgCycleTime" 0;')
    lines.append('BA_DEF_DEF_ "Kind" "a";')
    for message in messages:
        lines.append(f'BA_ "GenMsgCycleTime" BO_ {number(message)} 100;')
    for message in messages:
        for signal in message.signals:
            if signal.kind == "int" and generator.random() < 0.2 and signal.length > 1:
                signal.values = [(0, "Zero"), (1, "One°")]
                lines.append(f'VAL_ {number(message)} {signal.name} 0 "Zero" 1 "One\xb0" ;')
    for message in messages:
        for signal in message.signals:
            if signal.kind != "int":
                lines.append(f'SIG_VALTYPE_ {number(message)} {signal.name} : {1 if signal.kind == "f32" else 2};')
    for message in messages:
        if message.style == "extended":
            for signal in message.signals:
                if signal.parent:
                    ranges = ", ".join(f"{a}-{b}" for a, b in signal.ranges)
                    lines.append(f"SG_MUL_VAL_ {number(message)} {signal.name} {signal.parent.name} {ranges};")
    ending = generator.choice(["\n", "\r\n"])
    return ending.join(lines).replace("\r\n two", "\n two") + ending


def frame_of(generator, message):
    """Random data; switches often have a value that somebody waits for, floats often one that is near."""
    data = bytearray(generator.getrandbits(8) for _ in range(message.length))
    if generator.random() < 0.05:
        data = bytearray([generator.choice([0, 255])] * message.length)
    for signal in message.signals:
        if signal.kind != "int" and generator.random() < 0.8:
            value = generator.choice([
                generator.uniform(-1000, 1000), generator.uniform(-1e10, 1e10), 0.0, -0.0, float("nan"), float("inf"), -float("inf"),
                math.ldexp(generator.randrange(-9999, 9999) + 0.5, -32), math.ldexp(generator.randrange(-9, 9) * 2 + 1, -33),
                generator.randrange(-100, 100) / 10, math.ldexp(generator.random(), -generator.randrange(20, 140)),
                2147483648.0, -2147483648.0, 5e-45,
            ])
            code = struct.pack(">f" if signal.kind == "f32" else ">d", value)
            put(data, signal, int.from_bytes(code, "big"))
        elif signal.kind == "int" and generator.random() < 0.3:
            put(data, signal, uniform_bits(generator, signal.length))
    for signal in message.signals:
        if signal.mark.endswith("M") and generator.random() < 0.8:
            waiting = [s for s in message.signals if s.parent is signal]
            if waiting:
                put(data, signal, generator.randint(*generator.choice(generator.choice(waiting).ranges)))
    return bytes(data)


def repr_unit(signal, encoding):
    unit = signal.unit.replace('\\"', '"')
    return unit.replace("Ω", "Ohm") if encoding == "latin-1" else unit


def known_choices(database, message, signal):
    """The value table as cantools has it."""
    choices = database.get_message_by_name(message.name).get_signal_by_name(signal.name).choices or {}
    return [(number, str(text)) for number, text in choices.items()]


def round_half_away(value):
    magnitude = math.floor(abs(value) + fractions.Fraction(1, 2))
    return -magnitude if value < 0 else magnitude


def expected_of(signal, raw, counts):
    if isinstance(raw, float) and not math.isfinite(raw):
        counts["floats that are no number"] += 1
        return "failed"
    exact = (fractions.Fraction(raw) * fractions.Fraction(signal.factor) + fractions.Fraction(signal.offset)) * (1 << 32)
    if exact.denominator == 2:
        counts["ties"] += 1
        if exact < 0:
            counts["ties below 0"] += 1
    value = round_half_away(exact)
    if not -(1 << 63) <= value < 1 << 63:
        counts["values that do not fit"] += 1
        return "failed"
    return str(value)


def count_features(messages, counts):
    for message in messages:
        counts["extended ids" if message.extended else "standard ids"] += 1
        counts["messages of CAN FD"] += message.fd
        counts["messages " + message.style] += 1
        for signal in message.signals:
            counts["signals"] += 1
            counts["big-endian" if signal.big else "little-endian"] += 1
            counts[signal.kind + (" signed" if signal.signed and signal.kind == "int" else "")] += 1
            counts["across nine bytes"] += len({byte for byte, _ in linear(signal)}) == 9
            counts["of 64 bits"] += signal.length == 64
            counts["value tables"] += bool(signal.values)
            counts["shared names"] += signal.name in ("EngineSpeed", "Load")
            counts["floats with factor and offset"] += signal.kind != "int" and signal.factor != "1" and signal.offset != "0"
            counts["nested switches"] += signal.mark.startswith("m") and signal.mark.endswith("M")
            counts["second switches"] += signal.name.startswith("Second")
            counts["several ranges"] += bool(signal.ranges) and len(signal.ranges) > 1


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--frames", type=int, default=100)
    parser.add_argument("--seed", type=int, default=62)
    parser.add_argument("--keep")
    options = parser.parse_args()
    counts, wrong = collections.Counter(), []
    with tempfile.TemporaryDirectory() as temporary:
        root = pathlib.Path(options.keep or temporary)
        expected = {}
        for index in range(options.files):
            generator = random.Random(options.seed * 100_000 + index)
            folder = root / f"{index:03}"
            folder.mkdir(parents=True, exist_ok=True)
            seen, messages = set(), []
            for number in range(generator.randrange(1, 6)):
                style = generator.choice(["plain", "plain", "multiplexed", "extended"])
                message = make_message(generator, number, style, seen)
                if style == "extended" and not any(s.parent for s in message.signals):
                    style = "plain"
                    for signal in message.signals:
                        signal.mark = ""
                message.style = style if any(s.parent for s in message.signals) else "plain"
                if message.signals:
                    messages.append(message)
            if not messages:
                continue
            text = text_of(generator, messages)
            count_features(messages, counts)
            encoding = generator.choice(["utf-8", "latin-1"])
            text = text.replace("Ω", "Ohm") if encoding == "latin-1" else text
            (folder / "file.dbc").write_bytes(text.encode(encoding))
            counts["files in " + encoding] += 1
            database = cantools.database.load_string(text, "dbc", strict=False)
            lines, values = [], {}
            for frame in range(options.frames):
                message = generator.choice(messages)
                data = frame_of(generator, message)
                ident = f"{message.id:08X}" if message.extended else f"{message.id:03X}"
                mark = "##1" if message.fd else "#"
                lines.append(f"(1436509052.{frame:06}) can0 {ident}{mark}{data.hex().upper()}")
                known = database.get_message_by_name(message.name)
                present = signals_there(known, message, data)
                counts["frames whose switch cantools refuses"] += present is not None
                decoded = known.decode(data, decode_choices=False, scaling=False, allow_truncated=True) if present is None else present
                for signal in message.signals:
                    if signal.refused:
                        continue
                    if signal.name in decoded:
                        key = (frame, f"{message.name}.{signal.name}")
                        values[key] = expected_of(signal, decoded[signal.name], counts)
                        counts["values"] += 1
                    else:
                        counts["values multiplexed out"] += 1
                counts["frames"] += 1
            (folder / "frames.log").write_text("\n".join(lines) + "\n")
            for message in messages:
                for signal in message.signals:
                    if signal.refused:
                        values["problem", str(signal.line)] = "line"
                        counts["refused scales"] += 1
                        continue
                    values["unit", f"{message.name}.{signal.name}"] = repr_unit(signal, encoding)
                    for number, text in known_choices(database, message, signal):
                        reading = expected_of(signal, number, collections.Counter())
                        if reading != "failed":
                            values["choice " + reading, f"{message.name}.{signal.name}"] = text
            expected[str(folder)] = values
        compare(options.program, expected, counts, wrong)
    for name, number in sorted(counts.items()):
        print(f"{number:8} {name}")
    empty = [name for name in FEATURES if not counts[name]]
    for name in empty:
        print(f"no file had: {name}")
    for line in wrong[:20]:
        print(line)
    print(f"{len(wrong)} differences")
    return 1 if wrong or empty else 0


FEATURES = [
    "across nine bytes", "big-endian", "little-endian", "extended ids", "standard ids", "f32", "f64", "int", "int signed",
    "floats that are no number", "floats with factor and offset", "messages extended", "messages multiplexed", "messages plain",
    "nested switches", "second switches", "several ranges", "shared names", "ties", "ties below 0", "value tables",
    "values multiplexed out", "refused scales", "values that do not fit", "messages of CAN FD", "of 64 bits", "files in utf-8", "files in latin-1",
]


def signals_there(known, message, data):
    """The raw numbers of the frame's signals where cantools refuses the switch's value; None where it does not."""
    try:
        known.decode(data, decode_choices=False, scaling=False)
        return None
    except cantools.database.errors.DecodeError:
        pass
    # The message with no switch: each number for itself; then those whose switches stand right, by the file's own ranges.
    flat = {}
    for signal in known.signals:
        plain = cantools.database.Signal(
            signal.name, signal.start, signal.length, byte_order=signal.byte_order, is_signed=signal.is_signed,
            conversion=signal.conversion)
        single = cantools.database.Message(1, "Flat", known.length, [plain], strict=False)
        flat.update(single.decode(data, decode_choices=False, scaling=False))
    there = {}
    for signal in message.signals:
        current, is_there = signal, True
        while current.parent:
            is_there &= any(a <= flat[current.parent.name] <= b for a, b in current.ranges)
            current = current.parent
        if is_there:
            there[signal.name] = flat[signal.name]
    return there


def compare(program, expected, counts, wrong):
    output = subprocess.run([program, *expected], capture_output=True, check=True, text=True).stdout
    folder, found = None, {}
    for line in output.splitlines():
        if line.startswith("= "):
            folder = line[2:]
            found[folder] = {}
        elif line.startswith("! line "):
            found[folder]["problem", line[7:].split(":")[0]] = "line"
        elif line.startswith("unit "):
            name, _, unit = line[5:].partition(" ")
            found[folder]["unit", name] = unit
        elif line.startswith("choice "):
            _, value, name, text = line.split(" ", 3)
            found[folder]["choice " + value, name] = text
        elif line.startswith("!"):
            wrong.append(f"{folder}: {line}")
        else:
            frame, name, value = line.split()
            found[folder][int(frame), name] = value
    for folder, values in expected.items():
        mine = found.get(folder, {})
        for key in values.keys() | mine.keys():
            if values.get(key) != mine.get(key):
                wrong.append(f"{folder} {key}: expected {values.get(key)}, found {mine.get(key)}")


if __name__ == "__main__":
    sys.exit(main())
