import CLinux
import EventLoop
import FBDevice
import FixedRaster
import LayerRuntime
import SystemFiles
import TestSupport
import Testing

@testable import PanelKit

@Suite struct DisplayFrameTests {
  /// A square that moves at random over a ground of squares.
  private final class Scene {
    let root = Layer()
    let square = Layer()
    var random = SplitMix(seed: 7)

    init() {
      root.backgroundColor = Color(red: 20, green: 30, blue: 40)
      for index in 0..<12 {
        let layer = Layer()
        layer.frame = Rect(x: Fixed(index * 16), y: Fixed(index * 7), width: 14, height: 20)
        layer.backgroundColor = Color(red: UInt8(index * 20), green: 90, blue: 200)
        root.addSublayer(layer)
      }
      square.backgroundColor = .white
      square.frame = Rect(x: 0, y: 0, width: 20, height: 20)
      root.addSublayer(square)
      root.showsChangesAtOnce = true
    }

    func move() {
      square.position = Point(x: Fixed(Int(random.next() % 200)), y: Fixed(Int(random.next() % 100)))
    }
  }

  private func pixels(_ memory: DisplayMemory) -> [UInt8] {
    let count = memory.height * memory.bytesPerRow
    return unsafe Array(UnsafeRawBufferPointer(start: memory.base, count: count))
  }

