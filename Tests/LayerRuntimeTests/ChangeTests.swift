import FixedRaster
import Testing

@testable import LayerRuntime

@Suite struct ChangeTests {
  let root = named("root")
  let a = named("a")
  let b = named("b")
  let leaf = named("leaf")
  let host = RecordingHost()

  init() {
    root.sublayers = [a, b]
    a.addSublayer(leaf)
    root.host = host
    root.clearMarks()
    host.changes = 0
  }

  @Test(
    "L05 a new layer is wholly changed, has zero bounds at (0, 0), and none of the marks are lost when it is inserted")
  func newLayer() {
    let new = Layer()
    #expect(new.changes == .all && new.renderState == .new && !new.hasChangedDescendants)
    #expect(new.bounds == .zero && new.position == .zero && new.frame == .zero && new.bounds.isEmpty)
    #expect(new.anchorPoint == Point(x: 1 / 2, y: 1 / 2))
    #expect(new.opacity == 1 && !new.isHidden && !new.isOpaque && new.backgroundColor == nil && new.borderWidth == 0)
    leaf.addSublayer(new)
    #expect(leaf.changes == [.children, .layout] && leaf.hasChangedDescendants)
    #expect(a.hasChangedDescendants && root.hasChangedDescendants && !b.isMarked)
    #expect(host.changes == 1)
  }

