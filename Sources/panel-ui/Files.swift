// The program's own files: its command line, its replay, its two outputs.
import CLinux
import FBDevice
import PanelInstruments

enum Files {
  /// The command line without the program's name. Read from /proc, in the same way on every board: Embedded Swift hands
  /// over no arguments.
  static func arguments() throws(ProgramError) -> [String] {
    var arguments: [String] = []
    for part in try read("/proc/self/cmdline").split(separator: 0, omittingEmptySubsequences: false) {
      arguments.append(String(decoding: part, as: UTF8.self))
    }
    // Each argument ends with a zero byte: behind the last one there is nothing.
    if !arguments.isEmpty { arguments.removeLast() }
    return arguments.isEmpty ? [] : Array(arguments.dropFirst())
  }

  /// A whole file.
  static func read(_ path: String) throws(ProgramError) -> [UInt8] {
    let descriptor = unsafe path.withCString { unsafe linux_open($0, O_RDONLY | O_CLOEXEC, 0) }
    if descriptor < 0 { throw failure("open", path) }
    defer { _ = close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe part.withUnsafeMutableBytes { unsafe CLinux.read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: part[..<count])
      } else if linux_errno() != EINTR {
        throw failure("read", path)
      }
    }
  }

  /// Writes a text to standard output (1) or standard error (2). What cannot be written is lost.
  static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe CLinux.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if count == 0 || linux_errno() != EINTR {
        return
      }
    }
  }

  private static func failure(_ operation: StaticString, _ path: String) -> ProgramError {
    .device(DeviceError(operation, path, code: linux_errno(), remedy: "choose a file that can be read"))
  }
}
