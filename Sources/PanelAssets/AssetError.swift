import SystemFiles

/// Why an asset was not made. ``message`` is one line: where, what was found; what was expected,
/// in which text from outside is shown as ``printable(_:)`` has it.
public struct AssetError: Error, CustomStringConvertible {
  /// The exit status: 1 for what failed, 2 for what was not understood.
  public let status: Int32
  public let message: String

  /// - Parameters:
  ///   - place: the file, and what in it.
  ///   - found: what is wrong.
  ///   - expected: what would have been right.
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
