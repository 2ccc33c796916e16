import CLinux
import EventLoop
import FBDevice
import FixedRaster
import Foundation
import PanelDescription
import PanelFile
import PanelSignals
import Testing

@testable import PanelInstruments
@testable import panel_ui

/// A panel with three alarms, two of which run a horn and one a bell, and a list of commands of scripts that say what they do.
private final class CommandStage {
  let loop: EventLoop
  private let panel: Panel
  private var commands: AlarmCommands?
  private let folder: String
  private var time: Int64 = 0
  /// The messages, without the ends of their lines.
  private(set) var messages: [String] = []

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("commands-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    loop = try EventLoop()
    let text = """
      panel: 1
      sources:
        in: {lines: stdin}
      signals:
        a: {from: in/a, stale: 1000s}
        b: {from: in/b, stale: 1000s}
        c: {from: in/c, stale: 1000s}
      alarms:
        first: {when: a above 50, runs: horn}
        second: {when: b above 50, runs: horn, latch: true}
        third: {when: c above 50, runs: bell}
      pages:
        main: {alarms: all}
      """
    panel = try Panel(
      PanelFile(bytes: compilePanel(Array(text.utf8), name: "p.yaml").bytes), size: Size(width: 100, height: 100))
  }

  deinit {
    commands = nil
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Has the panel's commands be scripts.
  func write(horn: String, bell: String) throws {
    var list = "# what makes a noise\n\n"
    for (name, script) in [("horn", horn), ("bell", bell)] {
      try script.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
      list += "\(name)\t/bin/sh  \(folder)/\(name) \(folder)/log\n"
    }
    try write(list: list)
  }

  /// Goes on with a list of commands.
  func write(list: String) throws {
    try list.write(toFile: folder + "/list", atomically: true, encoding: .utf8)
    commands = AlarmCommands(
      CommandStarter(try CommandList(folder + "/list"), loop) { [unowned self] in
        messages.append(String($0.dropLast()))
      })
    commands?.follow(panel)
  }

  func tell(_ values: [Fixed64]) {
    time += 1_000_000_000
    for (index, value) in values.enumerated() { panel.signals.set(SignalIndex(index), to: value, at: time) }
    panel.advance(to: time)
    commands?.update(panel.alarms)
  }

  func change(_ body: (AlarmStore, Int64) -> Void) {
    body(panel.alarms, time)
    commands?.update(panel.alarms)
  }

  func end() { commands = nil }

  /// What the scripts have said so far, once that is so many lines.
  func log(_ count: Int) throws -> [String] {
    var lines: [String] = []
    for _ in 0..<3000 {
      lines =
        (try? String(contentsOfFile: folder + "/log", encoding: .utf8))?.split(separator: "\n").map(String.init) ?? []
      if lines.count >= count { break }
      usleep(10_000)
    }
    return lines
  }

  /// Runs the loop until something is so, thirty seconds at most. Returns whether it is.
  func runs(until isSo: @escaping () -> Bool) -> Bool {
    let start = EventLoop.now
    let timer = loop.addTimer(at: start, repeating: 5_000_000) { [loop] now in
      if isSo() || now - start > 30_000_000_000 { loop.stop() }
    }
    _ = loop.run()
    loop.cancelTimer(timer)
    return isSo()
  }

  /// Whether there is a process of this number, a zombie too.
  func isThere(_ process: String) -> Bool { FileManager.default.fileExists(atPath: "/proc/\(process)/stat") }
}

@Suite("Commands of alarms")
struct AlarmCommandTests {
  private let lasting = "trap 'echo end >>$1; exit' TERM\necho start >>$1\nwhile :; do sleep 0.02; done\n"

  @Test(
    "P52 a command runs from when its alarm is raised until somebody acknowledges it, shelves it, or its cause has gone"
  )
  func lasts() throws {
    let stage = try CommandStage()
    try stage.write(horn: lasting, bell: "")
    stage.tell([0, 0, 0])
    stage.tell([60, 0, 0])
    #expect(try stage.log(1) == ["start"])
    stage.change { $0.acknowledge(0, at: $1) }
    #expect(try stage.log(2) == ["start", "end"])
    stage.tell([0, 0, 0])
    stage.tell([60, 0, 0])
    #expect(try stage.log(3).last == "start")
    stage.tell([0, 0, 0])
    #expect(try stage.log(4).last == "end")
    stage.tell([60, 0, 0])
    #expect(try stage.log(5).last == "start")
    stage.change { $0.shelve(0, until: $1 + 5, at: $1) }
    #expect(try stage.log(6).last == "end")
    // One that latches runs on without its cause.
    stage.tell([0, 60, 0])
    #expect(try stage.log(7).last == "start")
    stage.tell([0, 0, 0])
    usleep(100_000)
    #expect(try stage.log(7).count == 7)
    // And ends with the program.
    stage.end()
    #expect(try stage.log(8).last == "end")
  }

