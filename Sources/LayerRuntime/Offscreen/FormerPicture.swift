// Stage: offscreen. A layer's picture of the last frame, kept for a transition.

import FixedRaster

/// Pixels of the plane that a layer lay in, with all below it: without its own opacity and mode, which those that show the
/// picture have.
struct FormerPicture {
  let pool: BitmapPool
  /// Where the pixels lie in the pool, premultiplied 0xAARRGGBB.
  let start: Int
  /// The pixels of the plane.
  let bounds: PixelRect
  /// From the layer's coordinates to the plane.
  let mapping: Mapping
  /// Whether all of them are opaque.
  let isOpaque: Bool

  func release() { pool.release(start: start, byteCount: bounds.width * bounds.height * 4) }

  var image: Image { pool.image(at: start, bounds: bounds) }

  /// From the picture's plane to another that the layer lies in now; `nil` where there is no way back.
  ///
  /// - Parameter now: from the layer's coordinates to that one.
  func mapping(to now: AffineTransform) -> Mapping? {
    // By whole pixels, as a rule: the way back and forth would be a hair off, and every pixel sampled.
    if let then = mapping.affine, let (x, y) = now.wholePixels(from: then) {
      return .affine(AffineTransform(translationX: Fixed(Int(x)), y: Fixed(Int(y))))
    }
    return mapping.inverse?.concatenating(.affine(now))
  }
}

/// The former picture of a layer, as far as there is one.
enum FormerPictureResult {
  case picture(FormerPicture)
  /// It was not seen.
  case nothing
  /// There is no memory for it, or for the new picture beside it.
  case refused
}

extension OffscreenPass {
  /// Draws a layer's picture of the last frame to memory of its own.
  func formerPicture(
    of i: NodeIndex, _ tree: inout RenderTree, _ visible: inout VisibleNodes, with composer: inout TileComposer
  ) -> FormerPictureResult {
    if i.isNone { return .nothing }
    let (pool, node) = (tree.pool, tree.nodes[i])
    let shown = node.proxy.isNone ? i : node.proxy
    let outer = tree.nodes[shown].surface
    let area = tree.siblings[shown].subtree.intersection(outer.isNone ? tree.device : tree.surfaces[outer].window)
    if area.isEmpty { return .nothing }
    let mapping: Mapping
    if node.proxy.isNone {
      mapping = node.mapping(tree.nodes.homography(of: i))
    } else {
      mapping = Mapping.affine(tree.surfaces[shown].toPlane).concatenating(tree.surfaces[shown].mapping)
    }
    guard let start = pool.take(width: area.width, height: area.height, bytesPerPixel: 4) else { return .refused }
    let picture = FormerPicture(
      pool: pool, start: start, bounds: area, mapping: mapping,
      isOpaque: node.proxy.isNone && node.opaque.contains(area))
    // Of the new picture's size, as a rule.
    guard let other = pool.take(width: area.width, height: area.height, bytesPerPixel: 4) else {
      picture.release()
      return .refused
    }
    pool.release(start: other, byteCount: area.width * area.height * 4)
    let look = tree.nodes[shown]
    (tree.nodes[shown].opacity, tree.nodes[shown].mode) = (255, .sourceOver)
    tree.cull(&visible, root: shown, in: area)
    composer.draw(area, tree.scene(visible), into: pool.surface(at: start, bounds: area), at: area)
    tree.nodes[shown] = look
    return .picture(picture)
  }
}
