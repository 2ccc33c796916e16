// Stage: sources. The kind of gateways to NMEA 2000: its number in files, its keys and its documents.
import PanelFile
import SystemFiles

extension SourceKind {
  static let n2k = SourceKind(
    10,
    { StreamSource<N2KStream>($0) },
    examine: { StreamSource<N2KStream>.examine($0, $1) },
    isSamePlace: { ConnectionPlace($0).isTaken(by: ConnectionPlace($1)) },
    isOneWay: { _ in true },
    KindSpec(
      name: "n2k",
      main: KeySpec(
        "n2k", .path,
        .place(N2KStream.places.text) { text, expected in ConnectionPlace(text) == nil ? expected : nil },
        summary: "The gateway. A serial line has 115200 baud unless told otherwise."),
      keys: [
        KeySpec(
          "format", .streamFormat, .choice(["ydraw", "actisense", "n2k-ascii"]), "ydraw",
          summary: "What it sends: lines of Yacht Devices RAW, packets of Actisense, or lines of N2K ASCII.")
      ],
      summary: "NMEA 2000 by a gateway: an address is a message and a field, as WindData[apparent].windSpeed.",
      example: "{n2k: \"tcp 192.168.4.1:1457\", format: ydraw}",
      notes: """
        An address is a message by its name or its number and, behind a dot, a field: `EngineParametersRapid.speed` is `127488.speed`.
        Words and numbers in brackets choose among several senders of one message: `FluidLevel[1].level` is the tank with the
        instance 1, `FluidLevel[fuel].level` that of the fuel, `WindData[apparent].windAngle` the apparent wind. `@35` behind it is the
        address of a sender on the bus. [Sources](sources.md#nmea-2000-and-j1939) has all names with their units, and the formats. A
        source of `can` knows the same messages.
        """))
}
