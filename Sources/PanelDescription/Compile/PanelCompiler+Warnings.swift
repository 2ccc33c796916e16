// No errors, but later regrets: text that cannot be read from where its reader stands, too many alarms, colours that
// are hard to tell apart.
import Foundation
import PanelFile
import PanelSignals

extension PanelCompiler {
  // MARK: Colours

  /// Contrast of text (4.5:1) and marks (3:1), as WCAG 2.2 asks for, and states that the colour-blind tell apart.
  func warnOfColors(_ name: String, _ colors: [UInt32], _ keys: Keys, _ place: Place) {
    func index(_ role: String) -> Int { Vocabulary.roles.firstIndex(of: role) ?? 0 }
    func origin(of first: String, _ second: String) -> Place {
      keys[first]?.value.place ?? keys[second]?.value.place ?? place
    }
    let linear = colors.map { LinearColor($0) }
    for ground in ["ground", "surface"] {
      for (role, least) in [
        ("ink", 4.5), ("dim", 4.5), ("mark", 3), ("needle", 3), ("accent", 3), ("normal", 3), ("advisory", 3),
        ("caution", 3), ("warning", 3), ("stale", 3),
      ] {
        // Our own colours are our matter.
        if keys[role] == nil && keys[ground] == nil { continue }
        let contrast = linear[index(role)].contrast(linear[index(ground)])
        if contrast < least {
          problems.warn(
            origin(of: role, ground),
            "the theme '\(name)' has \(role) on \(ground) at a contrast of \(Self.oneDecimal(contrast)):1 — expected \(Self.oneDecimal(least)):1 or more"
          )
        }
      }
    }
    let states = Vocabulary.states
    for (number, first) in states.enumerated() {
      for second in states[(number + 1)...] {
        if keys[first] == nil && keys[second] == nil { continue }
        let (a, b) = (linear[index(first)], linear[index(second)])
        let bad = LinearColor.Blindness.allCases.filter { a.seen(with: $0).difference(b.seen(with: $0)) < 0.05 }
        if !bad.isEmpty {
          problems.warn(
            origin(of: second, first),
            "the theme '\(name)' has \(first) and \(second) that look alike with \(bad.map(\.rawValue).joined(separator: ", "))"
          )
        }
      }
    }
  }

