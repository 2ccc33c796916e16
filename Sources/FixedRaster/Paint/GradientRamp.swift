// Stage: paint. Input: the stops of a gradient. Output: a table of its colours, built once and looked up for each
// pixel.

/// A colour at a place of a gradient.
public struct GradientStop: Hashable, Sendable {
  /// 0...1, from the gradient's start to its end.
  public var location: Fixed
  public var color: Color

  @inlinable
  public init(location: Fixed, color: Color) {
    self.location = location
    self.color = color
  }
}

/// A gradient's colours from start to end: 1,024 of them, premultiplied, in memory that the caller owns and keeps alive
/// while paints use it. Built once, used by any number of gradients.
///
/// Entry i is the colour at (i + ½)/1024, interpolated between premultiplied stops and correctly rounded: a ramp
/// between two stops is within half a level of the true colour at that place, and a place is at most 1/2048 from an
/// entry's. Where two stops share a location the colour changes between two entries.
///
/// Stops are taken in the order given, as SVG does: a location is held to 0...1, and one below the location before it
/// counts as equal to that. Where several stops share a location, the last is the colour from there on. No stops at all
/// are a clear ramp.
@safe
public struct GradientRamp {
  /// Colours between the ends.
  static var entryCount: Int { 1024 }
  /// The table's places: before the start, the entries, after the end, and clear.
  static var before: Int { 0 }
  static var after: Int { entryCount &+ 1 }
  static var clear: Int { entryCount &+ 2 }
  private static var tableCount: Int { entryCount &+ 4 }

  /// How many bytes a ramp takes.
  public static var byteCount: Int { tableCount &* 4 }
  /// The alignment of the memory.
  public static var alignment: Int { 4 }

  /// `tableCount` pixels 0xAARRGGBB, premultiplied.
  let pixels: UnsafePointer<UInt32>
  /// Whether every stop is opaque, and there is one.
  public let isOpaque: Bool

  /// - Parameters:
  ///   - stops: colours and where they lie on the ramp.
  ///   - memory: ``byteCount`` bytes aligned to ``alignment``; written here and only read from then on.
  @unsafe
  @export(interface)
  public init(_ stops: Span<GradientStop>, memory: UnsafeMutableRawPointer) {
    let table = unsafe memory.bindMemory(to: UInt32.self, capacity: Self.tableCount)
    unsafe table.initialize(repeating: 0, count: Self.tableCount)
    isOpaque = unsafe Self.build(stops, table)
    unsafe pixels = UnsafePointer(table)
  }

  /// Fills the table; answers whether all stops are opaque.
  private static func build(_ stops: Span<GradientStop>, _ table: UnsafeMutablePointer<UInt32>) -> Bool {
    if stops.isEmpty { return false }
    var isOpaque = true
    var left = WeightedStop(stops[0], after: 0)
    unsafe table[before] = left.pixel
    var entry = 1
    // The middle of an entry is 64·(entry − 1) + 32 in 1/65536.
    var place: UInt32 = 32
    for i in stops.indices {
      let right = WeightedStop(stops[i], after: left.location)
      isOpaque = isOpaque && right.alpha == 255 &* 255
      while place < right.location {
        unsafe table[entry] = i == 0 ? right.pixel : left.mixed(with: right, at: place)
        entry &+= 1
        place &+= 64
      }
      left = right
    }
    let last = left.pixel
    while entry <= after {
      unsafe table[entry] = last
      entry &+= 1
    }
    return isOpaque
  }
}

/// A stop whose channels are multiplied by alpha and not yet divided by 255: 0...65025.
private struct WeightedStop {
  /// 0...65536.
  let location: UInt32
  let alpha, red, green, blue: UInt32

  init(_ stop: GradientStop, after previous: UInt32) {
    location = Swift.max(previous, UInt32(bitPattern: Swift.max(0, Swift.min(65536, stop.location.rawValue))))
    let a = UInt32(stop.color.alpha)
    alpha = a &* 255
    red = a &* UInt32(stop.color.red)
    green = a &* UInt32(stop.color.green)
    blue = a &* UInt32(stop.color.blue)
  }

  var pixel: UInt32 { mixed(with: self, 0, 1) }

  /// The colour at `place`, from this location up to `next`'s, which lies to the right.
  func mixed(with next: WeightedStop, at place: UInt32) -> UInt32 {
    mixed(with: next, place &- location, next.location &- location)
  }

  /// `part` of the way in `whole` parts; `whole` in 1...65536.
  private func mixed(with next: WeightedStop, _ part: UInt32, _ whole: UInt32) -> UInt32 {
    func channel(_ from: UInt32, _ to: UInt32) -> UInt32 {
      // At most 65025 · 65536 + 255 · 32768 = 4269834240, which fits 32 bits.
      (from &* (whole &- part) &+ to &* part &+ (255 &* whole) / 2) / (255 &* whole)
    }
    return channel(alpha, next.alpha) &<< 24 | channel(red, next.red) &<< 16 | channel(green, next.green) &<< 8
      | channel(blue, next.blue)
  }
}
