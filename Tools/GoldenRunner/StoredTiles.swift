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
