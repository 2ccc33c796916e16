// Stage: particles. Who is born between two times. The births of a cell are numbered: the one numbered k comes k periods
// after the cell begins, whenever anybody looks.

import FixedRaster

extension ParticleSystem {
  /// The layer's time of the next birth of the layer's own cells; `nil` if none will come. After the time of the
  /// particles.
  var nextBirth: Int64? {
    guard let cells else { return nil }
    var next: Int64?
    for i in 0..<cells.count {
      let births = BirthTimes(cells.all[i], settings, from: 0)
      guard let births, let time = births.first(after: self.time ?? .min) else { continue }
      next = Swift.min(next ?? time, time)
    }
    return next
  }

  /// The layer's time up to which something lives that was born up to the time of the particles, if that is before it; the
  /// time of the particles if it is not; `nil` if nothing was born.
  var lastDeath: Int64? {
    guard let cells, let now = self.time else { return nil }
    var last: Int64?
    for i in 0..<cells.count {
      let times = BirthTimes(cells.all[i], settings, from: 0)
      guard let times, let number = times.number(upTo: now) else { continue }
      last = Swift.max(last ?? .min, Swift.min(now, times.time(number) + reach(cells, i)))
    }
    return last
  }

  /// How long something lives that comes of a cell's births, at most. Each of the lives was rounded, by less than 2^10 ns.
  private func reach(_ cells: ParticleCells, _ index: Int) -> Int64 {
    (cells.all[index].reach * settings.lifetime).nanoseconds(heldTo: ParticleCells.depth) + 1 << 20
  }

  /// Has a cell of the layer, or one that a particle emits, give birth to the particles after `since`, up to `now`.
  func emit(_ cells: ParticleCells, _ index: Int, by parent: Particle?, _ since: Int64, _ now: Int64) {
    guard let times = BirthTimes(cells.all[index], settings, from: parent?.birth ?? 0) else { return }
    // Particles born before would be gone, with all that they emitted.
    let reach = reach(cells, index)
    let last = Swift.min(now, (parent?.death ?? .max) - 1)
    guard var number = times.number(after: Swift.max(since, now - reach - 1)), let end = times.number(upTo: last)
    else {
      return
    }
    // Of more than there is room for several times over only the last are looked at.
    let most = 4 * Int64(limit)
    if end - number >= most {
      refused.countOn(by: Int(truncatingIfNeeded: Swift.min(end - number + 1 - most, 1 << 30)))
      number = end + 1 - most
    }
    while number <= end {
      if births == birthLimit {
        refused.countOn(by: Int(truncatingIfNeeded: end - number + 1))
        return
      }
      births += 1
      bear(cells, index, by: parent, number, at: times.time(number), since, now)
      number += 1
    }
  }

  /// Has all living particles emit their particles since the last frame.
  func emitNested(_ cells: ParticleCells, _ since: Int64, _ now: Int64) {
    // Those that come are sorted behind them, and have emitted already.
    for i in 0..<particles.count {
      for child in cells.all[particles[i].cell].children { emit(cells, child, by: particles[i], since, now) }
    }
  }

  private func bear(
    _ cells: ParticleCells, _ index: Int, by parent: Particle?, _ number: Int64, at birth: Int64, _ since: Int64,
    _ now: Int64
  ) {
    let identity = ParticleRandom.identity(parent?.identity ?? UInt64(settings.seed), cell: index, birth: number)
    guard let particle = particle(cells.all[index].cell, identity, birth, index, parent) else { return }
    if particle.death > now {
      if particles.count < limit {
        if particles.capacity < limit { particles.reserveCapacity(limit) }
        particles.append(particle)
      } else {
        refused.countOn()
        return
      }
    }
    for child in cells.all[index].children { emit(cells, child, by: particle, Swift.max(since, birth - 1), now) }
  }

