// Figure 3-13 and the listing after it: what masks show.

import FixedRaster
import LayerRuntime

extension Figure {
  static var masks: [Figure] {
    [
      Figure(
        name: "3-13-arrow-masked", width: 220, height: 220,
        checked:
          "Of the arrow an ellipse shows as it is, around that a rim of 10 at half strength, nothing at the corners"
          + " of its bounds; the circle behind is whole.",
        places: [(130, 80, 0x000000), (150, 60, 0xFF0000), (155, 50, 0xF47977), (100, 125, 0xE8F3EF)]
      ) {
        Page(prepare: { compass in
          let mask = ShapeLayer()
          mask.frame = compass.arrow.bounds
          let box = mask.bounds.insetBy(dx: 10, dy: 10)
          mask.strokeColor = Color.black.withOpacity(128)
          mask.lineWidth = 20
          mask.path = .ellipse(box.minX, box.minY, box.width, box.height)
          compass.arrow.mask = mask
        })
      },
      Figure(
        name: "3-13-rounded-mask", width: 220, height: 220,
        checked:
          "The gradient, the circle and all else of the compass end at a rounded rectangle, 160 × 180, moved by 20 "
          + "and 10 as the mask's frame was; outside of it is the white page.",
        places: [(15, 110, 0xFFFFFF), (29, 110, 0xFFFFFF), (31, 22, 0xFFFFFF), (60, 22, 0x100000), (31, 110, 0xDCDAD6)]
      ) {
        Page(
          hasGradient: true,
          prepare: { compass in
            let mask = roundedMask(width: 160, height: 180, radius: 40)
            mask.frame = mask.frame.offsetBy(dx: 20, dy: 10)
            compass.mask = mask
          })
      },
    ]
  }

  /// The document's `maskOfSize(_:roundingCorners:)`: clear, with an opaque black rounded rectangle.
  private static func roundedMask(width: Int, height: Int, radius: Fixed) -> Layer {
    DrawnImage(width: width, height: height) { canvas in
      canvas.fill(
        .rounded(Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height)), radius: radius), .black)
    }.layer(at: .zero)
  }
}

extension Color {
  fileprivate func withOpacity(_ alpha: UInt8) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }
}
