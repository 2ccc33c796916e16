// Stage: surface, the last of a frame. A tile composed in cache is converted to the display's format and stored;
// display memory is written once and never read.
//
// The loops are plain: the compiler makes whole vectors of them. On x86-64 a pixel of XRGB8888 costs a load, an or and
// a store for each register; RGB565 pmaddwd, paddd, psrld for each channel and a pack. On ARM: DisplayStore+16.swift.

extension DisplayMemory {
  /// Whether ``store(_:at:dithers:)`` knows the display's layout.
  public var isSupported: Bool { layout.isSupported }

  /// The smallest area that holds `area` and can be stored: where pixels share bytes, both its sides lie between bytes,
  /// or on the memory's right edge. Damage has to be widened to it before it is drawn.
  @inline(never)
  public func storableArea(_ area: PixelRect) -> PixelRect {
    let visible = area.intersection(bounds)
    return visible.isEmpty ? .empty : wholeBytes(around: visible).intersection(bounds)
  }

  /// The smallest area that holds `area` and has both its sides between bytes of the memory; it may reach beyond the
  /// display. Where an area is stored in parts, they are cut at multiples of 8 pixels from its corner, so that none
  /// ends within a byte.
  @inline(never)
  public func wholeBytes(around area: PixelRect) -> PixelRect {
    let unit = layout.pixelsPerUnit
    var placed = memoryArea(of: area)
    placed.minX &= 0 &- unit
    placed.maxX = (placed.maxX &+ unit &- 1) & (0 &- unit)
    return pictureArea(of: placed)
  }

  /// Stores the tile's pixels, the first in the area's corner, converted to the display's format.
  ///
  /// Of 1-bit pixels whole bytes are stored: those of which the area holds only a part are left out, as the pixels
  /// beside it are not known. Bits beyond the memory's right edge become 0. An area from ``storableArea(_:)`` has no
  /// such parts.
  ///
  /// - Parameters:
  ///   - tile: opaque, premultiplied 0xAARRGGBB; pixels outside the display are left out.
  ///   - area: where the tile lies in the picture.
  ///   - dithers: whether to round channels of fewer than 8 bits by the pixel's place in the memory rather than to the
  ///     nearest.
  @export(interface)
  public func store(_ tile: Surface, at area: PixelRect, dithers: Bool = false) {
    if rotation == .none {
      storeUnrotated(tile, at: area, dithers: dithers)
    } else {
      storeRotated(tile, at: area, dithers: dithers)
    }
  }

  /// ``store(_:at:dithers:)`` for a picture that is not rotated.
  func storeUnrotated(_ tile: Surface, at area: PixelRect, dithers: Bool) {
    let visible = area.intersection(bounds)
    guard !visible.isEmpty, let format = layout.format else { return }
    switch format {
    case .xrgb8888: storeRows(XRGB8888.self, tile, area, visible, false)
    case .xbgr8888: storeRows(XBGR8888.self, tile, area, visible, false)
    case .rgbx8888: storeRows(RGBX8888.self, tile, area, visible, false)
    case .bgrx8888: storeRows(BGRX8888.self, tile, area, visible, false)
    case .rgb888: storeRows(RGB888.self, tile, area, visible, false)
    case .bgr888: storeRows(BGR888.self, tile, area, visible, false)
    case .rgb565: storeRows(RGB565.self, tile, area, visible, dithers)
    case .bgr565: storeRows(BGR565.self, tile, area, visible, dithers)
    case .rgb332: storeRows(RGB332.self, tile, area, visible, dithers)
    case .gray8: storeRows(Gray8.self, tile, area, visible, false)
    case .mono: storeMonoRows(tile, area, visible, dithers)
    }
  }

  @inline(never)
  private func storeRows<Format: PixelFormat>(
    _: Format.Type, _ tile: Surface, _ area: PixelRect, _ visible: PixelRect, _ dithers: Bool
  ) {
    let skip = Int(visible.minX &- area.minX)
    var y = visible.minY
    while y < visible.maxY {
      let source = unsafe tile.row(Int(y &- area.minY)) + skip
      let target = unsafe (base + Int(y) &* bytesPerRow).assumingMemoryBound(to: Format.Pixel.self) + Int(visible.minX)
      if dithers {
        unsafe storeDithered(Format.self, target, source, visible.width, visible.minX, y)
      } else {
        unsafe storePixels(Format.self, target, source, visible.width)
      }
      y &+= 1
    }
  }
}

