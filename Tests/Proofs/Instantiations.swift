// Every kernel × format × blend × paint of FixedRaster, so that scripts/prove compiles each one for the boards: a
// generic that nobody uses is never compiled and would prove nothing. This file is compiled together with
// Sources/FixedRaster as one module, hence no import; whatever it calls must be called from a public function, or it is
// removed unseen.

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
  let group = unsafe Surface(base: base, width: 16, height: 8, bytesPerRow: 64)
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
  path.addConic(to: Point(x: 2, y: 5), control: Point(x: 9, y: 1), weight: 0.75)
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

public func proveGroups(
  _ groups: inout GroupStack, _ canvas: inout Canvas, _ memory: UnsafeMutableRawPointer, _ mask: Mask,
  _ mode: BlendMode
) {
  let area = PixelRect(width: 9, height: 8)
  unsafe groups = GroupStack(memory: memory, workspace: GroupWorkspace(width: 16, height: 8))
  if groups.begin(area, on: &canvas) { groups.end(on: &canvas, opacity: 9) }
  if groups.begin(area, on: &canvas) { groups.end(on: &canvas, opacity: 9, mask: mask) }
  if groups.begin(area, on: &canvas) { groups.end(on: &canvas, opacity: 9, mode: mode, mask: mask) }
}

public func proveStore(_ display: DisplayMemory, _ tile: Surface, _ area: PixelRect, _ dithers: Bool) {
  display.store(tile, at: display.storableArea(area), dithers: dithers)
}

public func provePaths(_ bytes: UnsafeMutablePointer<UInt32>, _ path: Span<PathElement>) {
  var copy = PathBuffer<8>()
  copy.append(path)
  copy.addRect(Rect(x: 1, y: 1, width: 9, height: 6))
  copy.addRoundedRect(in: Rect(x: 1, y: 1, width: 9, height: 6), cornerRadius: 2)
  copy.addRoundedRect(in: Rect(x: 1, y: 1, width: 9, height: 6), cornerWidth: 2, cornerHeight: 1)
  copy.addArc(center: .zero, radius: 4, startAngle: 1, endAngle: 2)
  copy.addArc(from: .zero, tangent1End: Point(x: 4, y: 0), tangent2End: Point(x: 4, y: 4), radius: 2)
  unsafe bytes[0] = UInt32(truncatingIfNeeded: copy.count &+ copy.overflow)
}

public func proveMeshes(_ pixels: UnsafeMutableRawPointer, _ image: Image, _ paint: Paint, _ vertices: Span<MeshVertex>)
{
  unsafe proveMeshes(XRGB8888.self, pixels, image, paint, vertices)
  unsafe proveMeshes(ARGB8888.self, pixels, image, paint, vertices)
  unsafe proveMeshes(RGB565.self, pixels, image, paint, vertices)
}

private func proveMeshes<Format: PixelFormat>(
  _: Format.Type, _ pixels: UnsafeMutableRawPointer, _ image: Image, _ paint: Paint, _ vertices: Span<MeshVertex>
) {
  let workspace = CoverageWorkspace(width: 8, rows: 8)
  let surface = unsafe Surface<Format>(base: pixels, width: 8, height: 8, bytesPerRow: 32)
  var canvas = unsafe Canvas(surface, memory: pixels + 512, workspace: workspace)
  let depth = unsafe DepthBuffer(memory: pixels + 256, width: 8, height: 8)
  var mesh = unsafe Mesh(memory: pixels + (512 + workspace.byteCount), capacity: 4)
  let transform = Transform3D(rotationAngle: 1, x: 1, y: 2, z: 0)
  mesh.append(vertices, indices: Span(), transform: transform)
  mesh.append(vertices[0], vertices[1], vertices[2], vertices[3], transform: transform)
  depth.clear()
  canvas.draw(mesh, depth: depth)
  canvas.draw(mesh, image: image, sampling: .trilinear, depth: depth)
  canvas.fill(mesh, paint: paint, depth: depth)
  canvas.draw(image, transform: transform, depth: depth)
  canvas.fill(Rect(x: 0, y: 0, width: 5, height: 4), transform: transform, color: .white, depth: depth)
}

public func proveNumbers(_ value: inout Fixed, _ number: Fixed) {
  value = value * number + (value - number)
  value += number
  value -= number
}

public func proveGeometry(_ point: inout Point, _ transform: AffineTransform) {
  point = point.applying(transform)
}
