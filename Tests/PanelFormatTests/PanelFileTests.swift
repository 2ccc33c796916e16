import FixedRaster
import Foundation
import LayerRuntime
import PanelAssets
import PanelDescription
import PanelFile
import PanelInstruments
import PanelSignals
import TestSupport
import Testing

/// A panel with one of each.
private let description = """
  panel: 1
  size: 400x240
  sources:
    in: {lines: stdin}
    board: {files: every 2s}
  signals:
    rpm: {from: in/rpm, unit: rpm, range: 0..4000, follow: 150ms, stale: 1s, demo: sweep 8s}
    oil: {from: [in/oil, in/oil2], unit: kPa, show: bar 0.0, range: 0..700}
    load: {is: rpm / 4000 * 100, unit: percent}
    chip: {from: board/sys/class/thermal/thermal_zone0/temp, unit: mdegC, show: degC 0}
  zones:
    rpm: {normal: 700..3200, caution: 3200..3600, warning: 3600..}
    oil: {warning: ..100}
  templates:
    pair: {takes: [a, name], column: [{number: $a, title: "$name 1"}, {number: $a, title: "$name 2"}]}
  pages:
    main:
      areas: |
        tach tach oil
        tach tach load
      columns: 1fr 1fr 120px
      tach: {gauge: rpm, title: Engine}
      oil: [{number: oil}, {number: chip, visible: oil below 100}]
      load: {row: {repeat: {pair: [[load, Load], [rpm, Speed]]}}}
    second:
      row: [{gauge: "max(rpm, 100)", width: 40percent}, {number: load}]
  """

private func compiled(_ text: String = description) throws -> [UInt8] {
  try compilePanel(Array(text.utf8), name: "panel.yaml").bytes
}

@Suite struct PanelFileTests {
  @Test("P02 P30 a description becomes a file that says the same")
  func contents() throws {
    let file = try PanelFile(bytes: try compiled())
    #expect(file.root.number(.designWidth) == 400 && file.root.number(.designHeight) == 240)
    #expect(file.sources.map { $0.text(.name) } == ["in", "board"])
    #expect(file.sources[1].duration(.interval) == 2_000_000_000)
    let signals = file.root.children(.signal)
    #expect(signals.prefix(4).map { $0.text(.name) } == ["rpm", "oil", "load", "chip"])
    #expect(file.definitions[0].stale == 1_000_000_000 && file.definitions[0].attack == 150_000_000)
    // A default, so that nothing is shown for ever.
    #expect(file.definitions[1].stale == 5_000_000_000 && file.definitions[1].sourceCount == 2)
    #expect(file.definitions[2].expression != nil && file.definitions[2].sourceCount == 0)
    #expect(file.addresses(ofSource: 0).map { $0.address } == ["rpm", "oil", "oil2"])
    #expect(file.addresses(ofSource: 0).map { $0.rank } == [0, 0, 1])
    #expect(file.addresses(ofSource: 1).map { $0.address } == ["sys/class/thermal/thermal_zone0/temp"])
    #expect(signals[1].text(.unit) == "bar")
    let code = try #require(signals[1].number(.shownUnit)).rounded
    #expect(UnitOfMeasure.conversion(code: code)?.convert(250) == Fixed64(5, over: 2))
    let zones = signals[0].children(.zone)
    #expect(zones.map { $0.choice(.state) } == [0, 2, 3])
    #expect(zones.map { $0.number(.lower) } == [700, 3200, 3600] && zones[2].number(.upper) == nil)
  }

