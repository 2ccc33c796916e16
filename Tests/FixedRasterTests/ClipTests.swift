import TestSupport
import Testing

@testable import FixedRaster

/// Keeps what it is handed, and how.
private struct CoverageRecorder: SpanSink {
  var row: [UInt32]
  var spans: [Range<Int>] = []
  var masks: [Range<Int>] = []

  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    spans.append(x..<x + count)
    for i in x..<x + count { row[i] = coverage | coverage << 16 }
  }

  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    masks.append(x..<x + count)
    for i in 0..<count { row[x + i] = unsafe coverage[i] }
  }
}

/// Runs a row of coverage through a clip's row, as a span or as a mask.
private func clipped(
  _ bytes: [UInt8], _ extent: ClipExtent, _ range: Range<Int>, _ coverage: [UInt32], asSpan: Bool
) -> CoverageRecorder {
  var room = [UInt32](repeating: 0, count: bytes.count + 8)
  let recorder = CoverageRecorder(row: Array(repeating: 0, count: bytes.count))
  return unsafe bytes.withUnsafeBufferPointer { bytes in
    unsafe room.withUnsafeMutableBufferPointer { room in
      unsafe withUnsafePointer(to: extent) { extent in
        let rows = unsafe ClipRows(
          base: bytes.baseAddress!, bytesPerRow: bytes.count, extents: extent, left: 0, row: room.baseAddress!)
        var painter = ClippedPainter(clip: rows, painter: recorder)
        if asSpan {
          painter.span(x: range.lowerBound, y: 0, count: range.count, coverage: coverage[0] & 255)
        } else {
          unsafe coverage.withUnsafeBufferPointer {
            unsafe painter.mask(x: range.lowerBound, y: 0, count: range.count, coverage: $0.baseAddress!)
          }
        }
        return painter.painter
      }
    }
  }
}

@Test("R34 coverage times clip is divided by 255 and rounded, for every pair of bytes, in spans and in masks")
func productsAreRounded() {
  let bytes = (0...255).map { UInt8($0) } + [0, 0, 0]
  let extent = ClipExtent(start: 1, end: 256, fullStart: 255, fullEnd: 256)
  for c in UInt32(1)...255 {
    let span = clipped(bytes, extent, 0..<bytes.count, [c], asSpan: true)
    let mask = clipped(bytes, extent, 3..<bytes.count, Array(repeating: c | c << 16, count: 256), asSpan: false)
    let expected = bytes.map { product(UInt32($0), c) * 0x1_0001 }
    #expect(span.row == expected && Array(mask.row[3...]) == Array(expected[3...]), "coverage \(c)")
  }
}

@Test("R34 what is empty is passed over, what is full is emitted as it comes")
func emptyAndFullRunsAreCheap() {
  //           0         16 partial       24 full      56 partial 60   80 again       84 empty
  let bytes: [UInt8] = (0..<100).map { x in
    switch x {
    case 16..<24, 56..<60: 100
    case 24..<56: 255
    case 80..<84: 7
    default: 0
    }
  }
  let extent = ClipExtent(start: 16, end: 84, fullStart: 24, fullEnd: 56)
  let whole = clipped(bytes, extent, 0..<100, [200], asSpan: true)
  #expect(whole.spans == [24..<56])
  #expect(whole.masks.first == 16..<24 && whole.masks.allSatisfy { $0.upperBound <= 84 })
  #expect(whole.masks.reduce(0) { $0 + $1.count } < 8 + 24)
  #expect(clipped(bytes, extent, 30..<50, [9], asSpan: true).spans == [30..<50])
  #expect(clipped(bytes, extent, 30..<50, [9], asSpan: true).masks.isEmpty)
  let inside = (0..<20).map { UInt32($0) * 0x1_0001 }
  let mask = clipped(bytes, extent, 30..<50, inside, asSpan: false)
  #expect(mask.masks == [30..<50] && Array(mask.row[30..<50]) == inside)
  for range in [0..<16, 84..<100] {
    for asSpan in [true, false] {
      let outside = clipped(bytes, extent, range, Array(repeating: 0xFF00FF, count: 20), asSpan: asSpan)
      #expect(outside.spans.isEmpty && outside.masks.isEmpty)
    }
  }
}

private func withTarget(_ body: (inout Canvas) -> Void) {
  let memory = TestMemory(ARGB8888.self, width: 64, height: 32)
  withClippedCanvas(memory.surface) { body(&$0) }
}

