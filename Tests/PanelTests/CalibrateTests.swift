import FBDevice
import FixedRaster
import PanelKit
import SystemFiles
import TestSupport
import Testing

@testable import panel_ui

private func sample(
  _ phase: TouchSample.Phase, finger: Int32 = 0, _ x: Int32 = 0, _ y: Int32 = 0
) -> TouchSample {
  var sample = TouchSample(finger: finger, phase: phase, position: PixelPoint(x: 0, y: 0), time: 0)
  (sample.deviceX, sample.deviceY) = (x, y)
  return sample
}

@Suite struct CalibrateTests {
  /// Steps at which all crosses but the last were touched.
  private func touched() -> CalibrationSteps {
    var steps = CalibrationSteps()
    for index in 0..<4 {
      #expect(steps.step == .cross(index))
      #expect(steps.takeTap(sample(.began, finger: Int32(index), 10, 20)) == nil)
      #expect(steps.takeTap(sample(.ended, finger: Int32(index), 10, 20)) == nil)
    }
    return steps
  }

  @Test("D23 calibrate: five touches, the middle first; each counts once it is lifted, with the mean of its reports")
  func taps() throws {
    var steps = touched()
    #expect(steps.takeTap(sample(.moved, finger: 9, 1, 1)) == nil && steps.step == .cross(4))
    #expect(steps.takeTap(sample(.began, finger: 5, 100, 200)) == nil)
    // Another finger, and one that is cancelled, do not count.
    #expect(steps.takeTap(sample(.began, finger: 6, 900, 900)) == nil)
    #expect(steps.takeTap(sample(.ended, finger: 6, 900, 900)) == nil && steps.step == .cross(4))
    #expect(steps.takeTap(sample(.cancelled, finger: 5, 100, 200)) == nil && steps.step == .cross(4))
    #expect(steps.takeTap(sample(.began, finger: 7, 100, 200)) == nil)
    #expect(steps.takeTap(sample(.moved, finger: 7, 120, 200)) == nil)
    let result = steps.takeTap(sample(.ended, finger: 7, 122, 203))
    let taps = try #require(result)
    // The last cross is the fourth place; the first was the middle.
    #expect(CalibrationSteps.order[0] == 4 && taps.count == 5)
    #expect(taps[3] == (114, 201) && taps[4] == (10, 20))
    steps.beginAgain()
    #expect(steps.step == .cross(0))
  }

  @Test("D23 calibrate: a calibration reverts by itself after 15 s unless the button or Enter confirms it")
  func trial() {
    func trial() -> CalibrationSteps {
      var steps = touched()
      // Enter before there is anything to confirm.
      steps.takeLine()
      #expect(steps.step == .cross(4))
      steps.begin(at: 1_000_000_000)
      return steps
    }
    var left = trial()
    #expect(left.secondsLeft(at: 1_000_000_000) == 15 && left.secondsLeft(at: 1_000_000_001) == 15)
    #expect(left.secondsLeft(at: 15_000_000_000) == 1 && left.secondsLeft(at: 99_000_000_000) == 0)
    left.advance(to: 15_999_999_999)
    #expect(left.step == .trial(until: 16_000_000_000))
    left.advance(to: 16_000_000_000)
    #expect(left.step == .reverted)
    // Too late.
    left.takeLine()
    left.takePress(sample(.began), isOnButton: true)
    left.takePress(sample(.ended), isOnButton: true)
    #expect(left.step == .reverted)

    var entered = trial()
    entered.takeLine()
    entered.advance(to: .max)
    #expect(entered.step == .confirmed)

    var pressed = trial()
    for (phase, finger, isOnButton) in [
      (.began, 1, false), (.ended, 1, true), (.began, 2, true), (.ended, 2, false), (.began, 3, true),
      (.cancelled, 3, true),
      (.began, 4, true), (.moved, 4, true), (.ended, 5, true),
    ] as [(TouchSample.Phase, Int32, Bool)] {
      pressed.takePress(sample(phase, finger: finger), isOnButton: isOnButton)
      #expect(pressed.step == .trial(until: 16_000_000_000), "\(phase) \(finger)")
    }
    pressed.takePress(sample(.ended, finger: 4), isOnButton: true)
    #expect(pressed.step == .confirmed)
  }

  @Test("D23 calibrate: what is wrong with touches is said")
  func faults() {
    #expect(Calibrate.words(of: .narrow) == "the touches lie on one point or one line")
    #expect(Calibrate.words(of: .spread(pixels: 41)) == "the touches do not fit together, by 41 pixels")
  }

  // MARK: The board's file

  @Test("D23 the board's file: one line is written, and everything else stays as it is, byte by byte")
  func boardFile() throws {
    let folder = TemporaryFolder()
    let path = folder.file("board.conf")
    try BoardFile.write("touch-calibration", "1.1 0 -0.05 0 1 0", to: path)
    #expect(folder.text("board.conf") == "touch-calibration=1.1 0 -0.05 0 1 0\n")
    let before = "# mine\r\n\n rotate = 180 \r\ntouch-calibration=swap\n\u{FF}\u{0}# x=y\nodd=#=\n  # end"
    _ = folder.write(before, "board.conf", mode: 0o640)
    try BoardFile.write("touch-calibration", "invert-x", to: path)
    #expect(folder.text("board.conf") == before.replacing("touch-calibration=swap", with: "touch-calibration=invert-x"))
    try BoardFile.write("touch-filter", "median=3", to: path)
    #expect(folder.text("board.conf")?.hasSuffix("  # end\ntouch-filter=median=3\n") == true)
    #expect(folder.names == ["board.conf"])
    let lines = try #require(try BoardFile.read(path, isNamed: true)).lines
    #expect(lines.map(\.name) == ["rotate", "touch-calibration", "\u{FF}\u{0}# x", "odd", "touch-filter"])
    #expect(lines[0].number == 3 && lines[0].value == "180")
    // A file that cannot be replaced stays.
    #expect(throws: ProgramError.self) { try BoardFile.write("rotate", "0", to: folder.path) }
    _ = folder.write("rotate\n", "wrong.conf")
    do throws(ProgramError) {
      try BoardFile.write("rotate", "0", to: folder.file("wrong.conf"))
      Issue.record("written")
    } catch {
      #expect(error.message.hasSuffix("wrong.conf:1: expected an option's name, = and its value, found rotate"))
    }
    #expect(folder.text("wrong.conf") == "rotate\n")
  }

