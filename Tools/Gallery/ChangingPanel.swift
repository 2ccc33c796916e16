// Values that change, frame after frame: scripts/heap counts what they take of the heap.

import FBDevice
import FixedRaster
import LayerRuntime
import PanelInstruments
import PanelSignals
import SystemFiles

/// Every kind of instrument on one display.
final class ChangingPanel {
  private let display: MemoryDisplay
  private let compositor: Compositor
  private var instruments: [Instrument] = []
  private let root = Layer()

  init(_ fonts: PanelFonts) throws(DeviceError) {
    display = try MemoryDisplay(width: 1000, height: 700, layout: .xrgb8888)
    root.frame = Rect(x: 0, y: 0, width: 1000, height: 700)
    root.backgroundColor = Theme.dark[.ground]
    let style = InstrumentStyle(theme: .dark, fonts: fonts)
    for kind in GalleryKind.all {
      let instrument = kind.make(style)
      let number = instruments.count
      root.addSublayer(instrument.at(8 + number % 5 * 190, 8 + number / 5 * 170, 180, 160))
      instruments.append(instrument)
    }
    compositor = Compositor(
      root: root, width: 1000, height: 700, capacities: CompositorCapacities(layers: 4096, threads: 1))
  }

  /// Values of every zone; flashing; a column of the trend in every third frame.
  func draw(_ frame: Int) {
    for number in instruments.indices {
      let instrument = instruments[number]
      instrument.value = Reading(Fixed64((frame * 7 + number * 13) % 120))
      instrument.isFlashOn = frame % 10 < 6
      if frame % 3 == 0, let trend = instrument as? TrendInstrument {
        trend.append { _ in TrendColumn(Fixed64(frame % 90), low: Fixed64(frame % 80), high: Fixed64(frame % 90 + 9)) }
      }
    }
    compositor.drawFrame(into: display.memory)
  }
}
