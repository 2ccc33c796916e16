import FixedRaster

// Stage: render. The particles of an emitter layer that reach into a tile.

extension TileComposer {
  /// - Parameter alpha: 0...255, for all particles.
  mutating func drawParticles(_ particles: RenderParticles, _ scene: RenderScene, _ i: Int, _ alpha: UInt8) {
    let mapping = scene.mapping(of: i)
    let mode = particles.isAdditive ? BlendMode.plusLighter : .sourceOver
    let (isFlipped, filter) = (scene.nodes[i].isFlipped, mapping.affine.flatMap { ParticleFilter($0, canvas.clip) })
    let cells = particles.cells
    for k in 0..<particles.list.count {
      if let filter, !filter.mayShow(particles.list.span[k]) { continue }
      let particle = particles.list.span[k]
      let cell = cells.span[particle.cell]
      let place = mapping.preceded(by: particle.transform(cell, isFlipped: isFlipped))
      let sampling = (place.affine ?? .identity).sampling(cell.minification, cell.magnification)
      let tint = particle.color.withAlpha(scaled(particle.color.alpha, by: alpha))
      canvas.draw(cell.image.image, tint: tint, mapping: place, sampling: sampling, mode: mode)
    }
  }
}

/// Which particles may reach into a clip: most of a layer's do not reach into a tile, and are passed by.
private struct ParticleFilter {
  /// From the layer's coordinates to device pixels, and the sizes of that, in 16.16: below 2^28.
  private let a, b, c, d, tx, ty: Int64
  /// The clip with two pixels more on each side, in 2^-16 pixels.
  private let minX, minY, maxX, maxY: Int64

  /// - Returns: `nil` where numbers are so large that particles are not looked at one by one.
  init?(_ transform: AffineTransform, _ clip: PixelRect) {
    let limit: Coefficient = 4096
    let largest = Swift.max(
      Swift.max(transform.a.magnitude, transform.b.magnitude), Swift.max(transform.c.magnitude, transform.d.magnitude))
    if largest >= limit { return nil }
    (a, b) = (transform.a.rawValue >> 16, transform.b.rawValue >> 16)
    (c, d) = (transform.c.rawValue >> 16, transform.d.rawValue >> 16)
    (tx, ty) = (transform.tx.rawValue >> 16, transform.ty.rawValue >> 16)
    (minX, minY) = (Int64(clip.minX - 2) << 16, Int64(clip.minY - 2) << 16)
    (maxX, maxY) = (Int64(clip.maxX + 2) << 16, Int64(clip.maxY + 2) << 16)
  }

  @inline(__always)
  func mayShow(_ particle: RenderParticle) -> Bool {
    let (x, y) = (Int64(particle.x.rawValue), Int64(particle.y.rawValue))
    let (w, h) = (Int64(particle.reachX.rawValue), Int64(particle.reachY.rawValue))
    let (middleX, middleY) = ((a &* x &+ c &* y) >> 16 &+ tx, (b &* x &+ d &* y) >> 16 &+ ty)
    let reachX = (Swift.abs(a) &* w &+ Swift.abs(c) &* h) >> 16
    let reachY = (Swift.abs(b) &* w &+ Swift.abs(d) &* h) >> 16
    return middleX &- reachX < maxX && middleX &+ reachX > minX && middleY &- reachY < maxY
      && middleY &+ reachY > minY
  }
}
