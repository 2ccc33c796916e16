// Stage: a panel. How a page takes the place of another.
import LayerRuntime

/// The duration of motions that show where something went, rather than a value.
enum PanelMotion {
  /// Until another page is shown.
  static var pageChange: Duration { .milliseconds(200) }
}

/// How a page takes the place of another, as a description says it.
enum PageTransition: Int {
  case none, fade, push

  /// Has a layer's picture give way to its next one. Does nothing where the layer is not on a display.
  /// - Parameter isForward: whether the next page comes from the right.
  func begin(on layer: Layer, isForward: Bool) {
    if self == .none || layer.presentation() == nil { return }
    let motion = Transition()
    motion.duration = PanelMotion.pageChange
    motion.timingFunction = .easeOut
    motion.type = self == .push ? .push : .fade
    motion.subtype = isForward ? .fromRight : .fromLeft
    layer.add(motion, forKey: "page")
  }
}
