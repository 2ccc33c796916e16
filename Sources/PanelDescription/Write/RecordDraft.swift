// The records of a panel that is put together, and the values of their properties.
import PanelFile
import PanelSignals

/// A record with its properties and children.
final class RecordDraft {
  let kind: RecordKind
  private(set) var properties: [PropertyKey: PropertyDraft] = [:]
  var children: [RecordDraft] = []
  /// Where an element stands.
  var place: Place?
  /// The unit of a control's numbers.
  var numbersUnit: UnitOfMeasure?

  init(_ kind: RecordKind) { self.kind = kind }

  subscript(key: PropertyKey) -> PropertyDraft? {
    get { properties[key] }
    set { properties[key] = newValue }
  }

  func set(_ value: CompiledValue?, _ key: PropertyKey) {
    switch value {
    case .constant(let number): self[key] = .number(number)
    case .signal(let signal): self[key] = .signal(signal)
    case nil: return
    }
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

  init(_ color: NamedColor) {
    switch color {
    case .role(let role): self = .choice(role)
    case .rgb(let rgb): self = .color(0xFF00_0000 | rgb)
    }
  }
}
