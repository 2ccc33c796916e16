// Subject: particles. Frames of emitters of every shape, mode and order, turned and in perspective too, each with a line of
// its pixels' hash, which scripts/golden compares with Tests/Golden/particles.txt on every processor.
//
// output: `SCENE HASH` for each scene, and then the number of scenes
import CLinux
import FixedRaster
import LayerRuntime

/// Frames of a display in memory, of 160 × 120 pixels.
enum ParticleFrames {
  /// Draws eight frames of each scene.
  /// - Returns: the exit status: 1 if a scene showed no particle.
  static func draw() -> Int32 {
    var count = 0
    for shape in [EmitterLayer.Shape.point, .line, .rectangle, .cuboid, .circle, .sphere] {
      for mode in [EmitterLayer.RenderMode.oldestFirst, .oldestLast, .backToFront, .additive] {
        let scene = ParticleScene(shape, mode)
        guard let hash = scene.hash() else { return 1 }
        print("particles-" + String(shape.rawValue) + "-" + String(mode.rawValue) + " " + hexadecimal(hash))
        count += 1
      }
    }
    print(String(count) + " cases")
    return 0
  }
}

/// Rockets that emit sparks, beside smoke.
final class ParticleScene {
  private let (root, emitter) = (Layer(), EmitterLayer())
  private let picture = SparkImage()

  init(_ shape: EmitterLayer.Shape, _ mode: EmitterLayer.RenderMode) {
    root.frame = Rect(x: 0, y: 0, width: 160, height: 120)
    root.backgroundColor = Color(argb: 0xFF10_1828)
    emitter.frame = root.frame
    (emitter.emitterShape, emitter.renderMode) = (shape, mode)
    emitter.emitterMode = [.volume, .outline, .surface, .points][Int(mode.rawValue) % 4]
    (emitter.emitterPosition, emitter.emitterSize) = (Point(x: 80, y: 70), Size(width: 30, height: 20))
    (emitter.emitterDepth, emitter.seed) = (20, 5)
    emitter.emitterCells = ParticleScene.cells(picture.image)
    switch mode {
    case .oldestLast: emitter.setAffineTransform(AffineTransform(rotationAngle: 0.4))
    case .additive:
      emitter.transform = Transform3D(rotationAngle: 0.7, x: 0, y: 1, z: 0).concatenating(Self.perspective)
    default: break
    }
    root.addSublayer(emitter)
  }

  private static var perspective: Transform3D {
    var transform = Transform3D.identity
    transform.m34 = -1 / Coefficient(300)
    return transform
  }

  static func cells(_ image: Image) -> [EmitterCell] {
    var (rocket, spark, smoke) = (EmitterCell(), EmitterCell(), EmitterCell())
    (spark.contents, spark.birthRate, spark.lifetime) = (image, 12, 0.75)
    (spark.velocity, spark.velocityRange, spark.emissionRange) = (18, 9, 2 * .pi)
    (spark.scale, spark.scaleRange, spark.scaleSpeed, spark.alphaSpeed) = (0.5, 0.25, -0.5, -1.25)
    (spark.greenRange, spark.magnificationFilter) = (0.5, .nearest)
    (rocket.contents, rocket.birthRate, rocket.lifetime, rocket.lifetimeRange) = (image, 6, 1.25, 0.5)
    (rocket.velocity, rocket.velocityRange, rocket.emissionLongitude) = (40, 20, -.pi / 2)
    (rocket.emissionRange, rocket.yAcceleration, rocket.emissionLatitude) = (1.5, 30, 0.25)
    (rocket.spin, rocket.spinRange, rocket.color) = (2, 3, Color(argb: 0xFFFF_A040))
    (rocket.blueSpeed, rocket.emitterCells) = (0.5, [spark])
    (smoke.contents, smoke.birthRate, smoke.lifetime) = (image, 15, 1)
    (smoke.velocity, smoke.xAcceleration, smoke.emissionRange) = (10, -25, 6)
    (smoke.color, smoke.alphaRange, smoke.scaleSpeed) = (Color(argb: 0x6080_80C0), 0.25, 1)
    smoke.contentsRect = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    return [rocket, smoke]
  }

  /// Returns the hash of all frames' pixels; `nil` if no particle lived.
  func hash() -> UInt64? {
    let display = HashedDisplay(width: 160, height: 120)
    let compositor = Compositor(root: root, width: 160, height: 120)
    var (hash, isAny) = (ProbeHash(), false)
    for frame in 0..<8 {
      compositor.drawFrame(at: .milliseconds(1500 + 40 * frame), into: display.memory)
      if emitter.particleCount > 0 { isAny = true }
      display.add(to: &hash)
    }
    return isAny ? hash.value : nil
  }
}

/// A soft disc of 16 × 16 pixels.
@safe
final class SparkImage {
  private let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: 256)
  let image: Image

  init() {
    for i in 0..<256 {
      let (x, y) = (2 * (i % 16) - 15, 2 * (i / 16) - 15)
      let value = UInt32(Swift.max(0, 255 - 255 * (x * x + y * y) / 225))
      unsafe memory[i] = value * 0x0101_0101
    }
    image = unsafe Image(.argb8888, pixels: UnsafeRawPointer(memory), width: 16, height: 16, bytesPerRow: 64)
  }

  deinit { unsafe memory.deallocate() }
}
