// Stage: remote framebuffer. Input: a viewer's pointer. Output: a finger, a pointer and steps, as devices have them.
import FBDevice
import FixedRaster

/// A viewer's pointer. Its first button is a finger; its wheel turns as an encoder does.
final class ViewerPointer {
  private let finger: Int32
  private var buttons: UInt8 = 0
  private var place = PixelPoint(x: 0, y: 0)

  private static var firstButton: UInt8 { 1 }
  /// Away from who turns it.
  private static var wheelUp: UInt8 { 8 }
  private static var wheelDown: UInt8 { 16 }

  init(finger: Int32) { self.finger = finger }

  /// - Parameters:
  ///   - buttons: a bit each, 1 while it is down.
  ///   - x: any number; places beyond the picture are held to it.
  func take(_ buttons: UInt8, _ x: Int, _ y: Int, within bounds: PixelRect, time: Int64, _ rules: ViewerRules) {
    let next = PixelPoint(x: Fixed(min(x, bounds.width - 1)), y: Fixed(min(y, bounds.height - 1)))
    let (former, moves) = (self.buttons, next != place)
    (self.buttons, place) = (buttons, next)
    if moves { rules.actHandler(.pointed(next, time: time)) }
    let (isDown, wasDown) = (buttons & Self.firstButton != 0, former & Self.firstButton != 0)
    if isDown != wasDown {
      rules.touchHandler(TouchSample(finger: finger, phase: isDown ? .began : .ended, position: next, time: time))
    } else if isDown && moves {
      rules.touchHandler(TouchSample(finger: finger, phase: .moved, position: next, time: time))
    }
    let pressed = buttons & ~former
    if pressed & Self.wheelUp != 0 { rules.actHandler(.turned(steps: 1, time: time)) }
    if pressed & Self.wheelDown != 0 { rules.actHandler(.turned(steps: -1, time: time)) }
  }

  func cancel(time: Int64, _ rules: ViewerRules) {
    if buttons & Self.firstButton == 0 { return }
    buttons = 0
    rules.touchHandler(TouchSample(finger: finger, phase: .cancelled, position: place, time: time))
  }
}
