// Stage: description of sources. A value of OBD-II that has a name.
import PanelSources

/// A named value: its place in the data behind a PID, and its scale.
package struct OBDValue: Sendable {
  /// After SAE J1979.
  package let name: String
  /// As adapters and their programs call it; empty for none.
  package let shortName: String
  package let pid: UInt8
  /// The first byte, 0 for that behind the PID; the highest bit in it; and bits from there on.
  let byte, bit, count: Int
  let isSigned: Bool
  /// `(raw · numerator + offset) / denominator`
  let numerator, offset, denominator: Int
  /// Its name among the units of panels; empty for none.
  package let unit: String
  package let words: [(number: Int64, text: String)]
  package let summary: String

  /// - Parameters:
  ///   - byte: the first one; `bit` is its highest bit in use.
  ///   - scale: numerator, offset and denominator.
  init(
    _ pid: UInt8, _ name: String, _ shortName: String, byte: Int = 0, bit: Int = 7, count: Int = 8,
    isSigned: Bool = false, scale: (Int, Int, Int) = (1, 0, 1), _ unit: String,
    words: [(number: Int64, text: String)] = [], _ summary: String
  ) {
    (self.pid, self.name, self.shortName, self.byte, self.bit) = (pid, name, shortName, byte, bit)
    (self.count, self.isSigned, numerator, offset, denominator) = (count, isSigned, scale.0, scale.1, scale.2)
    (self.unit, self.words, self.summary) = (unit, words, summary)
  }

  package var bits: CANBits? {
    CANBits(start: byte * 8 + bit, count: count, isBigEndian: true, kind: isSigned ? .signed : .unsigned)
  }

  package var scale: CANScale? {
    CANScale(
      numerator: UInt64(numerator), isNegative: false, offset: (0, UInt64(abs(offset))), isOffsetNegative: offset < 0,
      denominator: UInt64(denominator), shift: 0)
  }
}
