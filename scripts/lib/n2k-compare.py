#!/usr/bin/env python3
"""Compares the values of dbc-values with those of canboat and cantools, on generated messages of NMEA 2000 and J1939.

usage: n2k-compare.py PROGRAM [--messages N] [--files N] [--seed N] [--keep FOLDER]

PROGRAM is the built dbc-values. Needs nmea2000, whose database and decoders are canboat's, and cantools.

NMEA 2000: canboat says where a field lies, whether it has a value, and which. Its values are floats in SI units: they have to
agree to nine digits. The raw bits, with factor and offset of the program's table as fractions, give the nearest number of
32.32: that has to be equal to the last bit. Fast packets are cut by canboat and put together by both. Streams: each is read
by nmea2000 too. J1939: cantools takes the raw numbers out of the frames of generated DBC files; BAM is cut here.

exit status: 0 all equal, 1 differences, 2 usage
row: P67
"""
import argparse
import collections
import fractions
import pathlib
import random
import subprocess
import sys
import tempfile

import cantools
from nmea2000 import _canboat as canboat
from nmea2000.decoder import NMEA2000Decoder

Fraction = fractions.Fraction
DATABASE = canboat.Database("si")
SOURCES = [1, 35, 36, 204]
# A unit of the panel in canboat's SI units: factor and offset.
SI = {
    "": (1, 0), "deg": (Fraction("0.017453292519943295769"), 0), "degC": (1, Fraction("273.15")), "kPa": (1000, 0), "hPa": (100, 0),
    "percent": (Fraction("0.01"), 0), "rpm": (Fraction(1, 60), 0), "l": (Fraction("0.001"), 0), "m/s": (1, 0), "m": (1, 0),
    "l/h": (Fraction(1, 3_600_000), 0), "V": (1, 0), "A": (1, 0), "s": (1, 0), "d": (1, 0), "Ah": (3600, 0),
}


class Field:
    def __init__(self, columns):
        number, self.message, self.name, start, count, sign, factor, offset, self.unit = columns
        self.number, self.start, self.count, self.signed = int(number), int(start), int(count), sign == "signed"
        self.factor, self.offset = Fraction(factor), Fraction(offset)

    def raw(self, payload):
        return int.from_bytes(payload, "little") >> self.start & (1 << self.count) - 1

    def value(self, raw):
        if self.signed and raw >> self.count - 1:
            raw -= 1 << self.count
        return raw * self.factor + self.offset


def nearest(value):
    """The raw number of 32.32, halves away from zero; None out of range."""
    scaled = abs(value) * (1 << 32)
    number = (scaled.numerator * 2 + scaled.denominator) // (scaled.denominator * 2)
    number = -number if value < 0 else number
    return number if -(1 << 63) <= number < 1 << 63 else None


def text_of(value):
    number = nearest(value)
    return "failed" if number is None else str(number)


def table(program):
    lines = subprocess.run([program, "--table"], check=True, capture_output=True, text=True).stdout.splitlines()
    return [Field(line.split("\t")) for line in lines]


def bits_of(generator, count, signed):
    """Random bits, often one of the reserved numbers."""
    largest = (1 << count) - 1
    choice = generator.random()
    if choice < 0.3:
        number = largest - generator.randrange(min(6, largest + 1))
        return number ^ (1 << count - 1) if signed else number
    if choice < 0.4:
        return generator.choice([0, 1 << count - 1, largest >> 1, largest])
    return generator.getrandbits(count)


def payload_of(generator, info, length):
    number = generator.getrandbits(length * 8)
    for field in info.fields:
        if field.bit_offset is None or not field.bit_length or field.bit_offset + field.bit_length > length * 8:
            continue
        mask = (1 << field.bit_length) - 1
        bits = bits_of(generator, field.bit_length, generator.random() < 0.5)
        number = number & ~(mask << field.bit_offset) | bits << field.bit_offset
    if generator.random() < 0.05:
        number = generator.choice([0, (1 << length * 8) - 1])
    return number.to_bytes(length, "little")


