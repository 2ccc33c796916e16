// Stage: group. Drawings that are composited together with the pixels under them: with one opacity, through a mask, by
// a blend mode.
//
//     begin   drawing goes to a clear tile of its own, as large as the area that the group can touch
//     end     that tile is composited with the one drawn into before, within the clip of then
//
// One tile of memory for each level, however many groups there are. A mask may be a picture of coverage, or drawn as a
// group of its own within the group, ended with the mode `destinationIn`: its alpha is the mask.
//
// Opacity, mask and mode are said at the end. With o the opacity, m the mask at a pixel and c the clip there, each product divided by 255 and rounded, s the group's
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

  /// Begins a group: later drawing goes into the group, until it ends. Clips that were pushed before play no part
  /// inside; they limit the group when it is composited. Each that is pushed inside must be popped inside.
  ///
  /// - Parameters:
  ///   - area: device pixels outside which nothing of the group is drawn; as far as it lies in the clip it is cleared,
  ///     and later composited, whatever is drawn.
  ///   - canvas: the canvas that draws the group.
  /// - Returns: false if there is no level left, or the area does not fit the workspace, which is counted: nothing has
  ///   begun, nothing is to be ended, and drawing goes on as before.
  @export(interface)
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

  /// Ends the last group and composites it with the pixels under it.
  ///
  /// - Parameters:
  ///   - canvas: the one that it was begun on.
  ///   - opacity: 0...255, of the whole group.
  ///   - mode: applied to all of the group's area, also where nothing was drawn or the mask is 0: there the group is
  ///     clear, and a mode such as copy clears the pixels under it.
  ///   - mask: the group's alpha is multiplied by it, if there is one; it is 0 beyond its bounds.
  @export(interface)
  public mutating func end(
    on canvas: inout Canvas, opacity: UInt8 = 255, mode: BlendMode = .sourceOver, mask: Mask? = nil
  ) {
    let (group, area) = leave(&canvas)
    guard let mask else { return canvas.draw(area, group, opacity, mode) { _, _ in WholeBand() } }
    if mode == .sourceOver {
      canvas.draw(area.intersection(mask.bounds), group, opacity, mode) { _, _ in mask }
    } else {
      let faded = MaskedShader(group: group, mask: mask, opacity: UInt32(opacity))
      canvas.draw(area, faded, 255, mode) { _, _ in WholeBand() }
    }
  }

  /// Ends the last group and adds it to planes that are composed together.
  ///
  /// - Parameters:
  ///   - canvas: the one that it was begun on.
  ///   - planes: has begun the group's area, and has room for one more.
  ///   - depth: where the group's plane lies.
  @export(interface)
  public mutating func end(on canvas: inout Canvas, into planes: inout PlaneStack, depth: DepthPlane) {
    let (group, area) = leave(&canvas)
    let target = unsafe planes.add(depth)
    var y = area.minY
    while y < area.maxY {
      let row = unsafe target + Int(y &- area.minY) &* area.width
      if let from = unsafe group.pixels(x: area.minX, y: y, count: area.width) {
        unsafe row.copy(from: from, count: area.width)
      }
      y &+= 1
    }
  }

  /// Goes back to where drawing went before the last group. There must be one, begun on this canvas, or it traps.
  private mutating func leave(_ canvas: inout Canvas) -> (group: GroupShader, area: PixelRect) {
    precondition(depth > 0)
    depth &-= 1
    let target = canvas.target
    let base = unsafe tiles + depth &* workspace.tileBytes
    precondition(unsafe target.surface.base == base)
    canvas.target = unsafe targets[depth]
    let area = PixelRect(
      minX: target.x, minY: target.y, maxX: target.x &+ Int32(truncatingIfNeeded: target.surface.width),
      maxY: target.y &+ Int32(truncatingIfNeeded: target.surface.height))
    let group = unsafe GroupShader(
      base: UnsafeRawPointer(base), bytesPerRow: target.surface.bytesPerRow, originX: target.x, originY: target.y)
    return (group, area)
  }
}

extension PixelRect {
  /// With no columns and no rows if it has no pixels.
  fileprivate var orEmpty: PixelRect { isEmpty ? .empty : self }
}
