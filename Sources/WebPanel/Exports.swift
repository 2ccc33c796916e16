// Stage: a page. The functions that a page calls: docs/web-module.md is their manual.
//
// Conventions: numbers count from 0, −1 is none. Times are milliseconds of the page's clock. A text comes in through
// `lamina_input`, and the call takes the number of its bytes; a text that a call returns has `lamina_length` bytes. A
// number that names nothing does nothing, and gives 0, NaN or an empty text.
//
//     version   lamina_version
//     bytes     lamina_input  lamina_length
//     opening   lamina_open  lamina_message  lamina_is_open  lamina_title  lamina_design_width  lamina_design_height
//     signals   lamina_signal_…  lamina_give_number  lamina_give_text  lamina_show_demo  lamina_set_demo
//               lamina_set_view_only
//     looks     lamina_page…  lamina_theme…  lamina_language…  lamina_units…  lamina_show_…  lamina_set_clock
//     fingers   lamina_finger  lamina_cancel_fingers  lamina_key  lamina_turn  lamina_hit  lamina_hit_frame
//     frames    lamina_frame  lamina_next_time  lamina_damage  lamina_pixels  lamina_width …
import CLinux
import FixedRaster
import PanelDisplays
import PanelFile
import PanelInstruments
import PanelKit
import PanelSignals

/// The page's panel. A module has one thread.
nonisolated(unsafe) let page = WebPage()

/// The number of this interface: it changes when a call changes its meaning.
@_cdecl("lamina_version")
public func version() -> Int32 { 1 }

// MARK: Bytes

@_cdecl("lamina_input")
public func input(_ bytes: Int32) -> UnsafeMutablePointer<UInt8>? {
  guard bytes >= 0, bytes <= Int32(PanelFile.byteLimit), unsafe page.input.resize(to: Int(bytes)) else {
    return nil
  }
  return unsafe page.input.address
}

@_cdecl("lamina_length")
public func length() -> Int32 { unsafe Int32(page.output.count) }

/// Stores a text for the page.
private func text(_ text: String) -> UnsafeMutablePointer<UInt8>? {
  unsafe page.output.store(text)
  return unsafe page.output.address
}

// MARK: Opening

@_cdecl("lamina_open")
public func open(
  _ bytes: Int32, _ width: Int32, _ height: Int32, _ widthMicrometres: Int32, _ heightMicrometres: Int32,
  _ time: Double
) -> Int32 {
  let density = WebDisplay.density(
    width: Int(width), height: Int(height), widthMicrometres: Int(widthMicrometres),
    heightMicrometres: Int(heightMicrometres))
  return unsafe page.open(
    page.input.prefix(Int(bytes)), width: Int(width), height: Int(height), density: density,
    at: page.clock.advance(to: time)
  ).rawValue
}

@_cdecl("lamina_message")
public func message() -> UnsafeMutablePointer<UInt8>? { unsafe text(page.message) }

@_cdecl("lamina_is_open")
public func isOpen() -> Int32 { unsafe page.screens == nil ? 0 : 1 }

@_cdecl("lamina_title")
public func title() -> UnsafeMutablePointer<UInt8>? { unsafe text(page.state?.file.root.text(.title) ?? "") }

@_cdecl("lamina_design_width")
public func designWidth() -> Int32 { designed(.designWidth) }

@_cdecl("lamina_design_height")
public func designHeight() -> Int32 { designed(.designHeight) }

private func designed(_ key: PropertyKey) -> Int32 {
  unsafe Int32(clamping: page.state?.file.root.number(key)?.rounded ?? 0)
}

// MARK: Frames

@_cdecl("lamina_frame")
public func frame(_ time: Double) -> Int32 { unsafe Int32(page.frame(at: page.clock.advance(to: time))) }

@_cdecl("lamina_advance")
public func advance(_ time: Double) { unsafe page.advance(to: page.clock.advance(to: time)) }

@_cdecl("lamina_draw")
public func draw(_ time: Double) -> Int32 { unsafe Int32(page.draw(at: page.clock.advance(to: time))) }

@_cdecl("lamina_next_time")
public func nextTime() -> Double { unsafe WebClock.milliseconds(page.nextTime) }

@_cdecl("lamina_next_advance")
public func nextAdvance() -> Double { unsafe WebClock.milliseconds(page.screens?.nextTime) }

@_cdecl("lamina_next_animation")
public func nextAnimation() -> Double { unsafe WebClock.milliseconds(page.screen?.animationTime) }

@_cdecl("lamina_damage")
public func damage() -> UnsafeMutablePointer<Int32>? { unsafe page.display?.damage.address }

@_cdecl("lamina_pixels")
public func pixels() -> UnsafeMutableRawPointer? { unsafe page.display?.address }

@_cdecl("lamina_width")
public func width() -> Int32 { unsafe Int32(page.display?.memory.width ?? 0) }

@_cdecl("lamina_height")
public func height() -> Int32 { unsafe Int32(page.display?.memory.height ?? 0) }

@_cdecl("lamina_stride")
public func stride() -> Int32 { unsafe Int32(page.display?.memory.bytesPerRow ?? 0) }

@_cdecl("lamina_set_overlays")
public func setOverlays(_ bits: Int32) {
  unsafe page.screen?.screen.compositor.overlays = CompositorOverlays(rawValue: UInt8(bits & 7))
  unsafe page.setNeedsAdvance()
}
