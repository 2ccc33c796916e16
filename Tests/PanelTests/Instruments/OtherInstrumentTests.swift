import FixedRaster
import LayerRuntime
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

@Suite("Bars, numbers, lamps, trends, tanks, compasses") struct OtherInstrumentTests {
  // MARK: Bars

  @Test(
    "P42 a bar fills from its lower end, its zero or any value, upright and lying, and its pointer stands beside it")
  func bar() throws {
    for isUpright in [true, false] {
      for (range, origin, value, filled): (ClosedRange<Fixed64>, Fixed64?, Fixed64, [Bool]) in [
        (0...100, nil, 50, [true, true, false, false]), (-100...100, nil, 50, [false, false, true, false]),
        (-100...100, nil, -60, [false, true, false, false]), (0...100, 75, 50, [false, false, true, false]),
      ] {
        let bar = uprightBar(try instrumentStyle())
        (bar.range, bar.origin, bar.value, bar.isUpright) = (range, origin, Reading(value), isUpright)
        let drawn = try drawnPicture(bar, isUpright ? 100 : 240, isUpright ? 240 : 70)
        // Four places along the track, at an eighth, three eighths …
        let found = (0..<4).map { index in
          let place = bar.trackPlace(at: Fixed64(2 * index + 1, over: 8))
          return drawn.pixel(place) == bar.theme.filling(bar.theme[.accent]).rgb
        }
        #expect(found == filled, "\(isUpright) \(range) from \(origin?.floor ?? 0) to \(value.floor)")
        #expect(drawn.count(bar.theme[.needle]) > 8)
      }
    }
  }

  @Test("P42 a lying bar has its value beside it, or below it where its room is nearly square")
  func barValue() throws {
    for (width, height, isBelow) in [(240, 60, false), (115, 150, true), (130, 110, true), (60, 90, true)] {
      let bar = uprightBar(try instrumentStyle())
      (bar.isUpright, bar.value, bar.title, bar.unit) = (false, Reading(68), "Humidity", "%")
      let stage = try Stage(bar, width, height)
      _ = stage.draw()
      #expect(bar.missingPart == nil, "\(width)x\(height)")
      let readout = try #require((bar.sublayers ?? []).compactMap { $0 as? ValueReadout }.first)
      let track = bar.trackPlace(at: Fixed64(1, over: 2)), value = readout.valueText.frame
      #expect(isBelow ? value.minY > track.y : value.maxX > track.x + 60, "\(width)x\(height)")
    }
  }

