// Stage: coverage. Coverage kept in memory, a byte a pixel: in glyph caches, under blurred shadows, and for drawing
// through it.

/// A picture of coverage, 0...255 a pixel, in memory that the caller owns and keeps alive while the mask is used.
@safe
public struct Mask {
  /// The byte of the first pixel of the first row.
  public let base: UnsafeMutablePointer<UInt8>
  /// The device pixels it covers, each side within ±8191.
  public let bounds: PixelRect
  /// Bytes from a row to the next, at least `bounds.width`.
  public let bytesPerRow: Int

  /// - Parameters:
  ///   - base: `bounds.height · bytesPerRow` bytes.
  ///   - bounds: the device pixels that it covers.
  ///   - bytesPerRow: from a row to the next, at least the bounds' width.
  @unsafe
  public init(base: UnsafeMutablePointer<UInt8>, bounds: PixelRect, bytesPerRow: Int) {
    unsafe self.base = base
    self.bounds = bounds
    self.bytesPerRow = bytesPerRow
  }

  /// Returns the mask moved on the device; its memory is shared.
  public func offsetBy(x: Int32, y: Int32) -> Mask {
    let moved = PixelRect(
      minX: bounds.minX &+ x, minY: bounds.minY &+ y, maxX: bounds.maxX &+ x, maxY: bounds.maxY &+ y)
    return unsafe Mask(base: base, bounds: moved, bytesPerRow: bytesPerRow)
  }

  /// Sets every pixel to 0.
  public func clear() {
    var y = bounds.minY
    while y < bounds.maxY {
      unsafe place(bounds.minX, y).update(repeating: 0, count: bounds.width)
      y &+= 1
    }
  }

  /// Copies the alpha of pixels.
  ///
  /// - Parameters:
  ///   - surface: its first pixel is the first of the area.
  ///   - area: the device pixels that the surface shows; those outside the bounds are left out.
  @export(interface)
  public func copyAlpha(of surface: Surface, at area: PixelRect) {
    let shown = area.intersection(bounds)
    var y = shown.minY
    while y < shown.maxY {
      let source = unsafe surface.row(Int(y &- area.minY)) + Int(shown.minX &- area.minX)
      let target = unsafe place(shown.minX, y)
      var i = 0
      while i < shown.width {
        unsafe target[i] = UInt8(truncatingIfNeeded: source[i] &>> 24)
        i &+= 1
      }
      y &+= 1
    }
  }

  /// The byte of a device pixel within the bounds.
  @inline(__always)
  func place(_ x: Int32, _ y: Int32) -> UnsafeMutablePointer<UInt8> {
    unsafe base + (Int(y &- bounds.minY) &* bytesPerRow &+ Int(x &- bounds.minX))
  }
}

extension Mask {
  /// Emits the coverage of the pixels in `band` to a sink, as a shape's: this is how any paint is drawn through a
  /// mask. Coordinates are relative to the band's corner.
  func sweep<Sink: SpanSink>(_ band: PixelRect, into sink: inout Sink) {
    let area = band.intersection(bounds)
    if area.isEmpty { return }
    let left = Int(area.minX &- band.minX)
    var y = area.minY
    while y < area.maxY {
      unsafe Mask.sweepRow(place(area.minX, y), area.width, left, Int(y &- band.minY), &sink)
      y &+= 1
    }
  }

  /// Runs of one value from 32 pixels on go as a span, all else as masks of at most 64 pixels; nothing goes for zeros.
  @inline(__always)
  static func sweepRow<Sink: SpanSink>(
    _ row: UnsafePointer<UInt8>, _ count: Int, _ left: Int, _ y: Int, _ sink: inout Sink
  ) {
    var x = 0
    while x < count {
      let value = unsafe UInt32(row[x])
      let run = unsafe runEnd(row, x, count, of: row[x]) &- x
      if value == 0 || run >= 32 {
        if value != 0 { sink.span(x: left &+ x, y: y, count: run, coverage: value) }
        x &+= run
        continue
      }
      var wide = SIMD64<UInt32>(repeating: 0)
      let length = Swift.min(64, count &- x)
      unsafe withUnsafeMutableBytes(of: &wide) { bytes in
        let pixels = unsafe bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt32.self)
        var i = 0
        while i < length {
          unsafe pixels[i] = UInt32(row[x &+ i]) &* 0x1_0001
          i &+= 1
        }
        unsafe sink.mask(x: left &+ x, y: y, count: length, coverage: UnsafePointer(pixels))
      }
      x &+= length
    }
  }
}

/// The first place from `x` on that does not hold `value`; `count` if all do. Eight bytes a step.
@inline(__always)
func runEnd(_ row: UnsafePointer<UInt8>, _ x: Int, _ count: Int, of value: UInt8) -> Int {
  let word = UInt64(UInt32(value)) &* 0x0101_0101_0101_0101
  var x = x
  while unsafe x &+ 8 <= count && UnsafeRawPointer(row + x).loadUnaligned(as: UInt64.self) == word { x &+= 8 }
  while unsafe x < count && row[x] == value { x &+= 1 }
  return x
}

/// Writes a shape's coverage into a mask that was cleared.
@safe
struct MaskWriter: SpanSink {
  /// The byte of the pixel at the clip's corner, and bytes from a row to the next.
  let base: UnsafeMutablePointer<UInt8>
  let bytesPerRow: Int

  static var isSweptByRule: Bool { true }

  @inline(__always)
  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    unsafe (base + (y &* bytesPerRow &+ x)).update(repeating: UInt8(truncatingIfNeeded: coverage), count: count)
  }

  @inline(__always)
  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    let row = unsafe base + (y &* bytesPerRow &+ x)
    var i = 0
    while i < count {
      unsafe row[i] = UInt8(truncatingIfNeeded: coverage[i])
      i &+= 1
    }
  }
}

/// Where the polygons of a path lie.
struct PolygonBounds: PolygonSink {
  private var minX = Int32.max
  private var minY = Int32.max
  private var maxX = Int32.min
  private var maxY = Int32.min

  mutating func move(to point: SubpixelPoint) { line(to: point) }

  mutating func line(to point: SubpixelPoint) {
    minX = Swift.min(minX, point.x.rawValue)
    minY = Swift.min(minY, point.y.rawValue)
    maxX = Swift.max(maxX, point.x.rawValue)
    maxY = Swift.max(maxY, point.y.rawValue)
  }

  /// The pixels that are touched; empty if there was no point. Coordinates lie within ±2^30, so that 255 can be added.
  var pixels: PixelRect {
    if minX > maxX { return .empty }
    return PixelRect(minX: minX &>> 8, minY: minY &>> 8, maxX: (maxX &+ 255) &>> 8, maxY: (maxY &+ 255) &>> 8)
  }
}
