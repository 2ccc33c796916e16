// Stage: instruments. A value in digits: the number, its field, the line through it when it is old, and its unit.
import FixedRaster
import LayerRuntime
import PanelSignals
import SystemFiles

/// Digits on one line. It has its instrument's coordinates.
final class ValueReadout: Layer {
  /// Where the unit stands: below digits in the middle, or behind digits that end at one place, in their field.
  enum UnitPlace { case below, beside }

  private let field = Layer()
  let valueText: Caption
  /// In the place of a value that there is none of, as wide as the widest at the most.
  private let dashes: Caption
  private let strike = Strike()
  let unitText: Caption
  private let unitPlace: UnitPlace
  /// Whether the field is there in the normal case too, as lines behind would run through the digits.
  var coversGround = false
  /// Where the digits have their middle, or their end where they are aligned to the right.
  private var anchorX: Fixed = 0
  private var signWidth: Fixed = 0
  private var middle: Fixed = 0
  private var isNegative = false
  /// Whether the digits were smaller than there would be room for: they have no place of their own then.
  private var wasFitted = false
  private var isOld = false
  /// The field of the widest value of the range.
  private var fieldBox = Rect.zero
  /// From its edge to the widest value.
  private var fieldPadding: Fixed = 0

  init(_ font: FontPack, unit place: UnitPlace) {
    unitPlace = place
    let alignment: TextLayer.AlignmentMode = place == .below ? .center : .right
    valueText = Caption(font, alignment: alignment)
    unitText = Caption(font, alignment: place == .below ? .center : .left)
    dashes = Caption(font, alignment: alignment)
    super.init()
    dashes.show(noValueText)
    field.isHidden = true
    for layer in [field, valueText, dashes, unitText, strike] as [Layer] { addSublayer(layer) }
  }

  /// - Parameters:
  ///   - x: the middle of the digits, or their right end.
  ///   - width: of the widest digits.
  ///   - room: how wide digits may be: more of them are smaller, or an ellipsis; `nil` for no end.
  ///   - words: how wide words may be, which are shortened; `nil` where there are none.
  ///   - field: the field behind the digits when the value matters.
  func place(
    x: Fixed, middle: Fixed, capHeight: Fixed, width: Fixed, room: Fixed? = nil, words: Fixed? = nil, field rect: Rect
  ) {
    anchorX = x
    self.middle = middle
    valueText.place(x: x, middle: middle, capHeight: capHeight, width: words.map { $0 + 1 }, room: room)
    signWidth = valueText.alignmentMode == .center ? valueText.width(of: "-", capHeight: capHeight) : 0
    let integral = Rect(x: rect.minX.whole, y: rect.minY.whole, width: rect.width.whole, height: rect.height.whole)
    (field.frame, fieldBox) = (integral, integral)
    fieldPadding = valueText.alignmentMode == .right ? x - width - rect.minX : half(rect.width - width)
    field.cornerRadius = (integral.height / 8).held(2, 5)
    (isNegative, wasFitted) = (false, valueText.isFitted)
    placeSign()
    let whole = Swift.max(1, dashes.width(of: noValueText, capHeight: 100))
    dashes.place(
      x: x, middle: middle, capHeight: Swift.min(capHeight * 0.8, Swift.max(0, width / whole * 100)))
  }

  /// - Parameters:
  ///   - text: `nil` where there is none.
  ///   - isWord: whether it is shortened where it is too long, rather than made smaller.
  func show(_ text: String?, isWord: Bool = false) {
    valueText.isHidden = text == nil
    dashes.isHidden = text != nil
    guard let text else { return }
    valueText.show(text, isWord: isWord)
    let first = text.utf8.first ?? 0
    // A sign has a place of its own: digits stay where they are.
    let isNegative = first == 45 || first == 43
    if isNegative != self.isNegative || valueText.isFitted != wasFitted {
      (self.isNegative, wasFitted) = (isNegative, valueText.isFitted)
      placeSign()
    }
    if isOld { placeStrike() }
    if !field.isHidden { placeField() }
  }

  /// Places the unit behind the digits, on their feet. A degree sign alone is a part of the number: smaller, it would be a speck.
  /// - Parameters:
  ///   - middle: of the digits.
  ///   - cap: the height of their capitals; `unitCap`: that of the unit's.
  func placeUnit(x: Fixed, middle: Fixed, cap: Fixed, unitCap: Fixed) {
    if haveSameBytes(unitText.text, "°") {
      unitText.place(x: x - cap * 0.1, middle: middle, capHeight: cap)
    } else {
      unitText.place(x: x, middle: middle + half(cap - unitCap), capHeight: unitCap)
    }
  }

