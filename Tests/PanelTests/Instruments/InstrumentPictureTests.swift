import FBDevice
import Foundation
import PanelInstruments
import TestSupport
import Testing
import gallery

@Suite("Pictures of instruments") struct InstrumentPictureTests {
  @Test(
    "P41 P42 P43 P44 P45 P32 every instrument at 0, in range, in caution, in warning, old, failed and with no value, by day, in the dark and at night, is the checked-in picture",
    arguments: Plate.goldens.indices)
  func golden(index: Int) throws {
    let plate = Plate.goldens[index]
    let drawn = try #require(TestPicture(png: try plate.draw(try instrumentFonts()).snapshot()))
    let url = goldens.appendingPathComponent(plate.name + ".png")
    let golden = try #require(
      TestPicture(contentsOf: url), "\(url.path) is missing or no picture of ours: scripts/bless writes it")
    #expect(drawn.difference(from: golden) == nil, "\(plate.name)")
    var changed = golden
    changed.pixels[changed.pixels.count / 3] ^= 1
    #expect(changed.difference(from: golden) != nil)
  }
}
