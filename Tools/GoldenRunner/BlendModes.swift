import FixedRaster

/// Every blend mode as fills, strokes and groups, over a ground of colours of every alpha.
func hashModes(_ ground: Ground, _ hash: inout Hash) {
  let identity = Mapping.identity
  let pixels = unsafe makeGroupPixels()
  defer { unsafe pixels.deallocate() }
  let group = unsafe Surface(
    base: pixels, width: pictureWidth, height: pictureHeight, bytesPerRow: pictureWidth * 4)
  var number: UInt8 = 0
  while let mode = BlendMode(rawValue: number) {
    number += 1
    hashPicture(ground, &hash) {
      for column in 0..<Int32(truncatingIfNeeded: pictureWidth / 4) {
        let color = Color(argb: UInt32(bitPattern: column) &* 0x0B35_4A17)
        $0.clear(PixelRect(minX: column &* 4, minY: 0, maxX: column &* 4 &+ 4, maxY: 80), to: color)
      }
      $0.fill(PixelRect(minX: 0, minY: 60, maxX: 96, maxY: 70), color: Color(argb: 0xC0E0_6020), mode: mode)
      $0.fill(blob().span, mapping: identity, rule: .evenOdd, color: Color(argb: 0xFF20_B0E0), mode: mode)
      $0.stroke(
        blob().span, style: StrokeStyle(width: 6), mapping: identity, color: Color(argb: 0x80F0_F040), mode: mode)
      $0.draw(group, opacity: 190, through: blob().span, mapping: identity, mode: mode)
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
