// Stage: a panel. Alarms, from records.
import PanelFile
import PanelSignals

extension AlarmStore {
  /// The alarms of a panel file.
  convenience init(_ file: PanelFile) {
    self.init(
      file.root.children(.alarm).map { record in
        // The file counts priorities from 1.
        let priority = AlarmPriority(rawValue: UInt8(clamping: (record.choice(.priority) ?? 2) - 1)) ?? .caution
        return AlarmDefinition(
          condition: record.signal(.when) ?? .none, clearance: record.signal(.until) ?? .none,
          onDelay: record.duration(.onDelay) ?? 0, offDelay: record.duration(.offDelay) ?? 0, priority: priority,
          latches: record.flag(.latches) ?? false)
      })
  }
}
