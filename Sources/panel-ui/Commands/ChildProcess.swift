// Stage: program. Input: a program and its arguments. Output: a process of it, and how that ended.
//
// The end of a process is an event of the loop: its pidfd becomes readable. That takes Linux 5.3 or later; an older kernel
// starts nothing. Nobody asks again and again, and no process stays behind as a zombie.
import CLinux
import EventLoop
import SystemFiles

/// A program that runs beside this one, as the first of a process group of its own.
///
/// Its end is waited for wherever it comes from. Without the last reference to it the group is killed.
final class ChildProcess {
  /// How a process ended.
  enum End: Equatable {
    /// With this status, 0...255.
    case exited(Int32)
    /// By this signal.
    case signal(Int32)
  }

  private enum State {
    case running
    /// The group was sent SIGTERM; the timer sends SIGKILL.
    case ending
    /// The group was sent SIGKILL.
    case killed
    /// The process has ended, and its number means nothing any more.
    case over
  }

  /// Nanoseconds between SIGTERM and SIGKILL.
  static var grace: Int64 { 1_000_000_000 }

  private let loop: EventLoop
  /// The number of the process and of its group.
  private let number: pid_t
  /// Readable once the process has ended; −1 when its status was taken.
  private var descriptor: Int32
  private let endHandler: (ChildProcess, End) -> Void
  private var state = State.running
  /// `nil` until its status was taken.
  private var end: End?
  private var timer: EventLoop.Timer?

  /// Starts a program with nothing to read, without an environment, and without blocked or ignored signals.
  /// - Parameters:
  ///   - path: the whole path of the program.
  ///   - words: its name and its arguments, sixteen together at most, with a zero behind each.
  ///   - output: the descriptor for both of its outputs.
  ///   - endHandler: called on the loop once when the process has ended; for one that was asked to end, when all of its
  ///     group have or were killed. May let go of the process.
  /// - Throws: the program cannot be run, or its end cannot be watched.
  init(
    _ path: String, _ words: [UInt8], output: Int32, _ loop: EventLoop,
    endHandler: @escaping (ChildProcess, End) -> Void
  ) throws(DeviceError) {
    (self.loop, self.endHandler) = (loop, endHandler)
    number = try Self.start(path, words, output)
    descriptor = linux_pidfd_open(number)
    // An error ends the process: it runs the deinitializer.
    if descriptor < 0 { throw DeviceError("watch", path, code: linux_errno(), remedy: "use Linux 5.3 or later") }
    try loop.watch(descriptor) { [unowned(unsafe) self] _ in unsafe processEnded() }
  }

  /// Kills the group, if it is there, and waits for the process.
  deinit {
    kill()
    takeEnd(waits: true)
    cancelTimer()
  }

  private static func start(_ path: String, _ words: [UInt8], _ output: Int32) throws(DeviceError) -> pid_t {
    var (number, bytes): (pid_t, [UInt8]) = (0, words)
    let code = unsafe bytes.withUnsafeMutableBytes { texts in
      guard let words = unsafe texts.baseAddress?.assumingMemoryBound(to: CChar.self) else { return EINVAL }
      return unsafe linux_spawn(&number, path, words, texts.count, output)
    }
    if code != 0 { throw DeviceError("run", path, code: code, remedy: "choose a program that this user may run") }
    return number
  }

  // MARK: Ending it

  /// Sends SIGTERM to the group, and a second later SIGKILL to those of it that are still there.
  func terminate() {
    if state != .running { return }
    state = .ending
    _ = CLinux.kill(-number, SIGTERM)
    timer = loop.addTimer(at: EventLoop.now + Self.grace) { [unowned(unsafe) self] _ in unsafe graceEnded() }
  }

  /// Sends SIGKILL to the group.
  func kill() {
    if state == .over { return }
    state = .killed
    _ = CLinux.kill(-number, SIGKILL)
  }

  /// Waits until the group of a process that was asked to end is gone, without the loop and without a call of the handler.
  /// - Parameter deadline: the end of the wait, on the loop's clock.
  func wait(until deadline: Int64) {
    while state != .over {
      takeEnd(waits: false)
      if end != nil && !hasGroup { return state = .over }
      if EventLoop.now >= deadline { return }
      usleep(10_000)
    }
  }

  private func graceEnded() {
    timer = nil
    kill()
    if end != nil { finish() }
  }

  private func processEnded() {
    takeEnd(waits: false)
    // The others of a group that was asked to end have the rest of their second.
    if end != nil && !(state == .ending && hasGroup) { finish() }
  }

  private func finish() {
    state = .over
    cancelTimer()
    // This object is gone afterwards, perhaps.
    if let end { endHandler(self, end) }
  }

  private func cancelTimer() {
    if let timer { loop.cancelTimer(timer) }
    timer = nil
  }

  /// Whether the group has a process. Its number is no other's while there is one.
  private var hasGroup: Bool { CLinux.kill(-number, 0) == 0 }

  /// Takes the status of the process, if it has ended: then it is no zombie.
  private func takeEnd(waits: Bool) {
    if end != nil { return }
    var (status, result): (Int32, pid_t) = (0, 0)
    repeat {
      result = unsafe waitpid(number, &status, waits ? 0 : WNOHANG)
    } while result < 0 && linux_errno() == EINTR
    if result == 0 { return }
    let signal = status & 0x7F
    end = signal != 0 ? .signal(signal) : .exited(status >> 8 & 0xFF)
    if descriptor < 0 { return }
    loop.unwatch(descriptor)
    _ = close(descriptor)
    descriptor = -1
  }
}
