// Sources. The addresses of a gateway to NMEA 2000, for a panel's description.

extension GroupAddresses: AddressReader {
  func read(_ address: String) -> AddressReading { compile(address).reading }
}

extension SourceCompiler {
  static let n2k = SourceCompiler(kind: "n2k") { GroupAddresses(nearest: $0.nearest) }
}
