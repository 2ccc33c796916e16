import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

private func move(_ x: Fixed, _ y: Fixed) -> Transform3D { Transform3D(translationX: x, y: y, z: 0) }

private func fade(_ seconds: Fixed = 1, repeats: Fixed = Animation.forever) -> BasicAnimation {
  let animation = BasicAnimation(keyPath: "opacity")
  (animation.fromValue, animation.toValue) = (1, 0)
  animation.duration = .milliseconds((seconds * 1000).rounded)
  animation.repeatCount = repeats
  return animation
}

/// A black display of 120 × 90 pixels with a replicator of its size; what frames show is compared with a full redraw.
private final class DelayStage {
  let root = makeLayer(0, 0, 120, 90)
  let copies = ReplicatorLayer()
  let display = TestDisplay(width: 120, height: 90)
  let full = TestDisplay(width: 120, height: 90)
  let compositor: Compositor
  let sample: Layer
  /// Frames in which less than all was drawn.
  private(set) var partial = 0

  init(_ sample: Layer = DelayStage.bar, _ capacities: CompositorCapacities = CompositorCapacities()) {
    self.sample = sample
    root.backgroundColor = .black
    copies.frame = root.bounds
    copies.addSublayer(sample)
    root.addSublayer(copies)
    compositor = Compositor(root: root, width: 120, height: 90, capacities: capacities)
  }

  static var bar: Layer {
    let bar = makeLayer(5, 10, 10, 10)
    bar.backgroundColor = .white
    return bar
  }

  /// Draws the frame of a time in milliseconds, twice: from the damage, and all of it.
  @discardableResult
  func draw(_ time: Int) -> Bool {
    let hasDrawn = compositor.drawFrame(at: .milliseconds(time), into: display.memory)
    if hasDrawn && compositor.statistics.pixels < 120 * 90 { partial += 1 }
    compositor.invalidate()
    compositor.drawFrame(at: .milliseconds(time), into: full.memory)
    #expect(display.firstDifference(from: full) == nil, "damage of \(time)")
    return hasDrawn
  }

  func gray(_ x: Int, _ y: Int) -> Int { Int(display.pixel(x, y) & 0xFF) }
  /// Of the bars in a row, 20 pixels apart.
  var grays: [Int] { (0..<copies.instanceCount).map { gray(10 + 20 * $0, 15) } }
}

/// The same frames with layers by hand in the place of copies: each of them animated so much later.
private func compareByHand(
  _ stage: DelayStage, _ make: (_ delay: Duration, _ place: Int) -> Layer, delays: [Duration], times: [Int],
  prepare: (DelayStage) -> Void = { _ in }
) -> (differences: [String], pictures: Int) {
  let hand = DelayStage(Layer())
  hand.root.sublayers = delays.indices.map { make(delays[$0], $0) }
  prepare(hand)
  var (differences, pictures) = ([String](), Set<[UInt8]>())
  for time in times {
    stage.draw(time)
    hand.draw(time)
    if let difference = stage.display.firstDifference(from: hand.display) {
      differences.append("\(time): \(difference)")
    }
    pictures.insert(stage.display.bytes)
  }
  return (differences, pictures.count)
}

@Suite("Replicators with a delay")
struct ReplicatorDelayTests {
  private let times = Array(stride(from: 1000, through: 4000, by: 70))

  private func animated(_ animation: BasicAnimation, _ delay: Duration, _ layer: Layer) -> Layer {
    let copy = BasicAnimation(keyPath: animation.keyPath)
    (copy.fromValue, copy.toValue, copy.duration) = (animation.fromValue, animation.toValue, animation.duration)
    (copy.repeatCount, copy.beginTime) = (animation.repeatCount, .seconds(1) + delay)
    layer.add(copy, forKey: "fade")
    return layer
  }

