// Stage: time. The numbers that a value is made of: for distances and curves.

import FixedRaster

/// Up to four numbers; none for values that are not made of numbers alone.
struct ValueParts {
  var (a, b, c, d) = (Coefficient(0), Coefficient(0), Coefficient(0), Coefficient(0))
  var count = 0

  init() {}

  init(_ a: Fixed, count: Int = 1, _ b: Fixed = 0, _ c: Fixed = 0, _ d: Fixed = 0) {
    self.count = count
    (self.a, self.b, self.c, self.d) = (Coefficient(a), Coefficient(b), Coefficient(c), Coefficient(d))
  }

  /// The sum of four values with weights.
  func combined(
    _ second: ValueParts, _ third: ValueParts, _ fourth: ValueParts,
    _ weights: (Coefficient, Coefficient, Coefficient, Coefficient)
  ) -> ValueParts {
    func sum(_ part: (ValueParts) -> Coefficient) -> Coefficient {
      part(self) * weights.0 + part(second) * weights.1 + part(third) * weights.2 + part(fourth) * weights.3
    }
    var result = self
    (result.a, result.b, result.c, result.d) = (sum { $0.a }, sum { $0.b }, sum { $0.c }, sum { $0.d })
    return result
  }

  /// The way from a former value to this one and from this to the next, each with a weight.
  func tangent(_ former: ValueParts, _ next: ValueParts, _ before: Coefficient, _ behind: Coefficient) -> ValueParts {
    combined(former, next, ValueParts(), (before - behind, 0 - before, behind, 0))
  }

  /// The value of these numbers, of another's kind.
  func value(like other: Value) -> Value? {
    func channel(_ number: Coefficient) -> UInt8 { UInt8(clamping: number.rounded) }
    return switch other {
    case .fixed: .fixed(a.fixed)
    case .integer: .integer(a.rounded)
    case .point: .point(Point(x: a.fixed, y: b.fixed))
    case .size: .size(Size(width: a.fixed, height: b.fixed))
    case .rect: .rect(Rect(x: a.fixed, y: b.fixed, width: c.fixed, height: d.fixed))
    case .color: .color(Color(red: channel(a), green: channel(b), blue: channel(c), alpha: channel(d)))
    default: nil
    }
  }
}

extension Value {
  var parts: ValueParts {
    switch self {
    case .fixed(let number): ValueParts(number)
    case .integer: fixed.map { ValueParts($0) } ?? ValueParts()
    case .point(let point): ValueParts(point.x, count: 2, point.y)
    case .size(let size): ValueParts(size.width, count: 2, size.height)
    case .rect(let rect): ValueParts(rect.origin.x, count: 4, rect.origin.y, rect.size.width, rect.size.height)
    case .color(let color):
      ValueParts(
        Fixed(Int(color.red)), count: 4, Fixed(Int(color.green)), Fixed(Int(color.blue)), Fixed(Int(color.alpha)))
    default: ValueParts()
    }
  }

  /// How far two values lie apart, as if their numbers were coordinates; 1 for those that are not made of numbers.
  func distance(to other: Value) -> Coefficient {
    let (from, to) = (parts, other.parts)
    if from.count == 0 || from.count != to.count { return self == other ? 0 : 1 }
    let first = SpaceVector(x: to.a - from.a, y: to.b - from.b, z: to.c - from.c)
    let last = to.d - from.d
    return last == 0 ? first.length : SpaceVector(x: first.length, y: last, z: 0).length
  }
}
