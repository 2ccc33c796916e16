// Every kernel × format × blend × paint of FixedRaster, so that scripts/prove compiles each one for the boards: a generic
// that nobody uses is never compiled and would prove nothing. This file is compiled together with Sources/FixedRaster as
// one module, hence no import; whatever it calls must be called from a public function, or it is removed unseen.

public func provePixelFormats(_ pixels: UnsafeMutablePointer<UInt32>, _ coverage: UnsafeMutablePointer<UInt32>) {
  unsafe proveFormat(XRGB8888.self, pixels, coverage)
  unsafe proveFormat(ARGB8888.self, pixels, coverage)
  unsafe proveFormat(XBGR8888.self, pixels, coverage)
  unsafe proveFormat(RGBX8888.self, pixels, coverage)
  unsafe proveFormat(BGRX8888.self, pixels, coverage)
  unsafe proveFormat(RGB888.self, pixels, coverage)
  unsafe proveFormat(BGR888.self, pixels, coverage)
  unsafe proveFormat(RGB565.self, pixels, coverage)
  unsafe proveFormat(BGR565.self, pixels, coverage)
  unsafe proveFormat(RGB332.self, pixels, coverage)
  unsafe proveFormat(Gray8.self, pixels, coverage)
}

private func proveFormat<Format: PixelFormat>(
  _ format: Format.Type, _ pixels: UnsafeMutablePointer<UInt32>, _ coverage: UnsafeMutablePointer<UInt32>
) {
  unsafe pixels[0] = Format.unpack(Format.pack(pixels[0], threshold: pixels[1]))
  let base = UnsafeMutableRawPointer(pixels)
  let surface = unsafe Surface<Format>(base: base, width: 16, height: 8, bytesPerRow: 64)
  let group = unsafe Surface<ARGB8888>(base: base, width: 16, height: 8, bytesPerRow: 64)
  let workspace = CoverageWorkspace(width: 16, rows: 8)
  let clips = ClipWorkspace(width: 16, height: 8)
  let clipMemory = unsafe UnsafeMutableRawPointer(coverage) + workspace.byteCount
  var canvas = unsafe Canvas(
    surface, memory: UnsafeMutableRawPointer(coverage), workspace: workspace,
    clips: ClipStack(memory: clipMemory, workspace: clips))
  let color = unsafe Color(argb: pixels[2])
  let mode = unsafe BlendMode(rawValue: UInt8(truncatingIfNeeded: pixels[3])) ?? .multiply
  let transform = DeviceTransform(.identity)
  var path = PathBuffer<16>()
  path.addEllipse(in: Rect(x: 1, y: 1, width: 9, height: 6))
  canvas.pushClip(surface.bounds)
  canvas.pushClip(Rect(x: 1, y: 1, width: 9, height: 6), cornerRadii: CornerRadii(2), transform: transform)
  canvas.pushClip(path.span, transform: transform, rule: .evenOdd)
  canvas.clear(surface.bounds, to: color)
  canvas.fill(surface.bounds, color: color)
  canvas.fill(surface.bounds, color: color, mode: mode)
  canvas.fill(path.span, transform: transform, color: color)
  canvas.fill(path.span, transform: transform, color: color, mode: mode)
  canvas.stroke(path.span, style: StrokeStyle(width: 2), transform: transform, color: color)
  path.conic(control: Point(x: 9, y: 1), to: Point(x: 2, y: 5), weight: 0.75)
  let dashed = StrokeStyle(width: 2, dash: DashPattern(dash: 3, gap: 1), start: 0.25, end: 0.75)
  canvas.stroke(path.span, style: dashed, transform: transform, color: color)
  canvas.stroke(path.span, style: StrokeStyle(width: 2), transform: transform, color: color, mode: mode)
  canvas.draw(group, opacity: color.red)
  canvas.draw(group, opacity: color.red, mode: mode)
  canvas.draw(group, opacity: color.red, through: path.span, transform: transform)
  canvas.draw(group, opacity: color.red, through: path.span, transform: transform, mode: mode)
  canvas.popClip()
}

public func proveGroups(
  _ groups: inout GroupStack, _ canvas: inout Canvas<ARGB8888>, _ memory: UnsafeMutableRawPointer, _ mask: Mask,
  _ mode: BlendMode
) {
  let area = PixelRect(width: 9, height: 8)
  unsafe groups = GroupStack(memory: memory, workspace: GroupWorkspace(width: 16, height: 8))
  if groups.begin(area, on: &canvas) { groups.end(on: &canvas, opacity: 9) }
  if groups.begin(area, on: &canvas) { groups.end(on: &canvas, opacity: 9, mask: mask) }
  if groups.begin(area, on: &canvas) { groups.end(on: &canvas, opacity: 9, mode: mode, mask: mask) }
}

public func proveStore(_ display: DisplayMemory, _ tile: Surface<ARGB8888>, _ area: PixelRect, _ dithers: Bool) {
  display.store(tile, at: display.storableArea(area), dithers: dithers)
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
