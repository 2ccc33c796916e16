// Stage: input. Input: numbers as people and udev write them, and places on a touchscreen. Output: other places.
//
// The convention is libinput's: places are fractions of the device's ranges, 0 at the left and at the top, 1 at the right
// and at the bottom. https://wayland.freedesktop.org/libinput/doc/latest/absolute-axes.html
import SystemFiles

/// A 3 × 3 matrix for the places of a touchscreen, which are fractions of its width and height.
///
/// `a b c d e f` makes x' = a·x + b·y + c and y' = d·x + e·y + f. With nine numbers both are divided by g·x + h·y + i. In
/// fixed point: numbers count in 16777216ths.
public struct CalibrationMatrix: Equatable, Sendable {
  /// A row: its products with x, y and 1 are added.
  struct Row: Equatable, Sendable {
    /// In units of 1/16777216, −64...64; of a product with a swap and a mirror to ±192.
    var x, y, constant: Int64

    init(_ x: Int64, _ y: Int64, _ constant: Int64) { (self.x, self.y, self.constant) = (x, y, constant) }
  }

  /// 1 in fixed point: 24 bits behind the point.
  static var one: Int64 { 1 << 24 }
  /// Places are held to ±16: sixteen widths or heights beside the touchscreen.
  static var farthest: Int64 { 16 << 24 }
  /// The greatest number of a matrix that is read.
  static var greatest: Int64 { 64 << 24 }

  private(set) var rows: (top: Row, middle: Row, bottom: Row)

  /// Leaves each place as it is.
  public init() {
    rows = (Row(Self.one, 0, 0), Row(0, Self.one, 0), Row(0, 0, Self.one))
  }

  init(_ top: Row, _ middle: Row) { rows = (top, middle, Row(0, 0, Self.one)) }

  /// Reads six numbers, or nine, as `LIBINPUT_CALIBRATION_MATRIX` has them: digits with or without a sign and a point,
  /// from −64 to 64, with blanks or commas between.
  /// - Throws: `text` is something else, or its matrix puts all places onto a line or beyond the horizon.
  public init(_ text: String) throws(DeviceError) {
    var (reader, numbers) = (WordReader(text), [Int64]())
    while reader.next() {
      guard let number = reader.decimal() else { throw Self.fault(text, "it holds other words than such numbers") }
      numbers.append(number)
    }
    try self.init(numbers, text)
  }

  /// - Parameter text: for messages.
  init(_ numbers: [Int64], _ text: String) throws(DeviceError) {
    if numbers.count != 6 && numbers.count != 9 { throw Self.fault(text, "it has not six numbers, and not nine") }
    self.init(Row(numbers[0], numbers[1], numbers[2]), Row(numbers[3], numbers[4], numbers[5]))
    if numbers.count == 9 { rows.bottom = Row(numbers[6], numbers[7], numbers[8]) }
    if !hasInverse { throw Self.fault(text, "it puts all places onto one line, or beyond the horizon") }
  }

  private static func fault(_ text: String, _ reason: String) -> DeviceError {
    DeviceError(
      "understand the matrix", text, reason: reason,
      remedy: "write six numbers from -64 to 64, or nine, as 1 0 0 0 1 0")
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.rows.top == b.rows.top && a.rows.middle == b.rows.middle && a.rows.bottom == b.rows.bottom
  }

  var isIdentity: Bool { self == CalibrationMatrix() }

  /// Whether different places stay different, and the four corners before the horizon.
  private var hasInverse: Bool {
    // 12 bits behind the point are enough to tell: numbers below 2^18, products of three below 2^54.
    func row(_ row: Row) -> Row { Row(row.x >> 12, row.y >> 12, row.constant >> 12) }
    let (a, b, c) = (row(rows.top), row(rows.middle), row(rows.bottom))
    let determinant =
      a.x * (b.y * c.constant - b.constant * c.y) - a.y * (b.x * c.constant - b.constant * c.x)
      + a.constant * (b.x * c.y - b.y * c.x)
    // An area of less than a 4096th is a line.
    if determinant.magnitude < 1 << 24 { return false }
    let (g, h, i) = (rows.bottom.x, rows.bottom.y, rows.bottom.constant)
    return min(min(i, i + g), min(i + h, i + g + h)) >= Self.nearest
  }

  /// The least divisor, a sixteenth.
  private static var nearest: Int64 { one / 16 }

  /// The place that a place becomes.
  /// - Parameters:
  ///   - x: in 16777216ths of the width, held to ±16 widths; the result likewise.
  ///   - y: the same of the height.
  func applied(x: Int64, y: Int64) -> (x: Int64, y: Int64) {
    let (x, y) = (Self.held(x), Self.held(y))
    // Numbers are below 2^32 and places at most 2^28: three products are below 2^62, the sum's quotient below 2^38.
    func product(_ row: Row) -> Int64 { (row.x * x + row.y * y + row.constant * Self.one) >> 24 }
    let (horizontal, vertical, divisor) = (product(rows.top), product(rows.middle), product(rows.bottom))
    if divisor == Self.one { return (Self.held(horizontal), Self.held(vertical)) }
    let depth = max(Self.nearest, divisor)
    return (Self.held((horizontal << 24) / depth), Self.held((vertical << 24) / depth))
  }

  static func held(_ place: Int64) -> Int64 { max(-farthest, min(farthest, place)) }

  /// The matrix for places that are swapped and mirrored first.
  func following(swap: Bool, invertX: Bool, invertY: Bool) -> CalibrationMatrix {
    func row(_ row: Row) -> Row {
      var row = row
      if invertX { (row.x, row.constant) = (-row.x, row.constant + row.x) }
      if invertY { (row.y, row.constant) = (-row.y, row.constant + row.y) }
      return swap ? Row(row.y, row.x, row.constant) : row
    }
    var result = self
    result.rows = (row(rows.top), row(rows.middle), row(rows.bottom))
    return result
  }

  // MARK: Text

  /// Six numbers, or nine, of at most six decimals, with blanks between.
  public var text: String {
    var text = TextBuilder()
    var rows = [rows.top, rows.middle]
    if self.rows.bottom != Row(0, 0, Self.one) { rows.append(self.rows.bottom) }
    for row in rows {
      for number in [row.x, row.y, row.constant] {
        if !text.bytes.isEmpty { text.append(" ") }
        Self.append(number, to: &text)
      }
    }
    return text.string
  }

  private static func append(_ number: Int64, to text: inout TextBuilder) {
    // Below 2^33 · 10^6 < 2^53.
    let millionths = Int((number.magnitude * 1_000_000 + UInt64(one / 2)) >> 24)
    if number < 0 && millionths > 0 { text.append("-") }
    text.append(millionths / 1_000_000)
    var rest = millionths % 1_000_000
    if rest == 0 { return }
    text.append(".")
    var digit = 100_000
    while rest > 0 {
      text.append(rest / digit)
      rest %= digit
      digit /= 10
    }
  }
}