class Boat:
    """Random messages of all parameter groups of a boat, and the values that canboat has in them."""

    def __init__(self, fields, generator, counts, wrong):
        self.generator, self.counts, self.wrong = generator, counts, wrong
        self.groups = collections.defaultdict(list)
        for field in fields:
            if field.number >= 0x1F000:
                self.groups[field.number].append(field)
        self.info = {number: DATABASE.pgn_variants(number)[0] for number in self.groups}
        self.decoder = __import__("nmea2000.backend", fromlist=["backend"])
        for number, known in self.groups.items():
            places = {(f.bit_offset, f.bit_length) for f in self.info[number].fields}
            flags = [f for f in self.info[number].fields if f.lookup_bit_enumeration]
            for field in known:
                inside = any(f.bit_offset <= field.start < f.bit_offset + f.bit_length for f in flags)
                if (field.start, field.count) not in places and not (field.count == 1 and inside):
                    wrong.append(f"{number} {field.name}: canboat has no field there")

    def lengths(self, number):
        ends = [f.bit_offset + f.bit_length for f in self.info[number].fields if f.bit_offset is not None and f.bit_length]
        full = (max(ends) + 7) // 8
        return max(full, 8) if self.info[number].packet_type == "Single" else full

    def address(self, field):
        """The address of a field by its number, with a choice of its own where it needs one."""
        choice = {127250: "reference", 129026: "reference", 130306: "reference"}.get(field.number)
        needs = choice and field.name in ("heading", "cog", "windSpeed", "windAngle")
        if not needs:
            return [(f"{field.number}.{field.name}", None)]
        chooser = next(f for f in self.groups[field.number] if f.name == choice)
        last = 5 if field.number == 130306 else 2
        return [(f"{field.number}[{choice}={value}].{field.name}", (chooser, value)) for value in range(last)]

    def addresses(self):
        return [(text, field, condition) for known in self.groups.values() for field in known for text, condition in self.address(field)]

    def values(self, number, payload, checked=True):
        """The expected lines of a message: addresses and values."""
        message = self.decoder.decode(number, payload, 1, 255, 6, "si")
        decoded = {}
        if message is None:
            self.counts["messages that canboat refuses"] += 1
        else:
            for field, info in zip(message.fields, self.info[number].fields):
                decoded[info.bit_offset, info.bit_length] = (field, info)
        lines = []
        for text, field, condition in self.addresses():
            if field.number != number:
                continue
            if condition and condition[0].raw(payload) != condition[1]:
                continue
            raw = field.raw(payload)
            text_value = text_of(field.value(raw))
            quality = self.quality(field, raw)
            if quality:
                text_value = quality
            if checked and (field.start, field.count) in decoded and field.count > 1:
                self.check(number, field, raw, quality, decoded[field.start, field.count])
            self.counts["values " + (quality or "there")] += 1
            lines.append((text, text_value))
        return lines

    def quality(self, field, raw):
        """The rule of canboat's extractNumber: the largest number of two bits and more, the next one of three, and one more of five."""
        if field.count == 1 or field.name.startswith("discreteStatus") or field.name == "integrity":
            return None
        ordered = raw ^ 1 << field.count - 1 if field.signed else raw
        distance = (1 << field.count) - 1 - ordered
        if distance == 0:
            return "none"
        if distance == 2 and field.count > 4:
            return "none"
        special = field.count > 2 or field.name == "reference"
        return "failed" if distance == 1 and special else None

    def check(self, number, field, raw, quality, pair):
        theirs, info = pair
        if info.field_type in ("BITLOOKUP",):
            return
        where = f"{number} {field.name} raw {raw:#x}"
        if info.field_type == "LOOKUP":
            self.counts["words and numbers of canboat"] += 1
            if theirs.raw_value is not None and theirs.raw_value != raw:
                self.wrong.append(f"{where}: canboat has {theirs.raw_value}")
            return
        value = theirs.value
        if value is None:
            self.counts["numbers without a value in canboat"] += 1
            # An angle below the circle is none for canboat; the panel shows the sender's number.
            limit = 90 if field.name == "latitude" else 180
            if not quality and not (field.unit == "deg" and field.value(raw) < -limit):
                self.wrong.append(f"{where}: canboat has no value")
            return
        if quality:
            self.wrong.append(f"{where}: canboat has {value}, the panel {quality}")
            return
        if info.field_type == "DATE":
            value = theirs.raw_value
        if info.field_type == "TIME":
            value = theirs.raw_value
        # canboat has positions in degrees, all other angles in radians.
        factor, offset = (1, 0) if info.unit == "deg" else SI[field.unit]
        expected = float(field.value(raw) * factor + offset)
        self.counts["numbers of canboat"] += 1
        if abs(expected - float(value)) > 1e-9 * max(1.0, abs(expected)):
            self.wrong.append(f"{where}: canboat has {value}, the panel {expected}")


def candump(time, ident, data):
    return f"({time // 1000}.{time % 1000:03}) can0 {ident:08X}#{data.hex().upper()}"


