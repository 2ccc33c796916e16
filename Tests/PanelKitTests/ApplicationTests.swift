import CEvdev
import CLinux
import Foundation
import TestSupport
import Testing

@testable import FBDevice
@testable import PanelKit

/// A single-touch screen that plays back events, each with a byte in a pipe.
private final class Playback: EventSource {
  private var events: [(Int32, Int32, Int32)] = []
  private let pipe: TestPipe
  private(set) var closes = 0
  /// Of the events to come.
  var time: Int64 = 1
  var isGone = false

  init(_ pipe: TestPipe) { self.pipe = pipe }

  func press(_ x: Int32, _ y: Int32) { add([(EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y), (EV_KEY, BTN_TOUCH, 1)]) }
  func release() { add([(EV_KEY, BTN_TOUCH, 0)]) }

  func add(_ events: [(Int32, Int32, Int32)]) {
    self.events += events + [(EV_SYN, SYN_REPORT, 0)]
    pipe.put("x")
  }

  func next(sync: Bool, into event: inout RawEvent) -> ReadStatus {
    if isGone { return .gone }
    if events.isEmpty {
      var byte: UInt8 = 0
      _ = unsafe read(pipe.reading, &byte, 1)
      return .nothing
    }
    let (type, code, value) = events.removeFirst()
    event = RawEvent(type: UInt16(type), code: UInt16(code), value: value, time: time)
    return .event
  }

  func close() { closes += 1 }
}

/// Says what it is told, and asks for a frame each time.
private final class Button: Layer {
  var heard: [String] = []
  private func hear(_ touch: Touch) {
    let place = touch.location(in: self)
    heard.append("\(touch.phase) \(place.x.rounded),\(place.y.rounded)")
    backgroundColor = Color(argb: 0xFF00_0000 + UInt32(heard.count))
  }
  override func touchesBegan(_ touch: Touch) { hear(touch) }
  override func touchesMoved(_ touch: Touch) { hear(touch) }
  override func touchesEnded(_ touch: Touch) { hear(touch) }
  override func touchesCancelled(_ touch: Touch) { hear(touch) }
}

/// A program of 100 × 50 points with a button at (50, 10), on a display with two pixels in a point.
private struct Program {
  let root = Layer()
  let button = Button()
  let application: Application

  init(_ loop: EventLoop? = nil) throws {
    (button.frame, button.backgroundColor) = (Rect(x: 50, y: 10, width: 20, height: 20), .black)
    root.addSublayer(button)
    let display = try MemoryDisplay(width: 200, height: 100, layout: .xrgb8888)
    // Without one that ends on signals, which are the test process's.
    application = try Application(screen: Screen(root: root, display: display, scale: 2), loop: loop ?? EventLoop())
    application.after(.seconds(10)) { [unowned application] in
      Issue.record("the program does not end")
      application.stop()
    }
  }

  func device(_ playback: Playback, _ pipe: TestPipe) -> InputDevice {
    let axes = TouchAxes(x: 0...199, y: 0...99, width: 200, height: 100)
    return InputDevice(
      path: "/dev/input/event0", name: "mock", fileDescriptor: pipe.reading, source: playback,
      tracker: ContactTracker(kind: .single(button: UInt16(BTN_TOUCH)), axes: axes))
  }
}

@Suite struct ApplicationTests {
  @Test("D27 a root without a size gets the display's, in points; one that has a size keeps it")
  func rootSize() throws {
    let program = try Program()
    #expect(program.root.frame == Rect(x: 0, y: 0, width: 100, height: 50))
    #expect(program.application.screen.bounds == program.root.frame)
    let root = Layer()
    root.frame = Rect(x: 1, y: 2, width: 3, height: 4)
    let display = try MemoryDisplay(width: 8, height: 8, layout: .rgb565)
    #expect(Screen(root: root, display: display).root.frame == Rect(x: 1, y: 2, width: 3, height: 4))
  }

  @Test("D27 what events change is drawn once before the loop waits; without changes there is no frame and no wake-up")
  func frames() throws {
    let program = try Program()
    let application = program.application
    var frames: [Int] = []
    application.frameHandler = { [unowned application] in
      frames.append(application.screen.frames)
      if frames.count < 2 { return }
      application.after(.milliseconds(20)) { application.after(.milliseconds(20)) { application.stop() } }
    }
    // Moved at once: an animation has frames of its own.
    program.button.actions["position"] = NullAction.shared
    for _ in 0..<2 { application.after(.zero) { program.button.position.x += 1 } }
    #expect(try application.run() == .stopped)
    #expect(frames == [1, 2] && application.loop.wakeups == 3)
    #expect(application.screen.display.counts.frames == 2)
  }

