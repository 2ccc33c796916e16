import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct LayerFilterTests {
  private let stage = Stage(width: 64, height: 48)
  private let layer = makeLayer(16, 16, 16, 16)

  init() {
    layer.backgroundColor = Color(argb: 0xFFFF_0000)
    stage.root.addSublayer(layer)
  }

  private func grey(_ x: Int, _ y: Int) -> Int { Int(stage.color(x, y) >> 16) }

  @Test("L64 filters change what the layer and its sublayers show, one after the other, and nothing beside them")
  func colors() {
    let sublayer = makeLayer(12, 12, 8, 8)
    sublayer.backgroundColor = Color(argb: 0xFF00_FF00)
    layer.addSublayer(sublayer)
    #expect(layer.filters == nil)
    layer.filters = [Filter(.colorInvert)]
    #expect(stage.color(16, 16) == 0xFFFF && stage.color(34, 34) == 0xFF_00FF && stage.color(37, 37) == 0)
    var grey = Filter(.colorControls)
    grey.saturation = 0
    layer.filters = [grey]
    #expect(stage.color(16, 16) == 0x36_3636 && stage.color(34, 34) == 0xB6_B6B6)
    layer.filters = [grey, Filter(.colorInvert)]
    #expect(stage.color(16, 16) == 0xC9_C9C9)
    (grey.brightness, grey.contrast) = (0.25, 2)
    layer.filters = [grey]
    #expect(stage.color(16, 16) == 0x6C_6C6C)
    layer.filters?[0].isEnabled = false
    #expect(stage.color(16, 16) == 0xFF_0000)
    layer.filters = [Filter(.sepiaTone)]
    #expect(stage.color(16, 16) == 0x64_5945)
    var swap = Filter(.colorMatrix)
    (swap.matrix.red, swap.matrix.blue) = (ColorWeights(blue: 1), ColorWeights(red: 1))
    layer.filters = [swap]
    #expect(stage.color(16, 16) == 0xFF)
    layer.filters = []
    #expect(stage.color(16, 16) == 0xFF_0000 && stage.compositor.bitmapBytesUsed == 0)
  }

  @Test("L64 a gaussian blur has the width it says, in points, and reaches beyond the layer; so has a box blur")
  func blurs() {
    layer.frame = Rect(x: -40, y: 24, width: 144, height: 60)
    var blur = Filter(.gaussianBlur)
    blur.radius = 4
    layer.filters = [blur]
    let (edge, out) = ((grey(32, 23) + grey(32, 24)) / 2, (grey(32, 19) + grey(32, 20)) / 2)
    #expect(abs(edge - 128) < 4 && abs(out - 41) < 6, "\(edge), \(out)")
    var box = Filter(.boxBlur)
    box.radius = 2
    layer.filters = [box]
    #expect((20..<28).map { grey(32, $0) } == [0, 0, 51, 102, 153, 204, 255, 255])
    layer.contentsScale = 2
    #expect((20..<28).map { grey(32, $0) } == [0, 0, 51, 102, 153, 204, 255, 255])
    // Two points in half the height.
    layer.transform = Transform3D(scaleX: 0.5, y: 0.5, z: 1)
    layer.position = Point(x: 32, y: 39)
    #expect((20..<28).map { grey(32, $0) } == [0, 0, 0, 85, 170, 255, 255, 255])
  }

  @Test("L64 pixels, pinches and vignettes have their place in the layer, wherever it goes")
  func places() {
    let half = makeLayer(0, 0, 6, 16)
    half.backgroundColor = .white
    layer.addSublayer(half)
    var squares = Filter(.pixellate)
    (squares.scale, squares.center) = (8, .zero)
    layer.filters = [squares]
    for x in [16, 19] {
      layer.frame.origin.x = Fixed(x)
      #expect(stage.color(x, 16) == stage.color(x + 7, 23) && stage.color(x + 8, 16) == 0xFF_0000)
      #expect(stage.color(x, 16) == 0xFF_BFBF)
    }
    squares.center.x = 4
    layer.filters = [squares]
    // Squares reach beyond the layer, and are mixed with nothing there.
    #expect(stage.color(15, 20) == stage.color(22, 20) && stage.color(14, 20) == 0)
    var pinch = Filter(.pinchDistortion)
    (pinch.center, pinch.radius, pinch.scale) = (Point(x: 8, y: 8), 8, 1)
    layer.filters = [pinch]
    // Halfway to the left, at 4, is shown what lies at 4 · (1 + 9/16) from the centre: beyond the edge of the white.
    #expect(stage.color(19 + 6, 24) == 0xFF_FFFF && stage.color(19 + 8, 24) == 0xFF_0000)
    pinch.scale = -1
    layer.filters = [pinch]
    #expect(stage.color(19 + 5, 24) == 0xFF_0000)
    var dark = Filter(.vignette)
    dark.intensity = 1
    layer.filters = [dark]
    #expect(stage.color(27, 24) >> 16 >= 0xFD && stage.color(34, 31) >> 16 < 0x30 && stage.color(19, 16) >> 16 < 0x30)
  }

  @Test("L64 filters come after the mask and before the opacity; a shadow is part of the picture")
  func order() {
    let mask = makeLayer(0, 0, 8, 16)
    mask.backgroundColor = .white
    layer.mask = mask
    layer.filters = [Filter(.colorInvert)]
    layer.opacity = 0.5
    #expect(stage.color(16, 16) == 0x8080 && stage.color(24, 16) == 0)
    var box = Filter(.boxBlur)
    box.radius = 2
    layer.filters = [box]
    #expect(stage.color(25, 24) != 0 && stage.color(26, 24) == 0)
    layer.mask = nil
    (layer.opacity, layer.shadowOpacity, layer.shadowRadius) = (1, 1, 0)
    (layer.shadowColor, layer.shadowOffset) = (.white, Size(width: 20, height: 0))
    #expect(stage.color(40, 24) == 0xFF_FFFF && stage.color(53, 24) == 0x33_3333)
  }

  @Test("L64 a filtered layer is not filtered again while it is moved by whole pixels or turned")
  func isKept() {
    var blur = Filter(.gaussianBlur)
    blur.radius = 2
    layer.filters = [blur]
    stage.show()
    let before = stage.color(16, 20)
    layer.position.x += 5
    #expect(stage.color(21, 20) == before && stage.compositor.surfacesDrawn == 1)
    layer.opacity = 0.5
    stage.show()
    #expect(stage.compositor.surfacesDrawn == 1)
    layer.transform = Transform3D(rotationAngle: 0.5, x: 0, y: 0, z: 1)
    stage.show()
    let rotated = stage.compositor.surfacesDrawn
    layer.transform = Transform3D(rotationAngle: 0.75, x: 0, y: 0, z: 1)
    stage.show()
    #expect(stage.compositor.surfacesDrawn == rotated)
    layer.filters = [blur]
    #expect(!stage.compositor.needsFrame)
    layer.backgroundColor = .white
    stage.show()
    #expect(stage.compositor.surfacesDrawn == rotated + 1)
  }

  @Test("L64 a parameter is read and changed by its key path afterwards, and nothing else is")
  func keyPaths() {
    var blur = Filter(.gaussianBlur, name: "soft")
    blur.radius = 2
    layer.filters = [Filter(.pinchDistortion), blur]
    #expect(layer.value(forKeyPath: "filters.soft.inputRadius") == 2)
    #expect(layer.setValue(5, forKeyPath: "filters.soft.inputRadius") && layer.filters?[1].radius == 5)
    #expect(stage.compositor.needsFrame)
    stage.show()
    let pinch = "filters.pinchDistortion."
    #expect(layer.setValue(.point(Point(x: 25, y: 15)), forKeyPath: pinch + "inputCenter"))
    #expect(layer.setValue(30, forKeyPath: pinch + "inputCenter.x") && layer.filters?[0].center == Point(x: 30, y: 15))
    #expect(layer.value(forKeyPath: pinch + "inputCenter.y") == 15)
    #expect(layer.setValue(1.25, forKeyPath: pinch + "inputScale") && layer.filters?[0].scale == 1.25)
    #expect(layer.setValue(nil, forKeyPath: pinch + "inputScale") && layer.filters?[0].scale == 0.5)
    #expect(layer.setValue(false, forKeyPath: pinch + "enabled") && layer.filters?[0].isEnabled == false)
    let (list, before) = (layer.filters, stage.compositor.needsFrame)
    for (path, value): (String, Value) in [
      ("filters.none.inputRadius", 1), ("filters.soft.radius", 1), ("filters.soft", 1),
      ("filters.soft.inputRadius", "x"),
      ("filters.soft.inputRadius.x", 1), (pinch + "inputCenter", 3), ("filters", 3),
    ] {
      #expect(!layer.setValue(value, forKeyPath: path) && layer.filters == list, "\(path)")
    }
    #expect(
      before && layer.value(forKeyPath: "filters.none.inputRadius") == nil && layer.value(forKey: "filters") == nil)
  }

  @Test("L64 every parameter has its key and Core Image's default")
  func parameters() {
    let numbers: [(Filter.Kind, String, Value)] = [
      (.gaussianBlur, "inputRadius", 10), (.boxBlur, "inputRadius", 10), (.pinchDistortion, "inputRadius", 300),
      (.pinchDistortion, "inputScale", 0.5), (.pixellate, "inputScale", 8), (.sepiaTone, "inputIntensity", 1),
      (.vignette, "inputRadius", 1), (.vignette, "inputIntensity", 0), (.colorControls, "inputSaturation", 1),
      (.colorControls, "inputBrightness", 0), (.colorControls, "inputContrast", 1), (.colorInvert, "isEnabled", true),
      (.pinchDistortion, "inputCenter", .point(Point(x: 150, y: 150))),
      (.colorMatrix, "inputRVector", [1, 0, 0, 0]), (.colorMatrix, "inputGVector", [0, 1, 0, 0]),
      (.colorMatrix, "inputBVector", [0, 0, 1, 0]), (.colorMatrix, "inputAVector", [0, 0, 0, 1]),
      (.colorMatrix, "inputBiasVector", [0, 0, 0, 0]),
    ]
    for (kind, key, initial) in numbers {
      layer.filters = [Filter(kind, name: "f")]
      #expect(layer.value(forKeyPath: "filters.f." + key) == initial, "\(kind) \(key)")
      let other: Value =
        initial.array != nil
        ? [0.5, 0.25, 2, 3] : initial.point != nil ? .point(.zero) : initial.bool != nil ? false : 0.75
      #expect(layer.setValue(other, forKeyPath: "filters.f." + key), "\(key)")
      #expect(layer.value(forKeyPath: "filters.f." + key) == other && layer.filters?[0] != Filter(kind, name: "f"))
      #expect(
        !layer.setValue("x", forKeyPath: "filters.f." + key) && !layer.setValue([1], forKeyPath: "filters.f." + key))
      #expect(layer.value(forKeyPath: "filters.f." + key) == other)
      #expect(layer.setValue(nil, forKeyPath: "filters.f." + key) && layer.filters?[0] == Filter(kind, name: "f"))
    }
    let names = [
      "gaussianBlur", "boxBlur", "colorControls", "colorMatrix", "sepiaTone", "colorInvert", "pixellate",
      "pinchDistortion", "vignette",
    ]
    for (i, name) in names.enumerated() { #expect(Filter.Kind(rawValue: UInt8(i)).map { Filter($0).name } == name) }
  }

  @Test("L64 what finds no room is shown without what takes a second bitmap, or not shown, and counted")
  func noRoom() {
    let root = Layer()
    let small = Compositor(root: root, width: 64, height: 48, capacities: CompositorCapacities(bitmapBytes: 1600))
    layer.removeFromSuperlayer()
    root.addSublayer(layer)
    var box = Filter(.boxBlur)
    box.radius = 2
    layer.filters = [box, Filter(.colorInvert)]
    small.drawFrame(into: stage.display.memory)
    #expect(small.overflow.bitmaps == 1 && stage.display.pixel(16, 24) & 0xFF_FFFF == 0xFFFF)
    layer.filters?[0].radius = 4
    small.drawFrame(into: stage.display.memory)
    #expect(small.overflow.bitmaps == 2 && stage.display.pixel(24, 24) & 0xFF_FFFF == 0)
  }
}

