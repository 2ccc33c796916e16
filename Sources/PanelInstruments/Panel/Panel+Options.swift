// Stage: a panel. Options that follow signals: an instrument is marked where one of them is old or failed.
import PanelFile
import PanelSignals

extension Panel {
  /// Tells the instruments of a binding how far its signal can be believed; all those in what is shown by a condition.
  func markOption(_ index: Int) {
    let binding = bindings[index]
    let use = binding.element.instrument?.use(of: binding.key) ?? binding.key.optionUse
    let (old, new) = (bindings[index].quality, use.quality(signals.reading(bindings[index].signal).quality))
    if old == new { return }
    bindings[index].quality = new
    bindings[index].element.forEach { $0.instrument?.optionChanged(use, from: old, to: new) }
  }
}
