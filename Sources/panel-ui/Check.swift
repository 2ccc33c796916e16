// Stage: program. `panel-ui check PANEL`: whether a panel file can be shown, and what it holds.
import PanelFile
import PanelInstruments
import PanelKit
import SystemFiles

/// Loads a panel file as for showing it, without a display.
enum Check {
  /// - Returns: what the file holds, on one line.
  /// - Throws: why it is refused.
  static func line(_ path: String) throws(ProgramError) -> String {
    let panel = try PanelScreen.panel(try PanelFile.open(path), Size(width: 800, height: 480))
    let root = panel.file.root
    var text = printable(path) + ": can be shown: "
    count(&text, panel.pageNames.count, "page", ", ")
    count(&text, panel.instruments.count, "instrument", ", ")
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
