import FixedRaster

/// The memory of a path's elements. Not changed any more once a second ``Path`` or the compositor holds it too.
@safe
final class PathStorage {
  /// The first ``count`` of ``capacity`` places are initialised; valid as long as this object lives.
  private(set) var elements: UnsafePointer<PathElement>
  private(set) var count = 0
  private var memory: UnsafeMutablePointer<PathElement>
  private var capacity: Int
  // The control box, in points; meaningless while `hasPoints` is false.
  private var low = Point(x: .max, y: .max)
  private var high = Point(x: .min, y: .min)
  private(set) var hasPoints = false
  // The storage that the path was built in before, to be built in again once nobody else holds it; see ``successor()``.
  // Only the storage that was built last has them: none holds another that holds it.
  private var spare: PathStorage?
  private var otherSpare: PathStorage?

  init(capacity: Int) {
    self.capacity = Swift.max(capacity, 4)
    unsafe memory = .allocate(capacity: self.capacity)
    unsafe elements = UnsafePointer(memory)
  }

  deinit { unsafe memory.deallocate() }

  /// A copy with room for `capacity` elements at least.
  func copy(capacity: Int) -> PathStorage {
    let copy = PathStorage(capacity: Swift.max(capacity, count))
    unsafe copy.memory.initialize(from: memory, count: count)
    copy.count = count
    (copy.low, copy.high, copy.hasPoints) = (low, high, hasPoints)
    return copy
  }

  /// Removes all elements. Not for storage that is held by others.
  func removeAll() {
    count = 0
    (low, high, hasPoints) = (Point(x: .max, y: .max), Point(x: .min, y: .min), false)
  }

  /// Empty storage to go on with, while others hold this one.
  ///
  /// A layer holds the path that was built last, and the compositor the one that it showed last. So of this one and its
  /// two spares one is free as a rule, and nothing is allocated.
  func successor() -> PathStorage {
    let next: PathStorage
    let rest: PathStorage?
    if isKnownUniquelyReferenced(&spare), let free = spare {
      (next, rest) = (free, otherSpare)
    } else if isKnownUniquelyReferenced(&otherSpare), let free = otherSpare {
      (next, rest) = (free, spare)
    } else {
      (next, rest) = (PathStorage(capacity: capacity), spare)
    }
    (spare, otherSpare) = (nil, nil)
    next.removeAll()
    (next.spare, next.otherSpare) = (self, rest)
    return next
  }

  func append(_ element: PathElement) {
    if count == capacity { grow() }
    unsafe (memory + count).initialize(to: element)
    count += 1
    switch element {
    case .move(let end), .line(let end): include(end)
    case .quadratic(let control, let end), .conic(let control, let end, _):
      include(control)
      include(end)
    case .cubic(let control1, let control2, let end):
      include(control1)
      include(control2)
      include(end)
    case .close: break
    }
  }

  private func grow() {
    let larger = UnsafeMutablePointer<PathElement>.allocate(capacity: capacity * 2)
    unsafe larger.moveInitialize(from: memory, count: count)
    unsafe memory.deallocate()
    unsafe memory = larger
    unsafe elements = UnsafePointer(larger)
    capacity *= 2
  }

  private func include(_ point: Point) {
    low = Point(x: Swift.min(low.x, point.x), y: Swift.min(low.y, point.y))
    high = Point(x: Swift.max(high.x, point.x), y: Swift.max(high.y, point.y))
    hasPoints = true
  }

  var bounds: Rect? {
    hasPoints ? Rect(origin: low, size: Size(width: high.x - low.x, height: high.y - low.y)) : nil
  }

  /// Returns the box, however wide.
  var box: PreciseBox? {
    if !hasPoints { return nil }
    return PreciseBox(
      minX: Coefficient(low.x), minY: Coefficient(low.y), maxX: Coefficient(high.x), maxY: Coefficient(high.y))
  }

