// Every kernel × format × blend × paint of FixedRaster, so that scripts/prove compiles each one for the boards: a generic
// that nobody uses is never compiled and would prove nothing. This file is compiled together with Sources/FixedRaster as
// one module, hence no import; whatever it calls must be called from a public function, or it is removed unseen.

public func provePixelFormats(_ pixels: UnsafeMutablePointer<UInt32>) {
  unsafe proveFormat(XRGB8888.self, pixels)
  unsafe proveFormat(ARGB8888.self, pixels)
  unsafe proveFormat(RGB565.self, pixels)
}

private func proveFormat<Format: PixelFormat>(_ format: Format.Type, _ pixel: UnsafeMutablePointer<UInt32>) {
  unsafe pixel[0] = Format.unpack(Format.pack(pixel[0]))
}

public func provePaints(_ pixels: UnsafeMutableRawPointer, _ stops: Span<GradientStop>, _ path: Span<PathElement>) {
  unsafe provePaints(XRGB8888.self, pixels, stops, path)
  unsafe provePaints(ARGB8888.self, pixels, stops, path)
  unsafe provePaints(RGB565.self, pixels, stops, path)
}

private func provePaints<Format: PixelFormat>(
  _: Format.Type, _ pixels: UnsafeMutableRawPointer, _ stops: Span<GradientStop>, _ path: Span<PathElement>
) {
  let workspace = CoverageWorkspace(width: 8, rows: 8)
  let surface = unsafe Surface<Format>(base: pixels, width: 8, height: 8, bytesPerRow: 32)
  var canvas = unsafe Canvas(surface, memory: pixels + 256, workspace: workspace)
  let ramp = unsafe GradientRamp(stops, memory: pixels + (256 + workspace.byteCount))
  let (p, q) = (Point(x: 1, y: 1), Point(x: 7, y: 5))
  let area = PixelRect(width: 8, height: 8)
  func prove(_ canvas: inout Canvas<Format>, _ paint: Paint) {
    canvas.fill(area, paint: paint)
    canvas.fill(path, transform: DeviceTransform(.identity), paint: paint)
    canvas.stroke(path, style: StrokeStyle(width: 2), transform: DeviceTransform(.identity), paint: paint)
  }
  prove(&canvas, .color(.white))
  prove(&canvas, .linear(LinearGradient(from: p, to: q, ramp: ramp, isDithered: true)))
  prove(&canvas, .radial(RadialGradient(startCenter: p, startRadius: 1, endCenter: q, endRadius: 4, ramp: ramp)))
  prove(&canvas, .conic(ConicGradient(center: p, startAngle: 1, endAngle: 3, ramp: ramp, spread: .reflect)))
}

public func proveNumbers(_ value: inout Fixed, _ number: Fixed) {
  value = value * number + (value - number)
}

public func proveGeometry(_ point: inout Point, _ transform: AffineTransform) {
  point = point.applying(transform)
}
