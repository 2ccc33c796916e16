import FixedRaster

/// A path in memory taken once: what a program keeps its shapes in.
@safe
struct PathArray: ~Copyable, PathSink {
  private let elements: UnsafeMutablePointer<PathElement>
  private let capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    unsafe elements = .allocate(capacity: capacity)
  }

  deinit { unsafe elements.deallocate() }

  var span: Span<PathElement> {
    @_lifetime(borrow self)
    borrowing get {
      let span = unsafe Span(_unsafeStart: elements, count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  mutating func removeAll() { count = 0 }

  private mutating func append(_ element: PathElement) {
    precondition(count < capacity)
    unsafe (elements + count).initialize(to: element)
    count += 1
  }

  mutating func move(to point: Point) { append(.move(point)) }
  mutating func addLine(to point: Point) { append(.line(point)) }
  mutating func addQuadCurve(to end: Point, control: Point) { append(.quadratic(control: control, end: end)) }
  mutating func addCurve(to end: Point, control1: Point, control2: Point) {
    append(.cubic(control1: control1, control2: control2, end: end))
  }
  mutating func addConic(to end: Point, control: Point, weight: Fixed) {
    append(.conic(control: control, end: end, weight: weight))
  }
  mutating func closeSubpath() { append(.close) }
}