@Suite struct CompositingFilterTests {
  private let stage = Stage()
  private let layer = makeLayer(4, 4, 12, 8)

  init() {
    stage.root.backgroundColor = Color(argb: 0xFF40_80C0)
    layer.backgroundColor = Color(argb: 0xFF80_8080)
    stage.root.addSublayer(layer)
  }

  @Test("L64 every blend mode, separable or not, combines the layer with what lies behind as the canvas does")
  func modes() {
    #expect(layer.compositingFilter == nil)
    for raw in UInt8(0)..<28 {
      let mode = BlendMode(rawValue: raw)
      layer.compositingFilter = mode
      let expected = blended(0xFF80_8080, 0xFF40_80C0, mode ?? .sourceOver)
      #expect(stage.color(8, 8) == expected & 0xFF_FFFF && stage.color(1, 1) == 0x40_80C0, "\(raw)")
    }
    layer.compositingFilter = nil
    #expect(stage.color(8, 8) == 0x80_8080)
  }

  @Test("L64 the layer is combined as a whole with its sublayers, its opacity and its mask; filters come first")
  func whole() {
    layer.compositingFilter = .multiply
    let sublayer = makeLayer(0, 0, 4, 8)
    sublayer.backgroundColor = .white
    layer.addSublayer(sublayer)
    #expect(stage.color(5, 5) == 0x40_80C0 && stage.color(10, 5) == 0x20_4060)
    layer.opacity = 0.5
    #expect(stage.color(10, 5) == 0x30_6090)
    layer.filters = [Filter(.colorInvert)]
    layer.opacity = 1
    #expect(stage.color(5, 5) == 0 && stage.color(10, 5) == 0x20_4060)
    layer.compositingFilter = .difference
    #expect(stage.color(5, 5) == 0x40_80C0)
    let mask = makeLayer(0, 0, 4, 4)
    mask.backgroundColor = .white
    (layer.filters, layer.mask) = ([], mask)
    #expect(stage.color(5, 5) == 0xBF_7F3F && stage.color(10, 5) == 0x40_80C0)
  }

  @Test("L64 an opaque layer that is combined hides nothing of what it is combined with")
  func hidesNothing() {
    layer.frame = stage.root.bounds
    layer.compositingFilter = .screen
    #expect(stage.color(8, 8) == 0xA0_C0E0)
    let sublayer = makeLayer(0, 0, 24, 16)
    sublayer.backgroundColor = .black
    layer.addSublayer(sublayer)
    #expect(stage.color(8, 8) == 0x40_80C0)
  }
}
