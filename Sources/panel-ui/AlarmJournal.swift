// Stage: program. Input: the alarms' changes. Output: a line each in a file, if one was asked for.
import CLinux
import PanelFile
import PanelInstruments
import PanelKit
import PanelSignals
import SystemFiles

/// Writes down what alarms do (P53): `2026-11-23T10:08:36Z oil_low normal unacknowledged`, in UTC.
final class AlarmJournal {
  private let log: LineLog
  private var names: [String] = []
  /// How many of the panel's changes are written.
  private var written: Int64 = 0
  private var failed = false

  /// - Throws: the file cannot be used, as one that another panel writes to.
  init(_ path: String) throws(ProgramError) {
    do throws(FileError) { log = try LineLog(path, header: "panel-ui alarms 1") } catch {
      throw .device(DeviceError(error, remedy: "choose a file that this user may write, for each panel its own"))
    }
    append(Self.now, "panel-ui started")
  }

  /// Begins with a panel that has said nothing yet.
  func follow(_ panel: Panel) {
    names = panel.file.root.children(.alarm).map { printable($0.text(.name) ?? "") }
    written = panel.alarms.transitionCount
  }

  /// Writes what has changed since the call before.
  /// - Parameter time: that of the panel's ``Panel/advance(to:)``.
  func write(_ panel: Panel, at time: Int64) {
    let alarms = panel.alarms
    while written < alarms.transitionCount {
      let age = Int(alarms.transitionCount - written - 1)
      written += 1
      guard let change = alarms.transition(age), names.indices.contains(change.alarm) else {
        // More changes than are kept came at once.
        append(Self.now, "a change is lost")
        continue
      }
      append(
        Self.now - (time - change.time) / 1_000_000_000,
        names[change.alarm] + " " + Self.name(change.from) + " " + Self.name(change.to))
    }
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

  /// What cannot be written is lost; the first time is said.
  private func append(_ seconds: Int64, _ words: String) {
    do throws(FileError) {
      try log.append(Self.stamp(seconds) + [32] + Array(words.utf8))
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