  @Test("L43 L100 each copy shows what the first one did n delays ago: the pixels of layers by hand")
  func delayed() {
    let stage = DelayStage()
    (stage.copies.instanceCount, stage.copies.instanceTransform) = (5, move(20, 0))
    stage.copies.instanceDelay = .milliseconds(200)
    _ = animated(fade(), .zero, stage.sample)
    let (differences, pictures) = compareByHand(
      stage,
      { delay, place in
        let layer = DelayStage.bar
        layer.position.x += 20 * Fixed(place)
        return self.animated(fade(), delay, layer)
      }, delays: (0..<5).map { .milliseconds(200 * $0) }, times: times)
    #expect(differences.isEmpty, "\(differences)")
    #expect(pictures > 30 && stage.partial > 30, "\(pictures) \(stage.partial)")
  }

  @Test("L43 twelve turned bars that fade one after the other, as an activity indicator does")
  func indicator() {
    let bar = makeLayer(57, 5, 6, 16)
    bar.backgroundColor = .white
    let stage = DelayStage(bar)
    (stage.copies.instanceCount, stage.copies.instanceDelay) = (12, .nanoseconds(83_333_333))
    stage.copies.instanceTransform = Transform3D(rotationAngle: .pi / 6, x: 0, y: 0, z: 1)
    bar.add(fade(), forKey: "fade")
    stage.draw(0)
    // 32 from the middle; three turns of a twelfth each are a quarter: to the right, below, to the left.
    let places = [(60, 13), (92, 45), (60, 77), (28, 45)]
    for time in [1000, 1100, 1330, 1980] {
      stage.draw(time)
      for (quarter, place) in places.enumerated() {
        let run = (time - 250 * quarter) % 1000
        let expected = 255 * (1000 - run) / 1000
        #expect(abs(stage.gray(place.0, place.1) - expected) <= 2, "\(time) \(quarter)")
      }
    }
    #expect(stage.compositor.overflow.total == 0)
  }

  @Test("L43 a delay below 0 shows what will be, one of 0 takes no nodes")
  func signs() {
    let stage = DelayStage()
    (stage.copies.instanceCount, stage.copies.instanceTransform) = (4, move(20, 0))
    stage.draw(0)
    let free = stage.compositor.freeNodes
    stage.sample.add(fade(), forKey: "fade")
    stage.draw(1000)
    stage.draw(1500)
    #expect(stage.compositor.freeNodes == free && Set(stage.grays).count == 1)
    Transaction.disableActions = true
    stage.copies.instanceDelay = .milliseconds(-250)
    stage.draw(2100)
    #expect(stage.compositor.freeNodes == free - 3)
    for (place, share) in [900, 650, 400, 150].enumerated() {
      #expect(abs(stage.grays[place] - 255 * share / 1000) <= 1)
    }
    Transaction.disableActions = true
    stage.copies.instanceDelay = .zero
    stage.draw(2500)
    #expect(stage.compositor.freeNodes == free && Set(stage.grays).count == 1)
  }

  @Test("L43 delays of a replicator in a replicator add up", arguments: [false, true])
  func nested(_ keepsDepth: Bool) {
    let inner = ReplicatorLayer()
    let bar = DelayStage.bar
    inner.frame = Rect(x: 0, y: 0, width: 120, height: 90)
    inner.addSublayer(bar)
    let stage = DelayStage(inner)
    (stage.copies.preservesDepth, inner.preservesDepth) = (keepsDepth, keepsDepth)
    (inner.instanceCount, inner.instanceTransform, inner.instanceDelay) = (3, move(20, 0), .milliseconds(200))
    (stage.copies.instanceCount, stage.copies.instanceTransform) = (2, move(0, 30))
    stage.copies.instanceDelay = .milliseconds(500)
    _ = animated(fade(), .zero, bar)
    let (differences, pictures) = compareByHand(
      stage,
      { delay, place in
        let layer = DelayStage.bar
        layer.position = Point(x: 10 + 20 * Fixed(place % 3), y: 15 + 30 * Fixed(place / 3))
        return self.animated(fade(), delay, layer)
      }, delays: [0, 200, 400, 500, 700, 900].map { .milliseconds($0) }, times: times)
    #expect(differences.isEmpty && pictures > 30, "\(differences)")
    inner.removeFromSuperlayer()
    stage.draw(5000)
    #expect(stage.grays.allSatisfy { $0 == 0 })
  }

