// Stage: model. Which corners a radius is for, and how they are curved.

import FixedRaster

/// Corners of a layer, named by its own coordinates: `minY` is the top unless geometry is flipped.
public struct CornerMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static var minXMinYCorner: CornerMask { CornerMask(rawValue: 1) }
  public static var maxXMinYCorner: CornerMask { CornerMask(rawValue: 2) }
  public static var minXMaxYCorner: CornerMask { CornerMask(rawValue: 4) }
  public static var maxXMaxYCorner: CornerMask { CornerMask(rawValue: 8) }
  /// The value of a new layer.
  public static var all: CornerMask { CornerMask(rawValue: 15) }
}

extension Layer {
  /// The shape of a rounded corner.
  public enum CornerCurve: UInt8, Hashable, Sendable {
    /// A quarter of a circle.
    case circular
    /// One whose curvature grows from the straight sides on. It begins half as far again from the corner: where a side is
    /// too short for that, the radius is made smaller.
    case continuous
  }
}

/// The buffer that outlines are drawn from.
typealias OutlineBuffer = PathBuffer<36>

/// A rectangle with some of its corners rounded: the common outline of background, border and clip of a layer.
struct LayerOutline: Equatable {
  /// In the layer's coordinates; its sizes are not negative.
  let rect: Rect
  /// They fit the rectangle.
  let radii: CornerRadii
  let curve: Layer.CornerCurve

  init(_ rect: Rect, radii: CornerRadii, curve: Layer.CornerCurve) {
    self.rect = rect
    self.curve = curve
    if radii == CornerRadii(0) {
      self.radii = radii
    } else if curve == .circular {
      self.radii = radii.fitted(width: rect.width, height: rect.height)
    } else {
      self.radii = radii.scaled(by: Self.reach).fitted(width: rect.width, height: rect.height).scaled(by: Self.shrink)
    }
  }

  /// How far from the corner a continuous one begins, in radii; and the inverse.
  private static var reach: Fixed { 1.52866 }
  private static var shrink: Fixed { 0.65416 }

  static var none: LayerOutline { LayerOutline(.zero, radii: CornerRadii(0), curve: .circular) }

  var largestRadius: Fixed {
    Swift.max(Swift.max(radii.topLeft, radii.topRight), Swift.max(radii.bottomLeft, radii.bottomRight))
  }

  var isRounded: Bool { radii != CornerRadii(0) }

  /// The outline `width` further in.
  func inset(by width: Fixed) -> LayerOutline {
    LayerOutline(
      rect.collapsing(by: width),
      radii: CornerRadii(
        topLeft: Swift.max(0, radii.topLeft - width), topRight: Swift.max(0, radii.topRight - width),
        bottomRight: Swift.max(0, radii.bottomRight - width), bottomLeft: Swift.max(0, radii.bottomLeft - width)),
      curve: curve)
  }

  /// Clockwise as seen with y downwards; at most 18 elements. There is room for two, as a border has them.
  @inline(never)
  func append(to path: inout OutlineBuffer) {
    if curve == .circular || !isRounded { return path.addRoundedRect(in: rect, cornerRadii: radii) }
    let (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    path.move(to: Point(x: left + radii.topLeft * Self.reach, y: top))
    Self.addCorner(&path, Point(x: right, y: top), Vector(dx: -1, dy: 0), Vector(dx: 0, dy: 1), radii.topRight)
    Self.addCorner(&path, Point(x: right, y: bottom), Vector(dx: 0, dy: -1), Vector(dx: -1, dy: 0), radii.bottomRight)
    Self.addCorner(&path, Point(x: left, y: bottom), Vector(dx: 1, dy: 0), Vector(dx: 0, dy: -1), radii.bottomLeft)
    Self.addCorner(&path, Point(x: left, y: top), Vector(dx: 0, dy: 1), Vector(dx: 1, dy: 0), radii.topLeft)
    path.closeSubpath()
  }

  /// A line to where the corner begins, and three cubics around it.
  ///
  /// - Parameters:
  ///   - back: from the corner along the side that the path comes along.
  ///   - on: from the corner along the side that it leaves along.
  @inline(never)
  private static func addCorner(
    _ path: inout OutlineBuffer, _ corner: Point, _ back: Vector, _ on: Vector, _ radius: Fixed
  ) {
    func place(_ before: Fixed, _ after: Fixed) -> Point {
      let (u, v) = (before * radius, after * radius)
      return Point(x: corner.x + back.dx * u + on.dx * v, y: corner.y + back.dy * u + on.dy * v)
    }
    path.addLine(to: place(reach, 0))
    if radius <= 0 { return }
    // The shape that iOS draws, as it was measured by many; each number is one of its control points over the radius.
    path.addCurve(to: place(0.63149, 0.07491), control1: place(1.08849, 0), control2: place(0.86841, 0))
    path.addCurve(to: place(0.07491, 0.63149), control1: place(0.37282, 0.16906), control2: place(0.16906, 0.37282))
    path.addCurve(to: place(0, reach), control1: place(0, 0.86841), control2: place(0, 1.08849))
  }

  /// Whether the point lies within. Continuous corners count as the circular ones of their radius.
  func contains(_ point: Point) -> Bool {
    if !rect.contains(point) { return false }
    let isLeft = point.x < rect.midX
    let isTop = point.y < rect.midY
    let radius = isTop ? (isLeft ? radii.topLeft : radii.topRight) : (isLeft ? radii.bottomLeft : radii.bottomRight)
    // How far beyond the centre of the corner's circle, in 1/65536 pt; at most radius < 2^30, so the squares fit 64
    // bits.
    let (r, x, y) = (Int64(radius.rawValue), Int64(point.x.rawValue), Int64(point.y.rawValue))
    let dx = Swift.max(Swift.max(Int64(rect.minX.rawValue) - x, x - Int64(rect.maxX.rawValue)) + r, 0)
    let dy = Swift.max(Swift.max(Int64(rect.minY.rawValue) - y, y - Int64(rect.maxY.rawValue)) + r, 0)
    return dx * dx + dy * dy <= r * r || r == 0
  }
}

extension Rect {
  /// The rectangle with each side moved inwards by `width`; without width or height, in its middle, where there is not
  /// that much of it.
  fileprivate func collapsing(by width: Fixed) -> Rect {
    let (w, h) = (self.width - width - width, height - width - width)
    return Rect(
      x: w < 0 ? midX : minX + width, y: h < 0 ? midY : minY + width, width: Swift.max(w, 0), height: Swift.max(h, 0))
  }
}

extension CornerRadii {
  func scaled(by factor: Fixed) -> CornerRadii {
    CornerRadii(
      topLeft: topLeft * factor, topRight: topRight * factor, bottomRight: bottomRight * factor,
      bottomLeft: bottomLeft * factor)
  }
}