  @Test(
    "D06 of two memories each gets the changes that it lacks: the shown picture is that of one memory, frame by frame")
  func alternation() throws {
    let (scene, other) = (Scene(), Scene())
    let display = try FakeDisplay(width: 200, height: 100, alternates: true)
    let plain = try MemoryDisplay(width: 200, height: 100, layout: .xrgb8888)
    let (screen, reference) = (Screen(root: scene.root, display: display), Screen(root: other.root, display: plain))
    var changed: [Int64] = []
    for _ in 0..<200 {
      #expect(try screen.drawFrame() && reference.drawFrame())
      try display.readEvents()
      #expect(pixels(display.shown) == pixels(plain.memory))
      changed.append(reference.compositor.statistics.pixels)
      scene.move()
      other.move()
    }
    // The first two frames are whole; then each pixel is written twice at most: with its change, and with the next frame's.
    #expect(display.drawn[0] == 20_000 && display.drawn[1] == 20_000)
    for index in 2..<200 { #expect(display.drawn[index] <= changed[index] + changed[index - 1] + 2048) }
    let total = display.drawn.dropFirst(2).reduce(0, +)
    #expect(total <= 2 * changed.dropFirst(1).reduce(0, +))
    // Nothing changed: neither memory is drawn into, although one lacks a change.
    try screen.drawFrame()
    try display.readEvents()
    let frames = screen.frames
    scene.square.position = scene.square.position
    #expect(try !screen.drawFrame() && screen.frames == frames)
  }

  @Test("D06 a display that settles for one memory with its first frame gets the changes alone from then on")
  func settling() throws {
    let (scene, other) = (Scene(), Scene())
    let display = try FakeDisplay(width: 200, height: 100, alternates: true)
    display.settlesForOne = true
    let plain = try MemoryDisplay(width: 200, height: 100, layout: .xrgb8888)
    let (screen, reference) = (Screen(root: scene.root, display: display), Screen(root: other.root, display: plain))
    for index in 0..<20 {
      #expect(try screen.drawFrame() && reference.drawFrame())
      try display.readEvents()
      #expect(display.drawn[index] == reference.compositor.statistics.pixels)
      scene.move()
      other.move()
    }
  }

  @Test("D0A a display that opens and refuses each frame is tried a few times a second, and no more")
  func stubborn() throws {
    let scene = Scene()
    let display = try FakeDisplay(width: 200, height: 100)
    let application = try Application(screen: Screen(root: scene.root, display: display), loop: EventLoop())
    var tries = 0
    application.followDisplay(of: application.screen) { () throws(DeviceError) in
      tries += 1
      let display = try FakeDisplay(width: 200, height: 100)
      display.error = EIO
      return display
    }
    application.after(.milliseconds(20)) {
      display.error = EIO
      scene.move()
    }
    application.after(.milliseconds(1020)) { application.stop() }
    try application.run()
    #expect(tries >= 3 && tries <= 9, "\(tries)")
  }

  @Test("D06 no frame is drawn while one is on its way, and none is lost: the next one has all that changed meanwhile")
  func waiting() throws {
    let scene = Scene()
    let display = try FakeDisplay(width: 200, height: 100)
    display.showsAtOnce = false
    let application = try Application(screen: Screen(root: scene.root, display: display), loop: EventLoop())
    application.after(.milliseconds(30)) {
      #expect(display.drawn.count == 1)
      scene.move()
    }
    application.after(.milliseconds(60)) {
      scene.move()
      #expect(display.drawn.count == 1, "a frame is on its way")
      display.show()
    }
    application.after(.milliseconds(90)) {
      #expect(display.drawn.count == 2)
      display.show()
      application.stop()
    }
    try application.run()
  }

  @Test("D06 a display whose frames get lost draws all again; D09 one that is off draws nothing and wakes nobody")
  func restartsAndPower() throws {
    let scene = Scene()
    let display = try FakeDisplay(width: 200, height: 100)
    let application = try Application(screen: Screen(root: scene.root, display: display), loop: EventLoop())
    var wakeups: Int64 = 0
    application.after(.milliseconds(30)) {
      scene.move()
      display.restarts += 1
    }
    application.after(.milliseconds(60)) {
      #expect(display.drawn == [20_000, 20_000])
      _ = display.setPower(false)
      scene.move()
      wakeups = application.loop.wakeups
    }
    application.after(.milliseconds(400)) {
      #expect(display.drawn.count == 2)
      #expect(application.loop.wakeups - wakeups <= 2)
      _ = display.setPower(true)
    }
    application.after(.milliseconds(430)) {
      #expect(display.drawn.count == 3)
      application.stop()
    }
    try application.run()
  }

  @Test("D08 while another terminal is shown nothing is drawn and no finger counts; then all is drawn, once")
  func terminal() throws {
    let scene = Scene()
    let display = try FakeDisplay(width: 200, height: 100)
    let screen = Screen(root: scene.root, display: display)
    var phases: [Touch.Phase] = []
    scene.root.touchHandler = { phases.append($0.phase) }
    try screen.drawFrame()
    try display.readEvents()
    screen.touch(finger: 0, phase: .began, at: PixelPoint(x: 10, y: 10))
    screen.setForeground(false)
    scene.move()
    screen.touch(finger: 1, phase: .began, at: PixelPoint(x: 10, y: 10))
    #expect(try !screen.drawFrame() && phases == [.began, .cancelled])
    screen.setForeground(true)
    #expect(try screen.drawFrame() && display.drawn == [20_000, 20_000])
    try display.readEvents()
    #expect(try !screen.drawFrame())
    // Another display comes while the other terminal is shown: it is that one's too.
    screen.setForeground(false)
    let other = try FakeDisplay(width: 200, height: 100)
    _ = screen.show(on: other)
    #expect(try !screen.drawFrame() && other.drawn.isEmpty && !other.isForeground)
    screen.setForeground(true)
    #expect(try screen.drawFrame() && other.drawn == [20_000])
    // Keys that are down end with it; who counts them learns of their end even later.
    var (presses, told): ([KeyPress.Phase], [KeyPress.Phase]) = ([], [])
    screen.focus.keyHandler = {
      presses.append($0.phase)
      return true
    }
    screen.keyFilter = { _, phase, _ in
      told.append(phase)
      return true
    }
    screen.take(.key(code: 30, phase: .began, time: 0))
    screen.setForeground(false)
    for phase in [InputAct.KeyPhase.repeated, .ended, .began] { screen.take(.key(code: 30, phase: phase, time: 1)) }
    screen.take(.turned(steps: 1, time: 2))
    #expect(presses == [.began, .cancelled] && told == [.began, .ended])
  }

  @Test("D08 D0A a display that goes while another terminal is shown is looked for when the panel's is back")
  func goneBehindTerminal() throws {
    let screen = Screen(root: Scene().root, display: try FakeDisplay(width: 200, height: 100))
    let follower = DisplayFollower(try EventLoop())
    var (opened, changes): (Int, [String]) = (0, [])
    follower.follow(screen) { () throws(DeviceError) in
      opened += 1
      return try FakeDisplay(width: 100, height: 100)
    }
    follower.changeHandler = { _, change in
      switch change {
      case .left: changes.append("left")
      case .gone: changes.append("gone")
      case .shown(let isResized): changes.append("shown \(isResized)")
      }
    }
    follower.isForeground = false
    #expect(follower.take(DeviceError("show a frame on", "it", code: ENODEV), of: screen) && follower.isGone(screen))
    follower.examine()
    #expect(opened == 0 && changes == ["gone"], "its card may be another program's")
    follower.isForeground = true
    #expect(opened == 1 && changes == ["gone", "shown true"] && !follower.isGone(screen))
  }

  // MARK: Displays that come

  @Test(
    "D0A a display that is missing is opened once it is there, shown on a screen of its own, and followed from then on")
  func awaited() throws {
    let (scene, other) = (Scene(), Scene())
    let first = Screen(root: scene.root, display: try FakeDisplay(width: 200, height: 100))
    let application = try Application(screen: first, loop: EventLoop())
    var (tries, given): (Int, [FakeDisplay]) = (0, [])
    func open() throws(DeviceError) -> any Display {
      tries += 1
      // A device's file is there before its group may open it; the second one is there at once.
      if tries < 3 { throw DeviceError("open", "/dev/dri/card1", code: EACCES) }
      let display = try FakeDisplay(width: 100, height: 50)
      given.append(display)
      return display
    }
    application.awaitDisplay(opening: open) { [unowned application] display in
      let screen = Screen(root: other.root, display: display)
      #expect(throws: Never.self) { try application.add(screen) }
      application.followDisplay(of: screen, reopening: open)
    }
    application.after(.milliseconds(500)) {
      #expect(tries == 3 && application.screens.count == 2 && given.map(\.drawn) == [[5000]])
      given[0].error = ENODEV
      other.move()
    }
    application.after(.milliseconds(1000)) {
      #expect(tries == 4 && application.screens.count == 2 && given.count == 2 && given[0].isClosed)
      #expect(given[1].drawn == [5000])
      application.stop()
    }
    try application.run()
  }

  // MARK: Displays that go

  @Test(
    "D0A a display that refuses a frame has gone: touches end, nothing is drawn, and the next one is shown within a second"
  )
  func gone() throws {
    let scene = Scene()
    let display = try FakeDisplay(width: 200, height: 100)
    let button = Layer()
    button.frame = Rect(x: 0, y: 0, width: 50, height: 50)
    scene.root.addSublayer(button)
    let application = try Application(screen: Screen(root: scene.root, display: display), loop: EventLoop())
    var (tries, changes, phases): (Int, [String], [Touch.Phase]) = (0, [], [])
    button.touchHandler = { phases.append($0.phase) }
    var next: FakeDisplay?
    application.followDisplay(of: application.screen) { () throws(DeviceError) in
      tries += 1
      if tries < 4 { throw DeviceError("open", "/dev/dri/card1", code: ENOENT) }
      let display = try FakeDisplay(width: 320, height: 240, alternates: true)
      next = display
      return display
    }
    application.displayHandler = { screen, change in
      switch change {
      case .left: changes.append("left")
      case .gone(let error): changes.append("gone \(error?.code ?? 0)")
      case .shown(let isResized): changes.append("shown \(isResized) \(screen.bounds.width)")
      }
    }
    application.after(.milliseconds(30)) {
      application.screen.touch(finger: 0, phase: .began, at: PixelPoint(x: 10, y: 10))
      display.error = ENODEV
      scene.move()
    }
    application.after(.milliseconds(1030)) {
      #expect(tries == 4 && changes == ["gone 19", "shown true 320"])
      #expect(display.isClosed && phases == [.began, .cancelled])
      #expect(next?.drawn.first == Int64(320 * 240))
      #expect(scene.root.frame == Rect(x: 0, y: 0, width: 320, height: 240))
      scene.move()
    }
    application.after(.milliseconds(1060)) {
      #expect((next?.drawn.count ?? 0) >= 2)
      application.stop()
    }
    try application.run()
  }

  @Test(
    "D0A a refusal that is none of a display that has gone, or of one that nobody follows, ends the program with it")
  func refused() throws {
    for (code, isFollowed) in [(EINVAL, true), (ENODEV, false)] {
      let scene = Scene()
      let display = try FakeDisplay(width: 200, height: 100)
      let application = try Application(screen: Screen(root: scene.root, display: display), loop: EventLoop())
      if isFollowed {
        application.followDisplay(of: application.screen) { () throws(DeviceError) in
          throw DeviceError("open", "/dev/dri/card1", code: ENOENT)
        }
      }
      application.after(.milliseconds(10)) {
        display.error = code
        scene.move()
      }
      #expect(throws: DeviceError.self) { try application.run() }
    }
  }

  @Test("D0A a thousand displays after one another, of three sizes, on one screen; its settings stay")
  func thousand() throws {
    let scene = Scene()
    let screen = Screen(root: scene.root, display: try FakeDisplay(width: 200, height: 100))
    screen.compositor.preferredFramesPerSecond = 50
    for index in 0..<1000 {
      try screen.drawFrame()
      let display = try FakeDisplay(width: 200 + 40 * (index % 3), height: 100, alternates: index % 2 == 0)
      screen.display.close()
      screen.show(on: display)
      scene.move()
      #expect(try screen.drawFrame() && display.drawn == [Int64(display.memory.width * 100)])
    }
    #expect(screen.compositor.preferredFramesPerSecond == 50 && screen.frames == 2000 - 999)
  }
}
