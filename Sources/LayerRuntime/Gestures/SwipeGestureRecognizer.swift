import FixedRaster

/// Recognises a fast movement in one direction: a discrete gesture. The fingers move by 8 mm within half a second, and less
/// than half as far to a side; it is recognised while they are down.
open class SwipeGestureRecognizer: GestureRecognizer {
  public struct Direction: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static var right: Direction { Direction(rawValue: 1) }
    public static var left: Direction { Direction(rawValue: 2) }
    public static var up: Direction { Direction(rawValue: 4) }
    public static var down: Direction { Direction(rawValue: 8) }
  }

  /// The directions that are recognised, as the display has them; to the right if not said.
  public final var direction = Direction.right
  /// 1... and held to that; 1 if not said.
  public final var numberOfTouchesRequired = 1 {
    didSet { numberOfTouchesRequired = Swift.max(1, numberOfTouchesRequired) }
  }

  /// Nanoseconds.
  private static var longest: Int64 { 500_000_000 }

  /// Where and when the last finger came down.
  private final var start = Point.zero
  private final var startTime: Int64 = 0
  /// The movement up to the sample before, and its time.
  private final var last = GestureVector.zero
  private final var lastTime: Int64 = 0

  /// - Parameter action: see ``GestureRecognizer/addAction(_:)``.
  public convenience init(_ action: @escaping (SwipeGestureRecognizer) -> Void) {
    self.init()
    addAction { [unowned(unsafe) self] _ in unsafe action(self) }
  }

  open override func touchesBegan(_ touch: Touch) {
    if numberOfTouchesDown > numberOfTouchesRequired { return state = .failed }
    (start, startTime, last, lastTime) = (center, touch.timestamp, .zero, touch.timestamp)
    // Later than the end of its time: the next sample tells when the way was covered.
    deadline = touch.timestamp + Self.longest + 50_000_000
  }

  open override func touchesMoved(_ touch: Touch) {
    if numberOfTouchesDown < numberOfTouchesRequired { return }
    let now = GestureVector(from: start, to: center)
    let (before, timeBefore) = (last, lastTime)
    (last, lastTime) = (now, touch.timestamp)
    guard let part = before.crossing(to: now, distance: length(tenthsOfMillimetre: 80)) else {
      if touch.timestamp - startTime > Self.longest { state = .failed }
      return
    }
    // Less than 2^30 nanoseconds lie between them: the deadline has come otherwise.
    let time = timeBefore + ((touch.timestamp - timeBefore) * part) >> 16
    let way = before.mixed(with: now, part)
    let isVertical = way.y.magnitude >= way.x.magnitude
    let isMeant =
      direction.contains(directionOf(way)) && time - startTime <= Self.longest && !isKept(isVertical: isVertical)
    state = isMeant ? .ended : .failed
  }

  /// None where it is oblique.
  private final func directionOf(_ way: GestureVector) -> Direction {
    let (across, down) = (Int64(way.x.magnitude), Int64(way.y.magnitude))
    if across > 2 * down { return way.x > 0 ? .right : .left }
    if down > 2 * across { return way.y > 0 ? .down : .up }
    return Direction(rawValue: 128)
  }

  open override func touchesEnded(_ touch: Touch) { state = .failed }

  open override func deadlineReached() { state = .failed }
}
