import FixedRaster
import TestSupport

@testable import LayerRuntime

/// A second root, between which and the first one layers are moved, on a display of its own.
struct OtherDisplay {
  private let tree: RandomTree
  private let root: Layer
  private let compositor: Compositor
  private let display = TestDisplay(width: 60, height: 40)

  init(_ tree: RandomTree) {
    (self.tree, root) = (tree, tree.otherRoot)
    root.backgroundColor = Color(argb: 0xFF30_2010)
    // A comparison with a compositor that takes the root over stops animations.
    root.showsChangesAtOnce = !tree.hasAnimations
    compositor = Compositor(root: root, width: 60, height: 40, capacities: Self.capacities)
  }

  private static var capacities: CompositorCapacities {
    CompositorCapacities(bitmapBytes: 64 << 20, animations: 1024, threads: 1)
  }

  /// Draws from damage, and once in a while all of it too. Answers what differs, in words.
  func show(_ step: Int, at time: Duration, _ occurrences: inout Occurrences) -> String? {
    draw(at: time)
    if tree.hasAnimations || step % 10 != 9 || root.sublayers == nil || compositor.overflow.bitmaps > 0 { return nil }
    let full = TestDisplay(width: 60, height: 40)
    let other = Compositor(root: root, width: 60, height: 40, capacities: Self.capacities)
    for _ in 0..<9 where other.needsFrame { other.drawFrame(at: time, into: full.memory) }
    occurrences.add("comparisons of other roots")
    return display.firstDifference(from: full).map { "step \(step): \($0.x),\($0.y) of the other root differs" }
  }

  /// Draws all of it. Answers what is otherwise than on a display that was drawn from damage.
  func showWhole(
    _ step: Int, at time: Duration, beside other: OtherDisplay, _ occurrences: inout Occurrences
  ) -> String? {
    compositor.invalidate()
    draw(at: time)
    if root.sublayers == nil || compositor.overflow.bitmaps > 0 { return nil }
    if !compositor.animator.isIdle { occurrences.add("animated other roots") }
    return display.firstDifference(from: other.display).map {
      "step \(step): \($0.x),\($0.y) of the other root differs, which moves"
    }
  }

  private func draw(at time: Duration) {
    repeat {
      compositor.drawFrame(at: time, into: display.memory)
      if tree.hasAnimations { RandomTree.deliver() }
    } while compositor.needsFrame
  }
}