  @Test("P42 a bar whose value lies beyond its scale has its pointer at the end, along the track")
  func beyond() throws {
    for isUpright in [true, false] {
      let bar = uprightBar(try instrumentStyle())
      (bar.range, bar.isUpright) = (0...10, isUpright)
      let stage = try Stage(bar, isUpright ? 100 : 240, isUpright ? 240 : 70)
      /// How much higher than wide the pointer is, and the middle of it.
      func pointer(_ value: Fixed64) throws -> (isHigher: Bool, middle: Point) {
        bar.value = Reading(value)
        let drawn = stage.draw()
        // Beside the track; digits are behind its end, or below it.
        let (start, end) = (bar.trackPlace(at: .zero), bar.trackPlace(at: .one))
        var (xs, ys): ([Fixed], [Fixed]) = ([], [])
        for y in 0..<drawn.height {
          for x in 0..<drawn.width where drawn.pixel(Point(x: Fixed(x), y: Fixed(y))) == bar.theme[.needle].rgb {
            let (x, y) = (Fixed(x), Fixed(y))
            if isUpright ? x > start.x + 4 && y < start.y + 12 : y < start.y - 4 && x < end.x + 12 {
              xs.append(x)
              ys.append(y)
            }
          }
        }
        let (left, right) = (try #require(xs.min()), try #require(xs.max()))
        let (top, bottom) = (try #require(ys.min()), try #require(ys.max()))
        return (bottom - top > right - left, Point(x: half(left + right), y: half(top + bottom)))
      }
      let inside = try pointer(10), above = try pointer(14), below = try pointer(-3)
      #expect(inside.isHigher == isUpright && above.isHigher != inside.isHigher && below.isHigher != inside.isHigher)
      // It does not leave the end.
      #expect(abs(above.middle.x - inside.middle.x) < 12 && abs(above.middle.y - inside.middle.y) < 12)
      #expect(isUpright ? below.middle.y > above.middle.y + 100 : below.middle.x < above.middle.x - 100)
      let again = try pointer(10)
      #expect(again.isHigher == inside.isHigher && again.middle == inside.middle)
    }
  }

  @Test("P42 a bar of segments lights whole ones, from their middle on")
  func segments() throws {
    let bar = uprightBar(try instrumentStyle())
    (bar.segments, bar.showsScale) = (10, false)
    let stage = try Stage(bar, 100, 240)
    for (value, lit) in [(0, 0), (4, 0), (6, 1), (54, 5), (55, 6), (100, 10)] {
      bar.value = Reading(Fixed64(value))
      let drawn = stage.draw()
      let count = (0..<10).filter {
        drawn.pixel(bar.trackPlace(at: Fixed64(2 * $0 + 1, over: 20))) == bar.theme.filling(bar.theme[.accent]).rgb
      }
      #expect(count.count == lit, "\(value)")
    }
  }

  @Test("P42 zones lie on the scale and not in the fill; setpoint and extremes are lines across the track")
  func barMarks() throws {
    let bar = uprightBar(try instrumentStyle())
    bar.zones = [Zone(20, 60, .normal), Zone(80, .max, .warning)]
    (bar.value, bar.setpoint, bar.peak, bar.low) = (Reading(10), Reading(70), Reading(50), Reading(30))
    let drawn = try drawnPicture(bar, 100, 240)
    #expect(drawn.count(bar.theme[.normal]) > 20 && drawn.count(bar.theme[.warning]) > 20)
    for index in 0..<40 {
      let pixel = drawn.pixel(bar.trackPlace(at: Fixed64(2 * index + 1, over: 80)))
      #expect(pixel != bar.theme[.normal].rgb && pixel != bar.theme[.warning].rgb)
    }
    for share in [70, 50, 30] {
      let place = bar.trackPlace(at: Fixed64(share, over: 100))
      let rows = (-2...2).filter { drawn.pixel(Point(x: place.x, y: place.y + Fixed($0))) == bar.theme[.ink].rgb }
      #expect(rows.count >= 1, "\(share)")
    }
  }

  @Test("P42 bars of one size and one range line up, whatever they are called and whatever they show")
  func alignment() throws {
    let (a, b) = (uprightBar(try instrumentStyle()), uprightBar(try instrumentStyle()))
    (a.title, b.title, a.value, b.value) = ("One", "Another", Reading(10), Reading(90))
    _ = try drawnPicture(a, 100, 240)
    _ = try drawnPicture(b, 100, 240)
    #expect(a.trackPlace(at: .zero) == b.trackPlace(at: .zero) && a.trackPlace(at: .one) == b.trackPlace(at: .one))
  }

  // MARK: Numbers

  @Test("P43 digits stay in their places and so does the unit, whatever the value")
  func number() throws {
    let number = NumberInstrument(try instrumentStyle())
    (number.unit, number.range) = ("m", -999...999)
    let stage = try Stage(number, 200, 100)
    let dim = number.theme[.dim]
    func unitBox(_ picture: TestPicture) -> Int {
      var hash = 0
      for index in picture.pixels.indices where picture.pixels[index] == dim.rgb { hash = hash &* 31 &+ index }
      return hash
    }
    number.value = Reading(8)
    let first = unitBox(stage.draw())
    for value in [88, 888, -888, -8] {
      number.value = Reading(Fixed64(value))
      #expect(unitBox(stage.draw()) == first, "\(value)")
    }
    #expect(first != 0)
  }

  @Test("P43 the arrow shows where the value goes, and none at rest or without knowing")
  func trendArrow() throws {
    let number = NumberInstrument(try instrumentStyle())
    (number.showsTrend, number.value) = (true, Reading(42))
    let stage = try Stage(number, 200, 100)
    func count() -> Int { stage.draw().count(number.theme[.dim]) }
    for (rate, isSeen) in [
      (Reading(2), true), (Reading(-2), true), (Reading(0), false), (.none, false), (Reading(2, .old), false),
    ] {
      number.rate = rate
      #expect((count() > 20) == isSeen, "\(rate)")
    }
    number.rate = Reading(2)
    let up = stage.draw()
    number.rate = Reading(-2)
    #expect(stage.draw() != up)
  }

  @Test("P43 seven segments: the unlit ones are to be seen behind, and the lit ones are those of the font")
  func segmentDigits() throws {
    let number = NumberInstrument(try instrumentStyle())
    (number.usesSegments, number.range, number.value) = (true, 0...999, Reading(111))
    let unlit = number.theme[.surface].mixed(232, with: number.theme[.ink])
    let stage = try Stage(number, 200, 100)
    let ones = stage.draw()
    #expect(ones.count(unlit) > 400)
    number.value = Reading(888)
    let eights = stage.draw()
    #expect(
      eights.count(unlit) < ones.count(unlit) / 4
        && eights.count(number.theme[.ink]) > ones.count(number.theme[.ink]) * 2)
  }

  @Test("P43 minimum, maximum and target are written small")
  func small() throws {
    let number = NumberInstrument(try instrumentStyle())
    (number.showsExtremes, number.value) = (true, Reading(42))
    let stage = try Stage(number, 200, 120)
    (number.low, number.peak) = (Reading(11), Reading(77))
    let first = stage.draw()
    number.low = Reading(12)
    let second = stage.draw()
    #expect(second != first && stage.damagedPixels < 200 * 120 / 4)
    number.peak = Reading(78)
    #expect(stage.draw() != second)
  }

  // MARK: Lamps, codes, texts

  @Test("P43 a lamp is on where its value is fresh and not 0, or while it is tested, and says its legend")
  func lamp() throws {
    let lamp = LampInstrument(try instrumentStyle())
    lamp.urgency = .normal
    (lamp.legend, lamp.offLegend, lamp.urgency) = ("Open", "Shut", .caution)
    let stage = try Stage(lamp, 120, 50)
    let color = lamp.theme[.caution]
    for (reading, isOn) in [
      (Reading(0), false), (Reading(1), true), (Reading(-3), true), (Reading(1, .old), false),
      (Reading(1, .failed), false), (.none, false),
    ] {
      lamp.value = reading
      #expect(lamp.isOn == isOn && (stage.draw().count(color) > 2000) == isOn, "\(reading)")
    }
    lamp.isTesting = true
    #expect(stage.draw().count(color) > 2000)
    lamp.isTesting = false
    #expect(stage.draw().count(color) < 2000)
    // Shapes: a caution's corners are cut, a warning has a triangle in front of the legend.
    lamp.value = Reading(1)
    #expect(stage.draw().pixels[3 * 120 + 3] == lamp.theme[.ground].rgb)
    lamp.urgency = .normal
    // One that says that all is well is not filled: it has an outline and a disc.
    let calm = stage.draw()
    #expect(
      calm.pixels[20 * 120 + 60] == lamp.theme[.surface].rgb && (80..<1500).contains(calm.count(lamp.theme[.normal])))
  }

