// A panel that is put together, and written as a device maps it: docs/panel-file.md.
import Packs
import PanelAssets
import PanelFile
import PanelSignals

/// A record with its properties and children.
final class RecordDraft {
  let kind: RecordKind
  private(set) var properties: [PropertyKey: PropertyDraft] = [:]
  var children: [RecordDraft] = []
  /// Where an element stands.
  var place: Place?

  init(_ kind: RecordKind) { self.kind = kind }

  subscript(key: PropertyKey) -> PropertyDraft? {
    get { properties[key] }
    set { properties[key] = newValue }
  }
}

/// The value of a property.
enum PropertyDraft {
  func isText(_ text: String) -> Bool { if case .text(text) = self { true } else { false } }

  case number(Fixed64)
  /// Nanoseconds.
  case duration(Int64)
  case text(String)
  case signal(Int)
  case expression(Int)
  /// 0xAARRGGBB.
  case color(UInt32)
  case choice(Int)
  case flag(Bool)
  case length(Fixed64, LengthUnit)
  case pack(Int)
}

/// Everything that a file holds.
struct PanelDraft {
  var root = RecordDraft(.panel)
  var instructions: [Instruction] = []
  var constants: [Fixed64] = []
  var expressions: [ExpressionRange] = []
  /// Fonts and images, each a pack of its own.
  var packs: [[UInt8]] = []
  /// Texts that expressions choose among have a number before everything is written.
  var texts = TextTable()

  /// The records in the file's order, level by level: the children of each behind those of the one before.
  var records: [RecordDraft] {
    var queue = [root]
    var next = 0
    while next < queue.count {
      queue += queue[next].children
      next += 1
    }
    return queue
  }

  /// The file.
  func write() -> [UInt8] {
    var texts = texts
    var (records, properties) = (SectionBytes(), SectionBytes())
    var (propertyCount, firstChild) = (0, 1)
    for record in self.records {
      records.append(u16: Int(record.kind.rawValue))
      records.append(u16: record.properties.count)
      records.append(u32: propertyCount)
      records.append(u32: record.children.count)
      records.append(u32: firstChild)
      firstChild += record.children.count
      propertyCount += record.properties.count
      for (key, value) in record.properties.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        properties.append(u16: Int(key.rawValue))
        let (type, detail, number) = encode(value, &texts)
        properties.append([type.rawValue, detail])
        properties.append(i64: number)
      }
    }
    var writer = PackWriter(kind: 3)
    writer.add("RECS", records)
    writer.add("PROP", properties)
    writer.add("TEXT", texts.section)
    var section = SectionBytes()
    for instruction in instructions {
      section.append(u32: Int(instruction.operation.rawValue))
      section.append(u32: Int(UInt32(bitPattern: instruction.operand)))
    }
    writer.add("CODE", section)
    section = SectionBytes()
    for constant in constants { section.append(i64: constant.rawValue) }
    writer.add("CNST", section)
    section = SectionBytes()
    for range in expressions {
      section.append(u32: range.first)
      section.append(u32: range.count)
    }
    writer.add("EXPR", section)
    writer.add("PCKS", packSection)
    return writer.finish()
  }

  private var packSection: SectionBytes {
    var section = SectionBytes()
    section.append(u32: packs.count)
    var offset = 4 + packs.count * 8
    for pack in packs {
      section.append(u32: offset)
      section.append(u32: pack.count)
      offset += pack.count
    }
    for pack in packs { section.append(pack) }
    return section
  }

  private func encode(_ value: PropertyDraft, _ texts: inout TextTable) -> (PropertyType, UInt8, Int64) {
    switch value {
    case .number(let number): (.number, 0, number.rawValue)
    case .duration(let nanoseconds): (.duration, 0, nanoseconds)
    case .text(let text): (.text, 0, Int64(texts.index(of: text)))
    case .signal(let index): (.signal, 0, Int64(index))
    case .expression(let index): (.expression, 0, Int64(index))
    case .color(let argb): (.color, 0, Int64(argb))
    case .choice(let choice): (.choice, 0, Int64(choice))
    case .flag(let flag): (.flag, 0, flag ? 1 : 0)
    case .length(let length, let unit): (.length, unit.rawValue, length.rawValue)
    case .pack(let index): (.pack, 0, Int64(index))
    }
  }
}

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
