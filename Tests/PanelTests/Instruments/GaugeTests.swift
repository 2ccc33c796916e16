import FixedRaster
import LayerRuntime
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

@Suite("Gauges") struct GaugeTests {
  private func gauge(_ value: Fixed64 = 42, _ change: (GaugeInstrument) -> Void = { _ in }) throws -> GaugeInstrument {
    let gauge = GaugeInstrument(try instrumentStyle())
    gauge.showsNumerals = false
    gauge.value = Reading(value)
    change(gauge)
    return gauge
  }

  /// The place on the dial at a value, so far from the centre in parts of the diameter.
  private func place(_ gauge: GaugeInstrument, _ value: Fixed64, _ distance: Fixed) -> Point {
    gauge.dial.point(gauge.dial.angle(gauge.scale.share(of: value)), gauge.dial.diameter * distance)
  }

  @Test("P41 P42 a unit too small to be read stands behind the title of a small gauge, where it has room")
  func smallUnit() throws {
    func texts(_ width: Int, _ height: Int, _ title: String = "Oil") throws -> (title: String, isUnitBelow: Bool) {
      let gauge = try gauge { ($0.title, $0.unit) = (title, "bar") }
      _ = try drawnPicture(gauge, width, height)
      return (gauge.titleText.text, !gauge.readout.unitText.isHidden)
    }
    #expect(try texts(150, 110) == ("Oil bar", false))
    #expect(try texts(400, 400) == ("Oil", true))
    let long = "Oil pressure of the engine"
    #expect(try texts(150, 110, long).title == long && texts(260, 160, long) == (long, true))
  }

  @Test("P4B the numerals within a filled arc are smaller than its value")
  func numeralsOfArc() throws {
    for size in [120, 200, 400] {
      let gauge = try gauge { ($0.pointer, $0.showsNumerals) = (.arc, true) }
      _ = try drawnPicture(gauge, size, size)
      let shown = gauge.numerals.filter { !$0.isHidden }
      #expect(!shown.isEmpty && shown.allSatisfy { $0.capHeight < gauge.readout.valueText.capHeight * 0.75 }, "\(size)")
    }
  }

  @Test("P41 the needle points at the value for every sweep from 60° to 360°, and nowhere else")
  func needle() throws {
    var looked = 0
    for sweep in [60, 90, 180, 240, 270, 300, 360] {
      for value in [0, 3, 25, 50, 77, 100] {
        let gauge = try gauge(Fixed64(value)) { ($0.sweep, $0.showsValue) = (Fixed(sweep), false) }
        let picture = try drawnPicture(gauge)
        let needle = gauge.theme[.needle].rgb
        #expect(picture.pixel(place(gauge, Fixed64(value), 0.25)) == needle, "\(sweep)°, \(value)")
        for other in [0, 25, 50, 77, 100] where abs(other - value) * sweep > 1500 && abs(other - value) * sweep < 34_000
        {
          #expect(picture.pixel(place(gauge, Fixed64(other), 0.25)) != needle)
          looked += 1
        }
      }
    }
    #expect(looked > 60)
  }

  @Test("P41 beyond the range the needle stays at the scale's end")
  func ends() throws {
    for (value, end) in [(-500, 0), (130, 100)] {
      let gauge = try gauge(Fixed64(value))
      #expect(try drawnPicture(gauge).pixel(place(gauge, Fixed64(end), 0.25)) == gauge.theme[.needle].rgb)
    }
  }

  @Test("P41 zones are arcs outside the marks, and limits of warnings red radials (14 CFR 25.1549)")
  func zones() throws {
    let gauge = try gauge(50) { gauge in
      gauge.zones = [Zone(20, 60, .normal), Zone(60, 80, .caution), Zone(80, .max, .warning)]
    }
    let picture = try drawnPicture(gauge)
    let theme = gauge.theme
    #expect(picture.pixel(place(gauge, 40, 0.470)) == theme[.normal].rgb)
    #expect(picture.pixel(place(gauge, 70, 0.478)) == theme[.caution].rgb)
    #expect(picture.pixel(place(gauge, 90, 0.478)) == theme[.warning].rgb)
    #expect(picture.pixel(place(gauge, 10, 0.478)) == theme[.surface].rgb)
    #expect(picture.pixel(place(gauge, 80, 0.42)) == theme[.warning].rgb)
    #expect(picture.pixel(place(gauge, 60, 0.42)) != theme[.caution].rgb)
    gauge.showsZones = false
    #expect(try GaugeTests.redrawn(gauge).count(theme[.normal]) == 0)
  }

