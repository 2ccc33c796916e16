// Stage: time. Values between two, and sums of them, in integers.

import FixedRaster

extension Value {
  /// The value between this one and another: this one at 0, that one at 1; beyond them on the same way where there is
  /// one. Values that have nothing between them change at the half.
  @inline(never)
  func interpolated(to end: Value, at place: Coefficient) -> Value {
    if place == 0 { return self }
    if place == 1 { return end }
    switch (self, end) {
    case (.fixed(let a), _):
      if let b = end.fixed { return .fixed(a.mixed(with: b, place)) }
    case (.integer(let a), .integer(let b)): return .integer(a.mixed(with: b, place))
    case (.integer, .fixed(let b)):
      if let a = fixed { return .fixed(a.mixed(with: b, place)) }
    case (.point(let a), .point(let b)): return .point(a.mixed(with: b, place))
    case (.size(let a), .size(let b)): return .size(a.mixed(with: b, place))
    case (.rect(let a), .rect(let b)):
      return .rect(Rect(origin: a.origin.mixed(with: b.origin, place), size: a.size.mixed(with: b.size, place)))
    case (.color(let a), .color(let b)): return .color(a.mixed(with: b, place))
    case (.duration(let a), .duration(let b)):
      return .duration(Duration(nanoseconds: a.heldNanoseconds.mixed(with: b.heldNanoseconds, place)))
    case (.array(let a), .array(let b)) where a.count == b.count:
      // No property is a list of whole numbers: those that are written so are numbers.
      return .array(a.indices.map { a[$0].asNumber.interpolated(to: b[$0].asNumber, at: place) })
    case (.colors(let a), .colors(let b)) where a.count == b.count:
      return .colors(a.indices.map { a[$0].mixed(with: b[$0], place) })
    case (.numbers(let a), .numbers(let b)) where a.count == b.count:
      return .numbers(a.indices.map { a[$0].mixed(with: b[$0], place) })
    case (.transform, _), (.affineTransform, _):
      if let a = transform, let b = end.transform { return .transform(a.mixed(with: b, place)) }
    default: break
    }
    return place * 2 < 1 ? self : end
  }

  /// The sum of this value and `times` times another; of transforms this one after that one; `nil` where there is none.
  @inline(never)
  func adding(_ other: Value, times: Int) -> Value? {
    let factor = Coefficient(times)
    switch (self, other) {
    case (.fixed(let a), _): return other.fixed.map { .fixed(a.adding($0, factor)) }
    case (.integer(let a), .integer(let b)):
      let (product, isLarge) = b.multipliedReportingOverflow(by: times)
      let (sum, isLarger) = a.addingReportingOverflow(product)
      return isLarge || isLarger ? nil : .integer(sum)
    case (.integer, .fixed): return fixed.flatMap { Value.fixed($0).adding(other, times: times) }
    case (.point(let a), .point(let b)): return .point(Point(x: a.x.adding(b.x, factor), y: a.y.adding(b.y, factor)))
    case (.size(let a), .size(let b)):
      return .size(Size(width: a.width.adding(b.width, factor), height: a.height.adding(b.height, factor)))
    case (.rect(let a), .rect(let b)):
      return .rect(
        Rect(
          x: a.origin.x.adding(b.origin.x, factor), y: a.origin.y.adding(b.origin.y, factor),
          width: a.size.width.adding(b.size.width, factor), height: a.size.height.adding(b.size.height, factor)))
    case (.color(let a), .color(let b)):
      func sum(_ a: UInt8, _ b: UInt8) -> UInt8 {
        UInt8(clamping: Coefficient(Int(a)).adding(Coefficient(Int(b)) * factor))
      }
      return .color(
        Color(
          red: sum(a.red, b.red), green: sum(a.green, b.green), blue: sum(a.blue, b.blue), alpha: sum(a.alpha, b.alpha))
      )
    case (.transform, _), (.affineTransform, _):
      guard let a = transform, let b = other.transform else { return nil }
      return b.repeated(times).map { .transform($0.concatenating(a)) }
    default: return nil
    }
  }

  /// A colour; where there is none, a clear one.
  init(_ color: Color?) { self = .color(color ?? .clear) }

  /// A colour without alpha; `nil` for other values.
  var cleared: Value? {
    color.map { .color(Color(red: $0.red, green: $0.green, blue: $0.blue, alpha: 0)) }
  }
}

extension Coefficient {
  /// The nearest whole number of a sum.
  fileprivate func adding(_ other: Coefficient) -> Int { (self + other).rounded }

  /// The nearest whole number.
  var rounded: Int { Int(truncatingIfNeeded: (rawValue &>> 32) &+ ((rawValue &>> 31) & 1)) }

  func mixed(with end: Coefficient, _ place: Coefficient) -> Coefficient { self + (end - self) * place }
}

extension Fixed {
  /// Exact at 0 and at 1.
  func mixed(with end: Fixed, _ place: Coefficient) -> Fixed {
    Coefficient(self).mixed(with: Coefficient(end), place).fixed
  }

  fileprivate func adding(_ other: Fixed, _ factor: Coefficient) -> Fixed {
    (Coefficient(self) + Coefficient(other) * factor).fixed
  }
}

extension Int {
  /// Rounded to the nearest; within 32 bits.
  fileprivate func mixed(with end: Int, _ place: Coefficient) -> Int {
    Coefficient(self).mixed(with: Coefficient(end), place).rounded
  }
}

extension Value {
  /// A whole number as a number, if it is one.
  fileprivate var asNumber: Value {
    if case .integer = self, let fixed { .fixed(fixed) } else { self }
  }
}

extension Int64 {
  /// Of times: to the nearest 2⁻³² of the way.
  fileprivate func mixed(with end: Int64, _ place: Coefficient) -> Int64 {
    // Whole seconds and the rest: a product of nanoseconds would not fit.
    let way = end - self
    let (seconds, rest) = way.quotientAndRemainder(dividingBy: 1_000_000_000)
    let whole = seconds.multipliedReportingOverflow(by: place.rawValue)
    if whole.overflow { return place.rawValue < 0 ? self : end }
    let (up, fraction) = (whole.partialValue &>> 32, whole.partialValue & 0xFFFF_FFFF)
    return self + up * 1_000_000_000 + (fraction * 1_000_000_000) >> 32 + (Coefficient(Int(rest)) * place).rawValue
      >> 32
  }
}

extension Point {
  func mixed(with end: Point, _ place: Coefficient) -> Point {
    Point(x: x.mixed(with: end.x, place), y: y.mixed(with: end.y, place))
  }
}

extension Size {
  func mixed(with end: Size, _ place: Coefficient) -> Size {
    Size(width: width.mixed(with: end.width, place), height: height.mixed(with: end.height, place))
  }
}

extension Color {
  /// Channel by channel, as they are written: not premultiplied.
  func mixed(with end: Color, _ place: Coefficient) -> Color {
    func channel(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(clamping: Coefficient(Int(a)).mixed(with: Coefficient(Int(b)), place).rounded)
    }
    return Color(
      red: channel(red, end.red), green: channel(green, end.green), blue: channel(blue, end.blue),
      alpha: channel(alpha, end.alpha))
  }
}
