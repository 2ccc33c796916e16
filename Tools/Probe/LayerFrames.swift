// Subject: layers. A list that a finger scrolls up and down, with gesture recognisers of every kind, under a heading that says another number each frame; layers
// above it that are drawn to offscreen surfaces: a dial that turns, a blurred lamp that changes, frosted glass; a map in
// tiles that is scrolled and zoomed; a chart whose path is built in each frame, once or, as if data came faster than
// frames, three times; a list that is thrown; and planes in space, copies and a picture that is presented. scripts/heap runs it with few frames
// and with many, which must call the heap equally often, on the host and on boards.
//
// output: how many pixels a frame drew on average
import CLinux
import DefaultFont
import FixedRaster
import LayerRuntime

/// Frames of a display in memory, in pixels.
enum LayerFrames {
  static var width: Int { 480 }
  static var height: Int { 320 }

  /// Draws so many frames, before each of which something changes, and prints how many pixels they drew on average.
  /// - Returns: the exit status: 1 if a frame drew nothing.
  static func draw(_ frames: Int) -> Int32 {
    let root = Layer()
    root.frame = Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height))
    let (heading, list) = (text("0", x: 16, y: 10), makeList(rows: 100))
    let hand = View(hosting: list)
    addRecognizers(to: hand)
    root.sublayers = [heading, list]
    let (offscreen, chart) = (OffscreenLayers(in: root), Chart(in: root))
    let (space, fountain) = (SpaceFrames(in: root), Fountain(in: root))
    // Scrolled back and forth, so that tiles are drawn in the places of others now and then.
    let map = TiledMap(frame: Rect(x: 20, y: 60, width: 120, height: 100), tile: 32, capacity: 30)
    // One tile a frame on every machine: between two the clock is read, which the control counts.
    map.sheet.drawingBudget = .zero
    root.addSublayer(map.window)
    let thrown = ThrownList(in: root)
    let router = TouchRouter(root: root)
    var last = Point.zero
    list.touchHandler = { touch in
      if touch.finger != 0 { return }
      if touch.phase == .moved { list.scroll(to: list.bounds.origin + (last - touch.location)) }
      last = touch.location
    }
    // Short enough to lie in the string itself: what a program does to make longer ones is its own affair.
    let headings = ["0", "17 km/h", "-3.5 °C", "north-west", "12:08:59"]
    let base = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 64)
    let display = unsafe DisplayMemory(
      base: base, width: width, height: height, bytesPerRow: width * 4, layout: .xrgb8888)
    let compositor = Compositor(root: root, width: width, height: height)
    var pixels: Int64 = 0
    for frame in 0..<frames {
      readClock()
      drag(frame, router)
      thrown.change(frame, router)
      offscreen.change(frame)
      chart.change(frame)
      space.change(frame)
      heading.string = headings[frame % headings.count]
      map.window.scroll(to: Point(x: Fixed(frame % 40 < 20 ? frame % 40 : 40 - frame % 40) * 9, y: 30))
      if frame % 20 == 7 { map.zoom(to: frame % 40 < 20 ? 1 : 0.75) }
      fountain.change(frame)
      if !compositor.drawFrame(at: .milliseconds(10_000 + 34 * frame), into: display) { return 1 }
      if fountain.emitter.particleCount < 900 { return 1 }
      pixels += compositor.statistics.pixels
    }
    // As many digits however many frames there were: a number of more than eight takes memory to write on 32-bit processors.
    print(String(Int(pixels / Int64(Swift.max(1, frames)))))
    return hand.tag > frames / 4 && thrown.scrolled > frames / 2 ? 0 : 1
  }

  /// Moves a finger up over the list, and down again, in forty frames each; and another one against it.
  private static func drag(_ frame: Int, _ router: TouchRouter) {
    let step = frame % 40
    let y = Fixed(frame / 40 % 2 == 0 ? 300 - 6 * step : 66 + 6 * step)
    let phase = step == 0 ? Touch.Phase.began : step == 39 ? .ended : .moved
    let time = Int64(10_000 + 34 * frame) * 1_000_000
    router.handle(finger: 0, phase: phase, at: Point(x: 200, y: y), time: time)
    router.handle(finger: 1, phase: phase, at: Point(x: 300, y: 370 - y), time: time)
    router.advance(to: time)
  }

  /// Gesture recognisers of every kind, which leave the fingers to the list.
  private static func addRecognizers(to view: View) {
    let edge = ScreenEdgePanGestureRecognizer()
    edge.edges = .all
    let single = TapGestureRecognizer()
    let double = TapGestureRecognizer()
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    let recognizers = [
      single, double, LongPressGestureRecognizer(), edge, PanGestureRecognizer(), SwipeGestureRecognizer(),
      PinchGestureRecognizer(), RotationGestureRecognizer(),
    ]
    for recognizer in recognizers {
      recognizer.cancelsTouchesInView = false
      recognizer.addAction { recognizer in recognizer.view?.tag += 1 }
      view.addGestureRecognizer(recognizer)
    }
  }
}

private func text(_ string: String, x: Fixed, y: Fixed) -> TextLayer {
  let text = TextLayer()
  text.font = .dejaVuSans
  text.fontSize = 16
  text.string = string
  text.frame = Rect(x: x, y: y, width: 300, height: 20)
  return text
}

