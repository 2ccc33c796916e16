// Stage: a panel. Alarms, from records.
import LayerRuntime
import PanelFile
import PanelSignals

/// An instrument that lists alarms.
struct AlarmList {
  let instrument: AlarmsInstrument
  let page: Int
}

extension Panel {
  /// Somebody knows of an alarm: it stays as long as its cause does, and flashes no more.
  public func acknowledge(_ alarm: Int) {
    alarms.acknowledge(alarm, at: time)
    showAlarms()
  }

  /// Shows the alarms, if they have changed or everything is shown anew.
  func showAlarms(always: Bool = false) {
    if !always && shownChanges == alarms.changeCount { return }
    shownChanges = alarms.changeCount
    for list in alarmLists where isShown(list.page) { list.instrument.show(alarms) }
  }

  /// Has alarms that nobody has acknowledged flash.
  func flashAlarms() {
    for list in alarmLists where isShown(list.page) && list.instrument.hasFlashing {
      list.instrument.flash(isOn: FlashClock.isOn(.warning, at: time))
      tick(at: FlashClock.nextTime(.warning, after: time))
    }
  }
}

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
