import FixedRaster
import LayerRuntime
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

@Suite("States of instruments") struct StateTests {
  // MARK: P32

  @Test("P32 no value and a failed one: the needle goes, the number becomes dashes; old: hatched, struck through")
  func gauge() throws {
    let gauge = GaugeInstrument(try instrumentStyle())
    gauge.title = "Oil"
    gauge.showsNumerals = false
    let stage = try Stage(gauge, 240, 240)
    let theme = gauge.theme
    let dimmed = theme[.ink].mixed(154, with: theme[.surface])
    func look(_ reading: Reading) -> (needle: Int, stale: Int, ink: Int, dimmed: Int, caution: Int) {
      gauge.value = reading
      let picture = stage.draw()
      return (
        picture.count(theme[.needle]), picture.count(theme[.stale]), picture.count(theme[.ink]),
        picture.count(dimmed), picture.count(theme[.caution])
      )
    }
    let fresh = look(Reading(42)), old = look(Reading(42, .old)), failed = look(Reading(42, .failed)),
      none = look(.none)
    #expect(fresh.needle > 150 && fresh.caution == 0)
    // Hatched, in another colour, with a corner mark; the digits are dimmed, and the line through them is stale.
    #expect(old.needle == 0 && old.stale > fresh.stale + 150 && old.ink == 0 && old.dimmed > 20 && old.caution == 0)
    // A cross in ink: a sensor that has failed is not a caution.
    #expect(failed.needle == 0 && failed.ink > 300 && failed.caution == 0)
    #expect(none.needle == 0 && none.caution == 0 && none.ink == 0 && none.stale > 10)
    // Never the last value as if it were fresh: the pictures of failed and none hold nothing of it.
    gauge.value = Reading(87, .failed)
    let other = stage.draw()
    gauge.value = Reading(3, .failed)
    #expect(stage.draw() == other)
  }

  @Test("P32 every instrument: old, failed and none each look different from fresh, and not by colour alone")
  func everyState() throws {
    for (name, instrument) in everyInstrument(try instrumentStyle()) where name != "text" {
      let stage = try Stage(instrument, 160, 160)
      var shapes: [[Bool]] = []
      for reading in [Reading(42), Reading(42, .old), Reading(42, .failed), Reading.none] {
        instrument.value = reading
        let picture = stage.draw()
        let (surface, ground) = (instrument.theme[.surface].rgb, instrument.theme[.ground].rgb)
        // What is drawn where, whatever its colour.
        shapes.append(picture.pixels.map { $0 != surface && $0 != ground })
      }
      for a in shapes.indices {
        for b in shapes.indices where b > a {
          // A trend without a value has its newest columns only, and those were not touched.
          if name == "trend" && (a, b) == (0, 3) { continue }
          if name == "lamp" && a == 1 && b == 3 { continue }
          let different = zip(shapes[a], shapes[b]).filter { $0 != $1 }.count
          #expect(different > 10, "\(name): \(a) and \(b) differ in \(different) places")
        }
      }
    }
  }

  @Test("P32 an old value tells its age, in the greatest unit that fits")
  func age() throws {
    #expect(ageName(0) == "0 s" && ageName(12) == "12 s" && ageName(99) == "99 s" && ageName(150) == "3 min")
    #expect(ageName(7200) == "2 h" && ageName(300_000) == "3 d" && ageName(.max / 4) == "9999 d")
    let number = NumberInstrument(try instrumentStyle())
    number.value = Reading(42, .old)
    let stage = try Stage(number, 200, 120)
    let without = stage.draw()
    number.age = 12
    #expect(stage.draw() != without)
    number.age = -1
    #expect(stage.draw() == without)
    // What is heard again has no age.
    number.age = 12
    number.value = Reading(42)
    #expect(number.age == -1)
  }

  // MARK: Zones

