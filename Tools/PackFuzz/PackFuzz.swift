// Packs are damaged and loaded, again and again. What is accepted is walked; what is refused is counted by its reason.
// row: P03
import FixedRaster
import LayerRuntime
import PanelAssets
import PanelFile
import PanelInstruments
import PanelSignals
import TestSupport

/// What came of it.
public struct FuzzReport {
  public fileprivate(set) var accepted = (fonts: 0, images: 0, panels: 0)
  public fileprivate(set) var refused: [PackError.Reason: Int] = [:]
  fileprivate var counts = WalkCounts()

  /// How much of what was accepted has been read, of each kind; a zero says that a kind was never come by.
  public var walked: [Int] {
    [counts.glyphs, counts.elements, counts.pairs, counts.sequences, counts.images, counts.pixels]
  }

  public var runs: Int { accepted.fonts + accepted.images + accepted.panels + refused.values.reduce(0, +) }

  /// What damage of bytes should come to and never did; empty after a run that is worth something.
  public var untried: [String] {
    // A file that cannot be opened or mapped is no matter of its bytes.
    let reasons = PackError.Reason.allCases.filter { $0 != .unreadable && refused[$0, default: 0] == 0 }
    return reasons.map { "\($0)" } + (accepted.fonts == 0 ? ["acceptedFont"] : [])
      + (accepted.images == 0 ? ["acceptedImage"] : []) + (accepted.panels == 0 ? ["acceptedPanel"] : [])
  }

  /// A line each, `tried NAME COUNT` as of the other fuzzer.
  public var lines: [String] {
    let reasons = PackError.Reason.allCases.filter { $0 != .unreadable }
    return ["tried acceptedFont \(accepted.fonts)", "tried acceptedImage \(accepted.images)"]
      + ["tried acceptedPanel \(accepted.panels)"]
      + reasons.map { "tried \($0) \(refused[$0, default: 0])" }
      + [
        "walked \(counts.glyphs) glyphs, \(counts.elements) elements, \(counts.pairs) pairs, "
          + "\(counts.sequences) sequences, \(counts.compositions) compositions, \(counts.images) images of \(counts.pixels) pixels"
      ]
  }
}

/// - Parameters:
///   - fonts: packs to damage besides the made-up ones.
///   - count: how many damaged packs are loaded.
public func fuzzPacks(fonts: [[UInt8]], count: Int, seed: UInt64) -> FuzzReport {
  var plain = SampleFont(), long = SampleFont()
  plain.descent = 0
  long.longOutline = 512
  let seeds = [plain.bytes, plain.bytes, long.bytes] + fonts
  let images = sampleImages()
  let panels = [samplePanel(), samplePanel(), samplePanel(), historyPanel()]
  var random = SplitMix(seed: seed)
  var report = FuzzReport()
  let canvas = WalkCanvas()
  for i in 0..<count {
    // A panel takes as long as many fonts.
    let (isPanel, isFont) = (i % 8 == 7, i % 2 == 0)
    let pool = isPanel ? panels : isFont ? seeds : images
    let pack = mutated(pool[random.below(pool.count)], &random)
    do throws(PackError) {
      if isPanel {
        let file = try PanelFile(bytes: pack, name: "fuzz")
        walk(try Panel(file, size: Size(width: 160, height: 96)))
        report.accepted.panels += 1
      } else if isFont {
        let font = try FontPack(bytes: pack, name: "fuzz")
        report.accepted.fonts += 1
        walk(font, &report.counts)
      } else {
        let image = try ImagePack(bytes: pack, name: "fuzz")
        report.accepted.images += 1
        withExtendedLifetime(image) { canvas.walk(image.image, &report.counts) }
      }
    } catch {
      report.refused[error.reason, default: 0] += 1
      check(error, pack)
    }
  }
  return report
}

/// Tells a panel values at the ends of their range, and has it go through some time.
private func walk(_ panel: Panel) {
  for (step, value) in [Fixed64.max, .min, 0, 50].enumerated() {
    let time = Int64(step) * 7_000_000_000
    for signal in 0..<panel.signals.count { panel.signals.set(SignalIndex(signal), to: value, at: time) }
    panel.advance(to: time)
    panel.showPage(step)
  }
}

/// An error points into the pack, or to its end, and says something.
private func check(_ error: PackError, _ pack: [UInt8]) {
  let isNamed = error.file == "fuzz" || error.file == "the panel's font"
  if error.offset < 0 || error.offset > pack.count || !isNamed || error.message.count < 30 {
    fatalError("an error that does not say where: \(error)")
  }
}
