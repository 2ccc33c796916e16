// Stage: model. Layers that show a part of a larger plane, and the requests of any layer below them.

import FixedRaster

extension ScrollLayer {
  /// The directions in which a ``ScrollLayer`` can be scrolled.
  public enum ScrollMode: UInt8, Hashable, Sendable {
    case none, vertically, horizontally, both
  }
}

/// A window on its sublayers: scrolling moves the origin of ``Layer/bounds``. Masks to its bounds unless told
/// otherwise.
///
/// It knows of no fingers and no limits: anything may be scrolled to, also where there is no sublayer.
open class ScrollLayer: Layer {
  public override init() {
    super.init()
    masksToBounds = type(of: self).defaultValue(forKey: "masksToBounds")?.bool ?? true
  }

  /// The directions in which scrolling moves anything; `bounds` itself can be set to anything at any time.
  public final var scrollMode = ScrollLayer.ScrollMode.both

  /// Moves the origin of the bounds to a point.
  public final func scroll(to point: Point) {
    bounds.origin = Point(
      x: scrollMode == .horizontally || scrollMode == .both ? point.x : bounds.origin.x,
      y: scrollMode == .vertically || scrollMode == .both ? point.y : bounds.origin.y)
  }

  /// Moves the origin of the bounds as little as is needed for them to hold a rectangle, given in the layer's own
  /// coordinates; for one that is longer than the bounds, until nothing else is seen along that side.
  public final func scroll(to rect: Rect) {
    // The first step of a way that is longer than coordinates are large is cut.
    for _ in 0..<2 { scroll(to: bounds.origin + distance(to: rect)) }
  }

  @usableFromInline
  override class var keysWithDefaults: [String] { allKeys }
  private static let allKeys = Layer.commonKeys + ["scrollMode"]

  open override func accessProperty(_ key: ValueKey, _ access: inout PropertyAccess) {
    switch key {
    case "scrollMode":
      let names: [StaticString] = ["none", "vertically", "horizontally", "both"]
      if let new = access.exchange(scrollMode, default: .both, names: names) { scrollMode = new }
    case "masksToBounds": if let new = access.exchange(masksToBounds, default: true) { masksToBounds = new }
    default: super.accessProperty(key, &access)
    }
  }

  /// How far the bounds must move to hold `rect`.
  final func distance(to rect: Rect) -> Vector {
    Vector(
      dx: ScrollLayer.distance(rect.minX - bounds.minX, rect.maxX - bounds.maxX),
      dy: ScrollLayer.distance(rect.minY - bounds.minY, rect.maxY - bounds.maxY))
  }

  /// Of the ways to both edges the shorter one, if both point the same way; else one side of the rectangle is outside
  /// only because it is longer, or none is.
  private static func distance(_ low: Fixed, _ high: Fixed) -> Fixed {
    if low > 0 && high > 0 { return Swift.min(low, high) }
    return low < 0 && high < 0 ? Swift.max(low, high) : 0
  }

  /// Moves the shown part by `vector`, given in the layer's own coordinates, towards the origin.
  final func scrollSublayers(by vector: Vector) {
    // Sublayers move as far as sublayerTransform makes of it, which never moves the bounds' origin itself.
    var turn = sublayerTransform.plane
    (turn.tx, turn.ty) = (0, 0)
    let move = PrecisePoint(Point(x: vector.dx, y: vector.dy)).unapplying(turn)?.point ?? .zero
    scroll(to: bounds.origin + (move - .zero))
  }
}

extension Layer {
  /// Scrolls this layer, if it is a ``ScrollLayer``, or the nearest one above it, so that a point, given in this
  /// layer's coordinates, comes to lie at the origin of its bounds: their top left, unless geometry is flipped. Nothing
  /// happens if there is none.
  public final func scroll(_ point: Point) {
    guard let window = enclosingScrollLayer else { return }
    window.scrollSublayers(by: convert(point, to: window) - window.bounds.origin)
  }

  /// Scrolls this layer, if it is a ``ScrollLayer``, or the nearest one above it, as little as is needed for its bounds
  /// to hold a rectangle, given in this layer's coordinates. Nothing happens if there is none.
  public final func scrollRectToVisible(_ rect: Rect) {
    guard let window = enclosingScrollLayer else { return }
    for _ in 0..<2 { window.scrollSublayers(by: window.distance(to: convert(rect, to: window))) }
  }

  /// The part of the layer's bounds that lies within the bounds of every ``ScrollLayer`` above it and of every layer
  /// above it that masks to its bounds: in the layer's own coordinates, the smallest upright rectangle for each of
  /// them.
  ///
  /// All of the bounds if there is no such layer; ``FixedRaster/Rect/zero`` if nothing is left. In perspective, bounds
  /// that this layer's horizon runs through count for nothing. Whether layers are hidden, lie behind others or reach
  /// beyond the display has no part in it.
  @inline(never)
  public final var visibleRect: Rect {
    var visible = bounds
    var layer = superlayer
    while let here = layer {
      if (here.masksToBounds || here is ScrollLayer) && !here.keepsDepth {
        visible = part(of: visible, seenIn: here)
      }
      layer = here.superlayer
    }
    return visible.isEmpty ? .zero : visible
  }

  private var enclosingScrollLayer: ScrollLayer? {
    var layer: Layer? = self
    while let here = layer {
      if let window = here as? ScrollLayer { return window }
      layer = here.superlayer
    }
    return nil
  }
}
