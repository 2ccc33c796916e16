import FixedRaster

/// A layer that draws a path above its contents.
open class ShapeLayer: Layer {
  /// In the layer's own coordinates; may reach beyond the bounds.
  /// Where it changes by itself nothing is animated: ``Layer/actions`` may say how.
  public final var path: Path? {
    didSet {
      if path == oldValue { return }
      mark(.drawing)
      if looksForActions { act("path", from: oldValue.map { .path($0) }, isImplicit: false) }
    }
  }
  /// `nil` fills nothing.
  public final var fillColor: Color? = .black {
    didSet { if fillColor != oldValue { mark(.drawing, "fillColor", from: oldValue) } }
  }
  public final var fillRule: FillRule = .nonZero { didSet { if fillRule != oldValue { mark(.drawing) } } }
  /// `nil` strokes nothing.
  public final var strokeColor: Color? {
    didSet { if strokeColor != oldValue { mark(.drawing, "strokeColor", from: oldValue) } }
  }
  /// In points, half of it on each side of the path. Zero, or less, is a hairline: one pixel of the display wide,
  /// whatever the scale and the transforms; `strokeColor` is `nil` where nothing is to be stroked.
  public final var lineWidth: Fixed = 1 {
    didSet { if lineWidth != oldValue { mark(.drawing, "lineWidth", from: oldValue) } }
  }
  public final var lineCap: LineCap = .butt { didSet { if lineCap != oldValue { mark(.drawing) } } }
  public final var lineJoin: LineJoin = .miter { didSet { if lineJoin != oldValue { mark(.drawing) } } }
  /// The longest miter, in line widths, before the join is bevelled.
  public final var miterLimit: Fixed = 10 {
    didSet { if miterLimit != oldValue { mark(.drawing, "miterLimit", from: oldValue) } }
  }
  /// The lengths of dashes and gaps by turns, in points, at most 16 of them; see `DashPattern`. `nil`, the default, or an
  /// empty list is a solid line.
  public final var lineDashPattern: [Fixed]? {
    get { dashLengths }
    set {
      let lengths = newValue ?? []
      let pattern = DashPattern(lengths.span, phase: dash.phase)
      if pattern.count == 0 {
        dashLengths = nil
      } else if pattern.count == lengths.count && lengths.indices.allSatisfy({ pattern[$0] == lengths[$0] }) {
        dashLengths = lengths
      } else {
        dashLengths = (0..<pattern.count).map { pattern[$0] }
      }
      dash = pattern
    }
  }
  /// Those of ``dash``: kept, so that nothing is allocated where they are read.
  private final var dashLengths: [Fixed]?
  /// How far into ``lineDashPattern`` a subpath begins, in points.
  public final var lineDashPhase: Fixed {
    get { dash.phase }
    set {
      let old = dash.phase
      if newValue == old { return }
      dash.phase = newValue
      act("lineDashPhase", from: .fixed(old))
    }
  }
  private final var dash = DashPattern.solid { didSet { if dash != oldValue { mark(.drawing) } } }
  /// The part of the path that is stroked, 0…1 of its length.
  public final var strokeStart: Fixed = 0 {
    didSet { if strokeStart != oldValue { mark(.drawing, "strokeStart", from: oldValue) } }
  }
  public final var strokeEnd: Fixed = 1 {
    didSet { if strokeEnd != oldValue { mark(.drawing, "strokeEnd", from: oldValue) } }
  }

  @usableFromInline
  override func drawing() -> LayerDrawing {
    guard let path, path.count > 0 else { return LayerDrawing() }
    let fill = fillColor ?? .clear
    let stroke = strokeColor ?? .clear
    if fill.alpha == 0 && stroke.alpha == 0 { return LayerDrawing() }
    let style = StrokeStyle(
      width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit, dash: dash,
      start: strokeStart, end: strokeEnd)
    let shape = unsafe RenderShape(
      path: UnownedSpan(path.storage.elements, count: path.count), fill: fill, rule: fillRule, stroke: stroke,
      style: style)
    let reach = stroke.alpha > 0 ? strokeReach : (points: 0, pixels: 0)
    let box = (path.storage.box ?? .zero).grown(by: reach.points)
    return LayerDrawing(
      drawing: .shape(shape), bounds: box, reach: reach.pixels, needsGroup: fill.alpha > 0 && stroke.alpha > 0,
      silhouette: stroke.alpha == 0 ? path.storage : nil, owner: path.storage)
  }

  /// How far a stroke goes beyond its path.
  private var strokeReach: (points: Coefficient, pixels: Int32) {
    // In half widths: corners of miters and square caps reach beyond one.
    let factor = lineJoin == .miter ? Swift.max(Swift.min(miterLimit, 1000), 2) : 2
    // Half a pixel, whatever the points are; and two for rounding.
    if lineWidth <= 0 { return (0, Int32(truncatingIfNeeded: factor.ceil) / 2 + 2) }
    return (Coefficient(Fixed(rawValue: lineWidth.rawValue / 2)) * Coefficient(factor), 0)
  }

  @usableFromInline
  override class var keysWithDefaults: [String] { allKeys }
  private static let allKeys =
    Layer.commonKeys + [
      "fillColor", "fillRule", "strokeColor", "lineWidth", "lineCap", "lineJoin", "miterLimit", "lineDashPhase",
      "strokeStart", "strokeEnd",
    ]

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
    case "lineDashPhase": if let new = access.exchange(lineDashPhase, default: 0) { lineDashPhase = new }
    case "strokeStart": if let new = access.exchange(strokeStart, default: 0) { strokeStart = new }
    case "strokeEnd": if let new = access.exchange(strokeEnd, default: 1) { strokeEnd = new }
    case "lineDashPattern":
      if let new = access.exchange(lineDashPattern, default: nil) { lineDashPattern = new }
    default: super.accessProperty(key, &access)
    }
  }
}