def frames_of(generator, boat, messages, counts):
    """Frames of all messages: each sender has its own order, the frames of several senders are mixed, some are lost.

    Returns the lines, and the messages that are whole with the number of their last frame.
    """
    queues, sequences = collections.defaultdict(list), collections.Counter()
    for index, (number, source, priority, payload) in enumerate(messages):
        ident = canboat.can_id_compose(priority, number, source, 255)
        if boat.info[number].packet_type == "Fast":
            sequence = sequences[number, source] % 8
            sequences[number, source] += 1
            parts = canboat.fast_packet_fragment(sequence, payload)
        else:
            parts = [payload]
        lost = set()
        if len(parts) > 1 and generator.random() < 0.15:
            lost = {generator.randrange(len(parts))}
            counts["messages with a lost frame"] += 1
        for place, part in enumerate(parts):
            if place not in lost:
                queues[source].append((ident, bytes(part), index if place == len(parts) - 1 and not lost else None))
    lines, whole, time = [], {}, 1_436_509_052_000
    while queues:
        source = generator.choice(sorted(queues))
        ident, data, index = queues[source].pop(0)
        if not queues[source]:
            del queues[source]
        if index is not None:
            whole[len(lines)] = index
        lines.append((time, ident, data))
        time += generator.randrange(3)
    return lines, whole


def reassembled(lines, boat):
    """The frames that end a message, by canboat's own reassembly."""
    reassembler, ends = canboat.Reassembler(), {}
    for place, (_, ident, data) in enumerate(lines):
        priority, number, source, destination = canboat.can_id_decompose(ident)
        if boat.info[number].packet_type == "Fast":
            payload = reassembler.push(number, data, source, destination, priority)
            if payload is not None:
                ends[place] = bytes(payload)
        else:
            ends[place] = data
    return ends


def packet(number, source, priority, payload, command, time):
    """A packet of Actisense: BST 93 or, for longer ones, D0."""
    if command == 0x93:
        body = bytes([priority]) + number.to_bytes(3, "little") + bytes([255, source]) + time.to_bytes(4, "little")
        body = bytes([0x93, len(body) + 1 + len(payload)]) + body + bytes([len(payload)]) + payload
    else:
        page = priority << 2 | number >> 16
        body = bytes([0xD0]) + (13 + len(payload)).to_bytes(2, "little")
        body += bytes([255, source, number & 255, number >> 8 & 255, page, 0]) + time.to_bytes(4, "little") + payload
    body += bytes([-sum(body) & 255])
    return b"\x10\x02" + body.replace(b"\x10", b"\x10\x10") + b"\x10\x03"


def check_streams(messages, lines, streams, wrong, counts):
    """Whether nmea2000 reads the same messages in the streams."""
    codec = canboat.GatewayCodec("ngt1")
    if not codec.open().endswith(b"\x10\x02\xa1\x03\x11\x02\x00\x49\x10\x03"):
        wrong.append(f"the start of an NGT-1 is {codec.open().hex()}")
    for number, source, priority, payload in messages:
        codec.receive(b"")
        events = codec.receive(packet(number, source, priority, payload, 0x93, 7))
        if [e for e in events if e[0] == "frame"][:1] != [("frame", (priority, number, source, 255, payload))]:
            wrong.append(f"nmea2000 has {events} in a packet 93 of {number}")
        counts["packets that nmea2000 reads"] += 1
    for line in streams[2].decode().splitlines():
        if canboat.parse_line("actisense_ascii", line) is None:
            wrong.append("nmea2000 refuses " + line)
    for line, (_, ident, data) in zip(streams[0].decode().splitlines(), lines):
        parsed = canboat.parse_line("ydwg02", line)
        if parsed is None or bytes(parsed[4]) != data:
            wrong.append(f"nmea2000 has {parsed} in {line}")
        counts["lines that nmea2000 reads"] += 1


