import TestSupport
import Testing

@testable import FixedRaster

/// Display memory of any layout. Told apart from what was there before.
private struct Screen {
  let memory: TestMemory<Gray8>
  let display: DisplayMemory

  /// - Parameters: columns and rows of the memory.
  init(_ columns: Int, _ rows: Int, _ layout: PixelLayout, _ rotation: DisplayRotation = .none) {
    let bytes = (columns * Int(layout.bitsPerPixel) + 31) / 32 * 4
    memory = TestMemory(Gray8.self, width: bytes, height: rows, filledWith: 0xC3)
    display = unsafe DisplayMemory(
      base: memory.display.base, width: columns, height: rows, bytesPerRow: memory.stride, layout: layout,
      rotation: rotation, owner: memory)
  }
}

/// Where a pixel of the picture lies in memory of so many columns and rows: a clockwise turn by hand.
private func place(
  _ x: Int32, _ y: Int32, _ rotation: DisplayRotation, _ columns: Int, _ rows: Int
) -> (x: Int32, y: Int32) {
  switch rotation {
  case .none: (x, y)
  case .clockwise90: (Int32(columns) - 1 - y, x)
  case .clockwise180: (Int32(columns) - 1 - x, Int32(rows) - 1 - y)
  case .clockwise270: (y, Int32(rows) - 1 - x)
  }
}

/// The rectangle of the places of all pixels of an area.
private func places(_ area: PixelRect, _ rotation: DisplayRotation, _ columns: Int, _ rows: Int) -> PixelRect {
  let first = place(area.minX, area.minY, rotation, columns, rows)
  let last = place(area.maxX - 1, area.maxY - 1, rotation, columns, rows)
  return PixelRect(
    minX: min(first.x, last.x), minY: min(first.y, last.y), maxX: max(first.x, last.x) + 1,
    maxY: max(first.y, last.y) + 1)
}

private func randomTile(_ width: Int, _ height: Int, _ random: inout SplitMix) -> TestMemory<ARGB8888> {
  let tile = TestMemory(ARGB8888.self, width: width, height: height, padding: 20)
  for y in 0..<height {
    for x in 0..<width { tile[x, y] = UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000 }
  }
  return tile
}

/// The tile of an area, each pixel moved by hand.
private func turned(
  _ tile: TestMemory<ARGB8888>, _ area: PixelRect, _ rotation: DisplayRotation, _ columns: Int, _ rows: Int
) -> TestMemory<ARGB8888> {
  let target = places(area, rotation, columns, rows)
  let result = TestMemory(ARGB8888.self, width: target.width, height: target.height)
  for y in 0..<tile.height {
    for x in 0..<tile.width {
      let there = place(area.minX + Int32(x), area.minY + Int32(y), rotation, columns, rows)
      result[Int(there.x - target.minX), Int(there.y - target.minY)] = tile[x, y]
    }
  }
  return result
}

private func rect(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) -> PixelRect {
  PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
}

@Test("D07 the picture turns clockwise: where its corners lie in the memory, and which sizes it has")
func cornersOfTurnedPictures() {
  // The places of the picture's top left and top right pixel in memory of 5 × 3.
  let corners: [(DisplayRotation, (Int32, Int32), (Int32, Int32))] = [
    (.none, (0, 0), (4, 0)), (.clockwise90, (4, 0), (4, 2)), (.clockwise180, (4, 2), (0, 2)),
    (.clockwise270, (0, 2), (0, 0)),
  ]
  #expect(corners.map(\.0) == everyRotation)
  for (rotation, first, second) in corners {
    let display = Screen(5, 3, .gray8, rotation).display
    let isUpright = rotation == .none || rotation == .clockwise180
    #expect(display.rotation == rotation && rotation.swapsAxes == !isUpright)
    #expect(display.width == (isUpright ? 5 : 3) && display.height == (isUpright ? 3 : 5))
    #expect(display.bounds == PixelRect(width: display.width, height: display.height))
    #expect(display.memoryArea(of: rect(0, 0, 1, 1)) == rect(first.0, first.1, 1, 1))
    #expect(display.memoryArea(of: rect(Int32(display.width) - 1, 0, 1, 1)) == rect(second.0, second.1, 1, 1))
    let memory = display.unrotated
    #expect(memory.rotation == .none && memory.width == 5 && memory.height == 3 && memory.layout == .gray8)
    #expect(unsafe memory.base == display.base && memory.bytesPerRow == display.bytesPerRow)
  }
}

