import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// Shapes that change in every frame: flattened and stroked once for all tiles.
@Suite struct ChartTests {
  private static let (width, height) = (300, 200)

  /// A line and the area below it, a dashed ellipse and a plane in perspective, which all change.
  private final class Charts {
    let root = makeLayer(0, 0, 300, 200)
    let line = ShapeLayer()
    let area = ShapeLayer()
    let ring = ShapeLayer()
    private var path = Path()
    private var outline = Path()

    init() {
      root.backgroundColor = Color(argb: 0xFF10_2030)
      for shape in [area, line, ring] {
        shape.frame = root.bounds
        root.addSublayer(shape)
      }
      (line.fillColor, line.strokeColor, line.lineWidth) = (nil, Color(argb: 0xFF40_E0A0), 2.5)
      (area.fillColor, area.fillRule) = (Color(argb: 0x6040_A0FF), .evenOdd)
      (ring.strokeColor, ring.lineWidth, ring.lineDashPattern) = (.white, 3, [9, 4])
      ring.fillColor = Color(argb: 0x30FF_0000)
    }

    func change(_ frame: Int, isProjective: Bool = false) {
      path.removeAll(keepingCapacity: true)
      outline.removeAll(keepingCapacity: true)
      outline.move(to: Point(x: 0, y: 200))
      for i in 0...100 {
        let wave = sineCosine(Fixed(i + 3 * frame) * 0.2).sine.fixed * 60
        let point = Point(x: Fixed(3 * i), y: 100 + wave + Fixed((i * 7 + frame) % 5))
        if i == 0 { path.move(to: point) } else { path.addLine(to: point) }
        outline.addLine(to: point)
      }
      outline.addLine(to: Point(x: 300, y: 200))
      (line.path, area.path) = (path, outline)
      var oval = Path()
      oval.addEllipse(in: Rect(x: 20, y: Fixed(10 + frame % 7), width: 250, height: 170))
      ring.path = oval
      var tilt = Transform3D.identity
      if isProjective { tilt.m14 = 0.001 }
      ring.transform = tilt
    }
  }

  private func compositor(_ root: Layer, polygonBytes: Int = 1 << 18, threads: Int = 1) -> Compositor {
    var capacities = CompositorCapacities(coverageBytes: 0, polygonBytes: polygonBytes, threads: threads)
    capacities.leastTilesForThreads = 1
    return Compositor(root: root, width: Self.width, height: Self.height, capacities: capacities)
  }

  /// What each of some frames shows.
  private func frames(polygonBytes: Int, threads: Int = 1, _ end: (Compositor) -> Void = { _ in }) -> [[UInt8]] {
    let charts = Charts()
    let compositor = compositor(charts.root, polygonBytes: polygonBytes, threads: threads)
    let display = TestDisplay(width: Self.width, height: Self.height)
    let pictures = (0..<8).map { frame in
      charts.change(frame, isProjective: frame > 4)
      compositor.drawFrame(into: display.memory)
      return display.bytes
    }
    end(compositor)
    return pictures
  }

