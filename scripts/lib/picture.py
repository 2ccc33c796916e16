#!/usr/bin/env python3
"""Pictures of 8-bit red, green and blue: reads PNG and PPM, writes small PNG, compares exactly.

usage: picture.py compare GOLDEN ACTUAL     says where they differ; exit status 1 if they do
       picture.py compress FROM TO.png      the same pixels in a PNG that is small
"""

import pathlib
import struct
import sys
import zlib

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


class Picture:
    """`pixels` holds height rows of width pixels of three bytes, without padding."""

    def __init__(self, width, height, pixels):
        if len(pixels) != width * height * 3:
            raise ValueError(f"{len(pixels)} bytes are not {width}×{height} pixels")
        self.width, self.height, self.pixels = width, height, bytes(pixels)

    @classmethod
    def read(cls, path):
        data = pathlib.Path(path).read_bytes()
        if data.startswith(PNG_SIGNATURE):
            return cls._from_png(data)
        if data.startswith(b"P6"):
            return cls._from_ppm(data)
        raise ValueError(f"{path}: neither PNG nor PPM")

    @classmethod
    def _from_ppm(cls, data):
        words, position = [], 0
        while len(words) < 4:
            end = data.index(b"\n", position)
            words += data[position:end].split(b"#")[0].split()
            position = end + 1
        magic, width, height, maximum = words
        if magic != b"P6" or maximum != b"255":
            raise ValueError("not a PPM of 8 bits")
        return cls(int(width), int(height), data[position:])

    @classmethod
    def _from_png(cls, data):
        position, header, packed = len(PNG_SIGNATURE), None, b""
        while position < len(data):
            length, kind = struct.unpack_from(">I4s", data, position)
            body = data[position + 8 : position + 8 + length]
            (checksum,) = struct.unpack_from(">I", data, position + 8 + length)
            if zlib.crc32(kind + body) != checksum:
                raise ValueError(f"damaged PNG: checksum of {kind.decode()}")
            if kind == b"IHDR":
                header = struct.unpack(">IIBBBBB", body)
            elif kind == b"IDAT":
                packed += body
            position += 12 + length
        width, height, depth, color, _, _, interlaced = header
        channels = {0: 1, 2: 3, 6: 4}.get(color)
        if depth != 8 or channels is None or interlaced:
            raise ValueError("only plain PNGs of 8 bits are read: grey, RGB and RGBA")
        rows = cls._unfilter(zlib.decompress(packed), width * channels, height, channels)
        if channels == 1:
            rows = bytes(value for value in rows for _ in range(3))
        elif channels == 4:
            if any(alpha != 255 for alpha in rows[3::4]):
                raise ValueError("a picture of a display has no transparent pixels")
            rgb = bytearray(width * height * 3)
            for channel in range(3):
                rgb[channel::3] = rows[channel::4]
            rows = rgb
        return cls(width, height, rows)

    @staticmethod
    def _unfilter(data, stride, height, channels):
        rows, above = bytearray(), bytes(stride)
        for y in range(height):
            start = y * (stride + 1)
            kind, row = data[start], bytearray(data[start + 1 : start + 1 + stride])
            if kind:
                for x in range(stride):
                    left = row[x - channels] if x >= channels else 0
                    corner = above[x - channels] if x >= channels else 0
                    row[x] = (row[x] + Picture._predicted(kind, left, above[x], corner)) & 0xFF
            rows += row
            above = row
        return rows

    @staticmethod
    def _predicted(kind, left, above, corner):
        if kind == 1:
            return left
        if kind == 2:
            return above
        if kind == 3:
            return (left + above) // 2
        estimate = left + above - corner
        distances = [(abs(estimate - value), order) for order, value in enumerate((left, above, corner))]
        return (left, above, corner)[min(distances)[1]]

    def write_png(self, path):
        stride = self.width * 3
        rows = b"".join(b"\0" + self.pixels[y * stride : (y + 1) * stride] for y in range(self.height))
        chunks = [
            (b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)),
            (b"IDAT", zlib.compress(rows, 9)),
            (b"IEND", b""),
        ]
        encoded = b"".join(
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
        )
        pathlib.Path(path).write_bytes(PNG_SIGNATURE + encoded)

    def difference(self, other):
        """What differs, in words; None where every pixel is the same. The size comes first: pixels follow from it."""
        if (self.width, self.height) != (other.width, other.height):
            return f"{other.width}×{other.height} instead of {self.width}×{self.height}"
        if self.pixels == other.pixels:
            return None
        different = [i // 3 for i, (a, b) in enumerate(zip(self.pixels, other.pixels)) if a != b]
        first = different[0]
        wanted, found = (p.pixels[first * 3 : first * 3 + 3].hex() for p in (self, other))
        return (
            f"{len(set(different))} pixels differ, the first at ({first % self.width}, {first // self.width}): "
            f"{found} instead of {wanted}"
        )

    def part(self, width, height):
        """The first columns of the first rows."""
        rows = (self.pixels[y * self.width * 3 : (y * self.width + width) * 3] for y in range(height))
        return Picture(width, height, b"".join(rows))

    def rotated(self, degrees):
        """The picture turned clockwise by 90, 180 or 270 degrees."""
        if degrees == 0:
            return self
        rows = [self.pixels[y * self.width * 3 : (y + 1) * self.width * 3] for y in range(self.height)]
        columns = (b"".join(row[x * 3 : x * 3 + 3] for row in reversed(rows)) for x in range(self.width))
        return Picture(self.height, self.width, b"".join(columns)).rotated(degrees - 90)

    def bar_ends(self, bars=10):
        """Where the blue of bars that lie one below another ends: of each, how many pixels of its row are blue."""
        ends = set()
        for bar in range(bars):
            y = (2 * bar + 1) * self.height // (2 * bars)
            row = self.pixels[y * self.width * 3 : (y + 1) * self.width * 3]
            ends.add(sum(blue > 150 > red for red, blue in zip(row[::3], row[2::3])))
        return ends

    def is_off(self):
        """Whether it is qemu's picture of a display that is off: grey words on black, on less than a hundredth of it."""
        words = self.pixels.count(170)
        return words + self.pixels.count(0) == len(self.pixels) and 0 < words < len(self.pixels) // 100

    def hash(self):
        """As golden files have it: FNV-1a of blue, green and red."""
        value = 0xCBF29CE484222325
        for i in range(0, len(self.pixels), 3):
            for byte in self.pixels[i + 2], self.pixels[i + 1], self.pixels[i]:
                value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        return f"{value:016x}"

    def with_one_bit_changed(self):
        """For the control of a comparison: the last bit of the last pixel."""
        return Picture(self.width, self.height, self.pixels[:-1] + bytes([self.pixels[-1] ^ 1]))

    def with_one_row_less(self):
        return Picture(self.width, self.height - 1, self.pixels[: -self.width * 3])


def main(arguments):
    if len(arguments) != 3 or arguments[0] not in ("compare", "compress"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    first = Picture.read(arguments[1])
    if arguments[0] == "compress":
        first.write_png(arguments[2])
        return 0
    # The comparison proves each time that it can fail.
    if first.difference(first.with_one_bit_changed()) is None or first.difference(first.with_one_row_less()) is None:
        print("the comparison does not notice a change", file=sys.stderr)
        return 1
    words = first.difference(Picture.read(arguments[2]))
    if words:
        print(words)
    return 1 if words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
