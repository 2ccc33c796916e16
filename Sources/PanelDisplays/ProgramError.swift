// Stage: displays of a panel. Errors that end it early.
import FBDevice
import SystemFiles

/// Why the program cannot go on: one line for standard error and the exit status.
package struct ProgramError: Error {
  /// One line without a line feed, naming the thing and the remedy.
  package let message: String
  /// 1 failed, 2 used wrongly.
  package let status: Int32
  /// Whether it is of no use to wait for what is missing.
  package var isLasting = false

  package static func failed(_ message: String) -> ProgramError { ProgramError(message: message, status: 1) }
  package static func usage(_ message: String) -> ProgramError { ProgramError(message: message, status: 2) }
  package static func device(_ error: DeviceError) -> ProgramError {
    ProgramError(message: error.message, status: 1, isLasting: error.isLasting)
  }
}
