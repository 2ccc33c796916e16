// Stage: instruments. Several rings about one centre.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// Rings about one centre, each with a scale of its own (P4B). The first is the outermost.
public final class RingsInstrument: GroupInstrument {
  private var rings: [RingInstrument] = []
  public var segments = 0 { didSet { if segments != oldValue { setNeedsLayout() } } }
  public var showsValue = true { didSet { if showsValue != oldValue { setNeedsLayout() } } }
  /// Where the rings begin, in degrees clockwise from twelve o'clock.
  public var start: Fixed = 0 { didSet { if start != oldValue { setNeedsLayout() } } }
  /// Their angle, in degrees.
  public var sweep: Fixed = 270 { didSet { if sweep != oldValue { setNeedsLayout() } } }
  private var thickness: PanelProperty?

  public convenience init(_ style: InstrumentStyle, _ rings: [RingInstrument]) {
    self.init(style)
    for ring in rings { add(ring) }
  }

  /// Adds a ring within the others.
  public func add(_ ring: RingInstrument) {
    rings.append(ring)
    addMember(ring)
  }

  public override func layOut(in content: Rect) {
    if rings.isEmpty { return }
    let radius = half(Swift.min(content.width, content.height)).whole
    let center = Point(x: content.midX.whole, y: content.midY.whole)
    let count = Fixed(rings.count)
    let gap = Swift.max(2, radius * 0.03).whole
    // The innermost leaves a quarter of the radius free.
    let most = (radius * 0.75 - gap * (count - 1)) / count
    let wanted = points(thickness, of: radius) ?? radius * 0.16
    let width = Swift.max(1, Swift.min(wanted, most)).whole
    // The names stand in the last quarter, before twelve o'clock.
    let showsLines = showsValue && width >= 9 && start >= 0 && start + sweep <= 270
    var widest: Fixed = 0
    for ring in rings { widest = Swift.max(widest, ring.widestNumber(RingInstrument.capHeight(width))) }
    for (index, ring) in rings.enumerated() {
      let top = center.y - radius + (width + gap) * index
      // From the edge to the rings' beginning.
      let line = Rect(x: content.minX, y: top, width: Swift.max(0, center.x - content.minX - 2), height: width)
      ring.measure = measure
      ring.frame = showsLines ? line : content
      ring.center = Point(x: center.x - ring.frame.minX, y: center.y - ring.frame.minY)
      ring.outer = radius - (width + gap) * index
      ring.inner = ring.outer - width
      (ring.start, ring.sweep) = (start, sweep)
      (ring.segments, ring.showsLine, ring.numberWidth) = (segments, showsLines, widest)
    }
  }

  package override var missingPart: String? {
    showsValue && start >= 0 && start + sweep <= 270 && rings.contains { !$0.showsLine } ? "value" : nil
  }

  // MARK: Its record

  override func describe(by signal: PanelRecord, _ shown: ShownUnit, _ builder: PanelBuilder) {}

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    thickness = record[.thickness]
    readMembers(record, builder, isFollowed: true, RingInstrument.init) { ring, entry, signal in
      ring.label = entry.text(.title) ?? signal?.text(.title) ?? signal?.text(.name) ?? ""
      (ring.title, ring.tint) = (nil, entry.tint)
      add(ring)
    }
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .segments: segments = reading.value.rounded
    case .showsValue: showsValue = reading.isTrue
    case .start: start = reading.hasValue ? Fixed(reading.value.held(0, 359)) : 0
    case .sweep: sweep = reading.hasValue ? Fixed(reading.value.held(30, 360)) : 270
    default: super.take(key, reading)
    }
  }
}
