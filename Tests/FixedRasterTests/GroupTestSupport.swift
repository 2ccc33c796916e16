import TestSupport
import Testing

@testable import FixedRaster

/// The pictures' size.
let (groupWidth, groupHeight) = (150, 90)
private let (width, height) = (groupWidth, groupHeight)

/// What is drawn: calls, and groups of them.
indirect enum GroupNode {
  case draw((inout Canvas) -> Void)
  case clip(TestClip, [GroupNode])
  case group([GroupNode], area: PixelRect, opacity: UInt8, mode: BlendMode, mask: TestMask?)
}

/// A random tree.
struct GroupForest {
  private var random: SplitMix
  /// How many groups there are of each mode, with a mask, below another.
  var modes = Set<BlendMode>()
  var (masks, clips, deepest) = (0, 0, 0)

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func nodes(_ depth: Int, _ count: Int) -> [GroupNode] { (0..<count).map { _ in node(depth) } }

  private mutating func color() -> Color { Color(argb: UInt32(truncatingIfNeeded: random.next()) | 0x4000_0000) }

  mutating func rect() -> PixelRect {
    let (x, y) = (random.next(in: -5...width / 2), random.next(in: -5...height / 2))
    return PixelRect(
      minX: Int32(x), minY: Int32(y), maxX: Int32(x + random.next(in: 20...width)),
      maxY: Int32(y + random.next(in: 20...height)))
  }

  private mutating func node(_ depth: Int) -> GroupNode {
    let choice = depth >= 4 ? 0 : random.next(in: 0...5)
    if choice < 2 { return drawing() }
    if choice == 2 {
      clips += 1
      return .clip(TestClip.random(&random, width: width, height: height), nodes(depth + 1, 2))
    }
    deepest = max(deepest, depth + 1)
    let mode = BlendMode(rawValue: UInt8(random.next(in: 0...27)))!
    modes.insert(mode)
    return .group(
      nodes(depth + 1, random.next(in: 1...3)), area: rect(),
      opacity: [255, 255, random.byte()].randomElement(using: &random)!,
      mode: random.next(in: 0...1) == 0 ? .sourceOver : mode, mask: random.next(in: 0...2) == 0 ? mask() : nil)
  }

  private mutating func mask() -> TestMask {
    masks += 1
    let mask = TestMask(rect())
    for y in Int(mask.bounds.minY)..<Int(mask.bounds.maxY) {
      for x in Int(mask.bounds.minX)..<Int(mask.bounds.maxX) {
        mask[x, y] = y % 3 == 0 ? 255 : x % 40 < 35 ? 90 : random.byte()
      }
    }
    return mask
  }

  private mutating func drawing() -> GroupNode {
    let (color, rect) = (color(), rect())
    if random.next(in: 0...1) == 0 { return .draw { $0.fill(rect, color: color) } }
    var oval = PathRecorder()
    oval.addEllipse(
      in: Rect(
        x: Fixed(Int(rect.minX)) + 0.25, y: Fixed(Int(rect.minY)), width: Fixed(rect.width), height: Fixed(rect.height))
    )
    let path = oval.elements
    return .draw { $0.fill(path.span, mapping: .identity, color: color) }
  }
}

// MARK: - By the definition

/// Whole pictures, one for each group, combined pixel by pixel.
private func reference(_ nodes: [GroupNode], _ picture: inout [UInt32], _ limit: [TestClip]) {
  for node in nodes {
    switch node {
    case .draw(let draw): paint(draw, &picture, limit)
    case .clip(let clip, let nodes): reference(nodes, &picture, limit + [clip])
    case .group(let nodes, let area, let opacity, let mode, let mask):
      var group = [UInt32](repeating: 0, count: picture.count)
      reference(nodes, &group, [])
      let coverage = product(limit)
      for i in picture.indices {
        let (x, y) = (i % width, i / width)
        let isInside = x >= area.minX && x < area.maxX && y >= area.minY && y < area.maxY
        if !isInside || coverage[i] == 0 { continue }
        let m = mask.map { UInt32($0[x, y]) } ?? 255
        let c = UInt32(coverage[i])
        if mode == .sourceOver {
          picture[i] = TestBlend.pixels(opacity: UInt32(opacity)).result(group[i], product(m, c), over: picture[i])
        } else {
          // An area's edge is the group's: what is drawn beyond it does not show.
          let faded = product(m, UInt32(opacity))
          picture[i] = TestBlend.mode(mode, opacity: faded).result(group[i], c, over: picture[i])
        }
      }
    }
  }
}

