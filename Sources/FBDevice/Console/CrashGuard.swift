// Stage: console. Input: a console's modes as they were. Output: the same modes, however the process ends, short of
// SIGKILL.
//
// The handler runs on a stack of its own (a stack overflow is a SIGSEGV too), makes no calls but ioctl and raise,
// touches no object and allocates nothing, and ends the process by the same signal: SA_RESETHAND has put the default
// action back before it starts, and SA_NODEFER lets the signal through at once.
import CLinux

/// The handler's data, in memory that does not move.
struct SavedConsole {
  /// The console; −1 where there is nothing to restore.
  var descriptor: Int32 = -1
  /// The values for `KDSKBMODE` and `KDSETMODE`.
  var keyboardMode: Int32 = 0
  var displayMode: Int32 = 0
}

/// How the handler reaches the kernel: `linux_ioctl_value`, or a test's stand-in that must be safe in a signal handler.
typealias ConsoleControl = @convention(c) (Int32, UInt, Int) -> Int32

/// Restores the console when the process crashes, is told to end, or exits. The process has one.
@safe
enum CrashGuard {
  // Written by the one thread that takes and releases the console; read and written by the handler.
  nonisolated(unsafe) private static var saved = SavedConsole()
  nonisolated(unsafe) private static var control: ConsoleControl = linux_ioctl_value
  nonisolated(unsafe) private static var previous: [(signal: Int32, action: sigaction)] = []
  nonisolated(unsafe) private static var isExitHandlerInstalled = false

  /// Signals that end a broken process; handled even where the parent had them ignored.
  static let crashSignals: [Int32] = [SIGTRAP, SIGILL, SIGSEGV, SIGBUS, SIGABRT, SIGFPE]
  /// Signals that ask a process to end, for the time in which no event loop holds them back.
  static let endSignals: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Bytes of the handler's stack.
  private static let stackSize = 65536

  /// From here on, `console` is restored whenever the process ends.
  static func install(_ console: SavedConsole, control: @escaping ConsoleControl = linux_ioctl_value) {
    unsafe Self.control = control
    setAlternateStack()
    unsafe saved = console
    unsafe previous.removeAll()
    for signal in crashSignals { handle(signal, evenIfIgnored: true) }
    // A signal that the parent had us ignore, as nohup does with SIGHUP, stays ignored.
    for signal in endSignals { handle(signal, evenIfIgnored: false) }
    if unsafe !isExitHandlerInstalled {
      unsafe isExitHandlerInstalled = true
      _ = atexit { CrashGuard.restore() }
    }
  }

  private static func handle(_ signal: Int32, evenIfIgnored: Bool) {
    var old = sigaction()
    if unsafe linux_sigaction(signal, restoreAndRaise, linux_SA_CRASH_FLAGS(), &old) != 0 { return }
    if !evenIfIgnored, unsafe linux_is_ignored(&old) != 0 {
      _ = unsafe linux_sigaction_restore(signal, &old)
    } else {
      unsafe previous.append((signal, old))
    }
  }

  /// Restores the console and puts the signals' former handlers back.
  static func remove() {
    restore()
    for index in unsafe previous.indices {
      _ = unsafe linux_sigaction_restore(previous[index].signal, &previous[index].action)
    }
    unsafe previous.removeAll()
  }

  /// Restores the console, once. Safe in a signal handler.
  static func restore() {
    let console = unsafe saved
    if console.descriptor < 0 { return }
    unsafe saved.descriptor = -1
    _ = unsafe control(console.descriptor, UInt(KDSKBMODE), Int(console.keyboardMode))
    _ = unsafe control(console.descriptor, UInt(KDSETMODE), Int(console.displayMode))
  }

  /// Gives this thread a stack for handlers, once a process. It is never given back: a handler may be running on it.
  private static func setAlternateStack() {
    var current = unsafe stack_t()
    if unsafe sigaltstack(nil, &current) == 0, unsafe current.ss_flags & Int32(SS_DISABLE) == 0 { return }
    var stack = unsafe stack_t()
    unsafe stack.ss_sp = malloc(stackSize)
    unsafe stack.ss_size = stackSize
    if unsafe stack.ss_sp != nil { _ = unsafe sigaltstack(&stack, nil) }
  }
}

private func restoreAndRaise(_ signal: Int32) {
  CrashGuard.restore()
  _ = raise(signal)
}
