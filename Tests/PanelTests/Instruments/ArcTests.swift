import FixedRaster
import LayerRuntime
import PanelDescription
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

@Suite("Arcs and rings")
struct ArcTests {
  private func gauge(_ width: Fixed, _ height: Fixed, _ options: (GaugeInstrument) -> Void) throws -> GaugeInstrument {
    let gauge = GaugeInstrument(try instrumentStyle())
    (gauge.value, gauge.unit) = (Reading(40), "kW")
    options(gauge)
    gauge.frame = Rect(x: 0, y: 0, width: width, height: height)
    gauge.layoutIfNeeded()
    return gauge
  }

  @Test("P4B values grow clockwise or the other way, and left and right change places")
  func directions() {
    let usual = RoundScale(0...100), counter = RoundScale(0...100, isCounter: true)
    #expect(usual.angle(0) == -135 && usual.angle(1) == 135 && counter.angle(0) == 135 && counter.angle(1) == -135)
    // From a start the other way round.
    let given = RoundScale(0...100, sweep: 90, start: 0, isCounter: true)
    #expect(given.angle(0) == 0 && given.angle(1) == -90)
    let left = RoundScale(0...100, sweep: 120, start: 210)
    let right = RoundScale(0...100, sweep: 120, start: 210, isMirrored: true)
    #expect(left.angle(0) == -150 && left.angle(1) == -30 && right.angle(0) == 150 && right.angle(1) == 30)
    let both = RoundScale(0...100, sweep: 120, start: 210, isCounter: true, isMirrored: true)
    #expect(both.angle(0) - both.angle(1) == -120)
    // However many turns somebody adds.
    for turns in [-20, -1, 0, 1, 20] {
      #expect(RoundScale(0...100, sweep: 90, start: Fixed(30 + 360 * turns)).start == 30)
    }
  }

  @Test(
    "P4B the value stays within its card and clear of numerals and needle, whatever the sweep, the start and the size")
  func values() throws {
    for pointer in GaugeInstrument.Pointer.allCases {
      for (width, height) in [(250, 250), (120, 300), (300, 120), (90, 90)] as [(Fixed, Fixed)] {
        for sweep in [60, 90, 120, 180, 270, 300, 360] as [Fixed] {
          for start in stride(from: Fixed(0), to: 360, by: 45) {
            let gauge = try gauge(width, height) {
              ($0.pointer, $0.sweep, $0.start, $0.range) = (pointer, sweep, start, 0...1000)
            }
            let name = "\(pointer) \(sweep) from \(start) at \(width)x\(height)"
            let card = Rect(x: 0, y: 0, width: width, height: height)
            #expect(gauge.showsReadout && card.contains(gauge.valueBox), "\(name): \(gauge.valueBox)")
            for numeral in gauge.numerals where !numeral.isHidden {
              let size = Size(width: numeral.textWidth * 0.8, height: numeral.capHeight * 0.8)
              let box = Rect(
                x: numeral.frame.midX - size.width / 2, y: numeral.capitalsMiddle - size.height / 2, width: size.width,
                height: size.height)
              #expect(!box.intersects(gauge.valueBox), "\(name): \(numeral.string ?? "")")
              #expect(card.contains(box), "\(name): \(numeral.string ?? "") leaves the card")
            }
          }
        }
      }
    }
  }

  @Test("P41 P4B a value of more digits than the range has is smaller, and stays within its card")
  func longValues() throws {
    for (sweep, start) in [(60, nil), (90, 0), (90, 270), (270, nil), (120, 210)] as [(Fixed, Fixed?)] {
      for pointer in GaugeInstrument.Pointer.allCases {
        let gauge = try gauge(160, 160) {
          ($0.pointer, $0.sweep, $0.start, $0.value) = (pointer, sweep, start, Reading(12_345_678))
        }
        let text = gauge.readout.valueText
        let left = text.frame.midX - text.textWidth / 2
        #expect(left >= 0 && left + text.textWidth <= 160, "\(sweep) \(pointer): \(left) \(text.textWidth)")
      }
    }
  }

  @Test("P4B in a narrow place a side arc is large and its value stands below it")
  func sideArc() throws {
    let narrow = try gauge(90, 300) { ($0.pointer, $0.sweep, $0.start) = (.arc, 120, 210) }
    // The circle is wider than the card.
    #expect(narrow.dial.diameter > 150 && narrow.valueBox.minY > narrow.dial.center.y + narrow.dial.radius * 0.7)
    let wide = try gauge(300, 300) { ($0.pointer, $0.sweep, $0.start) = (.arc, 120, 210) }
    #expect(abs(wide.valueBox.midY - wide.dial.center.y) < 20)
  }

