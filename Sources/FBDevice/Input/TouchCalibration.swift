// Stage: input. Input: the user's words about a touchscreen. Output: its calibration.
import SystemFiles

/// The values of an axis of a touchscreen, in the device's units.
public struct AxisRange: Equatable, Sendable {
  /// The value at the display's left, or at its top.
  public var first: Int32
  /// The value at the display's right, or at its bottom. Below ``first`` where values descend.
  public var last: Int32

  public init(_ first: Int32, _ last: Int32) { (self.first, self.last) = (first, last) }

  init(_ range: ClosedRange<Int32>) { self.init(range.lowerBound, range.upperBound) }

  /// Whether it tells places apart.
  var isUsable: Bool { first != last }

  /// "0..4095"
  func append(to text: inout TextBuilder) {
    text.append(Int(first))
    text.append("..")
    text.append(Int(last))
  }
}

/// How a touchscreen lies over its display, where the device and the system tell it wrongly or not at all.
///
/// A place goes this way: the ranges make fractions of the device's values; then comes the system's own matrix, then
/// ``swapsAxes``, ``invertsX`` and ``invertsY``, then ``matrix``, and the display's rotation last. So a calibration holds
/// however the picture is rotated.
public struct TouchCalibration: Equatable, Sendable {
  /// Take the place of the ranges that the device tells.
  public var x, y: AxisRange?
  /// Whether the device's horizontal axis lies along the display's vertical one.
  public var swapsAxes = false
  /// Whether places are mirrored, left and right, or top and bottom; after the axes are swapped.
  public var invertsX = false, invertsY = false
  public var matrix = CalibrationMatrix()

  /// As the device and the system tell.
  public init() {}

  /// Reads words, with blanks or commas between: `swap`, `invert-x`, `invert-y`, the ranges `x=FIRST..LAST` and
  /// `y=FIRST..LAST` in the device's units, and the six or nine numbers of a ``CalibrationMatrix``.
  /// - Throws: a word is another one or there twice, or the numbers are no matrix.
  public init(_ text: String) throws(DeviceError) {
    var (reader, numbers) = (WordReader(text), [Int64]())
    while reader.next() {
      let word = reader.word
      if !swapsAxes, reader.takeAll("swap") {
        swapsAxes = true
      } else if !invertsX, reader.takeAll("invert-x") {
        invertsX = true
      } else if !invertsY, reader.takeAll("invert-y") {
        invertsY = true
      } else if x == nil, reader.take("x=") {
        x = Self.range(&reader)
        if x == nil { throw Self.fault(text, word) }
      } else if y == nil, reader.take("y=") {
        y = Self.range(&reader)
        if y == nil { throw Self.fault(text, word) }
      } else if numbers.count < 9, let number = reader.decimal() {
        numbers.append(number)
      } else {
        throw Self.fault(text, word)
      }
    }
    if !numbers.isEmpty { matrix = try CalibrationMatrix(numbers, text) }
  }

  private static func fault(_ text: String, _ word: [UInt8]) -> DeviceError {
    DeviceError(
      "understand the calibration", text, reason: "unexpected " + String(decoding: word, as: UTF8.self),
      remedy: "write swap, invert-x, invert-y, x=0..4095, y=0..4095 and the numbers of a matrix, each once")
  }

  /// `FIRST..LAST` of two different whole numbers.
  private static func range(_ reader: inout WordReader) -> AxisRange? {
    guard let first = reader.whole(), reader.take(".."), let last = reader.whole(), reader.isAtEnd, first != last
    else { return nil }
    return AxisRange(first, last)
  }

  /// The words that ``init(_:)`` reads; empty without a calibration.
  public var text: String {
    var text = TextBuilder()
    if let x {
      text.append(" x=")
      x.append(to: &text)
    }
    if let y {
      text.append(" y=")
      y.append(to: &text)
    }
    if swapsAxes { text.append(" swap") }
    if invertsX { text.append(" invert-x") }
    if invertsY { text.append(" invert-y") }
    if !matrix.isIdentity {
      text.append(" ")
      text.append(matrix.text)
    }
    return String(decoding: text.bytes.dropFirst(), as: UTF8.self)
  }

  /// The swap, the mirrors and the matrix in one; `nil` where they change nothing.
  var transform: CalibrationMatrix? {
    let matrix = matrix.following(swap: swapsAxes, invertX: invertsX, invertY: invertsY)
    return matrix.isIdentity ? nil : matrix
  }
}
