import TestSupport
import Testing

@testable import FixedRaster

private let (width, height) = (groupWidth, groupHeight)

@Test("R39 groups in groups, with opacity, masks, modes and clips, are what whole pictures combined give, in any tiles")
func groupsAreCombinedPictures() {
  var forest = GroupForest(seed: 39)
  for number in 0..<30 {
    checkGroups(forest.nodes(0, 3), "tree \(number)", tiles: [number % 3 == 0 ? (width, height) : (64, 32), (37, 19)])
  }
  #expect(
    forest.modes.count > 20 && forest.masks > 20 && forest.clips > 20 && forest.deepest == 4,
    "\(forest.modes.count) \(forest.masks) \(forest.clips) \(forest.deepest)")
}

@Test("R39 every blend mode of a group, with and without opacity and mask", arguments: 0..<28 as Range<UInt8>)
func everyModeOfAGroup(_ number: UInt8) {
  var forest = GroupForest(seed: UInt64(number))
  let mode = BlendMode(rawValue: number)!
  let whole = PixelRect(width: width, height: height)
  var oval = PathRecorder()
  oval.addEllipse(in: Rect(x: 20.5, y: 10, width: 100, height: 70))
  let path = oval.elements
  let shape = GroupNode.draw {
    $0.fill(path.span, mapping: .identity, color: Color(argb: 0xD0E0_8020))
  }
  let mask = TestMask(PixelRect(minX: 30, minY: 20, maxX: 140, maxY: 80))
  for i in 0..<110 * 60 { mask[30 + i % 110, 20 + i / 110] = UInt8(i % 256) }
  checkGroups([.group([shape], area: whole, opacity: 255, mode: mode, mask: nil)], "\(mode)")
  checkGroups([.group([shape], area: forest.rect(), opacity: 140, mode: mode, mask: mask)], "\(mode), masked")
  checkGroups([.group([shape], area: whole, opacity: 0, mode: mode, mask: nil)], "\(mode), clear")
}

@Test("R39 groups nested sixteen deep, each with an opacity of its own")
func sixteenDeep() {
  var nodes: [GroupNode] = [.draw { $0.fill(PixelRect(minX: 30, minY: 20, maxX: 120, maxY: 70), color: .white) }]
  for depth in 0..<16 {
    let rect = PixelRect(
      minX: Int32(depth * 2), minY: Int32(depth), maxX: Int32(width - depth), maxY: Int32(height - depth))
    let color = Color(argb: 0x60FF_0000 &+ UInt32(depth) &* 0x0007_0B0D)
    nodes = [
      .group(nodes + [.draw { $0.fill(rect, color: color) }], area: rect, opacity: 230, mode: .sourceOver, mask: nil)
    ]
  }
  checkGroups(nodes, "sixteen")
}

@Test("R39 an alpha mask that is drawn: a group within the group, ended with destinationIn, as a layer's mask is")
func drawnMasks() {
  let whole = PixelRect(width: width, height: height)
  var oval = PathRecorder()
  oval.addEllipse(in: Rect(x: 20.5, y: 10, width: 100, height: 70))
  let path = oval.elements
  let mask = GroupNode.group(
    [.draw { $0.fill(path.span, mapping: .identity, color: Color(argb: 0xC0FF_FFFF)) }], area: whole,
    opacity: 255, mode: .destinationIn, mask: nil)
  let content = GroupNode.draw {
    $0.fill(PixelRect(minX: 10, minY: 5, maxX: 100, maxY: 60), color: Color(argb: 0xFF20_60C0))
  }
  let nodes = [GroupNode.group([content, mask], area: whole, opacity: 200, mode: .sourceOver, mask: nil)]
  checkGroups(nodes, "drawn mask")
  let result = drawnGroups(nodes, groupGround(), tile: (64, 32))
  #expect(result[30 * width + 60] == over(product(product(0xFF20_60C0, 0xC0), 200), groupGround()[30 * width + 60]))
  #expect(result[6 * width + 11] == groupGround()[6 * width + 11], "outside of the mask nothing shows")
}

@Test("R39 beyond the depth, and beyond the workspace's size, a group does not begin, and is counted")
func groupsAreBounded() {
  let memory = TestMemory(ARGB8888.self, width: 64, height: 32)
  let all = PixelRect(width: 64, height: 32)
  withGroups(GroupWorkspace(width: 64, height: 32, depth: 16)) { groups in
    withClippedCanvas(memory.surface) { canvas in
      canvas.clear(all, to: .black)
      var begun = 0
      while groups.begin(all, on: &canvas) { begun += 1 }
      #expect(begun == 16 && groups.depth == 16 && groups.overflow == 1)
      canvas.fill(all, color: .white)
      for i in 0..<16 { groups.end(on: &canvas, opacity: i == 3 ? 100 : 255) }
      #expect(groups.depth == 0 && memory[5, 5] == 0xFF64_6464 && memory[63, 31] == 0xFF64_6464)
    }
  }
  withGroups(GroupWorkspace(width: 20, height: 20)) { groups in
    withClippedCanvas(memory.surface) { canvas in
      let hasBegun = groups.begin(all, on: &canvas)
      #expect(!hasBegun && groups.overflow == 1 && canvas.clip == all)
      canvas.pushClip(PixelRect(minX: 40, minY: 10, maxX: 60, maxY: 30))
      let fits = groups.begin(all, on: &canvas)
      #expect(fits && groups.overflow == 1 && canvas.clip == PixelRect(minX: 40, minY: 10, maxX: 60, maxY: 30))
      groups.end(on: &canvas)
      canvas.popClip()
    }
  }
}

