// Stage: the edges. Input: a path. Output: the bytes of a regular file, no more than were allowed.
import CLinux

/// Reads files whose size is not known.
public enum BoundedFile {
  /// All bytes of a regular file; of one that the kernel makes up too, whose size is not known before.
  ///
  /// - Parameter limit: the most bytes it may have, 0 or more.
  /// - Throws: it cannot be read, is no regular file (a device or a pipe may never end), or is larger.
  public static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    try check(path)
    // Not waiting for a writer, should a pipe have taken its place.
    let descriptor = unsafe path.withCString { unsafe linux_open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
    if descriptor < 0 { throw FileError("open", path, code: linux_errno()) }
    defer { _ = close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](unwritten: 65536)
    while true {
      let count = unsafe part.withUnsafeMutableBytes { unsafe CLinux.read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count > 0 {
        if bytes.count + count > limit { throw tooLarge(path, limit) }
        bytes.append(contentsOf: part[..<count])
      } else if linux_errno() != EINTR {
        throw FileError("read", path, code: linux_errno())
      }
    }
  }

  /// Checks the kind of a path's file, without opening it, which may wait or have effects.
  /// - Throws: there is no such file, or it is no regular file.
  public static func check(_ path: String) throws(FileError) {
    var status = stat()
    if unsafe path.withCString({ unsafe linux_stat($0, &status) }) < 0 {
      throw FileError("open", path, code: linux_errno())
    }
    if let kind = unsafe otherKind(&status) { throw FileError("open", path, reason: "it is " + kind + ", not a file") }
  }

  private static func tooLarge(_ path: String, _ limit: Int) -> FileError {
    // Digits by hand: Embedded Swift prints numbers with tables that nothing else here needs.
    var (digits, rest): ([UInt8], Int) = ([], limit)
    repeat {
      digits.append(UInt8(48 + rest % 10))
      rest /= 10
    } while rest > 0
    let number = String(decoding: Array(digits.reversed()), as: UTF8.self)
    return FileError("read", path, reason: "it has more than " + number + " bytes")
  }
}

/// The kind of a file, if it is not a regular one.
@unsafe
func otherKind(_ status: UnsafePointer<stat>) -> String? {
  if unsafe linux_is_regular(status) != 0 { return nil }
  if unsafe linux_is_directory(status) != 0 { return "a directory" }
  if unsafe linux_is_character_device(status) != 0 || linux_is_block_device(status) != 0 { return "a device" }
  if unsafe linux_is_pipe(status) != 0 { return "a pipe" }
  return "a socket"
}
