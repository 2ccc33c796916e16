// Stage: program. `panel-ui check PANEL`: whether a panel file can be shown, and its contents.
import PanelFile
import PanelInstruments
import PanelKit
import SystemFiles

/// Loads a panel file as for showing it, without a display.
enum Check {
  /// - Returns: the file's contents on one line.
  /// - Throws: why it is refused.
  static func line(_ path: String) throws(ProgramError) -> String {
    let file = try PanelFile.open(path)
    let root = file.root
    var text = printable(path) + ": can be shown: "
    let displays = max(1, root.count(.display))
    var (pages, instruments) = (0, 0)
    for number in 0..<displays {
      let panel = try PanelScreen.panel(PanelState(file), number, Size(width: 800, height: 480))
      pages += panel.pageNames.count
      instruments += panel.instruments.count
    }
    if displays > 1 { count(&text, displays, "display", ", ") }
    count(&text, pages, "page", ", ")
    count(&text, instruments, "instrument", ", ")
    // Expressions are signals without a name.
    var named = 0
    for signal in root.children(.signal) where signal.text(.name) != nil { named += 1 }
    count(&text, named, "signal", ", ")
    count(&text, root.count(.signal) - named, "expression", ", ")
    count(&text, root.count(.source), "source", ", ")
    count(&text, root.count(.alarm), "alarm", "\n")
    return text
  }

  private static func count(_ text: inout String, _ number: Int, _ thing: String, _ end: String) {
    text += String(number) + " " + thing + (number == 1 ? "" : "s") + end
  }
}
