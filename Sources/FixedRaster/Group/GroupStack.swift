// Stage: group. What is drawn together before it is laid over what lies under it: with one opacity, through a mask, by
// a blend mode.
//
//     begin   drawing goes to a clear tile of its own, as large as what the group can touch
//     end     that tile is laid over the one drawn into before, within the clip of then
//
// One tile of memory for each level, however many groups there are. A mask may be a picture of coverage, or drawn as a
// group of its own within the group, ended with the mode `destinationIn`: its alpha is the mask.
//
// Opacity, mask and mode are said at the end: a program that knows only opacity holds none of the modes' code. With o
// the opacity, m the mask at a pixel and c the clip there, each product divided by 255 and rounded, s the group's
// pixel:
//
//     source-over   s · ((m · c) · o) over d                                as SourceOver.swift has it
//     other modes   B(s · (m · o), d), of which c is blended in             as BlendMode.swift has it

/// Bytes and alignment of the memory that groups are composed in.
public struct GroupWorkspace: Hashable, Sendable {
  /// The largest group in pixels, 1...8191 each way: as large as the tiles that are composed.
  public let width, height: Int
  /// How many groups may be nested, 1...255.
  public let depth: Int

  public init(width: Int, height: Int, depth: Int = 16) {
    self.width = Swift.max(1, Swift.min(8191, width))
    self.height = Swift.max(1, Swift.min(8191, height))
    self.depth = Swift.max(1, Swift.min(255, depth))
  }

  var bytesPerRow: Int { width &* 4 }
  /// Rounded up so that each tile begins with a cache line.
  var tileBytes: Int { (height &* bytesPerRow &+ 63) & ~63 }
  var targetBytes: Int { MemoryLayout<Canvas.Target>.stride }

  /// Traps where it exceeds the address space.
  public var byteCount: Int { depth * (tileBytes + targetBytes) }
  public static var alignment: Int { 64 }
}

/// Nested groups, in memory of a fixed size.
@safe
public struct GroupStack: ~Copyable {
  private let workspace: GroupWorkspace
  private let tiles: UnsafeMutableRawPointer
  /// Where drawing went before each group.
  private let targets: UnsafeMutablePointer<Canvas.Target>
  /// Groups that have begun and not ended.
  public private(set) var depth = 0
  /// Groups that did not begin: nested too deep, or larger than the workspace.
  public private(set) var overflow: UInt64 = 0

  /// - Parameters:
  ///   - memory: `workspace.byteCount` bytes aligned to `GroupWorkspace.alignment`, the stack's alone while it lives.
  ///   - workspace: says how much there is room for.
  @unsafe
  public init(memory: UnsafeMutableRawPointer, workspace: GroupWorkspace) {
    self.workspace = workspace
    unsafe tiles = memory
    unsafe targets = (memory + workspace.depth &* workspace.tileBytes).bindMemory(
      to: Canvas.Target.self, capacity: workspace.depth)
  }

  private func tile(_ level: Int, _ area: PixelRect) -> Surface {
    unsafe Surface(
      base: tiles + level &* workspace.tileBytes, width: area.width, height: area.height,
      bytesPerRow: workspace.bytesPerRow)
  }

  /// Begins a group: what the canvas draws from now on goes into the group, until it ends. Clips that were pushed
  /// before play no part inside; they limit the group when it is laid over. Each that is pushed inside must be popped
  /// inside.
  ///
  /// - Parameters:
  ///   - area: device pixels outside which nothing of the group is drawn; as far as it lies in the clip it is cleared,
  ///     and later laid over, whatever is drawn.
  ///   - canvas: what draws the group.
  /// - Returns: false if there is no level left, or the area does not fit the workspace, which is counted: nothing has
  ///   begun, nothing is to be ended, and what is drawn goes where it went before.
  public mutating func begin(_ area: PixelRect, on canvas: inout Canvas) -> Bool {
    let area = area.intersection(canvas.clip).orEmpty
    if depth == workspace.depth || area.width > workspace.width || area.height > workspace.height {
      overflow &+= 1
      return false
    }
    unsafe (targets + depth).initialize(to: canvas.target)
    canvas.target = Canvas.Target(
      surface: tile(depth, area), isTile: false, ground: nil, x: area.minX, y: area.minY,
      clips: canvas.clips.isolated(area))
    canvas.clear(area)
    depth &+= 1
    return true
  }

