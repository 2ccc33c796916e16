// Stage: a panel. Which colours hold.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals
import SystemFiles

/// The themes of a panel: the first that has a condition which holds, else the first without one. Behind them those that
/// every panel can be shown in, unless it has its own of that name.
struct PanelThemes {
  private(set) var names: [String]
  private var themes: [Theme] = []
  private var conditions: [SignalIndex] = []
  private var hours: [DayTime?] = []
  private var backlights: [Fixed64?] = []
  private var chosen: Int?
  private var shown = 0

  init(_ file: PanelFile) {
    let records = file.root.children(.theme)
    names = records.map { $0.text(.name) ?? "" }
    for record in records {
      var theme = Theme.dark
      for entry in record.children(.entry) {
        if let role = entry.choice(.role), let color = entry[.color]?.color {
          theme.set(Color(argb: color), ofRole: role)
        }
      }
      if let share = record[.size]?.length?.value {
        theme.brightness = (share.held(0, 100) * 256 / 100)?.rounded ?? 256
      }
      themes.append(theme)
      backlights.append(record.number(.backlight))
      conditions.append(record.signal(.when) ?? .none)
      hours.append(DayTime(record))
    }
    // A panel without themes is dark.
    if themes.isEmpty { (conditions, hours) = ([.none], [nil]) }
    for (name, theme) in [("dark", Theme.dark), ("day", .day), ("night", .night)]
    where !names.contains(where: { haveSameBytes($0, name) }) {
      names.append(name)
      themes.append(theme)
    }
    shown = fallback
  }

  /// Whether one holds whatever the conditions say.
  var isChosen: Bool { chosen != nil }

  /// The one without a condition.
  private var fallback: Int { conditions.indices.first { conditions[$0] == .none && hours[$0] == nil } ?? 0 }

  /// The theme that holds.
  var name: String { names[shown] }

  /// The brightness of the display's light that the theme wants, in percent; `nil` for as it is.
  var backlight: Fixed64? { backlights.indices.contains(shown) ? backlights[shown] : nil }

  /// The colours that hold.
  var theme: Theme { themes[shown] }

  /// Has one theme hold whatever the conditions say; without a name, none of them.
  /// - Returns: false where there is no theme of the name.
  mutating func choose(_ name: String?) -> Bool {
    guard let name else {
      chosen = nil
      return true
    }
    guard let index = names.firstIndex(where: { haveSameBytes($0, name) }) else { return false }
    (chosen, shown) = (index, index)
    return true
  }

  /// - Parameter wall: nanoseconds since 1970, or since some midnight, as clocks of the place show it.
  /// - Returns: whether other colours hold now.
  mutating func advance(_ signals: SignalStore, wall: Int64) -> Bool {
    if chosen != nil { return false }
    let holding = conditions.indices.first { index in
      if let hours = hours[index], !hours.contains(wall) { return false }
      if conditions[index] == .none { return hours[index] != nil }
      let reading = signals.reading(conditions[index])
      return reading.quality == .fresh && reading.value != .zero
    }
    let next = holding ?? fallback
    if next == shown { return false }
    shown = next
    return true
  }

  /// How many nanoseconds after a time of day another theme may hold because of it; `nil` for never.
  func interval(after wall: Int64) -> Int64? {
    if chosen != nil { return nil }
    var least: Int?
    for case let hours? in hours {
      let minutes = hours.minutes(after: wall)
      least = Swift.min(least ?? minutes, minutes)
    }
    let nanoseconds: Int64 = 60_000_000_000
    return least.map { Int64($0) * nanoseconds - wall % nanoseconds }
  }
}

/// A part of every day, in minutes from midnight; over midnight where it does not end behind its start.
private struct DayTime {
  private static let day = 24 * 60

  private let start, end: Int

  /// The times of a theme's record.
  init?(_ record: PanelRecord) {
    guard let start = record.number(.lower), let end = record.number(.upper) else { return nil }
    (self.start, self.end) = (start.rounded, end.rounded)
    let minutes = 0..<Self.day
    if !minutes.contains(self.start) || !minutes.contains(self.end) { return nil }
  }

  private static func minute(_ wall: Int64) -> Int {
    let time = WallTime(wall / 1_000_000_000)
    return time.hour * 60 + time.minute
  }

  func contains(_ wall: Int64) -> Bool {
    let minute = Self.minute(wall)
    return start < end ? minute >= start && minute < end : minute >= start || minute < end
  }

  /// To its next end, from 1 up to a day.
  func minutes(after wall: Int64) -> Int {
    let minute = Self.minute(wall)
    func minutes(to bound: Int) -> Int { (bound - minute - 1 + Self.day) % Self.day + 1 }
    return Swift.min(minutes(to: start), minutes(to: end))
  }
}
