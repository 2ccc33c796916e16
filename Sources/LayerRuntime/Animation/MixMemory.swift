// Stage: time. The memory of what lies between two paths or lists: taken once, and used again in each frame.

import FixedRaster

/// What lies between two values of an animation, for the layer itself and for copies of it that are later.
final class MixMemory {
  private var own = MixedValues()
  // Shown beside the layer's.
  private var copies = MixedValues()
  /// Whether what is mixed is shown in such a copy.
  var isOfCopy = false

  /// Takes the memory that mixing two values needs, before there is a frame.
  ///
  /// - Parameter isInCopies: whether it is shown in later copies too.
  func prepare(_ from: Value, _ to: Value, isInCopies: Bool) {
    let half = Coefficient(rawValue: 1 << 31)
    for isOfCopy in [true, false] where !isOfCopy || isInCopies {
      self.isOfCopy = isOfCopy
      // As many as are held at the same time: by the layer, the compositor and the animation.
      let mixed = (mix(from, to, half), mix(from, to, half), mix(from, to, half))
      withExtendedLifetime(mixed) {}
    }
  }

  /// What lies between two values; `nil` where these are not of one structure.
  func mix(_ from: Value, _ to: Value, _ place: Coefficient) -> Value? {
    isOfCopy ? copies.mix(from, to, place) : own.mix(from, to, place)
  }
}

/// Paths and lists that are filled while the ones before are shown.
private struct MixedValues {
  private var path = Path()
  private var colors = AlternatingLists<Color>()
  private var numbers = AlternatingLists<Fixed>()

  mutating func mix(_ from: Value, _ to: Value, _ place: Coefficient) -> Value? {
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
