// Stage: coverage. Glyphs that were rasterized are kept as masks, so that text costs little more than its pixels. A
// fixed number of slots of a fixed size, in the caller's memory; the least recently used gives way.

/// Bytes and alignment of a glyph cache's memory.
public struct GlyphCacheWorkspace: Hashable, Sendable {
  /// How many glyphs are kept, 1...65535. Each size, face and quarter-pixel place of a glyph counts.
  public let glyphs: Int
  /// The largest mask that is kept: rows times columns, those rounded up to eight. Larger glyphs are drawn from their
  /// outline each time.
  public let bytesPerGlyph: Int

  /// - Parameters:
  ///   - glyphs: how many are kept.
  ///   - bytesPerGlyph: rounded up to 32; for a font of `s` pixels, `2·s·s` holds nearly every glyph.
  public init(glyphs: Int, bytesPerGlyph: Int) {
    self.glyphs = Swift.max(1, Swift.min(65535, glyphs))
    self.bytesPerGlyph = (Swift.max(0, Swift.min(1 &<< 20, bytesPerGlyph)) &+ 31) & ~31
  }

  /// A power of two, at least as many as slots.
  var buckets: Int { 1 &<< (Int.bitWidth &- (glyphs &- 1).leadingZeroBitCount) }
  var pixelBytes: Int { glyphs &* bytesPerGlyph }
  var slotBytes: Int { (glyphs &* MemoryLayout<GlyphSlot>.stride &+ 7) & ~7 }

  public var byteCount: Int { pixelBytes &+ slotBytes &+ buckets &* 4 }
  public static var alignment: Int { 32 }
}

/// The data of a kept glyph.
struct GlyphSlot {
  /// The glyph's number above four bits of quarters: x, then y.
  var key: UInt64
  /// When it was last drawn, in glyphs.
  var lastUse: UInt64
  var face: GlyphFace
  /// The next slot of the same bucket, or −1.
  var next: Int32
  /// Where the mask lies from the pixel of the origin on.
  var left, top: Int32
  /// In pixels; the mask's rows are padded with zeros to a multiple of eight. Zero for a glyph without ink.
  var width, height: Int32
}

/// Rasterized glyphs, kept from frame to frame.
///
/// One cache serves any number of fonts, faces and sizes, but all its slots have one size: give large digits a cache of
/// their own, or let them be drawn from their outlines.
@safe
public struct GlyphCache: ~Copyable {
  public let workspace: GlyphCacheWorkspace
  private let pixels: UnsafeMutablePointer<UInt8>
  private let slots: UnsafeMutablePointer<GlyphSlot>
  /// The first slot of each bucket, or −1.
  private let buckets: UnsafeMutablePointer<Int32>
  private let bucketMask: UInt64
  /// Slots that hold a glyph, from the first on.
  private var used = 0
  private var clock: UInt64 = 0

  /// How many glyphs were drawn from a kept mask.
  public private(set) var hits: UInt64 = 0
  /// How many were rasterized and kept.
  public private(set) var misses: UInt64 = 0
  /// How many gave way to another.
  public private(set) var evictions: UInt64 = 0
  /// How many were too large to keep, and were drawn from their outline.
  public internal(set) var oversized: UInt64 = 0
  /// How many outlines had more elements than ``GlyphOutline`` holds, and were drawn without the rest.
  public internal(set) var cutOutlines: UInt64 = 0

  /// - Parameters:
  ///   - memory: `workspace.byteCount` bytes aligned to `GlyphCacheWorkspace.alignment`, the cache's alone while it
  ///     lives.
  ///   - workspace: says how much there is room for.
  @unsafe
  public init(memory: UnsafeMutableRawPointer, workspace: GlyphCacheWorkspace) {
    self.workspace = workspace
    unsafe pixels = memory.bindMemory(to: UInt8.self, capacity: workspace.pixelBytes)
    let slotMemory = unsafe memory + workspace.pixelBytes
    unsafe slots = slotMemory.bindMemory(to: GlyphSlot.self, capacity: workspace.glyphs)
    unsafe buckets = (slotMemory + workspace.slotBytes).bindMemory(to: Int32.self, capacity: workspace.buckets)
    unsafe buckets.initialize(repeating: -1, count: workspace.buckets)
    bucketMask = UInt64(workspace.buckets &- 1)
  }

