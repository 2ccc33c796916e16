// Stage: program. Input: the file of --commands. Output: which programs a panel may have run, by name.
import PanelKit
import SystemFiles

/// The commands of a device. A panel names them; what they are stands in a file of the device's, a line each:
///
/// ```
/// # name, program, what it is told
/// horn /usr/bin/aplay -q /usr/share/sounds/horn.wav
/// ```
struct CommandList {
  struct Command {
    let name: String
    /// The program's path and arguments, with a zero between each two.
    let words: String

    var path: String { String(decoding: words.utf8.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private(set) var commands: [Command] = []

  /// - Parameter path: `nil` for a list of none.
  /// - Throws: the file cannot be read, or a line is none.
  init(_ path: String?) throws(ProgramError) {
    guard let path else { return }
    let bytes: [UInt8]
    do throws(FileError) { bytes = try BoundedFile.read(path, limit: 1 << 16) } catch {
      throw .device(DeviceError(error, remedy: "choose a file that this user may read"))
    }
    for (number, line) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
      let words = line.split { $0 == 32 || $0 == 9 || $0 == 13 }
      guard let name = words.first, name.first != UInt8(ascii: "#") else { continue }
      // A program that is searched for may be another one than is meant.
      guard (2...16).contains(words.count), words[1].first == UInt8(ascii: "/"), !line.contains(0) else {
        throw .failed(
          printable(path) + ":" + String(number + 1)
            + ": expected a name, the path of a program and up to 14 arguments, as horn /usr/bin/aplay /opt/horn.wav")
      }
      commands.append(
        Command(
          name: String(decoding: name, as: UTF8.self),
          words: String(decoding: Array(words[1...].joined(separator: [0])), as: UTF8.self)))
    }
  }

  func command(named name: String) -> Command? {
    commands.first { $0.name.utf8.elementsEqual(name.utf8) }
  }
}
