import FixedRaster

// Stage: render. A layer with everything below it as a bitmap of the pool.
//
// Such a layer has two nodes. Its own is the root of a tree that is drawn to the plane of the picture: the layer's
// coordinates times a scale, moved so that the layer lies in the middle. Another one, its front, is among the siblings
// in its stead and shows the bitmap: where, how opaque, by which mode. The nodes below say in `picture` where they are
// drawn to.

/// The bitmap, and how it lies on the display or in the picture around it.
struct RenderPicture {
  /// Where the pixels lie in the pool, premultiplied 0xAARRGGBB; −1 for none.
  var start = -1
  /// The pixels of the plane that the bitmap holds.
  var bounds = PixelRect.empty
  /// The pixels of the plane that are drawn, of what lies farther out nothing is seen: see
  /// ``RenderTree/window(of:_:_:from:)``.
  var window = PixelRect.empty
  /// Those that have to be drawn anew.
  var dirty = PixelRect.empty
  /// From the layer's coordinates to the plane.
  var toPlane = AffineTransform.identity
  /// From the plane to where the picture shows; in perspective what comes closest about its middle.
  var toDevice = AffineTransform.identity
  /// The same of a picture in perspective.
  var homography: Homography?
  /// Whether the picture shows mirrored.
  var isMirrored = false
  /// The node that is drawn to it with those below.
  var root: Int32 = -1
  /// What is done to the picture; if anything, it is drawn as a whole.
  var filters: [Filter] = []
  /// The pixels that the layer and those below draw to, before they are filtered.
  var source = PixelRect.empty
  /// How the bitmap is sampled where that makes it smaller, and larger.
  var minification = Layer.ContentsFilter.linear
  var magnification = Layer.ContentsFilter.linear

  /// Whether the plane's pixels show mirrored.
  var mirrors: Bool { homography?.isMirrored ?? toDevice.isMirrored }

  var byteCount: Int { bounds.width * bounds.height * 4 }

  /// The middle of the plane, where the layer's middle lies.
  static var middle: Int32 { 4096 }
  /// What a plane holds; a layer that is larger is cut.
  static var plane: PixelRect { PixelRect(width: 8191, height: 8191) }

  /// Device pixels that some of the plane's show on.
  func shown(_ part: PixelRect) -> PixelRect { mapping.bounds(of: part.rect) }

  /// From the plane to where the picture shows.
  var mapping: Mapping { homography.map { .projective($0) } ?? .affine(toDevice) }

  /// Places the plane for a layer.
  ///
  /// - Parameter mapping: from the layer's coordinates to where it shows.
  mutating func place(_ layer: Layer, _ mapping: Mapping) {
    homography = nil
    let transform: AffineTransform
    switch mapping {
    case .affine(let affine):
      transform = affine
      if !layer.shouldRasterize && affine.keepsRectsUpright { return placeUpright(layer, affine) }
    case .projective(let homography): transform = homography.affine(near: layer.bounds.middle) ?? .identity
    }
    // In steps, so that a turn, whose scale is not quite 1, leaves the picture as it is.
    let finest = Fixed((transform.scale * 64).rounded, over: 64)
    let scale = Coefficient(layer.shouldRasterize ? layer.rasterizationScale : Swift.max(Fixed(1, over: 64), finest))
    let middle = Point(x: layer.bounds.midX, y: layer.bounds.midY)
      .applying(AffineTransform(scaleX: scale, y: scale))
    // By whole pixels, so that bounds at whole pixels stay there.
    let (x, y) = (
      Coefficient(Int(Self.middle) - middle.x.rounded), Coefficient(Int(Self.middle) - middle.y.rounded)
    )
    toPlane = AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: x, ty: y)
    // Back, and on.
    let (shrink, one) = (1 / scale, Coefficient(1))
    let toLayer = AffineTransform(a: one, b: 0, c: 0, d: one, tx: -x, ty: -y)
      .concatenating(AffineTransform(a: shrink, b: 0, c: 0, d: shrink, tx: 0, ty: 0))
    toDevice = toLayer.concatenating(transform)
    if case .projective(let last) = mapping { homography = Homography(toLayer).concatenating(last) }
  }

  /// The plane has the device's pixels, so that nothing is sampled twice.
  private mutating func placeUpright(_ layer: Layer, _ transform: AffineTransform) {
    let middle = Point(x: layer.bounds.midX, y: layer.bounds.midY).applying(transform)
    let (x, y) = (
      Coefficient(middle.x.rounded - Int(Self.middle)), Coefficient(middle.y.rounded - Int(Self.middle))
    )
    toPlane = transform
    (toPlane.tx, toPlane.ty) = (transform.tx - x, transform.ty - y)
    toDevice = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }
}

