// Sources. The addresses of sentences, for a panel's description.

extension SentenceCompiler: AddressReader {
  func read(_ address: String) -> AddressReading {
    switch compile(address) {
    case .right(let compiled, let unit):
      .right(
        CompiledAddress(
          text: compiled.text, unit: unit == "plain" ? nil : unit, isText: compiled.form == .text))
    case .wrong(let found, let expected): .wrong(found: found, expected: expected)
    }
  }
}

extension SourceCompiler {
  static let nmea0183 = SourceCompiler(kind: "nmea0183") { SentenceCompiler(nearest: $0.nearest) }
}
