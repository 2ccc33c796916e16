// Stage: panel tests. Input: a panel on its display. Output: its instruments as somebody sees them.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelInstruments
import PanelSignals

/// An instrument of the page that is shown.
struct ShownInstrument {
  let instrument: Instrument
  /// Its title and label.
  let titles: [String]
  /// The signal of its value.
  let values: [String]
  /// All of its signals.
  let signals: [String]
  /// The texts that are seen, in the order of its layers.
  let texts: [String]
  /// The word of its state.
  let state: String
  /// In pixels.
  let middle: PixelPoint

  /// - Parameter window: where it is seen.
  private init(
    _ instrument: Instrument, hasValue: Bool, values: [String], signals: [String], within window: Rect
  ) {
    var titles: [String] = []
    if let title = instrument.title { titles.append(title) }
    if let control = instrument as? ControlInstrument { titles.append(control.text) }
    if let text = instrument as? TextInstrument { titles.append(text.text) }
    if let lamp = instrument as? LampInstrument { titles.append(lamp.legend) }
    (self.instrument, self.titles, self.values, self.signals) = (instrument, titles, values, signals)
    let texts = Self.seenTexts(in: instrument, within: window).map(\.text)
    self.texts = instrument is CounterInstrument ? Self.joiningDigits(texts) : texts
    state = Self.word(instrument, hasValue: hasValue)
    let frame = instrument.convert(instrument.bounds, to: nil)
    middle = PixelPoint(x: frame.midX, y: frame.midY)
  }

  /// The instruments that are shown, and those within them, as rows of a table.
  static func all(of panel: Panel) -> [ShownInstrument] {
    let records = panel.file.root.children(.signal)
    func name(_ signal: SignalIndex?) -> String? {
      signal.flatMap { records.indices.contains(Int($0.rawValue)) ? records[Int($0.rawValue)].text(.name) : nil }
    }
    var shown: [ShownInstrument] = []
    panel.forEachShown { record, instrument in
      forEachWithin(instrument) { part in
        guard let window = window(of: part) else { return }
        let value = part === instrument ? [record.signal(.value), record.signal(.shownState)] : []
        shown.append(
          ShownInstrument(
            part, hasValue: part !== instrument || record.signal(.value) != nil, values: value.compactMap(name),
            signals: panel.signals(of: part).compactMap(name), within: window))
      }
    }
    return shown
  }

  /// Where an instrument is seen, on the display; `nil` where it is not: it is clear, or scrolled away.
  private static func window(of instrument: Instrument) -> Rect? {
    var window = instrument.convert(instrument.bounds, to: nil)
    var layer: Layer? = instrument
    while let here = layer {
      if here.isHidden || here.opacity == 0 { return nil }
      if here.masksToBounds || here.superlayer == nil {
        window = window.intersection(here.convert(here.bounds, to: nil))
      }
      layer = here.superlayer
    }
    return window.isEmpty ? nil : window
  }

  /// Whether a finger on its middle is for it.
  func takesTouch(in root: Layer) -> Bool {
    var layer = root.hitTest(Point(x: middle.x, y: middle.y))
    while let here = layer {
      if here === instrument { return true }
      layer = here.superlayer
    }
    return false
  }

  private static func forEachWithin(_ layer: Layer, _ visit: (Instrument) -> Void) {
    if layer.isHidden { return }
    if let instrument = layer as? Instrument { visit(instrument) }
    for sublayer in layer.sublayers ?? [] { forEachWithin(sublayer, visit) }
  }

  /// The middle of the first text that is seen and has these words.
  static func middle(ofText words: String, in root: Layer) -> PixelPoint? {
    let found = seenTexts(in: root, within: root.bounds).first { text, frame, window in
      text == words && window.contains(Point(x: frame.midX, y: frame.midY))
    }
    return found.map { PixelPoint(x: $0.frame.midX, y: $0.frame.midY) }
  }

  /// The texts of a question.
  static func texts(in question: Layer) -> [String] {
    seenTexts(in: question, within: question.bounds).map(\.text)
  }

  /// The texts that are seen at least in part, in the order of layers, with their places on the display.
  /// - Parameter window: where the layers above let them be seen.
  private static func seenTexts(in layer: Layer, within window: Rect) -> [(text: String, frame: Rect, window: Rect)] {
    if layer.isHidden || layer.opacity == 0 { return [] }
    let frame = layer.convert(layer.bounds, to: nil)
    let text = (layer as? TextLayer)?.string ?? ""
    let own = text.isEmpty || frame.intersection(window).isEmpty ? [] : [(text, frame, window)]
    let inner = layer.masksToBounds ? window.intersection(frame) : window
    return own + (layer.sublayers ?? []).flatMap { seenTexts(in: $0, within: inner) }
  }

  private static func word(_ instrument: Instrument, hasValue: Bool) -> String {
    // A table, bars and rings have the state of their worst part.
    let parts = (instrument as? GroupInstrument)?.members ?? []
    if !parts.isEmpty {
      let quality = parts.reduce(.fresh) { Quality.worst($0, $1.quality) }
      let state = parts.reduce(.normal) { Swift.max($0, $1.zoneState) }
      return quality == .fresh ? "\(state)" : "\(quality)"
    }
    // An instrument without a value of its own, as a switch, has the mark of what it shows; so has one with a fresh value.
    let isFresh = instrument.quality == .fresh
    let quality =
      hasValue && !isFresh && !(instrument is ControlInstrument) ? instrument.quality : instrument.markQuality
    return quality == .fresh ? "\(instrument.zoneState)" : "\(quality)"
  }

  /// Whether texts beside each other are, with blanks between them, a text.
  func shows(_ text: String) -> Bool {
    for first in texts.indices {
      var words = ""
      for part in texts[first...] {
        words += words.isEmpty ? part : " " + part
        if words == text { return true }
        if !text.hasPrefix(words) { break }
      }
    }
    return false
  }

  /// The digits of drums, each a text, as the number that a person reads.
  private static func joiningDigits(_ texts: [String]) -> [String] {
    texts.reduce(into: []) { joined, text in
      let isDigit = { (text: String) in text.allSatisfy { "0123456789.".contains($0) } }
      if let last = joined.last, text.count == 1, isDigit(text), isDigit(last) {
        joined[joined.count - 1] += text
      } else {
        joined.append(text)
      }
    }
  }
}
