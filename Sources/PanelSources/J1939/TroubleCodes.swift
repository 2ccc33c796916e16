// Stage: sources. Input: a message DM1 of J1939. Output: its trouble codes.
import PanelSignals

/// The active trouble codes of a message DM1: two bytes of lamps, then four bytes a code.
///
/// A code is the number of a suspect parameter (SPN) of 19 bits, a failure mode (FMI) of 5 bits and a count of occurrences
/// of 7 bits, SAE J1939-73. A sender without a code sends one of zeros; the rest of a frame has ones.
struct TroubleCodes: ~Escapable {
  private let data: Span<UInt8>

  /// A value of the codes.
  enum Part: UInt8, Sendable, BitwiseCopyable {
    /// The number of codes.
    case count = 1
    /// Of the first code; *none* without one.
    case parameter
    case failureMode
    case occurrences
    /// The first five codes, as `SPN 100 FMI 3, SPN 110 FMI 0`. Empty without a code.
    case text
  }

  /// - Parameter data: with the lamps.
  @_lifetime(copy data)
  init(_ data: Span<UInt8>) { self.data = data }

  private static var textLimit: Int { 5 }

  /// The place of a code from a place on; the end where there is none.
  private func next(_ place: Int) -> Int {
    var place = place
    while place &+ 4 <= data.count {
      let (parameter, mode) = code(place)
      if parameter | mode != 0 && !(parameter == 0x7FFFF && mode == 31) { return place }
      place &+= 4
    }
    return data.count
  }

  private func code(_ place: Int) -> (parameter: Int, mode: Int) {
    let high = Int(data[place &+ 2])
    return (Int(data[place]) | Int(data[place &+ 1]) << 8 | (high & 0xE0) << 11, high & 0x1F)
  }

  private func whole(_ number: Int) -> Reading { Reading(Fixed64(rawValue: Int64(number) << 32)) }

  /// - Returns: of the text its length alone.
  func reading(_ part: Part) -> Reading {
    let first = next(2)
    if part == .count {
      var (count, place) = (0, first)
      while place < data.count {
        count &+= 1
        place = next(place &+ 4)
      }
      return whole(count)
    }
    if first == data.count { return .none }
    let (parameter, mode) = code(first)
    switch part {
    case .parameter: return whole(parameter)
    case .failureMode: return whole(mode)
    default: break
    }
    let occurrences = data[first &+ 3] & 0x7F
    return occurrences == 127 ? .none : whole(Int(occurrences))
  }

  /// Writes the text, 109 letters at most.
  func write(_ text: inout InlineArray<128, UInt8>) -> Int {
    var (count, place, codes) = (0, next(2), 0)
    while place < data.count && codes < Self.textLimit {
      if codes > 0 { Self.append(", ", &text, &count) }
      let (parameter, mode) = code(place)
      Self.append("SPN ", &text, &count)
      Self.append(parameter, &text, &count)
      Self.append(" FMI ", &text, &count)
      Self.append(mode, &text, &count)
      codes &+= 1
      place = next(place &+ 4)
    }
    return count
  }

  private static func append(_ letters: StaticString, _ text: inout InlineArray<128, UInt8>, _ count: inout Int) {
    for index in 0..<letters.utf8CodeUnitCount {
      text[count] = unsafe letters.utf8Start[index]
      count &+= 1
    }
  }

  /// Writes a number below 2¹⁹.
  private static func append(_ number: Int, _ text: inout InlineArray<128, UInt8>, _ count: inout Int) {
    var power = 100_000
    while power > 1 && power > number { power /= 10 }
    while power > 0 {
      text[count] = 48 &+ UInt8(truncatingIfNeeded: number / power % 10)
      count &+= 1
      power /= 10
    }
  }
}