  @Test("P4B radius and thickness make rings about one centre, and segments are no finer than 6 px")
  func tracks() throws {
    let outer = try gauge(200, 160) { ($0.pointer, $0.trackRadius, $0.trackWidth) = (.arc, 80, 12) }
    let inner = try gauge(200, 160) { ($0.pointer, $0.sweep, $0.trackRadius, $0.trackWidth) = (.arc, 150, 60, 8) }
    #expect(outer.dial.center == inner.dial.center && outer.dial.center == Point(x: 100, y: 80))
    #expect(abs(outer.dial.diameter * 0.49 - 80) < 1 && abs(inner.dial.diameter * 0.49 - 60) < 1)
    #expect(abs((0.49 - inner.ringInner) * inner.dial.diameter - 8) < 0.5)
    func lit(_ count: Int) throws -> Int {
      let gauge = try gauge(200, 200) { ($0.pointer, $0.segments, $0.value) = (.arc, count, Reading(100)) }
      let picture = try drawnPicture(gauge, 200, 200)
      // Around the middle of the track: changes between track and ground.
      var (edges, former) = (0, false)
      let radius = gauge.dial.diameter * (0.49 + gauge.ringInner) / 2
      for step in 0..<2700 {
        let place = gauge.dial.point(-135 + Fixed(step) / 10, radius)
        let isLit = picture.pixels[place.y.floor * 200 + place.x.floor] == gauge.theme.filling(gauge.theme[.accent]).rgb
        if isLit && !former { edges += 1 }
        former = isLit
      }
      return edges
    }
    #expect(try lit(10) == 10 && lit(20) == 20 && lit(0) == 1)
    #expect(try lit(100) <= 70)
  }

  @Test("P4B `labels: ends` writes the two ends alone, with the digits that they need")
  func ends() throws {
    for pointer in GaugeInstrument.Pointer.allCases {
      let gauge = try gauge(200, 200) { ($0.pointer, $0.range) = (pointer, Fixed64(-25, over: 2)...60) }
      gauge.take(.factor, Reading(-1))
      gauge.layoutIfNeeded()
      let shown = gauge.numerals.filter { !$0.isHidden }.map { $0.string ?? "" }
      #expect(shown == ["-12.5", "60.0"], "\(pointer)")
    }
    let bar = BarInstrument(try instrumentStyle())
    bar.take(.factor, Reading(-1))
    bar.frame = Rect(x: 0, y: 0, width: 300, height: 100)
    bar.layoutIfNeeded()
    let captions = (bar.sublayers ?? []).compactMap { $0 as? LinearScale }.flatMap { $0.numerals }
    #expect(captions.filter { !$0.isHidden }.map { $0.string ?? "" } == ["0", "100"])
  }

  @Test("P41 `labels` of words writes them in the place of numerals, at values in the signal's unit, in each language")
  func words() throws {
    func shown(_ page: String) throws -> (words: [String], marks: [Fixed]) {
      let panel = try describedPanel("a: {from: in/a, unit: kPa, show: bar, range: 0..400}", page)
      let instrument = try #require(panel.instruments.first)
      let numerals =
        (instrument as? GaugeInstrument)?.numerals
        ?? (instrument.sublayers ?? []).compactMap { $0 as? LinearScale }.flatMap { $0.numerals }
      let seen = numerals.filter { !$0.isHidden }
      return (seen.map { $0.string ?? "" }, seen.map { $0.frame.midX })
    }
    let words = "labels: {400: High, 0: Low, 200 kPa: Fair}"
    #expect(try shown("{gauge: a, \(words)}").words == ["Low", "Fair", "High"])
    let bar = try shown("{bar: a, \(words)}")
    #expect(bar.words == ["Low", "Fair", "High"])
    #expect(bar.marks[1] - bar.marks[0] == bar.marks[2] - bar.marks[1])
    // A bar that is too short for all words keeps those that touch none.
    let short = try shown(
      "{row: [{bar: a, labels: {0: Lowest, 100: Low, 200: Middle, 300: High, 400: Highest}, width: 100}, {text: x}]}")
    #expect(short.words == ["Lowest", "High"], "\(short)")
    var options = ScaleOptions(), other = ScaleOptions()
    options.words.append("Low", at: 0)
    #expect(options != other)
    other.words.append("High", at: 0)
    #expect(options != other)
  }