@Test("D07 L100 a tile stored turned, in every format, plain or dithered, is the turned tile stored: each pixel moved")
func turnedTilesAreStored() {
  var random = SplitMix(seed: 7)
  let (columns, rows) = (149, 46)
  // Within the display, over each of its edges, larger than it, beside it, a pixel, a whole tile, all of the picture.
  let areas = [
    rect(3, 2, 37, 9), rect(-5, -4, 20, 17), rect(30, 35, 40, 120), rect(-10, -20, 70, 190), rect(900, 0, 4, 4),
    rect(40, 31, 1, 1), rect(-16, 8, 64, 32), rect(0, 0, 46, 149),
  ]
  for (rotation, area) in everyRotation.flatMap({ rotation in areas.map { (rotation, $0) } }) {
    let tile = randomTile(area.width, area.height, &random)
    let moved = turned(tile, area, rotation, columns, rows)
    let there = places(area, rotation, columns, rows)
    for layout in everyFormat.map({ $0.layout }) + [.mono] {
      for dithers in [false, true] {
        let (screen, expected) = (Screen(columns, rows, layout, rotation), Screen(columns, rows, layout))
        screen.display.store(tile.surface, at: area, dithers: dithers)
        expected.display.store(moved.surface, at: there, dithers: dithers)
        #expect(screen.memory.bytes == expected.memory.bytes, "\(layout), \(rotation), \(area)")
      }
    }
  }
}

@Test("D07 nothing is stored of an area without pixels, however far it reaches, nor in a layout that no format has")
func nothingIsStoredTurned() {
  let tile = TestMemory(ARGB8888.self, width: 8, height: 8, filledWith: 0xFF)
  var unknown = PixelLayout.rgb565
  unknown.red.length = 4
  for rotation in everyRotation {
    let screen = Screen(24, 16, .rgb565, rotation)
    for area in [
      rect(5, 5, 0, 3), rect(5, 5, 3, -2), rect(.min, .min, 8, 8), rect(.max - 8, 2, 8, 8), rect(2, .max - 8, 8, 8),
    ] {
      screen.display.store(tile.surface, at: area)
      #expect(screen.display.storableArea(area).isEmpty)
    }
    #expect(screen.memory.bytes.allSatisfy { $0 == 0xC3 })
    let refused = Screen(24, 16, unknown, rotation)
    refused.display.store(tile.surface, at: rect(0, 0, 8, 8))
    #expect(refused.memory.bytes.allSatisfy { $0 == 0xC3 })
  }
}

// MARK: - Eight pixels a byte

/// A picture of one bit a pixel, turned, in memory whose rows end within a byte.
private struct MonoPicture {
  let columns = 19
  let rows = 5
  let rotation: DisplayRotation
  let tile: TestMemory<ARGB8888>
  /// The whole picture in memory: turned by hand, stored as it is.
  let bytes: [UInt8]
  let stride: Int

  init(_ rotation: DisplayRotation, _ random: inout SplitMix) {
    self.rotation = rotation
    let bounds = Screen(columns, rows, .mono, rotation).display.bounds
    tile = randomTile(bounds.width, bounds.height, &random)
    let screen = Screen(columns, rows, .mono)
    screen.display.store(
      turned(tile, bounds, rotation, columns, rows).surface, at: PixelRect(width: columns, height: rows))
    bytes = screen.memory.bytes
    stride = screen.memory.stride
  }

