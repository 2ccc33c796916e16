// Stage: signals. The texts that a panel's file has, found by their bytes.

/// The texts of a panel's file. A received text that is one of them has its number, so that expressions compare numbers, and
/// languages translate it.
public struct KnownTexts: Sendable {
  private var bytes: [UInt8] = []
  /// Where each text ends.
  private var ends: [Int] = []
  /// The first text of a hash at its place or behind it; −1 where a place is free. A power of two.
  private var places: [Int32] = []

  /// None.
  public init() {}

  /// - Parameter texts: in the order of their numbers.
  public init(_ texts: [String]) {
    var size = 8
    while size < texts.count * 2 { size *= 2 }
    places = Array(repeating: -1, count: size)
    for (number, text) in texts.enumerated() {
      bytes.append(contentsOf: text.utf8)
      ends.append(bytes.count)
      var place = Int(truncatingIfNeeded: hash32(bytes.span.extracting(start(number)..<ends[number]))) & (size - 1)
      while places[place] >= 0 { place = (place + 1) & (size - 1) }
      places[place] = Int32(truncatingIfNeeded: number)
    }
  }

  /// How many there are.
  public var count: Int { ends.count }

  private func start(_ number: Int) -> Int { number == 0 ? 0 : ends[number - 1] }

  /// The bytes of a text.
  @_lifetime(borrow self)
  func text(_ number: Int) -> Span<UInt8> { bytes.span.extracting(start(number)..<ends[number]) }

  /// The number of a text; the first of several. `nil` where there is none of these bytes.
  public func number(of text: Span<UInt8>) -> Int? {
    if places.isEmpty { return nil }
    var place = Int(truncatingIfNeeded: hash32(text)) & (places.count &- 1)
    while places[place] >= 0 {
      if areEqual(self.text(Int(places[place])), text) { return Int(places[place]) }
      place = (place &+ 1) & (places.count &- 1)
    }
    return nil
  }
}

func areEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
  if a.count != b.count { return false }
  for index in a.indices where a[index] != b[index] { return false }
  return true
}
