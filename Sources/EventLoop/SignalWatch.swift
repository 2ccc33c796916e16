// Stage: loop. Signals as events instead of interruptions.
import CLinux
import SystemFiles

/// Signals that are held back and read from a descriptor.
package final class SignalWatch {
  private let signals: [Int32]
  private var descriptor: Int32 = -1
  private var previous = sigset_t()

  package init(_ signals: [Int32]) { self.signals = signals }

  /// Holds the signals back from this thread.
  /// - Returns: the descriptor to wait for; `nil` if that was done before.
  package func start() throws(DeviceError) -> Int32? {
    if descriptor >= 0 { return nil }
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    for signal in signals { _ = unsafe sigaddset(&set, signal) }
    descriptor = unsafe signalfd(-1, &set, linux_SFD_FLAGS())
    if descriptor < 0 { throw DeviceError("watch", "signals", code: linux_errno()) }
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, &previous)
    return descriptor
  }

  /// The next signal's number.
  package func next() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    return unsafe read(descriptor, &info, size) == size ? Int32(truncatingIfNeeded: info.ssi_signo) : nil
  }

  deinit {
    if descriptor < 0 { return }
    // Who asks twice, as timeout(1) does, has been heard.
    while next() != nil {}
    _ = close(descriptor)
    // Others may be held back since.
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    for signal in signals where unsafe sigismember(&previous, signal) == 0 { _ = unsafe sigaddset(&set, signal) }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
