// Stage: program. Input: the file of --commands. Output: which programs a panel may have run, by name.
import SystemFiles

/// The commands of a device. A panel names them; a file of the device has their programs, a line each:
///
/// ```
/// # name, whole path, arguments
/// horn /usr/bin/aplay -q "/usr/share/sounds/two tones.wav"
/// ```
///
/// No shell reads the file: ``CommandWords`` has the rules of a word.
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
      do throws(CommandWords.Fault) { try add(CommandWords(line)) } catch {
        throw .failed(printable(path) + ":" + String(number) + error.message)
      }
    }
  }

  /// Takes a line, which may be empty or a remark.
  private mutating func add(_ line: CommandWords) throws(CommandWords.Fault) {
    if line.isRemark || line.count == 0 { return }
    if line.count < 2 { throw .noPath }
    // A program that is searched for may be another one than is meant.
    if line[1].first != UInt8(ascii: "/") { throw .relativePath(printable(Array(line[1]))) }
    if line.count > 16 { throw .tooManyArguments(line.count - 2) }
    commands.append(
      Command(
        name: String(decoding: line[0], as: UTF8.self), path: String(decoding: line[1], as: UTF8.self),
        words: line.bytes(from: 1)))
  }

  /// The message of a missing command.
  static func missing(_ name: String) -> String {
    "there is no command " + printable(name) + " in the list of --commands"
  }

  func command(named name: String) -> Command? { commands.first { haveSameBytes($0.name, name) } }
}