extension PixelRect {
  /// For pixels within ±32767.
  var rect: Rect { Rect(x: Fixed(Int(minX)), y: Fixed(Int(minY)), width: Fixed(width), height: Fixed(height)) }
}

extension RenderTree {
  /// The node that stands for a layer among its siblings.
  func shownIndex(of layer: Layer) -> Int32 {
    if layer.renderIndex < 0 { return layer.renderIndex }
    let front = nodes[Int(layer.renderIndex)].front
    return front >= 0 ? front : layer.renderIndex
  }

  /// Gives a layer a front if it is to have one, or takes it away. Answers whether that changed anything.
  ///
  /// - Parameter parent: the layer above; −1 for none.
  mutating func updateFront(_ i: Int, _ layer: Layer, parent: Int32, _ damage: inout Damage) -> Bool {
    let hadFront = nodes[i].front >= 0
    if layer.hasPicture == hadFront { return false }
    if hadFront {
      damage.add(nodes[Int(nodes[i].front)].extent)
      removeFront(of: i)
    } else if let front = takeFront() {
      damage.add(nodes[i].subtree)
      nodes[i].front = front
    } else {
      return false
    }
    if parent >= 0 { nodes[Int(parent)].isUnlinked = true }
    return true
  }

  mutating func removeFront(of i: Int) {
    let front = nodes[i].front
    if front < 0 { return }
    dropBitmap(Int(front))
    pictures[Int(front)] = RenderPicture()
    nodes[i].front = -1
    returnFront(front)
  }

  @inline(never)
  mutating func dropBitmap(_ f: Int) {
    if pictures[f].start >= 0 { space.pool.release(start: pictures[f].start, byteCount: pictures[f].byteCount) }
    pictures[f].start = -1
    nodes[f].hasPicture = false
  }

  /// Brings a layer's picture up to date, and its front.
  ///
  /// - Parameter force: whether the layer is drawn to a picture for the first time.
  mutating func updateInPicture(
    _ i: Int, _ layer: Layer, _ above: Inherited, force: Bool, _ damage: inout Damage
  ) {
    let f = Int(nodes[i].front)
    let (former, place, node) = (pictures[f], nodes[f], nodes[i])
    // A new depth among its siblings is a change of geometry too.
    let looksDifferent = force || !layer.changes.isDisjoint(with: [.geometry, .order])
    let within = placeFront(f, layer, above, from: former)
    let isInPlace =
      former.toPlane == pictures[f].toPlane && former.window == pictures[f].window
      && former.isMirrored == pictures[f].isMirrored
      && node.bounds == layer.bounds && node.isFlipped == (layer.isGeometryFlipped != above.isFlipped)
      && !node.turnsSublayers && layer.sublayerTransform.isIdentity
    // The front alone is moved, and takes another place among its siblings.
    if isInPlace && !force { layer.changes.subtract([.geometry, .order]) }
    var inside = Damage()
    inside.add(former.dirty)
    updateNode(i, layer, within, force: force || !isInPlace, &inside)
    pictures[f].root = Int32(truncatingIfNeeded: i)
    spread(&inside, root: pictures[f].root, picture: Int32(truncatingIfNeeded: f))
    updatePicture(i, from: former, place, inside, looksDifferent: looksDifferent, &damage)
  }

  /// Places the front of a layer. Answers what the layer and those below it take from it.
  private mutating func placeFront(
    _ f: Int, _ layer: Layer, _ above: Inherited, from former: RenderPicture
  ) -> Inherited {
    let mapping = above.mapping(of: layer)
    pictures[f].place(layer, mapping)
    pictures[f].isMirrored = pictures[f].mirrors != above.isMirrored
    (pictures[f].minification, pictures[f].magnification) = (layer.minificationFilter, layer.magnificationFilter)
    pictures[f].filters = layer.effects.filter.own
    pictures[f].window = window(of: f, layer, above, from: former)
    let hidesBack = !layer.isDoubleSided && above.showsBack(of: layer, isMirrored: mapping.isMirrored)
    nodes[f].mode = layer.compositingFilter ?? .sourceOver
    nodes[f].isGroup = nodes[f].mode != .sourceOver
    nodes[f].isHidden = layer.isHidden || above.isHidden || hidesBack
    nodes[f].opacity = UInt8(truncatingIfNeeded: (layer.opacity * 255).rounded)
    (nodes[f].picture, nodes[f].needed) = (above.picture, above.needed)
    let window = pictures[f].window
    var inside = Inherited(transform: above.transform, visible: window, needed: window)
    (inside.place, inside.hasFront) = (pictures[f].toPlane, true)
    inside.picture = Int32(truncatingIfNeeded: f)
    (inside.isFlipped, inside.level) = (above.isFlipped, above.level)
    inside.isMirrored = pictures[f].isMirrored
    return inside
  }