  private static func redrawn(_ instrument: Instrument) throws -> TestPicture {
    instrument.removeFromSuperlayer()
    return try drawnPicture(instrument)
  }

  @Test("P41 a filled arc goes from its origin to the value: the scale's lower end, its zero, or any value")
  func arc() throws {
    func colors(_ gauge: GaugeInstrument, _ values: [Fixed64]) throws -> [Bool] {
      let picture = try drawnPicture(gauge)
      return values.map { picture.pixel(place(gauge, $0, 0.45)) == gauge.theme.filling(gauge.theme[.accent]).rgb }
    }
    let plain = try gauge(42) { $0.pointer = .arc }
    #expect(try colors(plain, [5, 35, 50, 90]) == [true, true, false, false])
    let centred = try gauge(-20) { ($0.pointer, $0.range) = (.arc, -50...50) }
    #expect(try colors(centred, [-40, -15, -5, 5]) == [false, true, true, false])
    let from = try gauge(70) { ($0.pointer, $0.arcOrigin) = (.arc, 50) }
    #expect(try colors(from, [40, 55, 65, 80]) == [false, true, true, false])
    // Both: the needle over it.
    let both = try gauge(42) { $0.pointer = .both }
    let picture = try drawnPicture(both)
    #expect(picture.pixel(place(both, 20, 0.45)) == both.theme[.needle].rgb)
    #expect(picture.pixel(place(both, 42, 0.25)) == both.theme[.needle].rgb)
  }

  @Test("P41 a second needle, a setpoint, and marks of the highest and the lowest value")
  func others() throws {
    let gauge = try gauge(42) { gauge in
      (gauge.secondValue, gauge.setpoint, gauge.peak, gauge.low) =
        (Reading(70), Reading(55), Reading(95), Reading(30))
    }
    let stage = try Stage(gauge, 200, 200)
    let picture = stage.draw()
    #expect(picture.pixel(place(gauge, 70, 0.15)) == gauge.theme[.accent].rgb)
    #expect(picture.pixel(place(gauge, 55, 0.485)) == gauge.theme[.accent].rgb)
    #expect(picture.pixel(place(gauge, 95, 0.45)) == gauge.theme[.ink].rgb)
    #expect(picture.pixel(place(gauge, 30, 0.45)) == gauge.theme[.dim].rgb)
    (gauge.secondValue, gauge.setpoint, gauge.peak, gauge.low) = (.none, .none, .none, .none)
    #expect(stage.draw().pixel(place(gauge, 95, 0.45)) != gauge.theme[.ink].rgb)
    #expect(stage.draw().count(gauge.theme[.accent]) == 0)
  }

  @Test("P41 the value stands in the gap, at six o'clock, and its digits stay where they are when a sign comes")
  func value() throws {
    let gauge = try gauge(42) { $0.range = -99...99 }
    let stage = try Stage(gauge, 200, 200)
    let ink = gauge.theme[.ink]
    func box(_ picture: TestPicture) -> (minX: Int, maxX: Int, minY: Int) {
      var (minX, maxX, minY) = (999, -1, 999)
      for y in 150..<200 {
        for x in 0..<200 where picture.pixels[y * 200 + x] == ink.rgb {
          (minX, maxX, minY) = (min(minX, x), max(maxX, x), min(minY, y))
        }
      }
      return (minX, maxX, minY)
    }
    let plain = box(stage.draw())
    #expect(plain.minX > 60 && plain.maxX < 140 && abs(plain.minX + plain.maxX - 200) <= 4)
    gauge.value = Reading(-42)
    let negative = box(stage.draw())
    #expect(negative.maxX == plain.maxX && negative.minX < plain.minX && negative.minY == plain.minY)
    gauge.showsValue = false
    #expect(box(stage.draw()).maxX == -1)
  }

