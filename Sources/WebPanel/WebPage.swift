// Stage: a page. Input: a panel file, values, fingers and the time, of a page in a browser. Output: frames in memory.
import FixedRaster
import LayerRuntime
import PanelDisplays
import PanelFile
import PanelInstruments
import PanelKit
import PanelSignals
import SystemFiles

/// The panel of a page.
final class WebPage {
  /// The answers of ``open(_:width:height:density:at:)``.
  enum Answer: Int32 {
    case opened, damaged, size, memory
  }

  /// Bytes that the page writes.
  let input = WebBytes()
  /// The text that the page reads.
  let output = WebBytes()
  private(set) var screens: PanelScreens?
  private(set) var display: WebDisplay?
  /// The signals' records, in the language and the units that are shown.
  private(set) var signals: [PanelRecord] = []
  /// Why the last file was not opened; empty where it was.
  private(set) var message = ""
  /// The rectangle of the instrument that was hit last.
  let hitFrame = WebRects(capacity: 1)
  var clock = WebClock()
  private var theme: String?
  private var isAdvanceDue = true

  var screen: PanelScreen? { screens?.first }
  var panel: Panel? { screens?.first.panel }
  var state: PanelState? { screens?.state }

  // MARK: Opening

  /// Opens a panel in the place of the former one, which stays where that fails.
  /// - Parameters:
  ///   - bytes: of the panel file.
  ///   - width: of the display, in pixels.
  ///   - height: of the display, in pixels.
  ///   - density: pixels in a millimetre, if known.
  ///   - time: in nanoseconds.
  func open(_ bytes: [UInt8], width: Int, height: Int, density: Fixed?, at time: Int64) -> Answer {
    var answer = Answer.size
    do throws(ProgramError) {
      guard WebDisplay.sizes.contains(width), WebDisplay.sizes.contains(height) else {
        throw .failed("the size is out of range: use 16 to 4096 pixels each way")
      }
      answer = .damaged
      let file = try Self.file(bytes)
      answer = .memory
      let display = try Self.display(width, height, density)
      answer = .damaged
      try show(file, on: display, at: time)
      message = ""
      return .opened
    } catch {
      message = error.message
      return answer
    }
  }

  private static func file(_ bytes: [UInt8]) throws(ProgramError) -> PanelFile {
    do throws(PackError) { return try PanelFile(bytes: bytes, name: "the panel") } catch {
      throw .failed(error.message)
    }
  }

  private static func display(_ width: Int, _ height: Int, _ density: Fixed?) throws(ProgramError) -> WebDisplay {
    do throws(DeviceError) { return try WebDisplay(width: width, height: height, density: density) } catch {
      throw .device(error)
    }
  }

  private func show(_ file: PanelFile, on display: WebDisplay, at time: Int64) throws(ProgramError) {
    let former = screens
    let next = PanelScreens(try PanelScreen(file, display: display))
    if let former {
      next.state.goOn(after: former.state)
      next.first.panel.showPage(of: former.first.panel)
      former.first.screen.cancelTouches()
      former.first.panel.endPresses()
    }
    (screens, self.display) = (next, display)
    next.replacedHandler = { [unowned(unsafe) self] in unsafe follow() }
    follow()
    isAdvanceDue = true
    withExtendedLifetime(former) {}
  }

  /// Follows the panel that is shown now: a language, or units, make another one.
  private func follow() {
    guard let panel, let state else { return }
    signals = state.file.root.children(.signal)
    if let theme { panel.showTheme(theme) }
    state.advanceHandler = { [unowned(unsafe) self] in unsafe isAdvanceDue = true }
    state.frameCount = { [unowned(unsafe) self] in unsafe screen?.frames ?? 0 }
  }

  // MARK: Frames

  /// Takes values and fingers over, and shows the panel as it is at a time, in nanoseconds.
  func advance(to time: Int64) {
    isAdvanceDue = false
    screens?.advance(to: time)
  }

