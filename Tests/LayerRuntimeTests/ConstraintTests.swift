import FixedRaster
import Testing

@testable import LayerRuntime

@Suite struct ConstraintTests {
  /// A superlayer of 200 × 100, its origin at (10, 20), with named sublayers of 40 × 30 at (15, 25).
  private func tree(_ names: String...) -> (superlayer: Layer, manager: ConstraintLayoutManager) {
    let superlayer = Layer()
    superlayer.bounds = Rect(x: 10, y: 20, width: 200, height: 100)
    let manager = ConstraintLayoutManager()
    superlayer.layoutManager = manager
    for name in names {
      let layer = Layer()
      layer.name = name
      layer.frame = Rect(x: 15, y: 25, width: 40, height: 30)
      superlayer.addSublayer(layer)
    }
    return (superlayer, manager)
  }

  private func frame(_ constraints: [Constraint]) -> Rect {
    let (superlayer, _) = tree("a")
    let layer = superlayer.sublayers![0]
    layer.constraints = constraints
    superlayer.layoutIfNeeded()
    return layer.frame
  }

  private func pin(
    _ attribute: Constraint.Attribute, _ source: Constraint.Attribute, _ scale: Fixed = 1, _ offset: Fixed = 0
  ) -> Constraint {
    Constraint(attribute: attribute, relativeTo: "superlayer", attribute: source, scale: scale, offset: offset)
  }

  @Test(
    "L21 one constraint an axis places an edge or the middle and keeps the size, or sets the size and keeps the place")
  func one() {
    #expect(frame([pin(.minX, .minX, 1, 3)]) == Rect(x: 13, y: 25, width: 40, height: 30))
    #expect(frame([pin(.midX, .midX)]) == Rect(x: 90, y: 25, width: 40, height: 30))
    #expect(frame([pin(.maxX, .maxX, 1, -5)]) == Rect(x: 165, y: 25, width: 40, height: 30))
    #expect(frame([pin(.width, .width, 0.5, 1)]) == Rect(x: 15, y: 25, width: 101, height: 30))
    #expect(frame([pin(.minY, .maxY)]) == Rect(x: 15, y: 120, width: 40, height: 30))
    #expect(frame([pin(.midY, .midY)]) == Rect(x: 15, y: 55, width: 40, height: 30))
    #expect(frame([pin(.maxY, .minY)]) == Rect(x: 15, y: -10, width: 40, height: 30))
    #expect(frame([pin(.height, .height)]) == Rect(x: 15, y: 25, width: 40, height: 100))
  }

