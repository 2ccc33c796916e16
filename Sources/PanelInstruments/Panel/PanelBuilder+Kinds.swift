// Stage: a panel. Input: records of instruments that are more than their properties. Output: instruments.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

extension PanelBuilder {
  /// Bars beside each other, or the rows of a table: each shows a signal of its own.
  func makeGroup(_ record: PanelRecord) -> Instrument {
    let isTable = record.kind == .table
    var members: [Instrument] = []
    for entry in record.children(.entry) {
      guard let index = entry.signal(.value) else { continue }
      let member = isTable ? RowInstrument(style) : BarInstrument(style)
      if let signal = signal(index) {
        describe(member, signal, ShownUnit(signal))
        if let row = member as? RowInstrument {
          row.label = entry.text(.text) ?? signal.text(.title) ?? signal.text(.name) ?? ""
          (row.title, row.entries) = (nil, states(signal))
        }
      }
      bind(index, to: member, entry, isFollowed: !isTable)
      members.append(member)
    }
    let group = GroupInstrument(style, members)
    group.isAcross = !isTable
    if let first = members.first { group.range = first.range }
    return group
  }

  /// The small trend within a number.
  func makeHistory(_ number: NumberInstrument, _ record: PanelRecord) {
    guard let last = record.duration(.last), let index = record.signal(.value) else { return }
    let trend = TrendInstrument(style)
    (trend.range, trend.format) = (number.range, number.format)
    trend.duration = Fixed64(Int(clamping: last / 1_000_000_000))
    trend.pens = [TrendPen(.dim, showsBand: false)]
    number.history = trend
    trends.append(TrendFeed(trend, page: pageCount, pens: [(index, ShownUnit(signal(index), in: record))]))
  }

  func makeTimer(_ record: PanelRecord) -> Instrument {
    let timer = TimerInstrument(style)
    timer.duration = record.duration(.interval) ?? 0
    return timer
  }

  func makeShape(_ record: PanelRecord) -> Instrument {
    let shape = ShapeInstrument(style)
    shape.points = record.children(.entry)
    (shape.thickness, shape.corner) = (record[.thickness], record[.corner])
    return shape
  }

  func makeImage(_ record: PanelRecord) -> Instrument {
    let instrument = ImageInstrument(style)
    if let pack = record[.image]?.pack {
      do throws(PackError) { instrument.image = try file.image(pack).image } catch { failure = error }
    }
    return instrument
  }

  func makePlot(_ plot: PlotInstrument, _ record: PanelRecord) {
    plot.duration = record.duration(.last) ?? plot.duration
    if record.text(.title) == nil { plot.title = nil }
    let entries = record.children(.entry)
    guard entries.count > 1, let second = signal(entries[1].signal(.value)) else { return }
    if let range = ShownUnit(second).range(of: second) { plot.secondRange = range }
  }

  /// A tape of headings lies and goes round; one of heights has its numerals at the right, and the pressure below.
  func makeTape(_ tape: TapeInstrument, _ record: PanelRecord) {
    if record.kind == .heading {
      (tape.isUpright, tape.wraps, tape.format) = (false, 360, style.numbers.plain(decimals: 0, minimumDigits: 3))
      (tape.range, tape.unit) = (0...360, nil)
    }
    if record.kind == .altimeter {
      (tape.numeralsAtRight, tape.hasDrums) = (true, true)
      if let pressure = signal(record.signal(.second)) {
        tape.footnote = Reading.none
        tape.footnoteFormat = format(of: pressure)
        tape.footnoteUnit = pressure.text(.unit) ?? ""
      }
    }
  }
}
