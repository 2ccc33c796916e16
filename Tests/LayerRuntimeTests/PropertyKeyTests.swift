import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime
@testable import Packs

@Suite struct PropertyKeyTests {
  private let affine = AffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
  private let mover = LayerDelegate()
  private let sublayer = Layer()

  /// Key, another value than the default, whether the property has it, and the default.
  private var ofEveryLayer: [(String, Value, (Layer) -> Bool, Value?)] {
    let rect = Rect(x: 1, y: 2, width: 30, height: 40)
    let transform = Transform3D(rotationAngle: 1, x: 1, y: 2, z: 3)
    var path = Path()
    path.addEllipse(in: rect)
    let triangle = path
    let (affine, sublayer, mover) = (affine, sublayer, mover)
    let pattern = Pattern(TestImage(width: 1, height: 1) { _, _ in 0 }.image)
    return [
      ("bounds", .rect(rect), { $0.bounds == rect }, .rect(.zero)),
      ("position", .point(rect.origin), { $0.position == rect.origin }, .point(.zero)),
      ("frame", .rect(rect), { $0.frame == rect && $0.bounds.size == rect.size }, .rect(.zero)),
      ("anchorPoint", .point(rect.origin), { $0.anchorPoint == rect.origin }, .point(Point(x: 0.5, y: 0.5))),
      ("anchorPointZ", 2, { $0.anchorPointZ == 2 }, 0), ("zPosition", -2.5, { $0.zPosition == -2.5 }, 0),
      ("transform", .transform(transform), { $0.transform == transform }, .transform(.identity)),
      ("transform", .affineTransform(affine), { $0.affineTransform() == affine }, .transform(.identity)),
      ("sublayerTransform", .transform(transform), { $0.sublayerTransform == transform }, .transform(.identity)),
      ("isGeometryFlipped", true, { $0.isGeometryFlipped }, false),
      ("geometryFlipped", true, { $0.isGeometryFlipped }, false),
      ("isHidden", true, { $0.isHidden }, false), ("hidden", true, { $0.isHidden }, false),
      ("opacity", 0.25, { $0.opacity == 0.25 }, 1), ("isOpaque", true, { $0.isOpaque }, false),
      ("opaque", true, { $0.isOpaque }, false), ("masksToBounds", true, { $0.masksToBounds }, false),
      ("backgroundColor", .color(.white), { $0.backgroundColor == .white }, nil),
      ("backgroundPattern", .object(pattern), { $0.backgroundPattern === pattern }, nil),
      ("cornerRadius", 3, { $0.cornerRadius == 3 }, 0), ("borderWidth", 1.5, { $0.borderWidth == 1.5 }, 0),
      ("borderColor", .color(.white), { $0.borderColor == .white }, .color(.black)),
      ("maskedCorners", 9, { $0.maskedCorners == [.minXMinYCorner, .maxXMaxYCorner] }, 15),
      ("cornerCurve", "continuous", { $0.cornerCurve == .continuous }, "circular"),
      ("name", "gauge", { $0.name == "gauge" }, nil),
      ("sublayers", [.object(sublayer)], { $0.sublayers?.first === sublayer && $0.sublayers?.count == 1 }, nil),
      ("delegate", .object(mover), { $0.delegate === mover }, nil),
      ("contentsGravity", "bottomLeft", { $0.contentsGravity == .bottomLeft }, "resize"),
      ("contentsRect", .rect(rect), { $0.contentsRect == rect }, .rect(Rect(x: 0, y: 0, width: 1, height: 1))),
      ("contentsCenter", .rect(rect), { $0.contentsCenter == rect }, .rect(Rect(x: 0, y: 0, width: 1, height: 1))),
      ("contentsScale", 2.5, { $0.contentsScale == 2.5 }, 1),
      ("minificationFilter", "trilinear", { $0.minificationFilter == .trilinear }, "linear"),
      ("magnificationFilter", "nearest", { $0.magnificationFilter == .nearest }, "linear"),
      ("needsDisplayOnBoundsChange", true, { $0.needsDisplayOnBoundsChange }, false),
      ("drawsAsynchronously", true, { $0.drawsAsynchronously }, false),
      ("mask", .object(Layer()), { $0.mask != nil }, nil),
      ("shadowColor", .color(.white), { $0.shadowColor == .white }, .color(.black)),
      ("shadowOpacity", 0.5, { $0.shadowOpacity == 0.5 }, 0), ("shadowRadius", 5, { $0.shadowRadius == 5 }, 3),
      ("compositingFilter", "plusLighter", { $0.compositingFilter == .plusLighter }, nil),
      ("compositingFilter", "luminosity", { $0.compositingFilter == .luminosity }, nil),
      ("shouldRasterize", true, { $0.shouldRasterize }, false),
      ("rasterizationScale", 0.5, { $0.rasterizationScale == 0.5 }, 1),
      ("shadowPath", .path(triangle), { $0.shadowPath == triangle }, nil),
      ("isDoubleSided", false, { !$0.isDoubleSided }, true), ("doubleSided", false, { !$0.isDoubleSided }, true),
      ("allowsGroupOpacity", false, { !$0.allowsGroupOpacity }, true),
      ("beginTime", .duration(.milliseconds(1500)), { $0.beginTime == .milliseconds(1500) }, .duration(.zero)),
      ("timeOffset", .duration(.seconds(-2)), { $0.timeOffset == .seconds(-2) }, .duration(.zero)),
      ("speed", 0.5, { $0.speed == 0.5 }, 1),
      ("autoresizingMask", 18, { $0.autoresizingMask == [.widthSizable, .heightSizable] }, 0),
    ]
  }

