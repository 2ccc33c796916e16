import FixedRaster

// Stage: render. Input: outlines and shapes that did not change since they were last shown. Output: their coverage,
// kept in a pool, so that the many tiles a path reaches need not each find it anew.
//
// A layer is drawn from its paths the first time it is shown after a change, and from their coverage from the second
// time on: a needle that turns in every frame costs nothing extra. What finds no room is drawn from its path.
//
// A shape that is drawn from its path in several tiles, as a chart is that changes in every frame, is flattened and
// stroked once before them, and its polygons are drawn in each.

/// What is kept of a layer's paths.
struct RenderCoverage {
  enum State: UInt8 {
    /// Not shown since the last change.
    case changed
    /// Shown in one frame, from the paths.
    case shown
    /// There is coverage of what found room.
    case kept
  }

  var state = State.changed
  /// The frame in which it was first shown; meaningless while ``state`` is `changed`.
  var frame: UInt32 = 0
  /// From the layer to the device pixels of the coverage.
  var toDevice = AffineTransform.identity
  /// How many device pixels the layer has moved since.
  var x: Int32 = 0
  var y: Int32 = 0
  // Places in the coverage pool; −1 where there is none.
  var background: Int32 = -1
  var border: Int32 = -1
  var fill: Int32 = -1
  var stroke: Int32 = -1

  /// The device pixels for which there are polygons, of the rectangle that is drawn now.
  var polygonArea = PixelRect.empty
  // Places in the polygon pool; −1 where there is none.
  var fillPolygons: Int32 = -1
  var strokePolygons: Int32 = -1
}

extension RenderTree {
  /// Notes that a layer is shown in this frame, and keeps its paths' coverage if it was in an earlier one, unchanged.
  mutating func keepCoverage(_ i: Int) {
    switch coverages[i].state {
    case .changed:
      coverages[i].state = .shown
      coverages[i].toDevice = nodes[i].toDevice
      coverages[i].frame = frame
    case .shown where coverages[i].frame != frame: coverages[i] = coverage(nodes[i], drawings[i])
    case .shown, .kept: break
    }
  }

  private func coverage(_ node: RenderNode, _ drawing: RenderDrawing) -> RenderCoverage {
    var coverage = RenderCoverage(state: .kept, toDevice: node.toDevice)
    if node.background.alpha > 0 && !node.isPixelAligned {
      var outline = OutlineBuffer()
      node.outline.append(to: &outline)
      coverage.background = space.coverage.keep(outline.span, .affine(node.toDevice), .nonZero)
    }
    if node.border.alpha > 0 {
      var outline = OutlineBuffer()
      node.appendBorder(to: &outline)
      coverage.border = space.coverage.keep(outline.span, .affine(node.toDevice), .evenOdd)
    }
    if case .shape(let shape) = drawing {
      if shape.fill.alpha > 0 {
        coverage.fill = space.coverage.keep(shape.path.span, .affine(node.toDevice), shape.rule)
      }
      if shape.stroke.alpha > 0 {
        coverage.stroke = space.coverage.keep(shape.path.span, .affine(node.toDevice), shape.style)
      }
    }
    return coverage
  }

  /// Flattens and strokes a shape for all tiles of `area` that it reaches, if those are several and its coverage is not
  /// kept.
  mutating func retainPolygons(_ i: Int, _ area: PixelRect) {
    (coverages[i].fillPolygons, coverages[i].strokePolygons) = (-1, -1)
    guard case .shape(let shape) = drawings[i] else { return }
    let area = nodes[i].extent.intersection(area)
    if TileComposer.tiles(in: area) < 2 { return }
    let isFilled = shape.fill.alpha > 0 && coverages[i].fill < 0 && shape.path.span.takesWork
    let isStroked = shape.stroke.alpha > 0 && coverages[i].stroke < 0
    if !isFilled && !isStroked { return }
    let mapping = scene.mapping(of: i)
    coverages[i].polygonArea = area
    if isFilled { coverages[i].fillPolygons = space.polygons.keep(shape.path.span, mapping, shape.rule, area) }
    if isStroked { coverages[i].strokePolygons = space.polygons.keep(shape.path.span, mapping, shape.style, area) }
  }

  /// Lets go of coverage that is no longer the layer's, and notes how far the layer has moved if it still is.
  ///
  /// - Parameters:
  ///   - node: as it is now; `nodes[i]` is as it was.
  ///   - isSameDrawing: whether a shape has the same path as before, filled and stroked in the same way.
  mutating func refreshCoverage(_ i: Int, _ node: RenderNode, isSameDrawing: Bool) {
    if coverages[i].state == .changed { return }
    guard isSameDrawing, node.hasOutline(of: nodes[i]),
      let (x, y) = node.toDevice.wholePixels(from: coverages[i].toDevice), space.coverage.reaches(coverages[i], x, y)
    else { return dropCoverage(i) }
    (coverages[i].x, coverages[i].y) = (x, y)
  }

  mutating func dropCoverage(_ i: Int) {
    space.coverage.release(coverages[i].background)
    space.coverage.release(coverages[i].border)
    space.coverage.release(coverages[i].fill)
    space.coverage.release(coverages[i].stroke)
    coverages[i] = RenderCoverage()
  }
}

extension RenderNode {
  /// Whether the background and the border cover what another's do, if they lie in the same place.
  fileprivate func hasOutline(of other: RenderNode) -> Bool {
    outline == other.outline && borderWidth == other.borderWidth && isPixelAligned == other.isPixelAligned
      && isProjective == other.isProjective && (background.alpha > 0) == (other.background.alpha > 0)
      && (border.alpha > 0) == (other.border.alpha > 0)
  }

  /// Appends what lies between the bounds and the border's inner edge, to be filled by the even-odd rule.
  func appendBorder(to path: inout OutlineBuffer) {
    outline.append(to: &path)
    // A border wider than half the layer leaves no middle.
    if borderWidth + borderWidth < bounds.width && borderWidth + borderWidth < bounds.height {
      outline.inset(by: borderWidth).append(to: &path)
    }
  }
}

extension Span where Element == PathElement {
  /// Whether flattening takes more work than to look at what it came to: not of a needle or an arrow.
  fileprivate var takesWork: Bool {
    if count >= 12 { return true }
    for i in indices {
      switch self[i] {
      case .move, .line, .close: break
      case .quadratic, .cubic, .conic: return true
      }
    }
    return false
  }
}
