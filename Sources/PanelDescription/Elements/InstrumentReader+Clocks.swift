// Times that clocks and timers show.
import PanelFile
import PanelSignals

extension InstrumentReader {
  func readClock(_ item: Item, _ record: RecordDraft) {
    if item.isReported { return }
    guard let text = item.text, !item.isEmpty else {
      return refuse(item, "clock", "a pattern in quotation marks as \"HH:mm\"")
    }
    var letters: [Character: Int] = [:]
    for letter in text where letter.isLetter { letters[letter, default: 0] += 1 }
    let known: [Character: ClosedRange<Int>] = [
      "H": 1...2, "h": 1...2, "m": 1...2, "s": 1...2, "d": 1...2, "M": 1...3, "y": 2...4, "E": 3...3, "a": 1...1,
    ]
    for (letter, count) in letters.sorted(by: { $0.key < $1.key }) where !(known[letter]?.contains(count) ?? false) {
      return refuse(item, "clock", "a pattern of HH mm ss dd MM yyyy EEE MMM; \(letter) is none of its letters")
    }
    if letters.isEmpty { return refuse(item, "clock", "a pattern of HH mm ss dd MM yyyy") }
    warnOfClock(item, letters)
    record[.text] = .text(text)
    if letters["E"] != nil || letters["M"] == 3 {
      // The names of weekdays and then of months: texts as any other, which languages translate.
      for word in CalendarWords.english.words {
        let entry = RecordDraft(.entry)
        entry[.text] = .text(word)
        record.children.append(entry)
        glyphs.add(word, at: item.textPlace)
      }
    }
    if letters["a"] != nil { glyphs.add("AMP", at: item.textPlace) }
    glyphs.add(text, at: item.textPlace)
  }

  func readZone(_ item: Item, _ record: RecordDraft) {
    if item.text == "local" { return }
    let parts = (item.text ?? "").dropFirst().split(separator: ":").map { Int($0) }
    guard let sign = item.text?.first, "+-".contains(sign), parts.count == 2, let hours = parts[0],
      let minutes = parts[1],
      hours <= 14, minutes < 60
    else { return refuse(item, "zone", "an offset as +02:00, or local") }
    record[.zoneOffset] = .number(Fixed64((hours * 60 + minutes) * (sign == "-" ? -1 : 1)))
  }

  /// Patterns that show another time than is meant.
  private func warnOfClock(_ item: Item, _ letters: [Character: Int]) {
    let hasHours = letters["H"] != nil || letters["h"] != nil
    if hasHours, let months = letters["M"], months < 3, !["d", "y", "E"].contains(where: { letters[$0] != nil }) {
      problems.warn(item.place, "clock is \(item.words), in which M is the month — expected mm for the minutes")
    }
    if letters["h"] != nil, letters["a"] == nil {
      problems.warn(
        item.place, "clock is \(item.words), whose hours h go from 1 to 12 — expected HH, or a for AM and PM too")
    }
  }

  func readTimer(_ item: Item, _ record: RecordDraft) {
    if let duration = item.text.flatMap({ parseDuration($0) }), duration > 0 {
      record[.interval] = .duration(duration)
    } else if item.text != "up" {
      refuse(item, "timer", "a time as 5min, or up")
    }
  }
}
