import FixedRaster
import Testing

@testable import LayerRuntime

@Suite struct ContextPathTests {
  private let red = Color(argb: 0xFFE0_2010)
  private let curve: Path = {
    var path = Path()
    path.move(to: Point(x: 10.5, y: 8))
    path.append(.line(Point(x: 40, y: 12.25)))
    path.append(.quadratic(control: Point(x: 60, y: 20), end: Point(x: 50, y: 40)))
    path.append(.cubic(control1: Point(x: 40, y: 60), control2: Point(x: 20, y: 30), end: Point(x: 12, y: 50)))
    path.closeSubpath()
    path.addRect(Rect(x: 20, y: 15, width: 20, height: 10))
    return path
  }()

  private func tell(_ context: DrawingContext) {
    context.beginPath()
    context.move(to: Point(x: 10.5, y: 8))
    context.addLine(to: Point(x: 40, y: 12.25))
    context.addQuadCurve(to: Point(x: 50, y: 40), control: Point(x: 60, y: 20))
    context.addCurve(to: Point(x: 12, y: 50), control1: Point(x: 40, y: 60), control2: Point(x: 20, y: 30))
    context.closePath()
    context.addRect(Rect(x: 20, y: 15, width: 20, height: 10))
  }

  @Test("L31 a path told step by step is filled, stroked, clipped to as the same path is, by either rule, and used up")
  func steps() {
    let draw = Drawings()
    for rule in [FillRule.nonZero, .evenOdd] {
      let told = draw { context in
        context.setFillColor(red)
        tell(context)
        #expect(!context.isPathEmpty && context.currentPointOfPath == Point(x: 20, y: 15))
        context.fillPath(using: rule)
        #expect(context.isPathEmpty && context.currentPointOfPath == nil)
        context.fillPath()
      }
      let whole = draw { context in
        context.setFillColor(red)
        context.fill(curve, using: rule)
      }
      #expect(told == whole && told.contains(0xE0_2010))
      let clipped = draw { context in
        context.setFillColor(red)
        tell(context)
        context.clip(using: rule)
        #expect(context.isPathEmpty)
        context.fill(Rect(x: 0, y: 0, width: 80, height: 60))
      }
      #expect(
        clipped
          == draw { context in
            context.setFillColor(red)
            context.clip(to: curve, using: rule)
            context.fill(Rect(x: 0, y: 0, width: 80, height: 60))
          })
    }
    func stroke(_ make: @escaping (DrawingContext) -> Void) -> [UInt32] {
      draw { context in
        context.setStrokeColor(red)
        context.setLineWidth(3)
        make(context)
      }
    }
    let told = stroke { context in
      tell(context)
      context.strokePath()
      context.strokePath()
    }
    #expect(told == stroke { $0.stroke(curve) } && told.contains(0xE0_2010))
    #expect(
      told
        == stroke { context in
          context.addPath(curve)
          context.strokePath()
        })
  }

  @Test("L31 an arc goes on from the current point, and begins a subpath where there is none; an ellipse is its own")
  func arcs() {
    let draw = Drawings()
    let told = draw { context in
      context.addArc(center: Point(x: 30, y: 30), radius: 20, startAngle: 0, endAngle: 1.5, clockwise: false)
      context.addArc(center: Point(x: 60, y: 30), radius: 8, startAngle: 2, endAngle: 4)
      context.addEllipse(in: Rect(x: 50, y: 2, width: 20, height: 10))
      context.fillPath()
    }
    #expect(
      told
        == draw { context in
          var path = Path()
          path.addArc(center: Point(x: 30, y: 30), radius: 20, startAngle: 0, endAngle: 1.5, clockwise: false)
          path.addArc(center: Point(x: 60, y: 30), radius: 8, startAngle: 2, endAngle: 4, isConnected: true)
          path.addEllipse(in: Rect(x: 50, y: 2, width: 20, height: 10))
          context.fill(path)
        })
    // Lines without a current point are no path.
    let nothing = draw { context in
      context.addLine(to: Point(x: 40, y: 40))
      context.addCurve(to: .zero, control1: .zero, control2: Point(x: 40, y: 0))
      context.closePath()
      #expect(context.isPathEmpty && context.currentPointOfPath == nil)
      context.fillPath()
    }
    #expect(nothing.allSatisfy { $0 == 0xFF_FFFF })
  }

  @Test("L31 each point goes through the transform of its time, and a pen through that of the stroke")
  func transforms() {
    let draw = Drawings()
    func triangle(_ context: DrawingContext, _ change: (DrawingContext) -> Void) {
      context.move(to: Point(x: 4, y: 4))
      change(context)
      context.addLine(to: Point(x: 20, y: 4))
      context.addLine(to: Point(x: 4, y: 20))
      context.closePath()
    }
    let moved = draw { context in
      triangle(context) { $0.translateBy(x: 8, y: 8) }
      context.translateBy(x: 100, y: 100)
      context.fillPath()
    }
    #expect(
      moved
        == draw { context in
          context.move(to: Point(x: 4, y: 4))
          context.addLine(to: Point(x: 28, y: 12))
          context.addLine(to: Point(x: 12, y: 28))
          context.fillPath()
        } && moved.contains(0))
    // The state is restored, the path is not.
    let wide = draw { context in
      context.setLineWidth(2)
      triangle(context) { _ in }
      context.saveGState()
      context.scaleBy(x: 4, y: 1)
      #expect(context.currentPointOfPath == Point(x: 1, y: 4))
      context.strokePath()
      context.restoreGState()
      #expect(context.isPathEmpty)
    }
    #expect(
      wide
        == draw { context in
          context.setLineWidth(2)
          context.scaleBy(x: 4, y: 1)
          context.move(to: Point(x: 1, y: 4))
          context.addLine(to: Point(x: 5, y: 4))
          context.addLine(to: Point(x: 1, y: 20))
          context.closePath()
          context.strokePath()
        })
  }

  @Test("L104 a path built in each frame takes no memory after the first; what was left of one is gone in the next")
  func memory() {
    let draw = Drawings()
    var capacities: [Int] = []
    for _ in 0..<3 {
      _ = draw { context in
        #expect(context.isPathEmpty)
        context.move(to: .zero)
        for i in 0..<500 { context.addLine(to: Point(x: Fixed(i % 80), y: Fixed(i * 7 % 60))) }
        context.fillPath()
        capacities.append(context.currentPath.elements.capacity)
        context.move(to: Point(x: 1, y: 1))
        context.addLine(to: Point(x: 9, y: 9))
      }
    }
    #expect(Set(capacities).count == 1 && capacities[0] >= 500)
  }

  @Test("L32 clipBounds is the part to be drawn again, in the current coordinates, and what clips leave of it")
  func clipBounds() {
    let draw = Drawings()
    _ = draw { context in
      #expect(context.clipBounds == Rect(x: 0, y: 0, width: 80, height: 60))
      context.saveGState()
      context.clip(to: Rect(x: 70, y: -5, width: 30, height: 20))
      #expect(context.clipBounds == Rect(x: 70, y: 0, width: 10, height: 15))
      context.clip(to: Rect(x: 0, y: 0, width: 10, height: 10))
      #expect(context.clipBounds == .zero)
      context.restoreGState()
      context.translateBy(x: 10, y: 20)
      context.scaleBy(x: 2, y: 2)
      #expect(context.clipBounds == Rect(x: -5, y: -10, width: 40, height: 30))
      context.addEllipse(in: Rect(x: 0, y: 0, width: 10, height: 5))
      context.clip()
      #expect(context.clipBounds == Rect(x: 0, y: 0, width: 10, height: 5))
      context.fill(context.clipBounds)
    }
    let part = Rect(x: 12, y: 7.5, width: 20, height: 9)
    _ = draw.redraw(part) { context in
      #expect(context.clipBounds == part && context.boundingBoxOfClipPath == part)
      context.fill(Rect(x: 0, y: 0, width: 80, height: 60))
    }
    _ = draw.redraw(Rect(x: 70, y: 50, width: 500, height: 500)) {
      #expect($0.clipBounds == Rect(x: 70, y: 50, width: 10, height: 10))
    }
  }

  @Test("L32 L33 clipBounds is in points whatever the contents' scale, and in the layer's coordinates")
  func clipBoundsScaled() {
    let draw = Drawings(scale: 2, contentsScale: 1.5)
    _ = draw { context in
      #expect(context.clipBounds == Rect(x: 0, y: 0, width: 40, height: 30))
      context.fill(Rect(x: 0, y: 0, width: 4, height: 4))
    }
    let part = Rect(x: 3.25, y: 7, width: 5.5, height: 9)
    _ = draw.redraw(part) { #expect($0.clipBounds == part) }
  }
}