  /// The field of an urgent value is as wide as the value.
  private func placeField() {
    let (text, width) = (valueText.frame, Swift.min(valueText.textWidth, valueText.bounds.width))
    let edge = (valueText.capHeight * 0.1).whole
    let left: Fixed
    switch valueText.alignmentMode {
    case .right: left = text.maxX - width
    case .left: left = text.minX
    default: left = text.midX - half(width)
    }
    let padding = Swift.max(edge, fieldPadding)
    // One that hides what lies behind does so beside short digits too.
    let (low, high) =
      coversGround
      ? (Swift.min(fieldBox.minX, (left - edge).whole), Swift.max(fieldBox.maxX, (left + width + edge).whole))
      : (
        (left - padding).whole,
        valueText.alignmentMode == .center ? (left + width + padding).whole : fieldBox.maxX
      )
    field.frame = Rect(x: low, y: fieldBox.minY, width: high - low, height: fieldBox.height)
  }

  /// How high capitals of a number are that shares a width with its unit; those of the unit, as a share of that: less than
  /// half, but not too small to be read while there is room in the number's height; and how wide both are at 100 points.
  /// - Parameters:
  ///   - digits: how wide the number is, at 100 points.
  ///   - spare: where nothing stands, at 100 points.
  ///   - least: of the unit's capitals: ``Instrument/leastUnitCap``.
  func fit(_ unit: String?, digits: Fixed, spare: Fixed = 0, most: Fixed, width: Fixed, least: Fixed)
    -> (cap: Fixed, unitShare: Fixed, whole: Fixed)
  {
    var (cap, share, whole): (Fixed, Fixed, Fixed) = (most, 0, 1)
    // Smaller digits have a unit that is larger beside them, which takes more of the width.
    for _ in 0..<2 {
      share = Self.unitShare(cap, least: least)
      whole = Swift.max(1, digits + spare + (unit.map { unitText.width(of: $0, capHeight: share * 100) + 22 } ?? 0))
      cap = Swift.min(most, width / whole * 100)
    }
    return (cap, share, whole)
  }

  /// Of capitals of this height: less than half, but the least one, or as high as the digits where these are smaller.
  static func unitShare(_ cap: Fixed, least: Fixed) -> Fixed { (least / Swift.max(1, cap)).held(0.45, 1) }

  /// The height of a unit's capitals below which it could not be read, in points.
  static var leastUnit: Fixed { 7 }

  /// The height of the capitals of a unit that is nearly as high as its digits.
  static func unitCap(_ cap: Fixed, share: Fixed = 0.8) -> Fixed {
    Swift.max(cap * share, Swift.min(cap, leastUnit))
  }

  /// Where digits and unit are, in the instrument's coordinates; empty where they are not shown.
  var ink: Rect {
    if isHidden { return .zero }
    let width = Swift.min(valueText.textWidth, valueText.bounds.width)
    let left = valueText.alignmentMode == .right ? valueText.frame.maxX - width : valueText.frame.midX - half(width)
    let end = unitPlace == .below || unitText.isHidden ? left + width : unitText.frame.minX + unitText.textWidth
    return Rect(
      x: left, y: valueText.capitalsMiddle - half(valueText.capHeight), width: end - left, height: valueText.capHeight)
  }

  private func placeSign() {
    let left = anchorX - half(valueText.bounds.width)
    if valueText.alignmentMode != .center { return }
    valueText.frame.origin = Point(x: isNegative && !wasFitted ? left - half(signWidth) : left, y: valueText.frame.minY)
  }

  private func placeStrike() {
    let width = Swift.min(valueText.textWidth, valueText.bounds.width) + 4
    let height = valueText.capHeight * 1.1
    let left: Fixed
    switch valueText.alignmentMode {
    case .right: left = valueText.frame.maxX - width + 2
    case .left: left = valueText.frame.minX - 2
    default: left = valueText.frame.midX - half(width)
    }
    strike.place(Rect(x: left, y: middle - half(height), width: width, height: height))
  }

  /// - Parameter color: of the digits in the normal case.
  func show(_ quality: Quality, _ state: ZoneState, isLit: Bool, color: Color, _ theme: Theme) {
    let look = ReadoutLook(quality, state, isLit: isLit, ink: color, theme)
    field.isHidden = look.edge == nil && !coversGround
    field.backgroundColor = look.field ?? theme[.surface]
    (field.borderColor, field.borderWidth) = (look.edge, look.edge == nil ? 0 : 2)
    isOld = look.isStruck
    strike.show(look, theme)
    if isOld { placeStrike() }
    if !field.isHidden { placeField() }
    valueText.foregroundColor = look.ink
    dashes.foregroundColor = theme[.stale]
    unitText.foregroundColor = look.field != nil && unitPlace == .beside ? theme[.surface] : theme[.dim]
  }
}
