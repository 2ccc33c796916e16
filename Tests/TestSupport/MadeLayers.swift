import FixedRaster
import LayerRuntime

/// Returns a layer with this frame.
public func makeLayer(_ x: Fixed, _ y: Fixed, _ width: Fixed, _ height: Fixed) -> Layer {
  let layer = Layer()
  layer.frame = Rect(x: x, y: y, width: width, height: height)
  return layer
}
