// Trees become code: names are looked up, types and units checked, units converted, constants folded.
import PanelSignals

/// The compiled form of a text that may be an expression.
enum CompiledValue {
  case constant(Fixed64)
  /// The number of a signal, with a name or without.
  case signal(Int)
}

/// Reads a signal before an expression uses it: signals are declared before they are read.
protocol SignalResolver: AnyObject {
  func resolve(_ number: Int)
  func readZones(_ number: Int)
}

/// Compiles the texts of expressions: the names in them are those of a table of signals.
final class ExpressionCompiler: ItemReading {
  let problems: Problems
  let signals: SignalTable
  let units: UnitChoices
  let glyphs: GlyphUse
  let draft: PanelDraft
  let tables: ExpressionTables
  /// Reads signals that are declared only; `nil` where all were read.
  weak var resolver: (any SignalResolver)?
  /// Signals without a name, by the steps that compute them.
  private var unnamed: [[CompiledStep]: Int] = [:]
  /// Where the expression that is being compiled stands.
  private(set) var place = Place(file: "", line: 1, column: 1)
  /// The system of units that texts with numbers are compiled for; `nil` for none.
  private(set) var system: UnitChoices.System?
  /// Whether the text that is compiled says its units by unit(), so that its numbers follow the system.
  private(set) var tellsUnits = false
  /// How many parts of it were looked at.
  private var partCount = 0

  init(_ problems: Problems, _ signals: SignalTable, _ units: UnitChoices, _ glyphs: GlyphUse, _ draft: PanelDraft) {
    (self.problems, self.signals, self.units, self.glyphs, self.draft) = (problems, signals, units, glyphs, draft)
    tables = ExpressionTables(draft)
  }

  /// Compiles a text that is a number, a signal's name or an expression.
  /// - Returns: `nil` where it is wrong, which was reported.
  func compileValue(_ item: Item, _ wanted: WantedType, _ name: String) -> CompiledValue? {
    guard let compiled = compile(item, wanted, name) else { return nil }
    if let constant = compiled.constant { return .constant(constant) }
    if let signal = compiled.signal { return .signal(signal) }
    return .signal(addAnonymous(compiled))
  }

  /// A signal or an expression of the instrument's dimension: one in another unit is refused, one without a unit is
  /// taken as it is.
  /// - Parameter converts: whether angles become degrees, which instruments draw. The shown signal itself stays, with its title
  ///   and format: its instrument converts it.
  func compileValue(_ item: Item, _ dimension: UnitOfMeasure.Dimension, _ name: String, converts: Bool = true)
    -> CompiledValue?
  {
    let degrees = dimension == .angle && converts ? Units.named("deg") : nil
    guard let value = compileValue(item, .number(nil), name) else { return nil }
    if case .constant = value { return degrees == nil ? value : compileValue(item, .number(degrees), name) }
    guard case .signal(let number) = value, let own = signals[number].unit, !own.isPlain else { return value }
    if own.dimension != dimension {
      problems.report(
        item.place, "\(name) is \(item.words), which is in \(own.text)",
        expected: "a signal in \(Units.list(dimension))")
      return nil
    }
    return degrees == nil || own.text == degrees?.text ? value : compileValue(item, .number(degrees), name)
  }

  /// Compiles the text of an item.
  func compile(_ item: Item, _ wanted: WantedType, _ name: String) -> CompiledExpression? {
    if item.isReported { return nil }
    guard let text = item.text, !item.isEmpty else {
      problems.report(item.place, "\(name) is \(item.words)", expected: wanted.words)
      return nil
    }
    // A flag as YAML's readers have it.
    if case .condition = wanted, let flag = Flag(text) {
      return CompiledExpression(constant: flag.value ? 1 : 0, .condition, column: 0)
    }
    return compile(text, at: item.textPlace, wanted)
  }

  func compile(_ text: String, at place: Place, _ wanted: WantedType) -> CompiledExpression? {
    telling(unitsIn: [text]) {
      compile(text, at: place) { tree throws(ExpressionError) in try self.typed(tree, wanted).converted(to: wanted) }
    }
  }

  /// Compiles a text of these expressions: where one of them has unit(), the numbers of all follow the system.
  func telling<Result>(unitsIn sources: [String], _ compiled: () -> Result) -> Result {
    let outer = tellsUnits
    defer { tellsUnits = outer }
    // By their words, which are few: a tree of `between` in each other has its parts many times.
    for source in sources where !tellsUnits {
      let tokens = (try? ExpressionLexer(source).tokens.map(\.token)) ?? []
      tellsUnits = zip(tokens, tokens.dropFirst()).contains { $0 == .word("unit") && $1 == .sign("(") }
    }
    return compiled()
  }

