// Stage: a page. The functions for fingers, keys and encoders: docs/web-module.md is their manual.
import CLinux
import FixedRaster
import LayerRuntime
import PanelDisplays
import PanelKit

/// A place of the page in pixels, held to the largest display.
private func pixel(_ x: Double, _ y: Double) -> PixelPoint { PixelPoint(x: coordinate(x), y: coordinate(y)) }

private func coordinate(_ value: Double) -> Fixed {
  // A comparison with NaN is false.
  value > -8192 && value < 8192 ? Fixed(rawValue: Int32((value * 65536).rounded())) : value > 0 ? 8192 : -8192
}

@_cdecl("lamina_finger")
public func moveFinger(_ finger: Int32, _ number: Int32, _ x: Double, _ y: Double, _ time: Double) -> Int32 {
  let phase: Touch.Phase
  switch number {
  case 0: phase = .began
  case 1: phase = .moved
  case 2: phase = .ended
  case 3: phase = .cancelled
  default: return 0
  }
  if finger < 0 { return 0 }
  let now = unsafe page.clock.advance(to: time)
  return unsafe page.touch(finger: Int(finger), phase, at: pixel(x, y), time: now) ? 1 : 0
}

@_cdecl("lamina_cancel_fingers")
public func cancelFingers() {
  unsafe page.screen?.screen.cancelTouches()
  unsafe page.setNeedsAdvance()
}

@_cdecl("lamina_key")
public func pressKey(_ code: Int32, _ phase: Int32, _ time: Double) -> Int32 {
  guard (1...767).contains(code), phase >= 0, let act = InputAct.KeyPhase(rawValue: UInt8(clamping: phase)) else {
    return 0
  }
  let now = unsafe page.clock.advance(to: time)
  return unsafe page.press(UInt16(code), KeyPress.Phase(act), at: now) ? 1 : 0
}

@_cdecl("lamina_turn")
public func turn(_ steps: Int32, _ time: Double) -> Int32 {
  let now = unsafe page.clock.advance(to: time)
  return unsafe page.turn(by: max(-100, min(Int(steps), 100)), at: now) ? 1 : 0
}

@_cdecl("lamina_hit")
public func hit(_ x: Int32, _ y: Int32) -> Int32 {
  let place = Point(x: Fixed(max(-8192, min(Int(x), 8192))), y: Fixed(max(-8192, min(Int(y), 8192))))
  return unsafe Int32(page.hit(place) ?? -1)
}

@_cdecl("lamina_hit_frame")
public func hitFrame() -> UnsafeMutablePointer<Int32> { unsafe page.hitFrame.address }
