import PanelDescription
import PanelFile
import PanelInstruments
import PanelSignals
import SystemFiles
import TestSupport
import Testing

@testable import panel_ui

@Suite("Kept variables")
struct KeptVariableTests {
  private let folder = TemporaryFolder()
  private let second: Int64 = 1_000_000_000

  private func described(_ signals: String) throws -> PanelFile {
    let text = "panel: 1\nsignals:\n  \(signals)\npages: {main: {text: A}}\n"
    return try PanelFile(bytes: compilePanel(Array(text.utf8), name: "described").bytes)
  }

  /// A panel with two variables that are kept, and one that is not.
  private func panel() throws -> PanelFile {
    try described(
      """
      wanted: {initial: 20, keep: true, range: 5..30}
        lit: {initial: 0, keep: true, range: 0..1}
        lost: {initial: 3}
      """)
  }

  private let wanted = SignalIndex(0)
  private let lit = SignalIndex(1)
  private let lost = SignalIndex(2)

  private func started(_ file: PanelFile, _ name: String = "state") -> (KeptVariables, SignalStore) {
    let (store, kept) = (SignalStore(file), KeptVariables(folder.file(name)))
    kept.follow(file, store, at: 0)
    store.advance(to: 0)
    return (kept, store)
  }

  @Test("P66 a variable with keep has its last value after a restart, others their first one")
  func restart() throws {
    let file = try panel()
    let (kept, store) = started(file)
    #expect(store.reading(wanted).value == 20)
    #expect(kept.update(store, at: 0) == nil && folder.bytes("state") == nil)
    store.set(wanted, to: Fixed64(digits: 215, exponent: -1), at: second)
    store.set(lost, to: 4, at: second)
    store.advance(to: second)
    #expect(kept.update(store, at: second) == nil)
    #expect(folder.text("state")?.hasPrefix("panel-ui variables 1\nwanted=21.5\nsum ") == true)
    let (_, later) = started(file)
    #expect(later.reading(wanted).value == Fixed64(digits: 215, exponent: -1))
    #expect(later.reading(lit).value == 0 && later.reading(lost).value == 3)
  }

  @Test("P66 it is written at most once in ten seconds, then and at the end with the newest value")
  func pace() throws {
    let (kept, store) = started(try panel())
    var times: [Int64] = []
    for tenth in 1...250 {
      let time = Int64(tenth) * second / 10
      store.set(wanted, to: Fixed64(5 + tenth % 7), at: time)
      store.advance(to: time)
      let before = folder.bytes("state")
      if let next = kept.update(store, at: time) { #expect(next > time && next <= time + 10 * second) }
      if folder.bytes("state") != before { times.append(time) }
    }
    #expect(times == [second / 10, 101 * second / 10, 201 * second / 10])
    kept.finish(store)
    #expect(folder.text("state")?.contains("\nwanted=10\n") == true)
  }

  @Test("P66 a damaged file is read as none: cut anywhere, a bit changed, another kind of file")
  func damage() throws {
    let file = try panel()
    let (kept, store) = started(file)
    store.set(wanted, to: 25, at: 0)
    store.set(lit, to: 1, at: 0)
    store.advance(to: second)
    kept.finish(store)
    let bytes = try #require(folder.bytes("state"))
    #expect(KeptVariables.lines(bytes)?.count == 2)
    for count in bytes.indices { #expect(KeptVariables.lines(Array(bytes[..<count])) == nil, "cut at \(count)") }
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        #expect(KeptVariables.lines(changed) == nil, "bit \(bit) of byte \(index)")
      }
    }
    _ = folder.write("something else\n", "other")
    let (_, later) = started(file, "other")
    #expect(later.reading(wanted).value == 20)
    #expect(folder.text("other") == "something else\n")
  }

  @Test("P66 a value beyond the range of a newer panel is held to that, and values of another panel stay in the file")
  func newerPanel() throws {
    let (kept, store) = started(try panel())
    store.set(wanted, to: 28, at: 0)
    store.set(lit, to: 1, at: 0)
    store.advance(to: second)
    kept.finish(store)
    let newer = try described("wanted: {initial: 20, keep: true, range: 5..25}")
    let (later, values) = started(newer)
    #expect(values.reading(wanted).value == 25)
    values.set(wanted, to: 10, at: second)
    values.advance(to: second)
    later.finish(values)
    #expect(folder.text("state")?.hasPrefix("panel-ui variables 1\nwanted=10\nlit=1\nsum ") == true)
  }

  @Test("P66 keep of anything but a variable is an error")
  func wrong() throws {
    let text =
      "panel: 1\nsources: {in: {lines: stdin}}\nsignals:\n  a: {from: in/a, keep: true}\npages: {main: {text: A}}\n"
    let errors = #expect(throws: (any Error).self) { try compilePanel(Array(text.utf8), name: "p.yaml") }
    #expect("\(try #require(errors))".contains("keep of a signal that is no variable"))
  }
}
