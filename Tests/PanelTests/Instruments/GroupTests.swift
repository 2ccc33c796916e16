// What lies in groups, what counts, and what time itself moves.
import FixedRaster
import LayerRuntime
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

@Suite("Groups, counters, timers, shapes, plots") struct GroupTests {
  // MARK: Groups

  @Test("P44 bars of a group share the group's range and line up; each shows its own state")
  func bars() throws {
    let style = try instrumentStyle()
    let bars = [uprightBar(style), uprightBar(style), uprightBar(style)]
    for (bar, value) in zip(bars, [10, 95, 50]) {
      bar.zones = [Zone(90, .max, .warning)]
      bar.value = Reading(Fixed64(value))
    }
    let group = BarsInstrument(style, bars)
    (group.isAcross, group.range, bars[2].range) = (true, 0...200, 0...7)
    _ = try drawnPicture(group, 300, 200)
    #expect(bars.allSatisfy { $0.range == 0...200 && $0.isUpright })
    #expect(Set(bars.map { $0.trackPlace(at: .one).y }).count == 1)
    let widths = bars.map { $0.frame.width.rounded }
    #expect((widths.max() ?? 0) - (widths.min() ?? 0) <= 1)
    #expect(bars.map(\.zoneState) == [.normal, .warning, .normal] && group.zoneState == .normal)
    group.theme = .night
    _ = try drawnPicture(group, 300, 200)
    #expect(bars.allSatisfy { $0.theme == .night })
  }

