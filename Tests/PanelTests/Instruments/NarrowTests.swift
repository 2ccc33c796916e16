// What instruments show where what they are told has no room.
import FixedRaster
import LayerRuntime
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

@Suite("Instruments without room") struct NarrowTests {
  /// An instrument with room about it, in which no pixel may be drawn.
  private func framed(_ instrument: Instrument, _ width: Int, _ height: Int) throws -> (
    inside: TestPicture, outside: Int
  ) {
    let holder = Instrument(try instrumentStyle())
    holder.card = .none
    let stage = try Stage(holder, width + 80, height + 80)
    let area = Rect(x: 40, y: 40, width: Fixed(width), height: Fixed(height))
    instrument.frame = area
    stage.root.addSublayer(instrument)
    let picture = stage.draw()
    var outside = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width where !area.contains(Point(x: Fixed(x), y: Fixed(y))) {
        if picture.pixels[y * picture.width + x] != stage.root.backgroundColor?.rgb { outside += 1 }
      }
    }
    return (picture, outside)
  }

  private let long: [StateEntry] = [StateEntry(0, "Off"), StateEntry(1, "A long name of a state that goes on and on")]

  @Test("P43 a table in few pixels draws nothing outside itself: rows without room are left out, words are shortened")
  func table() throws {
    let style = try instrumentStyle()
    for (width, height) in [(200, 100), (120, 60), (60, 40), (40, 24), (20, 12), (4, 4)] {
      let rows = (0..<12).map { _ in RowInstrument(style) }
      for (index, row) in rows.enumerated() {
        (row.label, row.unit, row.value) = ("A label that is long", "km/h", Reading(1_999_999_999))
        if index % 3 == 1 { (row.entries, row.value, row.unit) = (long, Reading(1), nil) }
      }
      let group = TableInstrument(style, rows)
      #expect(try framed(group, width, height).outside == 0, "\(width)x\(height)")
      for row in rows where !row.isHidden { #expect(row.frame.height >= 11 && group.bounds.contains(row.frame.origin)) }
      if height < 110 { #expect(rows.contains { $0.isHidden }) }
    }
  }

  @Test("P43 a row's label keeps clear of a number with more digits than those of its range")
  func labels() throws {
    let style = try instrumentStyle()
    let row = RowInstrument(style)
    (row.label, row.value) = ("Power that is consumed", Reading(1_999_999_999))
    let group = TableInstrument(style, [row])
    _ = try framed(group, 140, 40)
    _ = try framed(group, 140, 40)
    let number = row.readout.valueText
    #expect(!row.labelText.isHidden && row.labelText.frame.maxX <= number.frame.maxX - number.textWidth)
    #expect(number.string == "1999999999")
  }

  @Test("P41 P42 P44 P45 a value far beyond the range, and a great range, draw nothing outside the instrument")
  func greatValues() throws {
    let style = try instrumentStyle()
    for range in [0...100, 0...2_000_000_000] as [ClosedRange<Fixed64>] {
      let all = [GaugeInstrument(style), uprightBar(style), TrendInstrument(style), RowInstrument(style)]
      for instrument in all as [Instrument] {
        (instrument.range, instrument.value, instrument.unit) = (range, Reading(1_999_999_999), "l")
        instrument.title = "Volume"
        for (width, height) in [(160, 160), (100, 160), (60, 120), (160, 60)] {
          #expect(try framed(instrument, width, height).outside == 0, "\(instrument) \(range) \(width)x\(height)")
        }
      }
    }
  }

  @Test("P41 a gauge's numerals lie over neither each other nor the value")
  func numerals() throws {
    let gauge = GaugeInstrument(try instrumentStyle())
    (gauge.range, gauge.value) = (0...2_000_000_000, Reading(1_999_999_999))
    _ = try drawnPicture(gauge, 100, 120)
    let shown = gauge.numerals.filter { !$0.isHidden }
    #expect(shown.count == 1)
    gauge.range = 0...100
    _ = try drawnPicture(gauge, 100, 120)
    #expect(gauge.numerals.filter { !$0.isHidden }.count >= 5)
    // The value takes no more room than the widest of the range, or the gap between the numerals.
    #expect(gauge.readout.valueText.textWidth <= gauge.bounds.width / 2)
  }

  @Test("a number is whole, smaller, or an ellipsis, but never cut")
  func fitting() throws {
    let caption = Caption(try instrumentFonts().text, alignment: .right)
    func width(_ text: String, room: Fixed) -> Fixed {
      caption.show(text)
      caption.place(x: 100, middle: 20, capHeight: 12, room: room)
      return caption.textWidth
    }
    let whole = width("123456", room: 500)
    #expect(!caption.isFitted && caption.capHeight == 12 && caption.string == "123456")
    #expect(width("123456", room: whole * 0.7) <= whole * 0.7 && caption.isFitted && caption.string == "123456")
    #expect(width("123456", room: whole * 0.2) <= whole * 0.2 && caption.string == noRoomText)
    #expect(caption.frame.maxX == 100)
    // What has room is as large as it was.
    caption.show("1")
    #expect(!caption.isFitted && caption.string == "1")
  }

  @Test("P43 the extremes of a number and what is wanted are all shown, and none over the other")
  func extremes() throws {
    for hasTarget in [false, true] {
      for (width, height) in [(60, 200), (90, 160), (124, 400), (300, 100)] {
        let number = NumberInstrument(try instrumentStyle())
        (number.showsExtremes, number.showsTarget, number.range) = (true, hasTarget, 0...700)
        (number.value, number.low, number.peak, number.target) = (
          Reading(640), Reading(640), Reading(650), Reading(500)
        )
        #expect(try framed(number, width, height).outside == 0)
        let all = [
          (number.lowMark, number.lowText), (number.targetMark, number.targetText), (number.peakMark, number.peakText),
        ]
        let boxes = all.filter { !$0.0.isHidden && !$0.1.isHidden }.map { mark, text in
          Rect(
            x: mark.frame.minX, y: mark.frame.minY, width: text.frame.minX + text.textWidth - mark.frame.minX,
            height: mark.frame.height)
        }
        #expect(boxes.count == (hasTarget ? 3 : 2), "\(width)x\(height)")
        for (index, box) in boxes.enumerated() {
          #expect(number.bounds.contains(box.origin) && box.maxX <= number.bounds.maxX)
          for other in boxes[..<index] { #expect(!box.intersects(other), "\(width)x\(height)") }
        }
      }
    }
  }

  @Test("P44 a trend's title is shortened where its value begins")
  func trendTitle() throws {
    let trend = TrendInstrument(try instrumentStyle())
    trend.duration = 1800
    (trend.title, trend.range, trend.unit) = ("A title that is much too long for its line", 0...4000, "rpm")
    let stage = try Stage(trend, 190, 130)
    trend.value = Reading(3200)
    let withValue = stage.draw().count(trend.theme[.dim], in: Rect(x: 0, y: 0, width: 190, height: 26))
    let begin = trend.titleText.frame.maxX
    #expect(begin < trend.bounds.width - 60 && withValue > 10)
    trend.showsValue = false
    _ = stage.draw()
    #expect(trend.titleText.frame.maxX > begin)
  }

  @Test("P45 a narrow tape of headings writes small numbers, or its letters only")
  func headings() throws {
    for width in [60, 140, 200] {
      let tape = HeadingInstrument(try instrumentStyle())
      tape.range = 0...360
      (tape.format, tape.value) = (NumberFormat(minimumDigits: 3), Reading(280))
      _ = try drawnPicture(tape, width, 300)
      let shown = tape.strip.numerals.filter { !$0.isHidden && $0.string?.isEmpty == false }
      let texts = shown.map { $0.string ?? "" }
      #expect(!texts.isEmpty && texts.contains { $0.utf8.count == 3 } == (width >= 140), "\(width): \(texts)")
      for (a, b) in zip(shown, shown.dropFirst()) {
        #expect(a.frame.midX + half(a.textWidth) < b.frame.midX - half(b.textWidth), "\(width): \(texts)")
      }
    }
  }

  @Test("P43 a number and the dashes in its place end at the same pixel")
  func dashes() throws {
    let number = NumberInstrument(try instrumentStyle())
    (number.range, number.title) = (0...1_000_000, "Title")
    let stage = try Stage(number, 200, 100)
    func end(_ reading: Reading, _ color: Color) -> Int {
      number.value = reading
      let picture = stage.draw()
      return (0..<200).last { x in (40..<100).contains { picture.pixels[$0 * 200 + x] == color.rgb } } ?? 0
    }
    #expect(abs(end(Reading(8), number.theme[.ink]) - end(.none, number.theme[.stale])) <= 4)
  }

  @Test("P43 a lamp of a signal with names for its values says which holds, also below a legend")
  func lampStates() throws {
    let entries = [StateEntry(1, "On"), StateEntry(2, "Fast")]
    func picture(_ code: Int, _ legend: String?, own: Bool = false) throws -> TestPicture {
      let lamp = LampInstrument(try instrumentStyle())
      lamp.urgency = .normal
      (lamp.entries, lamp.value) = (entries, Reading(Fixed64(code)))
      if let legend { lamp.take(own ? .text : .title, legend) }
      return try drawnPicture(lamp, 120, 80)
    }
    for legend in [nil, "Pump"] as [String?] { #expect(try picture(1, legend) != picture(2, legend)) }
    #expect(try picture(1, nil) != picture(1, "Pump"))
    // A text of its own is all that it says.
    #expect(try picture(1, "RUN", own: true) == picture(2, "RUN", own: true))
    let lamp = LampInstrument(try instrumentStyle())
    lamp.urgency = .normal
    (lamp.entries, lamp.value, lamp.legend) = (long, Reading(1), "A legend that is long as well")
    for (width, height) in [(120, 90), (60, 40), (30, 20)] {
      #expect(try framed(lamp, width, height).outside == 0, "\(width)x\(height)")
    }
  }

  @Test("P40 P42 a lying bar has numerals where they have room when they lie nearer to each other than usual")
  func nearNumerals() throws {
    // As the temperature of the machine monitor on 480 x 320, and its inset.
    let bar = uprightBar(try instrumentStyle())
    (bar.isUpright, bar.showsValue, bar.range, bar.value) = (false, false, 20...95, Reading(48))
    func numerals(_ width: Int) throws -> [String] {
      #expect(try framed(bar, width, 60).outside == 0)
      return bar.scaleLayer.numerals.filter { !$0.isHidden }.compactMap(\.string)
    }
    #expect(try numerals(106) == ["20", "40", "60", "80"])
    #expect(try numerals(40).isEmpty)
  }

  @Test("P42 a bar of a few pixels has a track: marks, pointer and zones go before it", arguments: [false, true])
  func track(isUpright: Bool) throws {
    for across in [12, 16, 23, 26, 34, 60] {
      let bar = uprightBar(try instrumentStyle())
      (bar.range, bar.value, bar.isUpright) = (0...100, Reading(100), isUpright)
      (bar.showsValue, bar.zones) = (false, [Zone(0, 20, .warning), Zone(30, 100, .normal)])
      let (width, height) = isUpright ? (across, 120) : (120, across)
      let drawn = try framed(bar, width, height)
      #expect(drawn.outside == 0, "\(across)")
      // As wide as four pixels, along most of the length.
      #expect(drawn.inside.count(bar.theme.filling(bar.theme[.accent])) >= 4 * 80, "\(across)")
    }
  }

  @Test("P45 a tape shows numerals whole: none is half hidden by the box about the value, nor by its drum")
  func coveredNumerals() throws {
    for (width, hasDrums) in [(40, false), (56, false), (56, true), (90, true)] {
      let tape = TapeInstrument(try instrumentStyle())
      (tape.range, tape.hasDrums) = (0...9000, hasDrums)
      let stage = try Stage(tape, width, 300)
      var most = 0
      for value in stride(from: 3300, through: 3700, by: 20) {
        tape.value = Reading(Fixed64(value))
        _ = stage.draw()
        let shown = tape.strip.numerals.filter { !$0.isHidden && $0.capHeight > 0 }
        most = max(most, shown.count)
        let reach = tape.box.reach
        for numeral in shown {
          let middle = numeral.superlayer?.convert(Point(x: 0, y: numeral.capitalsMiddle), to: tape).y ?? 0
          let box = tape.bounds.midY
          #expect(abs(middle - box) + 6 > reach + half(numeral.capHeight), "\(width) \(value)")
        }
      }
      #expect(most >= 3, "\(width)")
    }
  }

  @Test("P32 a narrow instrument says below its title how old its value is, where there is no room beside it")
  func ages() throws {
    for (width, title) in [(40, nil), (56, "Alt"), (56, "Altitude"), (72, "Altitude"), (200, "Altitude")]
      as [(Int, String?)]
    {
      let tape = TapeInstrument(try instrumentStyle())
      (tape.range, tape.title, tape.hasDrums, tape.value) = (0...9000, title, true, Reading(3420, .old))
      tape.age = 14
      #expect(try framed(tape, width, 300).outside == 0)
      let age = tape.frameLayer.ageText
      #expect(!age.isHidden && age.string == "14 s", "\(width)")
      #expect(age.frame.minX >= 0 && age.frame.maxX <= tape.bounds.maxX)
      if title != nil, !tape.titleText.isHidden {
        let title = Rect(
          x: tape.titleText.frame.minX, y: tape.titleText.capitalsMiddle - half(tape.titleCapHeight),
          width: tape.titleText.textWidth, height: tape.titleCapHeight)
        #expect(!age.frame.intersects(title), "\(width)")
      }
      // Nor is a numeral half behind it.
      for numeral in tape.strip.numerals where !numeral.isHidden {
        let middle = numeral.superlayer?.convert(Point(x: 0, y: numeral.capitalsMiddle), to: tape).y ?? 0
        #expect(middle - half(numeral.capHeight) + 1 >= age.frame.maxY, "\(width)")
      }
    }
    // A number that is as high as wide has no second line for it.
    let number = NumberInstrument(try instrumentStyle())
    (number.title, number.value, number.age) = ("A long title here", Reading(3, .old), 14)
    _ = try drawnPicture(number, 100, 100)
    #expect(number.frameLayer.ageText.isHidden)
  }

  @Test("P43 the word of a code fills its field where all have one letter, as gears; an unknown number keeps inside")
  func gears() throws {
    func height(_ words: [String], _ width: Int, _ height: Int, _ value: Fixed64 = 0) throws -> Int {
      let gear = EnumInstrument(try instrumentStyle())
      gear.entries = words.enumerated().map { StateEntry($0.offset, $0.element) }
      gear.value = Reading(value)
      let drawn = try framed(gear, width, height)
      #expect(drawn.outside == 0)
      let rows = (0..<drawn.inside.height).filter { y in
        (40..<40 + width).contains { drawn.inside.pixels[y * drawn.inside.width + $0] == gear.theme[.ink].rgb }
      }
      return (rows.last ?? 0) - (rows.first ?? 0)
    }
    let gear = try height(["N", "1", "2"], 380, 220)
    #expect(gear > 100 && gear < 150, "\(gear)")
    #expect(try height(["On", "Off"], 380, 220) < 60)
    #expect(try height(["N", "1", "2"], 60, 220) < 60)
    #expect(try height(["N", "1", "2"], 380, 220, 123_456_789) < gear)
    // In a row of few pixels words can be read.
    let charger = EnumInstrument(try instrumentStyle())
    (charger.entries, charger.value) = ([StateEntry(0, "Bulk"), StateEntry(1, "Float")], Reading(0))
    #expect(try framed(charger, 90, 20).outside == 0)
    #expect(charger.word.capHeight == 8)
  }
}