  /// Ends the last group and lays it over what lies under it.
  ///
  /// - Parameters:
  ///   - canvas: the one that it was begun on.
  ///   - opacity: 0...255, of the whole group.
  public mutating func end(on canvas: inout Canvas, opacity: UInt8 = 255) {
    let (group, area) = leave(&canvas)
    canvas.lay(group, area, opacity)
  }

  /// Ends the last group and lays it over through a mask.
  ///
  /// - Parameters:
  ///   - canvas: the one that it was begun on.
  ///   - opacity: 0...255, of the whole group.
  ///   - mask: the group's alpha is multiplied by it; it is 0 beyond its bounds.
  public mutating func end(on canvas: inout Canvas, opacity: UInt8 = 255, mask: Mask) {
    let (group, area) = leave(&canvas)
    canvas.lay(group, area, opacity, mask)
  }

  /// Ends the last group and combines it with what lies under it.
  ///
  /// - Parameters:
  ///   - canvas: the one that it was begun on.
  ///   - opacity: 0...255, of the whole group.
  ///   - mode: applied to all of the group's area, also where nothing was drawn or the mask is 0: there the group is
  ///     clear, and a mode such as copy clears what lies under it.
  ///   - mask: the group's alpha is multiplied by it, if there is one; it is 0 beyond its bounds.
  public mutating func end(
    on canvas: inout Canvas, opacity: UInt8 = 255, mode: BlendMode, mask: Mask? = nil
  ) {
    let (group, area) = leave(&canvas)
    if mode == .destination { return }
    switch (mode, mask) {
    case (.sourceOver, nil): canvas.lay(group, area, opacity)
    case (.sourceOver, let mask?): canvas.lay(group, area, opacity, mask)
    case (_, nil): canvas.combineAll(group, area, UInt32(opacity), mode)
    case (_, let mask?):
      canvas.combineAll(MaskedSource(group: group, mask: mask, opacity: UInt32(opacity)), area, 255, mode)
    }
  }

  /// Goes back to where drawing went before the last group. There must be one, begun on this canvas, or it traps.
  private mutating func leave(_ canvas: inout Canvas) -> (group: GroupSource, area: PixelRect) {
    precondition(depth > 0)
    depth &-= 1
    let target = canvas.target
    let base = unsafe tiles + depth &* workspace.tileBytes
    precondition(unsafe target.surface.base == base)
    canvas.target = unsafe targets[depth]
    let area = PixelRect(
      minX: target.x, minY: target.y, maxX: target.x &+ Int32(truncatingIfNeeded: target.surface.width),
      maxY: target.y &+ Int32(truncatingIfNeeded: target.surface.height))
    let group = unsafe GroupSource(
      base: UnsafeRawPointer(base), bytesPerRow: target.surface.bytesPerRow, originX: target.x, originY: target.y)
    return (group, area)
  }
}

extension Canvas {
  /// Lays `area` of a group, which lies in the clip, over the surface.
  mutating func lay(_ group: GroupSource, _ area: PixelRect, _ opacity: UInt8) {
    if opacity == 0 || area.isEmpty { return }
    var painter = painter(group, area, opacity)
    cover(WholeBand(), area, &painter)
  }

  /// The same through a mask.
  mutating func lay(_ group: GroupSource, _ area: PixelRect, _ opacity: UInt8, _ mask: Mask) {
    let shown = area.intersection(mask.bounds)
    if opacity == 0 || shown.isEmpty { return }
    var painter = painter(group, shown, opacity)
    cover(mask, shown, &painter)
  }
}

extension PixelRect {
  /// With no columns and no rows if it has no pixels.
  fileprivate var orEmpty: PixelRect { isEmpty ? .empty : self }
}

/// A group's pixels, faded by a mask and an opacity.
private struct MaskedSource: PixelSource {
  let group: GroupSource
  let mask: Mask
  let opacity: UInt32

  var isOpaque: Bool { false }

  mutating func fill(_ row: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int) {
    unsafe fillSpan(row, count, 0)
    let end = x &+ Int32(truncatingIfNeeded: count)
    let (first, last) = (Swift.max(x, mask.bounds.minX), Swift.min(end, mask.bounds.maxX))
    if first >= last || y < mask.bounds.minY || y >= mask.bounds.maxY { return }
    guard let pixels = unsafe group.pixels(x: first, y: y, count: Int(last &- first)) else { return }
    let (coverage, out) = unsafe (mask.place(first, y), row + Int(first &- x))
    var i = 0
    while i < Int(last &- first) {
      unsafe out[i] = scaledPixel(pixels[i], by: scaled255(UInt32(coverage[i]), by: opacity))
      i &+= 1
    }
  }
}
