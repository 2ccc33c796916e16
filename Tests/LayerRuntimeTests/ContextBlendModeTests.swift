import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct ContextBlendModeTests {
  private static let ground: UInt32 = 0xFF40_80C0
  private let drawings = Drawings()
  private let all = Rect(x: 0, y: 0, width: 80, height: 60)
  private let place = Rect(x: 20, y: 10, width: 40, height: 30)
  private let photo = TestImage(width: 40, height: 30, isOpaque: true) { x, y in
    0xFF00_0000 | UInt32(x * 6) << 16 | UInt32(y * 8) << 8 | UInt32(x * y & 255)
  }
  private let linear = Gradient(colors: [Color(argb: 0xFFF0_1020), Color(argb: 0xFF00_E0B0), .white])
  private let modes = (UInt8.min...UInt8.max).compactMap(BlendMode.init(rawValue:))

  private func drawGradient(_ context: DrawingContext) {
    context.drawLinearGradient(
      linear, start: Point(x: 4, y: 0), end: Point(x: 70, y: 30),
      options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
  }

  private func drawRings(_ context: DrawingContext) {
    context.drawRadialGradient(
      linear, startCenter: Point(x: 40, y: 30), startRadius: 0, endCenter: Point(x: 40, y: 30), endRadius: 30,
      options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
  }

  /// Expects what `draw`, all of whose pixels are opaque, makes of the ground in every mode: B of the two where it
  /// draws.
  private func expect(_ what: String, within: Rect, _ draw: @escaping (DrawingContext) -> Void) {
    let alone = drawings(draw)
    var results: [UInt64: UInt32] = [:]
    for mode in modes {
      for isAsynchronous in [false, true] {
        let shown = drawings(isAsynchronous: isAsynchronous) { context in
          context.setFillColor(Color(argb: Self.ground))
          context.fill(all)
          context.setBlendMode(mode)
          draw(context)
        }
        var wrong = 0
        for i in stride(from: 0, to: 80 * 60, by: 7) {
          let (x, y) = (Fixed(i % 80), Fixed(i / 80))
          let isInside = x >= within.minX && x < within.maxX && y >= within.minY && y < within.maxY
          let key = UInt64(alone[i]) << 8 | UInt64(mode.rawValue)
          let pixel = isInside ? results[key] ?? blended(alone[i] | 0xFF00_0000, Self.ground, mode) : Self.ground
          if isInside { results[key] = pixel }
          // The layer lies on white.
          let expected = (pixel & 0xFF_FFFF) &+ (255 - pixel >> 24) &* 0x01_0101
          if shown[i] != expected { wrong += 1 }
        }
        #expect(wrong == 0, "\(what), \(mode), asynchronous: \(isAsynchronous)")
      }
    }
  }

  @Test("R22 L31 gradients in contents are combined by the context's blend mode")
  func gradients() {
    expect("linear", within: all) { drawGradient($0) }
    expect("radial", within: all) { drawRings($0) }
  }

  @Test("R22 L31 images in contents are combined by the context's blend mode")
  func images() {
    expect("image", within: place) { [photo, place] in $0.draw(photo.image, in: place) }
  }

  @Test("R22 L31 fills, shadows and rendered layers are combined by the context's blend mode")
  func others() {
    let (box, color) = (place, Color(argb: 0xFF90_30D0))
    expect("fill", within: place) { context in
      context.setFillColor(color)
      context.fill(box)
    }
    expect("shadow", within: place) { context in
      // What throws it lies beside the contents.
      context.setShadow(offset: Size(width: 200, height: 0), blur: 0, color: color)
      context.fill(box.offsetBy(dx: -200, dy: 0))
    }
    expect("layer", within: place) { context in
      let layer = Layer()
      layer.bounds = box
      layer.backgroundColor = color
      layer.render(in: context)
    }
  }

  @Test("R22 a gradient is clear beyond its ends: what clears there takes the ground away")
  func clearEnds() {
    let shown = drawings { context in
      context.setFillColor(Color(argb: Self.ground))
      context.fill(all)
      context.setBlendMode(.copy)
      context.drawLinearGradient(linear, start: Point(x: 20, y: 0), end: Point(x: 60, y: 0))
    }
    #expect(shown[10] == 0xFF_FFFF && shown[70] == 0xFF_FFFF && shown[22] & 0xFF0000 > 0xD00000)
  }
}
