import Foundation
import LayerRuntime
import PanelAssets
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelDescription

private let head = """
  panel: 1
  size: 800x480
  sources:
    in: {lines: stdin}
  signals:
    a: {from: in/a, range: 0..10}

  """

private func lines(_ text: String) -> [String] {
  do throws(DescriptionError) {
    return try compilePanel(Array(text.utf8), name: "p", hasFonts: false).warnings
  } catch { return error.lines }
}

private func isQuick(_ work: () throws -> Void) rethrows -> Bool {
  let start = threadTime()
  try work()
  // Descriptions are read unoptimised in tests; what is quadratic takes minutes.
  return threadTime() - start < .seconds(20)
}

@Suite("Limits of descriptions") struct LimitTests {
  @Test(
    "P21 two thousand signals that are computed of each other, forwards and backwards, are read; a circle of them is said"
  )
  func chains() throws {
    let count = 2000
    let forwards = (0..<count).map { "  s\($0): {is: \($0 == 0 ? "a" : "s\($0 - 1)") + 1}" }
    let backwards = (0..<count).map { "  s\($0): {is: \($0 == count - 1 ? "a" : "s\($0 + 1)") + 1}" }
    for (text, last) in [(forwards, count - 1), (backwards, 0)] {
      let bytes = try compilePanel(
        Array((head + text.joined(separator: "\n") + "\npages:\n  main: {number: s\(last)}\n").utf8), name: "p",
        hasFonts: false
      ).bytes
      let store = SignalStore(try PanelFile(bytes: bytes))
      store.set(SignalIndex(0), to: 1, at: 0)
      store.advance(to: 0)
      #expect(store.reading(SignalIndex(1 + last)) == Reading(Fixed64(count + 1)))
    }
    let circle = (0..<count).map { "  s\($0): {is: s\(($0 + 1) % count) + state(a)}" }
    let zones = "zones:\n  a: {warning: s1000..}\n"
    let found = lines(zones + head + circle.joined(separator: "\n") + "\npages:\n  main: {number: s0}\n")
    #expect(found.contains { $0.contains("a circle of more than 32 signals, of which 's") })
  }

