// Stage: instruments. A scale that moves behind a mark.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals
import SystemFiles

/// A tape (P45): a scale that is too long to be seen at once, moved so that the value stands at its mark; upright, or
/// lying as a tape of headings. The marks repeat with every numeral, so a change of the value moves them by less than a
/// step, and writes numerals only when one passes.
public class TapeInstrument: Instrument {
  public enum Side: Int, CaseIterable, Sendable { case left, right }

  /// How much of the scale is seen; 0 leaves it to the instrument.
  public var span = Fixed64.zero { didSet { if span != oldValue { setNeedsLayout() } } }
  public var isUpright = true { didSet { if isUpright != oldValue { setNeedsLayout() } } }
  /// Whether an upright tape has its numerals to the right of its marks.
  public var numeralsAtRight = false { didSet { if numeralsAtRight != oldValue { setNeedsLayout() } } }
  /// After how much numerals begin again: 360 for headings, which then have letters; 0 for never.
  public var wraps = Fixed64.zero { didSet { if wraps != oldValue { setNeedsLayout() } } }
  /// The wanted value: a mark at the tape's edge.
  public var setpoint = Reading.none { didSet { if setpoint != oldValue { setpointChanged() } } }

  /// Whether the value's tens roll, as an altimeter's do.
  public var hasDrums = false { didSet { if hasDrums != oldValue { setNeedsLayout() } } }

  /// The value in a window below the tape, as the pressure that heights are above; `nil` leaves the window out.
  public var footnote: Reading? {
    didSet {
      if (footnote == nil) != (oldValue == nil) { setNeedsLayout() } else if footnote != oldValue { showFootnote() }
    }
  }
  /// How that is written.
  public var footnoteFormat = NumberFormat() { didSet { if footnoteFormat != oldValue { showFootnote() } } }
  public var footnoteUnit = "" { didSet { if !haveSameBytes(footnoteUnit, oldValue) { setNeedsLayout() } } }

  private let window = Layer()
  private let strip = Layer()
  private let marks = ShapeLayer()
  private(set) var numerals: [Caption] = []
  private var zoneMarks: [Layer] = []
  private let bug = ShapeLayer()
  private let box = ShapeLayer()
  private let valueText: Caption
  private let drum: TapeDrum
  private let dashes: Caption
  private let strike = Layer()
  private let cross = FailureCross()
  private let footnoteText: Caption

  private var step: Fixed64 = 1
  private var pointsPerStep: Fixed = 1
  private var decimals = 0
  /// The numeral in the middle, in steps from zero; `nil` before anything was written.
  private var middleStep: Int?
  private var capHeight: Fixed = 8
  /// Of the numerals, which may be smaller; 0 where none are shown.
  private var numeralCap: Fixed = 0
  private var tape = Rect.zero
  private var boxMiddle = Point.zero

  public override init(_ style: InstrumentStyle) {
    valueText = Caption(style.fonts.text)
    drum = TapeDrum(style.fonts.text)
    dashes = Caption(style.fonts.text)
    footnoteText = Caption(style.fonts.text)
    super.init(style)
    failureCross = cross
    window.masksToBounds = true
    dashes.show(noValueText)
    for layer in [window, bug, box, valueText, drum, dashes, strike, footnoteText, cross] as [Layer] {
      addSublayer(layer)
    }
    for _ in 0..<6 {
      let mark = Layer()
      zoneMarks.append(mark)
      window.addSublayer(mark)
    }
    window.addSublayer(strip)
    strip.addSublayer(marks)
    for _ in 0..<13 {
      let numeral = Caption(style.fonts.text)
      numerals.append(numeral)
      strip.addSublayer(numeral)
    }
  }

  // MARK: Layout

  public override func layOut(in content: Rect) {
    cross.frame = bounds
    tape = Rect(x: content.minX.whole, y: content.minY.whole, width: content.width.whole, height: content.height.whole)
    if !isUpright {
      // The value's box stands above the middle.
      let top = (tape.height * 0.38).whole
      tape = Rect(x: tape.minX, y: tape.minY + top, width: tape.width, height: tape.height - top)
    }
    layOutFootnote()
    window.frame = tape
    window.cornerRadius = 3
    let across = isUpright ? tape.width : tape.height
    let along = isUpright ? tape.height : tape.width
    capHeight = isUpright ? Swift.min(across * 0.16, along * 0.06).held(6, 20) : (across * 0.3).held(6, 18)
    findStep(along)
    fitHeadings()
    strip.bounds = .zero
    strip.position = Point(x: half(tape.width).whole, y: half(tape.height).whole)
    layOutMarks(across, along)
    layOutBox(content)
    layOutBug(across)
    middleStep = nil
    setpointChanged()
  }

