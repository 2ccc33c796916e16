import TestSupport

@testable import FixedRaster

/// A drawing call, and what it draws in parts: the pixels of its paint everywhere, and what its shape covers.
struct ClipDrawing {
  let name: String
  /// How its pixels come in by source-over.
  let blend: TestBlend
  /// What of its source's pixels is drawn by other modes, 0...255; `nil` of a call without a mode.
  var opacity: UInt32? = 255
  let draw: (inout Canvas, BlendMode) -> Void
  let source: (inout Canvas) -> Void
  let coverage: (inout Canvas) -> Void
}

/// What all drawings are made from; lives as long as they are used.
@safe
final class ClipDrawings {
  let (width, height): (Int, Int)
  let everywhere: PixelRect
  private var random = SplitMix(seed: 34)
  private let group: TestMemory<ARGB8888>
  private let mask: TestMask
  private let images: [TestImage]
  private let whitePixels: TestMemory<ARGB8888>
  private let memory: UnsafeMutableRawPointer
  private let memoryBytes = 1 << 17
  private let ramp = TestRamp([(0, 0xFF10_60F0), (0.4, 0x80F0_2010), (1, 0xFFFF_F000)])

  init(_ width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
    everywhere = PixelRect(width: width, height: height)
    group = TestMemory(ARGB8888.self, width: width, height: height, padding: 0)
    for y in 0..<height { for x in 0..<width { group[x, y] = TestImage.premultiplied(&random) } }
    mask = TestMask(PixelRect(minX: 5, minY: 3, maxX: Int32(width) - 7, maxY: Int32(height) - 2))
    for y in 3..<height - 2 {
      // Runs as well as single values.
      for x in 5..<width - 7 { mask[x, y] = x > 50 && y > 20 ? 190 : x < 20 ? 255 : random.byte() }
    }
    var seeded = SplitMix(seed: 35)
    images = [.argb8888, .xrgb8888, .rgb565].map { TestImage($0, width - 20, height - 8, &seeded) }
    whitePixels = TestMemory(ARGB8888.self, width: width - 20, height: height - 8, padding: 0, filledWith: 255)
    unsafe memory = .allocate(byteCount: memoryBytes, alignment: 16)
  }

  deinit { unsafe memory.deallocate() }

  private var path: [PathElement] {
    var path = PathRecorder()
    path.addEllipse(in: Rect(x: 3.5, y: 2.25, width: Fixed(width) - 8, height: Fixed(height) - 6.5))
    path.addRoundedRect(
      in: Rect(x: 20, y: 10.5, width: Fixed(width) - 30.25, height: Fixed(height) - 20), cornerRadius: 5)
    return path.elements
  }

  /// All calls that lay one thing over another.
  func all() -> [ClipDrawing] {
    plain() + paints() + pictures() + retained()
  }

  private func plain() -> [ClipDrawing] {
    let (path, all, mask) = (path, everywhere, mask.mask)
    let (still, style) = (Mapping.identity, StrokeStyle(width: 6.5, cap: .round))
    let (thin, solid) = (Color(argb: 0x90E0_6020), Color(argb: 0xFF20_C0A0))
    let part = PixelRect(minX: 4, minY: 1, maxX: all.maxX - 9, maxY: all.maxY - 3)
    func make(
      _ name: String, _ color: Color, _ blend: TestBlend = .solid, opacity: UInt32? = 255,
      _ draw: @escaping (inout Canvas, BlendMode) -> Void, _ coverage: @escaping (inout Canvas) -> Void
    ) -> ClipDrawing {
      ClipDrawing(
        name: name, blend: blend, opacity: opacity, draw: draw, source: { $0.clear(all, to: color) },
        coverage: coverage)
    }
    return [
      make("clear", thin, .mode(.copy, opacity: 255), opacity: nil) { canvas, _ in
        canvas.clear(part, to: thin)
      } _: {
        $0.fill(part, color: .white)
      },
      make("rectangle", thin) {
        $0.fill(part, color: thin, mode: $1)
      } _: {
        $0.fill(part, color: .white)
      },
      make("opaque rectangle", solid) {
        $0.fill(part, color: solid, mode: $1)
      } _: {
        $0.fill(part, color: .white)
      },
      make("fill", solid) {
        $0.fill(path.span, mapping: still, rule: .evenOdd, color: solid, mode: $1)
      } _: {
        $0.fill(path.span, mapping: still, rule: .evenOdd, color: .white)
      },
      make("thin fill", thin) {
        $0.fill(path.span, mapping: still, color: thin, mode: $1)
      } _: {
        $0.fill(path.span, mapping: still, color: .white)
      },
      make("stroke", thin) {
        $0.stroke(path.span, style: style, mapping: still, color: thin, mode: $1)
      } _: {
        $0.stroke(path.span, style: style, mapping: still, color: .white)
      },
      make("mask", thin) {
        $0.draw(mask, color: thin, mode: $1)
      } _: {
        $0.draw(mask, color: .white)
      },
      make("opaque mask", solid) {
        $0.draw(mask, color: solid, mode: $1)
      } _: {
        $0.draw(mask, color: .white)
      },
      make("glyphs", solid) {
        drawTestGlyphs(&$0, solid, $1)
      } _: {
        drawTestGlyphs(&$0, .white)
      },
    ]
  }