  private var ofShapeLayers: [(String, Value, (ShapeLayer) -> Bool, Value?)] {
    var line = Path()
    line.move(to: .zero)
    line.addLine(to: Point(x: 9, y: 9))
    let path = line
    return [
      ("path", .path(path), { $0.path == path }, nil),
      ("fillColor", .color(.white), { $0.fillColor == .white }, .color(.black)),
      ("fillRule", "evenOdd", { $0.fillRule == .evenOdd }, "nonZero"),
      ("strokeColor", .color(.white), { $0.strokeColor == .white }, nil),
      ("lineWidth", 2.5, { $0.lineWidth == 2.5 }, 1),
      ("lineCap", "round", { $0.lineCap == .round }, "butt"), ("lineCap", "square", { $0.lineCap == .square }, "butt"),
      ("lineJoin", "round", { $0.lineJoin == .round }, "miter"),
      ("lineJoin", "bevel", { $0.lineJoin == .bevel }, "miter"), ("miterLimit", 4, { $0.miterLimit == 4 }, 10),
      ("lineDashPattern", [3, 2.5], { $0.lineDashPattern == [3, 2.5] }, nil),
      ("lineDashPhase", 1.5, { $0.lineDashPhase == 1.5 }, 0), ("strokeStart", 0.25, { $0.strokeStart == 0.25 }, 0),
      ("strokeEnd", 0.75, { $0.strokeEnd == 0.75 }, 1),
    ]
  }

  private var ofGradientLayers: [(String, Value, (GradientLayer) -> Bool, Value?)] {
    let (start, end) = (Point(x: 0, y: 1), Point(x: 1, y: 0))
    return [
      ("colors", [.color(.white), .color(.black)], { $0.colors == [.white, .black] }, nil),
      ("locations", [0.25, 1], { $0.locations == [0.25, 1] }, nil),
      ("startPoint", .point(start), { $0.startPoint == start }, .point(Point(x: 0.5, y: 0))),
      ("endPoint", .point(end), { $0.endPoint == end }, .point(Point(x: 0.5, y: 1))),
      ("type", "radial", { $0.type == .radial }, "axial"), ("type", "conic", { $0.type == .conic }, "axial"),
    ]
  }

  private var ofTextLayers: [(String, Value, (TextLayer) -> Bool, Value?)] {
    let alignments: [(String, TextLayer.AlignmentMode)] = [
      ("left", .left), ("right", .right), ("center", .center), ("justified", .justified),
    ]
    let heights: [(String, TextLayer.VerticalAlignmentMode)] = [("center", .center), ("bottom", .bottom)]
    let truncations: [(String, TextLayer.TruncationMode)] = [("start", .start), ("end", .end), ("middle", .middle)]
    return [
      ("string", "12 °C", { $0.string == "12 °C" }, nil), ("fontSize", 12.5, { $0.fontSize == 12.5 }, 36),
      ("foregroundColor", .color(.black), { $0.foregroundColor == .black }, .color(.white)),
      ("isWrapped", true, { $0.isWrapped }, false), ("wrapped", true, { $0.isWrapped }, false),
    ] + alignments.map { name, mode in ("alignmentMode", .string(name), { $0.alignmentMode == mode }, "natural") }
      + heights.map { name, mode in
        ("verticalAlignmentMode", .string(name), { $0.verticalAlignmentMode == mode }, "top")
      }
      + truncations.map { name, mode in ("truncationMode", .string(name), { $0.truncationMode == mode }, "none") }
  }

