// Stage: instruments. An artificial horizon.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// An artificial horizon (P45): sky and ground move behind an aircraft that stands still; bank marks at 10, 20, 30, 45
/// and 60 degrees, a pitch ladder, and a slip mark. Sky is lighter than ground, whatever their hues (EASA AMC 25-11).
///
/// ``Instrument/value`` is the pitch, in degrees, nose up above 0.
public final class HorizonInstrument: Instrument {
  /// To the right above 0, in degrees.
  public var roll = Reading.none { didSet { if roll != oldValue { rollChanged() } } }
  /// From −1, the mark at its left end, to 1.
  public var slip = Reading.none { didSet { if slip != oldValue { slipChanged() } } }
  /// Degrees of pitch from the window's upper edge to its lower one.
  public var span: Fixed = 50 { didSet { if span != oldValue { setNeedsLayout() } } }

  /// Shows pitch and roll; the worse of the two says how far both can be believed.
  public func show(pitch: Reading, roll: Reading) {
    given = (pitch, roll)
    let quality = Swift.max(pitch.quality, roll.quality)
    self.roll = Reading(roll.value, quality)
    value = Reading(pitch.value, quality)
  }

  /// As the two signals say, each with its own quality.
  private var given = (pitch: Reading.none, roll: Reading.none)

