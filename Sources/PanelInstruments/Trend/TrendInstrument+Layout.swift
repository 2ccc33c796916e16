// Stage: instruments. The parts of a trend around its lines: scales, grid, zones, the newest value.
import FixedRaster
import LayerRuntime
import PanelSignals

extension TrendInstrument {
  func range(ofPen pen: Int) -> ClosedRange<Fixed64> {
    pens.indices.contains(pen) && pens[pen].axis == .right ? rightRange : range
  }

  /// Divides the scales, and takes the room of their numerals from the plot.
  func layOutScales(_ plot: inout Rect, _ content: Rect, _ cap: Fixed, _ hasScale: Bool) {
    if hasScale { plot.size.height -= (cap * 1.9).ceilWhole }
    func layout(_ range: ClosedRange<Fixed64>, _ format: NumberFormat) -> ScaleLayout {
      let room = ScaleRoom(
        isUpright ? .across : .upright, numeralLength: Swift.max(0, isUpright ? plot.width - cap * 8 : plot.height),
        markLength: isUpright ? plot.width : plot.height, digitWidth: titleText.width(of: "0", capHeight: cap),
        capHeight: cap, markSpacing: 1000)
      var options = ScaleOptions(numbers: format)
      // Ends of a turn are two places of a scale.
      options.numbers.goRound(.zero, range)
      options.division = division
      return ScaleLayout(range, room: room, options: options)
    }
    func width(_ scale: ScaleLayout) -> Fixed {
      var widest: Fixed = 0
      scale.forEachMark {
        widest = Swift.max(widest, titleText.width(of: scale.numeral(of: $0.value), capHeight: cap))
      }
      return widest
    }
    scale = layout(range, format)
    let right = isUpright ? nil : pens.firstIndex { $0.axis == .right }
    rightScale = right.map { layout(rightRange, numbers(ofPen: $0)?.format ?? format) }
    if !hasScale { return }
    var widest = width(scale)
    if isUpright { widest = Swift.max(half(widest), titleText.width(of: "-30 min", capHeight: cap)) }
    let rightWidth = rightScale.map { (width($0) + 8).ceilWhole } ?? 0
    plot.origin.x = (content.minX + widest + 6).ceilWhole
    plot.origin.y += half(cap).ceilWhole
    plot.size = Size(
      width: Swift.max(0, content.maxX - plot.minX - (isUpright ? half(widest) : rightWidth)),
      height: Swift.max(0, plot.height - half(cap).ceilWhole))
  }

  func placed(_ rect: Rect) -> Rect { plotArea.placed(rect) }

  /// Lines on round numbers of the value, and their numerals; numerals of the scale at the right.
  func layOutGrid(_ cap: Fixed, _ hasScale: Bool) {
    var path = Path(capacity: 120)
    var used = 0
    let plot = place.plot
    scale.forEachMark { mark in
      if mark.length != .major { return }
      let y = place.y(mark.value).whole
      let line = placed(Rect(x: 0, y: Swift.min(y, plot.maxY - 1), width: plot.width, height: 1))
      path.addRect(line)
      if hasScale {
        numeral(&used, isUpright ? .center : .right).show(scale.numeral(of: mark.value))
        numerals[used - 1].place(
          x: isUpright ? line.minX : area.minX - 5, middle: isUpright ? area.maxY + cap * 1.3 : area.minY + y,
          capHeight: cap)
      }
    }
    grid.path = showsGrid ? path : nil
    leftNumerals = .max
    if let rightScale, hasScale {
      leftNumerals = used
      rightScale.forEachMark { mark in
        if mark.length != .major { return }
        let y = Swift.min(place.y(mark.value, .right).whole, plot.maxY - 1)
        numeral(&used, .left).show(rightScale.numeral(of: mark.value))
        numerals[used - 1].place(x: area.maxX + 5, middle: area.minY + y, capHeight: cap)
      }
    }
    for index in numerals.indices { numerals[index].isHidden = index >= used }
  }

  func numeral(_ used: inout Int, _ alignment: TextLayer.AlignmentMode) -> Caption {
    if used == numerals.count {
      numerals.append(Caption(fonts.text))
      addSublayer(numerals[used])
    }
    numerals[used].alignmentMode = alignment
    used += 1
    return numerals[used - 1]
  }

  func layOutZones() {
    zoneLayers.removeAll()
    if showsZones {
      for zone in zones where zone.state > .normal {
        let (from, to) = (scale.held(zone.lower), scale.held(zone.upper))
        if from >= to { continue }
        let (top, bottom) = (place.y(to).whole, place.y(from).whole)
        zoneLayers.addShape(zone.state) {
          $0.addRect(placed(Rect(x: 0, y: top, width: place.plot.width, height: bottom - top)))
        }
      }
    }
    zoneLayers.finish()
  }

  /// The newest value on the title's line.
  func layOutReadout() {
    let cap = titleCapHeight
    // The legend has the values of several pens.
    readout.isHidden = !showsValue || title == nil || bounds.width < 150 || bounds.height < 56 || legend.showsValues
    let text = readout.valueText
    // A wider value is smaller: the title keeps some of its line.
    let room = half(bounds.width)
    let digits = Swift.min(room, text.width(of: format.text(of: widestValue), capHeight: cap * 1.2))
    valueRoom = Swift.min(room, Swift.max(digits + 1, text.width(of: "00000", capHeight: cap * 1.2)))
    let unitWidth = unit.map { readout.unitText.width(of: $0, capHeight: cap * 0.9) + cap * 0.4 } ?? 0
    let right = area.maxX - unitWidth - cap * 0.4
    let middle = titleText.frame.midY
    readout.place(
      x: right, middle: middle, capHeight: cap * 1.2, width: digits, room: valueRoom,
      field: Rect(
        x: right - digits - cap * 0.3, y: middle - cap, width: digits + unitWidth + cap * 0.6, height: cap * 2))
    readout.unitText.isHidden = unit == nil
    readout.unitText.show(unit ?? "")
    readout.unitText.place(x: right + cap * 0.4, middle: middle + cap * 0.15, capHeight: cap * 0.9)
    valueEnd = right
  }

  /// Two upright lines in a corner of the plot: it stands.
  func layOutPauseMark() {
    let size = (Swift.min(area.width, area.height) * 0.12).held(8, 20).whole
    var path = Path(capacity: 12)
    for x in [0, size * 0.6] as [Fixed] { path.addRect(Rect(x: x, y: 0, width: size * 0.35, height: size)) }
    pauseMark.path = path
    pauseMark.frame = Rect(x: area.minX + 6, y: area.minY + 6, width: size, height: size)
    pauseMark.fillColor = theme[.ink]
  }
}
