// The panel that is compiled into the program, Examples/panels/machine-monitor.yaml, as scripts/assets made it.
import CSamplePanel
import PanelFile
import PanelKit

extension PanelFile {
  /// The panel at a path; without one the sample panel.
  /// - Throws: it cannot be read or is damaged, or the program was built without scripts/assets.
  static func open(_ path: String?) throws(ProgramError) -> PanelFile {
    let count = Int(sample_panel_byte_count())
    guard path != nil || count > 0, let start = unsafe sample_panel_start() else {
      throw .usage("no panel file is named, and this program was built without scripts/assets: name one")
    }
    do throws(PackError) {
      if let path { return try PanelFile(path: path) }
      return try unsafe PanelFile(
        static: UnsafeRawBufferPointer(start: start, count: count), name: "the sample panel")
    } catch { throw .failed(error.message) }
  }
}
