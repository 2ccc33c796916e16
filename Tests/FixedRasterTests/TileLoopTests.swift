import Testing

@testable import FixedRaster

@Suite struct TileLoopTests {
  /// Draws shapes that lie across tiles' edges, with clips that are left pushed.
  private func drawScene(_ canvas: inout Canvas) {
    var oval = PathBuffer<16>()
    oval.addEllipse(in: Rect(x: 3.5, y: 2.25, width: 80, height: 44))
    let identity = Mapping.identity
    canvas.fill(PixelRect(minX: 5, minY: 8, maxX: 61, maxY: 30), color: Color(argb: 0xFFE0_8020))
    canvas.pushClip(Rect(x: 8, y: 0, width: 70, height: 60), cornerRadii: CornerRadii(20), mapping: identity)
    canvas.fill(oval.span, mapping: identity, color: Color(argb: 0x9020_60F0))
    canvas.stroke(oval.span, style: StrokeStyle(width: 3), mapping: identity, color: .white)
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

/// Tiles that begin with something that covers them: it is not in their memory until something is drawn on it.
@Suite struct TileGroundTests {
  private static let side = 16

  /// An image of the size of a tile, opaque.
  private func withImage(_ format: ImageFormat, _ body: (Image) -> Void) {
    let bytes = format.bytes(width: Self.side)
    let pixels = UnsafeMutableRawPointer.allocate(byteCount: bytes * Self.side, alignment: 4)
    defer { unsafe pixels.deallocate() }
    for i in 0..<bytes * Self.side {
      unsafe pixels.storeBytes(of: UInt8(truncatingIfNeeded: i &* 31), toByteOffset: i, as: UInt8.self)
    }
    body(unsafe Image(format, pixels: pixels, width: Self.side, height: Self.side, bytesPerRow: bytes))
  }

  /// The same drawing as a tile that is stored, and on a surface that is stored as a whole, must show the same.
  private func check<Format: PixelFormat>(_ format: Format.Type, _ draw: (inout Canvas) -> Void) {
    let area = PixelRect(width: Self.side, height: Self.side)
    for dithers in [false, true] {
      let whole = TestMemory(ARGB8888.self, width: Self.side, height: Self.side)
      let expected = TestMemory(format, width: Self.side, height: Self.side)
      withClippedCanvas(whole.surface) { canvas in
        canvas.clear(area, to: .black)
        draw(&canvas)
      }
      expected.display.store(whole.surface, at: area, dithers: dithers)
      let tile = TestMemory(ARGB8888.self, width: Self.side, height: Self.side, filledWith: 0x37)
      let stored = TestMemory(format, width: Self.side, height: Self.side)
      withClippedCanvas(tile.surface) { canvas in
        canvas.beginTile(tile.surface, over: .black)
        draw(&canvas)
        canvas.store(to: stored.display, dithers: dithers)
      }
      #expect(stored.bytes == expected.bytes, "\(format)")
    }
  }

  private func checkFormats(_ draw: (inout Canvas) -> Void) {
    check(XRGB8888.self, draw)
    check(XBGR8888.self, draw)
    check(RGB565.self, draw)
    check(RGB888.self, draw)
  }

  @Test("R20 a tile of one image, in the display's format or another, drawn on or not", arguments: [false, true])
  func image(_ isDrawnOn: Bool) {
    let group = GroupWorkspace(width: Self.side, height: Self.side)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: group.byteCount, alignment: GroupWorkspace.alignment)
    defer { unsafe memory.deallocate() }
    for format in [ImageFormat.rgb565, .xrgb8888] {
      withImage(format) { image in
        checkFormats { canvas in
          canvas.fill(PixelRect(minX: 1, minY: 1, maxX: 9, maxY: 3), color: .white)
          canvas.draw(image, x: 0, y: 0)
          if isDrawnOn { canvas.fill(PixelRect(minX: 3, minY: 2, maxX: 9, maxY: 12), color: Color(argb: 0x8020_F060)) }
        }
        // Under a group, and partly beside the tile.
        checkFormats { canvas in
          canvas.draw(image, x: 0, y: 0)
          var groups = unsafe GroupStack(memory: memory, workspace: group)
          let area = PixelRect(minX: 2, minY: 2, maxX: 12, maxY: 14)
          if groups.begin(area, on: &canvas) {
            canvas.clear(area, to: Color(argb: 0xFF40_8040))
            groups.end(on: &canvas, opacity: 90)
          }
          canvas.draw(image, x: 4, y: -3)
        }
      }
    }
  }

  @Test("R20 what covers a tile replaces what was there; what does not is drawn on it")
  func colors() {
    let all = PixelRect(width: Self.side, height: Self.side)
    checkFormats { canvas in
      canvas.fill(PixelRect(minX: 3, minY: 3, maxX: 5, maxY: 9), color: .white)
      canvas.clear(all, to: Color(argb: 0xFF12_6534))
    }
    checkFormats { canvas in
      canvas.fill(all, color: Color(argb: 0xFFF0_6534))
      canvas.fill(all, color: Color(argb: 0x6000_FF00))
    }
    checkFormats { canvas in
      var oval = PathBuffer<16>()
      oval.addEllipse(in: Rect(x: 1, y: 1, width: 13, height: 13))
      canvas.pushClip(oval.span, mapping: .identity)
      canvas.fill(all, color: Color(argb: 0xFFF0_6534))
      canvas.popClip()
      canvas.pushClip(PixelRect(minX: 0, minY: 4, maxX: 16, maxY: 9))
      canvas.fill(all, color: .white)
      canvas.popClip()
      canvas.setClip(.empty)
      canvas.fill(all, color: Color(argb: 0xFF00_00FF))
    }
  }

  @Test("R20 a finished tile holds in its memory what it shows")
  func finished() {
    let tile = TestMemory(ARGB8888.self, width: Self.side, height: Self.side, filledWith: 0x37)
    withClippedCanvas(tile.surface) { canvas in
      canvas.beginTile(tile.surface, over: Color(argb: 0xFF12_3456))
      #expect(tile[0, 0] == 0x3737_3737, "nothing is written before something is drawn")
      _ = canvas.finishedTile()
    }
    for y in 0..<Self.side { for x in 0..<Self.side { #expect(tile[x, y] == 0xFF12_3456) } }
  }
}
