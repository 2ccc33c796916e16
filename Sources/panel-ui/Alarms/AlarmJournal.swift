// Stage: program. Input: the alarms' changes. Output: a line each in a file, if one was asked for.
import CLinux
import PanelFile
import PanelInstruments
import PanelKit
import PanelSignals
import SystemFiles

/// Writes each change of an alarm (P53): `2026-11-23T10:08:36Z oil_low normal unacknowledged`, in UTC.
final class AlarmJournal {
  private let log: LineLog
  private var names: [String] = []
  private var priorities: [AlarmPriority] = []
  /// The changes since the last ``write(at:)``.
  private var changes: [AlarmTransition] = []
  private var failed = false

  /// - Throws: the file cannot be used, as one that another panel writes to.
  init(_ path: String) throws(ProgramError) {
    do throws(FileError) { log = try LineLog(path, header: "panel-ui alarms 1") } catch {
      throw .device(DeviceError(error, remedy: "choose a file that this user may write, for each panel its own"))
    }
    append([line(Self.now, "panel-ui started")])
  }

  /// Records the changes of a panel's alarms from now on.
  func follow(_ panel: Panel) {
    names = panel.file.root.children(.alarm).map { printable($0.text(.name) ?? "") }
    priorities = panel.alarms.definitions.map { $0.priority }
    changes = []
    // Each alarm changes twice in a frame where somebody acknowledges it and its cause ends.
    changes.reserveCapacity(2 * names.count)
    panel.alarms.transitionHandler = { self.changes.append($0) }
  }

  /// Writes the changes since the last call: by time, and the most urgent first among those of one time.
  /// - Parameter time: that of the panel's ``Panel/advance(to:)``.
  func write(at time: Int64) {
    if changes.isEmpty { return }
    let order = changes.indices.sorted { comesBefore($0, $1) }
    let now = Self.now
    let lines = order.map { index in
      let change = changes[index]
      return line(
        now - (time - change.time) / 1_000_000_000,
        names[change.alarm] + " " + Self.name(change.from) + " " + Self.name(change.to))
    }
    changes.removeAll(keepingCapacity: true)
    append(lines)
  }

  /// Changes of one alarm keep their order.
  private func comesBefore(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (changes[a], changes[b])
    if first.time != second.time { return first.time < second.time }
    let (urgency, other) = (priorities[first.alarm], priorities[second.alarm])
    return urgency == other ? a < b : urgency > other
  }

  private static var now: Int64 {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec)
  }

  private static func name(_ state: AlarmState) -> String {
    switch state {
    case .normal: "normal"
    case .unacknowledged: "unacknowledged"
    case .acknowledged: "acknowledged"
    case .returned: "returned"
    case .latched: "latched"
    case .shelved: "shelved"
    }
  }

  private func line(_ seconds: Int64, _ words: String) -> [UInt8] { Self.stamp(seconds) + [32] + Array(words.utf8) }

  /// Lines that the disk refuses are lost; the first of several failures in a row prints a message.
  private func append(_ lines: [[UInt8]]) {
    do throws(FileError) {
      try log.append(lines)
      failed = false
    } catch {
      if !failed { Files.writeError("panel-ui: " + DeviceError(error, remedy: "make room for it").message + "\n") }
      failed = true
    }
  }

  /// "2026-11-23T10:08:36Z"
  private static func stamp(_ seconds: Int64) -> [UInt8] {
    var time = time_t(seconds)
    var parts = unsafe tm()
    _ = unsafe gmtime_r(&time, &parts)
    var text: [UInt8] = []
    func append(_ number: Int32, _ digits: Int, _ end: Unicode.Scalar) {
      for place in (0..<digits).reversed() {
        var rest = number
        for _ in 0..<place { rest /= 10 }
        text.append(UInt8(48 + rest % 10))
      }
      text.append(UInt8(ascii: end))
    }
    unsafe append(parts.tm_year + 1900, 4, "-")
    unsafe append(parts.tm_mon + 1, 2, "-")
    unsafe append(parts.tm_mday, 2, "T")
    unsafe append(parts.tm_hour, 2, ":")
    unsafe append(parts.tm_min, 2, ":")
    unsafe append(parts.tm_sec, 2, "Z")
    return text
  }
}