  private static func oneDecimal(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded(.down))
    return "\(tenths / 10).\(tenths % 10)"
  }

  // MARK: Alarms

  /// Few alarms are of the highest priority where they mean something: about 80, 15 and 5 of a hundred. (EEMUA 191.)
  func warnOfLoad(_ counts: [Int], _ pairs: Pairs) {
    let total = counts.reduce(0, +)
    guard total >= 10, let place = pairs.first?.key.place else { return }
    if counts[3] * 20 > total && counts[3] > 1 {
      problems.warn(
        place, "\(counts[3]) of \(total) alarms are warnings: EEMUA 191 has about 5 of 100, or nobody believes them")
    }
    if counts[2] * 4 > total {
      problems.warn(place, "\(counts[2]) of \(total) alarms are cautions: EEMUA 191 has about 15 of 100")
    }
  }

  /// An alarm at a bare limit comes and goes with the last digit.
  func warnOfFlapping(_ name: String, _ key: Item, _ keys: Keys) {
    guard keys["until"] == nil, keys["for"] == nil, let when = keys["when"]?.value.text,
      when.contains(" above ") || when.contains(" below ") || when.contains(">") || when.contains("<")
    else { return }
    problems.warn(key.place, "the alarm '\(name)' has neither until nor for: it will come and go around its limit")
  }

  // MARK: Ranges

  func warnOfRange(_ kind: String, _ keys: Keys, _ shown: SignalEntry?, _ item: Item) {
    guard keys["range"] == nil, let shown, shown.record[.lower] == nil,
      shown.record[.upper] == nil, shown.unit?.text != "percent"
    else { return }
    problems.warn(item.place, "the \(kind) has no range, and neither has '\(item.text ?? "")': 0..100 is taken")
  }

  // MARK: Sizes

  /// Points and millimetres: of text by the distance of its reader (MIL-STD-1472: 14 minutes of arc), of controls by
  /// the finger.
  func warnOfWhatIsHardToRead(_ keys: Keys) {
    for (text, place) in translated where !draft.texts.isUsed(text) && !allTexts.contains(text) {
      problems.warn(place, "'\(text)' is translated, but no text of the panel")
    }
    guard case .number(let width) = draft.root[.designWidth], case .number(let height) = draft.root[.designHeight],
      case .number(let density) = draft.root[.density]
    else { return }
    var distance = 700.0
    if let item = keys["distance"]?.value {
      guard let told = item.text.flatMap({ parseMillimetres($0) }) else {
        return refuse(item, "distance", "a distance, as 70cm")
      }
      distance = told
    }
    let pointsPerMillimetre = Double(density.rawValue) / 4_294_967_296
    let least = distance * 0.0041 * pointsPerMillimetre
    var layout = LayoutEstimate(pointsPerMillimetre: pointsPerMillimetre)
    layout.place(panel: draft.root, width: Double(width.floor), height: Double(height.floor))
    for element in placesOfElements {
      let (record, place, kind) = (element.record, element.place, element.kind)
      guard let size = layout.sizes[ObjectIdentifier(record)] else { continue }
      let capital =
        kind == "gauge"
        ? min(size.width, size.height) * 0.075
        : kind == "number" ? min(size.height * 0.36, size.width * 0.2) : .infinity
      if capital < least {
        problems.warn(
          place,
          "the \(kind)'s \(kind == "gauge" ? "numerals are" : "value is") \(Self.oneDecimal(capital / pointsPerMillimetre)) mm high — expected "
            + "\(Self.oneDecimal(least / pointsPerMillimetre)) mm to be read from \(Int(distance / 10)) cm: make it larger"
        )
      }
      if kind == "bar" || kind == "tank", let unit = unitHeight(kind, record, size, element.unit),
        unit < distance * 0.00145 * pointsPerMillimetre
      {
        problems.warn(
          place,
          "the \(kind)'s unit is \(Self.oneDecimal(unit / pointsPerMillimetre)) mm high — expected "
            + "\(Self.oneDecimal(distance * 0.00145)) mm to be told from \(Int(distance / 10)) cm: make the \(kind) larger, or write the unit into its title"
        )
      }
      let finger = 7 * pointsPerMillimetre
      if Vocabulary.instrument(kind)?.isControl == true, min(size.width, size.height) < finger {
        problems.warn(
          place,
          "the \(kind) is \(Self.oneDecimal(min(size.width, size.height) / pointsPerMillimetre)) mm small — expected 7.0 mm for a finger"
        )
      }
    }
  }

  /// Texts that are not in expressions.
  private var allTexts: Set<String> {
    var result: Set<String> = []
    func visit(_ record: RecordDraft) {
      if record.kind == .language { return }
      for property in record.properties.values { if case .text(let text) = property { result.insert(text) } }
      for child in record.children { visit(child) }
    }
    visit(draft.root)
    return result
  }

  /// The display's points in a millimetre, from its diagonal.
  func readDensity(_ keys: Keys) {
    guard let item = keys["diagonal"]?.value, !item.isReported else { return }
    guard let diagonal = item.text.flatMap({ parseMillimetres($0) }) else {
      return refuse(item, "diagonal", "a length as 7in or 178mm")
    }
    guard diagonal >= 20, diagonal < 5000 else { return refuse(item, "diagonal", "20mm or more, and less than 5m") }
    guard case .number(let width) = draft.root[.designWidth], case .number(let height) = draft.root[.designHeight]
    else {
      return problems.report(item.place, "diagonal without size", expected: "size: as 800x480")
    }
    let points = (Double(width.floor) * Double(width.floor) + Double(height.floor) * Double(height.floor)).squareRoot()
    draft.root[.density] = .number(Fixed64(rawValue: Int64((points / diagonal * 4_294_967_296).rounded())))
  }

  /// `70cm`, `7in`, `178mm`, `1.2m`.
  private func parseMillimetres(_ text: String) -> Double? {
    for (unit, factor) in [("mm", 1.0), ("cm", 10), ("in", 25.4), ("m", 1000)] where text.hasSuffix(unit) {
      return parseNumber(text.dropLast(unit.count)).map { Double($0.rawValue) / 4_294_967_296 * factor }
    }
    return nil
  }
}

/// About how large elements become: the device's own layout, without hidden ones and without rounding.
struct LayoutEstimate {
  let pointsPerMillimetre: Double
  var sizes: [ObjectIdentifier: (width: Double, height: Double)] = [:]

  init(pointsPerMillimetre: Double) { self.pointsPerMillimetre = pointsPerMillimetre }

