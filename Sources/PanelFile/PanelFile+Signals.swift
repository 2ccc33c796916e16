// Stage: panel file. Signals and their code, from records and instructions to the definitions of PanelSignals.
import Packs
import PanelSignals

extension PanelFileLayout {
  /// Every run of instructions lies within them.
  func checkExpressionRanges(_ container: PackContainer) throws(PackError) {
    for index in 0..<expressionCount {
      let at = expressions.offset + index * 8
      let (first, count) = (container.bytes.u32(at), container.bytes.u32(at + 4))
      if count < 1 || first + count > Int64(instructionCount) {
        throw container.error(at, .expression, first + count)
      }
    }
  }

  /// The records of signals, which are children of the panel, in their order.
  func readDefinitions(_ bytes: PackBytes) -> [SignalDefinition] {
    var result: [SignalDefinition] = []
    for index in 0..<recordCount {
      let at = records.offset + index * RecordField.byteCount
      if bytes.u16(at) == Int(RecordKind.signal.rawValue) { result.append(definition(at, bytes)) }
    }
    for index in 0..<recordCount {
      let at = records.offset + index * RecordField.byteCount
      guard bytes.u16(at) == Int(RecordKind.history.rawValue), let signal = property(.value, at, bytes),
        signal.type == .signal, result.indices.contains(signal.index)
      else { continue }
      result[signal.index].histories.append(
        HistoryDefinition(
          duration: property(.last, at, bytes)?.duration ?? 0,
          columns: property(.historyColumns, at, bytes)?.choice ?? 0))
    }
    return result
  }

  private func definition(_ record: Int, _ bytes: PackBytes) -> SignalDefinition {
    var definition = SignalDefinition()
    definition.sourceCount = 0
    var history = HistoryDefinition(duration: 0, columns: 0)
    var ends: (lower: Fixed64?, upper: Fixed64?)
    let first = Int(bytes.u32(record + RecordField.firstProperty))
    for number in first..<first + bytes.u16(record + RecordField.propertyCount) {
      let property = PanelProperty(bytes, properties.offset + number * PropertyField.byteCount)
      switch property.key {
      case .source: definition.sourceCount += 1
      case .expression: definition.expression = property.expression.map { expression($0, bytes) }
      case .stale: definition.stale = property.duration ?? 0
      case .attack: definition.attack = property.duration ?? 0
      case .release: definition.release = property.duration ?? 0
      case .wraps: definition.wraps = Swift.max(.zero, property.number ?? .zero)
      case .lower: ends.lower = property.number
      case .upper: ends.upper = property.number
      case .scale: definition.scale = property.number ?? 1
      case .offset: definition.offset = property.number ?? .zero
      case .initial: definition.initial = property.number
      case .textLength: definition.textLength = Swift.max(0, Swift.min(256, property.choice ?? 0))
      case .historyDuration: history.duration = property.duration ?? 0
      case .historyColumns: history.columns = property.choice ?? 0
      default: break
      }
    }
    if let lower = ends.lower, let upper = ends.upper, upper - lower == definition.wraps {
      definition.turnStart = lower
    }
    if history.duration > 0 { definition.histories = [history] }
    // The other sources of `from: [a, b]` are entries.
    let children = Int(bytes.u32(record + RecordField.firstChild))
    for child in children..<children + Int(bytes.u32(record + RecordField.childCount)) {
      let at = records.offset + child * RecordField.byteCount
      if bytes.u16(at) == Int(RecordKind.source.rawValue) { definition.sourceCount += 1 }
      if let word = property(.original, at, bytes), word.type == .text, let value = property(.value, at, bytes)?.number
      {
        definition.words.append((word.index, value))
      }
      if bytes.u16(at) == Int(RecordKind.entry.rawValue), let lower = property(.lower, at, bytes)?.number,
        let upper = property(.upper, at, bytes)?.number
      {
        definition.failures += [lower, upper]
      }
    }
    // A variable gets its value from controls, and a signal with nothing but a demo from that.
    if definition.expression == nil && definition.sourceCount == 0 { definition.sourceCount = 1 }
    return definition
  }

  private func expression(_ index: Int, _ bytes: PackBytes) -> ExpressionRange {
    let at = expressions.offset + index * 8
    return ExpressionRange(first: Int(bytes.u32(at)), count: Int(bytes.u32(at + 4)))
  }

