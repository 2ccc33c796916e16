// Stage: instruments. Zones beside a scale: a shape for each state.
import FixedRaster
import LayerRuntime

/// The zones of a scale. It has its instrument's coordinates.
final class ZoneLayers: Layer {
  private let shapes = [ShapeLayer(), ShapeLayer(), ShapeLayer(), ShapeLayer()]
  private var paths = [Path(), Path(), Path(), Path()]

  override init() {
    super.init()
    for shape in shapes { addSublayer(shape) }
  }

  func removeAll() {
    for index in paths.indices { paths[index] = Path() }
  }

  func addShape(_ state: ZoneState, _ add: (inout Path) -> Void) { add(&paths[state.rawValue]) }

  /// Shows the added zones.
  func finish() {
    for index in shapes.indices {
      shapes[index].frame = bounds
      shapes[index].path = paths[index]
    }
  }

  /// - Parameter share: of 256, how much of the colours is seen.
  func show(_ theme: Theme, alpha: UInt8 = 255) {
    for index in shapes.indices {
      guard let state = ZoneState(rawValue: index) else { continue }
      var color = theme[state.role]
      color.alpha = alpha
      shapes[index].fillColor = color
    }
  }
}