  /// Takes over what was damaged in the picture, and damages where it shows.
  private mutating func updatePicture(
    _ i: Int, from former: RenderPicture, _ place: RenderNode, _ inside: Damage, looksDifferent: Bool,
    _ damage: inout Damage
  ) {
    let f = Int(nodes[i].front)
    pictures[f].source = nodes[i].subtree
    let bounds = filteredBounds(f)
    if bounds != pictures[f].bounds {
      dropBitmap(f)
      (pictures[f].bounds, pictures[f].dirty) = (bounds, bounds)
    }
    let shows = !nodes[f].isHidden && nodes[f].opacity > 0
    let extent = shows && !bounds.isEmpty ? pictures[f].shown(bounds).intersection(nodes[f].needed) : .empty
    (nodes[f].extent, nodes[f].subtree) = (extent, extent)
    let isFilteredAnew = former.filters != pictures[f].filters
    if isFilteredAnew { pictures[f].dirty = bounds }
    let isMoved =
      isFilteredAnew || looksDifferent || former.toDevice != pictures[f].toDevice
      || former.homography != pictures[f].homography || former.bounds != bounds
      || former.minification != pictures[f].minification || former.magnification != pictures[f].magnification
    if isMoved || extent != place.extent || nodes[f].opacity != place.opacity || nodes[f].mode != place.mode {
      damage.add(place.extent)
      damage.add(extent)
    }
    let isFiltered = !pictures[f].filters.isEmpty
    for k in 0..<inside.count {
      let part = isFiltered ? bounds : inside[k].intersection(bounds)
      pictures[f].dirty = pictures[f].dirty.union(part)
      // What lies next to it is sampled with it.
      if !part.isEmpty { damage.add(pictures[f].shown(part.grown(by: 1)).intersection(extent)) }
    }
    if !extent.isEmpty && !(pictures[f].dirty.isEmpty && nodes[f].hasPicture) {
      stale.append((Int32(truncatingIfNeeded: i), .picture))
    }
  }

  /// The pixels of a picture that its filters may draw to.
  @inline(never)
  func filteredBounds(_ f: Int) -> PixelRect {
    var box = pictures[f].source
    for filter in pictures[f].filters { box = filter.reach(of: box, pictures[f].toPlane, space.shadows) }
    return box.intersection(RenderPicture.plane)
  }

  /// Applies a picture's filters.
  ///
  /// - Parameter box: the layer's bounds, in its coordinates.
  mutating func filter(_ f: Int, _ box: Rect) {
    if pictures[f].filters.isEmpty { return }
    let picture = pictures[f]
    var run = FilterRun(
      space.pool, start: picture.start, bounds: picture.bounds, transform: picture.toPlane, box: box)
    for filter in picture.filters { run.apply(filter, space.shadows) }
    run.finish()
    pictures[f].start = run.start
  }

  /// Draws to the bitmap what of it has to be drawn.
  mutating func makePicture(_ i: Int, with composer: inout TileComposer) {
    let f = Int(nodes[i].front)
    let bounds = pictures[f].bounds
    if pictures[f].start < 0 {
      guard let start = space.pool.take(width: bounds.width, height: bounds.height, bytesPerPixel: 4) else { return }
      pictures[f].start = start
      pictures[f].dirty = bounds
    }
    // A layer that was removed damaged all that it covered, also what a mask of the picture's layer cuts off.
    let area = pictures[f].filters.isEmpty ? pictures[f].dirty.intersection(bounds) : bounds
    showChildren(of: i, area)
    let bitmap = space.pool.surface(at: pictures[f].start, bounds: bounds)
    composer.draw(area, scene, root: Int32(truncatingIfNeeded: i), into: bitmap, at: bounds)
    filter(f, nodes[i].bounds)
    picturesDrawn += 1
    pictures[f].dirty = .empty
    nodes[f].hasPicture = true
  }
}