  @Test("L43 L84 frames are wanted until the last copy has ended, not between; delegates hear of the first one's end")
  func ending() {
    let stage = DelayStage()
    (stage.copies.instanceCount, stage.copies.instanceTransform) = (3, move(20, 0))
    stage.copies.instanceDelay = .seconds(1)
    stage.draw(0)
    let free = stage.compositor.freeNodes
    let (log, animation) = (AnimationLog(), fade(Fixed(1, over: 2), repeats: 0))
    animation.delegate = log
    stage.sample.add(animation, forKey: "fade")
    stage.draw(1000)
    #expect(stage.grays == [255, 255, 255] && stage.compositor.nextFrameTime == .nanoseconds(1_033_333_333))
    stage.draw(1250)
    #expect(stage.grays == [127, 255, 255] || stage.grays == [128, 255, 255])
    stage.draw(1500)
    #expect(stage.grays == [255, 255, 255] && log.entries == ["start", "end"] && stage.sample.animationKeys() == nil)
    #expect(stage.sample.animation(forKey: "fade") == nil && stage.compositor.nextFrameTime == .seconds(2))
    stage.draw(2250)
    #expect(abs(stage.grays[1] - 127) <= 1 && stage.grays[0] == 255 && stage.grays[2] == 255)
    stage.draw(2600)
    #expect(stage.compositor.nextFrameTime == .seconds(3) && stage.compositor.freeNodes == free - 2)
    stage.draw(3250)
    #expect(abs(stage.grays[2] - 127) <= 1)
    stage.draw(3500)
    #expect(stage.grays == [255, 255, 255] && stage.compositor.nextFrameTime == nil && !stage.compositor.needsFrame)
    stage.draw(3600)
    #expect(stage.compositor.freeNodes == free && log.entries == ["start", "end"])
    // What is removed ends in all copies at once.
    stage.sample.add(animation, forKey: "fade")
    stage.draw(4000)
    stage.draw(5250)
    #expect(stage.grays[1] < 200)
    stage.sample.add(fade(), forKey: "again")
    stage.sample.removeAllAnimations()
    stage.draw(5260)
    #expect(stage.grays == [255, 255, 255] && stage.compositor.nextFrameTime == nil)
  }

  @Test("L43 L80 a property that is set is reached in one copy after the other")
  func implicit() {
    let stage = DelayStage()
    (stage.copies.instanceCount, stage.copies.instanceTransform) = (3, move(20, 0))
    stage.copies.instanceDelay = .milliseconds(500)
    stage.draw(0)
    stage.sample.opacity = 0
    stage.draw(1000)
    stage.draw(1400)
    #expect(stage.grays == [0, 255, 255])
    stage.draw(1900)
    #expect(stage.grays == [0, 0, 255])
    stage.draw(2250)
    #expect(stage.grays == [0, 0, 0] && stage.compositor.nextFrameTime == nil)
  }

