import PanelSignals
import PanelSources

/// Keeps the values that a CAN decoder tells.
struct CANListener: ValueListener {
  var readings: [(address: Int, reading: Reading)] = []
  var texts = 0

  mutating func receive(_ address: Int, _ reading: Reading) { readings.append((address, reading)) }
  mutating func receive(_ address: Int, text: Span<UInt8>) { texts += 1 }

  /// The raw values of an address; `nil` for each that is failed.
  func values(_ address: Int = 0) -> [Int64?] {
    readings.filter { $0.address == address }.map { $0.reading.quality == .fresh ? $0.reading.value.rawValue : nil }
  }
}
