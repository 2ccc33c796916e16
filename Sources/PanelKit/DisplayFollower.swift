// Stage: the program. Input: the kernel's words about displays. Output: screens whose display goes, comes back, or is another.
import CLinux
import SystemFiles

/// What has become of a screen's display.
public enum DisplayChange {
  /// Nothing is drawn until it, or another one that is meant, is there.
  case gone(DeviceError?)
  /// Another virtual terminal is shown on it. Nothing is drawn until it is ``shown(isResized:)`` again.
  case left
  /// One is there.
  /// - Parameter isResized: whether it has another size than the one before.
  case shown(isResized: Bool)
}

/// Looks after the displays of a program's screens.
final class DisplayFollower {
  private struct Followed {
    let screen: Screen
    let reopen: () throws(DeviceError) -> any Display
    var isGone = false
  }

  /// A display that no screen is made for yet.
  private struct Awaited {
    let open: () throws(DeviceError) -> any Display
    let handler: (any Display) -> Void
  }

  /// Called when a display has gone, before it is closed.
  var goesHandler: (Screen) -> Void = { _ in }
  /// Called when it has gone, or another one is there.
  var changeHandler: (Screen, DisplayChange) -> Void = { _, _ in }

  private let loop: EventLoop
  private var followed: [Followed] = []
  private var awaited: [Awaited] = []
  private var events: DisplayEvents?
  private var timer: EventLoop.Timer?
  /// How often displays that have gone are looked for still, without another word of the kernel.
  private var tries = 0

  /// A device's file is there before its group may open it, and a driver before its connectors.
  private static var tryInterval: Int64 { 125_000_000 }
  private static var tryCount: Int { 16 }

  init(_ loop: EventLoop) { self.loop = loop }

  deinit { end() }

  /// Follows the display of a screen. Where the kernel's words cannot be heard, only a driver that refuses frames is noticed.
  func follow(_ screen: Screen, _ reopen: @escaping () throws(DeviceError) -> any Display) {
    followed.append(Followed(screen: screen, reopen: reopen))
    listen()
  }

  /// Opens a display once it is there, and gives it to a handler.
  func await(_ open: @escaping () throws(DeviceError) -> any Display, _ handler: @escaping (any Display) -> Void) {
    awaited.append(Awaited(open: open, handler: handler))
    listen()
    // It may have come since somebody looked.
    tries = Self.tryCount
    tryLater()
  }

  private func listen() {
    if events != nil { return }
    events = DisplayEvents()
    guard let events else { return }
    do throws(DeviceError) {
      try loop.watch(events.descriptor) { [unowned(unsafe) self] _ in unsafe wordsCame() }
    } catch { self.events = nil }
  }

  func end() {
    if let timer { loop.cancelTimer(timer) }
    timer = nil
    if let events { loop.unwatch(events.descriptor) }
    events = nil
    (followed, awaited) = ([], [])
  }

  private func wordsCame() {
    if events?.read() != true { return }
    tries = Self.tryCount
    examine()
  }

  /// Looks whether displays are there, and opens those that have come.
  func examine() {
    for index in followed.indices where !followed[index].isGone {
      if !followed[index].screen.display.isThere() { lose(index, nil) }
    }
    openMissing()
  }

  private func openMissing() {
    if !isForeground { return }
    var isAnyGone = false
    for index in followed.indices where followed[index].isGone {
      do throws(DeviceError) {
        let display = try followed[index].reopen()
        followed[index].isGone = false
        let isResized = followed[index].screen.show(on: display)
        changeHandler(followed[index].screen, .shown(isResized: isResized))
      } catch { isAnyGone = true }
    }
    if openAwaited() { isAnyGone = true }
    if isAnyGone { tryLater() }
  }

  /// - Returns: whether any is missing still.
  private func openAwaited() -> Bool {
    // A handler has its display followed.
    let waiting = awaited
    awaited = []
    for one in waiting {
      do throws(DeviceError) { one.handler(try one.open()) } catch { awaited.append(one) }
    }
    return !awaited.isEmpty
  }

  /// Whether the panel's terminal is shown. Another one's program may have the card meanwhile: nothing is tried then.
  var isForeground = true {
    didSet {
      if !isForeground { return }
      tries = Self.tryCount
      openMissing()
    }
  }

  /// Whether nothing shows a screen.
  func isGone(_ screen: Screen) -> Bool { followed.contains { $0.screen === screen && $0.isGone } }

  private func tryLater() {
    if let timer { loop.cancelTimer(timer) }
    timer = nil
    if tries == 0 || !isForeground { return }
    tries -= 1
    timer = loop.addTimer(at: EventLoop.now + Self.tryInterval) { [unowned(unsafe) self] _ in
      unsafe timer = nil
      unsafe openMissing()
    }
  }

  /// Notes that a display has refused a frame, or its events.
  /// - Returns: whether it is followed, and the refusal says that it has gone.
  func take(_ error: DeviceError, of screen: Screen) -> Bool {
    guard let index = followed.firstIndex(where: { $0.screen === screen }) else { return false }
    if followed[index].isGone { return true }
    switch error.code {
    case ENODEV, ENXIO, ENOENT, EIO: break
    default: return false
    }
    tries = Self.tryCount
    lose(index, error)
    // Not at once: one that opens and refuses each frame would keep the program busy.
    tryLater()
    return true
  }

  private func lose(_ index: Int, _ reason: DeviceError?) {
    let screen = followed[index].screen
    followed[index].isGone = true
    screen.cancelInput()
    goesHandler(screen)
    screen.display.close()
    changeHandler(screen, .gone(reason))
  }
}
