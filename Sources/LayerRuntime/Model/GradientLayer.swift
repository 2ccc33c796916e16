import FixedRaster

extension GradientLayer {
  /// How a gradient's colours run.
  public enum Kind: UInt8, Hashable, Sendable {
    /// From ``GradientLayer/startPoint`` to ``GradientLayer/endPoint``; lines at right angles to that have one colour.
    case axial
    /// Outwards from the start point, along the ellipse whose half width and half height the end point is away.
    case radial
    /// Once around the start point, clockwise from the direction of the end point.
    case conic
  }
}

/// A layer that fills its bounds with a gradient, rounded as its corners are. ``Layer/contents`` are not shown.
open class GradientLayer: Layer {
  /// From the start to the end. `nil`, the default, or an empty list draws nothing; one alone fills the bounds.
  public final var colors: [Color]? {
    didSet { if colors != oldValue { stopsChanged("colors", oldValue.map { .colors($0) }) } }
  }
  /// Where each colour lies, 0…1, not descending; `nil`, or another number of them than of colours: evenly spread.
  public final var locations: [Fixed]? {
    didSet { if locations != oldValue { stopsChanged("locations", oldValue.map { .numbers($0) }) } }
  }
  /// In units of the bounds; may lie outside. In the middle of the upper edge if not said.
  public final var startPoint = Point(x: 0.5, y: 0) {
    didSet { if startPoint != oldValue { mark(.drawing, "startPoint", from: oldValue) } }
  }
  /// In units of the bounds; in the middle of the lower edge if not said.
  public final var endPoint = Point(x: 0.5, y: 1) {
    didSet { if endPoint != oldValue { mark(.drawing, "endPoint", from: oldValue) } }
  }
  public final var type = GradientLayer.Kind.axial { didSet { if type != oldValue { mark(.drawing) } } }

  private final var table = GradientTable()
  private final var tableIsStale = true

  private final func stopsChanged(_ key: String, _ old: Value?) {
    tableIsStale = true
    guard looksForActions, let old else { return mark(.drawing) }
    mark(.drawing, key, fromValue: old)
  }

  @usableFromInline
  override class var keysWithDefaults: [String] { allKeys }
  private static let allKeys = Layer.commonKeys + ["startPoint", "endPoint", "type"]

  open override func accessProperty(_ key: ValueKey, _ access: inout PropertyAccess) {
    switch key {
    case "colors": if let new = access.exchange(colors, default: nil) { colors = new }
    case "locations": if let new = access.exchange(locations, default: nil) { locations = new }
    case "startPoint": if let new = access.exchange(startPoint, default: Point(x: 0.5, y: 0)) { startPoint = new }
    case "endPoint": if let new = access.exchange(endPoint, default: Point(x: 0.5, y: 1)) { endPoint = new }
    case "type":
      if let new = access.exchange(type, default: .axial, names: ["axial", "radial", "conic"]) { type = new }
    default: super.accessProperty(key, &access)
    }
  }

  @usableFromInline
  override var showsContents: Bool { false }

  @usableFromInline
  override func exchangeDrawingState(_ state: inout AnyObject?) {
    let other = state as? GradientTable ?? GradientTable()
    state = exchange(&table, with: other)
    tableIsStale = true
  }

  @usableFromInline
  override func drawing() -> LayerDrawing {
    guard let colors, !colors.isEmpty, !bounds.isEmpty else { return LayerDrawing() }
    if tableIsStale {
      table.fill(colors, at: locations)
      tableIsStale = false
    }
    let gradient = RenderGradient(type: type, ramp: table.ramp, start: startPoint, end: endPoint)
    let covers = type == .axial && startPoint != endPoint && cornerRadius <= 0
    return LayerDrawing(
      drawing: .gradient(gradient), bounds: PreciseBox(bounds), needsGroup: true,
      isOpaque: covers && table.ramp.isOpaque, owner: table)
  }
}

/// The memory of a gradient's colours.
@safe
final class GradientTable {
  private let memory: UnsafeMutableRawPointer
  private(set) var ramp: GradientRamp
  /// Kept for its memory.
  private var stops: [GradientStop] = []

  init() {
    unsafe memory = .allocate(byteCount: GradientRamp.byteCount, alignment: GradientRamp.alignment)
    unsafe ramp = GradientRamp(Span(), memory: memory)
  }

  deinit { unsafe memory.deallocate() }

  /// Allocates where there are more colours than ever before.
  func fill(_ colors: [Color], at locations: [Fixed]?) {
    stops.removeAll(keepingCapacity: true)
    GradientTable.append(colors, at: locations, to: &stops)
    let list = stops
    fill(list.span)
  }

  func fill(_ stops: Span<GradientStop>) { unsafe ramp = GradientRamp(stops, memory: memory) }

  static func stops(_ colors: [Color], at locations: [Fixed]?) -> [GradientStop] {
    var stops: [GradientStop] = []
    stops.reserveCapacity(colors.count)
    append(colors, at: locations, to: &stops)
    return stops
  }

  private static func append(_ colors: [Color], at locations: [Fixed]?, to stops: inout [GradientStop]) {
    let steps = Swift.max(1, colors.count - 1)
    for i in colors.indices {
      let even = Fixed(i, over: steps)
      let location = locations.map { $0.count == colors.count ? $0[i] : even } ?? even
      stops.append(GradientStop(location: location, color: colors[i]))
    }
  }
}
