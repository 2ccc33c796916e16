// Stage: program. Input: a display of the description's, and the command line. Output: the choices for it.
import PanelFile
import PanelKit
import PanelSignals
import SystemFiles

/// The choices for a display of several.
struct DisplayOptions {
  private(set) var display = DisplayChoice.automatic
  private(set) var touch = InputChoice.none
  private(set) var rotation = DisplayRotation.none

  /// - Throws: the record names no display or touchscreen.
  init(_ record: PanelRecord) throws(ProgramError) {
    if let text = record.text(.display) {
      do throws(DeviceError) { display = try DisplayChoice(text) } catch { throw .failed(error.message) }
    }
    if let text = record.text(.touch) { touch = try Options.input(text) }
    let rotations: InlineArray<4, DisplayRotation> = [.none, .clockwise90, .clockwise180, .clockwise270]
    rotation = rotations[(record.choice(.rotation) ?? 0) & 3]
  }

  /// Opens the display.
  /// - Throws: it is not there, or cannot be used.
  func open() throws(DeviceError) -> any Display { try display.openDevice(rotation: rotation) }
}

extension Options {
  /// Takes the description's keys of its first display, as far as the command line has none.
  /// - Returns: which of the displays is shown.
  mutating func takeDisplay(of file: PanelFile) throws(ProgramError) -> Int {
    if let width = file.root.number(.designWidth), let height = file.root.number(.designHeight) {
      panelSize = (Int(width.rounded), Int(height.rounded))
    }
    let displays = file.root.children(.display)
    if let on {
      if let number = displays.firstIndex(where: { haveSameBytes($0.text(.name), on) }) { return number }
      if displays.isEmpty { throw .usage("--on " + printable(on) + ": the panel names no displays") }
      throw unknown("--on ", on, among: displays.map { $0.text(.name) ?? "" })
    }
    guard let first = displays.first else { return 0 }
    let own = try DisplayOptions(first)
    if case .automatic = display { display = own.display }
    if case .automatic = touch, first.text(.touch) != nil { touch = own.touch }
    if rotation == .none { rotation = own.rotation }
    return 0
  }
}
