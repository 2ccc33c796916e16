import Glibc
import Reference
import TestSupport

@testable import FixedRaster

/// A ramp in memory that is never given back, so that no paint outlives it.
struct TestRamp {
  let ramp: GradientRamp
  let stops: [GradientStop]

  init(_ stops: [GradientStop]) {
    self.stops = stops
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: GradientRamp.byteCount, alignment: GradientRamp.alignment)
    unsafe ramp = GradientRamp(stops.span, memory: memory)
  }

  init(_ stops: [(Fixed, UInt32)]) {
    self.init(stops.map { GradientStop(location: $0.0, color: Color(argb: $0.1)) })
  }

  /// Entry −1 is what comes before the start, 1024 what comes after the end.
  subscript(entry: Int) -> UInt32 { unsafe ramp.pixels[entry + 1] }
}

/// Alpha, red, green, blue, premultiplied, 0...255.
typealias Channels = SIMD4<Double>

func channels(_ argb: UInt32) -> Channels {
  Channels(Double(argb >> 24), Double(argb >> 16 & 255), Double(argb >> 8 & 255), Double(argb & 255))
}

extension TrueRamp {
  /// The definition of stops that are in order.
  init(_ stops: [GradientStop]) {
    func weighted(_ color: Color) -> Channels {
      let a = Double(color.alpha)
      return Channels(a, Double(color.red) * a / 255, Double(color.green) * a / 255, Double(color.blue) * a / 255)
    }
    self.init(places: stops.map { number($0.location) }, colors: stops.map { weighted($0.color) })
  }
}

/// The true colour of stops that are in order, at `t` of the ramp: by the definition, in floating point.
func trueColor(_ stops: [GradientStop], _ t: Double) -> Channels { TrueRamp(stops).color(t) }

/// Where a place on the ramp lies after spreading.
func spread(_ t: Double, _ spread: GradientSpread) -> Double {
  switch spread {
  case .pad: return t
  case .repeat: return t - t.rounded(.down)
  case .reflect:
    let fold = t - 2 * (t / 2).rounded(.down)
    return fold > 1 ? 2 - fold : fold
  }
}

/// Whether a drawn pixel is a colour of the ramp at one of `places` or no more than `slack` beside it; rounding takes
/// half a level more. `nil` among the places allows clear.
func isTrue(
  _ pixel: UInt32, _ places: [Double?], slack: Double, _ stops: [GradientStop], _ mode: GradientSpread
) -> Bool {
  if pixel == 0 && places.contains(where: { $0 == nil }) { return true }
  let known = places.compactMap { $0 }
  guard let low = known.min(), let high = known.max() else { return false }
  // Fine enough to meet every stop of a ramp that lies in the range; a range of a whole ramp allows all its colours.
  let range = min(high - low, 2) + 2 * slack
  let steps = 16 + Int(range * 1024)
  let (least, most) = TrueRamp(stops).range(low - slack, range, steps: steps) { spread($0, mode) }
  let drawn = channels(pixel)
  return all(drawn .>= least - 0.55) && all(drawn .<= most + 0.55)
}

/// The middle of a pixel in the points of a gradient: the inverse of the transform, in floating point.
func points(_ x: Double, _ y: Double, _ transform: AffineTransform) -> (x: Double, y: Double) {
  func number(_ value: Coefficient) -> Double { Double(value.rawValue) / 4_294_967_296 }
  let (a, b, c, d) = (number(transform.a), number(transform.b), number(transform.c), number(transform.d))
  let (dx, dy) = (x - number(transform.tx), y - number(transform.ty))
  let determinant = a * d - b * c
  return ((d * dx - c * dy) / determinant, (a * dy - b * dx) / determinant)
}

func number(_ value: Fixed) -> Double { Double(value.rawValue) / 65536 }

extension SplitMix {
  /// A number in 1/65536 between two whole ones.
  mutating func fixed(_ range: ClosedRange<Int>) -> Fixed {
    Fixed(rawValue: Int32(next(in: range.lowerBound * 65536...range.upperBound * 65536)))
  }

  mutating func point(_ range: ClosedRange<Int>) -> Point { Point(x: fixed(range), y: fixed(range)) }

  /// Two to six stops in order, some of them at the same place, some not opaque.
  mutating func stops(isOpaque: Bool = false) -> [GradientStop] {
    var places = (0..<next(in: 2...6)).map { _ in Int32(next(in: 0...16)) * 4096 }
    places.sort()
    return places.map {
      let argb = UInt32(truncatingIfNeeded: next()) | (isOpaque || next(in: 0...2) == 0 ? 0xFF00_0000 : 0)
      return GradientStop(location: Fixed(rawValue: $0), color: Color(argb: argb))
    }
  }

  /// A rotation, scale, skew and move that shows a plane of about 100 points.
  mutating func transform() -> AffineTransform {
    AffineTransform(rotationAngle: fixed(-3...3))
      .concatenating(
        AffineTransform(scaleX: Coefficient(rawValue: Int64(next(in: 1...12)) << 30), y: Coefficient(1))
      )
      .concatenating(AffineTransform(rotationAngle: fixed(-3...3)))
      .concatenating(AffineTransform(translationX: fixed(-20...80), y: fixed(-20...80)))
  }
}

/// Draws a paint over a clear surface of 64×48 and hands pixels with the middle of their device place to `check`: all,
/// or one of `step` in each row, every row at other columns.
func eachPixel(
  of paint: Paint, originX: Int32 = 0, originY: Int32 = 0, step: Int = 1, _ check: (Double, Double, UInt32) -> Void
) {
  let memory = TestMemory(ARGB8888.self, width: 64, height: 48)
  withCanvas(memory.surface) {
    $0.draw(into: memory.surface, x: originX, y: originY)
    $0.fill(PixelRect(minX: originX, minY: originY, maxX: originX + 64, maxY: originY + 48), paint: paint)
  }
  for y in 0..<48 {
    for x in 0..<64 where (x + 2 * y) % step == 0 {
      check(Double(originX) + Double(x) + 0.5, Double(originY) + Double(y) + 0.5, memory[x, y])
    }
  }
}