  /// The bytes in which pixels of an area lie, as offsets into ``bytes``: 64 bytes stand before the first.
  func bytesOf(_ area: PixelRect) -> Set<Int> {
    var result: Set<Int> = []
    for y in area.minY..<area.maxY {
      for x in area.minX..<area.maxX {
        let there = place(x, y, rotation, columns, rows)
        result.insert(64 + Int(there.y) * stride + Int(there.x) / 8)
      }
    }
    return result
  }

  /// Memory in which these bytes alone were stored.
  func bytes(in places: Set<Int>) -> [UInt8] {
    var result = [UInt8](repeating: 0xC3, count: bytes.count)
    for place in places { result[place] = bytes[place] }
    return result
  }

  /// A part of the picture, as a tile.
  func part(_ area: PixelRect) -> Surface {
    unsafe Surface(
      base: tile.surface.base + Int(area.minY) * tile.stride + Int(area.minX) * 4, width: area.width,
      height: area.height, bytesPerRow: tile.stride)
  }
}

@Test("D07 L100 1-bit: any area is widened to the bytes of memory it touches, no further, and all of these are stored")
func turnedDamageIsWidened() {
  var random = SplitMix(seed: 8)
  for rotation in everyRotation {
    let picture = MonoPicture(rotation, &random)
    let bounds = Screen(picture.columns, picture.rows, .mono, rotation).display.bounds
    for (minX, minY) in (0..<bounds.maxX).flatMap({ x in (0..<bounds.maxY).map { (x, $0) } }) {
      for (maxX, maxY) in (minX + 1...bounds.maxX).flatMap({ x in (minY + 1...bounds.maxY).map { (x, $0) } }) {
        let area = PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
        let screen = Screen(picture.columns, picture.rows, .mono, rotation)
        let widened = screen.display.storableArea(area)
        let touched = picture.bytesOf(area)
        #expect(widened.intersection(area) == area && picture.bytesOf(widened) == touched, "\(rotation) \(area)")
        #expect(screen.display.storableArea(widened) == widened)
        screen.display.store(picture.part(widened), at: widened)
        #expect(screen.memory.bytes == picture.bytes(in: touched), "\(rotation) \(area)")
      }
    }
  }
}

@Test(
  "D07 L100 1-bit: parts cut at multiples of 8 pixels from the area's whole bytes are stored as the area at once is")
func turnedTilesMeetBetweenBytes() {
  var random = SplitMix(seed: 9)
  var smaller = 0
  for rotation in everyRotation {
    let picture = MonoPicture(rotation, &random)
    let bounds = Screen(picture.columns, picture.rows, .mono, rotation).display.bounds
    for (minX, minY) in (0..<bounds.maxX).flatMap({ x in (0..<bounds.maxY).map { (x, $0) } }) {
      let screen = Screen(picture.columns, picture.rows, .mono, rotation)
      let area = screen.display.storableArea(
        PixelRect(minX: minX, minY: minY, maxX: bounds.maxX, maxY: bounds.maxY))
      let grid = screen.display.wholeBytes(around: area)
      #expect(grid.intersection(area) == area)
      if grid.minX < area.minX || grid.minY < area.minY { smaller += 1 }
      for y in stride(from: grid.minY, to: area.maxY, by: 8) {
        for x in stride(from: grid.minX, to: area.maxX, by: 8) {
          let part = rect(x, y, 8, 8).intersection(area)
          #expect(!part.isEmpty && screen.display.storableArea(part) == part, "\(rotation) \(part)")
          screen.display.store(picture.part(part), at: part)
        }
      }
      #expect(screen.memory.bytes == picture.bytes(in: picture.bytesOf(area)))
    }
  }
  #expect(smaller > 0, "no area had a smaller first part")
}
