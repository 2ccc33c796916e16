import FixedRaster

/// Groups in groups with opacity, a mask, clips and every mode, in tiles of 64×32, as a display is composed.
func hashGroupStack(_ hash: inout Hash) {
  let (tileWidth, tileHeight) = (64, 32)
  let space = GroupWorkspace(width: tileWidth, height: tileHeight)
  let memory = UnsafeMutableRawPointer.allocate(byteCount: space.byteCount, alignment: GroupWorkspace.alignment)
  let bytes = pictureWidth * pictureHeight * 4
  let pixels = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
  let coverage = UnsafeMutablePointer<UInt8>.allocate(capacity: 60 * 50)
  defer {
    unsafe memory.deallocate()
    unsafe pixels.deallocate()
    unsafe coverage.deallocate()
  }
  for i in 0..<60 * 50 { unsafe coverage[i] = UInt8(truncatingIfNeeded: i &* 11) }
  let mask = unsafe Mask(
    base: coverage, bounds: PixelRect(minX: 20, minY: 10, maxX: 80, maxY: 60), bytesPerRow: 60)
  var groups = unsafe GroupStack(memory: memory, workspace: space)
  var number: UInt8 = 0
  while let mode = BlendMode(rawValue: number) {
    number += 1
    for y in stride(from: 0, to: pictureHeight, by: tileHeight) {
      for x in stride(from: 0, to: pictureWidth, by: tileWidth) {
        let tile = unsafe Surface(
          base: pixels + (y * pictureWidth + x) * 4, width: Swift.min(tileWidth, pictureWidth - x),
          height: Swift.min(tileHeight, pictureHeight - y), bytesPerRow: pictureWidth * 4)
        withCanvas(tile) { canvas in
          canvas.draw(into: tile, x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y))
          drawGroups(&canvas, &groups, mode, mask)
        }
      }
    }
    for i in 0..<pictureWidth * pictureHeight { hash.add(unsafe pixels.load(fromByteOffset: i * 4, as: UInt32.self)) }
  }
}

private func drawGroups(
  _ canvas: inout Canvas, _ groups: inout GroupStack, _ mode: BlendMode, _ mask: Mask
) {
  let all = PixelRect(width: pictureWidth, height: pictureHeight)
  for column in 0..<Int32(truncatingIfNeeded: pictureWidth / 8) {
    let color = Color(argb: UInt32(bitPattern: column) &* 0x2B35_4A17)
    canvas.clear(PixelRect(minX: column &* 8, minY: 0, maxX: column &* 8 &+ 8, maxY: 80), to: color)
  }
  canvas.pushClip(
    Rect(x: 4.5, y: 3.25, width: 86, height: 72), cornerRadii: CornerRadii(16), mapping: .identity)
  if groups.begin(all, on: &canvas) {
    canvas.fill(PixelRect(minX: 0, minY: 20, maxX: 70, maxY: 56), color: Color(argb: 0xFFE0_8030))
    canvas.pushClip(star().span, mapping: .identity)
    if groups.begin(PixelRect(minX: 10, minY: 6, maxX: 90, maxY: 66), on: &canvas) {
      canvas.fill(all, color: Color(argb: 0xC030_60F0))
      if groups.begin(PixelRect(minX: 14, minY: 8, maxX: 84, maxY: 60), on: &canvas) {
        canvas.fill(all, color: Color(argb: 0xFF40_F060))
        groups.end(on: &canvas, opacity: 200, mask: mask)
      }
      groups.end(on: &canvas, opacity: 230, mode: mode)
    }
    canvas.popClip()
    groups.end(on: &canvas, opacity: 210, mode: mode, mask: mode.rawValue % 2 == 0 ? nil : mask)
  }
  canvas.popClip()
}
