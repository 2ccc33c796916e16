// Stage: time. The memory of values between two paths or lists: taken once, and used again in each frame.

import FixedRaster

/// Values between two of an animation, for the layer itself and for each copy of it that is later.
final class MixMemory {
  private var own = MixedValues()
  /// Of the first copy; each has that of the one behind it. Copies are numbered by ``Layer/copyNumber``.
  var next: MixMemory?
  /// The value that an implicit animation goes on from: it may be in memory that another one fills next.
  private var beginning = MixedValues()
  /// The copy that shows the mixed value; `nil` for the layer itself.
  var copy: Int?

  init() {}

  /// Takes memory for lists of so many elements: for implicit animations, which take none when they begin.
  init(room: Int) {
    let values: [Value] = [
      .colors([Color](repeating: .black, count: room)), .numbers([Fixed](repeating: 0, count: room)),
    ]
    for value in values {
      own.prepare(value, value)
      beginning.prepare(value, value)
    }
  }

  /// Takes the memory that mixing two values needs, before there is a frame.
  ///
  /// - Parameter count: in how many copies they are shown; 1 in none that are later.
  func prepare(_ from: Value, _ to: Value, copies count: Int) {
    own.prepare(from, to)
    if count < 2 { return }
    var memory = self
    for _ in 0..<Swift.min(count, Self.mostCopies) {
      memory = memory.following
      memory.own.prepare(from, to)
    }
  }

  /// Far more than find room in a compositor: copies beyond take their memory when they are shown.
  static var mostCopies: Int { 64 }

  /// That of the copy behind this one; taken now if there is none.
  private var following: MixMemory {
    if let next { return next }
    let memory = MixMemory()
    next = memory
    return memory
  }

  /// A value between two; `nil` where these are not of one structure.
  func mix(_ from: Value, _ to: Value, _ place: Coefficient) -> Value? {
    var memory = self
    // Where there are more copies than when it was added, they take theirs with the first frame that they are in.
    if let copy { for _ in 0...copy { memory = memory.following } }
    return memory.own.mix(from, to, place)
  }

  /// A copy of a value, to begin with.
  func begin(with value: Value) -> Value { beginning.mix(value, value, 0) ?? value }
}

/// Paths and lists that are filled while the ones before are shown.
private struct MixedValues {
  private var path: Path?
  private var colors = AlternatingLists<Color>()
  private var numbers = AlternatingLists<Fixed>()

  mutating func prepare(_ from: Value, _ to: Value) {
    let (first, last): (Coefficient, Coefficient) = (Coefficient(rawValue: 1 << 31), Coefficient(rawValue: 1 << 30))
    // As many as are held at the same time: by the layer, the compositor and the animation.
    let mixed = (mix(from, to, first), mix(from, to, last), mix(from, to, first))
    withExtendedLifetime(mixed) {}
  }

  mutating func mix(_ from: Value, _ to: Value, _ place: Coefficient) -> Value? {
    switch (from, to) {
    case (.path(let a), .path(let b)):
      if !a.hasStructure(of: b) { return nil }
      return .path(mix(a, b, place))
    case (.colors(let a), .colors(let b)):
      return a.count == b.count ? .colors(colors.mix(a, b) { $0.mixed(with: $1, place) }) : nil
    case (.numbers(let a), .numbers(let b)):
      return a.count == b.count ? .numbers(numbers.mix(a, b) { $0.mixed(with: $1, place) }) : nil
    default: return nil
    }
  }

  private mutating func mix(_ a: Path, _ b: Path, _ place: Coefficient) -> Path {
    // Nobody else may hold it while it is filled.
    var path = exchange(&path, with: nil) ?? Path(capacity: a.count)
    path.removeAll(keepingCapacity: true)
    path.append(between: a, and: b, at: place)
    self.path = path
    return path
  }
}

/// Two lists of which one is filled while the other is shown.
private struct AlternatingLists<Element: Equatable> {
  private var (now, next) = ([Element](), [Element]())

  mutating func mix(_ a: [Element], _ b: [Element], _ mixed: (Element, Element) -> Element) -> [Element] {
    next.removeAll(keepingCapacity: true)
    for i in a.indices { next.append(mixed(a[i], b[i])) }
    // A value that is shown already stays: the compositor holds it for as long as nothing changes.
    if next != now { swap(&now, &next) }
    return now
  }
}

extension Value {
  /// Whether values between this one and another take memory.
  var takesMemory: Bool { elementCount != nil }

  /// How many elements a path or a list has; `nil` for other values.
  var elementCount: Int? {
    switch self {
    case .path(let path): path.count
    case .colors(let colors): colors.count
    case .numbers(let numbers): numbers.count
    default: nil
    }
  }
}

extension Layer {
  /// Which one of the copies of the layer is looked at, of all that the replicators above make, 0 for the first one; the last
  /// ones of more than a compositor has planes share a number.
  final var copyNumber: Int {
    var (number, product) = (0, 1)
    forEachDelayingReplicator {
      number += product * $0.currentCopy
      product = Swift.min(65_536, product * $0.instanceCount)
    }
    return Swift.min(65_535, number)
  }

  /// How many copies replicators above make at times of their own; 1 for none, at most as many as a compositor has planes.
  final var delayedCopyCount: Int {
    var product = 1
    forEachDelayingReplicator { product = Swift.min(65_536, product * $0.instanceCount) }
    return product
  }

  private final func forEachDelayingReplicator(_ body: (ReplicatorLayer) -> Void) {
    var next = superlayer?.nearestDelayingReplicator
    while let here = next {
      body(here)
      next = here.superlayer?.nearestDelayingReplicator
    }
  }
}