  @Test("D27 a layer that asks for another frame while it is drawn gets it soon")
  func framesAskedForInFrames() throws {
    final class Restless: Layer {
      var draws = 0
      override func draw(in context: DrawingContext) {
        draws += 1
        context.setFillColor(Color(argb: 0xFF00_0000 + UInt32(draws)))
        context.fill(bounds)
        if draws < 4 { setNeedsDisplay() }
      }
    }
    let program = try Program()
    let layer = Restless()
    layer.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    layer.setNeedsDisplay()
    program.root.addSublayer(layer)
    let application = program.application
    application.frameHandler = { [unowned application] in
      if layer.draws == 4 { application.after(.milliseconds(50)) { application.stop() } }
    }
    try application.run()
    #expect(layer.draws == 4 && application.screen.frames == 4)
  }

  @Test("L92 a program wakes once for a long press, at its time, and not where no recogniser waits")
  func longPress() throws {
    let program = try Program()
    let (application, view) = (program.application, View(frame: Rect(x: 0, y: 0, width: 40, height: 40)))
    program.root.addSublayer(view.layer)
    var times: [Int64] = []
    let press = LongPressGestureRecognizer { _ in times.append(EventLoop.now) }
    press.minimumPressDuration = .milliseconds(60)
    view.addGestureRecognizer(press)
    var start: Int64 = 0
    application.after(.zero) { [unowned application] in
      start = EventLoop.now
      application.screen.touch(finger: 0, phase: .began, at: PixelPoint(x: 10, y: 10), time: start)
      #expect(application.screen.nextTouchDeadline == start + 60_000_000)
    }
    application.after(.milliseconds(150)) { [unowned application] in application.stop() }
    try application.run()
    #expect(times.count == 1 && times[0] >= start + 60_000_000 && application.screen.nextTouchDeadline == nil)
    #expect(application.loop.wakeups == 3)
    application.screen.pointsPerMillimetre = 8
    #expect(application.screen.pointsPerMillimetre == 8)
  }

  @Test("L92 a finger that was lifted in time is no long press, though the program was busy until after its time")
  func busyProgram() throws {
    let (program, pipe) = (try Program(), TestPipe())
    let (application, view) = (program.application, View(frame: Rect(x: 0, y: 0, width: 40, height: 40)))
    program.root.addSublayer(view.layer)
    var presses = 0
    let press = LongPressGestureRecognizer { _ in presses += 1 }
    press.minimumPressDuration = .milliseconds(60)
    view.addGestureRecognizer(press)
    let playback = Playback(pipe)
    try application.listen(to: program.device(playback, pipe))
    let start = EventLoop.now
    playback.time = start
    playback.press(10, 10)
    application.after(.milliseconds(20)) {
      while EventLoop.now < start + 90_000_000 {}
      playback.time = start + 40_000_000
      playback.release()
    }
    application.after(.milliseconds(150)) { [unowned application] in application.stop() }
    try application.run()
    #expect(presses == 0 && press.state == .possible && application.screen.nextTouchDeadline == nil)
  }

  @Test("D27 L44 L102 a program wakes for particles that move, by the frame, and no more once they are hidden")
  func particles() throws {
    let program = try Program()
    let image = TestImage(width: 4, height: 4) { _, _ in ~0 }
    var cell = EmitterCell()
    (cell.contents, cell.birthRate, cell.lifetime, cell.velocity) = (image.image, 100, 1, 20)
    let emitter = EmitterLayer()
    (emitter.emitterPosition, emitter.emitterCells) = (Point(x: 20, y: 20), [cell])
    // Hidden at once, and not half way through an animation.
    emitter.actions["isHidden"] = NullAction.shared
    program.root.addSublayer(emitter)
    let application = program.application
    var times: [Int64] = []
    application.frameHandler = { [unowned application] in
      times.append(EventLoop.now)
      if times.count == 6 { emitter.isHidden = true }
      if times.count == 7 { application.after(.milliseconds(150)) { application.stop() } }
    }
    try application.run()
    #expect(times.count == 7 && application.screen.compositor.nextFrameTime == nil)
    // A wake-up for each frame but the first and the one that hides them, and one to stop.
    #expect(application.loop.wakeups <= 7)
    // A frame takes 33 ms; on a busy machine the first of these may be late while the last keeps its time.
    #expect(times[5] - times[1] >= 3 * 33_000_000)
  }

