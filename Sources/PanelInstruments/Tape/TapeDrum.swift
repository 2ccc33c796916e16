// Stage: instruments. The last two digits of a height, which roll.
import FixedRaster
import LayerRuntime
import PanelSignals

/// A drum in steps of twenty, as altimeters have it (P45): the digits of the value in its middle, those that come and those
/// that were above and below.
final class TapeDrum: Layer {
  static let step = 20
  /// From the topmost, the one that comes with growing values, to the lowest.
  private var digits: [Caption] = []
  private var pitch: Fixed = 0
  /// From its middle to its upper and lower ends, for capitals of a height.
  static func reach(capHeight: Fixed) -> Fixed { (capHeight * 1.45).whole }

  init(_ font: FontPack) {
    super.init()
    masksToBounds = true
    cornerRadius = 2
    for _ in 0..<4 {
      let caption = Caption(font)
      digits.append(caption)
      addSublayer(caption)
    }
  }

  /// Lies about a middle, a little higher than the box beside it.
  func layOut(left: Fixed, width: Fixed, middle: Fixed, capHeight: Fixed) {
    pitch = (capHeight * 1.5).whole
    let height = Self.reach(capHeight: capHeight)
    frame = Rect(x: left, y: middle - height, width: width, height: height * 2)
    for (index, caption) in digits.enumerated() {
      caption.place(x: half(width), middle: height + pitch * Fixed(index - 1), capHeight: capHeight)
    }
  }

  /// Shows the tens and units of a value. Below zero the drum rolls the other way: digits grow downwards.
  func show(_ value: Fixed64) {
    let magnitude = value.magnitude
    let steps = (magnitude / Fixed64(Self.step)) ?? .zero
    let (number, turned) = (steps.floor, Fixed(steps - Fixed64(steps.floor)))
    let isNegative = value < .zero
    for (index, caption) in digits.enumerated() {
      // One above the middle and two below it, or the other way round.
      let away = isNegative ? index - 1 : 1 - index
      // Beyond zero it counts up again on the other side.
      let digit = abs(number + away) * Self.step % 100
      caption.show(NumberFormat(minimumDigits: 2).text(of: Fixed64(digit)))
    }
    bounds.origin.y = ((isNegative ? pitch : -pitch) * turned).whole
  }

  /// A quarter of a pixel.
  var valueTolerance: Fixed64 { (Fixed64(Self.step / 4) / Fixed64(Swift.max(1, pitch))) ?? .one }

  func show(_ color: Color?, on ground: Color) {
    backgroundColor = ground
    for caption in digits { caption.foregroundColor = color }
  }
}
