// Stage: instruments. A counter of drums, as hours and trips are read from.
import FixedRaster
import LayerRuntime
import PanelSignals

/// Drums (P45 `hours`): one for each digit, the decimals on light ones. The last drum turns with the value; another one
/// turns while all behind it go from nine to zero. Below zero the first drum has a minus.
public final class CounterInstrument: Instrument {
  /// Digits in front of the point at least, 1...9.
  public static let leastDigits = 5

  private let unitText: Caption
  private let dashes: Caption
  private let strike = Strike()
  private var drums: [Layer] = []
  private var digits: [Caption] = []
  private var count = 0
  private var pitch: Fixed = 0

  public override init(_ style: InstrumentStyle) {
    unitText = Caption(style.fonts.text, alignment: .left)
    dashes = Caption(style.fonts.text)
    super.init(style)
    dashes.show(noValueText)
    for _ in 0..<12 {
      let drum = Layer()
      drum.masksToBounds = true
      drums.append(drum)
      addSublayer(drum)
      // The digit that is seen and the one that comes.
      for _ in 0..<2 {
        let digit = Caption(style.fonts.mono)
        digits.append(digit)
        drum.addSublayer(digit)
      }
    }
    for layer in [unitText, dashes, strike] as [Layer] { addSublayer(layer) }
  }

  /// How many drums a number takes in front of the point.
  private static func digits(_ value: Fixed64) -> Int {
    var (rest, digits) = (value.magnitude.floor, value < .zero ? 2 : 1)
    while rest >= 10 {
      rest /= 10
      digits += 1
    }
    return digits
  }

  private var isTooSmall = false
  /// On all drums.
  var shownDigits: String { (0..<count).map { digits[$0 * 2].string ?? "" }.joined() }

  private var decimals: Int { Swift.min(3, format.decimals) }

  public override func layOut(in content: Rect) {
    let whole = Swift.max(Self.digits(range.upperBound), Self.digits(value.value), format.minimumDigits)
    count = Swift.min(drums.count, Swift.max(Self.leastDigits, whole) + decimals)
    let unitShare: Fixed = unit.map { unitText.width(of: $0, capHeight: 50) / 100 + 0.3 } ?? 0
    let fitting = content.width * 0.94 / (Fixed(count) * 1.12 + unitShare)
    let cap = scaled(Swift.min(content.height * 0.42, fitting), 0, 60)
    // Drums that nobody could read are not drawn over their neighbours.
    isTooSmall = cap < 4
    dashes.show(isTooSmall ? noRoomText : noValueText)
    let (width, height) = ((cap * 1.06).whole, (cap * 1.9).whole)
    let step = width + Swift.max(1, (cap * 0.06).whole)
    let left = (content.midX - half(step * Fixed(count) + unitShare * cap)).whole
    let top = (content.midY - half(height)).whole
    pitch = height
    for index in drums.indices {
      drums[index].isHidden = index >= count || isTooSmall
      drums[index].frame = Rect(x: left + step * Fixed(index), y: top, width: width, height: height)
      drums[index].cornerRadius = (cap / 10).held(1, 4)
      for number in 0..<2 {
        digits[index * 2 + number].place(
          x: half(width), middle: half(height) + pitch * Fixed(number), capHeight: cap)
      }
    }
    unitText.isHidden = unit == nil || isTooSmall
    unitText.show(unit ?? "")
    unitText.place(x: left + step * Fixed(count) + cap * 0.3, middle: content.midY + cap * 0.25, capHeight: cap * 0.5)
    dashes.place(x: left + half(step * Fixed(count)), middle: content.midY.whole, capHeight: cap * 0.7)
    strike.place(Rect(x: left, y: content.midY - half(height), width: step * Fixed(count), height: height))
  }

  public override func valueChanged() {
    dashes.isHidden = value.hasValue && !isTooSmall
    // One drum more, or the first digit would be missing.
    if Self.digits(value.value) + decimals > count && count < drums.count { setNeedsLayout() }
    let isNegative = value.hasValue && value.value < .zero
    var scaled = value.hasValue ? value.value.magnitude : .zero
    for _ in 0..<decimals { scaled = scaled * 10 }
    // With a last drum of whole units the fraction turns it; a fraction below the resolution does not.
    var turned = resolution >= .one ? Fixed(0) : Fixed(scaled - Fixed64(scaled.floor))
    var rest = scaled.floor
    for index in stride(from: count - 1, through: 0, by: -1) {
      let digit = rest % 10
      rest /= 10
      digits[index * 2].show(NumberFormat().text(of: Fixed64(digit)))
      digits[index * 2 + 1].show(NumberFormat().text(of: Fixed64((digit + 1) % 10)))
      let shift = (pitch * turned).whole
      drums[index].bounds.origin.y = shift
      if digit != 9 { turned = 0 }
    }
    if isNegative {
      digits[0].show("-")
      drums[0].bounds.origin.y = 0
    }
    for index in 0..<count {
      digits[index * 2].isHidden = !dashes.isHidden
      digits[index * 2 + 1].isHidden = !dashes.isHidden
    }
  }

  public override func appearanceChanged() {
    let look = ReadoutLook(quality, zoneState, hasRoom: false, ink: theme[.ink], theme)
    let drum = theme[.surface].mixed(225, with: theme[.ink])
    for index in 0..<count {
      // A drum of decimals is the other way round.
      let isFraction = index >= count - decimals
      drums[index].backgroundColor = isFraction ? theme[quality == .fresh ? .mark : .stale] : drum
      for number in 0..<2 {
        digits[index * 2 + number].foregroundColor = isFraction ? theme[.surface] : look.ink
      }
    }
    unitText.foregroundColor = theme[.dim]
    dashes.foregroundColor = theme[.stale]
    strike.show(look, theme)
  }

  /// A quarter of a point of the last drum.
  public override var valueTolerance: Fixed64 {
    var unit = (Fixed64(1, over: 4) / Fixed64(Swift.max(1, pitch))) ?? .zero
    for _ in 0..<decimals { unit = (unit / 10) ?? .zero }
    return unit
  }
}
