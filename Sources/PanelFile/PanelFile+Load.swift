// Stage: panel file. Everything that makes a file's bytes a panel is checked here, once. Later reading stays inside its
// section, meets kinds that the format has, and follows valid references.
import Packs
import PanelSignals

/// Offsets in a record, in bytes.
enum RecordField {
  static var kind: Int { 0 }
  static var propertyCount: Int { 2 }
  static var firstProperty: Int { 4 }
  static var childCount: Int { 8 }
  static var firstChild: Int { 12 }
  static var byteCount: Int { 16 }
}

/// Offsets in a property, in bytes.
enum PropertyField {
  static var key: Int { 0 }
  static var type: Int { 2 }
  static var detail: Int { 3 }
  static var value: Int { 4 }
  static var byteCount: Int { 12 }
}

/// Where the parts of a loaded file lie.
struct PanelFileLayout {
  let records, properties, texts, instructions, constants, expressions, packs: PackSection
  let recordCount, textCount, instructionCount, constantCount, expressionCount, packCount: Int
  let signalCount: Int

  static var recordLimit: Int64 { Int64(PanelFile.recordLimit) }

  init(_ container: PackContainer) throws(PackError) {
    let tags: InlineArray<7, UInt32> = [
      PackTag.make("RECS"), PackTag.make("PROP"), PackTag.make("TEXT"), PackTag.make("CODE"), PackTag.make("CNST"),
      PackTag.make("EXPR"), PackTag.make("PCKS"),
    ]
    try container.requireTags(among: tags.span)
    records = try container.section(tags[0])
    properties = try container.section(tags[1])
    texts = try container.section(tags[2])
    instructions = try container.section(tags[3])
    constants = try container.section(tags[4])
    expressions = try container.section(tags[5])
    packs = try container.section(tags[6])
    let bytes = container.bytes
    recordCount = try Self.count(records, of: RecordField.byteCount, container)
    if recordCount < 1 || Int64(recordCount) > Self.recordLimit {
      throw container.error(records.offset, .recordCount, Int64(recordCount), Self.recordLimit)
    }
    instructionCount = try Self.count(instructions, of: 8, container)
    constantCount = try Self.count(constants, of: 8, container)
    expressionCount = try Self.count(expressions, of: 8, container)
    textCount = try Self.checkTexts(texts, container)
    packCount = try Self.checkPacks(packs, container)
    var signals = 0
    for index in 0..<recordCount
    where bytes.u16(records.offset + index * RecordField.byteCount) == Int(RecordKind.signal.rawValue) { signals += 1 }
    signalCount = signals
    try checkRecords(container)
    try checkExpressionRanges(container)
  }

  static var depthLimit: Int { PanelFile.depthLimit }

  private static func count(_ section: PackSection, of size: Int, _ container: PackContainer) throws(PackError) -> Int {
    if section.length % size != 0 {
      throw container.error(section.offset, .sectionLength, Int64(section.length), Int64(section.length / size * size))
    }
    return section.length / size
  }

  // MARK: Records

  /// The records are the tree level by level: the children of each lie behind those of the record before, and the first
  /// is nobody's child. So every record but the first has one parent, before it, and there is no circle.
  private func checkRecords(_ container: PackContainer) throws(PackError) {
    let bytes = container.bytes
    let propertyTotal = Int64(try Self.count(properties, of: PropertyField.byteCount, container))
    var (nextChild, nextProperty) = (Int64(1), Int64(0))
    // Levels follow each other: one ends where the children of the one before do.
    var (depth, levelEnd) = (1, Int64(1))
    for index in 0..<recordCount {
      if Int64(index) == levelEnd { (depth, levelEnd) = (depth + 1, nextChild) }
      let at = records.offset + index * RecordField.byteCount
      let number = bytes.u16(at)
      let kind = RecordKind(rawValue: UInt16(number))
      if !kind.isKnown || (kind == .panel) != (index == 0) { throw container.error(at, .recordKind, Int64(number)) }
      let first = bytes.u32(at + RecordField.firstProperty)
      let count = bytes.u16(at + RecordField.propertyCount)
      if first != nextProperty { throw container.error(at + 4, .recordProperties, first, nextProperty) }
      nextProperty += Int64(count)
      if nextProperty > propertyTotal { throw container.error(at + 2, .recordProperties, nextProperty, propertyTotal) }
      let (firstChild, childCount) = (bytes.u32(at + RecordField.firstChild), bytes.u32(at + RecordField.childCount))
      if firstChild != nextChild || firstChild <= Int64(index) {
        throw container.error(at + RecordField.firstChild, .recordChildren, firstChild, nextChild)
      }
      nextChild += childCount
      if nextChild > Int64(recordCount) {
        throw container.error(at + RecordField.childCount, .recordChildren, nextChild, Int64(recordCount))
      }
      if depth > Self.depthLimit { throw container.error(at, .recordDepth, Int64(depth), Int64(Self.depthLimit)) }
      try checkParents(of: Int(firstChild)..<Int(nextChild), in: kind, container)
      try checkProperties(Int(first), count, container)
    }
    if nextChild != Int64(recordCount) {
      throw container.error(records.offset, .recordCount, Int64(recordCount), nextChild)
    }
    if nextProperty != propertyTotal {
      throw container.error(properties.offset, .recordProperties, propertyTotal, nextProperty)
    }
  }

