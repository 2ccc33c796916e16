// Stage: sources. The kind of Modbus: its number in files, its keys and its documents.
import PanelFile
import SystemFiles

extension SourceKind {
  static let modbus = SourceKind(
    6,
    { ModbusSource($0) },
    examine: { record, _ in ModbusSource.examine(record) },
    isSamePlace: { (ModbusPlace($0)?.place).isTaken(by: ModbusPlace($1)?.place) },
    KindSpec(
      name: "modbus",
      main: KeySpec(
        "modbus", .path,
        .place(ModbusPlace.expected.text) { text, expected in ModbusPlace(text) == nil ? expected : nil },
        summary:
          "The units: Modbus TCP, whose port is 502 unless told otherwise, RTU over TCP, or RTU on a serial line, which has 19200 baud and 8N1 unless told otherwise."
      ),
      keys: [
        KeySpec("unit", .unitNumber, .count(0...255), 1, summary: "The unit of addresses that name none."),
        KeySpec("every", .interval, .interval, "1s", summary: "How often registers are read."),
        KeySpec("timeout", .timeout, .interval, "1s", summary: "How long a unit may take for its answer."),
        KeySpec("delay", .delay, .duration, "0ms", summary: "The pause between an answer and the next request."),
        KeySpec(
          "gap", .readGap, .count(0...125), 16,
          summary: "How many registers between two wanted ones are read too, to have both in one request."),
        KeySpec("most", .most, .count(1...125), 125, summary: "How many registers a request has at most."),
        KeySpec(
          "sunspec", .isSunSpec, .flag, false,
          summary: "Whether the values that SunSpec has for \"not implemented\" are no values."),
        KeySpec(
          "rs485", .rs485, .flag, false,
          summary: "Whether the kernel turns the direction of RS-485 on a serial line."),
      ],
      summary:
        "Registers and bits over Modbus: an address is a table and a number, as holding 0, or a number as 40001.",
      example: "{modbus: \"tcp 192.168.1.20:502\", unit: 1, every: 500ms}",
      notes: """
        | address | value |
        | --- | --- |
        | `holding 0`, `40001` | The first holding register: counted from 0 with the table's word, or as manuals print it. |
        | `input 100`, `30101` | An input register. |
        | `coil 12`, `00013` | A coil: 0 or 1. |
        | `discrete 3`, `10004` | A discrete input: 0 or 1. |
        | `holding 0 s16 *0.1 -40` | With sign; with factor and offset. |
        | `holding 1 u32 swap` | Two registers, the low one first. |
        | `input 100 bits 4..7`, `input 100 bit 3` | Some bits of a register. |
        | `holding 200 text 16` | 16 letters in 8 registers, for a signal of texts. |
        | `unit 3 holding 5 every 5s` | Of another unit; at a pace of its own. |

        Kinds of numbers are `u16`, `s16`, `u32`, `s32`, `u64`, `s64`, `f32`, `f64`, `bcd`, `bcd32` and `bcd64`; without one it is
        `u16`. Neighbouring registers are read in one request. An address that the unit refuses fails its own signal alone.

        A control sends to a coil or a holding register: `sends: plc/coil 12`, `sends: plc/holding 5 u32`. With `multiple` behind it the
        functions for several registers are used. Its value counts as sent when the unit has acknowledged it.
        [Sources](sources.md#modbus) has the rest.
        """))
}
