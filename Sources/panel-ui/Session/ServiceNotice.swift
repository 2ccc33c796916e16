// Stage: program. Tells the service manager that started it how it is: sd_notify(3), in a few system calls.
import CLinux
import EventLoop
import PanelKit

/// The service manager's socket; of a program that was started otherwise, nothing.
final class ServiceNotice {
  private let descriptor: Int32
  private var isReady = false
  private var timer: EventLoop.Timer?
  private let loop: EventLoop

  /// Reads `NOTIFY_SOCKET`.
  init(_ loop: EventLoop) {
    self.loop = loop
    guard let name = unsafe getenv("NOTIFY_SOCKET") else {
      descriptor = -1
      return
    }
    descriptor = unsafe Self.connect(name)
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  @unsafe
  private static func connect(_ name: UnsafePointer<CChar>) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let length = unsafe strlen(name)
    if length == 0 || length >= 108 { return -1 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      for index in 0..<length { unsafe room[index] = UInt8(bitPattern: name[index]) }
      // A name that begins with @ lies in no folder.
      if unsafe room[0] == UInt8(ascii: "@") { unsafe room[0] = 0 }
    }
    let descriptor = linux_socket_unix_datagram()
    let isConnected = unsafe descriptor >= 0 && linux_connect_unix(descriptor, &address, Int32(length)) == 0
    if descriptor < 0 || isConnected { return descriptor }
    _ = close(descriptor)
    return -1
  }

  /// The first frame is on the display. From now on the loop says that it runs, if the service manager asks for that.
  func frameWasDrawn() {
    if isReady || descriptor < 0 { return }
    isReady = true
    send("READY=1\nSTATUS=shows the panel")
    guard let text = unsafe getenv("WATCHDOG_USEC"), case let limit = unsafe atoll(text), limit > 0 else { return }
    // Twice in the time after which it counts as stuck, of which nobody sets more than a day.
    timer = loop.addTimer(at: EventLoop.now, repeating: min(Int64(limit), 86_400_000_000) * 500) {
      [unowned(unsafe) self] _ in
      unsafe send("WATCHDOG=1")
    }
  }

  /// Milliseconds between two signs of life while the program waits: half of the time after which it counts as stuck, and 4 s
  /// at most.
  static var pause: Int32 {
    guard let text = unsafe getenv("WATCHDOG_USEC"), case let limit = unsafe atoll(text), limit > 0 else { return 4000 }
    return Int32(max(10, min(4000, limit / 2000)))
  }

  /// Tells the service manager that the program waits for a display, which counts as started, and that it is not stuck.
  static func sayWaiting(isFirst: Bool) {
    guard let name = unsafe getenv("NOTIFY_SOCKET") else { return }
    let descriptor = unsafe connect(name)
    if descriptor < 0 { return }
    let text: StaticString = isFirst ? "READY=1\nSTATUS=waits for a display" : "WATCHDOG=1"
    _ = unsafe write(descriptor, text.utf8Start, text.utf8CodeUnitCount)
    _ = close(descriptor)
  }

  /// Ends the messages.
  func end() {
    if let timer { loop.cancelTimer(timer) }
    timer = nil
  }

  /// A notice that cannot be sent is lost: the service manager then acts as with a silent program.
  private func send(_ text: StaticString) { _ = unsafe write(descriptor, text.utf8Start, text.utf8CodeUnitCount) }
}
