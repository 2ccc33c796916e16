// Stage: instruments. The lines of a trend. Input: columns, one after the other. Output: layers that hold a few dozen
// columns each, side by side on a strip: a new column builds the newest of them and moves the strip by whole pixels, so that
// the others are drawn from their cached coverage.
import FixedRaster
import LayerRuntime
import PanelSignals

/// The mapping of values and columns into a plot.
struct TrendPlace: Equatable {
  /// The plot, whole pixels.
  var plot = Rect.zero
  /// Of a column, in whole points, and in seconds.
  var columnWidth = 2
  var columnDuration: Fixed64 = 1
  var range: ClosedRange<Fixed64> = 0...100
  /// Of the scale at the right.
  var rightRange: ClosedRange<Fixed64> = 0...100
  var division = ScaleDivision.decimal

  func columns(in seconds: Fixed64) -> Int { ((seconds / columnDuration) ?? .zero).rounded }

  func range(_ axis: TrendPen.Axis) -> ClosedRange<Fixed64> { axis == .right ? rightRange : range }

  /// The height of a value, held to twice the plot so that steep lines keep their direction.
  func y(_ value: Fixed64, _ axis: TrendPen.Axis = .left) -> Fixed {
    let range = range(axis)
    let share = ((value - range.lowerBound) / (range.upperBound - range.lowerBound)) ?? .zero
    return plot.height - Fixed(share.held(-1, 2) * Fixed64(plot.height))
  }
}

/// The newest columns of some pens in a ring.
struct TrendStore {
  static var columnsInChunk: Int { 32 }

  let pens: Int
  let chunks: Int
  /// How many columns were appended ever.
  private(set) var count = 0
  private var columns: [TrendColumn]

  /// - Parameter shown: columns that are seen at once.
  init(pens: Int, shown: Int) {
    self.pens = pens
    chunks = (shown + Self.columnsInChunk - 1) / Self.columnsInChunk + 1
    columns = Array(repeating: .gap, count: pens * chunks * Self.columnsInChunk)
  }

  var capacity: Int { chunks * Self.columnsInChunk }

  /// Goes on behind so many columns that are forgotten: all columns stay in their layers.
  mutating func begin(at number: Int) { count = Swift.max(0, number) }

  /// Begins a column that is a gap in every pen.
  mutating func advance() {
    for pen in 0..<pens { columns[pen * capacity + count % capacity] = .gap }
    count += 1
  }

  /// Sets the newest column.
  mutating func set(_ column: TrendColumn, pen: Int) {
    if pen >= 0 && pen < pens && count > 0 { columns[pen * capacity + (count - 1) % capacity] = column }
  }

  /// A column by its number since the beginning; a gap where it is forgotten or yet to come.
  func column(_ number: Int, pen: Int) -> TrendColumn {
    number < 0 || number >= count || number < count - capacity ? .gap : columns[pen * capacity + number % capacity]
  }

  /// The least and the greatest value of the newest columns of some pens; `nil` where all are gaps.
  func extremes(of count: Int, _ looks: [TrendPen], _ axis: TrendPen.Axis, _ place: TrendPlace) -> ClosedRange<Fixed64>?
  {
    var (low, high) = (Fixed64.max, Fixed64.min)
    for pen in 0..<Swift.min(pens, looks.count) where looks[pen].axis == axis {
      let mean = mean(of: looks[pen], place)
      for number in Swift.max(0, self.count - count)..<self.count {
        let column = column(number, pen: pen)
        if column.quality != .fresh { continue }
        if looks[pen].showsBand && !looks[pen].isFilled {
          (low, high) = (Swift.min(low, column.low), Swift.max(high, column.high))
        }
        let value = mean > 1 ? self.mean(number, pen: pen, of: mean) : column.value
        (low, high) = (Swift.min(low, value), Swift.max(high, value))
      }
    }
    return low <= high ? low...high : nil
  }

  /// Of how many columns a pen's line is the mean.
  func mean(of look: TrendPen, _ place: TrendPlace) -> Int {
    look.average > .zero ? Swift.min(capacity, place.columns(in: look.average)) : 1
  }

  /// The mean of the newest columns before a number and of its own, without gaps.
  func mean(_ number: Int, pen: Int, of columns: Int) -> Fixed64 {
    var count: Int64 = 0
    for back in 0..<columns where column(number - back, pen: pen).quality == .fresh { count += 1 }
    var sum: Int64 = 0
    for back in 0..<columns {
      let column = column(number - back, pen: pen)
      if column.quality == .fresh { sum += column.value.rawValue / Swift.max(1, count) }
    }
    return Fixed64(rawValue: sum)
  }
}

/// A run of columns of all pens.
final class TrendChunk {
  private var bands: [ShapeLayer] = []
  private var lines: [ShapeLayer] = []
  /// Of line and band of each pen: the paths they are built in.
  private var paths: [Path]

