import Foundation
import PanelAssets
import PanelDescription
import PanelFile
import TestSupport
import Testing

@testable import PanelInstruments

private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().path

@Suite struct FormatDocumentTests {
  @Test("P21 docs/panel-format.md and the schema are as the tables make them: scripts/panel-format writes them")
  func documents() throws {
    #expect(String(decoding: try readFile(root + "/docs/panel-format.md"), as: UTF8.self) == formatDocument())
    #expect(String(decoding: try readFile(root + "/docs/panel.schema.json"), as: UTF8.self) == formatSchema())
    #expect(String(decoding: try readFile(root + "/docs/colors.svg"), as: UTF8.self) == colorSwatches())
    _ = try JSONSerialization.jsonObject(with: Data(formatSchema().utf8))
  }

  @Test("P21 every example of the tables compiles", arguments: formatExamples())
  func example(_ example: FormatExample) throws {
    var text = describedHead
    if example.isSource {
      // Two sources of one place are refused.
      text = text.replacingOccurrences(of: "lines: stdin", with: "lines: unix /run/described")
      text = text.replacingOccurrences(of: "signals:\n", with: "  other: \(example.text)\nsignals:\n")
      text += "pages:\n  main: {number: rpm}\n"
    } else {
      text += exampleSignals + "pages:\n  main: \(example.text)\n"
    }
    // The pictures of examples are not there.
    if example.text.contains(".png") { return }
    #expect(descriptionErrors(text).isEmpty, "\(example.text)")
  }

  @Test(
    "P02 the panels of Examples compile without a warning, and the device loads them",
    arguments: [
      "boat", "engine", "battery-solar", "process-skid", "printer-3d", "greenhouse", "compressor", "race-car",
      "weather",
      "machine-monitor",
    ])
  func panel(_ name: String) throws {
    let path = "\(root)/Examples/panels/\(name).yaml"
    let panel = try compilePanel(try readFile(path), name: path)
    // What is not built yet is said; nothing else is.
    let warnings = panel.warnings.filter { !$0.contains("this version does not") }
    #expect(warnings.isEmpty, "\(warnings)")
    let file = try PanelFile(bytes: panel.bytes)
    for font in file.root.children(.font) { _ = try file.font(try #require(font[.font]?.pack)) }
    #expect(file.root.count(.page) >= 1)
    // Every signal that a source tells has something to show without it.
    for signal in file.root.children(.signal) where signal.choice(.source) != nil {
      #expect(signal.choice(.demo) != nil)
    }
  }
}

@Suite struct LongDescriptionTests {
  @Test("P21 a description of 20,000 signals is checked in seconds, and one of 500 lines within one")
  func time() throws {
    func time(_ count: Int) throws -> Duration {
      var text = "panel: 1\nsize: 800x480\nsignals:\n"
      for number in 0..<count { text += "  s\(number): {initial: \(number)}\n" }
      text += "pages:\n  main: {number: s0}\n"
      let start = threadTime()
      #expect(try compilePanel(Array(text.utf8), name: "long").bytes.count > count)
      return threadTime() - start
    }
    // It took 15 seconds before names that stand twice were found by a table.
    #expect(try time(20_000) < .seconds(8))
    #expect(try time(490) < .seconds(1))
  }
}

@Suite struct DamagedDescriptionTests {
  @Test(
    "P21 a description with letters changed, lines lost or exchanged is refused with lines, or compiles; it never stops the compiler"
  )
  func damage() throws {
    var random = SplitMix(seed: 21)
    var (refused, accepted) = (0, 0)
    let names = ["boat", "process-skid", "printer-3d", "greenhouse-zones", "race-car", "weather", "compressor"]
    let texts = try names.map { try readFile("\(root)/Examples/panels/\($0).yaml") }
    let letters = Array("{}[]():,'\"|>&*!%@#?-+/.=<>$ \n\tab01~`\u{e9}".utf8)
    for _ in 0..<1500 {
      var bytes = texts[Int.random(in: 0..<texts.count, using: &random)]
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = letters[Int.random(in: 0..<letters.count, using: &random)]
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(letters[Int.random(in: 0..<letters.count, using: &random)], at: place)
        case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
        default:
          let part = Array(bytes[place..<min(bytes.count, place + 30)])
          bytes.insert(contentsOf: part, at: Int.random(in: 0..<bytes.count, using: &random))
        }
      }
      do throws(DescriptionError) {
        _ = try compilePanel(bytes, name: "\(root)/Examples/panels/x.yaml", hasFonts: false)
        accepted += 1
      } catch {
        refused += 1
        #expect(!error.lines.isEmpty)
        #expect(error.lines.allSatisfy { $0.contains(".yaml:") || $0.hasPrefix("…") }, "\(error.lines)")
        #expect(error.lines.allSatisfy { !$0.contains("please report") }, "\(error.lines)")
      }
    }
    #expect(refused > 500 && accepted > 50, "\(refused) \(accepted)")
  }

  @Test("P20 scalars are what their keys expect: a title may be on, 12:30 or 010, and a number is decimal or refused")
  func scalars() throws {
    for title in ["on", "12:30", "010", "no", "1e3", "0x1F"] {
      let file = try compileDescription(
        describedHead + """
          pages:
            main: {column: [{number: rpm, title: \(title)}]}
          """)
      #expect(try #require(file.first(InstrumentKind.number.record)).text(.title) == title)
    }
    let refused = descriptionErrors(
      describedHead + """
        pages:
          main: {column: [{bar: rpm, segments: 010}]}
        """)
    #expect(refused.count == 1 && refused[0].hasSuffix("segments is '010' — expected a whole number from 2 to 100"))
  }
}

extension PanelFile {
  /// The first record of a kind, wherever it lies.
  fileprivate func first(_ kind: RecordKind) -> PanelRecord? {
    var rest = [root]
    while !rest.isEmpty {
      let record = rest.removeFirst()
      if record.kind == kind { return record }
      rest += (0..<record.childCount).map { record.child($0) }
    }
    return nil
  }
}
