import FBDevice
import FixedRaster
import TestSupport
import Testing

@testable import RemoteFramebuffer

@Suite struct EncodingTests {
  static let layouts: [PixelLayout] = [
    .xrgb8888, .argb8888, .xbgr8888, .rgbx8888, .bgrx8888, .rgb888, .bgr888, .rgb565, .bgr565, .rgb332, .gray8, .mono,
  ]
  /// SetPixelFormat: the usual ones, and a few that no viewer has.
  static let formats: [[UInt8]] = [
    [0, 0, 0, 0, 32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0],
    [0, 0, 0, 0, 32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 0, 8, 16, 0, 0, 0],
    [0, 0, 0, 0, 32, 24, 1, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0],
    [0, 0, 0, 0, 32, 30, 0, 1, 3, 255, 3, 255, 3, 255, 20, 10, 0, 0, 0, 0],
    [0, 0, 0, 0, 16, 16, 0, 1, 0, 31, 0, 63, 0, 31, 11, 5, 0, 0, 0, 0],
    [0, 0, 0, 0, 16, 16, 1, 1, 0, 31, 0, 63, 0, 31, 11, 5, 0, 0, 0, 0],
    [0, 0, 0, 0, 8, 8, 0, 1, 0, 7, 0, 7, 0, 3, 0, 3, 6, 0, 0, 0],
  ]

  /// Fills an area with boxes, few colours or many, and noise.
  static func draw(_ memory: DisplayMemory, _ random: inout SplitMix) {
    let bytes = memory.bytesPerRow * memory.unrotated.height
    for _ in 0..<random.next(in: 1...40) {
      let (start, count) = (random.next(in: 0...bytes - 1), random.next(in: 1...400))
      let value = UInt8(random.next(in: 0...3) * 85)
      for place in start..<min(bytes, start + count) {
        unsafe memory.base.storeBytes(of: value, toByteOffset: place, as: UInt8.self)
      }
    }
    if random.next(in: 0...2) > 0 { return }
    for place in bytes / 3..<bytes / 2 {
      unsafe memory.base.storeBytes(of: UInt8(truncatingIfNeeded: random.next()), toByteOffset: place, as: UInt8.self)
    }
  }

  @Test(
    "D30 a viewer's picture is the display's in each encoding, pixel format, layout and rotation", arguments: layouts)
  func pictures(layout: PixelLayout) throws {
    var random = SplitMix(seed: UInt64(layout.bitsPerPixel) &* 31 &+ UInt64(layout.red.offset))
    for rotation in [DisplayRotation.none, .clockwise90, .clockwise180, .clockwise270] {
      for encoding in [0, 2, 5] as [Int32] {
        for format in Self.formats {
          let memory = try MemoryDisplay(
            width: random.next(in: 1...150), height: random.next(in: 1...90), layout: layout, rotation: rotation)
          Self.draw(memory.memory, &random)
          let viewer = DecodingViewer(RemoteDisplay(inPlaceOf: memory))
          viewer.begin()
          viewer.set(format: format)
          viewer.set([16, encoding, 0])
          viewer.request(isIncremental: false)
          viewer.look()
          #expect(viewer.updates == 1 && viewer.matches(memory.memory))
          #expect(viewer.rects[encoding, default: 0] > 0 || encoding == 2)
        }
      }
    }
  }

  @Test("D30 damage alone is sent: incremental requests are answered when it is in their area")
  func damage() throws {
    let memory = try MemoryDisplay(width: 200, height: 100, layout: .xrgb8888)
    let viewer = DecodingViewer(RemoteDisplay(inPlaceOf: memory))
    viewer.begin()
    viewer.set([5])
    viewer.request()
    viewer.look()
    #expect(viewer.pixels == 20000)
    viewer.request(PixelRect(minX: 0, minY: 0, maxX: 50, maxY: 50))
    viewer.look()
    #expect(viewer.updates == 1)
    // Outside of the area: it waits.
    viewer.session.add(PixelRect(minX: 100, minY: 60, maxX: 110, maxY: 70))
    viewer.look()
    #expect(viewer.updates == 1)
    viewer.session.add(PixelRect(minX: 45, minY: 10, maxX: 65, maxY: 20))
    viewer.look()
    #expect(viewer.updates == 2 && viewer.pixels == 20050)
    viewer.request()
    viewer.look()
    #expect(viewer.updates == 3 && viewer.pixels == 20050 + 150 + 100)
    viewer.request()
    viewer.look()
    #expect(viewer.updates == 3)
  }

