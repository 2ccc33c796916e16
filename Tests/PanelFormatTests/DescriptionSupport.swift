import Foundation
import PanelDescription
import PanelFile
import Testing

/// What the descriptions below have in common.
let describedHead = """
  panel: 1
  size: 800x480
  sources:
    in: {lines: stdin}
  signals:
    rpm: {from: in/rpm, unit: rpm, title: Speed, range: 0..4000}
    oil: {from: in/oil, unit: kPa, show: bar 0.0, range: 0..700}
    coolant: {from: in/coolant, unit: degC, range: 40..120}
    depth: {from: in/depth, unit: m, range: 0..50}
    wind: {from: in/wind, unit: m/s, range: 0..25}
    fuel: {from: in/fuel, unit: percent, range: 0..100}
    heading: {from: in/heading, unit: deg, range: 0..360, wraps: 360}
    gear: {from: in/gear, enum: {0: Park, 1: {text: Drive, icon: play, color: normal}}}
    volts: {from: in/volts, unit: V}
    amps: {from: in/amps, unit: A}
    volume: {initial: 5}

  """

/// Signals that only the documents' examples have.
let exampleSignals = """
    wind_angle: {from: in/awa, unit: deg, range: -180..180, wraps: 360}
    pitch: {from: in/pitch, unit: deg}
    roll: {from: in/roll, unit: deg}
    engine_hours: {from: in/hours, unit: h}
    altitude: {from: in/altitude, unit: ft}
    charge: {from: in/charge, unit: percent}

  """

func compileDescription(_ text: String, hasFonts: Bool = false) throws -> PanelFile {
  let panel = try compilePanel(Array(text.utf8), name: "panel.yaml", hasFonts: hasFonts)
  return try PanelFile(bytes: panel.bytes)
}

/// The lines that a description is refused with.
func descriptionErrors(_ text: String) -> [String] {
  do throws(DescriptionError) { _ = try compilePanel(Array(text.utf8), name: "p", hasFonts: false) } catch {
    return error.lines
  }
  return []
}
