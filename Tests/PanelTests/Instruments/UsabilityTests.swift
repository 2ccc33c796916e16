// What people who made panels of their own found wrong.
import FixedRaster
import LayerRuntime
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

@Suite("Instruments in use") struct UsabilityTests {
  @Test("P41 P51 what points at a value in warning is as it was in the dark part of the flash, and no needle comes up")
  func darkPart() throws {
    let style = try instrumentStyle()
    let arc = GaugeInstrument(style)
    arc.pointer = .arc
    for instrument in [arc, uprightBar(style), TankInstrument(style), BatteryInstrument(style)] as [Instrument] {
      instrument.zones = [Zone(80, .max, .warning)]
      instrument.value = Reading(95)
      let stage = try Stage(instrument, 200, 200)
      let lit = stage.draw()
      instrument.isFlashOn = false
      let dark = stage.draw()
      let theme = instrument.theme
      // The value is no longer inverted; the fill stays red, and turns neither calm nor into a needle.
      let name = "\(type(of: instrument))"
      #expect(dark.count(theme[.warning]) > 400, "\(name)")
      #expect(dark.count(theme[.needle]) == 0 && dark.count(theme[.normal]) == 0, "\(name)")
      #expect(dark.count(theme[.accent]) == lit.count(theme[.accent]), "\(name)")
    }
  }

  @Test(
    "P41 the factor of an arc's numerals lies between them and the value; where it has no room there are no numerals")
  func factor() throws {
    for (sweep, size) in [(180, 170), (180, 240), (180, 480), (270, 160), (270, 320)] as [(Fixed, Int)] {
      let gauge = GaugeInstrument(try instrumentStyle())
      (gauge.pointer, gauge.sweep, gauge.range) = (.arc, sweep, 0...2000)
      (gauge.scaleOptions.factor, gauge.unit, gauge.value) = (100, "l/h", Reading(820))
      _ = try drawnPicture(gauge, size, size)
      let factor = gauge.factorText
      #expect(!factor.isHidden && factor.string == "×100")
      #expect(factor.capitalsMiddle + factor.capHeight / 2 < gauge.valueBox.minY, "\(size)")
      for numeral in gauge.numerals where !numeral.isHidden && abs(numeral.frame.midX - factor.frame.midX) < 10 {
        #expect(
          numeral.capitalsMiddle + numeral.capHeight / 2 < factor.capitalsMiddle - factor.capHeight / 2, "\(size)")
      }
    }
    let small = GaugeInstrument(try instrumentStyle())
    (small.range, small.value) = (0...2000, Reading(820))
    small.scaleOptions.factor = 100
    _ = try drawnPicture(small, 100, 100)
    #expect(small.factorText.isHidden && small.numerals.allSatisfy { $0.isHidden })
    small.scaleOptions.factor = 1
    _ = try drawnPicture(small, 100, 100)
    #expect(small.numerals.contains { !$0.isHidden })
  }

  @Test("P43 seven segments have no sign between groups of digits")
  func segments() throws {
    let number = NumberInstrument(try instrumentStyle())
    number.format.groupSign = UInt8(ascii: "'")
    (number.range, number.value) = (0...9999, Reading(1840))
    _ = try drawnPicture(number)
    #expect(number.readout.valueText.string == "1'840")
    number.usesSegments = true
    _ = try drawnPicture(number)
    #expect(number.readout.valueText.string == "1840")
  }

  @Test("P43 P50 the history within a number takes on the number's theme")
  func historyTheme() throws {
    let style = try instrumentStyle()
    let number = NumberInstrument(style)
    number.history = TrendInstrument(style)
    let stage = try Stage(number, 200, 200)
    _ = stage.draw()
    number.theme = .night
    _ = stage.draw()
    #expect(number.history?.theme == .night)
  }

  @Test("P43 a low number's title stands before the value; where there is no room for some letters there is none")
  func lowTitle() throws {
    let number = NumberInstrument(try instrumentStyle())
    (number.title, number.unit, number.value) = ("Return", "bar", Reading(12))
    _ = try drawnPicture(number, 200, 50)
    let (title, value) = (number.titleText, number.readout.valueText)
    #expect(!title.isHidden && title.frame.maxX < value.frame.maxX - value.textWidth)
    #expect(abs(title.capitalsMiddle - value.capitalsMiddle) <= 1)
    // Where that is too wide it stands above, and the value is smaller.
    _ = try drawnPicture(number, 90, 50)
    #expect(!title.isHidden && title.capitalsMiddle < value.capitalsMiddle - value.capHeight / 2)
    _ = try drawnPicture(number, 39, 35)
    #expect(title.isHidden)
    _ = try drawnPicture(number, 200, 100)
    #expect(!title.isHidden && title.capitalsMiddle < value.capitalsMiddle - value.capHeight / 2)
  }

  @Test("P45 P4A tabs that have no room scroll: their titles are whole, and large enough for a finger")
  func tabs() throws {
    let pages = PagesInstrument(try instrumentStyle())
    pages.titles = ["Sail", "Engine", "Tanks", "A rather long title of a page"]
    _ = try drawnPicture(pages, 240, 40)
    let captions = (pages.sublayers ?? []).flatMap { $0.sublayers ?? [] }.compactMap { $0 as? Caption }
      .filter { pages.titles.contains($0.string ?? "") }
    #expect(captions.count == 4)
    for caption in captions { #expect(caption.textWidth <= caption.bounds.width && caption.bounds.width >= 40) }
    #expect(captions[3].frame.maxX > 240)
  }
}
