// Stage: sources. Sentences as the stream of a connection.
import PanelFile
import PanelSignals
import SystemFiles

extension SentenceDecoder: StreamDecoder {
  public init(_ addresses: [String], _ record: PanelRecord) {
    self.init(addresses, wantsChecksum: record.flag(.checksum) ?? true)
  }

  init(_ addresses: [String], wantsChecksum: Bool) {
    // In a damaged file an address may be none. Nothing is told to the sentence that takes its place.
    let unknown = [SentenceAddress("PZZZZ.1n")].compactMap { $0 }
    self.init(
      addresses.flatMap { text in SentenceAddress(text).map { [$0] } ?? unknown }, wantsChecksum: wantsChecksum)
  }

  /// The speed of the standard, where a serial line says none.
  static var usualBaud: Int { 4800 }

  public func place(_ record: PanelRecord) -> ConnectionPlace? {
    ConnectionPlace(record.text(.path) ?? "", baud: Self.usualBaud)
  }

  public static var places: StaticString {
    "tcp ADDRESS:PORT, udp PORT, udp ADDRESS:PORT, unix PATH or serial PATH BAUD"
  }

  public static var expectation: StaticString { "sentences of NMEA 0183 with their checksums" }
}
