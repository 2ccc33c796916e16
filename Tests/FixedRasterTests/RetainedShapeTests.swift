import Testing

@testable import FixedRaster

@Suite struct RetainedShapeTests {
  /// Memory for one shape, with guards around it.
  @safe
  final class ShapeMemory {
    let base: UnsafeMutableRawPointer
    let byteCount: Int
    private let memory: UnsafeMutableRawPointer

    init(_ byteCount: Int) {
      self.byteCount = byteCount
      unsafe memory = .allocate(byteCount: byteCount + 32, alignment: 16)
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: byteCount + 32)
      unsafe base = memory + 16
    }

    deinit { unsafe memory.deallocate() }

    /// Whether nothing was written beside it.
    var isIntact: Bool {
      (0..<16).allSatisfy { i in
        unsafe memory.load(fromByteOffset: i, as: UInt8.self) == 0xA5
          && memory.load(fromByteOffset: 16 + byteCount + i, as: UInt8.self) == 0xA5
      }
    }
  }

  private static let width = 150
  private static let height = 90

  /// Curves, a hole, straight sides on and between pixels, long even runs.
  private static func shape() -> PathRecorder {
    var path = PathRecorder()
    path.addEllipse(in: Rect(x: 3.25, y: 2, width: 130, height: 70))
    path.addEllipse(in: Rect(x: 30, y: 20.5, width: 40, height: 30))
    path.addRect(Rect(x: 20.5, y: 60.5, width: 120, height: 20))
    return path
  }

  private static func paints(_ ramp: GradientRamp) -> [Paint] {
    [
      .color(Color(argb: 0xFF20_A0E0)), .color(Color(argb: 0x80E0_4020)),
      .linear(LinearGradient(from: Point(x: 0, y: 0), to: Point(x: 140, y: 80), ramp: ramp)),
    ]
  }

  private static func draw(
    width: Int? = nil, rows: Int? = nil, _ body: (inout Canvas) -> Void
  ) -> [UInt8] {
    let memory = TestMemory(ARGB8888.self, width: Self.width, height: Self.height)
    withClippedCanvas(memory.surface, rows: rows, width: width) { canvas in
      canvas.clear(canvas.clip, to: Color(argb: 0xFF30_2010))
      body(&canvas)
    }
    return memory.bytes
  }

  @Test("R31 R35 a retained shape is painted byte for byte as its path is, filled or stroked, clipped or not")
  func sameAsPath() throws {
    try check()
  }

  private func check() throws {
    let path = Self.shape()
    let transform = Mapping(AffineTransform(rotationAngle: 0.05))
    let style = StrokeStyle(width: 5, dash: DashPattern(dash: 11, gap: 6))
    let ramp = TestRamp([(0, 0xFFE0_2020), (1, 0x8020_20E0)])
    for rule in [FillRule.nonZero, .evenOdd] {
      for isStroked in [false, true] {
        let memory = ShapeMemory(30_000)
        var made: RetainedShape?
        _ = Self.draw { canvas in
          made =
            isStroked
            ? unsafe canvas.retain(
              path.elements.span, style: style, mapping: transform, in: canvas.clip, memory: memory.base,
              byteCount: memory.byteCount)
            : unsafe canvas.retain(
              path.elements.span, mapping: transform, rule: rule, in: canvas.clip, memory: memory.base,
              byteCount: memory.byteCount)
        }
        let shape = try #require(made)
        #expect(shape.byteCount <= memory.byteCount && memory.isIntact)
        for (k, paint) in Self.paints(ramp.ramp).enumerated() {
          for clipping in 0..<3 {
            func clip(_ canvas: inout Canvas) {
              if clipping == 1 { canvas.setClip(PixelRect(minX: 17, minY: 9, maxX: 131, maxY: 77)) }
              if clipping == 2 {
                canvas.pushClip(
                  Rect(x: 10.5, y: 8, width: 120, height: 70), cornerRadii: CornerRadii(20),
                  mapping: .identity)
              }
            }
            let expected = Self.draw { canvas in
              clip(&canvas)
              if isStroked {
                canvas.stroke(path.elements.span, style: style, mapping: transform, paint: paint)
              } else {
                canvas.fill(path.elements.span, mapping: transform, rule: rule, paint: paint)
              }
            }
            for (width, rows) in [(nil, nil), (40, 7)] as [(Int?, Int?)] {
              let got = Self.draw(width: width, rows: rows) { canvas in
                clip(&canvas)
                canvas.fill(shape, paint: paint)
              }
              #expect(got == expected, "\(rule), stroked \(isStroked), paint \(k), clip \(clipping)")
            }
          }
        }
      }
    }
  }

  @Test("R31 a retained shape is moved by whole pixels, beyond every side of the surface")
  func moved() throws {
    let path = Self.shape()
    let memory = ShapeMemory(30_000)
    var made: RetainedShape?
    _ = Self.draw { canvas in
      made = unsafe canvas.retain(
        path.elements.span, mapping: .identity, in: canvas.clip, memory: memory.base,
        byteCount: memory.byteCount)
    }
    let shape = try #require(made)
    let color = Color(argb: 0xC0FF_FFFF)
    for (x, y) in [(0, 0), (31, 17), (-33, -20), (140, 85), (-140, 3), (200, 0), (0, -8191), (.max, .min)]
      as [(Int32, Int32)]
    {
      let expected = Self.draw { canvas in
        if abs(Int64(x)) > 8191 || abs(Int64(y)) > 8191 { return }
        let transform = AffineTransform(translationX: Fixed(Int(x)), y: Fixed(Int(y)))
        canvas.fill(path.elements.span, mapping: Mapping(transform), color: color)
      }
      let got = Self.draw { $0.fill(shape, x: x, y: y, paint: .color(color)) }
      #expect(got == expected, "moved by \(x), \(y)")
    }
  }

  @Test("R05 a shape that finds too little memory is refused at every size, and nothing beside the memory is written")
  func tooLittleMemory() {
    let path = Self.shape()
    var needed: Int?
    var refused = 0
    for byteCount in Array(stride(from: 0, through: 8000, by: 4)) + [30_000] {
      let memory = ShapeMemory(byteCount)
      _ = Self.draw { canvas in
        let shape = unsafe canvas.retain(
          path.elements.span, mapping: .identity, in: canvas.clip, memory: memory.base,
          byteCount: byteCount)
        if let shape {
          #expect(needed == nil || needed == shape.byteCount)
          needed = shape.byteCount
          #expect(shape.byteCount <= byteCount)
        } else {
          refused += 1
          #expect(needed == nil, "refused with more than was enough")
        }
      }
      #expect(memory.isIntact)
    }
    print("R05: \(needed ?? 0) bytes needed, \(refused) sizes refused")
    #expect(needed != nil && refused > 500)
  }

  @Test("R05 a shape wider than the workspace is refused, an empty one is kept and draws nothing")
  func extremes() throws {
    let path = Self.shape()
    let memory = ShapeMemory(30_000)
    _ = Self.draw(width: 40) { canvas in
      let shape = unsafe canvas.retain(
        path.elements.span, mapping: .identity, in: canvas.clip, memory: memory.base,
        byteCount: memory.byteCount)
      #expect(shape == nil)
    }
    let blank = Self.draw { _ in }
    let got = Self.draw { canvas in
      let shape = unsafe canvas.retain(
        path.elements.span, mapping: .identity, in: .empty, memory: memory.base,
        byteCount: memory.byteCount)
      #expect(shape != nil)
      if let shape { canvas.fill(shape, paint: .color(.white)) }
    }
    #expect(got == blank)
  }
}