  /// - Parameter strip: the layer that they lie on.
  init(pens: Int, on strip: Layer) {
    paths = (0..<pens * 2).map { _ in Path(capacity: 80) }
    for _ in 0..<pens {
      let (band, line) = (ShapeLayer(), ShapeLayer())
      // Where one chunk's line goes on as the next one's, neither covers a pixel of the other.
      (line.fillColor, line.lineJoin, line.lineCap) = (nil, .round, .butt)
      bands.append(band)
      lines.append(line)
      strip.addSublayer(band)
    }
    for line in lines { strip.addSublayer(line) }
  }

  /// - Parameter x: where its first column begins on the strip.
  func place(at x: Fixed, isHidden: Bool) {
    for pen in lines.indices {
      (bands[pen].position.x, bands[pen].isHidden) = (x, isHidden)
      (lines[pen].position.x, lines[pen].isHidden) = (x, isHidden)
    }
  }

  /// Builds the columns from one number on.
  func build(_ store: TrendStore, from first: Int, _ place: TrendPlace, _ pens: [TrendPen]) {
    for pen in lines.indices {
      let look = pens[pen]
      let mean = store.mean(of: look, place)
      buildLine(store, first, place, pen, look, mean: mean)
      if look.isFilled || look.showsBand { buildBand(store, first, place, pen, look, mean: mean) }
    }
  }

  /// The place of a column's middle, within the chunk: a whole point.
  private func x(_ number: Int, _ first: Int, _ place: TrendPlace) -> Fixed {
    Fixed((number - first) * place.columnWidth + place.columnWidth / 2)
  }

  /// The height of a pen's line in a column that is no gap.
  /// - Parameter mean: of so many columns.
  private func y(
    _ store: TrendStore, _ number: Int, _ place: TrendPlace, _ pen: Int, _ look: TrendPen, mean: Int
  ) -> Fixed {
    place.y(mean > 1 ? store.mean(number, pen: pen, of: mean) : store.column(number, pen: pen).value, look.axis)
  }

  private func buildLine(
    _ store: TrendStore, _ first: Int, _ place: TrendPlace, _ pen: Int, _ look: TrendPen, mean: Int
  ) {
    // Its own path goes on in memory that the layer and the compositor hold no more.
    var path = paths[pen * 2]
    path.removeAll(keepingCapacity: true)
    var isDown = false
    // From the last column of the chunk before, so that the line goes on.
    for number in first - 1..<Swift.min(first + TrendStore.columnsInChunk, store.count) {
      let column = store.column(number, pen: pen)
      if column.quality != .fresh {
        isDown = false
        continue
      }
      let point = Point(x: x(number, first, place), y: y(store, number, place, pen, look, mean: mean))
      if isDown {
        path.addLine(to: point)
      } else {
        // A value without neighbours is a point.
        path.move(to: Point(x: number < first ? point.x : point.x - half(Fixed(look.width)), y: point.y))
        if number >= first { path.addLine(to: point) }
      }
      isDown = true
    }
    lines[pen].path = path
    paths[pen * 2] = path
  }

  /// From the lowest to the highest value, or from the line to zero.
  private func buildBand(
    _ store: TrendStore, _ first: Int, _ place: TrendPlace, _ pen: Int, _ look: TrendPen, mean: Int
  ) {
    func top(_ number: Int) -> Fixed {
      look.isFilled
        ? y(store, number, place, pen, look, mean: mean) : place.y(store.column(number, pen: pen).high, look.axis)
    }
    let range = place.range(look.axis)
    let ground = place.y(range.fillingStart(look.axis == .left ? place.division : .decimal), look.axis)
    func bottom(_ number: Int) -> Fixed {
      look.isFilled ? ground : place.y(store.column(number, pen: pen).low, look.axis)
    }
    var path = paths[pen * 2 + 1]
    path.removeAll(keepingCapacity: true)
    let end = Swift.min(first + TrendStore.columnsInChunk, store.count)
    var number = first - 1
    while number < end {
      if store.column(number, pen: pen).quality != .fresh {
        number += 1
        continue
      }
      let begin = number
      while number < end, store.column(number, pen: pen).quality == .fresh { number += 1 }
      if number - begin < 2 { continue }
      path.move(to: Point(x: x(begin, first, place), y: top(begin)))
      for place0 in begin + 1..<number {
        path.addLine(to: Point(x: x(place0, first, place), y: top(place0)))
      }
      for place0 in (begin..<number).reversed() {
        path.addLine(to: Point(x: x(place0, first, place), y: bottom(place0)))
      }
      path.closeSubpath()
    }
    bands[pen].path = path
    paths[pen * 2 + 1] = path
  }

  /// - Parameter color: of each pen.
  func show(_ pens: [TrendPen], _ color: (_ pen: Int) -> Color) {
    for pen in lines.indices {
      var color = color(pen)
      lines[pen].strokeColor = color
      lines[pen].lineWidth = Fixed(pens[pen].width)
      color.alpha = 64
      bands[pen].fillColor = pens[pen].showsBand || pens[pen].isFilled ? color : nil
    }
  }
}
