// Stage: instruments. Values over time.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A trend (P44): lines of several pens, the newest column at the right edge, with zones, bands from the lowest to the
/// highest value, and gaps where nothing was heard.
///
/// Whoever owns it appends a column every ``columnDuration``. ``columnCount`` says how many there is room for.
public final class TrendInstrument: Instrument {
  // MARK: Options

  public var pens = [TrendPen()] { didSet { begin() } }
  /// The names of the pens above the plot, where there are several.
  public var penNames: [String] = [] { didSet { setNeedsLayout() } }
  /// How the numbers of each pen are written, and their units; empty for those of the instrument.
  var penFormats: [NumberFormat] = [] { didSet { setNeedsLayout() } }
  var penUnits: [String?] = []
  /// Nanoseconds.
  static let standardDuration: Int64 = 300_000_000_000
  /// How much time is seen, in seconds.
  public var duration = Fixed64(Int(standardDuration / 1_000_000_000)) {
    didSet { if duration != oldValue { setNeedsLayout() } }
  }
  /// Whether the ends of the scale follow the values that are seen.
  public var isAutomatic = false { didSet { if isAutomatic != oldValue { followValues() } } }
  /// How far the ends of an automatic scale are apart at least, in the value's unit.
  public var leastSpan = Fixed64.zero { didSet { if leastSpan != oldValue { followValues() } } }
  /// The ends of the scale at the right, of pens that say so.
  public var rightRange: ClosedRange<Fixed64> = 0...100 { didSet { if rightRange != oldValue { setNeedsLayout() } } }
  public var rightIsAutomatic = false { didSet { if rightIsAutomatic != oldValue { followValues() } } }
  /// Whether marks of time say how long ago something was, or when.
  var timeCount = TrendTimes.Count.age { didSet { if timeCount != oldValue { setNeedsLayout() } } }
  /// Of a column, in whole points, 1...8.
  public var columnWidth = 2 { didSet { if columnWidth != oldValue { setNeedsLayout() } } }
  public var showsScale = true { didSet { if showsScale != oldValue { setNeedsLayout() } } }
  /// Whether there are lines on round numbers.
  public var showsGrid = true { didSet { if showsGrid != oldValue { setNeedsLayout() } } }
  public var showsValue = true { didSet { if showsValue != oldValue { setNeedsLayout() } } }
  /// Whether time runs down: the newest column is the topmost, and values grow to the right.
  public var isUpright = false { didSet { if isUpright != oldValue { setNeedsLayout() } } }

  // MARK: Paused by a tap, looked back by a finger that goes on

  /// Whether it stands still: whoever tells it its columns goes on with those of ``columnsBack`` later.
  public private(set) var isPaused = false { didSet { if isPaused != oldValue { pauseChanged() } } }
  /// How many columns before the newest of the pause the one at the edge is.
  public private(set) var columnsBack = 0
  /// Where the finger was when ``columnsBack`` was 0, along the time; and whether it has moved.
  private var dragOrigin: Fixed = 0
  private var isDragged = false

  // MARK: Layers

  private let zoneLayers = ZoneLayers()
  private let grid = ShapeLayer()
  private let times: TrendTimes
  private let window = Layer()
  private var chunks: [TrendChunk] = []
  private var numerals: [Caption] = []
  private let readout: ValueReadout
  private let pauseMark = ShapeLayer()
  private let legend = TrendLegend()
  /// Where the newest value ends on the title's line, and how wide it may be.
  private var valueEnd: Fixed = 0, valueRoom: Fixed = 0

  private var place = TrendPlace()
  /// Where the plot lies.
  private var plotArea = TrendArea()
  private var area: Rect { plotArea.area }
  private var timeline: TrendTimeline?
  private var alarmMarks = AlarmMarks([])
  private var store = TrendStore(pens: 1, shown: 1)
  private var scale = ScaleLayout(
    0...100, room: ScaleRoom(.upright, numeralLength: 0, markLength: 0, digitWidth: 0, capHeight: 0))
  private var rightScale: ScaleLayout?
  /// How values of the first pen at the right become those that are shown.
  private var rightShown = ShownUnit(nil)

