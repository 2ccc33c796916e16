// Stage: particles. Input: an emitter's properties and its time. Output: the particles that live then, in drawing order.
//
// Each birth has a time of its own, which follows from its number, and each particle's place follows from its age. So a
// frame makes those that were born since the last one, drops those that died, and never moves one: whether a second was
// one frame or thirty, the same particles are where they are.

import FixedRaster

/// The particles of one ``EmitterLayer``. It takes its memory once, and its cells' lists when they are assigned.
final class ParticleSystem {
  /// Not owned; the layer ends the link when it goes, or lets go of this.
  private unowned(unsafe) var layerLink: EmitterLayer?
  let limit: Int
  var settings = EmitterSettings()
  private(set) var cells: ParticleCells?
  /// What the cells were before: objects that end with them may be the program's, and are not called while a frame is
  /// made.
  private var formerCells: ParticleCells?

  /// Sorted by birth.
  var particles: [Particle] = []
  private var list: [RenderParticle] = []
  /// The layer's time that the particles are of; `nil` before the first.
  private(set) var time: Int64?
  /// The compositor's time then.
  private(set) var frameTime: Int64 = 0
  /// The bounds of all drawn particles, in the layer's coordinates.
  private(set) var bounds = PreciseBox.zero
  /// Births that found no room, since the start.
  var refused = 0
  /// Births that were looked at since the last frame. Those that died meanwhile take no room, but time: cells in each other
  /// multiply them.
  var births = 0
  var birthLimit: Int { 64 * limit }

  /// - Parameter layer: `nil` for the particles of a copy of the layer that is later.
  init(_ layer: EmitterLayer?, limit: Int) {
    unsafe layerLink = layer
    self.limit = limit
  }

  var layer: EmitterLayer? { unsafe layerLink }
  func forgetLayer() { unsafe layerLink = nil }

  var count: Int { particles.count }

  /// The list in the render tree: as long as nothing is redrawn.
  var drawn: RenderParticles {
    guard let cells else { return RenderParticles(isAdditive: false) }
    let (list, drawn) = (list, cells.drawn)
    return unsafe RenderParticles(
      list: UnownedSpan(list.span), cells: UnownedSpan(drawn.span), isAdditive: settings.renderMode == .additive)
  }

  /// Takes over the layer's new properties: for later births.
  func change(_ settings: EmitterSettings, _ cells: ParticleCells?) {
    self.settings = settings
    if cells === self.cells { return }
    (formerCells, self.cells) = (self.cells, cells)
    let known = cells?.all.count ?? 0
    particles.removeAll { $0.cell >= known }
  }

  /// Called where the program may be called: by the setter of the new cells.
  func letGoOfFormerCells() { _ = exchange(&formerCells, with: nil) }

  /// Brings the particles to a time of the layer's.
  ///
  /// - Parameter frame: the compositor's time.
  func advance(to now: Int64, frame: Int64) {
    frameTime = frame
    births = 0
    let before = time
    time = now
    if before == now { return }
    if let before, now < before { particles.removeAll(keepingCapacity: true) }
    let since = before.map { $0 < now ? $0 : .min } ?? .min
    guard let cells else { return dropDead(at: now) }
    // Those that emit go on emitting up to their deaths, so they come before those go.
    emitNested(cells, since, now)
    dropDead(at: now)
    for cell in 0..<cells.count { emit(cells, cell, by: nil, since, now) }
    sortNew(since)
  }

  private func dropDead(at now: Int64) {
    var kept = 0
    for i in particles.indices where particles[i].death > now {
      if i != kept { particles[kept] = particles[i] }
      kept += 1
    }
    particles.removeLast(particles.count - kept)
  }
}

// MARK: - Drawing

extension ParticleSystem {
  /// Makes the list of drawn particles, in drawing order.
  func draw() {
    list.removeAll(keepingCapacity: true)
    bounds = .zero
    guard let cells, let time, !particles.isEmpty else { return }
    if list.capacity < particles.count { list.reserveCapacity(limit) }
    var box = ParticleBox()
    for i in particles.indices {
      let k = settings.renderMode == .oldestLast ? particles.count - 1 - i : i
      guard let drawn = particles[k].drawn(at: time, cells.drawn) else { continue }
      box.add(drawn)
      list.append(drawn)
    }
    if list.isEmpty { return }
    bounds = box.bounds
    if settings.renderMode == .backToFront {
      list.sortInPlace(in: list.indices) { $0.z < $1.z || $0.z == $1.z && $0.order < $1.order }
    }
  }

  /// Sorts those that were born after the last frame: they lie behind those of before.
  private func sortNew(_ since: Int64) {
    var first = particles.count
    while first > 0 && particles[first - 1].birth > since { first -= 1 }
    var i = first + 1
    while i < particles.count {
      if particles[i].precedes(particles[i - 1]) {
        return particles.sortInPlace(in: first..<particles.count) { $0.precedes($1) }
      }
      i += 1
    }
  }
}

extension Particle {
  /// Its drawing; `nil` for none.
  fileprivate func drawn(at time: Int64, _ cells: [RenderCell]) -> RenderParticle? {
    let unit = cells[cell].unit
    if unit == .zero { return nil }
    let age = age(at: time)
    let size = age.grown(scale, scaleSpeed) * unit
    let color = color(at: age)
    if size <= .zero || color.alpha == 0 { return nil }
    return RenderParticle(
      place: place(at: age), size: size, angle: age.angle(spin), halfWidth: cells[cell].halfWidth,
      halfHeight: cells[cell].halfHeight, color: color, cell: cell, order: birth)
  }
}
