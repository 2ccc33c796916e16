// The program's own files: its command line, its replay, its two outputs.
import CLinux
import FBDevice
import SystemFiles

enum Files {
  /// The command line without the program's name.
  static func arguments() throws(ProgramError) -> [String] {
    do throws(FileError) { return try ProcessStart.arguments() } catch {
      throw .device(DeviceError(error, remedy: "mount /proc"))
    }
  }

  /// The bytes of a replay.
  static func readReplay(_ path: String) throws(ProgramError) -> [UInt8] {
    do throws(FileError) {
      return try BoundedFile.read(path, limit: Replay.maximumBytes)
    } catch { throw .device(DeviceError(error, remedy: "choose a file that can be read")) }
  }

  /// Refuses a file that could not be made when the time has come: there is no folder for it that this user may write to.
  static func checkFolder(of path: String) throws(ProgramError) {
    let bytes = Array(path.utf8)
    let folder = bytes.lastIndex(of: 47).map { String(decoding: bytes[...$0], as: UTF8.self) } ?? "."
    if unsafe folder.withCString({ unsafe access($0, W_OK | X_OK) }) == 0 { return }
    throw .device(
      DeviceError("write", path, code: linux_errno(), remedy: "choose a folder that this user may write to"))
  }

  /// Writes a text to standard error. What cannot be written is lost.
  static func writeError(_ text: String) { _ = write(text, to: 2) }

  /// Writes a text to standard output.
  static func writeOutput(_ text: String) throws(ProgramError) {
    let code = write(text, to: 1)
    if code != 0 {
      throw .device(DeviceError("write", "standard output", code: code, remedy: "give it room or a reader"))
    }
  }

  /// - Returns: the error number, or 0.
  private static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe CLinux.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if count == 0 {
        return ENOSPC
      } else if linux_errno() != EINTR {
        return linux_errno()
      }
    }
    return 0
  }
}
