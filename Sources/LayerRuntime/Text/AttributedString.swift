// Stage: text. The text of a program, and the looks of each part of it.

import FixedRaster
import SystemFiles

/// A string whose parts look different. A value.
///
///     var text = AttributedString("72", attributes: .init(fontSize: 48))
///     text += AttributedString(" °C", attributes: .init(fontSize: 20, foregroundColor: .white))
///
/// An attribute that a part does not have is the layer's: ``TextLayer/font``, ``TextLayer/fontSize``,
/// ``TextLayer/foregroundColor``. (CATextLayer takes Helvetica of 12 points in black there.)
public struct AttributedString: Sendable {
  /// How a part of the text looks.
  public struct Attributes: Equatable, Sendable {
    public var font: FontPack?
    /// In points.
    public var fontSize: Fixed?
    public var foregroundColor: Color?
    /// `nil` moves glyphs of pairs as the font says, 0 does not; another number does and adds that many points behind
    /// each glyph.
    public var kern: Fixed?
    /// Whether a line is drawn where the font has its underline.
    public var isUnderlined: Bool

    public init(
      font: FontPack? = nil, fontSize: Fixed? = nil, foregroundColor: Color? = nil, kern: Fixed? = nil,
      isUnderlined: Bool = false
    ) {
      self.font = font
      self.fontSize = fontSize
      self.foregroundColor = foregroundColor
      self.kern = kern
      self.isUnderlined = isUnderlined
    }

    public static func == (a: Attributes, b: Attributes) -> Bool {
      a.font === b.font && a.fontSize == b.fontSize && a.foregroundColor == b.foregroundColor && a.kern == b.kern
        && a.isUnderlined == b.isUnderlined
    }

    var isEmpty: Bool { self == Attributes() }

    /// With those of `other` that are there instead of the own.
    func merging(_ other: Attributes) -> Attributes {
      Attributes(
        font: other.font ?? font, fontSize: other.fontSize ?? fontSize,
        foregroundColor: other.foregroundColor ?? foregroundColor, kern: other.kern ?? kern,
        isUnderlined: other.isUnderlined || isUnderlined)
    }
  }

  /// Neighbouring characters that look the same.
  struct Run: Equatable {
    /// Where it ends, in bytes of UTF-8 from the start of the text.
    var end: Int
    var attributes: Attributes
  }

  /// The characters alone.
  public private(set) var string: String
  /// From the first character to the last, none of them empty; none at all where no character has an attribute, so that
  /// a plain string costs nothing.
  private(set) var runs: [Run] = []

  public init(string: String, attributes: Attributes = Attributes()) {
    self.string = string
    if !attributes.isEmpty && !string.isEmpty { runs.append(Run(end: string.utf8.count, attributes: attributes)) }
  }

  public init(_ string: String, attributes: Attributes = Attributes()) {
    self.init(string: string, attributes: attributes)
  }

  public var isEmpty: Bool { string.isEmpty }

  public mutating func append(_ other: AttributedString) {
    let length = string.utf8.count
    string += other.string
    if runs.isEmpty && other.runs.isEmpty { return }
    if runs.isEmpty && length > 0 { runs.append(Run(end: length, attributes: Attributes())) }
    for run in other.runs { extend(to: length + run.end, run.attributes) }
    if other.runs.isEmpty { extend(to: string.utf8.count, Attributes()) }
  }

  public static func + (a: AttributedString, b: AttributedString) -> AttributedString {
    var sum = a
    sum.append(b)
    return sum
  }

  public static func += (a: inout AttributedString, b: AttributedString) { a.append(b) }

  /// Adds a run behind the others, or to the last one if it looks the same.
  private mutating func extend(to end: Int, _ attributes: Attributes) {
    if end == (runs.last?.end ?? 0) { return }
    if let last = runs.last, last.attributes == attributes { runs.removeLast() }
    runs.append(Run(end: end, attributes: attributes))
  }
}

// MARK: - Parts

extension AttributedString {
  /// How the character at `index`, one of ``string``'s, looks.
  public func attributes(at index: String.Index) -> Attributes {
    let place = offset(index)
    for run in runs where place < run.end { return run.attributes }
    return Attributes()
  }

  /// Gives the characters of a range, one of ``string``'s, these attributes beside those they have; of two for the same
  /// thing these.
  public mutating func addAttributes(_ attributes: Attributes, range: Range<String.Index>) {
    change(range) { $0.merging(attributes) }
  }

  /// Gives the characters of a range, one of ``string``'s, these attributes and no others.
  public mutating func setAttributes(_ attributes: Attributes, range: Range<String.Index>) {
    change(range) { _ in attributes }
  }

  private func offset(_ index: String.Index) -> Int { string.utf8.distance(from: string.startIndex, to: index) }

  private mutating func change(_ range: Range<String.Index>, _ changed: (Attributes) -> Attributes) {
    let (low, high, length) = (offset(range.lowerBound), offset(range.upperBound), string.utf8.count)
    if low == high { return }
    let former = runs.isEmpty ? [Run(end: length, attributes: Attributes())] : runs
    runs.removeAll()
    var start = 0
    for run in former {
      extend(to: Swift.max(start, Swift.min(low, run.end)), run.attributes)
      let end = Swift.min(high, run.end)
      if end > Swift.max(start, low) { extend(to: end, changed(run.attributes)) }
      extend(to: run.end, run.attributes)
      start = run.end
    }
    if runs.count == 1 && runs[0].attributes.isEmpty { runs.removeAll() }
  }
}

extension AttributedString: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(string: value) }
}

extension AttributedString: Equatable {
  /// Whether both have the same characters, looking the same. Letters that Unicode calls equivalent are different: they
  /// have different glyphs.
  public static func == (a: AttributedString, b: AttributedString) -> Bool {
    haveSameBytes(a.string, b.string) && a.runs == b.runs
  }
}
