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
      (valueCap, unitCap, valueWidth) = isUpper ? (0.12, 0.055, 0.3) : (0.16, 0.06, 0.33)
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
    let circle = dial.reach
    func scaled(_ distance: Fixed) -> Rect {
      Rect(
        x: circle.minX * distance, y: circle.minY * distance, width: circle.width * distance,
        height: circle.height * distance)
    }
    var extent = scaled(0.5)
    if isRing && isSide {
      extent = extent.union(scaled(0.35))
    } else {
      extent = extent.union(
        isRing
          ? Rect(x: -0.02, y: -0.02, width: 0.15, height: 0.04) : Rect(x: -0.13, y: -0.13, width: 0.26, height: 0.19))
    }
    if hasValue {
      let top = down - half(valueCap)
      let bottom = hasUnit ? unit.y + half(unitCap) + 0.01 : value.y + half(valueCap) + 0.02
      let side = isUpper ? 0.24 : half(valueWidth)
      extent = extent.union(Rect(x: across - side, y: top, width: side * 2, height: bottom - top))
    }
    self.extent = extent
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
