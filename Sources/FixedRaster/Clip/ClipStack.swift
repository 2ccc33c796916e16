// Stage: coverage. The limits of drawing: a rectangle of whole pixels and, where a path's outline matters, one mask
// that holds the product of all outlines so far. However many clips are nested, drawing looks at one mask at the most.
//
//     push(rectangle)   the rectangle is narrowed, the mask stays: costs nothing a pixel
//     push(path)        the path's coverage times the mask so far becomes a new mask, in the next slot:
//                       c = round(outline · mask so far / 255), pixel by pixel
//     pop               the state before the push is in use again
//
// Of each row of a mask is known where it is not empty and its longest run of full coverage: pixels outside are passed
// over, pixels in the run are drawn as if there were no mask. A path that covers its pixels fully, such as a rectangle
// of whole ones or a rounded one seen from a tile in its middle, leaves no mask at all.

/// Bytes and alignment of the memory that clips are kept in.
public struct ClipWorkspace: Hashable, Sendable {
  /// The largest mask in pixels, 1...8191 each way: as large as the surfaces that are drawn into. A path's clip of
  /// which more shows limits drawing to the pixels of its bounds only, and is counted.
  public let width, height: Int
  /// How many clips may be nested, 1...255.
  public let depth: Int

  public init(width: Int, height: Int, depth: Int = 16) {
    self.width = Swift.max(1, Swift.min(8191, width))
    self.height = Swift.max(1, Swift.min(8191, height))
    self.depth = Swift.max(1, Swift.min(255, depth))
  }

  /// Bytes from a row of a mask to the next.
  var bytesPerRow: Int { (width &+ 7) & ~7 }
  var maskBytes: Int { bytesPerRow &* height }
  var rowBytes: Int { (bytesPerRow &* 4 &+ 31) & ~31 }
  var extentBytes: Int { height &* MemoryLayout<ClipExtent>.stride }
  var stateBytes: Int { MemoryLayout<ClipState>.stride }

  /// Traps where it exceeds the address space.
  public var byteCount: Int { rowBytes + depth * (stateBytes + extentBytes + maskBytes) }
  public static var alignment: Int { 32 }
}

/// The covered part of a mask's row, in pixels from its left side: `start..<end` holds all that is not empty,
/// `fullStart..< fullEnd` the longest run of full coverage. Either may be empty.
struct ClipExtent: Equatable {
  var start: Int16 = 0
  var end: Int16 = 0
  var fullStart: Int16 = 0
  var fullEnd: Int16 = 0
}

/// The limits of drawing at one time, in device pixels.
struct ClipState {
  /// The drawable area: ``base`` or less.
  var rect: PixelRect
  /// The area that the clips leave.
  var base: PixelRect
  /// The slot of the mask in use, −1 without one, and the pixels it shows, which hold ``base``.
  var slot: Int32 = -1
  var box = PixelRect.empty
  /// Slots that hold a mask of this state or one before.
  var slotCount: Int32 = 0
  /// Clips that were pushed, and those beyond the depth, which are not applied.
  var depth: Int32 = 0
  var excess: Int32 = 0
  /// Clips that were pushed outside of the group that is drawn: they are not popped inside.
  var floor: Int32 = 0
}

/// Nested clips of a ``Canvas``, in memory of a fixed size.
@safe
public struct ClipStack: ~Copyable {
  private let workspace: ClipWorkspace
  private let depth: Int32
  /// A row of coverage on its way to a painter.
  let row: UnsafeMutablePointer<UInt32>
  private let states: UnsafeMutablePointer<ClipState>
  private let extents: UnsafeMutablePointer<ClipExtent>
  private let masks: UnsafeMutablePointer<UInt8>

  var current = ClipState(rect: .empty, base: .empty)
  /// Clips that were not applied in full: nested too deep, or larger than the workspace.
  public private(set) var overflow: UInt64 = 0

  /// - Parameters:
  ///   - memory: `workspace.byteCount` bytes aligned to `ClipWorkspace.alignment`, the stack's alone while it lives.
  ///   - workspace: says how much there is room for.
  @unsafe
  public init(memory: UnsafeMutableRawPointer, workspace: ClipWorkspace) {
    self.workspace = workspace
    depth = Int32(truncatingIfNeeded: workspace.depth)
    var at = unsafe memory
    unsafe row = at.bindMemory(to: UInt32.self, capacity: workspace.rowBytes / 4)
    unsafe at += workspace.rowBytes
    unsafe states = at.bindMemory(to: ClipState.self, capacity: workspace.depth)
    unsafe at += workspace.depth &* workspace.stateBytes
    unsafe extents = at.bindMemory(to: ClipExtent.self, capacity: workspace.depth &* workspace.height)
    unsafe at += workspace.depth &* workspace.extentBytes
    unsafe masks = at.bindMemory(to: UInt8.self, capacity: workspace.depth &* workspace.maskBytes)
  }

  /// Room for no clip at all: whatever is pushed is not applied, and counted.
  public init() {
    workspace = ClipWorkspace(width: 1, height: 1)
    depth = 0
    // Never followed: without depth there is neither a state nor a mask.
    let nowhere = unsafe UnsafeMutableRawPointer(bitPattern: 32).unsafelyUnwrapped
    unsafe row = nowhere.assumingMemoryBound(to: UInt32.self)
    unsafe states = nowhere.assumingMemoryBound(to: ClipState.self)
    unsafe extents = nowhere.assumingMemoryBound(to: ClipExtent.self)
    unsafe masks = nowhere.assumingMemoryBound(to: UInt8.self)
  }

  // MARK: - Nesting

  /// Forgets all clips.
  mutating func reset(to extent: PixelRect) { current = ClipState(rect: extent, base: extent) }

