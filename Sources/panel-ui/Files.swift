// The program's own files: its command line, its replay, its two outputs.
import CLinux
import FBDevice
import PanelReplay
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

  /// Writes a text to standard error. Text that cannot be written at once is lost: a reader that has stopped stops
  /// nothing here.
  static func writeError(_ text: String) { _ = write(text, to: 2, waits: false) }

  /// Writes a text to standard output.
  static func writeOutput(_ text: String) throws(ProgramError) {
    let code = write(text, to: 1, waits: true)
    if code != 0 {
      throw .device(DeviceError("write", "standard output", code: code, remedy: "give it room or a reader"))
    }
  }

  /// - Parameter waits: whether until there is room.
  /// - Returns: the error number, or 0.
  static func write(_ text: String, to descriptor: Int32, waits: Bool) -> Int32 {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      // The descriptor is others' too, and stays one that waits: it is asked first. A pipe that has room has it for a page.
      var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if unsafe !waits && poll(&room, 1, 0) <= 0 { return EAGAIN }
      let count = unsafe bytes.withUnsafeBytes {
        unsafe CLinux.write(descriptor, $0.baseAddress, min($0.count, 4096))
      }
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
