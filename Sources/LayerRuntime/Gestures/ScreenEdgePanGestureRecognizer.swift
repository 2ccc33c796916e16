import FixedRaster

/// Recognises a movement of a finger from an edge of the display inwards: a pan whose finger comes down within 5 mm of the
/// edge of the router's root layer, and first moves more inwards than along it.
open class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
  /// Sides of the display.
  public struct Edge: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static var top: Edge { Edge(rawValue: 1) }
    public static var left: Edge { Edge(rawValue: 2) }
    public static var bottom: Edge { Edge(rawValue: 4) }
    public static var right: Edge { Edge(rawValue: 8) }
    public static var all: Edge { Edge(rawValue: 15) }
  }

  /// The edges that the gesture may begin at; none if not said.
  public final var edges: Edge = []

  /// Those that the finger came down at.
  private final var startEdges: Edge = []

  @usableFromInline
  override func beginsWith(_ movement: Vector) -> Bool {
    let (across, down) = (movement.dx.magnitude, movement.dy.magnitude)
    return startEdges.contains(.left) && movement.dx > 0 && across >= down
      || startEdges.contains(.right) && movement.dx < 0 && across >= down
      || startEdges.contains(.top) && movement.dy > 0 && down >= across
      || startEdges.contains(.bottom) && movement.dy < 0 && down >= across
  }

  open override func touchesBegan(_ touch: Touch) {
    if !isUnderWay {
      startEdges = edgesNear(touch.location).intersection(edges)
      if startEdges.isEmpty { return state = .failed }
    }
    super.touchesBegan(touch)
  }

  private final func edgesNear(_ place: Point) -> Edge {
    guard let root = router?.root else { return [] }
    let margin = Fixed(held: length(tenthsOfMillimetre: 50))
    let display = root.convert(root.bounds, to: nil)
    var edges: Edge = []
    if place.x - display.minX <= margin { edges.insert(.left) }
    if display.maxX - place.x <= margin { edges.insert(.right) }
    if place.y - display.minY <= margin { edges.insert(.top) }
    if display.maxY - place.y <= margin { edges.insert(.bottom) }
    return edges
  }
}
