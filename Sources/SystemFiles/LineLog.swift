// Stage: the edges. Input: lines, now and then. Output: a file of them that is whole after a power cut, and has a bound.
//
// A line ends with a blank, eight digits that are made of its bytes, and a line feed. Opening goes from line to line up to
// the first that is not whole, which a cut has left, and goes on there. A file that is full becomes PATH.1, in the place of
// the one that was full before. A program that has it open keeps others away by an advisory lock.
import CLinux

/// A file that lines are added to, of ``limit`` bytes at most, and a second one of those before.
public final class LineLog {
  /// The most bytes of either file.
  public static var limit: Int { 65536 }
  /// The longest line, in bytes; of a longer one the end is left out.
  public static var lineLimit: Int { 512 }
  /// The most bytes that are written at once.
  public static var pieceLimit: Int { 4096 }

  public let path: String
  private let header: [UInt8]
  private var descriptor: Int32 = -1
  /// Bytes of whole lines: the next line goes behind them.
  private var size = 0

  /// Opens the file, or makes it.
  /// - Parameter header: its first line, by which it is known.
  /// - Throws: it is another kind of file, may not be written, or another program has it open.
  public init(_ path: String, header: StaticString) throws(FileError) {
    self.path = path
    self.header =
      unsafe Array(UnsafeBufferPointer(start: header.utf8Start, count: header.utf8CodeUnitCount)) + [10]
    try open()
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Opens the file for this program alone. It is closed again where it cannot be used: later lines must not go into
  /// somebody else's file.
  private func open() throws(FileError) {
    do throws(FileError) { try openLocked() } catch {
      if descriptor >= 0 { _ = close(descriptor) }
      descriptor = -1
      throw error
    }
  }

  private func openLocked() throws(FileError) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
    descriptor = unsafe path.withCString { unsafe linux_open($0, flags, 0o640) }
    if descriptor < 0 { throw FileError("open", path, code: linux_errno()) }
    // Where a file system has no locks, nothing is known of others.
    if linux_lock(descriptor) < 0 && linux_errno() == EWOULDBLOCK {
      throw FileError("open", path, reason: "another program writes to it")
    }
    try BoundedFile.check(path)
    let bytes = try BoundedFile.read(path, limit: Self.limit)
    let known = min(bytes.count, header.count)
    if bytes[..<known] != header[..<known] {
      throw FileError("write", path, reason: "it is another kind of file; choose a name that is free")
    }
    size = Self.wholeLines(bytes[...], after: header.count)
    if size == 0 {
      try put(header)
      flushFolder(of: path)
    }
    if ftruncate(descriptor, off_t(size)) < 0 { throw FileError("write", path, code: linux_errno()) }
  }

  /// How many bytes there are of the header and of lines that are as they were written; 0 without a whole header.
  private static func wholeLines(_ bytes: ArraySlice<UInt8>, after start: Int) -> Int {
    if bytes.count < start { return 0 }
    var end = start
    while let feed = bytes[end...].firstIndex(of: 10) {
      let line = bytes[end..<feed]
      guard line.count >= 9, line.suffix(9).elementsEqual(check(line.dropLast(9))) else { break }
      end = feed + 1
    }
    return end
  }

  /// A blank and eight digits: FNV-1a of the bytes. http://www.isthe.com/chongo/tech/comp/fnv/
  private static func check(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var hash: UInt32 = 2_166_136_261
    for byte in line { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    var digits: [UInt8] = [32]
    for place in (0..<8 as Range<UInt32>).reversed() {
      let digit = UInt8(truncatingIfNeeded: hash >> (place * 4) & 15)
      digits.append(digit < 10 ? 48 + digit : 55 + digit)
    }
    return digits
  }

  /// Adds a line, and waits until it is on the disk.
  /// - Parameter line: without its end; must hold no line feed.
  /// - Throws: there is no room, or the disk fails. The lines before are there; this one is not.
  public func append(_ line: [UInt8]) throws(FileError) { try append([line]) }

  /// Adds lines in pieces of ``pieceLimit`` bytes at most, and waits after each until it is on the disk.
  /// - Throws: there is no room, or the disk fails. The pieces before are there; this one and those behind it are not.
  public func append(_ lines: [[UInt8]]) throws(FileError) {
    var piece: [UInt8] = []
    for line in lines {
      let kept = line.prefix(Self.lineLimit)
      let record = kept + Self.check(kept) + [10]
      let isFull = size + piece.count + record.count > Self.limit
      if isFull || piece.count + record.count > Self.pieceLimit {
        try put(piece)
        piece.removeAll(keepingCapacity: true)
      }
      if isFull { try begin() }
      piece += record
    }
    try put(piece)
  }

  /// Begins another file; the full one gets the other name.
  private func begin() throws(FileError) {
    let renamed = unsafe path.withCString { old in unsafe (path + ".1").withCString { unsafe rename(old, $0) } }
    if renamed < 0 { throw FileError("rename", path, code: linux_errno()) }
    _ = close(descriptor)
    (descriptor, size) = (-1, 0)
    try open()
  }

  private func put(_ bytes: [UInt8]) throws(FileError) {
    if bytes.isEmpty { return }
    if descriptor < 0 { try open() }
    let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(size)) }
    if count == bytes.count && fdatasync(descriptor) == 0 {
      size += count
      return
    }
    let code = count >= 0 && count < bytes.count ? ENOSPC : linux_errno()
    _ = ftruncate(descriptor, off_t(size))
    throw FileError("write", path, code: code)
  }
}
