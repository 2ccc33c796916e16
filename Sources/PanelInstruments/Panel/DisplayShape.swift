// Stage: a panel. The displays that areas of a page are for.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A kind of display: higher than wide, or narrower than so many pixels.
package struct DisplayShape: Equatable {
  package enum Kind: Int, CaseIterable, Sendable { case portrait, landscape, narrower, wider, lower, higher }

  package var kind: Kind
  /// Of the display; 0 where only its shape counts.
  package var pixels: Int

  package init(kind: Kind, pixels: Int) { (self.kind, self.pixels) = (kind, pixels) }

  /// Whether a display is one.
  func holds(_ size: Size) -> Bool {
    let length = Fixed(pixels)
    return switch kind {
    case .portrait: size.height > size.width
    case .landscape: size.width >= size.height
    case .narrower: size.width < length
    case .wider: size.width > length
    case .lower: size.height < length
    case .higher: size.height > length
    }
  }

  init?(_ record: PanelRecord) {
    guard let kind = record.choice(.shape).flatMap({ Kind(rawValue: $0) }) else { return nil }
    self.init(kind: kind, pixels: Swift.max(0, Swift.min(16_384, record.number(.length)?.rounded ?? 0)))
  }

  #if !hasFeature(Embedded)
  /// Reads `portrait`, `narrower than 400px`.
  package init?(words: String) {
    let parts = words.split(separator: " ")
    guard let first = parts.first, let kind = Kind.allCases.first(where: { String(describing: $0) == first }) else {
      return nil
    }
    if kind == .portrait || kind == .landscape {
      if parts.count != 1 { return nil }
      self.init(kind: kind, pixels: 0)
    } else {
      guard parts.count == 3, parts[1] == "than", parts[2].hasSuffix("px"), let pixels = Int(parts[2].dropLast(2)),
        (1...16_384).contains(pixels)
      else { return nil }
      self.init(kind: kind, pixels: pixels)
    }
  }
  #endif
}
