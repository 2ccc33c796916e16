// Figures 3-4 and 3-5: three rectangles, and a picture among them.

import FixedRaster
import LayerRuntime

extension Figure {
  private static var pink: Color { Color(argb: 0xFFFF_66FF) }
  private static var green: Color { Color(argb: 0xFF80_FF00) }
  private static var red: Color { Color(argb: 0xFFFF_0000) }
  private static var yellow: UInt32 { 0xFFD8_30 }

  static var overlappingLayers: [Figure] {
    [
      Figure(
        name: "3-4-rectangles", width: 320, height: 440,
        checked:
          "The green rectangle lies on the pink one, whose sublayer it is, and shows beyond its bounds; the red one"
          + " covers both where they overlap it.",
        places: [
          (120, 120, 0xFF66FF), (160, 180, 0x80FF00), (280, 350, 0x80FF00), (100, 300, 0xFF0000), (180, 230, 0xFF0000),
        ]
      ) { Page([pinkAndGreen(), redRectangle()]) },
      Figure(
        name: "3-5-picture-between", width: 320, height: 440,
        checked: "The smiling face was added before the red rectangle and lies behind it, in front of the other two.",
        places: [(190, 225, 0xFF0000), (220, 190, yellow), (222, 232, yellow)]
      ) { Page([pinkAndGreen(), smileyLayer(), redRectangle()]) },
      Figure(
        name: "3-5-picture-in-front", width: 320, height: 440,
        checked:
          "With a zPosition of 1 the smiling face, still added before the red rectangle, is drawn in front of it.",
        places: [(190, 225, yellow), (220, 190, yellow), (100, 300, 0xFF0000)]
      ) {
        let face = smileyLayer()
        face.zPosition = 1
        return Page([pinkAndGreen(), face, redRectangle()])
      },
    ]
  }

  private static func pinkAndGreen() -> Layer {
    let first = layer(Rect(x: 113, y: 111, width: 132, height: 194), pink)
    first.addSublayer(layer(Rect(x: 41, y: 56, width: 132, height: 194), green))
    return first
  }

  private static func redRectangle() -> Layer { layer(Rect(x: 43, y: 197, width: 160, height: 230), red) }

  private static func smileyLayer() -> Layer {
    let face = DrawnImage(width: 64, height: 64) { canvas in
      canvas.fill(.ellipse(1, 1, 62, 62), Color(argb: 0xFF00_0000 | yellow))
      canvas.fill(.ellipse(18, 18, 8, 12), .black)
      canvas.fill(.ellipse(38, 18, 8, 12), .black)
      var mouth = Path()
      mouth.move(to: Point(x: 15, y: 39))
      mouth.addQuadCurve(to: Point(x: 49, y: 39), control: Point(x: 32, y: 60))
      canvas.stroke(mouth, StrokeStyle(width: 4, cap: .round), .black)
    }
    return face.layer(at: Point(x: 180, y: 180))
  }
}
