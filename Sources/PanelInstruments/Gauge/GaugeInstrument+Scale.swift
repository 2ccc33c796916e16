// Stage: instruments. The scale of a gauge: marks, numerals, zones.
import FixedRaster
import LayerRuntime
import PanelSignals

extension GaugeInstrument {
  func layOutScale() {
    let d = dial.diameter
    scale = fittingScale()
    // Divided numerals mean nothing without their divisor.
    let isNumbered = hasNumerals && scale.hasNumerals && (scale.factor == 1 || hasFactor)
    var path = Path(capacity: 512)
    var used = 0
    let outer = d * markRadius
    scale.forEachMark { mark in
      let angle = dial.angle(scale.share(of: mark.value))
      let (length, width) = markSize(mark.length, isNumbered)
      // The last mark of a whole circle lies on the first.
      let isRepeated = dial.sweep >= 360 && mark.value == range.upperBound && mark.value != range.lowerBound
      if !isRepeated && length > 0 { dial.addMark(to: &path, angle: angle, outer: outer, length: length, width: width) }
      if mark.isNumbered && isNumbered && !isRepeated && placeNumeral(used, scale.numeral(of: mark.value), angle) {
        used += 1
      }
    }
    marks.path = path
    for index in numerals.indices { numerals[index].isHidden = index >= used }
    layOutZones(outer)
    layOutMarkers(outer)
    layOutFactor(isNumbered)
  }

  private var hasFactor: Bool { dial.diameter >= 110 }

  /// Divided numerals have their divisor beside them: where no needle comes, below its hub, or above the value in an
  /// arc.
  private func layOutFactor(_ isNumbered: Bool) {
    let d = dial.diameter
    factorText.isHidden = scale.factor == 1 || !isNumbered
    factorText.show(scale.factorWords)
    let isRing = pointer == .arc
    var middle = dial.center.y + d * (isRing ? -0.16 : 0.175)
    var cap = Swift.max(7, d * 0.06)
    if isRing && showsReadout {
      cap = Swift.max(7, d * 0.045)
      middle = Swift.min(middle, valueBox.minY - cap * 1.1)
    }
    // Where the value has that place, above the hub.
    if !isRing && showsReadout && half(valueBox.height + cap) > abs(valueBox.midY - middle) {
      middle = dial.center.y - d * 0.175
    }
    factorText.place(x: dial.center.x, middle: middle, capHeight: cap)
    if factorText.isHidden { return }
    // Wide numerals of a small dial make room for it.
    let width = factorText.textWidth + cap
    let place = Rect(x: dial.center.x - half(width), y: middle - cap, width: width, height: cap * 2)
    for numeral in numerals where !numeral.isHidden && numeral.letters.intersects(place) { numeral.isHidden = true }
  }

  /// From the value to the nearest numeral beside it.
  var spaceBesideValue: Fixed {
    var space = dial.diameter
    for numeral in numerals where !numeral.isHidden {
      let letters = numeral.letters
      if letters.maxY <= valueBox.minY || letters.minY >= valueBox.maxY { continue }
      space = Swift.min(space, Swift.max(letters.minX - valueBox.maxX, valueBox.minX - letters.maxX))
    }
    return space
  }

  /// Below that numerals cannot be read.
  private var hasNumerals: Bool { showsNumerals && dial.diameter >= 80 }

  /// Beside an arc stand the marks of numerals only.
  private func markSize(_ length: ScaleMark.Length, _ isNumbered: Bool) -> (length: Fixed, width: Fixed) {
    let d = dial.diameter
    if pointer != .needle {
      return length == .major && isNumbered ? (d * 0.02, Swift.max(1.5, d * 0.008)) : (0, 0)
    }
    switch length {
    case .major: return (d * 0.072, Swift.max(1.75, d * 0.012))
    case .medium: return (d * 0.050, Swift.max(1.5, d * 0.008))
    case .minor: return (d * 0.030, Swift.max(1.25, d * 0.005))
    }
  }

  // MARK: Numerals