  public override init(_ style: InstrumentStyle) {
    readout = ValueReadout(style.fonts.text, unit: .beside)
    times = TrendTimes(style.fonts.text)
    super.init(style)
    window.masksToBounds = true
    for layer in [zoneLayers, grid, times, window, legend, readout, pauseMark] as [Layer] {
      addSublayer(layer)
    }
    pauseMark.isHidden = true
  }

  // MARK: Columns

  /// How many columns there is room for.
  public private(set) var columnCount = 0
  /// How much time a column takes, in seconds.
  public var columnDuration: Fixed64 { (duration / Fixed64(Swift.max(1, columnCount))) ?? duration }

  /// Appends a column for every pen. Takes no memory.
  public func append(_ column: (_ pen: Int) -> TrendColumn) {
    store.advance()
    for pen in pens.indices { store.set(column(pen), pen: pen) }
    if isLaidOut && !followValues() { showNewest() }
  }

  /// Shows a whole history in place of the former columns.
  /// - Parameters:
  ///   - count: of the columns.
  ///   - column: of a pen; the numbers go from 0, the oldest, to `count - 1`.
  public func reload(count: Int, _ column: (_ pen: Int, _ number: Int) -> TrendColumn) {
    if chunks.isEmpty || store.pens != pens.count { begin() }
    store.begin(at: count - store.capacity)
    for number in Swift.max(0, count - store.capacity)..<Swift.max(0, count) {
      store.advance()
      for pen in pens.indices { store.set(column(pen, number), pen: pen) }
    }
    if isLaidOut && !followValues() { buildAll() }
  }

  /// Gives automatic scales ends around the values that are seen.
  /// - Returns: whether there are others than before, so that everything is laid out again.
  @discardableResult
  private func followValues() -> Bool {
    let former = (range, rightRange)
    if isAutomatic, let seen = store.extremes(of: columnCount, { pens[$0].axis == .left }) {
      range = TrendRange.around(seen, least: leastSpan, former: range)
    }
    if rightIsAutomatic, let seen = store.extremes(of: columnCount, { pens[$0].axis == .right }) {
      rightRange = TrendRange.around(seen, least: .zero, former: rightRange)
    }
    return former != (range, rightRange)
  }

  /// Makes room for columns, and forgets those that there are.
  private func begin() {
    // Nobody knows how many will be seen before there is a size.
    store = TrendStore(pens: pens.count, shown: columnCount > 0 ? columnCount : 512)
    for chunk in chunks { chunk.removeFromSuperlayer() }
    chunks = (0..<store.chunks).map { _ in TrendChunk(pens: pens.count) }
    for chunk in chunks {
      window.addSublayer(chunk)
      chunk.show(pens, penColor)
    }
  }

  private func penColor(_ pen: Int) -> Color {
    if !pens.indices.contains(pen) { return theme[.dim] }
    return pens[pen].tint.map { color(ofTint: $0) } ?? theme[pens[pen].role]
  }

  private func showNewest() {
    let newest = (store.count - 1) / TrendStore.columnsInChunk
    buildChunk(newest)
    // The first column of a chunk is where the line of the one before ends: nothing of that one changes.
    placeChunks()
    showLegend()
  }

  /// Writes the newest values beside the pens' names.
  private func showLegend() {
    if !legend.showsValues || store.count == 0 { return }
    for pen in pens.indices {
      let column = store.column(store.count - 1, pen: pen)
      legend.show(column.quality == .fresh ? penText(column.value, pen) : "–", pen: pen)
    }
  }

  private func penText(_ value: Fixed64, _ pen: Int) -> String {
    let number = (penFormats.indices.contains(pen) ? penFormats[pen] : format).text(of: value)
    guard penUnits.indices.contains(pen), let unit = penUnits[pen] else { return number }
    // A longer text would take memory with each column.
    return number.utf8.count + unit.utf8.count < 10 ? number + " " + unit : number
  }

