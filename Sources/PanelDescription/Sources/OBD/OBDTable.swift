// Stage: description of sources. The names of mode 01: SAE J1979, as https://en.wikipedia.org/wiki/OBD-II_PIDs has its table;
// the short names are those of python-OBD, which many programs know.
import PanelSources

/// The values that have names.
package enum OBDTable {
  /// All values, in the order of the documents.
  package static let values: [OBDValue] = basic + oxygen + state + wide

  /// A table of all values, for documents.
  package static var document: String {
    var text = "| address | short | PID | unit | meaning |\n| --- | --- | --- | --- | --- |\n"
    for value in values {
      let pid = (value.pid < 16 ? "0" : "") + String(value.pid, radix: 16, uppercase: true)
      let short = value.shortName.isEmpty ? "" : "`\(value.shortName)`"
      text += "| `\(value.name)` | \(short) | \(pid) | \(value.unit) | \(value.summary) |\n"
    }
    return text
  }
}