  @Test("P43 a code shows its word, its sign and its colour, and its number where it has none")
  func code() throws {
    let instrument = EnumInstrument(try instrumentStyle())
    instrument.entries = [StateEntry(1, "One", role: .normal), StateEntry(5...9, "Many", role: .warning)]
    let stage = try Stage(instrument, 120, 60)
    instrument.value = Reading(1)
    #expect(stage.draw().count(instrument.theme[.normal]) > 20)
    instrument.value = Reading(7)
    #expect(stage.draw().count(instrument.theme[.warning]) > 500)
    let seven = stage.draw()
    instrument.value = Reading(8)
    #expect(stage.draw() == seven)
    instrument.value = Reading(3)
    #expect(stage.draw().count(instrument.theme[.ink]) > 5)
  }

  @Test("P43 a text is shortened where it has no room, or passes by and begins again")
  func text() throws {
    let text = TextInstrument(try instrumentStyle())
    text.text = "A text that is far too long for its place"
    let stage = try Stage(text, 120, 30)
    let shortened = stage.draw()
    #expect(text.scrollLength == 0)
    text.overflow = .scroll
    let start = stage.draw()
    #expect(start != shortened && text.scrollLength > 120)
    text.scrollOffset = 40
    #expect(stage.draw() != start)
    text.scrollOffset = text.scrollLength
    #expect(stage.draw() == start)
    text.text = "Short"
    _ = stage.draw()
    #expect(text.scrollLength == 0)
  }

