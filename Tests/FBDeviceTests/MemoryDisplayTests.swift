import CLinux
import FixedRaster
import Foundation
import SystemFiles
import TestSupport
import Testing

@testable import FBDevice

@Suite struct MemoryDisplayTests {
  static let layouts: [(PixelLayout, String)] = [
    (.xrgb8888, "xrgb8888"), (.rgb565, "rgb565"), (.argb8888, "argb8888"),
    (layout(32, (0, 8), (8, 8), (16, 8)), "xbgr8888"), (layout(32, (24, 8), (16, 8), (8, 8)), "rgbx8888"),
    (layout(24, (16, 8), (8, 8), (0, 8)), "rgb888"), (layout(24, (0, 8), (8, 8), (16, 8)), "bgr888"),
    (layout(16, (0, 5), (5, 6), (11, 5)), "bgr565"), (layout(8, (0, 8), (0, 8), (0, 8)), "grey8"),
    (layout(1, (0, 1), (0, 1), (0, 1)), "mono"),
  ]

  static func layout(_ bits: UInt8, _ r: (UInt8, UInt8), _ g: (UInt8, UInt8), _ b: (UInt8, UInt8)) -> PixelLayout {
    PixelLayout(
      bitsPerPixel: bits, red: BitField(offset: r.0, length: r.1), green: BitField(offset: g.0, length: g.1),
      blue: BitField(offset: b.0, length: b.1), alpha: BitField(offset: 0, length: 0))
  }

  /// Stores raw pixel bits the slow way, as the layout's definition says.
  static func store(_ bits: UInt32, _ x: Int, _ y: Int, in memory: DisplayMemory) {
    let row = unsafe memory.base + y * memory.bytesPerRow
    if memory.layout.bitsPerPixel == 1 {
      let old = unsafe row.load(fromByteOffset: x / 8, as: UInt8.self)
      let bit = UInt8(0x80) >> UInt8(x % 8)
      unsafe row.storeBytes(of: bits == 0 ? old & ~bit : old | bit, toByteOffset: x / 8, as: UInt8.self)
      return
    }
    let size = Int(memory.layout.bitsPerPixel) / 8
    for byte in 0..<size {
      unsafe row.storeBytes(
        of: UInt8(truncatingIfNeeded: bits >> UInt32(8 * byte)), toByteOffset: x * size + byte, as: UInt8.self)
    }
  }

