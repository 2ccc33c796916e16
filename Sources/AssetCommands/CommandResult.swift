/// A command's output and exit status.
public struct CommandResult: Sendable {
  public let status: Int32
  /// Lines for standard output, and for standard error.
  public let output: [String]
  public let errors: [String]

  public init(status: Int32, output: [String] = [], errors: [String] = []) {
    (self.status, self.output, self.errors) = (status, output, errors)
  }
}
