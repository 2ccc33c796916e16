// Stage: instruments. Input: a display's size and, from then on, readings. Output: the tree of layers that is shown.
import FixedRaster
import LayerRuntime

/// The sample panel: clock and compass side by side, two bars below; one above the other on an upright display.
public final class InstrumentPanel {
  /// What a ``Compositor`` is given.
  public let root = Layer()

  let clock: Clock
  let compass: Compass
  let memory: BarGauge
  let temperature: BarGauge
  private let load: Readout

  /// The smallest display that everything can be read on, in points; below it the panel is cut off.
  public static var smallestSize: (width: Int, height: Int) { (320, 240) }

  /// - Parameters:
  ///   - width: of the display, in points; `height` likewise.
  @export(interface)
  public init(width: Int, height: Int, images: PanelImages = PanelImages()) {
    let layout = PanelLayout(width: width, height: height)
    let scale = layout.scale
    root.frame = layout.display
    root.backgroundColor = Palette.background
    root.isOpaque = true
    clock = Clock(diameter: layout.diameter, noteHeight: scale.text(13))
    compass = Compass(diameter: layout.diameter)
    load = Readout(unit: "%", capHeight: scale.text(17), color: Palette.value, unitColor: Palette.label)
    memory = BarGauge(
      "MEM", picture: images.memory, unit: "%", size: layout.memory.size, color: Palette.green, limit: 900,
      scale: scale)
    temperature = BarGauge(
      "TEMP", picture: images.temperature, unit: "°C", size: layout.temperature.size, color: Palette.amber, limit: 850,
      scale: scale)
    let clockCard = addCard(layout.clock, layout)
    let compassCard = addCard(layout.compass, layout)
    add(clock, to: clockCard, layout)
    add(compass, to: compassCard, layout)
    addNotes(clockCard, compassCard, layout)
    addCard(layout.memory, layout).addSublayer(memory)
    addCard(layout.temperature, layout).addSublayer(temperature)
    for gauge in [memory, temperature] { gauge.pin(.zero, at: .zero) }
  }

  /// Shows a moment's readings.
  @export(interface)
  public func show(_ readings: Readings) {
    clock.show(readings.time)
    compass.show(permille: readings.load)
    load.show((readings.load + 5) / 10)
    memory.show(permille: readings.memory, number: readings.memory.map { ($0 + 5) / 10 })
    temperature.show(permille: readings.temperature, number: readings.temperature.map(InstrumentPanel.wholeDegrees))
  }

  /// Tenths rounded to whole degrees, halves upwards.
  static func wholeDegrees(_ tenths: Int) -> Int { (tenths + 5) >= 0 ? (tenths + 5) / 10 : (tenths - 4) / 10 }

  @inline(never)
  private func addCard(_ frame: Rect, _ layout: PanelLayout) -> Layer {
    let card = Layer.box(frame, color: Palette.card, cornerRadius: layout.scale(12))
    card.borderColor = Palette.cardEdge
    card.borderWidth = 1
    root.addSublayer(card)
    return card
  }

  /// Puts a dial on a dark disc in the card's middle.
  private func add(_ dial: Layer, to card: Layer, _ layout: PanelLayout) {
    let middle = Point(x: card.bounds.midX, y: card.bounds.midY)
    card.addSublayer(.disc(radius: half(layout.diameter) + layout.scale(4), at: middle, color: Palette.bezel))
    dial.position = middle
    card.addSublayer(dial)
  }

  /// The words in the corners beside the dials.
  private func addNotes(_ clockCard: Layer, _ compassCard: Layer, _ layout: PanelLayout) {
    let height = layout.scale.text(13)
    let time = Label("TIME", capHeight: height, color: Palette.label)
    let name = Label("LOAD", capHeight: height, color: Palette.label)
    put(time, in: clockCard, right: false, layout)
    put(clock.note12, in: clockCard, right: true, layout)
    put(clock.note24, in: clockCard, right: true, layout)
    put(name, in: compassCard, right: false, layout)
    put(load, in: compassCard, right: true, layout)
  }

  @inline(never)
  private func put(_ note: Layer, in card: Layer, right: Bool, _ layout: PanelLayout) {
    let inset = layout.scale(20)
    note.pin(Point(x: right ? 1 : 0, y: 0), at: Point(x: right ? card.bounds.maxX - inset : inset, y: inset))
    card.addSublayer(note)
  }
}
