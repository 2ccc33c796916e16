// Sources. The addresses of a CAN bus, for a panel's description.
import PanelSignals

extension CANAddresses: AddressReader {
  func read(_ address: String) -> AddressReading { compile(address).reading }

  func readOutput(_ address: String) -> AddressReading {
    switch compileOutput(address) {
    case .right(let output): .right(CompiledAddress(text: output.text))
    case .wrong(let found, let expected): .wrong(found: found, expected: expected)
    }
  }
}

extension CANAddressResult {
  var reading: AddressReading {
    switch self {
    case .right(let found):
      // Numbers between whole ones have no words.
      let words = found.values.filter { $0.value == Fixed64($0.value.floor) }
      return .right(
        CompiledAddress(
          text: found.text, unit: Self.unit(found.unit), isText: found.isText,
          words: words.map { (Int64($0.value.floor), $0.text) }))
    case .wrong(let found, let expected): return .wrong(found: found, expected: expected)
    }
  }

  /// The name among the units of panels of what DBC files write.
  private static func unit(_ text: String) -> String? {
    switch text.lowercased() {
    case "": nil
    case "%": "percent"
    case "°c", "c", "celsius", "deg c": "degC"
    case "°f", "f": "degF"
    case "°", "degree", "degrees": "deg"
    case "1/min", "u/min", "r/min": "rpm"
    case "kph", "kmh": "km/h"
    case "mph", "mi/h": "mph"
    case "sec", "seconds": "s"
    default: text
    }
  }
}
