// Stage: instruments. One value over another.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A plot (P44 `xy`): ``Instrument/value`` to the right, ``second`` upwards, the newest pair as a dot and those of the
/// last ``duration`` as a line behind it. Where one of them is not fresh there is no dot, and the line has a gap.
public final class PlotInstrument: Instrument {
  /// How long the trace is, in nanoseconds.
  public var duration = standardDuration
  /// Nanoseconds.
  static let standardDuration: Int64 = 10_000_000_000
  public var second = Reading.none { didSet { if second != oldValue { placeDot() } } }
  public var secondRange: ClosedRange<Fixed64> = 0...100 {
    didSet { if secondRange != oldValue { setNeedsLayout() } }
  }

  /// A pair of shares of the scales; `nil` for a gap.
  private typealias Pair = (x: Fixed64, y: Fixed64)?
  private var pairs: [Pair] = Array(repeating: nil, count: 96)
  /// How many were taken, ever.
  private var count = 0
  private let grid = ShapeLayer()
  private let trace = ShapeLayer()
  private let dot = Layer()
  private let cross = FailureCross()
  private var numerals: [Caption] = []
  /// What goes to the right, and what upwards: their signals and units.
  private let acrossName: Caption, upName: Caption
  private var path = Path(capacity: 100)
  private var plot = Rect.zero

  public override init(_ style: InstrumentStyle) {
    (acrossName, upName) = (Caption(style.fonts.text, alignment: .right), Caption(style.fonts.text, alignment: .left))
    super.init(style)
    failureCross = cross
    (trace.fillColor, trace.lineJoin) = (nil, .round)
    for layer in [grid, acrossName, upName, trace, dot, cross] as [Layer] { addSublayer(layer) }
  }

  // MARK: Layout

  public override func layOut(in content: Rect) {
    for layer in [grid, trace, cross] { layer.frame = bounds }
    let side = Swift.min(content.width, content.height)
    let cap = side >= 70 ? scaled(side * 0.05, 6, 13) : 0
    let margin = cap > 0 ? cap * 2.4 : 2
    // As wide as the axis' longest numeral, and half of one beyond the other's end.
    let left = cap > 0 ? Swift.max(cap * 4, titleText.width(of: secondRange, format, capHeight: cap) + cap * 1.2) : 2
    let right = cap > 0 ? Swift.max(cap, titleText.width(of: range, format, capHeight: cap)) / 2 : 0
    plot = Rect(
      x: (content.minX + left).whole, y: (content.minY + half(cap)).whole,
      width: Swift.max(0, content.width - left - right).whole,
      height: Swift.max(0, content.height - margin - half(cap)).whole)
    var lines = Path(capacity: 200)
    var used = 0
    layOutAxis(range, isAcross: true, cap, &lines, &used)
    layOutAxis(secondRange, isAcross: false, cap, &lines, &used)
    grid.path = lines
    for index in numerals.indices { numerals[index].isHidden = index >= used }
    // Within the plot, beside their axes.
    place(acrossName, x: plot.maxX - 4, middle: plot.maxY - cap * 1.2, cap)
    place(upName, x: plot.minX + 5, middle: plot.minY + cap * 1.2, cap)
    trace.lineWidth = (side / 90).held(1.5, 3)
    let radius = (side / 30).held(3, 8).whole
    (dot.bounds, dot.cornerRadius) = (Rect(x: 0, y: 0, width: radius * 2, height: radius * 2), radius)
    let reach = Swift.min(plot.width, plot.height) * 0.3
    cross.layOut(
      in: Rect(x: plot.midX - reach, y: plot.midY - reach, width: reach * 2, height: reach * 2),
      width: Swift.max(2, side * 0.022))
    drawTrace()
    placeDot()
  }

  @inline(never)
  private func place(_ name: Caption, x: Fixed, middle: Fixed, _ cap: Fixed) {
    name.isHidden = cap <= 0
    name.place(x: x, middle: middle, capHeight: cap, width: Swift.max(0, plot.width - 10))
  }

