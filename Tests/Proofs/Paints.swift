// Paints and images on a format; see Instantiations.swift.

func provePaints<Format: PixelFormat>(
  _ canvas: inout Canvas<Format>, _ pixels: UnsafeMutablePointer<UInt32>, _ path: Span<PathElement>
) {
  var stops = InlineArray<2, GradientStop>(repeating: GradientStop(location: 0, color: .white))
  stops[1] = unsafe GradientStop(location: 1, color: Color(argb: pixels[6]))
  let ramp = unsafe GradientRamp(stops.span, memory: pixels + 64)
  let (p, q) = (Point(x: 1, y: 1), Point(x: 7, y: 5))
  prove(&canvas, path, .color(.white))
  prove(&canvas, path, .linear(LinearGradient(from: p, to: q, ramp: ramp, isDithered: true)))
  let radial = RadialGradient(startCenter: p, startRadius: 1, endCenter: q, endRadius: 4, ramp: ramp)
  prove(&canvas, path, .radial(radial))
  prove(&canvas, path, .conic(ConicGradient(center: p, startAngle: 1, endAngle: 3, ramp: ramp, spread: .reflect)))
  var tilt = Transform3D(rotationAngle: 1, x: 1, y: 2, z: 0)
  tilt.m14 = 0.01
  if let projection = PlaneProjection(tilt) { unsafe proveProjection(&canvas, pixels, path, projection, ramp) }
}

private func proveProjection<Format: PixelFormat>(
  _ canvas: inout Canvas<Format>, _ pixels: UnsafeMutablePointer<UInt32>, _ path: Span<PathElement>,
  _ projection: PlaneProjection, _ ramp: GradientRamp
) {
  let view = DeviceTransform(projection)
  let (p, q) = (Point(x: 1, y: 1), Point(x: 7, y: 5))
  let style = StrokeStyle(width: 2, dash: DashPattern(dash: 3, gap: 1))
  canvas.pushClip(path, transform: view, rule: .evenOdd)
  canvas.fill(path, transform: view, color: .white)
  canvas.stroke(path, style: style, transform: view, color: .white)
  let linear = LinearGradient(from: p, to: q, ramp: ramp, projection: projection)
  canvas.fill(path, transform: view, paint: .linear(linear))
  let radial = RadialGradient(center: p, radius: 4, ramp: ramp, projection: projection)
  canvas.stroke(path, style: style, transform: view, paint: .radial(radial))
  canvas.fill(path, transform: view, paint: .conic(ConicGradient(center: p, ramp: ramp, projection: projection)))
  canvas.popClip()
  let bytes = UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self)
  let mask = unsafe Mask(base: bytes, bounds: view.bounds(of: path, style: style), bytesPerRow: 8)
  canvas.rasterize(path, transform: view, into: mask)
  canvas.rasterize(path, style: style, transform: view, into: mask)
}

private func prove<Format: PixelFormat>(_ canvas: inout Canvas<Format>, _ path: Span<PathElement>, _ paint: Paint) {
  let transform = DeviceTransform(.identity)
  canvas.fill(PixelRect(width: 8, height: 8), paint: paint)
  canvas.fill(path, transform: transform, paint: paint)
  canvas.stroke(path, style: StrokeStyle(width: 2), transform: transform, paint: paint)
}

func proveImages<Format: PixelFormat>(
  _ canvas: inout Canvas<Format>, _ pixels: UnsafeMutablePointer<UInt32>, _ path: Span<PathElement>
) {
  let format = unsafe ImageFormat(rawValue: UInt8(truncatingIfNeeded: pixels[7])) ?? .palette4
  let sampling = unsafe ImageSampling(rawValue: UInt8(truncatingIfNeeded: pixels[8])) ?? .trilinear
  let wrap = unsafe ImageWrap(rawValue: UInt8(truncatingIfNeeded: pixels[9])) ?? .repeat
  let plain = unsafe Image(
    format, pixels: pixels, width: 8, height: 8, bytesPerRow: 32, alpha: pixels, alphaBytesPerRow: 8, palette: pixels)
  let image = unsafe plain.makeMipLevels(in: pixels + plain.mipByteCount)
  let turn = AffineTransform(rotationAngle: 0.5)
  var tilt = Transform3D(turn)
  tilt.m14 = 0.01
  let paint = ImagePaint(image, transform: tilt, sampling: sampling, wrap: wrap)
  canvas.draw(image, x: 1, y: 2, opacity: 200)
  canvas.draw(image, transform: turn, sampling: sampling, wrap: wrap)
  canvas.draw(image, transform: tilt, sampling: sampling, wrap: wrap)
  canvas.fill(path, transform: DeviceTransform(.identity), paint: paint, opacity: 100)
  if let projection = PlaneProjection(tilt) {
    canvas.fill(path, transform: DeviceTransform(projection), paint: paint, opacity: 100)
  }
  prove(&canvas, path, .image(paint))
}
