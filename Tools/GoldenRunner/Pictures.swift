import FixedRaster

/// The size of every picture.
let pictureWidth = 96
let pictureHeight = 80

/// What a picture is drawn over: a pattern of bytes, as it is or with every pixel opaque.
enum Ground { case opaque, translucent }

/// Draws with a canvas over fresh memory, filled with a pattern first, and adds every pixel to the hash.
func hashPicture(_ ground: Ground, _ hash: inout Hash, _ draw: (inout Canvas) -> Void) {
  let stride = (pictureWidth + 3) * 4
  let pixels = UnsafeMutableRawPointer.allocate(byteCount: stride * pictureHeight, alignment: 64)
  defer { unsafe pixels.deallocate() }
  for i in 0..<stride * pictureHeight {
    let byte = ground == .opaque && i % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: i &* 37)
    unsafe pixels.storeBytes(of: byte, toByteOffset: i, as: UInt8.self)
  }
  withCanvas(
    unsafe Surface(base: pixels, width: pictureWidth, height: pictureHeight, bytesPerRow: stride), draw)
  for y in 0..<pictureHeight {
    for x in 0..<pictureWidth {
      hash.add(unsafe pixels.load(fromByteOffset: y * stride + x * 4, as: UInt32.self))
    }
  }
}

/// Draws with a canvas that has room for a picture and sixteen clips.
func withCanvas(_ surface: Surface, _ draw: (inout Canvas) -> Void) {
  let workspace = CoverageWorkspace(width: pictureWidth, rows: pictureHeight)
  let room = ClipWorkspace(width: pictureWidth, height: pictureHeight)
  let memory = UnsafeMutableRawPointer.allocate(byteCount: workspace.byteCount, alignment: CoverageWorkspace.alignment)
  let clips = UnsafeMutableRawPointer.allocate(byteCount: room.byteCount, alignment: ClipWorkspace.alignment)
  defer {
    unsafe memory.deallocate()
    unsafe clips.deallocate()
  }
  var canvas = unsafe Canvas(
    surface, memory: memory, workspace: workspace, clips: ClipStack(memory: clips, workspace: room))
  draw(&canvas)
}

/// Every kind of fill and stroke, each in a picture of its own.
func hashPictures(_ ground: Ground, _ hash: inout Hash) {
  let turned = Mapping(AffineTransform(rotationAngle: 0.35).translatedBy(x: 6, y: -14))
  let uneven = Mapping(AffineTransform(scaleX: 1.5, y: 0.625))
  for rule in [FillRule.nonZero, .evenOdd] {
    for argb in [0xFFE0_6020 as UInt32, 0x8040_C0FF, 0x01FF_FFFF] {
      hashPicture(ground, &hash) { $0.fill(star().span, mapping: turned, rule: rule, color: Color(argb: argb)) }
    }
  }
  for cap in [LineCap.butt, .round, .square] {
    for join in [LineJoin.miter, .round, .bevel] {
      let style = StrokeStyle(width: 5.5, cap: cap, join: join, miterLimit: 4)
      hashPicture(ground, &hash) {
        $0.stroke(curves().span, style: style, mapping: uneven, color: Color(argb: 0xC0FF_F0E0))
        $0.stroke(star().span, style: style, mapping: turned, color: Color(argb: 0xFF20_A060))
      }
    }
  }
  hashPicture(ground, &hash) {
    $0.clear(PixelRect(width: pictureWidth, height: pictureHeight), to: Color(argb: 0xFF18_2838))
    $0.fill(PixelRect(minX: 3, minY: 5, maxX: 77, maxY: 61), color: Color(argb: 0x7FFF_8000))
    var shapes = PathBuffer<64>()
    shapes.addRoundedRect(in: Rect(x: 4.5, y: 6.25, width: 50, height: 40), cornerRadius: 9.5)
    shapes.addEllipse(in: Rect(x: 30, y: 20, width: 60.5, height: 50))
    shapes.addArc(center: Point(x: 50, y: 40), radius: 30, startAngle: 0.5, endAngle: 4, clockwise: true)
    $0.fill(shapes.span, mapping: .identity, rule: .evenOdd, color: Color(argb: 0xA0C0_FFC0))
    $0.fill(extremes().span, mapping: turned, color: Color(argb: 0x40FF_00FF))
  }
}

/// Premultiplied colours of every alpha, as many as a picture has pixels; the caller's to deallocate.
@unsafe
func makeGroupPixels() -> UnsafeMutableRawPointer {
  let bytes = pictureWidth * pictureHeight * 4
  let pixels = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
  for i in 0..<pictureWidth * pictureHeight {
    let color = Color(argb: UInt32(truncatingIfNeeded: i) &* 0x0123_4567)
    unsafe pixels.storeBytes(of: color.premultiplied.argb, toByteOffset: i * 4, as: UInt32.self)
  }
  return unsafe pixels
}

/// Groups blended whole and through a path.
func hashGroups(_ ground: Ground, _ hash: inout Hash) {
  let pixels = unsafe makeGroupPixels()
  defer { unsafe pixels.deallocate() }
  let group = unsafe Surface(
    base: pixels, width: pictureWidth, height: pictureHeight, bytesPerRow: pictureWidth * 4)
  for opacity in [255, 200, 1] as [UInt8] {
    hashPicture(ground, &hash) {
      $0.draw(group, opacity: opacity)
      $0.draw(group, opacity: opacity, through: star().span, mapping: .identity)
    }
  }
}

// MARK: - Paths

func star() -> PathBuffer<16> {
  var path = PathBuffer<16>()
  for i in 0..<5 {
    let turn = sineCosine(Fixed(rawValue: Int32(truncatingIfNeeded: i * 2 * 82_355)))
    let tip = Point(
      x: Fixed(46) + turn.sine.fixed * Fixed(36), y: Fixed(40) - turn.cosine.fixed * Fixed(36))
    if i == 0 { path.move(to: tip) } else { path.addLine(to: tip) }
  }
  path.closeSubpath()
  return path
}

private func curves() -> PathBuffer<16> {
  var path = PathBuffer<16>()
  path.move(to: Point(x: 6, y: 100))
  path.addCurve(to: Point(x: 58, y: 20), control1: Point(x: 10, y: -40), control2: Point(x: 70, y: 160))
  path.addQuadCurve(to: Point(x: 22, y: 70.5), control: Point(x: 20, y: 10))
  path.move(to: Point(x: 40, y: 60))
  path.addLine(to: Point(x: 40, y: 60))
  return path
}

/// As far out as numbers go.
private func extremes() -> PathBuffer<16> {
  var path = PathBuffer<16>()
  path.move(to: Point(x: .min, y: .max))
  path.addLine(to: Point(x: .max, y: 20))
  path.addCurve(to: Point(x: 10, y: 30.0625), control1: Point(x: .max, y: .min), control2: Point(x: .min, y: .min))
  path.closeSubpath()
  return path
}
