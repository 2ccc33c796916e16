// Surfaces whose surroundings are watched, and programs drawn onto them.

import Glibc

/// Memory for a surface that ends with its last pixel, where the address sanitizer watches; the pixels before the first and
/// between the rows hold a byte that must stay.
@safe
final class Picture<Format: PixelFormat> {
  let width, height, bytesPerRow, offset: Int
  private let memory: UnsafeMutableRawPointer
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

  /// The part of the surface from (`x`, `y`) on.
  func surface(x: Int = 0, y: Int = 0, width: Int, height: Int) -> Surface<Format> {
    let start = offset + y * bytesPerRow + x * MemoryLayout<Format.Pixel>.stride
    return unsafe Surface(base: memory + start, width: width, height: height, bytesPerRow: bytesPerRow)
  }

  var surface: Surface<Format> { surface(width: width, height: height) }

  var display: DisplayMemory {
    unsafe DisplayMemory(
      base: memory + offset, width: width, height: height, bytesPerRow: bytesPerRow, layout: Format.layout)
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

/// How a program is drawn: the picture must not depend on it.
struct Drawing {
  /// What the surface shows of the device.
  let x, y: Int32
  let width, height: Int
  let workspace: CoverageWorkspace
  /// Whether paths are said to lie anywhere rather than in the bounds that would be found.
  let isUnbounded: Bool

  func draw<Format: PixelFormat>(_ calls: [Call], onto surface: Surface<Format>) {
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
    for call in calls { draw(call, onto: &canvas) }
    if canvas.clipDepth != 0 { fatalError("\(canvas.clipDepth) clips were not popped") }
    if canvas.clipOverflow > 0 { count(.clipOverflow) }
  }

  private func draw<Format: PixelFormat>(_ call: Call, onto canvas: inout Canvas<Format>) {
    let bounds: PixelRect? = isUnbounded ? .unbounded : nil
    switch call {
    case .clear(let rect, let color): canvas.clear(rect, to: color)
    case .fillRect(let rect, let color): canvas.fill(rect, color: color)
    case .fill(let path, let transform, let rule, let color):
      canvas.fill(path.span, transform: transform, rule: rule, color: color, bounds: bounds)
    case .stroke(let path, let style, let transform, let color):
      canvas.stroke(path.span, style: style, transform: transform, color: color, bounds: bounds)
    case .clip(let rect):
      count(.clip)
      canvas.setClip(rect)
    case .group(let calls, let opacity):
      withGroup(calls) { canvas.draw($0, opacity: opacity) }
    case .groupThroughPath(let calls, let opacity, let path, let transform, let rule):
      withGroup(calls) {
        canvas.draw($0, opacity: opacity, through: path.span, transform: transform, rule: rule)
      }
    case .clippedToRect(let calls, let rect):
      canvas.pushClip(rect)
      for call in calls { draw(call, onto: &canvas) }
      canvas.popClip()
    case .clippedToPath(let calls, let path, let transform, let rule):
      canvas.pushClip(path.span, transform: transform, rule: rule, bounds: bounds)
      for call in calls { draw(call, onto: &canvas) }
      canvas.popClip()
    case .painted(let painted): painted.draw(onto: &canvas)
    }
  }

  private func withGroup(_ calls: [Call], _ body: (Surface<ARGB8888>) -> Void) {
    let group = Picture(ARGB8888.self, width: width, height: height, padding: 1, offset: 3)
    draw([.clear(PixelRect(minX: .min, minY: .min, maxX: .max, maxY: .max), .clear)] + calls, onto: group.surface)
    body(group.surface)
    group.checkPadding()
  }
}
