// Stage: sources. The kind of NMEA 0183: its number in files, its keys and its documents.
import PanelFile
import SystemFiles

extension SourceKind {
  static let nmea0183 = SourceKind(
    4,
    { StreamSource<SentenceDecoder>($0) },
    examine: { StreamSource<SentenceDecoder>.examine($0, $1) },
    isSamePlace: { ConnectionPlace($0).isTaken(by: ConnectionPlace($1)) },
    isOneWay: { _ in true },
    KindSpec(
      name: "nmea0183",
      main: KeySpec(
        "nmea0183", .path,
        .place(SentenceDecoder.places.text) { text, expected in
          ConnectionPlace(text, baud: SentenceDecoder.usualBaud) == nil ? expected : nil
        }, summary: "What is read. A serial line has 4800 baud unless told otherwise."),
      keys: [
        KeySpec(
          "checksum", .checksum, .flag, true,
          summary: "Whether a sentence without a right checksum is left out.")
      ],
      summary: "Sentences of NMEA 0183: an address is a sentence and, behind a dot, a field.",
      example: "{nmea0183: \"tcp 127.0.0.1:10110\"}", notes: sentenceNotes))
}
