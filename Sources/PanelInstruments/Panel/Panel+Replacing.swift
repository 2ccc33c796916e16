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

  /// Takes over what another panel has heard, and its histories, of the signals that have the same name in both; and of
  /// alarms whose name is the same what people said of them.
  public func takeOver(_ other: Panel) {
    let (records, former) = (file.root.children(.signal), other.file.root.children(.signal))
    for (index, record) in records.enumerated() {
      guard let name = record.text(.name) else { continue }
      for (old, candidate) in former.enumerated() {
        guard let known = candidate.text(.name), haveSameBytes(known, name) else { continue }
        signals.take(SignalIndex(index), from: SignalIndex(old), of: other.signals)
      }
    }
    let (alarmRecords, formerAlarms) = (file.root.children(.alarm), other.file.root.children(.alarm))
    for (index, record) in alarmRecords.enumerated() {
      guard let name = record.text(.name) else { continue }
      for (old, candidate) in formerAlarms.enumerated() {
        if let known = candidate.text(.name), haveSameBytes(known, name) {
          alarms.take(index, from: old, of: other.alarms)
        }
      }
    }
  }
}
