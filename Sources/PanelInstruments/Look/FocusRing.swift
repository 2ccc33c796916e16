// Stage: instruments. The ring around what has the focus.
import FixedRaster
import LayerRuntime

/// Shows the focus where a key or an encoder was used last. Its layer is made with the first of them.
struct FocusRing {
  private var layer: ShapeLayer?
  private var place = Rect.zero
  private var bounds = Rect.zero
  var color = Color.clear { didSet { layer?.strokeColor = color } }

  /// - Parameters:
  ///   - place: of its line's middle, in the instrument's coordinates.
  ///   - bounds: the instrument's.
  mutating func place(around place: Rect, in bounds: Rect) {
    (self.place, self.bounds) = (place, bounds)
    layOut()
  }

  private func layOut() {
    layer?.frame = bounds
    layer?.path = Path(roundedRect: place, cornerRadius: 6)
  }

  /// Shows it for one part of the focus in an instrument, and hides it for the others.
  mutating func show(_ focus: FocusState, on instrument: Instrument) {
    if focus == .ringed && layer == nil {
      let layer = ShapeLayer()
      (layer.fillColor, layer.lineWidth, layer.strokeColor) = (nil, 2, color)
      instrument.addSublayer(layer)
      self.layer = layer
      layOut()
    }
    layer?.isHidden = focus != .ringed
  }
}
