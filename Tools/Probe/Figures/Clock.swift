// Figures 3.6 and 3.7 of the chapter on geometry: the clock before and after its anchor points were set.

import FixedRaster
import LayerRuntime

extension Figure {
  static var clock: [Figure] {
    [
      Figure(
        name: "3.6-clock-misaligned", width: 180, height: 180,
        checked:
          "At 10:08:36 the three hands cross the face's middle at their own middles, as much on the one side of it "
          + "as on the other.",
        places: [(90, 90, 0xD02020), (75, 83, 0x202020), (105, 98, 0x202020), (65, 76, 0xF0F0E8)]
      ) { Page([clock(anchoredAt: Point(x: 0.5, y: 0.5))]) },
      Figure(
        name: "3.7-clock-aligned", width: 180, height: 180,
        checked:
          "With anchor points of (0.5, 0.9) all hands turn about the face's middle near their ends: the hour hand "
          + "points to 10, the minute hand to 8 minutes, the second hand to 36 seconds.",
        places: [(90, 90, 0xD02020), (75, 83, 0x202020), (105, 98, 0xF0F0E8), (65, 76, 0x202020)]
      ) { Page([clock(anchoredAt: Point(x: 0.5, y: 0.9))]) },
    ]
  }

  private static func clock(anchoredAt anchor: Point) -> Layer {
    let face = DrawnImage(width: 160, height: 160) { canvas in
      canvas.fill(.ellipse(1, 1, 158, 158), Color(argb: 0xFFF0_F0E8))
      canvas.stroke(.ellipse(3, 3, 154, 154), StrokeStyle(width: 4), Color(argb: 0xFF40_4040))
      for hour in 0..<12 {
        let length: Fixed = hour % 3 == 0 ? 14 : 8
        let mark = Path.rounded(Rect(x: -1.5, y: -72, width: 3, height: length), radius: 1)
        let place = turn(hour, of: 12).concatenating(AffineTransform(translationX: 80, y: 80))
        mark.withElements { canvas.fill($0, mapping: Mapping(place), color: .black) }
      }
    }
    let container = face.layer(at: Point(x: 10, y: 10))
    let black = Color(argb: 0xFF20_2020)
    let hands = [
      (hand(width: 12, length: 50, black), turn(10, of: 12)), (hand(width: 8, length: 72, black), turn(8, of: 60)),
      (hand(width: 4, length: 76, Color(argb: 0xFFD0_2020)), turn(36, of: 60)),
    ]
    for (hand, angle) in hands {
      hand.anchorPoint = anchor
      hand.position = Point(x: container.bounds.midX, y: container.bounds.midY)
      hand.setAffineTransform(angle)
      container.addSublayer(hand)
    }
    return container
  }

  private static func hand(width: Int, length: Int, _ color: Color) -> Layer {
    DrawnImage(width: width, height: length) { canvas in
      let bounds = Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(length))
      canvas.fill(.rounded(bounds, radius: Fixed(width / 2)), color)
    }.layer(at: .zero)
  }
}