  @Test("P40 numerals keep clear of the marks and of the value, on dials from 88 to 600")
  func numerals() throws {
    var compared = 0
    for range: ClosedRange<Fixed64> in [0...120, 0...4000, -50...50, 0...12_000, 0...1, 0...8] {
      for size in [110, 140, 200, 320, 600, 111, 141, 201, 321, 601] {
        let gauge = GaugeInstrument(try instrumentStyle())
        gauge.numeralPlace = size % 2 == 0 ? .inside : .outside
        (gauge.range, gauge.value, gauge.unit) = (range, Reading(range.upperBound), "rpm")
        _ = try drawnPicture(gauge, size, size)
        let shown = gauge.numerals.filter { !$0.isHidden }
        func ink(_ caption: Caption) -> Rect {
          let size = caption.preferredFrameSize()
          let frame = caption.frame
          let middle = frame.midX
          let cap = caption.capHeight
          let baseline = frame.minY + caption.font.metrics(size: caption.fontSize).ascent
          return Rect(x: middle - half(size.width), y: baseline - cap, width: size.width, height: cap)
        }
        let value = gauge.readout.valueText
        for (index, numeral) in shown.enumerated() {
          let box = ink(numeral)
          #expect(!box.intersects(ink(value)), "\(range) at \(size): \(numeral.string ?? "") and the value")
          for other in shown[(index + 1)...] {
            #expect(
              !box.intersects(ink(other)), "\(range) at \(size): \(numeral.string ?? "") and \(other.string ?? "")")
            compared += 1
          }
          let center = gauge.dial.center
          if gauge.numeralsAreOutside {
            #expect(Rect(origin: .zero, size: gauge.bounds.size).contains(box), "\(range) at \(size): within the card")
            // The nearest place of the box to the centre.
            let (x, y) = (center.x.held(box.minX, box.maxX), center.y.held(box.minY, box.maxY))
            let (dx, dy) = (Int((x - center.x).rounded), Int((y - center.y).rounded))
            let reach = Int((gauge.dial.diameter * gauge.markRadius).floor)
            #expect(dx * dx + dy * dy >= reach * reach, "\(range) at \(size): \(numeral.string ?? "") and the marks")
            continue
          }
          // The corners that are nearest to the marks, cut as digits' corners are.
          let far = Point(
            x: box.midX + (box.midX > center.x ? half(box.width) : -half(box.width)) * 0.7,
            y: box.midY + (box.midY > center.y ? half(box.height) : -half(box.height)) * 0.7)
          let (dx, dy) = (Int((far.x - center.x).rounded), Int((far.y - center.y).rounded))
          let reach = Int((gauge.dial.diameter * (gauge.markRadius - 0.072)).ceil)
          #expect(dx * dx + dy * dy <= reach * reach, "\(range) at \(size): \(numeral.string ?? "") reaches the marks")
        }
      }
    }
    #expect(compared > 100)
  }

  @Test("P33 the tolerance is a quarter of a pixel at the needle's tip")
  func tolerance() throws {
    let gauge = try gauge()
    _ = try drawnPicture(gauge, 240, 240)
    let share = Fixed((gauge.valueTolerance / 100) ?? .zero) * 1000
    let arc = gauge.dial.radius * radians(gauge.dial.sweep) * share / 1000
    #expect(arc > 0.2 && arc <= 0.3, "\(arc)")
    gauge.scaleOptions.isLogarithmic = true
    gauge.range = 1...1000
    gauge.layoutIfNeeded()
    // At the lower end, where the scale is finest: 270° · 120 px hold three decades.
    let perPixel = gauge.valueTolerance * 4
    #expect(perPixel > Fixed64(1, over: 120) && perPixel < Fixed64(1, over: 60), "\(perPixel.rawValue)")
  }

  @Test("P40 a factor of nothing leaves the numerals out, and another divides them")
  func factor() throws {
    let gauge = try gauge()
    gauge.showsNumerals = true
    gauge.take(.factor, Reading(100))
    #expect(gauge.showsNumerals && gauge.scaleOptions.factor == 100)
    gauge.take(.factor, Reading(0))
    #expect(!gauge.showsNumerals)
  }
}
