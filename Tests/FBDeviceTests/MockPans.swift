import CLinux
import Foundation

/// A framebuffer's driver as a thread asks it: which rows its display began with.
final class MockPans: @unchecked Sendable {
  private let lock = NSLock()
  private var (list, code, pause, isStuck): ([UInt32], Int32, UInt32, Bool) = ([], 0, 0, false)

  /// The rows, in their order.
  var rows: [UInt32] { lock.withLock { list } }

  /// - Parameters:
  ///   - code: the error's number of each pan.
  ///   - pause: microseconds until the next picture.
  ///   - isStuck: whether it never comes.
  func set(code: Int32 = 0, pause: UInt32 = 0, isStuck: Bool = false) {
    lock.withLock { (self.code, self.pause, self.isStuck) = (code, pause, isStuck) }
  }

  @unsafe
  func take(_ request: Int32, _ structure: UnsafeMutableRawPointer) -> Int32 {
    let (code, pause) = lock.withLock { (self.code, self.pause) }
    if request == FBIOPAN_DISPLAY {
      if code != 0 { return -code }
      let row = unsafe structure.assumingMemoryBound(to: fb_var_screeninfo.self).pointee.yoffset
      lock.withLock { list.append(row) }
      return 0
    }
    if pause > 0 { usleep(pause) }
    while lock.withLock({ isStuck }) { usleep(1000) }
    return 0
  }
}