  private let window = Layer()
  /// The moving part: its zero is the horizon, in the window's middle when level.
  private let world = Layer()
  private let land = Layer()
  /// The ladder's window keeps it clear of the bank marks.
  private let ladderWindow = Layer()
  private let ladderWorld = Layer()
  private let horizonLine = Layer()
  private let ladder = ShapeLayer()
  /// How many numerals the ladder has, and how far from its middle the widest ends.
  private var numeralCount = 0
  private var numeralEnd: Fixed = 0
  private(set) var numerals: [Caption] = []
  private let bankScale = ShapeLayer()
  private let bankPointer = ShapeLayer()
  private let slipMark = ShapeLayer()
  private let aircraftEdge = ShapeLayer()
  private let aircraft = ShapeLayer()
  private let cross = FailureCross()
  private var pointsPerDegree: Fixed = 1
  private var side: Fixed = 0

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    failureCross = cross
    range = -90...90
    window.masksToBounds = true
    addSublayer(window)
    ladderWindow.masksToBounds = true
    ladderWindow.addSublayer(ladderWorld)
    for layer in [world, ladderWindow, bankScale, bankPointer, slipMark, aircraftEdge, aircraft, cross] as [Layer] {
      window.addSublayer(layer)
    }
    for layer in [land, horizonLine] { world.addSublayer(layer) }
    ladderWorld.addSublayer(ladder)
    for _ in 0..<24 {
      let numeral = Caption(style.fonts.text)
      numerals.append(numeral)
      ladderWorld.addSublayer(numeral)
    }
  }

  // MARK: Layout

  public override func layOut(in content: Rect) {
    window.frame = Rect(
      x: content.minX.whole, y: content.minY.whole, width: content.width.whole, height: content.height.whole)
    let area = window.bounds
    side = Swift.min(area.width, area.height)
    window.cornerRadius = (side / 24).held(2, 8)
    let center = Point(x: area.midX.whole, y: area.midY.whole)
    pointsPerDegree = side / Swift.max(10, span)
    ladderWindow.masksToBounds = true
    ladderWindow.addSublayer(ladderWorld)
    for layer in [world, ladderWindow, bankScale, bankPointer, aircraft, aircraftEdge] as [Layer] {
      (layer.bounds, layer.position) = (.zero, center)
    }
    let inner = (side * 0.355).whole
    ladderWindow.frame = Rect(x: center.x - inner, y: center.y - inner, width: inner * 2, height: inner * 2)
    ladderWindow.cornerRadius = inner
    (ladderWorld.bounds, ladderWorld.position) = (.zero, Point(x: inner, y: inner))
    // Beyond the window, however it is turned and wherever the horizon is.
    let reach = (area.width + area.height) * 2
    land.frame = Rect(x: -reach, y: 0, width: reach * 2, height: reach * 2)
    let thickness = (side / 110).held(1.5, 3)
    horizonLine.frame = Rect(x: -reach, y: -half(thickness), width: reach * 2, height: thickness)
    layOutLadder()
    layOutBank(radius: side * 0.42)
    layOutAircraft()
    cross.frame = area
    cross.layOut(in: area.insetBy(dx: area.width * 0.15, dy: area.height * 0.15), width: Swift.max(2, side / 40))
    rollChanged()
    slipChanged()
  }

  private func layOutLadder() {
    (ladder.bounds, ladder.position) = (.zero, .zero)
    var path = Path(capacity: 200)
    let thickness = (side / 150).held(1, 2)
    let cap = scaled(side * 0.042, 6, 16)
    var used = 0
    numeralEnd = 0
    for step in 1...24 {
      let isTen = step % 4 == 0, isFive = step % 2 == 0
      let half = side * (isTen ? 0.13 : isFive ? 0.07 : 0.035)
      if !isFive && side < 140 { continue }
      for sign in [-1, 1] {
        let y = pointsPerDegree * 5 * (sign * step) / 2
        path.addRect(Rect(x: -half, y: y - thickness / 2, width: half * 2, height: thickness))
        if !isTen || side < 90 { continue }
        for (x, alignment) in [(-half - cap * 0.6, TextLayer.AlignmentMode.right), (half + cap * 0.6, .left)] {
          let numeral = numerals[used]
          used += 1
          numeral.alignmentMode = alignment
          numeral.show(NumberFormat().text(of: Fixed64(step * 5 / 2)))
          numeral.place(x: x, middle: y, capHeight: cap)
          numeralEnd = Swift.max(numeralEnd, half + cap * 0.6 + numeral.textWidth)
        }
      }
    }
    ladder.path = path
    numeralCount = used
    for index in numerals.indices { numerals[index].isHidden = index >= used }
  }

  private func layOutBank(radius: Fixed) {
    var dial = RoundScale(0...100)
    dial.radius = radius
    var path = Path(capacity: 80)
    let size = Swift.max(4, side * 0.035)
    for angle in [-60, -45, -30, -20, -10, 10, 20, 30, 45, 60] {
      let isLong = abs(angle) == 30 || abs(angle) == 60
      dial.addMark(
        to: &path, angle: Fixed(angle), outer: radius + (isLong ? size * 1.5 : size),
        length: isLong ? size * 1.5 : size,
        width: Swift.max(1.5, side * (isLong ? 0.01 : 0.007)))
    }
    // The fixed mark, from outside.
    path.move(to: Point(x: 0, y: -radius))
    path.addLine(to: Point(x: -size * 0.75, y: -radius - size * 1.3))
    path.addLine(to: Point(x: size * 0.75, y: -radius - size * 1.3))
    path.closeSubpath()
    bankScale.path = path
    path = Path(capacity: 4)
    path.move(to: Point(x: 0, y: -radius + 1))
    path.addLine(to: Point(x: size * 0.8, y: -radius + size * 1.4))
    path.addLine(to: Point(x: -size * 0.8, y: -radius + size * 1.4))
    path.closeSubpath()
    bankPointer.path = path
    slipMark.bounds = .zero
    path = Path(capacity: 5)
    path.addRect(
      Rect(x: -size * 0.95, y: -radius + size * 1.4 + 2, width: size * 1.9, height: Swift.max(2, size * 0.4)))
    slipMark.path = path
  }

  /// Two wings with their tips down, and a square between them.
  private func layOutAircraft() {
    let (inner, outer, t) = (side * 0.09, side * 0.27, Swift.max(2, side * 0.022))
    func shape(_ grow: Fixed) -> Path {
      var path = Path(capacity: 32)
      for sign in [-1, 1] {
        func x(_ value: Fixed) -> Fixed { sign < 0 ? -value : value }
        let (a, b) = (inner - grow, outer + grow)
        path.move(to: Point(x: x(b), y: -half(t) - grow))
        path.addLine(to: Point(x: x(a), y: -half(t) - grow))
        path.addLine(to: Point(x: x(a), y: t * 1.9 + grow))
        path.addLine(to: Point(x: x(inner + t + grow), y: t * 1.9 + grow))
        path.addLine(to: Point(x: x(inner + t + grow), y: half(t) + grow))
        path.addLine(to: Point(x: x(b), y: half(t) + grow))
        path.closeSubpath()
      }
      path.addRect(Rect(x: -half(t) - grow, y: -half(t) - grow, width: t + grow * 2, height: t + grow * 2))
      return path
    }
    aircraftEdge.path = shape(1)
    aircraft.path = shape(0)
  }

  // MARK: Moving parts

  public override func valueChanged() { attitudeChanged() }

  private func rollChanged() {
    bankPointer.setAffineTransform(turn(-bank))
    slipMark.setAffineTransform(turn(-bank))
    attitudeChanged()
  }

  private var bank: Fixed { Fixed(roll.value.held(-180, 180)) }

  private func attitudeChanged() {
    let pitch = Fixed(value.value.held(-90, 90))
    let isKnown = value.hasValue && roll.hasValue
    world.isHidden = !isKnown
    ladderWindow.isHidden = !isKnown
    bankPointer.isHidden = !isKnown
    slipMark.isHidden = !isKnown || !slip.hasValue
    if isKnown {
      let transform = AffineTransform(translationX: 0, y: pitch * pointsPerDegree).concatenating(turn(-bank))
      world.setAffineTransform(transform)
      ladderWorld.setAffineTransform(transform)
      showNumerals(moved: pitch * pointsPerDegree)
    }
  }

  /// Shows the numerals that lie in the ladder's window as a whole, however it is turned.
  private func showNumerals(moved shift: Fixed) {
    let radius = Swift.max(1, ladderWindow.cornerRadius)
    for index in 0..<numeralCount {
      let numeral = numerals[index]
      let (x, y) = (numeralEnd / radius, (abs(numeral.capitalsMiddle + shift) + half(numeral.capHeight)) / radius)
      numeral.isHidden = y >= 1 || x * x + y * y >= 1
    }
  }

  private func slipChanged() {
    let offset = Fixed(slip.value.held(-1, 1)) * side * 0.08
    let center = aircraft.position
    // Along the line that is the pointer's base: it is turned with it.
    let turn = sineCosine(radians(-bank))
    slipMark.position = Point(
      x: center.x + (turn.cosine * Coefficient(offset)).fixed, y: center.y + (turn.sine * Coefficient(offset)).fixed)
    slipMark.isHidden = !slip.hasValue || !roll.hasValue
  }

  // MARK: Colours

  public override func appearanceChanged() {
    // As bright as the theme's brightest is: nearly black at night.
    let light = Swift.max(theme[.ink].luminance, theme[.surface].luminance)
    let share = Swift.max(60, Swift.min(256, (light - 110) * 2))
    let isGone = quality > .old || !roll.hasValue
    let sky = Color(argb: 0xFF3A_85C4).mixed(share, with: theme[.ground].luminance > 128 ? .black : theme[.ground])
    let earth = Color(argb: 0xFF6B_4626).mixed(share, with: theme[.ground].luminance > 128 ? .black : theme[.ground])
    window.backgroundColor =
      isGone ? theme[.ground] : quality == .old ? sky.mixed(90, with: theme[.stale].mixed(share, with: .black)) : sky
    // The ground stays darker than the sky.
    land.backgroundColor = quality == .old ? earth.mixed(120, with: .black) : earth
    let white = Color.white.mixed(share, with: theme[.ink])
    (ladder.fillColor, bankPointer.fillColor, slipMark.fillColor) = (white, white, white)
    horizonLine.backgroundColor = white
    for numeral in numerals { numeral.foregroundColor = white }
    bankScale.fillColor = isGone ? theme[.dim] : white
    aircraft.fillColor = isGone ? theme[.dim] : Color(argb: 0xFFFF_D23C).mixed(share, with: theme[.ink])
    aircraftEdge.fillColor = Color(argb: 0xFF10_1010)
  }

  override var saysNone: Bool { false }

  /// A quarter of a pixel, in degrees of pitch.
  public override var valueTolerance: Fixed64 {
    (Fixed64(rawValue: 1 << 30) / Fixed64(Swift.max(Fixed(rawValue: 64), pointsPerDegree))) ?? .zero
  }

  /// The first signal is the pitch, the second the roll.
  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    let entries = record.children(.entry)
    if entries.count > 1 { builder.bind(entries[1], to: self, key: .roll, isFollowed: true) }
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .value: show(pitch: reading, roll: given.roll)
    case .roll: show(pitch: given.pitch, roll: reading)
    case .slip: slip = reading
    default: super.take(key, reading)
    }
  }
}

extension Color {
  /// How light it is, 0...255: Rec. 601's weights are enough to tell day from night.
  var luminance: Int { (Int(red) * 77 + Int(green) * 150 + Int(blue) * 29) >> 8 }
}
