// Stage: program. Input: the file of --commands. Output: which programs a panel may have run, by name.
import PanelKit
import SystemFiles

/// The commands of a device. A panel names them; what they are stands in a file of the device's, a line each:
///
/// ```
/// # name, whole path, arguments
/// horn /usr/bin/aplay -q /usr/share/sounds/horn.wav
/// ```
struct CommandList {
  struct Command {
    let name: String
    let path: String
    /// The path and the arguments, a zero behind each.
    let words: [UInt8]
  }

  private(set) var commands: [Command] = []

  /// - Parameter path: `nil` for a list of none.
  /// - Throws: the file cannot be read, or a line is not a command.
  init(_ path: String?) throws(ProgramError) {
    guard let path else { return }
    let bytes: [UInt8]
    do throws(FileError) { bytes = try BoundedFile.read(path, limit: 1 << 16) } catch {
      throw .device(DeviceError(error, remedy: "choose a file that this user may read"))
    }
    var number = 0
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      number += 1
      if !add(line) {
        throw .failed(
          printable(path) + ":" + String(number)
            + ": expected a name, the whole path of a program and up to 14 arguments, without quotation marks, as "
            + "horn /usr/bin/aplay /opt/horn.wav")
      }
    }
  }

  /// Takes a line, which may be empty or a remark.
  private mutating func add(_ line: ArraySlice<UInt8>) -> Bool {
    // The words, a zero behind each, and where each begins.
    var (words, starts): ([UInt8], [Int]) = ([], [])
    var isWord = false
    for byte in line {
      let isBlank = byte == 32 || byte == 9 || byte == 13
      if isBlank == isWord {
        if isBlank { words.append(0) } else { starts.append(words.count) }
        isWord = !isBlank
      }
      if byte == 0 { return false }
      if !isBlank { words.append(byte) }
    }
    if isWord { words.append(0) }
    if words.first == nil || words.first == UInt8(ascii: "#") { return true }
    // A program that is searched for may be another one than is meant.
    if starts.count < 2 || starts.count > 16 || words[starts[1]] != UInt8(ascii: "/") { return false }
    let end = starts.count == 2 ? words.count : starts[2]
    commands.append(
      Command(
        name: String(decoding: words[..<(starts[1] - 1)], as: UTF8.self),
        path: String(decoding: words[starts[1]..<(end - 1)], as: UTF8.self), words: Array(words[starts[1]...])))
    return true
  }

  func command(named name: String) -> Command? { commands.first { haveSameBytes($0.name, name) } }
}
