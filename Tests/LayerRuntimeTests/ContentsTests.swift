import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// A display of black, 24 × 16 points, with one layer; drawn again for each question.
struct Stage {
  let root = Layer()
  let display: TestDisplay
  let compositor: Compositor

  init(width: Int = 24, height: Int = 16, scale: Fixed = 1) {
    root.frame = Rect(x: 0, y: 0, width: Fixed(width) / scale, height: Fixed(height) / scale)
    display = TestDisplay(width: width, height: height)
    compositor = Compositor(root: root, width: width, height: height, scale: scale)
  }

  func show() { compositor.drawFrame(into: display.memory) }

  /// 0xRRGGBB of a pixel after a frame.
  func color(_ x: Int, _ y: Int) -> UInt32 {
    compositor.drawFrame(into: display.memory)
    return display.pixel(x, y) & 0xFF_FFFF
  }

  /// The rectangle of pixels that are not black after a frame; `nil` if all are.
  func shown() -> PixelRect? {
    compositor.drawFrame(into: display.memory)
    var box: PixelRect?
    for y in 0..<display.height {
      for x in 0..<display.width where display.pixel(x, y) & 0xFF_FFFF != 0 {
        let pixel = PixelRect(minX: Int32(x), minY: Int32(y), maxX: Int32(x + 1), maxY: Int32(y + 1))
        box = box?.union(pixel) ?? pixel
      }
    }
    return box
  }
}

private func box(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) -> PixelRect {
  PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
}

/// 4 × 2 opaque pixels: red to the left, green to the right, the lower row darker.
private func flag() -> TestImage {
  TestImage(width: 4, height: 2, isOpaque: true) { x, y in
    0xFF00_0000 | (x < 2 ? 0x80_0000 : 0x8000) << (y == 0 ? UInt32(0) : 0) - (y == 0 ? 0 : (x < 2 ? 0x40_0000 : 0x4000))
  }
}

@Suite struct ContentsTests {
  private let stage = Stage()
  private let layer = makeLayer(4, 4, 12, 8)
  private let image = flag()

  init() {
    stage.root.addSublayer(layer)
    (layer.minificationFilter, layer.magnificationFilter) = (.nearest, .nearest)
  }

  @Test("L30 contents show an image, shared by layers without a copy, and go with their assignment")
  func shared() {
    layer.contents = image.image
    let other = makeLayer(18, 4, 4, 2)
    other.contents = image.image
    stage.root.addSublayer(other)
    #expect(stage.color(4, 4) == 0x80_0000 && stage.color(15, 11) == 0x4000 && stage.color(18, 4) == 0x80_0000)
    layer.contents = nil
    #expect(stage.shown() == box(18, 4, 4, 2))
  }

  @Test("L30 the owner lives as long as its image is shown, and goes with the next contents")
  func owner() {
    var isGone = false
    layer.setContents(image.image, owner: Witness { isGone = true })
    _ = stage.shown()
    #expect(!isGone && layer.contentsOwner != nil)
    layer.contents = image.image
    _ = stage.shown()
    #expect(isGone)
  }

  @Test(
    "L34 each gravity places the contents where its name says, top and bottom as one sees them",
    arguments: [
      (Layer.ContentsGravity.resize, box(4, 4, 12, 8)), (.center, box(8, 7, 4, 2)), (.top, box(8, 4, 4, 2)),
      (.bottom, box(8, 10, 4, 2)), (.left, box(4, 7, 4, 2)), (.right, box(12, 7, 4, 2)), (.topLeft, box(4, 4, 4, 2)),
      (.topRight, box(12, 4, 4, 2)), (.bottomLeft, box(4, 10, 4, 2)), (.bottomRight, box(12, 10, 4, 2)),
      (.resizeAspect, box(4, 5, 12, 6)), (.resizeAspectFill, box(2, 4, 16, 8)),
    ])
  func gravity(gravity: Layer.ContentsGravity, place: PixelRect) {
    #expect(layer.contentsGravity == .resize)
    layer.contents = image.image
    layer.contentsGravity = gravity
    #expect(stage.shown() == place)
    // The left half is red, the right one green, wherever it lies.
    #expect(stage.color(Int(place.minX), Int(place.minY)) == 0x80_0000)
    #expect(stage.color(Int(place.maxX) - 1, Int(place.maxY) - 1) == 0x4000)
  }

  @Test("L06 L34 contents larger than the layer show outside it, unless the layer masks to its bounds")
  func overflowing() {
    layer.contents = image.image
    layer.contentsGravity = .resizeAspectFill
    layer.masksToBounds = true
    #expect(stage.shown() == box(4, 4, 12, 8))
    layer.cornerRadius = 4
    #expect(stage.color(4, 4) == 0 && stage.color(10, 4) != 0 && stage.shown() == box(4, 4, 12, 8))
  }

  @Test("L33 contents of another scale than the layer's show at the right size")
  func scale() {
    layer.contents = image.image
    layer.contentsGravity = .topLeft
    layer.contentsScale = 2
    #expect(stage.shown() == box(4, 4, 2, 1))
    layer.contentsScale = 0.5
    #expect(stage.shown() == box(4, 4, 8, 4))
    layer.contentsScale = 0
    #expect(layer.contentsScale == 1)
  }

