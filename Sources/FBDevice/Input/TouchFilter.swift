// Stage: input. Input: a contact's reports, in the device's units. Output: calmer ones. For resistive panels, whose values
// tremble, and are wrong while the finger comes down and goes up.
import SystemFiles

/// How the reports of a touchscreen are filtered. Without a filter, as the device sends them.
public struct TouchFilter: Equatable, Sendable {
  /// Of so many reports the middle values count: 1 for none, 3, 5, 7 or 9. A single wrong report never shows; a finger is
  /// followed half as many reports later.
  public var median = 1
  /// Pixels, 0 for none to 100: a finger that trembles by no more stays where it is, and a moving one is followed at that
  /// distance.
  public var jitter = 0
  /// The least pressure of a finger, in the device's units, 0 for none to 2147483647. A finger begins with this pressure,
  /// ends below three quarters of it, and between the two its reports do not count.
  public var pressure: Int32 = 0

  public init() {}

  /// Reads words, with blanks or commas between: `median=N`, `jitter=N`, `pressure=N`.
  /// - Throws: a word is another one, or its number is out of range.
  public init(_ text: String) throws(DeviceError) {
    var reader = WordReader(text)
    while reader.next() {
      let word = reader.word
      let isMedian = reader.take("median=")
      let isJitter = !isMedian && reader.take("jitter=")
      let isKnown = isMedian || isJitter || reader.take("pressure=")
      let number = reader.whole() ?? -1
      let isRight =
        isMedian ? (1...9).contains(number) && number & 1 == 1 : number >= 0 && (!isJitter || number <= 100)
      if !isKnown || !reader.isAtEnd || !isRight {
        throw DeviceError(
          "understand the filter", text, reason: "unexpected " + String(decoding: word, as: UTF8.self),
          remedy: "write median=1, 3, 5, 7 or 9, jitter=0 to 100 pixels, and pressure=0 or more of the device's units")
      }
      if isMedian { median = Int(number) } else if isJitter { jitter = Int(number) } else { pressure = number }
    }
  }

  /// Whether places change.
  var smooths: Bool { median > 1 || jitter > 0 }

  /// The pressure below which a finger ends: the threshold would let it flicker.
  var leastPressure: Int32 { pressure - pressure / 4 }
}

/// The reports of one contact.
struct FilteredReports {
  /// The last nine at most, in a ring.
  private var xs = InlineArray<9, Int32>(repeating: 0)
  private var ys = InlineArray<9, Int32>(repeating: 0)
  /// How many there were.
  private var count = 0
  /// The result, in the device's units.
  private(set) var x: Int32 = 0
  private(set) var y: Int32 = 0

  init() {}

  /// Takes a report.
  /// - Parameters:
  ///   - margin: in the device's units, how far the result stays behind.
  ///   - filter: its median; at most nine.
  /// - Returns: whether ``x`` or ``y`` changed.
  mutating func take(_ x: Int32, _ y: Int32, _ filter: TouchFilter, margin: (x: Int64, y: Int64)) -> Bool {
    xs[count % 9] = x
    ys[count % 9] = y
    count += 1
    let before = (self.x, self.y)
    // While there are fewer, the newest of an odd number.
    let length = min(filter.median, count - 1 + count % 2)
    let (middleX, middleY) = (middle(xs, length), middle(ys, length))
    if count == 1 {
      (self.x, self.y) = (middleX, middleY)
    } else {
      self.x = Self.following(middleX, self.x, margin.x)
      self.y = Self.following(middleY, self.y, margin.y)
    }
    // Far below the greatest number; 90 is at the same place of the ring.
    if count == 90_000_000 { count = 90 }
    return before != (self.x, self.y)
  }

  /// The middle one of the last `length` values, which is odd.
  private func middle(_ values: InlineArray<9, Int32>, _ length: Int) -> Int32 {
    if length <= 1 { return values[(count - 1) % 9] }
    var sorted = values
    for index in 0..<length {
      let value = values[(count - length + index) % 9]
      var place = index
      while place > 0, sorted[place - 1] > value {
        sorted[place] = sorted[place - 1]
        place -= 1
      }
      sorted[place] = value
    }
    return sorted[length / 2]
  }

  /// The value that stays behind another one by `margin` at most.
  private static func following(_ value: Int32, _ last: Int32, _ margin: Int64) -> Int32 {
    // Between the two, and so an Int32.
    Int32(max(Int64(value) - margin, min(Int64(value) + margin, Int64(last))))
  }
}
