// A thread beside the loop's.
import CLinux

/// Starts threads that take no signals: they are meant for the loop, which may wait for them in other ways than a handler.
/// Those of its own faults a thread cannot leave to others.
package enum WorkThread {
  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// - Parameters:
  ///   - stackBytes: the size of its stack.
  ///   - body: is let go of when it returns.
  /// - Returns: the thread, to be joined or detached; the error's number where the system has no room for it, 0 otherwise.
  package static func start(stackBytes: Int, _ body: @escaping () -> Void) -> (thread: UInt, code: Int32) {
    var (all, former) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { unsafe sigdelset(&all, fault) }
    unsafe pthread_sigmask(SIG_SETMASK, &all, &former)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackBytes)
    var thread: UInt = 0
    let context = unsafe Unmanaged.passRetained(Work(body))
    let code = unsafe linux_pthread_create(
      &thread, &attributes,
      { context in
        unsafe Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, context.toOpaque())
    if code != 0 { unsafe context.release() }
    return (thread, code)
  }
}
