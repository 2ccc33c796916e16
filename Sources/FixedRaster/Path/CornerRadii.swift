/// The radii of a rounded rectangle's corners, in points; the corners are named as seen on the display.
public struct CornerRadii: Hashable, Sendable {
  public var topLeft, topRight, bottomRight, bottomLeft: Fixed

  @inlinable
  public init(topLeft: Fixed, topRight: Fixed, bottomRight: Fixed, bottomLeft: Fixed) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  @inlinable
  public init(_ radius: Fixed) {
    self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
  }

  /// The radii as they fit into a rectangle: none below zero, and all reduced by the same factor where two on one side
  /// are together longer than it.
  public func fitted(width: Fixed, height: Fixed) -> CornerRadii {
    let (tl, tr) = (Int64(Swift.max(0, topLeft.rawValue)), Int64(Swift.max(0, topRight.rawValue)))
    let (br, bl) = (Int64(Swift.max(0, bottomRight.rawValue)), Int64(Swift.max(0, bottomLeft.rawValue)))
    // The longer sum along either direction decides. Products of 32-bit numbers: below 2^63.
    let across = (side: Int64(Swift.max(0, width.rawValue)), sum: Swift.max(tl &+ tr, bl &+ br))
    let along = (side: Int64(Swift.max(0, height.rawValue)), sum: Swift.max(tl &+ bl, tr &+ br))
    let tighter = across.side &* along.sum < along.side &* across.sum ? across : along
    if tighter.sum <= tighter.side {
      return CornerRadii(
        topLeft: Fixed(rawValue: Int32(truncatingIfNeeded: tl)),
        topRight: Fixed(rawValue: Int32(truncatingIfNeeded: tr)),
        bottomRight: Fixed(rawValue: Int32(truncatingIfNeeded: br)),
        bottomLeft: Fixed(rawValue: Int32(truncatingIfNeeded: bl)))
    }
    // Rounded down: two of them never exceed the side.
    let reduced = { (radius: Int64) in Fixed(rawValue: Int32(truncatingIfNeeded: radius &* tighter.side / tighter.sum))
    }
    return CornerRadii(topLeft: reduced(tl), topRight: reduced(tr), bottomRight: reduced(br), bottomLeft: reduced(bl))
  }
}
