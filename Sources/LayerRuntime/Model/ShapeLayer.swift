import FixedRaster

/// A layer that draws a path above its contents.
open class ShapeLayer: Layer {
  /// In the layer's own coordinates; may reach beyond the bounds.
  public final var path: Path? { didSet { if path != oldValue { mark(.path) } } }
  /// `nil` fills nothing.
  public final var fillColor: Color? = .black { didSet { if fillColor != oldValue { mark(.path) } } }
  public final var fillRule: FillRule = .nonZero { didSet { if fillRule != oldValue { mark(.path) } } }
  /// `nil` strokes nothing.
  public final var strokeColor: Color? { didSet { if strokeColor != oldValue { mark(.path) } } }
  /// In points, half of it on each side of the path.
  public final var lineWidth: Fixed = 1 { didSet { if lineWidth != oldValue { mark(.path) } } }
  public final var lineCap: LineCap = .butt { didSet { if lineCap != oldValue { mark(.path) } } }
  public final var lineJoin: LineJoin = .miter { didSet { if lineJoin != oldValue { mark(.path) } } }
  /// The longest miter, in line widths, before the join is bevelled.
  public final var miterLimit: Fixed = 10 { didSet { if miterLimit != oldValue { mark(.path) } } }

  open override func accessProperty(_ key: ValueKey, _ access: inout PropertyAccess) {
    switch key {
    case "path": if let new = access.exchange(path, default: nil) { path = new }
    case "fillColor": if let new = access.exchange(fillColor, default: .black) { fillColor = new }
    case "fillRule":
      if let new = access.exchange(fillRule, default: .nonZero, names: ["nonZero", "evenOdd"]) { fillRule = new }
    case "strokeColor": if let new = access.exchange(strokeColor, default: nil) { strokeColor = new }
    case "lineWidth": if let new = access.exchange(lineWidth, default: 1) { lineWidth = new }
    case "lineCap":
      if let new = access.exchange(lineCap, default: .butt, names: ["butt", "round", "square"]) { lineCap = new }
    case "lineJoin":
      if let new = access.exchange(lineJoin, default: .miter, names: ["miter", "round", "bevel"]) { lineJoin = new }
    case "miterLimit": if let new = access.exchange(miterLimit, default: 10) { miterLimit = new }
    default: super.accessProperty(key, &access)
    }
  }
}
