// Stage: surface. The content of whole tiles or rows of them, stored as the tile that holds it would be: without a tile.

extension DisplayMemory {
  /// Stores a part of a picture, with a colour over it. Returns false, whatever the area, where only a tile can be stored.
  ///
  /// - Parameter color: premultiplied 0xAARRGGBB; 0 if none.
  func store(_ picture: TilePicture, below color: UInt32, to area: PixelRect, dithers: Bool) -> Bool {
    switch picture {
    case .rows(let colors): fill(area, rows: colors, dithers: dithers)
    case .image(let image, let x, let y): (color == 0 || !dithers) && copy(image, x, y, below: color, to: area)
    }
  }

  /// Stores one opaque colour, premultiplied 0xAARRGGBB. Returns false where that is no fill: pixels that share bytes, or
  /// that are dithered, but for RGB565.
  func fill(_ area: PixelRect, color argb: UInt32, dithers: Bool) -> Bool {
    guard let format = layout.format else { return true }
    let hasDither = dithers && layout.dithers
    if format == .mono || hasDither && format != .rgb565 { return false }
    let memory = rotation == .none ? self : unrotated(owner: nil)
    let placed = memoryArea(of: area.intersection(bounds))
    switch format {
    case .xrgb8888: memory.fillRows(placed, XRGB8888.pack(argb))
    case .xbgr8888: memory.fillRows(placed, XBGR8888.pack(argb))
    case .rgbx8888: memory.fillRows(placed, RGBX8888.pack(argb))
    case .bgrx8888: memory.fillRows(placed, BGRX8888.pack(argb))
    case .rgb888: memory.fillRows(placed, RGB888.pack(argb))
    case .bgr888: memory.fillRows(placed, BGR888.pack(argb))
    case .rgb565 where hasDither:
      for y in placed.minY..<placed.maxY { memory.fillRow16(placed, y, argb, dithers: true) }
    case .rgb565: memory.fillRows(placed, RGB565.pack(argb))
    case .bgr565: memory.fillRows(placed, BGR565.pack(argb))
    case .rgb332: memory.fillRows(placed, RGB332.pack(argb))
    case .gray8: memory.fillRows(placed, Gray8.pack(argb))
    case .mono: return false
    }
    return true
  }

  private func fillRows<Pixel: BitwiseCopyable>(_ area: PixelRect, _ pixel: Pixel) {
    var y = area.minY
    while y < area.maxY {
      unsafe fillSpan(row(y, Pixel.self) + Int(area.minX), area.width, pixel)
      y &+= 1
    }
  }

  /// The first pixel of a row of the memory.
  @inline(__always)
  private func row<Pixel>(_ y: Int32, _: Pixel.Type) -> UnsafeMutablePointer<Pixel> {
    unsafe (base + Int(y) &* bytesPerRow).assumingMemoryBound(to: Pixel.self)
  }
}

// MARK: - Rows of one colour

extension DisplayMemory {
  /// Stores rows of one colour each. Returns false where they are no rows of the memory, or of other pixels than RGB565.
  private func fill(_ area: PixelRect, rows: RowColors, dithers: Bool) -> Bool {
    if rotation.swapsAxes || layout.format != .rgb565 { return false }
    let visible = area.intersection(bounds)
    let placed = memoryArea(of: visible)
    var y = placed.minY
    while y < placed.maxY {
      let argb = rows.pixel(rotation == .none ? y : placed.maxY &- 1 &- y &+ visible.minY)
      fillRow16(placed, y, argb, dithers: dithers)
      y &+= 1
    }
    return true
  }

  /// Stores one colour in a row of an area of RGB565. Dithered it is four pixels that repeat.
  @inline(never)
  private func fillRow16(_ area: PixelRect, _ y: Int32, _ argb: UInt32, dithers: Bool) {
    var place = unsafe base + (Int(y) &* bytesPerRow + Int(area.minX) &* 2)
    var count = area.width
    var four = UInt64(UInt32(RGB565.pack(argb))) &* 0x1_0001_0001_0001
    if dithers { four = ditheredPixels(argb, x: area.minX, y: y) }
    #if !SCALAR
    let block = SIMD4<UInt64>(repeating: four)
    while count >= 16 {
      unsafe place.storeBytes(of: block, as: SIMD4<UInt64>.self)
      unsafe place += 32
      count &-= 16
    }
    #endif
    while count > 0 {
      unsafe place.storeBytes(of: UInt16(truncatingIfNeeded: four), as: UInt16.self)
      four = four &>> 16 | four &<< 48
      unsafe place += 2
      count &-= 1
    }
  }
}

/// Four dithered pixels of RGB565 of one colour from (`x`, `y`) on, the first in the lowest bits.
private func ditheredPixels(_ argb: UInt32, x: Int32, y: Int32) -> UInt64 {
  var four: UInt64 = 0
  for i: Int32 in 0..<4 {
    let pixel = RGB565.pack(argb, threshold: ditherThreshold(x: x &+ i, y: y))
    four = four &>> 16 | UInt64(UInt32(pixel)) &<< 48
  }
  return four
}

// MARK: - Images

extension DisplayMemory {
  /// Stores an area of an opaque image, whose first pixel lies at (`x`, `y`), if its pixels are the display's own; false if
  /// not.
  ///
  /// - Parameter color: premultiplied; it lies over the image, which is of RGB565 then; 0 if none.
  private func copy(_ image: ImageLevel, _ x: Int32, _ y: Int32, below color: UInt32, to area: PixelRect) -> Bool {
    guard rotation == .none, let format = layout.format, color == 0 || hasVectors else { return false }
    switch (format, image.format) {
    case (.rgb565, .rgb565): break
    case (.xrgb8888, .xrgb8888) where color == 0, (.xrgb8888, .argb8888) where color == 0: break
    default: return false
    }
    let visible = area.intersection(bounds)
    if visible.isEmpty { return true }
    if format == .xrgb8888 {
      unsafe eachRow(of: visible, image, x, y, bytesPerPixel: 4) { unsafe copyOpaquePixels($0, $1, visible.width) }
    } else if color == 0 {
      unsafe eachRow(of: visible, image, x, y, bytesPerPixel: 2) { unsafe copyPixels16($0, $1, visible.width) }
    } else {
      let levels = CoveredLevels(under: color)
      unsafe eachRow(of: visible, image, x, y, bytesPerPixel: 2) { unsafe levels.lookUp($0, $1, visible.width) }
    }
    return true
  }

  /// Calls `body` with the memory's and the image's first pixel of each row of an area that lies in both.
  @inline(__always)
  private func eachRow(
    of area: PixelRect, _ image: ImageLevel, _ x: Int32, _ y: Int32, bytesPerPixel: Int,
    _ body: (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
  ) {
    var target = unsafe base + (Int(area.minY) &* bytesPerRow &+ Int(area.minX) &* bytesPerPixel)
    var from = unsafe UnsafeRawPointer(image.pixels)
    unsafe from += Int(area.minY &- y) &* image.bytesPerRow &+ Int(area.minX &- x) &* bytesPerPixel
    var rows = area.height
    while rows > 0 {
      unsafe body(target, from)
      unsafe target += bytesPerRow
      unsafe from += image.bytesPerRow
      rows &-= 1
    }
  }
}
