// The defaults of instruments' options, and what instruments show without values.
import FixedRaster
import LayerRuntime
import PanelDescription
import PanelFile
import PanelSignals
import Testing

@testable import PanelInstruments

@Suite("Instruments without being told") struct DefaultsTests {
  @Test("P40 a small range has decimals, none finer than the resolution; a great one has none")
  func decimals() {
    func decimals(_ range: ClosedRange<Fixed64>, _ resolution: Fixed64 = .zero) -> Int {
      PanelBuilder.decimals(range, resolution)
    }
    #expect(decimals(0...100) == 0 && decimals(0...10) == 0 && decimals(-40...120) == 0)
    #expect(decimals(0...3) == 1 && decimals(-5...5) == 1)
    #expect(decimals(0...2) == 2 && decimals(0...1) == 2)
    #expect(decimals(0...Fixed64(1, over: 4)) == 3)
    #expect(decimals(0...3, 1) == 0)
  }

  @Test(
    "P45 no numeral of an upright tape is wider than its tape: it is smaller, or left out", arguments: [30, 46, 60, 90])
  func numerals(width: Int) throws {
    let tape = TapeInstrument(try instrumentStyle())
    (tape.range, tape.value, tape.span) = (0...200_000, Reading(140_000), 40_000)
    _ = try drawnPicture(tape, width, 300)
    let shown = tape.strip.numerals.filter { !$0.isHidden && $0.textWidth > 0 }
    for numeral in shown {
      #expect(numeral.textWidth <= Fixed(width) - 6)
      #expect(numeral.capHeight >= 5)
    }
    #expect(shown.isEmpty == (width < 40))
  }

  @Test("P47 a list without alarms is one field that says so; a banner has nothing")
  func calm() throws {
    let list = AlarmsInstrument(try instrumentStyle())
    list.showsAll = true
    let stage = try Stage(list, 300, 200)
    list.show(AlarmStore([]))
    let picture = stage.draw()
    let (ground, surface) = (list.theme[.ground].rgb, list.theme[.surface].rgb)
    #expect(picture.pixels.contains(list.theme[.ink].rgb))
    // All of it says that there is nothing, and not that most of it is missing.
    #expect(picture.pixels.count { $0 == ground } < 300 * 200 / 20)
    #expect(picture.pixels.count { $0 == surface } > 300 * 200 * 9 / 10)
    list.showsAll = false
    list.show(AlarmStore([]))
    #expect(stage.draw().pixels.allSatisfy { $0 == ground })
  }
}