  @Test("L43 L104 a copy whose layers find no room shows what the first one does, which is counted")
  func room() {
    let stage = DelayStage(DelayStage.bar, CompositorCapacities(layers: 5))
    (stage.copies.instanceCount, stage.copies.instanceTransform) = (5, move(20, 0))
    stage.copies.instanceDelay = .milliseconds(100)
    stage.sample.add(fade(), forKey: "fade")
    stage.draw(0)
    stage.draw(1000)
    stage.draw(1500)
    // Root, replicator and bar; two nodes are left.
    for (place, share) in [500, 600, 700, 500, 500].enumerated() {
      #expect(abs(stage.grays[place] - 255 * share / 1000) <= 1, "\(place)")
    }
    #expect(stage.compositor.overflow.delayedCopies == 2 && stage.compositor.overflow.layers == 0)
    #expect(stage.compositor.overflow.total == 2)
    let other = makeLayer(100, 70, 10, 10)
    other.backgroundColor = .white
    stage.sample.removeAllAnimations()
    stage.draw(1600)
    stage.root.addSublayer(other)
    stage.draw(1616)
    #expect(stage.gray(105, 75) == 255 && stage.compositor.overflow.layers == 0)
  }

  @Test("L43 L83 copies of a layer whose time stands still stand still, each where it was, and want no frame")
  func paused() {
    let stage = DelayStage()
    (stage.copies.instanceCount, stage.copies.instanceTransform) = (3, move(20, 0))
    stage.copies.instanceDelay = .milliseconds(250)
    stage.sample.add(fade(), forKey: "fade")
    stage.draw(0)
    stage.draw(1900)
    let shown = stage.grays
    #expect(Set(shown).count == 3)
    (stage.root.speed, stage.root.timeOffset) = (0, .milliseconds(1900))
    stage.draw(2000)
    #expect(stage.grays == shown && stage.compositor.nextFrameTime == nil && !stage.compositor.needsFrame)
    #expect(!stage.compositor.drawFrame(at: .milliseconds(2100), into: stage.display.memory))
    (stage.root.speed, stage.root.timeOffset, stage.root.beginTime) = (1, .zero, .milliseconds(1100))
    stage.draw(3000)
    #expect(stage.grays == shown && stage.compositor.nextFrameTime != nil)
    stage.draw(3100)
    #expect(stage.grays != shown)
    // What is not animated is drawn with nothing of the copies.
    (stage.root.speed, stage.root.timeOffset) = (0, .milliseconds(1900))
    stage.draw(3200)
    let mark = makeLayer(100, 80, 4, 4)
    mark.backgroundColor = .white
    stage.root.addSublayer(mark)
    stage.compositor.drawFrame(at: .milliseconds(3300), into: stage.display.memory)
    #expect(stage.compositor.statistics.pixels == 16)
  }

