// Stage: displays of a panel. Input: a panel file and the time. Output: panels on all displays, with one state.
import PanelFile
import PanelInstruments
import PanelKit
import SystemFiles

/// A panel on all its displays.
package final class PanelScreens {
  /// The program's display first.
  package private(set) var all: [PanelScreen]
  /// Called when another panel has taken the place of the one that was shown, which is still there meanwhile.
  package var replacedHandler: () -> Void = {}
  /// The time of the last ``advance(to:)``.
  package private(set) var time: Int64?

  /// Nanoseconds from a frame to the next: 30 a second.
  package static var frameInterval: Int64 { 33_333_333 }

  package init(_ first: PanelScreen) { all = [first] }

  package var first: PanelScreen { all[0] }
  package var state: PanelState { first.panel.state }

  /// Opens another display of the panel.
  /// - Parameter number: which of the description's displays it is.
  package func add(_ display: any Display, number: Int) throws(ProgramError) -> PanelScreen {
    let screen = try PanelScreen(state.file, display: display, number: number, state: state)
    all.append(screen)
    return screen
  }

  /// Closes the displays but for the first, which is whose opened it.
  package func closeOthers() { for screen in all.dropFirst() { screen.screen.display.close() } }

  // MARK: Another file

  /// Has another panel take the place of the one that is shown, with the received values.
  /// - Parameter name: of the file, for a refusal.
  /// - Returns: the former panels, which are still there.
  /// - Throws: the file is damaged, or has more layers than there is room for, which changes nothing on the displays.
  ///   ``PanelTrial`` finds out the same before the panel takes any memory here.
  package func replace(with file: PanelFile, named name: String = "") throws(ProgramError) -> [Panel] {
    let next = PanelState(file)
    let panels = try panels(of: next, name)
    next.goOn(after: state)
    return show(panels)
  }

  /// A panel of a state for each display.
  private func panels(of state: PanelState, _ name: String = "") throws(ProgramError) -> [Panel] {
    var panels: [Panel] = []
    for screen in all { panels.append(try screen.panel(of: state, named: name)) }
    return panels
  }

  /// Shows a panel on each display.
  /// - Returns: the former ones.
  private func show(_ panels: [Panel]) -> [Panel] {
    let former = all.map { $0.panel }
    for (screen, panel) in zip(all, panels) { screen.show(panel) }
    return former
  }

  // MARK: Time

  /// Shows the panel as it is at a time, in nanoseconds. Does not draw.
  package func advance(to time: Int64) {
    self.time = time
    state.advance(to: time)
    if state.chooseWording() { showWording(at: time) }
  }

  /// A language, and a system of units, changes the texts of every instrument: others are made, which show the same
  /// signals and alarms.
  private func showWording(at time: Int64) {
    let former: [Panel]
    // The file was shown before: nothing in it is refused now.
    do throws(ProgramError) {
      let next = try panels(of: state)
      for (screen, panel) in zip(all, next) { panel.takeOver(screen.panel) }
      former = show(next)
    } catch { return }
    withExtendedLifetime(former) { replacedHandler() }
    state.advance(to: time)
  }

  /// When ``advance(to:)`` is due, not before the next frame's time; `nil` where only a value changes anything.
  package var nextTime: Int64? { state.nextTime.map { max($0, earliestTime) } }

  /// When the next frame may be shown.
  package var earliestTime: Int64 { time.map { $0 + Self.frameInterval } ?? 0 }
}

// Fingers and keys that no device has: of a replay, a test, a page in a browser.
extension PanelScreens {
  /// Gives the first display a finger. Devices number theirs from 0: this one is kept apart from them.
  /// - Parameters:
  ///   - finger: its number, from 0.
  ///   - place: in pixels of the picture.
  ///   - time: in nanoseconds, as that of ``advance(to:)``.
  ///   - touchTime: the same time on the clock of gestures; `nil` for `EventLoop.now`.
  /// - Returns: whether the panel takes it: the touch that wakes it presses nothing.
  @discardableResult
  package func touch(
    finger: Int, _ phase: Touch.Phase, at place: PixelPoint, time: Int64, touchTime: Int64?
  ) -> Bool {
    let number = -1 - finger
    if !state.touch(finger: number, phase, at: time) { return false }
    first.screen.touch(finger: number, phase: phase, at: place, time: touchTime)
    return true
  }

  /// Gives the first display a key, by the kernel's number.
  /// - Returns: whether the panel takes it.
  @discardableResult
  package func press(_ code: UInt16, _ phase: KeyPress.Phase, at time: Int64) -> Bool {
    if !state.press(code, phase, at: time) { return false }
    first.screen.focus.handle(Key(rawValue: code), phase, time: time)
    return true
  }

  /// Turns an encoder of the first display.
  /// - Returns: whether the panel takes it.
  @discardableResult
  package func turn(by steps: Int, at time: Int64) -> Bool {
    if !state.press(0, .began, at: time) { return false }
    first.screen.focus.turn(by: steps)
    return true
  }
}

extension PanelState {
  /// Goes on with the received values and the time of day of the former panel's state.
  package func goOn(after former: PanelState) {
    (wallClockOffset, zoneOffset) = (former.wallClockOffset, former.zoneOffset)
    takeOver(former)
  }
}
