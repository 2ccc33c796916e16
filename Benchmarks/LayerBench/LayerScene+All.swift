import DefaultFont
import FixedRaster
import LayerRuntime

extension LayerScene {
  /// S12 with the middle needle turned by a degree a frame. Drawn in full it is `S12-layers`, from its damage
  /// `S12p-layers`.
  static func panel(_ name: StaticString) -> LayerScene {
    let panel = PanelTree()
    return LayerScene(name, root: panel.root) { panel.needle.advance(to: $0) }
  }

  /// `count` layers of 4 × 4 points that do not change, with room left for a needle that turns.
  ///
  /// - Parameter isScattered: whether each lies far from the one before it, rather than in rows.
  static func still(_ name: StaticString, count: Int, isScattered: Bool = false) -> LayerScene {
    let root = Layer()
    cover(root)
    root.backgroundColor = Color(argb: 0xFF10_1820)
    let needle = Needle(center: Point(x: 400, y: 240), angle: Gauge.start)
    var (place, placed) = (0, 0)
    while placed < count {
      // 7,919 is a prime number: each place of the 160 × 96 is taken once, far from the one before.
      let spot = isScattered ? place * 7919 % 15360 : place
      let (x, y) = (spot % 160 * 5, spot / 160 * 5)
      place += 1
      if x > 305 && x < 495 && y > 145 && y < 335 { continue }
      let layer = Layer()
      layer.frame = Rect(x: Fixed(x), y: Fixed(y), width: 4, height: 4)
      layer.backgroundColor = Color(argb: 0xFF30_4050 &+ UInt32(truncatingIfNeeded: placed % 64))
      root.addSublayer(layer)
      placed += 1
    }
    root.addSublayer(needle.layer)
    return LayerScene(name, root: root, capacity: count + 2) { needle.advance(to: $0) }
  }

  /// A chart that is drawn from other values each frame.
  static func chart(_ name: StaticString, hasGlass: Bool = false) -> LayerScene {
    let chart = ChartTree(hasGlass: hasGlass)
    return LayerScene(name, root: chart.root) { chart.draw($0) }
  }

  /// A list of `count` rows with a background and a text each, as large as the display, scrolled three points a frame.
  static func list(_ name: StaticString, count: Int) -> LayerScene {
    let list = ScrollLayer()
    cover(list)
    list.backgroundColor = Color(argb: 0xFF10_1820)
    for i in 0..<count {
      let row = Layer()
      row.frame = Rect(x: 0, y: Fixed(i * 32), width: Fixed(width), height: 31)
      row.backgroundColor = Color(argb: i % 2 == 0 ? 0xFF1C_2430 : 0xFF20_2A38)
      row.addSublayer(PanelTree.text("Row \(i + 1)", x: 16, baseline: 21, width: 300, Color(argb: 0xFFE0_E0E0)))
      list.addSublayer(row)
    }
    let way = (count * 32 - height) / 3
    return LayerScene(name, root: list, capacity: 2 * count + 1) { frame in
      let step = frame % (2 * way)
      list.scroll(to: Point(x: 0, y: Fixed(3 * (step < way ? step : 2 * way - step))))
    }
  }

  /// A thousand particles of 8 × 8 points all over the display; a quarter of them turn.
  static func particles(_ name: StaticString) -> LayerScene {
    let (root, emitter) = (Layer(), EmitterLayer())
    cover(root)
    root.backgroundColor = Color(argb: 0xFF10_1820)
    cover(emitter)
    var drop = EmitterCell()
    (drop.contents, drop.birthRate, drop.lifetime) = (SceneSpark.image, 187.5, 4)
    (drop.velocity, drop.velocityRange, drop.emissionRange) = (100, 60, 2 * .pi)
    (drop.yAcceleration, drop.color, drop.alphaSpeed) = (20, Color(argb: 0xE0FF_C060), -0.125)
    var turning = drop
    (turning.birthRate, turning.spin, turning.scaleSpeed) = (62.5, 2, 0.25)
    emitter.emitterCells = [drop, turning]
    emitter.emitterPosition = Point(x: Fixed(width) / 2, y: Fixed(height) / 2)
    root.addSublayer(emitter)
    return LayerScene(name, root: root, clock: .animated(framesPerSecond: 29)) { _ in }
  }

  /// A rounded layer of 700 × 400 points with the widest shadow that there is, whose size changes each frame.
  static func shadow(_ name: StaticString) -> LayerScene {
    let (root, panel) = (Layer(), Layer())
    cover(root)
    root.backgroundColor = Color(argb: 0xFFE0_E0E0)
    panel.position = Point(x: Fixed(width) / 2, y: Fixed(height) / 2)
    (panel.backgroundColor, panel.cornerRadius) = (.white, 12)
    (panel.shadowOpacity, panel.shadowRadius, panel.shadowOffset) = (0.5, 32, .zero)
    root.addSublayer(panel)
    return LayerScene(name, root: root) { frame in
      let step = Fixed(frame % 16)
      panel.bounds = Rect(x: 0, y: 0, width: 700 - step, height: 400 - step)
    }
  }
}

/// A soft disc of 8 × 8 pixels, kept for as long as the program runs.
private enum SceneSpark {
  static var image: Image {
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: 64)
    for i in 0..<64 {
      let (x, y) = (2 * (i % 8) - 7, 2 * (i / 8) - 7)
      unsafe memory[i] = UInt32(Swift.max(0, 255 - 4 * (x * x + y * y))) * 0x0101_0101
    }
    return unsafe Image(.argb8888, pixels: UnsafeRawPointer(memory), width: 8, height: 8, bytesPerRow: 32)
  }
}
