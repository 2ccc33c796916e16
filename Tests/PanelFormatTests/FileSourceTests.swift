import CLinux
import FBDevice
import PanelSignals
import TestSupport
import Testing

@testable import PanelSources

@Suite struct FileSourceTests {
  @Test("P61 P65 a file that goes away and comes back, or holds no number, shows as quality")
  func files() throws {
    let rig = try Rig()
    let path = rig.folder.file("number")
    let source = FileSource(
      [(path, SignalIndex(0), 0)], every: 5 * millisecond, loop: rig.loop, signals: rig.signals, changed: {})
    defer { source.close() }
    source.open()
    #expect(rig.run(1000) { rig.reading().quality == .failed })
    let values: [(String, Fixed64)] = [("12\n", 12), ("-3", -3), ("7 and more", 7)]
    for (text, value) in values {
      _ = rig.folder.write(text, "number")
      #expect(rig.hears(value))
      let other = rig.folder.write("99", "other")
      #expect(unsafe rename(other, path) == 0)
      #expect(rig.hears(99))
      for wrong in [[], [0xFF, 0xC3], Array("none\n".utf8), [UInt8](repeating: 0x78, count: 1 << 20)] {
        _ = rig.folder.write(wrong, "number")
        #expect(rig.run(1000) { rig.reading().quality == .failed }, "\(wrong.prefix(8))")
        _ = rig.folder.write(text, "number")
        #expect(rig.hears(value))
      }
      // The one that is open is not the one that has the name.
      #expect(unsafe unlink(path) == 0)
      #expect(rig.run(1000) { rig.reading().quality == .failed })
    }
  }

  @Test("P46 P66 a control's value is written into its file, a line at once; the kernel's refusal is the control's")
  func written() throws {
    let rig = try Rig()
    let path = rig.folder.file("level")
    let source = FileSource([], every: 1 * millisecond, loop: rig.loop, signals: rig.signals, changed: {})
    var told: [String] = []
    source.noticeHandler = { told.append($0.sentence) }
    let folder = String(path.dropLast("level".count))
    source.write([(0, path), (1, "/etc/passwd"), (2, folder + "../x"), (3, path + " *")], in: folder)
    func send(_ value: Fixed64, _ number: Int32 = 0) -> CommandAnswer? {
      source.receive(
        CommandRequest(.init(command: 1, sending: 1), .address(number, source: 0), value), at: 0)
    }
    #expect(send(5) == .refused(.invalid) && send(5) == .refused(.invalid), "it is not there, and is not made")
    #expect(told == ["cannot write \(path): No such file or directory; a control's value was not taken"])
    _ = rig.folder.write("before, longer", "level")
    #expect(send(Fixed64(-5, over: 2)) == .accepted)
    var buffer = [UInt8](repeating: 0, count: PolledFile.limit)
    #expect(PolledFile(path).read(&buffer) == Fixed64(-5, over: 2))
    for number: Int32 in 1...4 { #expect(send(1, number) == .refused(.invalid)) }
    #expect(told.count == 4 && told[1].contains("beyond /sys"))
    // A file of the kernel refuses what it does not take.
    source.write([(0, "/proc/self/oom_score_adj")], in: "/proc/")
    #expect(send(5000) == .refused(.exception(EINVAL)))
    let score = try #require(PolledFile("/proc/self/oom_score_adj").read(&buffer))
    #expect(send(score) == .accepted)
  }

  @Test("P66 a written file is confirmed by its state; a refusal is told once for each error, until a value is taken")
  func lives() throws {
    let rig = try Rig()
    let path = rig.folder.write("0", "level")
    let source = FileSource(
      [(path, SignalIndex(0), 0)], every: 5 * millisecond, loop: rig.loop, signals: rig.signals, changed: {})
    defer { source.close() }
    var told: [String] = []
    source.noticeHandler = { told.append($0.sentence) }
    source.write([(0, path)], in: String(path.dropLast("level".count)))
    source.open()
    #expect(rig.hears(0))
    var command = Command(CommandDefinition(.address(0, source: 0), state: SignalIndex(0)), number: 1)
    command.send(7, to: source, at: 0)
    #expect(command.state == .sent && rig.hears(7))
    command.advance(to: 1, rig.reading())
    #expect(command.state == .confirmed && told.isEmpty)
    // The kernel takes no such number.
    source.write([(0, "/proc/self/oom_score_adj"), (1, path)], in: "/")
    for round in 1...2 {
      for _ in 1...3 { command.send(5000, to: source, at: 2) }
      #expect(command.state == .refused(.exception(EINVAL)))
      #expect(
        told
          == Array(
            repeating: "cannot write /proc/self/oom_score_adj: Invalid argument; a control's value was not taken",
            count: round))
      var buffer = [UInt8](repeating: 0, count: PolledFile.limit)
      command.send(try #require(PolledFile("/proc/self/oom_score_adj").read(&buffer)), to: source, at: 3)
      #expect(command.state == .sent)
    }
  }

  @Test(
    "P61 P65 that a file begins to fail, and that it is read again, is said once; of one that flaps it is said seldom")
  func fileNotices() throws {
    let rig = try Rig()
    let path = rig.folder.file("number")
    let source = FileSource(
      [(path, SignalIndex(0), 0)], every: 5 * millisecond, loop: rig.loop, signals: rig.signals, changed: {})
    defer { source.close() }
    var told: [String] = []
    source.noticeHandler = { notice in
      switch notice {
      case .fails(let name, let code): told.append("\(name == path) \(code)")
      case .isThere(let name): told.append("\(name == path)")
      case .isNotWritten: told.append("written")
      }
    }
    source.open()
    rig.run(100)
    #expect(told == ["true \(ENOENT)"])
    _ = rig.folder.write("12", "number")
    #expect(rig.hears(12))
    rig.run(50)
    #expect(told == ["true \(ENOENT)", "true"])
    told = []
    for _ in 0..<9 {
      _ = rig.folder.write("none", "number")
      #expect(rig.run(1000) { rig.reading().quality == .failed })
      _ = rig.folder.write("12", "number")
      #expect(rig.hears(12))
    }
    // The tenth, which has no number in it.
    #expect(told == ["true 0", "true"])
  }

  @Test("P65 of a file in which a pattern finds no number the pattern is told too")
  func patternNotices() throws {
    let rig = try Rig()
    let path = rig.folder.write("a: 1", "number")
    let source = FileSource(
      [
        ("\(path) a: *", SignalIndex(0), 0), ("\(path) b: *", SignalIndex(0), 1), (path + ".x b: *", SignalIndex(0), 2),
      ],
      every: 5 * millisecond, loop: rig.loop, signals: rig.signals, changed: {})
    defer { source.close() }
    var told: [String] = []
    source.noticeHandler = { if case .fails(let name, let code) = $0 { told.append("\(name) \(code)") } }
    source.open()
    rig.run(50)
    #expect(told == ["\(path) b: * 0", "\(path).x \(ENOENT)"])
  }
}
