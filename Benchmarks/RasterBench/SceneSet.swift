import FixedRaster

/// What can be measured, in the order of the report.
enum Scene: CaseIterable {
  case s1, s2, s2n, s3, s4, s5, s6a, s6b, s7, s9v, s9d, s9r, s9c, s8, s10, s11, s12, s12p
  /// The pictures of scenes whose paths could stay the same from frame to frame, from ``RetainedShape``.
  case s5Retained, s6aRetained, s6bRetained, s7Retained

  var name: StaticString {
    switch self {
    case .s1: "S1"
    case .s2: "S2"
    case .s2n: "S2n"
    case .s3: "S3"
    case .s4: "S4"
    case .s5: "S5"
    case .s6a: "S6a"
    case .s6b: "S6b"
    case .s7: "S7"
    case .s9v: "S9v"
    case .s9d: "S9d"
    case .s9r: "S9r"
    case .s9c: "S9c"
    case .s8: "S8"
    case .s10: "S10"
    case .s11: "S11"
    case .s12: "S12"
    case .s12p: "S12p"
    case .s5Retained: "S5-retained"
    case .s6aRetained: "S6a-retained"
    case .s6bRetained: "S6b-retained"
    case .s7Retained: "S7-retained"
    }
  }
}

extension Scene {
  /// Which pixels a frame draws.
  var bounds: PixelRect {
    self == .s12p ? PanelScene.middle : PixelRect(width: SceneData.width, height: SceneData.height)
  }
}

extension Scene {
  /// Whether it draws over every pixel.
  var coversAll: Bool {
    switch self {
    case .s1, .s2n, .s3, .s9v, .s9d, .s9r, .s9c, .s12, .s12p: true
    default: false
    }
  }
}

/// Every scene with all it needs, for one thread.
struct SceneSet: ~Copyable {
  private let scenes = Scenes()
  private var path = PathArray(capacity: 4096)
  private let images: SceneImages
  private let gradients = Gradients()
  private var text = Text()
  private var panel = PanelScene()
  private var shadow = SceneShadow(PixelRect(minX: 256, minY: 148, maxX: 556, maxY: 348), radius: 16, sigma: 10)
  private let retained: [[(shape: RetainedShape, color: Color)]]

  /// - Parameters:
  ///   - canvas: what shapes are retained with.
  ///   - is565: whether the opaque image has the display's 16 bits a pixel.
  init(on canvas: inout Canvas, is565: Bool) {
    images = SceneImages(is565: is565)
    retained = [
      scenes.retain(.s5, &path, on: &canvas), scenes.retain(.s6a, &path, on: &canvas),
      scenes.retain(.s6b, &path, on: &canvas), scenes.retain(.s7, &path, on: &canvas),
    ]
  }

  mutating func draw(_ scene: Scene, on canvas: inout Canvas) {
    switch scene {
    case .s1: scenes.s1(on: &canvas)
    case .s2: scenes.s2(on: &canvas)
    case .s2n:
      scenes.s3(images, on: &canvas)
      scenes.s2(on: &canvas)
    case .s3: scenes.s3(images, on: &canvas)
    case .s4: scenes.s4(images, on: &canvas)
    case .s5: scenes.draw(.s5, &path, on: &canvas)
    case .s6a: scenes.draw(.s6a, &path, on: &canvas)
    case .s6b: scenes.draw(.s6b, &path, on: &canvas)
    case .s7: scenes.draw(.s7, &path, on: &canvas)
    case .s9v: scenes.s9v(gradients, on: &canvas)
    case .s9d: scenes.s9d(gradients, on: &canvas)
    case .s9r: scenes.s9r(gradients, on: &canvas)
    case .s9c: scenes.s9c(gradients, on: &canvas)
    case .s8: scenes.s8(&text, on: &canvas)
    case .s10: scenes.s10(images, on: &canvas)
    case .s11: scenes.s11(shadow.mask, &path, on: &canvas)
    case .s12: scenes.s12(&panel, &path, on: &canvas)
    case .s12p: scenes.s12p(&panel, &path, on: &canvas)
    case .s5Retained: drawRetained(0, on: &canvas)
    case .s6aRetained: drawRetained(1, on: &canvas)
    case .s6bRetained: drawRetained(2, on: &canvas)
    case .s7Retained: drawRetained(3, on: &canvas)
    }
  }

  /// What a scene does once a frame, however many tiles there are.
  mutating func beginFrame(_ scene: Scene) { if scene == .s11 { shadow.make() } }

  private func drawRetained(_ scene: Int, on canvas: inout Canvas) {
    for (shape, color) in retained[scene] { canvas.fill(shape, paint: .color(color)) }
  }
}
