// Surfaces whose surroundings are watched, and programs drawn onto them.

import FixedRaster
import Glibc

/// Memory for a surface that ends with its last pixel, where the address sanitizer watches; the pixels before the first
/// and between the rows hold a byte that must stay.
@safe
final class Picture<Format: PixelFormat> {
  let width, height, bytesPerRow, offset: Int
  fileprivate let memory: UnsafeMutableRawPointer
  private let byteCount: Int

  init(_: Format.Type, width: Int, height: Int, padding: Int, offset: Int) {
    let pixel = MemoryLayout<Format.Pixel>.stride
    (self.width, self.height) = (width, height)
    bytesPerRow = (width + padding) * pixel
    self.offset = offset * pixel
    byteCount = self.offset + (height - 1) * bytesPerRow + width * pixel
    unsafe memory = .allocate(byteCount: byteCount, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: Self.background, count: byteCount)
    for y in 0..<height {
      for x in 0..<width { unsafe place(x, y).pointee = Self.blank }
    }
  }

  deinit { unsafe memory.deallocate() }

  private static var background: UInt8 { 0xA5 }
  /// A pixel as the format writes it: what a format does not use is set once any drawing comes near.
  private static var blank: Format.Pixel { Format.pack(0xA5A5_A5A5) }

  private func place(_ x: Int, _ y: Int) -> UnsafeMutablePointer<Format.Pixel> {
    unsafe (memory + offset + y * bytesPerRow).assumingMemoryBound(to: Format.Pixel.self) + x
  }

  var display: DisplayMemory {
    unsafe DisplayMemory(
      base: memory + offset, width: width, height: height, bytesPerRow: bytesPerRow, layout: Format.layout,
      owner: self)
  }

  private var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: memory, count: byteCount) }

  /// Where another picture of the same extent differs, in words; `nil` where nothing does.
  func firstDifference(from other: Picture) -> String? {
    if unsafe memcmp(memory, other.memory, byteCount) == 0 { return nil }
    let first = unsafe bytes.indices.first { unsafe bytes[$0] != other.bytes[$0] }!
    let pixel = MemoryLayout<Format.Pixel>.stride
    let (y, x) = ((first - offset) / bytesPerRow, (first - offset) % bytesPerRow / pixel)
    func hex(_ picture: Picture) -> String {
      String(Format.unpack(unsafe picture.place(x, y).pointee), radix: 16)
    }
    return "pixel \(x),\(y) is \(hex(self)), not \(hex(other))"
  }

  /// Whether any pixel differs from what it began with.
  var isChanged: Bool {
    (0..<height).contains { y in (0..<width).contains { x in unsafe place(x, y).pointee != Self.blank } }
  }

  func checkPadding() {
    check(0..<offset)
    let rowBytes = width * MemoryLayout<Format.Pixel>.stride
    for y in 0..<height - 1 { check(offset + y * bytesPerRow + rowBytes..<offset + (y + 1) * bytesPerRow) }
  }

  private func check(_ range: Range<Int>) {
    for i in range where unsafe bytes[i] != Self.background {
      fatalError("byte \(i), outside the surface, was written")
    }
  }
}

extension Picture where Format == ARGB8888 {
  /// The part of the surface from (`x`, `y`) on.
  func surface(x: Int = 0, y: Int = 0, width: Int, height: Int) -> Surface {
    let start = offset + y * bytesPerRow + x * 4
    return unsafe Surface(base: memory + start, width: width, height: height, bytesPerRow: bytesPerRow)
  }

  var surface: Surface { surface(width: width, height: height) }
}

/// How a program is drawn: the picture must not depend on it.
struct Drawing {
  /// What the surface shows of the device.
  let x, y: Int32
  let width, height: Int
  let workspace: CoverageWorkspace
  /// Whether paths are said to lie anywhere rather than in the bounds that would be found.
  let isUnbounded: Bool

  func draw(_ calls: [Call], onto surface: Surface) {
    withCanvas(surface) { canvas, extent in for call in calls { draw(call, onto: &canvas, extent) } }
  }

