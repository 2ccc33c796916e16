import FixedRaster

/// A subclass's drawing above a layer's contents: plain memory, which an owner in the render tree keeps alive.
enum RenderDrawing {
  case none
  case shape(RenderShape)
  case gradient(RenderGradient)
  case text(RenderText)
  case tiles(RenderMapTiles)
  case particles(RenderParticles)

  /// Whether it stays upright where geometry is flipped: text and tiles do, shapes and gradients do not.
  var isUpright: Bool {
    switch self {
    case .text, .tiles: true
    case .none, .shape, .gradient, .particles: false
    }
  }

  var isGradient: Bool {
    if case .gradient = self { return true }
    return false
  }

  var isParticles: Bool {
    if case .particles = self { return true }
    return false
  }

  /// Whether it is the same wherever and whenever it is shown: tiles are made where they are seen, particles move with time.
  var isStill: Bool {
    switch self {
    case .none, .shape, .gradient, .text: true
    case .tiles, .particles: false
    }
  }

  /// Whether this covers the same as another, in whatever colours, if the paths of shapes are the same. Of other
  /// drawings no coverage is kept.
  func covers(as other: RenderDrawing) -> Bool {
    switch (self, other) {
    case (.shape(let a), .shape(let b)):
      a.rule == b.rule && a.style == b.style && (a.fill.alpha > 0) == (b.fill.alpha > 0)
        && (a.stroke.alpha > 0) == (b.stroke.alpha > 0)
    case (.shape, _), (_, .shape): false
    default: true
    }
  }
}

/// A layer's drawing for the render tree; see ``Layer/drawing()``.
@usableFromInline
struct LayerDrawing {
  var drawing = RenderDrawing.none
  /// Its bounds, in the layer's coordinates.
  var bounds = PreciseBox.zero
  /// How many device pixels it may go beyond that.
  var reach: Int32 = 0
  /// Whether drawing it over a part of the display twice shows, so that it takes a group to fade it: it is more than
  /// one shape, or a paint that has no opacity of its own.
  var needsGroup = false
  /// Whether it covers all of ``bounds`` with opaque colour.
  var isOpaque = false
  /// The path that it fills with one colour; `nil` if it draws anything else.
  var silhouette: PathStorage?
  /// The owner of the drawing's memory.
  var owner: AnyObject?
}

extension PixelRect {
  /// With so many pixels more on each side. Not for rectangles near the ends of their numbers.
  func grown(by reach: Int32) -> PixelRect {
    PixelRect(minX: minX &- reach, minY: minY &- reach, maxX: maxX &+ reach, maxY: maxY &+ reach)
  }
}

/// A shape layer's drawing.
struct RenderShape {
  /// Kept by the path's storage.
  let path: UnownedSpan<PathElement>
  let fill: Color
  let rule: FillRule
  let stroke: Color
  let style: StrokeStyle
}
