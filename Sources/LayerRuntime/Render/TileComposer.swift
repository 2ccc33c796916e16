import FixedRaster

// Stage: render. Input: the render tree and a rectangle of damage. Output: that rectangle's pixels, each composed in a tile
// that stays in the first-level cache and stored to the display once.

/// Composes tiles. All memory is taken at the start: a tile, one for each level of groups, room for clips, and one workspace
/// for coverage.
@safe
struct TileComposer: ~Copyable {
  /// Pixels of a tile: 8 kB, so that a tile and its coverage fit a first-level cache of 16 kB.
  static var tileWidth: Int { 64 }
  static var tileHeight: Int { 32 }
  private static var tileBytes: Int { tileWidth * tileHeight * 4 }

  private let memory: UnsafeMutableRawPointer
  private var canvas: Canvas<ARGB8888>
  /// A group that is nested too deep is not composed apart: its opacity and its clip are applied to each of its parts.
  private var groups: GroupStack

  // What is being drawn.
  private var tile = PixelRect.empty
  /// The front-most layer that covers the whole tile, −1 if none does; until it is reached nothing is drawn.
  private var cover: Int32 = -1
  private var isStarted = true

  /// Layers in tiles that were not drawn because an opaque one covers the tile.
  private var hiddenLayers = 0

  init() {
    let (width, height) = (Self.tileWidth, Self.tileHeight)
    let workspace = CoverageWorkspace(width: width, rows: height)
    let (groupSpace, clipSpace) = (
      GroupWorkspace(width: width, height: height), ClipWorkspace(width: width, height: height)
    )
    // The tile, then the groups, the clips, the coverage: each a multiple of what the next must be aligned to.
    let groupEnd = Self.tileBytes + (groupSpace.byteCount + 63) & ~63
    let clipEnd = groupEnd + (clipSpace.byteCount + 63) & ~63
    unsafe memory = UnsafeMutableRawPointer.allocate(byteCount: clipEnd + workspace.byteCount, alignment: 64)
    unsafe groups = GroupStack(memory: memory + Self.tileBytes, workspace: groupSpace)
    let first = unsafe Surface<ARGB8888>(base: memory, width: width, height: height, bytesPerRow: width * 4)
    unsafe canvas = Canvas(
      first, memory: memory + clipEnd, workspace: workspace,
      clips: ClipStack(memory: memory + groupEnd, workspace: clipSpace))
  }

  /// Groups that were nested too deep, since the start, and clips likewise.
  var groupOverflow: Int { Int(truncatingIfNeeded: groups.overflow) }
  var clipOverflow: Int { Int(truncatingIfNeeded: canvas.clipOverflow) }

  deinit { unsafe memory.deallocate() }

  /// Draws the tiles of `area` and stores them. Answers their number.
  mutating func draw(_ area: PixelRect, _ nodes: Span<RenderNode>, root: Int32, into display: DisplayMemory) -> Int {
    var tiles = 0
    var y = area.minY
    while y < area.maxY {
      let bottom = Swift.min(area.maxY, y + Int32(truncatingIfNeeded: Self.tileHeight))
      var x = area.minX
      while x < area.maxX {
        let right = Swift.min(area.maxX, x + Int32(truncatingIfNeeded: Self.tileWidth))
        drawTile(PixelRect(minX: x, minY: y, maxX: right, maxY: bottom), nodes, root)
        display.store(surface, at: tile)
        tiles += 1
        x = right
      }
      y = bottom
    }
    return tiles
  }

  /// Layers left out, over the tiles since the last call.
  mutating func takeHiddenLayers() -> Int {
    defer { hiddenLayers = 0 }
    return hiddenLayers
  }

  private var surface: Surface<ARGB8888> {
    unsafe Surface(base: memory, width: tile.width, height: tile.height, bytesPerRow: Self.tileWidth * 4)
  }

  private mutating func drawTile(_ area: PixelRect, _ nodes: Span<RenderNode>, _ root: Int32) {
    tile = area
    cover = -1
    if root >= 0 { findCover(nodes, root) }
    isStarted = cover < 0
    canvas.draw(into: surface, x: tile.minX, y: tile.minY)
    if isStarted { canvas.clear(tile, to: .black) }
    if root >= 0 { draw(nodes, root, clip: tile, alpha: 255) }
  }

  /// Walks the layers in drawing order and leaves the last one that covers the whole tile in ``cover``.
  private mutating func findCover(_ nodes: Span<RenderNode>, _ index: Int32) {
    let i = Int(index)
    if nodes[i].subtree.intersection(tile).isEmpty { return }
    if nodes[i].opaque.contains(tile) { cover = index }
    var child = nodes[i].firstChild
    while child >= 0 {
      findCover(nodes, child)
      child = nodes[Int(child)].nextSibling
    }
  }
}

// MARK: - Layers

