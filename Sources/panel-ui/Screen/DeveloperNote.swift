// Stage: program. Input: frames and touches. Output: a few lines on top of the panel, for whoever works on it (P09).
import PanelFile
import PanelInstruments
import PanelKit
import PanelSignals
import SystemFiles

/// The cost of frames, and by a touch the signals behind an instrument: `--overlay time,values`.
final class DeveloperNote {
  private let layer = Layer()
  let words = NoteText()
  private let showsTime: Bool
  private unowned(unsafe) let screen: PanelScreen
  /// Where the last touch was, in points of the display.
  private var place: Point?
  private var slowest: Int64 = 0
  private var frames = 0

  /// `nil` where nothing is to be shown.
  /// - Parameters:
  ///   - screen: outlives the note.
  ///   - changed: called when a frame is due because of a touch.
  init?(_ screen: PanelScreen, _ options: Options, changed: @escaping () -> Void = {}) {
    if !options.showsTime && !options.showsValues { return nil }
    let showsValues = options.showsValues
    showsTime = options.showsTime
    unsafe self.screen = screen
    // Without a size it takes no touches from the panel.
    if showsValues { layer.frame = screen.screen.bounds }
    layer.zPosition = 1
    words.fontSize = 14
    words.isWrapped = true
    words.backgroundColor = Color(red: 0, green: 0, blue: 0, alpha: 200)
    words.isHidden = true
    layer.addSublayer(words)
    // Touches show values then, and press nothing.
    if showsValues {
      layer.touchHandler = { [unowned(unsafe) self] touch in
        if touch.phase != .began { return }
        unsafe place = touch.location
        changed()
      }
    }
    screen.screen.root.addSublayer(layer)
  }

  /// A frame was presented.
  func frameWasDrawn(_ nanoseconds: Int64) {
    frames += 1
    slowest = max(slowest, nanoseconds)
  }

  /// Takes on the content of the next frame. Asks for none itself.
  func advance(to time: Int64) {
    var lines: [String] = []
    if showsTime {
      let last = unsafe screen.screen.frameTime
      lines.append(
        "frame " + String(last / 1000) + " us, slowest " + String(slowest / 1000) + " us, " + String(frames) + " frames"
      )
    }
    if let place {
      let panel = unsafe screen.panel
      for signal in panel.signals(at: place) { lines.append(signalLine(signal, panel.file, panel.signals, at: time)) }
    }
    // The panel may have been replaced; it always has the letters that are needed here.
    words.font = unsafe screen.panel.fonts.text
    words.string = lines.joined(separator: "\n")
    words.isHidden = lines.isEmpty
    let width = unsafe min(screen.screen.bounds.width, 480)
    words.frame = Rect(x: 0, y: 0, width: width, height: Fixed(lines.count) * 20)
  }
}

/// A text that fingers go through.
final class NoteText: TextLayer {
  override func contains(_ point: Point) -> Bool { false }
}
