// Stage: sources. The kind of the panel's own signals: nothing is opened for them.
import PanelFile

extension SourceKind {
  /// Every panel has it, by the name `panel`.
  public static let panel = SourceKind(
    7, { _ in nil },
    KindSpec(
      name: "panel", main: nil, keys: [],
      summary: "The panel itself: a source that every panel has, without naming it.",
      example: "clock: {from: panel/time, show: HH:mm}",
      notes: """
        | address | value |
        | --- | --- |
        | `hour`, `minute`, `second`, `day`, `month`, `year` | The local time and date, by the board's zone. |
        | `weekday` | From 1 for Monday to 7 for Sunday. |
        | `time` | Seconds since midnight. |
        | `uptime` | Seconds since the panel was shown first. |
        | `idle` | Seconds since somebody touched it; since it was shown where nobody has. |
        | `page`, `theme`, `language`, `system` | Texts: the names of those that are shown, the page that of the first display. Nothing for the description's own language and units. |
        | `alarms.warning`, `alarms.caution`, `alarms.advisory` | How many alarms of the priority nobody has acknowledged. |
        | `link.NAME` | 1 while the source of that name is connected: its file or port is open, somebody has connected to its socket; else 0. A demonstration asks no source: `demo: 1` says so there. |
        | `age.NAME` | Seconds since that source told a value; none before the first. |
        | `frames` | How many frames were drawn, counted each second. |

        These are never old. A clock that was never set, before 2020, has no value. So `visible: night` with
        `night: {is: hour < 6 or hour >= 22}` and `hour: {from: panel/hour}` needs no script, and `{lamp: link}` with
        `link: {from: panel/link.in}` is a link lamp. A source that a panel itself calls `panel` takes the name.
        """))
}
