// Stage: sources. A frame of a CAN bus.

/// A frame with its data, of a classic bus or of CAN FD.
public struct CANFrame: Sendable {
  public enum Kind: UInt8, Sendable {
    case data
    /// A request for data.
    case remote
    /// The kernel reports an error of the bus; the id is its class.
    case error
  }

  public let kind: Kind
  /// Without flags.
  public let id: UInt32
  public let isExtended, isFD: Bool
  /// The time at which it was received, in nanoseconds.
  public let time: Int64
  private var bytes = InlineArray<64, UInt8>(repeating: 0)
  /// Bytes of data: 0...64.
  public private(set) var count = 0

  public init(kind: Kind = .data, id: UInt32, isExtended: Bool, isFD: Bool = false, time: Int64 = 0) {
    (self.kind, self.id, self.isExtended, self.isFD, self.time) = (kind, id, isExtended, isFD, time)
  }

  public var data: Span<UInt8> {
    @_lifetime(borrow self) get { bytes.span.extracting(0..<count) }
  }

  /// - Returns: false where the frame is full: a classic one has 8 bytes at most.
  public mutating func append(_ byte: UInt8) -> Bool {
    if count >= (isFD ? 64 : 8) { return false }
    bytes[count] = byte
    count &+= 1
    return true
  }
}
