import FixedRaster

// Stage: render. The particles of an emitter layer that reach into a tile.

extension TileComposer {
  /// - Parameter alpha: 0...255, for all particles.
  mutating func drawParticles(_ particles: RenderParticles, _ scene: RenderScene, _ i: Int, _ alpha: UInt8) {
    let mapping = mapping(scene, i)
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

/// Which particles may reach into a clip: most of a layer's do not reach into a tile, and are passed by. The clip is taken to
/// the layer's coordinates, so that a particle is four comparisons.
private struct ParticleFilter {
  /// In steps of 2^-16 points.
  private let minX, minY, maxX, maxY: Int64

  /// - Returns: `nil` where the layer's plane is seen from its edge.
  init?(_ transform: AffineTransform, _ clip: PixelRect) {
    guard let inverse = transform.inverse else { return nil }
    // Two pixels more on each side, and two steps for the truncation.
    let box = PreciseBox(
      minX: Coefficient(Int(clip.minX) - 2), minY: Coefficient(Int(clip.minY) - 2),
      maxX: Coefficient(Int(clip.maxX) + 2),
      maxY: Coefficient(Int(clip.maxY) + 2)
    ).applying(inverse)
    (minX, minY) = (box.minX.rawValue >> 16 - 2, box.minY.rawValue >> 16 - 2)
    (maxX, maxY) = (box.maxX.rawValue >> 16 + 2, box.maxY.rawValue >> 16 + 2)
  }

  @inline(__always)
  func mayShow(_ particle: borrowing RenderParticle) -> Bool {
    let (x, y) = (Int64(particle.x.rawValue), Int64(particle.y.rawValue))
    let (w, h) = (Int64(particle.reachX.rawValue), Int64(particle.reachY.rawValue))
    return x &- w < maxX && x &+ w > minX && y &- h < maxY && y &+ h > minY
  }
}
