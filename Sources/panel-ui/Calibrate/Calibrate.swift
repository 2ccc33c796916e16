// Stage: program. `panel-ui calibrate`: crosses on the display, a calibration of the taps on them, and once that is
// confirmed a line of the board's file.
import CLinux
import EventLoop
import PanelFile
import PanelKit
import SystemFiles

/// Calibrates a touchscreen. Nothing changes before it is confirmed.
final class Calibrate {
  static func run(_ given: Options) throws(ProgramError) {
    var options = given
    if options.panel != nil { _ = try options.takeDisplay(of: try PanelFile.open(options.panel)) }
    let path = options.boardFile ?? BoardFile.usualPath
    try Files.checkFolder(of: path)
    let display = try openDisplay(options)
    defer { display.close() }
    try reserveMemory(for: display)
    let session = try Calibrate(options, display)
    let result = try session.run()
    if let snapshot = options.snapshot {
      do throws(DeviceError) { try session.screen.writeSnapshot(to: snapshot) } catch { throw .device(error) }
    }
    guard let result else { return }
    try BoardFile.write("touch-calibration", result.text, to: path)
    Files.writeError("panel-ui: " + printable(path) + ": touch-calibration=" + result.text + "\n")
  }

  let screen: Screen
  private let picture: CalibrationPicture
  private let loop: EventLoop
  private let console: Console?
  private let devices: [InputDevice]
  private let options: Options
  /// The one that was touched first.
  private var device: InputDevice?
  private var steps = CalibrationSteps()
  private var calibration: TouchCalibration?
  private var failure: ProgramError?

  private init(_ given: Options, _ display: any Display) throws(ProgramError) {
    options = given
    let memory = display.memory
    picture = CalibrationPicture(width: memory.width, height: memory.height)
    screen = Screen(root: picture.root, display: display)
    var setup = given.touchSetup
    // Ranges that are wrong, and those that are missing, come from the taps.
    setup.assumesRanges = true
    do throws(DeviceError) {
      loop = try EventLoop()
      try loop.endOnSignals()
      // Enter confirms on the board's own keyboard too.
      console = display is MemoryDisplay ? nil : try Console.take(keepsKeyboard: true)
      var choice = given.touch
      if case .automatic = choice, display is MemoryDisplay { choice = .none }
      // A mouse has no places to calibrate.
      devices = try choice.open(
        width: memory.width, height: memory.height, rotation: memory.rotation, setup: setup
      ).filter { $0.isAbsolute }
    } catch { throw .device(error) }
    if devices.isEmpty { throw .failed("calibrate: no touchscreen; name one, as --touch /dev/input/event0") }
  }

  /// - Returns: the confirmed calibration; `nil` after as many frames as were wanted.
  /// - Throws: nobody confirmed one in time, the program was ended, or a device failed.
  private func run() throws(ProgramError) -> TouchCalibration? {
    do throws(DeviceError) {
      for device in devices {
        try loop.watch(device.fileDescriptor) { [unowned(unsafe) self] _ in unsafe read(device) }
      }
    } catch { throw .device(error) }
    _ = screen.display.setPower(true)
    watchTerminal()
    loop.beforeWaiting = { [unowned(unsafe) self] in unsafe drawFrame() }
    Files.writeError("panel-ui: touch the middle of each of the five crosses\n")
    _ = loop.run()
    loop.beforeWaiting = {}
    for device in devices { device.close() }
    console?.release()
    if let failure { throw failure }
    if steps.step == .confirmed { return calibration }
    if let frames = options.frames, screen.frames >= frames { return nil }
    throw .failed(
      steps.step == .reverted
        ? "nobody confirmed the calibration in 15 s: nothing is changed" : "not calibrated: nothing is changed")
  }

  /// Enter confirms, over ssh too. What is no terminal and no pipe, such as a file, is not read.
  private func watchTerminal() {
    try? loop.watch(0) { [unowned(unsafe) self] _ in unsafe readTerminal() }
  }

  private func readTerminal() {
    var buffer = InlineArray<256, UInt8>(repeating: 0)
    let count = unsafe CLinux.read(0, &buffer, 256)
    if count <= 0 { return loop.unwatch(0) }
    for index in 0..<count where buffer[index] == 10 || buffer[index] == 13 { steps.takeLine() }
    show()
  }

  private func read(_ device: InputDevice) {
    let isThere = device.read { samples in
      for index in samples.indices { take(samples[index], device) }
    }
    if isThere { return }
    loop.unwatch(device.fileDescriptor)
    device.close()
    if devices.allSatisfy({ !$0.isOpen }) { fail("calibrate: the touchscreen is gone: nothing is changed") }
  }

  private func take(_ sample: TouchSample, _ device: InputDevice) {
    if self.device == nil { self.device = device }
    if self.device !== device { return }
    if calibration == nil {
      if let taps = steps.takeTap(sample) { fit(taps, device) }
    } else {
      picture.showDot(sample)
      steps.takePress(sample, isOnButton: picture.isOnButton(sample.position))
    }
    show()
  }

  private func fit(_ taps: [(x: Int32, y: Int32)], _ device: InputDevice) {
    do throws(CalibrationFault) {
      let found = try device.calibration(fitting: taps, given: options.touchSetup.calibration)
      calibration = found
      device.calibrate(found)
      steps.begin(at: EventLoop.now)
      Files.writeError(
        "panel-ui: a dot follows the finger; touch the button in the middle, or press Enter, within 15 s. Otherwise "
          + "nothing changes\n")
      tickSeconds()
    } catch {
      steps.beginAgain()
      Files.writeError("panel-ui: " + Self.words(of: error) + ": touch the middle of each cross once more\n")
    }
  }

  static func words(of fault: CalibrationFault) -> String {
    switch fault {
    case .narrow: "the touches lie on one point or one line"
    case .spread(let pixels): "the touches do not fit together, by " + String(pixels) + " pixels"
    }
  }

  private func tickSeconds() {
    let now = EventLoop.now
    steps.advance(to: now)
    show()
    if case .trial = steps.step {
      loop.addTimer(at: now + 1_000_000_000) { [unowned(unsafe) self] _ in unsafe tickSeconds() }
    }
  }

  private func show() {
    picture.show(steps.step, secondsLeft: steps.secondsLeft(at: EventLoop.now))
    if steps.step == .confirmed || steps.step == .reverted { loop.stop() }
  }

  private func fail(_ words: String) {
    if steps.step != .confirmed { failure = .failed(words) }
    loop.stop()
  }

  private func drawFrame() {
    do throws(DeviceError) { try screen.drawFrame() } catch { fail(error.message) }
    if let frames = options.frames, screen.frames >= frames { loop.stop() }
  }
}
