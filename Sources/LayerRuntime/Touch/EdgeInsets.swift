import FixedRaster

/// Distances from the four sides of a rectangle inwards, in points; negative ones go outwards.
public struct EdgeInsets: Hashable, Sendable {
  /// −32768…32767.99 each.
  public var top, left, bottom, right: Fixed

  public init(top: Fixed, left: Fixed, bottom: Fixed, right: Fixed) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// The same as ``zero``.
  public init() { self = .zero }

  public static var zero: EdgeInsets { EdgeInsets(top: 0, left: 0, bottom: 0, right: 0) }

  /// The insets that make a small area a target of at least `side` points each way: the missing length on both sides
  /// in halves. None where the area is large enough.
  ///
  /// - Parameters:
  ///   - size: the area's, in points.
  ///   - side: in points: 7 mm are `7 * router.pointsPerMillimetre`.
  public init(enlarging size: Size, to side: Fixed) {
    let across = Fixed(rawValue: Swift.min(0, (size.width.magnitude - side).rawValue) / 2)
    let down = Fixed(rawValue: Swift.min(0, (size.height.magnitude - side).rawValue) / 2)
    self.init(top: down, left: across, bottom: down, right: across)
  }
}

extension Rect {
  /// The rectangle with each side moved by the insets; empty where they leave nothing of it.
  public func inset(by insets: EdgeInsets) -> Rect {
    if isNull { return self }
    let (left, top) = (minX + insets.left, minY + insets.top)
    return Rect(
      x: left, y: top, width: Swift.max(0, maxX - insets.right - left), height: Swift.max(0, maxY - insets.bottom - top)
    )
  }
}
