// Stage: model. Places and rectangles from one layer's coordinates to another's.

import FixedRaster

extension Layer {
  /// A place given in `layer`'s coordinates, in this layer's. `nil` stands for the space that the root's `position` is in,
  /// the display's; so it does between layers of different trees.
  ///
  /// Within 1/1024 pt of the exact value through 16 transformed layers. A layer that its transform has flattened to a line
  /// has no inside to convert into: its anchor is the answer.
  public final func convert(_ point: Point, from layer: Layer?) -> Point {
    Conversion(from: layer, to: self).apply(PrecisePoint(point)).point
  }

  /// A place given in this layer's coordinates, in `layer`'s; see ``convert(_:from:)-(Point,_)``.
  public final func convert(_ point: Point, to layer: Layer?) -> Point {
    Conversion(from: self, to: layer).apply(PrecisePoint(point)).point
  }

  /// The smallest upright rectangle in this layer's coordinates that holds the corners of one given in `layer`'s.
  public final func convert(_ rect: Rect, from layer: Layer?) -> Rect { Conversion(from: layer, to: self).apply(rect) }

  /// The smallest upright rectangle in `layer`'s coordinates that holds the corners of one given in this layer's.
  public final func convert(_ rect: Rect, to layer: Layer?) -> Rect { Conversion(from: self, to: layer).apply(rect) }

  /// A place in the layer's own coordinates from one in the superlayer's (a root's: the display's); `nil` if the transform
  /// flattens the layer to a line or a point.
  @inline(never)
  final func placeFromSuperlayer(_ place: PrecisePoint) -> PrecisePoint? {
    // Two steps where there are two: the product of two small scales would have too few digits left to divide by.
    if let step = superlayer?.flatSublayerStep { return place.unapplying(step)?.unapplying(ownTransform()) }
    return place.unapplying(transformToSuperlayer())
  }
}

/// The way from one layer up to the nearest layer above both, and down to the other.
struct Conversion {
  let source: Layer?
  let target: Layer?
  /// The nearest layer above both, or one of them; `nil` for the space of the roots.
  let meeting: Layer?

  init(from source: Layer?, to target: Layer?) {
    self.source = source
    self.target = target
    var (a, b) = (source, target)
    var (depthA, depthB) = (Conversion.depth(a), Conversion.depth(b))
    while a !== b {
      // The deeper one goes up; both end at nil.
      if depthA >= depthB {
        a = a?.superlayer
        depthA -= 1
      } else {
        b = b?.superlayer
        depthB -= 1
      }
    }
    meeting = a
  }

  /// How many layers there are from this one to the root; 0 for `nil`.
  private static func depth(_ layer: Layer?) -> Int {
    var (depth, above) = (0, layer)
    while let here = above {
      depth += 1
      above = here.superlayer
    }
    return depth
  }

  func apply(_ place: PrecisePoint) -> PrecisePoint {
    var (result, layer) = (place, source)
    while let here = layer, here !== meeting {
      result = result.applying(here.transformToSuperlayer())
      layer = here.superlayer
    }
    return descend(result, to: target)
  }

  func apply(_ rect: Rect) -> Rect { PreciseCorners(rect).map(apply).box }

  /// From the meeting layer's coordinates to `layer`'s; as deep a recursion as the tree is.
  private func descend(_ place: PrecisePoint, to layer: Layer?) -> PrecisePoint {
    guard let layer, layer !== meeting else { return place }
    return layer.placeFromSuperlayer(descend(place, to: layer.superlayer)) ?? layer.anchor
  }
}
