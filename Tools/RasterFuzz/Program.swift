// A program of drawing calls, decoded from a fuzzer's bytes: any bytes make one.

import FixedRaster

/// One drawing call with all it needs, so that it can be made again on other tiles.
indirect enum Call {
  case clear(PixelRect, Color)
  case fillRect(PixelRect, Color)
  case fill([PathElement], Mapping, FillRule, Color)
  case stroke([PathElement], StrokeStyle, Mapping, Color)
  case planes([SpaceRect])
  case clip(PixelRect)
  case group([Call], opacity: UInt8)
  case groupThroughPath([Call], opacity: UInt8, [PathElement], Mapping, FillRule)
  case clippedToRect([Call], PixelRect)
  case clippedToPath([Call], [PathElement], Mapping, FillRule)
  /// On a picture of its own; those inside are groups of one stack, nested.
  case stacked([Call], PixelRect, opacity: UInt8, BlendMode, mask: PixelRect?)
  case painted(Painted)
  case projected(Projected, Transform3D)
}

/// What is drawn, and onto what.
struct Program {
  let format: Int
  /// Of the surface, 1...64 pixels each.
  let width, height: Int
  /// Pixels between the rows and before the first.
  let padding, offset: Int
  /// The device pixel that the surface shows first.
  let x, y: Int32
  /// Of the workspace in the second drawing, and of the tiles in the third.
  let bandWidth, bandRows, tileWidth, tileHeight: Int
  var calls: [Call] = []

  init(_ reader: inout ByteReader) {
    format = Int(reader.byte())
    width = reader.int(in: 1...64)
    height = reader.int(in: 1...64)
    padding = reader.int(in: 0...9)
    offset = reader.int(in: 0...9)
    let isMoved = reader.isSet()
    x = isMoved ? Int32(reader.int(in: 0...8127)) : 0
    y = isMoved ? Int32(reader.int(in: 0...8127)) : 0
    // At least a quarter of the surface: every band is drawn from the whole path.
    bandWidth = reader.int(in: (width + 3) / 4...width)
    bandRows = reader.int(in: (height + 3) / 4...height)
    tileWidth = reader.int(in: (width + 3) / 4...width)
    tileHeight = reader.int(in: (height + 3) / 4...height)
    while !reader.isAtEnd && calls.count < 12 { calls.append(Call(&reader, depth: 0, x, y)) }
  }
}

extension Call {
  /// - Parameter x, y: the surface's place on the device, which half of the calls are moved to, to meet it.
  init(_ reader: inout ByteReader, depth: Int, _ x: Int32, _ y: Int32) {
    switch reader.int(in: 0...(depth < 3 ? 33 : 14)) {
    case 0:
      count(.clear)
      self = .clear(reader.deviceRect(x, y), Color(argb: reader.word()))
    case 1:
      count(.fillRect)
      self = .fillRect(reader.deviceRect(x, y), Color(argb: reader.word()))
    case 2: self = .clip(reader.deviceRect(x, y))
    case 3...7:
      let rule = reader.fillRule()
      count(rule == .nonZero ? .fillNonZero : .fillEvenOdd)
      self = .fill(reader.path(), reader.transform(x, y), rule, reader.color())
    case 8...12: self = .stroke(reader.path(), reader.strokeStyle(), reader.transform(x, y), reader.color())
    case 13...14: self = .planes((0..<reader.int(in: 1...4)).map { _ in SpaceRect(&reader, x, y) })
    case 15...16:
      count(.group)
      self = .group(reader.calls(depth + 1, x, y), opacity: reader.byte())
    case 17:
      count(.clippedToRect)
      self = .clippedToRect(reader.calls(depth + 1, x, y), reader.deviceRect(x, y))
    case 18...19:
      count(.clippedToPath)
      self = .clippedToPath(
        reader.calls(depth + 1, x, y), reader.path(), reader.transform(x, y), reader.fillRule())
    case 20...21: self = reader.stack(depth, x, y)
    case 22...29: self = .painted(Painted(&reader, x, y))
    case 31...33: self = .projected(Projected(&reader, x, y), reader.space(x, y))
    default:
      count(.groupThroughPath)
      self = .groupThroughPath(
        reader.calls(depth + 1, x, y), opacity: reader.byte(), reader.path(), reader.transform(x, y),
        reader.fillRule())
    }
  }
}

extension ByteReader {
  fileprivate mutating func calls(_ depth: Int, _ x: Int32, _ y: Int32) -> [Call] {
    (0..<int(in: 0...3)).map { _ in Call(&self, depth: depth, x, y) }
  }