  /// Within a filled arc the value is the largest.
  var numeralCap: Fixed {
    let own = dial.diameter * (numeralsAreOutside ? 0.082 : 0.072)
    return Swift.max(6.5, isAroundValue ? Swift.min(own, readout.valueText.capHeight * 0.6) : own)
  }
  private var isAroundValue: Bool { pointer == .arc && showsReadout }
  /// The radius that numerals stay within.
  private var numeralRadius: Fixed {
    numeralsAreOutside
      ? dial.diameter * 0.507 : dial.diameter * (markRadius - (pointer == .needle ? 0.083 : 0.045))
  }

  /// The numerals' height follows from how many there are, which follows from their height: it is tried both ways.
  func fittingScale() -> ScaleLayout {
    var options = scaleOptions
    if format.isDuration { options.numbers = format }
    options.division = division
    if resolution > options.resolution { options.resolution = resolution }
    func layout(_ cap: Fixed) -> ScaleLayout {
      let digit = readout.valueText.width(of: "0", capHeight: cap)
      let turn = radians(dial.sweep)
      let room = ScaleRoom(
        .round, numeralLength: (numeralRadius - cap * 0.6) * turn, markLength: dial.diameter * markRadius * turn,
        digitWidth: digit, capHeight: hasNumerals ? cap : 0, markSpacing: Swift.max(4, dial.diameter * 0.02))
      return ScaleLayout(range, room: room, options: options)
    }
    func numerals(_ scale: ScaleLayout) -> (count: Int, width: Fixed) {
      var (count, width): (Int, Fixed) = (0, 0)
      scale.forEachMark { mark in
        if !mark.isNumbered { return }
        count += 1
        width = Swift.max(width, readout.valueText.width(of: scale.numeral(of: mark.value), capHeight: 100))
      }
      return (count, width)
    }
    // Wider than a quarter of the dial they would reach the hub.
    let most = Swift.min(dial.diameter * (numeralsAreOutside ? 0.4 : 0.24), bounds.width * 0.3)
    numeralHeight = numeralCap
    var small = layout(numeralHeight)
    if hasNumerals && !small.fitsNumerals {
      for share: Fixed in [0.85, 0.72] where !small.fitsNumerals && numeralCap * share >= 6.5 {
        let smaller = layout(numeralCap * share)
        if smaller.fitsNumerals || smaller.numeralEvery < small.numeralEvery || !small.hasNumerals {
          (small, numeralHeight) = (smaller, numeralCap * share)
        }
      }
    }
    var shown = numerals(small)
    if shown.width * numeralHeight / 100 > most {
      numeralHeight = Swift.max(6.5, most / shown.width * 100)
      small = layout(numeralHeight)
      shown = numerals(small)
    }
    let larger = numeralHeight * 1.2
    if !isAroundValue && numeralHeight == numeralCap && shown.count > 0 && shown.count <= 6
      && shown.width * larger / 100 <= most
    {
      let large = layout(larger)
      if numerals(large).count == shown.count {
        numeralHeight = larger
        return large
      }
    }
    return small
  }

  /// - Returns: false where there is no room for it.
  private func placeNumeral(_ index: Int, _ text: String, _ angle: Fixed) -> Bool {
    if index == numerals.count {
      let numeral = Caption(fonts.text)
      addSublayer(numeral)
      numerals.append(numeral)
    }
    let numeral = numerals[index]
    let cap = numeralHeight
    numeral.show(text)
    let width = numeral.width(of: text, capHeight: cap)
    let place = numeralPoint(angle, width)
    // A number as wide as that would lie over the marks, the needle, and others.
    if width > dial.diameter * 0.4 { return false }
    // Ends of letters may come near to each other.
    let (w, h) = (width * 0.9, cap * 0.8)
    let box = Rect(x: place.x - half(w), y: place.y - half(h), width: w, height: h)
    if !Rect(origin: .zero, size: bounds.size).contains(box) { return false }
    if isTaken(box, by: index) { return false }
    numeral.place(x: place.x, middle: place.y, capHeight: cap)
    return true
  }

