// Stage: controls. The colours and measures that controls are drawn with.

import FixedRaster
import Packs

/// The look of controls: colours, a font and measures, and no bitmap.
///
/// A view's ``View/controlStyle`` holds for the controls in it that have none of their own:
///
/// ```swift
/// page.controlStyle = .day
/// ```
///
/// A style of one's own begins with one of these and changes parts of it, or with
/// ``init(ground:surface:ink:dim:accent:warning:)``. Lengths are in millimetres of the display, by
/// ``TouchRouter/pointsPerMillimetre``.
public struct ControlStyle: Equatable, Sendable {
  // MARK: Colours

  /// Behind everything: a page.
  public var ground: Color
  /// Behind a group of controls: a card, a dialog.
  public var surface: Color
  /// Text, and the parts of controls that are read.
  public var ink: Color
  /// Text of less weight: titles, units, a placeholder.
  public var dim: Color
  /// The parts that are set, held or on.
  public var accent: Color
  /// A dangerous answer, and a limit that refuses.
  public var warning: Color
  /// The field of a control that is neither pressed nor on.
  public var fill: Color
  /// The field of a control that is pressed.
  public var pressedFill: Color
  /// The line about a field.
  public var edge: Color
  /// The part of a track that is not set.
  public var track: Color
  /// The field of a control that is on.
  public var selection: Color
  /// Text on ``selection``.
  public var selectedInk: Color
  /// Over the views behind a dialog; not opaque.
  public var shade: Color

  // MARK: Measures

  /// Of all texts; ``Packs/FontPack/default`` if not said, as in a ``TextLayer``.
  public var font: FontPack = .default
  /// The height of a capital in labels and values, in millimetres. Titles and units have four fifths of it.
  public var capHeight: Fixed = 2.8
  /// Of fields, in millimetres.
  public var cornerRadius: Fixed = 1.2
  /// Of the line about a field, in points.
  public var edgeWidth: Fixed = 1
  /// The shortest side of the area that a finger touches, in millimetres.
  public var target: Fixed = 7

  /// A style of six colours; the others follow from them.
  ///
  /// - Parameters:
  ///   - ground: behind everything.
  ///   - surface: behind a group of controls.
  ///   - ink: of text.
  ///   - dim: of text of less weight.
  ///   - accent: of the parts that are set, held or on.
  ///   - warning: of dangerous answers.
  public init(ground: Color, surface: Color, ink: Color, dim: Color, accent: Color, warning: Color) {
    (self.ground, self.surface, self.ink, self.dim) = (ground, surface, ink, dim)
    (self.accent, self.warning) = (accent, warning)
    fill = surface.mixed(surface.lightness > 128 ? 241 : 235, with: ink)
    pressedFill = fill.mixed(195, with: accent)
    edge = ink.mixed(134, with: surface)
    track = ink.mixed(77, with: surface)
    selection = accent
    let ofInk = (ink.lightness - accent.lightness).magnitude
    selectedInk = ofInk >= (ground.lightness - accent.lightness).magnitude ? ink : ground
    shade = Color(red: 0, green: 0, blue: 0, alpha: 153)
  }

  /// Light on dark, for a room.
  public static var dark: ControlStyle {
    var style = ControlStyle(
      ground: Color(argb: 0xFF0B_0F14), surface: Color(argb: 0xFF15_1B23), ink: Color(argb: 0xFFEE_F2F6),
      dim: Color(argb: 0xFF9A_A7B4), accent: Color(argb: 0xFF5D_B7FF), warning: Color(argb: 0xFFFF_6B6B))
    style.edge = Color(argb: 0xFF76_808A)
    return style
  }

  /// Dark on light, for the sun.
  public static var day: ControlStyle {
    var style = ControlStyle(
      ground: Color(argb: 0xFFEE_F1F4), surface: Color(argb: 0xFFFF_FFFF), ink: Color(argb: 0xFF11_161C),
      dim: Color(argb: 0xFF4D_5863), accent: Color(argb: 0xFF0B_63A5), warning: Color(argb: 0xFFB4_0010))
    style.edge = Color(argb: 0xFF7D_858D)
    style.shade = Color(red: 17, green: 22, blue: 28, alpha: 128)
    return style
  }

  /// For eyes that are used to the dark: dim and red, with fillings that do not shine.
  public static var night: ControlStyle {
    var style = ControlStyle(
      ground: Color(argb: 0xFF00_0000), surface: Color(argb: 0xFF0A_0606), ink: Color(argb: 0xFFD9_8A7A),
      dim: Color(argb: 0xFFB2_7264), accent: Color(argb: 0xFFB3_705F), warning: Color(argb: 0xFFF0_4C3E))
    style.edge = Color(argb: 0xFF8D_5B50)
    style.selection = Color(argb: 0xFF46_2C25)
    style.selectedInk = style.ink
    return style
  }

  /// The field of a control that is on and pressed: away from the colour of its text.
  var pressedSelection: Color {
    selection.mixed(215, with: selectedInk.lightness > selection.lightness ? .black : .white)
  }

  /// Text that cannot be used now.
  func faded(_ color: Color, on field: Color) -> Color { color.mixed(102, with: field) }

  public static func == (a: ControlStyle, b: ControlStyle) -> Bool {
    a.ground == b.ground && a.surface == b.surface && a.ink == b.ink && a.dim == b.dim && a.accent == b.accent
      && a.warning == b.warning && a.fill == b.fill && a.pressedFill == b.pressedFill && a.edge == b.edge
      && a.track == b.track && a.selection == b.selection && a.selectedInk == b.selectedInk && a.shade == b.shade
      && a.font === b.font && a.capHeight == b.capHeight && a.cornerRadius == b.cornerRadius
      && a.edgeWidth == b.edgeWidth && a.target == b.target
  }
}

/// A style that many views share.
@usableFromInline
final class SharedControlStyle: Sendable {
  let style: ControlStyle
  init(_ style: ControlStyle) { self.style = style }
}

extension View {
  /// The look of the controls in this view, and of this view if it is one. `nil`, as at first, leaves it to the
  /// superviews; where none of them has a style it is ``ControlStyle/dark``.
  public final var controlStyle: ControlStyle? {
    get { ownControlStyle?.style }
    set {
      if newValue == controlStyle { return }
      ownControlStyle = newValue.map { SharedControlStyle($0) }
      passOnControlStyle()
    }
  }

  /// Gives the style that holds here to this view and to all below it.
  final func passOnControlStyle() {
    var view: View? = self
    while let here = view {
      if let style = here.ownControlStyle { return takeControlStyle(style) }
      view = here.superview
    }
    takeControlStyle(nil)
  }

  private func takeControlStyle(_ style: SharedControlStyle?) {
    useControlStyle(style)
    for view in directSubviews { view.takeControlStyle(view.ownControlStyle ?? style) }
  }
}
