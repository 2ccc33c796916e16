// Stage: a panel. Options that follow signals: an instrument is marked where one of them is old or failed.
import PanelFile
import PanelSignals

extension Panel {
  /// Marks the instruments of a binding by the quality of its signal; all those in an element that a condition shows.
  func markOption(_ binding: PanelBinding) {
    let use = binding.element.instrument?.use(of: binding.key) ?? binding.key.optionUse
    let (old, new) = (binding.quality, use.quality(signals.reading(binding.signal).quality))
    if old == new { return }
    binding.quality = new
    binding.element.forEach { $0.instrument?.optionChanged(use, from: old, to: new) }
  }
}