  /// The middle of a numeral.
  private func numeralPoint(_ angle: Fixed, _ width: Fixed) -> Point {
    // The ellipse around it touches a circle within the marks, or without, whatever its width: the marks keep their distance.
    let turn = sineCosine(radians(angle))
    let across = (turn.sine * Coefficient(half(width))).fixed
    let along = (turn.cosine * Coefficient(half(numeralHeight))).fixed
    let reach = FixedRaster.sqrt(
      Swift.min(across, 120) * Swift.min(across, 120) + Swift.min(along, 120) * Swift.min(along, 120))
    return dial.point(
      angle, numeralsAreOutside ? numeralRadius + reach : Swift.max(0, numeralRadius - reach * 1.04))
  }

  /// The rectangle of all numerals of the present scale; the centre where there are none.
  var numeralArea: Rect {
    var area = Rect(origin: dial.center, size: .zero)
    scale.forEachMark { mark in
      if !mark.isNumbered { return }
      let width = readout.valueText.width(of: scale.numeral(of: mark.value), capHeight: numeralHeight)
      let place = numeralPoint(dial.angle(scale.share(of: mark.value)), width)
      area = area.union(
        Rect(x: place.x - half(width), y: place.y - half(numeralHeight), width: width, height: numeralHeight))
    }
    return area
  }

  /// Whether a numeral would lie over the hub, the value or one of the numerals before it.
  private func isTaken(_ box: Rect, by index: Int) -> Bool {
    let radius = Swift.max(2, dial.diameter * 0.0425)
    let hub = Rect(x: dial.center.x - radius, y: dial.center.y - radius, width: radius * 2, height: radius * 2)
    if pointer != .arc && box.intersects(hub) { return true }
    if showsReadout && box.intersects(valueBox) { return true }
    for other in numerals.prefix(index) where box.intersects(other.letters) { return true }
    return false
  }

  // MARK: Zones and markers

  private func layOutZones(_ outer: Fixed) {
    let d = dial.diameter
    zoneLayers.removeAll()
    if showsZones {
      for zone in zones {
        let (from, to) = (scale.held(zone.lower), scale.held(zone.upper))
        if from >= to { continue }
        let (begin, end) = (dial.angle(scale.share(of: from)), dial.angle(scale.share(of: to)))
        // The more urgent the wider, seen without colour: from one inner edge, beside an arc from one outer edge.
        let width = Swift.max(3, d * zone.state.bandWidth)
        let (near, far) =
          pointer != .needle
          ? (d * (ringInner - 0.003) - half(width), d * (ringInner - 0.003)) : (d * 0.462, d * 0.462 + width)
        zoneLayers.addShape(zone.state) {
          dial.addBand(to: &$0, from: begin, to: end, outer: far, inner: near)
          if zone.state != .warning || pointer != .needle { return }
          // 14 CFR 25.1549: a red radial at the limit.
          for (limit, angle) in [(zone.lower, begin), (zone.upper, end)] where limit == scale.held(limit) {
            if limit == range.lowerBound || limit == range.upperBound { continue }
            dial.addMark(
              to: &$0, angle: angle, outer: far, length: far - outer + d * 0.072, width: Swift.max(2, d * 0.014))
          }
        }
      }
    }
    zoneLayers.finish()
  }

  /// Triangles about the scale that are turned to their values.
  private func layOutMarkers(_ outer: Fixed) {
    let d = dial.diameter
    let size = Swift.max(4, d * 0.045)
    func triangle(_ mark: ShapeLayer, from base: Fixed, to tip: Fixed, halfWidth: Fixed) {
      mark.bounds = .zero
      mark.position = dial.center
      var path = Path(capacity: 4)
      path.move(to: Point(x: -halfWidth, y: -base))
      path.addLine(to: Point(x: halfWidth, y: -base))
      path.addLine(to: Point(x: 0, y: -tip))
      path.closeSubpath()
      mark.path = path
    }
    triangle(setpointMark, from: d * 0.5, to: d * 0.5 - size * 1.3, halfWidth: size * 0.75)
    // As long as the longest marks, and over them.
    for mark in [peakMark, lowMark] {
      triangle(mark, from: outer + d * 0.008, to: outer - d * 0.075, halfWidth: Swift.max(2, d * 0.018))
    }
  }
}