  @Test("P40 P50 the most urgent zone that holds the value counts, limits included, and only of a fresh value")
  func zones() throws {
    let number = NumberInstrument(try instrumentStyle())
    number.zones = [Zone(0, 100, .normal), Zone(80, .max, .caution), Zone(90, 95, .warning), Zone(.min, 10, .advisory)]
    for (value, state) in [
      (50, ZoneState.normal), (80, .caution), (90, .warning), (95, .warning), (96, .caution), (10, .advisory),
      (-5, .advisory),
    ] {
      number.value = Reading(Fixed64(value))
      #expect(number.zoneState == state, "\(value)")
    }
    number.value = Reading(92, .old)
    #expect(number.zoneState == .normal)
    number.value = Reading(92)
    number.pushedState = .advisory
    #expect(number.zoneState == .advisory)
    number.pushedState = nil
    #expect(number.zoneState == .warning)
    number.zones = []
    #expect(number.zoneState == .normal)
  }

  @Test("P50 states are told by shape: a caution cuts the corners, a warning has a heavy frame, in greyscale too")
  func shapes() throws {
    let number = NumberInstrument(try instrumentStyle())
    number.zones = [Zone(80, 90, .caution), Zone(90, .max, .warning)]
    let stage = try Stage(number, 200, 120)
    let (ground, surface) = (number.theme[.ground].rgb, number.theme[.surface].rgb)
    number.value = Reading(10)
    let normal = stage.draw()
    #expect(normal.pixels[1 * 200 + 5] == surface && normal.pixels[60 * 200] == surface)
    number.value = Reading(85)
    let caution = stage.draw()
    #expect(caution.pixels[1 * 200 + 2] == ground && caution.pixels[60 * 200] == number.theme[.caution].rgb)
    #expect(caution.pixels[60 * 200 + 3] != number.theme[.caution].rgb)
    number.value = Reading(95)
    let warning = stage.draw()
    #expect(warning.pixels[60 * 200 + 2] == number.theme[.warning].rgb)
    #expect(warning.pixels[1 * 200 + 5] == number.theme[.warning].rgb)
  }

