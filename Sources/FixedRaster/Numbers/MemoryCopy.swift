// Stage: all. Copies within memory as a whole. The library's `update(from:count:)` and `update(repeating:count:)` go element by
// element in Embedded Swift, with a call for each.

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Copies so many elements, which may overlap.
  @inline(__always)
  func copy(from other: UnsafePointer<Pointee>, count: Int) {
    unsafe UnsafeMutableRawPointer(self).copyMemory(from: other, byteCount: count &* MemoryLayout<Pointee>.stride)
  }

  @inline(__always)
  func copy(from other: UnsafeMutablePointer<Pointee>, count: Int) {
    unsafe copy(from: UnsafePointer(other), count: count)
  }
}

/// Fills `count` bytes: the first ones by themselves, and then as many as there are already, again and again.
func fillBytes(_ base: UnsafeMutablePointer<UInt8>, _ byte: UInt8, _ count: Int) {
  var filled = 0
  while filled < Swift.min(count, 8) {
    unsafe base[filled] = byte
    filled &+= 1
  }
  while filled < count {
    let next = Swift.min(filled, count &- filled)
    unsafe (base + filled).copy(from: base, count: next)
    filled &+= next
  }
}