  private func layOutFootnote() {
    footnoteText.isHidden = footnote == nil
    if footnote == nil { return }
    let widest = footnoteText.width(of: "0000 " + footnoteUnit, capHeight: 100)
    let cap = Swift.min(tape.height * 0.06, tape.width * 0.86 / widest * 100).held(6, 16).whole
    let height = (cap * 2.2).whole
    tape.size.height = Swift.max(0, tape.height - height)
    footnoteText.place(x: tape.midX.whole, middle: tape.maxY + half(height), capHeight: cap)
    showFootnote()
  }

  private func showFootnote() {
    guard let footnote else { return }
    let text = footnote.hasValue ? footnoteFormat.text(of: footnote.value) : noValueText
    footnoteText.show(footnoteUnit.isEmpty ? text : text + " " + footnoteUnit)
    footnoteText.foregroundColor = theme[footnote.quality == .fresh ? .advisory : .stale]
  }

  private func findStep(_ along: Fixed) {
    let seen = span > .zero ? span : defaultSpan
    let room = ScaleRoom(
      isUpright ? .upright : .across, numeralLength: along, markLength: along,
      digitWidth: valueText.width(of: "0", capHeight: capHeight), capHeight: capHeight, markSpacing: 5)
    var options = ScaleOptions(numbers: format)
    options.resolution = resolution
    if wraps == 360 { options.step = 30 }
    let scale = ScaleLayout(0...Swift.max(seen, Fixed64(rawValue: 256)), room: room, options: options)
    (step, decimals) = (scale.step > .zero ? scale.step : seen, scale.decimals)
    parts = scale.parts
    pointsPerStep = Swift.max(8, Fixed(Fixed64(along) * ((step / Swift.max(seen, Fixed64(rawValue: 1))) ?? .one)))
  }

  private var parts = 1
  /// Whether the box has room for a drum.
  private var usesDrum = false
  /// How far the middle numeral has moved from the middle.
  private var rolled: Fixed = 0
  /// How far from the middle of an upright tape the box about the value hides numerals.
  private(set) var boxReach: Fixed = 0
  /// Whether a tape of headings has no room for its numbers, and writes the letters only.
  private var writesLettersOnly = false

  /// Numbers of headings are as small as they have to be; where that is too small only letters stand.
  private func fitHeadings() {
    writesLettersOnly = false
    if isUpright || wraps != 360 { return }
    let whole = Swift.max(1, valueText.width(of: "000", capHeight: 100))
    let fitting = pointsPerStep * 0.82 / whole * 100
    if fitting >= 8 { capHeight = Swift.min(capHeight, fitting) } else { writesLettersOnly = true }
  }

  private var defaultSpan: Fixed64 {
    if wraps == 360 { return 120 }
    return Swift.max(Fixed64(rawValue: (range.upperBound - range.lowerBound).rawValue / 4), Fixed64(rawValue: 1 << 16))
  }

  /// How many numerals there are on each side of the middle one.
  private var sideCount: Int {
    let along = isUpright ? tape.height : tape.width
    return Swift.min(6, (along / (pointsPerStep * 2)).ceil + 1)
  }

