// Stage: paint. The source of a shape's pixels: a colour, or a shader. Each knows its own painter for source-over, with
// the kernels that are fast for it; the other modes take any shader (ModesPainter.swift).

/// The source of a shape's pixels.
protocol DrawingSource {
  /// Whether it draws nothing, whatever the mode.
  var drawsNothing: Bool { get }
  /// Whether source-over leaves all pixels as they are.
  var isClear: Bool { get }
  /// Whether its painter for source-over makes rows of pixels in the accumulator's scratch row, which is as wide as the
  /// workspace.
  static var needsScratch: Bool { get }
  /// Makes its pixels, for the other modes.
  var shader: AnyShader { get }
  /// Blends it over the covered part of a band, which lies in the clip.
  ///
  /// - Parameter opacity: 1...255, for all pixels.
  func paint<Coverage: BandCoverage>(
    _ coverage: Coverage, _ band: PixelRect, _ opacity: UInt8, on canvas: inout Canvas)
}

extension DrawingSource where Self: Shader {
  static var needsScratch: Bool { true }
  var drawsNothing: Bool { false }
  var isClear: Bool { drawsNothing }

  func paint<Coverage: BandCoverage>(
    _ coverage: Coverage, _ band: PixelRect, _ opacity: UInt8, on canvas: inout Canvas
  ) {
    var painter = canvas.painter(self, band, opacity)
    canvas.cover(coverage, band, &painter)
  }
}

extension ImageShader: DrawingSource {
  var drawsNothing: Bool { isEmpty }
  var shader: AnyShader { .image(self) }
}

extension GroupShader: DrawingSource {
  // They lie in memory.
  static var needsScratch: Bool { false }
  var shader: AnyShader { .group(self) }
}

extension MaskedShader: DrawingSource {
  var shader: AnyShader { .masked(self) }
}

extension Color: DrawingSource {
  static var needsScratch: Bool { false }
  var drawsNothing: Bool { false }
  var isClear: Bool { alpha == 0 }
  var shader: AnyShader { .color(premultiplied) }

  func paint<Coverage: BandCoverage>(
    _ coverage: Coverage, _ band: PixelRect, _ opacity: UInt8, on canvas: inout Canvas
  ) {
    var color = premultiplied
    if opacity < 255 { color.argb = scaledPixel(color.argb, by: UInt32(opacity)) }
    var painter = canvas.painter(color, band)
    canvas.cover(coverage, band, &painter)
  }
}

extension Gradient: DrawingSource {
  static var needsScratch: Bool { true }
  var drawsNothing: Bool {
    switch self {
    case .linear(let gradient): gradient.isEmpty
    case .radial(let gradient): gradient.isEmpty
    case .conic(let gradient): gradient.isEmpty
    }
  }
  var isClear: Bool { drawsNothing }
  var shader: AnyShader { .gradient(self) }

  func paint<Coverage: BandCoverage>(
    _ coverage: Coverage, _ band: PixelRect, _ opacity: UInt8, on canvas: inout Canvas
  ) {
    var painter = canvas.painter(self, band, opacity)
    canvas.cover(coverage, band, &painter)
  }
}

extension Paint: DrawingSource {
  static var needsScratch: Bool { true }
  var drawsNothing: Bool { if case .color = self { false } else { isEmpty } }
  var isClear: Bool { isEmpty }

  var shader: AnyShader {
    switch self {
    case .color(let color): color.shader
    case .linear(let gradient): .gradient(.linear(gradient))
    case .radial(let gradient): .gradient(.radial(gradient))
    case .conic(let gradient): .gradient(.conic(gradient))
    case .image(let image): .image(image.shader)
    }
  }

  func paint<Coverage: BandCoverage>(
    _ coverage: Coverage, _ band: PixelRect, _ opacity: UInt8, on canvas: inout Canvas
  ) {
    switch self {
    case .color(let color): color.paint(coverage, band, opacity, on: &canvas)
    case .linear(let gradient): Gradient.linear(gradient).paint(coverage, band, opacity, on: &canvas)
    case .radial(let gradient): Gradient.radial(gradient).paint(coverage, band, opacity, on: &canvas)
    case .conic(let gradient): Gradient.conic(gradient).paint(coverage, band, opacity, on: &canvas)
    case .image(let image): image.shader.paint(coverage, band, opacity, on: &canvas)
    }
  }
}
