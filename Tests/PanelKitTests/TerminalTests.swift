import CLinux
import EventLoop
import Testing

@testable import FBDevice
@testable import PanelKit

/// A kernel with a text console, which notes what it is told of virtual terminals.
private final class TerminalKernel: SystemCalls {
  private(set) var answers: [Int] = []
  private(set) var modes: [[Int16]] = []
  var refusesSwitches = false

  override func open(_ path: String, flags: Int32, mode: UInt32) -> Int32 { 1_000_000 }
  override func close(_ descriptor: Int32) {}
  override func lock(_ descriptor: Int32) -> Bool { true }

  override func control(_ descriptor: Int32, _ request: Int32, value: Int) -> Int32 {
    if request == VT_RELDISP { answers.append(value) }
    return 0
  }

  @unsafe
  override func control(_ descriptor: Int32, _ request: Int32, structure: UnsafeMutableRawPointer) -> Int32 {
    if request != VT_SETMODE { return 0 }
    let mode = unsafe structure.assumingMemoryBound(to: vt_mode.self).pointee
    modes.append([Int16(mode.mode), mode.relsig, mode.acqsig])
    return refusesSwitches ? -EPERM : 0
  }
}

@Suite struct TerminalTests {
  @Test(
    "D08 the kernel's signals are answered: to the one after the displays are left, to the other before they are taken")
  func terminalSignals() async throws {
    // The console's handlers are the whole process's.
    await #expect(processExitsWith: .success) {
      let kernel = TerminalKernel()
      let console = try #require(try Console.take(kernel, { _, _, _ in 0 }))
      let loop = try EventLoop()
      let follower = try #require(TerminalFollower(console, loop))
      let (returning, leaving) = (linux_SIGRTMAX() - 1, linux_SIGRTMAX())
      #expect(kernel.modes == [[Int16(VT_PROCESS), Int16(leaving), Int16(returning)]])
      var acts: [String] = []
      follower.handler = { isShown in
        acts.append((isShown ? "shown " : "left ") + String(kernel.answers.count))
        if acts.count == 4 { loop.stop() }
      }
      // Back and away again may be told together.
      for (delay, signals) in [(1_000_000, [leaving]), (20_000_000, [leaving, returning]), (40_000_000, [returning])] {
        _ = loop.addTimer(at: EventLoop.now + Int64(delay)) { _ in for signal in signals { _ = raise(signal) } }
      }
      _ = loop.run()
      #expect(acts == ["left 0", "shown 2", "left 2", "shown 4"])
      #expect(kernel.answers == [1, 2, 1, 2])
      follower.end()
      follower.end()

      kernel.refusesSwitches = true
      #expect(TerminalFollower(console, loop) == nil)
      console.release()
    }
  }
}
