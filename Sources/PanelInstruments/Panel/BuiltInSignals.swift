// Stage: a panel. Input: the panel itself and the time. Output: signals of the source `panel`, which every panel has.
import PanelFile
import PanelSignals
import SystemFiles

/// The signals that the panel itself tells.
struct BuiltInSignals {
  /// The number of the source's kind in files.
  static var kind: Int { 7 }

  private struct Part {
    let subject: BuiltIn
    /// Of the source whose link is asked.
    let source: Int
    let signal: SignalIndex
    let rank: Int
    /// What the signal was told last. Another source of the signal may have told it something else since, as a replay does.
    var told = Reading.none
    var toldText: String?
  }

  private var parts: [Part] = []
  /// When the panel was shown first.
  var startedAt: Int64?

  init(_ file: PanelFile) {
    for (number, record) in file.sources.enumerated() where record.choice(.style) == Self.kind {
      for address in file.addresses(ofSource: number) {
        let (subject, name) = BuiltIn.parse(address.address)
        let source = file.sources.firstIndex { haveSameBytes($0.text(.name), name) } ?? -1
        guard let subject else { continue }
        parts.append(Part(subject: subject, source: source, signal: address.signal, rank: address.rank))
      }
    }
  }

  /// Tells the signals what has changed. Takes no memory where nothing has.
  mutating func write(to signals: SignalStore, _ state: PanelState, at time: Int64) {
    if parts.isEmpty { return }
    let started = startedAt ?? time
    startedAt = started
    let wall = WallTime((time + state.wallClockOffset) / 1_000_000_000)
    for index in parts.indices {
      let part = parts[index]
      if let text = part.subject.text(of: state) {
        if haveSameBytes(text, part.toldText) { continue }
        parts[index].toldText = text
        signals.receive(part.signal, source: part.rank, text: Array(text.utf8).span, at: time)
        continue
      }
      let reading = part.subject.reading(of: state, wall, started: started, source: part.source, at: time)
      if reading == part.told { continue }
      parts[index].told = reading
      signals.receive(part.signal, source: part.rank, reading, at: time)
    }
  }

  /// When one of them changes by time alone; `nil` for never.
  func nextTime(_ state: PanelState, after time: Int64) -> Int64? {
    var next = Int64.max
    for part in parts {
      if let interval = part.subject.interval {
        // Clocks change at their own seconds, the others at those of the panel's time.
        let offset = part.subject.isOfWall ? state.wallClockOffset : -(part.subject == .idle ? state.touchedAt ?? 0 : 0)
        let whole = time + offset
        let turns = whole >= 0 ? whole / interval : (whole - interval + 1) / interval
        next = Swift.min(next, (turns + 1) * interval - offset)
      } else if isBehind(part, state) {
        // What alarms and themes did after the signals were told.
        next = Swift.min(next, time)
      }
    }
    return next == .max ? nil : next
  }

  /// Whether something has changed since the signal was told.
  private func isBehind(_ part: Part, _ state: PanelState) -> Bool {
    if let text = part.subject.text(of: state) { return !haveSameBytes(text, part.toldText) }
    return part.subject.reading(of: state, WallTime(0), started: 0, source: part.source, at: 0) != part.told
  }
}

/// The subject of a signal of the source `panel`. The raw value is its address.
package enum BuiltIn: Int, CaseIterable, Sendable {
  case uptime, hour, minute, second, weekday, day, month, year, time, idle, frames
  case advisories, cautions, warnings
  case page, theme, language, system
  case link, linkAge

  /// Its address in a description.
  package var name: StaticString {
    switch self {
    case .uptime: "uptime"
    case .hour: "hour"
    case .minute: "minute"
    case .second: "second"
    case .weekday: "weekday"
    case .day: "day"
    case .month: "month"
    case .year: "year"
    case .time: "time"
    case .idle: "idle"
    case .frames: "frames"
    case .advisories: "alarms.advisory"
    case .cautions: "alarms.caution"
    case .warnings: "alarms.warning"
    case .page: "page"
    case .theme: "theme"
    case .language: "language"
    case .system: "system"
    case .link: "link."
    case .linkAge: "age."
    }
  }

  /// Whether its value is a text.
  package var isText: Bool { self == .page || self == .theme || self == .language || self == .system }

  /// Whether its value is a time in seconds.
  package var isTime: Bool { self == .uptime || self == .time || self == .idle || self == .linkAge }

  /// Whether the name of a source follows.
  package var namesSource: Bool { self == .link || self == .linkAge }

  /// - Returns: the subject of an address, and the name of the source whose link is meant.
  package static func parse(_ address: String) -> (subject: BuiltIn?, source: String) {
    for subject in allCases {
      let name = subject.name.text
      if subject.namesSource {
        if address.utf8.starts(with: name.utf8) {
          return (subject, String(decoding: address.utf8.dropFirst(name.utf8.count), as: UTF8.self))
        }
      } else if haveSameBytes(address, name) {
        return (subject, "")
      }
    }
    return (nil, "")
  }

  fileprivate var isOfWall: Bool {
    switch self {
    case .hour, .minute, .second, .weekday, .day, .month, .year, .time: true
    default: false
    }
  }

  /// Nanoseconds between two values; `nil` where time alone changes nothing.
  fileprivate var interval: Int64? {
    let second: Int64 = 1_000_000_000
    switch self {
    case .uptime, .second, .time, .idle, .frames, .linkAge: return second
    case .minute, .hour, .weekday, .day, .month, .year: return 60 * second
    default: return nil
    }
  }

  fileprivate func text(of state: PanelState) -> String? {
    switch self {
    case .page: state.shownPage
    case .theme: state.shownTheme
    case .language: state.shownLanguage
    case .system: state.shownSystem
    default: nil
    }
  }

  fileprivate func reading(of state: PanelState, _ wall: WallTime, started: Int64, source: Int, at time: Int64)
    -> Reading
  {
    let second: Int64 = 1_000_000_000
    // A clock that was never set shows a time that it is not.
    if isOfWall && wall.year < 2020 { return .none }
    switch self {
    case .uptime: return Reading(Fixed64(Int(clamping: (time - started) / second)))
    case .idle: return Reading(Fixed64(Int(clamping: (time - (state.touchedAt ?? started)) / second)))
    case .hour: return Reading(Fixed64(wall.hour))
    case .minute: return Reading(Fixed64(wall.minute))
    case .second: return Reading(Fixed64(wall.second))
    case .weekday: return Reading(Fixed64(wall.weekday == 0 ? 7 : wall.weekday))
    case .day: return Reading(Fixed64(wall.day))
    case .month: return Reading(Fixed64(wall.month))
    case .year: return Reading(Fixed64(wall.year))
    case .time: return Reading(Fixed64((wall.hour * 60 + wall.minute) * 60 + wall.second))
    case .frames: return Reading(Fixed64(state.frameCount()))
    case .advisories: return Reading(Fixed64(state.alarms.unacknowledgedCount(.advisory)))
    case .cautions: return Reading(Fixed64(state.alarms.unacknowledgedCount(.caution)))
    case .warnings: return Reading(Fixed64(state.alarms.unacknowledgedCount(.warning)))
    case .link: return state.link(source).map { Reading($0.isConnected ? 1 : 0) } ?? .none
    case .linkAge:
      guard let toldAt = state.link(source)?.toldAt else { return .none }
      return Reading(Fixed64(Int(clamping: Swift.max(0, time - toldAt) / second)))
    case .page, .theme, .language, .system: return .none
    }
  }
}
