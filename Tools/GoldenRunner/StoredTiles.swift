import FixedRaster

/// A tile stored in every layout, plain and dithered.
func runStoreCases(_ run: (StaticString, (inout Hash) -> Void) -> Void) {
  run("stored-tiles") { hash in
    hashStoredTile(.xrgb8888, &hash)
    hashStoredTile(.rgb565, &hash)
  }
  run("stored-tiles-every-layout") { hash in
    hashStored(.xrgb8888, &hash)
    hashStored(.xbgr8888, &hash)
    hashStored(.rgbx8888, &hash)
    hashStored(.bgrx8888, &hash)
    hashStored(.rgb888, &hash)
    hashStored(.bgr888, &hash)
    hashStored(.rgb565, &hash)
    hashStored(.bgr565, &hash)
    hashStored(.rgb332, &hash)
    hashStored(.gray8, &hash)
    hashStored(.mono, &hash)
  }
  run("stored-tile-contents") { hash in
    hashContents(.rgb565, .none, &hash)
    hashContents(.rgb565, .clockwise180, &hash)
    hashContents(.xrgb8888, .none, &hash)
  }
}

/// A tile stored in a display's layout, partly off its edge.
private func hashStoredTile(_ layout: PixelLayout, _ hash: inout Hash) {
  let (width, height) = (40, 24)
  let tile = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 64)
  let stride = width * Int(layout.bitsPerPixel / 8) + 8
  let target = UnsafeMutableRawPointer.allocate(byteCount: stride * height, alignment: 64)
  defer {
    unsafe tile.deallocate()
    unsafe target.deallocate()
  }
  for i in 0..<width * height {
    unsafe tile.storeBytes(
      of: 0xFF00_0000 | UInt32(truncatingIfNeeded: i) &* 0x0001_0305, toByteOffset: i * 4, as: UInt32.self)
  }
  unsafe target.initializeMemory(as: UInt8.self, repeating: 0xA5, count: stride * height)
  let display = unsafe DisplayMemory(
    base: target, width: width, height: height, bytesPerRow: stride, layout: layout)
  let surface = unsafe Surface(base: tile, width: width, height: height, bytesPerRow: width * 4)
  display.store(surface, at: PixelRect(minX: 7, minY: 3, maxX: 47, maxY: 27))
  for i in 0..<stride * height { hash.add(byte: unsafe target.load(fromByteOffset: i, as: UInt8.self)) }
}

/// A tile of 43×24 pixels at (7, 3) of a display of 45×20, from colours that hold every value of each channel.
private func hashStored(_ layout: PixelLayout, _ hash: inout Hash) {
  let (width, height) = (43, 24)
  let tile = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 64)
  defer { unsafe tile.deallocate() }
  for i in 0..<width * height {
    unsafe tile.storeBytes(
      of: 0xFF00_0000 | UInt32(truncatingIfNeeded: i) &* 0x0001_0305, toByteOffset: i * 4, as: UInt32.self)
  }
  let surface = unsafe Surface(base: tile, width: width, height: height, bytesPerRow: width * 4)
  let area = PixelRect(minX: 7, minY: 3, maxX: 50, maxY: 27)
  hashStored(surface, at: area, displayWidth: 45, height: 20, layout, &hash)
}

/// A tile stored in a display of a layout, plain and dithered: every byte of its rows.
private func hashStored(
  _ tile: Surface, at area: PixelRect, displayWidth width: Int, height: Int, _ layout: PixelLayout,
  _ hash: inout Hash
) {
  let stride = (width * Int(layout.bitsPerPixel) + 7) / 8 + 5
  let target = UnsafeMutableRawPointer.allocate(byteCount: stride * height, alignment: 64)
  defer { unsafe target.deallocate() }
  // 24-bit and byte pixels may lie anywhere; wider ones need rows that are a multiple of theirs.
  let bytes = Swift.max(1, Int(layout.bitsPerPixel) / 8)
  let rows = bytes == 3 ? stride : stride / bytes * bytes
  let display = unsafe DisplayMemory(base: target, width: width, height: height, bytesPerRow: rows, layout: layout)
  for dithers in [false, true] {
    unsafe target.initializeMemory(as: UInt8.self, repeating: 0xA5, count: stride * height)
    display.store(tile, at: area, dithers: dithers)
    for i in 0..<rows * height { hash.add(byte: unsafe target.load(fromByteOffset: i, as: UInt8.self)) }
  }
}

/// Tiles of one content each, some of which are drawn on, stored in a display plain and dithered: every byte of its rows.
private func hashContents(_ layout: PixelLayout, _ rotation: DisplayRotation, _ hash: inout Hash) {
  let (width, height) = (75, 48)
  let stride = width * Int(layout.bitsPerPixel) / 8 + 4
  let workspace = TileWorkspace(width: 40, height: 16)
  let tile = UnsafeMutableRawPointer.allocate(byteCount: workspace.byteCount, alignment: TileLoop.alignment)
  let target = UnsafeMutableRawPointer.allocate(byteCount: stride * height, alignment: 64)
  let pixels = UnsafeMutableRawPointer.allocate(byteCount: width * height * 2, alignment: 64)
  let table = UnsafeMutableRawPointer.allocate(byteCount: GradientRamp.byteCount, alignment: GradientRamp.alignment)
  defer {
    unsafe tile.deallocate()
    unsafe target.deallocate()
    unsafe pixels.deallocate()
    unsafe table.deallocate()
  }
  for i in 0..<width * height {
    unsafe pixels.storeBytes(of: UInt16(truncatingIfNeeded: i &* 0x3157), toByteOffset: i * 2, as: UInt16.self)
  }
  let image = unsafe Image(.rgb565, pixels: pixels, width: width, height: height, bytesPerRow: width * 2)
  let stops = [
    GradientStop(location: 0, color: Color(argb: 0xFF10_2040)),
    GradientStop(location: 1, color: Color(argb: 0xFFE0_5020)),
  ]
  let ramp = unsafe GradientRamp(stops.span, memory: table)
  let rows = LinearGradient(from: Point(x: 0, y: 16), to: Point(x: 0, y: 30), ramp: ramp, spread: .reflect)
  let display = unsafe DisplayMemory(
    base: target, width: width, height: height, bytesPerRow: stride, layout: layout, rotation: rotation)
  var tiles = unsafe TileLoop(memory: tile, workspace: workspace)
  for dithers in [false, true] {
    unsafe target.initializeMemory(as: UInt8.self, repeating: 0xA5, count: stride * height)
    tiles.draw(display.bounds, on: display, over: Color(argb: 0xFF20_3040), dithers: dithers) { canvas in
      canvas.pushClip(PixelRect(minX: 0, minY: 0, maxX: 75, maxY: 16))
      canvas.draw(image, x: 0, y: 0)
      canvas.popClip()
      canvas.pushClip(PixelRect(minX: 0, minY: 16, maxX: 75, maxY: 32))
      canvas.fill(display.bounds, paint: .linear(rows))
      canvas.popClip()
      canvas.fill(PixelRect(minX: 3, minY: 5, maxX: 36, maxY: 41), color: Color(argb: 0xA0C0_8030))
      canvas.fill(display.bounds, color: Color(argb: 0x5A18_E072))
    }
    for i in 0..<stride * height { hash.add(byte: unsafe target.load(fromByteOffset: i, as: UInt8.self)) }
  }
}