  private func withCanvas(
    _ surface: Surface, _ body: (inout Canvas, PixelRect) -> Void
  ) {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: workspace.byteCount, alignment: CoverageWorkspace.alignment)
    // Less deep than calls nest, so that what is too deep is tried too.
    let clips = ClipWorkspace(width: width, height: height, depth: 2)
    let clipMemory = UnsafeMutableRawPointer.allocate(
      byteCount: clips.byteCount, alignment: ClipWorkspace.alignment)
    defer {
      unsafe memory.deallocate()
      unsafe clipMemory.deallocate()
    }
    var canvas = unsafe Canvas(
      surface, memory: memory, workspace: workspace, clips: ClipStack(memory: clipMemory, workspace: clips))
    canvas.draw(into: surface, x: x, y: y)
    body(&canvas, PixelRect(minX: x, minY: y, maxX: x &+ Int32(width), maxY: y &+ Int32(height)))
    if canvas.clipDepth != 0 { fatalError("\(canvas.clipDepth) clips were not popped") }
    if canvas.clipOverflow > 0 { count(.clipOverflow) }
  }

  /// - Parameter extent: the device pixels of the canvas's surface: its own, or a group's.
  private func draw(_ call: Call, onto canvas: inout Canvas, _ extent: PixelRect) {
    let bounds: PixelRect? = isUnbounded ? .unbounded : nil
    switch call {
    case .clear(let rect, let color): canvas.clear(rect, to: color)
    case .fillRect(let rect, let color): canvas.fill(rect, color: color)
    case .fill(let path, let transform, let rule, let color):
      if isUnbounded && drawRetained(path, transform, rule, color, on: &canvas) { return }
      canvas.fill(path.span, mapping: transform, rule: rule, color: color, bounds: bounds)
    case .stroke(let path, let style, let transform, let color):
      canvas.stroke(path.span, style: style, mapping: transform, color: color, bounds: bounds)
    case .planes(let planes): drawPlanes(planes, bounds, onto: &canvas)
    case .clip(let rect):
      count(.clip)
      canvas.setClip(rect)
    case .group(let calls, let opacity):
      withGroup(calls, extent) { canvas.draw($0, opacity: opacity) }
    case .groupThroughPath(let calls, let opacity, let path, let transform, let rule):
      withGroup(calls, extent) {
        canvas.draw($0, opacity: opacity, through: path.span, mapping: transform, rule: rule)
      }
    case .stacked:
      let group = Picture(ARGB8888.self, width: width, height: height, padding: 1, offset: 3)
      drawStack(call, onto: group.surface)
      canvas.draw(group.surface, opacity: 255)
      group.checkPadding()
    case .clippedToRect(let calls, let rect):
      canvas.pushClip(rect)
      for call in calls { draw(call, onto: &canvas, extent) }
      canvas.popClip()
    case .clippedToPath(let calls, let path, let transform, let rule):
      canvas.pushClip(path.span, mapping: transform, rule: rule, bounds: bounds)
      for call in calls { draw(call, onto: &canvas, extent) }
      canvas.popClip()
    case .painted(let painted): painted.draw(onto: &canvas)
    case .projected(let call, let transform): call.draw(transform, bounds: bounds, onto: &canvas)
    }
  }

  /// Draws a group, and those in it, with a stack that is less deep than calls nest.
  private func drawStack(_ call: Call, onto surface: Surface) {
    let space = GroupWorkspace(width: width, height: height, depth: 2)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: space.byteCount, alignment: GroupWorkspace.alignment)
    defer { unsafe memory.deallocate() }
    var groups = unsafe GroupStack(memory: memory, workspace: space)
    withCanvas(surface) { draw(call, onto: &$0, $1, &groups) }
    if groups.depth != 0 { fatalError("a group did not end") }
    if groups.overflow > 0 { count(.groupOverflow) }
  }

  private func draw(
    _ call: Call, onto canvas: inout Canvas, _ extent: PixelRect, _ groups: inout GroupStack
  ) {
    guard case .stacked(let calls, let area, let opacity, let mode, let bounds) = call else {
      return draw(call, onto: &canvas, extent)
    }
    let hasBegun = groups.begin(area, on: &canvas)
    // A group is as large as it may draw.
    let inside = hasBegun ? canvas.clip : extent
    for call in calls { draw(call, onto: &canvas, inside, &groups) }
    if !hasBegun { return }
    guard let bounds else { return groups.end(on: &canvas, opacity: opacity, mode: mode) }
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 24 * 24)
    defer { unsafe memory.deallocate() }
    for i in 0..<24 * 24 { unsafe memory[i] = UInt8(truncatingIfNeeded: i &* i) }
    groups.end(
      on: &canvas, opacity: opacity, mode: mode, mask: unsafe Mask(base: memory, bounds: bounds, bytesPerRow: 24))
  }

  /// A group's picture has the extent of what it is laid over: inside a group that is the group's.
  private func withGroup(_ calls: [Call], _ extent: PixelRect, _ body: (Surface) -> Void) {
    if extent.isEmpty { return }
    let drawing = Drawing(
      x: extent.minX, y: extent.minY, width: extent.width, height: extent.height, workspace: workspace,
      isUnbounded: isUnbounded)
    let group = Picture(ARGB8888.self, width: extent.width, height: extent.height, padding: 1, offset: 3)
    drawing.draw(
      [.clear(PixelRect(minX: .min, minY: .min, maxX: .max, maxY: .max), .clear)] + calls, onto: group.surface)
    body(group.surface)
    group.checkPadding()
  }

  /// Composes rectangles in space as the planes of a transform layer are.
  private func drawPlanes(_ planes: [SpaceRect], _ bounds: PixelRect?, onto canvas: inout Canvas) {
    let area = canvas.clip
    if area.isEmpty { return }
    count(.planes)
    let groupSpace = GroupWorkspace(width: width, height: height, depth: 2)
    // A space has half of it.
    let planeSpace = PlaneWorkspace(pixels: 2 * planes.count * area.width * area.height, planes: 2 * planes.count)
    let groupMemory = UnsafeMutableRawPointer.allocate(
      byteCount: groupSpace.byteCount, alignment: GroupWorkspace.alignment)
    let planeMemory = UnsafeMutableRawPointer.allocate(
      byteCount: planeSpace.byteCount, alignment: PlaneWorkspace.alignment)
    defer {
      unsafe groupMemory.deallocate()
      unsafe planeMemory.deallocate()
    }
    var groups = unsafe GroupStack(memory: groupMemory, workspace: groupSpace)
    var stack = unsafe PlaneStack(memory: planeMemory, workspace: planeSpace)
    if !groups.begin(area, on: &canvas) { fatalError("no group for planes") }
    let outer = stack.begin(area)
    for plane in planes { plane.draw(area, bounds, onto: &canvas, &groups, &stack) }
    canvas.compose(stack)
    stack.end(outer)
    groups.end(on: &canvas, opacity: 200)
  }

  /// Fills a path by way of a retained shape; false if it needs more than 8 kB.
  private func drawRetained(
    _ path: [PathElement], _ transform: Mapping, _ rule: FillRule, _ color: Color,
    on canvas: inout Canvas
  ) -> Bool {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 8192, alignment: 4)
    defer { unsafe memory.deallocate() }
    let shape = unsafe canvas.retain(
      path.span, mapping: transform, rule: rule, in: canvas.clip, memory: memory, byteCount: 8192)
    guard let shape else { return false }
    count(.retained)
    canvas.fill(shape, paint: .color(color))
    return true
  }
}

/// What a canvas draws: premultiplied, 0xAARRGGBB.
enum ARGB8888: PixelFormat {
  static var layout: PixelLayout { .argb8888 }
  static func pack(_ argb: UInt32) -> UInt32 { argb }
  static func unpack(_ pixel: UInt32) -> UInt32 { pixel }
}