def compare_boat(program, root, options, counts, wrong):
    generator = random.Random(options.seed)
    boat = Boat(table(program), generator, counts, wrong)
    folder = root / "boat"
    folder.mkdir(parents=True, exist_ok=True)
    messages = []
    for number in sorted(boat.groups):
        for _ in range(options.messages):
            payload = payload_of(generator, boat.info[number], boat.lengths(number))
            messages.append((number, generator.choice(SOURCES), generator.randrange(8), payload))
    generator.shuffle(messages)
    (folder / "addresses").write_text("".join(text + "\n" for text, _, _ in boat.addresses()))
    lines, whole = frames_of(generator, boat, messages, counts)
    (folder / "frames.log").write_text("".join(candump(*line) + "\n" for line in lines))
    ends = reassembled(lines, boat)
    for place, index in whole.items():
        if ends.get(place, b"")[:len(messages[index][3])] != messages[index][3]:
            # It mixes a message that lost a frame with one of the same sequence, eight messages later.
            counts["whole messages that canboat does not put together"] += 1
    for place in ends.keys() - whole.keys():
        counts["messages that canboat alone put together"] += 1
    clock = lambda time: f"{time // 3600000 % 24:02}:{time // 60000 % 60:02}:{time // 1000 % 60:02}.{time % 1000:03}"
    streams = [
        "".join(f"{clock(t)} {generator.choice('RT')} {i:08X} {d.hex(' ').upper()}\r\n" for t, i, d in lines).encode(),
        b"".join(packet(n, s, p, d, generator.choice([0x93, 0xD0]), generator.getrandbits(32)) for n, s, p, d in messages),
        "".join(f"A173321.107 {s:02X}FF{p:X} {n:05X} {d.hex().upper()}\r\n" for n, s, p, d in messages).encode(),
    ]
    for number, stream in enumerate(streams):
        (folder / f"stream.{number}").write_bytes(stream)
    check_streams(messages, lines, streams, wrong, counts)
    expected = collections.defaultdict(list)
    values = {index: boat.values(m[0], m[3]) for index, m in enumerate(messages)}
    for place in sorted(whole):
        expected[str(place)] = sorted(values[whole[place]])
        expected["stream.0"] += values[whole[place]]
    for index in range(len(messages)):
        expected["stream.1"] += values[index]
        expected["stream.2"] += values[index]
    found = collections.defaultdict(list)
    for line in run(program, folder):
        if line.startswith("!"):
            wrong.append(line)
        elif not line.startswith(("=", "unit ", "choice ")):
            place, name, value = line.split(" ")
            found[place].append((name, value))
    for place in expected.keys() | found.keys():
        counts["places compared"] += 1
        if sorted(expected[place]) != sorted(found[place]):
            mine = set(found[place]) ^ set(expected[place])
            wrong.append(f"{place}: expected {len(expected[place])}, found {len(found[place])}: {sorted(mine)[:4]}")
    counts["values of a boat"] = sum(len(v) for v in found.values())


def run(program, folder):
    return subprocess.run([program, str(folder)], check=True, capture_output=True, text=True).stdout.splitlines()


# ---- J1939


def signal_bits(generator):
    return generator.choice([1, 2, 2, 3, 4, 5, 8, 8, 8, 10, 12, 16, 16, 16, 24, 32, 32, 19])


def reserved(raw, count):
    """SAE J1939-71: of whole bytes the highest one decides; of other widths the two largest numbers."""
    if count == 1:
        return None
    top = (1 << count) - 1
    if count % 8 == 0:
        return {255: "none", 254: "failed", 253: "none", 252: "none", 251: "none"}.get(raw >> count - 8)
    return {top: "none", top - 1: "failed"}.get(raw)


