import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// Notes the style that holds.
private final class Styled: Control {
  var looks = 0
  override func appearanceChanged() { looks += 1 }
}

@Suite("Styles of controls") struct ControlStyleTests {
  private let stage = ControlStage()

  @Test("L94 text has a contrast of 4.5:1 on each field that it stands on, in each style")
  func text() {
    for (name, style) in controlStyles {
      for field in [style.ground, style.surface, style.fill] {
        for ink in [style.ink, style.dim, style.warning] {
          #expect(contrast(ink, field) >= 4.5, "\(name): \(ink) on \(field)")
        }
      }
      #expect(contrast(style.ink, style.pressedFill) >= 4.5, "\(name): pressed")
      #expect(contrast(style.selectedInk, style.selection) >= 4.5, "\(name): on")
      #expect(contrast(style.selectedInk, style.pressedSelection) >= 4.5, "\(name): on and pressed")
    }
  }

  @Test("L94 edges and the parts that are set have a contrast of 3:1, in each style")
  func edges() {
    for (name, style) in controlStyles {
      for field in [style.ground, style.surface, style.fill] {
        #expect(contrast(style.edge, field) >= 3, "\(name): edge on \(field)")
        #expect(contrast(style.accent, field) >= 3, "\(name): accent on \(field)")
      }
      #expect(contrast(style.accent, style.track) >= 1.5, "\(name): a track")
    }
  }

  @Test("L94 a style follows from six colours: text on a selection takes the colour that is farther from it")
  func ownStyle() {
    let colors = (Color.black, Color(red: 20, green: 20, blue: 20), Color.white, Color(red: 150, green: 150, blue: 150))
    let light = ControlStyle(
      ground: colors.0, surface: colors.1, ink: colors.2, dim: colors.3, accent: .yellow, warning: .red)
    let dark = ControlStyle(
      ground: colors.0, surface: colors.1, ink: colors.2, dim: colors.3, accent: .blue, warning: .red)
    #expect(light.selectedInk == .black && dark.selectedInk == .white)
    #expect(contrast(light.edge, light.fill) >= 3 && contrast(light.ink, light.fill) >= 4.5)
    #expect(light != dark && light == light)
  }

  @Test("L94 a control asks its own style, else that of its superviews, else it is dark; each change shows")
  func inheritance() {
    let (outer, inner, control) = (View(), View(), Styled())
    stage.root.addSubview(outer)
    outer.addSubview(inner)
    inner.addSubview(control)
    control.frame = Rect(x: 0, y: 0, width: 50, height: 50)
    stage.layOut()
    #expect(control.style == .dark && control.controlStyle == nil)
    stage.root.controlStyle = .day
    #expect(control.style == .day)
    inner.controlStyle = .night
    #expect(control.style == .night)
    control.controlStyle = .dark
    #expect(control.style == .dark)
    control.controlStyle = nil
    inner.controlStyle = nil
    #expect(control.style == .day)
    control.looks = 0
    outer.controlStyle = .night
    stage.layOut()
    #expect(control.looks > 0 && control.style == .night)
    outer.removeFromSuperview()
    stage.root.addSubview(control)
    #expect(control.style == .day)
    let other = View()
    other.controlStyle = .night
    stage.root.addSubview(other)
    other.addSubview(control)
    #expect(control.style == .night)
  }
}
