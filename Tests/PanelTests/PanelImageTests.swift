import FixedRaster
import LayerRuntime
import Testing

@testable import PanelInstruments

@Suite("Panel images")
struct PanelImageTests {
  @Test("P03 the panel's pictures are compiled in, load, and show beside the bars")
  func shown() throws {
    var errors: [String] = []
    let images = PanelImages { errors.append($0.message) }
    #expect(errors.isEmpty, "scripts/assets makes the packs")
    #expect(images.memory?.image.width == 48 && images.temperature?.image.format == .alpha8)
    let with = try screen(PictureTests.replay, images: images).picture
    let without = try screen(PictureTests.replay, images: PanelImages()).picture
    let boxes = [(36, 424), (428, 424)]
    for (x, y) in boxes {
      let colors = Set((0..<24 * 24).map { with.pixels[(y + $0 / 24) * 800 + x + $0 % 24] })
      #expect(colors.count > 4 && colors.contains(0x8B98A5), "the picture at \(x), \(y)")
    }
    // Nothing else moves where a picture is missing.
    for index in with.pixels.indices where with.pixels[index] != without.pixels[index] {
      let (x, y) = (index % 800, index / 800)
      #expect(boxes.contains { x >= $0.0 && x < $0.0 + 24 && y >= $0.1 && y < $0.1 + 24 }, "\(x), \(y)")
    }
  }

  @Test("P03 a damaged pack is one error that says where, and the panel goes on without its picture")
  func damaged() throws {
    let whole = unsafe PanelImages.memoryBytes
    try #require(whole.count > 100)
    for place in [0, 12, 20, whole.count / 2, whole.count - 1] {
      let damaged = UnsafeMutableRawBufferPointer.allocate(byteCount: whole.count, alignment: 8)
      defer { unsafe damaged.deallocate() }
      unsafe damaged.copyBytes(from: whole)
      unsafe damaged[place] ^= 4
      var errors: [String] = []
      let images = unsafe PanelImages(
        memory: UnsafeRawBufferPointer(damaged), temperature: whole
      ) { errors.append($0.message) }
      #expect(errors.count == 1 && errors[0].hasPrefix("the picture of memory: byte "), "\(errors)")
      #expect(images.memory == nil && images.temperature != nil)
      let drawn = try screen(PictureTests.replay, images: images).picture
      #expect(drawn.pixels[436 * 800 + 48] == 0x151A20 && drawn.pixels[436 * 800 + 140] == 0x3FB98F)
    }
  }
}
