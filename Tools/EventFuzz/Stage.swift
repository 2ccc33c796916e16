// What a stream is sent to.
import FBDevice
import LayerRuntime
import PanelKit

/// Layers that fingers and keys reach, on a screen.
protocol Stage: AnyObject {
  var log: CallLog { get }
  var screen: Screen { get }
  /// A frame's time has come.
  func advance(to time: Int64)
  /// The program does something by itself.
  func meddle()
  /// Lifts the program's own fingers.
  func letGo()
  /// All is lifted, and ten seconds have gone by.
  func checkRest()
  /// Lets go of delegates, which keep the stage.
  func close()
}

extension Stage {
  /// Whether nothing is left in the router, and nothing wakes the program.
  func checkRouter() {
    if let deadline = screen.nextTouchDeadline { log.fail("the router waits for \(deadline) in the end") }
    if let time = screen.compositor.nextFrameTime { log.fail("a frame is wanted at \(time) in the end") }
  }
}
