// Parts of the panel without room: texts of alarms that are cut, titles, units that nobody can read.
import Foundation
import PanelFile
import PanelInstruments
import PanelSignals

/// An instrument of the description.
struct PlacedElement {
  let record: RecordDraft
  let place: Place
  let kind: String
  /// Of the shown signal.
  let unit: String?
  /// Its own, or that of the shown signal.
  let title: String?
}

extension PanelCompiler {
  /// Letters of the panel's font are this wide on the average, in heights of a capital.
  private static var letterWidth: Double { 0.78 }

  /// Warns of parts without room.
  func warnOfRoom() {
    guard case .number(let width) = draft.root[.designWidth], case .number(let height) = draft.root[.designHeight]
    else {
      return
    }
    // As a panel without a diagonal has.
    var pointsPerMillimetre = 5.0
    if case .number(let density) = draft.root[.density] {
      pointsPerMillimetre = Double(density.rawValue) / 4_294_967_296
    }
    var layout = LayoutEstimate(pointsPerMillimetre: pointsPerMillimetre)
    layout.place(panel: draft.root, width: Double(width.floor), height: Double(height.floor))
    for element in placesOfElements {
      guard let size = layout.sizes[ObjectIdentifier(element.record)] else { continue }
      if element.kind == "alarms" { warnOfAlarmTexts(element, size) } else { warnOfHiddenTitle(element, size) }
    }
  }

  /// An alarm whose text is cut says something else, or nothing.
  private func warnOfAlarmTexts(_ element: PlacedElement, _ size: (width: Double, height: Double)) {
    var longest = (text: "", name: "")
    for record in draft.root.children where record.kind == .alarm {
      guard case .text(let text) = record[.text], case .text(let name) = record[.name] else { continue }
      if text.count > longest.text.count { longest = (text, name) }
    }
    var rows = 1.0
    if case .choice(let style) = element.record[.style], style > 0 {
      rows = 6
      if case .number(let told) = element.record[.rows] { rows = Double(max(1, min(20, told.floor))) }
    }
    // As AlarmLine does; a list has a field for a finger beside it.
    let capital = min(28, max(6, size.height / rows * 0.36))
    let room = (rows > 1 ? size.width - min(36, size.width / 4) : size.width) - max(16, capital)
    let letters = Int(room / (capital * Self.letterWidth))
    if longest.text.count > letters {
      problems.warn(
        element.place,
        "the text of the alarm '\(longest.name)' has \(longest.text.count) letters, and about \(max(0, letters)) have room here: "
          + "shorten it, or make the line wider or lower")
    }
  }

  /// A title that is not shown leaves a value without a name.
  private func warnOfHiddenTitle(_ element: PlacedElement, _ size: (width: Double, height: Double)) {
    let least = (width: Instrument.leastTitledSize.width.ceil, height: Instrument.leastTitledSize.height.ceil)
    guard let title = element.title, !title.isEmpty, Self.titled.contains(element.kind),
      size.width < Double(least.width) || size.height < Double(least.height)
    else { return }
    if element.kind == "number" {
      // A low one has its title before a value of about four digits.
      let letters = 4 * 0.85 + Double(element.unit?.count ?? 0) * 0.45 * Self.letterWidth
      if size.width - size.height * 0.5 * letters >= Double(least.width) { return }
    }
    problems.warn(
      element.place,
      "the \(element.kind) has about \(Int(size.width)) × \(Int(size.height)) points, and no room for its title '\(title)' "
        + "— expected \(least.width) × \(least.height) or more")
  }

  /// Instruments whose title has a line above them.
  private static var titled: Set<String> {
    ["number", "gauge", "bar", "tank", "battery", "trend", "xy", "tape", "compass", "wind", "timer", "hours"]
  }

  /// The unit of a bar or a tank is smaller than its value. Below 5 minutes of arc nobody can tell letters apart.
  /// - Returns: how high its capitals are about, in points; `nil` where there is no unit to be read.
  func unitHeight(
    _ kind: String, _ record: RecordDraft, _ size: (width: Double, height: Double), _ unit: String?
  ) -> Double? {
    guard let unit, !unit.isEmpty, record[.showsValue]?.isOff != true else { return nil }
    var isUpright = kind == "tank"
    if case .flag(let flag) = record[.isUpright] { isUpright = flag }
    if isUpright ? size.height < 80 || size.width < 44 : size.width < 130 { return nil }
    // As the instruments do, with a value of four digits.
    let most = min(isUpright ? 30 : 36, max(8, size.height * 0.8 * (isUpright ? 0.11 : 0.42)))
    var (capital, share) = (most, 0.0)
    for _ in 0..<2 {
      share = min(0.7, max(0.45, 7 / capital))
      let whole = 4 * 0.85 + 0.62 + Double(unit.count) * share * Self.letterWidth
      capital = min(most, size.width * (isUpright ? 0.9 : 0.3) / whole)
    }
    return capital * share
  }
}

extension PropertyDraft {
  fileprivate var isOff: Bool {
    if case .flag(let flag) = self { return !flag }
    return false
  }
}
