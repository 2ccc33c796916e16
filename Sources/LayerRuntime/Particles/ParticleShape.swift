// Stage: particles. Where particles begin, and which way is outwards there.

import FixedRaster

/// A place that a shape gives birth at: relative to its middle.
struct ParticleOrigin {
  var place = ParticleVector()
  /// Of length one where directions are measured from it; `nil` where they are the layer's own.
  var outwards: ParticleVector?
}

extension EmitterSettings {
  /// Draws a place. Takes three random numbers whatever the shape is.
  func origin(_ random: inout ParticleRandom) -> ParticleOrigin {
    let (a, b, c) = (random.signed(), random.signed(), random.signed())
    let (halfWidth, halfHeight) = (size.width / 2, size.height / 2)
    switch shape {
    case .point: return ParticleOrigin()
    case .line: return ParticleOrigin(place: ParticleVector(x: halfWidth * (mode == .points ? a.sign : a)))
    case .rectangle: return ParticleOrigin(place: rectangle(halfWidth, halfHeight, a, b, c))
    case .cuboid:
      return ParticleOrigin(place: cuboid(ParticleVector(x: halfWidth, y: halfHeight, z: depth / 2), a, b, c))
    case .circle: return mode == .points ? ParticleOrigin() : circle(a, b)
    case .sphere:
      switch mode {
      case .points: return ParticleOrigin()
      case .outline: return circle(a, b)
      default: return sphere(a, b, c)
      }
    }
  }

  private func rectangle(_ width: Fixed, _ height: Fixed, _ a: Fixed, _ b: Fixed, _ c: Fixed) -> ParticleVector {
    switch mode {
    case .points: return ParticleVector(x: width * a.sign, y: height * b.sign)
    case .outline:
      // By length: the level sides get their share of half of the outline.
      let around = (width + height).magnitude
      if around == .zero { return ParticleVector() }
      let isLevel = (c + 1) * around < 2 * width.magnitude
      return isLevel
        ? ParticleVector(x: width * a, y: height * b.sign) : ParticleVector(x: width * a.sign, y: height * b)
    case .surface, .volume: return ParticleVector(x: width * a, y: height * b)
    }
  }

  private func cuboid(_ half: ParticleVector, _ a: Fixed, _ b: Fixed, _ c: Fixed) -> ParticleVector {
    // Which axes are at an end is drawn from the low bits of the numbers that say where on the others it is.
    let axis = Int(a.rawValue &+ b.rawValue &+ c.rawValue) & 0xFF
    let third = axis * 3 / 256
    var (x, y, z) = (a, b, c)
    switch mode {
    case .points: (x, y, z) = (a.sign, b.sign, c.sign)
    case .outline:
      if third != 0 { x = a.sign }
      if third != 1 { y = b.sign }
      if third != 2 { z = c.sign }
    case .surface:
      if third == 0 { x = a.sign }
      if third == 1 { y = b.sign }
      if third == 2 { z = c.sign }
    case .volume: break
    }
    return ParticleVector(x: half.x * x, y: half.y * y, z: half.z * z)
  }

  /// On the circle, or evenly within it.
  private func circle(_ a: Fixed, _ b: Fixed) -> ParticleOrigin {
    let turn = sineCosine(.pi * a)
    let direction = ParticleVector(x: turn.cosine.fixed, y: turn.sine.fixed)
    if mode == .outline { return ParticleOrigin(place: direction.scaled(by: size.width), outwards: direction) }
    // Areas are even in the square of the radius.
    let half: Fixed = (b + 1) / 2
    let radius: Fixed = size.width * half.squareRoot
    return ParticleOrigin(
      place: direction.scaled(by: radius), outwards: mode == .surface ? direction : nil)
  }

  /// On the sphere, or evenly within it. Its zones of equal height have equal areas.
  private func sphere(_ a: Fixed, _ b: Fixed, _ c: Fixed) -> ParticleOrigin {
    let turn = sineCosine(.pi * a)
    // Said to be `Fixed`: as a product in full the root would be another, and so would pixels.
    let square: Fixed = 1 - b * b
    let level: Fixed = square.squareRoot
    let direction = ParticleVector(x: turn.cosine.fixed * level, y: turn.sine.fixed * level, z: b)
    if mode == .surface { return ParticleOrigin(place: direction.scaled(by: size.width), outwards: direction) }
    return ParticleOrigin(place: direction.scaled(by: size.width * ((c + 1) / 2).cubeRoot))
  }
}

extension ParticleVector {
  func scaled(by factor: Fixed) -> ParticleVector { ParticleVector(x: x * factor, y: y * factor, z: z * factor) }
}

extension Fixed {
  /// −1 or 1.
  fileprivate var sign: Fixed { self < 0 ? -1 : 1 }

  /// Of a number of 0 or more.
  fileprivate var squareRoot: Fixed {
    let square = UInt64(UInt32(bitPattern: Swift.max(0, rawValue))) &<< 16
    return Fixed(rawValue: Int32(truncatingIfNeeded: FixedRaster.squareRoot(square)))
  }

  /// Of a number in 0...1: the largest whose cube is not above it.
  fileprivate var cubeRoot: Fixed {
    // Cubes of 17-bit numbers have 51 bits.
    let cube = Int64(rawValue) &<< 32
    var root: Int64 = 0
    var bit: Int64 = 1 &<< 16
    while bit > 0 {
      let trial = root | bit
      if trial &* trial &* trial <= cube { root = trial }
      bit &>>= 1
    }
    return Fixed(rawValue: Int32(truncatingIfNeeded: root))
  }
}
