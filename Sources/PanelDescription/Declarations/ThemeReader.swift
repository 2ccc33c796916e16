// Themes: the colours of roles.
import PanelFile
import PanelInstruments
import PanelSignals

/// Reads themes.
struct ThemeReader: ItemReading {
  let problems: Problems
  let values: ValueReader
  let draft: PanelDraft

  init(_ values: ValueReader) { (problems, self.values, draft) = (values.problems, values, values.draft) }

  /// The roles' colours to begin with, in the order of ``Vocabulary/roles``.
  static let baseThemes: [(name: String, colors: [UInt32])] = [
    ("dark", Theme.dark.rgb), ("day", Theme.day.rgb), ("night", Theme.night.rgb),
  ]

  /// Notes the roles that themes have of their own: keys that are neither a theme's nor a role. Colours of signals name them.
  func gatherRoles(_ pairs: Pairs) {
    for pair in pairs {
      for key in (pair.value.map ?? []).map(\.key) {
        guard let name = key.text, !Vocabulary.theme.contains(where: { $0.name == name }),
          !Vocabulary.roles.contains(name), !draft.ownRoles.contains(name)
        else { continue }
        if Self.isMistake(name) || NamedColor(name) != nil || checkName(key, "a role") == nil { continue }
        if draft.ownRoles.count < Theme.ownRoleLimit {
          draft.ownRoles.append(name)
        } else if draft.ownRoles.count == Theme.ownRoleLimit {
          problems.report(
            key.place, "more than \(Theme.ownRoleLimit) roles of the panel's own", expected: "fewer")
          return
        }
      }
    }
  }

  /// Whether a key is near to one that a theme has: a mistake rather than a role.
  private static func isMistake(_ name: String) -> Bool {
    nearest(name, in: Vocabulary.roles + Vocabulary.theme.map(\.name)) != nil || Vocabulary.formerNames[name] != nil
  }

  func readThemes(_ pairs: Pairs) {
    var earlier: [(name: String, limit: ThemeLimit)] = []
    var plain: String?
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = checkName(key, "a theme") else { continue }
      let record = RecordDraft(.theme)
      record[.name] = .text(name)
      draft.add(record)
      // `night: {}` is the theme of that name as it is.
      guard let keys = map(value, "a theme, as {like: night, needle: white}") else { continue }
      check(keys, Vocabulary.theme, "a theme", besides: Vocabulary.roles + draft.ownRoles)
      values.read(keys, Vocabulary.theme, into: record, nil)
      if let item = keys["during"]?.value { readHours(item, record) }
      let colors = readColors(keys, name, record)
      readDimming(keys, name, record)
      Warnings(problems: problems).warnOfColors(name, colors, keys, key.place)
      if keys["during"] == nil, keys["when"] == nil {
        if let plain {
          problems.warn(
            key.place,
            "the theme '\(name)' has no condition, and '\(plain)' before it is shown — expected when: or during:")
        }
        plain = plain ?? name
      }
      guard keys["during"] == nil, let limit = keys["when"]?.value.text.flatMap({ ThemeLimit($0) }) else { continue }
      if let other = earlier.first(where: { $0.limit.holds(whenever: limit) }) {
        problems.warn(
          key.place,
          "the theme '\(name)' is never shown by its condition: that of '\(other.name)', which stands before it, holds whenever its own does"
        )
      }
      earlier.append((name, limit))
    }
  }

  /// The colours of all roles: the theme's own, else those of the theme that it is like.
  private func readColors(_ keys: Keys, _ name: String, _ record: RecordDraft) -> [UInt32] {
    var base = Self.baseThemes.first { $0.name == name } ?? Self.baseThemes[0]
    if let item = keys["like"]?.value {
      if let found = Self.baseThemes.first(where: { $0.name == item.text }) {
        base = found
      } else {
        problems.reportUnknown(item.place, "theme", item.text ?? item.words, among: Self.baseThemes.map(\.name))
      }
    }
    var colors = base.colors
    for (role, name) in Vocabulary.roles.enumerated() {
      guard let item = keys[name]?.value, let color = themeColor(item, name) else { continue }
      colors[role] = color
    }
    // A role of the panel's own is ink where a theme says nothing of it.
    for name in draft.ownRoles {
      colors.append(keys[name].flatMap { themeColor($0.value, name) } ?? colors[Role.ink.rawValue])
    }
    for (role, color) in colors.enumerated() {
      let entry = RecordDraft(.entry)
      entry[.role] = .choice(role)
      entry[.color] = .color(0xFF00_0000 | color)
      record.children.append(entry)
    }
    return Array(colors.prefix(Vocabulary.roles.count))
  }

  /// How bright colours are that are no roles.
  private func readDimming(_ keys: Keys, _ name: String, _ record: RecordDraft) {
    if let item = keys["dims"]?.value {
      guard case .length(let share, .percent)? = record[.size], share >= 0, share <= 100 else {
        record[.size] = nil
        return refuse(item, "dims", "a share as 60percent, of 100 at most")
      }
    } else if keys["like"]?.value.text ?? name == "night" {
      record[.size] = .length(60, .percent)
    }
  }

  /// `21:30..6:00`: minutes of the day.
  private func readHours(_ item: Item, _ record: RecordDraft) {
    func minute(_ text: Substring) -> Int? {
      guard let match = text.wholeMatch(of: /([0-9]{1,2}):([0-9]{2})/), let hour = Int(match.1),
        let minute = Int(match.2),
        minute < 60, hour < 24
      else { return nil }
      return hour * 60 + minute
    }
    let ends = (item.text ?? "").replacing(" ", with: "").split(separator: "..").map(minute)
    guard ends.count == 2, let start = ends[0], let end = ends[1], start != end else {
      return refuse(item, "during", "two different times of day, as '21:30..6:00'")
    }
    (record[.lower], record[.upper]) = (.number(Fixed64(start)), .number(Fixed64(end)))
  }

  /// A colour that is no role: themes define roles.
  private func themeColor(_ item: Item, _ name: String) -> UInt32? {
    let expected = "a colour as red-60, black or \"#ff8800\""
    guard let text = item.text, !item.isEmpty else {
      refuse(item, name, expected)
      return nil
    }
    switch NamedColor(text) {
    case .rgb(let rgb): return rgb
    case .role:
      problems.report(item.place, "\(name) is the role '\(text)'", expected: expected)
    case nil:
      let isHex = text.count == 6 && text.allSatisfy(\.isHexDigit)
      refuse(
        item, name, expected,
        meant: isHex ? "\"#\(text)\"" : nearest(text, in: NamedColor.names.filter { !Vocabulary.roles.contains($0) }))
    }
    return nil
  }
}