  private func paints() -> [ClipDrawing] {
    let (path, all, mask) = (path, everywhere, mask.mask)
    let (still, style) = (Mapping.identity, StrokeStyle(width: 9))
    let center = Point(x: Fixed(width / 2), y: Fixed(height / 2))
    let end = Point(x: Fixed(width), y: 11)
    let linear = Paint.linear(LinearGradient(from: Point(x: 3, y: 4), to: end, ramp: ramp.ramp, spread: .reflect))
    let rows = Paint.linear(
      LinearGradient(from: Point(x: 3, y: 4), to: Point(x: 3, y: Fixed(height)), ramp: ramp.ramp))
    let thin = Color(argb: 0x90E0_6020)
    let radial = Paint.radial(
      RadialGradient(startCenter: center, startRadius: 2, endCenter: center, endRadius: 30, ramp: ramp.ramp))
    let conic = Paint.conic(ConicGradient(center: center, startAngle: 1, ramp: ramp.ramp))
    func make(
      _ name: String, _ paint: Paint, _ blend: TestBlend = .pixels(opacity: 255), opacity: UInt32? = 255,
      _ draw: @escaping (inout Canvas, BlendMode) -> Void, _ coverage: @escaping (inout Canvas) -> Void
    ) -> ClipDrawing {
      ClipDrawing(
        name: name, blend: blend, opacity: opacity, draw: draw, source: { $0.fill(all, paint: paint) },
        coverage: coverage)
    }
    return [
      make("linear fill", linear) {
        $0.fill(path.span, mapping: still, paint: linear, mode: $1)
      } _: {
        $0.fill(path.span, mapping: still, color: .white)
      },
      make("rows of one colour", rows, .solid) {
        $0.fill(path.span, mapping: still, paint: rows, mode: $1)
      } _: {
        $0.fill(path.span, mapping: still, color: .white)
      },
      make("radial rectangle", radial) {
        $0.fill(all, paint: radial, mode: $1)
      } _: {
        $0.fill(all, color: .white)
      },
      make("conic stroke", conic) {
        $0.stroke(path.span, style: style, mapping: still, paint: conic, mode: $1)
      } _: {
        $0.stroke(path.span, style: style, mapping: still, color: .white)
      },
      make("faded radial stroke", radial, .pixels(opacity: 130), opacity: 130) {
        $0.stroke(path.span, style: style, mapping: still, paint: radial, opacity: 130, mode: $1)
      } _: {
        $0.stroke(path.span, style: style, mapping: still, color: .white)
      },
      make("faded rows", rows, .pixels(opacity: 130), opacity: 130) {
        $0.fill(path.span, mapping: still, rule: .evenOdd, paint: rows, opacity: 130, mode: $1)
      } _: {
        $0.fill(path.span, mapping: still, rule: .evenOdd, color: .white)
      },
      make("faded colour", .color(thin), .faded(by: 77), opacity: 77) {
        $0.draw(mask, paint: .color(thin), opacity: 77, mode: $1)
      } _: {
        $0.draw(mask, color: .white)
      },
      make("conic mask", conic) {
        $0.draw(mask, paint: conic, mode: $1)
      } _: {
        $0.draw(mask, color: .white)
      },
    ]
  }