  private func options(_ file: String, _ arguments: [String] = []) throws(ProgramError) -> Options {
    let folder = TemporaryFolder()
    let path = folder.write(file, "board.conf")
    return try Options(["--board", path] + arguments, readsBoard: true)
  }

  @Test("D23 options of the board's file count, those of the command line before them; a missing file is none")
  func boardOptions() throws {
    let options = try options(
      "rotate=90\ntouch-calibration=swap 1.5 0 0 0 1 0\ntouch-filter=median=5 pressure=9\ndither=off\n")
    #expect(options.rotation == .clockwise90 && options.dithering == .never)
    #expect(options.touchSetup.calibration.swapsAxes && options.touchSetup.filter.median == 5)
    let given = try self.options(
      "rotate=90\ntouch=none\ntouch-calibration=swap\n", ["--rotate", "180", "--touch-calibration=invert-y"])
    #expect(
      given.rotation == .clockwise180 && given.touchSetup.calibration.invertsY
        && !given.touchSetup.calibration.swapsAxes)
    guard case .none = given.touch else { Issue.record("touch"); return }
    #expect(try Options(["--rotate", "90"], readsBoard: true).rotation == .clockwise90)
    do throws(ProgramError) {
      _ = try Options(["--board", "/nowhere/board.conf"], readsBoard: true)
      Issue.record("read")
    } catch { #expect(error.message.contains("/nowhere/board.conf: No such file")) }
  }

  @Test(
    "D23 a wrong line of the board's file is said with its number",
    arguments: [
      ("\nrotate=45\n", ":2: --rotate 45: expected 0, 90, 180 or 270"),
      ("colour=1", ":1: no option of a board: colour; see --board in panel-ui --help"),
      ("snapshot=a.png", ":1: no option of a board: snapshot"), ("rotate=0\nrotate=0", ":2: a second time: rotate"),
      ("touch-filter=median=2", "unexpected median=2"), ("touch-calibration=1 0 0", "it has not six numbers"),
      ("=", ":1: no option of a board"), ("x\u{1B}[31m", "found x\\x1B[31m"),
    ])
  func wrongBoardFiles(file: String, expected: String) {
    do throws(ProgramError) {
      _ = try options(file)
      Issue.record("read")
    } catch {
      #expect(error.message.contains(expected) && error.status == 1, "\(error.message)")
      #expect(!error.message.utf8.contains(10) && !error.message.utf8.contains(27))
    }
  }

  @Test("D26 --record-touch and --replay-touch: a recording takes the place of the touchscreens, and of values none")
  func recordingOptions() throws {
    let options = try Options(["--replay-touch", "bug.evemu", "--touch", "none"])
    guard case .recording("bug.evemu") = options.touch else { Issue.record("touch"); return }
    #expect(try Options(["--record-touch=bug"]).touchSetup.recording == "bug")
    for other in [["--replay", "a"], ["--record-touch", "a"]] {
      #expect(throws: ProgramError.self) { try Options(["--replay-touch", "bug"] + other) }
    }
  }

  // MARK: The picture

  @Test(
    "D23 calibrate: a cross on black, then a button whose ring empties, and a dot below a finger",
    arguments: everyRotation)
  func picture(rotation: DisplayRotation) throws {
    let display = try MemoryDisplay(width: 160, height: 96, layout: .xrgb8888, rotation: rotation)
    let (width, height) = (display.memory.width, display.memory.height)
    let picture = CalibrationPicture(width: width, height: height)
    let screen = Screen(root: picture.root, display: display)
    func isLit(_ place: PixelPoint) throws -> Bool {
      try screen.drawFrame()
      let data = display.snapshot()
      let image = try #require(TestPicture(png: data))
      return image.pixel(Point(x: place.x, y: place.y)) & 0xFF_FFFF != 0
    }
    for index in 0..<5 {
      picture.show(.cross(index), secondsLeft: 0)
      for other in 0..<5 {
        let place = InputDevice.cross(CalibrationSteps.order[other], width: width, height: height)
        let isThere = try isLit(place)
        #expect(isThere == (other == index), "\(index) \(other)")
      }
    }
    picture.show(.trial(until: 0), secondsLeft: 15)
    let middle = InputDevice.cross(4, width: width, height: height)
    #expect(picture.isOnButton(middle) && !picture.isOnButton(InputDevice.cross(0, width: width, height: height)))
    let upper = PixelPoint(x: middle.x, y: middle.y - 12)
    #expect(try isLit(upper))
    picture.show(.trial(until: 0), secondsLeft: 0)
    #expect(try !isLit(upper))
    var finger = sample(.moved)
    finger.position = PixelPoint(x: 20, y: 20)
    #expect(try !isLit(finger.position))
    picture.showDot(finger)
    #expect(try isLit(finger.position))
    finger.phase = .ended
    picture.showDot(finger)
    #expect(try !isLit(finger.position))
  }
}
