// Stage: offscreen. The source of a shadow.

import FixedRaster

/// The silhouette that throws a shadow.
enum Silhouette {
  /// Held by identity.
  case path(PathStorage, FillRule)
  case outline(LayerOutline)
  /// All that the layer, of these bounds, and those below it show, on these device pixels.
  case shown(PixelRect, Rect)
}

/// The source of a shadow's coverage.
struct ShadowShape {
  let silhouette: Silhouette
  /// From the layer's coordinates to device pixels.
  let toDevice: AffineTransform
  /// From the coordinates of a projective layer to device pixels.
  let homography: Homography?
  /// How far the shadow falls from its layer, in points of the layer.
  let offset: Size
  /// In device pixels.
  let sigma: Fixed

  /// How many whole pixels this shape lies from another that is the same otherwise; `nil` if it is not.
  func distance(from other: ShadowShape) -> (x: Int32, y: Int32)? {
    if sigma != other.sigma || offset != other.offset || homography != other.homography { return nil }
    switch (silhouette, other.silhouette) {
    case (.path(let a, let rule), .path(let b, let otherRule)): if a !== b || rule != otherRule { return nil }
    case (.outline(let a), .outline(let b)): if a != b { return nil }
    case (.shown(_, let a), .shown(_, let b)): if a != b { return nil }
    default: return nil
    }
    return toDevice.wholePixels(from: other.toDevice)
  }

  /// From the layer's coordinates to where the shadow falls.
  var fall: AffineTransform {
    AffineTransform(translationX: offset.width, y: offset.height).concatenating(toDevice)
  }

  /// From the layer's coordinates to where the shadow falls, in perspective too.
  var mapping: Mapping {
    let move = AffineTransform(translationX: offset.width, y: offset.height)
    return homography.map { .projective(Homography(move).concatenating($0)) } ?? .affine(fall)
  }

  /// The offset of the shown shadow, in whole device pixels.
  private var fallInPixels: (x: Int32, y: Int32) { toDevice.pixels(of: offset) }

  /// The memory of a shadow's source, as a mask at the layer's place, not at the shadow's.
  func unfallen(_ source: PoolMask) -> Mask {
    let fall = fallInPixels
    return source.mask.offsetBy(x: -fall.x, y: -fall.y)
  }

  /// Device pixels that the shadow would darken without a blur.
  var box: PixelRect {
    switch silhouette {
    case .path(let path, _): mapping.bounds(of: path.box ?? .zero)
    case .outline(let outline): mapping.bounds(of: outline.rect)
    case .shown(let pixels, _): pixels.offsetBy(fallInPixels)
    }
  }
}

extension AffineTransform {
  /// A distance in whole device pixels.
  func pixels(of distance: Size) -> (x: Int32, y: Int32) {
    let (width, height) = (Coefficient(distance.width), Coefficient(distance.height))
    let (x, y) = (a * width + c * height, b * width + d * height)
    return (Int32(truncatingIfNeeded: x.fixed.rounded), Int32(truncatingIfNeeded: y.fixed.rounded))
  }
}

extension PixelRect {
  /// Not for rectangles near the ends of their numbers.
  func offsetBy(_ distance: (x: Int32, y: Int32)) -> PixelRect {
    PixelRect(
      minX: minX &+ distance.x, minY: minY &+ distance.y, maxX: maxX &+ distance.x, maxY: maxY &+ distance.y)
  }
}
