// Stage: sources. The id of a frame.

/// An id of 11 bits, or an extended one of 29 bits; an id of each width with the same number are two ids.
public struct CANID: Sendable, BitwiseCopyable {
  /// The number, and bit 31 for an extended id: as in a DBC file and in Linux's `can_id`.
  public let rawValue: UInt32

  public static var extendedFlag: UInt32 { 1 << 31 }

  /// - Returns: `nil` where the number has too many bits.
  @inline(__always)
  public init?(_ number: UInt32, isExtended: Bool) {
    if number > (isExtended ? 0x1FFF_FFFF : 0x7FF) { return nil }
    rawValue = isExtended ? number | Self.extendedFlag : number
  }

  public var number: UInt32 { rawValue & ~Self.extendedFlag }
  public var isExtended: Bool { rawValue & Self.extendedFlag != 0 }
}

#if !hasFeature(Embedded)
extension CANID: Hashable {}
#endif
