// Stage: program. Has another process draw a panel's first frame before the panel is shown, so that a panel that ends the
// program cannot take down the one that is shown now.
import CLinux
import EventLoop
import PanelKit
import SystemFiles

/// A process that draws a panel's first frame, while the panel before is shown.
final class PanelTrial {
  enum Outcome: Equatable {
    /// It exited with status 0: the first frame was drawn.
    case drawn
    /// It exited with another status, and said why.
    case refused
    /// A trap or another signal ended it.
    case killed
    /// It was still running at the end of its time, and was killed.
    case late
  }

  /// The most seconds that the process may take beside the panel that is shown.
  static var limit: Int64 { 10 }

  private let loop: EventLoop
  /// `nil` before it is started.
  private var process: ChildProcess?
  /// The output of the process, read without waiting; −1 once it is closed.
  private var reader: Int32
  private var timer: EventLoop.Timer?
  /// The first output of the process.
  private var words: [UInt8] = []
  private var isLate = false
  private let ended: (Outcome, String) -> Void

  /// Has another process of this program draw one frame of a panel file into memory, with the values of its demonstration.
  /// The panel takes its memory there: this process is as large after a refusal as before.
  /// - Parameters:
  ///   - name: of the description's display whose pages are shown alone, if one was named.
  ///   - memory: of the display that the frame is as large as.
  ///   - layers: how many there is room for.
  ///   - ended: called when it is over, with why the process refuses the panel or does not reach its first frame; `nil`
  ///     for a panel that may be shown.
  /// - Returns: `nil` where no process can be started, so nothing is known.
  convenience init?(
    of path: String, on name: String?, like memory: DisplayMemory, layers: Int, _ loop: EventLoop,
    ended: @escaping (ProgramError?) -> Void
  ) {
    var arguments = "panel-ui\0--touch\0none\0--demo\0--frames\u{0}1\0--display\0memory:"
    arguments += String(memory.width) + "x" + String(memory.height) + ":xrgb8888\0--layers\0" + String(layers)
    if let name { arguments += "\0--on\0" + name }
    self.init("/proc/self/exe", arguments + "\0" + path, within: Self.limit * 1_000_000_000, loop) { outcome, words in
      switch outcome {
      case .drawn: ended(nil)
      case .refused: ended(.failed(words))
      case .killed:
        ended(
          .failed(
            printable(path) + ": it ends the program before its first frame: compile it again with lamina check -o"))
      case .late:
        ended(.failed(printable(path) + ": it has no first frame within ten seconds: give it fewer elements"))
      }
    }
  }

  /// Starts a program, without an environment: it must not tell the service manager that it is ready.
  /// - Parameters:
  ///   - arguments: its name and its arguments, with a zero between each two: fifteen at most.
  ///   - ended: called when it has ended, or was ended after so many nanoseconds, with its first output: without its name
  ///     and the end of the line. May let go of the trial.
  /// - Returns: `nil` where it cannot be started.
  init?(
    _ program: String, _ arguments: String, within nanoseconds: Int64, _ loop: EventLoop,
    ended: @escaping (Outcome, String) -> Void
  ) {
    var ends: InlineArray<2, Int32> = [-1, -1]
    var span = ends.mutableSpan
    if unsafe span.withUnsafeMutableBufferPointer({ unsafe linux_pipe($0.baseAddress) }) != 0 { return nil }
    (self.loop, reader, self.ended) = (loop, ends[0], ended)
    _ = linux_set_nonblocking(reader)
    defer { _ = close(ends[1]) }
    do throws(DeviceError) {
      process = try ChildProcess(program, Array(arguments.utf8) + [0], output: ends[1], loop) {
        [unowned(unsafe) self] _, end in unsafe processEnded(end)
      }
      try loop.watch(reader) { [unowned(unsafe) self] _ in unsafe readOutput() }
    } catch { return nil }
    timer = loop.addTimer(at: EventLoop.now + nanoseconds) { [unowned(unsafe) self] _ in
      unsafe isLate = true
      unsafe process?.kill()
    }
  }

  /// Kills the process, if it has not ended.
  deinit { stop() }

  /// Reads once. Keeps the first output, a kilobyte at most; the rest is read for the process to go on.
  /// - Returns: whether there may be more to keep.
  @discardableResult
  private func readOutput() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(reader, $0.baseAddress, $0.count) }
    if count > 0 { words += bytes.prefix(min(count, 1024 - words.count)) }
    if count == 0 || count < 0 && linux_errno() != EAGAIN { closeReader() }
    return count > 0 && words.count < 1024
  }

  private func processEnded(_ end: ChildProcess.End) {
    while readOutput() {}
    let outcome: Outcome
    switch end {
    case _ where isLate: outcome = .late
    case .exited(let status): outcome = status == 0 ? .drawn : .refused
    case .signal: outcome = .killed
    }
    stop()
    let (ended, line) = (ended, firstLine)
    // Nothing of the trial is there any more, perhaps.
    ended(outcome, line)
  }

  private func stop() {
    if let timer { loop.cancelTimer(timer) }
    (timer, process) = (nil, nil)
    closeReader()
  }

  private func closeReader() {
    if reader < 0 { return }
    loop.unwatch(reader)
    _ = close(reader)
    reader = -1
  }

  /// The first output as one line, without the program's name.
  private var firstLine: String {
    var line = words.prefix { $0 != 10 }
    let name = StaticString("panel-ui: ")
    if name.isEqual(to: line.prefix(name.utf8CodeUnitCount)) { line = line.dropFirst(name.utf8CodeUnitCount) }
    return line.isEmpty ? "it is refused without a word" : String(decoding: line, as: UTF8.self)
  }
}
