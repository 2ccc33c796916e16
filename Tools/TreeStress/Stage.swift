import FixedRaster
import LayerRuntime
import TestSupport

/// A display on which threads draw a tree that changes at random, with animations of every kind.
struct Stage {
  /// In pixels. The display has 80 tiles: workers take their share of frames that draw most of it.
  static var width: Int { 512 }
  static var height: Int { 320 }

  let tree: RandomTree
  let compositor: Compositor
  private let display = TestDisplay(width: Stage.width, height: Stage.height)

  init(_ tree: RandomTree, threads: Int, bitmapBytes: Int) {
    self.tree = tree
    compositor = Compositor(
      root: tree.root, width: Stage.width, height: Stage.height,
      capacities: CompositorCapacities(bitmapBytes: bitmapBytes, threads: threads))
  }

  static func makeTree(seed: UInt64, layers: Int) -> RandomTree {
    RandomTree(seed: seed, width: width, height: height, layers: layers, hasEmitters: true, hasAnimations: true)
  }

  /// Changes the tree and draws a frame. At every third step the layers that draw themselves have to do so again.
  /// - Parameter drawsAsynchronously: whether these are drawn by a thread of their own.
  /// - Returns: whether anything was drawn.
  func advance(_ step: Int, drawsAsynchronously: Bool) -> Bool {
    for _ in 0..<3 { tree.step() }
    RandomTree.deliver()
    for case let layer as SketchLayer in tree.layers where step % 3 == 0 {
      layer.drawsAsynchronously = drawsAsynchronously
      layer.setNeedsDisplay()
    }
    for case let layer as TiledSketchLayer in tree.layers {
      layer.drawsAsynchronously = drawsAsynchronously
      if step % 3 == 1 { layer.setNeedsDisplay(Rect(x: Fixed(step), y: 5, width: 10, height: 10)) }
    }
    tree.now = .milliseconds(40 * step)
    defer { RandomTree.deliver() }
    return compositor.drawFrame(at: tree.now, into: display.memory)
  }
}
