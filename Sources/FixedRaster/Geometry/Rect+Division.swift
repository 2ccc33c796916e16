// Stage: geometry. A rectangle cut in two.

/// A side of a ``Rect``.
public enum RectEdge: UInt8, Hashable, Sendable {
  case minXEdge, minYEdge, maxXEdge, maxYEdge
}

extension Rect {
  /// The rectangle cut in two at a distance from one of its sides, in points, held to 0 and its width or height.
  public func divided(atDistance distance: Fixed, from edge: RectEdge) -> (slice: Rect, remainder: Rect) {
    if isNull { return (.null, .null) }
    let isAcross = edge == .minXEdge || edge == .maxXEdge
    let length = isAcross ? width : height
    let cut = Swift.max(0, Swift.min(distance, length))
    let isFirst = edge == .minXEdge || edge == .minYEdge
    let first = part(from: 0, to: isFirst ? cut : length - cut, isAcross: isAcross)
    let second = part(from: isFirst ? cut : length - cut, to: length, isAcross: isAcross)
    return isFirst ? (first, second) : (second, first)
  }

  private func part(from: Fixed, to: Fixed, isAcross: Bool) -> Rect {
    isAcross
      ? Rect(x: minX + from, y: minY, width: to - from, height: height)
      : Rect(x: minX, y: minY + from, width: width, height: to - from)
  }
}
