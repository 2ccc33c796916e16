// What instruments keep clear of each other: marks, numerals, pointers, units.
import FixedRaster
import LayerRuntime
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

@Suite("Instruments keep clear of themselves") struct ClearanceTests {
  /// What a caption covers: its letters, from foot to head, where they are drawn.
  private func ink(_ caption: Caption) -> Rect {
    let (width, metrics) = (caption.textWidth, caption.font.metrics(size: caption.fontSize))
    return Rect(
      x: caption.frame.midX - half(width), y: caption.frame.minY + metrics.ascent - metrics.capHeight, width: width,
      height: metrics.capHeight)
  }

  private func pixels(_ picture: TestPicture, in rect: Rect) -> [UInt32] {
    var result: [UInt32] = []
    for y in rect.minY.floor...rect.maxY.ceil {
      for x in rect.minX.floor...rect.maxX.ceil { result.append(picture.pixels[y * picture.width + x]) }
    }
    return result
  }

  @Test(
    "P45 the arrows of the wind end with the marks: at no angle do they cover a numeral", arguments: [140, 200, 330])
  func wind(size: Int) throws {
    let wind = WindInstrument(try instrumentStyle())
    let stage = try Stage(wind, size, size)
    let without = stage.draw()
    let numerals = (wind.sublayers ?? []).compactMap { $0 as? Caption }.filter { !$0.isHidden && $0.textWidth > 0 }
    #expect(numerals.count >= 11)
    var seen = 0
    for angle in stride(from: -180, to: 180, by: 6) {
      (wind.value, wind.secondMark) = (Reading(Fixed64(angle)), Reading(Fixed64(angle + 90)))
      let picture = stage.draw()
      if picture.difference(from: without) != nil { seen += 1 }
      for numeral in numerals {
        #expect(pixels(picture, in: ink(numeral)) == pixels(without, in: ink(numeral)), "\(numeral.string) at \(angle)")
      }
    }
    #expect(seen == 60)
  }

  @Test(
    "P45 the numerals of the wind stand as far from the marks at the sides as above and below",
    arguments: [140, 200, 330])
  func windNumerals(size: Int) throws {
    let wind = WindInstrument(try instrumentStyle())
    let picture = try drawnPicture(wind, size, size)
    let numerals = (wind.sublayers ?? []).compactMap { $0 as? Caption }.filter { !$0.isHidden && $0.textWidth > 0 }
    #expect(numerals.count == 11)
    for numeral in numerals {
      // Nothing but other numerals is drawn in a line of two pixels about the letters.
      let others = numerals.filter { $0 !== numeral }.map { ink($0).insetBy(dx: -1, dy: -1) }
      #expect(others.allSatisfy { !$0.intersects(ink(numeral)) }, "\(numeral.string)")
      let (inner, outer) = (ink(numeral).insetBy(dx: -1, dy: -1), ink(numeral).insetBy(dx: -2, dy: -2))
      let ground = wind.theme[.surface].rgb
      for y in outer.minY.floor...outer.maxY.ceil {
        for x in outer.minX.floor...outer.maxX.ceil where !inner.contains(Point(x: Fixed(x), y: Fixed(y))) {
          if others.contains(where: { $0.contains(Point(x: Fixed(x), y: Fixed(y))) }) { continue }
          #expect(picture.pixels[y * size + x] == ground, "\(numeral.string) at \(x), \(y)")
        }
      }
    }
  }

  @Test("P45 the marks of a compass' card keep clear of its numbers, and its degree sign stands behind the digits")
  func compass() throws {
    let compass = CompassInstrument(try instrumentStyle())
    (compass.unit, compass.value) = ("°", Reading(0))
    let stage = try Stage(compass, 220, 220)
    let without = stage.draw()
    let card = try #require((compass.sublayers ?? []).compactMap { $0 as? CompassCard }.first)
    // The card's north is up: the number of 90 degrees has its feet to the left.
    for (angle, index) in [(180, 6), (90, 3), (60, 2)] {
      (compass.course, compass.secondMark) = (Reading(Fixed64(angle)), Reading(Fixed64(angle)))
      let picture = stage.draw()
      let label = try #require((card.sublayers ?? []).compactMap { $0 as? Caption }.dropFirst(index).first)
      let center = card.position + Vector(dx: label.position.x, dy: label.position.y)
      let reach = half(label.capHeight) - 1
      let box = Rect(x: center.x - reach, y: center.y - reach, width: reach * 2, height: reach * 2)
      #expect(picture.difference(from: without) != nil)
      #expect(pixels(picture, in: box) == pixels(without, in: box), "\(angle)")
    }
    let readout = try #require((compass.sublayers ?? []).compactMap { $0 as? ValueReadout }.first)
    let (digits, sign) = (ink(readout.valueText), ink(readout.unitText))
    #expect(sign.minX >= digits.maxX && sign.minX < digits.maxX + digits.height)
    #expect(readout.unitText.capitalsMiddle == readout.valueText.capitalsMiddle)
    compass.unit = "deg"
    _ = stage.draw()
    #expect(ink(readout.unitText).minY > ink(readout.valueText).maxY)
  }

