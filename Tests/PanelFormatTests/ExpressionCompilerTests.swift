import PanelSignals
import Testing

@testable import PanelDescription

/// A compiler whose names are those of signals that were made by hand.
private final class Scope: SignalResolver {
  let problems = Problems()
  let signals = SignalTable()
  let draft = PanelDraft()
  let compiler: ExpressionCompiler
  /// The signals that were read on demand, in that order.
  private(set) var resolved: [String] = []
  private static let start = Place(file: "p", line: 3, column: 5)

  /// - Parameter units: of the signals, by their names; `nil` for none.
  init(_ units: KeyValuePairs<String, String?>) {
    let glyphs = GlyphUse(problems, hasFonts: false)
    compiler = ExpressionCompiler(problems, signals, UnitChoices(problems, glyphs), glyphs, draft)
    for (name, unit) in units {
      let entry = signals.declare(name, at: Self.start, RecordDraft(.signal), [:])
      entry.unit = unit.flatMap { Units.named($0) }
      entry.state = .done
    }
  }

  func resolve(_ number: Int) { resolved.append(signals[number].name) }
  func readZones(_ number: Int) {
    signals[number].zones = [.init(state: 3, lower: .constant(100), upper: nil, record: RecordDraft(.zone))]
  }

  func compile(_ text: String, _ wanted: WantedType = .number(nil)) -> CompiledExpression? {
    compiler.compile(text, at: Self.start, wanted)
  }
}

private func signal(_ number: Int32) -> CompiledStep { .operation(Instruction(.signal, number)) }
private func operation(_ operation: Instruction.Operation) -> CompiledStep { .operation(Instruction(operation)) }

@Suite struct ExpressionCompilerTests {
  @Test("P24 an expression becomes code: the signals of its names, constants, operations behind their parts")
  func code() throws {
    let scope = Scope(["rpm": nil, "oil": "kPa"])
    let compiled = try #require(scope.compile("rpm * 2 + 1"))
    #expect(compiled.steps == [signal(0), .constant(2), operation(.multiply), .constant(1), operation(.add)])
    #expect(compiled.depth == 2)
    #expect(try #require(scope.compile("2 * 3 + 1")).steps == [.constant(7)])
    #expect(try #require(scope.compile("oil")).signal == 1)
    #expect(scope.problems.all.isEmpty)
  }

  @Test("P24 P30 a value comes in the wanted unit: signals by an instruction, constants by the compiler")
  func units() throws {
    let scope = Scope(["oil": "kPa"])
    let bar = try #require(Units.named("bar"))
    let compiled = try #require(scope.compile("oil", .number(bar)))
    #expect(compiled.steps.count == 2 && compiled.steps[0] == signal(0))
    let (from, to) = (try #require(Units.named("kPa").flatMap { Units.number($0) }), try #require(Units.number(bar)))
    #expect(compiled.steps[1] == .operation(Instruction(.convert, Int32(from << 8 | to))))
    #expect(compiled.type.unit?.text == "bar")
    #expect(try #require(scope.compile("200 kPa", .number(bar))).constant == 2)
  }

  @Test(
    "P24 P03 a wrong type, unit or name is reported at its column, and gives no code",
    arguments: [
      ("oil", "3:5: a value in kPa, where one in degC is needed — expected values that measure the same"),
      (
        "oil above 3",
        "3:9: a condition, where a number in degC is needed — expected a number, a signal or an expression"
      ), ("1 + coolent", "3:9: no signal 'coolent' — did you mean 'coolant'?"),
      ("1 +", "3:8: the end of the expression — expected a number, a signal or '('"),
    ])
  func mistakes(_ text: String, _ message: String) throws {
    let scope = Scope(["oil": "kPa", "coolant": "degC"])
    let celsius = try #require(Units.named("degC"))
    #expect(scope.compile(text, .number(celsius)) == nil)
    #expect(scope.problems.lines == ["p:" + message])
  }

  @Test("P24 the same expression has one signal without a name; those of a trial are forgotten")
  func unnamed() throws {
    let scope = Scope(["rpm": nil])
    let compiled = try #require(scope.compile("rpm + 1"))
    scope.compiler.discardingChanges { #expect(scope.compiler.addAnonymous(compiled) == 1) }
    #expect(scope.signals.entries.count == 1 && scope.draft.root.children.isEmpty)
    #expect(scope.compiler.addAnonymous(compiled) == 1)
    #expect(scope.compiler.addAnonymous(compiled) == 1)
    #expect(scope.signals.entries.count == 2 && scope.draft.root.children.count == 1)
  }

  @Test("P24 the signals of an expression are read before it, and the zones of those whose state it asks for")
  func resolution() throws {
    let scope = Scope(["rpm": nil, "oil": nil, "idle": nil])
    scope.compiler.resolver = scope
    _ = try #require(scope.compile("rpm + state(oil)", .any))
    #expect(scope.resolved == ["rpm", "oil"])
    #expect(scope.signals[1].zones.count == 1)
    #expect(scope.compile("rpm + 1") != nil && scope.problems.all.isEmpty)
  }
}
