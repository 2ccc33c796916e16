// Stage: loop. Signals that ask the process to end, as events instead of interruptions.
import CLinux
import SystemFiles

/// SIGINT, SIGTERM and SIGHUP held back and read from a descriptor.
final class SignalWatch {
  private var descriptor: Int32 = -1
  private var previous = sigset_t()

  init() {}

  /// Holds the signals back from this thread.
  /// - Returns: the descriptor to wait for; `nil` if that was done before.
  func start() throws(DeviceError) -> Int32? {
    if descriptor >= 0 { return nil }
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] { _ = unsafe sigaddset(&set, signal) }
    descriptor = unsafe signalfd(-1, &set, linux_SFD_FLAGS())
    if descriptor < 0 { throw DeviceError("watch", "signals", code: linux_errno()) }
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, &previous)
    return descriptor
  }

  /// The next signal's number.
  func next() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    return unsafe read(descriptor, &info, size) == size ? Int32(truncatingIfNeeded: info.ssi_signo) : nil
  }

  deinit {
    if descriptor < 0 { return }
    // Who asks twice, as timeout(1) does, has been heard.
    while next() != nil {}
    _ = close(descriptor)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
  }
}
