// Stage: program. Input: the board's file of options. Output: its options, and the same file with another one.
import CLinux
import PanelKit
import SystemFiles

/// Options that belong to a board and not to a panel, a line each: an option's name without the `--`, and its value.
///
/// ```
/// # the display is built in upside down
/// rotate=180
/// touch-filter=median=5 jitter=2
/// ```
struct BoardFile {
  struct Line {
    /// From 1 on.
    let number: Int
    let name: String
    let value: String
    /// Its bytes in the file, without the end of the line.
    let bytes: Range<Int>
  }

  static var usualPath: String { "/etc/panel-ui.conf" }
  private static var maximumBytes: Int { 1 << 16 }

  private(set) var lines: [Line] = []
  private let bytes: [UInt8]

  /// - Parameter name: of the file, for messages.
  init(_ bytes: [UInt8], name: String) throws(ProgramError) {
    self.bytes = bytes
    var (number, start) = (0, 0)
    while start < bytes.count {
      number += 1
      var (sign, end) = (-1, start)
      while end < bytes.count, bytes[end] != 10 {
        if sign < 0, bytes[end] == UInt8(ascii: "=") { sign = end }
        end += 1
      }
      let whole = text(start, end)
      if !whole.isEmpty, whole.utf8.first != UInt8(ascii: "#") {
        if sign < 0 {
          throw Self.fault(name, number, "expected an option's name, = and its value, found " + printable(whole))
        }
        lines.append(
          Line(number: number, name: text(start, sign), value: text(sign + 1, end), bytes: start..<end))
      }
      start = end + 1
    }
  }

  /// Bytes without blanks around.
  private func text(_ start: Int, _ end: Int) -> String {
    func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }
    var (start, end) = (start, end)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while start < end, isBlank(bytes[end - 1]) { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  static func fault(_ path: String, _ line: Int, _ words: String) -> ProgramError {
    .failed(printable(path) + ":" + String(line) + ": " + words)
  }

  /// Reads a file.
  /// - Parameter isNamed: whether the user named it; otherwise it may be missing.
  /// - Returns: `nil` for a missing one.
  static func read(_ path: String, isNamed: Bool) throws(ProgramError) -> BoardFile? {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try BoundedFile.read(path, limit: maximumBytes) } catch {
      if error.code == ENOENT, !isNamed { return nil }
      throw .device(DeviceError(error, remedy: "choose a file of options that this user may read"))
    }
    return try BoardFile(bytes, name: path)
  }

  /// The file with another value of an option: its line is replaced, or one is added at the end. Everything else stays.
  func bytes(setting name: String, to value: String) -> [UInt8] {
    var result = bytes
    let line = Array((name + "=" + value).utf8)
    if let present = lines.first(where: { haveSameBytes($0.name, name) }) {
      result.replaceSubrange(present.bytes, with: line)
    } else {
      if let last = result.last, last != 10 { result.append(10) }
      result += line
      result.append(10)
    }
    return result
  }

  /// Writes an option into a file, which is whole at each moment: the former one, or the new one.
  static func write(_ name: String, _ value: String, to path: String) throws(ProgramError) {
    let file = try read(path, isNamed: false)
    do throws(FileError) {
      try WholeFile.write((file ?? BoardFile()).bytes(setting: name, to: value), to: path)
    } catch { throw .device(DeviceError(error, remedy: "write it as root, or name another file with --board")) }
  }

  private init() { bytes = [] }
}