  /// Compiles for a system of units.
  func inSystem(_ system: UnitChoices.System, _ compiled: () -> CompiledExpression?) -> CompiledExpression? {
    self.system = system
    defer { self.system = nil }
    return compiled()
  }

  /// Parses a text, and compiles its tree by a closure.
  func compile(
    _ text: String, at place: Place, _ compiled: (Expression) throws(ExpressionError) -> CompiledExpression
  ) -> CompiledExpression? {
    let (outer, count) = (self.place, partCount)
    (self.place, partCount) = (place, 0)
    defer { (self.place, partCount) = (outer, count) }
    do throws(ExpressionError) {
      let tree = try ExpressionParser.parse(text) { self.signals.number(of: $0) != nil }
      let compiled = try compiled(tree)
      if compiled.depth > ExpressionCode.stackDepth {
        throw ExpressionError(
          column: 0, found: "an expression that needs \(compiled.depth) values at once",
          expected: "\(ExpressionCode.stackDepth) at most: make a signal of a part of it")
      }
      try checkLength(compiled.steps.count, 0)
      return compiled
    } catch {
      if !error.isReported {
        problems.report(place.moved(by: error.column), error.found, expected: error.expected, meant: error.meant)
      }
      return nil
    }
  }

  /// A signal without a name that has the value of an expression; the same expression has the same one.
  func addAnonymous(_ compiled: CompiledExpression) -> Int {
    let compiled = compiled.settled
    if let number = unnamed[compiled.steps] { return number }
    let record = RecordDraft(.signal)
    record[.expression] = .expression(draft.addExpression(compiled.steps))
    draft.add(record)
    let unit = compiled.type.isFirm ? compiled.type.unit : nil
    let entry = signals.addUnnamed(record)
    entry.unit = unit
    if let unit {
      let origin = origin(of: compiled)
      entry.shownUnit = origin?.shownUnit ?? units.shown(unit)
      entry.format = origin?.format ?? units.format(entry.shownUnit)
      if let format = entry.format { record[.format] = format.property }
      units.setUnit(
        entry.shownUnit ?? unit, from: unit, record, hasSymbol: entry.format?.unitName == nil, at: place)
    }
    unnamed[compiled.steps] = entry.number
    return entry.number
  }

  /// The signal that an expression is shown as: the first one in it that has the expression's unit.
  func origin(of compiled: CompiledExpression) -> SignalEntry? {
    if let number = compiled.timedSignal { return signals[number] }
    for case .operation(let step) in compiled.steps where step.operation == .signal {
      let entry = signals[Int(step.operand)]
      if let unit = entry.unit, unit.text == compiled.type.unit?.text { return entry }
    }
    return nil
  }

  /// A signal that has the least or the greatest value of a stretch of another's time, in nanoseconds; 0 is all of it.
  func addWindowSignal(_ operation: Instruction.Operation, of signal: SignalEntry, _ duration: Int64) -> Int {
    let window = tables.addWindow(signal.number, duration)
    let type = signal.unit.map { ExpressionType.unit($0) } ?? .plain
    return addAnonymous(CompiledExpression(Instruction(operation, Int32(window)), type, column: 0))
  }

  /// Notes a part of the expression, and refuses too many of them.
  func countPart(_ column: Int) throws(ExpressionError) {
    partCount += 1
    try checkLength(partCount, column)
  }

  /// The constant of a text in the expression.
  func textConstant(_ text: String, _ column: Int) -> CompiledExpression {
    glyphs.add(text, at: place)
    return CompiledExpression(constant: Fixed64(draft.addText(text)), .text, column: column)
  }

  /// The constant of a text that is compared with and not shown.
  func comparedText(_ text: String, _ column: Int) -> CompiledExpression {
    CompiledExpression(constant: Fixed64(draft.addText(text)), .text, column: column)
  }

  /// Forgets everything that a trial compiles.
  func discardingChanges(_ trial: () -> Void) {
    let unnamed = unnamed
    draft.discardingChanges {
      signals.discardingChanges { tables.discardingChanges { glyphs.discardingChanges(trial) } }
    }
    self.unnamed = unnamed
  }
}