  @Test("P45 a level beyond the scale has a chevron at the tank's end")
  func tankBeyond() throws {
    let tank = TankInstrument(try instrumentStyle())
    tank.range = 10...100
    tank.frame = Rect(x: 0, y: 0, width: 120, height: 200)
    tank.layoutIfNeeded()
    var ends: [Fixed] = []
    for (value, isBeyond) in [(50, false), (100, false), (101, true), (10, false), (9, true)] as [(Fixed64, Bool)] {
      tank.value = Reading(value)
      #expect(tank.beyondMark.isHidden != isBeyond, "\(value)")
      if isBeyond { ends.append(tank.beyondMark.position.y) }
    }
    // The upper end lies above the lower one.
    #expect(ends.count == 2 && ends[0] + 100 < ends[1])
    tank.value = Reading(101, .failed)
    #expect(tank.beyondMark.isHidden)
  }

  @Test("P41 a value beyond the scale has a chevron at the scale's end")
  func beyond() throws {
    for pointer in GaugeInstrument.Pointer.allCases {
      let gauge = try gauge(200, 200) { $0.pointer = pointer }
      func chevron() -> Bool { !gauge.beyondMark.isHidden }
      for (value, isBeyond) in [(0, false), (100, false), (101, true), (-1, true), (50, false)] {
        gauge.show(Reading(Fixed64(value)))
        #expect(chevron() == isBeyond, "\(pointer) \(value)")
      }
      gauge.show(Reading(500, .failed))
      #expect(!chevron())
    }
  }

  @Test("P41 within an arc the value stands apart from the numerals beside it, in every size, and stays the largest")
  func apart() throws {
    var (seen, smaller) = (0, 0)
    for size in stride(from: 110, through: 400, by: 10) {
      for (range, step) in [(Fixed64.zero...300, Fixed64(50)), (0...12_000, 2000), (-50...50, 20)] {
        let gauge = try gauge(Fixed(size), Fixed(size)) {
          ($0.pointer, $0.range, $0.scaleOptions.step) = (.arc, range, step)
        }
        let numerals = gauge.numerals.filter { !$0.isHidden }
        if numerals.isEmpty { continue }
        seen += 1
        if gauge.readout.valueText.capHeight < gauge.dial.diameter * 0.15 { smaller += 1 }
        let space = gauge.spaceBesideValue
        let caps = (gauge.readout.valueText.capHeight, gauge.numeralHeight)
        // Where even a value of three fifths would be too near it stays at that.
        #expect(space >= half(caps.1) - 1 || caps.0 <= gauge.dial.diameter * 0.16 * 0.62, "\(size) \(range) \(space)")
        #expect(caps.0 >= caps.1 || size < 140, "\(size) \(range) \(caps)")
      }
    }
    #expect(seen > 60 && smaller > 20, "\(seen) \(smaller)")
  }