  fileprivate mutating func stack(_ depth: Int, _ x: Int32, _ y: Int32) -> Call {
    count(.stacked)
    let mode = BlendMode(rawValue: byte() % 28) ?? .sourceOver
    let place = deviceRect(x, y)
    let mask = PixelRect(
      minX: place.minX, minY: place.minY, maxX: place.minX &+ 24, maxY: place.minY &+ 24)
    let isMasked = isSet() && Swift.max(mask.maxX.magnitude, mask.maxY.magnitude) < 8191
    if isMasked { count(.masked) }
    return .stacked(
      calls(depth + 1, x, y), deviceRect(x, y), opacity: byte(), mode, mask: isMasked ? mask : nil)
  }

  mutating func fillRule() -> FillRule { isSet() ? .evenOdd : .nonZero }

  /// Mostly opaque or nearly so: what shows.
  mutating func color() -> Color {
    let argb = word()
    return Color(argb: argb & 0x0300_0000 == 0 ? argb | 0xFF00_0000 : argb)
  }

  mutating func deviceRect(_ x: Int32, _ y: Int32) -> PixelRect {
    let isNear = isSet()
    let rect = pixelRect()
    if !isNear { return rect }
    return PixelRect(
      minX: rect.minX &+ x, minY: rect.minY &+ y, maxX: rect.maxX &+ x, maxY: rect.maxY &+ y)
  }

  mutating func strokeStyle() -> StrokeStyle {
    count(.strokePath)
    let cap: LineCap = element(of: [.butt, .round, .square])
    let join: LineJoin = element(of: [.miter, .round, .bevel])
    count(cap == .butt ? .butt : cap == .round ? .roundCap : .square)
    count(join == .miter ? .miter : join == .round ? .roundJoin : .bevel)
    let width = fixed()
    if width <= 0 { count(.hairline) }
    var style = StrokeStyle(width: width, cap: cap, join: join, miterLimit: fixed())
    addDashes(to: &style)
    return style
  }

  /// To a quarter of the strokes dashes, of a quarter of them a part.
  private mutating func addDashes(to style: inout StrokeStyle) {
    let kind = byte()
    if kind & 3 == 1 {
      count(.dashed)
      for _ in 0..<int(in: 1...6) { style.dash.append(fixed()) }
      style.dash.phase = fixed()
    }
    if kind & 12 == 4 {
      count(.partialStroke)
      (style.start, style.end) = (Fixed(rawValue: Int32(byte()) << 8), Fixed(rawValue: Int32(byte()) << 9))
    }
  }

  /// From space to the surface.
  mutating func space(_ x: Int32, _ y: Int32) -> Transform3D {
    var space = Transform3D(affine(depth: 1)).concatenating(
      Transform3D(rotationAngle: fixed(), x: fixed(), y: fixed(), z: fixed()))
    if isSet() {
      (space.m14, space.m24, space.m34, space.m44) = (coefficient(), coefficient(), coefficient(), coefficient())
    }
    if isSet() {
      var view = Transform3D()
      view.m34 = -0.0078125
      let place = Transform3D(translationX: Fixed(Int(x)), y: Fixed(Int(y)), z: 0)
      space = space.concatenating(view).concatenating(place)
    }
    return space
  }

  mutating func transform(_ x: Int32, _ y: Int32) -> Mapping {
    var transform = affine(depth: 0)
    if isSet() {
      // In pixels: any place on the device, whatever the rest.
      transform.tx += Coefficient(Int(x))
      transform.ty += Coefficient(Int(y))
    }
    return Mapping(transform)
  }

  mutating func affine(depth: Int) -> AffineTransform {
    switch int(in: 0...(depth < 2 ? 9 : 6)) {
    case 0...1:
      count(.identity)
      return .identity
    case 2:
      count(.scale)
      return AffineTransform(scaleX: coefficient(), y: coefficient())
    case 3:
      count(.rotation)
      return AffineTransform(rotationAngle: fixed())
    case 4:
      count(.translation)
      return AffineTransform(translationX: fixed(), y: fixed())
    case 5:
      count(.anyMatrix)
      return AffineTransform(
        a: coefficient(), b: coefficient(), c: coefficient(), d: coefficient(), tx: coefficient(), ty: coefficient())
    case 6:
      count(.singular)
      let (a, b, k) = (coefficient(), coefficient(), coefficient())
      return AffineTransform(a: a, b: b, c: a * k, d: b * k, tx: coefficient(), ty: coefficient())
    case 7...8:
      count(.concatenation)
      return affine(depth: depth + 1).concatenating(affine(depth: depth + 1))
    default:
      count(.inverse)
      return affine(depth: depth + 1).inverse ?? .identity
    }
  }
}