@Test("R34 a clip of whole pixels is a rectangle and no mask: as pixels, in points, and as a path")
func wholePixelsTakeNoMask() {
  withTarget { canvas in
    canvas.pushClip(PixelRect(minX: 3, minY: 4, maxX: 50, maxY: 40))
    #expect(canvas.clip == PixelRect(minX: 3, minY: 4, maxX: 50, maxY: 32) && canvas.clips.current.slot < 0)
    canvas.pushClip(
      Rect(x: 5, y: 2, width: 20, height: 10), mapping: Mapping(AffineTransform(scaleX: 2, y: 2)))
    #expect(canvas.clip == PixelRect(minX: 10, minY: 4, maxX: 50, maxY: 24) && canvas.clips.current.slot < 0)
    // Half a pixel at the left: a mask. A rectangle within it keeps the mask and takes no other.
    canvas.pushClip(Rect(x: 12.5, y: 0, width: 60, height: 60), mapping: .identity)
    #expect(canvas.clip == PixelRect(minX: 12, minY: 4, maxX: 50, maxY: 24) && canvas.clips.current.slot == 0)
    canvas.pushClip(PixelRect(minX: 0, minY: 8, maxX: 40, maxY: 20))
    #expect(canvas.clips.current.slot == 0 && canvas.clips.current.slotCount == 1)
    let isFull = canvas.clips.isFull(canvas.clip)
    let isFullInside = canvas.clips.isFull(PixelRect(minX: 13, minY: 8, maxX: 40, maxY: 20))
    #expect(!isFull && isFullInside)
    for _ in 0..<4 { canvas.popClip() }
    #expect(canvas.clip == PixelRect(width: 64, height: 32) && canvas.clipDepth == 0)
  }
}

@Test("R34 a tile within a rounded rectangle needs no mask, one at its corner does, one beyond draws nothing")
func tilesWithinNeedNoMask() {
  let memory = TestMemory(ARGB8888.self, width: 64, height: 32)
  var slots: [Int32] = []
  withClippedCanvas(memory.surface) { canvas in
    for (x, y) in [(0, 0), (64, 32), (192, 0), (512, 512)] as [(Int32, Int32)] {
      canvas.draw(into: memory.surface, x: x, y: y)
      canvas.pushClip(
        Rect(x: 0, y: 0, width: 256, height: 128), cornerRadii: CornerRadii(20), mapping: .identity)
      slots.append(canvas.clip.isEmpty ? -2 : canvas.clips.current.slot)
    }
  }
  #expect(slots == [0, -1, 0, -2])
}

@Test("R34 clips beyond the depth are not applied and counted; they are popped as others are")
func depthIsBounded() {
  let memory = TestMemory(ARGB8888.self, width: 64, height: 32)
  for depth in [1, 16] {
    withClippedCanvas(memory.surface, clips: ClipWorkspace(width: 64, height: 32, depth: depth)) { canvas in
      for i in 0..<depth { canvas.pushClip(PixelRect(minX: Int32(i) + 1, minY: 0, maxX: 64, maxY: 32)) }
      #expect(canvas.clipOverflow == 0 && canvas.clip.minX == Int32(depth))
      canvas.pushClip(PixelRect(minX: 40, minY: 0, maxX: 41, maxY: 1))
      canvas.pushClip(Rect(x: 30, y: 3.5, width: 5, height: 5), mapping: .identity)
      #expect(canvas.clip.minX == Int32(depth) && canvas.clip.maxX == 64 && canvas.clipOverflow == 2)
      #expect(canvas.clipDepth == depth + 2)
      canvas.popClip()
      canvas.popClip()
      for i in (0..<depth).reversed() {
        #expect(canvas.clip.minX == Int32(i) + 1)
        canvas.popClip()
      }
      #expect(canvas.clip == PixelRect(width: 64, height: 32) && canvas.clipDepth == 0)
    }
  }
  withCanvas(memory.surface) { canvas in
    canvas.pushClip(.empty)
    #expect(canvas.clipOverflow == 1 && canvas.clip == memory.surface.bounds, "a canvas without room for clips")
    canvas.popClip()
  }
}

@Test("R34 a path's clip larger than the workspace limits drawing to the pixels of its bounds, and is counted")
func sizeIsBounded() {
  let memory = TestMemory(ARGB8888.self, width: 64, height: 32)
  withClippedCanvas(memory.surface, clips: ClipWorkspace(width: 20, height: 20)) { canvas in
    canvas.pushClip(Rect(x: 4.5, y: 3.5, width: 30, height: 10), mapping: .identity)
    #expect(canvas.clipOverflow == 1 && canvas.clips.current.slot < 0)
    #expect(canvas.clip.contains(PixelRect(minX: 4, minY: 3, maxX: 35, maxY: 14)) && canvas.clip.width <= 34)
    canvas.popClip()
    canvas.pushClip(PixelRect(minX: 10, minY: 3, maxX: 30, maxY: 13))
    canvas.pushClip(Rect(x: 4.5, y: 3.5, width: 30, height: 10), mapping: .identity)
    #expect(canvas.clipOverflow == 1 && canvas.clips.current.slot == 0, "what shows of it fits")
  }
}

