// Stage: coverage. An upright rectangle between pixels, without cells, byte for byte as the accumulator covers its
// path. Small ones are many, and the accumulator spends most of its time for one in getting ready.

/// The coverage of an upright rectangle, to 1/256 of a pixel.
struct UprightBox: BandCoverage {
  /// In subpixels; left ≤ right, top ≤ bottom.
  private let left, top, right, bottom: Int32

  /// - Parameters:
  ///   - width: of a rectangle whose corner is (0, 0); 0...32767.
  ///   - height: likewise.
  ///   - matrix: to the device, without rotation; may mirror.
  init(width: Int, height: Int, _ matrix: DeviceMatrix) {
    let a = Point.zero.applying(matrix)
    let b = Point(x: Fixed(width), y: Fixed(height)).applying(matrix)
    (left, right) = (Swift.min(a.x, b.x).rawValue, Swift.max(a.x, b.x).rawValue)
    (top, bottom) = (Swift.min(a.y, b.y).rawValue, Swift.max(a.y, b.y).rawValue)
  }

  /// The pixels it touches.
  var pixels: PixelRect {
    PixelRect(minX: left &>> 8, minY: top &>> 8, maxX: (right &+ 255) &>> 8, maxY: (bottom &+ 255) &>> 8)
  }

  /// Emits each row as one mask: pixels of shaders are made row by row.
  @inline(__always)
  func sweep<Sink: SpanSink>(
    _ band: PixelRect, _ accumulator: inout CoverageAccumulator, into sink: inout Sink
  ) {
    let part = pixels.intersection(band)
    if part.isEmpty { return }
    let (first, end) = (part.minX, part.maxY)
    let mask = unsafe accumulator.mask
    let count = part.width
    var made: Int32 = -1
    var y = part.minY
    while y < end {
      let rows = Swift.min(bottom, (y &+ 1) &<< 8) &- Swift.max(top, y &<< 8)
      if rows != made {
        unsafe fill(mask, first, count, rows)
        made = rows
      }
      unsafe sink.mask(
        x: Int(first &- band.minX), y: Int(y &- band.minY), count: count, coverage: UnsafePointer(mask))
      y &+= 1
    }
  }

  /// Writes the coverage of pixels from `first` on in a row of which `rows`, 0...256, lie in the rectangle.
  @inline(never)
  private func fill(_ mask: UnsafeMutablePointer<UInt32>, _ first: Int32, _ count: Int, _ rows: Int32) {
    var i = 0
    while i < count {
      let x = (first &+ Int32(truncatingIfNeeded: i)) &<< 8
      let columns = Swift.min(right, x &+ 256) &- Swift.max(left, x)
      let coverage = Swift.min(UInt32(bitPattern: columns &* rows) &>> 8, 255)
      unsafe mask[i] = coverage | coverage &<< 16
      i &+= 1
    }
  }
}