  @Test("D30 a viewer that takes nothing has one update begun and 64 kB waiting; it gets the last picture, not each")
  func slow() throws {
    let memory = try MemoryDisplay(width: 400, height: 300, layout: .xrgb8888)
    let viewer = DecodingViewer(RemoteDisplay(inPlaceOf: memory))
    var random = SplitMix(seed: 3)
    viewer.begin()
    viewer.request()
    for _ in 0..<500 {
      Self.draw(memory.memory, &random)
      viewer.session.add(memory.memory.bounds)
      viewer.request()
      viewer.session.fillOutput()
      #expect(viewer.session.output.count <= ViewerOutput.capacity)
    }
    viewer.look(part: 1000)
    #expect(viewer.updates == 2 && viewer.matches(memory.memory))
  }

  @Test("D30 another size is told to viewers that take it; others keep theirs, with black beyond the picture")
  func sizes() throws {
    var random = SplitMix(seed: 4)
    for takesSizes in [true, false] {
      let displays = try [(120, 80), (70, 110)].map { try MemoryDisplay(width: $0.0, height: $0.1, layout: .rgb565) }
      for display in displays { Self.draw(display.memory, &random) }
      let display = RemoteDisplay(inPlaceOf: displays[0])
      let viewer = DecodingViewer(display)
      viewer.begin()
      viewer.set(takesSizes ? [5, -223] : [5])
      viewer.request()
      viewer.look()
      display.show(inPlaceOf: displays[1])
      viewer.session.addAll()
      viewer.request()
      viewer.look()
      viewer.request()
      viewer.look()
      #expect(viewer.width == (takesSizes ? 70 : 120) && viewer.matches(displays[1].memory))
    }
  }

  @Test("D30 pending rectangles lose no area, take out the wanted part alone, and are 16 at most")
  func pending() {
    var random = SplitMix(seed: 5)
    var merged = 0
    for _ in 0..<300 {
      var (area, wanted) = (PendingArea(), [Bool](repeating: false, count: 64 * 64))
      func rect() -> PixelRect {
        let (x, y) = (Int32(random.next(in: 0...60)), Int32(random.next(in: 0...60)))
        return PixelRect(
          minX: x, minY: y, maxX: min(64, x + Int32(random.next(in: 0...9))),
          maxY: min(64, y + Int32(random.next(in: 0...9))))
      }
      func holds(_ area: PendingArea, _ x: Int, _ y: Int) -> Bool {
        area.intersects(PixelRect(minX: Int32(x), minY: Int32(y), maxX: Int32(x + 1), maxY: Int32(y + 1)))
      }
      for _ in 0..<30 {
        let rect = rect()
        area.add(rect)
        for y in rect.minY..<max(rect.minY, rect.maxY) {
          for x in rect.minX..<max(rect.minX, rect.maxX) { wanted[Int(y) * 64 + Int(x)] = true }
        }
        #expect(area.count <= PendingArea.capacity)
        if area.count < 10 { merged += 1 }
      }
      let window = PixelRect(minX: 10, minY: 5, maxX: 40, maxY: 50)
      let taken = area.take(within: window)
      for index in 0..<taken.count { #expect(window.contains(taken[index])) }
      for y in 0..<64 {
        for x in 0..<64 where wanted[y * 64 + x] {
          let isInside = window.contains(
            PixelRect(minX: Int32(x), minY: Int32(y), maxX: Int32(x + 1), maxY: Int32(y + 1)))
          #expect(isInside ? holds(taken, x, y) : holds(area, x, y))
        }
      }
    }
    #expect(merged > 0)
  }
}
