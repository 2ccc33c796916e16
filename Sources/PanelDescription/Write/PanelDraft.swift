// A panel that is put together, and written as a device maps it: docs/panel-file.md.
import Packs
import PanelAssets
import PanelFile
import PanelSignals

/// Everything that a file holds. Passes add to it; records come in the order in which they are added.
final class PanelDraft {
  /// The arrays of the file besides the records.
  private struct Contents {
    var instructions: [Instruction] = []
    var constants: [Fixed64] = []
    var constantNumbers: [Fixed64: Int] = [:]
    var expressions: [ExpressionRange] = []
    /// Fonts and images, each a pack of its own.
    var packs: [[UInt8]] = []
    /// Texts that expressions choose among have a number before everything is written.
    var texts = TextTable()
  }

  let root = RecordDraft(.panel)
  private var contents = Contents()

  /// Adds a record below the panel.
  func add(_ record: RecordDraft) { root.children.append(record) }

  /// Whether something can be touched that has words of its own.
  var hasControls = false
  /// Whether one of them runs a command.
  var runsCommands = false

  /// The translations of texts with expressions in braces, by the texts, until they are compiled.
  var sentences: [String: [Sentence]] = [:]

  /// Texts with expressions in braces that were compiled for all languages.
  var readSentences: Set<String> = []

  /// A text with expressions in another language.
  struct Sentence {
    let language: RecordDraft
    let text: String
    let place: Place
  }

  /// Roles that the panel's themes have besides those of every panel.
  var ownRoles: [String] = []

  /// A colour by its name, in this panel.
  func color(named name: String) -> NamedColor? {
    ownRoles.firstIndex(of: name).map { .role(Vocabulary.roles.count + $0) } ?? NamedColor(name)
  }

  /// The names of the alarms, by their numbers.
  var alarmNames: [String] {
    root.children.filter { $0.kind == .alarm }.map { if case .text(let name)? = $0[.name] { name } else { "" } }
  }

  /// - Returns: the number of the expression in the file.
  func addExpression(_ steps: [CompiledStep]) -> Int {
    let first = contents.instructions.count
    for step in steps {
      switch step {
      case .operation(let instruction): contents.instructions.append(instruction)
      case .constant(let value): contents.instructions.append(Instruction(.constant, Int32(constantNumber(value))))
      }
    }
    contents.expressions.append(ExpressionRange(first: first, count: contents.instructions.count - first))
    return contents.expressions.count - 1
  }

  private func constantNumber(_ value: Fixed64) -> Int {
    if let number = contents.constantNumbers[value] { return number }
    contents.constantNumbers[value] = contents.constants.count
    contents.constants.append(value)
    return contents.constants.count - 1
  }

  /// - Returns: the number of the text in the file.
  func addText(_ text: String) -> Int { contents.texts.index(of: text) }

  func text(_ number: Int) -> String { contents.texts.text(number) }

  /// Whether an expression has the text.
  func hasText(_ text: String) -> Bool { contents.texts.isUsed(text) }

  /// - Returns: the number of the pack in the file.
  func addPack(_ bytes: [UInt8]) -> Int {
    contents.packs.append(bytes)
    return contents.packs.count - 1
  }

  /// The bytes of all packs.
  var packBytes: Int { contents.packs.reduce(0) { $0 + $1.count } }

  /// Drops everything that a trial adds.
  func discardingChanges(_ trial: () -> Void) {
    let (contents, children) = (contents, root.children)
    trial()
    (self.contents, root.children) = (contents, children)
  }

  // MARK: The file

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
    var texts = contents.texts
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
    writer.add("CODE", codeSection)
    writer.add("CNST", constantSection)
    writer.add("EXPR", expressionSection)
    writer.add("PCKS", packSection)
    return writer.finish()
  }

  private var codeSection: SectionBytes {
    var section = SectionBytes()
    for instruction in contents.instructions {
      section.append(u32: Int(instruction.operation.rawValue))
      section.append(u32: Int(UInt32(bitPattern: instruction.operand)))
    }
    return section
  }

  private var constantSection: SectionBytes {
    var section = SectionBytes()
    for constant in contents.constants { section.append(i64: constant.rawValue) }
    return section
  }

  private var expressionSection: SectionBytes {
    var section = SectionBytes()
    for range in contents.expressions {
      section.append(u32: range.first)
      section.append(u32: range.count)
    }
    return section
  }

  private var packSection: SectionBytes {
    let packs = contents.packs
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
