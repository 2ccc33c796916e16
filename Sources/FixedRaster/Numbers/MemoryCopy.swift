// Stage: all. Copies within memory as a whole. In Embedded Swift the library's `update(from:count:)` of bytes goes byte by byte, with
// a call for each.

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Copies so many elements, which may overlap.
  @inline(__always)
  func copy(from other: UnsafePointer<Pointee>, count: Int) {
    unsafe UnsafeMutableRawPointer(self).copyMemory(from: other, byteCount: count &* MemoryLayout<Pointee>.stride)
  }
}
