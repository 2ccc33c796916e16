import FixedRaster
import LayerRuntime

/// Planes that turn through each other, copies that are turned and tinted, and a picture that is presented, in each frame.
struct SpaceFrames {
  private let space = TransformLayer()
  private let copies = ReplicatorLayer()
  private let camera = SurfaceLayer()

  init(in root: Layer) {
    let stage = Layer()
    stage.frame = Rect(x: 180, y: 40, width: 160, height: 120)
    stage.sublayerTransform.m34 = -1 / 300
    space.frame = stage.bounds
    for i in 0..<3 {
      let plane = Layer()
      plane.frame = Rect(x: 40, y: 30, width: 80, height: 60)
      plane.backgroundColor = Color(argb: 0xC0FF_8000 >> UInt32(4 * i))
      plane.transform = Transform3D(rotationAngle: Fixed(i), x: 1, y: Fixed(i), z: 0)
      space.addSublayer(plane)
    }
    stage.addSublayer(space)
    let mark = Layer()
    mark.frame = Rect(x: 76, y: 4, width: 8, height: 16)
    (mark.backgroundColor, mark.cornerRadius, mark.shadowOpacity) = (.white, 3, 0.5)
    copies.frame = stage.bounds
    copies.instanceCount = 12
    copies.instanceAlphaOffset = -0.07
    copies.addSublayer(mark)
    stage.addSublayer(copies)
    camera.frame = Rect(x: 20, y: 60, width: 64, height: 48)
    camera.drawableSize = camera.bounds.size
    _ = camera.drawables
    for layer in [stage, camera] { root.addSublayer(layer) }
  }

  func change(_ frame: Int) {
    space.transform = Transform3D(rotationAngle: Fixed(frame % 60, over: 10), x: 0, y: 1, z: 0)
    copies.instanceTransform = Transform3D(rotationAngle: .pi / 6, x: 0, y: 0, z: 1)
    copies.sublayers?.first?.position.y = Fixed(12 + frame % 9)
    copies.preservesDepth = frame % 16 < 4
    if var drawable = camera.nextDrawable() {
      var bytes = drawable.bytes
      bytes.storeBytes(of: UInt32(truncatingIfNeeded: frame), toByteOffset: 0, as: UInt32.self)
      drawable.present()
    }
    camera.showPresented()
  }
}
