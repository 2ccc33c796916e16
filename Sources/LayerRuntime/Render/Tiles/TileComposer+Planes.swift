import FixedRaster

// Stage: render. Layers in space and copies of layers, on a tile.

extension TileComposer {
  /// Draws the planes of a layer, the farthest first.
  @inline(never)  // few layers have any
  mutating func drawPlanes(_ scene: RenderScene, _ i: Int, clip: PixelRect, alpha: UInt8) {
    // None of them covers a tile for certain.
    if !isStarted { return }
    if scene.nodes[i].isCrossing {
      drawCrossing(scene, scene.nodes[i].firstPlane, clip: clip, alpha: alpha)
    } else {
      drawInOrder(scene, scene.nodes[i].firstPlane, clip: clip, alpha: alpha)
    }
  }

  private mutating func drawInOrder(_ scene: RenderScene, _ first: PlaneIndex, clip: PixelRect, alpha: UInt8) {
    var index = first
    while !index.isNone && !isStopped {
      draw(scene.planes[index.offset], scene, clip: clip, alpha: alpha)
      index = scene.planes[index.offset].next
    }
  }

  /// Draws a plane's content at the plane's place.
  private mutating func draw(_ plane: RenderPlane, _ scene: RenderScene, clip: PixelRect, alpha: UInt8) {
    visits += 1
    let area = placed(plane.extent).intersection(clip)
    if area.isEmpty { return stopIfHeld(by: plane, scene) }
    let outer = placement
    place(plane.placement.concatenating(outer))
    if plane.tint == .white {
      draw(scene, plane.node, clip: area, alpha: alpha)
    } else {
      drawTinted(plane, scene, clip: area, alpha: alpha)
    }
    place(outer)
  }

  /// Ends drawing at a plane that it ends in, also where that is out of reach.
  private mutating func stopIfHeld(by plane: RenderPlane, _ scene: RenderScene) {
    if scene.visible[plane.node.offset].holdsStop { isStopped = true }
  }

  /// Calls `body` with each plane's node while that is placed where the plane shows it, and the part of the clip that it may
  /// draw to.
  mutating func forEachPlane(
    _ scene: RenderScene, _ first: PlaneIndex, clip: PixelRect,
    _ body: (inout TileComposer, NodeIndex, PixelRect) -> Void
  ) {
    let outer = placement
    var index = first
    while !index.isNone {
      let plane = scene.planes[index.offset]
      let area = placed(plane.extent).intersection(clip)
      place(plane.placement.concatenating(outer))
      if !area.isEmpty { body(&self, plane.node, area) }
      place(outer)
      index = plane.next
    }
  }

  private mutating func drawTinted(_ plane: RenderPlane, _ scene: RenderScene, clip: PixelRect, alpha: UInt8) {
    if plane.tint.alpha == 0 { return }
    canvas.setClip(clip)
    if groups.begin(clip, on: &canvas) {
      draw(scene, plane.node, clip: clip, alpha: 255)
      canvas.multiply(by: plane.tint)
      groups.end(on: &canvas, opacity: alpha)
    } else {
      draw(scene, plane.node, clip: clip, alpha: scaled(alpha, by: plane.tint.alpha))
    }
  }

  private mutating func place(_ placement: PlanePlacement) {
    self.placement = placement
    isPlaced = !placement.isSame
  }

  // MARK: Planes that cross

  /// Composes planes pixel by pixel, in parts of the clip for which there is room.
  private mutating func drawCrossing(_ scene: RenderScene, _ first: PlaneIndex, clip: PixelRect, alpha: UInt8) {
    canvas.setClip(clip)
    let area = canvas.clip
    let count = countPlanes(scene, first, in: area)
    if count == 0 { return drawInOrder(scene, first, clip: area, alpha: alpha) }
    let room = planes.capacity(of: area)
    if count > room && area.area > 1 {
      let (one, other) = area.halves
      drawCrossing(scene, first, clip: one, alpha: alpha)
      // Each half ends at the same plane.
      isStopped = false
      drawCrossing(scene, first, clip: other, alpha: alpha)
    } else if room > 0 && groups.begin(area, on: &canvas) {
      compose(scene, first, area, limit: room)
      groups.end(on: &canvas, opacity: alpha)
    } else {
      drawInOrder(scene, first, clip: area, alpha: alpha)
    }
  }

  private mutating func countPlanes(_ scene: RenderScene, _ first: PlaneIndex, in area: PixelRect) -> Int {
    var (count, index) = (0, first)
    while !index.isNone {
      if placed(scene.planes[index.offset].extent).intersects(area) { count += 1 }
      index = scene.planes[index.offset].next
    }
    return count
  }

  /// Draws each plane apart, and their common picture to the group that has begun.
  private mutating func compose(_ scene: RenderScene, _ first: PlaneIndex, _ area: PixelRect, limit: Int) {
    let outer = planes.begin(area)
    var index = first
    while !index.isNone && !isStopped && planes.count < limit {
      let plane = scene.planes[index.offset]
      index = plane.next
      guard placed(plane.extent).intersects(area), let depth = depth(of: plane) else {
        stopIfHeld(by: plane, scene)
        continue
      }
      canvas.setClip(area)
      if !groups.begin(area, on: &canvas) { continue }
      draw(plane, scene, clip: area, alpha: 255)
      groups.end(on: &canvas, into: &planes, depth: depth)
    }
    canvas.compose(planes)
    planes.end(outer)
  }

  private func depth(of plane: RenderPlane) -> DepthPlane? {
    let depth = isPlaced ? plane.depth?.applying(placement.mapping) : plane.depth
    return depth.map { DepthPlane($0) }
  }
}

// MARK: - Where things are shown

extension TileComposer {
  /// Where device pixels that a node may draw to are drawn now.
  @inline(__always)
  mutating func placed(_ area: PixelRect) -> PixelRect { isPlaced ? placedElsewhere(area) : area }

  /// Not inlined, and mutating: the placement, or all of the composer, would be copied before it is known whether
  /// there is one.
  @inline(never)
  private mutating func placedElsewhere(_ area: PixelRect) -> PixelRect { placement.apply(area) }

  /// From a layer's coordinates to where it is drawn now.
  @inline(__always)
  func mapping(_ scene: RenderScene, _ i: Int, isUpright: Bool = false) -> Mapping {
    let mapping = scene.mapping(of: i, isUpright: isUpright)
    return isPlaced ? mapping.concatenating(placement.mapping) : mapping
  }

  /// Whether the bounds are exactly the pixels of their box, as it is drawn now.
  @inline(__always)
  func isPixelAligned(_ scene: RenderScene, _ i: Int) -> Bool {
    scene.nodes[i].isPixelAligned && !(isPlaced && placement.isMapped)
  }
}

extension PixelRect {
  /// Both halves, of the longer side.
  fileprivate var halves: (PixelRect, PixelRect) {
    var (first, second) = (self, self)
    if width > height {
      first.maxX = minX &+ Int32(truncatingIfNeeded: width / 2)
      second.minX = first.maxX
    } else {
      first.maxY = minY &+ Int32(truncatingIfNeeded: height / 2)
      second.minY = first.maxY
    }
    return (first, second)
  }
}
