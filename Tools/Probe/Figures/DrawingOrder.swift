// Figures 3.8 and 3.9 of the chapter on geometry: two views, and a zPosition.

import FixedRaster
import LayerRuntime

extension Figure {
  static var order: [Figure] {
    [
      Figure(
        name: "3.8-green-underneath", width: 128, height: 128,
        checked: "The green layer, first in the list, is drawn underneath the red one.",
        places: [(20, 20, 0x00C000), (64, 64, 0xE00000), (110, 110, 0xE00000)]
      ) { Page(greenAndRed(zPosition: 0)) },
      Figure(
        name: "3.9-green-in-front", width: 128, height: 128,
        checked: "With a zPosition of 1 the green layer is drawn in front of the red one, at its own size.",
        places: [(20, 20, 0x00C000), (64, 64, 0x00C000), (110, 110, 0xE00000)]
      ) { Page(greenAndRed(zPosition: 1)) },
    ]
  }

  private static func greenAndRed(zPosition: Fixed) -> [Layer] {
    let green = layer(Rect(x: 16, y: 16, width: 64, height: 64), Color(argb: 0xFF00_C000))
    green.zPosition = zPosition
    return [green, layer(Rect(x: 48, y: 48, width: 64, height: 64), Color(argb: 0xFFE0_0000))]
  }
}
