// Stage: program. Draws a panel in a copy of this process before it is shown: whatever becomes of the copy, the panel that
// is shown stays.
import CLinux
import PanelFile
import PanelInstruments
import PanelKit

/// A first frame of a panel, tried apart (P08).
enum PanelTrial {
  enum Outcome: Equatable {
    case done
    /// The copy ended before it was done, by a trap, a signal, or for want of memory.
    case ended
    /// It was not done in time, and was ended.
    case late
    /// There is no copy: nothing was tried.
    case untried
  }

  /// Milliseconds that a first frame may take.
  static var limit: Int32 { 3000 }

  /// Has a panel take the place of the one that is shown in a copy of this process, and draws it there into memory.
  /// - Throws: it does not reach its first frame.
  static func draw(_ file: PanelFile, in screen: PanelScreen, at time: Int64) throws(ProgramError) {
    // Copies that have ended are nobody's.
    linux_ignore_signal(SIGCHLD)
    let outcome = outcome(within: limit) {
      // One that is refused is refused again, with a message, when it is to be shown.
      guard let former = try? screen.replace(with: file) else { return }
      screen.advance(to: time)
      drawFrame(of: screen)
      withExtendedLifetime(former) {}
    }
    switch outcome {
    case .done, .untried: return
    case .ended: throw .failed("it ends the program before its first frame: compile it again with panel-assets")
    case .late: throw .failed("it has no first frame within three seconds: give it fewer elements")
    }
  }

  /// Draws what a screen shows with one thread, for the others are not in the copy, and into memory: a display's is shared.
  private static func drawFrame(of screen: PanelScreen) {
    let memory = screen.screen.display.memory
    guard let display = try? MemoryDisplay(width: memory.width, height: memory.height, layout: .xrgb8888) else {
      return
    }
    let (root, panel) = (Layer(), screen.panel)
    root.frame = screen.screen.root.frame
    panel.root.removeFromSuperlayer()
    root.addSublayer(panel.root)
    let capacities = CompositorCapacities(layers: panel.layerCount + 16, animations: 0, threads: 1)
    let compositor = Compositor(root: root, width: memory.width, height: memory.height, capacities: capacities)
    compositor.drawFrame(into: display.memory)
  }

  /// Runs a body in a copy of this process.
  static func outcome(within milliseconds: Int32, _ body: () -> Void) -> Outcome {
    var ends: InlineArray<2, Int32> = [-1, -1]
    var span = ends.mutableSpan
    let isOpen = unsafe span.withUnsafeMutableBufferPointer { unsafe pipe($0.baseAddress) } == 0
    let (reader, writer) = (ends[0], ends[1])
    if !isOpen { return .untried }
    defer { _ = close(reader) }
    let child = fork()
    if child == 0 {
      // What this program does with a signal that ends it is for its display, which is another's now.
      var action = sigaction()
      for number in Int32(1)...31 { _ = unsafe linux_sigaction_restore(number, &action) }
      body()
      var done: UInt8 = 1
      _ = unsafe write(writer, &done, 1)
      _exit(0)
    }
    _ = close(writer)
    if child < 0 { return .untried }
    var wait = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    let isReady = unsafe poll(&wait, 1, milliseconds) > 0
    var byte: UInt8 = 0
    if isReady { return unsafe read(reader, &byte, 1) == 1 ? .done : .ended }
    _ = kill(child, SIGKILL)
    return .late
  }
}
