// Addresses of GPIO lines, as a person writes them and as a device reads them.
import Testing

@testable import PanelDescription
@testable import PanelSources

@Suite("Addresses of GPIO lines") struct GPIOAddressTests {
  private let reader = GPIOAddresses { word, names in names.first { $0.first == word.first && $0.count == word.count } }

  private func text(_ address: String, output: Bool = false) -> String {
    switch output ? reader.readOutput(address) : reader.read(address) {
    case .right(let found): found.text + (found.unit.map { " [\($0)]" } ?? "")
    case .wrong(let found, let expected): "\(found) — \(expected)"
    }
  }

  // row: P6C
  @Test("P6C a line has a number or a name, and options in any order")
  func right() {
    let cases = [
      ("17", "l 0 0 17"), ("17 pull-up active-low debounce 10ms", "l 3 10000 17"),
      ("17 debounce 500us active-low pull-down", "l 5 500 17"), ("DOOR no-pull", "l 8 0 DOOR"),
      ("17 count", "c 0 0 17"), ("17 frequency debounce 1s", "f 0 1000000 17 [Hz]"), ("\"PIN 3\" count", "c 0 0 PIN 3"),
      ("count count", "c 0 0 count"), ("3V3_EN", "l 0 0 3V3_EN"),
    ]
    for (address, expected) in cases {
      #expect(text(address) == expected)
      let short = String(expected.split(separator: "[")[0])
      let read = GPIOAddress(short.hasSuffix(" ") ? String(short.dropLast()) : short)
      #expect(read?.text == (short.hasSuffix(" ") ? String(short.dropLast()) : short))
    }
    #expect(text("22 active-low", output: true) == "l 1 0 22")
    #expect(text("22 open-drain", output: true) == "l 16 0 22")
    #expect(text("22 open-source", output: true) == "l 32 0 22")
    #expect(GPIOAddress("l 0 0 17")?.number == 17 && GPIOAddress("l 0 0 PIN 3")?.number == nil)
    #expect(GPIOAddress("l 0 0 3V3_EN")?.number == nil && GPIOAddress("l 0 0 3V3_EN")?.line == "3V3_EN")
  }

  @Test("P6C a wrong address has its wrong part and the probable one")
  func wrong() {
    let cases = [
      ("", "'' — a line's number or name"), (" 17", "' 17' — a line's number or name"), ("\"PIN 3", "a line's number"),
      ("17 active-lov", "active-low?"),
      ("17 puul", "count, frequency, debounce, active-low, pull-up, pull-down, no-pull"),
      ("17 debounce", "a time of 1us to 10s"), ("17 debounce 10", "a time of"), ("17 debounce 0ms", "a time of"),
      ("17 debounce 11s", "a time of"), ("17 debounce 99999999999999999999s", "a time of"),
      ("17 pull-up pull-down", "several of pull-up, pull-down, no-pull — one of them"),
      ("17 open-drain", "one of them at an output"), ("65536", "a number below 65536"),
      ("99999999999", "a number below 65536"), (String(repeating: "x", count: 32), "a name of 31 bytes at most"),
      ("\"PIN 3\"x", "a line's number or name"), ("\"\" count", "a line's number or name"),
    ]
    for (address, expected) in cases { #expect(text(address).contains(expected), "\(address): \(text(address))") }
    #expect(text("22 count", output: true).contains("active-low, pull-up"))
    #expect(text("22 debounce 5ms", output: true).contains("open-drain, open-source"))
    #expect(text("22 open-drain open-source", output: true).contains("several of open-drain, open-source"))
  }

  @Test("P6C P60 40,000 damaged short forms never trap, and are read as what they are or as none")
  func damaged() {
    var (random, read) = (CANRandom(3), 0)
    for number in 0..<40_000 {
      let form = ["l 3 10000 DOOR", "c 63 10000000 17", "f 0 0 PIN 3"][number % 3]
      let bytes = random.damaged(Array(form.utf8))
      let text = String(decoding: bytes, as: UTF8.self)
      guard let address = GPIOAddress(text) else { continue }
      read += 1
      #expect(GPIOAddress(address.text)?.text == address.text)
      #expect(address.line.utf8.count <= 31 && address.debounce <= 10_000_000)
    }
    #expect(read > 5000 && read < 38_000, "\(read)")
  }

  @Test("P6C addresses of one line share it and their options; a line that a control sends to is an output")
  func plan() {
    let plan = GPIOPlan(
      ["l 1 0 17", "c 2 500 17", "none", "f 0 0 DOOR", "l 0 0 22"],
      outputs: [(0, "l 16 0 22"), (1, "x"), (2, "l 0 0 23")])
    #expect(plan.lines.count == 4 && plan.values.map(\.line) == [0, 0, -1, 1, 2])
    #expect(plan.values.map(\.value) == [.level, .count, .level, .frequency, .level])
    #expect(plan.outputs.map(\.line) == [2, -1, 3] && plan.outputs.map(\.number) == [0, 1, 2])
    #expect(plan.lines.map(\.isOutput) == [false, false, true, true])
    #expect(plan.lines.map(\.hasLevel) == [true, false, true, false], "falling edges are for levels alone")
    #expect(plan.lines[0].options == [.activeLow, .pullUp] && plan.lines[0].debounce == 500)
    #expect(plan.lines[2].options == .openDrain && plan.lines[1].name == Array("DOOR".utf8))
  }
}
