/// A path of at most `capacity` elements that lives on the stack: for shapes made up while drawing.
///
/// Elements beyond the capacity are left out and counted in ``overflow``.
public struct PathBuffer<let capacity: Int>: PathSink {
  @usableFromInline var elements = InlineArray<capacity, PathElement>(repeating: .close)
  public internal(set) var count = 0
  /// How many elements found no room.
  public private(set) var overflow = 0

  public init() {}

  /// The appended elements.
  ///
  /// Transparent, as `InlineArray.span` is: a getter that is specialised first and inlined later takes the buffer by
  /// value, and its result would point into a copy that is gone. Embedded Swift 6.3 does so across modules.
  public var span: Span<PathElement> {
    @_lifetime(borrow self)
    @_transparent
    borrowing get { elements.span.extracting(first: count) }
  }

  private mutating func append(_ element: PathElement) {
    if count == capacity {
      overflow &+= 1
      return
    }
    elements[count] = element
    count &+= 1
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
