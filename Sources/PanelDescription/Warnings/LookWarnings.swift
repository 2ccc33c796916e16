// The look of the panel as devices lay it out: texts that nobody can read, titles and alarms without room, small controls.
import FixedRaster
import Packs
import PanelFile
import PanelInstruments
import PanelSignals

/// Warns of instruments that are too small for their texts, or for a finger.
struct LookWarnings {
  let problems: Problems
  let draft: PanelDraft
  /// The places of elements, by the numbers of their records in the file.
  let places: [UsedPlace?]
  /// Millimetres from the display to its reader.
  let distance: Double

  /// Shows every page of the panel, at the designed size and in the other shape where it has areas for it, and warns of
  /// instruments that are too small.
  func warnOfLook(_ file: PanelFile) {
    var seen: Set<Int> = []
    guard case .number(let width) = draft.root[.designWidth], case .number(let height) = draft.root[.designHeight]
    else { return }
    let size = Size(width: Fixed(width.rounded), height: Fixed(height.rounded))
    for display in 0..<max(1, file.root.count(.display)) {
      guard let panel = try? Panel(file, display: display, size: size) else { continue }
      warn(of: panel, file, display, size, places, &seen)
      warnOfDemo(file, display, size, places)
      guard panel.hasOtherShape else { continue }
      let other = Size(width: size.height, height: size.width)
      let portrait = places.map { $0.map { UsedPlace(place: $0.place, use: $0.use + " — in the areas of portrait") } }
      if let panel = try? Panel(file, display: display, size: other) {
        warn(of: panel, file, display, other, portrait, &seen)
      }
      warnOfDemo(file, display, other, portrait)
    }
  }

  /// Warns of instruments that have too little room on a display of another size.
  func warnOfLook(_ file: PanelFile, on size: (width: Int, height: Int)) {
    let display = Size(width: Fixed(size.width), height: Fixed(size.height))
    for number in 0..<max(1, file.root.count(.display)) {
      guard let panel = try? Panel(file, display: number, size: display) else { continue }
      warnOfDemo(file, number, display, places, on: "on \(size.width)x\(size.height) ")
      forEachInstrument(panel, places) { _, instrument, kind, place in
        if kind.isBuilt && instrument.hidesTitle {
          warnOfHiddenTitle(instrument, kind, place, on: "on \(size.width)x\(size.height) ")
        }
        warnOfMissingPart(instrument, kind, place, on: "on \(size.width)x\(size.height) ")
        warnOfAlarmTexts(instrument, place, on: "on \(size.width)x\(size.height) ")
        guard !instrument.bounds.isEmpty else {
          warn(place, "on \(size.width)x\(size.height) the \(kind.name) has no room at all")
          return
        }
      }
    }
  }

  private func warn(_ place: UsedPlace, _ text: String) { problems.warn(place.place, text, use: place.use) }

  /// Warns of the elements that a demonstration shows, and then of the hidden ones: together they would have less room.
  private func warn(
    of panel: Panel, _ file: PanelFile, _ display: Int, _ size: Size, _ places: [UsedPlace?], _ seen: inout Set<Int>
  ) {
    let state = PanelState(file)
    state.showDemo()
    state.advance(to: 0)
    if let shown = try? Panel(state, display: display, size: size) {
      forEachInstrument(shown, places, in: state) { index, instrument, kind, place in
        if seen.insert(index).inserted { warn(of: instrument, kind, place) }
      }
    }
    forEachInstrument(panel, places) { index, instrument, kind, place in
      if seen.insert(index).inserted { warn(of: instrument, kind, place, isHidden: true) }
    }
  }

  /// Shows every page, and calls `visit` for its instruments.
  private func forEachInstrument(
    _ panel: Panel, _ places: [UsedPlace?], in state: PanelState? = nil,
    _ visit: (Int, Instrument, KindSpec, UsedPlace) -> Void
  ) {
    for page in panel.pageNames.indices {
      panel.showPage(page)
      // Conditions of the page are looked at.
      state?.advance(to: Int64(page + 2) * 1_000_000_000)
      panel.layOutShown()
      panel.forEachShown { record, instrument in
        guard let place = places[record.index],
          let kind = Vocabulary.instruments.first(where: { $0.record == record.kind })
        else { return }
        visit(record.index, instrument, kind, place)
      }
    }
  }