  /// Draws the changes, and animations at their state of a time, in nanoseconds.
  /// - Returns: how many rectangles are new.
  func draw(at time: Int64) -> Int {
    display?.damage.removeAll()
    // The module's own memory refuses nothing.
    do throws(DeviceError) { _ = try screen?.drawFrame(at: time) } catch { return 0 }
    return display?.damage.count ?? 0
  }

  /// What is due at a time, then the frame.
  func frame(at time: Int64) -> Int {
    if let due = screen?.screen.nextTouchDeadline, due <= time { screen?.screen.advanceTouches(to: time) }
    if isAdvanceDue || (screens?.nextTime ?? .max) <= time { advance(to: time) }
    return draw(at: time)
  }

  /// When ``frame(at:)`` is due, in nanoseconds; `nil` where nothing moves.
  var nextTime: Int64? {
    guard let screen else { return nil }
    let isDue = isAdvanceDue || screen.screen.compositor.needsFrame
    var next = isDue ? screens?.earliestTime ?? 0 : screens?.nextTime ?? .max
    next = min(next, screen.animationTime ?? .max)
    next = min(next, screen.screen.nextTouchDeadline ?? .max)
    return next == .max ? nil : next
  }

  // MARK: Values

  /// Whether a page may give a signal's values: it has sources, or nothing else that tells it any.
  func takesValues(_ signal: Int) -> Bool {
    guard let definitions = state?.file.definitions, definitions.indices.contains(signal) else { return false }
    return definitions[signal].sourceCount > 0
  }

  /// Gives a signal a reading of its source.
  func give(_ signal: Int, _ reading: Reading, at time: Int64) {
    state?.signals.receive(SignalIndex(signal), source: 0, reading, at: time)
    isAdvanceDue = true
  }

  /// Gives a signal a text of its source: a number for a signal of numbers.
  func give(_ signal: Int, _ text: [UInt8], _ quality: Quality, at time: Int64) {
    guard let signals = state?.signals else { return }
    let index = SignalIndex(signal)
    isAdvanceDue = true
    if quality <= .old, signals.receive(index, text: text.span, quality, at: time) { return }
    if quality > .old { return give(signal, Reading(.zero, quality), at: time) }
    guard let number = Fixed64(decimal: text.span), number > .min, number < .max else {
      return give(signal, Reading(.zero, .failed), at: time)
    }
    give(signal, Reading(number, quality), at: time)
  }

  // MARK: Looks

  /// Shows a theme; without a name, the one whose condition holds.
  func showTheme(_ name: String?) {
    theme = name
    panel?.showTheme(name)
    isAdvanceDue = true
  }

  /// Has the next frame advance the panel.
  func setNeedsAdvance() { isAdvanceDue = true }

  // MARK: Fingers

  /// - Returns: whether the panel takes it: the touch that wakes it presses nothing.
  func touch(finger: Int, _ phase: Touch.Phase, at place: PixelPoint, time: Int64) -> Bool {
    isAdvanceDue = true
    return screens?.touch(finger: finger, phase, at: place, time: time, touchTime: time) ?? false
  }

  func press(_ code: UInt16, _ phase: KeyPress.Phase, at time: Int64) -> Bool {
    isAdvanceDue = true
    return screens?.press(code, phase, at: time) ?? false
  }

  func turn(by steps: Int, at time: Int64) -> Bool {
    isAdvanceDue = true
    return screens?.turn(by: steps, at: time) ?? false
  }

  /// The number of the record of the instrument that is seen at a place, in pixels; `nil` for none. Its rectangle is
  /// ``hitFrame``.
  func hit(_ place: Point) -> Int? {
    var found: (record: Int, frame: Rect)?
    panel?.forEachShown { record, instrument in
      if instrument.bounds.contains(instrument.convert(place, from: nil)) {
        found = (record.index, instrument.convert(instrument.bounds, to: nil))
      }
    }
    hitFrame.removeAll()
    guard let found else { return nil }
    let frame = found.frame
    hitFrame.append(
      PixelRect(
        minX: Int32(frame.minX.rounded), minY: Int32(frame.minY.rounded), maxX: Int32(frame.maxX.rounded),
        maxY: Int32(frame.maxY.rounded)))
    return found.record
  }
}