  private func points(_ property: PropertyDraft?, _ whole: Double) -> Double? {
    guard case .length(let value, let unit) = property else { return nil }
    let number = Double(value.rawValue) / 4_294_967_296
    switch unit {
    case .points: return number
    case .millimetres: return number * pointsPerMillimetre
    case .percent: return number * whole / 100
    case .fraction: return nil
    }
  }

  private func fraction(_ property: PropertyDraft?) -> Double? {
    guard case .length(let value, .fraction) = property else { return nil }
    return Double(value.rawValue) / 4_294_967_296
  }

  private func tracks(_ lengths: [PropertyDraft?], _ whole: Double, _ gap: Double) -> [Double] {
    var left = whole - gap * Double(max(0, lengths.count - 1))
    var shares: [Double] = []
    var sizes: [Double] = []
    for length in lengths {
      let size = points(length, whole).map { max(0, $0) }
      left -= size ?? 0
      sizes.append(size ?? 0)
      if size == nil, case .length(let value, .fraction) = length {
        shares.append(Double(value.rawValue) / 4_294_967_296)
      } else {
        shares.append(size == nil ? 1 : 0)
      }
    }
    // Sizes that are too large together shrink in proportion, as the device's do.
    let wanted = sizes.reduce(0, +)
    if left < 0 && wanted > 0 { sizes = sizes.map { max(0, wanted + left) * $0 / wanted } }
    let total = shares.reduce(0, +)
    return sizes.indices.map { shares[$0] > 0 ? max(0, left) * shares[$0] / total : sizes[$0] }
  }

  /// Bars take their part of the height, and pages have the rest.
  mutating func place(panel: RecordDraft, width: Double, height: Double) {
    var left = height
    for strip in panel.children where strip.kind == .strip {
      place(strip, x: 0, y: 0, width: width, height: left)
      if case .choice(let anchor) = strip[.anchor], anchor > 1 { continue }
      left -= min(left, points(strip[.height], left) ?? left / 10)
    }
    for page in panel.children where page.kind == .page { place(page, x: 0, y: 0, width: width, height: left) }
  }

  mutating func place(_ record: RecordDraft, x: Double, y: Double, width: Double, height: Double) {
    sizes[ObjectIdentifier(record)] = (width, height)
    let children = record.children.filter(\.kind.isElement)
    let gap = points(record[.gap], width) ?? 8
    switch record.kind {
    case .page:
      let margin = points(record[.margin], width) ?? 8
      for child in children {
        place(child, x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin)
      }
    case .grid:
      let entries = record.children.filter { $0.kind == .entry }
      let columns = tracks(entries.filter { $0[.isRow] == nil }.map { $0[.length] }, width, gap)
      let rows = tracks(entries.filter { $0[.isRow] != nil }.map { $0[.length] }, height, gap)
      for child in children {
        func extent(_ sizes: [Double], _ first: PropertyKey, _ count: PropertyKey) -> Double {
          guard case .choice(let start) = child[first], case .choice(let count) = child[count] else { return 0 }
          return sizes[start..<min(sizes.count, start + count)].reduce(0, +) + gap * Double(count - 1)
        }
        place(
          child, x: x, y: y, width: extent(columns, .gridColumn, .columnSpan), height: extent(rows, .gridRow, .rowSpan))
      }
    case .row, .column:
      let isRow = record.kind == .row
      let sizes = tracks(children.map { $0[isRow ? .width : .height] }, isRow ? width : height, gap)
      for (child, size) in zip(children, sizes) {
        place(child, x: x, y: y, width: isRow ? size : width, height: isRow ? height : size)
      }
    case .strip:
      // A bar: its left, its middle and its right share the width by their weights.
      guard case .choice(let anchor) = record[.anchor], anchor < 2 else { return }
      let rows = record.children.map { row in
        (row, row.children.map { fraction($0[.width]) ?? 1 }.reduce(0, +))
      }
      let total = max(1, rows.map(\.1).reduce(0, +))
      let taken = points(record[.height], height) ?? height / 10
      for (row, weight) in rows { place(row, x: x, y: y, width: (width - 12) * weight / total, height: taken - 4) }
    case .stack:
      for child in children {
        place(
          child, x: x, y: y, width: points(child[.width], width) ?? width,
          height: points(child[.height], height) ?? height)
      }
    default: break
    }
  }
}
