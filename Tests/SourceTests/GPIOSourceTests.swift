// A source of GPIO lines where there is no chip. Chips of a kernel are in scripts/gpio-board.
import CLinux
import EventLoop
import PanelFile
import PanelSignals
import SystemFiles
import Testing

@testable import PanelSources

/// A chip whose lines are pipes: a test writes the kernel's events into them.
private final class PipeChip: GPIOChip {
  /// The state of the chip, which outlives a chip that goes.
  final class State {
    var isThere = true
    /// The user of a line that is taken.
    var users: [UInt32: String] = [:]
    var wasOutput: Set<UInt32> = []
    /// The ends that a test writes into, and what was requested.
    var ends: [UInt32: Int32] = [:]
    var requests: [String] = []
  }

  let state: State

  init(_ state: State) throws(DeviceError) {
    if !state.isThere { throw DeviceError("open", "/dev/gpiochip7", code: ENOENT) }
    self.state = state
    super.init(path: "/dev/gpiochip7", count: 30, -1)
  }

  override var isThere: Bool { state.isThere }

  override func line(_ number: UInt32) -> Line? {
    if !state.isThere { return nil }
    let user = state.users[number]
    return Line(
      name: Array((number == 4 ? "DOOR" : "GPIO\(number)").utf8), user: Array((user ?? "").utf8), isTaken: user != nil,
      isOutput: state.wasOutput.contains(number))
  }

  private func request(_ number: UInt32, _ words: String) -> Int32 {
    if state.users[number] != nil {
      linux_set_errno(EBUSY)
      return -1
    }
    state.requests.append("\(number) \(words)")
    var ends: [Int32] = [-1, -1]
    _ = unsafe linux_pipe(&ends)
    _ = linux_set_nonblocking(ends[0])
    state.ends[number] = ends[1]
    return ends[0]
  }

  override func input(_ number: UInt32, _ options: GPIOOptions, _ debounce: UInt32, hasBothEdges: Bool) -> Int32 {
    request(number, "in \(options.rawValue) \(debounce) \(hasBothEdges)")
  }

  override func output(_ number: UInt32, _ options: GPIOOptions, wasOutput: Bool) -> Int32 {
    request(number, "out \(options.rawValue) \(wasOutput)")
  }
}

/// A source with lines that are pipes, and its signals.
private final class PipeRig {
  let (state, loop) = (PipeChip.State(), try! EventLoop())
  let signals: SignalStore
  let source: GPIOSource
  var notices: [String] = []
  private var sequences: [UInt32: UInt32] = [:]

  init(_ addresses: [String], outputs: [String] = []) {
    signals = makeSignals(addresses.count)
    var tell: (String) -> Void = { _ in }
    source = GPIOSource(
      chip: "gpiochip7", addresses.indices.map { (addresses[$0], SignalIndex($0), 0) },
      outputs: outputs.indices.map { (Int32($0), outputs[$0]) }, loop: loop, signals: signals, changed: {},
      tell: { tell($0) })
    tell = { [unowned self] in notices.append($0) }
    source.openChip = { [state] _ throws(DeviceError) in try PipeChip(state) }
  }

  deinit {
    source.close()
    for end in state.ends.values { close(end) }
  }

  subscript(_ index: Int) -> Reading {
    signals.advance(to: EventLoop.now)
    return signals.reading(SignalIndex(index))
  }

  /// Writes events, the first of them rising.
  func pulse(_ line: UInt32, _ count: Int, every nanoseconds: Int64 = 1_000_000, both: Bool = true) {
    var bytes: [UInt8] = []
    for number in 0..<count {
      sequences[line, default: 0] += 1
      bytes += event(
        1_000_000_000 + Int64(number) * nanoseconds, rises: !both || number % 2 == 0, line: line,
        sequence: sequences[line]!)
    }
    _ = unsafe bytes.withUnsafeBytes { unsafe write(state.ends[line] ?? -1, $0.baseAddress, $0.count) }
  }

  /// The other side of a line's pipe goes.
  func hangUp(_ line: UInt32) {
    if let end = state.ends.removeValue(forKey: line) { close(end) }
    sequences[line] = 0
  }
}

