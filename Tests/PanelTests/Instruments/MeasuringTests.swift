// Texts of every kind of instrument, measured at forty sizes.
import FixedRaster
import LayerRuntime
import PanelDescription
import PanelFile
import PanelSignals
import Testing

@testable import PanelInstruments

@Suite("Every instrument at every size") struct MeasuringTests {
  /// The kinds with words or digits, and the options that move them.
  static let kinds: [(name: String, options: [String])] = [
    (
      "gauge: a",
      [
        "", "pointer: arc", "pointer: both", "sweep: 180", "sweep: 360", "sweep: 90, start: 270", "labels: none",
        "labels: ends", "labels: x100", "labels: {0: empty, 0.5: half, 1: full}", "numerals: inside",
        "pointer: arc, sweep: 120, start: 210", "value: false",
        "direction: counter, sweep: 120", "second: a, setpoint: 40, peak: hold",
      ]
    ),
    (
      "bar: a",
      [
        "", "upright: true", "labels: none", "labels: ends, upright: true", "labels: {0: empty, 0.5: half, 1: full}",
        "value: false", "segments: 10",
      ]
    ),
    ("number: a", ["", "arrow: true", "extremes: true", "setpoint: 40", "digits: segments", "last: 10min"]),
    ("tank: a", ["", "value: false"]), ("battery: a", [""]), ("tape: a", ["", "side: right", "setpoint: 40"]),
    ("hours: a", [""]), ("rings: [a, b, c]", ["", "title: Three loads"]), ("bars: [a, b, c]", ["", "upright: false"]),
    ("trend: a", ["last: 10min", "last: 10min, range: auto"]), ("trend: [a, b, c]", ["last: 10min"]),
    ("trend: [a, {signal: b, axis: right}]", ["last: 1h, times: clock"]), ("xy: [a, b]", ["", "title: Map"]),
    ("table: [a, b, Longest of all names: c]", ["", "title: Engine"]),
    ("list: [a, b, Longest of all names: c]", ["", "title: Engine"]),
    ("lamp: a above 50", ["", "title: Overspeed"]), ("enum: d", [""]),
    ("text: Some longer words", ["", "overflow: wrap"]),
    ("compass: e", ["", "turns: needle", "value: false"]), ("heading: e", [""]), ("wind: e, speed: h", [""]),
    ("horizon: [e, e]", [""]), ("altimeter: f", ["", "pressure: g"]), ("clock: HH:mm:ss", ["", "title: Local time"]),
    ("timer: 5min", ["", "title: Start"]), ("alarms: all", [""]), ("alarms: newest", [""]), ("pages: tabs", [""]),
    ("button: Start engine, sends: in/x, state: a", ["", "icon: fire"]),
    ("switch: Coolant pump, sends: in/x, state: a", [""]),
    ("slider: Fan, sends: in/x, state: a", ["", "upright: true"]), ("knob: Volume, sends: in/x, state: a", [""]),
    ("stepper: Wanted, sends: in/x, step: 1, state: a", [""]), ("keypad: Depth, sends: in/x, state: a", [""]),
    ("selector: Mode, of: [Off, Auto, Hand], sends: in/x, state: d", [""]),
    ("picker: Mode, of: [Off, Auto, Hand, Test], sends: in/x, state: d", [""]),
    ("menu: Mode, of: [Off, Auto, Hand], sends: in/x, state: d", [""]),
  ]

  /// How the signal `a` is described: all that changes the widths of its words.
  static let signals = [
    "range: 0..100, unit: percent, title: Level", "range: 0..12000, unit: rpm, title: Starboard coolant temperature",
    "range: -12.5..60, unit: degC, show: \"degC 0.0\", title: \"\"", "range: 0..1, title: Share",
  ]

  private static let sizes = [48, 80, 112, 150, 200, 260, 390, 780].flatMap { width in
    [36, 64, 112, 180, 320].map { Size(width: width, height: $0) }
  }

  private enum State: CaseIterable { case none, upper, beyond, warning, old }

