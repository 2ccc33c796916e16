// Stage: console. Keeps the text console from drawing over the panel and from reading its keyboard.
//
// Console modes: ioctl_console(2). A console stays in graphics mode when the process that set it dies.
import CLinux
import SystemFiles

/// The active text console, switched to graphics with its keyboard off, until ``release()`` or the end of the process.
///
/// The modes are restored on exit, on SIGINT, SIGTERM, SIGHUP and SIGQUIT where no `EventLoop` takes them, and on
/// SIGTRAP, SIGILL, SIGSEGV, SIGBUS, SIGABRT and SIGFPE; the process still ends by the signal. Not after SIGKILL.
///
/// A process holds one at a time. Take it before other threads start.
public final class Console {
  /// The number of the virtual terminal: 1 for tty1; 0 where it is not known.
  public let number: Int

  private let system: SystemCalls
  private var descriptor: Int32
  /// The terminal's own file, locked.
  private let lock: Int32
  private var isSwitchable = false

  /// Takes the active console.
  /// - Parameter keepsKeyboard: whether its keyboard goes on to write to the program that reads it.
  /// - Returns: `nil` where the machine has no text console, as in a container or with a serial console alone, and where
  ///   another program has taken it.
  /// - Throws: it may not be taken.
  public static func take(keepsKeyboard: Bool = false) throws(DeviceError) -> Console? {
    try take(SystemCalls(), linux_ioctl_value, keepsKeyboard: keepsKeyboard)
  }

  static func take(
    _ system: SystemCalls, _ control: @escaping ConsoleControl, keepsKeyboard: Bool = false
  ) throws(DeviceError) -> Console? {
    // The group tty may write to it and not read: that is enough for its modes.
    let descriptor = system.open(path, flags: O_WRONLY | O_NOCTTY)
    switch -descriptor {
    case ENOENT, ENXIO, ENODEV, EIO: return nil
    case EACCES, EPERM:
      throw DeviceError("open", path, code: -descriptor, remedy: "add the user to the group tty, or run as a service")
    case let code where code > 0: throw DeviceError("open", path, code: code)
    default: break
    }
    var displayMode: Int32 = 0  // asked for only to know that this is a virtual terminal
    var keyboardMode: Int32 = 0
    if unsafe system.control(descriptor, KDGETMODE, structure: &displayMode) < 0
      || system.control(descriptor, KDGKBMODE, structure: &keyboardMode) < 0
    {
      // It can be opened but is no virtual terminal.
      system.close(descriptor)
      return nil
    }
    var state = vt_stat()
    let isKnown = unsafe system.control(descriptor, VT_GETSTATE, structure: &state) >= 0
    let number = isKnown ? Int(state.v_active) : 0
    // Two programs on one terminal: the first has its modes.
    let lock = number > 0 ? system.open("/dev/tty" + String(number), flags: O_WRONLY | O_NOCTTY) : -1
    if lock >= 0 && !system.lock(lock) {
      system.close(lock)
      system.close(descriptor)
      return nil
    }
    // The mode that a killed process left behind is none to go back to.
    let saved = SavedConsole(
      descriptor: descriptor, keyboardMode: keyboardMode == K_OFF ? K_UNICODE : keyboardMode, displayMode: KD_TEXT)
    CrashGuard.install(saved, control: control)
    var result = system.control(descriptor, KDSETMODE, value: Int(KD_GRAPHICS))
    if result >= 0 && !keepsKeyboard { result = system.control(descriptor, KDSKBMODE, value: Int(K_OFF)) }
    if result < 0 {
      CrashGuard.remove()
      if lock >= 0 { system.close(lock) }
      system.close(descriptor)
      throw DeviceError(
        "switch to graphics", path, code: -result,
        remedy: "run as root, or as a service with StandardInput=tty and TTYPath=/dev/tty1")
    }
    return Console(number: number, system: system, descriptor: descriptor, lock: lock)
  }

  // MARK: Another terminal in its place

  /// Lets another virtual terminal be shown, as `chvt 2` asks for, if this program agrees. Otherwise the kernel leaves a
  /// console in graphics mode where it is.
  /// - Parameters:
  ///   - leaving: the signal by which the kernel asks for the display: ``leave()`` is the answer.
  ///   - returning: the signal by which it gives the display back: ``comeBack()`` is the answer.
  /// - Returns: false where the kernel refuses.
  public func allowSwitching(leaving: Int32, returning: Int32) -> Bool {
    var mode = vt_mode()
    mode.mode = CChar(VT_PROCESS)
    (mode.relsig, mode.acqsig) = (Int16(leaving), Int16(returning))
    isSwitchable = unsafe descriptor >= 0 && system.control(descriptor, VT_SETMODE, structure: &mode) >= 0
    return isSwitchable
  }

  /// Lets the kernel show another terminal. It draws on the display from here on.
  public func leave() { _ = system.control(descriptor, VT_RELDISP, value: 1) }

  /// Takes note that this terminal is shown again.
  public func comeBack() { _ = system.control(descriptor, VT_RELDISP, value: Int(VT_ACKACQ)) }

  private init(number: Int, system: SystemCalls, descriptor: Int32, lock: Int32) {
    self.number = number
    self.lock = lock
    self.system = system
    self.descriptor = descriptor
  }

  /// Restores the console. Further calls do nothing.
  public func release() {
    if descriptor < 0 { return }
    // Where the process ends without this, the kernel notices when it asks.
    var mode = vt_mode()
    mode.mode = CChar(VT_AUTO)
    if isSwitchable { _ = unsafe system.control(descriptor, VT_SETMODE, structure: &mode) }
    CrashGuard.remove()
    system.close(descriptor)
    if lock >= 0 { system.close(lock) }
    descriptor = -1
  }

  deinit { release() }

  /// The console in the foreground when it is opened.
  private static let path = "/dev/tty0"
}
