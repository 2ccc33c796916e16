// The texts of a file.
import PanelAssets

/// Texts, each once.
struct TextTable {
  private var indices: [String: Int] = [:]
  private var texts: [[UInt8]] = []

  func isUsed(_ text: String) -> Bool { indices[text] != nil }

  func text(_ index: Int) -> String { String(decoding: texts[index], as: UTF8.self) }

  mutating func index(of text: String) -> Int {
    if let index = indices[text] { return index }
    indices[text] = texts.count
    texts.append(Array(text.utf8))
    return texts.count - 1
  }

  var section: SectionBytes {
    var section = SectionBytes()
    section.append(u32: texts.count)
    var offset = 8 + texts.count * 4
    section.append(u32: offset)
    for text in texts {
      offset += text.count
      section.append(u32: offset)
    }
    for text in texts { section.append(text) }
    return section
  }
}