  @Test(
    "P40 P41 P42 P43 P44 P45 P4B no text of an instrument lies over another or leaves its card, and no unit is under 7 px",
    arguments: kinds)
  func measured(name: String, options: [String]) throws {
    var problems: [String] = []
    var seen = 0
    for option in options {
      for signal in Self.signals {
        let element = "\(name)\(option.isEmpty ? "" : ", ")\(option)"
        let panel = try Self.panel(signal, element)
        let instrument = try #require(panel.instruments.first)
        var time: Int64 = 0
        for size in Self.sizes {
          instrument.frame = Rect(origin: .zero, size: size)
          for state in State.allCases {
            Self.show(state, panel, &time)
            let texts = Self.texts(in: instrument, instrument)
            seen += texts.count
            let place = "\(element) of \(signal.prefix(22)) at \(size.width)x\(size.height) \(state)"
            problems += Self.problems(texts, instrument).map { "\(place): \($0)" }
          }
        }
      }
    }
    #expect(seen >= 500)
    #expect(problems.isEmpty, "\(problems.count) of \(seen)\n\(problems.prefix(4000).joined(separator: "\n"))")
  }

  // MARK: Panels

  private static func panel(_ signal: String, _ element: String) throws -> Panel {
    let text = """
      panel: 1
      size: 800x480
      sources: {in: {lines: stdin}}
      signals:
        a: {from: in/a, follow: 0s, stale: 1min, \(signal)}
        b: {from: in/b, follow: 0s, range: 0..200, unit: kPa, title: Oil pressure}
        c: {from: in/c, follow: 0s, range: 0..24, unit: V, show: "V 0.0", title: Supply}
        d: {from: in/d, enum: {0: Standing still, 1: Running}, title: Pump}
        e: {from: in/e, follow: 0s, unit: deg, range: 0..360, wraps: 360, show: deg 000, title: Heading}
        f: {from: in/f, follow: 0s, unit: ft, range: 0..40000, title: Height}
        g: {from: in/g, follow: 0s, unit: hPa, range: 900..1100, title: Setting}
        h: {from: in/h, follow: 0s, unit: kn, range: 0..60, show: kn 0.0, title: Speed}
      alarms: {hot: {when: a above 5, text: Coolant too hot}}
      pages: {main: {title: Overview, stack: [{\(element)}]}, other: {title: Temperatures, row: [{text: Words}]}}
      """
    let panel = try Panel(
      try PanelFile(bytes: compilePanel(Array(text.utf8), name: "measured").bytes), size: Size(width: 800, height: 480))
    panel.root.layoutIfNeeded()
    return panel
  }

  private static func show(_ state: State, _ panel: Panel, _ time: inout Int64) {
    let second: Int64 = 1_000_000_000
    time += second
    let value: Fixed64
    switch state {
    case .none: value = .zero
    case .upper, .old: value = panel.instruments[0].range.upperBound
    case .beyond: value = 12_345_678
    case .warning: value = Fixed64(-2345, over: 2)
    }
    for index in 0..<8 {
      if state == .none {
        panel.signals.clear(SignalIndex(index), at: time)
      } else {
        panel.signals.set(SignalIndex(index), to: value, at: time)
      }
    }
    for _ in 0..<2 {
      panel.advance(to: time)
      time += second
    }
    if state == .old { time += 5900 * second }
    panel.advance(to: time)
    panel.root.layoutIfNeeded()
  }

  // MARK: Texts

  private struct Shown {
    let text: Caption
    /// Whether it is the number or the unit of a value.
    var isValue: Bool {
      (text.superlayer as? ValueReadout).map { $0.valueText === text || $0.unitText === text } ?? false
    }
    /// The corners of its letters, in the instrument's coordinates.
    let corners: [SIMD2<Double>]
    var box: (low: SIMD2<Double>, high: SIMD2<Double>) {
      corners.dropFirst().reduce((corners[0], corners[0])) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
    }

    func overlaps(_ other: Shown) -> Bool {
      let ((low, high), (otherLow, otherHigh)) = (box, other.box)
      if any(low .>= otherHigh) || any(otherLow .>= high) { return false }
      return !isApart(from: other) && !other.isApart(from: self)
    }

    /// Whether a line along one of its edges parts the two.
    private func isApart(from other: Shown) -> Bool {
      (0..<2).contains { (edge: Int) in
        let along = corners[edge + 1] - corners[edge]
        let normal = SIMD2(-along.y, along.x)
        let (own, others) = (corners.map { ($0 * normal).sum() }, other.corners.map { ($0 * normal).sum() })
        return own.max()! <= others.min()! || others.max()! <= own.min()!
      }
    }
  }

