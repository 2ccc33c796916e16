// Stage: remote framebuffer. Input: encoded bytes. Output: bytes for a socket. One memory of a fixed size.

/// The bytes that wait for a viewer to take them: ``capacity`` at most, whatever the viewer does.
@safe
package final class ViewerOutput {
  /// Bytes.
  package static var capacity: Int { 65536 }

  private let base: UnsafeMutableRawPointer
  /// The bytes that wait, of the memory's.
  private var (start, end) = (0, 0)

  init() { unsafe base = .allocate(byteCount: Self.capacity, alignment: 16) }

  deinit { unsafe base.deallocate() }

  package var isEmpty: Bool { start == end }
  /// The number of bytes that wait.
  package var count: Int { end - start }
  /// The number of bytes that can be appended.
  var room: Int { Self.capacity - end }

  /// The bytes that wait, until the next call.
  @unsafe
  package var waiting: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: base + start, count: count) }

  /// - Parameter count: of the first ones that wait.
  package func remove(_ count: Int) {
    precondition(count >= 0 && count <= self.count)
    start += count
    if start < end { return }
    (start, end) = (0, 0)
  }

  func append(_ byte: UInt8) {
    precondition(room > 0)
    unsafe base.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
    end += 1
  }

  /// Numbers of the protocol have their highest byte first.
  func append16(_ number: UInt16) {
    append(UInt8(truncatingIfNeeded: number >> 8))
    append(UInt8(truncatingIfNeeded: number))
  }

  func append32(_ number: UInt32) {
    append16(UInt16(truncatingIfNeeded: number >> 16))
    append16(UInt16(truncatingIfNeeded: number))
  }

  func append(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { append(unsafe text.utf8Start[index]) }
  }

  /// Room for an encoder's bytes, which it writes itself and adds with ``advance(to:)``.
  /// - Parameter count: at most ``room``.
  @unsafe
  func reserve(_ count: Int) -> UnsafeMutableRawPointer {
    precondition(room >= count)
    return unsafe base + end
  }

  /// - Parameter pointer: behind the last byte that was written since ``reserve(_:)``.
  @unsafe
  func advance(to pointer: UnsafeMutableRawPointer) {
    end = unsafe pointer - base
    precondition(end <= Self.capacity && end >= start)
  }
}
