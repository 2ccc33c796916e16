import FixedRaster

/// Every format: a picture drawn in it, and a tile stored in it, plain and dithered.
func runFormatCases(_ run: (StaticString, (inout Hash) -> Void) -> Void) {
  run("pictures-xbgr8888") { hashFormat(XBGR8888.self, &$0) }
  run("pictures-rgbx8888") { hashFormat(RGBX8888.self, &$0) }
  run("pictures-bgrx8888") { hashFormat(BGRX8888.self, &$0) }
  run("pictures-rgb888") { hashFormat(RGB888.self, &$0) }
  run("pictures-bgr888") { hashFormat(BGR888.self, &$0) }
  run("pictures-bgr565") { hashFormat(BGR565.self, &$0) }
  run("pictures-rgb332") { hashFormat(RGB332.self, &$0) }
  run("pictures-gray8") { hashFormat(Gray8.self, &$0) }
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

private func hashFormat<Format: PixelFormat>(_ format: Format.Type, _ hash: inout Hash) {
  hashPicture(format, &hash) {
    $0.clear(PixelRect(width: pictureWidth, height: 40), to: Color(argb: 0xFF30_70B0))
    $0.fill(PixelRect(minX: 3, minY: 5, maxX: 77, maxY: 61), color: Color(argb: 0x7FFF_8000))
    $0.fill(blob().span, transform: DeviceTransform(.identity), rule: .evenOdd, color: Color(argb: 0xA0C0_FFC0))
    $0.stroke(
      blob().span, style: StrokeStyle(width: 3.5), transform: DeviceTransform(.identity),
      color: Color(argb: 0xFF10_2030)
    )
  }
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
func hashStored(
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

/// Every blend mode as fills, strokes and groups, over a ground of colours of every alpha.
func hashModes<Format: PixelFormat>(_ format: Format.Type, _ hash: inout Hash) {
  let identity = DeviceTransform(.identity)
  let pixels = unsafe makeGroupPixels()
  defer { unsafe pixels.deallocate() }
  let group = unsafe Surface(
    base: pixels, width: pictureWidth, height: pictureHeight, bytesPerRow: pictureWidth * 4)
  var number: UInt8 = 0
  while let mode = BlendMode(rawValue: number) {
    number += 1
    hashPicture(format, &hash) {
      for column in 0..<Int32(truncatingIfNeeded: pictureWidth / 4) {
        let color = Color(argb: UInt32(bitPattern: column) &* 0x0B35_4A17)
        $0.clear(PixelRect(minX: column &* 4, minY: 0, maxX: column &* 4 &+ 4, maxY: 80), to: color)
      }
      $0.fill(PixelRect(minX: 0, minY: 60, maxX: 96, maxY: 70), color: Color(argb: 0xC0E0_6020), mode: mode)
      $0.fill(blob().span, transform: identity, rule: .evenOdd, color: Color(argb: 0xFF20_B0E0), mode: mode)
      $0.stroke(
        blob().span, style: StrokeStyle(width: 6), transform: identity, color: Color(argb: 0x80F0_F040), mode: mode)
      $0.draw(group, opacity: 190, through: blob().span, transform: identity, mode: mode)
      $0.setClip(PixelRect(minX: 10, minY: 64, maxX: 90, maxY: 78))
      $0.draw(group, opacity: 255, mode: mode)
    }
  }
}

private func blob() -> PathBuffer<64> {
  var path = PathBuffer<64>()
  path.addEllipse(in: Rect(x: 8.5, y: 6.25, width: 70.5, height: 50))
  path.addRoundedRect(in: Rect(x: 30.25, y: 20, width: 60, height: 30.5), cornerRadius: 8)
  return path
}
