import FixedRaster

/// Paths, strokes and clips in perspective, with colours and each kind of gradient: a card that turns, some of it seen
/// from behind, and a floor that goes on behind the viewer.
func hashProjections(_ ground: Ground, _ hash: inout Hash) {
  let memory = UnsafeMutableRawPointer.allocate(
    byteCount: GradientRamp.byteCount, alignment: GradientRamp.alignment)
  defer { unsafe memory.deallocate() }
  let ramp = unsafe GradientRamp(colors().span, memory: memory)
  for step in 0..<6 {
    hashPicture(ground, &hash) { drawProjection(step, ramp, on: &$0) }
  }
}

/// One of six pictures of 96 × 80 pixels.
func drawProjection(_ step: Int, _ ramp: GradientRamp, on canvas: inout Canvas) {
  canvas.clear(PixelRect(width: pictureWidth, height: pictureHeight), to: Color(argb: 0xFF10_1820))
  let angle = Fixed(step * 2 - 5, over: 4)
  let floor = Mapping(projective(1.25, x: 1, y: 0, z: angle * 0.25))
  canvas.fill(roads().span, mapping: floor, rule: .evenOdd, color: Color(argb: 0xFF30_5848))
  let dashed = StrokeStyle(width: 3, dash: DashPattern(dash: 9, gap: 7))
  canvas.stroke(middle().span, style: dashed, mapping: floor, color: Color(argb: 0xFFE0_E0A0))
  let card = Mapping(projective(angle, x: 0.5, y: 1, z: 0))
  canvas.pushClip(shape().span, mapping: card)
  canvas.fill(PixelRect(width: pictureWidth, height: pictureHeight), paint: paint(step, ramp, card))
  canvas.stroke(
    star().span, style: StrokeStyle(width: 5, join: .round), mapping: card, color: Color(argb: 0xA000_0000))
  canvas.popClip()
  let style = StrokeStyle(width: 2.5, cap: .round, join: .round)
  canvas.stroke(shape().span, style: style, mapping: card, paint: paint(step + 1, ramp, card))
}

/// Places of a square of 96 points about its middle, in the middle of the picture, from 100 points away.
private func projective(_ angle: Fixed, x: Fixed, y: Fixed, z: Fixed) -> Transform3D {
  var distance = Transform3D()
  distance.m34 = -0.01
  return Transform3D(translationX: -48, y: -40, z: 0)
    .concatenating(Transform3D(rotationAngle: angle, x: x, y: y, z: z))
    .concatenating(distance).concatenating(Transform3D(translationX: 48, y: 40, z: 0))
}

private func colors() -> [GradientStop] {
  [
    GradientStop(location: 0, color: Color(argb: 0xFFF0_4020)),
    GradientStop(location: 0.5, color: Color(argb: 0xFFF0_E040)),
    GradientStop(location: 1, color: Color(argb: 0xC020_60F0)),
  ]
}

private func paint(_ kind: Int, _ ramp: GradientRamp, _ mapping: Mapping) -> Paint {
  let (p, q) = (Point(x: 40, y: 30), Point(x: 58, y: 40))
  return switch kind % 6 {
  case 0: .linear(LinearGradient(from: p, to: q, ramp: ramp, spread: .reflect, mapping: mapping))
  case 1: .radial(RadialGradient(center: p, radius: 30, ramp: ramp, mapping: mapping))
  case 2: .conic(ConicGradient(center: p, startAngle: 1, ramp: ramp, mapping: mapping))
  case 3:
    .radial(
      RadialGradient(
        startCenter: p, startRadius: 3, endCenter: q, endRadius: 7, ramp: ramp, spread: .repeat, mapping: mapping))
  case 4: .linear(LinearGradient(from: p, to: q, ramp: ramp, spread: .repeat, mapping: mapping))
  default:
    .conic(ConicGradient(center: q, startAngle: 2, endAngle: 3.5, ramp: ramp, spread: .reflect, mapping: mapping))
  }
}

/// All kinds of curves.
private func shape() -> PathBuffer<32> {
  var path = PathBuffer<32>()
  path.addRoundedRect(in: Rect(x: 14, y: 10, width: 68, height: 60), cornerRadius: 15)
  path.move(to: Point(x: 90, y: 20))
  path.addQuadCurve(to: Point(x: 90, y: 60), control: Point(x: 110, y: 40))
  path.addConic(to: Point(x: 90, y: 20), control: Point(x: 84, y: 40), weight: 2.5)
  path.closeSubpath()
  return path
}

/// Chequered, on a plane that reaches behind the viewer.
private func roads() -> PathBuffer<128> {
  var path = PathBuffer<128>()
  for i in 0..<12 {
    path.addRect(Rect(x: Fixed(i * 120 - 720), y: -900, width: 60, height: 1800))
    path.addRect(Rect(x: -720, y: Fixed(i * 150 - 900), width: 1440, height: 75))
  }
  return path
}

private func middle() -> PathBuffer<8> {
  var path = PathBuffer<8>()
  path.move(to: Point(x: 48, y: 140))
  path.addCurve(to: Point(x: -100, y: -600), control1: Point(x: 48, y: 0), control2: Point(x: 90, y: -200))
  return path
}