  /// Makes a particle; `nil` if it would not live. The random numbers are drawn in one order, whatever they are for.
  private func particle(
    _ cell: EmitterCell, _ identity: UInt64, _ birth: Int64, _ index: Int, _ parent: Particle?
  ) -> Particle? {
    var random = ParticleRandom(identity)
    let own = Swift.min(random.about(cell.lifetime, cell.lifetimeRange), Fixed(Int(ParticleAge.limit)))
    let life = (own * settings.lifetime).nanoseconds(heldTo: 1)
    if life <= 0 { return nil }
    var new = Particle(birth: birth, death: birth + life, identity: identity, cell: index)
    let origin = settings.origin(&random)
    let middle =
      parent.map { $0.place(at: $0.age(at: birth)) }
      ?? ParticleVector(
        x: settings.position.x + origin.place.x, y: settings.position.y + origin.place.y,
        z: settings.z + origin.place.z)
    new.start = middle
    let longitude = cell.emissionLongitude + random.signed() * (cell.emissionRange / 2)
    let speed = random.about(cell.velocity, cell.velocityRange) * settings.velocity
    new.velocity = direction(longitude, cell.emissionLatitude, parent == nil ? origin.outwards : nil)
      .scaled(by: Self.held(speed))
    new.acceleration = ParticleVector(
      x: Self.held(cell.xAcceleration), y: Self.held(cell.yAcceleration), z: Self.held(cell.zAcceleration))
    new.scale = random.about(cell.scale, cell.scaleRange) * settings.scale
    new.scaleSpeed = cell.scaleSpeed * settings.scale
    new.spin = random.about(cell.spin, cell.spinRange) * settings.spin
    new.color = ParticleColor(
      red: random.about(Fixed(cell.color.red), cell.redRange),
      green: random.about(Fixed(cell.color.green), cell.greenRange),
      blue: random.about(Fixed(cell.color.blue), cell.blueRange),
      alpha: random.about(Fixed(cell.color.alpha), cell.alphaRange))
    new.colorSpeed = ParticleColor(
      red: cell.redSpeed, green: cell.greenSpeed, blue: cell.blueSpeed, alpha: cell.alphaSpeed)
    return new
  }

  private func direction(_ longitude: Fixed, _ latitude: Fixed, _ outwards: ParticleVector?) -> ParticleVector {
    let turn = sineCosine(longitude)
    let (cosine, sine) = (turn.cosine.fixed, turn.sine.fixed)
    var way = ParticleVector(x: cosine, y: sine)
    if let outwards {
      way = ParticleVector(
        x: cosine * outwards.x - sine * outwards.y, y: sine * outwards.x + cosine * outwards.y, z: outwards.z)
    }
    if latitude == .zero { return way }
    let rise = sineCosine(latitude)
    way = way.scaled(by: rise.cosine.fixed)
    way.z += rise.sine.fixed
    return way
  }

  private static func held(_ speed: Fixed) -> Fixed {
    Swift.max(-ParticleAge.speedLimit, Swift.min(ParticleAge.speedLimit, speed))
  }
}

/// When a cell gives birth: nanoseconds.
private struct BirthTimes {
  private let begin: Int64
  private let period: Int64
  /// No birth comes then or later.
  private let end: Int64

  /// - Parameter origin: the time from which the cell's own beginning counts.
  /// - Returns: `nil` if there are no births.
  init?(_ cell: ParticleCell, _ settings: EmitterSettings, from origin: Int64) {
    let rate = (Int64(cell.cell.birthRate.rawValue) &* Int64(settings.birthRate.rawValue)) >> 16
    if !cell.cell.isEnabled || rate <= 0 || cell.reach <= 0 || settings.lifetime <= 0 { return nil }
    // A second is 2^30 ns or less, and a rate of one 2^16.
    period = Swift.max(1000, (1_000_000_000 << 16 + rate / 2) / rate)
    begin = origin + Swift.max(-1 << 60, Swift.min(cell.cell.beginTime.heldNanoseconds, 1 << 60))
    let duration = cell.cell.duration.heldNanoseconds
    end = duration > 0 ? begin + Swift.min(duration, 1 << 60) : .max
  }

  func time(_ number: Int64) -> Int64 { begin + number * period }

  /// The first birth after a time; `nil` if there is none.
  func number(after time: Int64) -> Int64? {
    let number = time < begin ? 0 : (time - begin) / period + 1
    return self.time(number) < end ? number : nil
  }

  func first(after time: Int64) -> Int64? { number(after: time).map { self.time($0) } }

  /// The last birth at a time or before; `nil` if there is none.
  func number(upTo time: Int64) -> Int64? {
    let last = Swift.min(time, end - 1)
    return last < begin ? nil : (last - begin) / period
  }
}

extension Fixed {
  /// Seconds as nanoseconds, held to so many of the longest lives, up to four.
  fileprivate func nanoseconds(heldTo lives: Int) -> Int64 {
    let held = Swift.max(0, Swift.min(Int64(rawValue), ParticleAge.limit << 16 * Int64(lives)))
    return (held * 1_000_000_000) >> 16
  }

  /// A channel in units of all of it.
  fileprivate init(_ channel: UInt8) { self.init(Int(channel), over: 255) }
}
