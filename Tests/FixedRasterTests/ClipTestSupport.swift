import TestSupport
import Testing

@testable import FixedRaster

/// Runs `body` with a canvas that has room for clips.
func withClippedCanvas(
  _ surface: Surface, rows: Int? = nil, width: Int? = nil, clips: ClipWorkspace? = nil,
  _ body: (inout Canvas) -> Void
) {
  let workspace = CoverageWorkspace(width: width ?? surface.width, rows: rows ?? surface.height)
  let room = clips ?? ClipWorkspace(width: surface.width, height: surface.height)
  let memory = UnsafeMutableRawPointer.allocate(byteCount: workspace.byteCount, alignment: CoverageWorkspace.alignment)
  let clipMemory = UnsafeMutableRawPointer.allocate(byteCount: room.byteCount + 16, alignment: ClipWorkspace.alignment)
  unsafe clipMemory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: room.byteCount + 16)
  defer {
    for i in 0..<16 { #expect(unsafe clipMemory.load(fromByteOffset: room.byteCount + i, as: UInt8.self) == 0xA5) }
    unsafe memory.deallocate()
    unsafe clipMemory.deallocate()
  }
  var canvas = unsafe Canvas(
    surface, memory: memory, workspace: workspace, clips: ClipStack(memory: clipMemory, workspace: room))
  body(&canvas)
}

/// A clip of any kind, and what it covers, found without clipping.
enum TestClip {
  case pixels(PixelRect)
  case rounded(Rect, CornerRadii, AffineTransform)
  case path([PathElement], FillRule, AffineTransform)

  func push(_ canvas: inout Canvas) {
    switch self {
    case .pixels(let rect): canvas.pushClip(rect)
    case .rounded(let rect, let radii, let transform):
      canvas.pushClip(rect, cornerRadii: radii, mapping: Mapping(transform))
    case .path(let path, let rule, let transform):
      canvas.pushClip(path.span, mapping: Mapping(transform), rule: rule)
    }
  }

  func coverage(_ width: Int, _ height: Int) -> [UInt8] {
    switch self {
    case .pixels(let rect):
      return (0..<width * height).map {
        let (x, y) = (Int32($0 % width), Int32($0 / width))
        return x >= rect.minX && x < rect.maxX && y >= rect.minY && y < rect.maxY ? 255 : 0
      }
    case .rounded(let rect, let radii, let transform):
      var outline = PathBuffer<16>()
      outline.addRoundedRect(in: rect, cornerRadii: radii)
      return whiteCoverage(width, height) {
        $0.fill(outline.span, mapping: Mapping(transform), color: .white)
      }
    case .path(let path, let rule, let transform):
      return whiteCoverage(width, height) {
        $0.fill(path.span, mapping: Mapping(transform), rule: rule, color: .white)
      }
    }
  }

  static func random(_ random: inout SplitMix, width: Int, height: Int) -> TestClip {
    let (w, h) = (Double(width), Double(height))
    func rect(_ random: inout SplitMix) -> Rect {
      let (x, y) = (random.real(-0.2 * w...0.4 * w), random.real(-0.2 * h...0.4 * h))
      let (right, bottom) = (random.real(0.5 * w...1.3 * w), random.real(0.5 * h...1.3 * h))
      return Rect(
        x: Fixed(nearest: x), y: Fixed(nearest: y), width: Fixed(nearest: right - x), height: Fixed(nearest: bottom - y)
      )
    }
    switch random.next(in: 0...5) {
    case 0:
      let (x, y) = (random.next(in: -3...width / 3), random.next(in: -3...height / 3))
      return .pixels(
        PixelRect(
          minX: Int32(x), minY: Int32(y), maxX: Int32(x + random.next(in: width / 2...width)),
          maxY: Int32(y + random.next(in: height / 2...height))))
    case 1: return .rounded(rect(&random), CornerRadii(0), .identity)
    case 2...3:
      func radius(_ random: inout SplitMix) -> Fixed { Fixed(nearest: random.real(0...h / 2)) }
      let radii = CornerRadii(
        topLeft: radius(&random), topRight: radius(&random), bottomRight: radius(&random), bottomLeft: radius(&random))
      return .rounded(rect(&random), radii, AffineTransform(rotationAngle: Fixed(nearest: random.real(-0.2...0.2))))
    default:
      var path = PathRecorder()
      path.addEllipse(in: rect(&random))
      path.addRect(rect(&random))
      for _ in 0..<3 { path.addLine(to: Point(random.real(0...w), random.real(0...h))) }
      path.closeSubpath()
      return .path(path.elements, random.next(in: 0...1) == 0 ? .nonZero : .evenOdd, .identity)
    }
  }
}

/// The alpha of what is drawn onto a clear surface: in white, its coverage.
func whiteCoverage(_ width: Int, _ height: Int, _ draw: (inout Canvas) -> Void) -> [UInt8] {
  picture(width, height, draw).map { UInt8($0 >> 24) }
}

/// What is drawn onto a clear surface, without clips.
func picture(_ width: Int, _ height: Int, _ draw: (inout Canvas) -> Void) -> [UInt32] {
  let memory = TestMemory(ARGB8888.self, width: width, height: height)
  withCanvas(memory.surface) { draw(&$0) }
  return (0..<width * height).map { memory[$0 % width, $0 / width] }
}

/// How coverage and opacity come into a pixel.
enum TestBlend {
  /// Of one colour: rounded once for both terms.
  case solid
  /// Of pixels: they are faded by coverage times opacity, then laid over.
  case pixels(opacity: UInt32)
  /// Of one colour that is faded first.
  case faded(by: UInt32)
  /// By a mode: what it makes of the faded pixel is blended in by the coverage.
  case mode(BlendMode, opacity: UInt32)

  /// The result by its definition, of premultiplied pixels.
  func result(_ source: UInt32, _ coverage: UInt32, over destination: UInt32) -> UInt32 {
    func each(_ source: UInt32, _ body: (UInt32, UInt32) -> UInt32) -> UInt32 {
      [0, 8, 16, 24].reduce(0) { $0 | body(source >> $1 & 0xFF, destination >> $1 & 0xFF) << $1 }
    }
    switch self {
    case .solid:
      let rest = 255 - product(source >> 24, coverage)
      return each(source) { (2 * ($0 * coverage + $1 * rest) + 255) / 510 }
    case .faded(let opacity): return TestBlend.solid.result(product(source, opacity), coverage, over: destination)
    case .pixels(let opacity):
      return over(product(source, product(coverage, opacity)), destination)
    case .mode(let mode, let opacity):
      // The modes themselves are tested by BlendModeTests.
      let (s, d) = ([product(source, opacity)], [destination])
      var r: [UInt32] = [0]
      unsafe s.withUnsafeBufferPointer { s in
        unsafe d.withUnsafeBufferPointer { d in
          unsafe r.withUnsafeMutableBufferPointer { r in
            unsafe blendRow(mode, r.baseAddress!, s.baseAddress!, d.baseAddress!, 1)
          }
        }
      }
      return each(r[0]) { (2 * ($0 * coverage + $1 * (255 - coverage)) + 255) / 510 }
    }
  }
}
