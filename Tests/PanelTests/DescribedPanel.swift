import FixedRaster
import PanelDescription
import PanelFile
import PanelInstruments

/// A panel of 320x240 with a source `in`.
/// - Parameters:
///   - signals: a line each.
///   - page: the element of one page.
///   - more: further keys of the panel.
func compiledPanel(_ signals: String, _ page: String, _ more: String = "") throws -> CompiledPanel {
  let text = """
    panel: 1
    size: 320x240
    sources: {in: {lines: stdin}}
    signals:
      \(signals.split(separator: "\n").joined(separator: "\n  "))
    pages: {main: \(page)}
    \(more)
    """
  return try compilePanel(Array(text.utf8), name: "described")
}

/// The panel in its designed size, laid out.
func describedPanel(_ signals: String, _ page: String, _ more: String = "") throws -> Panel {
  let panel = try Panel(
    try PanelFile(bytes: compiledPanel(signals, page, more).bytes), size: Size(width: 320, height: 240))
  panel.root.layoutIfNeeded()
  return panel
}