  @Test("L21 two constraints an axis set place and size, in either order")
  func two() {
    let pairs: [(Constraint, Constraint, Rect)] = [
      (pin(.minX, .minX, 1, 5), pin(.maxX, .maxX, 1, -5), Rect(x: 15, y: 25, width: 190, height: 30)),
      (pin(.minX, .minX), pin(.midX, .midX, 1, -60), Rect(x: 10, y: 25, width: 80, height: 30)),
      (pin(.midX, .midX), pin(.maxX, .maxX), Rect(x: 10, y: 25, width: 200, height: 30)),
      (pin(.width, .width, 0.25), pin(.maxX, .maxX), Rect(x: 160, y: 25, width: 50, height: 30)),
      (pin(.width, .width, 0.25), pin(.midX, .midX), Rect(x: 85, y: 25, width: 50, height: 30)),
      (pin(.minX, .minX), pin(.width, .width), Rect(x: 10, y: 25, width: 200, height: 30)),
      (pin(.minY, .minY), pin(.maxY, .midY), Rect(x: 15, y: 20, width: 40, height: 50)),
      (pin(.height, .height, 0.1), pin(.midY, .midY), Rect(x: 15, y: 65, width: 40, height: 10)),
      // Edges that have crossed leave no size.
      (pin(.minX, .maxX), pin(.maxX, .minX), Rect(x: 210, y: 25, width: 0, height: 30)),
    ]
    for (first, second, expected) in pairs {
      for constraints in [[first, second], [second, first]] {
        let got = frame(constraints)
        // A tenth is not a number of 16 bits after the point.
        #expect(
          (got.origin.x - expected.origin.x).magnitude <= 0.001 && (got.origin.y - expected.origin.y).magnitude <= 0.001
            && (got.size.width - expected.size.width).magnitude <= 0.002
            && (got.size.height - expected.size.height).magnitude <= 0.002, "\(got) for \(expected)")
      }
    }
  }

  @Test("L21 the document's example: A in the middle, B as wide as A below it, down to the superlayer's edge")
  func example() {
    // Placed in the wrong order: A, which B depends on, comes last.
    let (superlayer, _) = tree("layerB", "layerA")
    let (b, a) = (superlayer.sublayers![0], superlayer.sublayers![1])
    a.constraints = [pin(.midY, .midY), pin(.midX, .midX)]
    b.addConstraint(Constraint(attribute: .width, relativeTo: "layerA", attribute: .width))
    b.addConstraint(Constraint(attribute: .midX, relativeTo: "layerA", attribute: .midX))
    b.addConstraint(Constraint(attribute: .minY, relativeTo: "layerA", attribute: .maxY, offset: 10))
    b.addConstraint(pin(.maxY, .maxY, 1, -10))
    a.bounds.size = Size(width: 100, height: 20)
    superlayer.layoutIfNeeded()
    #expect(a.frame == Rect(x: 60, y: 60, width: 100, height: 20))
    #expect(b.frame == Rect(x: 60, y: 90, width: 100, height: 20))
    superlayer.bounds.size = Size(width: 300, height: 160)
    superlayer.layoutIfNeeded()
    #expect(a.frame == Rect(x: 110, y: 90, width: 100, height: 20))
    #expect(b.frame == Rect(x: 110, y: 120, width: 100, height: 50))
  }

  @Test("L21 a cycle is reported for each layer in it, which keeps its place; those that only depend on it follow")
  func cycles() {
    let (superlayer, manager) = tree("a", "b", "c", "d", "self")
    let layers = superlayer.sublayers!
    func follow(_ layer: Layer, _ name: String) {
      layer.addConstraint(Constraint(attribute: .minX, relativeTo: name, attribute: .maxX))
    }
    follow(layers[0], "b")
    follow(layers[1], "c")
    follow(layers[2], "a")
    follow(layers[3], "a")
    follow(layers[4], "self")
    layers[0].addConstraint(pin(.minY, .minY))
    var problems: [ConstraintLayoutManager.Problem] = []
    manager.onProblem = { problems.append($0) }
    superlayer.layoutIfNeeded()
    #expect(problems.count == 4)
    for name in ["a", "b", "c", "self"] { #expect(problems.contains(.cycle(layer: name))) }
    for i in [1, 2, 4] { #expect(layers[i].frame == Rect(x: 15, y: 25, width: 40, height: 30)) }
    #expect(layers[0].frame == Rect(x: 15, y: 20, width: 40, height: 30), "the other axis is placed")
    #expect(layers[3].frame.origin.x == 55)
  }

  @Test("L21 a name that no sublayer has is reported, and the layer keeps its place along that axis")
  func unknownNames() {
    let (superlayer, manager) = tree("a")
    let layer = superlayer.sublayers![0]
    layer.constraints = [
      Constraint(attribute: .minX, relativeTo: "nobody", attribute: .maxX), pin(.maxX, .maxX), pin(.minY, .minY),
    ]
    var problems: [ConstraintLayoutManager.Problem] = []
    manager.onProblem = { problems.append($0) }
    superlayer.layoutIfNeeded()
    #expect(problems == [.unknownName("nobody", layer: "a")])
    #expect(layer.frame == Rect(x: 15, y: 20, width: 40, height: 30))
  }

  @Test("L21 changed constraints, or another size of the superlayer, ask for layout; the first layer of a name counts")
  func asksForLayout() {
    let (superlayer, _) = tree("a", "a", "b")
    let layers = superlayer.sublayers!
    superlayer.layoutIfNeeded()
    layers[0].frame.origin.x = 50
    layers[1].frame.origin.x = 90
    layers[2].constraints = [Constraint(attribute: .minX, relativeTo: "a", attribute: .minX)]
    superlayer.layoutIfNeeded()
    #expect(layers[2].frame.origin.x == 50)
    layers[2].constraints = [pin(.maxX, .maxX)]
    superlayer.layoutIfNeeded()
    #expect(layers[2].frame.maxX == 210)
    superlayer.bounds.size.width = 400
    superlayer.layoutIfNeeded()
    #expect(layers[2].frame.maxX == 410)
  }

  @Test("L21 constraints and problems are equal where each of their parts is, and names where their bytes are")
  func equality() {
    let constraint = Constraint(attribute: .minX, relativeTo: "é", attribute: .maxX, scale: 2, offset: 3)
    func other(
      _ attribute: Constraint.Attribute = .minX, _ name: String = "é", _ source: Constraint.Attribute = .maxX,
      _ scale: Fixed = 2, _ offset: Fixed = 3
    ) -> Constraint {
      Constraint(attribute: attribute, relativeTo: name, attribute: source, scale: scale, offset: offset)
    }
    #expect(constraint == other())
    for different in [
      other(.midX), other(.minX, "e\u{301}"), other(.minX, "é", .midX), other(.minX, "é", .maxX, 1),
      other(.minX, "é", .maxX, 2, 1),
    ] { #expect(constraint != different) }
    let problems: [ConstraintLayoutManager.Problem] = [
      .cycle(layer: nil), .cycle(layer: ""), .cycle(layer: "a"), .unknownName("a", layer: nil),
      .unknownName("a", layer: "b"), .unknownName("b", layer: "b"),
    ]
    for i in problems.indices {
      for j in problems.indices { #expect((problems[i] == problems[j]) == (i == j)) }
    }
  }

  @Test("L21 a third constraint for an axis, and one between axes, end the program with a sentence")
  func misuse() async {
    await #expect(processExitsWith: .failure) {
      let layer = Layer()
      for _ in 0..<3 {
        layer.addConstraint(Constraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX))
      }
    }
    await #expect(processExitsWith: .failure) {
      _ = Constraint(attribute: .minX, relativeTo: "superlayer", attribute: .minY)
    }
  }
}