private func makeList(rows: Int) -> ScrollLayer {
  let list = ScrollLayer()
  list.frame = Rect(x: 0, y: 40, width: Fixed(LayerFrames.width), height: Fixed(LayerFrames.height - 40))
  for i in 0..<rows {
    let row = Layer()
    row.frame = Rect(x: 0, y: Fixed(i * 32), width: Fixed(LayerFrames.width), height: 31)
    row.backgroundColor = Color(argb: 0xFF1C_2430)
    row.cornerRadius = 6
    row.addSublayer(text("row", x: 16, y: 5))
    list.addSublayer(row)
  }
  return list
}

/// A rasterized dial, whose shadow is that of its hands; a lamp that is blurred; glass that shows the list blurred.
private struct OffscreenLayers {
  let dial = Layer()
  let lamp = Layer()
  let glass = Layer()

  init(in root: Layer) {
    dial.frame = Rect(x: 360, y: 60, width: 80, height: 80)
    for i in 0..<2 {
      let hand = Layer()
      hand.frame = Rect(x: Fixed(36 * i), y: Fixed(36 * i), width: Fixed(80 - 36 * i), height: 8)
      hand.backgroundColor = .white
      dial.addSublayer(hand)
    }
    (dial.shadowOpacity, dial.shouldRasterize) = (0.5, true)
    var blur = Filter(.gaussianBlur)
    blur.radius = 3
    lamp.frame = Rect(x: 380, y: 160, width: 40, height: 40)
    lamp.cornerRadius = 20
    lamp.filters = [blur, Filter(.sepiaTone)]
    var frost = Filter(.boxBlur)
    frost.radius = 4
    glass.frame = Rect(x: 360, y: 220, width: 100, height: 80)
    (glass.cornerRadius, glass.backgroundFilters) = (12, [frost])
    for layer in [dial, lamp, glass] { root.addSublayer(layer) }
  }

  func change(_ frame: Int) {
    dial.setAffineTransform(AffineTransform(rotationAngle: Fixed(frame % 64, over: 10)))
    if frame % 3 == 0 { dial.sublayers?[1].bounds.size.height = Fixed(8 + frame % 5) }
    lamp.backgroundColor = frame % 8 < 4 ? .white : .black
    lamp.compositingFilter = frame % 16 < 8 ? .screen : nil
    glass.opacity = Fixed(10 - frame % 5, over: 10)
  }
}

/// A line and the area below it, from other values each frame.
private final class Chart {
  private let line = ShapeLayer()
  private let area = ShapeLayer()
  private var path = Path(capacity: 80)
  private var outline = Path()

  init(in root: Layer) {
    line.frame = Rect(x: 20, y: 180, width: 300, height: 100)
    (line.fillColor, line.strokeColor, line.lineWidth, line.lineJoin) = (nil, .white, 2, .round)
    area.frame = line.frame
    area.fillColor = Color(argb: 0x4000_80FF)
    root.addSublayer(area)
    root.addSublayer(line)
  }

  func change(_ frame: Int) {
    for step in 0..<(frame % 4 == 0 ? 3 : 1) {
      path.removeAll(keepingCapacity: true)
      outline.removeAll(keepingCapacity: true)
      outline.move(to: Point(x: 0, y: 100))
      for i in 0...75 {
        let point = Point(x: Fixed(4 * i), y: 50 + sineCosine(Fixed(i + frame + step) * 0.25).sine.fixed * 45)
        if i == 0 { path.move(to: point) } else { path.addLine(to: point) }
        outline.addLine(to: point)
      }
      outline.addLine(to: Point(x: 300, y: 100))
      (line.path, area.path) = (path, outline)
    }
  }
}

/// A thousand living particles, each of which lives for two seconds and emits another; the wind turns.
private struct Fountain {
  let emitter = EmitterLayer()
  private let picture = SparkImage()

  init(in root: Layer) {
    var (drop, mist) = (EmitterCell(), EmitterCell())
    (drop.contents, drop.birthRate, drop.lifetime, drop.lifetimeRange) = (picture.image, 240, 2, 0.25)
    (drop.velocity, drop.velocityRange, drop.yAcceleration) = (60, 20, 30)
    (drop.emissionLongitude, drop.emissionRange, drop.spin) = (-.pi / 2, 1, 2)
    (drop.scale, drop.scaleSpeed, drop.alphaSpeed) = (0.25, 0.0625, -0.25)
    mist = drop
    (mist.birthRate, mist.lifetime, mist.name) = (1, 2, "mist")
    drop.emitterCells = [mist]
    emitter.frame = Rect(x: 60, y: 100, width: 200, height: 120)
    (emitter.emitterPosition, emitter.emitterCells) = (Point(x: 100, y: 100), [drop])
    (emitter.particleLimit, emitter.renderMode) = (2048, .backToFront)
    root.addSublayer(emitter)
  }

  func change(_ frame: Int) { if frame % 10 == 0 { emitter.velocity = Fixed(10 + frame % 3, over: 10) } }
}

/// Reads a clock, as a program does each frame: the control of scripts/heap plants its allocation there.
func readClock() {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
}
