// Stage: instruments. How large a dial can be, and where its value stands.
import FixedRaster
import LayerRuntime
import PanelSignals

/// The extent of a dial, in parts of its diameter D, as measured from its centre.
struct DialFrame {
  /// Where the value has its middle, and its unit.
  let value, unit: Point
  let valueCap, unitCap: Fixed
  /// The widest that a value may be.
  let valueWidth: Fixed
  private let extent: Rect

  /// - Parameters:
  ///   - dial: whose angles count.
  ///   - isRing: whether the middle is free, because nothing points from there.
  init(_ dial: RoundScale, hasValue: Bool, hasUnit: Bool, isRing: Bool) {
    let end = dial.start + dial.sweep
    let hasGap = dial.start >= -142 && dial.start <= -60 && end >= 60 && end <= 142
    let isUpper = dial.start >= -105 && end <= 105
    let isSide = Self.isSide(dial)
    let middle = place(from: .zero, angle: dial.start + half(dial.sweep), distance: 1)
    var (across, down): (Fixed, Fixed) = (0, 0)
    let unitStep: Fixed
    if isRing {
      (down, unitStep) = isUpper ? (-0.14, 0.11) : hasUnit ? (-0.02, 0.135) : (0, 0)
      (valueCap, unitCap, valueWidth) = isUpper ? (0.12, 0.055, 0.3) : (0.16, 0.06, 0.28)
      // Within the hollow of a piece of a ring.
      if isSide { (across, down) = (middle.x * 0.17, Swift.min(0, middle.y * 0.17) + down) }
    } else if isUpper {
      (down, unitStep, valueCap, unitCap, valueWidth) = (0.215, 0.11, 0.13, 0.055, 0.8)
    } else if hasGap {
      (down, unitStep, valueCap, unitCap, valueWidth) = (0.352, 0.111, 0.115, 0.052, 0.42)
    } else if dial.sweep <= 270 {
      // On the side where the needle never points.
      (unitStep, valueCap, unitCap, valueWidth) = (0.08, 0.08, 0.042, 0.34)
      (across, down) = (-middle.x * 0.25, -middle.y * 0.2 - (hasUnit ? 0.03 : 0))
    } else {
      (down, unitStep, valueCap, unitCap, valueWidth) = (0.165, 0.08, 0.08, 0.042, 0.34)
    }
    value = Point(x: across, y: down)
    unit = Point(x: across, y: down + unitStep)
    // The outermost places of the ring, and its middle: the centre of a piece of a ring may lie outside of the card.
    var reach = DialReach()
    if !(isRing && isSide) {
      reach.add(Point(x: 0.13, y: isRing ? 0.02 : 0.06))
      reach.add(isRing ? Point(x: -0.02, y: -0.02) : Point(x: -0.13, y: -0.13))
    }
    let circle = dial.reach
    for distance in [0.5, isRing && isSide ? 0.35 : 0.5] as [Fixed] {
      reach.add(Point(x: circle.minX * distance, y: circle.minY * distance))
      reach.add(Point(x: circle.maxX * distance, y: circle.maxY * distance))
    }
    if hasValue {
      let bottom = hasUnit ? unit.y + half(unitCap) + 0.01 : value.y + half(valueCap) + 0.02
      let side = isUpper ? 0.24 : half(valueWidth)
      reach.add(Point(x: across - side, y: down - half(valueCap)))
      reach.add(Point(x: across + side, y: bottom))
    }
    extent = reach.rect
  }

  /// Whether a scale is the piece of a ring at one side, with room for a value only within its hollow or apart from it.
  static func isSide(_ dial: RoundScale) -> Bool {
    dial.sweep <= 200 && !(dial.start >= -105 && dial.start + dial.sweep <= 105)
  }

  /// The largest dial that lies within a rectangle.
  func fit(_ dial: RoundScale, in area: Rect) -> RoundScale {
    var dial = dial
    let diameter = Swift.min(area.width / extent.width, area.height / extent.height)
    let even = Fixed(Swift.max(0, diameter).floor & ~1)
    dial.radius = half(even)
    dial.center = Point(x: (area.midX - even * extent.midX).whole, y: (area.midY - even * extent.midY).whole)
    return dial
  }

  /// The place of a dial with all its parts.
  func area(of dial: RoundScale) -> Rect {
    let d = dial.diameter
    return Rect(
      x: dial.center.x + d * extent.minX, y: dial.center.y + d * extent.minY, width: d * extent.width,
      height: d * extent.height)
  }
}

/// The smallest rectangle with some points in it.
private struct DialReach {
  private var corners: (low: Point, high: Point)?

  mutating func add(_ point: Point) {
    let (low, high) = corners ?? (point, point)
    corners = (
      Point(x: Swift.min(low.x, point.x), y: Swift.min(low.y, point.y)),
      Point(x: Swift.max(high.x, point.x), y: Swift.max(high.y, point.y))
    )
  }

  var rect: Rect {
    guard let (low, high) = corners else { return .zero }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}
