// Stage: a panel. One panel takes the place of another.
import LayerRuntime
import PanelFile
import PanelSignals

extension Panel {
  /// Lays out what is shown, and nothing of the other pages.
  public func layOutShown() {
    if pages.indices.contains(page) { pages[page].layer.layoutIfNeeded() }
    for strip in strips { strip.layer.layoutIfNeeded() }
  }

  /// Takes over what another panel has heard of the signals that have the same name, unit and sources in both, with their
  /// histories, windows of time and captured values; and of alarms whose name is the same what people said of them.
  public func takeOver(_ other: Panel) {
    let former = other.file.root.children(.signal)
    let names = RecordNames(former)
    let (sources, formerSources) = (file.sources, other.file.sources)
    var known: [SignalIndex] = []
    for record in file.root.children(.signal) {
      let old = names.first(as: record) ?? -1
      let isSame = old >= 0 && record.isSameSignal(as: former[old], sources, formerSources)
      known.append(isSame ? SignalIndex(old) : .none)
    }
    signals.take(known, of: other.signals)
    let alarmNames = RecordNames(other.file.root.children(.alarm))
    for (index, record) in file.root.children(.alarm).enumerated() {
      if let old = alarmNames.first(as: record) { alarms.take(index, from: old, of: other.alarms) }
    }
  }
}