  @Test("D03 any format, stride and rotation: a snapshot shows what was written, upright", arguments: layouts)
  func snapshotOfLayout(_ layout: PixelLayout, _ name: String) throws {
    let (width, height) = (13, 5)
    let unit = max(1, Int(layout.bitsPerPixel) / 8)
    for (padding, rotation) in everyRotation.flatMap({ [(0, $0), (3 * unit, $0)] }) {
      let stride = (width * Int(layout.bitsPerPixel) + 7) / 8 + padding
      let display = try MemoryDisplay(
        width: width, height: height, layout: layout, bytesPerRow: stride, rotation: rotation)
      #expect(display.memory.bytesPerRow == stride && display.memory.rotation == rotation)
      #expect(unsafe Int(bitPattern: display.memory.base) % SystemCalls.pageSize == 0)
      let size = rotation.swapsAxes ? (width: height, height: width) : (width: width, height: height)
      #expect(display.memory.width == size.width && display.memory.height == size.height)
      var expected: [UInt8] = []
      var random = SplitMix(seed: 7)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let bits = UInt32(truncatingIfNeeded: random.next()) & (UInt32.max >> (32 - UInt32(layout.bitsPerPixel)))
          // Clockwise: what was on top comes to the right.
          let (column, row) =
            switch rotation {
            case .none: (x, y)
            case .clockwise90: (width - 1 - y, x)
            case .clockwise180: (width - 1 - x, height - 1 - y)
            case .clockwise270: (y, height - 1 - x)
            }
          Self.store(bits, column, row, in: display.memory)
          for field in [layout.red, layout.green, layout.blue] { expected.append(Self.level(bits, field)) }
        }
      }
      let picture = try decodePNG(display.snapshot())
      #expect(picture.width == size.width && picture.height == size.height && picture.rgb == expected)
    }
  }

  /// The 8-bit level by the definition: the field's bits repeated from the top downwards.
  static func level(_ pixel: UInt32, _ field: BitField) -> UInt8 {
    let bits = (0..<Int(field.length)).reversed().map { pixel >> (UInt32(field.offset) + UInt32($0)) & 1 }
    return UInt8((0..<8).reduce(0) { $0 << 1 | bits[$1 % bits.count] })
  }

  @Test("D02 a memory display of a layout that cannot be stored is refused")
  func unknownLayouts() {
    var odd = PixelLayout.rgb565
    odd.red = BitField(offset: 200, length: 250)
    var narrow = PixelLayout.rgb565
    narrow.bitsPerPixel = 3
    var none = PixelLayout.rgb565
    none.bitsPerPixel = 0
    for layout in [odd, narrow, none] {
      #expect {
        try MemoryDisplay(width: 8, height: 8, layout: layout)
      } throws: {
        ($0 as? DeviceError)?.message.contains("pixels of this layout cannot be stored") == true
      }
    }
  }

  @Test("D03 a snapshot of RGB565 has the colours that drawing reads back")
  func snapshotAgreesWithFormat() throws {
    let display = try MemoryDisplay(width: 256, height: 256, layout: .rgb565)
    for value in 0..<65536 { Self.store(UInt32(value), value % 256, value / 256, in: display.memory) }
    let reader = PixelReader(display.memory)
    for value in 0..<65536 {
      #expect(reader.rgb(value % 256, value / 256) == RGB565.unpack(UInt16(value)) & 0xFF_FFFF)
    }
  }

  @Test("D03 a PNG is valid for an independent reader, up to the widest and the highest")
  func independentReader() throws {
    for (width, height) in [(1, 1), (3, 2), (800, 480), (8191, 3), (3, 8191)] {
      let display = try MemoryDisplay(width: width, height: height, layout: .xrgb8888)
      for x in 0..<width {
        Self.store(UInt32(truncatingIfNeeded: x &* 2_654_435_761), x, height - 1, in: display.memory)
      }
      let folder = TemporaryFolder()
      try display.writeSnapshot(to: folder.file("a.png"))
      let picture = try decodePNG(#require(folder.bytes("a.png")))
      #expect(picture.width == width && picture.height == height)
      let last = 3 * (width * height - 1)
      let value = UInt32(truncatingIfNeeded: (width - 1) &* 2_654_435_761)
      #expect(picture.rgb[last] == UInt8(truncatingIfNeeded: value >> 16))
      #expect(picture.rgb[last + 2] == UInt8(truncatingIfNeeded: value))
    }
  }

  @Test("D03 memory is the default when there is no display, and what was refused is reported")
  func memoryIsTheDefault() throws {
    let kernel = MockKernel()
    var refusals: [String] = []
    var display = try DisplayChoice("auto").open(kernel) { refusals.append($0.message) }
    #expect(display.name == "memory" && display.memory.width == 800 && display.memory.height == 480)
    #expect(display.memory.layout == .xrgb8888 && refusals.isEmpty)

    kernel.addFramebuffer("/dev/fb0")
    kernel.openErrors["/dev/fb0"] = EACCES
    display = try DisplayChoice("auto").open(kernel) { refusals.append($0.message) }
    #expect(display.name == "memory")
    #expect(refusals.count == 1 && refusals[0].contains("group video"))

    kernel.addFramebuffer("/dev/fb1")
    display = try DisplayChoice("auto").open(kernel) { refusals.append($0.message) }
    #expect(display.name == "/dev/fb1 (mockdrmfb)")
  }

  @Test("D03 memory of a chosen size and format; every other text is refused with the forms there are")
  func choices() throws {
    let display = try DisplayChoice("memory:320x240:rgb565").open()
    #expect(display.memory.width == 320 && display.memory.height == 240 && display.memory.layout == .rgb565)
    #expect(display.memory.bytesPerRow == 640 && display.memory.rotation == .none)
    let wrong = [
      "", "Auto", "auto ", "fb", "fb:", "memory", "memory:", "memory:800x480", "memory:800x480:", "memory:800:xrgb8888",
      "memory:800x480:rgb888", "memory:800x480:xrgb8888:", "memory:-1x480:rgb565", "memory:8 x4:rgb565",
      "memory:100000x1:rgb565", "memory:x:rgb565", "kms:", "kms::", "kms:1280x720@", "kms:1280x720@0", "kms:@60",
      "kms:0x0x", "kms:rgb888", "kms:a\nb", "kms:HDMI-A-1:720p", "kms:/dev/dri/card0:",
    ]
    for text in wrong {
      let text = message { () throws(DeviceError) in _ = try DisplayChoice(text) }
      #expect(text?.contains("memory:800x480:xrgb8888") == true && text?.contains("fb:/dev/fb0") == true)
    }
    for text in [
      "memory:0x480:rgb565", "memory:800x0:rgb565", "memory:8192x1:rgb565", "memory:9000x10:xrgb8888",
      "memory:1x8192:rgb565",
    ] {
      let text = message { () throws(DeviceError) in _ = try DisplayChoice(text).open() }
      #expect(text?.contains("use 1 to 8191 pixels each way") == true)
    }
    for stride in [0, 639, 641, 1 << 21] {
      let text = message { () throws(DeviceError) in
        _ = try MemoryDisplay(width: 320, height: 2, layout: .rgb565, bytesPerRow: stride)
      }
      #expect(text?.contains("bytes per row") == true)
    }
  }

  @Test("D03 a snapshot that cannot be written is named")
  func snapshotErrors() throws {
    let display = try MemoryDisplay(width: 2, height: 2, layout: .rgb565)
    let text = message { () throws(DeviceError) in try display.writeSnapshot(to: "/nowhere/a.png") }
    #expect(text?.hasPrefix("cannot create /nowhere/a.png: No such file or directory") == true)
    let full = message { () throws(DeviceError) in try display.writeSnapshot(to: "/dev/full") }
    #expect(full?.hasPrefix("cannot write /dev/full: it is a device, not a file") == true)
    display.close()
    #expect(display.snapshot().isEmpty)
    let closed = message { () throws(DeviceError) in try display.writeSnapshot(to: "/tmp/never.png") }
    #expect(closed == "cannot write /tmp/never.png: the display is closed")
  }

  @Test("D05 (the counts) damaged pixels, their bytes and the pages they lie on are counted, each page once a frame")
  func counts() throws {
    // 1024 pixels of 4 bytes are a page a row; 16 bytes more make every row begin in the page of the one before.
    let display = try MemoryDisplay(width: 1024, height: 4, layout: .xrgb8888, bytesPerRow: 4112)
    func rect(_ x: Int32, _ y: Int32, _ w: Int32, _ h: Int32) -> PixelRect {
      PixelRect(minX: x, minY: y, maxX: x + w, maxY: y + h)
    }
    var expected = PresentCounts()
    func present(_ rects: [PixelRect], pixels: Int64, bytes: Int64, pages: Int64) throws {
      try display.present(rects.span)
      if pixels > 0 { expected.frames += 1 }
      expected.pixels += pixels
      expected.bytes += bytes
      expected.pages += pages
      #expect(display.counts == expected)
    }
    try present([], pixels: 0, bytes: 0, pages: 0)
    try present([rect(0, 0, 10, 1)], pixels: 10, bytes: 40, pages: 1)
    try present([rect(0, 0, 10, 1), rect(20, 0, 5, 1)], pixels: 15, bytes: 60, pages: 1)
    try present([rect(0, 0, 10, 2)], pixels: 20, bytes: 80, pages: 2)
    try present([rect(0, 1, 1024, 1)], pixels: 1024, bytes: 4096, pages: 2)
    try present([rect(0, 0, 1024, 4)], pixels: 4096, bytes: 16384, pages: 5)
    try present([rect(-5, -5, 10, 10), rect(2000, 0, 5, 5)], pixels: 20, bytes: 80, pages: 4)
    try present([rect(5, 5, -1, 3)], pixels: 0, bytes: 0, pages: 0)
  }

  @Test("D05 D07 (the counts) damage is the picture's; the bytes and pages are those of the memory it is rotated into")
  func countsOfTurnedPicture() throws {
    // A row is a page. The picture is 4 × 1024; its left column, from the top, is the last row from the left if rotated
    // by 270 degrees, and the first row from the right if by 90.
    for rotation in [DisplayRotation.clockwise90, .clockwise270] {
      let display = try MemoryDisplay(width: 1024, height: 4, layout: .xrgb8888, rotation: rotation)
      try display.present([PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1024)].span)
      var expected = PresentCounts()
      (expected.frames, expected.pixels, expected.bytes, expected.pages) = (1, 1024, 4096, 1)
      #expect(display.counts == expected)
      try display.present([PixelRect(minX: 0, minY: 5, maxX: 9, maxY: 6)].span)
      (expected.frames, expected.pixels, expected.bytes, expected.pages) = (2, 1028, 4112, 5)
      #expect(display.counts == expected)
    }
  }

  @Test("D05 (the counts) a framebuffer counts from where its picture begins in a page")
  func countsOfFramebuffer() throws {
    let kernel = MockKernel()
    kernel.addFramebuffer { $0.fixed.smem_start = UInt(SystemCalls.pageSize - 8) }
    let display = try FramebufferDisplay(path: "/dev/fb0", system: kernel)
    try display.present([PixelRect(minX: 0, minY: 0, maxX: 2, maxY: 1)].span)
    #expect(display.counts.pages == 1 && display.counts.bytes == 8)
    try display.present([PixelRect(minX: 1, minY: 0, maxX: 3, maxY: 1)].span)
    #expect(display.counts.pages == 3 && display.counts.bytes == 16)
  }

  @Test("D05 (the counts) pages are those that hold a damaged byte, however long rows are")
  func countedPages() throws {
    var random = SplitMix(seed: 3)
    for bytesPerRow in [400, 3200, 4096, 5000, 9000, 17_000] {
      let memory = try MemoryDisplay(width: 100, height: 300, layout: .xrgb8888, bytesPerRow: bytesPerRow)
      var (counter, pages) = (DamageCounter(memory.memory, offset: 72, pageSize: 4096), 0)
      for _ in 0..<40 {
        let (x, y) = (Int32(random.next() % 100), Int32(random.next() % 300))
        let rect = PixelRect(
          minX: x, minY: y, maxX: x + 1 + Int32(random.next() % UInt64(100 - x)),
          maxY: y + 1 + Int32(random.next() % UInt64(300 - y)))
        var found = Set<Int>()
        for row in rect.minY..<rect.maxY {
          for column in rect.minX..<rect.maxX { found.insert((72 + Int(row) * bytesPerRow + Int(column) * 4) / 4096) }
        }
        pages += found.count
        counter.add([rect].span)
        #expect(Int(counter.counts.pages) == pages, "\(bytesPerRow): \(rect)")
      }
    }
  }
}

