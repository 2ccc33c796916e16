import FixedRaster
import LayerRuntime
import PanelAssets
import TestSupport
import Testing
import pack_fuzz

/// A display in memory, 16 × 12, and a layer of 8 × 6 points in its middle.
@safe
private final class Screen {
  let root = Layer()
  let layer: Layer
  private let compositor: Compositor
  private let memory: UnsafeMutablePointer<UInt32>

  init(_ layer: Layer = Layer()) {
    self.layer = layer
    root.frame = Rect(x: 0, y: 0, width: 16, height: 12)
    layer.frame = Rect(x: 4, y: 3, width: 8, height: 6)
    root.addSublayer(layer)
    compositor = Compositor(root: root, width: 16, height: 12)
    unsafe memory = .allocate(capacity: 16 * 12)
    unsafe memory.initialize(repeating: 0, count: 16 * 12)
  }

  deinit { unsafe memory.deallocate() }

  /// What all of the display shows after a full redraw.
  func pixels() -> [UInt32] {
    compositor.invalidate()
    compositor.drawFrame(
      into: unsafe DisplayMemory(
        base: UnsafeMutableRawPointer(memory), width: 16, height: 12, bytesPerRow: 64, layout: .xrgb8888))
    return (0..<16 * 12).map { unsafe memory[$0] & 0xFF_FFFF }
  }
}

private final class Painted: Layer {
  var image: Image?
  override func draw(in context: DrawingContext) {
    if let image { context.draw(image, in: bounds) }
    image = nil
  }
}

/// Packs are mapped from files: an image that does not keep its pack's memory ends the program where it is drawn.
@Suite struct ImageOwnerTests {
  private let folder = TemporaryFolder()

  /// An image whose pack nobody else holds.
  private func image() throws -> Image {
    let picture = samplePicture(width: 8, height: 6, isOpaque: true)
    let path = folder.write(try compileImage(picture, ImageOptions(), name: "picture").bytes, "picture.pack")
    return try ImagePack(path: path).image
  }

  /// What is expected on the display: the picture in its middle.
  private var expected: [UInt32] {
    let rgba = samplePicture(width: 8, height: 6, isOpaque: true).rgba.map { UInt32($0) }
    return (0..<16 * 12).map { place in
      let (x, y) = (place % 16 - 4, place / 16 - 3)
      if !(0..<8).contains(x) || !(0..<6).contains(y) { return 0 }
      let i = (y * 8 + x) * 4
      return rgba[i] << 16 | rgba[i + 1] << 8 | rgba[i + 2]
    }
  }

  @Test("L30 contents keep the pack that their image comes from, and so does what is read back of them")
  func contents() throws {
    let screen = Screen()
    screen.layer.contents = try image()
    #expect(screen.pixels() == expected && screen.layer.contentsOwner != nil)
    let read = screen.layer.contents
    screen.layer.contents = nil
    #expect(screen.pixels() == [UInt32](repeating: 0, count: 16 * 12))
    screen.layer.setContents(read, owner: screen)
    #expect(screen.pixels() == expected && screen.layer.contentsOwner === screen)
    screen.layer.contents = nil
  }

  @Test("L30 a pack's image by its key, in a value, and in another colour keeps the pack")
  func values() throws {
    let screen = Screen()
    #expect(screen.layer.setValue(.image(try image(), owner: nil), forKey: "contents"))
    #expect(screen.pixels() == expected)
    let value = screen.layer.value(forKey: "contents")
    screen.layer.contents = nil
    _ = screen.pixels()
    screen.layer.contents = value?.image
    #expect(screen.pixels() == expected)
    let tinted = try compiledImage(
      Picture(width: 8, height: 6, rgba: [UInt8](repeating: 255, count: 8 * 6 * 4)), .a8
    ).image(color: Color(argb: 0xFF12_3456))
    screen.layer.contents = tinted
    #expect(screen.pixels()[4 * 16 + 8] == 0x12_3456)
  }

  @Test("L37 a pattern keeps the pack that its image comes from")
  func pattern() throws {
    let screen = Screen()
    screen.layer.backgroundPattern = Pattern(try image())
    #expect(screen.pixels() == expected)
    let pattern = screen.layer.backgroundPattern
    screen.layer.backgroundPattern = nil
    _ = screen.pixels()
    screen.layer.contents = pattern?.image
    #expect(screen.pixels() == expected)
  }

  @Test("L32 L65 a drawing keeps the packs of its images until it is drawn, also by another thread")
  func drawings() throws {
    for isAsynchronous in [false, true] {
      let layer = Painted()
      let screen = Screen(layer)
      layer.image = try image()
      layer.drawsAsynchronously = isAsynchronous
      layer.setNeedsDisplay()
      #expect(screen.pixels() == expected && layer.image == nil)
    }
  }

  @Test("R36 paints, and images with mip levels, keep the pack of their image")
  func paints() throws {
    let image = try image()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: image.mipByteCount, alignment: 4)
    defer { unsafe memory.deallocate() }
    #expect(unsafe image.makeMipLevels(in: memory).owner === image.owner && image.owner != nil)
    let workspace = CoverageWorkspace(width: 8, rows: 6)
    let room = UnsafeMutableRawPointer.allocate(byteCount: workspace.byteCount, alignment: 64)
    defer { unsafe room.deallocate() }
    var words = [UInt32](repeating: 0, count: 8 * 6)
    let paint = Paint.image(ImagePaint(try self.image()))
    unsafe words.withUnsafeMutableBytes { bytes in
      let surface = unsafe Surface(base: bytes.baseAddress!, width: 8, height: 6, bytesPerRow: 32)
      var canvas = unsafe Canvas(surface, memory: room, workspace: workspace)
      canvas.fill(PixelRect(width: 8, height: 6), paint: paint)
    }
    #expect((0..<8 * 6).allSatisfy { words[$0] & 0xFF_FFFF == expected[($0 / 8 + 3) * 16 + $0 % 8 + 4] })
  }
}
