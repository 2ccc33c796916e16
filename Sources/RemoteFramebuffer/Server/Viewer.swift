// Stage: remote framebuffer. Input: a connection, and a session's bytes. Output: both tied together.
import CLinux
import EventLoop
import SystemFiles

/// A viewer's connection: read as it comes, written as the viewer takes it.
final class Viewer {
  let session: ViewerSession
  /// 0...3, of viewers that are let in.
  let place: Int?
  private let descriptor: Int32
  private let loop: EventLoop
  private unowned(unsafe) let server: RemoteServer
  private var waitsToWrite = false
  private var isClosed = false
  /// Whether nothing more is sent: the viewer was told why.
  private var isShut = false
  /// Ends a handshake that never ends.
  private var timer: EventLoop.Timer?
  /// Keeps this object until it is closed.
  private var handler: (EventLoop.Readiness) -> Void = { _ in }

  /// Nanoseconds.
  private static var handshakeLimit: Int64 { 10_000_000_000 }
  /// Of who types a password.
  private static var typingLimit: Int64 { 60_000_000_000 }
  /// How often the output is filled and sent, and a part is read, before others have their turn: 256 kB.
  private static var turns: Int { 4 }

  init(_ descriptor: Int32, _ session: ViewerSession, place: Int?, _ server: RemoteServer, _ loop: EventLoop) {
    (self.descriptor, self.session, self.place, self.loop) = (descriptor, session, place, loop)
    unsafe self.server = server
  }

  /// Begins the session.
  /// - Throws: the descriptor cannot be waited for.
  func open() throws(DeviceError) {
    handler = { [self] in ready($0) }
    do throws(DeviceError) { try watch() } catch {
      handler = { _ in }
      throw error
    }
    timer = loop.addTimer(at: EventLoop.now + Self.handshakeLimit) { [unowned(unsafe) self] _ in unsafe timeOut() }
    send()
  }

  private func timeOut() {
    timer = nil
    end()
  }

  /// Closes the connection; the server forgets the viewer.
  func end() { if close() { unsafe server.remove(self) } }

  /// - Returns: whether it was open.
  @discardableResult
  func close() -> Bool {
    if isClosed { return false }
    isClosed = true
    if let timer { loop.cancelTimer(timer) }
    timer = nil
    loop.unwatch(descriptor)
    handler = { _ in }
    _ = CLinux.close(descriptor)
    session.close()
    return true
  }

  // MARK: Bytes

  private func ready(_ readiness: EventLoop.Readiness) {
    if !readiness.isDisjoint(with: [.readable, .hangup]) && !read() { return end() }
    if !isClosed { send() }
  }

  private func watch() throws(DeviceError) {
    try loop.watch(descriptor, for: waitsToWrite ? [.readable, .writable] : .readable, handler: handler)
  }

  /// - Returns: false where the viewer has gone.
  private func read() -> Bool {
    let (wasRunning, wasTyping) = (session.isRunning, session.isTyping)
    let isOpen = unsafe server.readInput(descriptor, turns: Self.turns) { session.receive($0) }
    if isClosed { return true }
    if session.isTyping && !wasTyping, let timer { _ = loop.setTimer(timer, at: EventLoop.now + Self.typingLimit) }
    if session.isRunning && !wasRunning {
      if let timer { loop.cancelTimer(timer) }
      timer = nil
      unsafe server.viewerBegan()
    }
    return isOpen && session.ending != .now
  }

  /// Sends what there is, as far as the viewer takes it.
  func send() {
    var isTaken = true
    for _ in 0..<Self.turns {
      session.fillOutput()
      if session.output.isEmpty { break }
      let bytes = unsafe session.output.waiting
      let count = unsafe linux_send(descriptor, bytes.baseAddress, bytes.count)
      let code = count < 0 ? linux_errno() : 0
      if count > 0 { session.output.remove(count) }
      if code == EINTR { continue }
      if count < 0 && code != EAGAIN { return end() }
      isTaken = session.output.isEmpty
      if !isTaken { break }
    }
    if isTaken { session.fillOutput() }
    if session.output.isEmpty && session.ending == .afterOutput && !isShut {
      isShut = true
      // What the viewer still sends is read until it closes, or its reason would be lost.
      _ = shutdown(descriptor, Int32(linux_SHUT_WR()))
    }
    wait(session.output.isEmpty == false)
  }

  private func wait(_ waitsToWrite: Bool) {
    if waitsToWrite == self.waitsToWrite { return }
    self.waitsToWrite = waitsToWrite
    loop.unwatch(descriptor)
    do throws(DeviceError) { try watch() } catch { end() }
  }
}
