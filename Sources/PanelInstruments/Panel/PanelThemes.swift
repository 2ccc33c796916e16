// Stage: a panel. Which colours hold.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// The themes of a panel: the first that has a condition which holds, else the first without one. Behind them those that
/// every panel can be shown in, unless it has its own of that name.
struct PanelThemes {
  private(set) var names: [String]
  private var themes: [Theme] = []
  private var conditions: [SignalIndex] = []
  private var chosen: Int?
  private var shown = 0

  init(_ file: PanelFile) {
    let records = file.root.children(.theme)
    names = records.map { $0.text(.name) ?? "" }
    for record in records {
      var theme = Theme.dark
      for entry in record.children(.entry) {
        if let role = Role(rawValue: entry.choice(.role) ?? -1), let color = entry[.color]?.color {
          theme[role] = Color(argb: color)
        }
      }
      themes.append(theme)
      conditions.append(record.signal(.when) ?? .none)
    }
    // A panel without themes is dark.
    if themes.isEmpty { conditions.append(.none) }
    for (name, theme) in [("dark", Theme.dark), ("day", .day), ("night", .night)]
    where !names.contains(where: { haveSameBytes($0, name) }) {
      names.append(name)
      themes.append(theme)
    }
    shown = conditions.firstIndex { $0 == .none } ?? 0
  }

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

  /// - Returns: whether other colours hold now.
  mutating func advance(_ signals: SignalStore) -> Bool {
    if chosen != nil { return false }
    let holding = conditions.firstIndex { condition in
      let reading = signals.reading(condition)
      return condition != .none && reading.quality == .fresh && reading.value != .zero
    }
    let next = holding ?? conditions.firstIndex { $0 == .none } ?? 0
    if next == shown { return false }
    shown = next
    return true
  }
}
