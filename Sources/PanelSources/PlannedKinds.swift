// Stage: sources. Kinds whose keys are checked, and that this version does not read.
import PanelFile

extension SourceKind {
  static let can = SourceKind(
    2, nil,
    KindSpec(
      name: "can", main: KeySpec("can", .path, .text, summary: "The interface, as can0."),
      keys: [KeySpec("dbc", .special("a file"), summary: "The DBC file that names the signals.")],
      summary: "Frames of a CAN bus.", example: "{can: can0, dbc: engine.dbc}"))

  static let mqtt = SourceKind(
    3, nil,
    KindSpec(
      name: "mqtt", main: KeySpec("mqtt", .path, .text, summary: "The broker's address, and its port behind ':'."),
      keys: [
        KeySpec("client", .clientName, .text, summary: "The name that the broker knows it by."),
        KeySpec("user", .user, .text, summary: "The user's name."),
        KeySpec("password", .password, .text, summary: "The password."),
      ], summary: "Topics of an MQTT broker: an address is a topic and, behind a blank, the path in its JSON.",
      example: "{mqtt: 192.168.1.10, client: helm}"))

  static let nmea0183 = SourceKind(
    4, nil,
    KindSpec(
      name: "nmea0183",
      main: KeySpec(
        "nmea0183", .path,
        .place("tcp ADDRESS:PORT, udp PORT or serial PATH BAUD") { text, expected in
          let words = text.utf8.split(separator: 32)
          let kinds = ["tcp", "udp", "serial"]
          return words.count >= 2 && kinds.contains { words[0].elementsEqual($0.utf8) } ? nil : expected
        }, summary: "What is read."),
      keys: [], summary: "Sentences of NMEA 0183: an address is a sentence and, behind a dot, a field.",
      example: "{nmea0183: \"tcp 127.0.0.1:10110\"}"))

  static let gpsd = SourceKind(
    5, nil,
    KindSpec(
      name: "gpsd", main: KeySpec("gpsd", .path, .text, summary: "The address, as 127.0.0.1:2947."), keys: [],
      summary: "The values of gpsd: an address is a field, as TPV.speed.", example: "{gpsd: \"127.0.0.1:2947\"}"))

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
