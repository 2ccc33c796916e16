// Stage: instruments. Lines, boxes, circles, polygons and pipes: the drawings of a panel.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A shape (P43). Lengths are as the description has them, so they follow the size of its place.
public final class ShapeInstrument: Instrument {
  public enum Form: Int, CaseIterable, Sendable { case line, box, circle, polygon, pipe }

  public var form = Form.line { didSet { if form != oldValue { setNeedsLayout() } } }
  /// The speed of a pipe's content, in lengths of a dash each second, below 0 backwards.
  public var flow = Reading.none { didSet { if flow != oldValue { flowChanged() } } }
  var points: [PanelRecord] = []
  var thickness: PanelProperty?, corner: PanelProperty?
  /// A role or a colour, see ``Instrument/tint``; `nil` for none.
  private var fillTint: Int?
  /// The colour at the lower edge of a box, to which its filling goes over; `nil` for none.
  private var fadeTint: Int?
  private let ground = GradientLayer()
  let shape = ShapeLayer()
  private let stream = ShapeLayer()
  private var line: Fixed = 2

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    card = .none
    stream.fillColor = nil
    for layer in [ground, shape, stream] as [Layer] { addSublayer(layer) }
    stream.isHidden = true
  }

  public override func layOut(in content: Rect) {
    for layer in [shape, stream] { layer.frame = bounds }
    line = points(thickness, of: Swift.min(content.width, content.height)) ?? (form == .pipe ? 8 : 2)
    var path = Path(capacity: 70)
    // The line lies within the place, not half of it outside.
    let area = content.insetBy(
      dx: Swift.min(half(line), half(content.width)), dy: Swift.min(half(line), half(content.height)))
    switch form {
    case .box: path.addRoundedRect(in: area, cornerRadius: points(corner, of: content.width) ?? 0)
    case .circle:
      let side = Swift.min(area.width, area.height)
      path.addEllipse(in: Rect(x: area.midX - half(side), y: area.midY - half(side), width: side, height: side))
    case .line where points.isEmpty, .pipe where points.isEmpty:
      path.move(to: Point(x: area.minX, y: area.midY))
      path.addLine(to: Point(x: area.maxX, y: area.midY))
    case .line, .polygon, .pipe:
      for (index, point) in points.enumerated() {
        let place = Point(
          x: content.minX + (points(point[.left], of: content.width) ?? 0),
          y: content.minY + (points(point[.top], of: content.height) ?? 0))
        if index == 0 { path.move(to: place) } else { path.addLine(to: place) }
      }
      if form == .polygon { path.closeSubpath() }
    }
    (shape.path, shape.lineWidth, shape.lineJoin) = (path, line, .round)
    shape.lineCap = form == .pipe ? .round : .butt
    (stream.path, stream.lineWidth, stream.lineJoin) = (path, Swift.max(1, line * 0.4), .round)
    stream.lineDashPattern = [line * 1.5, line * 1.5]
    ground.frame = area
    ground.cornerRadius = points(corner, of: content.width) ?? 0
    flowChanged()
  }

  // MARK: Moving parts

  private var flows: Bool { form == .pipe && flow.quality == .fresh && flow.value != .zero }

  private func flowChanged() { stream.isHidden = !flows }

  /// Twenty steps a second: a dash goes by at the speed of the flow.
  public override func advance(to time: Int64) -> Int64? {
    if !flows { return nil }
    let step = time / 50_000_000
    // 3 lines long is a dash with its gap; a speed is held to eight of them a second.
    let turns = (flow.value.held(-8, 8) * Fixed64(Int(step % 20_000)) / 20)?.modulo(.one) ?? .zero
    stream.lineDashPhase = -Fixed(turns) * line * 3
    return (step + 1) * 50_000_000
  }

  public override func appearanceChanged() {
    shape.strokeColor = line > 0 ? tinted(.mark) : nil
    shape.fillColor = fillTint.map { theme.color(ofTint: $0) }
    let dashes = fillTint.map { theme.color(ofTint: $0) } ?? theme[.surface]
    // A theme may have one colour for both.
    stream.strokeColor = dashes == shape.strokeColor ? theme[.surface] : dashes
    if form == .line || form == .pipe { shape.fillColor = nil }
    if markQuality == .old && shape.fillColor != nil {
      // An outline, as of everything that is filled by a value.
      (shape.fillColor, shape.strokeColor) = (nil, theme[.stale])
      (shape.lineWidth, shape.lineDashPattern, ground.isHidden) = (Swift.max(2, line), [4, 3], true)
      return
    }
    (shape.lineWidth, shape.lineDashPattern) = (line, nil)
    ground.isHidden = form != .box || fillTint == nil || fadeTint == nil
    if let fillTint, let fadeTint, form == .box {
      shape.fillColor = nil
      ground.colors = [theme.color(ofTint: fillTint), theme.color(ofTint: fadeTint)]
    }
  }

  override var showsTime: Bool { true }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    points = record.children(.entry)
    (thickness, corner) = (record[.thickness], record[.corner])
  }

  public override func use(of key: PropertyKey) -> OptionUse {
    key == .flow || key == .fill ? .need : super.use(of: key)
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .form: form = Form(rawValue: reading.value.rounded) ?? .line
    case .flow: flow = reading
    case .fill:
      fillTint = reading.hasValue ? reading.value.rounded : nil
      if isLaidOut { appearanceChanged() }
    case .fade:
      fadeTint = reading.hasValue ? reading.value.rounded : nil
      if isLaidOut { appearanceChanged() }
    default: super.take(key, reading)
    }
  }
}
