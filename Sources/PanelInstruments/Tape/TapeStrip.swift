// Stage: instruments. The moving scale of a tape.
import FixedRaster
import LayerRuntime
import PanelSignals

/// A window on a scale that moves behind it. The marks repeat with every numeral, so a change of the value moves them by less
/// than a step, and writes numerals only when one passes.
final class TapeStrip: Layer {
  private let strip = Layer()
  private let marks = ShapeLayer()
  private(set) var numerals: [Caption] = []
  private var zoneMarks: [Layer] = []

  private var form = TapeForm()
  private var format = NumberFormat()
  private(set) var step: Fixed64 = 1
  private(set) var pointsPerStep: Fixed = 1
  /// Between two numerals.
  private var parts = 1
  private var decimals = 0
  /// The numeral in the middle, in steps from zero; `nil` before anything was written.
  private var middleStep: Int?
  /// How far the middle numeral has moved from the middle.
  private var rolled: Fixed = 0
  /// Of the box about the value, and, where there is room, of the numerals.
  private(set) var capHeight: Fixed = 8
  /// Of the numerals; 0 where none are shown.
  private var numeralCap: Fixed = 0
  /// Whether a tape of headings has no room for its numbers, and writes the letters only.
  private var writesLettersOnly = false

  init(_ font: FontPack) {
    super.init()
    masksToBounds = true
    cornerRadius = 3
    for _ in 0..<6 {
      let mark = Layer()
      zoneMarks.append(mark)
      addSublayer(mark)
    }
    addSublayer(strip)
    strip.addSublayer(marks)
    for _ in 0..<13 {
      let numeral = Caption(font)
      numerals.append(numeral)
      strip.addSublayer(numeral)
    }
  }

  // MARK: Layout

  /// - Parameters:
  ///   - options: of the scale's numerals.
  ///   - seen: how much of the scale the window shows.
  ///   - range: of the values.
  func layOut(in rect: Rect, _ form: TapeForm, _ options: ScaleOptions, seen: Fixed64, range: ClosedRange<Fixed64>) {
    frame = rect
    (self.form, format, middleStep) = (form, options.numbers, nil)
    let (across, along) = (form.across(rect.size), form.along(rect.size))
    capHeight = form.isUpright ? Swift.min(across * 0.16, along * 0.06).held(6, 20) : (across * 0.34).held(6, 24)
    findStep(along, options, seen)
    fitHeadings()
    strip.bounds = .zero
    strip.position = Point(x: half(rect.width).whole, y: half(rect.height).whole)
    layOutMarks(across)
    layOutNumerals(across, range)
  }

  private func findStep(_ along: Fixed, _ options: ScaleOptions, _ seen: Fixed64) {
    let room = ScaleRoom(
      form.isUpright ? .upright : .across, numeralLength: along, markLength: along,
      digitWidth: numerals[0].width(of: "0", capHeight: capHeight), capHeight: capHeight, markSpacing: 5)
    var options = options
    if form.hasLetters { options.step = 30 }
    let scale = ScaleLayout(0...Swift.max(seen, Fixed64(rawValue: 256)), room: room, options: options)
    (step, decimals, parts) = (scale.step > .zero ? scale.step : seen, scale.decimals, scale.parts)
    pointsPerStep = Swift.max(8, Fixed(Fixed64(along) * ((step / Swift.max(seen, Fixed64(rawValue: 1))) ?? .one)))
  }

  /// Numbers of headings are as small as they have to be; where that is too small only letters stand.
  private func fitHeadings() {
    writesLettersOnly = false
    if form.isUpright || !form.hasLetters { return }
    let whole = Swift.max(1, numerals[0].width(of: "000", capHeight: 100))
    let fitting = pointsPerStep * 0.82 / whole * 100
    if fitting >= 8 { capHeight = Swift.min(capHeight, fitting) } else { writesLettersOnly = true }
  }

  /// How many numerals there are on each side of the middle one.
  private var sideCount: Int { Swift.min(6, (form.along(bounds.size) / (pointsPerStep * 2)).ceil + 1) }

  private func layOutMarks(_ across: Fixed) {
    (marks.bounds, marks.position) = (.zero, .zero)
    var path = Path(capacity: 400)
    let length = form.markLength(across)
    let count = Swift.max(1, parts)
    for index in -sideCount * count...sideCount * count {
      let isMajor = index % count == 0, isMedium = count % 2 == 0 && index % (count / 2) == 0
      let size = isMajor ? length : isMedium ? (length * 0.7).whole : (length * 0.45).whole
      let thickness: Fixed = isMajor ? 2 : 1
      let place = pointsPerStep * index / count
      if form.isUpright {
        let edge = form.numeralsAtRight ? -half(across) : half(across) - size
        path.addRect(Rect(x: edge.whole, y: -place - half(thickness), width: size, height: thickness))
      } else {
        path.addRect(Rect(x: place - half(thickness), y: -half(across), width: thickness, height: size))
      }
    }
    marks.path = path
  }

