import FixedRaster
import LayerRuntime
import Testing

@testable import PanelInstruments
@testable import panel_ui

@Suite("Instruments")
struct InstrumentTests {
  static let pi = 3.14159265358979

  func radians(_ angle: Fixed) -> Double { Double(angle.rawValue) / 65536 }

  @Test("L48 the hands' angles are those of the time, at every minute of the day and every second of the minute")
  func angles() {
    for minuteOfDay in 0..<1440 {
      let time = TimeOfDay(hour: minuteOfDay / 60, minute: minuteOfDay % 60, second: minuteOfDay % 60)
      let turns12 = Double(minuteOfDay % 720) / 720
      let turns24 = Double(minuteOfDay) / 1440
      let minutes = Double(minuteOfDay % 60) / 60
      // One step of the angle is 1/65536; 411775 steps stand for 2π = 411774.8 of them.
      #expect(abs(radians(time.hourAngle(is24Hours: false)) - turns12 * 2 * Self.pi) < 1.0 / 65536)
      #expect(abs(radians(time.hourAngle(is24Hours: true)) - turns24 * 2 * Self.pi) < 1.0 / 65536)
      #expect(abs(radians(time.minuteAngle) - minutes * 2 * Self.pi) < 1.0 / 65536)
      #expect(abs(radians(time.secondAngle) - minutes * 2 * Self.pi) < 1.0 / 65536)
    }
    // Quarter turns are exact: hands point straight up, right, down and left.
    let three = AffineTransform(rotationAngle: TimeOfDay(hour: 15, minute: 0, second: 0).hourAngle(is24Hours: false))
    #expect(three.a == 0 && three.b == 1)
    let six = AffineTransform(rotationAngle: TimeOfDay(hour: 18, minute: 30, second: 30).minuteAngle)
    #expect(six.a == -1 && six.b == 0)
  }

  @Test("L48 the hands are layers anchored at (0.5, 0.9) in the middle of the face, turned by an affine rotation")
  func hands() {
    let clock = Clock(diameter: 336, noteHeight: 13)
    clock.show(TimeOfDay(hour: 16, minute: 20, second: 45))
    let expected = [
      (clock.hourHand, angle(4 * 60 + 20, of: 720)), (clock.minuteHand, angle(20, of: 60)),
      (clock.secondHand, angle(45, of: 60)),
    ]
    for (hand, angle) in expected {
      #expect(hand.anchorPoint == Point(x: 0.5, y: 0.9))
      #expect(hand.position == Point(x: 168, y: 168))
      #expect(hand.affineTransform() == AffineTransform(rotationAngle: angle))
    }
    // The second hand's tip is nine tenths of its length to the left of the middle.
    let tip = clock.convert(Point(x: clock.secondHand.bounds.midX, y: 0), from: clock.secondHand)
    #expect((tip.x - (168 - clock.secondHand.bounds.height * 0.9)).magnitude < 0.01)
    #expect((tip.y - 168).magnitude < 0.01)
  }

  @Test("L48 the compass is built as the document builds it")
  func compass() {
    let compass = Compass(diameter: 220)
    let circle = compass.circle
    #expect(circle.lineWidth == 2 && circle.path?.bounds == Rect(x: 3, y: 3, width: 214, height: 214))
    #expect(circle.fillColor == Color(red: 230, green: 242, blue: 237, alpha: 230))
    #expect(compass.arrow.bounds == Rect(x: 0, y: 0, width: 40, height: 100))
    #expect(compass.arrow.anchorPoint == Point(x: 0.5, y: 0.8) && compass.arrow.position == Point(x: 110, y: 110))
    let boxes = (circle.sublayers ?? []).filter { $0.bounds.size == Size(width: 40, height: 40) }
    #expect(boxes.count == 4)
    for (index, box) in boxes.enumerated() {
      #expect(box.position == Point(x: 110, y: 110) && box.anchorPoint == Point(x: 0.5, y: 2.75))
      #expect(box.affineTransform() == AffineTransform(rotationAngle: angle(index, of: 4)))
    }
    compass.show(permille: 250)
    #expect(compass.arrow.affineTransform() == AffineTransform(rotationAngle: angle(1, of: 4)))
  }

  /// The middle of the clock's face on a display of 800 × 480; the compass's is 392 pixels to the right.
  static let middle = "x=204 y=204"

