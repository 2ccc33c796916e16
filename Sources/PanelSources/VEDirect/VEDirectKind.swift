// Stage: sources. The kind of VE.Direct: its number in files, its keys and its documents.
import PanelFile
import SystemFiles

extension SourceKind {
  static let veDirect = SourceKind(
    9,
    { StreamSource<VEDirectDecoder>($0) },
    examine: { StreamSource<VEDirectDecoder>.examine($0, $1) },
    isSamePlace: { ConnectionPlace($0).isTaken(by: ConnectionPlace($1)) },
    isOneWay: { _ in true },
    KindSpec(
      name: "vedirect",
      main: KeySpec(
        "vedirect", .path,
        .place(VEDirectDecoder.places.text) { text, expected in
          ConnectionPlace(text, baud: VEDirectDecoder.usualBaud) == nil ? expected : nil
        }, summary: "What is read. A serial line has 19200 baud unless told otherwise."),
      keys: [],
      summary: "Victron's VE.Direct: an address is the label of a field, as V or PPV.",
      example: "{vedirect: serial /dev/ttyUSB0}",
      notes: """
        `panel-ui` listens to the blocks of text that chargers, battery monitors and inverters send each second. An address is a label:

        | address | unit | value |
        | --- | --- | --- |
        | `V`, `VS`, `VM`, `VPV` | V | The voltage of the battery, the starter battery, the midpoint, the panel. |
        | `I`, `IL` | A | The current of the battery, of the load. |
        | `P`, `PPV` | W | The power of the battery, of the panel. |
        | `SOC`, `CE`, `TTG` | percent, Ah, min | The state of charge, the charge taken, the time to go. |
        | `T` | degC | The temperature of the battery. |
        | `H20`, `H22` | kWh | The yield of today, of yesterday. |
        | `CS`, `ERR`, `MPPT` | | The state, the error, the state of the tracker, with Victron's words. |
        | `LOAD`, `Relay`, `Alarm` | | 1 for ON, 0 for OFF. |
        | `AR.low_voltage` | | One bit of the reasons of an alarm; `AR` is the number. |

        `---` is no value. [Sources](sources.md#vedirect) has the rest.
        """))
}
