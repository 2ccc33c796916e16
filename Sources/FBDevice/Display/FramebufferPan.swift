// Stage: displays. Input: the row of a framebuffer's memory that its display is to begin with. Output: when it does.
import CLinux
import SystemFiles

/// A thread that pans a framebuffer and waits for the display's next picture. Both calls may take as long as a picture does,
/// and some drivers never come back: nobody waits for the thread.
@safe
final class FramebufferPan: @unchecked Sendable {
  /// What became of the pan.
  struct Answer {
    /// The error's number, as a negative one; 0 where the display begins with the row.
    var code: Int32
    /// Whether the driver waits for the display's pictures.
    var waits: Bool
  }

  /// Readable when there is an answer; an eventfd.
  let descriptor: Int32
  /// The thread's own: one that the display closes may be another file's by then.
  private let framebuffer: Int32
  /// An eventfd that the thread reads: a row and one, or the end.
  private let requests: Int32
  private let system: SystemCalls
  private var variable: fb_var_screeninfo

  private static var waitForPicture: Int32 { Int32(truncatingIfNeeded: linux_FBIO_WAITFORVSYNC()) }
  private static var end: UInt64 { 1 << 40 }
  private static var stackBytes: Int { 64 << 10 }
  /// Nanoseconds in which no driver has waited for a picture, unless it was due just then.
  private static var atOnce: Int64 { 300_000 }

  /// - Parameters:
  ///   - framebuffer: a descriptor, which belongs to this object from here on.
  ///   - variable: the mode that the framebuffer has.
  /// - Returns: `nil` where the system has no room for it.
  static func start(_ framebuffer: Int32, _ variable: fb_var_screeninfo, _ system: SystemCalls) -> FramebufferPan? {
    if framebuffer < 0 { return nil }
    let pan = FramebufferPan(framebuffer, variable, system)
    return pan.descriptor >= 0 && pan.requests >= 0 && pan.start() ? pan : nil
  }

  private init(_ framebuffer: Int32, _ variable: fb_var_screeninfo, _ system: SystemCalls) {
    (self.framebuffer, self.variable, self.system) = (framebuffer, variable, system)
    descriptor = eventfd(0, linux_EFD_FLAGS())
    requests = eventfd(0, linux_EFD_FLAGS() & ~O_NONBLOCK)
  }

  deinit {
    system.close(framebuffer)
    _ = close(descriptor)
    _ = close(requests)
  }

  /// Has the display begin with a row. The answer comes later, one for each request.
  func show(row: UInt32) { Self.write(UInt64(row) + 1, to: requests) }

  /// - Returns: `nil` where there is none yet.
  func takeAnswer() -> Answer? {
    guard let word = Self.read(descriptor) else { return nil }
    return Answer(code: -Int32(truncatingIfNeeded: word >> 8), waits: word & 2 != 0)
  }

  /// - Returns: false where there is none by then.
  func waitForAnswer(milliseconds: Int32) -> Bool {
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&waited, 1, milliseconds) == 1
  }

  /// Ends the thread, after what it does now.
  func finish() { Self.write(Self.end, to: requests) }

  // MARK: The thread

  private func start() -> Bool {
    let (thread, code) = WorkThread.start(stackBytes: Self.stackBytes) { [self] in serve() }
    if code == 0 { linux_pthread_detach(thread) }
    return code == 0
  }

  private func serve() {
    while let word = Self.read(requests), word < Self.end {
      variable.yoffset = UInt32(truncatingIfNeeded: word - 1)
      variable.activate = UInt32(FB_ACTIVATE_VBL)
      let start = system.now
      let code = unsafe system.control(framebuffer, FBIOPAN_DISPLAY, structure: &variable)
      // Of the first display of the framebuffer. Drivers that cannot wait say so; others have waited by then.
      var display: UInt32 = 0
      if code >= 0 { _ = unsafe system.control(framebuffer, Self.waitForPicture, structure: &display) }
      let waits = system.now - start >= Self.atOnce
      Self.write(UInt64(code < 0 ? -code : 0) << 8 | (waits ? 2 : 0) | 1, to: descriptor)
    }
  }

  private static func write(_ word: UInt64, to descriptor: Int32) {
    var word = word
    _ = unsafe CLinux.write(descriptor, &word, 8)
  }

  private static func read(_ descriptor: Int32) -> UInt64? {
    var word: UInt64 = 0
    while true {
      if unsafe CLinux.read(descriptor, &word, 8) == 8 { return word }
      if linux_errno() != EINTR { return nil }
    }
  }
}
