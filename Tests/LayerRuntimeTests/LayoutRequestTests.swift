import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct LayoutRequestTests {
  @Test("L20 every change of the list of sublayers asks both layers for a layout, once; the mask is not in that list")
  func lists() {
    let (layer, other) = (CountingLayer(), CountingLayer())
    let (a, b, c) = (Layer(), Layer(), Layer())
    #expect(layer.layouts { layer.addSublayer(a) } == 1)
    #expect(layer.layouts { layer.insertSublayer(b, at: 0) } == 1)
    #expect(layer.layouts { layer.insertSublayer(c, below: a) } == 1)
    #expect(layer.layouts { layer.insertSublayer(c, above: a) } == 1, "moved within the list")
    #expect(layer.layouts { layer.replaceSublayer(b, with: Layer()) } == 1)
    #expect(layer.layouts { c.removeFromSuperlayer() } == 1)
    #expect(layer.layouts { layer.sublayers = [a, b] } == 1)
    var ofFormer = 0
    #expect(other.layouts { ofFormer = layer.layouts { other.addSublayer(a) } } == 1)
    #expect(ofFormer == 1, "moved from one to the other")
    #expect(layer.layouts { layer.sublayers = nil } == 1)
    #expect(layer.layouts { layer.sublayers = [] } == 0, "there were none")
    #expect(layer.layouts { layer.mask = c } == 0 && layer.layouts { layer.mask = nil } == 0)
    #expect(layer.layouts { layer.layoutIfNeeded() } == 0)
  }

  @Test("L20 a layer added after the first layout is placed by its constraints, as is one put in another's stead")
  func constrained() {
    let stage = Stage()
    stage.root.layoutManager = ConstraintLayoutManager()
    stage.show()
    func corner() -> Layer {
      let layer = Layer()
      layer.bounds.size = Size(width: 4, height: 4)
      layer.addConstraint(Constraint(attribute: .maxX, relativeTo: "superlayer", attribute: .maxX))
      layer.addConstraint(Constraint(attribute: .maxY, relativeTo: "superlayer", attribute: .maxY))
      return layer
    }
    let (first, second) = (corner(), corner())
    stage.root.addSublayer(first)
    stage.show()
    #expect(first.frame == Rect(x: 20, y: 12, width: 4, height: 4))
    stage.root.replaceSublayer(first, with: second)
    stage.show()
    #expect(second.frame == Rect(x: 20, y: 12, width: 4, height: 4))
  }

  @Test("L20 a new origin of the bounds asks for a layout: a header that sticks to the top stays there")
  func origin() {
    let (window, header) = (ScrollLayer(), makeLayer(0, 0, 40, 10))
    final class Sticky: LayerDelegate {
      override func layoutSublayers(of layer: Layer) { layer.sublayers?[0].frame.origin = layer.bounds.origin }
    }
    let delegate = Sticky()
    window.bounds.size = Size(width: 40, height: 30)
    window.delegate = delegate
    window.addSublayer(header)
    window.layoutIfNeeded()
    window.scroll(to: Point(x: 0, y: 25))
    window.layoutIfNeeded()
    #expect(header.frame == Rect(x: 0, y: 25, width: 40, height: 10))
    withExtendedLifetime(delegate) {}
    let layer = CountingLayer()
    #expect(layer.layouts { layer.bounds.origin.x = 3 } == 1 && layer.layouts { layer.bounds.origin.x = 3 } == 0)
    #expect(layer.layouts { layer.position.x = 3 } == 0)
  }

  @Test("L20 a layout that makes its sublayers itself runs once a frame and leaves nothing due")
  func ownSublayers() {
    let stage = Stage()
    let layer = CountingLayer()
    layer.frame = Rect(x: 0, y: 0, width: 24, height: 16)
    layer.body = { layer in
      layer.sublayers = nil
      for i in 0..<3 {
        let tick = makeLayer(Fixed(i * 6), 0, 3, 16)
        tick.backgroundColor = .white
        layer.addSublayer(tick)
      }
      layer.insertSublayer(layer.sublayers![0], at: 2)
      layer.sublayers![0].removeFromSuperlayer()
    }
    stage.root.addSublayer(layer)
    stage.show()
    #expect(layer.layouts == 1 && layer.sublayers?.count == 2 && !stage.compositor.needsFrame)
    layer.bounds.size.width = 20
    #expect(stage.color(3, 1) == 0xFF_FFFF && stage.color(9, 1) == 0 && layer.layouts == 2)
    // One that asks for it gets another, as often as layers may resize each other in a frame.
    layer.body = { $0.setNeedsLayout() }
    layer.setNeedsLayout()
    stage.show()
    #expect(layer.layouts == 10 && !stage.compositor.needsFrame)
    layer.body = { layer in
      layer.body = nil
      stage.root.addSublayer(Layer())
    }
    layer.setNeedsLayout()
    stage.show()
    #expect(layer.layouts == 11)
  }
}