  @Test("L35 a part of the contents is shown, and beyond them the pixels of their edges go on")
  func rect() {
    layer.contents = image.image
    layer.contentsRect = Rect(x: 0.5, y: 0, width: 0.5, height: 0.5)
    #expect(stage.color(4, 4) == 0x8000 && stage.color(15, 11) == 0x8000)
    layer.contentsRect = Rect(x: -0.5, y: 0, width: 2, height: 1)
    // Half a width of red before, half of green behind: 3 points each, and 6 of the image.
    #expect(stage.color(4, 4) == 0x80_0000 && stage.color(9, 4) == 0x80_0000)
    #expect(stage.color(10, 4) == 0x8000 && stage.color(15, 4) == 0x8000)
    // In its own size it lies where the part it is of the bounds says.
    layer.contentsGravity = .topLeft
    layer.contentsRect = Rect(x: 0, y: 0, width: 0.5, height: 1)
    #expect(stage.shown() == box(4, 4, 2, 2) && stage.color(5, 5) == 0x40_0000)
  }

  @Test("L36 of the nine parts the corners keep their size, the sides stretch along themselves, the middle both ways")
  func center() {
    // 1 pixel of frame in colours of their own around a middle of 1 × 1.
    let nine = TestImage(width: 3, height: 3) { x, y in 0xFF00_0000 | UInt32(x * 3 + y + 1) * 0x10 }
    layer.contents = nine.image
    layer.contentsCenter = Rect(x: 0.3333, y: 0.3333, width: 0.3334, height: 0.3334)
    for (x, column) in [(4, 0), (5, 1), (14, 1), (15, 2)] {
      for (y, row) in [(4, 0), (5, 1), (10, 1), (11, 2)] {
        #expect(stage.color(x, y) == UInt32(column * 3 + row + 1) * 0x10, "\(x), \(y)")
      }
    }
    // In its own size nothing stretches.
    layer.contentsGravity = .topLeft
    #expect(stage.shown() == box(4, 4, 3, 3))
    // Where there is no room for the middle, the corners share it.
    layer.contentsGravity = .resize
    layer.bounds.size = Size(width: 2, height: 2)
    #expect(stage.color(9, 7) == 0x10 && stage.color(10, 8) == 0x90)
  }

  @Test(
    "L36 nine turned parts meet without a seam, opaque or not, faded or not",
    arguments: [0xFFC0_8040 as UInt32, 0x8060_4020])
  func turnedParts(pixel: UInt32) {
    let even = TestImage(width: 12, height: 12) { _, _ in pixel }
    let stage = Stage(width: 64, height: 64)
    let layer = makeLayer(16, 16, 32, 32)
    stage.root.backgroundColor = Color(argb: 0xFF20_30F0)
    stage.root.addSublayer(layer)
    layer.contents = even.image
    layer.setAffineTransform(AffineTransform(rotationAngle: 0.5))
    func channels() -> [Int] {
      stage.compositor.drawFrame(into: stage.display.memory)
      return (0..<4096).flatMap { i in [16, 8, 0].map { Int(stage.display.pixel(i % 64, i / 64) >> $0 & 0xFF) } }
    }
    for opacity in [1, 0.5] as [Fixed] {
      layer.opacity = opacity
      layer.contentsCenter = Rect(x: 0, y: 0, width: 1, height: 1)
      let whole = channels()
      layer.contentsCenter = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
      // A share is rounded four times where four parts meet.
      #expect(zip(channels(), whole).allSatisfy { abs($0 - $1) <= 2 })
    }
  }

  @Test("L36 L41 a shape above nine-part contents is drawn over all of them")
  func shapeAboveParts() {
    let shape = ShapeLayer()
    shape.frame = layer.frame
    stage.root.replaceSublayer(layer, with: shape)
    shape.contents = image.image
    shape.contentsCenter = Rect(x: 0.25, y: 0, width: 0.5, height: 1)
    var path = Path()
    path.addRect(shape.bounds)
    (shape.path, shape.fillColor) = (path, .white)
    for x in [4, 10, 15] { #expect(stage.color(x, 5) == 0xFF_FFFF, "\(x)") }
  }

  @Test("L3A nearest shows pixels, linear mixes them, and each filter counts for its direction")
  func filters() {
    layer.contents = image.image
    #expect(layer.contents != nil && Layer().magnificationFilter == .linear && Layer().minificationFilter == .linear)
    #expect(stage.color(9, 4) == 0x80_0000)
    layer.magnificationFilter = .linear
    let mixed = stage.color(9, 4)
    #expect(mixed & 0xFF_0000 != 0 && mixed & 0xFF00 != 0)
    // Shrunk, the other one counts.
    let stripes = TestImage(width: 64, height: 2, isOpaque: true) { x, _ in x % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 }
    layer.contents = stripes.image
    layer.bounds.size = Size(width: 32, height: 2)
    layer.position = Point(x: 16, y: 5)
    let crisp = stage.color(8, 4)
    #expect(crisp == 0 || crisp == 0xFF_FFFF)
    layer.minificationFilter = .linear
    let grey = stage.color(8, 4)
    #expect(grey != 0 && grey != 0xFF_FFFF)
  }

  @Test("L37 the background lies behind the contents and shows where they are clear")
  func background() {
    let half = TestImage(width: 2, height: 1) { x, _ in x == 0 ? 0xFF00_00FF : 0 }
    layer.contents = half.image
    layer.backgroundColor = Color(argb: 0xFF11_2233)
    #expect(stage.color(4, 4) == 0xFF && stage.color(15, 11) == 0x11_2233)
  }

  @Test("L38 opacity fades background, contents and sublayers as one, or each by itself")
  func opacity() {
    layer.contents = image.image
    layer.backgroundColor = .white
    let above = makeLayer(0, 0, 4, 4)
    above.backgroundColor = .white
    layer.addSublayer(above)
    layer.opacity = 0.5
    #expect(stage.color(4, 4) == 0x80_8080 && stage.color(9, 4) == 0x40_0000)
    layer.allowsGroupOpacity = false
    #expect(stage.color(9, 4) == 0x80_4040)
  }
}
