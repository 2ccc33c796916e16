// Arithmetic with extreme numbers: what must saturate, not trap.

import FixedRaster

/// Feeds the numbers' and the geometry's functions with a few numbers each.
func tryGeometry(_ reader: inout ByteReader) {
  count(.geometry)
  while !reader.isAtEnd {
    tryNumbers(reader.fixed(), reader.fixed())
    tryCoefficients(reader.coefficient(), reader.coefficient())
    tryRects(&reader)
    trySpace(&reader)
  }
}

private func tryNumbers(_ a: Fixed, _ b: Fixed) {
  let results = [a + b, a - b, a * b, a / b, -a, a.magnitude, Fixed(a.floor, over: b.ceil), arctangent(y: a, x: b)]
  if results[0] < .min || results[3] > .max { fatalError("out of range") }
  if a.floor > a.rounded || a.rounded > a.ceil { fatalError("rounding out of order") }
  if results[7].magnitude > .pi { fatalError("an angle beyond half a turn") }
  let turn = sineCosine(a)
  if turn.sine.magnitude > 1 || turn.cosine.magnitude > 1 { fatalError("a sine above one") }
  let magnitude = UInt64(length(a.rawValue, b.rawValue))
  if magnitude < UInt64(max(a.rawValue.magnitude, b.rawValue.magnitude)) { fatalError("a length below a part's") }
  _ = reciprocal(a)
}

private func tryCoefficients(_ a: Coefficient, _ b: Coefficient) {
  // Whatever fits agrees with the 128-bit quotient and product, rounded to nearest, halves away from zero.
  let product = Int128(a.rawValue) * Int128(b.rawValue)
  if a * b != held(nearest(product, 1 << 32)) { fatalError("product of \(a.rawValue) and \(b.rawValue)") }
  if b.rawValue != 0, a / b != held(nearest(Int128(a.rawValue) << 32, Int128(b.rawValue))) {
    fatalError("quotient of \(a.rawValue) and \(b.rawValue)")
  }
  _ = [(a / b).fixed, a.fixed, (a + b).fixed, (a - b).fixed]
}

private func nearest(_ value: Int128, _ divisor: Int128) -> Int128 {
  let magnitude = Int128((2 * value.magnitude + divisor.magnitude) / (2 * divisor.magnitude))
  return (value < 0) == (divisor < 0) ? magnitude : -magnitude
}

private func held(_ value: Int128) -> Coefficient { Coefficient(rawValue: Int64(clamping: value)) }

private func tryRects(_ reader: inout ByteReader) {
  let rect = reader.rect()
  let moved = rect.applying(reader.affine(depth: 0))
  if moved.width < 0 || moved.minX > moved.maxX || moved.minY > moved.maxY { fatalError("a rectangle turned over") }
  let inset = rect.insetBy(dx: reader.fixed(), dy: reader.fixed())
  if inset.size.width < 0 || inset.size.height < 0 { fatalError("an inset rectangle turned over") }
  _ = [rect.midX, rect.midY, rect.standardized.minX, rect.offsetBy(dx: reader.fixed(), dy: reader.fixed()).maxY]
  _ = rect.contains(reader.point())
  let (a, b) = (reader.pixelRect(), reader.pixelRect())
  let both = a.intersection(b)
  if !both.isEmpty && !(a.contains(both) && a.union(b).contains(both)) { fatalError("an intersection outside") }
  if (a.area > 0) == a.isEmpty { fatalError("an area of nothing") }
}

private func trySpace(_ reader: inout ByteReader) {
  let tilt = Transform3D(rotationAngle: reader.fixed(), x: reader.fixed(), y: reader.fixed(), z: reader.fixed())
  var space = Transform3D(reader.affine(depth: 0)).concatenating(tilt)
  space.m34 = reader.coefficient()
  space.m44 = reader.coefficient()
  _ = space.concatenating(tilt).plane
  _ = space.affine
  _ = space.inverted()
  _ = reader.point().applying(DeviceMatrix(space.plane))
}
