// Stage: program. Has another process draw a panel's first frame before the panel is shown, so that a panel that ends the
// program cannot take down the one that is shown now.
import CLinux
import PanelKit
import SystemFiles

/// A panel's first frame, drawn by a process of its own.
enum PanelTrial {
  enum Outcome: Equatable {
    /// It exited with status 0: the first frame was drawn.
    case drawn
    /// It exited with another status, and said why.
    case refused
    /// A trap or another signal ended it.
    case killed
    /// It was still running at the end of its time, and was killed.
    case late
    /// It could not be started, so nothing is known.
    case notStarted
  }

  /// The most milliseconds that the process may take.
  static var limit: Int32 { 3000 }

  /// Has another process of this program draw one frame of a panel file into memory, with the values of its demonstration.
  /// Waits for it. What the panel takes, it takes there: this process is as large after a refusal as before.
  /// - Parameters:
  ///   - memory: of the display that the frame is as large as.
  ///   - layers: how many there is room for.
  /// - Throws: the process refuses the panel, or does not reach its first frame.
  static func draw(_ path: String, like memory: DisplayMemory, layers: Int) throws(ProgramError) {
    let size = String(memory.width) + "x" + String(memory.height)
    let arguments = [
      "panel-ui", "--display", "memory:" + size + ":xrgb8888", "--touch", "none", "--demo", "--frames", "1", "--layers",
      String(layers), path,
    ]
    var words = ""
    switch outcome(of: "/proc/self/exe", arguments, within: limit, saying: &words) {
    case .drawn, .notStarted: return
    case .refused: throw .failed(words)
    case .killed:
      throw .failed(
        printable(path) + ": it ends the program before its first frame: compile it again with panel-assets")
    case .late:
      throw .failed(printable(path) + ": it has no first frame within three seconds: give it fewer elements")
    }
  }

  /// Runs a program to its end, without an environment: it must not tell the service manager that it is ready.
  /// - Parameter words: becomes what the program says first, without its name and the end of the line.
  static func outcome(
    of program: String, _ arguments: [String], within milliseconds: Int32, saying words: inout String
  ) -> Outcome {
    var ends: InlineArray<2, Int32> = [-1, -1]
    var span = ends.mutableSpan
    if unsafe span.withUnsafeMutableBufferPointer({ unsafe linux_pipe($0.baseAddress) }) != 0 { return .notStarted }
    let (reader, writer) = (ends[0], ends[1])
    defer { _ = close(reader) }
    let child = start(program, arguments, output: writer)
    _ = close(writer)
    guard let child else { return .notStarted }
    // The other end of the pipe is closed when the process ends. What it writes waits in the pipe.
    var wait = pollfd(fd: reader, events: 0, revents: 0)
    let end = EventLoop.now + Int64(milliseconds) * 1_000_000
    var isOver = false
    while !isOver {
      let left = (end - EventLoop.now) / 1_000_000
      if left < 0 { break }
      isOver = unsafe poll(&wait, 1, Int32(left) + 1) > 0
    }
    if !isOver { _ = kill(child, SIGKILL) }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 && linux_errno() == EINTR {}
    if !isOver { return .late }
    if status & 0x7F != 0 { return .killed }
    if status == 0 { return .drawn }
    words = firstLine(reader)
    return .refused
  }

  /// What a process that has ended wrote first, as one line, without the program's name.
  private static func firstLine(_ reader: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(reader, $0.baseAddress, $0.count) }
    var line = bytes[..<max(0, count)].prefix { $0 != 10 }
    let name = StaticString("panel-ui: ")
    if name.isEqual(to: line.prefix(name.utf8CodeUnitCount)) { line = line.dropFirst(name.utf8CodeUnitCount) }
    return line.isEmpty ? "it is refused without a word" : String(decoding: line, as: UTF8.self)
  }

  /// - Returns: the process, or `nil`.
  private static func start(_ program: String, _ arguments: [String], output: Int32) -> pid_t? {
    var bytes: [CChar] = []
    var starts: [Int] = []
    for text in arguments {
      starts.append(bytes.count)
      for byte in text.utf8 { bytes.append(CChar(bitPattern: byte)) }
      bytes.append(0)
    }
    var child: pid_t = 0
    var span = bytes.mutableSpan
    let code = unsafe span.withUnsafeMutableBufferPointer { text in
      var vector: [UnsafeMutablePointer<CChar>?] = unsafe []
      for start in starts { unsafe vector.append(text.baseAddress.unsafelyUnwrapped + start) }
      unsafe vector.append(nil)
      return unsafe linux_spawn(&child, program, &vector, output)
    }
    return code == 0 ? child : nil
  }
}
