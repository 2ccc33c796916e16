import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// Planes in the order of their layers, and the order in which they are drawn.
@Suite struct PlaneOrderTests {
  /// Planes of one space. Each one's node is its place in the order of the layers.
  private struct Planes {
    var store: PlaneStore
    var list = PlaneList()
    private(set) var all: [RenderPlane] = []

    init(capacity: Int) { store = PlaneStore(capacity: capacity) }

    mutating func add(_ extent: PixelRect, _ transform: Transform3D) {
      var space = SpacePlane()
      space.apply(transform)
      all.append(RenderPlane(node: NodeIndex(all.count), extent: extent, depth: PlaneDepth(space)))
      list.append(all[all.count - 1], to: &store)
    }

    /// The numbers of the planes, the farthest first.
    mutating func sorted() -> [Int] {
      list.sortByDepth(in: &store)
      var (numbers, index) = ([Int](), list.first)
      while !index.isNone {
        numbers.append(store[index].node.offset)
        index = store[index].next
      }
      return numbers
    }
  }

  private func square(_ x: Int, _ y: Int, _ side: Int) -> PixelRect {
    PixelRect(
      minX: Int32(x), minY: Int32(y), maxX: Int32(x + side), maxY: Int32(y + side))
  }

  private func move(_ z: Fixed) -> Transform3D { Transform3D(translationX: 0, y: 0, z: z) }

  /// For each plane those that are drawn before it, by comparing all pairs; `nil` where two cross.
  private func before(_ planes: [RenderPlane]) -> [[Int]]? {
    var before = planes.map { _ in [Int]() }
    for i in planes.indices {
      for j in planes.indices where j > i {
        switch planes[i].order(to: planes[j]) {
        case .apart: break
        case .behind: before[j].append(i)
        case .inFront: before[i].append(j)
        case .crossing: return nil
        }
      }
    }
    return before
  }

  /// Whether some planes lie behind each other in a circle.
  private func isCircle(_ before: [[Int]]) -> Bool {
    var drawn = Set<Int>()
    while true {
      let next = before.indices.filter { !drawn.contains($0) && before[$0].allSatisfy(drawn.contains) }
      if next.isEmpty { return drawn.count < before.count }
      drawn.formUnion(next)
    }
  }

  /// Adds four bars, each of which lies partly behind the next one.
  private func addPinwheel(_ planes: inout Planes) {
    func slope(_ x: Fixed, _ y: Fixed, _ z: Fixed) -> Transform3D {
      var transform = move(z)
      (transform.m13, transform.m23) = (Coefficient(x), Coefficient(y))
      return transform
    }
    planes.add(PixelRect(minX: 300, minY: 300, maxX: 400, maxY: 320), slope(0.125, 0, -30))
    planes.add(PixelRect(minX: 380, minY: 300, maxX: 400, maxY: 400), slope(0, 0.125, -30))
    planes.add(PixelRect(minX: 300, minY: 380, maxX: 400, maxY: 400), slope(-0.125, 0, 60))
    planes.add(PixelRect(minX: 300, minY: 300, maxX: 320, maxY: 400), slope(0, 0, 15))
  }

  @Test("L54 whatever planes there are, each is drawn after those behind it, as the comparison of all pairs has it")
  func allPairs() {
    var random = SplitMix(seed: 54)
    var (ordered, crossing, circles, pairs) = (0, 0, 0, 0)
    for round in 0..<3000 {
      var planes = Planes(capacity: 64)
      if round % 10 == 0 { addPinwheel(&planes) }
      let (tilt, side) = (random.next(in: 0...3), random.next(in: 20...90))
      for _ in 0..<random.next(in: 2...24) {
        var transform = move(Fixed(random.next(in: -8...8) * (tilt + 1)))
        if tilt > 0 {
          let angle = Fixed(random.next(in: -2...2) * tilt, over: 16)
          let isAcross = random.next(in: 0...1) == 0
          transform = Transform3D(rotationAngle: angle, x: isAcross ? 1 : 0, y: isAcross ? 0 : 1, z: 0)
            .concatenating(transform)
        }
        planes.add(square(random.next(in: 0...200), random.next(in: 0...200), side), transform)
      }
      let numbers = planes.sorted()
      #expect(Set(numbers) == Set(planes.all.indices) && numbers.count == planes.all.count, "\(round)")
      guard let before = before(planes.all) else {
        crossing += 1
        #expect(planes.list.isCrossing && numbers == Array(planes.all.indices), "\(round)")
        continue
      }
      #expect(planes.list.isCrossing == isCircle(before), "\(round)")
      if planes.list.isCrossing {
        circles += 1
        continue
      }
      ordered += 1
      var drawn = Set<Int>()
      for number in numbers {
        #expect(before[number].allSatisfy(drawn.contains), "\(round)")
        pairs += before[number].count
        drawn.insert(number)
      }
    }
    #expect(
      ordered > 500 && crossing > 500 && circles > 0 && pairs > 5000, "\(ordered) \(crossing) \(circles) \(pairs)")
  }

  @Test("L54 L103 planes behind each other and planes beside each other are sorted without comparing all pairs")
  func fewComparisons() {
    let count = 4096
    // A deck, from the nearest to the farthest.
    var deck = Planes(capacity: count)
    for i in 0..<count { deck.add(square(i % 7, i % 5, 100), move(Fixed(-i))) }
    #expect(deck.sorted() == Array((0..<count).reversed()) && deck.store.order.compared == 0)
    // A wall of cards in one plane that is turned away, each row before a shelf.
    var wall = Planes(capacity: count)
    let turn = Transform3D(rotationAngle: 0.5, x: 0, y: 1, z: 0)
    for i in 0..<count - 1 { wall.add(square(i % 64 * 30, i / 64 * 30, 28), turn) }
    wall.add(PixelRect(minX: 0, minY: 0, maxX: 1920, maxY: 1920), turn.concatenating(move(-1)))
    #expect(wall.sorted() == [count - 1] + Array(0..<count - 1) && !wall.list.isCrossing)
    #expect(wall.store.order.compared < 64 * count, "\(wall.store.order.compared)")
  }
}
