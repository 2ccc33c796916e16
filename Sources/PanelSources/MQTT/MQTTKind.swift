// Stage: sources. The kind of MQTT: its number in files, its keys and its documents.
import PanelFile
import SystemFiles

extension SourceKind {
  static let mqtt = SourceKind(
    3,
    { MQTTSource($0) },
    examine: { record, _ in MQTTSource.examine(record) },
    KindSpec(
      name: "mqtt",
      main: KeySpec(
        "mqtt", .path,
        .place("ADDRESS or ADDRESS:PORT, as 127.0.0.1:1883") { text, expected in
          Endpoint(text.utf8, port: MQTTSource.usualPort) == nil ? expected : nil
        }, summary: "The broker's address; its port is 1883 unless told otherwise."),
      keys: [
        KeySpec("client", .clientName, .text, summary: "The name that the broker knows it by."),
        KeySpec("user", .user, .text, summary: "The user's name."),
        KeySpec("password", .password, .text, summary: "The file on the device that has the password, of mode 0600."),
        KeySpec(
          "alive", .alive, .special("a topic and its payload"),
          summary:
            "A topic and the payload that it has while the other side is there: with another one all signals fail."),
        KeySpec(
          "keep", .keepAlive, .special("a topic"),
          summary: "The topic of an empty message that is sent every 30 s, as Victron's brokers want it."),
        KeySpec(
          "retained", .retainedIsOld, .special("fresh or old"),
          summary: "Whether a value that the broker had kept is fresh or old; fresh if not said."),
      ],
      summary: "Topics of an MQTT broker: an address is a topic and, behind a blank, the path in its JSON.",
      example: "{mqtt: 192.168.1.10, client: helm}",
      notes: """
        | address | value |
        | --- | --- |
        | `battery` | The payload of a topic: a number, a word as `on` or `OFF`, or a text. |
        | `battery .voltage`, `battery .cells[3].u` | A member of its JSON; with `[` or `{` the address stands in quotation marks. |
        | `oven * degC` | The number in a payload like `21.5 degC`, by a pattern as that of a file. |
        | `solar/+/power .value` | A topic by any name in the place of `+`. |
        | `solar/+/power {1}` | That name itself, a text. |

        A control sends to a topic, with quality of service 1: `sends: lamp/set`. Behind it may stand `.state` for a member of a JSON
        object, `OFF|ON` for the words of 0 and 1, `qos0`, and `retain`. Its value counts as sent when the broker has acknowledged it.
        [Sources](sources.md#mqtt) has the rest.
        """))
}
