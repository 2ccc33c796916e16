// Stage: remote framebuffer. The messages of a viewer that sees the picture.
//
// Source: RFC 6143 section 7.5
import EventLoop
import FixedRaster

extension ViewerSession {
  /// The most encodings in a list; viewers have some twenty.
  private static var mostEncodings: Int { 1024 }
  /// The most bytes of a text for the clipboard, which nobody keeps.
  private static var mostText: UInt32 { 1 << 24 }

  /// - Parameter message: as long as its type says.
  func take(_ message: Span<UInt8>) {
    switch message[0] {
    case 0:
      guard let format = ClientPixelFormat(message) else { return fail() }
      nextFormat = format
    case 2:
      encodingsLeft = Int(message.number16(2))
      if encodingsLeft > Self.mostEncodings { return fail() }
      (encoding, hasEncoding, takesSizes) = (.raw, false, false)
      if encodingsLeft > 0 { stage = .encodings }
    case 3:
      // 2^17 at most.
      let (x, y) = (Int32(message.number16(2)), Int32(message.number16(4)))
      let area = PixelRect(
        minX: x, minY: y, maxX: x + Int32(message.number16(6)), maxY: y + Int32(message.number16(8)))
      want(area, isIncremental: message[1] != 0)
    case 4:
      if rules.isViewOnly { return }
      keys.take(message.number32(4), isDown: message[1] != 0, time: EventLoop.now, rules.actHandler)
    case 5:
      if rules.isViewOnly { return }
      pointer.take(
        message[1], Int(message.number16(2)), Int(message.number16(4)), within: display.viewedMemory.bounds,
        time: EventLoop.now, rules)
    default:
      let count = message.number32(4)
      if count > Self.mostText { return fail() }
      skipped = Int(count)
    }
  }

  /// The first one that is known is the viewer's choice.
  func takeEncoding(_ number: Int32) {
    if number == RemoteEncoding.desktopSize { takesSizes = true }
    if !hasEncoding, let known = RemoteEncoding(rawValue: number) { (encoding, hasEncoding) = (known, true) }
    encodingsLeft -= 1
    if encodingsLeft == 0 { stage = .running }
  }

  /// The viewer has gone: nothing more is read, and its finger and its keys are cancelled.
  package func close() {
    stage = .ended
    pointer.cancel(time: EventLoop.now, rules)
    keys.cancel(time: EventLoop.now, rules.actHandler)
  }
}
