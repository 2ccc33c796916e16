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
/// Changing a path allocates as it grows; make it once and assign it, rather than building it anew each frame.
public struct Path: PathConsumer {
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

  public mutating func append(_ element: PathElement) {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy(capacity: storage.count + 1) }
    storage.append(element)
  }

  public mutating func move(to point: Point) { append(.move(point)) }
  public mutating func line(to point: Point) { append(.line(point)) }
  public mutating func quadratic(control: Point, to end: Point) { append(.quadratic(control: control, end: end)) }
  public mutating func cubic(control1: Point, control2: Point, to end: Point) {
    append(.cubic(control1: control1, control2: control2, end: end))
  }
  public mutating func conic(control: Point, to end: Point, weight: Fixed) {
    append(.conic(control: control, end: end, weight: weight))
  }
  public mutating func close() { append(.close) }
}

extension Path: Equatable {
  /// Whether both have the same elements; at once if they share them.
  public static func == (a: Path, b: Path) -> Bool {
    a.storage === b.storage || a.storage.hasSameElements(as: b.storage)
  }
}
