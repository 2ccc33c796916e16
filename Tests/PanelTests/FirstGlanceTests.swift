import FBDevice
import FixedRaster
import LayerRuntime
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

/// Values that would be read wrong at first glance.
@Suite("First glance")
struct FirstGlanceTests {
  private func show(_ panel: Panel, _ values: [Fixed64], at time: Int64 = 0) {
    for (index, value) in values.enumerated() { panel.signals.set(SignalIndex(index), to: value, at: time) }
    panel.advance(to: time)
    panel.root.layoutIfNeeded()
  }

  private func digits(_ instrument: Instrument) -> String? {
    (instrument.sublayers ?? []).compactMap { $0 as? ValueReadout }.first?.valueText.string
  }

  @Test("P45 a wind whose angle is in rad writes its speed with the speed's unit, and keeps its title")
  func windInRadians() throws {
    let panel = try describedPanel(
      "a: {from: in/a, unit: rad, title: Apparent, follow: 0s}\nv: {from: in/v, unit: kn, show: kn 0.0}",
      "{wind: a, speed: v}")
    show(panel, [Fixed64(1571, over: 1000), 12])
    let wind = try #require(panel.instruments[0] as? WindInstrument)
    #expect(wind.unit == "kn" && wind.title == "Apparent" && digits(wind) == "12.0")
    #expect(wind.value.value.rounded == 90)
    let compass = try describedPanel(
      "a: {from: in/a, unit: rad, title: Heading, follow: 0s, range: 0..6.2832}", "{compass: a, format: \"0.0\"}")
    show(compass, [Fixed64(1571, over: 1000)])
    #expect(compass.instruments[0].title == "Heading" && digits(compass.instruments[0]) == "90.0")
  }

  @Test("P45 a battery shows a ratio in percent, and a number without a unit with none")
  func battery() throws {
    let ratio = try describedPanel("a: {from: in/a, unit: ratio, range: 0..1}", "{battery: a}")
    show(ratio, [Fixed64(1, over: 2)])
    #expect(ratio.instruments[0].unit == "%" && digits(ratio.instruments[0]) == "50")
    let bare = try describedPanel("a: {from: in/a, range: 0..1}", "{battery: a}")
    show(bare, [Fixed64(1, over: 2)])
    #expect(bare.instruments[0].unit == nil && digits(bare.instruments[0])?.hasPrefix("0.5") == true)
  }

  @Test("P33 a value that goes round is rounded before it goes round, in every instrument")
  func goesRound() throws {
    let east = "a: {from: in/a, unit: deg, range: 0..360, wraps: 360, show: deg 000, follow: 0s}"
    for kind in ["number", "gauge", "tape", "bar"] {
      let panel = try describedPanel(east, "{\(kind): a}")
      show(panel, [Fixed64(3596, over: 10)])
      let text = (panel.instruments[0] as? TapeInstrument).map { $0.box.text } ?? digits(panel.instruments[0])
      #expect(text == "000", "\(kind)")
    }
    let tape = try #require(try describedPanel(east, "{tape: a}").instruments[0] as? TapeInstrument)
    (tape.value, tape.frame) = (Reading(0), Rect(x: 0, y: 0, width: 100, height: 240))
    tape.layoutIfNeeded()
    let numerals = tape.strip.numerals.filter { !$0.isHidden }.compactMap { $0.string }
    #expect(numerals.count > 2 && numerals.allSatisfy { (0..<360).contains(Int($0) ?? -1) }, "\(numerals)")
    let halves = "a: {from: in/a, unit: deg, range: -180..180, wraps: 360, follow: 0s}"
    for (value, text) in [(181, "-179"), (180, "180"), (-180, "180"), (-179, "-179"), (0, "0")] {
      let panel = try describedPanel(halves, "{number: a}")
      show(panel, [Fixed64(value)])
      #expect(digits(panel.instruments[0]) == text)
    }
  }

