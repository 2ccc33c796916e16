// Stage: a panel. What a place on the display shows.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

extension Panel {
  /// The language that the panel's signal asks for, as ``PanelFile/language`` has it; the present one where none does. A
  /// panel made anew of the file shows it.
  public var wantedLanguage: Int {
    guard let signal = file.root.signal(.language) else { return file.language }
    let reading = signals.reading(signal)
    return reading.hasValue ? Swift.max(0, reading.value.rounded) : file.language
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