  @Test("P21 what is long, deep or wrong a thousand times over ends in lines and in time")
  func huge() throws {
    let unknown = (0..<3000).map { "  signal_\($0): {is: sgnal_\($0)x}\n" }.joined()
    let twice = (0..<2000).map { "  s: {from: in/a\($0)}\n" }.joined()
    let templates = (0..<30).map { "  t\($0): {row: [{t\($0 + 1): }, {t\($0 + 1): }]}\n" }.joined()
    let pages = (0..<256).map { "  p\($0): {gauge: a}\n" }.joined()
    let cases: [(text: String, line: String)] = [
      (head + unknown + "pages:\n  main: {number: a}\n", "p:7:18: no signal 'sgnal_0x' — did you mean 'signal_0'?"),
      (head + twice + "pages:\n  main: {number: a}\n", "p:7:3: the key 's' several times in one map"),
      (
        head + "templates:\n" + templates + "  t30: {txt: a}\npages:\n  main: {t0: }\n",
        "more than 20000 elements — expected fewer"
      ),
      (head + "pages:\n" + pages, ""),
      (head + "pages:\n" + pages + "  q: {gauge: a}\n", "p:264:3: more than 256 pages"),
      ("panel: " + String(repeating: "[", count: 100_000), "more levels in each other than YAML reads"),
      (
        "panel: 1\npages:\n  main:\n    " + String(repeating: "- ", count: 50_000) + "x\n",
        "more levels in each other than YAML reads"
      ),
      (
        head + "#" + String(repeating: "x", count: descriptionLimit) + "\npages:\n  main: {gauge: a}\n",
        " bytes — expected \(descriptionLimit) at most, and files that it includes"
      ),
    ]
    for (text, line) in cases {
      var found: [String] = []
      #expect(isQuick { found = lines(text) }, "\(line)")
      #expect(
        found.count <= 101 && (line.isEmpty ? found.isEmpty : found.contains { $0.contains(line) }),
        "\(found.prefix(2))")
    }
  }

  @Test("P02 P03 a page as deep as may be is shown by a device, and one that is deeper is said with its line")
  func deep() throws {
    func nested(_ kind: String, _ count: Int) -> String {
      switch kind {
      case "row": String(repeating: "{row: [", count: count) + "{trend: [a, a]}" + String(repeating: "]}", count: count)
      case "areas":
        String(repeating: "{areas: x, x: ", count: count) + "{trend: [a, a]}" + String(repeating: "}", count: count)
      default: String(repeating: "[", count: count) + "{trend: [a, a]}" + String(repeating: "]", count: count)
      }
    }
    for kind in ["row", "areas", "list"] {
      for (place, depth) in [("pages:\n  main: ", 12), ("pages:\n  main: {gauge: a}\nover: ", 11)] {
        if kind != "row" && place.contains("over") { continue }
        let list = place.contains("over")
        func text(_ count: Int) -> String {
          head + place + (list ? "[\(nested(kind, count))]" : nested(kind, count)) + "\n"
        }
        let bytes = try compilePanel(Array(text(depth).utf8), name: "p", hasFonts: false).bytes
        #expect(try PanelFile(bytes: bytes).recordCount > depth)
        let found = lines(text(depth + 1))
        #expect(found.count == 1 && found[0].contains("an element in more than 12 others"), "\(kind) \(place) \(found)")
      }
    }
  }

  @Test("P21 P22 the checker's room is the device's: 5 points a millimetre, and sizes too large together shrink")
  func room() {
    func found(_ page: String) -> [String] {
      lines(head + "pages:\n  main: \(page)\n").filter { $0.contains("no room for its title") }
    }
    #expect(found("{stack: [{gauge: a, title: T, at: top-left, size: 9mm 12mm}]}").isEmpty)
    #expect(found("{stack: [{gauge: a, title: T, at: top-left, size: 7mm 12mm}]}").count == 1)
    let row = ["900px", "60px", "900px"].map { "{gauge: a, title: T, width: \($0)}" }.joined(separator: ", ")
    let narrow = found("{row: [\(row)]}")
    #expect(narrow.count == 1 && narrow.first?.contains("the gauge has 2") == true, "\(narrow)")
  }

  @Test("P02 pictures that make a file which no device opens are refused at their line")
  func pictures() throws {
    let folder = TemporaryFolder()
    // A black picture of 2100 × 2100 has 17.6 million bytes, and few in its own file.
    for (name, side) in [("small", 1200), ("large", 2100)] {
      _ = folder.write(try blackPicture(side), "\(name).png")
    }
    func found(_ names: String...) -> [String] {
      let row = names.map { "{image: \($0).png}" }.joined(separator: ", ")
      do throws(DescriptionError) {
        return try compilePanel(
          Array((head + "pages:\n  main: {row: [\(row)]}\n").utf8), name: folder.file("p"), hasFonts: false
        ).warnings
      } catch { return error.lines }
    }
    #expect(found("small").isEmpty && found("small", "small", "small").isEmpty)
    let refused = found("small", "large")
    #expect(refused.count == 1 && refused[0].contains(":8:44: pictures of 234"), "\(refused)")
    #expect(refused.first?.contains("a panel file of 16777216 bytes at most: smaller pictures") == true)
  }

  /// A PNG file of black pixels.
  private func blackPicture(_ side: Int) throws -> [UInt8] {
    let path = "/usr/bin/python3"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = [
      "-c",
      """
      import sys, zlib, struct
      n = \(side)
      def chunk(kind, data): return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
      rows = (b'\\0' + b'\\0' * 3 * n) * n
      sys.stdout.buffer.write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', n, n, 8, 2, 0, 0, 0))
        + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))
      """,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    return Array(output.fileHandleForReading.readDataToEndOfFile())
  }

  @Test("P11 histories and windows of time have a bound in sum, for what compiles a panel and for what loads one")
  func past() throws {
    func histories(_ count: Int) -> String {
      head + (0..<count).map { "  s\($0): {from: in/s\($0), history: 1h}\n" }.joined() + "pages:\n  main: {number: a}\n"
    }
    #expect(lines(histories(273)).isEmpty)
    #expect(
      lines(histories(274)) == [
        "p:280:3: histories and windows of time that take 2104320 bytes in all — expected 2097152 at most: a history "
          + "takes 7680"
      ])
    // Of which each is in its bounds, as a file that was made up says them: a window has a column more.
    func file(_ histories: Int, _ windows: Int) throws -> PanelFile {
      let draft = PanelDraft()
      for number in 0..<max(1, histories) {
        let signal = RecordDraft(.signal)
        if number < histories {
          (signal[.historyDuration], signal[.historyColumns]) = (.duration(1_000_000_000), .choice(255))
        }
        draft.root.children.append(signal)
      }
      for _ in 0..<windows {
        let window = RecordDraft(.window)
        (window[.value], window[.last], window[.historyColumns]) = (.signal(0), .duration(1_000_000_000), .choice(255))
        draft.root.children.append(window)
      }
      return try PanelFile(bytes: draft.write(), name: "f")
    }
    for (histories, windows) in [(257, 0), (0, 128), (128, 64)] {
      let file = try file(histories, windows)
      let store = SignalStore(file)
      let columns = (0..<store.count).map { store.historyCapacity(SignalIndex($0)) }.reduce(0, +)
      #expect(columns == histories * 255)
      #expect(SignalStore.pastBytes(file.definitions, file.code.windows) == Int64(columns * 32 + windows * 256 * 64))
    }
    for (histories, windows) in [(258, 0), (0, 129), (130, 64)] {
      let error = #expect(throws: PackError.self) { _ = try file(histories, windows) }
      #expect(error?.message.contains(" bytes; expected 2097152 at most") == true, "\(error?.message ?? "")")
    }
  }

  @Test("P11 a panel of more records than a device takes is refused by what compiles it, and by what loads it")
  func records() throws {
    let draft = PanelDraft()
    for _ in 0..<PanelFile.recordLimit - 1 { draft.root.children.append(RecordDraft(.signal)) }
    #expect(try PanelFile(bytes: draft.write(), name: "f").recordCount == 65536)
    draft.root.children.append(RecordDraft(.signal))
    let error = #expect(throws: PackError.self) { _ = try PanelFile(bytes: draft.write(), name: "f") }
    #expect(error?.reason == .recordCount && error?.found == 65537 && error?.limit == 65536)
    let origins = (0..<200).map { "in/\($0)" }.joined(separator: ", ")
    let signals = (0..<335).map { "  s\($0): {from: [\(origins)]}\n" }.joined()
    let found = lines(head + signals + "pages:\n  main: {number: a}\n")
    #expect(found.count == 1 && found[0].hasPrefix("p:1:1: a panel that makes 67"), "\(found.prefix(2))")
    #expect(found.first?.hasSuffix(" records — expected 65536 at most") == true)
  }

  @Test("P40 ends of a signal's range that are signals are those of its instruments")
  func ends() throws {
    let text =
      head + "  top: {from: in/top}\n  b: {from: in/b, range: 5..top}\n"
      + "pages:\n  main: {row: [{gauge: b}, {gauge: b, range: 0..9}, {trend: b}, {compass: b}]}\n"
    let row = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "p", hasFonts: false).bytes)
      .root.children(.page)[0].child(0)
    for number in [0, 2] {
      #expect(row.child(number).number(.lower) == 5 && row.child(number).signal(.upper) == SignalIndex(1))
    }
    #expect(row.child(1).number(.upper) == 9 && row.child(3).signal(.upper) == nil)
  }
}
