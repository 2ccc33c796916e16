// Stage: instruments. A scale on a line, beside a track: zones, marks, numerals.
import FixedRaster
import LayerRuntime
import PanelSignals

/// Where a straight scale lies.
struct LinearPlace: Equatable {
  /// The track that the scale is of. Upright it runs from the bottom up, lying from the left to the right.
  var track = Rect.zero
  var isUpright = true

  /// The coordinate of a share of the scale, on the axis that it runs along.
  func coordinate(_ share: Fixed64) -> Fixed {
    isUpright ? track.maxY - Fixed(share * Fixed64(track.height)) : track.minX + Fixed(share * Fixed64(track.width))
  }

  var length: Fixed { isUpright ? track.height : track.width }

  /// The part of the track between two coordinates.
  func part(_ a: Fixed, _ b: Fixed) -> Rect {
    let (low, high) = (Swift.min(a, b), Swift.max(a, b))
    return isUpright
      ? Rect(x: track.minX, y: low, width: track.width, height: high - low)
      : Rect(x: low, y: track.minY, width: high - low, height: track.height)
  }
}

/// The measures across a straight scale, from the track outwards.
struct LinearMeasures: Equatable {
  /// Between track and zones, and the zones' width.
  var gap: Fixed = 2
  var zoneWidth: Fixed = 3
  var markLength: Fixed = 8
  var capHeight: Fixed = 8
  var numeralWidth: Fixed = 0

  /// - Parameters:
  ///   - side: the shorter side of the instrument.
  ///   - measure: a 480th of the panel's shorter side: more of it makes room for larger letters.
  ///   - isRead: whether numerals alone say the value, so that they are larger.
  init(side: Fixed, measure: Fixed, hasZones: Bool, hasNumerals: Bool, isRead: Bool) {
    let most = Swift.max(1, measure)
    zoneWidth = hasZones ? (side * 0.03).held(3, 6 * most).whole : 0
    markLength = (side * 0.06).held(5, 12 * most).whole
    capHeight = hasNumerals ? (side * (isRead ? 0.11 : 0.065)).held(7, 15 * most) : 0
  }

  /// From the track to the numerals' far side.
  func width(isUpright: Bool) -> Fixed {
    let numerals = capHeight <= 0 ? 0 : isUpright ? numeralWidth + 4 : capHeight + 5
    return gap + zoneWidth + (zoneWidth > 0 ? 1 : 0) + markLength + numerals
  }
}

/// The scale to the left of an upright track, or below a lying one. It has its instrument's coordinates.
final class LinearScale: Layer {
  private let zoneLayers = ZoneLayers()
  private let marks = ShapeLayer()
  private(set) var numerals: [Caption] = []
  private let font: FontPack
  private(set) var place = LinearPlace()
  private(set) var scale: ScaleLayout

  init(_ font: FontPack) {
    self.font = font
    scale = ScaleLayout(
      0...100, room: ScaleRoom(.across, numeralLength: 0, markLength: 0, digitWidth: 0, capHeight: 0))
    super.init()
    addSublayer(zoneLayers)
    addSublayer(marks)
  }

  /// How a range is divided along a length. Numerals are smaller where that gives room to those that would have none.
  func division(
    _ range: ClosedRange<Fixed64>, along length: Fixed, isUpright: Bool, _ measures: inout LinearMeasures,
    _ options: ScaleOptions
  ) -> ScaleLayout {
    var options = options
    // Ends of a turn are two places of a scale.
    options.numbers.goRound(.zero, range)
    let unit = font.metrics(size: 100)
    func layout(_ capHeight: Fixed, isTight: Bool) -> ScaleLayout {
      let size = unit.capHeight > 0 ? capHeight / unit.capHeight * 100 : capHeight
      var room = ScaleRoom(
        isUpright ? .upright : .across, numeralLength: length, markLength: length,
        digitWidth: font.advance(of: font.glyph(for: "0"), size: size), capHeight: capHeight, markSpacing: 5)
      room.isTight = isTight
      return ScaleLayout(range, room: room, options: options)
    }
    let scale = layout(measures.capHeight, isTight: false)
    if !options.words.isEmpty {
      let whole = measures.capHeight
      for share: Fixed in [0.85, 0.7, 0.55, 0] where !isUpright && haveTooLittleRoom(scale, length, measures.capHeight)
      {
        measures.capHeight = Swift.min(whole, Swift.max(Self.leastCapHeight, whole * share))
      }
      return scale
    }
    if measures.capHeight <= 0 || scale.fitsNumerals || scale.hasNumerals && options.step <= .zero { return scale }
    let tight = layout(measures.capHeight, isTight: true)
    if tight.fitsNumerals || measures.capHeight <= Self.leastCapHeight { return tight }
    let small = layout(Self.leastCapHeight, isTight: true)
    if !small.hasNumerals || tight.hasNumerals && tight.numeralEvery <= small.numeralEvery { return tight }
    measures.capHeight = Self.leastCapHeight
    return small
  }

  /// Whether words beside each other would touch.
  private func haveTooLittleRoom(_ scale: ScaleLayout, _ length: Fixed, _ capHeight: Fixed) -> Bool {
    let caption = Caption(font)
    var (end, isCrowded): (Fixed?, Bool) = (nil, false)
    scale.forEachMark { mark in
      if !mark.isNumbered { return }
      let width = caption.width(of: scale.numeral(of: mark.value), capHeight: capHeight)
      let middle = length * Fixed(scale.share(of: mark.value))
      if let end, middle - half(width) < end + capHeight { isCrowded = true }
      end = middle + half(width)
    }
    return isCrowded
  }