  private func layOutNumerals(_ across: Fixed, _ range: ClosedRange<Fixed64>) {
    let length = form.markLength(across)
    numeralCap = numeralHeight(Swift.max(0, across - length - 6), range)
    for (index, numeral) in numerals.enumerated() {
      numeral.isHidden = index > sideCount * 2 || numeralCap <= 0
      let place = pointsPerStep * (index - sideCount)
      numeral.alignmentMode = !form.isUpright ? .center : form.numeralsAtRight ? .left : .right
      if form.isUpright {
        let x = half(across) - length - 4
        numeral.place(x: form.numeralsAtRight ? -x : x, middle: -place, capHeight: numeralCap)
      } else {
        numeral.place(x: place, middle: length + 4 + half(capHeight) - half(across), capHeight: capHeight)
      }
    }
  }

  /// Numerals of an upright tape are as small as the longest one has to be, for one that is cut is another number; 0 where that
  /// could not be read.
  private func numeralHeight(_ room: Fixed, _ range: ClosedRange<Fixed64>) -> Fixed {
    if !form.isUpright { return capHeight }
    let widest = numerals[0].width(of: range, format.ofNumerals(decimals: decimals, step: step), capHeight: 100)
    let fitting = Swift.min(capHeight, room * 100 / Swift.max(1, widest))
    return fitting < 5 ? 0 : fitting
  }

  // MARK: Moving parts

  /// Moves a value to the middle; `nil` shows no scale.
  func show(_ value: Fixed64?) {
    strip.isHidden = value == nil
    guard let value else { return }
    let position = (form.counted(value) / step) ?? .zero
    let middle = position.rounded
    rolled = Fixed(position - Fixed64(middle)) * pointsPerStep
    strip.position = Point(
      x: half(bounds.width).whole - (form.isUpright ? 0 : rolled),
      y: half(bounds.height).whole + (form.isUpright ? rolled : 0))
    if middle == middleStep { return }
    middleStep = middle
    for index in 0...Swift.min(sideCount * 2, numerals.count - 1) {
      numerals[index].show(numeral(middle + index - sideCount))
    }
  }

  /// Half a numeral above or below the box, behind the age or at an end would be read as another one: it shows when all of it
  /// does.
  /// - Parameters:
  ///   - boxReach: how far from the middle the box about the value covers an upright tape.
  ///   - ageEnd: the lower end of the age over it; `nil` without an age.
  func hideCovered(boxReach: Fixed, ageEnd: Fixed?) {
    if numeralCap <= 0 || strip.isHidden { return }
    let top = ageEnd.map { $0 - half(bounds.height).whole - frame.minY }
    for index in 0...Swift.min(sideCount * 2, numerals.count - 1) {
      let place = pointsPerStep * (index - sideCount) - rolled
      numerals[index].isHidden =
        form.isUpright
        ? top.map { -place - half(numeralCap) < $0 } ?? false || abs(place) < boxReach + half(numeralCap)
        : abs(place) + half(numerals[index].textWidth) > half(bounds.width)
    }
  }

  /// The numeral at a number of steps from zero.
  private func numeral(_ number: Int) -> String {
    let value = step * Fixed64(number)
    if !form.hasLetters { return format.ofNumerals(decimals: decimals, step: step).text(of: value) }
    let angle = form.counted(value).rounded
    switch angle {
    case 0: return "N"
    case 90: return "E"
    case 180: return "S"
    case 270: return "W"
    default: return writesLettersOnly ? "" : NumberFormat(minimumDigits: 3).text(of: Fixed64(angle))
    }
  }

  /// How far from the middle a value stands, in points upwards or to the right, held to a little beyond the tape.
  func offset(of other: Fixed64, from value: Fixed64) -> Fixed {
    let steps = ((shortWay(from: value, to: other, wraps: form.wraps) / step) ?? .zero).held(-1000, 1000)
    let whole = form.along(bounds.size)
    return Fixed(steps * Fixed64(pointsPerStep)).held(-whole, whole)
  }

  /// - Parameter value: in the middle; `nil` shows none.
  func show(_ zones: [Zone], _ value: Fixed64?, _ theme: Theme) {
    var used = 0
    if let value, form.wraps <= .zero {
      let width: Fixed = 4
      for zone in zones where zone.state > .normal && used < zoneMarks.count {
        let (from, to) = (offset(of: zone.lower, from: value), offset(of: zone.upper, from: value))
        zoneMarks[used].backgroundColor = theme[zone.state.role]
        zoneMarks[used].frame =
          form.isUpright
          ? Rect(
            x: form.numeralsAtRight ? 0 : bounds.width - width, y: half(bounds.height) - to, width: width,
            height: to - from)
          : Rect(x: half(bounds.width) + from, y: 0, width: to - from, height: width)
        used += 1
      }
    }
    for index in zoneMarks.indices { zoneMarks[index].isHidden = index >= used }
  }

  func show(_ quality: Quality, _ theme: Theme) {
    backgroundColor = theme[.surface].mixed(235, with: theme[.ink])
    marks.fillColor = theme[quality == .old ? .stale : .mark]
    for numeral in numerals { numeral.foregroundColor = theme[quality == .old ? .stale : .ink] }
  }
}
