// Stage: sources. Raw numbers that J1939 and NMEA 2000 reserve, and that are no values.
import PanelSignals

/// The raw numbers of a field that are no values.
public enum ReservedNumbers: UInt8, Sendable, BitwiseCopyable {
  /// All numbers are values.
  case none
  /// SAE J1939-71: of whole bytes the highest one decides, FF for not available, FE for an error, FB to FD are reserved. Of
  /// other widths the largest number is not available, and the next one an error.
  case j1939
  /// NMEA 2000: the largest number is not available, the next one out of range, and of five bits and more one is reserved.
  case nmea2000
  /// The largest number is not available.
  case largest

  /// Whether a raw number is a value: `fresh`, `failed` or `none`.
  @inline(never)
  func quality(_ raw: UInt64, of bits: CANBits) -> Quality {
    if self == .none || bits.kind == .float { return .fresh }
    let largest = UInt64.max &>> UInt64(64 &- bits.count)
    // The order of numbers with a sign is that of numbers without one, with the highest bit inverted.
    let ordered = bits.kind == .signed ? raw ^ (largest &>> 1 &+ 1) : raw
    var distance = largest &- ordered
    if self == .j1939 && bits.count & 7 == 0 {
      distance &>>= UInt64(bits.count &- 8)
      if distance > 1 && distance < 5 { return .none }
    }
    if distance == 0 || self == .nmea2000 && distance == 2 && bits.count > 4 { return .none }
    return distance == 1 && self != .largest ? .failed : .fresh
  }
}