  /// - Throws: an instruction is unknown, or the code is refused.
  func readCode(_ container: PackContainer, _ definitions: [SignalDefinition]) throws(PackError) -> ExpressionCode {
    let bytes = container.bytes
    var code: [Instruction] = []
    code.reserveCapacity(instructionCount)
    for index in 0..<instructionCount {
      let at = instructions.offset + index * 8
      let number = bytes.u32(at)
      guard number < 256, let operation = Instruction.Operation(rawValue: UInt8(number)) else {
        throw container.error(at, .expression, number)
      }
      code.append(Instruction(operation, Int32(bitPattern: bytes.word(at + 4))))
    }
    var data = ExpressionData()
    data.constants.reserveCapacity(constantCount)
    for index in 0..<constantCount { data.constants.append(Fixed64(rawValue: bytes.i64(constants.offset + index * 8))) }
    readTables(bytes, &data)
    do throws(ExpressionCode.Refusal) {
      return try ExpressionCode(code, data, definitions)
    } catch {
      throw container.error(instructions.offset, .expression, Int64(error.place))
    }
  }
}

extension PanelFileLayout {
  /// Tables that expressions name by number, from records. ``ExpressionCode`` checks them.
  private func readTables(_ bytes: PackBytes, _ data: inout ExpressionData) {
    for index in 0..<recordCount {
      let at = records.offset + index * RecordField.byteCount
      switch RecordKind(rawValue: UInt16(bytes.u16(at))) {
      case .window:
        data.windows.append(
          WindowDefinition(
            property(.value, at, bytes)?.signal ?? .none, duration: property(.last, at, bytes)?.duration ?? 0,
            columns: property(.historyColumns, at, bytes)?.choice ?? 32))
      case .capture:
        data.captures.append(
          CaptureDefinition(
            property(.value, at, bytes)?.signal ?? .none, trigger: property(.when, at, bytes)?.signal ?? .none,
            initial: property(.initial, at, bytes)?.number))
      case .lookup: readTable(at, bytes, &data)
      case .textFunction:
        let separator = property(.text, at, bytes)
        var format = NumberFormat(
          packed: UInt32(truncatingIfNeeded: property(.format, at, bytes)?.number?.rounded ?? 0),
          decimalSign: property(.decimalSign, at, bytes)?.choice == 1 ? 44 : 46,
          groupSign: property(.decimalSign, at, bytes)?.choice == 1 ? 46 : 44)
        format.group(property(.groupSign, at, bytes)?.choice)
        data.textFunctions.append(
          TextFunction(
            TextFunction.Kind(rawValue: property(.style, at, bytes)?.choice ?? 0) ?? .upper,
            count: property(.size, at, bytes)?.choice ?? 0,
            separator: separator?.type == .text ? separator?.index ?? -1 : -1,
            format: format))
      default: break
      }
    }
  }

  private func readTable(_ record: Int, _ bytes: PackBytes, _ data: inout ExpressionData) {
    let first = data.entries.count
    let children = Int(bytes.u32(record + RecordField.firstChild))
    for child in children..<children + Int(bytes.u32(record + RecordField.childCount)) {
      let at = records.offset + child * RecordField.byteCount
      data.entries.append(
        ValueTable.Entry(
          property(.lower, at, bytes)?.number ?? .zero, property(.value, at, bytes)?.number ?? .zero))
    }
    data.tables.append(
      ValueTable(
        .code, first: first, count: data.entries.count - first, otherwise: property(.initial, record, bytes)?.number))
  }

  private func property(_ key: PropertyKey, _ record: Int, _ bytes: PackBytes) -> PanelProperty? {
    let first = Int(bytes.u32(record + RecordField.firstProperty))
    for number in first..<first + bytes.u16(record + RecordField.propertyCount) {
      let property = PanelProperty(bytes, properties.offset + number * PropertyField.byteCount)
      if property.key == key { return property }
    }
    return nil
  }
}

extension SignalStore {
  /// The signals of a panel, of which nothing was heard yet.
  public convenience init(_ file: PanelFile) { self.init(file.definitions, file.code, texts: file.knownTexts) }
}

extension NumberFormat {
  /// Groups thousands of decimal numbers everywhere, if a panel says how.
  /// - Parameter choice: of the signs that `numbers: group` may be: none, a space, and . , ' which every panel's fonts have.
  public mutating func group(_ choice: Int?) {
    let signs: InlineArray<5, UInt8> = [0, 32, 46, 44, 39]
    if let choice, choice > 0, signs.indices.contains(choice), style == .decimal { groupSign = signs[choice] }
  }
}
