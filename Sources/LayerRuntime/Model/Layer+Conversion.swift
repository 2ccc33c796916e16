// Stage: model. Places and rectangles from one layer's coordinates to another's.

import FixedRaster

extension Layer {
  /// A place given in `layer`'s coordinates, in this layer's. `nil` stands for the space that the root's `position` is
  /// in, the display's; so it does between layers of different trees.
  ///
  /// Within 1/1024 pt of the exact value through 16 transformed layers. On the way through a layer that is flattened to
  /// a line, a place behind the viewer or beyond the layer's horizon has no counterpart: the layer's anchor stands for
  /// it, which is its ``position`` on the way up.
  public final func convert(_ point: Point, from layer: Layer?) -> Point {
    var misses = 0
    return Conversion(from: layer, to: self).apply(PrecisePoint(point), &misses).point
  }

  /// A place given in this layer's coordinates, in `layer`'s; see ``convert(_:from:)-(Point,_)``.
  public final func convert(_ point: Point, to layer: Layer?) -> Point {
    var misses = 0
    return Conversion(from: self, to: layer).apply(PrecisePoint(point), &misses).point
  }

  /// The smallest upright rectangle in this layer's coordinates that holds the corners of one given in `layer`'s.
  public final func convert(_ rect: Rect, from layer: Layer?) -> Rect {
    Conversion(from: layer, to: self).apply(rect).box
  }

  /// The smallest upright rectangle in `layer`'s coordinates that holds the corners of one given in this layer's.
  public final func convert(_ rect: Rect, to layer: Layer?) -> Rect {
    Conversion(from: self, to: layer).apply(rect).box
  }

  /// The part of a rectangle that is seen within the bounds of a layer above this one, as a box; all of it where some
  /// of those bounds' corners lie beyond this layer's horizon, and others do not.
  final func part(of rect: Rect, seenIn window: Layer) -> Rect {
    let seen = Conversion(from: window, to: self).apply(window.bounds)
    return seen.misses > 0 && seen.misses < 4 ? rect : rect.common(with: seen.box)
  }

  /// A place in the layer's own coordinates from one in the superlayer's (a root's: the display's); `nil` if the
  /// transform flattens the layer to a line or a point, and beyond its horizon.
  @inline(never)
  final func placeFromSuperlayer(_ place: PrecisePoint) -> PrecisePoint? {
    if superlayer?.keepsDepth != true {
      if superlayer?.sublayerTransform.isIdentity != false {
        if let move = ownMove { return PrecisePoint(x: place.x - move.x, y: place.y - move.y) }
      } else if let last = superlayer?.affineForSublayers {
        // One after the other: the product of two small scales would have too few digits left to divide by.
        return place.unapplying(last)?.unapplying(ownMapping())
      }
    }
    return place.unapplying(mappingToSuperlayer())
  }
}

/// From one layer up to the nearest layer above both, and down to the other.
struct Conversion {
  /// The kind of a conversion.
  enum Subject {
    /// From plane to plane: layers that keep depth are passed by.
    case places
    case times
  }

  let subject: Subject
  let source: Layer?
  let target: Layer?
  /// The nearest layer above both, or one of them; `nil` for the space of the roots.
  let meeting: Layer?

  init(_ subject: Subject = .places, from source: Layer?, to target: Layer?) {
    self.subject = subject
    self.source = source
    self.target = target
    var (a, b) = (source, target)
    var (depthA, depthB) = (Conversion.depth(a, subject), Conversion.depth(b, subject))
    while a !== b {
      // The deeper one goes up; both end at nil.
      if depthA >= depthB {
        a = a?.above(in: subject)
        depthA -= 1
      } else {
        b = b?.above(in: subject)
        depthB -= 1
      }
    }
    meeting = a
  }

  /// How many layers there are from this one to the root; 0 for `nil`.
  private static func depth(_ layer: Layer?, _ subject: Subject) -> Int {
    var (depth, above) = (0, layer)
    while let here = above {
      depth += 1
      above = here.above(in: subject)
    }
    return depth
  }

  /// - Parameter misses: grows where a layer's anchor stands for a place.
  func apply(_ place: PrecisePoint, _ misses: inout Int) -> PrecisePoint {
    var (result, layer, isSeen) = (place, source, true)
    while let here = layer, here !== meeting {
      let above = result.applying(here.mappingToSuperlayer())
      if above == nil { isSeen = false }
      result = above ?? PrecisePoint(here.position)
      layer = here.planeAbove
    }
    goDown { layer in
      let inside = layer.placeFromSuperlayer(result)
      if inside == nil { isSeen = false }
      result = inside ?? layer.anchor
    }
    if !isSeen { misses += 1 }
    return result
  }

  func apply(_ rect: Rect) -> (box: Rect, misses: Int) {
    var misses = 0
    let box = PreciseCorners(rect).map { apply($0, &misses) }.box
    return (box, misses)
  }

  /// Calls `body` with each layer from right below the meeting one down to the target.
  func goDown(_ body: (Layer) -> Void) {
    var distance = Conversion.depth(target, subject) - Conversion.depth(meeting, subject)
    while distance > 0 {
      // As many by calls within calls as the stack surely holds.
      let count = Swift.min(distance, Layer.depthLimit)
      distance -= count
      var layer = target
      for _ in 0..<distance { layer = layer?.above(in: subject) }
      visit(layer, count, body)
    }
  }

  /// The layer last, those above it before.
  private func visit(_ layer: Layer?, _ count: Int, _ body: (Layer) -> Void) {
    guard let layer, count > 0 else { return }
    visit(layer.above(in: subject), count - 1, body)
    body(layer)
  }
}

extension Layer {
  /// The layer above that a conversion passes through.
  fileprivate func above(in subject: Conversion.Subject) -> Layer? {
    switch subject {
    case .places: planeAbove
    case .times: superlayer
    }
  }
}

extension Rect {
  /// The common area; empty where there is none.
  fileprivate func common(with other: Rect) -> Rect {
    let (left, top) = (Swift.max(minX, other.minX), Swift.max(minY, other.minY))
    let (right, bottom) = (Swift.min(maxX, other.maxX), Swift.min(maxY, other.maxY))
    return Rect(x: left, y: top, width: Swift.max(0, right - left), height: Swift.max(0, bottom - top))
  }
}