@Suite("Chips of GPIO lines") struct GPIOSourceTests {
  // row: P6C
  @Test("P6C a chip that is not there, or is none, is a refusal with its reason")
  func chips() {
    func refusal(_ name: String) -> String {
      do throws(DeviceError) { _ = try GPIOChip(name) } catch { return error.message }
      return ""
    }
    #expect(
      refusal("gpiochip99").contains("cannot open /dev/gpiochip99: No such file or directory; it is opened again"))
    #expect(refusal("/dev/null").contains("cannot talk to /dev/null: Inappropriate ioctl for device"))
    #expect(refusal("pinctrl-none").contains("cannot find pinctrl-none: no GPIO chip has this label"))
    #expect(refusal("").contains("no GPIO chip has this label"))
  }

  @Test("P6C P65 a chip that is not there is said once, its signals have failed, and a control's value is refused")
  func absent() throws {
    let (loop, signals) = (try EventLoop(), makeSignals(3))
    var notices: [String] = []
    let addresses: [SourceAddress] = [
      ("l 0 0 17", SignalIndex(0), 0), ("f 0 0 17", SignalIndex(1), 0), ("damaged", SignalIndex(2), 0),
    ]
    let source = GPIOSource(
      chip: "/dev/lamina-no-chip", addresses, outputs: [(4, "l 1 0 22"), (5, "none")], loop: loop, signals: signals,
      changed: {}, tell: { notices.append($0) })
    source.open()
    defer { source.close() }
    let start = EventLoop.now
    #expect(run(loop) { EventLoop.now - start > 2_500_000_000 })
    signals.advance(to: EventLoop.now)
    #expect(signals.reading(SignalIndex(0)).quality == .failed && signals.reading(SignalIndex(1)).quality == .failed)
    #expect(signals.reading(SignalIndex(2)) == .none, "an address that is none tells nothing")
    #expect(notices.count == 1 && notices[0].contains("/dev/lamina-no-chip") && !source.link.isConnected)
    func send(_ value: Fixed64, _ number: Int32) -> CommandAnswer? {
      source.receive(CommandRequest(.init(command: 1, sending: 1), .address(number, source: 0), value), at: 0)
    }
    #expect(send(1, 4) == .refused(.noConnection) && send(2, 4) == .refused(.invalid))
    #expect(send(1, 5) == .refused(.invalid) && send(1, 6) == .refused(.invalid))
    let finding = GPIOSource.examine("/dev/lamina-no-chip", ["l 0 0 17"])
    #expect(finding.count == 1 && !finding[0].isWell && finding[0].words.contains("No such file"))
  }

  @Test("P6C lines are requested by number and by name, with the options of all their addresses, and edges are heard")
  func edges() {
    let rig = PipeRig(
      ["l 1 0 17", "c 2 500 17", "l 0 0 DOOR", "c 0 0 5", "l 0 0 6", "l 0 0 30"], outputs: ["l 16 0 6"])
    rig.state.wasOutput = [6]
    rig.source.open()
    #expect(rig.state.requests == ["17 in 3 500 true", "4 in 0 0 true", "5 in 0 0 false", "6 out 16 true"])
    #expect(rig.source.link.isConnected)
    #expect(rig.notices == ["gpiochip7: line 30: the chip has no such line"] && rig[5].quality == .failed)
    #expect(rig[0] == Reading(0) && rig[2] == Reading(0) && rig[3] == Reading(0))
    rig.pulse(17, 3)
    rig.pulse(4, 1)
    rig.pulse(5, 40, both: false)
    #expect(
      run(rig.loop) { rig[0] == Reading(1) && rig[1] == Reading(2) && rig[2] == Reading(1) && rig[3] == Reading(40) })
    // Pipes have no levels: an output's cannot be set.
    let request = CommandRequest(.init(command: 1, sending: 1), .address(0, source: 0), 1)
    #expect(rig.source.receive(request, at: 0) == .refused(.exception(ENOTTY)))
  }

  @Test("P6C P65 a line that is taken is said once, with its user, and is there when that has gone")
  func taken() {
    let rig = PipeRig(["l 0 0 17", "l 0 0 5"])
    rig.state.users = [17: "sysfs", 5: ""]
    rig.source.open()
    let start = EventLoop.now
    #expect(run(rig.loop) { EventLoop.now - start > 2_200_000_000 })
    #expect(
      rig.notices == [
        "gpiochip7: line 17: it is taken by 'sysfs'; it is tried again each second",
        "gpiochip7: line 5: it is taken by the kernel or another program; it is tried again each second",
      ])
    #expect(rig[0].quality == .failed && !rig.source.link.isConnected)
    rig.state.users = [:]
    #expect(run(rig.loop) { rig[0] == Reading(0) && rig[1] == Reading(0) } && rig.source.link.isConnected)
    #expect(rig.notices.suffix(2) == ["gpiochip7: line 17: is there again", "gpiochip7: line 5: is there again"])
  }

  @Test("P6C P65 a chip that goes fails its lines and is said; it is opened again, and its count goes on")
  func gone() {
    let rig = PipeRig(["l 0 0 17", "c 0 0 17"])
    rig.source.open()
    rig.pulse(17, 5)
    #expect(run(rig.loop) { rig[0] == Reading(1) && rig[1] == Reading(3) })
    rig.state.isThere = false
    rig.hangUp(17)
    #expect(run(rig.loop) { rig[0].quality == .failed && rig[1].quality == .failed && rig.notices.count == 2 })
    #expect(!rig.source.link.isConnected)
    #expect(rig.notices[0].contains("/dev/gpiochip7: the chip has gone; it is opened again"))
    #expect(rig.notices[1].contains("cannot open /dev/gpiochip7: No such file"))
    rig.state.isThere = true
    #expect(run(rig.loop) { rig[0] == Reading(0) && rig[1] == Reading(3) } && rig.source.link.isConnected)
    #expect(rig.notices.count == 3 && rig.notices[2] == "gpiochip7: is there again")
    rig.pulse(17, 1)
    #expect(run(rig.loop) { rig[1] == Reading(4) })
    // A line that ends alone is requested again.
    rig.hangUp(17)
    #expect(run(rig.loop) { rig.state.requests.count == 3 && rig[0] == Reading(0) })
  }

  @Test("P6C P65 of a flood 1,024 edges are read in a thirtieth of a second, and all of them are counted")
  func flood() {
    let rig = PipeRig(["c 0 0 17", "l 0 0 5"])
    rig.source.open()
    // 60 kB, which is what a pipe has room for.
    var (sent, start) = (0, EventLoop.now)
    rig.pulse(17, 1250, both: false)
    sent += 1250
    _ = run(rig.loop, 1) { rig[0].value >= 1024 }
    #expect(rig[0] == Reading(1024))
    #expect(run(rig.loop) { rig[0] == Reading(1250) } && EventLoop.now - start > 30_000_000)
    let wakeups = rig.loop.wakeups
    start = EventLoop.now
    for _ in 0..<8 {
      rig.pulse(17, 1250, both: false)
      sent += 1250
      #expect(run(rig.loop) { rig[0] == Reading(Fixed64(sent)) })
    }
    let time = EventLoop.now - start
    #expect(time > 200_000_000)
    // The test itself looks every 2 ms.
    #expect(rig.loop.wakeups - wakeups < 200 + 2 * time / 2_000_000, "it sleeps meanwhile")
    // The other lines are heard meanwhile, and afterwards.
    rig.pulse(5, 1)
    #expect(run(rig.loop) { rig[1] == Reading(1) })
  }

  @Test("P6C a value that holds does not grow old")
  func holds() {
    let rig = PipeRig(["l 0 0 17", "f 0 0 17"])
    rig.source.open()
    let toldAt = rig.source.link.toldAt
    let start = EventLoop.now
    #expect(run(rig.loop) { EventLoop.now - start > 2_300_000_000 })
    #expect((rig.source.link.toldAt ?? 0) - (toldAt ?? 0) > 1_900_000_000)
    #expect(rig[0] == Reading(0) && rig[1] == Reading(0), "no edge for two seconds")
    #expect((rig.signals.lastReceived(SignalIndex(0)) ?? 0) > start + 1_900_000_000)
  }
}