  @Test("P52 alarms share a command's process; one that ended by itself runs again for the next alarm alone")
  func shared() throws {
    let stage = try CommandStage()
    try stage.write(horn: lasting, bell: "")
    stage.tell([60, 0, 0])
    #expect(try stage.log(1) == ["start"])
    stage.tell([60, 60, 0])
    stage.change { $0.acknowledge(0, at: $1) }
    usleep(100_000)
    #expect(try stage.log(1) == ["start"])
    stage.change { $0.acknowledge(1, at: $1) }
    #expect(try stage.log(2) == ["start", "end"])

    let short = try CommandStage()
    try short.write(horn: "echo $$ >>$1\n", bell: "")
    short.tell([60, 0, 0])
    let first = try #require(try short.log(1).first)
    // It is no zombie either.
    #expect(short.runs { !short.isThere(first) })
    short.tell([60, 0, 60])
    usleep(50_000)
    #expect(try short.log(1).count == 1)
    short.tell([60, 60, 60])
    #expect(try short.log(2).count == 2)
  }

  @Test(
    "P52 a command that does not end when it is asked to is killed a second later; it reads nothing of the panel's input"
  )
  func stubborn() throws {
    let stage = try CommandStage()
    try stage.write(horn: "trap '' TERM\ncat\necho $$ >>$1\nwhile :; do sleep 0.02; done\n", bell: "")
    stage.tell([60, 0, 0])
    let process = try #require(try stage.log(1).first)
    stage.change { $0.acknowledge(0, at: $1) }
    let start = EventLoop.now
    #expect(stage.isThere(process) && stage.runs { !stage.isThere(process) })
    #expect(EventLoop.now - start >= 1_000_000_000 && stage.messages.isEmpty)
  }

  @Test(
    "P52 processes that do not end are killed a second after each was asked, however often others are, with what they started"
  )
  func flapping() throws {
    let stage = try CommandStage()
    try stage.write(horn: "trap '' TERM\nsleep 600 &\necho $! >>$1\necho $$ >>$1\nwait\nsleep 600\n", bell: "")
    stage.tell([60, 0, 0])
    let first = try stage.log(2)
    var changes = 0
    stage.loop.addTimer(at: EventLoop.now, repeating: 200_000_000) { _ in
      changes += 1
      stage.tell([changes % 2 == 0 ? 60 : 0, 0, 0])
      if changes == 9 { stage.loop.stop() }
    }
    _ = stage.loop.run()
    // A second after it was asked to end, and while others are asked. The second is a child of the first.
    #expect(first.count == 2 && !stage.isThere(first[1]) && isDead(first[0]))
    stage.end()
    for process in try stage.log(2) { #expect(isDead(process)) }
  }

  /// Whether a process ends soon, or is a zombie: who took over the children of a killed process may never ask for them.
  private func isDead(_ process: String) -> Bool {
    for _ in 0..<3000 {
      guard let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8), !state.contains(") Z ")
      else { return true }
      usleep(10_000)
    }
    return false
  }

  @Test("P52 P66 a command that ended by itself prints its status or its signal, but for a 0, and leaves no zombie")
  func statuses() throws {
    for (script, words) in [
      ("exit 3", "horn ended with status 3"), ("kill -SEGV $$", "horn ended by signal 11"),
      ("trap '' TERM; exit 255", "horn ended with status 255"), ("exit 0", nil),
    ] as [(String, String?)] {
      let stage = try CommandStage()
      try stage.write(horn: "echo $$ >>$1\n\(script)\n", bell: "")
      stage.tell([60, 0, 0])
      let process = try #require(try stage.log(1).first)
      #expect(stage.runs { !stage.isThere(process) })
      #expect(stage.messages == (words.map { ["panel-ui: command \($0)"] } ?? []))
      // Nothing is left to end.
      stage.change { $0.acknowledge(0, at: $1) }
      stage.end()
      #expect(stage.messages.count == (words == nil ? 0 : 1))
    }
  }

  @Test("P52 P66 an end that was asked for is not said, however the command ends, and leaves no zombie")
  func askedEnds() throws {
    for script in ["exec sleep 60", "trap 'exit 5' TERM\nwhile :; do sleep 0.02; done"] {
      let stage = try CommandStage()
      try stage.write(horn: "echo $$ >>$1\n\(script)\n", bell: "")
      stage.tell([60, 0, 0])
      let process = try #require(try stage.log(1).first)
      stage.change { $0.acknowledge(0, at: $1) }
      #expect(stage.runs { !stage.isThere(process) } && stage.messages.isEmpty)
      stage.end()
      #expect(stage.messages.isEmpty)
    }
  }

  @Test("P52 with the program all commands end, those that do not want to a second later, and nothing is printed")
  func programEnds() throws {
    let stage = try CommandStage()
    let stubborn = "trap '' TERM\necho $$ >>$1\nwhile :; do sleep 0.02; done\n"
    try stage.write(horn: "echo $$ >>$1\nexec sleep 60\n", bell: stubborn)
    stage.tell([60, 0, 60])
    let processes = try stage.log(2)
    let start = EventLoop.now
    stage.end()
    #expect(processes.count == 2 && processes.allSatisfy { !stage.isThere($0) } && stage.messages.isEmpty)
    #expect((1_000_000_000..<3_000_000_000).contains(EventLoop.now - start))
  }

  @Test("P52 a program that does not start is printed once for several failures in a row, with its command")
  func missing() throws {
    let stage = try CommandStage()
    try stage.write(list: "horn /no/such/program\nbell /bin/true\n")
    for _ in 0..<3 {
      stage.tell([60, 0, 0])
      stage.tell([0, 0, 0])
    }
    #expect(
      stage.messages == [
        "panel-ui: command horn: cannot run /no/such/program: No such file or directory; choose a program that this user may "
          + "run"
      ])
  }
}
