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
  unsafe provePaints(&canvas, pixels, path.span)
  unsafe proveImages(&canvas, pixels, path.span)
  unsafe proveMasks(&canvas, pixels, group, path.span)
  unsafe proveGlyphs(&canvas, pixels)
  unsafe proveShadows(&canvas, pixels, path.span)
  canvas.popClip()
  unsafe pixels[4] = UInt32(truncatingIfNeeded: canvas.clipOverflow) &+ UInt32(truncatingIfNeeded: canvas.clipDepth)
  canvas.setClip(PixelRect(width: 3, height: 3))
  canvas.draw(into: surface, x: 3, y: 4)
  unsafe pixels[5] = UInt32(truncatingIfNeeded: surface.width &+ surface.height &+ surface.bytesPerRow)
  unsafe surface.base.storeBytes(of: 0, as: UInt32.self)
}

public func proveStore(_ display: DisplayMemory, _ tile: Surface<ARGB8888>, _ area: PixelRect, _ dithers: Bool) {
  display.store(tile, at: display.storableArea(area), dithers: dithers)
}

public func provePaths(_ bytes: UnsafeMutablePointer<UInt32>, _ path: Span<PathElement>) {
  var copy = PathBuffer<8>()
  copy.append(path)
  copy.addRect(Rect(x: 1, y: 1, width: 9, height: 6))
  copy.addRoundedRect(Rect(x: 1, y: 1, width: 9, height: 6), cornerRadius: 2)
  copy.addArc(center: .zero, radius: 4, startAngle: 1, endAngle: 2)
  unsafe bytes[0] = UInt32(truncatingIfNeeded: copy.count &+ copy.overflow)
}

public func proveNumbers(_ value: inout Fixed, _ number: Fixed) {
  value = value * number + (value - number)
  value += number
  value -= number
}

public func proveGeometry(_ point: inout Point, _ transform: AffineTransform) {
  point = point.applying(transform)
}