  private func pictures() -> [ClipDrawing] {
    let (path, mask, surface, white) = (path, mask.mask, group.surface, whitePixels.surface.image)
    let (still, all) = (Mapping.identity, everywhere)
    let turned = AffineTransform(rotationAngle: 0.2).translatedBy(x: 9, y: -3)
    var projective = Transform3D(turned)
    projective.m14 = 0.002
    var result: [ClipDrawing] = []
    for image in images.map(\.image) {
      for opacity in [255, 130] as [UInt8] {
        let blend = TestBlend.pixels(opacity: UInt32(opacity))
        result.append(
          ClipDrawing(
            name: "\(image.format) image, \(opacity)", blend: blend, opacity: UInt32(opacity),
            draw: { $0.draw(image, x: 7, y: 5, opacity: opacity, mode: $1) }, source: { $0.draw(image, x: 7, y: 5) },
            coverage: { $0.draw(white, x: 7, y: 5) }))
        result.append(
          ClipDrawing(
            name: "turned \(image.format) image, \(opacity)", blend: blend, opacity: UInt32(opacity),
            draw: { $0.draw(image, mapping: Mapping(turned), opacity: opacity, mode: $1) },
            source: { $0.fill(all, paint: .image(ImagePaint(image, mapping: Mapping(turned)))) },
            coverage: { $0.draw(white, mapping: Mapping(turned)) }))
      }
      result.append(
        ClipDrawing(
          name: "projective \(image.format) image", blend: .pixels(opacity: 255),
          draw: { $0.draw(image, mapping: Mapping(projective), mode: $1) },
          source: { $0.fill(all, paint: .image(ImagePaint(image, mapping: Mapping(projective)))) },
          coverage: { $0.draw(white, mapping: Mapping(projective)) }))
    }
    for opacity in [255, 90] as [UInt8] {
      func make(
        _ name: String, _ draw: @escaping (inout Canvas, BlendMode) -> Void,
        _ coverage: @escaping (inout Canvas) -> Void
      ) {
        result.append(
          ClipDrawing(
            name: "group \(name), \(opacity)", blend: .pixels(opacity: UInt32(opacity)), opacity: UInt32(opacity),
            draw: draw, source: { $0.draw(surface, opacity: 255) }, coverage: coverage))
      }
      make("whole") {
        $0.draw(surface, opacity: opacity, mode: $1)
      } _: {
        $0.fill(all, color: .white)
      }
      make("through a path") {
        $0.draw(surface, opacity: opacity, through: path.span, mapping: still, mode: $1)
      } _: {
        $0.fill(path.span, mapping: still, color: .white)
      }
      make("through a mask") {
        $0.draw(surface, opacity: opacity, through: mask, mode: $1)
      } _: {
        $0.draw(mask, color: .white)
      }
    }
    return result
  }

  private func retained() -> [ClipDrawing] {
    let (path, all) = (path, everywhere)
    let (still, style, color) = (Mapping.identity, StrokeStyle(width: 4.5), Color(argb: 0x90E0_6020))
    let linear = Paint.linear(
      LinearGradient(from: Point(x: 9, y: 1), to: Point(x: 60, y: 40), ramp: ramp.ramp, spread: .repeat))
    let shape: (inout Canvas, (inout Canvas, RetainedShape) -> Void) -> Void = { [self] canvas, draw in
      // A canvas that is narrower than the shape cannot retain it.
      let surface = TestMemory(ARGB8888.self, width: width, height: height)
      withCanvas(surface.surface) { wide in
        let shape = unsafe wide.retain(
          path.span, style: style, mapping: still, in: all, memory: memory, byteCount: memoryBytes)
        if let shape { draw(&canvas, shape) }
      }
    }
    let polygons: (inout Canvas, (inout Canvas, RetainedPolygons) -> Void) -> Void = { [self] canvas, draw in
      let polygons = unsafe canvas.retainPolygons(
        path.span, mapping: still, rule: .evenOdd, in: all, memory: memory, byteCount: memoryBytes)
      if let polygons { draw(&canvas, polygons) }
    }
    func make(
      _ name: String, _ paint: Paint, _ blend: TestBlend, _ draw: @escaping (inout Canvas, BlendMode) -> Void,
      _ coverage: @escaping (inout Canvas) -> Void
    ) -> ClipDrawing {
      ClipDrawing(name: name, blend: blend, draw: draw, source: { $0.fill(all, paint: paint) }, coverage: coverage)
    }
    return [
      make("retained shape", .color(color), .solid) { canvas, mode in
        shape(&canvas) { $0.fill($1, x: 2, y: -1, color: color, mode: mode) }
      } _: { canvas in
        shape(&canvas) { $0.fill($1, x: 2, y: -1, color: .white) }
      },
      make("retained shape in a gradient", linear, .pixels(opacity: 255)) { canvas, mode in
        shape(&canvas) { $0.fill($1, paint: linear, mode: mode) }
      } _: {
        $0.stroke(path.span, style: style, mapping: still, color: .white)
      },
      make("retained polygons", .color(color), .solid) { canvas, mode in
        polygons(&canvas) { $0.fill($1, color: color, mode: mode) }
      } _: {
        $0.fill(path.span, mapping: still, rule: .evenOdd, color: .white)
      },
      make("retained polygons in a gradient", linear, .pixels(opacity: 255)) { canvas, mode in
        polygons(&canvas) { $0.fill($1, paint: linear, mode: mode) }
      } _: {
        $0.fill(path.span, mapping: still, rule: .evenOdd, color: .white)
      },
    ]
  }
}
