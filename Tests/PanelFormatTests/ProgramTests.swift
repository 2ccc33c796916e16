import Foundation
import PanelDescription
import TestSupport
import Testing

/// A panel of two alarms, by which it is seen from outside what it has heard.
private let description = """
  panel: 1
  size: 160x120
  sources:
    in: {lines: stdin}
  signals:
    a: {from: in/a, stale: 300ms}
    b: {from: in/b, stale: 1min}
  alarms:
    a_high: {when: a above 5}
    b_high: {when: b above 5}
  pages:
    main: {alarms: all}

  """

/// The same with an alarm more, before the others.
private let longerDescription = description.replacingOccurrences(
  of: "alarms:\n  a", with: "alarms:\n  both: {when: a + b above 50}\n  a")

/// The program, which was built beside the tests.
private let program = Bundle(for: RunningPanel.self).bundleURL.appendingPathComponent("panel-ui")

/// A program that runs with a display in memory.
final class RunningPanel {
  let folder: TemporaryFolder
  private let process = Process()
  private let (input, output, errors) = (Pipe(), Pipe(), Pipe())
  /// What ``says(_:times:)`` has read of the program's errors.
  private var said = Data()

  init(_ arguments: [String], in folder: TemporaryFolder, readsFrom file: FileHandle? = nil) throws {
    self.folder = folder
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    (process.standardInput, process.standardOutput, process.standardError) = (file ?? input, output, errors)
    try process.run()
  }

  /// Changes a limit of the program while it runs, for what it starts too, by an option of prlimit(1).
  func limit(_ option: String) throws {
    let limit = Process()
    limit.executableURL = URL(fileURLWithPath: "/usr/bin/prlimit")
    limit.arguments = ["--pid", "\(number)", option]
    try limit.run()
    limit.waitUntilExit()
    #expect(limit.terminationStatus == 0)
  }

  /// Shows a panel file of the folder with its alarms in a journal.
  convenience init(_ panel: String = "p.panel", in folder: TemporaryFolder) throws {
    try self.init(
      ["--display", "memory:160x120:xrgb8888", "--touch", "none", "--journal", "journal", panel], in: folder)
  }

  deinit { if process.isRunning { process.terminate() } }

  func put(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
  func put(_ bytes: [UInt8]) throws { try input.fileHandleForWriting.write(contentsOf: Data(bytes)) }
  func closeInput() throws { try input.fileHandleForWriting.close() }

  var isRunning: Bool { process.isRunning }

  /// The memory that the program has in use.
  var residentKilobytes: Int {
    let status = (try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8)) ?? ""
    return status.firstMatch(of: /VmRSS:\s*(\d+)/).flatMap { Int($0.1) } ?? 0
  }
  var number: Int32 { process.processIdentifier }

