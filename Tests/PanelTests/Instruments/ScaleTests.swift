import FixedRaster
import LayerRuntime
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

@Suite("Scales") struct ScaleTests {
  private func marks(_ scale: ScaleLayout) -> [ScaleMark] {
    var marks: [ScaleMark] = []
    scale.forEachMark { marks.append($0) }
    return marks
  }

  private func room(_ direction: ScaleRoom.Direction, _ length: Int, cap: Int = 12) -> ScaleRoom {
    ScaleRoom(
      direction, numeralLength: Fixed(length), markLength: Fixed(length * 5 / 4), digitWidth: Fixed(cap * 9 / 10),
      capHeight: Fixed(cap), markSpacing: 5)
  }

  /// Ranges of every size, from thousandths to hundreds of millions, from 0, about 0 and away from it.
  private static var ranges: [ClosedRange<Fixed64>] {
    var ranges: [ClosedRange<Fixed64>] = []
    for exponent in -3...7 {
      for digits in [1, 12, 15, 2, 24, 25, 3, 4, 45, 5, 6, 7, 75, 8, 9] {
        let span = Fixed64(digits: UInt64(digits), exponent: exponent)
        let third = Fixed64(rawValue: span.rawValue / 3)
        ranges += [0...span, -span...span, -third...span, span...span + span, -span...0]
      }
    }
    return ranges
  }

  /// Whether a number is 1, 2 or 5 times a power of ten.
  private func isRound(_ step: Fixed64) -> Bool {
    for exponent in -9...9 {
      for digit: UInt64 in [1, 2, 5] where Fixed64(digits: digit, exponent: exponent) == step { return true }
    }
    return false
  }

  @Test(
    "P40 of every range in every room: steps of 1, 2, 5 × 10ⁿ, at most nine marks between numbers, three lengths, and room for each"
  )
  func everyScale() throws {
    var (numbered, bare, medium, minor) = (0, 0, 0, 0)
    for range in Self.ranges {
      for direction in [ScaleRoom.Direction.across, .upright, .round] {
        for length in [0, 20, 60, 120, 250, 600, 1600] {
          let room = room(direction, length)
          let scale = ScaleLayout(range, room: room)
          let marks = marks(scale)
          #expect(isRound(scale.step), "\(range) \(length): \(scale.step)")
          #expect((1...10).contains(scale.parts))
          #expect(marks.allSatisfy { range.contains($0.value) })
          let shares = marks.map { scale.share(of: $0.value) }
          for index in marks.indices.dropFirst() {
            let gap = Fixed((shares[index] - shares[index - 1]) * Fixed64(room.markLength))
            #expect(shares[index] > shares[index - 1])
            #expect(scale.parts == 1 || gap >= Fixed(4.99), "\(range) in \(length): marks \(gap) apart")
          }
          let majors = marks.indices.filter { marks[$0].length == .major }
          for (a, b) in zip(majors, majors.dropFirst()) { #expect(b - a <= 10) }
          let numerals = marks.filter { $0.isNumbered }
          if scale.hasNumerals {
            numbered += 1
            #expect(numerals.count >= 2 && numerals.count <= 14, "\(range) in \(length): \(numerals.count)")
            let texts = numerals.map { scale.numeral(of: $0.value) }
            #expect(Set(texts).count == texts.count, "\(range): \(texts)")
            for index in numerals.indices.dropFirst() {
              let gap = Fixed(
                (scale.share(of: numerals[index].value) - scale.share(of: numerals[index - 1].value))
                  * Fixed64(room.numeralLength))
              let characters = Swift.max(texts[index].utf8.count, texts[index - 1].utf8.count)
              #expect(gap + 0.1 >= room.distance(characters: characters), "\(range) in \(length): \(texts)")
            }
          } else {
            bare += 1
            #expect(numerals.isEmpty)
          }
          medium += marks.filter { $0.length == .medium }.count
          minor += marks.filter { $0.length == .minor }.count
        }
      }
    }
    // Each thing that this means to cover occurred.
    #expect(
      numbered > 5000 && bare > 1000 && medium > 10_000 && minor > 10_000, "\(numbered) \(bare) \(medium) \(minor)")
  }

