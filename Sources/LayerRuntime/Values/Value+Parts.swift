// Stage: values. A part of a value that a key path names: read, and replaced.

import FixedRaster

extension Value {
  /// The part that a path names.
  @inline(never)
  func part(_ path: ValueKey) -> Value? {
    if let transform { return transform.part(path) }
    let (name, rest) = path.split
    let part = ownPart(name)
    return if let rest { part?.part(rest) } else { part }
  }

  /// The whole with another value for the part that a path names; `nil` if there is no such part or it is of another
  /// kind.
  @inline(never)
  func replacing(_ path: ValueKey, with value: Value) -> Value? {
    switch self {
    case .transform(let transform): return transform.replacing(path, with: value).map { .transform($0) }
    case .affineTransform(let affine):
      // No rotation about x or y, no depth.
      return Transform3D(affine).replacing(path, with: value)?.affine.map { .affineTransform($0) }
    default:
      let (name, rest) = path.split
      if let rest { return ownPart(name)?.replacing(rest, with: value).flatMap { replacingOwn(name, $0) } }
      return replacingOwn(name, value)
    }
  }

  private func ownPart(_ name: ValueKey) -> Value? {
    switch (self, name) {
    case (.point(let point), "x"): .fixed(point.x)
    case (.point(let point), "y"): .fixed(point.y)
    case (.size(let size), "width"): .fixed(size.width)
    case (.size(let size), "height"): .fixed(size.height)
    case (.rect(let rect), "origin"): .point(rect.origin)
    case (.rect(let rect), "size"): .size(rect.size)
    default: nil
    }
  }

  private func replacingOwn(_ name: ValueKey, _ value: Value) -> Value? {
    switch (self, name) {
    case (.point(let point), "x"): value.fixed.map { .point(Point(x: $0, y: point.y)) }
    case (.point(let point), "y"): value.fixed.map { .point(Point(x: point.x, y: $0)) }
    case (.size(let size), "width"): value.fixed.map { .size(Size(width: $0, height: size.height)) }
    case (.size(let size), "height"): value.fixed.map { .size(Size(width: size.width, height: $0)) }
    case (.rect(let rect), "origin"): value.point.map { .rect(Rect(origin: $0, size: rect.size)) }
    case (.rect(let rect), "size"): value.size.map { .rect(Rect(origin: rect.origin, size: $0)) }
    default: nil
    }
  }
}
