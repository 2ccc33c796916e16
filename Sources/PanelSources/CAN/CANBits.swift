// Stage: sources. The place of a number in the bytes of a frame.

/// Bits of a frame, as byte, shift and mask.
public struct CANBits: Sendable, BitwiseCopyable {
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    case unsigned, signed
    /// IEEE 754, of 32 or 64 bits.
    case float
  }

  /// The bytes of the highest and of the lowest bit: 0...63, with up to 7 others between them.
  private let highByte, lowByte: UInt8
  /// The place of the lowest bit in its byte: 0...7.
  private let shift: UInt8
  /// Bits: 1...64.
  public let count: UInt8
  public let kind: Kind
  public let isBigEndian: Bool

  /// - Parameters:
  ///   - start: the lowest bit, in big-endian order the highest one. DBC numbers bits by byte, and from the byte's lowest
  ///     bit in both orders: bit 7 is the highest of byte 0, bit 8 the lowest of byte 1.
  ///   - count: 1...64; of a float 32 or 64.
  /// - Returns: `nil` where the bits do not lie within 64 bytes.
  public init?(start: Int, count: Int, isBigEndian: Bool, kind: Kind) {
    if start < 0 || start >= 512 || count < 1 || count > 64 { return nil }
    if kind == .float && count != 32 && count != 64 { return nil }
    let first = start >> 3
    let last: Int
    if isBigEndian {
      // The place of the lowest bit, counted from the highest bit of the first byte on.
      let place = first << 3 + 7 - start & 7 + count - 1
      last = place >> 3
      (highByte, lowByte) = (UInt8(first), UInt8(truncatingIfNeeded: last))
      shift = UInt8(7 - place & 7)
    } else {
      last = (start + count - 1) >> 3
      (highByte, lowByte) = (UInt8(truncatingIfNeeded: last), UInt8(first))
      shift = UInt8(start & 7)
    }
    if last > 63 { return nil }
    (self.count, self.kind, self.isBigEndian) = (UInt8(count), kind, isBigEndian)
  }

  /// The first bit in DBC's numbers, as ``init(start:count:isBigEndian:kind:)`` takes it.
  public var start: Int {
    if !isBigEndian { return Int(lowByte) << 3 + Int(shift) }
    let place = Int(lowByte) << 3 + 7 - Int(shift) - (Int(count) - 1)
    return place & ~7 + 7 - place & 7
  }

  /// The least number of bytes of a frame that has these bits: 1...64.
  @inline(__always)
  public var byteCount: Int { Int(Swift.max(highByte, lowByte)) &+ 1 }

  /// Whether the bits of another place are the same ones, in the same order.
  func areEqual(_ other: CANBits) -> Bool {
    highByte == other.highByte && lowByte == other.lowByte && shift == other.shift && count == other.count
  }

  /// The bits, without a sign.
  /// - Parameter data: ``byteCount`` bytes at least.
  @inline(__always)
  func raw(in data: Span<UInt8>) -> UInt64 {
    // Eight bytes at most stand above the lowest one: none is lost.
    var high: UInt64 = 0
    var index = Int(highByte)
    let (last, step) = (Int(lowByte), isBigEndian ? 1 : -1)
    while index != last {
      high = high &<< 8 | UInt64(unsafe data[unchecked: index])
      index &+= step
    }
    let low = UInt64(unsafe data[unchecked: last])
    let bits = high &<< UInt64(8 &- shift) | low &>> UInt64(shift)
    return bits & UInt64.max &>> UInt64(64 &- count)
  }
}

#if !hasFeature(Embedded)
extension CANBits: Hashable {}
#endif
