// Stage: instruments. Words in the place of numerals.
import PanelSignals
import SystemFiles

/// Words beside marks of a scale, as E and F of a fuel gauge.
public struct ScaleWords: Equatable, Sendable {
  private var values: [Fixed64] = []
  private var texts: [String] = []

  public init() {}

  public var isEmpty: Bool { values.isEmpty }

  /// Adds a word, at a value above those before.
  public mutating func append(_ text: String, at value: Fixed64) {
    values.append(value)
    texts.append(text)
  }

  func values(in range: ClosedRange<Fixed64>) -> [Fixed64] { values.filter { range.contains($0) } }

  func text(of value: Fixed64) -> String? { values.firstIndex(of: value).map { texts[$0] } }

  public static func == (a: ScaleWords, b: ScaleWords) -> Bool {
    a.values == b.values && a.texts.elementsEqual(b.texts) { haveSameBytes($0, $1) }
  }
}
