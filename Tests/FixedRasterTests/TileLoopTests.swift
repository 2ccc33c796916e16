import Testing

@testable import FixedRaster

@Suite struct TileLoopTests {
  /// Draws shapes that lie across tiles' edges, with clips that are left pushed.
  private func drawScene(_ canvas: inout Canvas) {
    var oval = PathBuffer<16>()
    oval.addEllipse(in: Rect(x: 3.5, y: 2.25, width: 80, height: 44))
    let identity = DeviceTransform(.identity)
    canvas.fill(PixelRect(minX: 5, minY: 8, maxX: 61, maxY: 30), color: Color(argb: 0xFFE0_8020))
    canvas.pushClip(Rect(x: 8, y: 0, width: 70, height: 60), cornerRadii: CornerRadii(20), transform: identity)
    canvas.fill(oval.span, transform: identity, color: Color(argb: 0x9020_60F0))
    canvas.stroke(oval.span, style: StrokeStyle(width: 3), transform: identity, color: .white)
  }

  private func withTiles(_ workspace: TileWorkspace, _ body: (inout TileLoop) -> Void) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: workspace.byteCount, alignment: TileLoop.alignment)
    defer { unsafe memory.deallocate() }
    var tiles = unsafe TileLoop(memory: memory, workspace: workspace)
    body(&tiles)
  }

  /// The scene on one surface.
  private func wholeScene(width: Int, height: Int) -> TestMemory<ARGB8888> {
    let whole = TestMemory(ARGB8888.self, width: width, height: height)
    withClippedCanvas(whole.surface) { canvas in
      canvas.clear(whole.surface.bounds, to: .black)
      drawScene(&canvas)
    }
    return whole
  }

  @Test("R20 tiles of any size give the picture of one surface in any format, stored as a whole")
  func tilesGiveTheWholePicture() {
    func check<Format: PixelFormat>(_ format: Format.Type) {
      let (width, height) = (91, 53)
      let whole = wholeScene(width: width, height: height)
      let expected = TestMemory(format, width: width, height: height, padding: 12, filledWith: 0x5A)
      for (w, h) in [(64, 32), (1, 1), (8, 100), (200, 16)] {
        for dithers in [false, true] {
          expected.display.store(whole.surface, at: PixelRect(width: width, height: height), dithers: dithers)
          let stored = TestMemory(format, width: width, height: height, padding: 12, filledWith: 0x5A)
          withTiles(TileWorkspace(width: w, height: h)) { tiles in
            tiles.draw(stored.display.bounds, on: stored.display, dithers: dithers) { drawScene(&$0) }
          }
          #expect(stored.bytes == expected.bytes, "\(format) in tiles of \(w)×\(h)")
        }
      }
    }
    check(XRGB8888.self)
    check(RGB888.self)
    check(RGB565.self)
    check(RGB332.self)
    check(Gray8.self)
  }

  @Test("R20 only the asked area of a display is written, nothing of an empty one or one beyond it")
  func onlyTheAreaIsWritten() {
    let area = PixelRect(minX: 11, minY: 7, maxX: 50, maxY: 40)
    let stored = TestMemory(RGB565.self, width: 91, height: 53, filledWith: 0x5A)
    withTiles(TileWorkspace()) { tiles in
      var calls = 0
      for empty in [PixelRect.empty, PixelRect(minX: 91, minY: 0, maxX: 200, maxY: 53)] {
        tiles.draw(empty, on: stored.display) { _ in calls += 1 }
      }
      #expect(calls == 0 && stored.bytes.allSatisfy { $0 == 0x5A })
      tiles.draw(area, on: stored.display, over: .white) { _ in calls += 1 }
      #expect(calls == 2, "39 × 33 pixels in tiles of 64 × 32")
    }
    for y in 0..<53 {
      for x in 0..<91 {
        let isInside = area.contains(PixelRect(minX: Int32(x), minY: Int32(y), maxX: Int32(x) + 1, maxY: Int32(y) + 1))
        #expect(stored[x, y] == (isInside ? 0xFFFF : 0x5A5A))
      }
    }
  }

  @Test("R20 tiles cover an area once, row by row, cut at the grid")
  func tilesCoverAnArea() {
    let area = PixelRect(minX: 70, minY: -3, maxX: 133, maxY: 40)
    let grid = PixelRect(minX: 0, minY: -32, maxX: 200, maxY: 64)
    var tiles = Tiles(of: area, grid: grid, width: 64, height: 32)
    var seen: [PixelRect] = []
    while let tile = tiles.next() { seen.append(tile) }
    #expect(
      seen == [
        PixelRect(minX: 70, minY: -3, maxX: 128, maxY: 0), PixelRect(minX: 128, minY: -3, maxX: 133, maxY: 0),
        PixelRect(minX: 70, minY: 0, maxX: 128, maxY: 32), PixelRect(minX: 128, minY: 0, maxX: 133, maxY: 32),
        PixelRect(minX: 70, minY: 32, maxX: 128, maxY: 40), PixelRect(minX: 128, minY: 32, maxX: 133, maxY: 40),
      ])
    var none = Tiles(of: .empty, width: 0, height: -5)
    #expect(none.next() == nil)
    var huge = Tiles(of: PixelRect(minX: .max - 3, minY: 0, maxX: .max, maxY: 1), width: .max, height: .max)
    #expect(huge.next() != nil && huge.next() == nil)
  }

  @Test("R20 a tile of one colour is stored as the same pixels one by one are", arguments: [1, 7, 16, 17, 40])
  func oneColor(_ width: Int) {
    func check<Format: PixelFormat>(_ format: Format.Type) {
      for argb in [0xFF00_0000, 0xFFFF_FFFF, 0xFF12_3456, 0xFFC8_0305] as [UInt32] {
        for spot in [nil, 0, width - 1] as [Int?] {
          let tile = TestMemory(ARGB8888.self, width: width, height: 3)
          for y in 0..<3 { for x in 0..<width { tile[x, y] = argb } }
          if let spot { tile[spot, 2] = 0xFF80_4020 }
          let display = TestMemory(format, width: 44, height: 6, padding: 12, filledWith: 0x5A)
          display.display.store(
            tile.surface, at: PixelRect(minX: 2, minY: 1, maxX: 2 + Int32(width), maxY: 4))
          for y in 0..<6 {
            for x in 0..<44 where y >= 1 && y < 4 && x >= 2 && x < 2 + width {
              #expect(display[x, y] == Format.pack(tile[x - 2, y - 1]))
            }
          }
        }
      }
    }
    check(RGB565.self)
    check(BGR565.self)
    check(RGB332.self)
    check(Gray8.self)
    check(RGB888.self)
    check(BGR888.self)
  }
}