  private func warn(of instrument: Instrument, _ kind: KindSpec, _ place: UsedPlace, isHidden: Bool = false) {
    warnOfAlarmTexts(instrument, place)
    if kind.isBuilt && instrument.hidesTitle { warnOfHiddenTitle(instrument, kind, place) }
    warnOfMissingPart(instrument, kind, place)
    if let step = instrument.crowdedStep {
      warn(
        place,
        "the \(kind.owner) numerals at every \(NumberFormat(decimals: numeralDecimals(of: step, 1)).text(of: step)) have no "
          + "room, and some are left out — expected a greater step, or \(kind.sized("larger"))")
    }
    guard case .number(let density) = draft.root[.density] else { return }
    let millimetre = Double(density.rawValue) / 4_294_967_296
    warnOfSmallTarget(instrument, kind, place, millimetre)
    if isHidden { return }
    var texts = instrument.smallTexts.filter { lacks($0, millimetre) != nil }
    if texts.isEmpty, let smallest = instrument.smallestText { texts = [smallest] }
    for text in texts { warn(of: text, kind, place, millimetre) }
  }

  /// A finger needs 7 mm.
  private func warnOfSmallTarget(_ instrument: Instrument, _ kind: KindSpec, _ place: UsedPlace, _ millimetre: Double) {
    let target = instrument.touchedPart
    if !kind.isControl && target == nil { return }
    let size = target ?? instrument.bounds.size
    let side = Double(min(size.width, size.height).rawValue) / 65536 / millimetre
    if side >= 7 || oneDecimal(side) == oneDecimal(7) { return }
    let subject = target == nil ? "the \(kind.name) is" : "what is touched of the \(kind.name) is"
    warn(place, "\(subject) \(oneDecimal(side)) mm small — expected 7.0 mm for a finger")
  }

  private func warn(of text: SmallText, _ kind: KindSpec, _ place: UsedPlace, _ millimetre: Double) {
    guard let (found, least) = lacks(text, millimetre) else { return }
    let (words, use, remedy) =
      switch text {
      case .numerals: ("numerals are", "read", "make it larger")
      case .value: ("value is", "read", "make it larger")
      case .unit: ("unit is", "told", "make the \(kind.name) larger, or write the unit into its title")
      case .smallest(let letters, _): ("smallest text, '\(letters)', is", "told", "make the \(kind.name) larger")
      }
    warn(
      place,
      "the \(kind.owner) \(words) \(found) mm high — expected \(least) mm to be \(use) from \(Int(distance / 10)) cm: "
        + remedy)
  }

  /// The millimetres of a text's capitals and those that its reader needs; `nil` where it is large enough, or the difference would
  /// not be seen in the message. 14 minutes of arc (MIL-STD-1472) for values and numerals; below 5 minutes nobody can tell
  /// letters apart.
  private func lacks(_ text: SmallText, _ millimetre: Double) -> (found: String, least: String)? {
    let (height, share): (Fixed, Double) =
      switch text {
      case .numerals(let capital), .value(let capital): (capital, 0.0041)
      case .unit(let capital), .smallest(_, let capital): (capital, 0.00145)
      }
    let (found, least) = (Double(height.rawValue) / 65536 / millimetre, distance * share)
    if found >= least || oneDecimal(found) == oneDecimal(least) { return nil }
    return (oneDecimal(found), oneDecimal(least))
  }

  /// An alarm whose text is cut says something else, or nothing.
  private func warnOfAlarmTexts(_ instrument: Instrument, _ place: UsedPlace, on display: String = "") {
    var longest = (text: "", name: "")
    for record in draft.root.children where record.kind == .alarm {
      guard case .text(let text) = record[.text], case .text(let name) = record[.name] else { continue }
      for words in [text] + translations(of: text) where words.count > longest.text.count { longest = (words, name) }
    }
    guard let letters = instrument.letters(ofAlarm: longest.text) else { return }
    warn(
      place,
      "\(display)the text of the alarm '\(longest.name)' has \(longest.text.count) letters, and about \(letters) have room here: "
        + "shorten it, or make the line wider or lower")
  }

