// Stage: assets. Input: a path, or bytes. Output: memory that holds them, aligned to four, and little-endian numbers
// read from it. The only file of the assets with pointers: callers have checked the bytes that they read here.
import CLinux
import FixedRaster
import SystemFiles

/// The bytes of a pack: at least as many as were asked for, never written, valid while the ``PackMemory`` lives.
@safe
package struct PackBytes {
  private let base: UnsafeRawPointer
  package let count: Int

  @unsafe
  fileprivate init(base: UnsafeRawPointer, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// - Parameter offset: bytes from the start, with the number's own bytes below ``count``, a multiple of its size. So
  ///   for all of these.
  @inline(__always)
  package func u8(_ offset: Int) -> Int {
    assert(offset >= 0 && offset < count)
    return unsafe Int(base.load(fromByteOffset: offset, as: UInt8.self))
  }

  @inline(__always)
  package func u16(_ offset: Int) -> Int {
    assert(offset >= 0 && offset + 2 <= count)
    return unsafe Int(UInt16(littleEndian: base.load(fromByteOffset: offset, as: UInt16.self)))
  }

  @inline(__always)
  package func i16(_ offset: Int) -> Int {
    assert(offset >= 0 && offset + 2 <= count)
    return unsafe Int(Int16(littleEndian: base.load(fromByteOffset: offset, as: Int16.self)))
  }

  /// As it is compared with lengths: on a 32-bit board an `Int` would not hold it.
  @inline(__always)
  package func u32(_ offset: Int) -> Int64 { Int64(word(offset)) }

  @inline(__always)
  package func word(_ offset: Int) -> UInt32 {
    assert(offset >= 0 && offset + 4 <= count)
    return unsafe UInt32(littleEndian: base.load(fromByteOffset: offset, as: UInt32.self))
  }

  /// - Parameter offset: a multiple of 4.
  @inline(__always)
  package func i64(_ offset: Int) -> Int64 {
    Int64(bitPattern: UInt64(word(offset)) | UInt64(word(offset &+ 4)) &<< 32)
  }

  /// Where the byte lies, for pixels.
  @unsafe
  package func pointer(_ offset: Int) -> UnsafeRawPointer {
    assert(offset >= 0 && offset <= count)
    return unsafe base + offset
  }

  /// `nil` if the bytes are not UTF-8.
  package func text(_ offset: Int, count: Int) -> String? {
    let span = unsafe Span<UInt8>(
      _unsafeStart: (base + offset).assumingMemoryBound(to: UInt8.self), count: count)
    guard let text = try? UTF8Span(validating: span) else { return nil }
    return String(copying: text)
  }
}

/// Memory that holds a pack, and gives it back.
@safe
package final class PackMemory {
  private enum Owner { case mapping, heap, nobody, other(PackMemory) }

  package let bytes: PackBytes
  private let owner: Owner

  @unsafe
  private init(_ base: UnsafeRawPointer, _ count: Int, _ owner: Owner) {
    unsafe bytes = PackBytes(base: base, count: count)
    self.owner = owner
  }

  /// Data that is never freed, such as data compiled into the program.
  ///
  /// - Parameter memory: aligned to four; a misaligned one ends the program.
  @unsafe
  package convenience init(static memory: UnsafeRawBufferPointer) {
    guard let base = memory.baseAddress, Int(bitPattern: base) & 3 == 0 else {
      trap("a pack in memory must be aligned to four bytes")
    }
    unsafe self.init(base, memory.count, .nobody)
  }

  /// A copy of `array`.
  package convenience init(copying array: [UInt8]) {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: Swift.max(array.count, 1), alignment: 8)
    unsafe array.withUnsafeBytes {
      unsafe copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count)
    }
    unsafe self.init(UnsafeRawPointer(copy), array.count, .heap)
  }

  /// A part of another memory, which it keeps.
  /// - Parameter section: inside it, and 4-aligned.
  package convenience init(part section: PackSection, of other: PackMemory) {
    assert(section.offset & 3 == 0 && section.offset >= 0 && section.end <= other.bytes.count)
    unsafe self.init(other.bytes.pointer(section.offset), section.length, .other(other))
  }

  /// `open`, `fstat`, `mmap` of the whole file for reading, `close`.
  ///
  /// - Throws: `.unreadable` with the error number, `.tooShort` for bytes shorter than any pack: an empty file, a pipe.
  package convenience init(mapping path: String) throws(PackError) {
    // Not waiting for a writer, should it be a pipe.
    let descriptor = unsafe path.withCString { unsafe linux_open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
    if descriptor < 0 { throw PackError(path, 0, .unreadable, found: Int64(linux_errno())) }
    defer { _ = close(descriptor) }
    var status = stat()
    if unsafe fstat(descriptor, &status) < 0 { throw PackError(path, 0, .unreadable, found: Int64(linux_errno())) }
    let size = Int64(status.st_size)
    if unsafe linux_is_directory(&status) != 0 { throw PackError(path, 0, .unreadable, found: Int64(EISDIR)) }
    if size < Int64(PackHeader.byteCount) || size > Int64(Int.max) {
      throw PackError(path, 0, .tooShort, found: size, limit: Int64(PackHeader.byteCount))
    }
    let base = unsafe mmap(nil, Int(size), PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let base = unsafe base, unsafe base != linux_map_failed() else {
      throw PackError(path, 0, .unreadable, found: Int64(linux_errno()))
    }
    unsafe self.init(UnsafeRawPointer(base), Int(size), .mapping)
  }

  deinit {
    let base = unsafe UnsafeMutableRawPointer(mutating: bytes.pointer(0))
    switch owner {
    case .mapping: _ = unsafe munmap(base, bytes.count)
    case .heap: unsafe base.deallocate()
    case .nobody, .other: break
    }
  }
}
