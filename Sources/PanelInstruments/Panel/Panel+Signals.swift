// Stage: a panel. What a place on the display shows.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

extension Panel {
  /// Chooses the language and the system of units that the panel's signals ask for. A panel made of the file afterwards
  /// shows them.
  /// - Returns: whether one of them is another than before.
  public func chooseWording() -> Bool {
    let (language, system) = (wanted(.language) ?? file.language, wanted(.system) ?? file.system)
    if language == file.language && system == file.system { return false }
    file.choose(language: language)
    file.choose(system: system)
    return true
  }

  /// What a signal of the panel's asks for; `nil` where none does.
  private func wanted(_ key: PropertyKey) -> Int? {
    guard let signal = file.root.signal(key) else { return nil }
    let reading = signals.reading(signal)
    return reading.hasValue ? Swift.max(0, reading.value.rounded) : nil
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