  @Test("P51 a warning flashes by the clock that is pushed, until it is acknowledged; nothing else changes with it")
  func flashing() throws {
    for (name, instrument) in everyInstrument(try instrumentStyle()) {
      let stage = try Stage(instrument, 160, 160)
      instrument.value = Reading(42)
      let calm = stage.draw()
      #expect(!instrument.isFlashing)
      instrument.isFlashOn = false
      #expect(stage.draw() == calm, "\(name)")
      if name == "lamp" || name == "enum" { continue }
      instrument.isFlashOn = true
      instrument.value = Reading(95)
      let lit = stage.draw()
      #expect(instrument.isFlashing)
      instrument.isFlashOn = false
      let dark = stage.draw()
      // The frame stays: whoever looks for a moment sees the warning in both parts.
      #expect(dark.count(instrument.theme[.warning]) > 300, "\(name)")
      if lit == dark { #expect(["horizon", "text"].contains(name), "\(name) does not flash") }
      instrument.isAcknowledged = true
      #expect(!instrument.isFlashing && stage.draw() == lit, "\(name)")
    }
    let lamp = LampInstrument(try instrumentStyle())
    lamp.urgency = .normal
    (lamp.flashes, lamp.value, lamp.urgency) = (true, Reading(1), .caution)
    let stage = try Stage(lamp, 100, 40)
    let lit = stage.draw()
    #expect(lamp.isFlashing)
    lamp.isFlashOn = false
    #expect(stage.draw() != lit)
    lamp.value = Reading(0)
    #expect(!lamp.isFlashing)
  }

  @Test("P50 an instrument that gets another theme looks as one that was made with it")
  func themes() throws {
    let pairs = zip(everyInstrument(try instrumentStyle()), everyInstrument(try instrumentStyle(.night)))
    for ((name, changed), (_, made)) in pairs {
      for reading in [Reading(42), Reading(70), Reading(90), Reading(42, .old), Reading(42, .failed), .none] {
        changed.theme = try instrumentStyle().theme
        (changed.value, made.value) = (reading, reading)
        let stage = try Stage(changed, 150, 150)
        _ = stage.draw()
        changed.theme = made.theme
        stage.root.backgroundColor = Theme.night[.ground]
        #expect(stage.draw() == (try drawnPicture(made, 150, 150)), "\(name) \(reading)")
        made.removeFromSuperlayer()
        changed.removeFromSuperlayer()
      }
    }
  }

  // MARK: Any size, any option, any order

  @Test("P41 P42 P43 P44 P45 instruments of any size, with any range and any value, are drawn and never trap")
  func sizes() throws {
    var random = SplitMix(seed: 7)
    let sizes = [0, 1, 2, 5, 17, 39, 40, 41, 60, 97, 150, 333]
    let ranges: [ClosedRange<Fixed64>] = [0...100, 0...0, Fixed64.min...Fixed64.max, -1...1, 0...Fixed64(rawValue: 1)]
    let values: [Fixed64] = [.min, -1, .zero, 42, .max]
    var drawn = 0
    for round in 0..<40 {
      for (_, instrument) in everyInstrument(try instrumentStyle()) {
        let (width, height) = (sizes.randomElement(using: &random) ?? 0, sizes.randomElement(using: &random) ?? 0)
        let stage = try Stage(instrument, 340, 340)
        instrument.frame = Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height))
        instrument.range = ranges[round % ranges.count]
        instrument.value = Reading(
          values.randomElement(using: &random) ?? 0, Quality(rawValue: UInt8(round % 4)) ?? .fresh)
        instrument.title = round % 3 == 0 ? nil : "A title that is much too long for it"
        if round % 2 == 0 {
          instrument.zones = [Zone(.min, 10, .warning), Zone(90, .max, .caution), Zone(5, 5, .advisory)]
        }
        _ = stage.draw()
        _ = instrument.valueTolerance
        drawn += 1
      }
    }
    #expect(drawn > 400)
  }

  @Test("P41 P42 P43 P44 P45 an option that is changed later has the same picture as one that was there first")
  func options() throws {
    let style = try instrumentStyle()
    var compared = 0
    func compare<Kind: Instrument>(_ make: () -> Kind, _ changes: [(Kind) -> Void]) throws {
      for (index, change) in changes.enumerated() {
        let (early, late) = (make(), make())
        (early.value, late.value) = (Reading(42), Reading(42))
        change(early)
        let stage = try Stage(late, 170, 150)
        let before = stage.draw()
        change(late)
        let after = stage.draw()
        stage.compositor.invalidate()
        #expect(stage.draw() == after, "\(Kind.self) \(index): the damage alone")
        let difference = after.difference(from: try drawnPicture(early, 170, 150))
        #expect(difference == nil, "\(Kind.self) \(index): \(difference ?? "")")
        #expect(after != before, "\(Kind.self) \(index) changes nothing")
        compared += 1
      }
    }
    func common<Kind: Instrument>() -> [(Kind) -> Void] {
      [{ $0.title = "Title" }, { $0.card = $0.card == .none ? .filled : .none }]
    }
    func scaled<Kind: Instrument>() -> [(Kind) -> Void] {
      [
        { $0.range = -20...55 }, { $0.unit = "kn" }, { $0.zones = [Zone(30, 50, .caution)] },
        { $0.format.decimals = 1 },
      ]
    }
    try compare({ GaugeInstrument(style) }, common())
    try compare({ GaugeInstrument(style) }, scaled())
    try compare(
      { GaugeInstrument(style) },
      [
        { $0.sweep = 180 }, { $0.start = -90 }, { $0.scaleOptions.factor = 10 }, { $0.pointer = .arc },
        { $0.pointer = .both }, { $0.showsValue = false }, { $0.showsNumerals = false }, { $0.resolution = 20 },
        { $0.secondValue = Reading(10) }, { $0.setpoint = Reading(60) }, { $0.peak = Reading(80) },
        { ($0.range, $0.zeroPlace) = (-20...100, .top) }, { ($0.pointer, $0.arcOrigin) = (.arc, 20) },
      ])
    try compare({ NumberInstrument(style) }, common())
    try compare(
      { NumberInstrument(style) },
      [{ $0.unit = "kn" }, { $0.format.decimals = 1 }, { $0.range = 0...10_000 }] as [(NumberInstrument) -> Void])
    try compare(
      { NumberInstrument(style) },
      [
        { $0.usesSegments = true }, { ($0.showsExtremes, $0.peak) = (true, Reading(3)) },
        { ($0.showsTrend, $0.rate) = (true, Reading(1)) }, { ($0.showsTarget, $0.target) = (true, Reading(50)) },
      ])
    try compare({ uprightBar(style) }, common())
    try compare({ uprightBar(style) }, scaled())
    try compare(
      { uprightBar(style) },
      [
        { $0.isUpright = false }, { $0.origin = 50 }, { $0.segments = 10 }, { $0.showsValue = false },
        { $0.showsScale = false }, { $0.setpoint = Reading(70) }, { $0.peak = Reading(90) }, { $0.low = Reading(20) },
        { $0.scaleOptions.factor = 10 }, { $0.resolution = 20 },
      ])
    try compare({ TankInstrument(style) }, common())
    try compare({ TankInstrument(style) }, scaled())
    try compare({ TankInstrument(style) }, [{ $0.role = .normal }, { $0.capacity = 300 }, { $0.showsValue = false }])
    try compare({ CompassInstrument(style) }, common())
    try compare(
      { CompassInstrument(style) },
      [
        { $0.turning = .needle }, { $0.showsValue = false }, { $0.bug = Reading(10) }, { $0.course = Reading(90) },
        { $0.secondMark = Reading(200) },
      ])
    try compare({ LampInstrument(style) }, [{ $0.legend = "On" }, { $0.urgency = .warning }, { $0.icon = "A" }])
    try compare({ TextInstrument(style) }, [{ $0.text = "Text" }])
    try compare(
      { EnumInstrument(style) }, [{ $0.entries = [StateEntry(42, "Answer")] }, { $0.title = "Code" }])
    try compare(
      { () -> TrendInstrument in
        let trend = TrendInstrument(style)
        trend.duration = 1800
        trend.reload(count: 200) { _, number in TrendColumn(Fixed64(number % 80), low: 0) }
        return trend
      },
      [
        { $0.range = -20...55 }, { $0.zones = [Zone(30, 50, .caution)] }, { $0.duration = 60 }, { $0.columnWidth = 4 },
        { $0.showsScale = false },
      ])
    #expect(compared > 50)
  }

  @Test("P09 what changes alone is drawn, and the picture is that of all drawn anew")
  func damage() throws {
    var random = SplitMix(seed: 3)
    for (name, instrument) in everyInstrument(try instrumentStyle()) {
      let stage = try Stage(instrument, 160, 160)
      _ = stage.draw()
      var small = 0
      for step in 0..<30 {
        let quality = step % 7 == 6 ? Quality(rawValue: UInt8.random(in: 0...3, using: &random)) ?? .fresh : .fresh
        let before = instrument.quality
        instrument.value = Reading(Fixed64(Int.random(in: 0..<59, using: &random)), quality)
        if let trend = instrument as? TrendInstrument { trend.append { _ in TrendColumn(Fixed64(step * 3)) } }
        let partly = stage.draw()
        if quality == .fresh && before == .fresh && stage.damagedPixels < 160 * 160 { small += 1 }
        stage.compositor.invalidate()
        #expect(stage.draw() == partly, "\(name) in step \(step)")
      }
      #expect(small > 5 || name == "lamp" || name == "text", "\(name): \(small)")
    }
  }
}
