// Stage: a panel. A page on the display.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A page's layer and its elements.
final class PanelPage {
  let name: String
  let title: String
  /// The digits that show it to who touches for it; `nil` for none.
  let pin: [UInt8]?
  /// Shows it while it holds; `nil` for none.
  let condition: SignalIndex?
  let layer = Layer()
  let content: PanelElement
  private let margin: PanelProperty?

  init(_ record: PanelRecord, content: PanelElement) {
    name = record.text(.name) ?? ""
    title = record.text(.title) ?? name
    pin = record.text(.pin).map { Array($0.utf8) }
    condition = record.signal(.when)
    self.content = content
    margin = record[.margin]
    content.addLayers(to: layer)
  }

  func layOut(_ bounds: Rect, _ scale: PanelScale) {
    if !scale.isMeasuring { layer.frame = bounds }
    let inset = margin?.length.flatMap { scale.points($0, of: bounds.width) } ?? 8 * scale.factor
    let rounded = Fixed(inset.rounded)
    content.place(Rect(origin: .zero, size: bounds.size).insetBy(dx: rounded, dy: rounded), isShown: true, scale)
  }
}

extension PanelElement {
  /// Of a page's areas for several shapes of display only one are shown: the first whose shape holds, else those without one.
  func choose(_ size: Size) {
    let grids = children.filter { $0.record.kind == .grid }
    guard grids.contains(where: { DisplayShape($0.record) != nil }) else { return }
    let chosen =
      grids.first { DisplayShape($0.record)?.holds(size) == true } ?? grids.first { DisplayShape($0.record) == nil }
    for grid in grids { grid.isVisible = grid === chosen }
  }

  /// Hides the element only by a fresh condition: an old or failed one may be wrong. Where it would lie over others an old one
  /// counts as it was last, and one that was never heard hides it, unless the description says otherwise.
  /// - Returns: whether that changed.
  func setVisible(_ reading: Reading) -> Bool {
    let wanted =
      switch reading.quality {
      case .fresh: reading.isTrue
      case .old: showsUnknown || reading.isTrue
      case .failed: true
      case .none: showsUnknown
      }
    if wanted == isVisible { return false }
    isVisible = wanted
    return true
  }
}
