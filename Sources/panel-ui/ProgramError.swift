// Stage: program. Errors that end it early.
import FBDevice
import SystemFiles

/// Why the program cannot go on: one line for standard error and the exit status.
struct ProgramError: Error {
  /// One line without a line feed, naming the thing and the remedy.
  let message: String
  /// 1 failed, 2 used wrongly.
  let status: Int32

  static func failed(_ message: String) -> ProgramError { ProgramError(message: message, status: 1) }
  static func usage(_ message: String) -> ProgramError { ProgramError(message: message, status: 2) }
  static func device(_ error: DeviceError) -> ProgramError { .failed(error.message) }
}