  private func buildAll() {
    let newest = Swift.max(0, store.count - 1) / TrendStore.columnsInChunk
    for number in Swift.max(0, newest - store.chunks + 1)...newest { buildChunk(number) }
    placeChunks()
    showLegend()
  }

  private func buildChunk(_ number: Int) {
    chunks[number % store.chunks].build(store, from: number * TrendStore.columnsInChunk, place, pens)
  }

  private func placeChunks() {
    let newest = Swift.max(0, store.count - 1) / TrendStore.columnsInChunk
    for index in chunks.indices {
      // The last number that lies in this place of the ring.
      let number = newest - (newest - index % store.chunks + store.chunks) % store.chunks
      chunks[index].isHidden = number < 0 || store.count == 0
      let offset = (number * TrendStore.columnsInChunk - store.count) * place.columnWidth
      chunks[index].position = Point(x: place.plot.width + Fixed(offset), y: 0)
    }
  }

  // MARK: Layout

  public override func layOut(in content: Rect) {
    for layer in [zoneLayers, grid, times, readout] as [Layer] { layer.frame = bounds }
    let side = Swift.min(content.width, content.height)
    let cap = scaled(side * 0.055, 6.5, 13)
    let hasScale = showsScale && content.width >= 90 && content.height >= 50
    var plot = content
    // Several pens are told apart by a line above the plot, where that leaves enough of it.
    legend.frame = bounds
    let names = pens.count < 2 || content.height < 80 ? [] : penNames
    let widest = names.indices.map { penText(range(ofPen: $0).upperBound, $0) }
    if legend.layOut(names, widest: widest, at: content.origin, width: content.width, capHeight: cap, fonts.text) {
      let taken = (cap * 2.2).whole
      (plot.origin.y, plot.size.height) = (plot.minY + taken, plot.height - taken)
    }
    layOutScales(&plot, content, cap, hasScale)
    plotArea = TrendArea(
      area: Rect(
        x: plot.minX.whole, y: plot.minY.whole, width: Fixed(Swift.max(0, plot.width.floor)),
        height: Fixed(plot.height.floor)), isUpright: isUpright)
    let size = isUpright ? Size(width: area.height, height: area.width) : area.size
    place = TrendPlace(
      plot: Rect(origin: .zero, size: size), columnWidth: Swift.max(1, Swift.min(8, columnWidth)), range: range,
      rightRange: rightRange)
    window.bounds = place.plot
    window.position = Point(x: area.midX, y: area.midY)
    window.setAffineTransform(
      isUpright ? AffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 0, ty: 0) : AffineTransform.identity)
    let count = place.plot.width.floor / place.columnWidth + 1
    if count != columnCount || chunks.isEmpty {
      columnCount = count
      keepColumns()
    }
    place.columnDuration = columnDuration
    layOutGrid(cap, hasScale)
    times.layOut(
      plotArea, place, duration: duration, capHeight: cap, hasNumerals: hasScale, hasLines: showsGrid, timeCount)
    showTimeline()
    layOutZones()
    layOutReadout()
    layOutPauseMark()
    buildAll()
  }

  private func range(ofPen pen: Int) -> ClosedRange<Fixed64> {
    pens.indices.contains(pen) && pens[pen].axis == .right ? rightRange : range
  }

  /// Divides the scales, and takes the room of their numerals from the plot.
  private func layOutScales(_ plot: inout Rect, _ content: Rect, _ cap: Fixed, _ hasScale: Bool) {
    if hasScale { plot.size.height -= (cap * 1.9).ceilWhole }
    func layout(_ range: ClosedRange<Fixed64>, _ format: NumberFormat) -> ScaleLayout {
      let room = ScaleRoom(
        isUpright ? .across : .upright, numeralLength: Swift.max(0, isUpright ? plot.width - cap * 8 : plot.height),
        markLength: isUpright ? plot.width : plot.height, digitWidth: titleText.width(of: "0", capHeight: cap),
        capHeight: cap, markSpacing: 1000)
      var options = ScaleOptions(numbers: format)
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
    rightScale = right.map { layout(rightRange, penFormats.indices.contains($0) ? penFormats[$0] : format) }
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

  /// A change of the size keeps the columns.
  private func keepColumns() {
    let old = store
    begin()
    if old.pens != store.pens { return }
    let first = Swift.max(0, old.count - Swift.min(old.capacity, store.capacity))
    store.begin(at: first)
    for number in first..<old.count {
      store.advance()
      for pen in 0..<store.pens { store.set(old.column(number, pen: pen), pen: pen) }
    }
  }

  private func placed(_ rect: Rect) -> Rect { plotArea.placed(rect) }

  /// Lines on round numbers of the value, and their numerals; numerals of the scale at the right.
  private func layOutGrid(_ cap: Fixed, _ hasScale: Bool) {
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
    if let rightScale, hasScale {
      rightScale.forEachMark { mark in
        if mark.length != .major { return }
        let y = Swift.min(place.y(mark.value, .right).whole, plot.maxY - 1)
        numeral(&used, .left).show(rightScale.numeral(of: mark.value))
        numerals[used - 1].place(x: area.maxX + 5, middle: area.minY + y, capHeight: cap)
      }
    }
    for index in numerals.indices { numerals[index].isHidden = index >= used }
  }

  private func numeral(_ used: inout Int, _ alignment: TextLayer.AlignmentMode) -> Caption {
    if used == numerals.count {
      numerals.append(Caption(fonts.text))
      addSublayer(numerals[used])
    }
    numerals[used].alignmentMode = alignment
    used += 1
    return numerals[used - 1]
  }

  private func layOutZones() {
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
  private func layOutReadout() {
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

  /// The title ends where the value can begin.
  private func shortenTitle() {
    if readout.isHidden || titleText.isHidden { return }
    let begin = valueEnd - valueRoom + readout.frame.minX - titleCapHeight * 0.8
    endTitle(at: readout.opacity == 0 ? bounds.width - titleText.frame.minX : begin)
    showAge()
  }

  // MARK: Touch

  private func pauseChanged() { pauseMark.isHidden = !isPaused }

  /// Two upright lines in a corner of the plot: it stands.
  private func layOutPauseMark() {
    let size = (Swift.min(area.width, area.height) * 0.12).held(8, 20).whole
    var path = Path(capacity: 12)
    for x in [0, size * 0.6] as [Fixed] { path.addRect(Rect(x: x, y: 0, width: size * 0.35, height: size)) }
    pauseMark.path = path
    pauseMark.frame = Rect(x: area.minX + 6, y: area.minY + 6, width: size, height: size)
    pauseMark.fillColor = theme[.ink]
  }

  private func along(_ touch: Touch) -> Fixed {
    let place = touch.location(in: self)
    return isUpright ? -place.y : place.x
  }

  public override func touchesBegan(_ touch: Touch) {
    (dragOrigin, isDragged) = (along(touch), false)
  }

  public override func touchesMoved(_ touch: Touch) {
    let distance = along(touch) - dragOrigin
    if !isDragged {
      if abs(distance) < 8 { return }
      isDragged = true
      dragOrigin = along(touch) - Fixed(columnsBack * place.columnWidth)
    }
    isPaused = true
    let columns = Swift.max(0, (along(touch) - dragOrigin).floor / place.columnWidth)
    if columns != columnsBack {
      columnsBack = columns
      send(.changed)
    }
  }

  public override func touchesEnded(_ touch: Touch) {
    if isDragged { return }
    isPaused.toggle()
    columnsBack = 0
    send(.changed)
  }

  public override func touchesCancelled(_ touch: Touch) {}

  // MARK: Changes

  public override func digitsChanged() { if !readout.isHidden { readout.show(digitsText) } }

  public override func appearanceChanged() {
    pauseMark.fillColor = theme[.ink]
    grid.fillColor = theme[.surface].mixed(225, with: theme[.ink])
    zoneLayers.show(theme, alpha: 28)
    for numeral in numerals { numeral.foregroundColor = theme[.dim] }
    times.show(theme)
    for chunk in chunks { chunk.show(pens, penColor) }
    legend.show(theme, penColor)
    // The corner belongs to the state's mark and the age.
    let isMarked = quality == .old || quality == .failed
    readout.frame.origin.x = isMarked ? -(titleCapHeight * 7) : 0
    readout.opacity = isMarked && bounds.width < 240 ? 0 : 1
    shortenTitle()
    readout.show(quality, zoneState, isLit: isLit, color: theme[.ink], theme)
  }

  // MARK: Its record

  public override var followsValue: Bool { false }
  public override func writesDigits(_ key: PropertyKey) -> Bool { key == .value }
  override var showsTime: Bool { feed != nil }
  /// Histories that its columns come from; `nil` where its owner appends them.
  var feed: TrendFeed?

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    let roles: InlineArray<4, Role> = [.accent, .needle, .normal, .ink]
    var sources: [TrendFeed.Pen] = []
    var pens: [TrendPen] = []
    var right: ClosedRange<Fixed64>?
    for entry in record.children(.entry) {
      guard let index = entry.signal(.value) else { continue }
      let signal = builder.signal(index), shown = ShownUnit(signal)
      var pen = TrendPen(roles[pens.count & 3], showsBand: record.flag(.band) ?? true)
      pen.tint = entry.tint
      pen.width = entry.choice(.lineWidth) ?? pen.width
      pen.isFilled = entry.flag(.fill) ?? false
      pen.axis = entry.choice(.axis).flatMap { TrendPen.Axis(rawValue: $0) } ?? .left
      pen.average = Fixed64(Int(clamping: (entry.duration(.average) ?? 0) / 1_000_000_000))
      if pen.axis == .right && right == nil {
        (right, rightShown) = (signal.flatMap { shown.range(of: $0) } ?? rightRange, shown)
      }
      pens.append(pen)
      sources.append((index, shown))
      penNames.append(entry.text(.title) ?? signal?.text(.title) ?? signal?.text(.name) ?? "")
      penUnits.append(signal?.text(.unit))
      penFormats.append(signal.map { builder.numbers(of: $0, shown) } ?? format)
    }
    self.pens = pens
    rightRange = right ?? rightRange
    showsZones = record.flag(.showsZones) ?? false
    duration = Fixed64(Int(clamping: (record.duration(.last) ?? Self.standardDuration) / 1_000_000_000))
    feed = TrendFeed(sources)
    alarmMarks = AlarmMarks(record.children(.entry).compactMap { $0.choice(.alarm) })
  }

  override func advance(in panel: borrowing PanelMoment) -> Int64? {
    let due = feed?.advance(self, to: panel.time, panel.signals)
    let former = timeline
    timeline = feed?.timeline(self, panel.wallClockOffset)
    if alarmMarks.note(panel.alarms) || timeline != former { showTimeline() }
    return due
  }

  private func showTimeline() {
    guard isLaidOut, let timeline else { return }
    times.show(timeline)
    if alarmMarks.count > 0 { times.show(alarmMarks, timeline) }
  }

  override var scaleHeight: Fixed { 80 }
  override var saysNone: Bool { !showsValue || !readout.isHidden }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .isUpright: isUpright = reading.isTrue
    case .isAutomatic: isAutomatic = reading.isTrue
    case .least: leastSpan = reading.value
    case .rightIsAutomatic: rightIsAutomatic = reading.isTrue
    case .rightLower: setRight(rightShown.apply(reading.value), rightRange.upperBound)
    case .rightUpper: setRight(rightRange.lowerBound, rightShown.apply(reading.value))
    case .timeCount: timeCount = TrendTimes.Count(rawValue: reading.value.rounded) ?? .age
    // The ends follow what is seen.
    case .lower, .upper: if !isAutomatic { super.take(key, reading) }
    default: super.take(key, reading)
    }
  }

  private func setRight(_ lower: Fixed64, _ upper: Fixed64) {
    if lower < upper { rightRange = lower...upper }
  }
}
