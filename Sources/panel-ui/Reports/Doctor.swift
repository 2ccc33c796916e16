// Stage: program. `panel-ui doctor [PANEL]`: the needs of a panel on the machine, a line each, and the remedies.
import CLinux
import PanelFile
import PanelInstruments
import PanelKit
import PanelSignals
import PanelSources
import SystemFiles

/// Looks at the machine without taking anything from a panel that runs on it.
struct Doctor {
  private let options: Options
  /// Whether a panel could be shown as things are.
  private(set) var isWell = true
  private(set) var text = ""
  private var cards: [CardReport] = []

  init(_ options: Options) { self.options = options }

  /// Looks at everything: at a panel's sources too, if one is named. Where these are heard it looks at nothing else.
  mutating func examine() {
    if options.listens != nil, let path = options.panel { return examinePanel(path) }
    examineDisplay()
    examineConsole()
    examineTouch()
    examineKeys()
    examineKernel()
    if let path = options.panel { examinePanel(path) }
  }

  private mutating func say(_ subject: String, _ words: String) { text += "ok    " + subject + ": " + words + "\n" }

  private mutating func complain(_ subject: String, _ words: String) {
    isWell = false
    text += "wrong " + subject + ": " + words + "\n"
  }

  private mutating func examineDisplay() {
    if case .memory = options.display {} else { cards = CardReport.all() }
    for card in cards {
      say("card", card.name + (card.holders.isEmpty ? "" : ", open in " + printable(card.holders)))
      for line in card.connectors { say("connector", printable(line)) }
    }
    examineDisplay("display", options.display, options.rotation)
    do throws(ProgramError) {
      if let words = try options.remote.report() { say("viewers", printable(words)) }
    } catch { complain("viewers", error.message) }
  }

  private mutating func examineDisplay(_ name: String, _ choice: DisplayChoice, _ rotation: DisplayRotation) {
    do throws(DeviceError) {
      let display = try choice.openDevice(rotation: rotation)
      defer { display.close() }
      let memory = display.memory
      var words = display.name + ", " + String(memory.width) + "x" + String(memory.height)
      if let density = display.pixelsPerMillimetre {
        let number = NumberFormat(decimals: 1).text(of: Fixed64((density * 10).rounded, over: 10))
        words += ", " + number + " pixels in a millimetre by its driver"
      }
      say(name, words)
      examineLight(display)
    } catch { complainOfDisplay(name, error.message) }
  }

  private mutating func examineLight(_ display: any Display) {
    if let light = Backlight(options.backlight, of: display) { return say("light", printable(light.name)) }
    guard let name = options.backlight.name else { return }
    complain("light", "no " + printable(name) + " in /sys/class/backlight that can be read")
  }

  /// A panel that runs is as it should be, and has the card.
  private mutating func complainOfDisplay(_ name: String, _ words: String) {
    let program = Array("panel-ui (".utf8)
    for card in cards where Array(card.holders.utf8).starts(with: program) {
      return say(name, "a panel shows on " + card.name + ": " + printable(card.holders))
    }
    complain(name, words)
  }

  /// Is not taken: that would take it from a panel that is shown.
  private mutating func examineConsole() {
    let path = "/dev/tty0"
    let descriptor = unsafe path.withCString { unsafe linux_open($0, O_WRONLY | O_NOCTTY | O_CLOEXEC, 0) }
    if descriptor >= 0 {
      _ = close(descriptor)
      return say("console", path + " can be opened")
    }
    let code = linux_errno()
    if code == EACCES || code == EPERM {
      let remedy: StaticString = "run as root or as the service of scripts/deploy"
      return complain("console", DeviceError("open", path, code: code, remedy: remedy).message)
    }
    say("console", "there is none that would draw over the panel")
  }

  private mutating func examineTouch() {
    do throws(DeviceError) { try examine("touch", options.touch, .touches, "touchscreen") } catch {
      complain("touch", error.message + "; or write --touch none for a panel that is not touched")
    }
  }

  private mutating func examineKeys() {
    do throws(DeviceError) { try examine("keys", options.keys, .keys, "keyboard") } catch {
      // A panel without a keyboard is as it should be.
      if case .automatic = options.keys { say("keys", "none") } else { complain("keys", error.message) }
    }
  }

