import PanelSignals
import PanelSources

/// Hears values: counts them, and keeps a sum of their addresses, readings and letters.
struct Told: ValueListener, MessageListener {
  /// Addresses lie below it.
  let limit: Int
  private(set) var count: Int64 = 0
  private(set) var sum: UInt64 = 0
  let counts: Bool

  /// - Parameter counts: whether names without an address are heard too.
  init(limit: Int, counts: Bool = false) { (self.limit, self.counts) = (limit, counts) }

  mutating func begin() { sum = 0 }

  private mutating func add(_ address: Int) {
    if address < 0 || address >= limit { fail("an address out of range: \(address)") }
    count &+= 1
    add(UInt64(truncatingIfNeeded: address))
  }

  private mutating func add(_ number: UInt64) { sum = (sum ^ number) &* 0x9E37_79B9_7F4A_7C15 &+ sum >> 29 }

  mutating func receive(_ address: Int, _ reading: Reading) {
    add(address)
    add(UInt64(bitPattern: reading.value.rawValue) ^ UInt64(reading.quality.rawValue))
  }

  mutating func receive(_ address: Int, text: Span<UInt8>) {
    add(address)
    for index in text.indices { add(UInt64(text[index])) }
  }

  mutating func receive(_ address: Int, text: Span<UInt8>, otherwise reading: Reading) {
    if text.count > 512 { fail("a text of \(text.count) bytes") }
    receive(address, text: text)
    receive(address, reading)
  }

  mutating func skip(_ name: Span<UInt8>) { for index in name.indices { add(UInt64(name[index])) } }
  mutating func beginMessage(isRetained: Bool) {}

  /// Behind the addresses lies that of the other side's sign.
  mutating func refuseTopic(of address: Int) {
    if address < 0 || address > limit { fail("a topic of no address: \(address)") }
  }
}