  @Test("L43 L44 particles, gradients, paths, colours and places below are those of each copy's time")
  func everything() {
    func make(_ delay: Duration) -> Layer {
      let layer = makeLayer(5, 10, 18, 60)
      let emitter = EmitterLayer()
      emitter.frame = Rect(x: 9, y: 10, width: 1, height: 1)
      var spark = makeCell(7, lifetime: 0.5)
      (spark.velocity, spark.emissionRange, spark.scale) = (9, 2 * .pi, 0.5)
      emitter.emitterCells = [spark]
      emitter.beginTime = delay
      let gradient = GradientLayer()
      gradient.frame = Rect(x: 0, y: 20, width: 18, height: 8)
      gradient.colors = [.black, .white]
      let shape = ShapeLayer()
      shape.frame = Rect(x: 0, y: 30, width: 18, height: 12)
      let text = TextLayer()
      (text.frame, text.string, text.fontSize) = (Rect(x: 0, y: 44, width: 18, height: 14), "8", 10)
      let masked = makeLayer(0, 0, 6, 6)
      masked.backgroundColor = Color(argb: 0xFF00_FF00)
      masked.mask = makeLayer(0, 0, 3, 6)
      masked.mask?.backgroundColor = .white
      for child in [emitter, gradient, shape, text, masked] { layer.addSublayer(child) }
      func add(_ key: String, _ from: Value, _ to: Value, _ child: Layer) {
        let animation = BasicAnimation(keyPath: key)
        (animation.fromValue, animation.toValue) = (from, to)
        (animation.duration, animation.repeatCount) = (.seconds(1), Animation.forever)
        (animation.autoreverses, animation.beginTime) = (true, .seconds(1) + delay)
        child.add(animation, forKey: key)
      }
      add("colors", [.color(.black), .color(.white)], [.color(Color(argb: 0xFFFF_0000)), .color(.black)], gradient)
      add(
        "path", .path(Path(rect: Rect(x: 0, y: 0, width: 4, height: 9))),
        .path(Path(rect: Rect(x: 6, y: 2, width: 9, height: 9))), shape)
      add("fillColor", .color(.white), .color(Color(argb: 0xFF00_00FF)), shape)
      add("foregroundColor", .color(.white), .color(Color(argb: 0xFFFF_0000)), text)
      add("position.x", 3, 12, masked)
      add("bounds.size.width", 3, 9, masked.mask ?? masked)
      add("zPosition", -1, 1, shape)
      return layer
    }
    let stage = DelayStage(Layer())
    // A compositor that is made afterwards would stop the animations.
    stage.copies.sublayers = [make(.zero)]
    (stage.copies.instanceCount, stage.copies.instanceTransform) = (5, move(22, 0))
    stage.copies.instanceDelay = .milliseconds(130)
    let (differences, pictures) = compareByHand(
      stage,
      { delay, place in
        let layer = make(delay)
        layer.position.x += 22 * Fixed(place)
        return layer
      }, delays: (0..<5).map { .milliseconds(130 * $0) }, times: times)
    #expect(differences.isEmpty && pictures > 30, "\(differences)")
    #expect(stage.compositor.overflow.total == 0)
  }

  @Test("L43 L07 layers, masks and contents that come and go below delayed copies leave nothing behind")
  func changes() {
    let image = TestImage(width: 4, height: 4, isOpaque: true) { _, _ in 0xFFFF_FFFF }
    let stage = DelayStage()
    (stage.copies.instanceCount, stage.copies.instanceTransform) = (4, move(20, 0))
    stage.copies.instanceDelay = .milliseconds(100)
    stage.draw(0)
    let free = stage.compositor.freeNodes
    stage.sample.add(fade(), forKey: "fade")
    let child = makeLayer(2, 2, 4, 4)
    child.backgroundColor = Color(argb: 0xFFFF_0000)
    let deeds: [() -> Void] = [
      { stage.sample.addSublayer(child) }, { stage.sample.setContents(image.image, owner: image) },
      { stage.sample.mask = makeLayer(0, 0, 5, 10) }, { stage.sample.mask?.backgroundColor = .white },
      { child.isHidden = true }, { child.isHidden = false }, { stage.copies.instanceCount = 2 },
      { stage.sample.contents = nil }, { stage.copies.instanceCount = 6 }, { child.removeFromSuperlayer() },
      { stage.sample.mask = nil }, { stage.copies.addSublayer(child) }, { stage.copies.instanceCount = 4 },
      { stage.sample.removeFromSuperlayer() }, { stage.copies.addSublayer(stage.sample) },
      { child.removeFromSuperlayer() },
    ]
    Transaction.disableActions = true
    for (i, deed) in deeds.enumerated() {
      deed()
      stage.draw(1000 + 150 * i)
      stage.draw(1050 + 150 * i)
      Transaction.disableActions = true
    }
    stage.sample.removeAllAnimations()
    stage.draw(5000)
    #expect(stage.compositor.freeNodes == free)
    stage.sample.add(fade(), forKey: "fade")
    stage.draw(6000)
    #expect(stage.compositor.freeNodes == free - 3)
    stage.copies.removeFromSuperlayer()
    stage.draw(6100)
    #expect(stage.compositor.freeNodes == free + 2 && stage.grays.allSatisfy { $0 == 0 })
    stage.root.addSublayer(stage.copies)
    stage.draw(6200)
    #expect(stage.compositor.freeNodes == free)
  }
}
