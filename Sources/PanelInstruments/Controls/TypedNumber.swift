// Stage: controls. Digits that are typed, one after the other.
import PanelSignals

/// The digits of a number or of a PIN, with a sign and a point.
struct TypedNumber {
  private(set) var bytes: [UInt8] = []

  private static var limit: Int { 10 }
  private static var point: UInt8 { 46 }
  private static var minus: UInt8 { 45 }

  init() { bytes.reserveCapacity(16) }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// - Parameter digit: `0`...`9`, as ASCII.
  mutating func add(digit: UInt8) { if bytes.count < Self.limit { bytes.append(digit) } }

  mutating func addPoint() { if !bytes.contains(Self.point) { add(digit: Self.point) } }

  /// Adds a minus, or takes it away.
  mutating func changeSign() {
    if bytes.first == Self.minus {
      bytes.removeFirst()
    } else if bytes.count < Self.limit {
      bytes.insert(Self.minus, at: 0)
    }
  }

  mutating func removeLast() { if !bytes.isEmpty { bytes.removeLast() } }

  /// As it is shown.
  func text(decimalSign: UInt8) -> String {
    String(decoding: bytes.map { $0 == Self.point ? decimalSign : $0 }, as: UTF8.self)
  }

  /// A sign for each digit of a PIN.
  var hidden: String { String(decoding: bytes.map { _ in UInt8(ascii: "*") }, as: UTF8.self) }

  /// `nil` without a digit, or beyond what numbers can be.
  var number: Fixed64? {
    var (digits, decimals, hasPoint, isNegative, count): (UInt64, Int, Bool, Bool, Int) = (0, 0, false, false, 0)
    for byte in bytes {
      switch byte {
      case Self.minus: isNegative = true
      case Self.point: hasPoint = true
      default:
        digits = digits * 10 + UInt64(byte - 48)
        count += 1
        if hasPoint { decimals += 1 }
      }
    }
    var whole = digits
    for _ in 0..<decimals { whole /= 10 }
    if count == 0 || whole > 2_000_000_000 { return nil }
    return Fixed64(digits: digits, exponent: -decimals, isNegative: isNegative)
  }
}