  /// The lines across an axis, and their numerals.
  private func layOutAxis(
    _ range: ClosedRange<Fixed64>, isAcross: Bool, _ cap: Fixed, _ lines: inout Path, _ used: inout Int
  ) {
    let length = isAcross ? plot.width : plot.height
    let room = ScaleRoom(
      isAcross ? .across : .upright, numeralLength: length, markLength: length,
      digitWidth: titleText.width(of: "0", capHeight: cap), capHeight: cap, markSpacing: 1000)
    let scale = ScaleLayout(range, room: room, options: ScaleOptions(numbers: format))
    var places: [(Fixed, String)] = []
    scale.forEachMark { mark in
      if mark.length != .major { return }
      let share = Fixed(scale.share(of: mark.value))
      places.append(
        (isAcross ? plot.minX + plot.width * share : plot.maxY - plot.height * share, scale.numeral(of: mark.value)))
    }
    for (place, text) in places {
      let along = place.whole
      lines.addRect(
        isAcross
          ? Rect(x: Swift.min(along, plot.maxX - 1), y: plot.minY, width: 1, height: plot.height)
          : Rect(x: plot.minX, y: Swift.min(along, plot.maxY - 1), width: plot.width, height: 1))
      if cap <= 0 { continue }
      if used == numerals.count {
        numerals.append(Caption(fonts.text))
        addSublayer(numerals[used])
      }
      let numeral = numerals[used]
      used += 1
      numeral.alignmentMode = isAcross ? .center : .right
      numeral.show(text)
      numeral.place(
        x: isAcross ? along : plot.minX - cap * 0.6, middle: isAcross ? plot.maxY + cap * 1.3 : along, capHeight: cap)
    }
  }

  // MARK: Moving parts

  private var pair: Pair {
    if value.quality != .fresh || second.quality != .fresh { return nil }
    func share(_ value: Fixed64, _ range: ClosedRange<Fixed64>) -> Fixed64 {
      ((value.held(range.lowerBound, range.upperBound) - range.lowerBound) / (range.upperBound - range.lowerBound))
        ?? .zero
    }
    return (share(value.value, range), share(second.value, secondRange))
  }

  private func point(_ pair: (x: Fixed64, y: Fixed64)) -> Point {
    Point(x: plot.minX + plot.width * Fixed(pair.x), y: plot.maxY - plot.height * Fixed(pair.y))
  }

  /// Takes a pair when it is time for one.
  public override func advance(to time: Int64) -> Int64? {
    let interval = Swift.max(20_000_000, duration / Int64(pairs.count))
    let number = Int(time / interval)
    if number != lastNumber {
      lastNumber = number
      pairs[count % pairs.count] = pair
      count += 1
      drawTrace()
    }
    return Int64(number + 1) * interval
  }

  private var lastNumber = -1

  private func drawTrace() {
    path.removeAll(keepingCapacity: true)
    var isOpen = false
    for number in Swift.max(0, count - pairs.count)..<count {
      guard let pair = pairs[number % pairs.count] else {
        isOpen = false
        continue
      }
      if isOpen { path.addLine(to: point(pair)) } else { path.move(to: point(pair)) }
      isOpen = true
    }
    trace.path = path
  }

  private func placeDot() {
    guard let pair else {
      dot.isHidden = true
      return
    }
    dot.isHidden = false
    dot.position = point(pair)
    showDot()
  }

  /// At the edge of the plot, where one of the values lies beyond its scale, the dot is hollow.
  private func showDot() {
    let isWithin = beyondRange == 0 && secondRange.contains(second.value)
    dot.backgroundColor = isWithin ? theme[.needle] : theme[.surface]
    (dot.borderColor, dot.borderWidth) = (theme[.needle], isWithin ? 0 : 2)
  }

  public override func valueChanged() { placeDot() }

  public override func appearanceChanged() {
    grid.fillColor = theme[.surface].mixed(225, with: theme[.ink])
    trace.strokeColor = theme[quality == .fresh ? .accent : .stale]
    showDot()
    for numeral in numerals { numeral.foregroundColor = theme[.dim] }
    (acrossName.foregroundColor, upName.foregroundColor) = (theme[.dim], theme[.dim])
  }

  override var showsTime: Bool { true }

  /// The first signal goes to the right, the second up.
  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    duration = record.duration(.last) ?? duration
    if record.text(.title) == nil { title = nil }
    let entries = record.children(.entry)
    guard entries.count > 1 else { return }
    if let signal = builder.signal(entries[1].signal(.value)), let range = ShownUnit(signal).range(of: signal) {
      secondRange = range
    }
    builder.bind(entries[1], to: self, key: .second, isFollowed: true)
    show(builder.signal(entries[0].signal(.value)), acrossName)
    show(builder.signal(entries[1].signal(.value)), upName)
  }

  @inline(never)
  private func show(_ signal: PanelRecord?, _ name: Caption) {
    name.show((signal?.text(.title) ?? "") + " " + (signal?.text(.unit) ?? ""))
  }

  override var saysNone: Bool { false }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    if key == .second { second = reading } else { super.take(key, reading) }
  }
}