  @Test("P4B a cross, and a chevron beyond the scale, lie within the card, whatever the sweep")
  func marksWithin() throws {
    var (crosses, chevrons) = (0, 0)
    for sweep: Fixed in [60, 90, 120, 180, 210, 270, 360] {
      for (width, height) in [(340, 190), (190, 340), (200, 200)] as [(Fixed, Fixed)] {
        for pointer in GaugeInstrument.Pointer.allCases {
          let gauge = try gauge(width, height) { ($0.sweep, $0.pointer) = (sweep, pointer) }
          for value in [Reading(101), Reading(-1), Reading(.zero, .failed)] {
            gauge.show(value)
            for layer in gauge.sublayers ?? [] {
              guard let shape = layer as? ShapeLayer, shape is FailureCross || shape is BeyondMark, !shape.isHidden,
                let path = shape.path
              else { continue }
              if shape is BeyondMark { chevrons += 1 } else { crosses += 1 }
              let box = gauge.convert(path.boundingBox, from: shape)
              // The box about a turned box is a little larger than the path.
              #expect(
                gauge.bounds.insetBy(dx: -1, dy: -1).contains(box),
                "\(sweep) \(width)x\(height) \(pointer) \(value) \(box)")
            }
          }
        }
      }
    }
    // Of a whole circle there is no end to be beyond.
    #expect(crosses == 63 && chevrons == 108, "\(crosses) \(chevrons)")
  }

  @Test("P32 P4B a ring that has failed has a cross where it begins; one beyond its scale has a chevron at that end")
  func ringMarks() throws {
    let ring = RingInstrument(try instrumentStyle())
    (ring.center, ring.outer, ring.inner) = (Point(x: 100, y: 100), 100, 80)
    ring.frame = Rect(x: 0, y: 0, width: 98, height: 20)
    ring.layoutIfNeeded()
    let marks = (ring.sublayers ?? []).compactMap { $0 as? ShapeLayer }
    let cross = try #require(marks.first { $0 is FailureCross }),
      beyond = try #require(marks.first { $0 is BeyondMark })
    for (value, hasCross, hasChevron) in [
      (Reading(50), false, false), (Reading(101), false, true), (Reading(-1), false, true), (.none, false, false),
      (Reading(.zero, .failed), true, false), (Reading(101, .old), false, true),
    ] {
      ring.show(value)
      #expect(!cross.isHidden == hasCross && !beyond.isHidden == hasChevron, "\(value)")
    }
    // Below the scale it lies at the ring's beginning, beyond it at nine o'clock.
    for (value, x, y) in [(-1, Fixed(110), Fixed(10)), (101, 10, 110)] as [(Fixed64, Fixed, Fixed)] {
      ring.show(Reading(value))
      let place = ring.convert(try #require(beyond.path).boundingBox, from: beyond)
      #expect(abs(place.midX - x) < 16 && abs(place.midY - y) < 16, "\(value) \(place)")
    }
    // On the ring, behind twelve o'clock.
    let box = try #require(cross.path).boundingBox
    #expect(box.minX > 100 && box.maxX < 130 && box.minY >= 0 && box.maxY <= 22, "\(box)")
  }

  @Test("P41 a needle covers no numeral, unless numerals outside of the marks would make a small dial of a large one")
  func outside() throws {
    let large = try gauge(260, 200) { _ in }, small = try gauge(200, 200) { _ in }
    #expect(large.numeralsAreOutside && !small.numeralsAreOutside)
    for numeral in large.numerals where !numeral.isHidden {
      let (dx, dy) = (numeral.frame.midX - large.dial.center.x, numeral.capitalsMiddle - large.dial.center.y)
      #expect(FixedRaster.sqrt(dx * dx + dy * dy) > large.dial.diameter * 0.5, "\(numeral.string ?? "")")
    }
  }

  @Test("P4B rings lie about one centre, each with its range, its colour, its name and its value")
  func rings() throws {
    let panel = try describedPanel(
      """
      a: {from: in/a, title: Load, range: 0..10, unit: kW, initial: 5}
      b: {from: in/b, range: 0..200, initial: 200}
      """, "{rings: [a, {signal: b, title: Fan, color: magenta-50}], card: false}")
    let rings = try #require(panel.instruments.compactMap { $0 as? RingsInstrument }.first)
    let members = rings.members.compactMap { $0 as? RingInstrument }
    #expect(members.map(\.label) == ["Load", "Fan"] && members.map(\.range) == [0...10, 0...200])
    let centers = members.map { Point(x: $0.center.x + $0.frame.minX, y: $0.center.y + $0.frame.minY) }
    #expect(centers[0] == centers[1] && members[0].inner > members[1].outer)
    #expect(members[1].tint != nil && members[0].showsLine)
    // Names and values lie left of where the rings begin.
    #expect(members.allSatisfy { $0.frame.maxX <= centers[0].x })
  }
}

@Suite("Rings")
struct RingTests {
  @Test("P4B P50 a caution and a warning of a ring have an edge about its track, whose width differs")
  func edges() throws {
    let style = try instrumentStyle()
    let ring = RingInstrument(style)
    ring.zones = [Zone(60, 80, .caution), Zone(80, .max, .warning)]
    let rings = RingsInstrument(style, [ring])
    _ = try drawnPicture(rings, 200, 200)
    let fill = try #require((ring.sublayers ?? []).compactMap { $0 as? ArcFill }.first)
    let track = try #require(fill.sublayers?.first as? ShapeLayer)
    var widths: [Fixed] = []
    for value in [40, 70, 90] as [Fixed64] {
      ring.value = Reading(value)
      widths.append(track.strokeColor == nil ? 0 : track.lineWidth)
    }
    #expect(widths[0] == 0 && widths[1] > 0 && widths[2] >= widths[1] * 2)
  }

