// Stage: sources. The kind of OBD-II: its number in files, its keys and its documents.
import PanelFile
import SystemFiles

extension SourceKind {
  static let obd = SourceKind(
    11,
    { OBDSource($0) },
    examine: { record, _ in OBDSource.examine(record) },
    isSamePlace: { OBDSource.place($0).isTaken(by: OBDSource.place($1)) },
    isOneWay: { _ in true },
    KindSpec(
      name: "obd",
      main: KeySpec(
        "obd", .path,
        .place(OBDSource.places.text) { text, expected in OBDSource.place(text) == nil ? expected : nil },
        summary:
          "The interface of a bus, or the place of an ELM327. A serial line has 38400 baud unless told otherwise."),
      keys: [
        KeySpec(
          "asks", .asks, .flag, false, summary: "Must be true: a panel on this bus sends, and others use the bus too."),
        KeySpec(
          "ids", .ids, .choice(["11", "29"]), "11",
          summary: "The width of ids on a bus, in bits. An ELM327 finds it itself."),
        KeySpec(
          "every", .interval, .interval, "1s", summary: "How often a value is asked for that names no time itself."),
      ],
      summary: "Values of a car by OBD-II: an address is the name of a value, as EngineSpeed or RPM.",
      example: "{obd: can0, asks: true}",
      notes: """
        | address | value |
        | --- | --- |
        | `EngineSpeed`, `RPM` | A value of mode 01 by its name in SAE J1979, or by its short name. |
        | `01 0C` | The same by mode and PID. |
        | `01 A6#7:32be*0.1` | A value of any PID: bits of the data behind it, as of a frame of CAN. |
        | `EngineSpeed@7E8` | The same of one ECU. |
        | `RPM every 100ms` | Asked for so often. |
        | `VIN`, `codes`, `code_count` | The vehicle's number and the stored codes, as texts, and the number of codes. |

        What no ECU has fails its signals. [Sources](sources.md#obd-ii) has the names of all values, and the rest.
        """))
}