private func product(_ clips: [TestClip]) -> [UInt8] {
  clips.reduce([UInt8](repeating: 255, count: width * height)) { limit, clip in
    zip(limit, clip.coverage(width, height)).map { UInt8(product(UInt32($0), UInt32($1))) }
  }
}

/// A call as it is without groups, over the picture so far.
private func paint(_ draw: (inout Canvas) -> Void, _ picture: inout [UInt32], _ clips: [TestClip]) {
  let memory = TestMemory(ARGB8888.self, width: width, height: height)
  for i in picture.indices { memory[i % width, i / width] = picture[i] }
  withClippedCanvas(memory.surface) { canvas in
    for clip in clips { clip.push(&canvas) }
    draw(&canvas)
    for _ in clips { canvas.popClip() }
  }
  for i in picture.indices { picture[i] = memory[i % width, i / width] }
}

// MARK: - With a stack

/// Runs `body` with a stack whose memory is filled with rubbish.
func withGroups(_ workspace: GroupWorkspace, _ body: (inout GroupStack) -> Void) {
  let memory = UnsafeMutableRawPointer.allocate(
    byteCount: workspace.byteCount + 16, alignment: GroupWorkspace.alignment)
  unsafe memory.initializeMemory(as: UInt8.self, repeating: 0x5A, count: workspace.byteCount + 16)
  defer {
    for i in 0..<16 { #expect(unsafe memory.load(fromByteOffset: workspace.byteCount + i, as: UInt8.self) == 0x5A) }
    unsafe memory.deallocate()
  }
  var groups = unsafe GroupStack(memory: memory, workspace: workspace)
  body(&groups)
}

private func draw(_ nodes: [GroupNode], _ canvas: inout Canvas, _ groups: inout GroupStack) {
  for node in nodes {
    switch node {
    case .draw(let draw): draw(&canvas)
    case .clip(let clip, let nodes):
      clip.push(&canvas)
      draw(nodes, &canvas, &groups)
      canvas.popClip()
    case .group(let nodes, let area, let opacity, let mode, let mask):
      let hasBegun = groups.begin(area, on: &canvas)
      #expect(hasBegun)
      draw(nodes, &canvas, &groups)
      groups.end(on: &canvas, opacity: opacity, mode: mode, mask: mask?.mask)
    }
  }
}

/// Draws in tiles of this size.
func drawnGroups(_ nodes: [GroupNode], _ ground: [UInt32], tile: (width: Int, height: Int)) -> [UInt32] {
  let memory = TestMemory(ARGB8888.self, width: width, height: height)
  for i in ground.indices { memory[i % width, i / width] = ground[i] }
  withGroups(GroupWorkspace(width: tile.width, height: tile.height)) { groups in
    for y in stride(from: 0, to: height, by: tile.height) {
      for x in stride(from: 0, to: width, by: tile.width) {
        let surface = unsafe Surface(
          base: memory.surface.base + y * memory.stride + x * 4, width: min(tile.width, width - x),
          height: min(tile.height, height - y), bytesPerRow: memory.stride)
        withClippedCanvas(surface) { canvas in
          canvas.draw(into: surface, x: Int32(x), y: Int32(y))
          draw(nodes, &canvas, &groups)
          #expect(canvas.clipDepth == 0 && canvas.clipOverflow == 0)
        }
        #expect(groups.depth == 0 && groups.overflow == 0)
      }
    }
  }
  return ground.indices.map { memory[$0 % width, $0 / width] }
}

func groupGround() -> [UInt32] {
  (0..<width * height).map { Color(argb: UInt32($0) &* 0x0123_4567).premultiplied.argb }
}

/// Compares with the definition, in tiles of several sizes.
func checkGroups(
  _ nodes: [GroupNode], _ name: String, tiles: [(width: Int, height: Int)] = [(width, height), (64, 32)]
) {
  var expected = groupGround()
  reference(nodes, &expected, [])
  for tile in tiles {
    let isSame = drawnGroups(nodes, groupGround(), tile: tile) == expected
    #expect(isSame, "\(name) in tiles of \(tile)")
  }
}