  @Test("L48 touching the clock's face switches between marks of 12 and of 24 hours")
  func marks() throws {
    func is24(_ touches: String) throws -> Bool { try panel("0 time=15:00:00\n" + touches).clock.is24Hours }
    #expect(try !is24(""))
    #expect(try !is24("1 touch=began \(Self.middle)"))
    #expect(try is24("1 touch=began \(Self.middle)\n2 touch=ended \(Self.middle)"))
    #expect(
      try !is24(
        "1 touch=began \(Self.middle)\n2 touch=ended \(Self.middle)\n3 touch=began x=100 y=150\n4 touch=ended x=90 y=160"
      ))
    // Cancelled, lifted elsewhere, or in the card's corner outside of the round face: nothing happens.
    #expect(try !is24("1 touch=began \(Self.middle)\n2 touch=cancelled \(Self.middle)"))
    #expect(try !is24("1 touch=began \(Self.middle)\n2 touch=ended x=500 y=100"))
    #expect(try !is24("1 touch=began x=40 y=40\n2 touch=ended x=40 y=40"))
    let touched = try panel("0 time=15:00:00\n1 touch=began \(Self.middle)\n2 touch=ended \(Self.middle)")
    let clock = touched.clock
    #expect(!clock.marks24.isHidden && clock.marks12.isHidden && !clock.note24.isHidden && clock.note12.isHidden)
    #expect(clock.hourHand.affineTransform() == AffineTransform(rotationAngle: angle(15, of: 24)))
  }

  @Test("L48 dragging the compass turns it with the finger, also across the half turn, and with one finger only")
  func turning() throws {
    func heading(_ touches: String) throws -> Double {
      radians(try panel("0 load=10\n" + touches).compass.heading)
    }
    // From the right of the middle at (596, 204) to below it: a quarter clockwise.
    #expect(abs(try heading("1 touch=began x=696 y=204\n2 touch=moved x=596 y=304") - Self.pi / 2) < 0.001)
    #expect(abs(try heading("1 touch=began x=696 y=204\n2 touch=moved x=596 y=104") + Self.pi / 2) < 0.001)
    // Over the left side, where angles jump by a turn.
    #expect(abs(try heading("1 touch=began x=496 y=205\n2 touch=moved x=496 y=203") - 0.02) < 0.001)
    // The next drag goes on from there.
    let half = try heading(
      "1 touch=began x=696 y=204\n2 touch=moved x=596 y=304\n3 touch=ended x=596 y=304\n"
        + "4 touch=began x=696 y=204\n5 touch=moved x=596 y=304")
    #expect(abs(abs(half) - Self.pi) < 0.002)
    // A second finger does nothing; nor does moving after the end.
    #expect(
      try heading(
        "1 touch=began finger=1 x=696 y=204\n2 touch=began finger=2 x=596 y=304\n3 touch=moved finger=2 x=500 y=204")
        == 0)
    #expect(try heading("1 touch=began x=696 y=204\n2 touch=ended x=696 y=204\n3 touch=moved x=596 y=304") == 0)
  }

  @Test("P04 a bar's length follows the value and its colour the limit; a missing value shows no bar")
  func bars() {
    let scale = Scale(unit: 1)
    let bar = BarGauge(
      "MEM", unit: "%", size: Size(width: 376, height: 56), color: Palette.green, limit: 900, scale: scale)
    #expect(bar.fill.isHidden)
    bar.show(permille: 0, number: 0)
    let full = bar.fill.superlayer?.bounds.width ?? 0
    #expect(!bar.fill.isHidden && bar.fill.bounds.width == 10 && full > 100)
    bar.show(permille: 500, number: 50)
    #expect(bar.fill.bounds.width == 10 + (full - 10) * 0.5 && bar.fill.backgroundColor == Palette.green)
    bar.show(permille: 2000, number: 200)
    #expect(bar.fill.bounds.width == full && bar.fill.backgroundColor == Palette.red)
    bar.show(permille: nil, number: nil)
    #expect(bar.fill.isHidden)
  }

  @Test("P09 the median is the lower of the two in the middle, of the kept frames alone")
  func medians() {
    var values = (0..<100).map { Int32($0 * 37 % 100) }
    #expect(FrameCosts.median(values, 100) == 49 && FrameCosts.median(values, 0) == 0)
    for count in 1...99 { #expect(FrameCosts.median(values, count) == values[..<count].sorted()[(count - 1) / 2]) }
    values[0] = 1000
    #expect(FrameCosts.median(values, 1) == 1000)
  }

  @Test("P05 degrees are rounded to whole ones, also below zero")
  func degrees() {
    for (tenths, whole) in [(0, 0), (4, 0), (5, 1), (514, 51), (515, 52), (-4, 0), (-6, -1), (-74, -7), (-76, -8)] {
      #expect(InstrumentPanel.wholeDegrees(tenths) == whole, "\(tenths)")
    }
  }

  @Test("P05 the load is the processors' busy share between two readings")
  func load() {
    func ticks(_ values: [UInt64]) -> ProcessorTicks {
      var fields = InlineArray<8, UInt64>(repeating: 0)
      for (index, value) in values.enumerated() { fields[index] = value }
      return ProcessorTicks(fields)
    }
    let before = ticks([100, 0, 50, 800, 50, 0, 0, 0])
    #expect(before.all == 1000 && before.busy == 150)
    #expect(ticks([130, 5, 55, 840, 60, 3, 2, 5]).busyPermille(since: before) == 500)
    #expect(ticks([100, 0, 50, 900, 50, 0, 0, 0]).busyPermille(since: before) == 0)
    #expect(ticks([200, 0, 50, 800, 50, 0, 0, 0]).busyPermille(since: before) == 1000)
    #expect(before.busyPermille(since: before) == nil)
    #expect(Machine.usedPermille(total: 4000, available: 1000) == 750)
    #expect(Machine.usedPermille(total: 0, available: 0) == nil)
    #expect(Machine.usedPermille(total: 10, available: 11) == nil)
  }

  @Test("P01 this machine's own values are read, again and again")
  func machine() {
    let machine = Machine()
    var readings = Readings()
    for _ in 0..<3 {
      machine.read(into: &readings)
      #expect((0...1000).contains(readings.load))
      #expect((1...999).contains(readings.memory ?? -1))
    }
  }
}
