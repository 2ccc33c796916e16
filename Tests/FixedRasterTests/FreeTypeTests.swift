import CFreeType
import Glibc
import Testing

@testable import FixedRaster

/// How far two pictures are apart, over all that were compared.
struct DifferenceCount {
  var glyphs = 0
  var pixels = 0
  /// Pixels in groups of eight that are not alike.
  var partial = 0
  /// How many pixels differ by so many steps; beyond 8 they count as 8.
  var steps = Array(repeating: 0, count: 9)
  var worstGlyph = ""

  var most: Int { steps.lastIndex { $0 > 0 } ?? 0 }
}

extension DifferenceCount: CustomStringConvertible {
  var description: String {
    let differences = steps.indices.filter { steps[$0] > 0 }.map { "\(steps[$0]) by \($0)" }.joined(separator: ", ")
    return "\(glyphs) with ink, \(pixels) pixels; differ: \(differences), first in \(worstGlyph)"
  }
}

/// Draws polygons with both rasterizers and counts where they differ.
@safe
final class FreeTypeComparison {
  private let font: FreeTypeFont
  private let capacity = 512
  private let theirs, ours: UnsafeMutablePointer<UInt8>
  private let memory: UnsafeMutableRawPointer
  private var canvas: Canvas

  init(_ font: FreeTypeFont) {
    self.font = font
    let workspace = CoverageWorkspace(width: capacity, rows: capacity)
    unsafe theirs = .allocate(capacity: capacity * capacity)
    unsafe ours = .allocate(capacity: capacity * capacity)
    unsafe memory = .allocate(byteCount: workspace.byteCount, alignment: CoverageWorkspace.alignment)
    let none = unsafe Surface(base: memory, width: 0, height: 0, bytesPerRow: 0)
    unsafe canvas = Canvas(none, memory: memory, workspace: workspace)
  }

  deinit {
    unsafe theirs.deallocate()
    unsafe ours.deallocate()
    unsafe memory.deallocate()
  }

  /// - Parameter moved: 1/64 pixels that a contour's first vertex is moved by, right and up, for us and not for
  ///   FreeType.
  func compare(_ polygon: LinePolygon, into count: inout DifferenceCount, name: String, moved: Int = 0) {
    var box = FT_BBox(xMin: .max, yMin: .max, xMax: .min, yMax: .min)
    for point in polygon.contours.joined() {
      (box.xMin, box.xMax) = (min(box.xMin, point.x), max(box.xMax, point.x))
      (box.yMin, box.yMax) = (min(box.yMin, point.y), max(box.yMax, point.y))
    }
    if box.xMin > box.xMax { return }
    // A pixel around it, which must stay empty.
    let (left, bottom) = (box.xMin >> 6 - 1, box.yMin >> 6 - 1)
    let (width, height) = ((box.xMax + 63) >> 6 - left + 1, (box.yMax + 63) >> 6 - bottom + 1)
    let stride = (width + 7) & ~7
    precondition(stride <= capacity && height <= capacity)
    var placed = polygon
    for c in placed.contours.indices {
      for i in placed.contours[c].indices {
        placed.contours[c][i].x -= left * 64
        placed.contours[c][i].y -= bottom * 64
      }
    }
    unsafe memset(theirs, 0, stride * height)
    unsafe font.draw(placed, into: theirs, width: width, height: height, stride: stride)
    unsafe memset(ours, 0, stride * height)
    let mask = unsafe Mask(base: ours, bounds: PixelRect(width: width, height: height), bytesPerRow: stride)
    canvas.rasterize(
      path(placed, height: height, moved: moved).span, mapping: .identity,
      rule: polygon.isEvenOdd ? .evenOdd : .nonZero, into: mask)
    let most = count.most
    tally(stride * height, into: &count)
    count.steps[0] -= (stride - width) * height
    count.glyphs += 1
    count.pixels += width * height
    if count.most > most { count.worstGlyph = name }
  }