  @Test("L103 shapes that change are flattened and stroked once for all tiles, to the same bytes, by any threads")
  func sameBytes() {
    let inEachTile = frames(polygonBytes: 0) {
      #expect($0.polygonBytesUsed == 0 && $0.overflow.polygons == 8 * 4)
    }
    #expect(Set(inEachTile).count == 8)
    for threads in [1, 3] {
      let once = frames(polygonBytes: 1 << 18, threads: threads) {
        // A stroke has two points a segment at least.
        #expect($0.polygonBytesUsed > 100 * 2 * 8 && $0.overflow.polygons == 0)
      }
      for frame in once.indices { #expect(once[frame] == inEachTile[frame], "frame \(frame), \(threads) threads") }
    }
  }

  @Test("L103 a shape that finds no room is flattened and stroked in each tile, and counted")
  func noRoom() {
    let all = frames(polygonBytes: 1 << 18)
    for polygonBytes in [64, 1024, 4096] {
      let some = frames(polygonBytes: polygonBytes) {
        #expect($0.overflow.polygons > 0 && $0.polygonBytesUsed <= polygonBytes, "\(polygonBytes)")
      }
      #expect(some == all, "\(polygonBytes)")
    }
  }

  @Test("L103 what a small shape covers, and one whose coverage is kept, takes no such memory")
  func notRetained() {
    let still = makeLayer(0, 0, 300, 200)
    let ring = ShapeLayer()
    var oval = Path()
    oval.addEllipse(in: Rect(x: 20, y: 20, width: 200, height: 150))
    (ring.path, ring.strokeColor, ring.lineWidth) = (oval, .white, 3)
    still.addSublayer(ring)
    let kept = Compositor(root: still, width: Self.width, height: Self.height)
    let display = TestDisplay(width: Self.width, height: Self.height)
    kept.drawFrame(into: display.memory)
    #expect(kept.polygonBytesUsed > 0 && kept.coverageBytesUsed == 0)
    kept.invalidate()
    kept.drawFrame(into: display.memory)
    #expect(kept.polygonBytesUsed == 0 && kept.coverageBytesUsed > 0)

    let root = makeLayer(0, 0, 300, 200)
    let needle = ShapeLayer()
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 200, height: 3))
    needle.path = path
    root.addSublayer(needle)
    let dot = ShapeLayer()
    var circle = Path()
    circle.addEllipse(in: Rect(x: 2, y: 2, width: 9, height: 9))
    (dot.path, dot.strokeColor) = (circle, .white)
    root.addSublayer(dot)
    let compositor = compositor(root)
    compositor.drawFrame(into: display.memory)
    #expect(compositor.polygonBytesUsed == 0)
  }

  @Test("L64 L103 below a blurred backdrop, in a shadow and in pictures a chart shows the same")
  func elsewhere() {
    func frames(polygonBytes: Int) -> [[UInt8]] {
      let charts = Charts()
      let glass = makeLayer(40, 30, 150, 100)
      var blur = Filter(.boxBlur)
      blur.radius = 3
      (glass.backgroundFilters, glass.opacity) = ([blur], 0.8)
      charts.root.addSublayer(glass)
      (charts.ring.shadowOpacity, charts.ring.shadowRadius) = (0.7, 2)
      charts.line.shouldRasterize = true
      let compositor = compositor(charts.root, polygonBytes: polygonBytes)
      let display = TestDisplay(width: Self.width, height: Self.height)
      return (0..<4).map { frame in
        charts.change(frame)
        compositor.drawFrame(into: display.memory)
        return display.bytes
      }
    }
    let once = frames(polygonBytes: 1 << 18)
    #expect(once == frames(polygonBytes: 0) && Set(once).count == 4)
  }
}

@Suite struct PathReuseTests {
  private func build(_ path: inout Path, _ value: Int, count: Int = 50) {
    path.removeAll(keepingCapacity: true)
    for i in 0..<count { path.addLine(to: Point(x: Fixed(i), y: Fixed(value))) }
  }

  private func values(_ path: Path?) -> Set<Int> {
    guard let path else { return [] }
    return path.withElements { elements in
      Set(
        elements.indices.map { i in
          if case .line(let point) = elements[i] { return point.y.floor }
          return -1
        })
    }
  }

  @Test("R30 a path is emptied; with its capacity in the memory it has, without in the least there is")
  func emptied() {
    var path = Path()
    build(&path, 3)
    let storage = ObjectIdentifier(path.storage)
    path.removeAll(keepingCapacity: true)
    #expect(path.isEmpty && path.count == 0 && path.bounds == nil && ObjectIdentifier(path.storage) == storage)
    build(&path, 5)
    #expect(ObjectIdentifier(path.storage) == storage && values(path) == [5])
    #expect(path.bounds == Rect(x: 0, y: 5, width: 49, height: 0))
    path.removeAll()
    #expect(path.isEmpty && ObjectIdentifier(path.storage) != storage && path == Path())
  }

  @Test("R30 emptying a path leaves its copies as they are")
  func copies() {
    var path = Path()
    build(&path, 1)
    var copies: [Path] = []
    for value in 2...6 {
      copies.append(path)
      build(&path, value)
    }
    #expect(copies.map(values) == [[1], [2], [3], [4], [5]] && values(path) == [6])
    copies.removeAll()
    var other = path
    build(&other, 7)
    build(&path, 8)
    #expect(values(other) == [7] && values(path) == [8])
  }

  /// Storages that a chart is built in over 60 frames.
  private func storages(_ buildsAFrame: Int) -> [ObjectIdentifier] {
    let root = makeLayer(0, 0, 60, 40)
    let line = ShapeLayer()
    line.strokeColor = .white
    root.addSublayer(line)
    let compositor = Compositor(root: root, width: 60, height: 40)
    let display = TestDisplay(width: 60, height: 40)
    var path = Path()
    var found: [ObjectIdentifier] = []
    for frame in 0..<60 {
      for step in 0..<buildsAFrame {
        let value = (frame * 7 + step) % 40
        build(&path, value)
        found.append(ObjectIdentifier(path.storage))
        line.path = path
        #expect(values(line.path) == [value])
      }
      compositor.drawFrame(into: display.memory)
      #expect(display.pixel(20, (frame * 7 + buildsAFrame - 1) % 40) & 0xFF_FFFF != 0)
    }
    return found
  }

  @Test("L104 a chart that is built in each frame goes through two storages, or three where it is built more often")
  func storagesAreUsedAgain() {
    #expect(Set(storages(1)).count == 2)
    #expect(Set(storages(3)).count == 3)
  }
}
