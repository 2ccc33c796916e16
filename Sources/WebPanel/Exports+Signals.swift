// Stage: a page. The functions for signals: docs/web-module.md is their manual.
import CLinux
import PanelDisplays
import PanelFile
import PanelInstruments
import PanelSignals
import SystemFiles

/// A text of a signal's record.
private func text(_ signal: Int32, _ key: PropertyKey) -> UnsafeMutablePointer<UInt8>? {
  unsafe page.output.store(record(signal)?.text(key) ?? "")
  return unsafe page.output.address
}

private func record(_ signal: Int32) -> PanelRecord? {
  unsafe page.signals.indices.contains(Int(signal)) ? page.signals[Int(signal)] : nil
}

/// A number of the page; NaN for none.
private func double(_ number: Fixed64?) -> Double {
  number.map { Double($0.rawValue) / 4_294_967_296 } ?? .nan
}

@_cdecl("lamina_signal_count")
public func signalCount() -> Int32 { unsafe Int32(page.signals.count) }

@_cdecl("lamina_signal_find")
public func findSignal(_ bytes: Int32) -> Int32 {
  let name = unsafe page.input.prefix(Int(bytes))
  let index = unsafe page.signals.firstIndex { $0.text(.name).map { Array($0.utf8) == name } ?? false }
  return Int32(index ?? -1)
}

@_cdecl("lamina_signal_name")
public func signalName(_ signal: Int32) -> UnsafeMutablePointer<UInt8>? { unsafe text(signal, .name) }

@_cdecl("lamina_signal_title")
public func signalTitle(_ signal: Int32) -> UnsafeMutablePointer<UInt8>? { unsafe text(signal, .title) }

@_cdecl("lamina_signal_unit")
public func signalUnit(_ signal: Int32) -> UnsafeMutablePointer<UInt8>? { unsafe text(signal, .unit) }

@_cdecl("lamina_signal_traits")
public func signalTraits(_ signal: Int32) -> Int32 {
  guard let record = record(signal), let signals = unsafe page.state?.signals else { return 0 }
  var bits: Int32 = unsafe page.takesValues(Int(signal)) ? 1 : 0
  if signals.takesTexts(SignalIndex(Int(signal))) { bits |= 2 }
  if signals.isText(SignalIndex(Int(signal))) { bits |= 4 }
  if record.choice(.demo) != nil { bits |= 8 }
  return bits
}

@_cdecl("lamina_signal_lower")
public func signalLower(_ signal: Int32) -> Double { double(record(signal)?.number(.lower)) }

@_cdecl("lamina_signal_upper")
public func signalUpper(_ signal: Int32) -> Double { double(record(signal)?.number(.upper)) }

private func reading(_ signal: Int32) -> Reading {
  unsafe page.state?.signals.reading(SignalIndex(Int(signal))) ?? .none
}

@_cdecl("lamina_signal_quality")
public func signalQuality(_ signal: Int32) -> Int32 { Int32(reading(signal).quality.rawValue) }

@_cdecl("lamina_signal_value")
public func signalValue(_ signal: Int32) -> Double {
  let reading = reading(signal)
  return double(reading.hasValue ? reading.value : nil)
}

@_cdecl("lamina_signal_text")
public func signalText(_ signal: Int32) -> UnsafeMutablePointer<UInt8>? {
  let reading = reading(signal)
  unsafe page.output.store(reading.hasValue ? page.state?.signals.text(of: reading.value) ?? "" : "")
  return unsafe page.output.address
}

@_cdecl("lamina_give_number")
public func giveNumber(_ signal: Int32, _ value: Double, _ quality: Int32, _ time: Double) {
  var reading = Reading(.zero, Quality(page: quality))
  if reading.hasValue {
    // A comparison with NaN is false.
    if value > -2_147_483_648 && value < 2_147_483_647 {
      reading.value = Fixed64(rawValue: Int64((value * 4_294_967_296).rounded()))
    } else {
      reading.quality = .failed
    }
  }
  unsafe page.give(Int(signal), reading, at: page.clock.timeOfValue(time))
}

@_cdecl("lamina_give_text")
public func giveText(_ signal: Int32, _ bytes: Int32, _ quality: Int32, _ time: Double) {
  unsafe page.give(
    Int(signal), page.input.prefix(Int(bytes)), Quality(page: quality), at: page.clock.timeOfValue(time))
}

@_cdecl("lamina_show_demo")
public func showDemo() {
  unsafe page.state?.showDemo()
  unsafe page.setNeedsAdvance()
}

@_cdecl("lamina_set_view_only")
public func setViewOnly(_ isOn: Int32) { unsafe page.state?.outputs.isViewOnly = isOn != 0 }

@_cdecl("lamina_set_demo")
public func setDemo(_ signal: Int32, _ isOn: Int32) {
  unsafe page.state?.outputs.hold(SignalIndex(Int(signal)), isOn == 0)
  unsafe page.setNeedsAdvance()
}

extension Quality {
  /// A quality of the page; a number that names none is a failure.
  init(page number: Int32) { self = Quality(rawValue: UInt8(clamping: number)) ?? .failed }
}
