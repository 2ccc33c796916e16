// Stage: a panel. The content of a place on the display.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

extension Panel {
  /// Lays out the page that is shown, and nothing of the other pages.
  public func layOutShown() {
    if pages.indices.contains(page) { pages[page].layer.layoutIfNeeded() }
    for strip in strips { strip.layer.layoutIfNeeded() }
  }

  /// The signals that an instrument follows, each once.
  package func signals(of instrument: Instrument) -> [SignalIndex] {
    var result: [SignalIndex] = []
    for binding in bindings where binding.element.instrument === instrument && !result.contains(binding.signal) {
      result.append(binding.signal)
    }
    return result
  }

  /// The signals of the instruments that are seen at a place, each once, in the order of the description.
  /// - Parameter place: in points of the display.
  public func signals(at place: Point) -> [SignalIndex] {
    var result: [SignalIndex] = []
    for binding in bindings where isShown(binding.page) && !result.contains(binding.signal) {
      guard let instrument = binding.element.instrument, !instrument.isHidden else { continue }
      if instrument.bounds.contains(instrument.convert(place, from: nil)) { result.append(binding.signal) }
    }
    return result
  }
}