  /// Of numerals: smaller ones cannot be read.
  private static let leastCapHeight: Fixed = 7

  /// The width of the widest numeral.
  func numeralWidth(_ scale: ScaleLayout, capHeight: Fixed) -> Fixed {
    let caption = Caption(font)
    var width: Fixed = 0
    scale.forEachMark { mark in
      if mark.isNumbered {
        width = Swift.max(width, caption.width(of: scale.numeral(of: mark.value), capHeight: capHeight))
      }
    }
    return width.ceilWhole
  }

  /// - Parameters:
  ///   - place: where the track lies.
  ///   - isShown: whether marks and numerals are seen; zones are all the same.
  func layOut(
    _ place: LinearPlace, _ scale: ScaleLayout, _ measures: LinearMeasures, zones: [Zone], isShown: Bool
  ) {
    self.place = place
    self.scale = scale
    for layer in [zoneLayers, marks] as [Layer] { layer.frame = bounds }
    let edge = place.isUpright ? place.track.minX - measures.gap : place.track.maxY + measures.gap
    layOutZones(zones, edge, measures)
    let outwards: Fixed = measures.zoneWidth + (measures.zoneWidth > 0 ? 1 : 0)
    let foot = place.isUpright ? edge - outwards : edge + outwards
    var path = Path(capacity: 400)
    var used = 0
    if isShown {
      scale.forEachMark { mark in
        let along = place.coordinate(scale.share(of: mark.value))
        addMark(to: &path, mark.length, along, foot, measures.markLength)
        if mark.isNumbered && measures.capHeight > 0 {
          placeNumeral(used, scale.numeral(of: mark.value), along, foot, measures)
          used += 1
        }
      }
    }
    marks.path = path
    for index in numerals.indices { numerals[index].isHidden = index >= used }
    if scale.hasWords { hideCrowded(used, gap: half(measures.capHeight)) }
  }

  /// Hides each word that would touch the one before.
  private func hideCrowded(_ count: Int, gap: Fixed) {
    var former: Rect?
    for numeral in numerals.prefix(count) {
      let width = numeral.textWidth
      let left = place.isUpright ? numeral.frame.maxX - width : numeral.frame.midX - half(width)
      let box = Rect(
        x: left, y: numeral.capitalsMiddle - half(numeral.capHeight), width: width, height: numeral.capHeight)
      numeral.isHidden = former.map { box.insetBy(dx: -gap, dy: -gap).intersects($0) } ?? false
      if !numeral.isHidden { former = box }
    }
  }

  /// Marks lie on whole pixels: a mark that is half on one and half on the next looks wider and dimmer than others.
  private func addMark(to path: inout Path, _ length: ScaleMark.Length, _ along: Fixed, _ foot: Fixed, _ whole: Fixed) {
    let size = length == .major ? whole : length == .medium ? (whole * 0.7).whole : (whole * 0.45).whole
    let thickness: Fixed = length == .major ? 2 : 1
    let start = (along - half(thickness)).whole
    path.addRect(
      place.isUpright
        ? Rect(x: foot - size, y: start, width: size, height: thickness)
        : Rect(x: start, y: foot, width: thickness, height: size))
  }

  private func placeNumeral(
    _ index: Int, _ text: String, _ along: Fixed, _ foot: Fixed, _ measures: LinearMeasures
  ) {
    if index == numerals.count {
      let numeral = Caption(font)
      addSublayer(numeral)
      numerals.append(numeral)
    }
    let numeral = numerals[index]
    numeral.alignmentMode = place.isUpright ? .right : .center
    numeral.show(text)
    if place.isUpright {
      numeral.place(x: foot - measures.markLength - 4, middle: along, capHeight: measures.capHeight)
    } else {
      numeral.place(
        x: along, middle: foot + measures.markLength + 4 + half(measures.capHeight), capHeight: measures.capHeight)
    }
  }

  private func layOutZones(_ zones: [Zone], _ edge: Fixed, _ measures: LinearMeasures) {
    zoneLayers.removeAll()
    for zone in zones {
      let (from, to) = (scale.held(zone.lower), scale.held(zone.upper))
      if from >= to || measures.zoneWidth <= 0 { continue }
      let part = place.part(place.coordinate(scale.share(of: from)), place.coordinate(scale.share(of: to)))
      // The more urgent the wider, seen without colour.
      let width = Swift.max(1, measures.zoneWidth * zone.state.bandThirds / 3).whole
      let band =
        place.isUpright
        ? Rect(x: edge - width, y: part.minY.whole, width: width, height: part.maxY.whole - part.minY.whole)
        : Rect(x: part.minX.whole, y: edge, width: part.maxX.whole - part.minX.whole, height: width)
      zoneLayers.addShape(zone.state) { $0.addRect(band) }
    }
    zoneLayers.finish()
  }

  func show(_ theme: Theme) {
    marks.fillColor = theme[.mark]
    zoneLayers.show(theme)
    for numeral in numerals { numeral.foregroundColor = theme[.ink] }
  }
}
