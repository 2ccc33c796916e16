// Stage: panel. Input: a compiled panel. Output: the cost of the largest change for a device.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelInstruments
import SystemFiles

/// The largest frame that a panel can cause: the one in which a page is shown, and everything on it is drawn.
struct LargestFrame {
  private(set) var pixels = 0
  /// Layers that are on the display, those without anything to draw too.
  private(set) var layers = 0
  private(set) var page = ""

  /// Shows every page, as a device does.
  /// - Throws: a font or an image in the file is damaged.
  init(_ bytes: [UInt8]) throws(PackError) {
    let file = try PanelFile(bytes: bytes)
    let size = Size(
      width: file.root.number(.designWidth).map { Fixed($0.rounded) } ?? 800,
      height: file.root.number(.designHeight).map { Fixed($0.rounded) } ?? 480)
    let panel = try Panel(file, size: size)
    for (number, name) in panel.pageNames.enumerated() {
      panel.showPage(number)
      panel.advance(to: 0)
      panel.layOutShown()
      let count = Self.shownLayers(panel.root)
      if count > layers { (layers, page) = (count, name) }
    }
    pixels = size.width.rounded * size.height.rounded
  }

  var summary: String { "largest frame \(pixels) pixels, \(layers) layers (page \(printable(page)))" }

  private static func shownLayers(_ layer: Layer) -> Int {
    layer.isHidden ? 0 : (layer.sublayers ?? []).reduce(1) { $0 + shownLayers($1) }
  }
}
