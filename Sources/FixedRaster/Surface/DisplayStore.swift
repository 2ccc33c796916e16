// Stage: surface, the last of a frame. A tile composed in cache is converted to the display's format and stored; display
// memory is written once and never read.

extension DisplayMemory {
  /// Whether ``store(_:at:)`` knows the display's layout.
  public var isSupported: Bool { layout.isXRGB8888 || layout == .rgb565 }

  /// Stores the tile's pixels, the first at (`x`, `y`), converted to the display's format.
  ///
  /// - Parameter tile: opaque, premultiplied 0xAARRGGBB; what lies outside the display is left out.
  public func store(_ tile: Surface<ARGB8888>, at area: PixelRect) {
    let visible = area.intersection(bounds)
    if visible.isEmpty { return }
    if layout.isXRGB8888 {
      storeRows(XRGB8888.self, tile, area, visible)
    } else if layout == .rgb565 {
      storeRows(RGB565.self, tile, area, visible)
    }
  }

  private func storeRows<Format: PixelFormat>(
    _: Format.Type, _ tile: Surface<ARGB8888>, _ area: PixelRect, _ visible: PixelRect
  ) {
    let skip = Int(visible.minX &- area.minX)
    var y = visible.minY
    while y < visible.maxY {
      let source = unsafe tile.row(Int(y &- area.minY)) + skip
      let target = unsafe (base + Int(y) &* bytesPerRow).assumingMemoryBound(to: Format.Pixel.self) + Int(visible.minX)
      let count = visible.width
      // A plain loop: the compiler makes wide loads, packs and stores of it.
      var i = 0
      while i < count {
        unsafe target[i] = Format.pack(source[i])
        i &+= 1
      }
      y &+= 1
    }
  }
}

extension PixelLayout {
  /// 8 bits a channel in the order of 0xXXRRGGBB, with alpha on top or none.
  @inlinable
  public var isXRGB8888: Bool {
    bitsPerPixel == 32 && red == PixelLayout.xrgb8888.red && green == PixelLayout.xrgb8888.green
      && blue == PixelLayout.xrgb8888.blue
  }
}
