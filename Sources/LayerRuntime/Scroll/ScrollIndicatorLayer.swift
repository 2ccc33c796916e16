// Stage: scroll. The bar that shows which part of the content is seen.

import FixedRaster

/// A bar at the edge of a scroll view. It lies in front of the content, and touches pass through it.
final class ScrollIndicatorLayer: Layer {
  /// In points: the width, the distance from the edge, and the least length.
  private static var thickness: Fixed { 3 }
  private static var margin: Fixed { 3 }
  private static var shortest: Int64 { 12 << 16 }
  /// Of a bar that is pushed together beyond a limit.
  private static var squeezed: Int64 { 4 << 16 }

  override init() {
    super.init()
    showsChangesAtOnce = true
    cornerRadius = Self.thickness / 2
    zPosition = 10_000
    isHidden = true
  }

  override func hitTest(_ point: Point, order: HitTestOrder) -> Layer? { nil }

  override func hitTest(_ point: Point) -> Layer? { nil }

  /// Lays the bar along an axis.
  ///
  /// - Parameters:
  ///   - axis: along which it moves.
  ///   - area: the part of the view that bars lie in, in its own coordinates.
  ///   - place: of the content along the axis.
  ///   - limits: of the axis.
  func place(along axis: ScrollAxis, in area: Rect, at place: Int64, _ limits: ScrollLimits) {
    let isVertical = axis == .vertical
    let track = Int64((isVertical ? area.height : area.width).rawValue) - 2 * Int64(Self.margin.rawValue)
    let whole = limits.high - limits.low + limits.viewport
    if track <= 0 || whole <= 0 { return frame = .zero }
    var length = Swift.max(Swift.min(Self.shortest, track), scaled(track, by: ratio(limits.viewport, whole)))
    let held = limits.held(place)
    length = Swift.max(Swift.min(Self.squeezed, length), length - (place - held).magnitude64)
    let part = limits.hasRoom ? ratio(held - limits.low, limits.high - limits.low) : place > held ? 1 : 0
    let start = scaled(track - length, by: part) + Int64(Self.margin.rawValue)
    let (offset, extent) = (Fixed(held: start), Fixed(held: length))
    let across = Self.thickness + Self.margin
    frame =
      isVertical
      ? Rect(x: area.maxX - across, y: area.minY + offset, width: Self.thickness, height: extent)
      : Rect(x: area.minX + offset, y: area.maxY - across, width: extent, height: Self.thickness)
  }
}

/// When the indicators of a scroll view are seen.
enum IndicatorPhase {
  case hidden
  /// While a finger drags, and while the view moves.
  case shown
  /// Going away by themselves.
  ///
  /// - Parameters:
  ///   - hold: nanoseconds until they fade.
  ///   - start: the time of the first frame, in nanoseconds; `nil` before it.
  case leaving(hold: Int64, start: Int64?)

  /// How long they take to fade, in nanoseconds.
  static var fade: Int64 { 250_000_000 }
}