  @Test("P40 no division is finer than the resolution, and there is no more room than numerals take")
  func resolution() {
    var held = 0
    for range in Self.ranges {
      let span = range.upperBound - range.lowerBound
      for part in [3, 10, 40, 100] {
        var options = ScaleOptions()
        options.resolution = (span / Fixed64(part)) ?? .one
        let free = ScaleLayout(range, room: room(.across, 900))
        let scale = ScaleLayout(range, room: room(.across, 900), options: options)
        let values = marks(scale).map { $0.value }
        for (a, b) in zip(values, values.dropFirst()) {
          #expect(b - a + Fixed64(rawValue: 4) >= options.resolution, "\(range) / \(part)")
        }
        if marks(free).count > values.count { held += 1 }
      }
    }
    #expect(held > 1000)
  }

  @Test("P40 0 to 120 on a dial of 180: numerals every 20, marks every 2, the tens of medium length")
  func example() {
    let scale = ScaleLayout(0...120, room: room(.round, 260))
    #expect(scale.step == 20 && scale.parts == 10 && scale.hasNumerals && scale.decimals == 0)
    #expect(
      marks(scale).filter { $0.isNumbered }.map { scale.numeral(of: $0.value) } == [
        "0", "20", "40", "60", "80", "100", "120",
      ])
    #expect(marks(scale).filter { $0.length == .medium }.map { $0.value } == [10, 30, 50, 70, 90, 110])
    // 1 and 2 divide into fives and tens, 5 into halves with medium ones between.
    let fives = ScaleLayout(0...35, room: room(.across, 700))
    #expect(fives.step == 5 || fives.step == 2)
  }

  @Test("P40 step, parts and factor can be said")
  func overriding() {
    var options = ScaleOptions()
    (options.step, options.parts) = (45, 3)
    let rose = ScaleLayout(0...360, room: room(.across, 900), options: options)
    #expect(rose.step == 45 && rose.parts == 3 && rose.hasNumerals)
    #expect(marks(rose).filter { $0.isNumbered }.map { $0.value } == [0, 45, 90, 135, 180, 225, 270, 315, 360])
    #expect(marks(rose).count == 25)
    options = ScaleOptions()
    options.factor = 1000
    let speed = ScaleLayout(0...8000, room: room(.round, 280), options: options)
    #expect(
      marks(speed).filter { $0.isNumbered }.map { speed.numeral(of: $0.value) } == [
        "0", "1", "2", "3", "4", "5", "6", "7", "8",
      ])
    options.factor = Fixed64(1, over: 10)
    let tenth = ScaleLayout(0...8, room: room(.across, 900), options: options)
    #expect(tenth.numeral(of: 8) == "80" && tenth.decimals == 0)
    options.factor = 0
    #expect(ScaleLayout(0...8, room: room(.across, 900), options: options).numeral(of: 8) == "8")
  }

  @Test("P40 a logarithmic scale has its decades at equal distances, and falls back where the range is not above 0")
  func logarithmic() {
    var options = ScaleOptions()
    options.isLogarithmic = true
    let scale = ScaleLayout(1...1000, room: room(.across, 900), options: options)
    #expect(scale.isLogarithmic)
    for (value, share) in [(1, 0), (10, 1), (100, 2), (1000, 3)] {
      let expected = Fixed64(share, over: 3)
      #expect((scale.share(of: Fixed64(value)) - expected).magnitude < Fixed64(rawValue: 64))
    }
    #expect(marks(scale).count == 28)
    #expect(marks(scale).filter { $0.length == .major && $0.isNumbered }.count >= 4)
    let small = ScaleLayout(1...1000, room: room(.across, 260), options: options)
    #expect(marks(small).filter { $0.isNumbered }.map { $0.value } == [1, 10, 100, 1000])
    let fallback = ScaleLayout(0...1000, room: room(.across, 900), options: options)
    #expect(!fallback.isLogarithmic && fallback.step > .zero)
    options.resolution = 1
    let coarse = ScaleLayout(Fixed64(1, over: 10)...100, room: room(.across, 900), options: options)
    let values = marks(coarse).map { $0.value }
    #expect(!values.contains(Fixed64(2, over: 10)) && values.contains(2))
    // ln is exact to 2⁻³¹ at powers of two.
    for exponent in -20...30 {
      let value =
        exponent < 0 ? Fixed64(rawValue: 1 << (32 + exponent)) : Fixed64(rawValue: Int64(1) << (32 + exponent))
      #expect(binaryLogarithm(value) == Fixed64(exponent))
    }
  }

  @Test("P40 degenerate ranges and rooms have no marks, or few, and never trap")
  func degenerate() {
    for range in [
      0...0, Fixed64.min...Fixed64.max, Fixed64.max...Fixed64.max, 0...Fixed64(rawValue: 1), Fixed64.min...0,
    ] {
      for length in [-5, 0, 1, 100, 32_000] {
        for direction in [ScaleRoom.Direction.across, .upright, .round] {
          let scale = ScaleLayout(range, room: room(direction, length))
          #expect(marks(scale).count <= 7000)
          _ = scale.share(of: .max)
          _ = scale.share(of: .min)
          var options = ScaleOptions()
          (options.step, options.parts, options.resolution) = (Fixed64(rawValue: 1), 99, .max)
          _ = marks(ScaleLayout(range, room: room(direction, length), options: options)).count
        }
      }
    }
  }

  // MARK: On a circle

  @Test("P40 the gap is at six o'clock, and values grow clockwise")
  func gap() {
    for sweep in [60, 90, 180, 240, 270, 300, 330] {
      let dial = RoundScale(0...100, sweep: Fixed(sweep))
      #expect(dial.start == -Fixed(sweep) / 2 && dial.start + dial.sweep == Fixed(sweep) / 2)
      #expect(dial.angle(.one) > dial.angle(.zero))
    }
    // A whole circle has none: it begins at twelve o'clock.
    #expect(RoundScale(0...60, sweep: 360).start == 0)
    #expect(RoundScale(0...60, sweep: 1).sweep == 30 && RoundScale(0...60, sweep: 1000).sweep == 360)
  }

  @Test("P40 zero of a scale about zero is at twelve or at nine o'clock, whichever leaves more of the circle")
  func zero() {
    func zero(_ range: ClosedRange<Fixed64>, _ place: ZeroPlace = .automatic) -> Fixed {
      let dial = RoundScale(range, zero: place)
      let share = (-range.lowerBound / (range.upperBound - range.lowerBound)) ?? .zero
      #expect(dial.start >= -135 && dial.start + dial.sweep <= 135 + Fixed(0.01))
      return dial.angle(share)
    }
    func isAbout(_ a: Fixed, _ b: Fixed) -> Bool { abs(a - b) < Fixed(0.01) }
    #expect(isAbout(zero(-50...50), 0))
    #expect(isAbout(zero(-60...50), 0))
    #expect(isAbout(zero(-20...100), -90))
    #expect(isAbout(zero(-10...60), -90))
    // Both would cost the thermometer more than a quarter: it keeps its whole scale, unless somebody insists.
    #expect(RoundScale(-40...120).sweep == 270)
    #expect(isAbout(zero(-40...120, .top), 0) && isAbout(zero(-40...120, .left), -90))
    #expect(RoundScale(-50...50, zero: .free).start == -135)
    #expect(RoundScale(-50...60, start: -100).start == -100)
  }
}
