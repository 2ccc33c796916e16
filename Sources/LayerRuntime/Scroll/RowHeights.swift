// Stage: scroll. Where the rows of a list lie. Takes no memory for each row.

import FixedRaster

/// The places of a list's rows below its beginning, in 1/65536 point. Rows of one height need a product; of others the
/// place of each 64th is kept, and the data source says the heights from there on.
struct RowHeights {
  /// Rows: 0...16,777,216.
  let count: Int
  /// Of each row; `nil` if they differ.
  private let height: Int64?
  /// The places of the rows 0, 64, 128, …, and the end; empty if all rows have one height.
  private var starts: [Int64] = []

  static var mostRows: Int { 1 << 24 }
  private static var blockSize: Int { 64 }
  /// A point: a screen has no more rows than points.
  private static var leastHeight: Int64 { 1 << 16 }

  /// - Parameters:
  ///   - count: held to 0...16,777,216.
  ///   - height: of each row, held to 1 point at least; `nil` if they differ.
  ///   - heightOfRow: called with each row once if they differ.
  init(count: Int, height: Fixed?, _ heightOfRow: (Int) -> Fixed) {
    self.count = Swift.max(0, Swift.min(Self.mostRows, count))
    self.height = height.map(Self.held)
    if height != nil { return }
    starts.reserveCapacity(self.count / Self.blockSize + 2)
    var sum: Int64 = 0
    for row in 0..<self.count {
      if row % Self.blockSize == 0 { starts.append(sum) }
      sum += Self.held(heightOfRow(row))
    }
    starts.append(sum)
  }

  private static func held(_ height: Fixed) -> Int64 { Swift.max(leastHeight, Int64(height.rawValue)) }

  /// The length of all rows.
  var total: Int64 { height.map { Int64(count) * $0 } ?? starts.last ?? 0 }

  /// Where a row lies.
  ///
  /// - Parameters:
  ///   - row: 0..<count.
  ///   - heightOfRow: called with up to 64 rows.
  func extent(of row: Int, _ heightOfRow: (Int) -> Fixed) -> (top: Int64, height: Int64) {
    if let height { return (Int64(row) * height, height) }
    var top = starts[row / Self.blockSize]
    var other = row / Self.blockSize * Self.blockSize
    while other < row {
      top += Self.held(heightOfRow(other))
      other += 1
    }
    return (top, Self.held(heightOfRow(row)))
  }

  /// The row at a place; the nearest one where none is; `nil` without rows.
  func row(at place: Int64, _ heightOfRow: (Int) -> Fixed) -> Int? {
    if count == 0 { return nil }
    if place <= 0 { return 0 }
    if place >= total { return count - 1 }
    if let height { return Int(truncatingIfNeeded: place / height) }
    // The last block that begins at the place or before.
    var (low, high) = (0, starts.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    var (row, end) = (low * Self.blockSize, starts[low])
    while true {
      end += Self.held(heightOfRow(row))
      if end > place || row + 1 >= count { return row }
      row += 1
    }
  }
}