@inline(__always)
private func storePixels<Format: PixelFormat>(
  _: Format.Type, _ target: UnsafeMutablePointer<Format.Pixel>, _ source: UnsafeMutablePointer<UInt32>, _ count: Int
) {
  #if !arch(x86_64)
  if MemoryLayout<Format.Pixel>.size == 2 {
    return unsafe storePixels16(target, source, count, isReversed: Format.layout == .bgr565)
  }
  #endif
  var i = 0
  if MemoryLayout<Format.Pixel>.size == 3 {
    // Four pixels of three bytes as three words.
    let bytes = UnsafeMutableRawPointer(target)
    while i &+ 4 <= count {
      let (a, b) = unsafe (bits24(Format.self, source[i]), bits24(Format.self, source[i &+ 1]))
      let (c, d) = unsafe (bits24(Format.self, source[i &+ 2]), bits24(Format.self, source[i &+ 3]))
      let place = unsafe bytes + i &* 3
      unsafe place.storeBytes(of: a | b &<< 24, as: UInt32.self)
      unsafe place.storeBytes(of: b &>> 8 | c &<< 16, toByteOffset: 4, as: UInt32.self)
      unsafe place.storeBytes(of: c &>> 16 | d &<< 8, toByteOffset: 8, as: UInt32.self)
      i &+= 4
    }
  }
  while i < count {
    unsafe target[i] = Format.pack(source[i])
    i &+= 1
  }
}

/// A pixel of three bytes as the low bits of a number.
@inline(__always)
private func bits24<Format: PixelFormat>(_: Format.Type, _ argb: UInt32) -> UInt32 {
  unsafe unsafeBitCast(Format.pack(argb), to: Pixel24.self).bits
}

@inline(__always)
private func storeDithered<Format: PixelFormat>(
  _: Format.Type, _ target: UnsafeMutablePointer<Format.Pixel>, _ source: UnsafeMutablePointer<UInt32>, _ count: Int,
  _ x: Int32, _ y: Int32
) {
  if MemoryLayout<Format.Pixel>.size == 2 {
    return unsafe storeDithered16(target, source, count, x, y, isReversed: Format.layout == .bgr565)
  }
  var i = 0
  while i < count {
    let threshold = ditherThreshold(x: x &+ Int32(truncatingIfNeeded: i), y: y)
    unsafe target[i] = Format.pack(source[i], threshold: threshold)
    i &+= 1
  }
}

// MARK: - Eight pixels a byte

extension DisplayMemory {
  private func storeMonoRows(_ tile: Surface, _ area: PixelRect, _ visible: PixelRect, _ dithers: Bool) {
    let first = (visible.minX &+ 7) & ~7
    let end = visible.maxX == bounds.maxX ? visible.maxX : visible.maxX & ~7
    var y = visible.minY
    while y < visible.maxY {
      let source = unsafe tile.row(Int(y &- area.minY))
      let target = unsafe base + Int(y) &* bytesPerRow
      var x = first
      while x < end {
        let byte = unsafe monoByte(source + Int(x &- area.minX), Swift.min(8, end &- x), x, y, dithers)
        unsafe target.storeBytes(of: byte, toByteOffset: Int(x &>> 3), as: UInt8.self)
        x &+= 8
      }
      y &+= 1
    }
  }

  /// Up to eight pixels from the highest bit on; the bits of those that are missing are 0.
  @inline(__always)
  private func monoByte(
    _ source: UnsafeMutablePointer<UInt32>, _ count: Int32, _ x: Int32, _ y: Int32, _ dithers: Bool
  ) -> UInt8 {
    var bits: UInt32 = 0
    var i: Int32 = 0
    while i < count {
      let argb = unsafe source[Int(i)]
      let bit = dithers ? Mono.pack(argb, threshold: ditherThreshold(x: x &+ i, y: y)) : Mono.pack(argb)
      bits |= bit &<< UInt32(bitPattern: 7 &- i)
      i &+= 1
    }
    return UInt8(truncatingIfNeeded: bits)
  }
}
