import FixedRaster
import Glibc
import TestSupport
import Testing

@testable import LayerRuntime

private final class Disc: Layer {
  override func contains(_ point: Point) -> Bool {
    let (x, y) = (point.x.double - bounds.midX.double, point.y.double - bounds.midY.double)
    return (x * x + y * y).squareRoot() < bounds.width.double / 2
  }
}

@Suite struct HitTestingTests {
  @Test("L16 contains takes the layer's own coordinates, half open")
  func contains() {
    let layer = makeLayer(100, 100, 20, 10)
    layer.bounds.origin = Point(x: 5, y: 5)
    #expect(layer.contains(Point(x: 5, y: 5)) && layer.contains(Point(x: 24, y: 14)))
    #expect(!layer.contains(Point(x: 25, y: 5)) && !layer.contains(Point(x: 5, y: 15)))
    #expect(!layer.contains(Point(x: 4, y: 5)) && !layer.contains(Point(x: 110, y: 105)))
    #expect(!Layer().contains(.zero))
  }

  @Test("L16 hitTest takes a point of the superlayer's and answers the deepest layer that contains it")
  func deepest() {
    let root = makeLayer(10, 10, 200, 200)
    let middle = makeLayer(20, 20, 100, 100)
    let leaf = makeLayer(30, 30, 10, 10)
    root.addSublayer(middle)
    middle.addSublayer(leaf)
    #expect(root.hitTest(Point(x: 65, y: 65)) === leaf)
    #expect(root.hitTest(Point(x: 75, y: 65)) === middle)
    #expect(root.hitTest(Point(x: 15, y: 15)) === root)
    #expect(root.hitTest(Point(x: 5, y: 15)) == nil)
    #expect(middle.hitTest(Point(x: 55, y: 55)) === leaf)
  }

  @Test("L16 by tree order a later sibling comes first, whatever its depth; by drawing order the front-most")
  func orders() {
    let root = makeLayer(0, 0, 100, 100)
    let (green, red) = (makeLayer(0, 0, 50, 50), makeLayer(20, 20, 50, 50))
    root.sublayers = [green, red]
    let both = Point(x: 30, y: 30)
    #expect(root.hitTest(both) === red && root.hitTest(both, order: .drawing) === red)
    green.zPosition = 1
    #expect(root.hitTest(both) === red && root.hitTest(both, order: .tree) === red)
    #expect(root.hitTest(both, order: .drawing) === green)
    #expect(root.hitTest(Point(x: 60, y: 60), order: .drawing) === red)
  }

  @Test("L16 L04 both orders skip a hidden layer with all below it", arguments: [Layer.HitTestOrder.tree, .drawing])
  func hidden(_ order: Layer.HitTestOrder) {
    let root = makeLayer(0, 0, 100, 100)
    let (middle, leaf) = (makeLayer(0, 0, 50, 50), makeLayer(0, 0, 20, 20))
    root.addSublayer(middle)
    middle.addSublayer(leaf)
    let place = Point(x: 5, y: 5)
    #expect(root.hitTest(place, order: order) === leaf)
    middle.isHidden = true
    #expect(root.hitTest(place, order: order) === root)
    #expect(middle.hitTest(place, order: order) == nil)
    middle.isHidden = false
    leaf.isHidden = true
    #expect(root.hitTest(place, order: order) === middle)
    root.isHidden = true
    #expect(root.hitTest(place, order: order) == nil)
  }

  @Test("L16 L06 a sublayer outside its superlayer's bounds is hit; by drawing order only where it is not clipped")
  func outside() {
    let root = makeLayer(0, 0, 100, 100)
    let (middle, leaf) = (makeLayer(10, 10, 20, 20), makeLayer(30, 0, 20, 20))
    root.addSublayer(middle)
    middle.addSublayer(leaf)
    let place = Point(x: 45, y: 15)
    #expect(root.hitTest(place) === leaf && root.hitTest(place, order: .drawing) === leaf)
    #expect(middle.hitTest(place) == nil)
    #expect(middle.hitTest(place, order: .drawing) === leaf)
    middle.masksToBounds = true
    #expect(root.hitTest(place) === leaf)
    #expect(root.hitTest(place, order: .drawing) === root)
    #expect(middle.hitTest(place, order: .drawing) == nil)
  }

