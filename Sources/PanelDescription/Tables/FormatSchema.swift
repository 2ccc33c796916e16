// docs/panel.schema.json, as the tables make it: JSON Schema draft 7, for editors that complete and check.
import PanelFile
import PanelSignals

/// The schema of panel descriptions.
public func formatSchema() -> String { JSONText.write(schema) + "\n" }

/// A value of JSON whose maps keep their order.
indirect enum JSONText {
  case text(String), flag(Bool), list([JSONText]), map([(String, JSONText)])

  static func write(_ value: JSONText, _ indent: String = "") -> String {
    let inner = indent + "  "
    switch value {
    case .text(let text): return quoted(text)
    case .flag(let flag): return flag ? "true" : "false"
    case .list(let items):
      return items.isEmpty ? "[]" : "[" + items.map { write($0, inner) }.joined(separator: ", ") + "]"
    case .map(let pairs):
      if pairs.isEmpty { return "{}" }
      let lines = pairs.map { "\(inner)\(quoted($0.0)): \(write($0.1, inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

private func reference(_ name: String) -> JSONText { .map([("$ref", .text("#/definitions/\(name)"))]) }
private func described(_ text: String, _ pairs: [(String, JSONText)]) -> JSONText {
  .map([("description", .text(text))] + pairs)
}
private func any(of names: String...) -> [(String, JSONText)] {
  [("type", .list(names.map { .text($0) }))]
}
private func named(_ summary: String, _ value: JSONText) -> JSONText {
  described(summary, [("type", .text("object")), ("additionalProperties", value)])
}

private func value(_ spec: KeySpec) -> JSONText {
  let pairs: [(String, JSONText)]
  switch spec.type {
  case .flag, .arrow, .extremes: pairs = any(of: "boolean")
  case .number, .difference, .count: pairs = any(of: "number", "string")
  case .value, .bounded, .signal, .signalOf, .signalOfNames, .length, .text:
    pairs = any(of: "string", "number", "boolean")
  case .condition: pairs = any(of: "string", "boolean", "number")
  case .duration, .interval, .longInterval, .past:
    pairs = [("type", .text("string")), ("pattern", .text(#"^[0-9.]+(ms|s|min|h|d)$"#))]
  case .range: pairs = [("type", .text("string")), ("pattern", .text(#"\.\."#))]
  case .icon, .color: pairs = any(of: "string")
  case .unit: pairs = [("enum", .list(Units.names.map { .text($0) }))]
  case .choice(let words):
    pairs = [("enum", .list(words.filter { !$0.isEmpty }.map { .text($0) }))]
  case .format, .signals, .rows, .extreme, .labels, .setpoint, .origin, .iconOrSignal, .picture, .clockPattern,
    .zoneOffset,
    .timer, .alarms, .zones, .automaticRange, .points, .place, .every, .special:
    pairs = []
  }
  return described("\(spec.summary) \(capital(spec.type.expectation)).", pairs)
}

private func capital(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

private func object(_ specs: [KeySpec], _ replaced: [String: JSONText] = [:], others: JSONText = .flag(false))
  -> JSONText
{
  .map([
    ("type", .text("object")),
    ("properties", .map(specs.map { ($0.name, replaced[$0.name] ?? value($0)) })),
    ("additionalProperties", others),
  ])
}

private func required(_ key: String, _ value: JSONText) -> JSONText {
  guard case .map(let pairs) = value else { return value }
  return .map(pairs + [("required", .list([.text(key)]))])
}

private var schema: JSONText {
  let elements: JSONText = .map([
    ("oneOf", .list([.map([("type", .text("array")), ("items", reference("element"))]), reference("element")]))
  ])
  let kinds = Vocabulary.containers.map(\.name) + Vocabulary.instruments.map(\.name)
  let strips: [(String, JSONText)] = Vocabulary.containers.map { ($0.name, elements) }
  var definitions: [(String, JSONText)] = [
    (
      "element",
      .map([("anyOf", .list([reference("area")] + kinds.map { reference("element-\($0)") } + [reference("other")]))])
    ),
    ("area", .map([("type", .text("object")), ("required", .list([.text("areas")]))])),
    (
      "other",
      described(
        "A template, or repeat.",
        [
          ("type", .text("object")),
          ("not", .map([("anyOf", .list(kinds.map { .map([("required", .list([.text($0)]))]) }))])),
        ])
    ),
    ("page", required("areas", object(Vocabulary.page, Dictionary(strips) { a, _ in a }, others: .flag(true)))),
    (
      "strip-page",
      .map([
        ("allOf", .list([object(Vocabulary.page + Vocabulary.place, Dictionary(strips) { a, _ in a })])),
        ("anyOf", .list(Vocabulary.containers.map { .map([("required", .list([.text($0.name)]))]) })),
      ])
    ),
    ("signal", object(Vocabulary.signal)), ("alarm", object(Vocabulary.alarm)),
    (
      "theme",
      object(
        Vocabulary.theme + Vocabulary.roles.map { KeySpec($0, .special("a colour as red-60"), summary: "A colour.") })
    ),
    ("zones", named("Zones of a signal.", .map([]))),
    ("bar", object(Vocabulary.bar, ["left": elements, "middle": elements, "right": elements])),
    ("idle", object(Vocabulary.idle)), ("key", object(Vocabulary.key)), ("display", object(Vocabulary.display)),
    ("numbers", object(Vocabulary.numbers)),
  ]
  for kind in Vocabulary.containers {
    definitions.append(
      (
        "element-\(kind.name)",
        element(
          kind.name, KeySpec(kind.name, .special("a list"), summary: kind.summary), Vocabulary.containerKeys, elements)
      ))
  }
  for kind in Vocabulary.instruments where kind.main != nil {
    definitions.append(("element-\(kind.name)", element(kind.name, kind.main ?? kind.keys[0], kind.keys, nil)))
  }
  definitions.append(
    (
      "source",
      .map([("anyOf", .list(Vocabulary.sources.map { element($0.name, $0.main ?? $0.keys[0], $0.keys, nil) }))])
    ))
  let replaced: [String: JSONText] = [
    "sources": named("Where values come from.", reference("source")),
    "signals": named("The values.", reference("signal")), "alarms": named("Alarms.", reference("alarm")),
    "themes": named("Colours.", reference("theme")), "zones": named("Zones.", reference("zones")),
    "pages": named("Pages.", .map([("anyOf", .list([reference("page"), reference("strip-page"), elements]))])),
    "bar": reference("bar"), "displays": named("Displays.", reference("display")),
    "idle": reference("idle"), "keys": named("Keys.", reference("key")), "numbers": reference("numbers"),
    "under": elements, "over": elements,
  ]
  return .map([
    ("$schema", .text("http://json-schema.org/draft-07/schema#")), ("title", .text("Panel")),
    ("type", .text("object")), ("required", .list([.text("panel"), .text("pages")])),
    ("properties", .map(Vocabulary.panel.map { ($0.name, replaced[$0.name] ?? value($0)) })),
    ("additionalProperties", .flag(false)), ("definitions", .map(definitions)),
  ])
}

private func element(_ name: String, _ main: KeySpec, _ keys: [KeySpec], _ content: JSONText?) -> JSONText {
  .map([
    ("type", .text("object")), ("required", .list([.text(name)])),
    ("properties", .map([(name, content ?? value(main))] + keys.map { ($0.name, value($0)) })),
    ("additionalProperties", .flag(false)),
  ])
}