  private func layOutMarks(_ across: Fixed, _ along: Fixed) {
    (marks.bounds, marks.position) = (.zero, .zero)
    var path = Path(capacity: 400)
    let length = isUpright ? (across * 0.16).held(5, 14).whole : (across * 0.22).held(4, 10).whole
    let count = Swift.max(1, parts)
    for index in -sideCount * count...sideCount * count {
      let isMajor = index % count == 0, isMedium = count % 2 == 0 && index % (count / 2) == 0
      let size = isMajor ? length : isMedium ? (length * 0.7).whole : (length * 0.45).whole
      let thickness: Fixed = isMajor ? 2 : 1
      let place = pointsPerStep * index / count
      if isUpright {
        let edge = numeralsAtRight ? -half(across) : half(across) - size
        path.addRect(Rect(x: edge.whole, y: -place - half(thickness), width: size, height: thickness))
      } else {
        path.addRect(Rect(x: place - half(thickness), y: -half(across), width: thickness, height: size))
      }
    }
    marks.path = path
    let cap = numeralHeight(Swift.max(0, across - length - 6))
    numeralCap = cap
    for (index, numeral) in numerals.enumerated() {
      numeral.isHidden = index > sideCount * 2 || cap <= 0
      let place = pointsPerStep * (index - sideCount)
      numeral.alignmentMode = !isUpright ? .center : numeralsAtRight ? .left : .right
      if isUpright {
        let x = half(across) - length - 4
        numeral.place(x: numeralsAtRight ? -x : x, middle: -place, capHeight: cap)
      } else {
        numeral.place(x: place, middle: length + 4 + half(capHeight) - half(across), capHeight: capHeight)
      }
    }
  }

  /// Numerals of an upright tape are as small as the longest one has to be, for one that is cut is another number; 0 where that
  /// could not be read.
  private func numeralHeight(_ room: Fixed) -> Fixed {
    if !isUpright { return capHeight }
    let widest = valueText.width(of: range, format.plain(decimals: decimals), capHeight: 100)
    let fitting = Swift.min(capHeight, room * 100 / Swift.max(1, widest))
    return fitting < 5 ? 0 : fitting
  }

  /// The box about the value, with a tip that touches the marks.
  private func layOutBox(_ content: Rect) {
    let widest = wraps > .zero ? format.text(of: 359) : format.text(of: widestValue)
    let unitCap = isUpright ? capHeight * 1.35 : Swift.min(capHeight * 1.5, (content.height * 0.38) / 2.1)
    let whole = valueText.width(of: widest, capHeight: 100)
    let most = isUpright ? tape.width * 0.66 : tape.width * 0.5
    let cap = Swift.min(unitCap, most / Swift.max(1, whole) * 100)
    let (width, height) = (whole * cap / 100 + cap * 0.9, cap * 2)
    var path = Path(capacity: 10)
    let tip = cap * 0.5
    if isUpright {
      let y = tape.midY.whole
      // Over the numerals, and clear of the marks.
      let markRoom = (tape.width * 0.16).held(5, 14).whole
      let right = numeralsAtRight ? tape.maxX : tape.maxX - markRoom - tip
      let left = numeralsAtRight ? tape.minX + markRoom + tip : Swift.max(tape.minX, right - width)
      let end = numeralsAtRight ? Swift.min(tape.maxX, left + width) : right
      boxMiddle = Point(x: half(left + end), y: y)
      path.addRoundedRect(in: Rect(x: left, y: y - half(height), width: end - left, height: height), cornerRadius: 2)
      let (base, point) = numeralsAtRight ? (left, left - tip) : (end, end + tip)
      path.move(to: Point(x: base, y: y - half(tip)))
      path.addLine(to: Point(x: point, y: y))
      path.addLine(to: Point(x: base, y: y + half(tip)))
    } else {
      let bottom = tape.minY - tip
      boxMiddle = Point(x: tape.midX.whole, y: bottom - half(height))
      path.addRoundedRect(
        in: Rect(x: boxMiddle.x - half(width), y: bottom - height, width: width, height: height), cornerRadius: 2)
      path.move(to: Point(x: boxMiddle.x - half(tip), y: bottom))
      path.addLine(to: Point(x: boxMiddle.x, y: bottom + tip))
      path.addLine(to: Point(x: boxMiddle.x + half(tip), y: bottom))
    }
    path.closeSubpath()
    box.frame = bounds
    box.path = path
    let room = isUpright ? Swift.min(width, tape.width * 0.84) : tape.width
    usesDrum = hasDrums && isUpright && format.decimals == 0 && wraps <= .zero && cap >= 7
    boxReach = usesDrum ? TapeDrum.reach(capHeight: cap) : half(height)
    valueText.alignmentMode = usesDrum ? .right : .center
    let right = boxMiddle.x + half(Swift.min(whole * cap / 100, room - cap * 0.3))
    let rolling = (valueText.width(of: "00", capHeight: cap) + 2).ceilWhole
    drum.layOut(left: (right - rolling).whole + 1, width: rolling, middle: boxMiddle.y, capHeight: cap)
    valueText.place(
      x: usesDrum ? (right - rolling).whole : boxMiddle.x, middle: boxMiddle.y, capHeight: cap,
      room: Swift.max(0, room - cap * 0.3 - (usesDrum ? rolling : 0)))
    dashes.place(x: boxMiddle.x, middle: boxMiddle.y, capHeight: cap * 0.6)
    let line = (cap / 14).held(1, 2).whole
    strike.frame = Rect(
      x: boxMiddle.x - half(width) + 2, y: (boxMiddle.y - half(line)).whole, width: width - 4, height: line)
    let reach = Swift.min(tape.width, tape.height) * 0.4
    cross.layOut(in: Rect(x: tape.midX - reach, y: tape.midY - reach, width: reach * 2, height: reach * 2), width: 3)
  }

