// Stage: instruments. How large a dial can be, and where its value stands.
import FixedRaster
import LayerRuntime
import PanelSignals

/// The extent of a dial, in parts of its diameter D, as measured from its centre.
struct DialFrame {
  /// Where the value has its middle, below the centre, and its unit.
  let valueOffset, unitOffset: Fixed
  let valueCap, unitCap: Fixed
  /// The widest that a value may be.
  let valueWidth: Fixed
  private let left, right, top, bottom: Fixed

  /// - Parameters:
  ///   - dial: whose angles count.
  ///   - isRing: whether the middle is free, because nothing points from there.
  init(_ dial: RoundScale, hasValue: Bool, hasUnit: Bool, isRing: Bool) {
    let end = dial.start + dial.sweep
    let hasGap = dial.start >= -142 && end <= 142
    let isUpper = dial.start >= -105 && end <= 105
    if isRing {
      (valueOffset, unitOffset) = isUpper ? (-0.14, -0.03) : hasUnit ? (-0.02, 0.115) : (0, 0)
      (valueCap, unitCap, valueWidth) = isUpper ? (0.12, 0.055, 0.3) : (0.16, 0.06, 0.28)
    } else if isUpper {
      (valueOffset, unitOffset, valueCap, unitCap, valueWidth) = (0.215, 0.325, 0.13, 0.055, 0.8)
    } else if hasGap {
      (valueOffset, unitOffset, valueCap, unitCap, valueWidth) = (0.352, 0.463, 0.115, 0.052, 0.42)
    } else {
      (valueOffset, unitOffset, valueCap, unitCap, valueWidth) = (0.165, 0.245, 0.08, 0.042, 0.34)
    }
    // The outermost places of the ring, and its middle.
    let hub: Fixed = isRing ? 0.02 : 0.13
    var (left, right, top, bottom): (Fixed, Fixed, Fixed, Fixed) = (-hub, hub, -hub, isRing ? 0.02 : 0.06)
    let outer: Fixed = 0.5
    var angle = dial.start
    while true {
      let place = place(from: .zero, angle: angle, distance: outer)
      (left, right) = (Swift.min(left, place.x), Swift.max(right, place.x))
      (top, bottom) = (Swift.min(top, place.y), Swift.max(bottom, place.y))
      if angle >= end { break }
      // On to the next quarter, or the end.
      angle = Swift.min(end, Fixed(((angle / 90).floor + 1) * 90))
    }
    if hasValue {
      bottom = Swift.max(bottom, hasUnit ? unitOffset + half(unitCap) + 0.01 : valueOffset + half(valueCap) + 0.02)
      if isUpper {
        left = Swift.min(left, -0.24)
        right = Swift.max(right, 0.24)
      }
    }
    (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
  }

  /// The largest dial that lies within a rectangle.
  func fit(_ dial: RoundScale, in area: Rect) -> RoundScale {
    var dial = dial
    let diameter = Swift.min(area.width / (right - left), area.height / (bottom - top))
    let even = Fixed(Swift.max(0, diameter).floor & ~1)
    dial.radius = half(even)
    let x = area.midX - even * half(left + right)
    let y = area.midY - even * half(top + bottom)
    dial.center = Point(x: x.whole, y: y.whole)
    return dial
  }
}