  /// Connects to a socket, without waiting.
  static func client(_ path: String) throws -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let isConnected = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isConnected)
    return descriptor
  }

  /// Whether an alarm comes to do what a journal calls so.
  func does(_ words: String, times: Int = 1) -> Bool {
    waits { (self.folder.text("journal") ?? "").components(separatedBy: words).count > times }
  }

  /// Whether an alarm comes to do so of a line that is told again and again: on a busy machine its value may be old before
  /// the program looks at it.
  func does(_ words: String, times: Int = 1, of line: String) -> Bool {
    var round = 0
    return waits {
      if round % 20 == 0 { try? self.put(line) }
      round += 1
      return (self.folder.text("journal") ?? "").components(separatedBy: words).count > times
    }
  }

  /// Whether the program comes to say something.
  func says(_ words: String, times: Int = 1) -> Bool {
    waits {
      var room = pollfd(fd: self.errors.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&room, 1, 0) > 0 { self.said += self.errors.fileHandleForReading.availableData }
      return String(decoding: self.said, as: UTF8.self).components(separatedBy: words).count > times
    }
  }

  /// Leaves no room in the program's standard error.
  func fillErrors() {
    let end = unsafe open("/proc/\(number)/fd/2", O_WRONLY | O_NONBLOCK)
    for size in [4096, 1] {
      let bytes = [UInt8](repeating: 120, count: size)
      while unsafe write(end, bytes, size) > 0 {}
    }
    #expect(end >= 0 && errno == EAGAIN)
    close(end)
  }

  /// Whether something comes to hold within five seconds.
  func waits(_ holds: () -> Bool) -> Bool {
    for _ in 0..<6000 {
      if holds() { return true }
      usleep(5000)
    }
    return false
  }

  /// Has it end, and says how it did.
  func end(_ signal: Int32? = SIGTERM) -> (status: Int32, output: String, errors: String) {
    if let signal { kill(process.processIdentifier, signal) }
    let words = [output, errors].map {
      let before = $0 === errors ? said : Data()
      return String(decoding: before + $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    return (process.terminationReason == .exit ? process.terminationStatus : -1, words[0], words[1])
  }
}

private func panelBytes(_ text: String = description) throws -> [UInt8] {
  try compilePanel(Array(text.utf8), name: "p.yaml", hasFonts: true).bytes
}

private func run(_ arguments: [String], in folder: TemporaryFolder) throws -> (Int32, String, String) {
  let panel = try RunningPanel(arguments, in: folder)
  return panel.end(nil)
}

@Suite struct ProgramTests {
  @Test("P13 check says what a file holds and ends with 0, or why it is refused with 1; used wrongly it ends with 2")
  func check() throws {
    let folder = TemporaryFolder()
    var bytes = try panelBytes()
    _ = folder.write(bytes, "p.panel")
    #expect(
      try run(["check", "p.panel"], in: folder)
        == (0, "p.panel: can be shown: 1 page, 1 instrument, 2 signals, 2 expressions, 1 source, 2 alarms\n", ""))
    bytes[bytes.count / 2] ^= 1
    _ = folder.write(bytes, "q.panel")
    let refused = try run(["check", "q.panel"], in: folder)
    #expect(refused.0 == 1 && refused.1.isEmpty)
    #expect(refused.2.hasPrefix("panel-ui: q.panel: byte ") && refused.2.filter { $0 == "\n" }.count == 1)
    #expect(
      try run(["check", "none"], in: folder).2.hasPrefix("panel-ui: cannot open none: No such file or directory; "))
    #expect(try run(["check"], in: folder).0 == 2)
    #expect(try run(["check", "p.panel", "q.panel"], in: folder).0 == 2)
  }

  @Test("P12 doctor says of display, console, touch, kernel and each source what it found, and fails if one is wrong")
  func doctor() throws {
    let folder = TemporaryFolder()
    let sources = """
      sources:
          s: {lines: unix none/s}
          f: {files: every 1s}
      """
    let signals = "sources:\n  in: {lines: stdin}"
    let text = description.replacingOccurrences(of: signals, with: sources)
      .replacingOccurrences(of: "in/a", with: "s/a")
      .replacingOccurrences(of: "in/b", with: "f/proc/loadavg")
    _ = folder.write(try panelBytes(text), "p.panel")
    let memory = ["doctor", "--display", "memory:160x120:xrgb8888", "--touch", "none"]
    let wrong = try run(memory + ["p.panel"], in: folder)
    #expect(wrong.0 == 1 && wrong.2.isEmpty)
    for line in [
      "ok    display: ", "console: ", "ok    touch: not wanted\n", "ok    keys: none", "kernel: ",
      "ok    panel: p.panel: can be shown: ",
      "wrong source s: cannot listen in none/: No such file or directory; choose a path in a folder that",
      "ok    source f: proc/loadavg has a number\n",
    ] { #expect(wrong.1.contains(line), "\(line)") }
    _ = unsafe mkdir(folder.file("none"), 0o700)
    let well = try run(memory + ["p.panel"], in: folder)
    #expect(well.0 == (well.1.contains("wrong console") ? 1 : 0) && well.1.contains("ok    source s: unix none/s\n"))
    // Nobody is disturbed: nothing is made.
    #expect(folder.names == ["none", "p.panel"])
    _ = folder.write("", "none/s")
    let taken = try run(memory + ["p.panel"], in: folder)
    #expect(taken.0 == 1 && taken.1.contains("wrong source s: cannot listen in none/s: File exists; choose a path "))
    let damaged = folder.write("nothing", "q.panel")
    #expect(try run(memory + [damaged], in: folder).1.contains("wrong panel: \(damaged): "))
    let none = try run(
      ["doctor", "--display", "fb:/dev/null", "--touch", "/dev/null", "--keys", "/dev/null"], in: folder)
    #expect(none.0 == 1 && none.1.contains("wrong display: cannot open /dev/null: "))
    #expect(none.1.contains("wrong touch: cannot ") && none.1.contains("wrong keys: cannot "))
  }

  @Test(
    "P66 the program runs a touched control's command, and says its status; --view-only and --demo say that they do not"
  )
  func controlCommand() throws {
    let tap = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden/gestures/tap.evemu")
    let text = "panel: 1\nsize: 160x120\npages:\n  main: {button: Go, runs: go, to: 7}\n"
    for (option, words) in [
      (nil, "panel-ui: command go ended with status 3\n"),
      ("--view-only", "panel-ui: control Go: its value was not sent: the panel only shows\n"),
      ("--demo", "panel-ui: control Go: its value was not sent: the panel only shows\n"),
    ] as [(String?, String)] {
      let folder = TemporaryFolder()
      _ = folder.write(try compilePanel(Array(text.utf8), name: "p", hasFonts: false).bytes, "p.panel")
      // The tap comes half a second after the start.
      let events = try String(contentsOf: tap, encoding: .utf8)
      _ = folder.write(events.replacingOccurrences(of: "E: 0.0", with: "E: 0.5"), "tap.evemu")
      _ = folder.write("echo $2 >>$1\nexit 3\n", "script")
      _ = folder.write("go /bin/sh \(folder.file("script")) \(folder.file("log"))\n", "list")
      let panel = try RunningPanel(
        ["--display", "memory:160x120:xrgb8888", "--replay-touch", "tap.evemu", "--commands", "list"]
          + [option].compactMap { $0 } + ["p.panel"], in: folder)
      #expect(panel.says(words), "\(option ?? "")")
      #expect(folder.text("log") == (option == nil ? "7\n" : nil), "\(option ?? "")")
      #expect(panel.end().status == 0)
    }
  }

  @Test("P66 P13 doctor names the commands of controls and alarms that the list has not, or that cannot run")
  func doctorOfCommands() throws {
    let folder = TemporaryFolder()
    let text = """
      panel: 1
      size: 160x120
      sources: {in: {lines: stdin}}
      signals: {a: {from: in/a}}
      alarms: {high: {when: a above 5, runs: horn}}
      pages:
        main: {column: [{button: Off, runs: poweroff}, {switch: Pump, runs: pump}, {slider: Valve, runs: valve}]}
      """
    _ = folder.write(try compilePanel(Array(text.utf8), name: "p", hasFonts: false).bytes, "p.panel")
    _ = folder.write("horn /bin/true\npump /bin/sh pump\nvalve /no/such/valve\n", "list")
    let doctor = ["doctor", "--display", "memory:160x120:xrgb8888", "--touch", "none", "--commands", "list", "p.panel"]
    let (status, output, _) = try run(doctor, in: folder)
    #expect(status == 1)
    for line in [
      "ok    alarm high: runs /bin/true\n", "ok    control Pump: runs /bin/sh\n",
      "wrong control Off: there is no command poweroff in the list of --commands\n",
      "wrong control Valve: cannot run /no/such/valve: No such file or directory; mend the list of commands\n",
    ] { #expect(output.contains(line), "\(line) \(output)") }
  }

  @Test(
    "P13 a description instead of its file, and a replay beside what it takes the place of, are named with a remedy")
  func misuse() throws {
    let folder = TemporaryFolder()
    _ = folder.write(try panelBytes(), "p.panel")
    _ = folder.write(description, "p.yaml")
    _ = folder.write("0 a=1", "r.replay")
    let memory = ["--display", "memory:160x120:xrgb8888"]
    let (status, output, errors) = try run(memory + ["p.yaml"], in: folder)
    #expect(status == 1 && output.isEmpty)
    #expect(
      errors
        == "panel-ui: p.yaml: a description, which is not what is shown: write lamina check p.yaml -o p.panel\n")
    #expect(errors.filter { $0 == "\n" }.count == 1)
    for other in [["--commands", "c"], ["--journal", "j"]] {
      let (status, output, errors) = try run(memory + ["--replay", "r.replay"] + other + ["p.panel"], in: folder)
      #expect(
        status == 2 && output.isEmpty
          && errors.contains("\(other[0]) with --replay, which takes the place of all values"))
      #expect(!folder.names.contains("j"))
    }
  }

  @Test(
    "P65 of a line the pair is said that was not understood, and of a number that goes on with letters that it has a unit"
  )
  func unitsInLines() throws {
    for (line, culprit, expected) in [
      ("a=82degC", "a=82degC", "a number without a unit"), ("b=1 a=-8.5°C", "a=-8.5", "a number without a unit"),
      ("a=5%", "a=5%", "a number without a unit"),
      (
        "\(String(repeating: "b=1 ", count: 20))a=open", "a=open",
        "name=value with a value of the signal, or a JSON object"
      ),
      ("what is this", "what is this", "name=value with a value of the signal, or a JSON object"),
    ] {
      let folder = TemporaryFolder()
      _ = folder.write(try panelBytes(), "p.panel")
      let panel = try RunningPanel(in: folder)
      try panel.put(line + "\na=6\n")
      #expect(panel.does("a_high normal unacknowledged"))
      let errors = panel.end().errors
      #expect(
        errors.contains("a line was not understood \"\(culprit)") && errors.contains("; expected \(expected)\n"),
        "\(line): \(errors)")
    }
  }

  @Test("P60 P65 ten megabytes of anything on standard input, and then a line: it is heard; the end of input is no end")
  func hostileInput() throws {
    let folder = TemporaryFolder()
    _ = folder.write(try panelBytes(), "p.panel")
    let panel = try RunningPanel(in: folder)
    var random = SplitMix(seed: 7)
    var bytes = (0..<(10 << 20)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    bytes += Array("\na=6\nb=7".utf8)
    try panel.put(bytes)
    #expect(panel.does("a_high normal unacknowledged") && panel.isRunning)
    // Half of `b=7.0e-3`, for all that is known.
    try panel.closeInput()
    #expect(panel.says("stdin: standard input has ended: its values grow old\n"))
    #expect(folder.text("journal")?.contains("b_high") == false && panel.isRunning)
    let end = panel.end()
    #expect(end.status == 0 && end.output.isEmpty)
    #expect(
      end.errors.contains("panel-ui: stdin: a line without an end was left out \"b=7\"; expected a line feed behind"))
    #expect(end.errors.contains(" lines were not understood, lastly \""))
    #expect(end.errors.components(separatedBy: "stdin: standard input has ended: its values grow old\n").count == 2)
    // However much there is of it.
    #expect(end.errors.split(separator: "\n").count < 12)
  }

  @Test("P60 P65 a named pipe at standard input is opened again when its writer has gone, which is said once")
  func namedPipe() throws {
    let folder = TemporaryFolder()
    _ = folder.write(try panelBytes(), "p.panel")
    let path = folder.file("pipe")
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
    let panel = try RunningPanel(
      ["--display", "memory:160x120:xrgb8888", "--touch", "none", "--journal", "journal", "p.panel"], in: folder,
      readsFrom: FileHandle(fileDescriptor: reader))
    close(reader)
    for (number, line) in ["a=6\n", "b=6\n", "b=1\n", "b=7\n"].enumerated() {
      var writer: Int32 = -1
      #expect(
        panel.waits {
          writer = unsafe open(path, O_WRONLY | O_NONBLOCK); return writer >= 0
        })
      #expect(unsafe write(writer, line, line.utf8.count) == line.utf8.count)
      let words = [
        "a_high normal unack", "b_high normal unack", "b_high unacknowledged returned", "b_high returned unack",
      ]
      #expect(panel.does(words[number]), "\(words[number])")
      close(writer)
      usleep(50_000)
    }
    let end = panel.end()
    #expect(
      end.status == 0 && end.errors.components(separatedBy: "the named pipe is open for the next one\n").count == 2)
    #expect(!end.errors.contains("has ended"))
  }

  @Test("P60 who connects while the program has no descriptor left is heard later, and wakes nothing meanwhile")
  func noDescriptor() throws {
    let folder = TemporaryFolder()
    let text = description.replacing("lines: stdin", with: "lines: unix s")
    _ = folder.write(try panelBytes(text), "p.panel")
    let panel = try RunningPanel(in: folder)
    #expect(panel.waits { folder.names.contains("s") })
    // Room for one descriptor, and none for a second.
    // What the program opens behind the socket is open when nothing has changed for a while.
    var (open, before): ([Int], [Int]) = ([], [-1])
    while open != before {
      before = open
      usleep(300_000)
      open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(panel.number)/fd").compactMap { Int($0) }
        .sorted()
    }
    let free = (0...open.count + 1).filter { !open.contains($0) }
    try panel.limit("--nofile=\(free[1])")
    let first = try RunningPanel.client(folder.file("s")), second = try RunningPanel.client(folder.file("s"))
    #expect(unsafe write(first, "a=6\n", 4) == 4 && write(second, "b=6\n", 4) == 4)
    #expect(panel.does("a_high normal unacknowledged"))
    usleep(1_200_000)
    #expect(folder.text("journal")?.contains("b_high") == false)
    close(first)
    #expect(panel.does("b_high normal unacknowledged"))
    close(second)
    let end = panel.end()
    #expect(end.status == 0 && end.errors.components(separatedBy: "as many files open as it may").count == 2)
  }

  @Test("P13 what cannot end well is refused at the beginning: a picture without a folder, a description as a panel")
  func refusedAtOnce() throws {
    let folder = TemporaryFolder()
    let good = try panelBytes()
    _ = folder.write(good, "p.panel")
    let display = ["--display", "memory:160x120:xrgb8888", "--touch", "none"]
    let panel = try RunningPanel(display + ["--snapshot", "nowhere/p.png", "p.panel"], in: folder)
    let (status, _, errors) = panel.end(nil)
    #expect(
      status == 1
        && errors.hasPrefix("panel-ui: cannot write nowhere/p.png: No such file or directory; choose a folder"))
    // Not said first when it is over: there is no picture of one frame.
    for name in ["a.panel", "p.yaml"] {
      _ = folder.write(description, name)
      let refused = try run(display + ["--frames", "1", name], in: folder)
      #expect(
        refused.0 == 1 && refused.2.contains("\(name): a description, which is not what is shown: write lamina check"))
      #expect(name == "p.yaml" || refused.2.contains("write lamina check DESCRIPTION.yaml -o a.panel"))
    }
    #expect(unsafe symlink("nowhere", folder.file("s")) == 0)
    _ = folder.write(try panelBytes(description.replacing("lines: stdin", with: "lines: unix s")), "q.panel")
    let linked = try RunningPanel("q.panel", in: folder)
    usleep(300_000)
    #expect(linked.end().errors.contains("it is a symbolic link that leads nowhere: take it away"))
  }

  @Test("P08 a damaged file in the panel's place changes nothing and is named; a good one keeps values and alarms")
  func replaced() throws {
    let folder = TemporaryFolder()
    let good = try panelBytes()
    _ = folder.write(good, "p.panel")
    let panel = try RunningPanel(in: folder)
    try panel.put("b=9\n")
    #expect(panel.does("b_high normal unacknowledged"))
    var damaged = good
    damaged[good.count / 2] ^= 1
    let wrong: [[UInt8]] = [[], Array("nonsense".utf8), Array(good.dropLast(5)), damaged]
    for (number, bytes) in wrong.enumerated() {
      // Once by renaming, once over what is there, while it is shown.
      if number % 2 == 0 {
        _ = folder.write(bytes, "new")
        #expect(unsafe rename(folder.file("new"), folder.file("p.panel")) == 0)
      } else {
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("p.panel")))
      }
      #expect(panel.says("the panel stays as it was: p.panel: ", times: number + 1))
      let raised = "a_high \(number == 0 ? "normal" : "returned") unacknowledged"
      #expect(panel.does(raised, times: max(1, number), of: "a=6\n"))
      try panel.put("a=1\n")
      #expect(panel.does("a_high unacknowledged returned", times: number + 1))
    }
    // With an alarm more, in another order.
    _ = folder.write(try panelBytes(longerDescription), "new")
    #expect(unsafe rename(folder.file("new"), folder.file("p.panel")) == 0)
    #expect(panel.says("shows the new p.panel\n"))
    // What was heard of b counts still.
    #expect(panel.does("both normal unacknowledged", of: "a=45\n"))
    let (status, _, errors) = panel.end()
    let lines = errors.split(separator: "\n")
    #expect(status == 0 && lines.last == "panel-ui: shows the new p.panel")
    #expect(lines.dropLast().count >= wrong.count)
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("panel-ui: the panel stays as it was: p.panel: ") })
    // Nothing was raised anew by the new panel.
    #expect((folder.text("journal") ?? "").components(separatedBy: "b_high").count == 2)
  }

  @Test("P08 a panel whose first frame ends its process leaves the former one in place, which goes on and says why")
  func tried() throws {
    let folder = TemporaryFolder()
    let good = try panelBytes()
    _ = folder.write(good, "p.panel")
    let panel = try RunningPanel(in: folder)
    #expect(panel.does("a_high normal unacknowledged", of: "a=6\n"))
    // No file is known that ends the program: what it starts gets a stack of four pages, which is too small for anything.
    let other = try panelBytes(longerDescription)
    try panel.limit("--stack=16384:")
    _ = folder.write(other, "new")
    #expect(unsafe rename(folder.file("new"), folder.file("p.panel")) == 0)
    #expect(panel.says("it ends the program before its first frame"))
    #expect(panel.does("a_high unacknowledged returned", of: "a=1\n"))
    #expect(panel.does("b_high normal unacknowledged", of: "b=60\n"))
    #expect(folder.text("journal")?.contains("both") == false)
    try panel.limit("--stack=8388608:")
    _ = folder.write(other, "new")
    #expect(unsafe rename(folder.file("new"), folder.file("p.panel")) == 0)
    #expect(panel.does("both normal unacknowledged"))
    let (status, _, errors) = panel.end()
    #expect(status == 0)
    #expect(
      errors == """
        panel-ui: the panel stays as it was: p.panel: it ends the program before its first frame: compile it again with \
        lamina check -o
        panel-ui: shows the new p.panel

        """)
  }

  @Test("P08 a panel that there is no room for is refused with both numbers, and takes no memory of the one that stays")
  func tooLarge() throws {
    let folder = TemporaryFolder()
    _ = folder.write(try panelBytes(), "p.panel")
    let panel = try RunningPanel(in: folder)
    #expect(panel.does("a_high normal unacknowledged", of: "a=6\n"))
    let before = panel.residentKilobytes
    let row = "      - {row: [" + Array(repeating: "{number: a}", count: 30).joined(separator: ", ") + "]}\n"
    let head = "panel: 1\nsize: 1600x960\nsignals:\n  a: {initial: 8, range: 0..9}\npages:\n  main:\n    column:\n"
    _ = folder.write(try panelBytes(head + String(repeating: row, count: 24)), "new")
    #expect(unsafe rename(folder.file("new"), folder.file("p.panel")) == 0)
    #expect(panel.says("start the program again\n"))
    #expect(panel.does("a_high unacknowledged returned", of: "a=1\n"))
    #expect(panel.does("a_high returned unacknowledged", of: "a=6\n"))
    let grown = panel.residentKilobytes - before
    #expect(before > 1000 && grown < 4000, "\(grown) kB more")
    let (status, _, errors) = panel.end()
    let sentence =
      /panel-ui: the panel stays as it was: p.panel: it has \d{4,} layers, and there is room for \d{4,}: start the program again\n/
    #expect(status == 0 && errors.wholeMatch(of: sentence) != nil, "\(errors)")
  }

  /// The process that tries a panel for another one; `nil` while there is none.
  private func trial(of panel: RunningPanel) -> Int32? {
    let children = try? String(contentsOfFile: "/proc/\(panel.number)/task/\(panel.number)/children", encoding: .utf8)
    // Until it runs the program anew, the one that starts it waits for it: it must not be held before that.
    return children.flatMap { Int32($0.split(separator: " ").first ?? "") }.flatMap { (child: Int32) -> Int32? in
      let line = (try? String(contentsOfFile: "/proc/\(child)/cmdline", encoding: .utf8)) ?? ""
      return line.contains("--demo") ? child : nil
    }
  }

  /// Stops the process of a panel's trial, which has no first frame then.
  private func holdTrial(of panel: RunningPanel) throws -> Int32 {
    var number: Int32?
    _ = panel.waits {
      number = trial(of: panel)
      return number != nil
    }
    let held = try #require(number)
    #expect(kill(held, SIGSTOP) == 0)
    return held
  }

  @Test("P08 while another file is tried the panel goes on, and one that takes its place meanwhile counts")
  func triedBeside() throws {
    let folder = TemporaryFolder()
    _ = folder.write(try panelBytes(), "p.panel")
    let panel = try RunningPanel(in: folder)
    #expect(panel.does("a_high normal unacknowledged", of: "a=6\n"))
    _ = folder.write(try panelBytes(longerDescription), "new")
    #expect(unsafe rename(folder.file("new"), folder.file("p.panel")) == 0)
    let held = try holdTrial(of: panel)
    #expect(panel.does("a_high unacknowledged returned", of: "a=1\n"))
    #expect(panel.does("b_high normal unacknowledged", of: "b=60\n"))
    let last = description.replacing("a_high", with: "a_last")
    _ = folder.write(try panelBytes(last), "new")
    #expect(unsafe rename(folder.file("new"), folder.file("p.panel")) == 0)
    #expect(panel.does("b_high unacknowledged returned", of: "b=1\n"))
    // Whatever became of the one that was tried.
    #expect(kill(held, SIGKILL) == 0)
    #expect(panel.says("shows the new p.panel\n"))
    #expect(panel.does("a_last normal unacknowledged", of: "a=6\n"))
    let (status, _, errors) = panel.end()
    #expect(status == 0 && errors == "panel-ui: shows the new p.panel\n", "\(errors)")
    #expect(folder.text("journal")?.contains("both") == false)
  }

  @Test("P08 a panel that ends while another is tried ends that too")
  func endedBeside() throws {
    let folder = TemporaryFolder()
    _ = folder.write(try panelBytes(), "p.panel")
    let panel = try RunningPanel(in: folder)
    #expect(panel.does("a_high normal unacknowledged", of: "a=6\n"))
    _ = folder.write(try panelBytes(longerDescription), "new")
    #expect(unsafe rename(folder.file("new"), folder.file("p.panel")) == 0)
    let held = try holdTrial(of: panel)
    let (status, _, errors) = panel.end()
    #expect(status == 0 && errors.isEmpty && kill(held, 0) < 0)
  }

  @Test("P13 a standard error that nobody reads and that is full stops nothing, neither values nor another panel")
  func stalledErrors() throws {
    let folder = TemporaryFolder()
    _ = folder.write(try panelBytes(), "p.panel")
    let panel = try RunningPanel(in: folder)
    #expect(panel.does("a_high normal unacknowledged", of: "a=6\n"))
    panel.fillErrors()
    _ = folder.write("nonsense", "p.panel")
    try panel.put("what is this\na=1\n")
    #expect(panel.does("a_high unacknowledged returned", of: "a=1\n"))
    _ = folder.write(try panelBytes(longerDescription), "p.panel")
    #expect(panel.does("both normal unacknowledged", of: "a=30 b=30\n"))
    #expect(panel.end().status == 0)
  }

  @Test("P13 P26 a demonstration that stands still ends after as many frames as were due, and one that moves as well")
  func still() throws {
    let folder = TemporaryFolder()
    for (demo, frames) in [("4", 1...1), ("sweep 2s", 5...5)] {
      let head = "panel: 1\nsize: 160x120\nsources:\n  in: {lines: stdin}\n"
      let signals = "signals:\n  a: {from: in/a, range: 0..9, demo: \(demo)}\n"
      let bytes = try panelBytes(head + signals + "pages:\n  main:\n    column: [{bar: a}]\n")
      _ = folder.write(bytes, "p.panel")
      let start = ContinuousClock.now
      let display = ["--display", "memory:160x120:xrgb8888"]
      let (status, output, errors) = try run(display + ["--demo", "--frames", "5", "--stats", "p.panel"], in: folder)
      #expect(status == 0 && errors == "ready\n" && ContinuousClock.now - start < .seconds(60))
      let figures = try #require(output.split(separator: "\n").last)
      let object = try JSONSerialization.jsonObject(with: Data(figures.utf8)) as? [String: Any]
      #expect((object?["frames"] as? Int).map(frames.contains) == true, "\(demo): \(output)")
    }
  }

  @Test("P13 P52 a command that is missing, or does not start, is printed once; SIGUSR1 and SIGUSR2 change nothing")
  func limitedMessages() throws {
    let folder = TemporaryFolder()
    let text = description.replacingOccurrences(of: "b above 5}", with: "b above 5, runs: bell}")
      .replacingOccurrences(of: "a above 5}", with: "a above 5, runs: horn}\n  a_same: {when: a above 6, runs: horn}")
      .replacingOccurrences(of: "b_high", with: "b_same: {when: b above 7, runs: bell}\n  b_high")
    _ = folder.write(try compilePanel(Array(text.utf8), name: "p", hasFonts: false).bytes, "p.panel")
    _ = folder.write("bell /no/such/bell\n", "list")
    let panel = try RunningPanel(
      [
        "--display", "memory:160x120:xrgb8888", "--touch", "none", "--journal", "journal", "--commands", "list",
        "p.panel",
      ], in: folder)
    for round in 1...5 {
      // The journal's changes: the first of a round when the alarm is raised, the second when its cause ends.
      func changes(_ count: Int) -> Bool {
        panel.waits { (folder.text("journal") ?? "").components(separatedBy: " b_high ").count > count }
      }
      try panel.put("b=6\n")
      #expect(changes(2 * round - 1))
      kill(panel.number, round % 2 == 0 ? SIGUSR1 : SIGUSR2)
      try panel.put("b=0\n")
      #expect(changes(2 * round))
    }
    #expect(panel.isRunning)
    let end = panel.end()
    #expect(end.status == 0)
    #expect(end.errors.components(separatedBy: "there is no command horn").count == 2, "\(end.errors)")
    #expect(end.errors.components(separatedBy: "/no/such/bell").count == 2, "\(end.errors)")
  }

  @Test("P53 the journal has the start and each change, goes on behind them, and is refused where it cannot be")
  func journal() throws {
    let folder = TemporaryFolder()
    _ = folder.write(try panelBytes(), "p.panel")
    for run in 1...2 {
      let panel = try RunningPanel(in: folder)
      try panel.put("a=6\n")
      #expect(panel.does("a_high normal unacknowledged", times: run))
      #expect(panel.end().status == 0)
    }
    // Another panel's while that runs.
    let first = try RunningPanel(in: folder)
    #expect(first.waits { (folder.text("journal") ?? "").components(separatedBy: "started").count == 4 })
    let second = try RunningPanel(in: folder).end(nil)
    #expect(second.status == 1)
    #expect(
      second.errors
        == "panel-ui: cannot open journal: another program writes to it; choose a file that this user may write, for each "
        + "panel its own\n")
    try first.put("a=6\n")
    #expect(first.does("a_high normal unacknowledged", times: 3) && first.end().status == 0)
    let lines = (folder.text("journal") ?? "").split(separator: "\n").map(String.init)
    #expect(lines.count == 7 && lines[0] == "panel-ui alarms 1")
    let started = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ panel-ui started [0-9A-F]{8}/
    let raised = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ a_high normal unacknowledged [0-9A-F]{8}/
    for index in [1, 3, 5] where lines.count == 7 {
      #expect(lines[index].wholeMatch(of: started) != nil && lines[index + 1].wholeMatch(of: raised) != nil)
    }
    let arguments = ["--display", "memory:160x120:xrgb8888", "--journal", "p.panel", "p.panel"]
    let refused = try run(arguments, in: folder)
    #expect(refused.0 == 1)
    #expect(
      refused.2.hasPrefix("panel-ui: cannot write p.panel: it is another kind of file; choose a name that is free"))
    #expect(try run(["check", "p.panel"], in: folder).0 == 0)
  }

  @Test("P50 P13 the theme that is named is shown, whatever conditions say; if there is none, the names are said")
  func namedTheme() throws {
    let folder = TemporaryFolder()
    let themes = "themes:\n  bright: {like: day}\n  dim: {like: night, when: a below 0}\n"
    let text = description.replacingOccurrences(of: "pages:", with: themes + "pages:")
    _ = folder.write(try panelBytes(text), "p.panel")
    let display = ["--display", "memory:160x120:xrgb8888"]
    func picture(_ options: [String]) throws -> [UInt8] {
      let all = display + ["--frames", "1", "--snapshot", "s.png"] + options + ["p.panel"]
      #expect(try run(all, in: folder).0 == 0)
      return try #require(folder.bytes("s.png"))
    }
    #expect(try picture(["--theme", "bright"]) == picture([]))
    #expect(try picture(["--theme", "dim"]) != picture([]))
    #expect(try picture(["--theme", "dim"]) == picture(["--theme", "night"]), "those that every panel has, too")
    for (option, names) in [("--theme", "bright, dim, dark, day, night"), ("--page", "main")] {
      let (status, output, errors) = try run(display + [option, "other", "p.panel"], in: folder)
      #expect(status == 2 && output.isEmpty && errors == "panel-ui: \(option) other: expected one of \(names)\n")
    }
  }

  @Test("P09 P13 a panel file has its statistics as JSON, its frames counted and its picture taken")
  func statistics() throws {
    let folder = TemporaryFolder()
    _ = folder.write(try panelBytes(), "p.panel")
    let panel = try RunningPanel(
      ["--display", "memory:160x120:xrgb8888", "--stats", "--frames", "3", "--snapshot", "s.png", "p.panel"], in: folder
    )
    try panel.put("a=6\n")
    let (status, output, _) = panel.end(nil)
    let lines = try output.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(status == 0 && lines.count == 2 && folder.bytes("s.png")?.starts(with: [0x89, 0x50]) == true)
    #expect(lines.first?["first_frame_us"] as? Int ?? 0 > 0 && lines.last?["frames"] as? Int == 3)
    // Two frames after the first, and a value that was read: some of the processor's time, and not a second of it.
    let processorTime = try #require(lines.last?["cpu_us_mean"] as? Int)
    #expect(processorTime > 0 && processorTime < 1_000_000)
    #expect(lines.last?["pixels_presented"] as? Int ?? 0 >= 160 * 120)
  }
}
