import Glibc

/// A pipe whose ends are closed with its last reference.
public final class TestPipe {
  public let reading: Int32
  public private(set) var writing: Int32

  /// - Parameter waits: whether reading waits until something is written, as it does from a terminal.
  public init(waits: Bool = false) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { fatalError("no pipe") }
    (reading, writing) = (ends[0], ends[1])
    guard waits || fcntl(reading, F_SETFL, O_NONBLOCK) == 0 else { fatalError("the pipe cannot be set not to wait") }
  }

  deinit {
    close(reading)
    closeWriting()
  }

  /// Writes all of the bytes, which the pipe must have room for.
  public func put(_ bytes: [UInt8]) {
    guard unsafe write(writing, bytes, bytes.count) == bytes.count else { fatalError("the pipe did not take all") }
  }

  public func put(_ text: String) { put(Array(text.utf8)) }

  /// Reads what is there, of a pipe that does not wait.
  public func takeAll() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var all: [UInt8] = []
    while case let count = unsafe read(reading, &bytes, bytes.count), count > 0 { all += bytes[..<count] }
    return all
  }

  public func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }
}