  private func check<Kind: Layer>(_ layer: Kind, _ property: (String, Value, (Kind) -> Bool, Value?)) {
    let (key, value, hasIt, initial) = property
    #expect(layer.value(forKey: key) == initial && !hasIt(layer), "\(key)")
    #expect(layer.setValue(value, forKey: key), "\(key)")
    #expect(hasIt(layer), "\(key)")
    let isAffine = value == .affineTransform(affine)
    #expect(isAffine || layer.value(forKey: key) == value && layer.value(forKeyPath: key) == value, "\(key)")
    // The wrong type, and a name that is none of the cases: nothing changes.
    for wrong: Value in [.size(.zero), "no such case", .object(SpareObject()), [true]] {
      if key == "name" && wrong.string != nil || key == "string" && wrong.string != nil { continue }
      #expect(!layer.setValue(wrong, forKey: key) && !layer.setValue(wrong, forKeyPath: key), "\(key)")
      #expect(hasIt(layer), "\(key)")
    }
    #expect(layer.setValue(nil, forKey: key), "\(key)")
    #expect(!hasIt(layer) && layer.value(forKey: key) == initial, "\(key)")
  }

  @Test(
    "L70 every property of a layer is read, set and given back its default by its name; a wrong type changes nothing")
  func layerProperties() {
    for property in ofEveryLayer { check(Layer(), property) }
    for property in ofEveryLayer { check(ShapeLayer(), property) }
  }

  @Test("L70 so is every property of a shape layer")
  func shapeProperties() {
    for property in ofShapeLayers { check(ShapeLayer(), property) }
    #expect(Layer().value(forKey: "lineWidth") == nil)
  }

  @Test("L70 so is every property of a gradient layer")
  func gradientProperties() { for property in ofGradientLayers { check(GradientLayer(), property) } }

  @Test("L70 so is every property of a text layer")
  func textProperties() {
    for property in ofTextLayers { check(TextLayer(), property) }
    let text = TextLayer()
    #expect(text.value(forKey: "font")?.object === FontPack.default)
    #expect(text.setValue(.object(FontPack.missing), forKey: "font") && text.setValue(nil, forKey: "font"))
    #expect(!text.setValue(.object(text), forKey: "font") && text.font === FontPack.default)
    #expect(!text.setValue("x", forKey: "attributedString") && text.string == nil)
  }

  @Test("L70 a shadow's offset has parts of its own by key path")
  func shadowOffset() {
    let layer = Layer()
    #expect(layer.setValue(5, forKeyPath: "shadowOffset.width"))
    #expect(layer.shadowOffset == Size(width: 5, height: -3) && layer.value(forKeyPath: "shadowOffset.height") == -3)
  }

  @Test("L70 a dash pattern is set without its phase")
  func dashes() {
    let shape = ShapeLayer()
    shape.lineDashPhase = 4
    shape.setValue([1, 2], forKey: "lineDashPattern")
    #expect(shape.lineDashPhase == 4 && shape.lineDashPattern == [1, 2])
  }

