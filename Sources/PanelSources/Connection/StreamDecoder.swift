// Stage: sources. The decoders of what connections read.
import PanelFile
import PanelSignals

/// Finds values in the bytes of a connection. Memory is taken when it is made, and not afterwards.
public protocol StreamDecoder {
  /// - Parameters:
  ///   - addresses: as the description's compiler has written them; values are told by their places in this list.
  ///   - record: the source's keys.
  init(_ addresses: [String], _ record: PanelRecord)

  /// The place that a record names; `nil` where it names none.
  func place(_ record: PanelRecord) -> ConnectionPlace?
  /// What was expected there, for a person.
  static var places: StaticString { get }

  /// Takes the time at which the next bytes were received, in nanoseconds.
  mutating func setTime(_ time: Int64)

  /// Takes bytes as they come, in pieces of any length.
  mutating func take<Listener: ValueListener>(_ bytes: Span<UInt8>, _ listener: inout Listener)

  /// Takes the end of a datagram for the end of what has none.
  mutating func end<Listener: ValueListener>(_ listener: inout Listener)

  /// Forgets what has not ended: its rest does not come.
  /// - Returns: whether there was anything.
  @discardableResult
  mutating func reset() -> Bool

  /// How often something was not understood.
  var leftOut: Int64 { get }
  /// The beginning of what was not understood last.
  var sample: [UInt8] { get }
  /// What was expected there, for a person.
  static var expectation: StaticString { get }
  /// What is sent when a connection has begun; possibly nothing.
  /// - Parameter hearsAll: whether values are asked for that no address has.
  func greeting(hearsAll: Bool) -> [UInt8]
}

extension StreamDecoder {
  public func greeting(hearsAll: Bool) -> [UInt8] { [] }
  public mutating func setTime(_ time: Int64) {}
  public mutating func end<Listener: ValueListener>(_ listener: inout Listener) {}
}
