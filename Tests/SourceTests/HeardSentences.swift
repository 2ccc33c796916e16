// What the tests of NMEA 0183 share: a listener that keeps all values, and sentences with their checksums.
import PanelDescription
import PanelSignals
import PanelSources

/// Keeps all values in their order.
struct HeardSentences: ValueListener {
  enum Value: Equatable {
    case number(Int64)
    case failed, none
    case text(String)
  }

  struct Heard: Equatable {
    let address: Int
    let value: Value
  }

  var all: [Heard] = []

  mutating func receive(_ address: Int, _ reading: Reading) {
    switch reading.quality {
    case .failed: all.append(Heard(address: address, value: .failed))
    case .none: all.append(Heard(address: address, value: .none))
    default: all.append(Heard(address: address, value: .number(reading.value.rawValue)))
    }
  }

  mutating func receive(_ address: Int, text: Span<UInt8>) {
    let bytes = text.indices.map { text[$0] }
    all.append(Heard(address: address, value: .text(String(decoding: bytes, as: UTF8.self))))
  }

  var values: [Value] { all.map(\.value) }
}

extension HeardSentences.Value: ExpressibleByStringLiteral {
  /// A number as a decimal, or a text behind an apostrophe.
  init(stringLiteral text: String) {
    if text.hasPrefix("'") {
      self = .text(String(text.dropFirst()))
    } else {
      self = .number(Fixed64(decimal: Array(text.utf8).span)!.rawValue)
    }
  }
}

/// A sentence with its checksum and its end.
func nmeaLine(_ body: String, end: String = "\r\n") -> String { "$" + body + "*" + nmeaChecksum(body) + end }

func nmeaChecksum(_ body: String) -> String {
  let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
  return (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true)
}

/// The short forms of addresses as people write them.
func compiledNMEA(_ addresses: [String]) -> [SentenceAddress] {
  addresses.map { address in
    guard case .right(let found, _) = SentenceCompiler(nearest: { _, _ in nil }).compile(address),
      let read = SentenceAddress(found.text)
    else { fatalError(address) }
    return read
  }
}

/// All values of a text, as one piece.
func heardNMEA(_ text: String, _ addresses: [String], wantsChecksum: Bool = true) -> [HeardSentences.Value] {
  var decoder = SentenceDecoder(compiledNMEA(addresses), wantsChecksum: wantsChecksum)
  var listener = HeardSentences()
  decoder.take(Array(text.utf8).span, &listener)
  decoder.end(&listener)
  return listener.values
}

/// A decoder that took a text, and the values.
func decodedNMEA(
  _ text: [UInt8], _ addresses: [SentenceAddress], wantsChecksum: Bool = true, cutAt cuts: [Int] = []
) -> (decoder: SentenceDecoder, values: [HeardSentences.Heard]) {
  var decoder = SentenceDecoder(addresses, wantsChecksum: wantsChecksum)
  var listener = HeardSentences()
  var start = 0
  for cut in cuts + [text.count] {
    decoder.take(text.span.extracting(start..<cut), &listener)
    start = cut
  }
  return (decoder, listener.all)
}
