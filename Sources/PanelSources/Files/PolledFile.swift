// Stage: sources. A file of /proc or /sys, kept open and read again and again into the same memory.
import CLinux
import PanelSignals

/// A number that the kernel, or another program, keeps in a file.
public final class PolledFile {
  /// How much of a file is looked at, in bytes.
  public static var limit: Int { 16384 }

  public let path: String
  /// The path and the pattern.
  let address: String
  private let pattern: FieldPattern
  private var descriptor: Int32 = -1
  /// Why the last ``read(_:)`` had no number: the error's number, or 0 for a file without one.
  private(set) var code: Int32 = 0

  /// - Parameter address: a path and, behind a blank, a ``FieldPattern``. A path that does not begin with `/` does so
  ///   nevertheless.
  public init(_ address: String) {
    let bytes = Array(address.utf8)
    let end = bytes.firstIndex(of: 32) ?? bytes.count
    let path = Array(bytes[..<end])
    self.path = String(decoding: path.first == 47 ? path : [47] + path, as: UTF8.self)
    self.address = String(decoding: path.first == 47 ? bytes : [47] + bytes, as: UTF8.self)
    pattern = FieldPattern(String(decoding: bytes[min(end + 1, bytes.count)...], as: UTF8.self))
  }

  deinit { close() }

  private func close() {
    if descriptor >= 0 { _ = CLinux.close(descriptor) }
    descriptor = -1
  }

  /// Whether the path names another file than the one that is open, or none: it was replaced, renamed or taken away.
  private var wasReplaced: Bool {
    if descriptor < 0 { return false }
    var (opened, named) = (stat(), stat())
    if unsafe fstat(descriptor, &opened) != 0 || path.withCString({ unsafe stat($0, &named) }) != 0 { return true }
    return opened.st_dev != named.st_dev || opened.st_ino != named.st_ino
  }

  /// How many of the bytes that were read are whole words: where the buffer is full, the last word may go on behind it.
  private static func wholeWords(_ bytes: Span<UInt8>, of limit: Int) -> Int {
    var count = bytes.count
    if count < limit { return count }
    while count > 0, !WordReader.isBlank(bytes[count - 1]) { count -= 1 }
    return count
  }

  /// Reads the file from its start. A file that has gone is looked for again at the next call.
  /// - Parameter buffer: ``limit`` bytes, for all files.
  /// - Returns: `nil` where there is no such file, or no such number in it.
  public func read(_ buffer: inout [UInt8]) -> Fixed64? { read(&buffer) { pattern.find(in: $0) } }

  /// Reads the file as ``read(_:)`` does.
  /// - Returns: where the word stands in the buffer; `nil` where there is none.
  public func readWord(_ buffer: inout [UInt8]) -> Range<Int>? { read(&buffer) { pattern.findWord(in: $0) } }

  private func read<Found>(_ buffer: inout [UInt8], _ find: (Span<UInt8>) -> Found?) -> Found? {
    if wasReplaced { close() }
    if descriptor < 0 {
      descriptor = unsafe path.withCString { unsafe linux_open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
      code = descriptor < 0 ? linux_errno() : 0
      if descriptor < 0 { return nil }
    }
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
    code = count < 0 ? linux_errno() : 0
    var found: Found?
    if count > 0 {
      let whole = Self.wholeWords(buffer.span.extracting(0..<count), of: buffer.count)
      found = find(buffer.span.extracting(0..<whole))
    }
    // A file that was replaced or taken away, as that of a device, must be opened anew.
    if found == nil { close() }
    return found
  }
}
