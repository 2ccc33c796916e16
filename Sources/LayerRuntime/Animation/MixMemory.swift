// Stage: time. The memory of what lies between two paths or lists: taken once, and used again in each frame.

import FixedRaster

/// Paths and lists that are filled while the ones before are shown.
final class MixMemory {
  private var path = Path()
  private var colors = AlternatingLists<Color>()
  private var numbers = AlternatingLists<Fixed>()
  // Of copies that are later, which are shown beside.
  private var copyPath = Path()
  private var copyColors = AlternatingLists<Color>()
  private var copyNumbers = AlternatingLists<Fixed>()
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
    switch (from, to) {
    case (.path(let a), .path(let b)):
      if !a.hasStructure(of: b) { return nil }
      return .path(isOfCopy ? fill(&copyPath, a, b, place) : fill(&path, a, b, place))
    case (.colors(let a), .colors(let b)):
      if a.count != b.count { return nil }
      let mixed: (Color, Color) -> Color = { $0.mixed(with: $1, place) }
      return .colors(isOfCopy ? copyColors.mix(a, b, mixed) : colors.mix(a, b, mixed))
    case (.numbers(let a), .numbers(let b)):
      if a.count != b.count { return nil }
      let mixed: (Fixed, Fixed) -> Fixed = { $0.mixed(with: $1, place) }
      return .numbers(isOfCopy ? copyNumbers.mix(a, b, mixed) : numbers.mix(a, b, mixed))
    default: return nil
    }
  }

  private func fill(_ path: inout Path, _ from: Path, _ to: Path, _ place: Coefficient) -> Path {
    path.removeAll(keepingCapacity: true)
    path.append(between: from, and: to, at: place)
    return path
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