  @Test("P4B gauges about one centre have neither frame nor title unless one is given, and their tracks show the state")
  func oneCentre() throws {
    for (option, title) in [("", nil), (", title: Inner", "Inner")] as [(String, String?)] {
      let panel = try describedPanel(
        "a: {from: in/a, range: 0..100, title: Load, follow: 0s}",
        "{stack: [{gauge: a, pointer: arc, radius: 90percent}, {gauge: a, pointer: arc, radius: 60percent\(option)}]}",
        "zones: {a: {caution: 50..}}")
      let gauge = try #require(panel.instruments[1] as? GaugeInstrument)
      #expect(gauge.title == title && gauge.card == .none)
      panel.signals.set(SignalIndex(0), to: 70, at: 0)
      panel.advance(to: 0)
      panel.root.layoutIfNeeded()
      #expect(gauge.zoneState == .caution)
      let fill = try #require((gauge.sublayers ?? []).compactMap { $0 as? ArcFill }.first)
      #expect((fill.sublayers?.first as? ShapeLayer)?.strokeColor != nil)
      let line = try #require(gauge.frameLayer.sublayers?.first as? ShapeLayer)
      #expect(line.isHidden)
    }
    let alone = try describedPanel("a: {from: in/a, range: 0..100, title: Load}", "{gauge: a, pointer: arc}")
    #expect(alone.instruments[0].title == "Load")
  }

  @Test("P4B rings begin where they are told and are as long, with names only where no ring is")
  func sweeps() throws {
    for (option, start, sweep, hasNames) in [
      ("", 0, 270, true), (", start: 90, sweep: 180", 90, 180, true), (", start: 225", 225, 270, false),
      (", sweep: 360", 0, 360, false),
    ] as [(String, Fixed, Fixed, Bool)] {
      let panel = try describedPanel("a: {from: in/a}\nb: {from: in/b}", "{rings: [a, b]\(option)}")
      let rings = try #require(panel.instruments.compactMap { $0 as? RingsInstrument }.first)
      for ring in rings.members.compactMap({ $0 as? RingInstrument }) {
        #expect(ring.start == start && ring.sweep == sweep && ring.showsLine == hasNames, "\(option)")
      }
    }
    #expect(throws: DescriptionError.self) { try compiledPanel("a: {from: in/a}", "{rings: [a], sweep: 400}") }
  }
}