  /// Opens the chosen input devices of a use, and says what they are called.
  private mutating func examine(
    _ name: String, _ choice: InputChoice, _ uses: InputUses, _ kind: String
  ) throws(DeviceError) {
    var setup = options.touchSetup
    setup.recording = nil
    switch choice {
    case .none: return say(name, "not wanted")
    case .recording(let path):
      sayDevice(name, path + ", ", try InputDevice(recording: path, width: 800, height: 480, setup: setup))
    case .device(let path):
      sayDevice(name, path + ", ", try InputDevice(path: path, width: 800, height: 480, uses: uses, setup: setup))
    case .automatic:
      if case .memory = options.display { return say(name, "none: a display in memory has no " + kind) }
      for device in try InputDevice.findAll(width: 800, height: 480, uses: uses, setup: setup) {
        sayDevice(name, "", device)
      }
    }
  }

  /// Says what an opened device is called and how its touches are calibrated, and closes it.
  private mutating func sayDevice(_ name: String, _ path: String, _ device: InputDevice) {
    var words = printable(path + device.name)
    if device.uses.contains(.touches) {
      if let matrix = device.systemCalibration { words += ", calibrated by the system: " + matrix.text }
      let own = options.touchSetup.calibration.text
      if !own.isEmpty { words += ", calibrated: " + own }
    }
    say(name, words)
    device.close { _ in }
  }

  private mutating func examineKernel() {
    do throws(FileError) {
      let line = try BoundedFile.read("/proc/cmdline", limit: 1 << 16)
      let missing = Self.missingWords(line)
      if missing.isEmpty { return say("kernel", "its command line keeps text off the display") }
      say("kernel", "text may be seen while it starts; to hide it add to the command line:" + missing)
    } catch { complain("kernel", DeviceError(error, remedy: "mount /proc").message) }
  }

  /// Words of the kernel's command line that keep its text off the display and are not there, each behind a blank.
  static func missingWords(_ line: [UInt8]) -> String {
    let words = line.split { $0 == 32 || $0 == 10 }
    let wanted: InlineArray<3, StaticString> = ["quiet", "logo.nologo", "vt.global_cursor_default=0"]
    var missing = ""
    for index in wanted.indices where !words.contains(where: { wanted[index].isEqual(to: $0) }) {
      missing += " " + wanted[index].text
    }
    return missing
  }

  // MARK: A panel

  private mutating func examinePanel(_ path: String) {
    do throws(ProgramError) {
      text += "ok    panel: " + (try Check.line(path))
      let file = try PanelScreen.panel(PanelState(try PanelFile.open(path)), 0, Size(width: 800, height: 480)).file
      if let duration = options.listens {
        let listening = try Listening(file, for: duration)
        for line in listening.run() { text += line + "\n" }
        if !listening.isWell { isWell = false }
      } else {
        examineOtherDisplays(file)
        for (number, record) in file.sources.enumerated() { examineSource(file, number, record) }
      }
      examineCommands(file)
    } catch { complain("panel", error.message) }
  }

  /// The first one is the program's own.
  private mutating func examineOtherDisplays(_ file: PanelFile) {
    for record in file.root.children(.display).dropFirst() {
      let name = "display " + printable(record.text(.name) ?? "")
      do throws(ProgramError) {
        let choice = try DisplayOptions(record)
        examineDisplay(name, choice.display, choice.rotation)
      } catch { complain(name, error.message) }
    }
  }

  private mutating func examineCommands(_ file: PanelFile) {
    let list: CommandList
    do throws(ProgramError) { list = try CommandList(options.commands) } catch {
      return complain("commands", error.message)
    }
    for alarm in file.root.children(.alarm) {
      if let name = alarm.text(.command) { examine(name, of: "alarm " + printable(alarm.text(.name) ?? ""), list) }
    }
    for (name, control) in file.programs { examine(name, of: "control " + printable(control), list) }
  }

  private mutating func examine(_ name: String, of subject: String, _ list: CommandList) {
    guard let command = list.command(named: name) else { return complain(subject, CommandList.missing(name)) }
    let code = unsafe command.path.withCString { unsafe access($0, X_OK) == 0 ? 0 : linux_errno() }
    if code != 0 {
      complain(subject, DeviceError("run", command.path, code: code, remedy: "mend the list of commands").message)
    } else {
      say(subject, "runs " + printable(command.path))
    }
  }

  private mutating func examineSource(_ file: PanelFile, _ number: Int, _ record: PanelRecord) {
    let name = "source " + printable(record.text(.name) ?? "")
    guard let kind = SourceKind.of(record), kind.make != nil else {
      return complain(name, "it is of a kind that this version does not read")
    }
    for finding in kind.examine(record, file.addresses(ofSource: number)) {
      if finding.isWell { say(name, finding.words) } else { complain(name, finding.words) }
    }
  }
}
