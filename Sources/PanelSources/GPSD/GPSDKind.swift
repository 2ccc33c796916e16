// Stage: sources. The kind of gpsd: its number in files, its keys and its documents.
import PanelFile
import SystemFiles

extension SourceKind {
  static let gpsd = SourceKind(
    5,
    { StreamSource<GPSDDecoder>($0) },
    examine: { StreamSource<GPSDDecoder>.examine($0, $1) },
    isOneWay: { _ in true },
    KindSpec(
      name: "gpsd",
      main: KeySpec(
        "gpsd", .path,
        .place(GPSDDecoder.places.text) { text, expected in
          Endpoint(text.utf8, port: GPSDDecoder.usualPort) == nil ? expected : nil
        }, summary: "The address of gpsd; its port is 2947 unless told otherwise."),
      keys: [KeySpec("device", .device, .text, summary: "The path of the receiver that counts; any if not said.")],
      summary: "Position, speed and time by gpsd: an address is a report and a field, as TPV.speed.",
      example: "{gpsd: \"127.0.0.1:2947\"}",
      notes: """
        `panel-ui` asks gpsd for its reports in JSON, and asks again whenever gpsd comes back. The fields of `TPV`, `SKY` and `ATT`
        have gpsd's names and units:

        | address | unit | value |
        | --- | --- | --- |
        | `TPV.lat`, `TPV.lon` | deg | Latitude and longitude. |
        | `TPV.altMSL`, `TPV.altHAE` | m | The height above the sea, and above the ellipsoid. |
        | `TPV.speed`, `TPV.climb` | m/s | The speed over ground, and upwards. |
        | `TPV.track`, `TPV.magtrack`, `TPV.magvar` | deg | The course over ground, the magnetic one, the variation. |
        | `TPV.mode` | | 1 for no place, 2 for latitude and longitude, 3 with the height. |
        | `TPV.time` | s | Seconds since midnight, UTC; of `type: text` the whole time. |
        | `TPV.eph`, `TPV.epv`, `TPV.eps`, `TPV.epd` | m, m/s, deg | The estimated errors. |
        | `SKY.uSat`, `SKY.nSat` | | Satellites in use, and seen. |
        | `SKY.hdop`, `SKY.pdop`, `SKY.vdop` | | Dilutions of precision. |
        | `ATT.heading`, `ATT.pitch`, `ATT.roll`, `ATT.yaw` | deg | The attitude. |
        | `ATT.temp`, `ATT.depth` | degC, m | As gpsd tells them. |

        With a mode below 2 everything of `TPV` but its mode and its time has failed.
        """))
}
