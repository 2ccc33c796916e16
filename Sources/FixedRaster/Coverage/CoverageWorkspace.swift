/// Bytes, alignment and rows of the memory that coverage is accumulated in.
public struct CoverageWorkspace: Hashable, Sendable {
  /// The widest clip in pixels, 1...8191.
  public let width: Int
  /// How many rows are accumulated at once; a higher clip is drawn in bands of so many rows.
  public let rows: Int

  public init(width: Int, rows: Int) {
    self.width = Swift.max(1, Swift.min(8191, width))
    self.rows = Swift.max(1, rows)
  }

  /// Cells in a row of a clip: its own, one for coverage to the right of it, and room to read four at once.
  @inlinable static func cells(width: Int) -> Int { (width &+ 1 &+ 7) & ~7 }
  /// Words in a row of bits, one bit for four cells.
  @inlinable static func words(width: Int) -> Int { (cells(width: width) / 4 &+ UInt.bitWidth &- 1) / UInt.bitWidth }

  @inlinable var cellCount: Int { rows &* Self.cells(width: width) }
  /// At least four words a row, so that narrow clips can be higher.
  @inlinable var wordCount: Int { rows &* Swift.max(4, Self.words(width: width)) }
  @inlinable var rowBytes: Int { Self.cells(width: width) &* 4 }

  /// Vertical lines that can be kept aside, and the bytes of them and of their steps.
  @inlinable static var verticalCapacity: Int { 8 }
  @inlinable static var verticalBytes: Int { verticalCapacity &* 20 }
  @inlinable static var stepBytes: Int { verticalCapacity &* 2 &* 8 }

  /// How many rows of a narrower clip fit.
  @inlinable func rows(width: Int) -> Int {
    Swift.min(cellCount / Self.cells(width: width), wordCount / Self.words(width: width))
  }

  /// How many bytes the workspace takes.
  @inlinable public var byteCount: Int {
    wordCount &* (UInt.bitWidth / 8) &+ cellCount &* 4 &+ 2 &* rowBytes &+ Self.verticalBytes &+ Self.stepBytes
  }
  /// The alignment of the memory.
  public static var alignment: Int { 32 }
}
