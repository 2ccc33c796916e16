// The pictures of the instruments. Input: nothing. Output: a picture in memory, which tests compare with
// Tests/Golden/instrument-*.png and people look at.

import FBDevice
import FixedRaster
import LayerRuntime
import PanelInstruments
import PanelSignals
import SystemFiles

/// One picture: some instruments on the theme's ground.
public struct Plate {
  public let name: String
  /// In pixels, which are points.
  public let width, height: Int
  let theme: Theme
  let build: (InstrumentStyle) -> [Instrument]

  init(
    _ name: String, _ width: Int, _ height: Int, _ theme: Theme = .dark,
    _ build: @escaping (InstrumentStyle) -> [Instrument]
  ) {
    (self.name, self.width, self.height, self.theme, self.build) = (name, width, height, theme, build)
  }

  /// Every picture there is.
  public static var all: [Plate] { sheets + goldens }

  public func draw(_ fonts: PanelFonts) throws(DeviceError) -> MemoryDisplay {
    let display = try MemoryDisplay(width: width, height: height, layout: .xrgb8888)
    let root = Layer()
    root.frame = Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height))
    root.backgroundColor = theme[.ground]
    for instrument in build(InstrumentStyle(theme: theme, fonts: fonts)) { root.addSublayer(instrument) }
    let compositor = Compositor(
      root: root, width: width, height: height, capacities: CompositorCapacities(layers: 8192, threads: 1))
    compositor.drawFrame(into: display.memory)
    return display
  }
}

/// The states that every instrument is drawn in.
enum ShownState: String, CaseIterable {
  case zero, normal, caution, warning, old, failed, none

  func reading(_ values: (zero: Fixed64, normal: Fixed64, caution: Fixed64, warning: Fixed64)) -> Reading {
    switch self {
    case .zero: Reading(values.zero)
    case .normal: Reading(values.normal)
    case .caution: Reading(values.caution)
    case .warning: Reading(values.warning)
    case .old: Reading(values.normal, .old)
    case .failed: Reading(values.normal, .failed)
    case .none: .none
    }
  }
}

extension Instrument {
  func at(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Self {
    frame = Rect(x: Fixed(x), y: Fixed(y), width: Fixed(width), height: Fixed(height))
    return self
  }
}

extension Theme {
  static var named: [(String, Theme)] { [("dark", .dark), ("day", .day), ("night", .night)] }
}
