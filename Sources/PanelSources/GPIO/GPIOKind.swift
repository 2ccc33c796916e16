// Stage: sources. The kind of GPIO lines: its number in files, its key and its documents.
import PanelFile
import SystemFiles

extension SourceKind {
  static let gpio = SourceKind(
    12, { GPIOSource($0) },
    examine: { record, addresses in GPIOSource.examine(record.text(.path) ?? "", addresses.map { $0.address }) },
    isSamePlace: { haveSameBytes($0, $1) },
    KindSpec(
      name: "gpio",
      main: KeySpec("gpio", .path, .text, summary: "The chip: its name as gpiochip0, its path, or its label."),
      keys: [],
      summary: "Lines of a GPIO chip: an address is a line's number or name and, behind a blank, its options.",
      example: "{gpio: gpiochip0}",
      notes: """
        With the source `io: {gpio: gpiochip0}` a signal is a line, by its number or by its name:

        | address, behind `io/` | unit | value |
        | --- | --- | --- |
        | `17`, `DOOR` | | 1 while the line is active, otherwise 0. |
        | `17 count` | | The rising edges since the source was opened. |
        | `17 frequency` | Hz | The rising edges a second, 0 after 2 s without one. |

        Options follow in any order: `active-low`, `pull-up`, `pull-down`, `no-pull`, and `debounce 10ms`. A control sets a line by
        `sends: io/22`, with 0 and 1; `open-drain` and `open-source` are options of outputs. [Sources](sources.md#gpio) has the rest.
        """))
}