  @Test("D27 L80 what a handler changes is animated: a program wakes by the frame until its end, and then no more")
  func animations() throws {
    let program = try Program()
    let application = program.application
    var times: [Int64] = []
    var places: [Fixed] = []
    application.frameHandler = {
      times.append(EventLoop.now)
      places.append(program.button.presentation()?.position.x ?? -1)
    }
    let (start, end) = (program.button.position.x, program.button.position.x + 20)
    application.after(.milliseconds(10)) { program.button.position.x = end }
    application.after(.milliseconds(600)) { [unowned application] in application.stop() }
    try application.run()
    #expect(places.first == start && places.last == end && places.contains { $0 > start && $0 < end })
    #expect(places == places.sorted())
    let (count, screen) = (times.count, application.screen)
    // 0.25 s at 30 a second, beside the first frame: fewer where the machine is slow.
    #expect(count >= 4 && count <= 12 && screen.compositor.nextFrameTime == nil)
    #expect(application.loop.wakeups <= count + 1)
    #expect(times[count - 1] - times[1] >= 249_000_000 && times[count - 1] - times[1] < 450_000_000)
  }

  @Test("D27 L84 a display link is called at its rate, not while it is paused, and no more once it is invalidated")
  func displayLink() throws {
    let program = try Program()
    let application = program.application
    var times: [Duration] = []
    var paused = 0
    program.button.actions = ["position": NullAction.shared]
    let link = application.addDisplayLink { link in
      times.append(link.timestamp)
      program.button.position.x += 1
      if times.count == 5 {
        link.isPaused = true
        paused = Int(application.loop.wakeups)
        application.after(.milliseconds(100)) {
          #expect(times.count == 5 && Int(application.loop.wakeups) - paused <= 2)
          link.isPaused = false
        }
      }
      if times.count == 8 {
        link.invalidate()
        application.after(.milliseconds(60)) { application.stop() }
      }
    }
    link.preferredFramesPerSecond = 50
    try application.run()
    #expect(times.count == 8)
    for (before, after) in zip(times.prefix(5), times.prefix(5).dropFirst()) {
      #expect(after - before > .milliseconds(1), "\(before) \(after)")
    }
    #expect(times[4] - times[0] >= .milliseconds(79) - .milliseconds(20))
    link.preferredFramesPerSecond = 1000
    #expect(link.preferredFramesPerSecond == 240)
  }

  @Test("D27 L84 frames are not drawn nearer to each other than the most a second allow, whatever changes")
  func cap() throws {
    let program = try Program()
    let application = program.application
    application.maximumFramesPerSecond = 20
    var (changes, frames) = (0, 0)
    application.frameHandler = { frames += 1 }
    let start = EventLoop.now
    application.every(.milliseconds(5)) {
      changes += 1
      program.button.backgroundColor = Color(argb: 0xFF00_0000 + UInt32(changes))
      if EventLoop.now - start > 500_000_000 { application.stop() }
    }
    try application.run()
    let most = Int((EventLoop.now - start) / 50_000_000) + 2
    #expect(frames >= 2 && frames <= most, "\(frames) of \(most) frames for \(changes) changes")
    #expect(changes > frames)
  }

