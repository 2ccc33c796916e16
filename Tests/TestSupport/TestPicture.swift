import FixedRaster
import Foundation

/// A decoded picture: 0x00RRGGBB, row by row.
public struct TestPicture: Equatable {
  public private(set) var width = 0
  public private(set) var height = 0
  /// As they are in the file, from the top left on.
  public var pixels: [UInt32] = []

  /// A picture without pixels.
  public init() {}

  /// The first place where two pictures differ, in words.
  public func difference(from other: TestPicture) -> String? {
    if self == other { return nil }
    if width != other.width || height != other.height {
      return "\(width)×\(height) against \(other.width)×\(other.height)"
    }
    var count = 0
    var first: Int?
    for index in pixels.indices where pixels[index] != other.pixels[index] {
      count += 1
      if first == nil { first = index }
    }
    guard let first else { return nil }
    let (new, old) = (String(pixels[first], radix: 16), String(other.pixels[first], radix: 16))
    return "\(count) pixels differ, the first at (\(first % width), \(first / width)): \(new) against \(old)"
  }
}

extension TestPicture {
  /// Decodes 8-bit RGB PNGs without filters.
  public init?(png: [UInt8]) {
    guard png.count > 33, png[0..<8].elementsEqual([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    func word(_ at: Int) -> Int { png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    (width, height) = (word(16), word(20))
    guard png[24..<29].elementsEqual([8, 2, 0, 0, 0]) else { return nil }
    var stream: [UInt8] = []
    var at = 8
    while at + 12 <= png.count {
      let length = word(at)
      if png[at + 4..<at + 8].elementsEqual("IDAT".utf8) { stream += png[at + 8..<at + 8 + length] }
      at += 12 + length
    }
    guard let data = Inflate.unpack(stream), data.count == height * (1 + 3 * width) else { return nil }
    for y in 0..<height {
      let row = y * (1 + 3 * width)
      guard data[row] == 0 else { return nil }
      for x in 0..<width {
        let p = row + 1 + 3 * x
        pixels.append(UInt32(data[p]) << 16 | UInt32(data[p + 1]) << 8 | UInt32(data[p + 2]))
      }
    }
  }

  public init?(contentsOf url: URL) {
    guard let data = try? Data(contentsOf: url) else { return nil }
    self.init(png: Array(data))
  }
}

extension TestPicture {
  /// The colour at a point; beside the picture it is black.
  public func pixel(_ place: Point) -> UInt32 {
    let (x, y) = (place.x.floor, place.y.floor)
    return x < 0 || y < 0 || x >= width || y >= height ? 0 : pixels[y * width + x]
  }

  /// How many pixels are of a colour, of those whose corner lies in a rectangle.
  public func count(_ color: Color, in rect: Rect? = nil) -> Int {
    let wanted = UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    let area = rect ?? Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height))
    let rows = (0..<height).clamped(to: area.minY.ceil..<area.maxY.ceil)
    let columns = (0..<width).clamped(to: area.minX.ceil..<area.maxX.ceil)
    var count = 0
    for y in rows { for x in columns where pixels[y * width + x] == wanted { count += 1 } }
    return count
  }
}
