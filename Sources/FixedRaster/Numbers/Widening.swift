// Conversions to 64 bits that cannot fail, for 32-bit processors. There the library's own go through code for integers
// of any width, which keeps words in arrays: the optimizer removes it, but the proof that nothing allocates looks
// before that. The ones below shadow them inside this module and compile to the one instruction that is needed.

#if _pointerBitWidth(_32)
extension UInt64 {
  @inlinable @inline(__always)
  init(_ value: UInt32) { self.init(_truncatingBits: UInt(value)) }

  @inlinable @inline(__always)
  init(_ value: Int) { self.init(bitPattern: Int64(value)) }
}

extension Int64 {
  @inlinable @inline(__always)
  init(_ value: Int32) {
    self.init(
      bitPattern: UInt64(UInt32(bitPattern: value)) | UInt64(UInt32(bitPattern: value &>> 31)) &<< 32)
  }

  @inlinable @inline(__always)
  init(_ value: UInt32) { self.init(bitPattern: UInt64(value)) }

  @inlinable @inline(__always)
  init(_ value: Int) { self.init(Int32(truncatingIfNeeded: value)) }

  @inlinable @inline(__always)
  init(truncatingIfNeeded value: Int32) { self.init(value) }

  @inlinable @inline(__always)
  init(truncatingIfNeeded value: Int) { self.init(value) }
}
#endif
