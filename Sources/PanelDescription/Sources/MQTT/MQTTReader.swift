// Sources. The addresses of a broker, for a panel's description.
import PanelSources

struct MQTTReader: AddressReader {
  let nearest: (String, [String]) -> String?

  func read(_ address: String) -> AddressReading {
    switch checkMQTTAddress(address) {
    case .right(let found): .right(CompiledAddress(text: found.text))
    case .wrong(let found, let expected): .wrong(found: found, expected: expected)
    }
  }

  func readOutput(_ address: String) -> AddressReading {
    switch checkMQTTOutput(address, nearest: nearest) {
    case .right(let found): .right(CompiledAddress(text: found.text))
    case .wrong(let found, let expected): .wrong(found: found, expected: expected)
    }
  }
}
