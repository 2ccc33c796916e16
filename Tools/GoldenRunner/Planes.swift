import FixedRaster

/// Five planes turned through each other, translucent and not, composed in tiles, and multiplied by a colour.
func hashPlanes(_ hash: inout Hash) {
  let (tileWidth, tileHeight) = (64, 32)
  let groupSpace = GroupWorkspace(width: tileWidth, height: tileHeight)
  let planeSpace = PlaneWorkspace(pixels: 16 * tileWidth * tileHeight, planes: 16)
  let groupMemory = UnsafeMutableRawPointer.allocate(
    byteCount: groupSpace.byteCount, alignment: GroupWorkspace.alignment)
  let planeMemory = UnsafeMutableRawPointer.allocate(
    byteCount: planeSpace.byteCount, alignment: PlaneWorkspace.alignment)
  let bytes = pictureWidth * pictureHeight * 4
  let pixels = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
  defer {
    unsafe groupMemory.deallocate()
    unsafe planeMemory.deallocate()
    unsafe pixels.deallocate()
  }
  var groups = unsafe GroupStack(memory: groupMemory, workspace: groupSpace)
  var planes = unsafe PlaneStack(memory: planeMemory, workspace: planeSpace)
  for y in stride(from: 0, to: pictureHeight, by: tileHeight) {
    for x in stride(from: 0, to: pictureWidth, by: tileWidth) {
      let tile = unsafe Surface(
        base: pixels + (y * pictureWidth + x) * 4, width: Swift.min(tileWidth, pictureWidth - x),
        height: Swift.min(tileHeight, pictureHeight - y), bytesPerRow: pictureWidth * 4)
      let (left, top) = (Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y))
      withCanvas(tile) { canvas in
        canvas.draw(into: tile, x: left, y: top)
        let area = PixelRect(
          minX: left, minY: top, maxX: left &+ Int32(truncatingIfNeeded: tile.width),
          maxY: top &+ Int32(truncatingIfNeeded: tile.height))
        canvas.clear(area, to: Color(argb: 0xFF20_3040))
        drawPlanes(area, &canvas, &groups, &planes)
        if x == 0 { canvas.multiply(by: Color(argb: 0xC0FF_80F0)) }
      }
    }
  }
  for i in 0..<pictureWidth * pictureHeight { hash.add(unsafe pixels.load(fromByteOffset: i * 4, as: UInt32.self)) }
}

private func drawPlanes(
  _ area: PixelRect, _ canvas: inout Canvas, _ groups: inout GroupStack, _ planes: inout PlaneStack
) {
  if !groups.begin(area, on: &canvas) { return }
  let outer = planes.begin(area)
  for i in Int32(0)..<5 {
    var plane = SpacePlane()
    plane.move(x: -40, y: -30, z: 0)
    plane.apply(Transform3D(rotationAngle: Fixed(rawValue: (i &- 2) &* 40_000), x: 1, y: Fixed(Int(i)), z: 0.25))
    plane.move(x: 48, y: 40, z: Coefficient(Int(i) * 3))
    var eye = Transform3D()
    eye.m34 = -1 / 150
    plane.apply(eye)
    guard let depth = PlaneDepth(plane), groups.begin(area, on: &canvas) else { continue }
    var outline = PathBuffer<8>()
    outline.addRect(Rect(x: 0, y: 0, width: 80, height: 60))
    let color = Color(argb: (i == 3 ? 0x8000_0000 : 0xFF00_0000) | UInt32(bitPattern: i &* 0x31_4F27 &+ 0x40_2010))
    canvas.fill(outline.span, mapping: Mapping(plane.flattened), color: color)
    groups.end(on: &canvas, into: &planes, depth: DepthPlane(depth))
  }
  canvas.compose(planes)
  planes.end(outer)
  groups.end(on: &canvas, opacity: 240)
}