@Test("R34 a rectangle that is set stays within the pushed clips; what was set before a push is back after the pop")
func setRectanglesNest() {
  withTarget { canvas in
    let set = PixelRect(minX: 2, minY: 2, maxX: 30, maxY: 30)
    canvas.setClip(set)
    canvas.pushClip(PixelRect(minX: 10, minY: 0, maxX: 64, maxY: 32))
    #expect(canvas.clip == PixelRect(minX: 10, minY: 2, maxX: 30, maxY: 30))
    canvas.setClip(PixelRect(minX: 0, minY: 4, maxX: 20, maxY: 64))
    #expect(canvas.clip == PixelRect(minX: 10, minY: 4, maxX: 20, maxY: 30))
    canvas.setClip(canvas.clip.expanded(by: 100))
    #expect(canvas.clip == PixelRect(minX: 10, minY: 2, maxX: 30, maxY: 30))
    canvas.popClip()
    #expect(canvas.clip == set)
    canvas.setClip(PixelRect(width: 64, height: 32))
    #expect(canvas.clip == PixelRect(width: 64, height: 32))
    canvas.pushClip(set)
    canvas.draw(into: TestMemory(ARGB8888.self, width: 8, height: 8).surface, x: 5, y: 6)
    #expect(canvas.clip == PixelRect(minX: 5, minY: 6, maxX: 13, maxY: 14) && canvas.clipDepth == 0)
  }
}

@Test("R34 the picture does not depend on tiles, bands or the rectangle that is set: byte for byte")
func clippedPicturesAreTiled() {
  let (width, height) = (160, 96)
  var random = SplitMix(seed: 7)
  let drawings = ClipDrawings(width, height)
  let nests = (0..<12).map { i in
    (0...i % 4).map { _ in TestClip.random(&random, width: width, height: height) }
  }
  // What is relative to the surface rather than to the device cannot be drawn in tiles by these calls.
  let calls = drawings.all().filter { !$0.name.contains("group") && $0.name != "plane in front" }
  func draw(_ canvas: inout Canvas) {
    for (i, clips) in nests.enumerated() {
      for clip in clips { clip.push(&canvas) }
      for j in 0..<4 { calls[(i * 4 + j) % calls.count].draw(&canvas, .sourceOver) }
      for _ in clips { canvas.popClip() }
    }
  }
  let whole = TestMemory(ARGB8888.self, width: width, height: height)
  withClippedCanvas(whole.surface) { draw(&$0) }
  #expect(calls.count <= 48 && Set(whole.bytes).count > 100)
  let parted = TestMemory(ARGB8888.self, width: width, height: height)
  withClippedCanvas(parted.surface) { canvas in
    for part in [(0, 61), (61, 100), (100, 160)] as [(Int32, Int32)] {
      canvas.setClip(PixelRect(minX: part.0, minY: 0, maxX: part.1, maxY: 96))
      draw(&canvas)
    }
  }
  let isSame = parted.bytes == whole.bytes
  #expect(isSame, "in three parts")
  for (rows, columns) in [(5, 160), (96, 19), (7, 50)] {
    let banded = TestMemory(ARGB8888.self, width: width, height: height)
    withClippedCanvas(banded.surface, rows: rows, width: columns) { draw(&$0) }
    let isSame = banded.bytes == whole.bytes
    #expect(isSame, "bands of \(columns)×\(rows)")
  }
  for (w, h) in [(64, 32), (33, 17)] {
    let tiled = TestMemory(ARGB8888.self, width: width, height: height)
    for y in stride(from: 0, to: height, by: h) {
      for x in stride(from: 0, to: width, by: w) {
        let tile = unsafe Surface(
          base: tiled.surface.base + y * tiled.stride + x * 4, width: min(w, width - x), height: min(h, height - y),
          bytesPerRow: tiled.stride)
        withClippedCanvas(tile) { canvas in
          canvas.draw(into: tile, x: Int32(x), y: Int32(y))
          draw(&canvas)
        }
      }
    }
    let isSame = tiled.bytes == whole.bytes
    #expect(isSame, "tiles of \(w)×\(h)")
  }
}