  // MARK: Trends

  private func trend(_ columns: Int, _ column: (Int) -> TrendColumn) throws -> TrendInstrument {
    let trend = TrendInstrument(try instrumentStyle())
    trend.duration = 1800
    trend.pens = [TrendPen(.needle)]
    trend.reload(count: columns) { column($1) }
    return trend
  }

  @Test("P44 columns appended one by one look as a history that is shown at once, whatever their number")
  func appending() throws {
    for count in [0, 1, 2, 31, 32, 33, 64, 100, 257, 400] {
      let appended = try trend(0) { _ in .gap }
      let stage = try Stage(appended, 240, 120)
      _ = stage.draw()
      func column(_ number: Int) -> TrendColumn {
        number % 50 > 44 ? .gap : TrendColumn(Fixed64(number * 7 % 100), low: Fixed64(number % 20), high: 99)
      }
      for number in 0..<count {
        appended.append { _ in column(number) }
        if number % 9 == 0 { _ = stage.draw() }
      }
      #expect(try stage.draw() == drawnPicture(trend(count, column), 240, 120), "\(count)")
    }
  }

  @Test("P44 the newest column is at the right edge, gaps stay gaps, and the band shows lowest and highest")
  func trendLook() throws {
    let line = try trend(300) { $0 >= 250 && $0 < 270 ? .gap : TrendColumn(50, low: 30, high: 70) }
    let drawn = try drawnPicture(line, 240, 120)
    let needle = line.theme[.needle].rgb
    let rows = (0..<120).filter { y in (0..<240).contains { drawn.pixels[y * 240 + $0] == needle } }
    let row = try #require(rows.first)
    let columns = (0..<240).filter { drawn.pixels[row * 240 + $0] == needle }
    let (first, last) = (try #require(columns.first), try #require(columns.last))
    #expect(last >= 228 && first < 60)
    // Columns are 2 pixels wide: the gap of 20 of them begins 50 from the edge.
    let gap = zip(columns, columns.dropFirst()).filter { $1 - $0 > 10 }
    #expect(gap.count == 1 && (gap.first.map { $1 - $0 } ?? 0) >= 38 && (gap.first.map { $1 - $0 } ?? 99) <= 44)
    // The band is a quarter of the pen's colour, above and below.
    let above = drawn.pixels[(row - 8) * 240 + last - 10]
    #expect(above != needle && above != line.theme[.surface].rgb)
    #expect(drawn.pixels[(row - 8) * 240 + (gap.first?.0 ?? 0) + 12] != above)
  }

  @Test("P44 a new column builds the newest layers anew and moves the strip by whole pixels")
  func scrolling() throws {
    let line = try trend(300) { TrendColumn(Fixed64($0 % 100)) }
    let stage = try Stage(line, 240, 120)
    _ = stage.draw()
    let windows = (line.sublayers ?? []).filter { $0.masksToBounds }
    let strip = try #require(windows.first?.sublayers?.first)
    let layers = (strip.sublayers ?? []).compactMap { $0 as? ShapeLayer }
    #expect(layers.count > 6)
    for count in 301..<1400 {
      let before = layers.map { ($0.path, $0.position.x + strip.position.x) }
      line.append { _ in TrendColumn(Fixed64(count % 7)) }
      let changed = layers.indices.filter { layers[$0].path != before[$0].0 }
      #expect(changed.count == 2, "a line and its band")
      for index in layers.indices where !changed.contains(index) {
        #expect(before[index].1 - (layers[index].position.x + strip.position.x) == 2, "\(count)")
      }
      #expect(abs(strip.position.x) < 8192 && layers.allSatisfy { abs($0.position.x) < 8192 })
    }
  }

  @Test("P44 several pens")
  func pens() throws {
    let line = try trend(0) { _ in .gap }
    line.pens = [TrendPen(.needle), TrendPen(.accent), TrendPen(.normal)]
    let stage = try Stage(line, 240, 120)
    _ = stage.draw()
    for _ in 0..<90 { line.append { TrendColumn(Fixed64(20 + 30 * $0)) } }
    let shown = stage.draw()
    for role in [Role.needle, .accent, .normal] { #expect(shown.count(line.theme[role]) > 100, "\(role)") }
  }

  @Test("P44 lines of the grid stand at round times: 1, 2, 5, 10, 15, 30 seconds and minutes, hours, days")
  func times() {
    for (duration, room, seconds) in [
      (10, 5, 2), (60, 4, 15), (60, 12, 5), (1800, 6, 300), (1800, 3, 600), (86_400, 4, 21_600), (604_800, 7, 86_400),
      (5, 1, 5),
    ] {
      #expect(TimeStep(Fixed64(duration), room: room).seconds == seconds, "\(duration) in \(room)")
    }
    for duration in [1, 7, 59, 1000, 86_399, 31_000_000, 2_000_000_000] {
      for room in [-1, 0, 1, 3, 10, 100] {
        let step = TimeStep(Fixed64(duration), room: room).seconds
        #expect(step >= 1 && duration / step <= max(1, room))
      }
    }
    // However many lines there is room for, none is called -330 min or -270 s.
    #expect(TimeStep(21_600, room: 40).name(3600) == "-1 h" && TimeStep(300, room: 40).name(60) == "-1 min")
    #expect(TimeStep(1800, room: 6).name(600) == "-10 min" && TimeStep(60, room: 4).name(15) == "-15 s")
    #expect(TimeStep(86_400, room: 4).name(43_200) == "-12 h")
  }

  // MARK: Tanks and compasses

  @Test("P45 a tank is filled to its level and tells its volume; both ends warn")
  func tank() throws {
    let tank = TankInstrument(try instrumentStyle())
    tank.zones = [Zone(.min, 10, .warning), Zone(95, .max, .caution)]
    tank.capacity = 320
    let stage = try Stage(tank, 120, 220)
    var last = 0
    for (value, state) in [(5, ZoneState.warning), (30, .normal), (60, .normal), (90, .normal), (97, .caution)] {
      tank.value = Reading(Fixed64(value))
      let color = tank.theme.filling(tank.theme[state == .normal ? .accent : state.role])
      let count = stage.draw().count(color)
      #expect(tank.zoneState == state && (state == .warning || count > last), "\(value)")
      if state == .normal { last = count }
    }
    #expect(joined(NumberFormat(), 198, "l") == "198 l" && joined(NumberFormat(decimals: 1), 2, "") == "2.0")
  }

  @Test("P45 a compass's card turns under its mark, or its needle over the card; bugs keep their direction")
  func compass() throws {
    let compass = CompassInstrument(try instrumentStyle())
    compass.value = Reading(0)
    let stage = try Stage(compass, 400, 400)
    let north = stage.draw()
    compass.value = Reading(360)
    #expect(stage.draw() == north)
    compass.value = Reading(90)
    let east = stage.draw()
    #expect(east != north)
    // The N, in the accent's colour, went from the top to the left.
    let accent = compass.theme[.accent]
    let (top, left) = (Rect(x: 140, y: 0, width: 120, height: 120), Rect(x: 0, y: 140, width: 120, height: 120))
    #expect(north.count(accent, in: top) > 5 && north.count(accent, in: left) == 0)
    #expect(east.count(accent, in: left) > 5 && east.count(accent, in: top) == 0)
    compass.bug = Reading(90)
    #expect(stage.draw().count(accent, in: top) > 20)
    compass.turning = .needle
    let needle = stage.draw()
    #expect(
      needle.count(accent, in: top) > 5
        && needle.count(compass.theme[.needle], in: Rect(x: 220, y: 180, width: 140, height: 40)) > 50)
    compass.value = .none
    #expect(stage.draw().count(compass.theme[.needle]) == 0)
  }

  @Test("P33 tolerances are a quarter of a pixel along the track, the level and the card's edge")
  func tolerances() throws {
    let bar = uprightBar(try instrumentStyle())
    _ = try drawnPicture(bar, 100, 240)
    let length = bar.trackPlace(at: .zero).y - bar.trackPlace(at: .one).y
    #expect(abs(Fixed(bar.valueTolerance) * 4 * length / 100 - 1) < 0.05)
    let compass = CompassInstrument(try instrumentStyle())
    _ = try drawnPicture(compass, 240, 240)
    #expect(Fixed(compass.valueTolerance) > 0.1 && Fixed(compass.valueTolerance) < 0.2)
  }
}