  @Test("L70 contents are a value together with what keeps them alive")
  func contents() {
    let (layer, other, owner) = (Layer(), Layer(), SpareObject())
    let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: 2)
    unsafe pixels.initialize(repeating: 0, count: 2)
    let image = unsafe Image(.argb8888, pixels: pixels, width: 1, height: 1, bytesPerRow: 4)
    let next = unsafe Image(.argb8888, pixels: pixels + 1, width: 1, height: 1, bytesPerRow: 4)
    #expect(layer.value(forKey: "contents") == nil && layer.setValue(.image(image, owner: owner), forKey: "contents"))
    #expect(layer.contents?.hasSamePixels(as: image) == true && layer.contentsOwner === owner)
    let value = layer.value(forKey: "contents")
    #expect(value == .image(image, owner: owner) && value != .image(image, owner: nil) && value?.image != nil)
    #expect(value != .image(next, owner: owner) && layer.value(forKey: "contentsOwner")?.object === owner)
    #expect(!layer.setValue(.object(owner), forKey: "contents") && !layer.setValue(nil, forKey: "contentsOwner"))
    #expect(other.setValue(value, forKey: "contents") && other.contentsOwner === owner)
    #expect(layer.setValue(nil, forKey: "contents") && layer.contents == nil && layer.contentsOwner == nil)
    other.contents = nil
    unsafe pixels.deallocate()
  }

  @Test("L70 so is every property of a scroll layer, whose mask is on by default")
  func scrollProperties() {
    for (name, mode) in [
      ("none", ScrollLayer.ScrollMode.none), ("vertically", .vertically), ("horizontally", .horizontally),
    ] {
      check(ScrollLayer(), ("scrollMode", .string(name), { $0.scrollMode == mode }, "both"))
    }
    check(ScrollLayer(), ("masksToBounds", false, { !$0.masksToBounds }, true))
    for property in ofEveryLayer where property.0 != "masksToBounds" { check(ScrollLayer(), property) }
  }

  @Test("L70 L44 so is every property of an emitter layer, and of its cells by their names")
  func emitterProperties() {
    let place = Point(x: 3, y: 4)
    let properties: [(String, Value, (EmitterLayer) -> Bool, Value?)] = [
      ("birthRate", 2.5, { $0.birthRate == 2.5 }, 1), ("lifetime", 3, { $0.lifetime == 3 }, 1),
      ("velocity", 4, { $0.velocity == 4 }, 1), ("scale", 0.5, { $0.scale == 0.5 }, 1),
      ("spin", -2, { $0.spin == -2 }, 1), ("seed", 77, { $0.seed == 77 }, 0),
      ("emitterPosition", .point(place), { $0.emitterPosition == place }, .point(.zero)),
      ("emitterZPosition", 6, { $0.emitterZPosition == 6 }, 0), ("emitterDepth", 7, { $0.emitterDepth == 7 }, 0),
      ("particleLimit", 33, { $0.particleLimit == 33 }, 1024),
      ("emitterShape", "cuboid", { $0.emitterShape == .cuboid }, "point"),
      ("emitterShape", "sphere", { $0.emitterShape == .sphere }, "point"),
      ("emitterMode", "outline", { $0.emitterMode == .outline }, "volume"),
      ("renderMode", "additive", { $0.renderMode == .additive }, "unordered"),
      ("renderMode", "backToFront", { $0.renderMode == .backToFront }, "unordered"),
    ]
    for property in properties { check(EmitterLayer(), property) }
    for property in ofEveryLayer { check(EmitterLayer(), property) }
    let layer = EmitterLayer()
    let size = Size(width: 9, height: 8)
    #expect(layer.setValue(.size(size), forKey: "emitterSize") && layer.emitterSize == size)
    #expect(layer.setValue(5, forKeyPath: "emitterSize.width") && layer.emitterSize.width == 5)
    #expect(!layer.setValue([], forKey: "emitterCells") && layer.value(forKey: "emitterCells") == nil)
    // Reserved: neither a property nor a value of the program's.
    #expect(!layer.setValue(true, forKey: "preservesDepth") && layer.value(forKey: "preservesDepth") == nil)
  }

  @Test("L70 so is every property of a surface layer")
  func surfaceProperties() {
    let (layer, size) = (SurfaceLayer(), Size(width: 320, height: 240))
    #expect(layer.value(forKey: "drawableSize") == .size(Size(width: 1, height: 1)))
    #expect(layer.setValue(.size(size), forKey: "drawableSize") && layer.drawableSize == size)
    #expect(!layer.setValue(true, forKey: "drawableSize") && layer.value(forKey: "drawableSize") == .size(size))
    check(SurfaceLayer(), ("maximumDrawableCount", 2, { $0.maximumDrawableCount == 2 }, 3))
    for (name, format) in [("alpha8", ImageFormat.alpha8), ("rgb565", .rgb565), ("palette4", .palette4)] {
      check(SurfaceLayer(), ("pixelFormat", .string(name), { $0.pixelFormat == format }, "xrgb8888"))
    }
  }

  @Test("L70 so is every property of a replicator layer")
  func replicatorProperties() {
    let turn = Transform3D(rotationAngle: 1, x: 0, y: 0, z: 1)
    let properties: [(String, Value, (ReplicatorLayer) -> Bool, Value?)] = [
      ("instanceCount", 3, { $0.instanceCount == 3 }, 1),
      ("instanceTransform", .transform(turn), { $0.instanceTransform == turn }, .transform(.identity)),
      ("instanceDelay", .duration(.milliseconds(20)), { $0.instanceDelay == .milliseconds(20) }, .duration(.zero)),
      ("instanceColor", .color(.black), { $0.instanceColor == .black }, .color(.white)),
      ("instanceRedOffset", 0.25, { $0.instanceRedOffset == 0.25 }, 0),
      ("instanceGreenOffset", 0.25, { $0.instanceGreenOffset == 0.25 }, 0),
      ("instanceBlueOffset", 0.25, { $0.instanceBlueOffset == 0.25 }, 0),
      ("instanceAlphaOffset", -0.25, { $0.instanceAlphaOffset == -0.25 }, 0),
      ("preservesDepth", true, { $0.preservesDepth }, false),
    ]
    for property in properties { check(ReplicatorLayer(), property) }
  }

  @Test("L45 L70 so is every property of a tiled layer")
  func tiledProperties() {
    let layer = TiledLayer()
    let size = Size(width: 320, height: 240)
    #expect(layer.value(forKey: "tileSize") == .size(Size(width: 256, height: 256)))
    #expect(layer.setValue(.size(size), forKey: "tileSize") && layer.tileSize == size)
    #expect(!layer.setValue(true, forKey: "tileSize") && layer.value(forKey: "tileSize") == .size(size))
    #expect(layer.setValue(nil, forKey: "tileSize") && layer.tileSize == Size(width: 256, height: 256))
    check(layer, ("levelsOfDetail", 3, { $0.levelsOfDetail == 3 }, 1))
    check(layer, ("levelsOfDetailBias", 2, { $0.levelsOfDetailBias == 2 }, 0))
    check(layer, ("cacheCapacity", 12, { $0.cacheCapacity == 12 }, 64))
    check(
      layer,
      (
        "drawingBudget", .duration(.milliseconds(3)), { $0.drawingBudget == .milliseconds(3) },
        .duration(.milliseconds(8))
      ))
    check(layer, ("placeholderColor", .color(.white), { $0.placeholderColor == .white }, nil))
    for property in ofEveryLayer { check(TiledLayer(), property) }
  }

  @Test("L70 no property is without a key")
  func completeness() {
    let inside: Set<String> = [
      "children", "drawingOrder", "drawingOrderIsStale", "superlayerLink", "delegateLink", "hostLink",
      "touchRouterLink", "viewLink", "storedValues", "changes", "renderState", "content", "effects", "timing",
      "firstChanged",
      "changedNext",
      "changedPrevious", "isListed", "table", "tableIsStale", "typesetter", "layout", "spareLayout", "isLaidOut",
      "laidOutSize", "callbacks", "resizing", "dash", "dashLengths", "ring", "presentHandler", "delay", "cache",
      "shownBy",
      "tilesReadyHandler", "readyHandler", "firstAnimation", "currentDelay", "currentCopy", "delayedCopies",
      "shownTimes", "nextTimes",
      "actionProperties", "isAnimated", "isShowing", "shownChanges", "showsChangesAtOnce",
      "takesTouchesOfParts", "drawsMinusSigns",
    ]
    let kinds = [
      Layer(), ShapeLayer(), ScrollLayer(), GradientLayer(), TextLayer(), SurfaceLayer(), TransformLayer(),
      ReplicatorLayer(), TiledLayer(),
    ]
    for layer in kinds {
      var mirror: Mirror? = Mirror(reflecting: layer)
      var names: [String] = []
      while let here = mirror {
        names += here.children.compactMap(\.label)
        mirror = here.superclassMirror
      }
      #expect(names.contains("bounds") && names.contains("cornerRadius"))
      for name in names where !inside.contains(name) {
        var access = PropertyAccess.reading
        layer.accessProperty(ValueKey(name), &access)
        #expect(access.outcome == .done, "\(name) has no line in accessProperty, and is not internal")
      }
    }
  }
}

private final class SpareObject {}
