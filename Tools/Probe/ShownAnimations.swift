// Subjects: shown and resting. The fifty animations of FiftyAnimations.swift on a display, told by lines of standard input what to
// show, for scripts/emulate-board: shown at the times that it is told, of which it takes photographs; resting in the program's
// own loop, in which the kernel counts how often the program wakes. Both end with their input.
//
// output: `probe ready`, then `probe LINE` for each line when the display shows it
import CLinux
import PanelKit
import SystemFiles

/// Frames at times that are told: milliseconds after the animations' beginning.
enum ShownAnimations {
  /// - Returns: the exit status: 1 if the display cannot be used.
  static func show(on display: String) -> Int32 {
    do throws(DeviceError) {
      let console = try Console.take()
      defer { console?.release() }
      let scene = AnimationScene()
      let screen = Screen(root: scene.root, display: try DisplayChoice(display).open(rotation: .none))
      // Transitions are from what was shown.
      try screen.drawFrame(at: .milliseconds(10_000))
      scene.start()
      answer("ready")
      while let line = nextLine() {
        guard let time = Int(line) else { return 1 }
        try screen.drawFrame(at: .milliseconds(10_000 + time))
        answer(line)
      }
      return 0
    } catch {
      error.exit("probe")
    }
  }
}

/// Animations that run, and animations of which nothing is seen.
final class RestingAnimations {
  private let root = Layer()
  private let application: Application
  private var scene = AnimationScene()

  private init(_ display: String) throws(DeviceError) {
    application = try Application(root: root, display: try DisplayChoice(display), touch: .none)
    // An emulated board does not draw them 60 times a second, and would never wait.
    application.maximumFramesPerSecond = 10
  }

  /// - Returns: the exit status: 1 if the display cannot be used.
  static func show(on display: String) -> Int32 {
    do throws(DeviceError) {
      let panel = try RestingAnimations(display)
      try panel.application.readLines(from: 0) {
        panel.show($0)
      } atEnd: {
        panel.application.stop()
      }
      answer("ready")
      try panel.application.run()
      return 0
    } catch {
      error.exit("probe")
    }
  }

  /// Begins with other layers: `paused` and `hidden` ones are animated without an end, `done` ones once.
  private func show(_ state: String) {
    scene.root.removeFromSuperlayer()
    scene = AnimationScene(repeatCount: state == "done" ? 1 : Animation.forever)
    scene.root.beginTime = Duration(ofLoop: EventLoop.now) - .seconds(10)
    root.addSublayer(scene.root)
    // Transitions are from what was shown, and what rests has begun.
    application.drawFrame()
    scene.start()
    application.drawFrame()
    switch state {
    case "paused":
      scene.root.timeOffset = scene.root.convertTime(Duration(ofLoop: EventLoop.now), from: nil)
      scene.root.speed = 0
    case "hidden": scene.root.isHidden = true
    default: break
    }
    answer(state)
  }
}

/// Writes a line at once.
func answer(_ words: String) {
  var bytes = Array(("probe " + words).utf8)
  bytes.append(10)
  _ = unsafe write(1, bytes, bytes.count)
}

/// Waits for a line of standard input; `nil` at its end.
private func nextLine() -> String? {
  var (line, byte): ([UInt8], UInt8) = ([], 0)
  while unsafe read(0, &byte, 1) == 1 {
    if byte == 10 { return String(decoding: line, as: UTF8.self) }
    line.append(byte)
  }
  return nil
}
