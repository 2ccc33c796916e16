// Stage: the program. Lines from other programs, sockets and serial lines.
import CLinux
import SystemFiles

extension Application {
  /// Calls `handler` whenever `descriptor` is ready, until ``unwatch(_:)``; it must read or write until there is
  /// nothing left, or it is called again at once. The descriptor stays the caller's.
  /// - Throws: it is closed, watched already, or a regular file, which cannot be waited for.
  public func watch(
    _ descriptor: Int32, for readiness: EventLoop.Readiness = .readable,
    handler: @escaping (EventLoop.Readiness) -> Void
  ) throws(DeviceError) {
    try loop.watch(descriptor, for: readiness, handler: handler)
  }

  /// Calls the descriptor's handler no more. Does nothing if it is not watched.
  public func unwatch(_ descriptor: Int32) { loop.unwatch(descriptor) }

  /// Reads a descriptor as text and hands over each line without its end, until the text ends: a pipe, a socket, a
  /// serial line, or a file. Bytes that are no UTF-8 are replaced by U+FFFD.
  ///
  /// - Parameters:
  ///   - descriptor: stays the caller's, who calls ``unwatch(_:)`` before closing it early.
  ///   - handler: of lines of more than 4096 bytes it gets the first 4096.
  ///   - atEnd: called once when there is nothing more, or reading fails.
  /// - Throws: the descriptor is closed, or watched already.
  @export(interface)
  public func readLines(
    from descriptor: Int32, _ handler: @escaping (String) -> Void, atEnd: @escaping () -> Void = {}
  ) throws(DeviceError) {
    let reader = LineSplitter(descriptor, handler)
    do throws(DeviceError) {
      try loop.watch(descriptor) { [unowned(unsafe) loop] _ in
        if reader.read() { return }
        unsafe loop.unwatch(descriptor)
        atEnd()
      }
    } catch {
      // A file is always ready, and cannot be waited for.
      if error.code != EPERM { throw error }
      readFile(reader, atEnd)
    }
  }

  /// Reads on whenever other events have had their turn.
  private func readFile(_ reader: LineSplitter, _ atEnd: @escaping () -> Void) {
    loop.addTimer(at: EventLoop.now) { [unowned(unsafe) self] _ in
      if reader.read() { unsafe readFile(reader, atEnd) } else { atEnd() }
    }
  }
}

/// Cuts the bytes of a descriptor into lines.
final class LineSplitter {
  static var capacity: Int { 4096 }

  private let descriptor: Int32
  private let handler: (String) -> Void
  /// The line so far, without bytes beyond the capacity.
  private var line: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: LineSplitter.capacity)

  init(_ descriptor: Int32, _ handler: @escaping (String) -> Void) {
    self.descriptor = descriptor
    self.handler = handler
    line.reserveCapacity(Self.capacity)
  }

  /// Reads the bytes that are there, once. At the end of the text hands over a last line that has no end of its own.
  /// - Returns: false at the end of the text, or where it cannot be read.
  func read() -> Bool {
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe CLinux.read(descriptor, $0.baseAddress, $0.count) }
    if count < 0, linux_errno() == EAGAIN || linux_errno() == EINTR { return true }
    for index in 0..<max(0, count) {
      if buffer[index] == UInt8(ascii: "\n") {
        finishLine()
      } else if line.count < Self.capacity {
        line.append(buffer[index])
      }
    }
    if count <= 0, !line.isEmpty { finishLine() }
    return count > 0
  }

  private func finishLine() {
    let text = String(decoding: line, as: UTF8.self)
    line.removeAll(keepingCapacity: true)
    handler(text)
  }
}
