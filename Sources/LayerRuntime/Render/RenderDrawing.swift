import FixedRaster

/// What a layer of a subclass draws above its contents: plain memory, which an owner in the render tree keeps alive.
enum RenderDrawing {
  case none
  case shape(RenderShape)
  case gradient(RenderGradient)
  case text(RenderText)

  /// The node as it is drawn in: text stays upright where geometry is flipped, shapes and gradients do not.
  func space(of node: RenderNode) -> RenderNode {
    if case .text = self { return node.upright }
    return node
  }

  /// Whether this covers the same as another, in whatever colours, if the paths of shapes are the same. Of other drawings no
  /// coverage is kept.
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

/// What a layer hands to the render tree; see ``Layer/drawing()``.
struct LayerDrawing {
  var drawing = RenderDrawing.none
  /// What it may draw to, in the layer's coordinates.
  var bounds = Rect.zero
  /// How many device pixels it may go beyond that.
  var reach: Int32 = 0
  /// Whether drawing it over a part of the display twice shows, so that it takes a group to fade it: it is more than one
  /// shape, or a paint that has no opacity of its own.
  var needsGroup = false
  /// Whether it covers all of ``bounds`` with opaque colour.
  var isOpaque = false
  /// Keeps alive what the drawing points to.
  var owner: AnyObject?

  /// Device pixels it may draw to.
  func pixels(in node: RenderNode) -> PixelRect {
    bounds.applying(drawing.space(of: node).toDevice).enclosingPixels.grown(by: reach)
  }
}

extension PixelRect {
  /// With so many pixels more on each side. Not for rectangles near the ends of their numbers.
  func grown(by reach: Int32) -> PixelRect {
    PixelRect(minX: minX &- reach, minY: minY &- reach, maxX: maxX &+ reach, maxY: maxY &+ reach)
  }
}

/// A shape layer's drawing. The elements are valid as long as the path's storage lives.
@safe
struct RenderShape {
  let elements: UnsafePointer<PathElement>
  let count: Int
  let fill: Color
  let rule: FillRule
  let stroke: Color
  let style: StrokeStyle

  var path: Span<PathElement> {
    @_lifetime(borrow self)
    get {
      let span = unsafe Span(_unsafeStart: elements, count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}
