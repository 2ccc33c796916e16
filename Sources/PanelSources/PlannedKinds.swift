// Stage: sources. Kinds whose keys are checked, and that this version does not read.
import PanelFile

extension SourceKind {
  static let modbus = SourceKind(
    6, nil,
    KindSpec(
      name: "modbus", main: KeySpec("modbus", .path, .text, summary: "The address, as 192.168.1.20:502."),
      keys: [
        KeySpec("unit", .port, .number, 1, summary: "The unit's number."),
        KeySpec("every", .interval, .interval, "1s", summary: "How often registers are read."),
      ], summary: "Registers over Modbus TCP: an address is a table and a number, as holding 40001.",
      example: "{modbus: \"192.168.1.20:502\", every: 500ms}"))
}