/// A picture that Python's zlib inflated and whose checksums were found right.
func decodePNG(_ bytes: [UInt8]) throws -> (width: Int, height: Int, rgb: [UInt8]) {
  let script = """
    import sys, struct, zlib
    d = sys.stdin.buffer.read()
    assert d[:8] == b"\\x89PNG\\r\\n\\x1a\\n"
    p, z, end = 8, b"", False
    while p < len(d):
        n, t = struct.unpack(">I4s", d[p:p+8])
        body = d[p+8:p+8+n]
        assert zlib.crc32(t + body) == struct.unpack(">I", d[p+8+n:p+12+n])[0], "crc"
        p += 12 + n
        assert not end
        if t == b"IHDR": w, h, *rest = struct.unpack(">IIBBBBB", body); assert rest == [8, 2, 0, 0, 0]
        elif t == b"IDAT": z += body
        elif t == b"IEND": end = True
    assert end and p == len(d)
    o = zlib.decompressobj()
    raw = o.decompress(z)
    assert o.eof and not o.unused_data
    assert len(raw) == h * (1 + 3 * w)
    rows = [raw[y*(1+3*w):(y+1)*(1+3*w)] for y in range(h)]
    assert all(r[0] == 0 for r in rows)
    sys.stdout.buffer.write(struct.pack(">II", w, h) + b"".join(r[1:] for r in rows))
    """
  let folder = TemporaryFolder()
  let input = folder.write(bytes, "a.png")
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["python3", "-c", script]
  process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: input))
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let result = Array(output.fileHandleForReading.readDataToEndOfFile())
  process.waitUntilExit()
  try #require(process.terminationStatus == 0 && result.count > 8)
  let number = { (at: Int) in (0..<4).reduce(0) { $0 << 8 | Int(result[at + $1]) } }
  return (number(0), number(4), Array(result.dropFirst(8)))
}