  @Test("L06 masksToBounds is false at first")
  func masking() { #expect(!Layer().masksToBounds) }

  @Test("L102 a mark reaches the root once, and stops at layers that know already")
  func propagation() {
    leaf.opacity = 0
    #expect(leaf.changes == .appearance && !leaf.hasChangedDescendants)
    #expect(a.hasChangedDescendants && a.changes.isEmpty && root.hasChangedDescendants && !b.isMarked)
    #expect(host.changes == 1)
    leaf.position = Point(x: 1, y: 1)
    b.isHidden = true
    #expect(leaf.changes == [.appearance, .geometry] && b.changes == .geometry)
    #expect(host.changes == 1)
    root.clearMarks()
    root.backgroundColor = .black
    #expect(host.changes == 2)
  }

  @Test("L102 each property marks its own kind, and an equal value marks nothing")
  func everyProperty() {
    let shape = ShapeLayer()
    root.addSublayer(shape)
    var path = Path()
    path.move(to: .zero)
    let turn = Transform3D(rotationAngle: 1, x: 0, y: 0, z: 1)
    let sets: [(LayerChanges, () -> Void)] = [
      ([.geometry, .layout], { shape.bounds = Rect(x: 0, y: 0, width: 5, height: 5) }),
      ([.geometry, .layout], { shape.bounds.origin = Point(x: 1, y: 2) }),
      (.geometry, { shape.position = Point(x: 3, y: 3) }), (.geometry, { shape.anchorPoint = .zero }),
      (.geometry, { shape.anchorPointZ = 2 }), (.geometry, { shape.zPosition = 2 }),
      (.geometry, { shape.transform = turn }), (.geometry, { shape.sublayerTransform = turn }),
      (.geometry, { shape.isGeometryFlipped = true }),
      (.geometry, { shape.isHidden = true }), (.appearance, { shape.masksToBounds = true }),
      (.appearance, { shape.backgroundColor = .white }), (.appearance, { shape.cornerRadius = 3 }),
      (.appearance, { shape.maskedCorners = [.minXMinYCorner, .maxXMaxYCorner] }),
      (.appearance, { shape.cornerCurve = .continuous }),
      (.appearance, { shape.borderWidth = 3 }), (.appearance, { shape.borderColor = nil }),
      (.appearance, { shape.opacity = 1 / 2 }), (.appearance, { shape.isOpaque = true }),
      (.drawing, { shape.path = path }),
      (.drawing, { shape.fillColor = nil }), (.drawing, { shape.fillRule = .evenOdd }),
      (.drawing, { shape.strokeColor = .white }),
      (.drawing, { shape.lineWidth = 2 }), (.drawing, { shape.lineCap = .round }),
      (.drawing, { shape.lineJoin = .bevel }),
      (.drawing, { shape.miterLimit = 4 }),
    ]
    for (index, (kind, set)) in sets.enumerated() {
      root.clearMarks()
      set()
      #expect(shape.changes == kind && root.hasChangedDescendants, "property \(index)")
      root.clearMarks()
      set()
      #expect(!shape.isMarked && !root.isMarked, "property \(index)")
    }
  }

  @Test("L60 all four corners are rounded at first, circularly; each has a bit of its own")
  func corners() {
    let each: [CornerMask] = [
      .minXMinYCorner, .maxXMinYCorner, .minXMaxYCorner, .maxXMaxYCorner,
    ]
    #expect(leaf.maskedCorners == .all && leaf.maskedCorners == CornerMask(each) && leaf.cornerCurve == .circular)
    #expect(each.map(\.rawValue) == [1, 2, 4, 8])
  }

  @Test("L03 a change of depth tells the superlayer that the order of its sublayers changed")
  func depth() {
    leaf.zPosition = 1
    #expect(leaf.changes == .geometry && a.changes == .children)
  }

  @Test("L41 a shape layer starts filled black by the non-zero rule, without a stroke")
  func shapeDefaults() {
    let shape = ShapeLayer()
    #expect(shape.path == nil && shape.fillColor == .black && shape.fillRule == .nonZero && shape.strokeColor == nil)
    #expect(shape.lineWidth == 1 && shape.lineCap == .butt && shape.lineJoin == .miter && shape.miterLimit == 10)
  }

  @Test("L38 opacity is held to 0…1")
  func opacityRange() {
    leaf.opacity = 2
    #expect(leaf.opacity == 1 && !leaf.isMarked)
    leaf.opacity = -1
    #expect(leaf.opacity == 0 && leaf.changes == .appearance)
  }

  @Test("L02 removing a layer reports the node of it and of all below it, once, and makes them new")
  func removalReports() {
    (root.renderState, a.renderState, b.renderState, leaf.renderState) = (shown(0), shown(1), shown(2), shown(3))
    a.removeFromSuperlayer()
    #expect(host.removed == [shown(1), shown(3)])
    #expect(a.renderState == .new && leaf.renderState == .new && b.renderState == shown(2))
    #expect(root.changes == [.children, .layout] && host.changes == 1)
    #expect(a.changes == .all && a.hasChangedDescendants && leaf.changes == .all)
    leaf.position = Point(x: 9, y: 9)
    #expect(host.changes == 1)
    b.addSublayer(a)
    #expect(host.removed == [shown(1), shown(3)] && b.hasChangedDescendants && b.changes == [.children, .layout])
  }

  @Test("L02 moving to another superlayer is a removal; a new place among siblings is not")
  func movesReport() {
    (root.renderState, a.renderState, b.renderState, leaf.renderState) = (shown(0), shown(1), shown(2), shown(3))
    root.insertSublayer(a, above: b)
    #expect(host.removed.isEmpty && a.renderState == shown(1) && root.changes == [.children, .layout])
    root.sublayers = [a, b]
    #expect(host.removed.isEmpty && b.renderState == shown(2))
    b.addSublayer(leaf)
    #expect(host.removed == [shown(3)] && leaf.renderState == .new)
    #expect(a.changes == [.children, .order, .layout] && b.changes == a.changes)
    root.sublayers = [a]
    #expect(host.removed == [shown(3), shown(2)])
  }

  @Test("L02 a new host finds every layer new, a former one loses them; the root of a display cannot become a sublayer")
  func newHost() async {
    a.renderState = shown(7)
    let other = RecordingHost()
    root.host = other
    #expect(
      a.renderState == .new && a.changes == .all && leaf.changes == .all && other.changes == 1
        && host.removed == [shown(7)])
    root.host = nil
    root.position = Point(x: 4, y: 4)
    #expect(other.changes == 1)
    await #expect(processExitsWith: .failure) {
      let (shown, host) = (Layer(), RecordingHost())
      shown.host = host
      Layer().addSublayer(shown)
    }
  }
}
