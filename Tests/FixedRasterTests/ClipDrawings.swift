import TestSupport

@testable import FixedRaster

/// A drawing call, and what it draws in parts: the pixels of its paint everywhere, and what its shape covers.
struct ClipDrawing {
  let name: String
  let blend: TestBlend
  let draw: (inout Canvas) -> Void
  let source: (inout Canvas) -> Void
  let coverage: (inout Canvas) -> Void
}

/// What all drawings are made from; lives as long as they are used.
final class ClipDrawings {
  let (width, height): (Int, Int)
  let everywhere: PixelRect
  private var random = SplitMix(seed: 34)
  private let group: TestMemory<ARGB8888>
  private let mask: TestMask
  private let images: [TestImage]
  private let whitePixels: TestMemory<ARGB8888>
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
  }

  private var path: [PathElement] {
    var path = PathRecorder()
    path.addEllipse(in: Rect(x: 3.5, y: 2.25, width: Fixed(width) - 8, height: Fixed(height) - 6.5))
    path.addRoundedRect(
      in: Rect(x: 20, y: 10.5, width: Fixed(width) - 30.25, height: Fixed(height) - 20), cornerRadius: 5)
    return path.elements
  }

  /// All calls that lay one thing over another.
  func all() -> [ClipDrawing] {
    plain() + paints() + pictures()
  }

  private func plain() -> [ClipDrawing] {
    let (path, all, mask) = (path, everywhere, mask.mask)
    let (still, style) = (DeviceTransform(.identity), StrokeStyle(width: 6.5, cap: .round))
    let (thin, solid) = (Color(argb: 0x90E0_6020), Color(argb: 0xFF20_C0A0))
    let part = PixelRect(minX: 4, minY: 1, maxX: all.maxX - 9, maxY: all.maxY - 3)
    func make(
      _ name: String, _ color: Color, _ blend: TestBlend = .solid, _ draw: @escaping (inout Canvas) -> Void,
      _ coverage: @escaping (inout Canvas) -> Void
    ) -> ClipDrawing {
      ClipDrawing(name: name, blend: blend, draw: draw, source: { $0.clear(all, to: color) }, coverage: coverage)
    }
    return [
      make("clear", thin, .mode(.copy, opacity: 255)) {
        $0.clear(part, to: thin)
      } _: {
        $0.fill(part, color: .white)
      },
      make("rectangle", thin) {
        $0.fill(part, color: thin)
      } _: {
        $0.fill(part, color: .white)
      },
      make("opaque rectangle", solid) {
        $0.fill(part, color: solid)
      } _: {
        $0.fill(part, color: .white)
      },
      make("fill", solid) {
        $0.fill(path.span, transform: still, rule: .evenOdd, color: solid)
      } _: {
        $0.fill(path.span, transform: still, rule: .evenOdd, color: .white)
      },
      make("thin fill", thin) {
        $0.fill(path.span, transform: still, color: thin)
      } _: {
        $0.fill(path.span, transform: still, color: .white)
      },
      make("stroke", thin) {
        $0.stroke(path.span, style: style, transform: still, color: thin)
      } _: {
        $0.stroke(path.span, style: style, transform: still, color: .white)
      },
      make("mask", thin) {
        $0.draw(mask, color: thin)
      } _: {
        $0.draw(mask, color: .white)
      },
      make("opaque mask", solid) {
        $0.draw(mask, color: solid)
      } _: {
        $0.draw(mask, color: .white)
      },
      make("glyphs", solid) {
        drawTestGlyphs(&$0, solid)
      } _: {
        drawTestGlyphs(&$0, .white)
      },
      make("rounded shadow", thin) {
        drawTestShadow(&$0, thin, isPath: false)
      } _: {
        drawTestShadow(&$0, .white, isPath: false)
      },
      make("path's shadow", thin) {
        drawTestShadow(&$0, thin, isPath: true)
      } _: {
        drawTestShadow(&$0, .white, isPath: true)
      },
    ]
  }

  private func paints() -> [ClipDrawing] {
    let (path, all, mask) = (path, everywhere, mask.mask)
    let (still, style) = (DeviceTransform(.identity), StrokeStyle(width: 9))
    let center = Point(x: Fixed(width / 2), y: Fixed(height / 2))
    let end = Point(x: Fixed(width), y: 11)
    let linear = Paint.linear(LinearGradient(from: Point(x: 3, y: 4), to: end, ramp: ramp.ramp, spread: .reflect))
    let rows = Paint.linear(
      LinearGradient(from: Point(x: 3, y: 4), to: Point(x: 3, y: Fixed(height)), ramp: ramp.ramp))
    let radial = Paint.radial(
      RadialGradient(startCenter: center, startRadius: 2, endCenter: center, endRadius: 30, ramp: ramp.ramp))
    let conic = Paint.conic(ConicGradient(center: center, startAngle: 1, ramp: ramp.ramp))
    func make(
      _ name: String, _ paint: Paint, _ blend: TestBlend = .pixels(opacity: 255),
      _ draw: @escaping (inout Canvas) -> Void, _ coverage: @escaping (inout Canvas) -> Void
    ) -> ClipDrawing {
      ClipDrawing(name: name, blend: blend, draw: draw, source: { $0.fill(all, paint: paint) }, coverage: coverage)
    }
    return [
      make("linear fill", linear) {
        $0.fill(path.span, transform: still, paint: linear)
      } _: {
        $0.fill(path.span, transform: still, color: .white)
      },
      make("rows of one colour", rows, .solid) {
        $0.fill(path.span, transform: still, paint: rows)
      } _: {
        $0.fill(path.span, transform: still, color: .white)
      },
      make("radial rectangle", radial) {
        $0.fill(all, paint: radial)
      } _: {
        $0.fill(all, color: .white)
      },
      make("conic stroke", conic) {
        $0.stroke(path.span, style: style, transform: still, paint: conic)
      } _: {
        $0.stroke(path.span, style: style, transform: still, color: .white)
      },
      make("conic mask", conic) {
        $0.draw(mask, paint: conic)
      } _: {
        $0.draw(mask, color: .white)
      },
    ]
  }

  private func pictures() -> [ClipDrawing] {
    let (path, mask, surface, white) = (path, mask.mask, group.surface, whitePixels.surface.image)
    let (still, all) = (DeviceTransform(.identity), everywhere)
    let turned = AffineTransform(rotationAngle: 0.2).translatedBy(x: 9, y: -3)
    var tilted = Transform3D(turned)
    tilted.m14 = 0.002
    var result: [ClipDrawing] = []
    for image in images.map(\.image) {
      for opacity in [255, 130] as [UInt8] {
        let blend = TestBlend.pixels(opacity: UInt32(opacity))
        result.append(
          ClipDrawing(
            name: "\(image.format) image, \(opacity)", blend: blend,
            draw: { $0.draw(image, x: 7, y: 5, opacity: opacity) }, source: { $0.draw(image, x: 7, y: 5) },
            coverage: { $0.draw(white, x: 7, y: 5) }))
        result.append(
          ClipDrawing(
            name: "turned \(image.format) image, \(opacity)", blend: blend,
            draw: { $0.draw(image, transform: turned, opacity: opacity) },
            source: { $0.fill(all, paint: .image(ImagePaint(image, transform: turned))) },
            coverage: { $0.draw(white, transform: turned) }))
      }
      result.append(
        ClipDrawing(
          name: "tilted \(image.format) image", blend: .pixels(opacity: 255),
          draw: { $0.draw(image, transform: tilted) },
          source: { $0.fill(all, paint: .image(ImagePaint(image, transform: tilted))) },
          coverage: { $0.draw(white, transform: tilted) }))
    }
    for opacity in [255, 90] as [UInt8] {
      func make(
        _ name: String, _ draw: @escaping (inout Canvas) -> Void,
        _ coverage: @escaping (inout Canvas) -> Void
      ) {
        result.append(
          ClipDrawing(
            name: "group \(name), \(opacity)", blend: .pixels(opacity: UInt32(opacity)), draw: draw,
            source: { $0.draw(surface, opacity: 255) }, coverage: coverage))
      }
      make("whole") {
        $0.draw(surface, opacity: opacity)
      } _: {
        $0.fill(all, color: .white)
      }
      make("through a path") {
        $0.draw(surface, opacity: opacity, through: path.span, transform: still)
      } _: {
        $0.fill(path.span, transform: still, color: .white)
      }
      make("through a mask") {
        $0.draw(surface, opacity: opacity, through: mask)
      } _: {
        $0.draw(mask, color: .white)
      }
    }
    return result
  }

  /// The calls that take a mode.
  func moded(_ mode: BlendMode) -> [ClipDrawing] {
    let (path, all, surface, color) = (path, everywhere, group.surface, Color(argb: 0xB0E0_6020))
    let (still, style) = (DeviceTransform(.identity), StrokeStyle(width: 7))
    let solid: TestBlend = mode == .sourceOver ? .solid : .mode(mode, opacity: 255)
    let faded: TestBlend = mode == .sourceOver ? .pixels(opacity: 180) : .mode(mode, opacity: 180)
    func make(
      _ name: String, _ draw: @escaping (inout Canvas) -> Void,
      _ coverage: @escaping (inout Canvas) -> Void
    ) -> ClipDrawing {
      ClipDrawing(
        name: "\(mode) \(name)", blend: name == "group" ? faded : solid, draw: draw,
        source: { name == "group" ? $0.draw(surface, opacity: 255) : $0.clear(all, to: color) }, coverage: coverage)
    }
    return [
      make("rectangle") {
        $0.fill(all, color: color, mode: mode)
      } _: {
        $0.fill(all, color: .white)
      },
      make("fill") {
        $0.fill(path.span, transform: still, color: color, mode: mode)
      } _: {
        $0.fill(path.span, transform: still, color: .white)
      },
      make("stroke") {
        $0.stroke(path.span, style: style, transform: still, color: color, mode: mode)
      } _: {
        $0.stroke(path.span, style: style, transform: still, color: .white)
      },
      make("group") {
        $0.draw(surface, opacity: 180, mode: mode)
      } _: {
        $0.fill(all, color: .white)
      },
    ]
  }
}
