// Stage: the program's screen. The arrow of a mouse or a tablet, above all layers, while it moves.

/// An arrow that is never touched itself.
final class PointerCursor: ShapeLayer {
  init(_ root: Layer) {
    super.init()
    var path = Path()
    path.move(to: .zero)
    for (x, y) in [(0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12)] as [(Fixed, Fixed)] {
      path.addLine(to: Point(x: x, y: y))
    }
    path.closeSubpath()
    self.path = path
    (fillColor, strokeColor, lineWidth) = (.white, .black, 1)
    (zPosition, isHidden, showsChangesAtOnce) = (1_000_000, true, true)
    bounds = Rect(x: 0, y: 0, width: 13, height: 21)
    anchorPoint = .zero
    root.addSublayer(self)
  }

  func show(at place: Point) {
    position = place
    isHidden = false
  }

  override func hitTest(_ point: Point, order: HitTestOrder) -> Layer? { nil }
}