  @Test("P42 P45 a unit beside small digits is little less than a title, or as high as they are, on their line")
  func units() throws {
    let style = try instrumentStyle()
    let (bar, tank) = (uprightBar(style), TankInstrument(style))
    for (instrument, width, height) in [
      (bar as Instrument, 70, 130), (tank, 90, 130), (bar, 300, 220), (tank, 300, 400),
    ] {
      (instrument.unit, instrument.value) = ("kW", Reading(62))
      _ = try drawnPicture(instrument, width, height)
      let readout = try #require((instrument.sublayers ?? []).compactMap { $0 as? ValueReadout }.first)
      let (digits, unit) = (readout.valueText, readout.unitText)
      let least = Swift.min(instrument.titleCapHeight * 0.84, digits.capHeight)
      #expect(!unit.isHidden && unit.capHeight >= least, "\(unit.capHeight)")
      #expect(unit.capHeight <= digits.capHeight)
      if digits.capHeight > 24 { #expect(unit.capHeight < digits.capHeight * 0.5) }
      // Feet of both on one line, within the whole points that letters stand on.
      let feet = (digits.capitalsMiddle + half(digits.capHeight), unit.capitalsMiddle + half(unit.capHeight))
      #expect(abs(feet.0 - feet.1) <= 0.1)
      // Neither runs over the instrument's edge.
      #expect(unit.frame.minX + unit.textWidth <= Fixed(width))
    }
  }

  @Test("P32 P41 a warning's field reaches round a value of more digits than the range has")
  func fields() throws {
    let style = try instrumentStyle()
    for instrument in [
      GaugeInstrument(style), uprightBar(style), BarInstrument(style), TankInstrument(style), BatteryInstrument(style),
      NumberInstrument(style),
    ] as [Instrument] {
      instrument.zones = [Zone(.min, .max, .warning)]
      instrument.value = Reading(42)
      let stage = try Stage(instrument, 200, 160)
      for value in [42, 12_345_678, -1234, 7] as [Fixed64] {
        instrument.value = Reading(value)
        _ = stage.draw()
        let readout = try #require((instrument.sublayers ?? []).compactMap { $0 as? ValueReadout }.first)
        let (field, digits) = (try #require(readout.sublayers?.first), readout.ink)
        #expect(!field.isHidden, "\(type(of: instrument)) \(value)")
        #expect(
          field.frame.minX <= digits.minX && field.frame.maxX >= digits.maxX,
          "\(type(of: instrument)) \(value): \(field.frame) \(digits)")
      }
    }
  }

  @Test("P32 an age can be read over whatever its instrument draws below it")
  func age() throws {
    let horizon = HorizonInstrument(try instrumentStyle())
    let stage = try Stage(horizon, 120, 120)
    (horizon.roll, horizon.value) = (Reading(0), Reading(40, .old))
    _ = stage.draw()
    horizon.age = 12
    let sky = stage.draw()
    let age = try #require((horizon.frameLayer.sublayers ?? []).compactMap { $0 as? Caption }.first)
    #expect(!age.isHidden && age.string == "12 s")
    let frame = age.frame.insetBy(dx: 2, dy: 2)
    #expect(sky.count(horizon.theme[.surface], in: frame) > 20)
    #expect(Set(pixels(sky, in: frame)).count > 3)
    horizon.value = Reading(-40, .old)
    horizon.age = 12
    let ground = stage.draw()
    #expect(pixels(sky, in: frame) == pixels(ground, in: frame) && ground != sky)
    // Where there is no age nothing is covered.
    horizon.age = -1
    #expect(age.isHidden && pixels(stage.draw(), in: frame) != pixels(ground, in: frame))
  }

  @Test("P32 P45 a horizon whose roll or pitch fails is as one that has failed, whichever was heard last")
  func failedRoll() throws {
    let horizon = HorizonInstrument(try instrumentStyle())
    let stage = try Stage(horizon, 120, 120)
    func told(_ pitch: Reading, _ roll: Reading, rollFirst: Bool) -> TestPicture {
      if rollFirst { horizon.take(.roll, roll) }
      horizon.take(.value, pitch)
      if !rollFirst { horizon.take(.roll, roll) }
      return stage.draw()
    }
    let whole = told(Reading(10), Reading(10), rollFirst: true)
    let failed = told(Reading(10), Reading(.zero, .failed), rollFirst: true)
    #expect(horizon.quality == .failed && failed != whole)
    #expect(told(Reading(10), Reading(10), rollFirst: false) == whole)
    #expect(told(Reading(10), Reading(.zero, .failed), rollFirst: false) == failed)
    _ = told(Reading(10), Reading(10), rollFirst: false)
    horizon.take(.roll, Reading(10, .old))
    #expect(horizon.quality == .old)
  }

  @Test("P45 numerals of a horizon's ladder are whole or not there, however it is pitched and rolled")
  func ladderNumerals() throws {
    let horizon = HorizonInstrument(try instrumentStyle())
    horizon.frame = Rect(x: 0, y: 0, width: 240, height: 240)
    horizon.layoutIfNeeded()
    var shownCounts: Set<Int> = []
    for pitch in stride(from: -90, through: 90, by: 3) {
      horizon.roll = Reading(Fixed64(pitch * 2))
      horizon.value = Reading(Fixed64(pitch))
      let window = try #require(horizon.numerals[0].superlayer?.superlayer)
      let radius = half(window.bounds.width)
      var count = 0
      for numeral in horizon.numerals where !numeral.isHidden {
        count += 1
        let width = numeral.textWidth
        let left = numeral.alignmentMode == .right ? numeral.frame.maxX - width : numeral.frame.minX
        for (x, y) in [(left, -1), (left, 1), (left + width, -1), (left + width, 1)] as [(Fixed, Fixed)] {
          let corner = Point(x: x, y: numeral.capitalsMiddle + half(numeral.capHeight) * y)
          let place = window.convert(corner, from: numeral.superlayer)
          let (dx, dy) = ((place.x - radius) / radius, (place.y - radius) / radius)
          #expect(dx * dx + dy * dy < 1.02, "\(pitch) \(numeral.text)")
        }
      }
      shownCounts.insert(count)
    }
    #expect(shownCounts.count > 2 && shownCounts.max() ?? 0 >= 4, "\(shownCounts)")
  }

  @Test("P46 titles of tabs are whole where the line has room for all: a long one takes more of it, many are smaller")
  func tabs() throws {
    let tabs = PagesInstrument(try instrumentStyle())
    func captions(_ titles: [String], _ width: Int) throws -> [(frame: Rect, cap: Fixed)] {
      tabs.titles = titles
      _ = try drawnPicture(tabs, width, 50)
      let shown = (tabs.sublayers ?? []).flatMap { $0.sublayers ?? [] }.compactMap { $0 as? Caption }.filter {
        !$0.isHidden
      }
      #expect(shown.map(\.string) == titles)
      for (caption, next) in zip(shown, shown.dropFirst()) { #expect(caption.frame.maxX < next.frame.minX) }
      for caption in shown { #expect(caption.textWidth <= caption.frame.width, "\(caption.string)") }
      return shown.map { ($0.frame, $0.capHeight) }
    }
    let alike = try captions(["Now", "Later"], 300)
    #expect(alike.map { $0.frame.midX } == [75, 225])
    let unlike = try captions(["Now", "Temperatures"], 260)
    #expect(unlike[1].frame.width > unlike[0].frame.width * 2 && unlike[1].cap == alike[1].cap)
    let many = try captions(["Overview", "Temperatures", "Settings", "Alarms"], 260)
    #expect(many[0].cap >= 7 && many[0].cap < alike[0].cap)
    // A finger on the long title means it, left of the middle too.
    var touched: [Int] = []
    tabs.eventHandler = { if case .page(let page) = $0 { touched.append(page) } }
    tabs.titles = ["Now", "Temperatures"]
    let stage = try Stage(tabs, 260, 50)
    _ = stage.draw()
    let router = TouchRouter(root: stage.root)
    for x in [10, 110, 250] as [Fixed] {
      for phase in [Touch.Phase.began, .ended] { router.handle(finger: 1, phase: phase, at: Point(x: x, y: 25)) }
    }
    #expect(touched == [0, 1, 1])
  }

  @Test("P42 a lying bar that is 60 points high has numerals, fills a quarter of that, and its value can be read")
  func lyingBar() throws {
    let bar = uprightBar(try instrumentStyle())
    (bar.isUpright, bar.title, bar.unit, bar.value) = (false, "Done", "%", Reading(42))
    let picture = try drawnPicture(bar, 480, 60)
    let scale = try #require((bar.sublayers ?? []).compactMap { $0 as? LinearScale }.first)
    let numerals = (scale.sublayers ?? []).compactMap { $0 as? Caption }.filter { !$0.isHidden }
    #expect(numerals.count >= 5 && numerals.allSatisfy { $0.capHeight >= 7 })
    let filled = (0..<60).count { picture.pixels[$0 * 480 + 60] == bar.theme.filling(bar.theme[.accent]).rgb }
    #expect(filled >= 11)
    let readout = try #require((bar.sublayers ?? []).compactMap { $0 as? ValueReadout }.first)
    #expect(readout.valueText.capHeight >= 13 && readout.unitText.capHeight >= 6)
    for numeral in numerals {
      #expect(ink(numeral).maxX < readout.valueText.frame.maxX - readout.valueText.textWidth)
      #expect(ink(numeral).maxY <= 60)
    }
  }

  @Test("P44 a trend of several pens says which line is which; without names or room it leaves that out")
  func legend() throws {
    func trend(_ names: [String], _ width: Int, _ height: Int) throws -> (TestPicture, TrendInstrument) {
      let trend = TrendInstrument(try instrumentStyle())
      trend.duration = 1800
      trend.title = "Water"
      trend.pens = Array([TrendPen(.accent), TrendPen(.needle)].prefix(names.count))
      trend.penNames = names
      return (try drawnPicture(trend, width, height), trend)
    }
    func legend(_ trend: TrendInstrument) throws -> TrendLegend {
      try #require((trend.sublayers ?? []).compactMap { $0 as? TrendLegend }.first)
    }
    let two = ["Inlet", "Outlet"]
    let (picture, instrument) = try trend(two, 320, 200)
    let shown = try legend(instrument)
    #expect(!shown.isHidden)
    // Each name has its stroke below it.
    let names = (shown.sublayers ?? []).compactMap { $0 as? Caption }.filter { $0.sublayers?.isEmpty == false }
    #expect(names.map(\.string) == ["Inlet", "Outlet"])
    // A stroke of each pen's colour before its name, on one line, and no other pixel of that colour: nothing was told.
    for (name, role) in zip(names, [Role.accent, .needle]) {
      let stroke = Rect(x: name.frame.minX - 40, y: name.capitalsMiddle - 3, width: 40, height: 6)
      let color = instrument.theme[role]
      #expect(picture.count(color, in: stroke) >= 20 && picture.count(color, in: stroke) == picture.count(color))
    }
    #expect(names[0].frame.minX + names[0].textWidth < names[1].frame.minX)
    // The plot lies below it, and is as high as without one but for that line.
    let (_, alone) = try trend(["Inlet"], 320, 200)
    let windows = [instrument, alone].map { ($0.sublayers ?? []).first { $0.masksToBounds } }
    let (below, whole) = (try #require(windows[0]), try #require(windows[1]))
    #expect(
      below.frame.minY > names[0].capitalsMiddle + half(names[0].capHeight) && below.frame.maxY == whole.frame.maxY)
    for (names, width, height) in [(["Inlet"], 320, 200), (["Inlet", ""], 320, 200), (two, 90, 200), (two, 320, 70)] {
      let (_, instrument) = try trend(names, width, height)
      #expect(try legend(instrument).isHidden, "\(names) \(width)x\(height)")
    }
  }
}
