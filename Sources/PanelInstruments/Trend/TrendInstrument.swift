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
  /// How the numbers of each pen are written; none for as those of the instrument.
  var penNumbers: [NumberWords?] = [] { didSet { setNeedsLayout() } }
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

  let zoneLayers = ZoneLayers()
  let grid = ShapeLayer()
  private let times: TrendTimes
  private let window = Layer()
  /// What moves in the window.
  private let strip = Layer()
  private var chunks: [TrendChunk] = []
  var numerals: [Caption] = []
  /// How many of them are the left scale's, where there are two.
  var leftNumerals = Int.max
  let readout: ValueReadout
  let pauseMark = ShapeLayer()
  let legend = TrendLegend()
  /// Beside the newest column, of values above the scale and below it.
  let aboveMark = ShapeLayer(), belowMark = ShapeLayer()
  /// Where the newest value ends on the title's line, and how wide it may be.
  var valueEnd: Fixed = 0, valueRoom: Fixed = 0

  var place = TrendPlace()
  /// Where the plot lies.
  var plotArea = TrendArea()
  var area: Rect { plotArea.area }
  private var timeline: TrendTimeline?
  private var alarmMarks = AlarmMarks([])
  private(set) var store = TrendStore(pens: 1, shown: 1)
  var scale = ScaleLayout(
    0...100, room: ScaleRoom(.upright, numeralLength: 0, markLength: 0, digitWidth: 0, capHeight: 0))
  var rightScale: ScaleLayout?
  /// How values of the first pen at the right become those that are shown.
  private var rightShown = ShownUnit(nil)

  public override init(_ style: InstrumentStyle) {
    readout = ValueReadout(style.fonts.text, unit: .beside)
    times = TrendTimes(style.fonts.text)
    super.init(style)
    window.masksToBounds = true
    window.addSublayer(strip)
    for layer in [zoneLayers, grid, times, window, aboveMark, belowMark, legend, readout, pauseMark] as [Layer] {
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
    if isAutomatic, let seen = store.extremes(of: columnCount, pens, .left, place) {
      range = TrendRange.around(seen, least: leastSpan, former: range)
    }
    if rightIsAutomatic, let seen = store.extremes(of: columnCount, pens, .right, place) {
      rightRange = TrendRange.around(seen, least: .zero, former: rightRange)
    }
    return former != (range, rightRange)
  }

  /// Makes room for columns, and forgets those that there are.
  private func begin() {
    // Nobody knows how many will be seen before there is a size.
    store = TrendStore(pens: pens.count, shown: columnCount > 0 ? columnCount : 512)
    for layer in strip.sublayers ?? [] { layer.removeFromSuperlayer() }
    chunks = (0..<store.chunks).map { _ in TrendChunk(pens: pens.count, on: strip) }
    for chunk in chunks { chunk.show(pens, penColor) }
  }

  private func penColor(_ pen: Int) -> Color {
    if !pens.indices.contains(pen) { return theme[.dim] }
    return pens[pen].tint.map { theme.color(ofTint: $0) } ?? theme[pens[pen].role]
  }

  private func showNewest() {
    let newest = (store.count - 1) / TrendStore.columnsInChunk
    buildChunk(newest)
    // The first column of a chunk is where the line of the one before ends: nothing of that one changes.
    placeChunks()
    showLegend()
  }

  /// Writes the newest values beside the pens' names: while it is paused, those of the newest column.
  private func showLegend() { for pen in pens.indices { showLegend(of: pen) } }

  private func showLegend(of pen: Int) {
    if !legend.showsValues || !pens.indices.contains(pen) { return }
    let isLive = !isPaused && newest.indices.contains(pen)
    if !isLive && store.count == 0 { return }
    let column = isLive ? nil : store.column(store.count - 1, pen: pen)
    var (value, quality) = (column?.value ?? newest[pen].value, column?.quality ?? newest[pen].quality)
    let mean = store.mean(of: pens[pen], place)
    if mean > 1 && store.count > 0 { value = store.mean(store.count - 1, pen: pen, of: mean) }
    legend.show(quality == .fresh ? penText(value, pen) : "–", pen: pen)
  }

  /// The unit of the scale at the right, which nothing says but its pens.
  private func unitAtRight(ofPen pen: Int) -> String {
    guard pens[pen].axis == .right, let unit = numbers(ofPen: pen)?.unit else { return "" }
    return " " + unit
  }

  func numbers(ofPen pen: Int) -> NumberWords? { penNumbers.indices.contains(pen) ? penNumbers[pen] : nil }

  func penText(_ value: Fixed64, _ pen: Int) -> String {
    numbers(ofPen: pen)?.text(ofShown: value) ?? format.text(of: value)
  }

  private var beyondSize: Fixed { (Swift.min(area.width, area.height) * 0.04).held(3, 6) }

  /// Marks the ends that newest values lie beyond, of scales that do not follow them.
  private func showBeyond() {
    var (isAbove, isBelow) = (false, false)
    for (pen, reading) in newest.enumerated() where reading.hasValue && pens.indices.contains(pen) {
      let range = range(ofPen: pen)
      if pens[pen].axis == .right ? rightIsAutomatic : isAutomatic { continue }
      isAbove = isAbove || reading.value > range.upperBound
      isBelow = isBelow || reading.value < range.lowerBound
    }
    let side = beyondSize * 3
    // Time runs to the right, or down.
    let edge =
      isUpright
      ? Rect(x: area.minX, y: area.minY, width: area.width, height: side)
      : Rect(x: area.maxX - side, y: area.minY, width: side, height: area.height)
    aboveMark.showEdgeMark(isAbove ? 1 : 0, in: edge, isUpright: !isUpright)
    belowMark.showEdgeMark(isBelow ? -1 : 0, in: edge, isUpright: !isUpright)
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
    let width = TrendStore.columnsInChunk * place.columnWidth
    // The strip begins with one of the last 32 chunks: all places are less than 8,192 points apart.
    let first = newest & ~31
    for index in chunks.indices {
      // The last number that lies in this place of the ring.
      let number = newest - (newest - index % store.chunks + store.chunks) % store.chunks
      chunks[index].place(at: Fixed((number - first) * width), isHidden: number < 0 || store.count == 0)
    }
    strip.position.x = place.plot.width + Fixed(first * width - store.count * place.columnWidth)
  }

  // MARK: Layout

  public override func layOut(in content: Rect) {
    for layer in [zoneLayers, grid, times, readout] as [Layer] { layer.frame = bounds }
    let side = Swift.min(content.width, content.height)
    let cap = scaled(side * 0.06, Swift.max(7.5, measure * 7.5), 13)
    let hasScale = showsScale && content.width >= 90 && content.height >= 50
    var plot = content
    // Several pens are told apart by a line above the plot, where that leaves enough of it.
    legend.frame = bounds
    let names = pens.count < 2 || content.height < 80 ? [] : penNames
    let widest = names.indices.map { penText(range(ofPen: $0).upperBound, $0) }
    let measured = names.indices.map { names[$0] + unitAtRight(ofPen: $0) }
    if legend.layOut(
      names, measured: measured, widest: widest, at: content.origin, width: content.width, capHeight: cap, fonts.text)
    {
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
    (place.columnDuration, place.division) = (columnDuration, division)
    layOutGrid(cap, hasScale)
    times.layOut(
      plotArea, place, duration: duration, capHeight: cap, hasNumerals: hasScale, hasLines: showsGrid, timeCount)
    showTimeline()
    layOutZones()
    layOutReadout()
    layOutPauseMark()
    aboveMark.layOutEdgeMark(size: beyondSize)
    belowMark.layOutEdgeMark(size: beyondSize)
    showBeyond()
    buildAll()
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

  /// The title ends where the value can begin.
  private func shortenTitle() {
    if readout.isHidden || titleText.isHidden { return }
    let begin = valueEnd - valueRoom + readout.frame.minX - titleCapHeight * 0.8
    endTitle(at: readout.opacity == 0 ? bounds.width - titleText.frame.minX : begin)
    showAge()
  }

  package override var missingPart: String? {
    if pens.count > 1 && legend.isHidden && penNames.contains(where: { !$0.isEmpty }) { return "legend" }
    // A trend without numerals is a small picture of the past.
    return numerals.allSatisfy { $0.isHidden } || times.isNumbered ? nil : "times"
  }

  // MARK: Touch

  private func pauseChanged() {
    pauseMark.isHidden = !isPaused
    showLegend()
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
    (aboveMark.strokeColor, belowMark.strokeColor) = (theme[.ink], theme[.ink])
    grid.fillColor = theme[.surface].mixed(225, with: theme[.ink])
    zoneLayers.show(theme, alpha: 28)
    // Two scales are told apart by the colours of their pens.
    let (left, right) = (pens.firstIndex { $0.axis == .left }, pens.firstIndex { $0.axis == .right })
    for index in numerals.indices {
      let pen = index < leftNumerals ? left : right
      numerals[index].foregroundColor = leftNumerals == .max ? theme[.dim] : penColor(pen ?? 0)
    }
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
  public override func use(of key: PropertyKey) -> OptionUse {
    // The first pen's value is the trend's; another one without a value has a dash in the legend.
    key.pen.map { $0 == 0 ? .value : .addition } ?? super.use(of: key)
  }
  override var showsTime: Bool { feed != nil }
  /// Histories that its columns come from; `nil` where its owner appends them.
  var feed: TrendFeed?
  /// The value of each pen now, of a panel's trend: a column of a long one is minutes old.
  private var newest: [Reading] = []

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    var sources: [TrendFeed.Pen] = []
    var pens: [TrendPen] = []
    var right: ClosedRange<Fixed64>?
    for entry in record.children(.entry) {
      guard let index = entry.signal(.value) else { continue }
      let signal = builder.signal(index), shown = ShownUnit(signal, in: entry)
      var pen = TrendPen(pens.isEmpty ? .accent : .needle, showsBand: record.flag(.band) ?? true)
      pen.tint = entry.tint
      pen.width = entry.choice(.lineWidth) ?? pen.width
      pen.isFilled = entry.flag(.fill) ?? false
      pen.axis = entry.choice(.axis).flatMap { TrendPen.Axis(rawValue: $0) } ?? .left
      pen.average = Fixed64(Int(clamping: (entry.duration(.average) ?? 0) / 1_000_000_000))
      if pen.axis == .right && right == nil {
        (right, rightShown) = (signal.flatMap { shown.range(of: $0) } ?? rightRange, shown)
      }
      builder.bind(entry, to: self, key: .newest(ofPen: pens.count), isFollowed: false)
      pens.append(pen)
      sources.append((index, shown))
      penNames.append(entry.text(.title) ?? signal?.text(.title) ?? signal?.text(.name) ?? "")
      penNumbers.append(signal.map { NumberWords($0, in: entry, builder) })
    }
    self.pens = pens
    newest = Array(repeating: .none, count: pens.count)
    rightRange = right ?? rightRange
    showsZones = record.flag(.showsZones) ?? false
    duration = Fixed64(Int(clamping: (record.duration(.last) ?? Self.standardDuration) / 1_000_000_000))
    feed = TrendFeed(sources)
    alarmMarks = AlarmMarks(record.children(.entry).compactMap { $0.choice(.alarm) })
  }

  override func takeOver(_ former: Instrument) {
    if let former = former as? TrendInstrument, let feed = former.feed { self.feed?.takeOver(feed, of: former) }
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
    if let pen = key.pen {
      if newest.indices.contains(pen) { newest[pen] = reading }
      if isLaidOut { showBeyond() }
      return showLegend(of: pen)
    }
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
