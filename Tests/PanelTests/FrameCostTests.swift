import Testing

@testable import panel_ui

@Suite("Frame costs")
struct FrameCostTests {
  @Test("P09 the median is the lower of the two in the middle, of the kept frames alone")
  func medians() {
    var values = (0..<100).map { Int32($0 * 37 % 100) }
    #expect(FrameCosts.median(values, 100) == 49 && FrameCosts.median(values, 0) == 0)
    for count in 1...99 { #expect(FrameCosts.median(values, count) == values[..<count].sorted()[(count - 1) / 2]) }
    values[0] = 1000
    #expect(FrameCosts.median(values, 1) == 1000)
  }
}