@Test("R39 only the group's area is cleared and laid over, and what was set before is back afterwards")
func onlyTheAreaIsTouched() {
  let memory = TestMemory(ARGB8888.self, width: 64, height: 32)
  let area = PixelRect(minX: 10, minY: 8, maxX: 30, maxY: 20)
  withGroups(GroupWorkspace(width: 64, height: 32)) { groups in
    withClippedCanvas(memory.surface) { canvas in
      canvas.clear(canvas.clip, to: .white)
      canvas.setClip(PixelRect(minX: 0, minY: 0, maxX: 25, maxY: 32))
      canvas.pushClip(Rect(x: 2.5, y: 2.5, width: 40, height: 25), mapping: .identity)
      let before = canvas.clip
      let hasBegun = groups.begin(area, on: &canvas)
      #expect(hasBegun && canvas.clip == PixelRect(minX: 10, minY: 8, maxX: 25, maxY: 20) && canvas.clipDepth == 0)
      canvas.pushClip(PixelRect(minX: 12, minY: 0, maxX: 64, maxY: 32))
      canvas.fill(PixelRect(width: 64, height: 32), color: .black)
      canvas.popClip()
      groups.end(on: &canvas, mode: .copy)
      #expect(canvas.clip == before && canvas.clipDepth == 1)
      canvas.popClip()
      let isEmpty = groups.begin(PixelRect(minX: 90, minY: 0, maxX: 95, maxY: 4), on: &canvas)
      #expect(isEmpty && canvas.clip.isEmpty)
      canvas.fill(PixelRect(width: 64, height: 32), color: .black)
      groups.end(on: &canvas)
    }
  }
  for y in 0..<32 {
    for x in 0..<64 {
      let isInside = x >= 10 && x < 25 && y >= 8 && y < 20
      #expect(memory[x, y] == (!isInside ? 0xFFFF_FFFF : x < 12 ? 0 : 0xFF00_0000))
    }
  }
}

@Test(
  "R39 R34 a group laid over through a path's clip is what the same pixels drawn through the path are, byte for byte")
func clippedGroupsAreDrawnThroughPaths() {
  var random = SplitMix(seed: 40)
  let pixels = TestMemory(ARGB8888.self, width: width, height: height, padding: 0)
  for y in 0..<height { for x in 0..<width { pixels[x, y] = TestImage.premultiplied(&random) } }
  let image = unsafe Image(
    .argb8888, pixels: pixels.surface.base, width: width, height: height, bytesPerRow: pixels.stride)
  var partial = 0
  for opacity in [255, 254, 128, 1] as [UInt8] {
    var path = PathRecorder()
    path.addRoundedRect(
      in: Rect(x: Fixed(nearest: random.real(0...20)), y: 3.5, width: 110.25, height: 70), cornerRadius: 23)
    let (outline, turn) = (path.elements, Mapping(AffineTransform(rotationAngle: Fixed(nearest: 0.1))))
    var pictures: [[UInt8]] = []
    for isGroup in [true, false] {
      let target = TestMemory(ARGB8888.self, width: width, height: height)
      for (i, pixel) in groupGround().enumerated() { target[i % width, i / width] = pixel }
      withGroups(GroupWorkspace(width: width, height: height)) { groups in
        withClippedCanvas(target.surface) { canvas in
          if isGroup {
            canvas.pushClip(outline.span, mapping: turn)
            _ = groups.begin(canvas.clip, on: &canvas)
            canvas.draw(image, x: 0, y: 0)
            groups.end(on: &canvas, opacity: opacity)
            canvas.popClip()
          } else {
            canvas.draw(pixels.surface, opacity: opacity, through: outline.span, mapping: turn)
          }
        }
      }
      pictures.append(target.bytes)
    }
    let isSame = pictures[0] == pictures[1]
    #expect(isSame, "opacity \(opacity)")
    let coverage = whiteCoverage(width, height) { $0.fill(outline.span, mapping: turn, color: .white) }
    partial += coverage.filter { $0 > 0 && $0 < 255 }.count
  }
  #expect(partial > 500)
}
