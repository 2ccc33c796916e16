// Stage: surface. Changes of all pixels of a group before it ends.

extension Canvas {
  /// Writes the common picture of planes, in place of the surface's pixels. For a group that has just begun, of their
  /// area.
  @export(interface)
  public mutating func compose(_ planes: borrowing PlaneStack) {
    finishTile()
    unsafe planes.compose(into: surface.base, bytesPerRow: surface.bytesPerRow)
  }

  /// Multiplies all pixels of the surface by a colour: each channel, and alpha, by the colour's, divided by 255 and rounded.
  /// The clip plays no part.
  @export(interface)
  public mutating func multiply(by color: Color) {
    finishTile()
    let alpha = UInt32(color.alpha)
    let (red, green) = (scaled255(UInt32(color.red), by: alpha), scaled255(UInt32(color.green), by: alpha))
    let blue = scaled255(UInt32(color.blue), by: alpha)
    for y in 0..<surface.height {
      let row = unsafe (surface.base + y &* surface.bytesPerRow).assumingMemoryBound(to: UInt32.self)
      for x in 0..<surface.width where unsafe row[x] != 0 {
        let pixel = unsafe row[x]
        let (a, r) = (scaled255(pixel &>> 24, by: alpha), scaled255(pixel &>> 16 & 0xFF, by: red))
        let (g, b) = (scaled255(pixel &>> 8 & 0xFF, by: green), scaled255(pixel & 0xFF, by: blue))
        unsafe row[x] = a &<< 24 | r &<< 16 | g &<< 8 | b
      }
    }
  }
}
