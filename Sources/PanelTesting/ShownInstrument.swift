// Stage: panel tests. Input: a panel on its display. Output: its instruments as somebody sees them.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelInstruments
import PanelSignals

/// An instrument of the page that is shown.
struct ShownInstrument {
  /// The words that it can be named by: its title or label, and its signals.
  let names: [String]
  /// The texts that are seen, in the order of its layers.
  let texts: [String]
  /// The word of its state.
  let state: String
  /// In pixels.
  let middle: PixelPoint

  private init(_ instrument: Instrument, signals: [String]) {
    var names = signals
    if let title = instrument.title { names.append(title) }
    if let control = instrument as? ControlInstrument { names.append(control.text) }
    if let text = instrument as? TextInstrument { names.append(text.text) }
    self.names = names
    texts = Self.texts(of: instrument)
    state = Self.word(instrument)
    let frame = instrument.convert(instrument.bounds, to: nil)
    middle = PixelPoint(x: frame.midX, y: frame.midY)
  }

  /// The instruments that are shown, and those within them, as rows of a table.
  static func all(of panel: Panel) -> [ShownInstrument] {
    let records = panel.file.root.children(.signal)
    var shown: [ShownInstrument] = []
    panel.forEachShown { _, instrument in
      forEachWithin(instrument) { part in
        let signals = panel.signals(of: part).compactMap { signal -> String? in
          let number = Int(signal.rawValue)
          return records.indices.contains(number) ? records[number].text(.name) : nil
        }
        shown.append(ShownInstrument(part, signals: signals))
      }
    }
    return shown
  }

  private static func forEachWithin(_ layer: Layer, _ visit: (Instrument) -> Void) {
    if layer.isHidden { return }
    if let instrument = layer as? Instrument { visit(instrument) }
    for sublayer in layer.sublayers ?? [] { forEachWithin(sublayer, visit) }
  }

  private static func texts(of layer: Layer) -> [String] {
    if layer.isHidden || layer.opacity == 0 { return [] }
    var texts: [String] = []
    if let text = (layer as? TextLayer)?.string, !text.isEmpty { texts.append(text) }
    for sublayer in layer.sublayers ?? [] { texts += Self.texts(of: sublayer) }
    return texts
  }

  /// The middle of the first text that is seen and has these words.
  static func middle(ofText words: String, in layer: Layer) -> PixelPoint? {
    if layer.isHidden || layer.opacity == 0 { return nil }
    if let text = layer as? TextLayer, text.string == words {
      let frame = text.convert(text.bounds, to: nil)
      return PixelPoint(x: frame.midX, y: frame.midY)
    }
    for sublayer in layer.sublayers ?? [] { if let found = middle(ofText: words, in: sublayer) { return found } }
    return nil
  }

  private static func word(_ instrument: Instrument) -> String {
    switch instrument.quality {
    case .fresh: "\(instrument.zoneState)"
    case let quality: "\(quality)"
    }
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
}
