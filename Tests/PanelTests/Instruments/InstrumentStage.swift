// What the tests of the instruments have in common: fonts, pictures, places in them.
import FBDevice
import FixedRaster
import LayerRuntime
import PanelSignals
import TestSupport
import Testing
import gallery

@testable import PanelInstruments

/// The fonts that scripts/assets made.
func instrumentFonts() throws -> PanelFonts {
  try #require(GalleryFonts.load(), "no fonts in Tools/Gallery/Generated: run scripts/assets")
}

func instrumentStyle(_ theme: Theme = .dark) throws -> InstrumentStyle {
  // Needles are counted apart from digits, which have the same colour.
  var theme = theme
  theme[.needle] = Color(argb: 0xFFFF_5A36)
  return InstrumentStyle(theme: theme, fonts: try instrumentFonts())
}

/// An instrument on the display that it fills.
final class Stage {
  let display: MemoryDisplay
  let compositor: Compositor
  let root = Layer()

  init(_ instrument: Instrument, _ width: Int, _ height: Int) throws {
    display = try MemoryDisplay(width: width, height: height, layout: .xrgb8888)
    root.frame = Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height))
    root.backgroundColor = instrument.theme[.ground]
    instrument.frame = root.bounds
    root.addSublayer(instrument)
    compositor = Compositor(
      root: root, width: width, height: height, capacities: CompositorCapacities(layers: 2048, threads: 1))
  }

  /// The picture after a frame.
  func draw() -> TestPicture {
    compositor.drawFrame(into: display.memory)
    return TestPicture(png: display.snapshot()) ?? TestPicture()
  }

  /// Pixels that the last frame drew.
  var damagedPixels: Int {
    var count = 0
    compositor.forEachDamagedRect { count += Int($0.area) }
    return count
  }
}

func drawnPicture(_ instrument: Instrument, _ width: Int = 200, _ height: Int = 200) throws -> TestPicture {
  try Stage(instrument, width, height).draw()
}

extension Color {
  var rgb: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}

/// One instrument of each kind, with a value.
func everyInstrument(_ style: InstrumentStyle) -> [(name: String, instrument: Instrument)] {
  let trend = TrendInstrument(style)
  trend.duration = 1800
  trend.reload(count: 300) { _, number in
    TrendColumn(Fixed64(number % 90), low: Fixed64(number % 90 - 4), high: Fixed64(number % 90 + 4))
  }
  let enumeration = EnumInstrument(style)
  enumeration.entries = [StateEntry(0...50, "Low"), StateEntry(51...100, "High", role: .caution)]
  let lamp = LampInstrument(style)
  lamp.urgency = .normal
  lamp.legend = "Lamp"
  let text = TextInstrument(style)
  text.text = "Some text"
  let arc = GaugeInstrument(style)
  arc.pointer = .arc
  let horizon = HorizonInstrument(style)
  horizon.roll = Reading(10)
  let wind = WindInstrument(style)
  wind.windSpeed = Reading(7)
  let lying = BarInstrument(style)
  lying.isUpright = false
  let all: [(String, Instrument)] = [
    ("gauge", GaugeInstrument(style)), ("arc", arc), ("number", NumberInstrument(style)),
    ("bar", uprightBar(style)), ("lying bar", lying), ("lamp", lamp), ("enum", enumeration), ("text", text),
    ("trend", trend), ("tank", TankInstrument(style)), ("compass", CompassInstrument(style)),
    ("battery", BatteryInstrument(style)), ("horizon", horizon), ("tape", TapeInstrument(style)),
    ("heading", HeadingInstrument(style)),
    ("wind", wind),
  ]
  for (name, instrument) in all {
    (instrument.title, instrument.unit, instrument.value) = (name, "°C", Reading(42))
    instrument.zones = [Zone(60, 80, .caution), Zone(80, .max, .warning)]
  }
  return all.map { (name: $0.0, instrument: $0.1) }
}

/// A bar that stands.
func uprightBar(_ style: InstrumentStyle) -> BarInstrument {
  let bar = BarInstrument(style)
  bar.isUpright = true
  return bar
}
