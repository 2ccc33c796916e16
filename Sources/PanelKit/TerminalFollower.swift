// Stage: the program. Input: the kernel's signals about virtual terminals. Output: whether the panel's is shown.
import CLinux
import SystemFiles

/// Gives the displays to another virtual terminal where one is asked for, and takes them back.
///
/// Threads that are started before this one's have to hold the last two real-time signals back.
final class TerminalFollower {
  /// Called before another terminal is shown, and after the panel's is shown again.
  var handler: (Bool) -> Void = { _ in }

  private let console: Console
  private let loop: EventLoop
  private let signals: SignalWatch
  private var descriptor: Int32 = -1

  // The lower number is read first: where both wait, the terminal has come back and is to be left again.
  private static var returning: Int32 { linux_SIGRTMAX() - 1 }
  private static var leaving: Int32 { linux_SIGRTMAX() }

  /// Where the kernel does not ask, the panel's terminal stays: `nil`.
  init?(_ console: Console, _ loop: EventLoop) {
    (self.console, self.loop) = (console, loop)
    signals = SignalWatch([Self.leaving, Self.returning])
    do throws(DeviceError) {
      descriptor = try signals.start() ?? -1
      try loop.watch(descriptor) { [unowned(unsafe) self] _ in unsafe answer() }
    } catch { return nil }
    if !console.allowSwitching(leaving: Self.leaving, returning: Self.returning) {
      end()
      return nil
    }
  }

  func end() {
    if descriptor >= 0 { loop.unwatch(descriptor) }
    descriptor = -1
  }

  private func answer() {
    while descriptor >= 0, let signal = signals.next() {
      if signal == Self.leaving {
        handler(false)
        console.leave()
      } else {
        console.comeBack()
        handler(true)
      }
    }
  }
}