extension TileComposer {
  /// - Parameter alpha: 0...255, of groups above that could not be composed apart.
  private mutating func draw(_ nodes: Span<RenderNode>, _ index: Int32, clip: PixelRect, alpha: UInt8) {
    let node = nodes[Int(index)]
    let area = node.subtree.intersection(clip)
    if area.isEmpty || node.isHidden { return }
    let opacity = node.opacity
    if !node.isGroup {
      drawParts(nodes, index, clip: clip, alpha: scaled(alpha, by: opacity))
    } else if isStarted {
      canvas.setClip(area)
      if groups.begin(area, on: &canvas) {
        drawParts(nodes, index, clip: area, alpha: 255)
        groups.end(on: &canvas, opacity: scaled(alpha, by: opacity))
      } else {
        drawParts(nodes, index, clip: clip, alpha: scaled(alpha, by: opacity))
      }
    }
  }

  /// Background and shape, then the sublayers, then the border on top of all.
  private mutating func drawParts(_ nodes: Span<RenderNode>, _ index: Int32, clip: PixelRect, alpha: UInt8) {
    let i = Int(index)
    let node = nodes[i]
    if index == cover { isStarted = true }
    let own = node.extent.intersection(clip)
    if !isStarted && !own.isEmpty { hiddenLayers += 1 }
    if isStarted && !own.isEmpty {
      canvas.setClip(own)
      drawBackground(node, alpha)
      drawShape(node.shape, node, alpha)
    }
    if node.firstChild >= 0 { drawSublayers(nodes, i, clip: clip, alpha: alpha) }
    if isStarted && !own.isEmpty && node.border.alpha > 0 {
      canvas.setClip(own)
      drawBorder(node, alpha)
    }
  }

  private mutating func drawSublayers(_ nodes: Span<RenderNode>, _ i: Int, clip: PixelRect, alpha: UInt8) {
    if !nodes[i].masksToBounds {
      drawEach(nodes, nodes[i].firstChild, clip: clip, alpha: alpha)
      return
    }
    let inner = nodes[i].box.intersection(clip)
    if inner.isEmpty { return }
    if nodes[i].isPixelAligned {
      drawEach(nodes, nodes[i].firstChild, clip: inner, alpha: alpha)
      return
    }
    // No layer in here is ever a cover, so there is nothing to look for before the start.
    if !isStarted { return }
    canvas.setClip(inner)
    canvas.pushClip(
      nodes[i].bounds, cornerRadii: CornerRadii(nodes[i].cornerRadius), transform: nodes[i].transform)
    let shown = canvas.clip
    if shown.isEmpty {
      canvas.popClip()
      return
    }
    if groups.begin(shown, on: &canvas) {
      drawEach(nodes, nodes[i].firstChild, clip: shown, alpha: 255)
      groups.end(on: &canvas, opacity: alpha)
    } else {
      drawEach(nodes, nodes[i].firstChild, clip: shown, alpha: alpha)
    }
    canvas.popClip()
  }

  private mutating func drawEach(_ nodes: Span<RenderNode>, _ first: Int32, clip: PixelRect, alpha: UInt8) {
    var child = first
    while child >= 0 {
      draw(nodes, child, clip: clip, alpha: alpha)
      child = nodes[Int(child)].nextSibling
    }
  }

  private func scaled(_ alpha: UInt8, by factor: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: scaled255(UInt32(alpha), by: UInt32(factor)))
  }
}

// MARK: - Parts of a layer

extension TileComposer {
  private mutating func drawBackground(_ node: RenderNode, _ alpha: UInt8) {
    let color = node.background.withAlpha(scaled(node.background.alpha, by: alpha))
    if color.alpha == 0 { return }
    if node.isPixelAligned {
      canvas.fill(node.box, color: color)
    } else {
      var outline = PathBuffer<16>()
      outline.addRoundedRect(node.bounds, cornerRadius: node.cornerRadius)
      canvas.fill(outline.span, transform: node.transform, color: color)
    }
  }

  private mutating func drawShape(_ shape: RenderShape, _ node: RenderNode, _ alpha: UInt8) {
    guard let elements = unsafe shape.elements else { return }
    let path = unsafe Span(_unsafeStart: elements, count: shape.count)
    let fill = shape.fill.withAlpha(scaled(shape.fill.alpha, by: alpha))
    canvas.fill(path, transform: node.transform, rule: shape.rule, color: fill)
    let stroke = shape.stroke.withAlpha(scaled(shape.stroke.alpha, by: alpha))
    canvas.stroke(path, style: shape.style, transform: node.transform, color: stroke)
  }

  private mutating func drawBorder(_ node: RenderNode, _ alpha: UInt8) {
    let width = node.borderWidth
    var outline = PathBuffer<32>()
    outline.addRoundedRect(node.bounds, cornerRadius: node.cornerRadius)
    // A border wider than half the layer leaves no middle.
    if width + width < node.bounds.width && width + width < node.bounds.height {
      outline.addRoundedRect(
        node.bounds.insetBy(dx: width, dy: width), cornerRadius: Swift.max(0, node.cornerRadius - width))
    }
    let color = node.border.withAlpha(scaled(node.border.alpha, by: alpha))
    canvas.fill(outline.span, transform: node.transform, rule: .evenOdd, color: color)
  }
}

extension Color {
  func withAlpha(_ alpha: UInt8) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }
}