  private static func texts(in layer: Layer, _ instrument: Instrument, clip: Layer? = nil) -> [Shown] {
    if layer.isHidden || layer.opacity == 0 { return [] }
    if let text = layer as? Caption {
      guard let shown = shown(text, instrument) else { return [] }
      if let clip {
        // A window cuts letters that come and go.
        let window = clip.convert(clip.bounds, to: instrument)
        let (low, high) = shown.box
        let isWhole =
          Double(window.minX) <= low.x && Double(window.maxX) >= high.x && Double(window.minY) <= low.y
          && Double(window.maxY) >= high.y
        if !isWhole { return [] }
      }
      return [shown]
    }
    let clip = layer.masksToBounds ? layer : clip
    return (layer.sublayers ?? []).flatMap { texts(in: $0, instrument, clip: clip) }
  }

  private static func shown(_ text: Caption, _ instrument: Instrument) -> Shown? {
    guard let first = text.string?.unicodeScalars.first, text.foregroundColor?.alpha != 0 else { return nil }
    let isIcon = first.value >= 0xE000
    let width = Swift.min(text.textWidth, text.bounds.width), free = text.bounds.width - width
    let left = text.alignmentMode == .center ? free / 2 : text.alignmentMode == .right ? free : 0
    let metrics = text.font.metrics(size: text.fontSize)
    // From the feet to the heads of capitals; letters keep some distance from both ends of their line.
    var place = Rect(x: left, y: metrics.ascent - metrics.capHeight, width: width, height: metrics.capHeight)
    if isIcon {
      place = Rect(x: text.bounds.midX, y: text.bounds.midY, width: 0, height: 0).insetBy(
        dx: -text.fontSize * 0.4, dy: -text.fontSize * 0.4)
    }
    place = place.insetBy(dx: Swift.min(text.capHeight * 0.1, place.width / 4), dy: Swift.min(0.5, place.height / 4))
    if place.width <= 0 || place.height <= 0 { return nil }
    let corners = [
      Point(x: place.minX, y: place.minY), Point(x: place.maxX, y: place.minY), Point(x: place.maxX, y: place.maxY),
      Point(x: place.minX, y: place.maxY),
    ].map { text.convert($0, to: instrument) }
    return Shown(text: text, corners: corners.map { SIMD2(Double($0.x), Double($0.y)) })
  }

  /// Overlaps that stand, with their reasons.
  private static func isMeant(_ text: Shown, _ other: Shown, _ instrument: Instrument) -> Bool {
    // An age lies on a field of its own: it may cover scales and titles, but no value.
    if (text.text.superlayer is FrameLayer) != (other.text.superlayer is FrameLayer) {
      return !text.isValue && !other.isValue
    }
    // Segments that are not lit lie behind those that are.
    if let number = instrument as? NumberInstrument, number.usesSegments {
      return text.text.font === number.fonts.segments || other.text.font === number.fonts.segments
    }
    return false
  }

  private static func problems(_ texts: [Shown], _ instrument: Instrument) -> [String] {
    var problems: [String] = []
    for (index, text) in texts.enumerated() {
      let (low, high) = text.box
      let words = text.text.string ?? ""
      if low.x < -0.5 || low.y < -0.5 || high.x > Double(instrument.bounds.width) + 0.5
        || high.y > Double(instrument.bounds.height) + 0.5
      {
        problems.append("LEAVES '\(words)' \(low) \(high)")
      }
      let isUnit = (text.text.superlayer as? ValueReadout)?.unitText === text.text
      // A degree sign is a part of its number; units of the least letters of rows are as high as those.
      let digits = (text.text.superlayer as? ValueReadout)?.valueText.capHeight ?? 0
      let least = instrument is TableInstrument ? Swift.min(6.9, digits) : 6.9
      if isUnit && words != "°" && text.text.capHeight < least {
        problems.append("UNIT '\(words)' of \(text.text.capHeight)")
      }
      for other in texts[(index + 1)...] where text.overlaps(other) && !isMeant(text, other, instrument) {
        problems.append("OVER '\(words)' '\(other.text.string ?? "")'")
      }
    }
    return problems
  }
}