  @Test("P40 a step whose numerals have no room for all shows every second one, and the checker says so")
  func crowdedStep() throws {
    let signals = "a: {from: in/a, unit: W, range: 0..3000}"
    for (step, isCrowded) in [(500, false), (50, true)] {
      let element = "{gauge: a, step: \(step)}"
      let gauge = try #require(try describedPanel(signals, element).instruments[0] as? GaugeInstrument)
      let numerals = gauge.numerals.filter { !$0.isHidden }.compactMap { $0.string }
      #expect(numerals.count >= 7, "\(step): \(numerals)")
      #expect(try compiledPanel(signals, element).warnings.contains { $0.contains("some are left out") } == isCrowded)
    }
    let wide = try #require(
      try describedPanel("a: {from: in/a, unit: W, range: -3000..5000}", "{gauge: a}").instruments[0]
        as? GaugeInstrument)
    #expect(wide.numerals.filter { !$0.isHidden }.count >= 3)
    let bare = try compiledPanel("a: {from: in/a, range: 0..100}", "{gauge: a, labels: none, pointer: arc}")
    #expect(!bare.warnings.contains { $0.contains("numerals") })
  }

  @Test("P42 segments are no finer than 6 points")
  func segments() throws {
    let panel = try describedPanel(
      "a: {from: in/a, range: 0..100}", "{stack: [{bar: a, segments: 28, size: 120px 40px, value: false}]}")
    let bar = try #require(panel.instruments[0] as? BarInstrument)
    let fill = try #require((bar.sublayers ?? []).compactMap { $0 as? LevelFill }.first)
    #expect(fill.pitch >= 6)
  }

  @Test("P52 P31 an alarm about a value that is missing waits at the start, until that value may have come")
  func missingAtStart() throws {
    let second: Int64 = 1_000_000_000
    func panel() throws -> Panel {
      try describedPanel(
        "a: {from: in/a, stale: 3s}\nlost: {is: not ok(a)}", "{number: a}",
        "alarms: {x: {when: not ok(a)}, y: {when: lost}, z: {when: quality(a) above 1}, n: {when: a above 5}}")
    }
    func states(_ panel: Panel) -> [AlarmState] { (0..<4).map { panel.state.alarms.state($0) } }
    let silent = try panel()
    for time in [0, second, 3 * second - 1] {
      silent.advance(to: time)
      #expect(states(silent) == [.normal, .normal, .normal, .normal])
      // Nobody knows yet whether all is well.
      #expect(silent.state.alarms.isUncertain(0) && silent.state.alarms.quality == .none)
    }
    #expect((silent.nextTime ?? .max) <= 3 * second)
    silent.advance(to: 3 * second)
    #expect(states(silent) == [.unacknowledged, .unacknowledged, .unacknowledged, .normal])
    // A value that came and got old later has had its time.
    let heard = try panel()
    heard.advance(to: 0)
    heard.signals.set(SignalIndex(0), to: 1, at: second)
    heard.advance(to: second)
    heard.advance(to: 5 * second)
    #expect(states(heard).prefix(2) == [.unacknowledged, .unacknowledged])
  }

  @Test("P45 hours below zero have a minus")
  func hours() throws {
    let panel = try describedPanel("a: {from: in/a, unit: h, range: -100..1000, follow: 0s}", "{hours: a}")
    show(panel, [-12])
    let counter = try #require(panel.instruments[0] as? CounterInstrument)
    #expect(counter.shownDigits == "-0012")
    show(panel, [12], at: 1_000_000_000)
    #expect(counter.shownDigits == "00012")
  }

  @Test("P31 P32 a value that was never heard is marked where no dashes say so")
  func neverHeard() throws {
    for (element, isMarked) in [
      ("{gauge: a, pointer: arc, value: false}", true), ("{gauge: a, pointer: arc}", false),
      ("{tank: a}", false), ("{bar: a, value: false}", true), ("{horizon: [a, a]}", true),
      ("{text: Pump, color: \"if(a above 1, warning, ink)\"}", true), ("{text: Pump}", false),
    ] {
      let panel = try describedPanel("a: {from: in/a, range: 0..100, unit: deg}", element)
      panel.advance(to: 0)
      panel.root.layoutIfNeeded()
      #expect((panel.instruments[0].markQuality == .none) == isMarked, "\(element)")
      show(panel, [10], at: 1_000_000_000)
      #expect(panel.instruments[0].markQuality == .fresh, "\(element)")
    }
  }

  @Test("P22 of two covers with opposite conditions none is shown before the signal was heard, unless one asks for it")
  func unknownCovers() throws {
    for (option, isShown) in [("", false), (", unknown: show", true), (", unknown: hide", false)] {
      let panel = try describedPanel(
        "a: {from: in/a}", "{stack: [{text: On, visible: a\(option)}, {text: Off, visible: not a\(option)}]}")
      panel.advance(to: 0)
      #expect(panel.instruments.map { !$0.isHidden } == [isShown, isShown])
      show(panel, [1], at: 1_000_000_000)
      #expect(panel.instruments.map { !$0.isHidden } == [true, false])
    }
    // Old, they are as they were; elsewhere what is hidden by an old condition is shown.
    let signals = "a: {from: in/a, stale: 1s}"
    let stack = try describedPanel(signals, "{stack: [{text: On, visible: a}, {text: Off, visible: not a}]}")
    let column = try describedPanel(signals, "{column: [{text: On, visible: a}, {text: Off, visible: not a}]}")
    for panel in [stack, column] {
      show(panel, [1])
      show(panel, [], at: 3_000_000_000)
    }
    #expect(stack.instruments.map { !$0.isHidden } == [true, false])
    #expect(column.instruments.map { !$0.isHidden } == [true, true])
    let row = try describedPanel("a: {from: in/a}", "{row: [{text: On, visible: a}, {text: Off}]}")
    row.advance(to: 0)
    #expect(!row.instruments[0].isHidden)
  }

  @Test("P28 an instrument lies on a field, on none or within an edge")
  func cards() throws {
    for (option, card) in [
      ("", Card.filled), (", card: false", .none), (", card: outline", .outline), (", card: true", .filled),
    ] {
      let panel = try describedPanel("a: {from: in/a, range: 0..100}", "{gauge: a\(option)}")
      #expect(panel.instruments[0].card == card)
    }
    let text = try describedPanel("a: {from: in/a}", "{text: Pump, card: true}")
    #expect(text.instruments[0].card == .filled)
    #expect(throws: DescriptionError.self) { try compiledPanel("a: {from: in/a}", "{number: a, card: round}") }
  }

  @Test("P43 a title stays beside its number in a low field; a hidden one is said")
  func titles() throws {
    for width in [120, 200, 320] {
      let panel = try describedPanel(
        "a: {from: in/a, title: Height, range: 0..1000, unit: m, follow: 0s}",
        "{stack: [{number: a, size: \(width)px 36px}]}")
      for value in [1, 100, 100_000] {
        show(panel, [Fixed64(value)], at: Int64(value) * 1_000_000_000)
        let number = try #require(panel.instruments[0] as? NumberInstrument)
        #expect(!number.titleText.isHidden && number.titleText.textWidth > 10, "\(width) \(value)")
        let digits = number.readout.valueText
        #expect(digits.frame.maxX - digits.textWidth >= number.titleText.frame.minX + number.titleText.textWidth)
      }
    }
    let small = try compiledPanel("a: {from: in/a, title: Height}", "{stack: [{number: a, size: 50px 30px}]}")
    #expect(small.warnings.contains { $0.contains("no room for its title") })
  }

  @Test("P43 P42 numbers of neighbours have one height, of the page's sizes; titles have one height and one inset")
  func oneScale() throws {
    let signals = """
      a: {from: in/a, title: A, range: 0..44}
      b: {from: in/b, title: B, range: 0..4200}
      c: {from: in/c, title: C, range: 0..13, show: "0.00"}
      """
    let row = try describedPanel(signals, "{row: [{number: a}, {number: b}, {number: c}]}")
    let caps = row.instruments.compactMap { ($0 as? NumberInstrument)?.readout.valueText.capHeight }
    #expect(caps.count == 3 && Set(caps).count == 1 && caps[0] == caps[0].whole)
    // Alone it is larger.
    let alone = try describedPanel(signals, "{row: [{number: a}, {text: B}, {text: C}]}")
    let cap = try #require((alone.instruments[0] as? NumberInstrument)?.readout.valueText.capHeight)
    #expect(cap > caps[0])
    // Sizes are 15 · 1.25ⁿ for 480 points.
    var size = Swift.max(8, alone.instruments[0].measure * 15)
    while size.whole < cap { size = size * 1.25 }
    #expect(size.whole == cap)
    // One whose value is far longer does not make the others small.
    let long = try describedPanel(
      "a: {from: in/a, title: A, range: 0..44}\nb: {from: in/b, title: B, range: 0..2000000000}\nc: {from: in/c, title: C, range: 0..13}",
      "{row: [{number: a}, {number: b}, {number: c}]}")
    let sizes = long.instruments.compactMap { ($0 as? NumberInstrument)?.readout.valueText.capHeight }
    #expect(sizes.count == 3 && sizes[0] == sizes[2] && sizes[1] < sizes[0] / 2 + 1)
    // Those of another size do not count.
    let other = try describedPanel(signals, "{areas: 'a b b b', a: {number: a}, b: {number: b}}")
    #expect(other.instruments.allSatisfy { $0.agreedCapHeight == $0.roomyCapHeight })
    let titles = row.instruments.map { ($0.titleText.capHeight, $0.titleText.frame.minX) }
    #expect(titles.allSatisfy { $0 == titles[0] })
    let upright = try describedPanel(
      signals, "{row: [{bar: a, upright: true}, {bar: b, upright: true}, {bar: c, upright: true}]}")
    let bars = upright.instruments.compactMap { bar in
      (bar.sublayers ?? []).compactMap { $0 as? ValueReadout }.first?.valueText.capHeight
    }
    #expect(bars.count == 3 && Set(bars).count == 1)
  }

  @Test("P43 numbers of neighbours end at one place whatever their units and arrows, while the widest unit is shown")
  func oneEnd() throws {
    let panel = try describedPanel(
      "a: {from: in/a, title: A, range: 0..44, unit: m}\nb: {from: in/b, title: B, range: 0..44, unit: km/h}\nc: {from: in/c, title: C, range: 0..44}",
      "{column: [{row: [{number: a, arrow: true}, {text: x}]}, {row: [{number: b}, {text: x}]}, {row: [{number: c}, {text: x}]}]}"
    )
    let numbers = panel.instruments.compactMap { $0 as? NumberInstrument }
    func ends() -> [Fixed] { numbers.map { $0.readout.valueText.frame.maxX } }
    #expect(numbers.count == 3 && Set(ends()).count == 1)
    // Without that neighbour each has the room of its own unit.
    let former = ends()[1]
    for number in numbers { number.agreedUnitWidth = nil }
    panel.root.layoutIfNeeded()
    #expect(Set(ends()).count == 3 && ends()[1] == former)
  }

  @Test("P40 letters grow with the panel's display")
  func largeDisplay() throws {
    let bytes = try compiledPanel("a: {from: in/a, title: A, range: 0..44}", "{bar: a}").bytes
    func cap(_ size: Int) throws -> Fixed {
      let panel = try Panel(
        try PanelFile(bytes: bytes), size: Size(width: Fixed(size * 4 / 3), height: Fixed(size)))
      panel.root.layoutIfNeeded()
      return panel.instruments[0].titleText.capHeight
    }
    #expect(try cap(480) == 12 && cap(960) == 24 && cap(240) == 7)
  }

  @Test("P40 P43 a title gets smaller before a scale or a value goes, and before it is cut")
  func smallTiles() throws {
    let style = try instrumentStyle()
    func laidOut<Kind: Instrument>(_ instrument: Kind, _ width: Fixed, _ height: Fixed) -> Kind {
      (instrument.title, instrument.value) = ("Coolant", Reading(42))
      instrument.frame = Rect(x: 0, y: 0, width: width, height: height)
      instrument.layoutIfNeeded()
      return instrument
    }
    let gauge = laidOut(GaugeInstrument(style), 112, 112)
    #expect(gauge.numerals.filter { !$0.isHidden }.count >= 5)
    let trend = laidOut(TrendInstrument(style), 160, 100), battery = laidOut(BatteryInstrument(style), 80, 80)
    let bar = laidOut(uprightBar(style), 72, 112)
    #expect((battery.sublayers ?? []).compactMap { $0 as? ValueReadout }.first?.isHidden == false)
    for instrument in [gauge, trend, battery, bar] as [Instrument] {
      let title = instrument.titleText
      #expect(
        !title.isHidden && title.capHeight >= 7 && title.textWidth <= title.bounds.width, "\(type(of: instrument))")
    }
  }
}
