// Stage: time. The memory of what lies between two paths or lists: taken once, and used again in each frame.

import FixedRaster

/// Paths and lists that are filled while the ones before are shown.
final class MixMemory {
  private var path = Path()
  private var colors = AlternatingLists<Color>()
  private var numbers = AlternatingLists<Fixed>()

  /// What lies between two values; `nil` where these are not of one structure.
  func mix(_ from: Value, _ to: Value, _ place: Coefficient) -> Value? {
    switch (from, to) {
    case (.path(let a), .path(let b)):
      if !a.hasStructure(of: b) { return nil }
      path.removeAll(keepingCapacity: true)
      path.append(between: a, and: b, at: place)
      return .path(path)
    case (.colors(let a), .colors(let b)):
      return a.count == b.count ? .colors(colors.mix(a, b) { $0.mixed(with: $1, place) }) : nil
    case (.numbers(let a), .numbers(let b)):
      return a.count == b.count ? .numbers(numbers.mix(a, b) { $0.mixed(with: $1, place) }) : nil
    default: return nil
    }
  }
}

/// Two lists of which one is filled while the other is shown.
private struct AlternatingLists<Element> {
  private var (now, next) = ([Element](), [Element]())

  mutating func mix(_ a: [Element], _ b: [Element], _ mixed: (Element, Element) -> Element) -> [Element] {
    swap(&now, &next)
    now.removeAll(keepingCapacity: true)
    for i in a.indices { now.append(mixed(a[i], b[i])) }
    return now
  }
}

extension Value {
  /// Whether what lies between this value and another takes memory.
  var takesMemory: Bool {
    switch self {
    case .path, .colors, .numbers: true
    default: false
    }
  }
}