  private func checkParents(of children: Range<Int>, in kind: RecordKind, _ container: PackContainer) throws(PackError)
  {
    for child in children {
      let at = records.offset + child * RecordField.byteCount
      let number = container.bytes.u16(at)
      if !RecordKind(rawValue: UInt16(number)).mayBe(in: kind) {
        throw container.error(at, .recordParent, Int64(number), Int64(kind.rawValue))
      }
    }
  }

  // MARK: Properties

  private func checkProperties(_ first: Int, _ count: Int, _ container: PackContainer) throws(PackError) {
    let bytes = container.bytes
    var last = 0
    for number in first..<first + count {
      let at = properties.offset + number * PropertyField.byteCount
      let key = bytes.u16(at)
      if key == 0 || key >= PropertyKey.limit { throw container.error(at, .propertyKey, Int64(key)) }
      if key <= last { throw container.error(at, .propertyOrder, Int64(key), Int64(last)) }
      last = key
      let kind = bytes.u8(at + PropertyField.type)
      guard let type = PropertyType(rawValue: UInt8(kind)) else {
        throw container.error(at + PropertyField.type, .propertyType, Int64(kind), Int64(PropertyType.allCases.count))
      }
      let detail = bytes.u8(at + PropertyField.detail)
      if detail != 0 && (type != .length || LengthUnit(rawValue: UInt8(detail)) == nil) {
        throw container.error(at + PropertyField.detail, .propertyValue, Int64(detail), 1)
      }
      let value = bytes.i64(at + PropertyField.value)
      let limit = limit(of: type)
      if let limit, value < 0 || value >= limit {
        throw container.error(at + PropertyField.value, .propertyValue, value, limit)
      }
    }
  }

  /// The bound that a property's value is below; `nil` for none.
  private func limit(of type: PropertyType) -> Int64? {
    switch type {
    case .number, .length: nil
    // A hundred years.
    case .duration: 3_155_760_000_000_000_000
    case .text: Int64(textCount)
    case .signal: Int64(signalCount)
    case .expression: Int64(expressionCount)
    case .color: 1 << 32
    case .choice: 256
    case .flag: 2
    case .pack: Int64(packCount)
    }
  }

  // MARK: Texts and packs

  /// - Returns: how many texts there are.
  private static func checkTexts(_ section: PackSection, _ container: PackContainer) throws(PackError) -> Int {
    let bytes = container.bytes
    if section.length < 8 { throw container.error(section.offset, .sectionLength, Int64(section.length), 8) }
    let count = bytes.u32(section.offset)
    var start = 8 + count * 4
    if start > Int64(section.length) {
      throw container.error(section.offset, .sectionLength, Int64(section.length), start)
    }
    for index in 0...Int(count) {
      let at = section.offset + 4 + index * 4
      let offset = bytes.u32(at)
      if offset < start || offset > Int64(section.length) || (index == 0 && offset != start) {
        throw container.error(at, .textOffset, offset, start)
      }
      let length = Int(offset - start)
      if index > 0 && bytes.text(section.offset + Int(start), count: length) == nil {
        throw container.error(section.offset + Int(start), .text)
      }
      start = offset
    }
    return Int(count)
  }

  /// Where a text begins and ends, in bytes from the file's start.
  func textRange(_ index: Int, _ bytes: PackBytes) -> (Int, Int) {
    let at = texts.offset + 4 + index * 4
    return (texts.offset + Int(bytes.u32(at)), texts.offset + Int(bytes.u32(at + 4)))
  }

  /// - Returns: how many packs there are, each inside the section, none overlapping the one before. Their content is
  ///   checked when they are loaded, as of all packs.
  private static func checkPacks(_ section: PackSection, _ container: PackContainer) throws(PackError) -> Int {
    let bytes = container.bytes
    if section.length < 4 { throw container.error(section.offset, .sectionLength, Int64(section.length), 4) }
    let count = bytes.u32(section.offset)
    var next = 4 + count * 8
    if next > Int64(section.length) {
      throw container.error(section.offset, .sectionLength, Int64(section.length), next)
    }
    for index in 0..<Int(count) {
      let at = section.offset + 4 + index * 8
      let (offset, length) = (bytes.u32(at), bytes.u32(at + 4))
      if offset != next || length & 3 != 0 || offset + length > Int64(section.length) {
        throw container.error(at, .packOffset, offset, next)
      }
      next = offset + length
    }
    return Int(count)
  }

  func pack(_ index: Int, _ bytes: PackBytes) -> PackSection {
    let at = packs.offset + 4 + index * 8
    return PackSection(offset: packs.offset + Int(bytes.u32(at)), length: Int(bytes.u32(at + 4)))
  }
}
