import SystemFiles

/// Why an asset was not made. ``message`` is one line: its place, the found value; the expected one. Text from outside
/// is shown as ``printable(_:)`` has it.
public struct AssetError: Error, CustomStringConvertible {
  /// The exit status: 1 for failures, 2 for misunderstood arguments.
  public let status: Int32
  public let message: String

  /// - Parameters:
  ///   - place: the file, and the place in it.
  ///   - found: the fault.
  ///   - expected: the right value.
  public init(_ place: String, _ found: String, expected: String) {
    status = 1
    message = "\(printable(place)): \(printable(found)); expected \(expected)"
  }

  private init(usage message: String) {
    status = 2
    self.message = message
  }

  public static func usage(_ message: String) -> AssetError { AssetError(usage: message) }

  public var description: String { message }
}
