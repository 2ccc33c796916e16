// Every public generic function of FixedRaster and every pixel format, so that scripts/prove compiles each one for the
// boards: a generic that nobody uses is never compiled and would prove nothing. What is not generic, as the canvas is not,
// is compiled as it stands. scripts/prove compiles this file together with Sources/FixedRaster as one module, where the
// compiler ignores the import; whatever it calls must be called from a public function, or it is removed unseen.

import FixedRaster

public func provePixelFormats(_ pixels: UnsafeMutablePointer<UInt32>) {
  unsafe prove(XRGB8888.self, pixels)
  unsafe prove(XBGR8888.self, pixels)
  unsafe prove(RGBX8888.self, pixels)
  unsafe prove(BGRX8888.self, pixels)
  unsafe prove(RGB888.self, pixels)
  unsafe prove(BGR888.self, pixels)
  unsafe prove(RGB565.self, pixels)
  unsafe prove(BGR565.self, pixels)
  unsafe prove(RGB332.self, pixels)
  unsafe prove(Gray8.self, pixels)
}

private func prove<Format: PixelFormat>(_ format: Format.Type, _ pixels: UnsafeMutablePointer<UInt32>) {
  unsafe pixels[0] = Format.unpack(Format.pack(pixels[0], threshold: pixels[1]))
  unsafe pixels[2] = Format.unpack(Format.pack(pixels[2]))
}

public func provePaths(_ bytes: UnsafeMutablePointer<UInt32>, _ path: Span<PathElement>) {
  var copy = PathBuffer<8>()
  copy.append(path)
  copy.addRect(Rect(x: 1, y: 1, width: 9, height: 6))
  copy.addRoundedRect(in: Rect(x: 1, y: 1, width: 9, height: 6), cornerRadius: 2)
  copy.addRoundedRect(in: Rect(x: 1, y: 1, width: 9, height: 6), cornerWidth: 2, cornerHeight: 1)
  copy.addEllipse(in: Rect(x: 1, y: 1, width: 9, height: 6))
  copy.addConic(to: Point(x: 2, y: 5), control: Point(x: 9, y: 1), weight: 0.75)
  copy.addArc(center: .zero, radius: 4, startAngle: 1, endAngle: 2)
  copy.addArc(from: .zero, tangent1End: Point(x: 4, y: 0), tangent2End: Point(x: 4, y: 4), radius: 2)
  unsafe bytes[0] = UInt32(truncatingIfNeeded: copy.count &+ copy.overflow)
}

/// Counts the points of polygons.
private struct PointCount: PolygonSink {
  var count = 0

  mutating func move(to point: SubpixelPoint) { count &+= 1 }
  mutating func line(to point: SubpixelPoint) { count &+= 1 }
}

public func provePolygons(
  _ path: Span<PathElement>, _ style: StrokeStyle, _ mapping: Mapping, _ clip: PixelRect
) -> Int {
  var points = PointCount()
  flatten(path, mapping: mapping, clip: clip, into: &points)
  stroke(path, style: style, mapping: mapping, clip: clip, into: &points)
  return points.count
}

public func proveNumbers(_ value: inout Fixed, _ number: Fixed) {
  value = value * number + (value - number)
  value += number
  value -= number
}
