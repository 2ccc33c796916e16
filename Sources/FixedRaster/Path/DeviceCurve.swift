// Stage: path. Input: the curves of a path in device coordinates. Output: cubics.
//
// A conic with the weight w of its control point, those of its ends being one, is halved into two conics of the same
// kind:
//
//     p01 = (p0 + w·p1) / (1 + w)    p12 = (w·p1 + p2) / (1 + w)    middle = (p01 + p12) / 2    w' = √((1 + w) / 2)
//
// (Farin, "Curves and Surfaces for CAGD", 13.6). The weight comes close to one quickly, and the conic to the quadratic
// with the same points: with d = p0 − 2·p1 + p2, the one lies within |w − 1|·|d| / 4(1 + w) of the other.

/// A curve of a path: a cubic, or a conic, which is taken as several cubics; see ``CurvePieces``.
enum DeviceCurve {
  case cubic(DeviceCubic)
  case conic(DeviceConic)

  /// The curve of a path's element from `start`, `nil` for other elements.
  init?(_ element: PathElement, from start: DevicePoint, _ matrix: DeviceMatrix) {
    switch element {
    case .quadratic(let control, let end):
      self = .cubic(DeviceCubic(start, matrix.devicePoint(control), matrix.devicePoint(end)))
    case .cubic(let control1, let control2, let end):
      self = .cubic(
        DeviceCubic(
          start, matrix.devicePoint(control1), matrix.devicePoint(control2), matrix.devicePoint(end)))
    case .conic(let control, let end, let weight):
      self = .conic(
        DeviceConic(start, matrix.devicePoint(control), matrix.devicePoint(end), weight: weight))
    case .move, .line, .close: return nil
    }
  }

  var end: DevicePoint {
    switch self {
    case .cubic(let cubic): cubic.p3
    case .conic(let conic): conic.p2
    }
  }

  /// See ``DeviceCubic/misses(_:)``. Not inlined: `flatten` is compiled for each kind of sink.
  @inline(never)
  func misses(_ bounds: DeviceBounds) -> Bool {
    switch self {
    case .cubic(let cubic): cubic.misses(bounds)
    case .conic(let conic): conic.misses(bounds)
    }
  }
}

/// The cubics in place of a curve, one after the other. Neighbours share their ends exactly.
///
/// A piece of a conic is halved until it lies within 1/4096 pixel of a quadratic that needs at most 128 steps, at most
/// 14 times, and each is computed from the whole curve: nothing is stored.
struct CurvePieces {
  private let curve: DeviceCurve
  private let bounds: DeviceBounds
  /// The piece that is next: `index` of 2^`level` equal parts of the parameter.
  private var index: Int64 = 0
  private var level: Int64 = 0
  private var isDone = false

  /// - Parameter bounds: a piece of a conic wholly beside them is left as it is.
  init(_ curve: DeviceCurve, bounds: DeviceBounds) {
    (self.curve, self.bounds) = (curve, bounds)
  }

  /// The next cubic, and which part of the curve it is.
  mutating func next() -> (cubic: DeviceCubic, part: CurvePart)? {
    if isDone { return nil }
    guard case .conic(let whole) = curve else {
      isDone = true
      return (cubic: curve.piece(CurvePart(index: 0, level: 0)), part: CurvePart(index: 0, level: 0))
    }
    var conic = whole.piece(CurvePart(index: index, level: level))
    while level < 14 && !conic.isNearQuadratic && !conic.misses(bounds) {
      conic = conic.halves.left
      (index, level) = (index &* 2, level &+ 1)
    }
    let part = CurvePart(index: index, level: level)
    index &+= 1
    while index & 1 == 0 && level > 0 { (index, level) = (index &>> 1, level &- 1) }
    isDone = level == 0
    return (cubic: conic.quadratic, part: part)
  }
}

/// The part `index` of 2^`level` that a conic falls into by halving.
struct CurvePart {
  let index, level: Int64
}

extension DeviceCurve {
  func piece(_ part: CurvePart) -> DeviceCubic {
    switch self {
    case .cubic(let cubic): cubic
    case .conic(let conic): conic.piece(part).quadratic
    }
  }
}

/// The control points of a conic and the weight of the middle one.
struct DeviceConic {
  private(set) var p0, p1, p2: DevicePoint
  /// With 24 fraction bits, 0..<2^39.
  private var weight: Int64

  private static var one: Int64 { 1 &<< 24 }

  init(_ p0: DevicePoint, _ p1: DevicePoint, _ p2: DevicePoint, weight: Fixed) {
    self.init(p0, p1, p2, weight: Int64(Swift.max(0, weight.rawValue)) &<< 8)
  }

  private init(_ p0: DevicePoint, _ p1: DevicePoint, _ p2: DevicePoint, weight: Int64) {
    (self.p0, self.p1, self.p2, self.weight) = (p0, p1, p2, weight)
  }

  /// The quadratic with the same points.
  var quadratic: DeviceCubic { DeviceCubic(p0, p1, p2) }

  /// See ``DeviceCubic/misses(_:)``.
  func misses(_ bounds: DeviceBounds) -> Bool { DeviceCubic(p0, p1, p1, p2).misses(bounds) }

  /// Whether the quadratic lies within 1/4096 pixel and needs at most 128 steps.
  var isNearQuadratic: Bool {
    let bend = DeviceCubic.lengthBound(p0.x &- 2 &* p1.x &+ p2.x, p0.y &- 2 &* p1.y &+ p2.y)
    let excess = weight > Self.one ? weight &- Self.one : Self.one &- weight
    let skew = (excess &<< 20) / (Self.one &+ weight)  // |w − 1| / (1 + w), ≤ 2^20; bend ≤ 2^41.5
    let squaredSteps = ((bend / 3) &* 1891) &>> 22  // see DeviceCubic.squaredStepCount
    return (bend &* skew) &>> 22 < 16 && squaredSteps < 128 &* 128
  }

  var halves: (left: DeviceConic, right: DeviceConic) {
    let reciprocal = (1 &<< 54) / (Self.one &+ weight)  // 1 / (1 + w) in 2.30, to 2^-30
    // The new weight is √((1 + w) / 2): the half is at most 2^38 + 2^23.
    let w = Int64(squareRoot(UInt64(bitPattern: (Self.one &+ weight) &<< 23)))
    let left = DevicePoint(x: p1.x &+ scaled30(p0.x &- p1.x, reciprocal), y: p1.y &+ scaled30(p0.y &- p1.y, reciprocal))
    let right = DevicePoint(
      x: p1.x &+ scaled30(p2.x &- p1.x, reciprocal), y: p1.y &+ scaled30(p2.y &- p1.y, reciprocal))
    let middle = DevicePoint(x: (left.x &+ right.x) &>> 1, y: (left.y &+ right.y) &>> 1)
    return (left: DeviceConic(p0, left, middle, weight: w), right: DeviceConic(middle, right, p2, weight: w))
  }

  func piece(_ part: CurvePart) -> DeviceConic {
    var piece = self
    var bit = part.level
    while bit > 0 {
      bit &-= 1
      let halves = piece.halves
      piece = (part.index &>> bit) & 1 == 0 ? halves.left : halves.right
    }
    return piece
  }
}

/// `value · factor / 2^30`, rounded to nearest; `factor` in 0...2^30, |`value`| ≤ 2^46.
@inline(__always)
func scaled30(_ value: Int64, _ factor: Int64) -> Int64 {
  roundedShift((value &>> 16) &* factor &+ ((value & 0xFFFF) &* factor) &>> 16, 14)
}
