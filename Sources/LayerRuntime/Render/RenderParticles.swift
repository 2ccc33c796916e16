import FixedRaster

// Stage: render. The particles of a layer as tiles draw them: plain memory, which the ParticleSystem keeps.

/// An emitter layer's drawing.
struct RenderParticles {
  /// In drawing order.
  let list: UnownedSpan<RenderParticle>
  let cells: UnownedSpan<RenderCell>
  let isAdditive: Bool

  init(list: UnownedSpan<RenderParticle>, cells: UnownedSpan<RenderCell>, isAdditive: Bool) {
    (self.list, self.cells, self.isAdditive) = (list, cells, isAdditive)
  }

  /// Of nothing.
  init(isAdditive: Bool) {
    self.isAdditive = isAdditive
    list = unsafe UnownedSpan(Span())
    cells = unsafe UnownedSpan(Span())
  }
}

/// A particle at one time.
struct RenderParticle {
  /// Its middle, in the layer's coordinates, in points.
  let x, y: Fixed
  let z: Fixed
  /// The scale and the rotation of its image, in points a pixel: cosine and sine of the angle times the size.
  let cosine, sine: Coefficient
  /// How far it reaches from its middle either way, in points.
  let reachX, reachY: Fixed
  let color: Color
  /// Its cell's place.
  let cell: Int
  /// Among particles of the same depth the lower is drawn first.
  let order: Int64

  /// - Parameters:
  ///   - size: points of a pixel of its image, above 0.
  ///   - angle: in radians, clockwise.
  init(
    place: ParticleVector, size: Fixed, angle: Fixed, halfWidth: Fixed, halfHeight: Fixed, color: Color, cell: Int,
    order: Int64
  ) {
    (x, y, z) = (place.x, place.y, place.z)
    (self.color, self.cell, self.order) = (color, cell, order)
    if angle == .zero {
      (cosine, sine) = (Coefficient(size), 0)
    } else {
      let turn = sineCosine(angle)
      (cosine, sine) = (Coefficient(size) * turn.cosine, Coefficient(size) * turn.sine)
    }
    // A step more than rounding to the nearest.
    let (c, s) = (cosine.magnitude.fixed, sine.magnitude.fixed)
    let step = Fixed(rawValue: 2)
    reachX = c * halfWidth + s * halfHeight + step
    reachY = s * halfWidth + c * halfHeight + step
  }

  /// From the image's plane to the layer's coordinates.
  ///
  /// - Parameter isFlipped: whether the layer's coordinates run upwards: the image stays upright.
  func transform(_ cell: RenderCell, isFlipped: Bool) -> AffineTransform {
    let (w, h) = (Coefficient(cell.halfWidth), Coefficient(cell.halfHeight))
    let (c, d) = isFlipped ? (sine, -cosine) : (-sine, cosine)
    if sine == .zero {
      return AffineTransform(a: cosine, b: 0, c: 0, d: d, tx: Coefficient(x) - cosine * w, ty: Coefficient(y) - d * h)
    }
    return AffineTransform(
      a: cosine, b: sine, c: c, d: d, tx: Coefficient(x) - (cosine * w + c * h),
      ty: Coefficient(y) - (sine * w + d * h))
  }
}

/// The box of particles, in steps of 2^-16 points.
struct ParticleBox {
  private var minX = Int64.max
  private var minY = Int64.max
  private var maxX = Int64.min
  private var maxY = Int64.min

  @inline(__always)
  mutating func add(_ particle: RenderParticle) {
    let (x, y) = (Int64(particle.x.rawValue), Int64(particle.y.rawValue))
    let (w, h) = (Int64(particle.reachX.rawValue), Int64(particle.reachY.rawValue))
    (minX, minY) = (Swift.min(minX, x &- w), Swift.min(minY, y &- h))
    (maxX, maxY) = (Swift.max(maxX, x &+ w), Swift.max(maxY, y &+ h))
  }

  /// Of one particle at least.
  var bounds: PreciseBox {
    PreciseBox(
      minX: Coefficient(rawValue: minX << 16), minY: Coefficient(rawValue: minY << 16),
      maxX: Coefficient(rawValue: maxX << 16), maxY: Coefficient(rawValue: maxY << 16))
  }
}