  @Test(
    "P43 a table with several values a row has columns: numbers and headings below each other, and no text over another"
  )
  func columns() throws {
    for kind in ["table", "list"] {
      let panel = try describedPanel(
        """
        t: {from: in/t, unit: degC, show: "0.0", range: -20..60}
        h: {from: in/h, unit: percent, range: 0..100}
        m: {from: in/m, enum: {0: Off, 1: Heating}}
        """,
        "{\(kind): [Kitchen: [t, h, m], Garage: [t, h, m]], columns: [Temp, Humidity, Mode]}")
      let table = try #require(panel.instruments.compactMap { $0 as? TableInstrument }.first)
      panel.signals.set(SignalIndex(0), to: -12, at: 1)
      panel.signals.set(SignalIndex(1), to: 48, at: 1)
      panel.signals.set(SignalIndex(2), to: 1, at: 1)
      panel.advance(to: 1)
      panel.root.layoutIfNeeded()
      #expect(table.columnCount == 3 && table.rows.count == 6 && table.missingPart == nil)
      #expect(table.rows.map(\.label) == ["Kitchen", "", "", "Garage", "", ""])
      for column in 0..<3 {
        let (upper, lower) = (table.rows[column], table.rows[column + 3])
        #expect(upper.frame.minX == lower.frame.minX && upper.frame.maxY == lower.frame.minY)
        #expect(upper.readout.valueText.frame.maxX == lower.readout.valueText.frame.maxX)
        if column > 0 { #expect(table.rows[column - 1].frame.maxX == upper.frame.minX) }
      }
      #expect(table.rows[2].readout.valueText.string == "Heating" && !table.rows[2].readout.valueText.isFitted)
      let headings = (table.sublayers ?? []).compactMap { $0 as? Caption }.filter {
        ["Temp", "Humidity", "Mode"].contains($0.text)
      }
      #expect(headings.count == 3)
      for (column, heading) in headings.enumerated() {
        let end = heading.frame.maxX, text = heading.frame.maxX - heading.textWidth
        #expect(heading.textWidth <= heading.bounds.width + 1)
        #expect(end <= table.rows[column].frame.maxX + 8 && (column == 0 || text > headings[column - 1].frame.maxX))
        #expect(heading.capitalsMiddle < 40)
      }
    }
  }

  @Test("P43 P32 a row writes a code as its word, a number with its unit, and dashes for nothing")
  func rows() throws {
    let style = try instrumentStyle()
    func picture(_ reading: Reading, _ entries: [StateEntry] = []) throws -> TestPicture {
      let row = RowInstrument(style)
      (row.label, row.entries, row.value, row.range) = ("Fan", entries, reading, 0...2)
      return try drawnPicture(TableInstrument(style, [row]), 160, 60)
    }
    let entries = [StateEntry(1, "On"), StateEntry(2, "On")]
    #expect(try picture(Reading(1), entries).pixels == picture(Reading(2), entries).pixels)
    #expect(try picture(Reading(1)).pixels != picture(Reading(2)).pixels)
    #expect(try picture(.none).pixels != picture(Reading(1)).pixels)
    #expect(try picture(.none).count(style.theme[.ink]) == 0)
  }

  @Test("P43 rows of a table have one size of letters, in which the longest label has room")
  func rowSizes() throws {
    let style = try instrumentStyle()
    let rows = [RowInstrument(style), RowInstrument(style)]
    (rows[0].label, rows[1].label, rows[1].unit) = ("Oil", "A label that is long", "bar")
    _ = try drawnPicture(TableInstrument(style, rows), 220, 200)
    #expect(rows[0].capHeight == rows[1].capHeight && rows[0].unitColumn == rows[1].unitColumn)
    #expect(rows[0].capHeight >= 6 && (rows[1].textWidth + rows[1].unitWidth(0.8)) * rows[0].capHeight / 100 <= 220)
  }

  // MARK: Counters

  @Test("P45 the last drum turns with the value, one in front of it while all behind go from nine to zero")
  func drums() throws {
    let style = try instrumentStyle()
    func picture(_ value: Fixed64, resolution: Fixed64 = 0) throws -> TestPicture {
      let counter = CounterInstrument(style)
      (counter.value, counter.resolution) = (Reading(value), resolution)
      return try drawnPicture(counter, 200, 80)
    }
    let half = Fixed64(1, over: 2)
    #expect(try picture(12 + half).pixels != picture(12).pixels)
    #expect(try picture(12 + half, resolution: 1).pixels == picture(12, resolution: 1).pixels)
    // Columns that differ: one drum, or two of them.
    func changed(_ a: TestPicture, _ b: TestPicture) -> Int {
      (0..<a.width).filter { x in (0..<a.height).contains { a.pixels[$0 * a.width + x] != b.pixels[$0 * b.width + x] } }
        .count
    }
    let one = try changed(picture(12 + half), picture(12)), two = try changed(picture(19 + half), picture(19))
    #expect(one > 0 && two > one)
  }

  @Test("P45 P32 drums without a value are empty; one that is old is struck through")
  func drumStates() throws {
    let style = try instrumentStyle()
    let counter = CounterInstrument(style)
    let stage = try Stage(counter, 200, 80)
    #expect(stage.draw().count(style.theme[.ink]) == 0)
    counter.value = Reading(88888)
    let fresh = stage.draw().count(style.theme[.ink])
    counter.value = Reading(88888, .old)
    let old = stage.draw()
    #expect(fresh > 100 && old.count(style.theme[.ink]) == 0 && old.count(style.theme[.stale]) > 20)
    #expect(old.count(style.theme[.ink].mixed(154, with: style.theme[.surface])) > 50)
  }

  // MARK: Time

  @Test("P45 a timer runs down by the second, is a warning at its end, and begins again when it is set back")
  func timer() throws {
    let timer = TimerInstrument(try instrumentStyle())
    timer.duration = 3_000_000_000
    let stage = try Stage(timer, 120, 100)
    let full = stage.draw()
    #expect(timer.advance(to: 500_000_000) == nil)
    timer.press(Point(x: 30, y: 85))
    #expect(timer.isRunning)
    // What went by before it was started does not count.
    #expect(timer.advance(to: 500_000_000) == 1_500_000_000)
    #expect(timer.advance(to: 1_700_000_000) == 2_500_000_000)
    timer.press(Point(x: 30, y: 85))
    #expect(timer.advance(to: 1_700_000_000) == nil)
    #expect(timer.advance(to: 9_000_000_000) == nil && timer.pushedState == nil)
    timer.press(Point(x: 30, y: 85))
    #expect(timer.advance(to: 9_000_000_000) == 9_800_000_000)
    #expect(timer.advance(to: 12_000_000_000) == nil)
    #expect(timer.zoneState == .warning && !timer.isRunning)
    timer.press(Point(x: 30, y: 85))
    #expect(!timer.isRunning)
    timer.press(Point(x: 90, y: 85))
    #expect(timer.zoneState == .normal && stage.draw().pixels == full.pixels)
  }

  @Test("P45 a timer with a condition runs while it holds, and has no buttons")
  func timerCondition() throws {
    let timer = TimerInstrument(try instrumentStyle())
    timer.take(.enabled, Reading(1))
    _ = try drawnPicture(timer, 120, 100)
    #expect(timer.isRunning && timer.advance(to: 0) == 1_000_000_000)
    timer.press(Point(x: 30, y: 85))
    #expect(timer.isRunning)
    timer.take(.enabled, Reading(1, .old))
    #expect(!timer.isRunning)
  }

  @Test("P45 a timer counts from when it was started to when it was stopped, however long nothing was due before")
  func timerWaits() throws {
    let timer = TimerInstrument(try instrumentStyle())
    let (stage, second) = (try Stage(timer, 120, 100), Int64(1_000_000_000))
    _ = stage.draw()
    #expect(timer.advance(to: 0) == nil)
    // A minute later, with nothing in between, and told of at once, as a panel does.
    timer.press(Point(x: 30, y: 85))
    #expect(timer.advance(to: 60 * second) == 61 * second && timer.text == "00:00")
    #expect(timer.advance(to: 61 * second) == 62 * second && timer.text == "00:01")
    timer.press(Point(x: 30, y: 85))
    #expect(timer.advance(to: 61 * second + second / 2) == nil)
    timer.press(Point(x: 30, y: 85))
    #expect(timer.advance(to: 99 * second) == 99 * second + second / 2, "half a second was counted")
    #expect(timer.advance(to: (99 + 26 * 3600) * second) != nil && timer.text == "26:00:01", "after a day too")
    #expect(timer.advance(to: (99 + 200 * 3600) * second) != nil && timer.text == "99:59:59")
    timer.press(Point(x: 90, y: 85))
    #expect(timer.advance(to: 1_000_000 * second) == nil && timer.text == "00:00")
  }

  @Test("P43 a wait mark turns while its condition holds, and wakes nobody otherwise")
  func wait() throws {
    let wait = WaitInstrument(try instrumentStyle())
    let stage = try Stage(wait, 48, 48)
    #expect(wait.advance(to: 0) == nil && stage.draw().count(wait.theme[.accent]) == 0)
    wait.value = Reading(1)
    #expect(wait.advance(to: 130_000_000) == 250_000_000)
    let first = stage.draw()
    #expect(first.count(wait.theme[.accent]) > 20 && wait.advance(to: 250_000_000) == 375_000_000)
    #expect(stage.draw().pixels != first.pixels)
    wait.value = Reading(1, .failed)
    #expect(wait.advance(to: 400_000_000) == nil && stage.draw().count(wait.theme[.accent]) == 0)
  }

  @Test("P43 what is in a pipe moves as fast as the flow, back below zero, and stands still without one")
  func pipe() throws {
    func picture(_ flow: Reading, at time: Int64) throws -> TestPicture {
      let pipe = ShapeInstrument(try instrumentStyle())
      (pipe.form, pipe.flow) = (.pipe, flow)
      let stage = try Stage(pipe, 100, 20)
      #expect((pipe.advance(to: time) == nil) == (flow.quality != .fresh || flow.value == .zero))
      return stage.draw()
    }
    #expect(try picture(Reading(1), at: 0).pixels != picture(Reading(1), at: 250_000_000).pixels)
    #expect(try picture(Reading(1), at: 250_000_000).pixels != picture(Reading(-1), at: 250_000_000).pixels)
    #expect(try picture(Reading(2), at: 250_000_000).pixels == picture(Reading(1), at: 500_000_000).pixels)
    for still in [Reading(0), Reading(1, .old), .none] {
      #expect(try picture(still, at: 0).pixels == picture(still, at: 250_000_000).pixels)
    }
  }

  @Test("P44 P32 a plot draws the newest pair and its trace, with a gap where one of the two is not fresh")
  func plot() throws {
    let plot = PlotInstrument(try instrumentStyle())
    plot.duration = 96_000_000_000
    let stage = try Stage(plot, 200, 200)
    var time: Int64 = 0
    func add(_ x: Int, _ y: Reading) {
      (plot.value, plot.second) = (Reading(Fixed64(x)), y)
      #expect(plot.advance(to: time) == time + 1_000_000_000)
      time += 1_000_000_000
    }
    for x in [10, 30] { add(x, Reading(50)) }
    let line = stage.draw().count(plot.theme[.accent])
    add(50, .none)
    let gone = stage.draw()
    #expect(gone.count(plot.theme[.needle]) == 0 && gone.count(plot.theme[.accent]) >= line)
    for x in [70, 90] { add(x, Reading(50)) }
    let drawn = stage.draw()
    #expect(drawn.count(plot.theme[.needle]) > 20 && drawn.count(plot.theme[.accent]) < line * 5 / 2)
  }

  // MARK: Signs and tapes

  @Test("P43 a symbol shows its icon in its colour, turned; dashes where its code means nothing")
  func symbol() throws {
    let symbol = EnumInstrument(try instrumentStyle())
    (symbol.showsIconOnly, symbol.tint) = (true, 0x1FF_00FF)
    symbol.take(.icon, "\u{F0390}")
    let stage = try Stage(symbol, 200, 200)
    let upright = stage.draw()
    #expect(upright.count(Color(argb: 0xFFFF_00FF)) > 100)
    symbol.take(.turns, Reading(90))
    #expect(stage.draw().pixels != upright.pixels)
    symbol.tint = Role.caution.rawValue
    #expect(stage.draw().count(symbol.theme[.caution]) > 100)
    symbol.value = .none
    let none = stage.draw()
    #expect(none.count(symbol.theme[.caution]) == 0 && none.count(symbol.theme[.stale]) > 0)
  }

  @Test("P45 an altimeter's pressure stands below its tape, and dashes where there is none")
  func altimeter() throws {
    let tape = AltimeterInstrument(try instrumentStyle())
    tape.value = Reading(50)
    let stage = try Stage(tape, 80, 160)
    let area = Rect(x: 0, y: 140, width: 80, height: 20)
    #expect(stage.draw().count(tape.theme[.advisory], in: area) == 0)
    tape.take(.pressure, Reading(1013))
    let shown = stage.draw()
    #expect(shown.count(tape.theme[.advisory], in: area) > 0)
    tape.take(.pressure, .none)
    let none = stage.draw()
    #expect(none.count(tape.theme[.advisory], in: area) == 0 && none.pixels != shown.pixels)
  }

  @Test(
    "P45 an altimeter's tens roll: the drum is read to the nearest twenty, and the hundreds are those that go with it")
  func altimeterDrum() throws {
    let tape = AltimeterInstrument(try instrumentStyle())
    (tape.range, tape.span) = (0...10_000, 600)
    tape.value = Reading(3260)
    let stage = try Stage(tape, 100, 200)
    _ = stage.draw()
    let drum = try #require((tape.box.sublayers ?? []).compactMap { $0 as? TapeDrum }.first)
    let hundreds = try #require((tape.box.sublayers ?? []).compactMap { $0 as? Caption }.first { $0.string == "32" })
    /// What stands in the middle of the drum, or nearest to it.
    func read() throws -> String {
      let middle = drum.bounds.midY
      let captions = (drum.sublayers ?? []).compactMap { $0 as? Caption }
      let nearest = try #require(captions.min { abs($0.capitalsMiddle - middle) < abs($1.capitalsMiddle - middle) })
      return (hundreds.string ?? "") + (nearest.string ?? "")
    }
    for value in stride(from: -340, through: 3400, by: 7) where abs(value) % 20 != 10 {
      tape.value = Reading(Fixed64(value))
      let nearest = (abs(value) + 10) / 20 * 20
      let (above, tens) = (nearest / 100, nearest % 100)
      let sign = value < 0 ? "-" : ""
      #expect(try read() == sign + (above == 0 ? "" : "\(above)") + (tens < 10 ? "0\(tens)" : "\(tens)"), "\(value)")
    }
    // A step more moves the drum down: what comes is above.
    tape.value = Reading(3265)
    let low = drum.bounds.origin.y
    tape.value = Reading(3270)
    #expect(drum.bounds.origin.y < low && low < 0)
    // No value has no drum; one that is too small for it has plain digits.
    tape.value = .none
    #expect(drum.isHidden)
    tape.value = Reading(3265)
    #expect(!drum.isHidden && drum.frame.minX >= hundreds.frame.maxX - 1)
    let small = try Stage(tape, 40, 60)
    _ = small.draw()
    #expect(drum.isHidden && hundreds.string == "3265")
  }

  @Test("P45 the box of a tape is the darkest thing of it by day too")
  func tapeBox() throws {
    let tape = TapeInstrument(try instrumentStyle(.day))
    tape.value = Reading(50)
    #expect(try drawnPicture(tape, 80, 160).count(Theme.day[.ink]) > 300)
  }

  @Test("P45 the ground is darker than the sky, also of an old value, in every theme")
  func ground() throws {
    for (theme, quality) in [(Theme.dark, Quality.old), (.day, .old), (.night, .old), (.day, .fresh)] {
      let horizon = HorizonInstrument(try instrumentStyle(theme))
      (horizon.value, horizon.roll) = (Reading(0, quality), Reading(0))
      let drawn = try drawnPicture(horizon, 200, 200)
      func light(_ y: Fixed) -> UInt32 {
        let pixel = drawn.pixel(Point(x: 30, y: y))
        return pixel >> 16 & 255 + pixel >> 8 & 255 + pixel & 255
      }
      #expect(light(150) < light(60), "\(quality)")
    }
  }
}
