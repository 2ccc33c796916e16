import CBench
import FixedRaster
import LayerRuntime

extension LayerScene {
  /// A rounded mark with a shadow.
  private static func mark(_ x: Int, _ y: Int) -> Layer {
    let mark = Layer()
    mark.frame = Rect(x: Fixed(x), y: Fixed(y), width: 40, height: 24)
    (mark.backgroundColor, mark.cornerRadius) = (color(0), 6)
    (mark.shadowOpacity, mark.shadowRadius, mark.shadowOffset) = (0.75, 4, .zero)
    return mark
  }

  /// Another colour each frame: all of the marks are drawn again.
  private static func color(_ frame: Int) -> Color {
    Color(argb: 0xFF30_60A0 &+ UInt32(truncatingIfNeeded: frame % 64))
  }

  static func stage() -> Layer {
    let root = Layer()
    cover(root)
    root.backgroundColor = Color(argb: 0xFF10_1820)
    return root
  }

  /// Ten rows of ten marks: each a layer, or all of them copies of one.
  static func marks(_ name: StaticString, isReplicated: Bool) -> LayerScene {
    let root = stage()
    if !isReplicated {
      let marks = (0..<100).map { mark(20 + $0 % 10 * 78, 16 + $0 / 10 * 46) }
      root.sublayers = marks
      return LayerScene(name, root: root) { frame in for mark in marks { mark.backgroundColor = color(frame) } }
    }
    let (rows, row, first) = (ReplicatorLayer(), ReplicatorLayer(), mark(20, 16))
    for layer in [rows, row] {
      cover(layer)
      layer.instanceCount = 10
    }
    row.instanceTransform = Transform3D(translationX: 78, y: 0, z: 0)
    rows.instanceTransform = Transform3D(translationX: 0, y: 46, z: 0)
    row.addSublayer(first)
    rows.addSublayer(row)
    root.addSublayer(rows)
    return LayerScene(name, root: root) { frame in first.backgroundColor = color(frame) }
  }

  /// A hundred marks in a ring, each turned: by hand, or copies of one.
  static func ring(_ name: StaticString, isReplicated: Bool) -> LayerScene {
    let root = stage()
    let turn = Fixed.pi * 2 / 100
    if !isReplicated {
      let marks = (0..<100).map { i in
        let mark = mark(380, 20)
        (mark.anchorPoint, mark.position) = (Point(x: 0.5, y: 220 / 24), Point(x: 400, y: 240))
        mark.setAffineTransform(AffineTransform(rotationAngle: Fixed(i) * turn))
        return mark
      }
      root.sublayers = marks
      return LayerScene(name, root: root) { frame in for mark in marks { mark.backgroundColor = color(frame) } }
    }
    let (copies, first) = (ReplicatorLayer(), mark(380, 20))
    cover(copies)
    (copies.instanceCount, copies.instanceTransform) = (100, Transform3D(rotationAngle: turn, x: 0, y: 0, z: 1))
    copies.addSublayer(first)
    root.addSublayer(copies)
    return LayerScene(name, root: root) { frame in first.backgroundColor = color(frame) }
  }

  /// A compass that is turned like a page, by a degree a frame: three planes with letters and a shadow, and a peg that
  /// passes through them.
  static func page(_ name: StaticString) -> LayerScene {
    let root = stage()
    root.sublayerTransform.m34 = -1 / 1000
    let page = TransformLayer()
    (page.bounds, page.anchorPoint) = (Rect(x: 0, y: 0, width: 400, height: 400), Point(x: 1, y: 0.5))
    page.position = Point(x: 600, y: 240)
    let (ground, circle, arrow, peg) = (GradientLayer(), ShapeLayer(), ShapeLayer(), ShapeLayer())
    for layer in [ground, circle] { layer.frame = page.bounds }
    ground.colors = [.black, Color(argb: 0xFFFF_0000)]
    circle.path = Path(ellipseIn: Rect(x: 6, y: 6, width: 388, height: 388))
    (circle.fillColor, circle.strokeColor) = (Color(red: 230, green: 242, blue: 237, alpha: 230), .black)
    (circle.lineWidth, circle.zPosition) = (3, 10)
    for (i, letter) in ["N", "E", "S", "W"].enumerated() {
      let text = PanelTree.text(letter, x: 190, baseline: 40, width: 20, .black)
      (text.anchorPoint, text.position) = (Point(x: 0.5, y: 180 / text.bounds.height), Point(x: 200, y: 200))
      text.setAffineTransform(AffineTransform(rotationAngle: Fixed(i) * .pi / 2))
      circle.addSublayer(text)
    }
    arrow.bounds = Rect(x: 0, y: 0, width: 80, height: 200)
    (arrow.anchorPoint, arrow.position) = (Point(x: 0.5, y: 0.8), Point(x: 200, y: 200))
    var head = Path()
    for (i, point) in [Point(x: 0, y: 50), Point(x: 40, y: 0), Point(x: 80, y: 50), Point(x: 40, y: 200)].enumerated() {
      if i == 0 { head.move(to: point) } else { head.addLine(to: point) }
    }
    (arrow.path, arrow.fillColor) = (head, Color(argb: 0xFF20_2020))
    (arrow.shadowOpacity, arrow.shadowRadius, arrow.zPosition) = (1, 10, 20)
    peg.bounds = Rect(x: 0, y: 0, width: 7, height: 100)
    peg.backgroundColor = .white
    (peg.position, peg.zPosition) = (Point(x: 200, y: 200), 15)
    peg.transform = Transform3D(rotationAngle: .pi / 2, x: 1, y: 0, z: 0)
      .concatenating(Transform3D(rotationAngle: .pi / 2, x: 0, y: 0, z: 1))
    page.sublayers = [ground, circle, arrow, peg]
    root.addSublayer(page)
    return LayerScene(name, root: root) { frame in
      page.transform = Transform3D(rotationAngle: Fixed(frame % 80) * .pi / 180, x: 0, y: 1, z: 0)
    }
  }

  /// A picture of 320 × 240 that is presented each frame; making it is no part of this.
  static func surface(_ name: StaticString) -> LayerScene {
    let (root, camera) = (stage(), SurfaceLayer())
    camera.frame = Rect(x: 200, y: 100, width: 320, height: 240)
    camera.drawableSize = camera.bounds.size
    root.addSublayer(camera)
    _ = camera.drawables
    return LayerScene(name, root: root) { _ in
      if let drawable = camera.nextDrawable() { drawable.present() }
      camera.showPresented()
    }
  }
}