  @Test("L16 L06 by drawing order rounded corners let through what lies behind; clipped sublayers too")
  func roundedCorners() {
    let root = makeLayer(0, 0, 100, 100)
    let round = makeLayer(0, 0, 40, 40)
    let inner = makeLayer(0, 0, 40, 40)
    root.addSublayer(round)
    round.cornerRadius = 20
    let (corner, edge, near) = (Point(x: 2, y: 2), Point(x: 20, y: 1), Point(x: 7, y: 7))
    #expect(root.hitTest(corner) === round)
    for place in [corner, Point(x: 38, y: 2), Point(x: 2, y: 38), Point(x: 38, y: 38)] {
      #expect(root.hitTest(place, order: .drawing) === root)
    }
    // 13·√2 = 18.4 from the middle: inside.
    for place in [edge, near] { #expect(root.hitTest(place, order: .drawing) === round) }
    round.addSublayer(inner)
    #expect(root.hitTest(corner, order: .drawing) === inner)
    round.masksToBounds = true
    #expect(root.hitTest(corner, order: .drawing) === root)
    #expect(root.hitTest(near, order: .drawing) === inner)
    round.cornerRadius = 1000
    #expect(root.hitTest(near, order: .drawing) === inner)
  }

  @Test("L16 by drawing order a wholly transparent layer is not there; by tree order it is")
  func transparent() {
    let root = makeLayer(0, 0, 100, 100)
    let layer = makeLayer(0, 0, 50, 50)
    root.addSublayer(layer)
    layer.opacity = 0
    #expect(root.hitTest(Point(x: 5, y: 5)) === layer)
    #expect(root.hitTest(Point(x: 5, y: 5), order: .drawing) === root)
  }

  @Test("L16 rotated layers are hit where they are seen", arguments: [Layer.HitTestOrder.tree, .drawing])
  func rotated(_ order: Layer.HitTestOrder) {
    let root = makeLayer(0, 0, 300, 300)
    let hand = Layer()
    hand.bounds = Rect(x: 0, y: 0, width: 10, height: 100)
    hand.anchorPoint = Point(x: 0.5, y: 0.9)
    hand.position = Point(x: 150, y: 150)
    root.addSublayer(hand)
    var (hits, misses) = (0, 0)
    for minute in 0..<60 {
      let angle = Fixed(rawValue: Int32((Double(minute) * .pi / 30 * 65536).rounded()))
      hand.setAffineTransform(AffineTransform(rotationAngle: angle))
      for degree in stride(from: 0, to: 360, by: 3) {
        for distance in [5.0, 8, 12, 60, 88, 92] {
          // Along and across the hand, from the pivot.
          let direction = Double(degree) * .pi / 180
          let (along, across) = (
            distance * cos(direction - angle.double), distance * sin(direction - angle.double)
          )
          let margin = min(min(90 - along, along + 10), 5 - abs(across))
          if abs(margin) < 0.01 { continue }
          let place = Point(
            x: Fixed(rawValue: Int32((150 + distance * sin(direction)) * 65536)),
            y: Fixed(rawValue: Int32((150 - distance * cos(direction)) * 65536)))
          #expect((root.hitTest(place, order: order) === hand) == (margin > 0))
          if margin > 0 { hits += 1 } else { misses += 1 }
        }
      }
    }
    #expect(hits > 1000 && misses > 1000)
  }

  @Test("L16 a layer of another shape overrides contains; a flattened layer is never hit")
  func ownShape() {
    let root = makeLayer(0, 0, 100, 100)
    let disc = Disc()
    disc.frame = Rect(x: 0, y: 0, width: 40, height: 40)
    root.addSublayer(disc)
    #expect(root.hitTest(Point(x: 2, y: 2)) === root && root.hitTest(Point(x: 20, y: 2)) === disc)
    #expect(root.hitTest(Point(x: 2, y: 2), order: .drawing) === root)
    disc.setAffineTransform(AffineTransform(scaleX: 0, y: 1))
    #expect(root.hitTest(Point(x: 20, y: 20)) === root)
    #expect(disc.hitTest(Point(x: 20, y: 20)) == nil)
  }

  @Test("L05 a layer without a size is never hit")
  func sizeless() {
    let root = makeLayer(0, 0, 100, 100)
    root.addSublayer(Layer())
    #expect(root.hitTest(.zero) === root && root.hitTest(.zero, order: .drawing) === root)
    #expect(Layer().hitTest(.zero) == nil)
  }
}
