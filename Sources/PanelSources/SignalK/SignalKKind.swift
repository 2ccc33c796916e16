// Stage: sources. The kind of Signal K: its number in files, its keys and its documents.
import PanelFile
import SystemFiles

extension SourceKind {
  static let signalK = SourceKind(
    8,
    { StreamSource<SignalKDecoder>($0) },
    examine: { StreamSource<SignalKDecoder>.examine($0, $1) },
    isOneWay: { _ in true },
    KindSpec(
      name: "signalk",
      main: KeySpec(
        "signalk", .path,
        .place(SignalKDecoder.places.text) { text, expected in
          Endpoint(text.utf8, port: SignalKDecoder.usualPort) == nil ? expected : nil
        }, summary: "The address of the server's TCP stream; its port is 8375 unless told otherwise."),
      keys: [
        KeySpec(
          "context", .context, .text,
          summary: "The vessel whose values count, as vessels.urn:mrn:imo:mmsi:230099999; the server's own if not said."
        )
      ],
      summary: "Paths of a Signal K server: an address is a path, as navigation.speedOverGround.",
      example: "{signalk: \"127.0.0.1:8375\"}",
      notes: """
        `panel-ui` asks the server for the paths of the addresses, and asks again whenever the server comes back. Values are in SI
        units: `show: kn` shows another one.

        | address | value |
        | --- | --- |
        | `navigation.speedOverGround` | The value of a path, of any source: the newest counts. |
        | `navigation.position .latitude` | A member of a value that is an object; a place in a list is `[0]`. |
        | `navigation.headingTrue $source=nmea0183.II` | The value of one source. |
        | `notifications.mob .state` | The severity: 0 normal, 1 alert, 2 warn, 3 alarm, 4 emergency, with these words. |
        | `notifications.mob .message` | The text of a notification, with `type: text`. |
        | `name`, `mmsi` | The vessel's own name and its like, with `type: text`. |

        `null` is no value. [Sources](sources.md#signal-k) has the units of the paths.
        """))
}
