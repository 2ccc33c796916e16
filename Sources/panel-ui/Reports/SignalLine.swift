// Stage: program. A signal in words, for whoever works on a panel.
import PanelFile
import PanelInstruments
import PanelSignals
import SystemFiles

/// A signal's name, value, quality and age: `rpm = 2400.000 fresh, 200 ms`.
func signalLine(_ signal: SignalIndex, _ file: PanelFile, _ signals: SignalStore, at time: Int64) -> String {
  let reading = signals.reading(signal)
  let record = file.root.children(.signal)[Int(signal.rawValue)]
  var text = printable(record.text(.name) ?? "expression") + " = "
  if !reading.hasValue {
    text += "no value"
  } else if signals.isText(signal) {
    text += "\"" + printable(signals.text(of: reading.value) ?? file.text(reading.value.floor)) + "\""
  } else {
    text += NumberFormat(decimals: 3).text(of: reading.value)
  }
  switch reading.quality {
  case .fresh: text += " fresh"
  case .old: text += " old"
  case .failed: text += " failed"
  case .none: text += " none"
  }
  guard let heard = signals.lastReceived(signal) else { return text }
  return text + ", " + String((time - heard) / 1_000_000) + " ms"
}
