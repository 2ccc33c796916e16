// Stage: program. What ends it early.
import FBDevice

/// Why the program cannot go on: one line for standard error and the exit status.
public struct ProgramError: Error {
  /// One line without a line feed, naming the thing and the remedy.
  public let message: String
  /// 1 failed, 2 used wrongly.
  public let status: Int32

  public static func failed(_ message: String) -> ProgramError { ProgramError(message: message, status: 1) }
  public static func usage(_ message: String) -> ProgramError { ProgramError(message: message, status: 2) }
  public static func device(_ error: DeviceError) -> ProgramError { .failed(error.message) }
}
