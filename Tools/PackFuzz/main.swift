// Loads damaged packs for as long as it is told to: scripts/fuzz packs.
//
// usage: pack-fuzz COUNT SEED [FONT.pack]...
import Foundation
import PanelAssets

let arguments = CommandLine.arguments
guard arguments.count >= 3, let count = Int(arguments[1]), let seed = UInt64(arguments[2]) else {
  print("usage: pack-fuzz COUNT SEED [FONT.pack]...")
  exit(2)
}
let fonts = arguments.dropFirst(3).compactMap { try? readFile($0) }
let begun = Date()
let report = fuzzPacks(fonts: fonts, count: count, seed: seed)
let seconds = Date().timeIntervalSince(begun)
report.lines.forEach { print($0) }
print("\(report.runs) packs in \(Int(seconds)) s, \(Int(Double(report.runs) / max(seconds, 0.001))) a second")
if !report.untried.isEmpty {
  print("never tried: \(report.untried.joined(separator: " "))")
  exit(1)
}
