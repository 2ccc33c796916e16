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
    try list.write(toFile: folder + "/list", atomically: true, encoding: .utf8)
    commands = AlarmCommands(try CommandList(folder + "/list"), loop)
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

  /// Whether a process has ended; one that nobody waits for may be there for a while.
  func isDead(_ process: String) -> Bool {
    (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))?.contains(") Z ") ?? true
  }

  /// Waits until a process that the log names has ended, though nobody has asked for its status.
  func waitForEnd(_ process: String) {
    for _ in 0..<3000 {
      guard let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8), !state.contains(") Z ")
      else { return }
      usleep(10_000)
    }
  }
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
    short.waitForEnd(first)
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
    let process = try #require(Int32(try stage.log(1).first ?? ""))
    stage.change { $0.acknowledge(0, at: $1) }
    #expect(kill(process, 0) == 0)
    stage.loop.addTimer(at: EventLoop.now + 1_500_000_000) { _ in stage.loop.stop() }
    _ = stage.loop.run()
    #expect(kill(process, 0) != 0)
  }

  @Test(
    "P52 processes that do not end are killed a second after each was asked, however often others are, with what they started"
  )
  func flapping() throws {
    let stage = try CommandStage()
    try stage.write(horn: "trap '' TERM\nsleep 600 &\necho $! >>$1\necho $$ >>$1\nwait\nsleep 600\n", bell: "")
    stage.tell([60, 0, 0])
    let first = try stage.log(2).compactMap { Int32($0) }
    var changes = 0
    stage.loop.addTimer(at: EventLoop.now, repeating: 200_000_000) { _ in
      changes += 1
      stage.tell([changes % 2 == 0 ? 60 : 0, 0, 0])
      if changes == 9 { stage.loop.stop() }
    }
    _ = stage.loop.run()
    // A second after it was asked to end, and while others are asked.
    #expect(first.count == 2 && kill(first[1], 0) != 0)
    stage.end()
    stage.waitForEnd(String(first[0]))
    for process in try stage.log(2).compactMap({ Int32($0) }) { stage.waitForEnd(String(process)) }
    #expect(first.allSatisfy { kill($0, 0) != 0 || stage.isDead(String($0)) })
  }

  @Test("P52 a program that there is not is said, and the panel goes on")
  func missing() throws {
    let stage = try CommandStage()
    try stage.write(horn: "", bell: "")
    let list = FileManager.default.temporaryDirectory.appendingPathComponent("list-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: list) }
    func refusal(_ text: String) throws -> String? {
      try text.write(toFile: list, atomically: true, encoding: .utf8)
      do {
        _ = try CommandList(list)
        return nil
      } catch { return error.message }
    }
    #expect(try refusal("# nothing\n\n") == nil)
    #expect(try refusal("horn /bin/true\nbell /bin/true a b c d e f g h i j k l m n\r\n") == nil)
    for wrong in ["horn", "horn true", "horn /bin/true a b c d e f g h i j k l m n o", "horn ./true"] {
      #expect(try refusal("# list\n\(wrong)\n")?.contains(":2: expected a name, the whole path of a program") == true)
    }
    #expect(try refusal("horn /bin/true\0x\n") != nil)
    try FileManager.default.removeItem(atPath: list)
    #expect(throws: ProgramError.self) { _ = try CommandList(list) }
    #expect(try CommandList(nil).commands.isEmpty)
  }
}