def compare_files(program, root, options, counts, wrong):
    """DBC files of J1939, whose messages come from any address, long ones by BAM."""
    factors = ["1", "0.125", "0.4", "0.05", "0.03125", "0.5", "4"]
    offsets = ["0", "0", "-40", "-273", "-125", "-250"]
    for index in range(options.files):
        generator = random.Random(options.seed * 1000 + index)
        folder = root / f"j1939-{index:03}"
        folder.mkdir(parents=True, exist_ok=True)
        text = 'VERSION ""\nNS_ :\nBS_:\nBU_: ECU\n'
        style = generator.choice(["attribute", "default", "address"])
        numbers = generator.sample([0xF000 + n for n in range(0xFFF)] + [n << 8 for n in range(1, 0xEA)], 4)
        numbers = [n for n in numbers if n >> 8 not in (0xEB, 0xEC)]
        messages = []
        for place, number in enumerate(numbers):
            length = generator.choice([8, 8, 8, 9, 20, 39, 200, 1785])
            ident = canboat.can_id_compose(6, number, 0xFE if style == "address" else generator.randrange(254), 255 if number < 0xF000 else 255)
            text += f"BO_ {ident | 1 << 31} M{place}: {length} ECU\n"
            names, bit = [], 0
            while bit < min(length, 60) * 8 and len(names) < 12:
                count = signal_bits(generator)
                if bit + count > length * 8:
                    break
                factor, offset = generator.choice(factors), generator.choice(offsets)
                text += f' SG_ S{place}_{len(names)} : {bit}|{count}@1+ ({factor},{offset}) [0|0] "" ECU\n'
                names.append((f"S{place}_{len(names)}", count, Fraction(factor), Fraction(offset)))
                bit += count + generator.randrange(3)
            # A last one at the end of a long message.
            if length > 64:
                text += f' SG_ E{place} : {length * 8 - 16}|16@1+ (0.125,0) [0|0] "" ECU\n'
                names.append((f"E{place}", 16, Fraction("0.125"), Fraction(0)))
            messages.append((f"M{place}", number, length, names))
        if style != "address":
            text += 'BA_DEF_ BO_ "VFrameFormat" ENUM "StandardCAN","ExtendedCAN","reserved","J1939PG";\n'
            text += f'BA_DEF_DEF_ "VFrameFormat" "{"J1939PG" if style == "default" else "StandardCAN"}";\n'
        if style == "attribute":
            for place, number in enumerate(numbers):
                ident = int(next(l for l in text.splitlines() if f" M{place}:" in l).split()[1])
                text += f'BA_ "VFrameFormat" BO_ {ident} 3;\n'
        (folder / "file.dbc").write_text(text)
        database = cantools.database.load_string(text, "dbc", strict=False)
        counts["files by " + style] += 1
        lines, expected = [], {}
        for _ in range(50):
            name, number, length, names = generator.choice(messages)
            known = database.get_message_by_name(name)
            if style != "address" and known.protocol != "j1939":
                wrong.append(f"cantools does not take {name} for J1939")
            data = bytearray(generator.choice([generator.getrandbits(8), 255, 254, 251, 250]) for _ in range(length))
            source, priority = generator.randrange(254), generator.randrange(8)
            ident = canboat.can_id_compose(priority, number, source, 255)
            lost = length > 8 and generator.random() < 0.2
            if length <= 8:
                lines.append((ident, bytes(data)))
            else:
                packets = (length + 6) // 7
                start = bytes([32]) + length.to_bytes(2, "little") + bytes([packets, 255]) + number.to_bytes(3, "little")
                lines.append((canboat.can_id_compose(priority, 0xEC00, source, 255), start))
                missing = generator.randrange(packets) if lost else -1
                for part in range(packets):
                    if part != missing:
                        piece = bytes([part + 1]) + bytes(data[part * 7:part * 7 + 7]).ljust(7, b"\xff")
                        lines.append((canboat.can_id_compose(priority, 0xEB00, source, 255), piece))
                counts["messages by BAM"] += 1
                counts["messages by BAM with a lost packet"] += lost
            if lost:
                continue
            raws = known.decode(bytes(data), decode_choices=False, scaling=False)
            for signal, count, factor, offset in names:
                raw = int(raws[signal])
                special = reserved(raw, count)
                counts["signals " + (special or "there")] += 1
                expected[str(len(lines) - 1), f"{name}.{signal}"] = special or text_of(raw * factor + offset)
        log = [f"(1436509052.{place // 100:06}) can0 {ident:08X}#{data.hex().upper()}" for place, (ident, data) in enumerate(lines)]
        (folder / "frames.log").write_text("\n".join(log) + "\n")
        found = {}
        for line in run(program, folder):
            if line.startswith("!"):
                wrong.append(f"{folder}: {line}")
            elif not line.startswith(("=", "unit ", "choice ")):
                place, name, value = line.split(" ")
                found[place, name] = value
        for key in expected.keys() | found.keys():
            if expected.get(key) != found.get(key):
                wrong.append(f"{folder} {key}: expected {expected.get(key)}, found {found.get(key)}")
        counts["values of J1939"] += len(found)


FEATURES = [
    "values there", "values none", "values failed", "numbers of canboat", "numbers without a value in canboat",
    "messages with a lost frame", "packets that nmea2000 reads", "lines that nmea2000 reads", "signals none", "signals failed",
    "signals there", "messages by BAM", "messages by BAM with a lost packet", "files by attribute", "files by default",
    "files by address",
]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--messages", type=int, default=200)
    parser.add_argument("--files", type=int, default=40)
    parser.add_argument("--seed", type=int, default=67)
    parser.add_argument("--keep")
    options = parser.parse_args()
    counts, wrong = collections.Counter(), []
    with tempfile.TemporaryDirectory() as temporary:
        root = pathlib.Path(options.keep or temporary)
        compare_boat(options.program, root, options, counts, wrong)
        compare_files(options.program, root, options, counts, wrong)
    for name, number in sorted(counts.items()):
        print(f"{number:8} {name}")
    empty = [name for name in FEATURES if not counts[name]]
    for name in empty:
        print(f"nothing had: {name}")
    for line in wrong[:40]:
        print(line)
    print(f"{len(wrong)} differences")
    return 1 if wrong or empty else 0


if __name__ == "__main__":
    sys.exit(main())