  /// Keeps the state for ``pop()``; false if there is no room, and then nothing may be narrowed.
  mutating func push() -> Bool {
    if current.depth == depth {
      current.excess &+= 1
      overflow &+= 1
      return false
    }
    unsafe (states + Int(current.depth)).initialize(to: current)
    current.depth &+= 1
    current.base = current.rect
    return true
  }

  mutating func pop() {
    if current.excess > 0 {
      current.excess &-= 1
      return
    }
    precondition(current.depth > current.floor)
    current = unsafe states[Int(current.depth &- 1)]
  }

  /// The state for a group that is drawn over `area`: none of the clips so far, and their memory is kept.
  func isolated(_ area: PixelRect) -> ClipState {
    ClipState(rect: area, base: area, slotCount: current.slotCount, depth: current.depth, floor: current.depth)
  }

  mutating func narrow(to rect: PixelRect) {
    current.base = current.base.intersection(rect)
    current.rect = current.base
  }

  // MARK: - Masks

  /// A mask for a clip over `area`, in the next slot; `nil` if it is too large, which is counted.
  mutating func newMask(_ area: PixelRect) -> Mask? {
    if area.width > workspace.width || area.height > workspace.height {
      overflow &+= 1
      return nil
    }
    // A state has no more masks than clips, so that there is a slot for each.
    let base = unsafe masks + Int(current.slotCount) &* workspace.maskBytes
    return unsafe Mask(base: base, bounds: area, bytesPerRow: workspace.bytesPerRow)
  }

  /// Takes a new mask, which holds a path's coverage, into use: it is multiplied by the one before, the clip shrinks to
  /// its covered area, and where that is fully covered no mask is needed.
  mutating func take(_ mask: Mask) {
    let slot = current.slotCount
    let rows = unsafe extents + Int(slot) &* workspace.height
    var (left, right) = (Int16.max, Int16.min)
    var (top, bottom) = (Int.max, 0)
    multiply(mask)
    for y in 0..<mask.bounds.height {
      let extent = unsafe ClipExtent(mask.base + y &* mask.bytesPerRow, mask.bounds.width)
      unsafe (rows + y).initialize(to: extent)
      if extent.start == extent.end { continue }
      (left, right) = (Swift.min(left, extent.start), Swift.max(right, extent.end))
      (top, bottom) = (Swift.min(top, y), y &+ 1)
    }
    if top > bottom { return narrow(to: .empty) }
    let corner = mask.bounds
    narrow(
      to: PixelRect(
        minX: corner.minX &+ Int32(left), minY: corner.minY &+ Int32(truncatingIfNeeded: top),
        maxX: corner.minX &+ Int32(right), maxY: corner.minY &+ Int32(truncatingIfNeeded: bottom)))
    current.slot = slot
    current.box = corner
    if isFull(current.base) {
      current.slot = -1
    } else {
      current.slotCount &+= 1
    }
  }

  /// Multiplies a new mask by the one in use.
  private func multiply(_ mask: Mask) {
    if isFull(mask.bounds) { return }
    let before = rows(mask.bounds)
    for y in 0..<mask.bounds.height {
      let row = unsafe mask.base + y &* mask.bytesPerRow
      let factors = unsafe before.base + y &* before.bytesPerRow
      for x in 0..<mask.bounds.width {
        // One lane each: the compiler makes vectors of it.
        let product =
          unsafe UInt16(truncatingIfNeeded: row[x]) &* UInt16(truncatingIfNeeded: factors[x]) &+ 128
        unsafe row[x] = UInt8(truncatingIfNeeded: (product &+ product &>> 8) &>> 8)
      }
    }
  }

  /// Whether the mask in use, if any, covers each pixel of `area` fully; `area` lies in the clip.
  @inline(__always)
  func isFull(_ area: PixelRect) -> Bool { current.slot < 0 || isFullInMask(area) }

  @inline(never)
  private func isFullInMask(_ area: PixelRect) -> Bool {
    let (left, right) = (area.minX &- current.box.minX, area.maxX &- current.box.minX)
    var row = unsafe extents + rowIndex(area.minY)
    for _ in 0..<area.height {
      if unsafe Int32(row.pointee.fullStart) > left || Int32(row.pointee.fullEnd) < right { return false }
      unsafe row += 1
    }
    return true
  }

  private func rowIndex(_ y: Int32) -> Int {
    Int(current.slot) &* workspace.height &+ Int(y &- current.box.minY)
  }

  /// The mask in use from the corner of a band on, which lies in the clip.
  @inline(__always)
  func rows(_ band: PixelRect) -> ClipRows {
    let left = Int(band.minX &- current.box.minX)
    let first = rowIndex(band.minY)
    return unsafe ClipRows(
      base: masks + (first &* workspace.bytesPerRow &+ left), bytesPerRow: workspace.bytesPerRow,
      extents: extents + first, left: left, row: row)
  }
}

extension ClipExtent {
  /// Looks through a row of `count` bytes.
  fileprivate init(_ row: UnsafePointer<UInt8>, _ count: Int) {
    var x = unsafe runEnd(row, 0, count, of: 0)
    if x == count { return }
    start = Int16(truncatingIfNeeded: x)
    while x < count {
      if unsafe row[x] == 255 {
        let stop = unsafe runEnd(row, x, count, of: 255)
        if stop &- x > Int(fullEnd &- fullStart) {
          (fullStart, fullEnd) = (Int16(truncatingIfNeeded: x), Int16(truncatingIfNeeded: stop))
        }
        x = stop
        end = Int16(truncatingIfNeeded: x)
      } else if unsafe row[x] == 0 {
        x = unsafe runEnd(row, x, count, of: 0)
      } else {
        x &+= 1
        end = Int16(truncatingIfNeeded: x)
      }
    }
  }
}
