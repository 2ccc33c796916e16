// Stage: the program. Threads of a program's own: boards have neither Foundation's nor tasks.
import CLinux
import SystemFiles

/// Has a thread of its own do something; the thread ends when `body` returns. Its calls of layers go through
/// ``Application/handle(to:)`` or a ``LayerRuntime/DrawableRing``.
/// - Throws: the system has no thread or no memory left.
@export(interface)
public func startThread(_ body: @escaping @Sendable () -> Void) throws(DeviceError) {
  var thread: UInt = 0
  let context = unsafe Unmanaged.passRetained(ThreadBody(body))
  let code = unsafe linux_pthread_create(
    &thread, nil,
    { context in
      guard let context = unsafe context else { return nil }
      unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body()
      return nil
    }, context.toOpaque())
  if code != 0 {
    unsafe context.release()
    throw DeviceError("start", "a thread", code: code, remedy: "give the program more memory, or start fewer")
  }
  // Nobody waits for it.
  linux_pthread_detach(thread)
}

private final class ThreadBody: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