  @Test("D27 P20 another screen is drawn too, wakes the program for what moves on it, and has touchscreens of its own")
  func otherScreen() throws {
    let program = try Program()
    let button = Button()
    (button.frame, button.backgroundColor) = (Rect(x: 10, y: 10, width: 20, height: 20), .black)
    let root = Layer()
    root.addSublayer(button)
    let other = Screen(root: root, display: try MemoryDisplay(width: 100, height: 50, layout: .xrgb8888))
    try program.application.add(other)
    var frames = 0
    program.application.frameHandler = { frames += 1 }
    program.application.after(.milliseconds(50)) {
      #expect(other.frames == 1 && frames == 1)
      button.backgroundColor = .white
    }
    program.application.after(.milliseconds(100)) {
      // What changes at once, and what moves: the first screen is not drawn for it.
      #expect(other.frames >= 2 && frames == 1)
      button.position.x = 60
    }
    program.application.after(.milliseconds(600)) {
      #expect(other.frames >= 5 && frames == 1)
      program.application.stop()
    }
    try program.application.run()
    #expect(throws: DeviceError.self) {
      try program.application.add(other, touch: .device(path: "/dev/null"))
    }
  }

  @Test("D27 timers: once, again and again, and not any more")
  func timers() throws {
    let application = try Program().application
    var calls: [String] = []
    application.after(.milliseconds(5)) { calls.append("after") }
    let cancelled = application.every(.milliseconds(1)) { calls.append("cancelled") }
    application.cancel(cancelled)
    application.every(.milliseconds(20)) {
      calls.append("every")
      if calls.count == 4 { application.stop() }
    }
    try application.run()
    #expect(calls == ["after", "every", "every", "every"])
    #expect(Duration.seconds(-1).nanoseconds == 0 && Duration.seconds(Int64.max).nanoseconds == 1 << 62)
    #expect(Duration(secondsComponent: 3, attosecondsComponent: 4_999_999_999).nanoseconds == 3_000_000_004)
  }

  @Test(
    "L91 D22 what a finger does on a device is told to the layer in points, and drawn; a device that goes is closed")
  func touches() throws {
    let (program, pipe) = (try Program(), TestPipe(waits: true))
    let application = program.application
    let playback = Playback(pipe)
    try application.listen(to: program.device(playback, pipe))
    // 120 pixels to the right is 60 points: 10 in the button. Each frame is followed by the next step.
    var steps: [() -> Void] = [
      { playback.press(120, 40) }, { playback.add([(EV_ABS, ABS_X, 130)]) }, { playback.release() },
      { playback.press(102, 40) },
      {
        playback.isGone = true
        pipe.put("x")
      }, { application.stop() },
    ]
    application.frameHandler = { steps.removeFirst()() }
    try application.run()
    #expect(program.button.heard == ["began 10,10", "moved 15,10", "ended 15,10", "began 1,10", "cancelled 1,10"])
    #expect(application.screen.frames == 6 && playback.closes == 1)
  }

  @Test("D22 at the program's end touches are cancelled, and the device is closed and not listened to")
  func end() throws {
    let (program, pipe) = (try Program(), TestPipe(waits: true))
    let playback = Playback(pipe)
    let application = program.application
    try application.listen(to: program.device(playback, pipe))
    application.after(.milliseconds(1)) { playback.press(120, 40) }
    application.frameHandler = { [unowned application] in if application.screen.frames == 2 { application.stop() } }
    try application.run()
    #expect(program.button.heard == ["began 10,10", "cancelled 10,10"] && playback.closes == 1)
    try application.loop.watch(pipe.reading) { _ in }
    application.loop.unwatch(pipe.reading)
  }

  @Test("D27 an application that is gone has left its loop and its layers to themselves")
  func gone() throws {
    let (loop, pipe) = (try EventLoop(), TestPipe(waits: true))
    let playback = Playback(pipe)
    var program: Program? = try Program(loop)
    let root = try #require(program?.root)
    try program?.application.listen(to: try #require(program?.device(playback, pipe)))
    let compositor = try #require(program?.application.screen.compositor)
    program = nil
    #expect(playback.closes == 1 && compositor.onNeedsFrame == nil)
    root.backgroundColor = .white
    loop.stop()
    #expect(loop.run() == .stopped)
  }

  @Test("D27 SIGTERM ends the program as stop() does, when it has the signals")
  func signal() throws {
    // Held back from the process while the loop is there, and taken by it.
    let display = try MemoryDisplay(width: 8, height: 8, layout: .xrgb8888)
    let application = try Application(screen: Screen(root: Layer(), display: display))
    application.after(.milliseconds(1)) { pthread_kill(pthread_self(), SIGTERM) }
    #expect(try application.run() == .signal(SIGTERM))
  }

  @Test("D27 another thread has a layer changed by its handle, and sees no layer itself")
  func otherThread() throws {
    let program = try Program()
    let application = program.application
    let handle = application.handle(to: program.button)
    let ending = application.handle(to: application)
    Thread.detachNewThread {
      handle.post { $0.opacity = 0.5 }
      ending.post { $0.stop() }
    }
    try application.run()
    #expect(program.button.opacity == 0.5)
  }

  @Test("D03 a snapshot is the picture; a display that the environment names is used")
  func snapshot() throws {
    let program = try Program()
    program.root.backgroundColor = .white
    #expect(program.application.drawFrame() && !program.application.drawFrame())
    let folder = TemporaryFolder()
    try program.application.screen.writeSnapshot(to: folder.file("a.png"))
    let display = try #require(program.application.screen.display as? MemoryDisplay)
    #expect(folder.bytes("a.png") == display.snapshot())
    guard case .automatic = try DisplayChoice.environment() else { Issue.record("LAMINA_DISPLAY is set"); return }
  }

  @Test("L91 every phase of a device's touch is the layer's of the same name")
  func phases() {
    for phase in TouchSample.Phase.allCases { #expect("\(Touch.Phase(phase))" == "\(phase)") }
  }
}