@Suite("Scales of trends")
struct TrendScaleTests {
  @Test("P4C an automatic range has round ends, is no less than `least`, and changes with hysteresis")
  func automaticRange() {
    func range(_ low: Fixed64, _ high: Fixed64, _ least: Fixed64 = 0, _ former: ClosedRange<Fixed64> = 0...1)
      -> ClosedRange<Fixed64>
    { TrendRange.around(low...high, least: least, former: former) }
    #expect(
      range(Fixed64(562, over: 10), Fixed64(617, over: 10)) == 56...62 && range(3, 97) == 0...100
        && range(-7, 12) == -10...15)
    #expect(range(57, 58, 20) == 45...70)
    // No value lies at the very edge but 0.
    #expect(range(0, 100) == 0...120 && range(-100, 0) == -120...0 && range(20, 80).lowerBound < 20)
    let flat = range(50, 50)
    #expect(flat.lowerBound < 50 && flat.upperBound > 50 && flat.upperBound - flat.lowerBound <= 2)
    #expect(range(0, 0).lowerBound < 0)
    // It grows at once, and gets smaller only where that is worth it.
    #expect(range(2, 108, 0, 0...100) == 0...120)
    #expect(range(2, 82, 0, 0...100) == 0...100 && range(2, 38, 0, 0...100) == 0...40)
    // Nothing overflows.
    for (low, high) in [
      (Fixed64.min, Fixed64.max), (.min, .min), (.max, .max), (Fixed64(rawValue: 1), Fixed64(rawValue: 2)),
    ] {
      let range = range(low, high)
      #expect(range.lowerBound < range.upperBound)
    }
  }

  @Test("P4C a trend's scale follows what is seen; pens of the right axis have their own")
  func axes() throws {
    let style = try instrumentStyle()
    let trend = TrendInstrument(style)
    var right = TrendPen(.normal)
    right.axis = .right
    (trend.pens, trend.penNames) = ([TrendPen(), right], ["Supply", "Flow"])
    (trend.isAutomatic, trend.rightIsAutomatic) = (true, true)
    trend.frame = Rect(x: 0, y: 0, width: 400, height: 200)
    trend.layoutIfNeeded()
    for step in 0..<50 { trend.append { TrendColumn($0 == 0 ? 57 + Fixed64(step % 3) : 1200 + Fixed64(step)) } }
    trend.layoutIfNeeded()
    #expect(trend.range == Fixed64(565, over: 10)...Fixed64(595, over: 10), "\(trend.range)")
    #expect(trend.rightRange == 1190...1250, "\(trend.rightRange)")
    // The received ends of the signal's range do not count any more.
    trend.take(.upper, Reading(500))
    #expect(trend.range.upperBound < 100)
    let texts = (trend.sublayers ?? []).compactMap { $0 as? Caption }.filter { !$0.isHidden }
    let numerals = texts.compactMap { $0.string }
    #expect(numerals.contains("1200") && numerals.contains("57"), "\(numerals)")
    let (left, farther) = (texts.first { $0.string == "57" }, texts.first { $0.string == "1200" })
    #expect((left?.frame.midX ?? 400) < 60 && (farther?.frame.midX ?? 0) > 340)
  }

  @Test("P4C pens that are given no colour differ from each other, and from what states look like")
  func penColors() throws {
    let panel = try describedPanel(
      "a: {from: in/a, range: 0..90}", "{trend: [a, a, a, {signal: a, color: red-60}, a, a], last: 60s}")
    let trend = try #require(panel.instruments.compactMap { $0 as? TrendInstrument }.first)
    #expect(trend.pens[0].role == .accent && trend.pens[1].role == .needle)
    let tints = trend.pens.dropFirst(2).map(\.tint)
    #expect(!tints.contains(nil) && Set(tints).count == 4)
    // Literal colours, none of a role.
    #expect(tints.allSatisfy { ($0 ?? 0) > 255 })
  }

  @Test("P4C pens have their own colour, width, fill, name and mean; the legend has the newest values")
  func pens() throws {
    let panel = try describedPanel(
      """
      a: {from: in/a, unit: degC, range: 0..90, title: Supply}
      b: {from: in/b, unit: l/min, range: 0..40, show: "0.0"}
      """,
      """
      {trend: [{signal: a, color: red-60, width: 4, average: 10s}, {signal: b, axis: right, fill: true, title: Pump}], \
      last: 60s, right: auto}
      """)
    let trend = try #require(panel.instruments.compactMap { $0 as? TrendInstrument }.first)
    #expect(trend.pens.map(\.width) == [4, 2] && trend.pens.map(\.isFilled) == [false, true])
    #expect(trend.pens.map(\.axis) == [.left, .right] && trend.pens[0].average == 10 && trend.pens[0].tint != nil)
    #expect(trend.penNames == ["Supply", "Pump"] && trend.rightIsAutomatic && trend.rightRange == 0...40)
    for step in 0..<40 { trend.append { TrendColumn($0 == 0 ? Fixed64(step % 2 * 80) : Fixed64(123, over: 10)) } }
    panel.root.layoutIfNeeded()
    let legend = try #require((trend.sublayers ?? []).compactMap { $0 as? TrendLegend }.first)
    func texts() -> [String] { (legend.sublayers ?? []).compactMap { ($0 as? Caption)?.string } }
    // Nothing was heard yet; then the values of now, not those of the newest column, which may be minutes old; of a mean the
    // mean that is drawn.
    #expect(texts() == ["Supply", "–", "Pump", "–"], "\(texts())")
    trend.take(.newest(ofPen: 0), Reading(81))
    trend.take(.newest(ofPen: 1), Reading(Fixed64(125, over: 10)))
    #expect(texts() == ["Supply", "40 °C", "Pump", "12.5 l/min"], "\(texts())")
    trend.take(.newest(ofPen: 1), Reading(1, .old))
    #expect(texts()[3] == "–")
    var store = TrendStore(pens: 1, shown: 40)
    for step in 0..<40 {
      store.advance()
      store.set(step == 38 ? .gap : TrendColumn(Fixed64(step)), pen: 0)
    }
    // 35, 36, 37 and 39.
    #expect(store.mean(39, pen: 0, of: 5) == Fixed64(147, over: 4) && store.mean(39, pen: 0, of: 1) == 39)
    // An automatic scale goes by what is drawn: least and greatest, or the line alone, or its mean.
    func extremes(band: Bool, average: Fixed64 = .zero) -> ClosedRange<Fixed64>? {
      var pen = TrendPen(showsBand: band)
      pen.average = average
      return store.extremes(of: 5, [pen], .left, TrendPlace())
    }
    store.advance()
    store.set(TrendColumn(40, low: 10, high: 70), pen: 0)
    #expect(extremes(band: true) == 10...70 && extremes(band: false) == 36...40)
    let mean = try #require(extremes(band: false, average: 3))
    #expect(mean.lowerBound.rounded == 35 && mean.upperBound == Fixed64(79, over: 2))
    #expect(store.extremes(of: 5, [TrendPen()], .right, TrendPlace()) == nil)
  }

  @Test("P4C marks by the clock stand at round times and move with the columns; alarms have lines")
  func clock() throws {
    let style = try instrumentStyle()
    let times = TrendTimes(style.fonts.text)
    times.bounds = Rect(x: 0, y: 0, width: 300, height: 100)
    let place = TrendPlace(plot: Rect(x: 0, y: 0, width: 300, height: 80), columnWidth: 2)
    let area = TrendArea(area: Rect(x: 0, y: 0, width: 300, height: 80))
    times.layOut(area, place, duration: 300, capHeight: 8, hasNumerals: true, hasLines: true, .clock)
    // Columns of two seconds; it is 14:31:30.
    let clock: Int64 = (14 * 3600 + 31 * 60 + 30) * 1_000_000_000
    var timeline = TrendTimeline(end: 2_000_000_000_000, interval: 2_000_000_000, wallClockOffset: 0)
    timeline.wallClockOffset = clock - timeline.end
    func shown() -> [String: Fixed] {
      var result: [String: Fixed] = [:]
      for case let text as Caption in times.sublayers ?? [] where !text.isHidden {
        result[text.string ?? ""] = text.frame.midX
      }
      return result
    }
    times.show(timeline)
    let first = shown()
    #expect(first["14:31"] == 270 && first["14:30"] == 210 && first["14:28"] == 90, "\(first)")
    timeline.end += 2_000_000_000
    times.show(timeline)
    #expect(shown()["14:31"] == 268)
    let store = AlarmStore([AlarmDefinition(condition: SignalIndex(rawValue: 0), priority: .warning)])
    var marks = AlarmMarks([0])
    let isNew = marks.note(store)
    #expect(!isNew && marks.count == 0)
  }

  @Test("P4C scales of angles and of times have steps of their own")
  func divisions() {
    func step(_ range: ClosedRange<Fixed64>, _ division: ScaleDivision, _ length: Fixed) -> (Fixed64, Int) {
      var options = ScaleOptions()
      options.division = division
      let room = ScaleRoom(.across, numeralLength: length, markLength: length, digitWidth: 6, capHeight: 8)
      let layout = ScaleLayout(range, room: room, options: options)
      return (layout.step, layout.parts)
    }
    #expect(step(0...360, .degrees, 200).0 == 90 && step(0...360, .degrees, 300).0 == 45)
    #expect(step(-45...45, .degrees, 250).0 == 15 && step(0...8, .degrees, 300).0 == 1)
    #expect(step(0...60, .sixtieths, 90).0 == 30 && step(0...60, .sixtieths, 120).0 == 15)
    #expect(step(0...3600, .sixtieths, 200).0 == 900)
    #expect(
      step(0...24, .hours, 120).0 == 6 && step(0...24, .hours, 250).0 == 3 && step(0...360, .decimal, 300).0 == 50)
    for division in ScaleDivision.allCases {
      for span in [1, 7, 24, 60, 90, 360, 3600, 100_000] {
        let (step, parts) = step(0...Fixed64(span), division, 400)
        let part = step / Fixed64(parts)
        #expect(
          step > 0 && part.map { $0 * Fixed64(parts) == step || step < 10 || division == .decimal } == true,
          "\(division) \(span)")
      }
    }
  }

  @Test("P4C a signal in degrees, minutes or hours divides the scales of its instruments so")
  func units() throws {
    let panel = try describedPanel(
      "a: {from: in/a, unit: rad, show: deg, range: 0..6.28}\nb: {from: in/b, unit: min, range: 0..90}",
      "{row: [{gauge: a}, {bar: b}, {gauge: a, unit: rad}]}")
    let divisions = panel.instruments.map(\.division)
    #expect(divisions == [.degrees, .sixtieths, .decimal], "\(divisions)")
  }
}
