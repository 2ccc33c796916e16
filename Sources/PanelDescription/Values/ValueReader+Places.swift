// Places and sizes of elements.
import PanelFile

extension ValueReader {
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
        refuse(item, "at", "a place as centre, top-left or '10px 20px'", meant: nearest(name, in: Vocabulary.places))
      }
    }
    if let item = keys["size"]?.value, !item.isReported {
      let text = item.text ?? item.list?.compactMap(\.text).joined(separator: " ") ?? ""
      let lengths = text.split(separator: " ").map { parseLength($0) }
      if (1...2).contains(lengths.count), let width = lengths[0], let height = lengths[lengths.count - 1] {
        record[.width] = .length(width.0, width.1)
        record[.height] = .length(height.0, height.1)
      } else {
        refuse(
          item, "size", "one or two lengths as '40percent 20px'")
      }
    }
  }
}