  private func layOutBug(_ across: Fixed) {
    bug.bounds = .zero
    let size = (across * 0.1).held(4, 9)
    var path = Path(capacity: 8)
    for index in 0..<7 {
      let (outwards, along): (Fixed, Fixed) = [
        (0, 0), (size, -size), (size, -size * 1.7), (-size * 0.6, -size * 1.7), (-size * 0.6, size * 1.7),
        (size, size * 1.7), (size, size),
      ][index]
      let direction: Fixed = numeralsAtRight ? 1 : -1
      let point =
        isUpright ? Point(x: outwards * direction, y: along) : Point(x: along, y: -outwards)
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.closeSubpath()
    bug.path = path
  }

  // MARK: Moving parts

  public override func valueChanged() {
    strip.isHidden = !value.hasValue
    valueText.isHidden = !value.hasValue
    dashes.isHidden = value.hasValue
    drum.isHidden = !usesDrum || !value.hasValue
    if value.hasValue {
      let shown = wraps > .zero ? value.value.modulo(wraps) ?? value.value : value.value
      let position = (shown / step) ?? .zero
      let middle = position.rounded
      let rest = Fixed(position - Fixed64(middle)) * pointsPerStep
      strip.position = Point(
        x: half(tape.width).whole - (isUpright ? 0 : rest), y: half(tape.height).whole + (isUpright ? rest : 0))
      if middle != middleStep {
        middleStep = middle
        for index in 0...Swift.min(sideCount * 2, numerals.count - 1) {
          numerals[index].show(numeral(middle + index - sideCount))
        }
      }
      rolled = rest
      hideCovered()
      let whole = format.decimals == 0 && wraps > .zero && Fixed64(shown.rounded) == wraps ? .zero : shown
      if usesDrum { showDrum(shown) } else { valueText.show(format.text(of: whole)) }
    }
    placeZones()
    setpointChanged()
  }

  /// Half a numeral above or below the box, behind the age or at an end would be read as another one: it shows when all of it
  /// does.
  private func hideCovered() {
    if numeralCap <= 0 || !value.hasValue { return }
    if !isUpright {
      for index in 0...Swift.min(sideCount * 2, numerals.count - 1) {
        let place = pointsPerStep * (index - sideCount) - rolled
        numerals[index].isHidden = abs(place) + half(numerals[index].textWidth) > half(tape.width)
      }
      return
    }
    let age = frameLayer.ageText
    let top = age.frame.maxY - half(tape.height).whole - tape.minY
    for index in 0...Swift.min(sideCount * 2, numerals.count - 1) {
      let place = rolled - pointsPerStep * (index - sideCount)
      let isBehindAge = !age.isHidden && place - half(numeralCap) < top
      numerals[index].isHidden = isBehindAge || abs(place) < boxReach + half(numeralCap)
    }
  }

  override func ageWasPlaced() { hideCovered() }

  /// The hundreds before the drum: they change when half of its last step has gone by, as the drum is read.
  private func showDrum(_ value: Fixed64) {
    drum.show(value)
    let hundreds = ((value.magnitude + 10) / 100)?.floor ?? 0
    let sign = value < .zero
    valueText.show(
      hundreds == 0 ? (sign ? "-" : "") : NumberFormat().text(of: Fixed64(sign ? -hundreds : hundreds)))
  }

  /// The numeral at a number of steps from zero.
  private func numeral(_ number: Int) -> String {
    let value = step * Fixed64(number)
    if wraps <= .zero { return format.plain(decimals: decimals).text(of: value) }
    let angle = (value.modulo(wraps) ?? value).rounded
    if wraps == 360 {
      switch angle {
      case 0: return "N"
      case 90: return "E"
      case 180: return "S"
      case 270: return "W"
      default: if writesLettersOnly { return "" }
      }
    }
    return NumberFormat(minimumDigits: wraps == 360 ? 3 : 1).text(of: Fixed64(angle))
  }

  /// How far from the middle a value stands, in points upwards or to the right, held to a little beyond the tape.
  private func offset(of other: Fixed64) -> Fixed {
    var difference = other - value.value
    if wraps > .zero {
      let half = Fixed64(rawValue: wraps.rawValue / 2)
      difference = ((difference + half).modulo(wraps) ?? difference) - half
    }
    let steps = ((difference / step) ?? .zero).held(-1000, 1000)
    let whole = isUpright ? tape.height : tape.width
    return Fixed(steps * Fixed64(pointsPerStep)).held(-whole, whole)
  }

  private func placeZones() {
    var used = 0
    for zone in showsZones ? zones : []
    where zone.state > .normal && used < zoneMarks.count && value.hasValue && wraps <= .zero {
      let (from, to) = (offset(of: zone.lower), offset(of: zone.upper))
      let mark = zoneMarks[used]
      used += 1
      let width: Fixed = 4
      mark.backgroundColor = theme[zone.state.role]
      mark.frame =
        isUpright
        ? Rect(
          x: numeralsAtRight ? 0 : tape.width - width, y: half(tape.height) - to, width: width, height: to - from)
        : Rect(x: half(tape.width) + from, y: 0, width: to - from, height: width)
    }
    for index in zoneMarks.indices { zoneMarks[index].isHidden = index >= used }
  }

  private func setpointChanged() {
    bug.isHidden = !setpoint.hasValue || !value.hasValue
    if bug.isHidden { return }
    // Beyond the tape it waits at the end.
    let most = half(isUpright ? tape.height : tape.width) - 4
    let along = offset(of: setpoint.value).held(-most, most)
    bug.position =
      isUpright
      ? Point(x: numeralsAtRight ? tape.minX : tape.maxX, y: tape.midY - along)
      : Point(x: tape.midX + along, y: tape.minY)
  }

  // MARK: Colours

  public override func appearanceChanged() {
    window.backgroundColor = theme[.surface].mixed(235, with: theme[.ink])
    marks.fillColor = quality == .old ? theme[.stale] : theme[.mark]
    for numeral in numerals { numeral.foregroundColor = quality == .old ? theme[.stale] : theme[.ink] }
    let isField = zoneState == .caution || (zoneState == .warning && isLit)
    // Darker than the tape in every theme: a light box would not be seen by day.
    let isLight = theme[.ground].luminance > 128
    box.fillColor = isField ? theme[zoneState.role] : isLight ? theme[.ink] : theme[.ground]
    let plain = isLight ? theme[.surface] : theme[.ink]
    valueText.foregroundColor =
      quality == .old
      ? theme[.stale] : isField ? theme[.surface] : zoneState >= .caution ? theme[zoneState.role] : plain
    drum.show(valueText.foregroundColor, on: isField ? theme[zoneState.role] : isLight ? theme[.ink] : theme[.ground])
    dashes.foregroundColor = theme[.stale]
    strike.isHidden = quality != .old
    strike.backgroundColor = plain
    bug.fillColor = theme[.accent]
    showFootnote()
    placeZones()
  }

  /// A quarter of a pixel of the tape, and of the drum.
  public override var valueTolerance: Fixed64 {
    let tape = ((step / Fixed64(Swift.max(1, pointsPerStep))) ?? .zero) * Fixed64(1, over: 4)
    return usesDrum ? Swift.min(tape, drum.valueTolerance) : tape
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .span: span = reading.hasValue ? reading.value : .zero
    case .side: numeralsAtRight = Side(rawValue: reading.value.rounded) == .right
    case .setpoint: setpoint = reading
    default: super.take(key, reading)
    }
  }
}