  /// The elements, for as long as the object is held on to.
  var span: Span<PathElement> {
    @_lifetime(borrow self)
    get {
      let span = unsafe Span(_unsafeStart: elements, count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  func hasSameElements(as other: PathStorage) -> Bool {
    if count != other.count { return false }
    for i in 0..<count where unsafe elements[i] != other.elements[i] { return false }
    return true
  }
}

/// Lines and curves in points, appended one by one. A value: copies share their memory until one of them is changed.
///
/// Changing a path allocates as it grows. Make one that does not change once and assign it; of one that changes in every
/// frame keep a copy of your own, empty it with ``removeAll(keepingCapacity:)``, and assign it when it is built.
public struct Path: PathSink {
  private(set) var storage: PathStorage

  public init() { storage = PathStorage(capacity: 4) }

  /// An empty path with room for `capacity` elements.
  public init(capacity: Int) { storage = PathStorage(capacity: capacity) }

  /// The number of elements.
  public var count: Int { storage.count }

  public var isEmpty: Bool { storage.count == 0 }

  /// The smallest rectangle that holds every point and control point; `nil` if there are none. A side longer than
  /// 32767.99 pt is held there.
  public var bounds: Rect? { storage.bounds }

  /// Calls `body` with the elements; they are valid during the call only.
  public func withElements<Result>(_ body: (Span<PathElement>) -> Result) -> Result { body(storage.span) }

  /// Removes all elements.
  ///
  /// A chart that is built in each frame keeps a path of its own to do so, and hands it to its layer:
  ///
  /// ```swift
  /// path.removeAll(keepingCapacity: true)
  /// path.move(to: first)
  /// for point in others { path.addLine(to: point) }
  /// line.path = path
  /// ```
  ///
  /// After the first frames that allocates nothing. The last built path is held by the layer and shown by its
  /// compositor, and stays as it is; the path goes on in memory that neither holds any more. It keeps that of two
  /// earlier ones, for as long as it, or a copy of it, lives.
  ///
  /// - Parameter keepingCapacity: whether there is room for as many elements as before; otherwise the memory is given
  ///   back.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    if !keepingCapacity {
      storage = PathStorage(capacity: 4)
    } else if isKnownUniquelyReferenced(&storage) {
      storage.removeAll()
    } else {
      storage = storage.successor()
    }
  }

  public mutating func append(_ element: PathElement) {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy(capacity: storage.count + 1) }
    storage.append(element)
  }

  public mutating func move(to point: Point) { append(.move(point)) }
  public mutating func addLine(to point: Point) { append(.line(point)) }
  public mutating func addQuadCurve(to end: Point, control: Point) { append(.quadratic(control: control, end: end)) }
  public mutating func addCurve(to end: Point, control1: Point, control2: Point) {
    append(.cubic(control1: control1, control2: control2, end: end))
  }
  public mutating func addConic(to end: Point, control: Point, weight: Fixed) {
    append(.conic(control: control, end: end, weight: weight))
  }
  public mutating func closeSubpath() { append(.close) }
}

extension Path: Equatable {
  /// Whether both have the same elements; at once if they share them.
  public static func == (a: Path, b: Path) -> Bool {
    a.storage === b.storage || a.storage.hasSameElements(as: b.storage)
  }
}

extension Path {
  /// Whether both have the same elements but for their points.
  func hasStructure(of other: Path) -> Bool {
    if count != other.count { return false }
    let (a, b) = (storage.span, other.storage.span)
    for i in 0..<count {
      switch (a[i], b[i]) {
      case (.move, .move), (.line, .line), (.quadratic, .quadratic), (.conic, .conic), (.cubic, .cubic),
        (.close, .close):
        continue
      default: return false
      }
    }
    return true
  }

  /// Appends the path between two of the same structure.
  mutating func append(between a: Path, and b: Path, at place: Coefficient) {
    for i in 0..<Swift.min(a.count, b.count) {
      switch (a.storage.span[i], b.storage.span[i]) {
      case (.move(let a), .move(let b)): append(.move(a.mixed(with: b, place)))
      case (.line(let a), .line(let b)): append(.line(a.mixed(with: b, place)))
      case (.quadratic(let a1, let a2), .quadratic(let b1, let b2)):
        append(.quadratic(control: a1.mixed(with: b1, place), end: a2.mixed(with: b2, place)))
      case (.conic(let a1, let a2, let a3), .conic(let b1, let b2, let b3)):
        append(
          .conic(
            control: a1.mixed(with: b1, place), end: a2.mixed(with: b2, place), weight: a3.mixed(with: b3, place)))
      case (.cubic(let a1, let a2, let a3), .cubic(let b1, let b2, let b3)):
        append(
          .cubic(
            control1: a1.mixed(with: b1, place), control2: a2.mixed(with: b2, place), end: a3.mixed(with: b3, place)))
      default: append(.close)
      }
    }
  }
}