  /// The same polygon, y downwards: 26.6 is part of 16.16.
  private func path(_ polygon: LinePolygon, height: Int, moved: Int) -> [PathElement] {
    var path: [PathElement] = []
    path.reserveCapacity(polygon.pointCount + polygon.contours.count)
    for contour in polygon.contours {
      for i in contour.indices {
        let moved = i == 0 ? moved : 0
        let (x, y) = (contour[i].x + moved, height * 64 - contour[i].y - moved)
        let point = Point(x: Fixed(rawValue: Int32(x * 1024)), y: Fixed(rawValue: Int32(y * 1024)))
        path.append(i == 0 ? .move(point) : .line(point))
      }
      path.append(.close)
    }
    return path
  }

  /// Eight pixels at a time, of which only those are looked at that differ.
  private func tally(_ bytes: Int, into count: inout DifferenceCount) {
    let (a, b) = unsafe (UnsafeRawPointer(theirs), UnsafeRawPointer(ours))
    var i = 0
    while i < bytes {
      let (x, y) = unsafe (
        a.load(fromByteOffset: i, as: UInt64.self), b.load(fromByteOffset: i, as: UInt64.self)
      )
      if x != 0 && x != .max { count.partial += 8 }
      if x == y {
        count.steps[0] += 8
      } else {
        for k in 0..<8 {
          let distance = unsafe abs(Int(theirs[i + k]) - Int(ours[i + k]))
          count.steps[min(distance, 8)] += 1
        }
      }
      i += 8
    }
  }
}

// Both add up the signed areas of the same 26.6 lines in steps of 1/256 and cut the sum to whole 256ths, and both round
// where a line crosses a pixel's side to the same side. They differ by one step where a crossing or a sum is a whole
// number: there FreeType's reciprocals give a crossing 1/256 less, and its negative sums are cut to one less. A
// crossing that far off moves half a step; a line crosses a pixel twice at the most.

@Test("R31 every glyph of DejaVu Sans at 9, 16, 33 and 120 pixels: no pixel is more than 1/255 from FreeType's")
func coverageAgreesWithFreeType() throws {
  let font = try #require(FreeTypeFont(file: FreeTypeFont.dejaVuSans))
  let comparison = FreeTypeComparison(font)
  for (size, rule) in [(9, FillRule.nonZero), (16, .nonZero), (33, .nonZero), (33, .evenOdd), (120, .nonZero)] {
    font.setSize(pixels: size)
    var count = DifferenceCount()
    for glyph in 0..<font.glyphCount {
      var polygon = font.polygon(glyph)
      if rule == .evenOdd { polygon.isEvenOdd = true }
      comparison.compare(polygon, into: &count, name: "glyph \(glyph)")
    }
    print("R31: \(size) px, \(rule): \(font.glyphCount) glyphs, \(count)")
    // A few dozen glyphs of the font are spaces and marks without ink.
    #expect(font.glyphCount > 6000 && count.glyphs > font.glyphCount - 100 && count.partial > 100_000)
    #expect(count.most <= 1, "\(count)")
  }
}

@Test("R31 a vertex 1/8 pixel beside its place is found in every letter, at every size")
func comparisonFindsMovedVertex() throws {
  let font = try #require(FreeTypeFont(file: FreeTypeFont.dejaVuSans))
  let comparison = FreeTypeComparison(font)
  for size in [9, 16, 33, 120] {
    font.setSize(pixels: size)
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars {
      var (same, moved) = (DifferenceCount(), DifferenceCount())
      let polygon = font.polygon(font.glyph(of: letter))
      comparison.compare(polygon, into: &same, name: "\(letter)")
      comparison.compare(polygon, into: &moved, name: "\(letter)", moved: 8)
      #expect(same.glyphs == 1 && same.most <= 1 && moved.most > 1, "\(letter) at \(size)")
    }
  }
}
