import FixedRaster

/// Gradients of each kind and spread on a rectangle, through a path and along a stroke.
func hashGradients(_ ground: Ground, _ hash: inout Hash) {
  let memory = UnsafeMutableRawPointer.allocate(
    byteCount: 2 * GradientRamp.byteCount, alignment: GradientRamp.alignment)
  defer { unsafe memory.deallocate() }
  let opaque = unsafe GradientRamp(stops(alpha: 0xFF00_0000).span, memory: memory)
  let clear = unsafe GradientRamp(stops(alpha: 0).span, memory: memory + GradientRamp.byteCount)
  for ramp in [opaque, clear] {
    for spread in [GradientSpread.pad, .repeat, .reflect] {
      for kind in 0..<9 {
        let paint = gradient(kind, ramp, spread)
        hashPicture(ground, &hash) {
          $0.fill(PixelRect(minX: 0, minY: 0, maxX: 90, maxY: 30), paint: paint)
          $0.fill(ring().span, mapping: .identity, rule: .evenOdd, paint: paint)
          let style = StrokeStyle(width: 5.5, cap: .round)
          $0.stroke(ring().span, style: style, mapping: .identity, paint: paint)
        }
      }
    }
  }
}

/// Six stops, two of them at one place; `alpha` is set in those in between.
private func stops(alpha: UInt32) -> [GradientStop] {
  let colors: [(Fixed, UInt32)] = [
    (0, 0xFF10_2040), (0.25, 0x40E0_5020 | alpha), (0.5, 0x0020_C0A0 | alpha), (0.5, 0xFFF0_F000),
    (0.8125, 0x8000_80FF | alpha), (1, 0xFF20_C0A0),
  ]
  return colors.map { GradientStop(location: $0.0, color: Color(argb: $0.1)) }
}

private func gradient(
  _ kind: Int, _ ramp: GradientRamp, _ spread: GradientSpread
) -> Paint {
  let turned = AffineTransform(rotationAngle: 0.35).translatedBy(x: 6, y: -14)
  func radial(_ c0: Point, _ r0: Fixed, _ c1: Point, _ r1: Fixed) -> Paint {
    .radial(
      RadialGradient(
        startCenter: c0, startRadius: r0, endCenter: c1, endRadius: r1, ramp: ramp, spread: spread,
        mapping: Mapping(turned)))
  }
  let (p, q) = (Point(x: 30, y: 28), Point(x: 62, y: 40.5))
  switch kind {
  case 0:
    return .linear(LinearGradient(from: p, to: Point(x: 30, y: 60), ramp: ramp, spread: spread))
  case 1: return .linear(LinearGradient(from: p, to: q, ramp: ramp, spread: spread))
  case 2:
    return .linear(
      LinearGradient(from: q, to: p, ramp: ramp, spread: spread, mapping: Mapping(turned)))
  case 3: return radial(p, 4, p, 28)
  case 4: return radial(p, 4, q, 50.25)
  case 5: return radial(p, 9, q, 5)
  case 6: return radial(Point(x: 20, y: 28), 0, Point(x: 45, y: 28), 25)
  case 7:
    return .conic(
      ConicGradient(
        center: p, startAngle: 1.25, ramp: ramp, spread: spread, mapping: Mapping(turned)))
  default:
    return .conic(
      ConicGradient(center: q, startAngle: 2.5, endAngle: 4, ramp: ramp, spread: spread))
  }
}

private func ring() -> PathBuffer<32> {
  var path = PathBuffer<32>()
  path.addEllipse(in: Rect(x: 8.5, y: 12.25, width: 70, height: 60))
  path.addEllipse(in: Rect(x: 30, y: 30, width: 30.5, height: 20))
  return path
}
