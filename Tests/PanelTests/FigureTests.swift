import FBDevice
import Foundation
import TestSupport
import Testing
import probe

@Suite("Figures")
struct FigureTests {
  private func golden(_ figure: Figure) throws -> TestPicture {
    let url = goldens.appendingPathComponent("figure-\(figure.name).png")
    return try #require(
      TestPicture(contentsOf: url), "\(url.path) is missing or no picture of ours: scripts/bless writes it")
  }

  @Test("L48 each of the documents' figures is the checked-in picture, pixel by pixel", arguments: Figure.all.indices)
  func figure(index: Int) throws {
    let figure = Figure.all[index]
    let drawn = try #require(TestPicture(png: try figure.draw().snapshot()))
    #expect(drawn.width == figure.width && drawn.height == figure.height)
    #expect(try drawn.difference(from: golden(figure)) == nil, "\(figure.name): \(figure.checked)")
  }

  @Test("L48 at the places that the documents speak of is what they say", arguments: Figure.all.indices)
  func places(index: Int) throws {
    let figure = Figure.all[index]
    let drawn = try #require(TestPicture(png: try figure.draw().snapshot()))
    for (x, y, rgb) in figure.places {
      let found = drawn.pixels[y * drawn.width + x]
      #expect(found == rgb, "\(figure.name) at (\(x), \(y)): \(String(found, radix: 16))")
    }
  }

  @Test("L48 one changed bit of one pixel of any figure is a difference", arguments: Figure.all.indices)
  func control(index: Int) throws {
    let golden = try golden(Figure.all[index])
    var changed = golden
    changed.pixels[changed.pixels.count * 2 / 3] ^= 1
    #expect(changed.difference(from: golden) != nil)
  }
}
