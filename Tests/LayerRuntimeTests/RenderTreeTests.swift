import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct NodeStoreTests {
  @Test("L100 a node index is 32 bits, names one place, and none of all")
  func indices() {
    #expect(MemoryLayout<NodeIndex>.size == 4 && NodeIndex.none.isNone && !NodeIndex(0).isNone)
    #expect(NodeIndex(7).offset == 7 && NodeIndex(7) == NodeIndex(7) && NodeIndex(7) != NodeIndex(8))
    #expect(RenderState.shown(NodeIndex(3)).node == NodeIndex(3))
    for state in [RenderState.new, .waiting, .tooDeep] { #expect(state.node.isNone) }
  }

  @Test("L100 nodes are taken until there are none, and come back as they were at first")
  func taking() {
    var store = NodeStore(capacity: 3)
    let taken = (0..<3).map { _ in store.take() }
    #expect(Set(taken).count == 3 && !taken.contains(.none) && !store.hasFree && store.take().isNone)
    store[taken[1]].opacity = 7
    store.setHomography(Homography(AffineTransform(scaleX: 2, y: 3)), of: taken[1])
    #expect(store[taken[1]].opacity == 7 && store[taken[0]].opacity == 255)
    store.giveBack(taken[1])
    #expect(store.hasFree && store[taken[1]].opacity == 255)
    #expect(store.take() == taken[1] && store.take().isNone)
  }
}

@Suite struct SiblingIndexTests {
  /// Links families of random sizes, and looks at each through its clusters.
  @Test("L100 L103 families of any size stay whole and in their order, though all nodes move to others in one commit")
  func families() {
    var random = SplitMix(seed: 5)
    let capacity = 400
    var siblings = SiblingIndex(capacity: capacity)
    var (clusters, scattered) = (0, 0)
    for round in 0..<60 {
      // The first forty are parents: half of them lose their children to the other half in each round.
      let parents = (round % 2 * 20..<round % 2 * 20 + 20).map { NodeIndex($0) }
      var children = (40..<capacity).map { NodeIndex($0) }
      if round % 3 > 0 { children.shuffle(using: &random) }
      var families: [[NodeIndex]] = []
      // Seventeen take the most clusters for each of them.
      let size = round < 4 ? 17 : round % 4 == 0 ? 120 : Int.random(in: 1...80, using: &random)
      for (k, parent) in parents.enumerated() {
        let family = Array(children.dropFirst(k * size).prefix(size))
        for (n, child) in family.enumerated() {
          let x = round % 3 == 2 ? Int32(n * 20) : Int32.random(in: 0...700, using: &random)
          siblings.setSubtree(PixelRect(minX: x, minY: 0, maxX: x + 10, maxY: 10), of: child)
        }
        var list = siblings.beginList(of: parent)
        for child in family { siblings.append(child, to: &list) }
        siblings.append(.none, to: &list)
        siblings.end(list)
        families.append(family)
      }
      for (parent, family) in zip(parents, families) {
        #expect(members(of: parent, siblings) == family, "round \(round)")
        for child in family { #expect(siblings.layer(above: child) == parent) }
      }
      (clusters, scattered) = (clusters + siblings.counts.clusters, scattered + siblings.counts.scattered)
      // As layers that lost all of their sublayers are committed last.
      for parent in (0..<40).map({ NodeIndex($0) }) where !parents.contains(parent) {
        siblings.end(siblings.beginList(of: parent))
      }
    }
    #expect(clusters > 1000 && scattered > 20, "\(clusters) clusters, \(scattered) scattered")
  }

  /// A layer's children in drawing order.
  private func members(of parent: NodeIndex, _ siblings: SiblingIndex) -> [NodeIndex] {
    func flat(_ first: NodeIndex) -> [NodeIndex] {
      var (list, item) = ([NodeIndex](), first)
      while !item.isNone {
        if siblings[item].isCluster { list += flat(siblings[item].firstChild) } else { list.append(item) }
        item = siblings[item].nextSibling
      }
      return list
    }
    let list = flat(siblings[parent].firstChild)
    return siblings[parent].isScattered ? list.sorted { siblings[$0].rank < siblings[$1].rank } : list
  }

  @Test("L103 a child that changes makes the clusters above it stale, and those alone are summed up again")
  func sums() {
    var siblings = SiblingIndex(capacity: 301)
    let parent = NodeIndex(300)
    var list = siblings.beginList(of: parent)
    for n in 0..<300 {
      let child = NodeIndex(n)
      siblings.setSubtree(PixelRect(minX: Int32(n), minY: 0, maxX: Int32(n) + 1, maxY: 1), of: child)
      siblings.append(child, to: &list)
    }
    siblings.end(list)
    siblings.gatherSubtree(of: parent, extent: PixelRect(minX: -5, minY: 0, maxX: -4, maxY: 1))
    #expect(siblings[parent].subtree == PixelRect(minX: -5, minY: 0, maxX: 300, maxY: 1))
    _ = siblings.takeVisits()
    siblings.setSubtree(PixelRect(minX: 7, minY: 0, maxX: 8, maxY: 40), of: NodeIndex(7))
    siblings.markStale(above: NodeIndex(7), upTo: parent)
    siblings.gatherSubtree(of: parent, extent: .empty)
    #expect(siblings[parent].subtree == PixelRect(minX: 0, minY: 0, maxX: 300, maxY: 40))
    let visits = siblings.takeVisits()
    #expect((3...48).contains(visits), "\(visits)")
  }
}

@Suite struct VisibleNodesTests {
  private func name(_ layers: [Layer], _ nodes: [NodeIndex]) -> String {
    nodes.map { node in layers.first { $0.renderState.node == node }?.name ?? "?" }.joined(separator: " ")
  }

  @Test("L100 a pass lists the layers that reach into its area in drawing order, masks with them, none of the last")
  func culling() {
    let (root, left, inner, right, mask) = (named("root"), named("left"), named("inner"), named("right"), named("mask"))
    root.bounds = Rect(x: 0, y: 0, width: 100, height: 40)
    root.position = Point(x: 50, y: 20)
    left.frame = Rect(x: 10, y: 10, width: 20, height: 20)
    inner.frame = Rect(x: 5, y: 5, width: 40, height: 5)
    right.frame = Rect(x: 60, y: 10, width: 20, height: 20)
    mask.frame = right.bounds
    for layer in [left, inner, right, mask] { layer.backgroundColor = .white }
    left.addSublayer(inner)
    // Drawn first, though it comes last.
    (left.zPosition, root.sublayers) = (1, [left, right])
    right.mask = mask
    let space = DrawingSpace(pool: BitmapPool(capacity: 0))
    var tree = RenderTree(
      capacity: 8, planes: 8, device: PixelRect(width: 100, height: 40), scale: .identity, space: space)
    var damage = Damage()
    Commit.run(root, on: &tree, &damage)
    let layers = [root, left, inner, right, mask]
    var visible = VisibleNodes(capacity: 8)
    visible.listAll(tree, root: tree.root)
    #expect(name(layers, visible.nodes) == "root right mask left inner")
    visible.cull(tree, root: tree.root, in: PixelRect(minX: 40, minY: 15, maxX: 50, maxY: 20))
    #expect(name(layers, visible.nodes) == "root left inner")
    visible.cull(tree, root: tree.root, in: PixelRect(minX: 70, minY: 15, maxX: 75, maxY: 20))
    #expect(name(layers, visible.nodes) == "root right mask")
    visible.cull(tree, root: left.renderState.node, in: PixelRect(minX: 0, minY: 0, maxX: 20, maxY: 12))
    #expect(name(layers, visible.nodes) == "left")
    visible.cull(tree, root: .none, in: PixelRect(width: 100, height: 40))
    #expect(visible.nodes.isEmpty)
    #expect(visible.takeVisits() > 6 && visible.takeVisits() == 0)
  }
}

@Test("L100 layers that all move to other superlayers in one frame are shown, at the full capacity")
func moveOfAllLayers() {
  let root = makeLayer(0, 0, 200, 100)
  let parents = (0..<10).map { _ in makeLayer(0, 0, 200, 100) }
  root.sublayers = parents
  // Seventeen each, eight in a row: they take three clusters, the most that there can be.
  func place(_ k: Int) -> (x: Int, y: Int) { (k / 17 * 40 + k % 17 % 8 * 4, k % 17 / 8 * 40) }
  var children: [Layer] = []
  for k in 0..<85 {
    let child = makeLayer(Fixed(place(k).x), Fixed(place(k).y), 3, 3)
    child.backgroundColor = .white
    parents[k / 17].addSublayer(child)
    children.append(child)
  }
  let compositor = Compositor(
    root: root, width: 200, height: 100, capacities: CompositorCapacities(layers: 1 + 10 + 85))
  let display = TestDisplay(width: 200, height: 100)
  func shown() -> Int {
    (0..<85).filter { display.pixel(place($0).x + 1, place($0).y + 1) & 0xFF_FFFF == 0xFF_FFFF }.count
  }
  compositor.drawFrame(into: display.memory)
  #expect(shown() == 85 && compositor.siblings.counts.clusters == 15)
  for k in 0..<85 { parents[5 + k / 17].addSublayer(children[k]) }
  compositor.invalidate()
  compositor.drawFrame(into: display.memory)
  #expect(shown() == 85 && compositor.siblings.counts.clusters == 15 && compositor.overflow.total == 0)
}