  @Test(
    "P22 areas, strips, stacks and places divide a page to whole pixels, and a hidden one in a strip gives its place up"
  )
  func layout() throws {
    let panel = try Panel(try PanelFile(bytes: try compiled()), size: Size(width: 800, height: 480))
    // Twice as large as designed: 16 pixels of margin and gap, columns of 254, 254 and 240, less a rest.
    panel.signals.set(SignalIndex(1), to: 200, at: 0)
    panel.advance(to: 0)
    let frames = panel.instruments.map { $0.frame }
    #expect(frames.count == 9)
    #expect(frames[0] == Rect(x: 16, y: 16, width: 512, height: 448))
    #expect(frames[1] == Rect(x: 544, y: 16, width: 240, height: 216) && frames[2] == frames[1])
    #expect(panel.instruments[2].isHidden && !panel.instruments[1].isHidden)
    for frame in frames {
      for edge in [frame.minX, frame.minY, frame.width, frame.height] { #expect(edge == Fixed(edge.rounded)) }
    }
    panel.signals.set(SignalIndex(1), to: 50, at: 1)
    panel.advance(to: 1)
    #expect(!panel.instruments[2].isHidden)
    #expect(panel.pageNames == ["main", "second"] && panel.page(named: "second") == 1 && panel.page(named: "x") == nil)
  }

  @Test("P27 a panel fills a display of another shape; only places in px of a stack keep theirs")
  func fills() throws {
    let file = try PanelFile(bytes: try compiled())
    let panel = try Panel(file, size: Size(width: 800, height: 800))
    #expect(panel.root.sublayers?.first?.frame == Rect(x: 0, y: 0, width: 800, height: 800))
    // Shares take the room that is left.
    #expect(panel.instruments[0].frame == Rect(x: 16, y: 16, width: 512, height: 768))
    let text = """
      panel: 1
      size: 800x480
      sources: {in: {lines: stdin}}
      signals: {a: {from: in/a, range: 0..100}}
      pages:
        main:
          margin: 0px
          stack: [{gauge: a, at: 100px 40px, size: 200px}, {number: a, at: bottom, height: 50percent}]
      """
    let stack = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "stack").bytes)
    for (width, height, gauge) in [
      (800, 480, Rect(x: 100, y: 40, width: 200, height: 200)),
      (1280, 480, Rect(x: 340, y: 40, width: 200, height: 200)),
      (400, 480, Rect(x: 50, y: 140, width: 100, height: 100)),
    ] {
      let panel = try Panel(stack, size: Size(width: Fixed(width), height: Fixed(height)))
      #expect(panel.instruments[0].frame == gauge)
    }
  }

  @Test("P24 P30 instruments show values in the shown unit, and expressions of signals")
  func values() throws {
    let panel = try Panel(try PanelFile(bytes: try compiled()), size: Size(width: 400, height: 240))
    panel.signals.set(SignalIndex(0), to: 2000, at: 0)
    panel.signals.set(SignalIndex(1), to: 350, at: 0)
    panel.advance(to: 0)
    let shown = panel.instruments.map { $0.value.value }
    #expect(shown[0] == 2000 && (shown[1] - Fixed64(7, over: 2)).magnitude < Fixed64(1, over: 1_000_000))
    #expect(shown[3] == 50 && panel.instruments[1].unit == "bar" && panel.instruments[0].zones.count == 3)
    let limit = panel.instruments[1].zones.first?.upper ?? .zero
    #expect((limit - 1).magnitude < Fixed64(1, over: 1_000_000))
  }

  @Test("P03 a file cut at any byte is refused, and one with a byte changed too")
  func damaged() throws {
    let bytes = try compiled()
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: PackError.self) { try PanelFile(bytes: Array(bytes[..<count])) }
    }
    for index in stride(from: 0, to: bytes.count, by: 13) {
      var changed = bytes
      changed[index] ^= 0x10
      #expect(throws: PackError.self) { try PanelFile(bytes: changed) }
    }
  }

  @Test("P03 a file that is damaged, with its checksum made right again, is refused or shown whole")
  func damagedOnPurpose() throws {
    let bytes = try compiled()
    // The fonts make up most of the file, and are checked by tests of their own.
    let end = bytes.count - 33_000 > 2000 ? bytes.count - 33_000 : min(bytes.count, 6000)
    var random = SplitMix(seed: 7)
    var (refused, shown) = (0, 0)
    for _ in 0..<1500 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: 16..<end, using: &random)] =
          [0, 1, 2, 255, 127, UInt8.random(in: .min...(.max), using: &random)]
          .randomElement(using: &random) ?? 0
      }
      let checksum = crc32(changed[16...])
      for index in 0..<4 { changed[12 + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(index * 8)) }
      do throws(PackError) {
        let panel = try Panel(try PanelFile(bytes: changed), size: Size(width: 200, height: 120))
        for signal in 0..<panel.signals.count { panel.signals.set(SignalIndex(signal), to: .max, at: 0) }
        panel.advance(to: 0)
        let display = TestDisplay(width: 200, height: 120)
        let compositor = Compositor(root: panel.root, width: 200, height: 120)
        compositor.drawFrame(into: display.memory)
        shown += 1
      } catch { refused += 1 }
    }
    #expect(refused > 200 && shown > 40, "\(refused) \(shown)")
  }
}