  /// How many glyphs are kept now.
  public var count: Int { used }

  /// Forgets all glyphs, as when a font's outlines change; the counters stay.
  public mutating func removeAll() {
    used = 0
    unsafe buckets.update(repeating: -1, count: workspace.buckets)
  }

  @inline(__always)
  static func key(_ glyph: UInt32, _ place: GlyphPlace) -> UInt64 {
    UInt64(glyph) &<< 4 | UInt64(UInt32(bitPattern: place.quarterX &<< 2 | place.quarterY))
  }

  @inline(__always)
  private func bucket(_ key: UInt64, _ faceHash: UInt64) -> Int {
    let spread = (key ^ faceHash) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: (spread &>> 32) & bucketMask)
  }

  @inline(__always)
  func slot(_ index: Int) -> GlyphSlot { unsafe slots[index] }

  /// The mask of a slot, rows padded to a multiple of eight.
  @inline(__always)
  func mask(_ index: Int) -> UnsafeMutablePointer<UInt8> { unsafe pixels + index &* workspace.bytesPerGlyph }

  /// The slot of a glyph that is kept, marked as used; `nil` if it is not kept.
  @inline(__always)
  mutating func find(_ key: UInt64, _ face: GlyphFace, faceHash: UInt64) -> Int? {
    var index = unsafe Int(buckets[bucket(key, faceHash)])
    while index >= 0 {
      let slot = unsafe slots + index
      if unsafe slot.pointee.key == key && slot.pointee.face == face {
        clock &+= 1
        unsafe slot.pointee.lastUse = clock
        hits &+= 1
        return index
      }
      index = unsafe Int(slot.pointee.next)
    }
    return nil
  }

  /// Makes room for a glyph that is not kept. Its mask holds the bytes of the glyph before.
  ///
  /// - Parameter box: where the ink lies from the origin's pixel on; `nil` is answered if that is too large to keep.
  mutating func insert(_ key: UInt64, _ face: GlyphFace, faceHash: UInt64, box: PixelRect) -> Int? {
    let stride = (box.width &+ 7) & ~7
    // Each factor at most 2^20 before they are multiplied as 64 bits; and coverage is accumulated within ±8191 pixels.
    if stride > workspace.bytesPerGlyph || box.height > workspace.bytesPerGlyph { return nil }
    if box.area &+ Int64(stride &- box.width) &* Int64(box.height) > Int64(workspace.bytesPerGlyph) { return nil }
    if !PixelRect(minX: -8191, minY: -8191, maxX: 8183, maxY: 8191).contains(box) { return nil }
    misses &+= 1
    clock &+= 1
    let index = used < workspace.glyphs ? used : evict()
    used = Swift.max(used, index &+ 1)
    let home = bucket(key, faceHash)
    unsafe (slots + index).initialize(
      to: GlyphSlot(
        key: key, lastUse: clock, face: face, next: buckets[home], left: box.minX, top: box.minY,
        width: Int32(truncatingIfNeeded: box.width), height: Int32(truncatingIfNeeded: box.height)))
    unsafe buckets[home] = Int32(truncatingIfNeeded: index)
    return index
  }

  /// Empties the slot that was not used for longest and answers it. Looks at all slots: a miss costs much more anyway.
  private mutating func evict() -> Int {
    evictions &+= 1
    var oldest = 0
    var i = 1
    while i < used {
      if unsafe slots[i].lastUse < slots[oldest].lastUse { oldest = i }
      i &+= 1
    }
    let victim = unsafe slots[oldest]
    let home = bucket(victim.key, victim.face.hash)
    var link = unsafe Int(buckets[home])
    if link == oldest {
      unsafe buckets[home] = victim.next
    } else {
      while unsafe Int(slots[link].next) != oldest { link = unsafe Int(slots[link].next) }
      unsafe slots[link].next = victim.next
    }
    return oldest
  }
}