  private func translations(of text: String) -> [String] {
    draft.root.children.filter { $0.kind == .language }.flatMap(\.children).compactMap { entry in
      guard case .text(text) = entry[.original], case .text(let translation) = entry[.text] else { return nil }
      return translation
    }
  }

  private func warnOfMissingPart(
    _ instrument: Instrument, _ kind: KindSpec, _ place: UsedPlace, on display: String = ""
  ) {
    guard let part = instrument.missingPart, !instrument.bounds.isEmpty else { return }
    // A place without room for a title has been named.
    if part == "unit" && instrument.hidesTitle { return }
    let larger = kind.sized("larger") + ", or "
    let remedy =
      switch part {
      case "value": larger + "value: false"
      case "values": kind.sized("larger")
      case "segments": larger + "fewer"
      case "unit" where kind.name != "tape": larger + "the unit in its title"
      case "numerals": larger + "labels: none"
      case "legend": kind.sized("wider or higher")
      default: kind.sized("wider")
      }
    let verb = part == "value" || part == "legend" || part == "unit" ? "has" : "have"
    warn(place, "\(display)the \(kind.owner) \(part) \(verb) no room — expected \(remedy)")
  }

  /// Warns of texts that are shortened in the demonstration, in which conditions have come to rest, in every language, and of
  /// places beyond the display.
  private func warnOfDemo(
    _ file: PanelFile, _ number: Int, _ size: Size, _ places: [UsedPlace?], on display: String = ""
  ) {
    var seen: Set<String> = []
    for language in [nil] + PanelState(file).languageNames {
      let state = PanelState(file)
      if let language { _ = state.choose(language: language) }
      state.showDemo()
      state.advance(to: 0)
      _ = state.chooseWording()
      guard let panel = try? Panel(state, display: number, size: size) else { return }
      let within = language.map { " in the language \($0)" } ?? ""
      forEachInstrument(panel, places, in: state) { index, instrument, kind, place in
        if language == nil { warnOfPlace(instrument, kind, place, panel, on: display) }
        for cut in instrument.cutTexts where seen.insert("\(index) \(cut.text)").inserted {
          let letters = cut.text.unicodeScalars.count
          warn(
            place,
            "\(display)the \(kind.owner) text '\(cut.text)'\(within) has \(letters == 1 ? "one letter" : "\(letters) letters"), and "
              + "about \(cut.letters) have room — expected a shorter text, or \(kind.name == "text" ? "a wider place" : kind.sized("wider"))"
          )
        }
      }
    }
  }

  /// Nobody sees a part beyond the display, but for what scrolls.
  private func warnOfPlace(
    _ instrument: Instrument, _ kind: KindSpec, _ place: UsedPlace, _ panel: Panel, on display: String
  ) {
    var layer = instrument.superlayer
    while let above = layer {
      if above.masksToBounds { return }
      layer = above.superlayer
    }
    let seen = panel.root.bounds
    let own = instrument.convert(instrument.bounds, to: panel.root)
    if own.isEmpty || seen.insetBy(dx: -1, dy: -1).contains(own) { return }
    let verb = (seen.intersects(own) ? "reach" : "lie") + (kind.isPlural ? "" : seen.intersects(own) ? "es" : "s")
    warn(place, "\(display)the \(kind.name) \(verb) beyond the display — expected a place within it")
  }

  /// A title that is not shown leaves a value without a name.
  private func warnOfHiddenTitle(
    _ instrument: Instrument, _ kind: KindSpec, _ place: UsedPlace, on display: String = ""
  ) {
    let (least, size) = (Instrument.leastTitledSize, instrument.bounds.size)
    warn(
      place,
      "\(display)the \(kind.name) has \(size.width.rounded) × \(size.height.rounded) points, and no room for its title "
        + "'\(instrument.title ?? "")' — expected \(least.width.ceil) × \(least.height.ceil) or more")
  }
}

extension KindSpec {
  fileprivate var isPlural: Bool { name.hasSuffix("s") && !name.hasSuffix("ss") }
  fileprivate var owner: String { name + (isPlural ? "'" : "'s") }
  fileprivate func sized(_ size: String) -> String { (isPlural ? "" : "a ") + size + " " + name }
}
