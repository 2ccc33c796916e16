// Places and sizes of elements.
import PanelFile

extension ValueReader {
  /// The place of a name in any order: `right top` is `top-right`.
  private func nearestPlace(_ name: String) -> String? {
    let words = name.split { $0 == " " || $0 == "-" || $0 == "_" }.map { $0 == "center" ? "centre" : String($0) }
    let names = [words, words.reversed()].map { $0.joined(separator: "-") }
    return names.first { Vocabulary.places.contains($0) } ?? nearest(names[0], in: Vocabulary.places)
  }

  /// `at` and `size`.
  func readPlace(_ keys: Keys, _ record: RecordDraft) {
    if let item = keys["at"]?.value, !item.isReported {
      let text = item.text ?? item.list?.compactMap(\.text).joined(separator: " ") ?? ""
      let name = text == "center" ? "centre" : text
      let lengths = text.split(separator: " ").map { parseLength($0) }
      if let index = Vocabulary.places.firstIndex(of: name) {
        record[.anchor] = .choice(index)
      } else if lengths.count == 2, let left = lengths[0], let top = lengths[1] {
        record[.left] = .length(left.0, left.1)
        record[.top] = .length(top.0, top.1)
      } else {
        refuse(item, "at", "a place as centre, top-left or '10px 20px'", meant: nearestPlace(name))
      }
    }
    if let item = keys["size"]?.value, !item.isReported {
      let text = item.text ?? item.list?.compactMap(\.text).joined(separator: " ") ?? ""
      let lengths = text.split(separator: " ").map { parseLength($0) }
      if (1...2).contains(lengths.count), let width = lengths[0], let height = lengths[lengths.count - 1] {
        record[.width] = .length(width.0, width.1)
        record[.height] = .length(height.0, height.1)
        if lengths.count == 1, let number = parseNumber(text), number <= 12 {
          problems.warn(item.place, "a size of \(text) is one of \(text) pixels — did you mean '\(text)fr', a share?")
        }
      } else {
        refuse(
          item, "size", "one or two lengths as '40percent 20px'")
      }
    }
  }
}
