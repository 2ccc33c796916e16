import TestSupport
import Testing

@testable import FixedRaster

/// Geometry that drawing must survive.
enum ExtremeFamily: CaseIterable {
  /// Raw coordinates, often at the very ends.
  case anywhere
  /// From the picture out to ±32767.99 points and back.
  case farAndNear
  /// Elements of every kind that go nowhere.
  case zeroLength
  /// Figures on top of each other, and points a raw step apart.
  case coincident
  /// Everything on one line, forth and back.
  case collinear
  /// A figure, and the same figure the other way round.
  case reversed

  func path(_ random: inout SplitMix) -> [PathElement] {
    switch self {
    case .anywhere: anywherePath(&random)
    case .farAndNear: farAndNearPath(&random)
    case .zeroLength: zeroLengthPath(&random)
    case .coincident: coincidentPath(&random)
    case .collinear: collinearPath(&random)
    case .reversed: reversedPath(&random)
    }
  }
}

private func anywherePath(_ random: inout SplitMix) -> [PathElement] {
  var path: [PathElement] = [.move(random.extreme())]
  for k in 0..<random.next(in: 1...5) {
    switch random.next(in: 0...(k == 0 ? 6 : 4)) {
    case 0: path.append(.close)
    case 1: path.append(.move(random.extreme()))
    // One curve at most: at the ends of the coordinates it has thousands of chords.
    case 5: path.append(.quadratic(control: random.extreme(), end: random.extreme()))
    case 6: path.append(.cubic(control1: random.extreme(), control2: random.extreme(), end: random.extreme()))
    default: path.append(.line(random.extreme()))
    }
  }
  return path
}

private func farAndNearPath(_ random: inout SplitMix) -> [PathElement] {
  let ends: [Fixed] = [32767.99, -32767.99, .min, .max, 20, 0]
  var path: [PathElement] = [.move(Point(20, 20))]
  for k in 0..<6 {
    let far = Point(x: ends[random.next(in: 0...5)], y: ends[random.next(in: 0...5)])
    path.append(.line(k % 2 == 0 ? far : random.point(80)))
  }
  path.append(.quadratic(control: Point(x: ends[random.next(in: 0...3)], y: 30), end: Point(20, 20)))
  return path
}

private func zeroLengthPath(_ random: inout SplitMix) -> [PathElement] {
  var path: [PathElement] = []
  for _ in 0..<4 {
    let p = random.next(in: 0...2) == 0 ? random.extreme() : random.point(60)
    path += [.move(p), .line(p), .quadratic(control: p, end: p), .cubic(control1: p, control2: p, end: p)]
    if random.next(in: 0...1) == 0 { path.append(.close) }
  }
  return path
}

private func coincidentPath(_ random: inout SplitMix) -> [PathElement] {
  let corners = (0..<3).map { _ in random.point(70) }
  let near = Point(x: corners[0].x + Fixed(rawValue: 1), y: corners[0].y)
  var path: [PathElement] = []
  for _ in 0..<random.next(in: 2...30) {
    path += [.move(corners[0]), .line(corners[1]), .line(corners[2]), .line(near), .line(corners[0]), .close]
  }
  return path
}

private func collinearPath(_ random: inout SplitMix) -> [PathElement] {
  let reach = random.next(in: 0...1) == 0 ? 32767.9 : 60
  let way = random.next(in: 0...3)
  func point(_ random: inout SplitMix) -> Point {
    let t = random.real(-reach...reach)
    return way == 0 ? Point(t, 21) : way == 1 ? Point(33.5, t) : way == 2 ? Point(t, t) : Point(t, -t / 2)
  }
  var path: [PathElement] = [.move(point(&random))]
  for _ in 0..<4 { path.append(.line(point(&random))) }
  path.append(.quadratic(control: point(&random), end: point(&random)))
  path.append(.cubic(control1: point(&random), control2: point(&random), end: point(&random)))
  return path
}

private func reversedPath(_ random: inout SplitMix) -> [PathElement] {
  let points = (0..<6).map { $0 % 3 == 0 ? random.extreme() : random.point(90) }
  func figure(_ points: [Point]) -> [PathElement] {
    [.move(points[0])] + points.dropFirst().map { .line($0) } + [.close]
  }
  return figure(points) + figure(points.reversed())
}

extension SplitMix {
  /// Any matrix: members of every size.
  mutating func anyTransform() -> AffineTransform {
    func coefficient(_ random: inout SplitMix) -> Coefficient {
      Coefficient(rawValue: Int64(bitPattern: random.next()) >> Int64(random.next(in: 0...48)))
    }
    return AffineTransform(
      a: coefficient(&self), b: coefficient(&self), c: coefficient(&self), d: coefficient(&self),
      tx: coefficient(&self), ty: coefficient(&self))
  }
}

/// Draws into a surface whole, and the same in tiles of 64×32: byte for byte the same, with nothing around it written.
/// Answers whether anything was drawn at all.
func survives(
  width: Int = 90, height: Int = 44, _ what: @autoclosure () -> String,
  _ draw: (inout Canvas) -> Void
) -> Bool {
  let ground = Color(argb: 0xFF30_6090)
  let blank = TestMemory(ARGB8888.self, width: width, height: height, filledWith: 0xA5)
  withCanvas(blank.surface) { $0.clear(blank.surface.bounds, to: ground) }
  let whole = TestMemory(ARGB8888.self, width: width, height: height, filledWith: 0xA5)
  withCanvas(whole.surface) {
    $0.clear(whole.surface.bounds, to: ground)
    draw(&$0)
  }
  let tiled = TestMemory(ARGB8888.self, width: width, height: height, filledWith: 0xA5)
  withCanvas(tiled.surface, rows: 32, width: 64) { canvas in
    for y in stride(from: 0, to: height, by: 32) {
      for x in stride(from: 0, to: width, by: 64) {
        let base = unsafe tiled.surface.base + y * tiled.stride + x * MemoryLayout<UInt32>.stride
        let tile = unsafe Surface(
          base: base, width: min(64, width - x), height: min(32, height - y), bytesPerRow: tiled.stride)
        canvas.draw(into: tile, x: Int32(x), y: Int32(y))
        canvas.clear(PixelRect(width: width, height: height), to: ground)
        draw(&canvas)
      }
    }
  }
  let (bytes, start) = (whole.bytes, blank.bytes)
  if tiled.bytes != bytes { Issue.record("\(what()) is another picture in tiles") }
  // Before the first row, behind each, and behind the last.
  var place = 64 + width * MemoryLayout<UInt32>.stride
  var isClean = bytes[..<64] == start[..<64]
  for y in 0..<height {
    let end = y == height - 1 ? bytes.count : place + whole.stride - width * MemoryLayout<UInt32>.stride
    isClean = isClean && bytes[place..<end].allSatisfy { $0 == 0xA5 }
    place += whole.stride
  }
  if !isClean { Issue.record("\(what()) wrote outside the surface") }
  return bytes != start
}
